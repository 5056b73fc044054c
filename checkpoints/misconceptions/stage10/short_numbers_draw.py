"""The numbers have fewer than four decimals.

What happens: 0.1234 is shown as 0.12.
Why it seems right: boxes are small.
What to look at: how many decimals does the text ask for? `:.4f` writes them,
also for a whole number.
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.2f}", f"grad {node.grad:.2f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
