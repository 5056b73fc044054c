"""It is a graph whose edges have no direction.

What happens: the text begins with `graph`. There, edges are written `--`, and
`->` is an error.
Why it seems right: it is a graph.
What to look at: operands and results are not the same end of an edge. Which
word of DOT is for such graphs?
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["graph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
