"""The command line: what the user asked for, in a few lines each; the work is done elsewhere.

`run` is the one place that catches: a GraderError becomes a message and exit code 2, Ctrl-C becomes 130, a closed pipe
ends quietly. Stages are commands, taken from the course that is meant here.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.ahead import import_ahead
from grader.course import Stage
from grader.errors import GraderError, UsageError, did_you_mean
from grader.invocation import console_of, here, in_session, place_of, stages_beginning
from grader.streams import make_streams_safe, silence_stdout, write_json
from grader.workspace import KATA_FILE, Place, create_workspace, default_course, quoted, whereabouts

if TYPE_CHECKING:
    from rich.console import Console

    from grader.course import Course
    from grader.report import Report
    from grader.session import Session
    from grader.submission import Submission

__all__ = ["run"]

PASSED, NOT_PASSED, UNUSABLE, INTERRUPTED = 0, 1, 2, 130
MAX_MESSAGE = 20_000  # characters


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code."""
    make_streams_safe()
    if os.environ.get("_GRADE_COMPLETE", "").startswith("powershell"):
        from grader.completion import add_powershell

        add_powershell()
    try:
        code = grade.main(list(arguments), prog_name="grade", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else PASSED
    except click.ClickException as error:
        error.show()
        return UNUSABLE
    except GraderError as error:
        _complain(error)
        return UNUSABLE
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        silence_stdout()
        return NOT_PASSED
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise
        _complain(UsageError(f"cannot write: {error.strerror}"))
        return UNUSABLE


def _complain(error: GraderError) -> None:
    from grader.text import clean

    for text in filter(None, (f"grade: {error.problem}", error.advice)):
        click.echo(clean(text, MAX_MESSAGE), err=True)  # a file's name may hold anything


class CourseGroup(click.Group):
    """The commands of `grade`: its own, and one for each stage of the course that is meant here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = sorted({*super().list_commands(ctx), *_LATER})
        try:
            course = place_of(ctx).course
        except GraderError:
            return own
        return [*(stage.name for stage in course.stages), *own, *course.commands]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        own = super().get_command(ctx, name)
        if own is not None:
            return own
        if name in _LATER:
            later: click.Command = getattr(import_module(_LATER[name]), name)
            return later
        try:
            course = place_of(ctx).course
        except GraderError:
            if ctx.resilient_parsing:
                return None
            raise
        if name in course.commands:
            return tool_command(course, name)
        stage = next((stage for stage in course.stages if stage.name == name), None)
        return stage_command(stage) if stage else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        unknown = not args[0].startswith("-") and self.get_command(ctx, args[0]) is None
        if unknown and not ctx.resilient_parsing:
            known = self.list_commands(ctx)
            meant = next((name for name in known if args[0].isdecimal() and re.sub(r"\D", "", name) == args[0]), "")
            raise UsageError(
                f"there is no stage or command '{args[0]}'",
                (f"Try: grade {meant}" if meant else did_you_mean(args[0], known)) or f"There are: {', '.join(known)}.",
            )
        return super().resolve_command(ctx, args)


# Commands whose options and libraries nobody should wait for who only checks an exercise.
SHELLS = ("bash", "zsh", "fish", "powershell")
_LATER = {
    "batch": "grader.classroom.command",
    "watch": "grader.watch.command",
    **dict.fromkeys(("hint", "lesson", "reset", "solution", "undo", "update"), "grader.learner.command"),
    "nbgrader": "grader.nbgrader.command",
}


@click.group(cls=CourseGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--course", metavar="PATH", help="Folder or name of the course (default: found from here upward).")
@click.option(
    "--plain", is_flag=True, envvar="GRADE_PLAIN", help="For screen readers: sentences, no boxes or drawings."
)
@click.version_option(package_name="gradkata", message="gradkata %(version)s")
@click.pass_context
def grade(ctx: click.Context, course: str | None, plain: bool) -> int | None:
    """Check your exercises and say what is right, what is wrong, and why.

    Without a command: the board, every stage measured, and what to do next.
    """
    if ctx.invoked_subcommand is None:
        return _board(place_of(ctx), console_of(ctx))
    return None


def _board(place: Place, console: Console) -> int:
    from grader.advice import after_board
    from grader.submission import read_submission

    submission = read_submission(place.course, place.submission)

    def examine(session: Session) -> list[Report]:
        import_ahead("grader.render.terminal")
        return session.examine(submission)

    reports = in_session(place, place.course.stages, examine)
    from grader.render.terminal import render_board, render_versions

    views = [report.student_view() for report in reports]
    console.print(render_board(place.course, views, after_board(views, submission, place)))
    if place.kata is not None and place.kata.version != place.course.version:
        console.print(render_versions(place.course, place.kata.version))
    _tell_whereabouts(place, console)
    return PASSED


def _tell_whereabouts(place: Place, console: Console) -> None:
    if where := whereabouts(place):
        console.print(f"\n{where}", style="dim", soft_wrap=True)  # a path is not to be broken


def stage_command(stage: Stage) -> click.Command:
    """Return the command that checks one stage."""

    @click.command(stage.name, short_help=stage.title, help=f"Check {stage.name}: {stage.title}.")
    @click.option("--submission", metavar="PATH", type=click.Path(path_type=Path), help="Check this folder of modules.")
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON document, and nothing else.")
    @click.option(
        "--junit", metavar="FILE", type=click.Path(path_type=Path), help="Also write the report as JUnit XML."
    )
    @click.option("--dot", metavar="FILE", type=click.Path(path_type=Path), help="Also write the graph shown, as DOT.")
    @click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Also write the graph shown, as SVG.")
    @click.option("--check", "checks", multiple=True, metavar="NAME", help="Run this check only; may be repeated.")
    @click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the random inputs.")
    @click.option("--in-process", is_flag=True, help="Run your code in this process, for breakpoints: no deadlines.")
    @click.option("--full", is_flag=True, help="Show hidden checks in full: for instructors.")
    @click.pass_context
    def command(ctx: click.Context, /, **options: Any) -> int:
        return _grade_stage(ctx, stage, **options)

    return command


def _grade_stage(
    ctx: click.Context,
    stage: Stage,
    *,
    submission: Path | None,
    as_json: bool,
    junit: Path | None,
    dot: Path | None,
    svg: Path | None,
    checks: Sequence[str],
    seed: int | None,
    in_process: bool,
    full: bool,
) -> int:
    from grader.libraries import worker_roots
    from grader.submission import read_submission

    place = place_of(ctx)
    worker_roots(place.course, [stage])  # what is asked for by name needs its libraries
    files = read_submission(place.course, submission or place.submission)
    for file in filter(None, (junit, dot, svg)):
        if file.suffix in (".py", ".ipynb", ".toml"):  # a slip of the finger must not cost anybody their work
            raise UsageError(f"{file} is no name for a report", "Give it an ending such as .xml, .dot or .svg.")

    def examine(session: Session) -> Report:
        if not as_json:
            import_ahead("grader.render.terminal", "grader.advice")
        (report,) = session.examine(files, seed, even_passed=True)
        return report

    is_for_people = not as_json and junit is None
    report = in_session(place, [stage], examine, checks=checks, in_process=in_process, hasty=is_for_people)
    if report.outcome in ("crashed", "timeout", "failed") and not checks:
        report = _explained(place, stage, files, report, in_process=in_process)
    view = report if full else report.student_view()
    if junit is not None:
        from grader.export import to_junit
        from grader.files import write_atomically

        write_atomically(junit, to_junit([view]))
    if dot is not None or svg is not None:
        _write_graph(view, dot, svg)
    if as_json:
        from grader.export import to_json

        write_json(to_json(view))
    else:
        from grader.advice import after_stage
        from grader.render.terminal import render_report

        console = console_of(ctx, submission)
        console.print(render_report(view, stage, after_stage(view, files, place, partial=bool(checks))))
        if submission is None and not view.passed:
            _tell_whereabouts(place, console)
    return PASSED if report.passed else NOT_PASSED


def _explained(place: Place, stage: Stage, files: Submission, report: Report, *, in_process: bool) -> Report:
    """Return the report of a failing stage with what is behind it.

    That looks at earlier stages, too, so it takes a session of its own: a stage that passes need not wait for them.
    """
    from grader.diagnosis import explain

    return in_session(
        place, place.course.up_to_here(stage), lambda session: explain(session, files, report), in_process=in_process
    )


def tool_command(course: Course, name: str) -> click.Command:
    """Return a command that only this course has: its function is called with (visit, console, arguments)."""
    from grader.tools import load_function, visiting

    try:
        function = load_function(course, course.commands[name], f"commands.{name}")
    except GraderError as error:
        return _broken_command(name, error)
    about = (function.__doc__ or "").strip()

    @click.command(name, short_help=about.partition("\n")[0], help=about)
    @click.option("--submission", metavar="PATH", type=click.Path(path_type=Path), help="Use this folder of modules.")
    @click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Seed of the random inputs.")
    @click.argument("arguments", nargs=-1, shell_complete=stages_beginning)
    @click.pass_context
    def command(ctx: click.Context, submission: Path | None, seed: int | None, arguments: tuple[str, ...]) -> int:
        from grader.submission import read_submission

        place = place_of(ctx)
        files = read_submission(place.course, submission or place.submission)
        with visiting(place.course, files, seed) as visit:
            return function(visit, console_of(ctx, submission), arguments) or PASSED

    return command


def _broken_command(name: str, error: GraderError) -> click.Command:
    """Return a command that says why it does not work, when it is called: the help of the others must not."""

    @click.command(
        name, short_help="(Not working; call it to see why.)", context_settings={"ignore_unknown_options": True}
    )
    @click.argument("arguments", nargs=-1)
    def command(arguments: tuple[str, ...]) -> int:
        raise error

    return command


def _write_graph(report: Report, dot: Path | None, svg: Path | None) -> None:
    """Write the first graph that a check of the report shows; as SVG, the first graph or map."""
    from grader.exhibit import Graph, Map
    from grader.files import write_atomically
    from grader.render.dot import to_dot, to_svg
    from grader.render.svg import map_svg

    shown = [exhibit for check in report.checks for exhibit in check.exhibits if isinstance(exhibit, Graph | Map)]
    graph = next((exhibit for exhibit in shown if isinstance(exhibit, Graph)), None)
    if graph is None and (dot is not None or not shown):
        click.echo("grade: no failed check of this stage shows a graph; none was written", err=True)
    if graph is not None and dot is not None:
        write_atomically(dot, to_dot(graph))
    if shown and svg is not None:
        first = shown[0]
        write_atomically(svg, map_svg(first) if isinstance(first, Map) else to_svg(first))


@grade.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--vscode", is_flag=True, help="Also tasks for VS Code; without FOLDER, in the workspace where you are.")
@click.pass_context
def init(ctx: click.Context, folder: Path | None, vscode: bool) -> None:
    """Make FOLDER a place to work in: the exercises, the lessons, a kata.toml."""
    if folder is None:
        if not vscode:
            raise UsageError("init needs a FOLDER to make", "For example: grade init my-kata")
        place = place_of(ctx)
        if place.workspace is None:
            raise UsageError("this is no folder to work in", "Make one: grade init my-kata --vscode")
        _write_tasks(place.course, place.workspace)
        return
    course, name = default_course(ctx.find_root().params.get("course"), here())
    create_workspace(course, name, folder)
    first = course.stages[0]
    click.echo(f"{folder} is ready: {', '.join(f'{module}.py' for module in course.modules)} and lessons/.")
    if vscode:
        _write_tasks(course, folder)
    outer = next((above for above in folder.resolve().parents if (above / KATA_FILE).is_file()), None)
    if outer is not None:
        click.echo(f"It lies in another folder to work in, {outer}: each is checked where you are.")
    click.echo(f"Next: cd {quoted(folder)}, read lessons/{first.lesson.name}, then run: grade {first.name}")


def _write_tasks(course: Course, workspace: Path) -> None:
    from grader.learner.editor import write_tasks

    file = write_tasks(course, workspace)
    click.echo(f"{file}: tasks for VS Code. Open {workspace} there, then: Terminal, Run Task.")


@grade.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes SHELL complete stages, commands and options; README.md says where to put it."""
    from grader.completion import script_for

    click.echo(script_for(shell, grade))


@grade.command()
@click.pass_context
def doctor(ctx: click.Context) -> int:
    """Look at this installation: Python, terminal, course, and how far students' code can be confined here."""
    from grader.doctor import PROBLEM, examine_installation
    from grader.render.doctor import render_signs

    signs = examine_installation(lambda: place_of(ctx))
    console_of(ctx).print(render_signs(signs))
    return NOT_PASSED if any(sign.state == PROBLEM for sign in signs) else PASSED


@grade.group()
def course() -> None:
    """For authors: check and build a course."""


@course.command("build")
@click.option("--students", metavar="DIR", type=click.Path(path_type=Path), help="Write the students' form into DIR.")
@click.option("--force", is_flag=True, help="Replace exercises that were edited by hand; a backup stays beside each.")
@click.pass_context
def course_build(ctx: click.Context, students: Path | None, force: bool) -> None:
    """Generate exercises/ from solutions/; or the form of the course that students get."""
    from grader.authoring import build_exercises, build_museum, build_students

    found = place_of(ctx).course
    if students is not None:
        hidden = build_students(found, students)
        checks = {0: "", 1: " and its hidden check"}.get(len(hidden), f" and {len(hidden)} hidden checks")
        click.echo(f"{students}: the course without solutions{checks}.")
        return
    changed = build_exercises(found, force=force)
    names = ", ".join(str(file.relative_to(found.folder)) for file in changed)
    click.echo(f"written: {names}" if changed else "exercises/ is up to date")
    if records := build_museum(found):
        click.echo(f"fingerprints of {len(records)} misconceptions taken")


@course.command("check")
@click.pass_context
def course_check(ctx: click.Context) -> int:
    """Check that a course keeps its promises: solutions pass, stubs are to do, null students fail, no drift."""
    from grader.authoring import check_course
    from grader.render.terminal import render_finding

    console, kept = console_of(ctx), True
    for finding in check_course(place_of(ctx).course):
        console.print(render_finding(finding))
        kept = kept and not finding.faults
    return PASSED if kept else NOT_PASSED
