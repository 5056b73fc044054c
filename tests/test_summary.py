"""A class in one record: counted right, whatever the order, and nobody's name where it is not wanted."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from reports import DIAGNOSIS, a_check, a_class, a_report

from grader.classroom.graded import Graded
from grader.classroom.summary import BINS, summarize, with_names
from grader.report import Diagnosis, Outcome, Report


def test_counts() -> None:
    summary = summarize(a_class(4))
    assert summary.students == 20
    assert (summary.course, summary.stage, summary.max_points) == ("shapes", "points", 4.0)
    assert summary.outcomes == {Outcome.PASSED: 4, Outcome.TODO: 4, Outcome.FAILED: 8, Outcome.CRASHED: 4}
    assert (summary.mean, summary.median) == (1.6, 2.0)
    assert summary.isolation == ("official",)
    assert [check.id for check in summary.checks] == ["test_one", "test_two"]
    assert [(check.id, check.wrong) for check in summary.hardest] == [("test_two", 12), ("test_one", 8)]
    (mistake,) = summary.mistakes
    assert (mistake.misconception, mistake.title, mistake.students) == (DIAGNOSIS.misconception, DIAGNOSIS.title, 4)
    assert summary.blamed == (("plane:distance", 4),)


@pytest.mark.parametrize(
    ("points", "place"), [(0.0, 0), (0.9, 0), (1.0, 1), (5.5, 5), (9.9, 9), (10.0, 10), (0.1 + 0.2 + 0.7, 1)]
)
def test_scores_lie_in_tenths(points: float, place: int) -> None:
    report = a_report(a_check(points=points, max_points=10.0))
    scores = summarize([Graded("a", report)]).scores
    assert scores == tuple(int(index == place) for index in range(BINS))


def test_points_that_miss_the_sum_by_a_hair_are_all_points() -> None:
    points = sum([0.1] * 3)
    assert points != 0.3
    assert summarize([Graded("a", a_report(max_points=points, points=0.3))]).scores[-1] == 1


def test_nobody() -> None:
    summary = summarize([])
    assert summary.students == 0
    assert summary.mean == 0
    assert summary.outcomes == {}


def test_each_student_counts_once_for_a_mistake() -> None:
    other = Diagnosis("other", "Another", "plane:midpoint")
    both = a_report(a_check(), diagnosis=DIAGNOSIS, also=(other, DIAGNOSIS))
    blamed = a_report(a_check(), blame=("plane:midpoint", "plane:area"))
    summary = summarize([Graded("a", both), Graded("b", blamed)])
    assert [(mistake.misconception, mistake.students) for mistake in summary.mistakes] == [
        ("other", 1),
        ("swaps-the-points", 1),
    ]
    assert summary.blamed == (("plane:midpoint", 2), ("plane:distance", 1))


def test_reports_are_let_go() -> None:
    class Kept(Report, weakref=True, frozen=True):  # type: ignore[misc]
        pass

    alive: list[weakref.ref[Report]] = []

    def students() -> Iterator[Graded]:
        for number in range(30):
            plain = a_report(a_check(message="x" * 1000), diagnosis=DIAGNOSIS)
            report = Kept(**{name: getattr(plain, name) for name in plain.__struct_fields__})
            alive.append(weakref.ref(report))
            yield Graded(f"s{number}", report)
            del report
            gc.collect()
            assert sum(one() is not None for one in alive) <= 1

    assert summarize(students()).students == 30


def test_other_names_and_another_order() -> None:
    summary = summarize(Graded(name, a_report()) for name in ("alice", "bob", "car\x07ol"))
    renamed = with_names(summary, {"alice": "student 3", "bob": "student 1", "car\x07ol": "student 2"})
    assert [row.student for row in renamed.rows] == ["student 1", "student 2", "student 3"]
    assert "alice" not in repr(renamed)
    with pytest.raises(KeyError):
        with_names(summary, {"alice": "x"})
