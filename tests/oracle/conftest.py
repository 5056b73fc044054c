"""Needs PyTorch, which is large: `nox -s oracle` installs it, and the other sessions leave this folder out."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "solutions"))
