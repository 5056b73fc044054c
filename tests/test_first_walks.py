"""First walks of new users, each with a wrong turn: what they read names the problem and a command that leads back.

Each test does as somebody might, takes the command out of what is printed, runs it, and ends with a stage that is
graded on the learner's own code.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import kit
import pytest
from kit import ROOT, Run, grade

if sys.platform == "win32":
    pytest.skip("the commands are those of a POSIX shell", allow_module_level=True)

ENGINE = (ROOT / "solutions" / "engine.py").read_text(encoding="utf-8")
OLD_PYTHONS = [
    *filter(None, (shutil.which(f"python3.{minor}") for minor in range(6, 11))),
    *map(str, sorted(Path.home().glob(".pyenv/versions/3.[6-9].*/bin/python"))),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder in which somebody made my-kata and wrote the first stages."""
    return begun(tmp_path)


def begun(home: Path, kata: str = "my-kata") -> Path:
    made = grade("--course", ROOT, "init", kata, cwd=home)
    assert made.code == 0, made.err
    (home / kata / "engine.py").write_text(ENGINE, encoding="utf-8")
    return home


def said(run: Run) -> str:
    return " ".join(f"{run.out} {run.err}".replace("│", " ").split())


def shell(line: str, cwd: Path, before: Sequence[str] = ()) -> Run:
    """Type a line as it was printed; `grade` is this one."""
    line = re.sub(r"\bgrade\b(?=\s|$)", f"{shlex.quote(sys.executable)} -m grader", line)
    done = subprocess.run(
        [*before, "bash", "-c", line],
        cwd=cwd,
        env=kit.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def advised(run: Run, pattern: str) -> str:
    """Return the command that was printed, which the pattern describes."""
    found = re.search(pattern, said(run))
    assert found, f"no {pattern!r} in: {said(run)}"
    return found[0].strip("`. ")


def is_back(kata: Path, stage: str = "stage1") -> bool:
    return grade(stage, "--json", cwd=kata).report["outcome"] == "passed"


def test_started_one_folder_too_high(home: Path) -> None:
    for command in ((), ("stage1",), ("hint",)):
        run = grade(*command, cwd=home)
        assert run.code == 2
        step = advised(run, r"cd my-kata\b")
    assert shell(f"{step} && grade stage1", home).code == 0


def test_started_where_no_kata_is(tmp_path: Path) -> None:
    run = grade("stage1", cwd=tmp_path)
    line = advised(run, r"grade init my-kata && cd my-kata")
    assert shell(f"{line} && grade", tmp_path).code == 0


def test_edited_the_solutions_of_a_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    for name in ("solutions", "exercises", "checkpoints"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "course.toml", clone)
    kit.edit(clone / "solutions" / "engine.py", ("self.grad += out.grad", "self.grad += 1.0 * out.grad"))
    run = grade("stage1", cwd=clone / "solutions")
    assert "exercises/engine.py:" in said(run)
    assert f"what was checked is {clone / 'exercises'}. For work of your own:" in said(run)
    line = advised(run, r"grade init my-kata && cd my-kata")
    assert shell(f"{line} && cp ../engine.py . && grade stage1", clone / "solutions").code == 0


@pytest.mark.parametrize("name", ["my_engine.py", "value.py", "engine2.py"])
def test_renamed_the_file(home: Path, name: str) -> None:
    kata = home / "my-kata"
    (kata / "engine.py").rename(kata / name)
    for command in ((), ("stage1",)):
        run = grade(*command, cwd=kata)
        line = advised(run, r"`mv \S+ engine\.py`")
    assert shell(line, kata).code == 0
    assert is_back(kata)


def test_deleted_a_stub(home: Path) -> None:
    kata = home / "my-kata"
    start = ENGINE.index("    def __radd__")
    without = ENGINE[:start] + ENGINE[ENGINE.index("    def __mul__", start) :]
    (kata / "engine.py").write_text(without, encoding="utf-8")
    for command in ((), ("stage1",)):
        run = grade(*command, cwd=kata)
        line = advised(run, r"`grade reset stage1 --unit Value\.__radd__`")
    assert shell(line, kata).code == 0
    kit.edit(kata / "engine.py", ("raise NotImplementedError", "return self + other"))
    assert is_back(kata)


def test_deleted_the_file_or_all_that_was_in_it(home: Path) -> None:
    kata = home / "my-kata"
    for gone in (True, False):
        (kata / "engine.py").unlink() if gone else (kata / "engine.py").write_text("", encoding="utf-8")
        line = advised(grade("stage1", cwd=kata), r"`grade reset stage1`")
        assert shell(line, kata).code == 0
        assert (kata / "engine.py").read_bytes().startswith((ROOT / "exercises" / "engine.py").read_bytes())
        (kata / "engine.py").write_text(ENGINE, encoding="utf-8")
    assert is_back(kata)


@pytest.mark.skipif(not OLD_PYTHONS, reason="there is no Python before 3.11 here")
def test_an_old_python(home: Path) -> None:
    started = 0
    for python in OLD_PYTHONS:
        command = [python, "-m", "grader", "stage1"]
        env = kit.environment(PYTHONPATH=str(ROOT))
        old = subprocess.run(command, cwd=home / "my-kata", env=env, capture_output=True, encoding="utf-8", timeout=60)
        if "command not found" in old.stderr:  # of a manager of versions that has another one set
            continue
        started += 1
        assert old.returncode == 2
        assert "needs Python 3.11 or newer, and this is Python 3." in old.stderr
        assert "-m venv .venv" in old.stderr
    if not started:
        pytest.skip("the old Pythons here do not start")
    assert is_back(home / "my-kata")


def test_no_git_and_nothing_else_on_the_path(tmp_path: Path) -> None:
    env = {"PATH": str(tmp_path)}
    assert grade("--course", ROOT, "init", "my-kata", cwd=tmp_path, env=env).code == 0
    kata = tmp_path / "my-kata"
    (kata / "engine.py").write_text(ENGINE, encoding="utf-8")
    assert "git is not installed; nothing here needs it" in said(grade("doctor", cwd=kata, env=env))
    for command in (("stage1",), ("reset", "stage1"), ("undo",), ("stage1",)):
        assert grade(*command, cwd=kata, env=env).code == 0


def test_spaces_and_chinese_characters_in_the_path(tmp_path: Path) -> None:
    home = tmp_path / "我的 文档"
    home.mkdir()
    made = grade("--course", ROOT, "init", "自动 微分", cwd=home)
    line = advised(made, r'cd "自动 微分"')
    kata = home / "自动 微分"
    (kata / "engine.py").write_text(ENGINE.replace("self.data + other.data", "self.dat + other.data"), encoding="utf-8")
    assert "engine.py:" in said(shell(f"{line} && grade stage1", home))
    assert grade("reset", "stage1", cwd=kata).code == 0
    assert grade("undo", cwd=kata).code == 0
    (kata / "engine.py").write_text(ENGINE, encoding="utf-8")
    assert is_back(kata)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_saved_as_utf_16(home: Path, encoding: str) -> None:
    file = home / "my-kata" / "engine.py"
    file.write_bytes(ENGINE.encode(encoding))
    text = said(grade("stage1", cwd=file.parent))
    assert "saved as UTF-16; save the file as UTF-8" in text
    assert "Save with Encoding, UTF-8." in text
    assert "Encoding: UTF-8." in text
    file.write_text(file.read_bytes().decode(encoding), encoding="utf-8")  # which is what these menus do
    assert is_back(file.parent)


def test_tabs_among_spaces(home: Path) -> None:
    file = home / "my-kata" / "engine.py"
    file.write_text(ENGINE.replace("        self.grad = 0.0", "\tself.grad = 0.0", 1), encoding="utf-8")
    text = said(grade("stage1", cwd=file.parent))
    assert "TabError" in text
    assert "engine.py:" in text
    assert "replace each tab by four spaces" in text
    file.write_text(file.read_text(encoding="utf-8").replace("\t", "    " * 2), encoding="utf-8")
    assert is_back(file.parent)


def test_ran_the_file_as_a_program(tmp_path: Path) -> None:
    assert grade("--course", ROOT, "init", "my-kata", cwd=tmp_path).code == 0
    kata = tmp_path / "my-kata"
    for module in ("engine.py", "nn.py"):
        run = subprocess.run([sys.executable, module], cwd=kata, capture_output=True, encoding="utf-8", timeout=60)
        assert run.stderr == ""
        line = re.search(r"type: (grade)", run.stdout)
        assert line
    assert "You are at stage1" in said(shell(line[1], kata))


def without_root_powers() -> list[str]:
    """Return what makes root an ordinary user where permissions are concerned."""
    if os.geteuid() != 0:
        return []
    powers = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    try:
        subprocess.run([*powers, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("root ignores permissions here")
    return powers


def test_a_folder_that_may_not_be_written(home: Path) -> None:
    powers, kata = without_root_powers(), home / "my-kata"
    home.chmod(0o555)
    kata.chmod(0o555)
    before = (kata / "engine.py").read_bytes()
    try:
        made = grade("--course", ROOT, "init", "other", cwd=home, before=powers)
        assert made.code == 2
        assert "cannot make the folder other: Permission denied Choose another place." in said(made)
        refused = grade("reset", "stage1", cwd=kata, before=powers)
        assert (refused.code, refused.out) == (2, "")
        assert "Nothing was changed. Check that the folder may be written." in said(refused)
        assert "may not be written" in said(grade("doctor", cwd=kata, before=powers))
        assert grade("stage1", cwd=kata, before=powers).code == 0
        assert (kata / "engine.py").read_bytes() == before
    finally:
        home.chmod(0o755)
        kata.chmod(0o755)
    assert grade("reset", "stage1", cwd=kata, before=powers).code == 0


def test_the_file_of_the_next_stage_is_missing(home: Path) -> None:
    kata = home / "my-kata"
    (kata / "nn.py").unlink()
    assert is_back(kata, "stage5")
    for command in (("stage6",), ()):
        line = advised(grade(*command, cwd=kata), r"`grade reset stage6`")
    assert shell(line, kata).code == 0
    assert "Write `zero_grad` in nn.py:" in said(grade("stage6", cwd=kata))


def test_a_kata_in_a_kata(home: Path) -> None:
    outer = home / "my-kata"
    made = grade("--course", ROOT, "init", "my-kata", cwd=outer)
    assert "It lies in another folder to work in" in said(made)
    inner = outer / "my-kata"
    for command in (("stage1",), ()):
        run = grade(*command, cwd=inner)
        assert f"What was checked is {inner}" in said(run)
        line = advised(run, r"cd \S+my-kata\b")
    assert shell(f"{line} && grade stage1", inner).code == 0
    assert "What was checked" not in said(grade("stage1", cwd=outer))


def test_named_a_class_nearly_right(home: Path) -> None:
    kata = home / "my-kata"
    (kata / "engine.py").write_text(ENGINE.replace("Value", "Valeu"), encoding="utf-8")
    assert "There is no `Value.__add__`, but a `Valeu`. Give it the right name" in said(grade("stage1", cwd=kata))


def test_asked_for_a_stage_by_its_number(home: Path) -> None:
    run = grade("1", cwd=home / "my-kata")
    assert run.code == 2
    assert shell(advised(run, r"grade stage1\b"), home / "my-kata").code == 0
