"""Golden cases: submissions of many handwritings, and what the grader must say of each.

A case is a folder of `tests/golden`: the submission's files and `expected.toml`. Its upper half is written by hand:

    about = "what is special in it"
    mistake = "A1"          its kind, as in the README of the folder
    borrows = ["engine"]    modules that come from the course's solutions; their stages are left out
    catches = ["stage1/test_…"]   checks that must not pass, with any seed

The lower half, below the line of dashes, is measured: `python tests/golden_cases.py [--quick] [CASE …]` examines each
case ten times with the practice seed, writes what all ten agree on, and says if a catch passes with another seed. Look
at the difference before you commit it. (Quick is twice instead of ten times.)

    passed = ["stage1"]     stages in which every check passed
    todo = ["stage7"]       stages in which every check is to do
    [stage3]                any other stage
    outcome = "failed"
    points = 4
    failed = ["test_…"]     its checks that did not pass, by outcome; "all" when they all ended so
    first = {…}             the first that did not pass, as the learner reads it: what stays the same in all ten
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from grader.course import Course, load_course
from grader.report import CheckResult, Report
from grader.session import Session, run_session
from grader.submission import Submission, read_submission
from grader.verdict import Check
from grader.workers import InProcessSource, Spawner

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
EXPECTED = "expected.toml"
LINE = "# " + "-" * 70 + " measured\n"
RUNS = 10
OTHER_SEEDS = (1, 2, 3, 4, 5)
CORE = 7  # stages that every case has code for
ALL = "all"
KINDS = ("crashed", "timeout", "failed", "todo")
SHOWN = ("expected", "actual", "message")  # of the first check that did not pass

Found = dict[str, Any]  # of one stage: its lower half


def autograd() -> Course:
    """The course's core, with its own deadlines: a busy machine must not fail what is only slow.

    What comes after the core is held to its promises by `grade course check`, in no more than one handwriting.
    """
    course = load_course(ROOT)
    return msgspec.structs.replace(course, stages=course.stages[:CORE])


@dataclass(frozen=True)
class Case:
    """One golden folder."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def expected(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / EXPECTED).read_text(encoding="utf-8"))

    def wanted(self, course: Course, safe: bool = False) -> Callable[[Check], bool]:
        """Whether a check is about this case, and, if it must be safe, in a stage that nothing loops or crashes in."""
        borrowed = self.expected.get("borrows", [])
        stages = {stage.name for stage in course.stages if stage.module not in borrowed}
        stages -= {stage for stage in stages if safe and {"timeout", "crashed"} & set(self.expected.get(stage, {}))}
        return lambda check: check.stage in stages

    def submission(self, course: Course) -> Submission:
        """Read the folder; what it borrows comes from the solutions."""
        own = read_submission(course, self.folder)
        borrowed = self.expected.get("borrows", [])
        if not borrowed:
            return own
        files = read_submission(course, course.solutions).files
        return Submission(course, {**own.files, **{name: files[name] for name in borrowed}}, {})


CASES = {folder.name: Case(folder) for folder in sorted(GOLDEN.iterdir()) if folder.is_dir()}


def examine_all(cases: Iterable[Case], in_process: bool = False) -> dict[str, list[Report]]:
    """Examine the cases in one session; in this process only what neither stops it nor ends it."""
    course = autograd()

    def drive(session: Session) -> dict[str, list[Report]]:
        return {c.name: session.examine(c.submission(course), wanted=c.wanted(course, in_process)) for c in cases}

    source = InProcessSource() if in_process else Spawner(course.limits)
    try:
        return run_session(course, course.stages, source, drive)
    finally:
        source.close()


# -- what was found, in the form of the lower half -------------------------------------------------------------------


def _found(report: Report) -> Found:
    result: Found = {"outcome": report.outcome.value, "points": report.points}
    missed = [check for check in report.checks if check.outcome != "passed"]
    for kind in KINDS:
        if checks := [check.id for check in missed if check.outcome == kind]:
            result[kind] = checks if len(checks) < len(report.checks) else ALL
    if missed:
        first = next((check for check in missed if check.outcome != "todo"), missed[0])
        result["first"] = {"check": first.id} | _shown(first)
    return result


def _shown(check: CheckResult) -> dict[str, str]:
    texts = {name: getattr(check, name) for name in SHOWN}
    return {name: settled(text) for name, text in texts.items() if text}


_NUMBER = re.compile(r"-?\d+\.\d{7,}(?:e[-+]\d+)?|-?\d+\.\d*e[-+]\d+")


def settled(text: str) -> str:
    """Return a text without what differs from machine to machine: the last digits of a float, an address."""
    text = re.sub(r"\b0x[0-9a-f]+", "0x…", text)
    return _NUMBER.sub(lambda match: f"{float(match[0]):.7g}", text)


# -- writing the lower half ------------------------------------------------------------------------------------------


def agreed(runs: Sequence[Sequence[Report]]) -> dict[str, Found]:
    """Return what all runs found, stage by stage; Unstable when a check ended differently in two of them."""
    return {stage[0].stage: _agreed([_found(report) for report in stage]) for stage in zip(*runs, strict=True)}


class Unstable(Exception):
    """The same code got different verdicts: the check asks something that a set's order decides, say."""


def _agreed(runs: Sequence[Found]) -> Found:
    firsts = [run.pop("first", {}) for run in runs]
    for run in runs:
        if run != runs[0]:
            raise Unstable(f"{runs[0]} and {run}")
    same = {key: text for key, text in firsts[0].items() if all(first.get(key) == text for first in firsts)}
    return runs[0] | ({"first": same} if same else {})


def measured(stages: Mapping[str, Found]) -> str:
    """Return the lower half of `expected.toml` as text."""
    passed = [name for name, stage in stages.items() if stage["outcome"] == "passed"]
    todo = [name for name, stage in stages.items() if stage.get("todo") == ALL]
    lines = [f"{key} = {_toml(value)}" for key, value in (("passed", passed), ("todo", todo)) if value]
    for name, stage in stages.items():
        if name not in passed and name not in todo:
            lines += ["", f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in stage.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        items = [_toml(item) for item in value]
        short = f"[{', '.join(items)}]"
        return short if len(short) < 100 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def refresh(names: Sequence[str], times: int = RUNS) -> None:
    """Examine the named cases (all without names) so many times, and write what was found."""
    course, cases = autograd(), [CASES[name] for name in names or CASES]

    def drive(session: Session) -> None:
        for case in cases:
            submission, wanted = case.submission(course), case.wanted(course)
            runs = [session.examine(submission, wanted=wanted) for _ in range(times)]
            try:
                _write(case, agreed(runs))
            except Unstable as difference:
                print(f"{case.name} is left as it was, since its runs differ: {difference}")
            for seed in OTHER_SEEDS[: times // 2]:
                for text in uncaught(case, session.examine(submission, seed, wanted)):
                    print(f"{case.name}, seed {seed}: {text}")

    source = Spawner(course.limits)
    run_session(course, course.stages, source, drive)
    source.close()


def _write(case: Case, stages: Mapping[str, Found]) -> None:
    file = case.folder / EXPECTED
    by_hand = file.read_text(encoding="utf-8").partition(LINE)[0]
    file.write_text(by_hand + LINE + measured(stages), encoding="utf-8", newline="\n")


def uncaught(case: Case, reports: Sequence[Report]) -> list[str]:
    """Return what is wrong with the reports: a catch that passed, a check of a fair case that did not."""
    ends = {f"{report.stage}/{check.id}": check.outcome.value for report in reports for check in report.checks}
    caught = case.expected.get("catches", [])
    if not caught and case.name.startswith("fair_"):
        return [f"{check} is {end}" for check, end in ends.items() if end != "passed"]
    return [f"{check} is {ends.get(check)}" for check in caught if ends.get(check) in (None, "passed")]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--in-process"]:  # for the tests: what this process would make of the named cases
        reports = examine_all((CASES[name] for name in sys.argv[3:]), in_process=True)
        Path(sys.argv[2]).write_bytes(msgspec.msgpack.encode(reports))  # JSON has no nan
    elif sys.argv[1:2] == ["--quick"]:
        refresh(sys.argv[2:], times=2)
    else:
        refresh(sys.argv[1:])
