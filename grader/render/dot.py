"""Graphs as DOT text, and as SVG: by Graphviz where it is installed, otherwise as the terminal draws them."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import StringIO

from rich.console import Console

from grader.exhibit import Graph
from grader.render.pictures import render_exhibit

__all__ = ["to_dot", "to_svg"]

DOT_SECONDS = 20
_WIDTH = 100  # characters of the drawing without Graphviz


def to_dot(graph: Graph) -> str:
    """Return a graph in the DOT language: a record for each node, an edge from each operand to its result."""
    lines = ["digraph {", "  rankdir=LR;", "  node [shape=record];"]
    for node in graph.nodes:
        fields = [node.label, *(f"{name} {value}" for name, value in node.facts)]
        mark = f', color=red, xlabel="{_quoted(node.wrong)}"' if node.wrong else ""
        label = " | ".join(_field(field) for field in fields)
        lines.append(f'  "{_quoted(node.key)}" [label="{{ {label} }}"{mark}];')
        lines += [f'  "{_quoted(operand)}" -> "{_quoted(node.key)}";' for operand in node.operands]
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _field(text: str) -> str:
    """Escape what has a meaning inside a record label."""
    return "".join(f"\\{character}" if character in '\\{}|<> "' else character for character in text)


def to_svg(graph: Graph) -> str:
    """Return a graph as SVG."""
    command = shutil.which("dot")
    if command is not None:
        done = subprocess.run(
            [command, "-Tsvg"],
            input=to_dot(graph),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=DOT_SECONDS,
        )
        if done.returncode == 0:
            return done.stdout
    console = Console(record=True, width=_WIDTH, file=StringIO(), force_terminal=True)
    console.print(render_exhibit(graph))
    drawing = console.export_svg(title=graph.title or "graph")
    return re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)  # it would fetch a font from the network
