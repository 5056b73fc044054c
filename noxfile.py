"""Every job of the project. `nox -l` lists them; `nox -s tests` is the one to start with."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nox

HERE = Path(__file__).parent
GROUPS = nox.project.load_toml("pyproject.toml")
VERSIONS = ("3.11", "3.12", "3.13")
# What depends on the interpreter: reading and running a student's code, a notebook's kernel, the command. All else
# (the course, whole classes, what is shown) runs on the oldest Python present, or everywhere: `nox -s tests -- tests`.
_READING = ("source", "units", "spans", "inherited_units", "transplant", "submission", "notebook", "similarity")
_RUNNING = ("codec", "server", "proxy", "workers", "examination", "exceptions", "forkserver", "libraries", "kernel")
_GRADING = ("cli", "course_tools", "doctor", "interactive", "plugin", "session", "surroundings", "verdict", "workspace")
ON_EVERY_PYTHON = [f"tests/test_{name}.py" for name in (*_READING, *_RUNNING, *_GRADING)]
APART = ("package", "oracle", "notebooks", "browser")  # tests with sessions of their own

nox.needs_version = ">=2024.4.15"
nox.options.default_venv_backend = "venv"
nox.options.sessions = ["lint", "types", "tests", "course", "package"]


def _offer_pyenv() -> None:
    """Make the commands that pyenv keeps for these versions start; without this, only its default one does."""
    kept = (path.name for version in VERSIONS for path in sorted(Path.home().glob(f".pyenv/versions/{version}.*")))
    if names := ":".join(kept):
        os.environ["PYENV_VERSION"] = names


def _starts(version: str) -> bool:
    command = [f"python{version}", "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == version
    except (OSError, subprocess.CalledProcessError):
        return False


_offer_pyenv()
PYTHONS = [version for version in VERSIONS if _starts(version)]


def _group(name: str) -> list[str]:
    return nox.project.dependency_groups(GROUPS, name)


@nox.session(python=PYTHONS or None)
def tests(session: nox.Session) -> None:
    """Run the test suite on the oldest Python present, and what depends on the interpreter on all others."""
    session.install("-e", ".", *_group("test"))
    chosen = [] if session.posargs or session.python in (None, *PYTHONS[:1]) else ON_EVERY_PYTHON
    apart = [f"--ignore=tests/{folder}" for folder in APART]
    session.run("pytest", *apart, *chosen, *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style with ruff: rules and formatting."""
    session.install(*_group("lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check types with mypy, strictly."""
    session.install("-e", ".", *_group("types"))
    session.run("mypy")


@nox.session
def course(session: nox.Session) -> None:
    """Check that the courses keep their promises, and that nothing generated has drifted."""
    session.install("-e", ".[tensor]")
    for folder in (".", "tests/courses/shapes"):
        session.run("grade", "--course", folder, "course", "check")
    session.run("python", "docs/picture.py", "--check")


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel and use it from a fresh environment in an empty folder."""
    session.install("build", *_group("test"))
    session.run("pytest", "--confcutdir=tests/package", "tests/package", *session.posargs)


@nox.session
def notebooks(session: nox.Session) -> None:
    """Build, release, run and validate notebooks with the real nbgrader and real kernels."""
    session.install("-e", ".[nbgrader]", *_group("test"), *_group("notebooks"))
    session.run("pytest", *(session.posargs or ["tests/notebooks"]))


@nox.session
def browser(session: nox.Session) -> None:
    """Solve a released notebook in JupyterLab, in a real Chromium."""
    session.install("-e", ".[nbgrader]", *_group("test"), *_group("notebooks"))
    session.run("pytest", *(session.posargs or ["tests/browser"]))


@nox.session
def mutants(session: nox.Session) -> None:
    """Mutate the reference: every mutant must be failed by its own stage, on every run out of ten."""
    session.install("-e", ".[tensor]")
    session.run("python", "tests/mutants/study.py", *session.posargs)


@nox.session
def diagnosis(session: nox.Session) -> None:
    """Study recognition and blame: every piece of the museum, in other words and in every fair engine."""
    session.install("-e", ".", *_group("test"))
    session.run("python", "tests/diagnosis/study.py", *session.posargs)


@nox.session
def hostile(session: nox.Session) -> None:
    """Grade all hostile submissions at all stages: no forgery earns a point, no breaker costs another anything."""
    session.install("-e", ".", *_group("test"))
    for study in ("forging", "breaking", "control"):
        session.run("python", "tests/hostile/class_study.py", study, *session.posargs)


@nox.session
def storms(session: nox.Session) -> None:
    """Save 200 times faster than can be examined: the last verdict is on what is there, and nothing is left behind."""
    session.install("-e", ".", *_group("test"))
    session.run("python", "tests/storms.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure, side by side in one run, what is claimed about speed."""
    session.install(".")  # as the README's first command does, and nothing added
    for study in ("grade_stage", "grade_class", "build_notebooks", "watch"):
        session.run("python", f"tests/bench/{study}.py")
    session.install(".[nbgrader]")
    session.run("python", "tests/bench/grade_nbgrader.py")
    session.install(*(package for package in _group("test") if package.startswith("micrograd")))
    session.run("python", "tests/bench/reference.py")


@nox.session
def oracle(session: nox.Session) -> None:
    """Run micrograd's published tests on the reference, and compare 1,000 random graphs with PyTorch, which is large.

    `nox -s oracle -- FILE` takes a copy of micrograd's test/test_engine.py instead of fetching it.
    """
    session.install("pytest", *_group("oracle"))
    session.run("python", "tests/oracle/published.py", *session.posargs)
    session.run("pytest", "--confcutdir=tests/oracle", "tests/oracle")
