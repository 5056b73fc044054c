"""The mutation study: is every mutant of the reference failed by its own stage's checkpoint, on every run?

    python tests/mutants/study.py [--runs 10] [--unit engine:Value.tanh]

A mutant that passes even once is a survivor, unless `equivalent.toml` names it with the reason why no check could tell
it from the reference. Such a claim is tested: the mutant must also agree with the reference on random inputs (see
`differential.py`), values and gradients.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from pathlib import Path

import msgspec
from differential import agrees
from generate import Mutant, mutants

from grader.course import Course, load_course
from grader.report import Outcome
from grader.session import Session, Trial, run_session
from grader.source import parse
from grader.submission import Submission, solution_text
from grader.swap import swap
from grader.workers import Spawner

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
QUESTION_SECONDS = 0.5  # a looping mutant should not cost a study minutes


def submission_of(course: Course, mutant: Mutant) -> Submission:
    module, _, name = mutant.unit.partition(":")
    texts = {other: solution_text(course, other) for other in course.modules}
    texts[module] = swap(texts[module], name, mutant.source, parse(texts[module], module))
    return Submission.of_texts(course, texts)


def passes(trial: Trial, course: Course, mutant: Mutant, runs: int) -> int:
    """Return in how many runs the checks of the stages that ask for the unit all pass; the first fault ends a run."""
    submission = submission_of(course, mutant)
    asking = {stage.name for stage in course.stages if mutant.unit in stage.units}

    def passed() -> bool:
        trial.load(submission)
        results = trial.run(lambda check: check.stage in asking)
        return all(result.outcome is Outcome.PASSED for result in results)

    return sum(passed() for _ in range(runs))


def study(session: Session, runs: int, unit: str | None) -> int:
    """Print the table and what is wrong with it; return how much is."""
    equivalent = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))
    counts: Counter[tuple[str, str]] = Counter()
    faults = []
    with session.variants() as trial:
        chosen = [mutant for mutant in mutants(session.course) if unit in (None, mutant.unit)]
        passed_in = {mutant: passes(trial, session.course, mutant, runs) for mutant in chosen}
    for mutant, passed in passed_in.items():
        stage = session.course.units[mutant.unit]
        kind = "failed" if passed == 0 else "equivalent" if mutant.name in equivalent else "survived"
        counts[stage, kind] += 1
        if kind == "survived":
            faults.append(f"survives {passed} of {runs} runs: {mutant.name}\n{mutant.source}\n")
        free = equivalent.get(mutant.name, "").startswith("free:")
        if (
            kind == "equivalent"
            and not free
            and not agrees(session, submission_of(session.course, mutant), mutant.unit)
        ):
            faults.append(f"is listed as equivalent, and differs from the reference: {mutant.name}")
        if kind == "failed" and mutant.name in equivalent:
            faults.append(f"is listed as equivalent, and fails a check: {mutant.name}")
    print_table(session.course, counts, runs)
    print("\n".join(faults))
    return len(faults)


def print_table(course: Course, counts: Counter[tuple[str, str]], runs: int) -> None:
    kinds = ("failed", "equivalent", "survived")
    print(f"{'stage':10}{'mutants':>9}{f'failed {runs}/{runs}':>14}{'equivalent':>12}{'survivors':>11}")
    for stage in course.stages:
        row = [counts[stage.name, kind] for kind in kinds]
        print(f"{stage.name:10}{sum(row):9}{row[0]:14}{row[1]:12}{row[2]:11}")
    totals = [sum(counts[stage.name, kind] for stage in course.stages) for kind in kinds]
    print(f"{'all':10}{sum(totals):9}{totals[0]:14}{totals[1]:12}{totals[2]:11}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--unit")
    options = parser.parse_args()
    course = load_course(ROOT)
    limits = msgspec.structs.replace(course.limits, question_seconds=QUESTION_SECONDS)
    course = msgspec.structs.replace(course, limits=limits)
    spawner = Spawner(course.limits)
    try:
        faults = run_session(course, course.stages, spawner, lambda s: study(s, options.runs, options.unit))
    finally:
        spawner.close()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
