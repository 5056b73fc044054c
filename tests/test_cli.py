"""The command as users meet it: a process of its own, its exit code, what it prints where."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import kit
import pytest
from kit import SHAPES, STAGES, Run, grade, solution, workspace

WRONG = ("q[1] - p[1])", "q[1] + p[1])")  # in distance


@pytest.fixture(scope="session")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`grade points --json` on the solutions."""
    return grade("points", "--json", cwd=workspace(tmp_path_factory.mktemp("passed")))


def is_usage_error(run: Run) -> bool:
    """Exit code 2, something said on stderr, nothing on stdout."""
    return run.code == 2 and run.out == "" and run.err != ""


# -- what it does ---------------------------------------------------------------------------------------------------


def test_passed_is_exit_code_0(passed: Run) -> None:
    assert passed.code == 0
    assert passed.err == ""
    assert passed.report["outcome"] == "passed"


def test_json_has_every_documented_field(passed: Run) -> None:
    documented = {
        "schema": 1,
        "course": "shapes",
        "stage": "points",
        "outcome": "passed",
        "points": 8.0,
        "max_points": 8.0,
        "seed": 1234,
        "isolation": "practice",
        "diagnosis": None,
        "blame": [],
    }
    assert {name: passed.report[name] for name in documented} == documented
    assert 0 < passed.report["seconds"] < 30
    assert passed.check("is_a_pair") | {
        "id": "test_midpoint_is_a_pair",
        "title": "midpoint((0, 0), (4, 2)) is the pair (2, 1).",
        "outcome": "passed",
        "points": 1.0,
        "max_points": 1.0,
        "expected": None,
        "actual": None,
        "message": "",
        "units": ["plane:midpoint"],
        "hidden": False,
    } == passed.check("is_a_pair")


def test_not_passed_is_exit_code_1(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", WRONG))
    run = grade("points", cwd=kata)
    assert run.code == 1
    assert run.err == ""
    assert "failed" in run.out
    assert "Pythagoras" in run.out, "the hint of the first failing check"
    assert "Next: Look at `distance` in plane.py:6. Then run `grade points` again." in " ".join(run.out.split())


def test_stubs_are_to_do_and_exit_code_1() -> None:
    run = grade("points", cwd=SHAPES)
    assert run.code == 1
    assert "to do" in run.out
    assert "✗" not in run.out
    assert "Write `distance` in exercises/plane.py:6; checkpoints/lessons/points.md explains it." in " ".join(
        run.out.split()
    )


def test_board_measures_every_stage_and_exits_0(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", (" / 2\n", " / 3\n")))
    run = grade(cwd=kata)
    assert run.code == 0
    lines = {line.split()[1]: line.split() for line in run.out.splitlines() if line[1:2] in "✓✗○" and line.strip()}
    assert {name: (line[0], line[-2]) for name, line in lines.items()} == {
        "points": ("✓", "6/6"),
        "outlines": ("✗", "2/5"),
        "pen": ("✓", "6/6"),
        "figures": ("✗", "3/5"),
    }
    assert "next: `area`" in run.out
    assert "You are at outlines. Run `grade outlines`" in run.out


def test_board_of_a_finished_course(solved: Path) -> None:
    run = grade(cwd=solved)
    assert run.code == 0
    assert "Everything passes." in run.out


def test_submission_may_be_any_folder_or_one_file(solved: Path) -> None:
    folder = grade("outlines", "--submission", SHAPES / "exercises", "--json", cwd=solved)
    assert (folder.code, folder.report["outcome"]) == (1, "todo")
    file = grade("outlines", "--submission", solved / "plane.py", "--json", cwd=SHAPES)
    assert (file.code, file.report["outcome"]) == (0, "passed")
    relative = grade("pen", "--submission", "solutions", "--json", cwd=SHAPES)
    assert relative.report["outcome"] == "passed"


def test_check_runs_only_the_checks_named(solved: Path) -> None:
    one = grade("points", "--json", "--check", "test_midpoint_is_a_pair", cwd=solved)
    assert list(one.outcomes) == ["test_midpoint_is_a_pair"]
    assert one.report["max_points"] == 1.0
    every_case = grade("points", "--json", "--check", "test_distance_of_known_points", cwd=solved)
    assert list(every_case.outcomes) == [
        f"test_distance_of_known_points[{case}]" for case in ("3-4-5", "straight-up", "negative")
    ]
    two = grade(
        "points",
        "--json",
        "--check=test_distance_of_known_points[negative]",
        "--check=test_midpoint_is_a_pair",
        cwd=solved,
    )
    assert len(two.outcomes) == 2


def test_seed_decides_the_random_inputs(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", ("/ 2, (p[1]", "/ 3, (p[1]")))
    select = ("--json", "--check", "test_midpoint_is_as_far_from_both")

    def seen(*seed: str) -> tuple[int, str]:
        report = grade("points", *select, *seed, cwd=kata).report
        return report["seed"], report["checks"][0]["expected"]

    assert seen("--seed", "7") == seen("--seed", "7")
    assert seen("--seed", "7")[0] == 7
    assert seen("--seed", "7")[1] != seen("--seed", "8")[1]
    assert seen() == seen("--seed", "1234")


def test_one_check_alone_draws_the_same_inputs(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", ("/ 2, (p[1]", "/ 3, (p[1]")))
    name = "test_midpoint_is_as_far_from_both"
    alone = grade("points", "--json", "--check", name, cwd=kata)
    among = grade("points", "--json", cwd=kata)
    assert alone.check(name) == among.check(name)


def test_junit_has_the_right_counts(tmp_path: Path) -> None:
    stub = ("return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)", "raise NotImplementedError")
    kata = workspace(tmp_path / "kata", plane=solution("plane", stub, WRONG))
    run = grade("points", "--json", "--junit", "report.xml", cwd=kata)
    suite = ElementTree.parse(kata / "report.xml").getroot().find("testsuite")
    assert suite is not None
    outcomes = list(run.outcomes.values())
    assert suite.get("tests") == str(len(outcomes)) == "6"
    assert suite.get("failures") == str(outcomes.count("failed")) == str(len(suite.findall("testcase/failure")))
    assert suite.get("skipped") == str(outcomes.count("todo")) == str(len(suite.findall("testcase/skipped")))
    assert suite.get("errors") == "0"
    assert outcomes.count("todo") == 2


def test_in_process_agrees_with_the_worker(tmp_path: Path) -> None:
    stub = ("self.heading = (self.heading + degrees) % 360", "raise NotImplementedError")
    kata = workspace(tmp_path / "kata", plane=solution("plane", WRONG), pen=solution("pen", stub))
    for stage in STAGES:
        worker = grade(stage, "--json", cwd=kata)
        inside = grade(stage, "--json", "--in-process", cwd=kata)
        assert inside.code == worker.code
        assert inside.findings() == worker.findings() | {"isolation": "in-process"}


def test_hidden_check_is_shown_in_full_to_instructors_only(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", ("abs(sum(", "(sum(")))
    student = grade("outlines", "--json", cwd=kata).check("either_direction")
    full = grade("outlines", "--json", "--full", cwd=kata).check("either_direction")
    assert student["outcome"] == full["outcome"] == "failed"
    assert full["actual"].startswith("-")
    assert (student["expected"], student["actual"], student["message"], student["code"]) == (None, None, "", "")


def test_help_lists_stages_and_commands() -> None:
    run = grade("--help", cwd=SHAPES)
    assert run.code == 0
    for text in (*STAGES, "Two points", "Drawing by walking", "init", "course"):
        assert text in run.out


def test_help_works_without_a_course(tmp_path: Path) -> None:
    run = grade("--help", cwd=tmp_path)
    assert run.code == 0
    assert "init" in run.out


def test_version() -> None:
    run = grade("--version", cwd=SHAPES)
    assert (run.code, run.out) == (0, "gradkata 0.1.0\n")


def test_shell_completion_offers_stages_and_their_options() -> None:
    words = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade ou", "COMP_CWORD": "1"}
    assert grade(cwd=SHAPES, env=words).out.split() == ["plain,outlines"]
    words = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade outlines --ju", "COMP_CWORD": "2"}
    assert grade(cwd=SHAPES, env=words).out.split() == ["plain,--junit"]


def test_shell_completion_without_a_course_stays_quiet(tmp_path: Path) -> None:
    words = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade in", "COMP_CWORD": "1"}
    run = grade(cwd=tmp_path, env=words)
    assert (run.out.split(), run.err) == (["plain,init"], "")


def completed(shell: str, line: str, word: str, cwd: Path) -> list[str]:
    words = {"_GRADE_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_LINE": line, "COMP_WORD": word}
    return [line for line in grade(cwd=cwd, env={**words, "COMP_CWORD": word or "1"}).out.splitlines() if line]


def test_commands_complete_the_stages_that_they_take(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    for command in ("hint", "lesson", "solution", "reset"):
        words = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": f"grade {command} po", "COMP_CWORD": "2"}
        assert grade(cwd=kata, env=words).out.split() == ["plain,points"]


@pytest.mark.parametrize(
    ("line", "word", "offered"),
    [("grade ou", "ou", ["outlines\tOnce around"]), ("grade hint po", "po", ["points"]), ("grade init ", "", [])],
)
def test_powershell_gets_what_it_can_offer(tmp_path: Path, line: str, word: str, offered: list[str]) -> None:
    assert completed("powershell", line, word, workspace(tmp_path / "kata")) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_is_a_script_for_each_shell(tmp_path: Path, shell: str) -> None:
    run = grade("completion", shell, cwd=tmp_path)
    assert (run.code, run.err) == (0, "")
    assert "_GRADE_COMPLETE" in run.out
    assert f"{shell}_complete" in run.out


def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    starter = bin_folder / "grade"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m grader "$@"\n', encoding="utf-8")
    starter.chmod(0o755)
    script = (
        'complete() { :; }; eval "$(grade completion bash)"; '
        'COMP_WORDS=(grade hint po); COMP_CWORD=2; _grade_completion grade; echo "${COMPREPLY[@]}"'
    )
    env = kit.environment(PATH=f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    kata = workspace(tmp_path / "kata")
    run = subprocess.run([bash, "-c", script], cwd=kata, env=env, capture_output=True, encoding="utf-8", timeout=60)
    assert (run.stdout.strip(), run.stderr) == ("points", "")


# -- VS Code --------------------------------------------------------------------------------------------------------


def test_vscode_gets_tasks_whose_matcher_finds_what_is_printed(tmp_path: Path) -> None:
    made = grade("--course", SHAPES, "init", "my kata", "--vscode", cwd=tmp_path)
    assert made.code == 0
    assert 'Next: cd "my kata"' in made.out
    kata = tmp_path / "my kata"
    tasks = json.loads((kata / ".vscode" / "tasks.json").read_text(encoding="utf-8"))
    assert tasks["inputs"][0]["options"] == list(STAGES)
    task = tasks["tasks"][0]
    kit.edit(kata / "plane.py", ("    raise NotImplementedError\n\n\ndef midpoint", "    return p.x\n\n\ndef midpoint"))
    command = [task["command"], *(word.replace("${input:stage}", "points") for word in task["args"])]
    shown = subprocess.run(command, cwd=kata, env=kit.environment(), capture_output=True, encoding="utf-8", timeout=60)
    pattern = task["problemMatcher"]["pattern"]
    found = [match for line in shown.stdout.splitlines() if (match := re.match(pattern["regexp"], line))]
    places = {(match[pattern["file"]], int(match[pattern["line"]])) for match in found}
    assert places == {("plane.py", 8)}, "the line that raised, which is where to look"
    assert any(match[pattern["message"]].startswith("Next: Look at `distance`") for match in found)


def test_vscode_tasks_come_into_a_workspace_later_and_overwrite_nothing(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    for _ in range(2):
        assert grade("init", "--vscode", cwd=kata).code == 0
    file = kata / ".vscode" / "tasks.json"
    file.write_text("{}", encoding="utf-8")
    run = grade("init", "--vscode", cwd=kata)
    assert is_usage_error(run)
    assert file.read_text(encoding="utf-8") == "{}"
    assert is_usage_error(grade("init", "--vscode", cwd=tmp_path))
    assert is_usage_error(grade("init", cwd=tmp_path))


# -- what it refuses ------------------------------------------------------------------------------------------------


def test_no_course_here(tmp_path: Path) -> None:
    for arguments in ((), ("points",), ("lesson", "points")):
        run = grade(*arguments, cwd=tmp_path)
        assert is_usage_error(run)
        assert "there is no course here" in run.err
        assert "grade init" in run.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["outlnes"], "Did you mean 'outlines'?"),
        (["zzzzz"], "There are: points, outlines, pen, figures, "),
        (["lesson", "outlnes"], "Did you mean 'outlines'?"),
        (["lesson", "stage9"], "Its stages are points, outlines, pen, figures."),
        (["points", "--check", "test_midpoint_is_pair"], "Did you mean 'test_midpoint_is_a_pair'?"),
        (["points", "--check", "zzzzz"], "test_midpoint_is_a_pair"),
        (["points", "--submission", "nowhere"], "there is no submission at nowhere"),
        (["points", "--submission", "course.toml"], "Its modules are plane.py, pen.py."),
        (["points", "--junit", "no/such/folder/report.xml"], "cannot write no/such/folder/report.xml"),
        (["points", "--jsn"], "--json"),
        (["points", "--seed", "-1"], "--seed"),
        (["points", "--seed", "one"], "--seed"),
        (["points", "extra"], "extra"),
        (["--course", "nowhere", "points"], "there is no course 'nowhere'"),
        (["hint", "points", "--unit", "midpiont"], "Did you mean 'midpoint'?"),
        (["course"], "check"),
        (["init"], "FOLDER"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_usage_error(arguments: list[str], said: str) -> None:
    run = grade(*arguments, cwd=SHAPES)
    assert is_usage_error(run)
    assert said in run.err


def test_json_is_one_document_whatever_is_printed(tmp_path: Path, shapes: Path) -> None:
    kit.edit(
        shapes / "checkpoints" / "test_points.py",
        ("import math\n", "import math\nprint('the checkpoint prints')\n"),
        ("    middle = ", "    print('the check prints')\n    middle = "),
    )
    noisy = "print('the module prints')\n" + solution("plane", ("    return (", "    print('{}')\n    return ("))
    run = grade("points", "--json", cwd=workspace(tmp_path / "kata", shapes, plane=noisy))
    assert run.report["outcome"] == "passed"
    assert "{}" in run.check("is_a_pair")["output"]
    assert "the module prints" in json.dumps(run.report)


def test_refused_json_prints_nothing_on_stdout(tmp_path: Path) -> None:
    assert is_usage_error(grade("points", "--json", cwd=tmp_path))


# -- hint and lesson ------------------------------------------------------------------------------------------------


def test_hint_climbs_for_the_unit_that_needs_it(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", ("/ 2, (p[1]", "/ 3, (p[1]")))
    first = grade("hint", "points", cwd=kata)
    assert first.code == 0
    assert "Hint 1 of 4 for `midpoint`" in first.out
    assert "What is halfway between 0 and 4?" in first.out
    assert "grade hint points 2" in first.out
    last = grade("hint", "points", "9", "--unit", "distance", cwd=kata)
    assert "Hint 4 of 4 for `distance`" in last.out


def test_no_hint_where_everything_passes(solved: Path) -> None:
    run = grade("hint", cwd=solved)
    assert run.code == 0
    assert "Everything passes" in run.out
    assert "Hint 1" not in run.out
    assert "Hint 1 of" in grade("hint", "figures", cwd=solved).out, "one that is asked for by name is given"


def test_lesson_is_that_of_the_last_stage_where_everything_passes(solved: Path) -> None:
    assert grade("lesson", cwd=solved).out == grade("lesson", "figures", cwd=solved).out


@pytest.mark.parametrize(
    ("hidden", "said"),
    [(0, "solutions."), (1, "solutions and its hidden check."), (2, "solutions and 2 hidden checks.")],
)
def test_form_for_students_says_what_it_leaves_out(shapes: Path, tmp_path: Path, hidden: int, said: str) -> None:
    outlines, points = (shapes / "checkpoints" / f"test_{name}.py" for name in ("outlines", "points"))
    if hidden == 0:
        kit.edit(outlines, ("hidden=True, ", ""))
    elif hidden == 2:
        kit.edit(points, ('units=["midpoint"], points=1', 'units=["midpoint"], points=1, hidden=True'))
    run = grade("course", "build", "--students", tmp_path / "out", cwd=shapes)
    assert run.out == f"{tmp_path / 'out'}: the course without {said}\n"


def test_lesson_is_shown_without_its_hints(solved: Path) -> None:
    run = grade("lesson", "points", cwd=solved)
    assert run.code == 0
    assert "Predict first" in run.out
    assert "Pythagoras" not in run.out
    assert "math.hypot" not in run.out


# -- the grader is general ------------------------------------------------------------------------------------------


def test_course_check_finds_nothing_wrong_with_the_second_course() -> None:
    run = grade("course", "check", cwd=SHAPES)
    assert run.code == 0, run.out
    assert run.out.count("✓") == 8


def test_grade_is_also_a_script(solved: Path) -> None:
    import subprocess

    script = Path(sys.executable).with_name("grade")
    if not script.is_file():
        pytest.skip("the distribution is not installed here")
    finished = subprocess.run(
        [script, "points", "--json"], cwd=solved, env=kit.environment(), capture_output=True, check=True
    )
    assert json.loads(finished.stdout)["outcome"] == "passed"
