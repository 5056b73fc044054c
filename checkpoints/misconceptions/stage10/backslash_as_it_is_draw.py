"""Quotation marks are escaped, and backslashes are not.

What happens: a label that ends with a backslash escapes the quotation mark
that should end it.
Why it seems right: it is the quotation mark that one thinks of.
What to look at: if a backslash has a meaning inside the quotes, how is one
written that has none?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
