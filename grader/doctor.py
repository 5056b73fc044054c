"""What `grade doctor` looks at: whether this installation works, and what it offers."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable
from importlib import metadata

import msgspec

from grader.confinement import Offer, offered
from grader.course import Limits
from grader.errors import GraderError
from grader.workspace import NoCourseHere, Place

__all__ = ["OK", "PROBLEM", "Sign", "examine_installation"]

OK, NOTE, PROBLEM = "ok", "note", "problem"
_LIBRARIES = ("pytest", "rich", "click", "msgspec", "hypothesis", "plotext")


class Sign(msgspec.Struct, frozen=True):
    """One thing that was looked at; `advice` says what to do about it."""

    state: str
    text: str
    advice: str = ""


def examine_installation(find: Callable[[], Place]) -> list[Sign]:
    """Look at everything; `find` finds the course that is meant here."""
    place, course = _course(find)
    here = [_workspace(place)] if place is not None else []
    return [_python(), _libraries(), _terminal(), course, *here, _git(), _practice(), _official(offered())]


def _python() -> Sign:
    return Sign(OK, f"Python {platform.python_version()} on {platform.system()} {platform.release()}: {sys.executable}")


def _libraries() -> Sign:
    versions, missing = [], []
    for name in ("gradkata", *_LIBRARIES):
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Sign(PROBLEM, f"not installed: {', '.join(missing)}", "Install again: pip install gradkata")
    return Sign(OK, ", ".join(versions))


def _terminal() -> Sign:
    encoding = (sys.stdout.encoding or "").lower()
    if not sys.stdout.isatty():
        return Sign(OK, f"the output goes to a file or a program, as {encoding}")
    columns, lines = shutil.get_terminal_size()
    text = f"terminal of {columns} columns and {lines} lines, {encoding}"
    if not encoding.startswith("utf"):
        return Sign(
            NOTE, text, "It cannot show all signs; words stand in for them. PYTHONUTF8=1 helps in most terminals."
        )
    if columns < 80:
        return Sign(NOTE, text, "Tables and graphs read better from 80 columns on.")
    return Sign(OK, text + (", without colour (NO_COLOR is set)" if os.environ.get("NO_COLOR") else ""))


def _course(find: Callable[[], Place]) -> tuple[Place | None, Sign]:
    """The course as `grade` would find it; that there is none here is no fault of the installation."""
    from grader.libraries import LibraryMissing, worker_roots

    try:
        place = find()
        worker_roots(place.course)
    except NoCourseHere as error:
        return None, Sign(NOTE, error.problem, error.advice)
    except GraderError as error:
        return None, Sign(PROBLEM, error.problem, error.advice)
    try:
        worker_roots(place.course, place.course.stages)
    except LibraryMissing as error:
        return place, Sign(NOTE, f"{error.problem}. The other stages do without it.", error.advice)
    course, stages = place.course, len(place.course.stages)
    return place, Sign(OK, f"course {course.name} {course.version} with {stages} stages: {course.folder}")


def _workspace(place: Place) -> Sign:
    """The learner's own folder: that it is one, that it may be written, and that its files are there."""
    folder, course = place.workspace, place.course
    if folder is None:
        advice = "To learn, make a folder of your own: grade init my-kata"
        return Sign(NOTE, f"you are in the course itself; what is checked here is {place.submission}", advice)
    text = f"your folder: {folder}"
    if place.kata is not None and place.kata.version != course.version:
        return Sign(NOTE, f"{text}, of version {place.kata.version}", "To bring it to the newer one: grade update")
    missing = [f"{name}.py" for name in course.modules if not (folder / f"{name}.py").is_file()]
    if missing:
        advice = "Was it renamed? Then give it its name back. `grade update` puts fresh ones where files are missing."
        return Sign(PROBLEM, f"{text}, but without {', '.join(missing)}", advice)
    if not os.access(folder, os.W_OK):
        return Sign(NOTE, f"{text}; it may not be written", "Your editor needs that: check its permissions.")
    return Sign(OK, text)


def _git() -> Sign:
    if shutil.which("git") is None:
        return Sign(OK, "git is not installed; nothing here needs it")
    return Sign(OK, "git is there; nothing here needs it, but it remembers what you had")


def _practice() -> Sign:
    from grader.workers import GraderFault, WorkerLost, spawn_worker

    try:
        worker = spawn_worker(Limits())
        try:
            worker.exchange(b'[1,"forget"]')
        finally:
            problem = worker.output()
            worker.close()
    except (GraderFault, WorkerLost, OSError) as error:
        return Sign(PROBLEM, f"practice: no process for a student's code comes up ({error})", problem)
    return Sign(OK, "practice: a student's code runs in a process of its own, with deadlines")


def _official(offer: Offer) -> Sign:
    if offer.official:
        text = f"official: confined by Landlock (version {offer.landlock}) and seccomp on {offer.machine}"
        return Sign(OK, text, _about_user(offer.user))
    advice = (
        "For learning, practice is enough. To grade for credit here, run grade in a container on Linux 5.13 or newer: "
        "docs/Containerfile is one, and docs/trust.md says what it defends."
    )
    return Sign(NOTE, f"official: not offered. {offer.reason[:1].upper()}{offer.reason[1:]}.", advice)


def _about_user(user: int | None) -> str:
    if not hasattr(os, "getuid") or os.getuid() != 0 or user != 0:
        return ""
    return (
        "You are root, and only root can read this Python, so students' code runs as root without root's powers. With "
        "a Python that everybody may read, such as /usr/bin/python3, it would run as nobody: one more wall."
    )
