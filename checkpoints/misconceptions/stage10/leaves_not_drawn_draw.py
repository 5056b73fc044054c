"""Leaves have no box of their own.

What happens: arrows begin at names that no statement describes: Graphviz
draws them as bare ovals.
Why it seems right: only results have operands, and so the loop goes through
these.
What to look at: which nodes have a line with a label? Which ones should?
"""

unit = "draw_dot"


def draw_dot(root):
    order = [node for node in topological_order(root) if node._prev]
    names = {node: f"n{k}" for k, node in enumerate(topological_order(root))}
    lines = ["digraph {"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])
