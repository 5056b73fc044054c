"""One submission under examination: what cannot run says why, and a worker that dies costs only its own check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.course import Course, Limits, load_course
from grader.examination import Examination, NotWritten, Unusable
from grader.proxy import StudentError
from grader.submission import Submission, read_submission
from grader.workers import InProcessWorker, Worker, WorkerLost, spawn_worker

LAMP = """
class Lamp:
    def __init__(self): self.on = False
    def switch(self):
        self.on = not self.on
        return self.on
"""
ROOM = "from lamp import Lamp\ndef light(): return Lamp().switch()\n"
STUB = """
class Lamp:
    def __init__(self): self.on = False
    def switch(self):
        raise NotImplementedError
"""
STAGES = (("lamp", "Lamp.switch"), ("room", "light"))
UNITS = ("lamp:Lamp.switch",)
BOTH = (*UNITS, "room:light")

Examine = Callable[..., AbstractContextManager[tuple[Examination, "Workers"]]]


class Workers:
    """Where workers come from in these tests; it remembers them."""

    def __init__(self, limits: Limits, in_process: bool = False) -> None:
        self.taken: list[Worker] = []
        self._limits = limits
        self._in_process = in_process

    def take(self, seconds: float) -> Worker:
        worker: Worker = InProcessWorker() if self._in_process else spawn_worker(self._limits, seconds)
        self.taken.append(worker)
        return worker

    def close(self) -> None:
        return


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of two modules, as far as an examination looks at it."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "file").touch()
    stage = '[[stage]]\nname = "{0}"\ntitle = "{0}"\nmodule = "{0}"\nunits = ["{1}"]\npoints = 1\n'
    stages = [stage.format(*names) + 'checkpoint = "file"\nlesson = "file"\n' for names in STAGES]
    text = 'format = 1\nname = "lights"\ntitle = "Lights"\nversion = "1.0"\n' + "".join(stages)
    (folder / "course.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def course_of(folder: Path) -> Callable[..., Course]:
    def course_of(**limits: Any) -> Course:
        limits = {"question_seconds": 0.4, "check_seconds": 2, "memory_mib": 256, **limits}
        return msgspec.structs.replace(load_course(folder), limits=Limits(**limits))

    return course_of


@pytest.fixture
def examination(course_of: Callable[..., Course]) -> Examine:
    @contextmanager
    def examination(
        *, in_process: bool = False, course: Course | None = None, **modules: str
    ) -> Iterator[tuple[Examination, Workers]]:
        course = course or course_of()
        workers = Workers(course.limits, in_process)
        with Examination(course, workers, {}) as exam:
            exam.load(Submission.of_texts(course, {"lamp": LAMP, "room": ROOM} | modules))
            yield exam, workers

    return examination


both_ways = pytest.mark.parametrize("in_process", [False, True], ids=["worker", "in-process"])


# -- what can run, and what cannot ----------------------------------------------------------------------------------


@both_ways
def test_one_worker_serves_all_checks_of_a_submission(examination: Examine, in_process: bool) -> None:
    with examination(in_process=in_process) as (exam, workers):
        for _ in range(3):
            exam.begin_check(BOTH)
            assert exam.module("room").light() is True
            assert exam.module("lamp").Lamp().on is False
        assert len(workers.taken) == 1


@both_ways
def test_a_unit_that_is_still_the_stub_is_to_do_before_any_worker_starts(
    examination: Examine, in_process: bool
) -> None:
    with examination(in_process=in_process, lamp=STUB) as (exam, workers):
        with pytest.raises(NotWritten) as todo:
            exam.begin_check(BOTH)
        assert todo.value.unit == "lamp:Lamp.switch"
        assert workers.taken == []
        exam.begin_check(("room:light",))
        with pytest.raises(NotImplementedError) as raised:
            exam.module("room").light()
        module, line, _ = raised.value.frames[-1]  # type: ignore[attr-defined]
        assert exam.submission.unit_at(module, line) == "lamp:Lamp.switch"


@both_ways
def test_a_module_that_python_cannot_read_is_unusable_with_its_line(examination: Examine, in_process: bool) -> None:
    with examination(in_process=in_process, lamp="class Lamp:\n    def switch(self:\n        return 1\n") as (
        exam,
        workers,
    ):
        with pytest.raises(Unusable) as unusable:
            exam.begin_check(UNITS)
        problem = unusable.value.problem
        assert (unusable.value.outcome, problem.file) == ("failed", "lamp.py")
        assert problem.place is not None
        assert problem.place.line == 2
        assert exam.problem("lamp") is problem
        assert workers.taken == []


@both_ways
def test_a_missing_module_is_the_same_problem_for_every_check(
    course_of: Callable[..., Course], tmp_path: Path, in_process: bool
) -> None:
    (tmp_path / "room.py").write_text(ROOM, encoding="utf-8")
    course = course_of()
    with Examination(course, Workers(course.limits, in_process), {}) as exam:
        exam.load(read_submission(course, tmp_path))
        with pytest.raises((Unusable, NotWritten)):
            exam.begin_check(UNITS)


RAISING = {
    "raises": ("x = 1\nraise ValueError('no')", "importing lamp.py raised ValueError: no", 2),
    "exits": ("import sys\nsys.exit(0)", "importing lamp.py called exit() or sys.exit(), which ends the", 2),
    "stops": ("x = 1\nraise StopIteration", "importing lamp.py raised StopIteration", 2),
    "asks": ("name = 1\nother = nme", "importing lamp.py raised NameError: name 'nme' is not defined", 2),
    "imports nothing": ("import no_such_thing", "importing lamp.py raised ModuleNotFoundError", 1),
    "is in a circle": ("from room import light\n" + LAMP, "importing lamp.py raised ImportError", 1),
    "uses a library": ("import numpy", "importing lamp.py raised ModuleNotFoundError: No module named 'numpy'", 1),
}


ADVICE = {
    "exits": "take that call out",
    "imports nothing": "Only the standard library and the files of this exercise can be imported here",
    "raises": "Only definitions belong at the top level",
}


@pytest.mark.parametrize("kind", RAISING)
def test_an_import_that_raises_is_one_problem_with_its_line(examination: Examine, kind: str) -> None:
    source, message, line = RAISING[kind]
    with examination(lamp=f"{source}\n{LAMP}") as (exam, _):
        for _ in range(2):
            exam.begin_check(("room:light",))
            with pytest.raises(Unusable) as unusable:
                exam.module("lamp")
            problem = unusable.value.problem
            assert unusable.value.outcome == "failed"
            assert problem.message.startswith(message)
            assert problem.place is not None
            assert problem.advice
            assert ADVICE.get(kind, "") in problem.advice
            if kind != "is in a circle":
                assert (problem.place.file, problem.place.line) == ("lamp.py", line)
        assert exam.problem("lamp") == problem
        with pytest.raises(Unusable):
            exam.begin_check(UNITS)


ENDING = {
    "loops": ("while True: pass", "timeout", "importing lamp.py: one call took more than 0.4 s"),
    "ends": ("import os; os._exit(0)", "crashed", "importing lamp.py: your code ended the Python process"),
    "breaks": ("import os; os.closerange(0, 64)", "crashed", "importing lamp.py: your code broke"),
}


@pytest.mark.parametrize("kind", ENDING)
def test_an_import_that_takes_the_worker_with_it_is_one_verdict_and_one_wait(examination: Examine, kind: str) -> None:
    source, outcome, message = ENDING[kind]
    with examination(lamp=f"print('before')\n{source}\n{LAMP}") as (exam, workers):
        exam.begin_check(UNITS)
        with pytest.raises(Unusable) as first:
            exam.module("lamp")
        assert first.value.outcome == outcome
        assert first.value.problem.message.startswith(message)
        assert exam.output() == "before\n"
        assert exam.output() == ""
        began = time.monotonic()
        for _ in range(10):
            with pytest.raises(Unusable) as again:
                exam.begin_check(UNITS)
            assert again.value.problem is first.value.problem
        assert time.monotonic() - began < 0.3
        assert len(workers.taken) == 1


def test_output_of_an_import_and_of_calls_is_taken_once(examination: Examine) -> None:
    with examination(lamp=f"print('importing')\n{LAMP}") as (exam, _):
        exam.begin_check(UNITS)
        lamp = exam.module("lamp")
        assert exam.output() == "importing\n"
        lamp.Lamp().switch()
        assert exam.output() == ""


# -- workers that die -----------------------------------------------------------------------------------------------

MORTAL = """
import os, threading
class Lamp:
    def switch(self): return True
    def die(self): os._exit(1)
    def loop(self):
        while True: pass
    def die_soon(self): threading.Timer(0.01, os._exit, (1,)).start()
    def __repr__(self):
        while True: pass
"""


@pytest.mark.parametrize("how", ["die", "loop"])
def test_a_worker_that_dies_costs_its_own_check(examination: Examine, how: str) -> None:
    with examination(lamp=MORTAL) as (exam, workers):
        exam.begin_check(UNITS)
        with pytest.raises(WorkerLost):
            getattr(exam.module("lamp").Lamp(), how)()
        exam.lose_worker()
        exam.begin_check(UNITS)
        assert exam.module("lamp").Lamp().switch() is True
        assert len(workers.taken) == 2


@pytest.mark.parametrize("how", [lambda lamp: lamp.die_soon(), repr], ids=["of a thread", "of a repr that was shown"])
def test_a_worker_that_dies_between_two_checks_costs_neither(examination: Examine, how: Callable[[Any], Any]) -> None:
    with examination(lamp=MORTAL) as (exam, workers):
        exam.begin_check(UNITS)
        how(exam.module("lamp").Lamp())
        workers.taken[0]._process.wait()  # type: ignore[attr-defined]
        exam.begin_check(UNITS)
        assert exam.module("lamp").Lamp().switch() is True
        assert len(workers.taken) == 2


def test_the_worker_ends_with_the_examination(examination: Examine) -> None:
    with examination() as (exam, workers):
        exam.begin_check(UNITS)
    assert workers.taken[0]._process.has_ended()  # type: ignore[attr-defined]


def test_when_the_time_for_all_checks_is_used_up_the_rest_is_not_run(
    examination: Examine, course_of: Callable[..., Course]
) -> None:
    with examination(course=course_of(submission_seconds=0.3), lamp=MORTAL) as (exam, _):
        exam.begin_check(UNITS)
        with pytest.raises(WorkerLost) as lost:
            exam.module("lamp").Lamp().loop()
        assert lost.value.outcome == "timeout"
        exam.lose_worker()
        time.sleep(0.3)
        with pytest.raises(WorkerLost, match=r"not run: the 0\.3 s for all checks together") as late:
            exam.begin_check(UNITS)
        assert late.value.outcome == "timeout"


# -- one submission after another, in one worker --------------------------------------------------------------------


@both_ways
def test_another_variant_in_the_same_worker_starts_afresh(examination: Examine, in_process: bool) -> None:
    with examination(in_process=in_process) as (exam, workers):
        exam.begin_check(BOTH)
        old = exam.module("lamp").Lamp()
        exam.module("room").Lamp.left_behind = 1
        for answer in ("'second'", "'third'"):
            variant = LAMP.replace("return self.on", f"return {answer}")
            exam.load(Submission.of_texts(exam.submission.course, {"lamp": variant, "room": ROOM}))
            exam.begin_check(BOTH)
            assert exam.module("room").light() == answer.strip("'")
            assert not hasattr(exam.module("lamp").Lamp, "left_behind")
        with pytest.raises(Exception, match="earlier check"):
            old.switch()
        assert len(workers.taken) == 1


@both_ways
def test_problems_of_one_variant_are_not_those_of_the_next(examination: Examine, in_process: bool) -> None:
    with examination(in_process=in_process, lamp="raise ValueError\n" + LAMP) as (exam, _):
        exam.begin_check(("room:light",))
        with pytest.raises(Unusable):
            exam.module("lamp")
        exam.load(Submission.of_texts(exam.submission.course, {"lamp": LAMP, "room": ROOM}))
        assert exam.problem("lamp") is None
        exam.begin_check(BOTH)
        assert exam.module("room").light() is True


def test_a_variant_that_asked_too_much_or_died_does_not_keep_the_next_from_loading(
    examination: Examine, course_of: Callable[..., Course]
) -> None:
    with examination(course=course_of(questions=50), lamp=MORTAL) as (exam, workers):
        exam.begin_check(UNITS)
        lamp = exam.module("lamp").Lamp()
        with pytest.raises(Exception, match="50 questions"):
            [lamp.switch() for _ in range(100)]
        exam.load(exam.submission)
        exam.begin_check(UNITS)
        lamp = exam.module("lamp").Lamp()
        lamp.die_soon()
        workers.taken[0]._process.wait()  # type: ignore[attr-defined]
        exam.load(exam.submission)
        exam.begin_check(UNITS)
        assert exam.module("lamp").Lamp().switch() is True


@both_ways
def test_the_place_of_an_exception_is_the_innermost_line_of_the_student(examination: Examine, in_process: bool) -> None:
    source = "import json\n\ndef light():\n    return json.loads('{')\n"
    with examination(in_process=in_process, room=source) as (exam, _):
        exam.begin_check(BOTH)
        with pytest.raises(StudentError) as caught:
            exam.module("room").light()
        place = exam.place_of(caught.value)
        assert place is not None
        assert (place.file, place.line, place.function, place.text) == ("room.py", 4, "light", "return json.loads('{')")
