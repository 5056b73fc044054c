"""Nothing around a grading run changes what it finds: settings, plugins, files beside the exercise, the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import kit
import pytest
from kit import SHAPES, Run, grade, solution, workspace

# One check passes, one fails with values, one is to do, one is hidden, one prints: there is much to disturb.
PLANE = solution(
    "plane",
    ("    return ((p[0]", "    print('halfway')\n    return ((p[0]"),
    ("return sum(distance(p, q) for p, q in sides(points))", "raise NotImplementedError"),
    ("abs(sum(", "(sum("),
)
RAISING = "raise SystemError('this file must not be imported')\n"


@pytest.fixture
def kata(tmp_path: Path) -> Path:
    return workspace(tmp_path / "kata", plane=PLANE)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    run = grade("outlines", "--json", cwd=workspace(tmp_path_factory.mktemp("undisturbed"), plane=PLANE))
    assert run.code == 1
    assert sorted(run.outcomes.values()) == ["failed", "passed", "passed", "todo", "todo"]
    return run


def same(run: Run, undisturbed: Run) -> bool:
    return run.code == 1 and run.err == "" and run.findings() == undisturbed.findings()


SETTINGS = {
    "pytest.ini": "[pytest]\naddopts = -k nothing --collect-only --no-such-option\npython_functions = none_*\n",
    "setup.cfg": "[tool:pytest]\naddopts = --maxfail=1 --no-such-option\n",
    "tox.ini": "[pytest]\naddopts = --no-such-option\nfilterwarnings = error\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = ['--no-such-option']\nminversion = '999'\n",
    "conftest.py": RAISING,
    ".pytest.ini": "[pytest]\naddopts = --no-such-option\n",
}


@pytest.mark.parametrize("where", ["beside the exercise", "in the course", "beside the checkpoints"])
def test_settings_of_other_tools_change_nothing(shapes: Path, tmp_path: Path, undisturbed: Run, where: str) -> None:
    kata = workspace(tmp_path / "kata", shapes, plane=PLANE)
    folder = {"beside the exercise": kata, "in the course": shapes, "beside the checkpoints": shapes / "checkpoints"}
    for name, text in SETTINGS.items():
        if where != "beside the checkpoints" or name != "conftest.py":  # that one is the course's own
            (folder[where] / name).write_text(text, encoding="utf-8")
    assert same(grade("outlines", "--json", cwd=kata), undisturbed)


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTEST_ADDOPTS": "-k nothing --collect-only"},
        {"PYTEST_ADDOPTS": "--no-such-option"},
        {"PYTEST_PLUGINS": "no_such_plugin"},
        {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "0"},
        {"PYTHONOPTIMIZE": "1"},
        {"PYTHONOPTIMIZE": "2"},
        {"PYTHONWARNINGS": "error"},
        {"PYTHONHASHSEED": "7", "PYTHONDONTWRITEBYTECODE": "1"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
        {"COLUMNS": "10", "TERM": "dumb", "NO_COLOR": "1"},
        {"FORCE_COLOR": "1"},
        {"HOME": None, "PATH": None, "LC_ALL": None},
        {"PYTHONUNBUFFERED": "1", "PYTHONFAULTHANDLER": "1"},
    ],
    ids=lambda variables: " ".join(f"{name}={value}" for name, value in variables.items()),
)
def test_environment_changes_nothing(kata: Path, undisturbed: Run, variables: dict[str, str | None]) -> None:
    assert same(grade("outlines", "--json", cwd=kata, env=variables), undisturbed)


@pytest.mark.parametrize("option", ["-O", "-OO", "-B", "-Werror", "-Xutf8=0", "-Xdev"])
def test_options_of_python_change_nothing(kata: Path, undisturbed: Run, option: str) -> None:
    assert same(grade("outlines", "--json", cwd=kata, python=[option]), undisturbed)


def test_a_learners_assert_counts_under_every_optimization(tmp_path: Path) -> None:
    refusing = solution("plane", ("    return math.hypot", "    assert p is None, 'no points'\n    return math.hypot"))
    kata = workspace(tmp_path / "kata", plane=refusing)
    for variables in ({}, {"PYTHONOPTIMIZE": "2"}):
        run = grade("points", "--json", cwd=kata, env=variables)
        assert "AssertionError: no points" in run.check("3-4-5")["message"]


def test_help_is_there_under_optimization() -> None:
    assert "Without a command: the board" in grade("--help", cwd=SHAPES, python=["-OO"]).out


LIBRARIES = ("random", "pytest", "json", "math", "click", "msgspec", "rich", "compass", "_pytest", "pluggy", "test_pen")


def test_modules_named_like_libraries_beside_the_exercise_change_nothing(kata: Path, undisturbed: Run) -> None:
    for name in LIBRARIES:
        (kata / f"{name}.py").write_text(RAISING, encoding="utf-8")
    assert same(grade("outlines", "--json", cwd=kata), undisturbed)


def test_script_looks_for_no_module_beside_the_exercise(kata: Path, undisturbed: Run) -> None:
    """`python -m grader` takes these two from the current folder, as Python does; `grade` doesn't."""
    for name in (*LIBRARIES, "grader", "typing"):
        (kata / f"{name}.py").write_text(RAISING, encoding="utf-8")
    script = Path(sys.executable).with_name("grade")
    finished = subprocess.run(
        [script, "outlines", "--json"], cwd=kata, env=kit.environment(), capture_output=True, encoding="utf-8"
    )
    assert same(Run(finished.returncode, finished.stdout, finished.stderr), undisturbed)


def test_pythonpath_changes_nothing(kata: Path, tmp_path: Path, undisturbed: Run) -> None:
    folder = tmp_path / "on the path"
    folder.mkdir()
    for name in LIBRARIES:
        (folder / f"{name}.py").write_text(RAISING, encoding="utf-8")
    path = os.pathsep.join([str(folder), "", "."])
    assert same(grade("outlines", "--json", cwd=kata, env={"PYTHONPATH": path}), undisturbed)


def test_installed_plugins_change_nothing(kata: Path, tmp_path: Path, undisturbed: Run) -> None:
    """A distribution with a pytest plugin that breaks every run lies beside the grader's own libraries."""
    folder = tmp_path / "site"
    (folder / "evil-1.0.dist-info").mkdir(parents=True)
    (folder / "evil-1.0.dist-info" / "METADATA").write_text("Name: evil\nVersion: 1.0\n", encoding="utf-8")
    (folder / "evil-1.0.dist-info" / "entry_points.txt").write_text("[pytest11]\nevil = evil\n", encoding="utf-8")
    (folder / "evil.py").write_text(
        "import pytest\nprint('evil was here')\n"
        "@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_protocol(item, nextitem):\n    return True\n",
        encoding="utf-8",
    )
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); from grader.__main__ import main; main()"
    command = [sys.executable, "-c", start, "outlines", "--json"]
    finished = subprocess.run(command, cwd=kata, env=kit.environment(), capture_output=True, encoding="utf-8")
    assert same(Run(finished.returncode, finished.stdout, finished.stderr), undisturbed)
    plain = [sys.executable, "-c", start.replace("grader.__main__ import main", "pytest import main"), "--co"]
    seen = subprocess.run(plain, cwd=tmp_path, env=kit.environment(), capture_output=True, encoding="utf-8")
    assert "evil was here" in seen.stdout + seen.stderr, "the plugin must be one that pytest would load"


@pytest.mark.parametrize("name", ["with space", "grüße-日本", "a[b]c", "x::y", "-k", "100%", "it's", "a=b", "@file"])
def test_strange_folder_names_change_nothing(tmp_path: Path, undisturbed: Run, name: str) -> None:
    course = kit.copy_course(tmp_path / name / f"course {name}")
    kata = workspace(tmp_path / name / f"kata {name}", course, plane=PLANE)
    assert same(grade("outlines", "--json", cwd=kata), undisturbed)


def test_run_from_elsewhere_changes_nothing(kata: Path, tmp_path: Path, undisturbed: Run) -> None:
    below = kata / "notes" / "deep"
    below.mkdir(parents=True)
    assert same(grade("outlines", "--json", cwd=below), undisturbed)
    assert same(grade("--course", SHAPES, "outlines", "--submission", kata, "--json", cwd=Path("/")), undisturbed)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete a folder that is in use")
def test_folder_that_was_deleted_is_a_clear_message(tmp_path: Path, kata: Path) -> None:
    for arguments in ("outlines --json", f"--course {SHAPES} outlines --submission {kata}", "init new"):
        gone = tmp_path / "gone"
        gone.mkdir()
        command = f'cd "{gone}" && rmdir "{gone}" && exec "{sys.executable}" -m grader {arguments}'
        run = subprocess.run(["sh", "-c", command], env=kit.environment(), capture_output=True, encoding="utf-8")
        assert (run.returncode, run.stdout) == (2, "")
        assert "the current folder no longer exists" in run.stderr
        assert "Traceback" not in run.stderr


def _without_root_powers() -> list[str]:
    """Return what makes root an ordinary user where permissions are concerned."""
    if os.geteuid() != 0:
        return []
    powers = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    try:
        subprocess.run([*powers, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("root ignores permissions here")
    return powers


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_read_only_folders_change_nothing(shapes: Path, tmp_path: Path, undisturbed: Run) -> None:
    powers = _without_root_powers()
    kata = workspace(tmp_path / "kata", shapes, plane=PLANE)
    folders = [kata, *(path for path in (shapes, *shapes.rglob("*")) if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert same(grade("outlines", "--json", cwd=kata, before=powers), undisturbed)
        refused = grade("outlines", "--junit", "report.xml", cwd=kata, before=powers)
        assert (refused.code, refused.out) == (2, "")
        assert "cannot write report.xml: Permission denied" in refused.err
        init = grade("--course", shapes, "init", "new", cwd=kata, before=powers)
        assert init.code == 2
        assert "cannot make the folder new: Permission denied" in init.err
        assert sorted(path.name for path in kata.iterdir()) == ["kata.toml", "pen.py", "plane.py"]
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_file_without_read_permission_is_a_clear_message(kata: Path) -> None:
    powers = _without_root_powers()
    (kata / "plane.py").chmod(0)
    run = grade("outlines", cwd=kata, before=powers)
    (kata / "plane.py").chmod(0o644)
    assert run.code == 1
    assert run.out.count("plane.py cannot be read: Permission denied") == 1


def test_nothing_is_left_in_the_workspace(kata: Path) -> None:
    before = sorted(path.name for path in kata.rglob("*"))
    grade("outlines", cwd=kata)
    grade(cwd=kata)
    assert sorted(path.name for path in kata.rglob("*")) == before


def test_conftest_beside_the_checkpoints_is_the_courses_own(shapes: Path, tmp_path: Path, undisturbed: Run) -> None:
    (shapes / "checkpoints" / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef eight():\n    return 8\n", encoding="utf-8"
    )
    kit.edit(
        shapes / "checkpoints" / "test_outlines.py", ("closes_the_outline(plane)", "closes_the_outline(plane, eight)")
    )
    assert same(grade("outlines", "--json", cwd=workspace(tmp_path / "kata", shapes, plane=PLANE)), undisturbed)
