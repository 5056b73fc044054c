"""Submissions that try to carry the inputs of a hidden check out to their author, by every way that reaches one."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from kit import copy_course, edit, grade, solution

from grader.confinement import offered

SECRET = "71193"

HIDDEN = f'''
@check(units=["distance"], points=1, hidden=True, hint="And far away?")
def test_far_away(plane):
    """Far away."""
    assert plane.distance(({SECRET}.5, 0), (0, 0)) == {SECRET}.5


@check(units=["distance"], points=1)
@pytest.mark.parametrize(
'''

# What `distance` does when it sees the secret; the name `seen` holds it. Then what it does each time.
THIEVES: dict[str, tuple[str, str]] = {
    "an exception": ("raise ValueError(seen)", ""),
    "an exception's class": ("raise type('E' + seen, (Exception,), {})()", ""),
    "an exception's traceback": ("exec(f'def f{seen}(): 1 / 0\\nf{seen}()')", ""),
    "a line of its own code": ("exec(compile(f'x = \"{seen}\"\\n1 / 0', __file__, 'exec'))", ""),
    "a syntax error": ("raise SyntaxError(seen, (seen, 1, 1, seen))", ""),
    "a print": ("print(seen)", ""),
    "a print past Python": ("import os; os.write(1, seen.encode()); os.write(2, seen.encode())", ""),
    "a print when all is over": ("import atexit; atexit.register(print, seen)", ""),
    "a wrong answer": ("return seen", ""),
    "an answer with a repr": ("return type('T', (), {'__repr__': lambda self: seen})()", ""),
    "an answer of a telling class": ("return type('T' + seen, (), {})()", ""),
    "a global": ("KEPT.append(seen)", "if KEPT: raise ValueError(KEPT[0])"),
    "a global, printed": ("KEPT.append(seen)", "print(KEPT)"),
    "an attribute of a library": ("math.kept = seen", "print(getattr(math, 'kept', ''))"),
    "built-ins": ("import builtins; builtins.kept = seen", "import builtins; print(getattr(builtins, 'kept', ''))"),
    "the environment": ("import os; os.environ['KEPT'] = seen", "import os; print(os.environ.get('KEPT'))"),
    "a module": (
        "import sys, types; sys.modules['kept'] = types.ModuleType(seen)",
        "import sys; print(sys.modules.get('kept'))",
    ),
    "a file": ("open('/tmp/gradkata-kept', 'w').write(seen)", "print(open('/tmp/gradkata-kept').read())"),
    "a file beside it": ("open('kept', 'w').write(seen)", "print(open('kept').read())"),
    "its docstring": ("distance.__doc__ = seen", "print(distance.__doc__)"),
    "a thread": (
        "import threading, time; threading.Thread(target=lambda: (time.sleep(0.2), print(seen))).start()",
        "import time; time.sleep(0.05)",
    ),
    "its exit code": (f"import os; os._exit({SECRET} % 256)", ""),
    "a wrong answer everywhere else": ("KEPT.append(seen)", "return KEPT[0] if KEPT else 0"),
}


def thief(name: str) -> str:
    """Return the solution whose `distance` steals."""
    when_seen, always = THIEVES[name]
    body = f"seen = str(p[0])\nif seen.startswith('{SECRET}'):\n    {when_seen}\n"
    if always:
        body += f"try:\n    {always}\nexcept OSError:\n    pass\n"
    head = 'def distance(p, q):\n    """Return how far the point `q` is from the point `p`."""\n'
    return "KEPT = []\n" + solution("plane", (head, head + indent(body, "    ")))


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course with a hidden check before all others."""
    folder = copy_course(tmp_path_factory.mktemp("hidden") / "course")
    first = '\n@check(units=["distance"], points=1, hint="Pythagoras: which two numbers are the short sides?")\n'
    edit(folder / "checkpoints" / "test_points.py", (first + "@pytest.mark.parametrize(\n", HIDDEN))
    edit(folder / "course.toml", ("points = 8", "points = 9"))
    return folder


def write(folder: Path) -> None:
    for name in THIEVES:
        (folder / name).mkdir(parents=True)
        (folder / name / "plane.py").write_text(thief(name), encoding="utf-8")


@pytest.mark.skipif(not offered().official, reason="no confinement on this machine")
def test_nothing_that_a_student_gets_tells_the_inputs(course: Path, tmp_path: Path) -> None:
    write(tmp_path / "submissions")
    run = grade("--course", course, "batch", "points", "submissions", "--out", "out", cwd=tmp_path)
    assert run.code == 0, run.err
    full = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8")
    assert full.count(SECRET) > len(THIEVES) / 2, "they do steal: the instructor's view has it"
    for folder in ("feedback", "gradescope"):
        files = sorted((tmp_path / "out" / folder).iterdir())
        assert len(files) >= len(THIEVES)
        assert [file.name for file in files if SECRET in file.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("name", ["an exception", "a global", "a file beside it", "a thread", "its exit code"])
def test_nor_does_the_terminal(course: Path, tmp_path: Path, name: str) -> None:
    write(tmp_path / "submissions")
    command = ["--course", course, "points", "--submission", tmp_path / "submissions" / name]
    for form in ([], ["--json"], ["--junit", "report.xml"]):
        run = grade(*command, *form, cwd=tmp_path)
        assert run.code in (0, 1)
        assert SECRET not in run.out + run.err
    assert SECRET not in (tmp_path / "report.xml").read_text(encoding="utf-8")


def test_nor_the_time_nor_what_is_said_of_a_failure(course: Path, tmp_path: Path) -> None:
    """Code that sleeps, or is wrong in one way or another, could say a bit at a time what it saw."""
    slow = "    if p[0] > 71000:\n        import time\n        time.sleep((p[0] - 71000) / 1000)\n"
    wrong = "    if p[0] > 71000:\n        return None if int(p[0]) % 2 else 0\n"
    head = 'def distance(p, q):\n    """Return how far the point `q` is from the point `p`."""\n'
    for body in (slow, wrong):
        (tmp_path / "plane.py").write_text(solution("plane", (head, head + body)), encoding="utf-8")
        command = ["--course", course, "points", "--submission", tmp_path]
        student = grade(*command, "--json", cwd=tmp_path).report
        assert student["seconds"] == 0.0
        assert (student["diagnosis"], student["blame"], student["also"], student["example"]) == (None, [], [], "")
        assert grade(*command, "--json", "--full", cwd=tmp_path).report["seconds"] > 0
