"""The command `grade`, also as `python -m grader`. Only what must happen before anything heavy is imported.

`python -m` puts the current folder first on the import path, where a student may keep a `math.py`. Until that is mended
only modules that Python has loaded by itself are imported here; pathlib is not one of them.
"""

from __future__ import annotations

import gc
import os
import sys

__all__ = ["main"]

INTERRUPTED = 130  # 128 and the number of SIGINT, as shells count


def main() -> None:
    """Run the command line and exit with its code: 0 passed, 1 not passed, 2 usage or course error, 130 interrupted."""
    try:
        _restart_without_optimization()
        gc.disable()  # a short-lived process: collecting costs more than it frees; long-lived commands turn it on again
        _forget_foreign_paths()
        from grader.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line could catch it, or while it was catching another
        code = INTERRUPTED
    # Nothing is left to do, and taking apart hundreds of modules one by one costs as long as a stage's checks.
    sys.stderr.flush()
    os._exit(code)


def _restart_without_optimization() -> None:
    """Begin again without -O and PYTHONOPTIMIZE: they take a course's asserts away, and the titles of its checks."""
    if not sys.flags.optimize:
        return
    ours = _above(os.path.realpath(__file__), 2)
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.__main__ import main; main()"
    command = [sys.executable, "-P", "-c", code, ours, *sys.argv[1:]]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
    if sys.platform != "win32":
        os.execve(sys.executable, command, environment)
    import subprocess

    os._exit(subprocess.call(command, env=environment))


def _forget_foreign_paths() -> None:
    """Take PYTHONPATH and the current folder out of the import path: a `random.py` there is not the random we mean."""
    try:
        foreign = {os.path.realpath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep)}
        foreign -= {_above(os.path.realpath(__file__), 2)}
        sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) not in foreign]
    except OSError:  # the current folder is gone, and nothing can be imported from it
        return


def _above(path: str, levels: int) -> str:
    """Return the folder that is so many levels above a path."""
    for _ in range(levels):
        path = os.path.dirname(path)  # noqa: PTH120
    return path


if __name__ == "__main__":
    main()
