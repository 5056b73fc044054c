"""Nodes with the same number and operation become one box.

What happens: the name of a node in DOT is made of what it holds. Two leaves
with the number 1 are then the same node.
Why it seems right: in a small example all numbers differ.
What to look at: what is different between two nodes that hold the same?
Number them, or take `id(node)`.
"""

unit = "draw_dot"


def draw_dot(root):
    order = topological_order(root)
    names = {node: '"' + str(node.label).replace("\\", "").replace('"', "") + f'{node._op} {node.data}"' for node in order}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
