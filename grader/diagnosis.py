"""Why it is wrong: the misconceptions behind a failing stage, the units whose fault it is, and a small example.

Recognition is by behaviour: what the checks about a unit observed, compared with what the museum's pieces do. A wrong
name is worse than none, so only an exact and single match gets one, and only if the unit alone brings it about.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

import msgspec

from grader.blame import BLAME_SECONDS, find_blame
from grader.evidence import Evidence, concerned, gather, gather_behind, given_code, stubbed
from grader.examination import NotWritten, Unusable
from grader.fingerprint import fingerprint_of
from grader.museum import Record, read_records
from grader.proxy import StudentError, WrongKind
from grader.report import WRONG, CheckResult, Diagnosis, Outcome, Report
from grader.session import Session, Trial
from grader.source import SourceProblem, parse
from grader.submission import Submission
from grader.swap import grafted, with_reference
from grader.text import clean
from grader.tools import load_function
from grader.transplant import UnitError
from grader.workers import WorkerLost

__all__ = ["diagnose", "explain", "name_behind"]

EVIDENCE_SECONDS = 2.0  # for the checks of earlier stages; what took longer is not known


def explain(session: Session, submission: Submission, report: Report, *, patience: float = 1.0) -> Report:
    """Return the report of a failing stage with its diagnosis and blame, as far as the evidence goes.

    Hidden checks are no evidence: what the code does in one could then be read from what is said of it.
    `patience` is a factor on the time that may be spent on it: somebody waits at a terminal, and nobody in a batch.
    """
    shown = msgspec.structs.replace(report, checks=tuple(check for check in report.checks if not check.hidden))
    if not any(check.outcome in WRONG for check in shown.checks) or report.problems:
        return report
    records, seconds = read_records(session.course), patience * EVIDENCE_SECONDS
    with session.variants() as trial:
        until = monotonic() + seconds
        units = concerned(session.course, session.checks, shown)
        evidence = gather(trial, units, submission, until, shown.stage, known=shown)
        named = diagnose(trial, submission, evidence, records)
        blame = find_blame(trial, submission, shown, evidence, patience * BLAME_SECONDS)
        named += name_behind(trial, submission, evidence, blame, named, records, seconds)
        example = _small_example(trial, submission, shown)
    first, *others = [*named, None]
    return msgspec.structs.replace(
        report,
        diagnosis=first,
        also=tuple(d for d in others if d),
        blame=blame,
        example=example,
    )


def name_behind(
    trial: Trial,
    submission: Submission,
    evidence: Evidence,
    blame: Sequence[str],
    named: Sequence[Diagnosis],
    records: Sequence[Record],
    seconds: float = EVIDENCE_SECONDS,
) -> list[Diagnosis]:
    """Return the name of a second mistake, which can be seen only when the first one is mended.

    Where a named unit and another one are to blame, all checks about the other may lean on the first.
    """
    known = {diagnosis.unit for diagnosis in named}
    first, others = [unit for unit in blame if unit in known], [unit for unit in blame if unit not in known]
    mended = with_reference(submission, first)
    if not first or not others or mended is None:
        return []
    behind = gather_behind(trial, evidence, mended, first, others, monotonic() + seconds)
    return [diagnosis for diagnosis in diagnose(trial, mended, behind, records) if diagnosis.unit in others]


def _small_example(trial: Trial, submission: Submission, report: Report) -> str:
    """Return what the course's own search finds: a small example of the failure, in a sentence or two."""
    course = submission.course
    if not course.explain:
        return ""
    function = load_function(course, course.explain, "explain")
    try:
        return clean(function(trial.visit(submission, report.seed), report) or "")
    except (StudentError, WrongKind, NotWritten, Unusable, WorkerLost):
        return ""  # the code is too broken to be asked about small things
    except Exception as error:  # the student's report is worth more than the search
        kind = type(error).__name__
        return clean(f"(The course's search for a small example broke: {kind}: {error}. Please tell its author.)")


def diagnose(trial: Trial, submission: Submission, evidence: Evidence, records: Sequence[Record]) -> list[Diagnosis]:
    """Return the recognised misconceptions, one for a unit, in the order of the course."""
    named = []
    for unit in evidence.wrong:
        results = evidence.clean(unit)
        if evidence.is_partial(unit):
            continue
        of_unit = (r for r in records if (r.unit, r.stage) == (unit, evidence.against(unit)))
        matching = [record for record in of_unit if _fits(record, results)]
        if len(matching) == 1 and _is_its_own(trial, submission, evidence, matching[0]):
            (found,) = matching
            named.append(Diagnosis(found.name, found.title, found.unit, found.stage, found.explanation))
    return named


def _fits(record: Record, results: Sequence[CheckResult]) -> bool:
    """Whether each of these checks ended as it does with the piece; others say nothing."""
    passed = Outcome.PASSED.value
    observed = fingerprint_of(record.unit, results)
    return all(observed.get(r.id, passed) in record.observations.get(r.id, (passed,)) for r in results)


def _is_its_own(trial: Trial, submission: Submission, evidence: Evidence, record: Record) -> bool:
    """Whether the unit looks the same without all that may be wrong elsewhere.

    A student's unit may use others than the reference does. So the doubtful ones are replaced, by stubs or, where the
    unit needs them, by the reference: that must change nothing of what is seen. And to restore the code that came with
    the exercises must not mend it.
    """
    seen = {result.id: result.outcome for result in evidence.clean(record.unit)}

    def results(variant: Submission) -> list[CheckResult]:
        trial.load(variant)
        return list(trial.run(lambda check: check.stage == record.stage and check.id in seen))

    units = [unit for unit in submission.course.units if not submission.todo(unit)]
    doubtful = [unit for unit in units if unit != record.unit and unit not in evidence.right]
    failing = [unit for unit in doubtful if unit in evidence.units]
    if doubtful and not _fits(record, results(stubbed(submission, doubtful, failing))):
        replaced = with_reference(submission, doubtful) if submission.course.solutions.is_dir() else None
        if replaced is None or not _fits(record, results(replaced)):
            return False
    restored = _restored(submission)
    if restored is None:
        return True
    still_wrong = [r for r in results(restored) if r.outcome in WRONG and r.outcome is seen[r.id]]
    return bool(still_wrong)  # a worker that was lost meanwhile proves nothing


def _restored(submission: Submission) -> Submission | None:
    """Return the submission with the code that came with the exercises as it came; None when that is how it is."""
    changed = submission
    for unit, source in given_code(submission).items():
        module = unit.partition(":")[0]
        text = (submission.course.exercises / f"{module}.py").read_bytes().decode("utf-8")
        try:
            changed = grafted(changed, unit, source, parse(text, module))
        except (UnitError, SourceProblem):
            continue
    return changed if changed is not submission else None
