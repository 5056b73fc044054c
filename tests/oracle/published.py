"""micrograd's own test suite, as its author published it, run against the reference engine.

The file is fetched from its repository at a fixed commit and is not part of this one. A thin shim lets its
`from micrograd.engine import Value` find `solutions/engine.py`.

    python tests/oracle/published.py [FILE]     FILE: a copy of it, where there is no network
"""

from __future__ import annotations

import hashlib
import sys
import types
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMIT = "c911406e5ace8742e5841a7e0df113ecb5d54685"
ADDRESS = f"https://raw.githubusercontent.com/karpathy/micrograd/{COMMIT}/test/test_engine.py"
DIGEST = "27142177f5badd0f3aa0ae1a78ae91b0017cd08d9e44a3e0f774142c0f53d531"  # of the file, SHA-256
SECONDS = 30


def published(arguments: list[str]) -> str:
    """Return the text of the published tests; they are what they were when they were looked at, or nothing is run."""
    if arguments:
        data = Path(arguments[0]).read_bytes()
    else:
        with urllib.request.urlopen(ADDRESS, timeout=SECONDS) as answer:
            data = answer.read()
    if hashlib.sha256(data).hexdigest() != DIGEST:
        sys.exit("this is not micrograd's test suite of that commit: look at it, then renew the digest")
    return data.decode("utf-8")


def main() -> None:
    text = published(sys.argv[1:])
    sys.path.insert(0, str(ROOT / "solutions"))
    import engine

    sys.modules["micrograd"], sys.modules["micrograd.engine"] = types.ModuleType("micrograd"), engine
    names: dict[str, object] = {"__name__": "published"}
    exec(compile(text, "test_engine.py", "exec"), names)
    tests = {name: test for name, test in names.items() if name.startswith("test_") and callable(test)}
    for name, test in tests.items():
        test()
        print(f"passed  {name}")
    if not tests:
        sys.exit("no test was found in it")


if __name__ == "__main__":
    main()
