"""Classes of students for tests: folders and zips as people and platforms make them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kit import solution

PLANE = solution("plane").encode()
PEN = solution("pen").encode()


def tree(root: Path, files: Mapping[str, bytes | str | None]) -> Path:
    """Write files by their paths; None makes an empty folder."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = root / path
        if content is None:
            place.mkdir(parents=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def packed(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return stream.getvalue()


def notebook(*cells: str | dict[str, Any], **fields: Any) -> bytes:
    """Return a notebook of code cells; a dict is a cell as it is."""
    full = [cell if isinstance(cell, dict) else code_cell(cell) for cell in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": full} | fields).encode()


def code_cell(source: str, **metadata: Any) -> dict[str, Any]:
    """Return a code cell as Jupyter writes it: its source is a list of lines."""
    lines = source.splitlines(keepends=True)
    basics = {"cell_type": "code", "execution_count": 1, "outputs": [], "id": "a"}
    return {**basics, "metadata": metadata, "source": lines}
