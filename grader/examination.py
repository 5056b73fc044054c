"""One submission under examination: its worker, its modules as the checks see them, and the time it has left."""

from __future__ import annotations

import ast
import re
from time import monotonic
from types import TracebackType

from grader.course import Course
from grader.libraries import worker_roots
from grader.proxy import Handle, StudentError, StudentSide
from grader.report import Place, Problem
from grader.submission import Submission
from grader.text import clean
from grader.workers import GraderFault, WorkerLost, WorkerSource

__all__ = ["Examination", "NotWritten", "Unusable", "what_it_did"]


class NotWritten(Exception):
    """A unit that the check needs is still to be written."""

    def __init__(self, unit: str) -> None:
        super().__init__(f"to do: {unit}")
        self.unit = unit


class Unusable(Exception):
    """A module cannot be examined at all; every check that needs it ends with the same problem."""

    def __init__(self, problem: Problem, outcome: str) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.outcome = outcome


class Examination:
    """Use as a context manager: leaving it ends the worker.

    A worker that dies costs its own check; the next check gets a new one.
    """

    def __init__(self, course: Course, workers: WorkerSource, roots: dict[str, str]) -> None:
        self._course = course
        self._workers = workers
        self._roots = roots
        self._libraries: tuple[str, ...] = ()  # that a stage allows beside those of the whole course
        self._known_roots: dict[tuple[str, ...], dict[str, str]] = {(): roots}
        self._submission: Submission | None = None
        self._side: StudentSide | None = None
        self._said = ""  # by a worker that is gone
        self._unusable: dict[str, Unusable] = {}
        self._deadline = monotonic() + course.limits.submission_seconds

    @property
    def submission(self) -> Submission:
        if self._submission is None:
            raise RuntimeError("no submission was loaded")
        return self._submission

    def load(self, submission: Submission) -> None:
        """Turn to a submission; another one may follow it in the same worker, if both are the same student's."""
        self._submission = submission
        self._unusable.clear()
        seconds = self._course.limits.submission_seconds
        if self._deadline - monotonic() < seconds / 2:  # a long series: go on with a worker whose time is not used up
            self.lose_worker()
        if self._side is None:
            self._deadline = monotonic() + seconds
        if self._side is not None:
            try:
                self._side.load(submission.files, self._roots, self._course.modules)
            except WorkerLost:
                self.lose_worker()

    def __enter__(self) -> Examination:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.lose_worker()

    @property
    def side(self) -> StudentSide:
        """The student's side, with the submission loaded; a worker is started when there is none."""
        if self._side is None:
            limits = self._course.limits
            worker = self._workers.take(max(0.1, self._deadline - monotonic()))
            self._side = StudentSide(worker, limits.questions)
            self._side.load(self.submission.files, self._roots, self._course.modules)
        return self._side

    def begin_check(self, units: tuple[str, ...]) -> None:
        """Raise NotWritten or Unusable when a check with these units cannot run; otherwise make everything ready.

        LibraryMissing when a stage that asks for one of them needs a library that is not installed.
        """
        for unit in units:
            if self.submission.todo(unit):
                raise NotWritten(unit)
        self._allow(units)
        for name in dict.fromkeys(unit.partition(":")[0] for unit in units):
            problem = self.submission.problem(name)
            if problem is not None and self.submission.module(name) is None:
                raise Unusable(problem, "failed")
            if name in self._unusable:
                raise self._unusable[name]
        if monotonic() > self._deadline:
            seconds = self._course.limits.submission_seconds
            raise WorkerLost("timeout", f"not run: the {seconds:g} s for all checks together were used up")
        try:
            self.side.begin_check()
        except (WorkerLost, GraderFault):
            # It died between two checks, of a repr that was shown or of a thread, or was lost by us in the one before:
            # that costs neither.
            self.lose_worker()
            self.side.begin_check()

    def _allow(self, units: tuple[str, ...]) -> None:
        """Let the code import what the stages of these units may; if that is another choice, it is loaded anew."""
        stages = [s for s in self._course.stages if s.worker_imports and not set(s.units).isdisjoint(units)]
        libraries = tuple(dict.fromkeys(name for stage in stages for name in stage.worker_imports))
        if libraries == self._libraries:
            return
        if libraries not in self._known_roots:
            self._known_roots[libraries] = worker_roots(self._course, stages)
        self._libraries, self._roots = libraries, self._known_roots[libraries]
        if self._submission is not None:
            self.load(self._submission)

    def module(self, name: str) -> Handle:
        """Return a module of the submission, imported; Unusable, with one verdict for all checks, when it can't be."""
        if name in self._unusable:
            raise self._unusable[name]
        try:
            module: Handle = self.side.ask("import", name)
        except StudentError as error:
            unusable = Unusable(self._import_problem(name, error), "failed")
        except WorkerLost as lost:
            self._said = self.output()
            self.lose_worker()
            place = self.place_in(lost.stack)
            problem = Problem(f"{name}.py", f"importing {name}.py: {lost.message}", _TOP_LEVEL, place)
            unusable = Unusable(problem, lost.outcome)
        else:
            return module
        self._unusable[name] = unusable
        raise unusable

    def problem(self, name: str) -> Problem | None:
        """Return what is wrong with a whole module, found by reading it or by importing it."""
        unusable = self._unusable.get(name)
        return unusable.problem if unusable else self.submission.problem(name)

    def output(self) -> str:
        """Return what the student's code has printed since the last call."""
        said, self._said = self._said, ""
        return said + (clean(self._side.output()) if self._side else "")

    def lose_worker(self) -> None:
        """End the worker, if there is one; the next question starts another."""
        if self._side is not None:
            self._side.worker.close()
            self._side = None

    def place_of(self, error: StudentError) -> Place | None:
        """Return the innermost line of the student's code that an exception passed through."""
        if error.syntax:
            file, line, column, text = (*error.syntax, None, None, None, None)[:4]
            if isinstance(line, int):
                column = column if isinstance(column, int) else 0
                return Place(
                    str(file).replace("\\", "/").rpartition("/")[2],
                    line,
                    "",
                    clean(str(text or "").rstrip(), 200),
                    column,
                )
        if not error.frames:
            return None
        return self.submission.place(*error.frames[-1])

    def place_in(self, stack: str) -> Place | None:
        """Return the loop in the student's code that a stack, as faulthandler prints it, was in.

        That is the innermost `while`, else the innermost `for`, else the innermost line of theirs: in which line of a
        loop it was is chance.
        """
        named = {ascii(file)[1:-1]: name for file, name in self.submission.located().items()}
        frames = [
            (named[file], int(line), function)
            for file, line, function in _FRAME.findall(stack[:MAX_STACK])
            if file in named
        ]
        for kind in (ast.While, ast.For):
            for name, line, function in frames:
                if header := self.submission.loop_at(name, line, kind):
                    return self.submission.place(name, header, function)
        return self.submission.place(*frames[0]) if frames else None

    def _import_problem(self, name: str, error: StudentError) -> Problem:
        message, advice = f"importing {name}.py {what_it_did(error)}", _TOP_LEVEL
        if error.kind == "SystemExit":
            advice = _TO_ITS_END
        elif error.kind == "ModuleNotFoundError":
            libraries = ["the standard library", *self._course.worker_imports, *self._libraries]
            advice = _NOT_FOUND.format(" and ".join([", ".join(libraries), "the files of this exercise"]))
        return Problem(f"{name}.py", message, advice, self.place_of(error))


MAX_STACK = 8 * 1024  # characters
_FRAME = re.compile(r'^  File "([^"\n]*)", line (\d{1,6}) in ([^\n]{0,200})$', re.MULTILINE)


def what_it_did(error: StudentError) -> str:
    """Return what code did that raised, as the end of a sentence: `raised ValueError: no`."""
    kind, message = clean(error.kind, 80), clean(error.message)
    if kind == "SystemExit":  # a beginner who writes exit() has never heard of it
        status = f" (with {message})" if message not in ("", "0", "None") else ""
        return f"called exit() or sys.exit(), which ends the whole program{status}"
    return f"raised {kind}: {message}".rstrip(": ")


_TOP_LEVEL = 'Only definitions belong at the top level of the file; put trial runs under `if __name__ == "__main__":`.'
_TO_ITS_END = "A file must be read to its end before it can be checked: take that call out."
_NOT_FOUND = "Only {} can be imported here: write what you need into the file itself."
