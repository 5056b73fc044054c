"""Where the learner is, and where a verdict takes them: on, back, or nowhere.

A stage that passes leads to the next one that does not; but whoever went back to one that passes stays there. After the
last stage everything is examined once more, and the first stage that no longer passes is where to go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import msgspec

from grader.advice import SAVING, after_stage
from grader.course import Stage
from grader.diagnosis import explain
from grader.report import WRONG, CheckResult, Outcome, Report
from grader.session import Session
from grader.submission import Submission
from grader.watch.changes import Content
from grader.watch.state import Progress, State
from grader.watch.workers import ReadyWorkers
from grader.workspace import Place

__all__ = ["Pupil"]

BREATH = 0.05  # seconds in which the verdict can be drawn before explaining it takes computing time, too


class Pupil:
    """Keeps the state of one learner's evening, and tells each new one.

    `examine` may be left at any moment by what `session.go_on` raises; the next one goes on from there.
    """

    def __init__(self, place: Place, tell: Callable[[State], None]) -> None:
        self._place = place
        self._stages = place.course.stages
        self._tell = tell
        self._stage: Stage | None = None  # as yet: it will be the first that does not pass
        self._stays = False  # in a stage that passes, because they went there
        self._timed: _Visit | None = None
        self._took = 0.0
        stages = tuple(Progress(stage.name, stage.title) for stage in self._stages)
        self._state = State(stages=stages, stage=stages[0].name)

    def say(self, **changes: object) -> None:
        """Tell a state that differs in this from the last."""
        self._state = msgspec.structs.replace(self._state, **changes)
        self._tell(self._state)

    def examine(self, session: Session, workers: ReadyWorkers, content: Content, wish: str, since: float) -> None:
        """Give the verdict on a content at once, then say what is behind it, then measure the other stages.

        `wish` names a stage to go to; `since` is when there was reason to examine, by `monotonic`.
        """
        if wish:
            self._stage = self._place.course.stage(wish)
        if content.submission is None:
            name = self._stage.name if self._stage else self._state.stage
            self.say(trouble=content.trouble, stage=name, report=None, digest=content.digest, news="", finished=False)
            return
        visit = _Visit(session, workers, content.submission, content.digest, since)
        report = self._begin(visit) if self._stage is None else self._verdict_on(visit, self._stage)
        if not report.passed:
            self._stays = False
        elif wish:
            self._stays = True
        elif not self._stays:
            report = self._move_on(visit, report)
        if not self._state.finished:
            workers.pause(BREATH)
            self._explain(visit, report)
            self._look_around(visit, report)

    # -- where to be ---------------------------------------------------------------------------------------------

    def _begin(self, visit: _Visit) -> Report:
        """Return the report of the first stage that does not pass, or of the last."""
        for stage in self._stages:
            (report,) = visit.reports([stage])
            self._note([report])
            if not report.passed:
                break
        self._stage = stage
        self._give(visit, report)
        return report

    def _move_on(self, visit: _Visit, report: Report) -> Report:
        """Go to the next stage that does not pass; after the last one examine all of them."""
        news = f"{report.stage} passes. Well done!"
        names = [stage.name for stage in self._stages]
        for stage in self._stages[names.index(report.stage) + 1 :]:
            self._stage = stage
            (report,) = visit.reports([stage])
            self._note([report])
            if not report.passed:
                self._give(visit, report, f"{news} Now {stage.name}: {stage.title}.")
                return report
        return self._finish(visit, report, news)

    def _finish(self, visit: _Visit, last: Report, news: str) -> Report:
        """Examine everything once more: back to the first stage that does not pass, or the end."""
        reports = self._measure(visit, self._stages)
        regression = next((report for report in reports if not report.passed), None)
        if regression is None:
            self._give(visit, last, news, finished=True)
            return last
        self._stage = self._place.course.stage(regression.stage)
        self._give(visit, regression, f"{news} But {regression.stage} does not pass any more: back to it.")
        return regression

    # -- what to say ---------------------------------------------------------------------------------------------

    def _verdict_on(self, visit: _Visit, stage: Stage) -> Report:
        go_on = visit.session.go_on
        visit.session.go_on = lambda results: self._go_on(visit, results)
        try:
            (report,) = visit.reports([stage])
        finally:
            visit.session.go_on = go_on
        self._note([report])
        self._give(visit, report)
        return report

    def _go_on(self, visit: _Visit, results: Sequence[CheckResult]) -> None:
        """Go on with the next check, unless nobody waits for it; say at once that something does not end."""
        visit.workers.go_on()
        late = [result for result in results if result.outcome is Outcome.TIMEOUT]
        if late == list(results[-1:]) != []:
            self.say(news=f"{late[0].message} The other checks are still being tried; a save ends that.")

    def _give(self, visit: _Visit, report: Report, news: str = "", *, finished: bool = False) -> None:
        """Tell the verdict, and then have the next worker ready."""
        view = report.student_view()
        self.say(
            stage=report.stage,
            report=view,
            digest=visit.digest,
            number=self._state.number + 1,
            advice=after_stage(view, visit.submission, self._place, manner=SAVING),
            seconds=self._seconds(visit),
            explained=not _has_reasons(report),
            news=news,
            trouble="",
            finished=finished,
        )
        visit.workers.prepare()
        visit.workers.in_background = True

    def _seconds(self, visit: _Visit) -> float:
        """Return how long the first verdict of a visit took; those on the stages after it came later."""
        if self._timed is not visit:
            self._timed, self._took = visit, monotonic() - visit.since
        return self._took

    def _explain(self, visit: _Visit, report: Report) -> None:
        """Tell the same verdict with what is behind it."""
        if not _has_reasons(report):
            return
        explained = explain(visit.session, visit.submission, report)
        visit.workers.go_on()
        view = explained.student_view()
        advice = after_stage(view, visit.submission, self._place, manner=SAVING)
        self.say(report=view, advice=advice, explained=True)

    def _look_around(self, visit: _Visit, report: Report) -> None:
        """Measure the other stages, and say so if one that did pass does not any more."""
        before = {progress.name: progress.outcome for progress in self._state.stages}
        others = [stage for stage in self._stages if stage.name != report.stage]
        lost = [r for r in self._measure(visit, others) if before[r.stage] is Outcome.PASSED and not r.passed]
        if lost and report.outcome not in WRONG:
            self.say(news=f"{lost[0].stage} does not pass any more.")

    def _measure(self, visit: _Visit, stages: Sequence[Stage]) -> list[Report]:
        """Examine stages that nobody looks at now, and tell how far they are."""
        if not stages:
            return []
        reports = visit.reports(stages)
        self._note(reports)
        self.say()
        return reports

    def _note(self, reports: Sequence[Report]) -> None:
        """Keep how far these stages are; that it changed is told with what is said next."""
        found = {report.stage: report for report in reports}
        measured = [_measured(p, found[p.name]) if p.name in found else p for p in self._state.stages]
        self._state = msgspec.structs.replace(self._state, stages=tuple(measured))


def _measured(progress: Progress, report: Report) -> Progress:
    passed = sum(check.outcome is Outcome.PASSED for check in report.checks)
    return msgspec.structs.replace(progress, outcome=report.outcome, passed=passed, checks=len(report.checks))


def _has_reasons(report: Report) -> bool:
    """Whether something more than the verdict can be found out."""
    return not report.problems and any(check.outcome in WRONG and not check.hidden for check in report.checks)


class _Visit(msgspec.Struct, frozen=True):
    """One content, examined for one reason."""

    session: Session
    workers: ReadyWorkers
    submission: Submission
    digest: str
    since: float

    def reports(self, stages: Sequence[Stage]) -> list[Report]:
        """Return the reports of these stages, unless nobody waits for them any more."""
        reports = self.session.examine(self.submission, stages=stages)
        self.workers.go_on()
        return reports
