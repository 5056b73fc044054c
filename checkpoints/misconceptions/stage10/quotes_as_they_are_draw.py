"""A quotation mark in a label ends the quotes.

What happens: what follows it is read as DOT, and the picture breaks.
Why it seems right: labels are short names, as a rule.
What to look at: what must stand before a quotation mark inside quotes, so
that it belongs to the text?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
