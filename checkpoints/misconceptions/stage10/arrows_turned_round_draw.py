"""The arrows point from results to operands.

What happens: the picture shows which way gradients go. The text asks for the
way in which it is computed.
Why it seems right: `_prev` leads from a result to its operands, and the arrow
follows it.
What to look at: in a*b, what is there first? Read one of your lines aloud:
who is to the left of the `->`?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[node]} -> {names[operand]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
