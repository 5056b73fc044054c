"""How learning platforms and people name what students hand in: from a name to the student, and what it is about."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterator

import msgspec

__all__ = ["Named", "Submitted", "natural", "one_spelling", "original", "read_gradescope", "read_name", "read_platform"]

# Canvas: `doejane_LATE_12345_67890_plane-2.py`: the student, whether late, two numbers (the student's and the file's,
# which rises with time), and the name it was handed in under, with a counter where the student handed in that name
# before. Assignments that are graded anonymously have `anon_5Gx1f` for the student, and one number.
_CANVAS = re.compile(
    r"(?P<student>anon_[A-Za-z0-9]+|.+?)(?P<late>_LATE)?(?:_(?P<id>\d+))?_(?P<number>\d+)_(?P<file>[^/]+)",
    re.IGNORECASE,
)
# Moodle: `Jane Doe_1234567_assignsubmission_file/plane.py`; older versions end the folder's name with `_`, and with
# "download in folders" switched off there are no folders: `Jane Doe_1234567_assignsubmission_file_plane.py`. What was
# typed into the page itself is in `…_assignsubmission_onlinetext`. Graded anonymously: `Participant_1234567_…`.
# The last `_assignsubmission_` counts: a name that people choose may hold another.
_MOODLE = re.compile(r"(?P<student>.+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>[^/]*))?")
_TYPED = ("text.html", "link.html", "media_comment.html")  # typed into Canvas: these have the student's number only
_COUNTED = re.compile(r"(?P<stem>.+?)(?:-(?P<dash>\d{1,3})| ?\((?P<bracket>\d{1,3})\))(?P<ending>\.[A-Za-z]+)")


class Named(msgspec.Struct, frozen=True):
    """What a file's name says: whose it is, the name it was handed in under, and the order among several."""

    student: str
    file: str = ""
    late: bool = False
    order: tuple[int, ...] = ()
    typed: bool = False  # into the platform's page, so there is no file


class Submitted(msgspec.Struct, frozen=True):
    """Who handed in a folder of Gradescope's, and when."""

    students: tuple[str, ...]
    when: str = ""


def read_platform(name: str, *, folder: bool) -> Named | None:
    """Read the name of a file or a folder as Moodle or Canvas give it."""
    if moodle := _MOODLE.fullmatch(name):
        return Named(moodle["student"], moodle["file"] or "", typed=moodle["kind"] != "file")
    if folder:
        return None
    canvas = _CANVAS.fullmatch(name)
    if canvas is None or (canvas["id"] is None and not _has_one_number(canvas)):
        return None
    number = canvas["id"] or (canvas["number"] if canvas["file"] in _TYPED else None)
    student = "_".join(filter(None, (canvas["student"], number)))
    file, counter = original(canvas["file"])
    return Named(student, file, canvas["late"] is not None, (int(canvas["number"]), counter))


def _has_one_number(canvas: re.Match[str]) -> bool:
    return canvas["file"] in _TYPED or canvas["student"].lower().startswith("anon_")


def original(name: str) -> tuple[str, int]:
    """Return the name of a file without the counter that platforms and browsers add: `plane-2.py`, `plane (2).py`."""
    counted = _COUNTED.fullmatch(name)
    if counted is None:
        return name, 0
    return counted["stem"] + counted["ending"], int(counted["dash"] or counted["bracket"])


def read_name(name: str, words: Collection[str]) -> tuple[str, str]:
    """Return the student and the word in a file's name without its ending: `jane_plane`, `plane-jane` or `jane`.

    The word is one of those given, or nothing.
    """
    for word in words:
        if named := re.fullmatch(rf"(.+)[-_ ]{re.escape(word)}|{re.escape(word)}[-_ ](.+)", name):
            return named[1] or named[2], word
    return name, ""


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts numbers in texts by their size, and so most ways to write a time by the time."""
    parts = re.split(r"([0-9]{1,30})", text)
    return tuple((1, int(part), "") if index % 2 else (0, 0, part) for index, part in enumerate(parts))


def one_spelling(name: str) -> str:
    """Return a student's name so that two ways to write the same letters are one student."""
    return unicodedata.normalize("NFC", name)


def read_gradescope(text: str) -> dict[str, Submitted]:
    """Read `submission_metadata.yml`: for each folder who handed it in, by e-mail address, number or name, and when.

    Only what Gradescope writes is understood, which is a small part of YAML: a reader for all of it would be one more
    thing to install.
    """
    found: dict[str, Submitted] = {}
    for folder, lines in _blocks(text):
        when = next((_scalar(m[1]) for line in lines if (m := re.fullmatch(r"  :created_at: (.+)", line))), "")
        people = (person.get("email") or person.get("sid") or person.get("name") for person in _submitters(lines))
        found[folder] = Submitted(tuple(dict.fromkeys(filter(None, people))), when)
    return found


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    folder, lines = "", list[str]()
    for line in text.replace("\r\n", "\n").split("\n"):  # `splitlines` would break at characters that a name may hold
        if top := re.fullmatch(r"([^\s#:-].*):\s*", line):
            if folder:
                yield folder, lines
            folder, lines = _scalar(top[1]), []
        else:
            lines.append(line)
    if folder:
        yield folder, lines


def _submitters(lines: list[str]) -> list[dict[str, str]]:
    people: list[dict[str, str]] = []
    inside = False
    for line in lines:
        if re.match(r"  :", line):
            inside = line.startswith("  :submitters:")
        elif inside and (field := re.fullmatch(r"  (- |  ):(\w+): ?(.*)", line)):
            if field[1] == "- ":
                people.append({})
            if people:
                people[-1][field[2]] = _scalar(field[3])
    return people


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    return "" if text in ("null", "~") else text
