"""A class as a table of grades: `grades.csv`, a row for each student and a column for each check.

Spreadsheets take a cell for a formula that begins like one, whoever wrote it. No text of a student's may: see
https://owasp.org/www-community/attacks/CSV_Injection.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from grader.classroom.graded import Graded, reason
from grader.classroom.intake import Intake
from grader.text import clean

__all__ = ["BOM", "safe_cell", "set_aside_csv", "to_csv"]

COLUMNS = ("student", "points", "max_points", "outcome", "reason", "submitted", "late", "misconception", "note")
BOM = "\ufeff"  # without it Excel reads UTF-8 as something else

# At the beginning of a cell, and where a spreadsheet of a country with `;` for its separator would begin a new one. The
# wide forms of the same signs (＝ and others) count, too: spreadsheets in East Asia take them for the narrow ones.
_FORMULA = re.compile("(^|[;\t\r\n])([ \u00a0]*)(?=[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")


def to_csv(graded: Iterable[Graded]) -> str:
    """Return the table as text, in the order given, with a byte order mark and the line ends of RFC 4180.

    Only its rows are kept meanwhile, not the reports.
    """
    checks: dict[str, None] = {}
    rows = []
    for one in graded:
        points = {check.id: check.points for check in one.report.checks}
        checks.update(dict.fromkeys(points))
        rows.append((_cells(one), points))
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *map(safe_cell, checks)])
    for cells, points in rows:
        writer.writerow([*cells, *(points.get(check, "") for check in checks)])
    return BOM + stream.getvalue()


def set_aside_csv(intake: Intake) -> str:
    """Return the table of what was not graded: earlier submissions of the same students, and what is nobody's."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(["where", "student", "submitted", "reason"])
    for entry in intake.superseded:
        reason = "a later submission of the same student counts"
        writer.writerow([safe_cell(entry.where), safe_cell(entry.student), safe_cell(entry.submitted), reason])
    for ignored in intake.ignored:
        writer.writerow([safe_cell(ignored.path), "", "", safe_cell(ignored.reason)])
    return BOM + stream.getvalue()


def _cells(graded: Graded) -> tuple[str | float, ...]:
    report = graded.report
    return (
        safe_cell(graded.student),
        report.points,
        report.max_points,
        report.outcome.value,
        safe_cell(reason(report)),
        safe_cell(graded.submitted),
        "late" if graded.late else "",
        safe_cell(report.diagnosis.misconception if report.diagnosis else ""),
        safe_cell(graded.note),
    )


def safe_cell(text: str) -> str:
    """Return a text as one line that no spreadsheet takes for a formula: an apostrophe before it says it is text."""
    line = re.sub(r"\s*[\r\n]+\s*", " ", clean(text))
    return _FORMULA.sub(r"\1\2'", line)
