"""`grade batch`: a class on the command line."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import UsageError
from grader.invocation import place_of
from grader.report import Outcome
from grader.text import clean
from grader.workspace import Place

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from grader.classroom.batch import Batch
    from grader.classroom.graded import Graded
    from grader.classroom.intake import Intake
    from grader.classroom.similarity import Group

__all__ = ["batch", "isolation_of", "progress"]

WRITTEN = "results.jsonl, grades.csv, class.html, junit.xml; for each student: feedback/, gradescope/"
SET_ASIDE = "set_aside.csv"  # earlier submissions, and what is nobody's


@click.command("batch", short_help="Grade a class: many submissions, in parallel.")
@click.argument("stage")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Where the results go.")
@click.option("--pattern", metavar="REGEX", help="How paths tell the student, for names of no known platform.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Seed of the random inputs.")
@click.option("--seed-per-student", is_flag=True, help="Other random inputs for each student.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes (default: one for each core).")
@click.option("--cluster", metavar="ADDRESS", help="Grade on a dask cluster: tcp://HOST:PORT of its scheduler.")
@click.option("--unconfined", is_flag=True, help="Run the code without confinement; the reports record it.")
@click.option("--no-explain", is_flag=True, help="Only verdicts: no misconceptions, blame or small examples.")
@click.option("--time-factor", "factors", multiple=True, metavar="STUDENT=X", help="X times the time for a student.")
@click.option("--only", multiple=True, metavar="STUDENT", help="Grade these now, print it, and write nothing.")
@click.option("--void", multiple=True, metavar="CHECK", help="Leave a faulty check out of everybody's points.")
@click.option("--compare", metavar="OLD", type=click.Path(path_type=Path), help="Say who gains and who loses.")
@click.option("--never-lower", is_flag=True, help="With --compare: nobody gets less than before.")
@click.option("--alike", is_flag=True, help="Also look for code that is nearly the same: a hint, never a verdict.")
@click.option("--pseudonyms", is_flag=True, help="No names in the class page and the summary; the key is apart.")
@click.pass_context
def batch(ctx: click.Context, /, **options: Any) -> int:
    """Grade STAGE for every submission in SUBMISSIONS: a folder, or the zip that a learning platform gives.

    Results are written as they come; the same command, run again, goes on where it was stopped.
    """
    return _grade_class(place_of(ctx), **options)


def _grade_class(
    place: Place,
    *,
    stage: str,
    submissions: Path,
    out: Path,
    pattern: str | None,
    cluster: str | None,
    jobs: int | None,
    unconfined: bool,
    no_explain: bool,
    factors: Sequence[str],
    only: Sequence[str],
    seed: int | None,
    seed_per_student: bool,
    **wishes: Any,
) -> int:
    from grader.classroom.batch import plan_batch, run_batch
    from grader.classroom.intake import find_entries

    gc.enable()  # a class may take hours; short commands do without
    before = _before(wishes["compare"], never_lower=wishes["never_lower"])
    if out.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(f"{out} lies in {submissions}, and would be a submission next time", "Give another --out.")
    course = place.course
    found = course.stage(stage)
    intake = find_entries(course, submissions, pattern, stage=found)
    batch = plan_batch(
        course,
        found,
        _only(intake, only),
        out,
        seed=seed,
        seed_per_student=seed_per_student,
        isolation=isolation_of(unconfined=unconfined, elsewhere=cluster is not None),
        explain=not no_explain,
        factors=dict(map(_factor, factors)),
        processes=jobs or os.cpu_count() or 1,
        cluster=cluster or "",
    )
    if only:
        return _print_each(batch)
    with progress(len(intake.entries)) as note:
        run_batch(batch, note)
    return _hand_out(batch, before, **wishes)


def _before(compare: Path | None, *, never_lower: bool) -> dict[str, float]:
    """Return the points of the batch to compare with. It may be the one in this folder, which is about to change."""
    from grader.classroom.regrade import earlier_points

    if never_lower and compare is None:
        raise UsageError("--never-lower needs --compare OLD", "OLD is the folder of the earlier results.")
    return earlier_points(compare) if compare else {}


def _hand_out(
    batch: Batch,
    before: Mapping[str, float],
    *,
    void: Sequence[str],
    compare: Path | None,
    never_lower: bool,
    pseudonyms: bool,
    alike: bool,
) -> int:
    """Write what teachers and students get, and say how it went."""
    from grader.classroom import regrade
    from grader.classroom.grades import set_aside_csv
    from grader.classroom.handout import with_pseudonyms, write_handout
    from grader.classroom.journal import read_results
    from grader.files import write_atomically
    from grader.render.classroom import render_changes, render_class, render_set_aside
    from grader.render.terminal import make_console

    def results() -> Iterable[Graded]:
        found = regrade.without_checks(read_results(batch.results), void)
        return regrade.never_lower(found, before) if never_lower else found

    write_atomically(batch.out / SET_ASIDE, set_aside_csv(batch.intake))
    groups = _alike(batch) if alike else ()
    summary = write_handout(batch.out, batch.stage, results, pseudonyms=pseudonyms, alike=groups, jobs=batch.processes)
    console = make_console()
    console.print(render_class(summary, batch.stage))
    if not pseudonyms and (set_aside := render_set_aside(batch.intake)) is not None:
        console.print()
        console.print(set_aside)
    if compare is not None:
        after = {graded.student: graded.report.points for graded in results()}
        changes = regrade.changes(before, after)
        console.print(render_changes(with_pseudonyms(changes, batch.out) if pseudonyms else changes, len(after)))
    console.print(f"\nWritten to {batch.out}: {WRITTEN}")
    without = summary.outcomes.get(Outcome.ERROR, 0)
    if without:
        whose = "1 submission" if without == 1 else f"{without} submissions"
        click.echo(f"grade: no verdict on {whose}; the same command grades again what has none", err=True)
    return 1 if without else 0


def _alike(batch: Batch) -> Sequence[Group]:
    from grader.classroom.similarity import alike, forms

    units = [unit for stage in batch.course.up_to(batch.stage) for unit in stage.units]
    return alike((entry.student, forms(entry.read(), units)) for entry in batch.intake.entries)


def isolation_of(*, unconfined: bool, elsewhere: bool = False) -> str:
    """Return the rung to grade on; UsageError when this machine has only the lower one, and nobody chose it."""
    from grader.confinement import offered

    if unconfined:
        return "practice"
    if not elsewhere and (offer := offered()).reason:
        raise UsageError(
            f"students' code cannot be confined here: {offer.reason}",
            "Grade on Linux, or in the container that docs/trust.md describes; or say --unconfined, and know what "
            "that means: the code may read the course and write what you may write.",
        )
    return "official"


def _only(intake: Intake, students: Sequence[str]) -> Intake:
    """Return the intake of these students; all of them when none are named."""
    import msgspec

    from grader.errors import did_you_mean

    known = {entry.student: entry for entry in intake.entries}
    for student in students:
        if student not in known:
            raise UsageError(f"there is no submission of '{student}'", did_you_mean(student, known))
    return msgspec.structs.replace(intake, entries=tuple(known[s] for s in students)) if students else intake


def _factor(text: str) -> tuple[str, float]:
    student, _, factor = text.rpartition("=")
    try:
        value = float(factor)
    except ValueError:
        value = 0.0
    if not student or not 0 < value <= 100:
        raise UsageError(f"'{text}' is no factor on a student's time", "Write it as --time-factor alice=1.5")
    return student, value


def _print_each(batch: Batch) -> int:
    """Grade these submissions alone and print each report in full, as its teacher sees it; nothing is written."""
    from grader.classroom.batch import grade_apart
    from grader.render.terminal import make_console, render_report

    console, passed = make_console(), True
    for graded in grade_apart(batch):
        report = graded.report
        console.rule(clean(graded.student))
        console.print(render_report(report, batch.stage, ""))
        console.print(f"seed {report.seed}, isolation {report.isolation}")
        passed = passed and report.passed
    return 0 if passed else 1


@contextmanager
def progress(total: int) -> Iterator[Callable[[Graded, bool], None]]:
    """Show on stderr how far the batch is; in a pipe or a log, a line now and then."""
    from rich.console import Console

    console = Console(stderr=True)
    counts: Counter[str] = Counter()
    if console.is_terminal:
        with _bar(console) as bar:
            task = bar.add_task("", total=total)

            def note(graded: Graded, was_there: bool) -> None:
                counts["kept" if was_there else graded.report.outcome.value] += 1
                bar.update(task, advance=1, description=_counted(counts))

            yield note
        return

    def note_plainly(graded: Graded, was_there: bool) -> None:
        counts["kept" if was_there else graded.report.outcome.value] += 1
        if counts.total() == total or counts.total() % max(1, total // 10) == 0:
            with suppress(OSError):  # nobody may be listening
                click.echo(f"{counts.total()} of {total}: {_counted(counts)}", err=True)

    yield note_plainly


def _bar(console: Console) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    return Progress(*columns, console=console)


def _counted(counts: Counter[str]) -> str:
    order = ["kept", *reversed(Outcome)]
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in order if counts[outcome])
