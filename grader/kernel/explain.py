"""What is behind a failure, found as in the terminal: on the text of the cells, in a process of its own.

To name a mistake or the unit to blame, code is changed and run again, which must happen to nobody's notebook. What is
found on the text is only told if the text fails as the notebook does.
"""

from __future__ import annotations

import msgspec

from grader.course import Course, Stage
from grader.diagnosis import explain
from grader.kernel.live import Live
from grader.report import WRONG, CheckResult, Outcome, Report
from grader.session import Session, run_session
from grader.submission import Submission
from grader.workers import Spawner

__all__ = ["Explanations"]


class Explanations:
    """Explains reports; what was found on a text is kept as long as the text is the same."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._found: tuple[str, Report | None] = ("", None)

    def explained(self, report: Report, stage: Stage, live: Live) -> Report:
        """Return a report of a stage, or of some of its checks, with what is behind the failures."""
        wrong = [check for check in report.checks if check.outcome in WRONG]
        if not wrong or any(check.outcome is not Outcome.FAILED or check.hidden for check in wrong):
            return report  # what runs for ever there, runs for ever here
        text = live.text
        key = f"{stage.name} {text.digest()}"
        if key != self._found[0]:
            self._found = (key, self._found_on(text, stage))
        found = self._found[1]
        if found is None or not _agree(report, found):
            return report
        units = {unit for check in wrong for unit in check.units}
        named = [d for d in (found.diagnosis, *found.also) if d is not None and d.unit in units]
        if not named and units.isdisjoint(found.blame):
            return report
        first, *others = [*named, None]
        return msgspec.structs.replace(
            report,
            diagnosis=first,
            also=tuple(d for d in others if d is not None),
            blame=found.blame,
            example=found.example,
        )

    def _found_on(self, text: Submission, stage: Stage) -> Report | None:
        """Return the explained report of a text; None where it has none, or no process can be started."""
        stages = self._course.stages[: self._course.stages.index(stage) + 1]

        def drive(session: Session) -> Report:
            (report,) = session.examine(text, stages=[stage])
            return explain(session, text, report)

        spawner = Spawner(self._course.limits)
        try:
            return run_session(self._course, stages, spawner, drive)
        except OSError:
            return None
        finally:
            spawner.close()


def _agree(report: Report, found: Report) -> bool:
    """Return whether each check of a report ended on the text as it did in the notebook."""
    on_text = {check.id: _ending(check) for check in found.checks}
    return all(on_text.get(check.id) == _ending(check) for check in report.checks)


def _ending(check: CheckResult) -> tuple[str, str]:
    return check.outcome.value, check.observed
