"""`grade nbgrader`: for instructors who give out and grade through nbgrader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from grader.invocation import place_of
from grader.nbgrader.code import Carry

__all__ = ["nbgrader"]


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
