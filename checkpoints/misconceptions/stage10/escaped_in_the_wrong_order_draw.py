"""The backslash that was put before a quotation mark is itself escaped.

What happens: first a quotation mark gets its backslash, then this backslash
is doubled: the mark ends the text again.
Why it seems right: both are replaced, and each by what it should be.
What to look at: which of the two replacements must not see what the other one
has written?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace('"', '\\"').replace("\\", "\\\\") for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
