"""A node that is used twice is drawn twice.

What happens: each time that it is met it gets a statement and its arrows, and
so does all below it. The picture is a tree.
Why it seems right: Graphviz draws a statement that stands there twice only
once, but arrows are drawn each time.
What to look at: x = x*x + x: how often do you come by x? What does
`topological_order` have that your walk hasn't?
"""

unit = "draw_dot"


def draw_dot(root):
    lines, waiting = ["digraph {"], [root]
    for node in waiting:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  n{id(node)} [label="{text}"];')
        lines += [f"  n{id(operand)} -> n{id(node)};" for operand in node._prev]
        waiting += node._prev
    return "\n".join([*lines, "}", ""])
