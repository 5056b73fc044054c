"""From a graded submission to what nbgrader keeps of it: a score for each graded cell, a comment where one is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.classroom.graded import Graded, reason
from grader.nbgrader.book import grade_id
from grader.nbgrader.gradebook import GradedCell, Score
from grader.nbgrader.restored import Handout, Json, is_answered, name_of
from grader.nbgrader.submitted import HandedIn
from grader.report import CheckResult, Outcome, Problem

__all__ = ["comments_of", "scores_of", "unknown_cells"]

NO_ANSWER = "No response."  # as nbgrader says it


def unknown_cells(cells: Sequence[GradedCell], checks: Mapping[str, float]) -> list[str]:
    """Return the names of graded code cells that are no check of the stage; `checks` are its checks' points."""
    known = {grade_id(check) for check in checks}
    return [cell.name for cell in cells if cell.is_code and cell.name not in known]


def scores_of(
    graded: Graded, entry: HandedIn, problem: Problem | None, cells: Sequence[GradedCell], written: Sequence[Json]
) -> dict[str, Score]:
    """Return the score of each graded cell; `written` are the cells of the notebook, `problem` is why there are none.

    What we cannot say is left to a person: an answer in words, a test that is no check of ours, a check without a
    verdict, and everything of a notebook that cannot be read. Who handed in no notebook gets nothing, as from nbgrader.
    """
    if entry.absent:
        return {cell.name: Score(0.0) for cell in cells}
    results = {grade_id(check.id): check for check in graded.report.checks}
    answers = {name_of(cell): cell for cell in written}
    scores = {}
    for cell in cells:
        if cell.name in results:
            scores[cell.name] = _score(results[cell.name], cell.points, review=problem is not None)
        elif problem is None and (answer := answers.get(cell.name)) and not _is_written(entry.handout, answer):
            scores[cell.name] = Score(0.0)
        else:
            scores[cell.name] = Score(None)
    return scores


def _score(check: CheckResult, points: float, *, review: bool) -> Score:
    if check.outcome is Outcome.ERROR:
        return Score(None)
    share = check.points / check.max_points if check.max_points else 0.0
    return Score(share * points, review)


def _is_written(handout: Handout, cell: Json) -> bool:
    mark = cell["metadata"].get("nbgrader") or {}
    return not mark.get("solution") or is_answered(handout, cell)


def comments_of(
    graded: Graded, entry: HandedIn, problem: Problem | None, written: Sequence[Json]
) -> dict[str, str | None]:
    """Return the comment for each cell that students write in; what concerns the whole notebook stands at the first."""
    names = [name_of(cell) for cell in entry.handout.cells if (cell["metadata"].get("nbgrader") or {}).get("solution")]
    answers = {name_of(cell): cell for cell in written}
    comments: dict[str, str | None] = dict.fromkeys(names)
    if problem is None:
        empty = [name for name in names if name in answers and not is_answered(entry.handout, answers[name])]
        comments |= dict.fromkeys(empty, NO_ANSWER)
    if names and (about := _about(graded, entry, problem)):
        comments[names[0]] = " ".join(filter(None, (about, comments[names[0]])))
    return comments


def _about(graded: Graded, entry: HandedIn, problem: Problem | None) -> str:
    if problem is not None:
        return f"Not graded: {problem.message}. {problem.advice}"
    if graded.report.outcome is Outcome.ERROR:
        return f"Not graded, or not wholly: {reason(graded.report.student_view())}."
    return entry.note
