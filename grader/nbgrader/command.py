"""`grade nbgrader`: for instructors who give out and grade through nbgrader."""

from __future__ import annotations

import gc
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import GraderError
from grader.invocation import here, place_of
from grader.nbgrader.code import Carry

if TYPE_CHECKING:
    from grader.course import Course, Stage
    from grader.nbgrader.autograde import Autograded

__all__ = ["nbgrader"]

WRITTEN = "results.jsonl, grades.csv, class.html"


@click.group("nbgrader", short_help="Notebooks for nbgrader.")
def nbgrader() -> None:
    """For instructors: the course as assignments of nbgrader."""


@nbgrader.command("build")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--stage", "stages", multiple=True, metavar="STAGE", help="Only this stage; may be repeated.")
@click.option(
    "--carry",
    type=click.Choice(["reference", "own"]),
    default="reference",
    help="What earlier stages wrote: given from our reference (the default), or brought along by each student.",
)
@click.pass_context
def build(ctx: click.Context, folder: Path, stages: Sequence[str], carry: Carry) -> None:
    """Make DIR a course of nbgrader, with a source notebook for each stage. Run again, it renews them."""
    from grader.nbgrader.build import build_course

    course = place_of(ctx).course
    wanted = [course.stage(name) for name in dict.fromkeys(stages)] or list(course.stages)
    built = build_course(course, folder, wanted, carry)
    for backup in built.backups:
        click.echo(f"edited by hand, so kept: {backup}")
    click.echo("\n".join(f"written: {name}" for name in built.written) or f"{folder} is up to date")
    for warning in built.warnings:
        click.echo(f"note: {warning}")
    click.echo(f"Next: cd {folder}, then for each stage: nbgrader generate_assignment {wanted[0].name}")


@nbgrader.command("autograde")
@click.argument("stage")
@click.option("--root", metavar="DIR", type=click.Path(path_type=Path), help="The nbgrader course (default: here).")
@click.option("--student", "students", multiple=True, metavar="ID", help="Only this student; may be repeated.")
@click.option("--force", is_flag=True, help="Write every notebook anew, also where it fits what was handed in.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="Seed of the random inputs.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes (default: one for each core).")
@click.option("--unconfined", is_flag=True, help="Run the code without confinement; the reports record it.")
@click.option("--no-explain", is_flag=True, help="Only verdicts: no misconceptions, blame or small examples.")
@click.pass_context
def autograde(ctx: click.Context, /, **options: Any) -> int:
    """Grade what students submitted for STAGE: into nbgrader's gradebook and its folder `autograded`.

    Instead of `nbgrader autograde STAGE`, in the same place; what comes before and after it stays nbgrader's.
    """
    return _autograde(ctx, **options)


def _autograde(
    ctx: click.Context,
    *,
    stage: str,
    root: Path | None,
    students: Sequence[str],
    force: bool,
    seed: int | None,
    jobs: int | None,
    unconfined: bool,
    no_explain: bool,
) -> int:
    from grader.classroom.command import isolation_of, progress
    from grader.classroom.pool import LastingPool, Setting
    from grader.nbgrader.autograde import autograde as grade
    from grader.nbgrader.stock import open_stock

    gc.enable()
    isolation = isolation_of(unconfined=unconfined)
    folder, processes = (root or here()).resolve(), jobs or os.cpu_count() or 1
    with LastingPool(processes) as pool:
        if not students:  # while nbgrader is imported; its configuration may still name another course
            with suppress(GraderError):
                course = _course(ctx, folder)
                pool.warm(Setting(str(course.folder), course.stage(stage).name, isolation, explain=not no_explain))
        stock = open_stock(folder, stage)
        course = _course(ctx, stock.root)
        with progress(len(students) or len(stock.submitted())) as note:
            done = grade(
                course,
                course.stage(stage),
                stock,
                note,
                pool,
                only=students,
                force=force,
                seed=seed,
                isolation=isolation,
                explain=not no_explain,
                processes=processes,
            )
    return _say(done, course.stage(stage))


def _course(ctx: click.Context, root: Path) -> Course:
    """Return the course: the one that is named, or that nbgrader's configuration names, or is here, or is installed."""
    from grader.course import load_course
    from grader.kernel.calls import COURSE_VARIABLE
    from grader.workspace import NoCourseHere, default_course, find_place

    named = ctx.find_root().params.get("course")
    folder = os.environ.get(COURSE_VARIABLE, "")
    if named is None and folder:
        return load_course(Path(folder))
    try:
        return find_place(here() if named else root, named).course
    except NoCourseHere:
        return default_course(None, root)[0]


def _say(done: Autograded, stage: Stage) -> int:
    """Write the class's tables and say how it went."""
    from grader.render.classroom import render_class
    from grader.render.terminal import make_console
    from grader.text import clean

    if done.summary is not None:
        make_console().print(render_class(done.summary, stage))
        click.echo(f"\nWritten to {done.batch.out}: {WRITTEN}")
    click.echo(f"Gradebook: {done.students}. Notebooks: {done.written} new or changed, in {done.folder}")
    for line in done.problems:
        click.echo(f"grade: {clean(line)}", err=True)
    if not done.problems:
        click.echo(f"Next: nbgrader generate_feedback {stage.name}")
    return 1 if done.problems else 0
