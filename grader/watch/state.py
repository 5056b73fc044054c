"""What there is to show at a moment, and nothing about how: one record, made anew whenever something changes."""

from __future__ import annotations

import msgspec

from grader.report import Outcome, Report

__all__ = ["Progress", "State"]


class Progress(msgspec.Struct, frozen=True):
    """How far a stage is, as last measured; without an outcome it has not been measured yet."""

    name: str
    title: str
    outcome: Outcome | None = None
    passed: int = 0
    checks: int = 0


class State(msgspec.Struct, frozen=True):
    """Where the learner is, and the last verdict on the files as they were when their digest was taken.

    `number` counts the verdicts; `explained` says whether what is behind a failure has been looked for.
    """

    stages: tuple[Progress, ...]
    stage: str
    number: int = 0
    report: Report | None = None  # the student's view of the stage
    digest: str = ""
    advice: str = ""
    seconds: float = 0.0  # from noticing the save to the verdict
    explained: bool = False
    news: str = ""  # what changed in where they are: a stage passed, another one is next
    trouble: str = ""  # why nothing can be checked
    finished: bool = False  # everything passes, all measured on the same files

    @property
    def progress(self) -> Progress:
        """Return how far the current stage is."""
        return next(progress for progress in self.stages if progress.name == self.stage)
