"""The boxes don't say which operation made them.

What happens: label, data and grad are there; `_op` isn't.
Why it seems right: one sees the arrows come together.
What to look at: two arrows into a box: is it a sum or a product? Which
attribute knows?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label,) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
