"""The boxes don't show the gradients.

What happens: label, operation and data are there; `grad` isn't.
Why it seems right: before a backward pass they are all 0.
What to look at: what is a picture of a backward pass for, if not for these?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
