"""The whole round with the real nbgrader, its exchange folders and three students, from the build to the feedback."""

from __future__ import annotations

import csv
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kit import ROOT, SHAPES, environment, grade
from nbcourse import Classroom, nbgrader

pytestmark = pytest.mark.filterwarnings("default")  # those of nbgrader's parts are not ours to mend

STAGE = "outlines"
AREA = "return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points))) / 2"
SCORES = {"ada": 7.0, "bob": 3.0, "eve": 0.0}
PATIENCE = 60  # seconds for a server to come up


def test_round(tmp_path: Path) -> None:
    exchange, course = tmp_path / "exchange", tmp_path / "course"
    exchange.mkdir()
    exchange.chmod(0o777)
    (tmp_path / "home").mkdir()
    built = grade("--course", SHAPES, "nbgrader", "build", course, "--stage", STAGE, cwd=tmp_path)
    assert built.code == 0, built.err
    config = course / "nbgrader_config.py"
    config.write_text(config.read_text() + f"\nget_config().Exchange.root = {str(exchange)!r}\n")
    ours = {
        "PYTHONPATH": str(ROOT),
        "GRADKATA_COURSE": str(SHAPES),
        "HOME": str(tmp_path / "home"),
        "IPYTHONDIR": str(tmp_path / "home"),
    }
    nbgrader(f"generate_assignment {STAGE}", f"release_assignment {STAGE}", cwd=course, env=ours)

    room = Classroom(course, STAGE)
    books = {"ada": room.solved(), "bob": room.solved((AREA, "return 4.0")), "eve": room.untouched()}
    desks = {student: ours | {"HOME": str(tmp_path / student)} for student in books}  # nbgrader keeps a cache there
    for student, book in books.items():
        desk = tmp_path / student
        desk.mkdir()
        (desk / "nbgrader_config.py").write_text(
            f"c = get_config()\nc.Exchange.root = {str(exchange)!r}\nc.CourseDirectory.course_id = 'shapes'\n"
        )
        nbgrader(f"fetch_assignment {STAGE}", cwd=desk, env=desks[student])
        room.put(desk / STAGE / f"{STAGE}.ipynb", book)
        validate, submit = f"validate {STAGE}/{STAGE}.ipynb", f"submit {STAGE} --student={student}"
        said = nbgrader(validate, submit, cwd=desk, env=desks[student])
        assert ("Success! Your notebook passes all the tests." in said.out) == (student == "ada")
    nbgrader(f"collect {STAGE}", cwd=course, env=ours)

    graded = grade("nbgrader", "autograde", STAGE, cwd=course, seconds=300)
    assert graded.code == 0, graded.err
    assert {student: found.score for student, found in room.gradebook().items()} == SCORES
    look_at_pages(course)

    nbgrader(f"generate_feedback {STAGE}", f"release_feedback {STAGE}", "export --to grades.csv", cwd=course, env=ours)
    with (course / "grades.csv").open(newline="") as stream:
        assert {row["student_id"]: float(row["score"]) for row in csv.DictReader(stream)} == SCORES
    for student, score in SCORES.items():
        desk = tmp_path / student
        nbgrader(f"fetch_feedback {STAGE}", cwd=desk, env=desks[student])
        (page,) = (desk / STAGE / "feedback").rglob("*.html")
        text = page.read_text(encoding="utf-8")
        assert f"(Score: {score} / 7.0)" in text
        assert "An L has the area of its two rectangles" in text
        assert "[::-1]" not in text


def look_at_pages(course: Path) -> None:
    """Look at what formgrader shows, in a Jupyter server that runs in the folder of the course."""
    with server(course) as ask:
        listed = {line["student"]: line["score"] for line in ask(f"formgrader/api/submissions/{STAGE}")}
        assert listed == SCORES
        bobs = next(b for b in ask(f"formgrader/api/submitted_notebooks/{STAGE}/{STAGE}") if b["student"] == "bob")
        page = ask(f"formgrader/submissions/{bobs['id']}/")
        assert "An L has the area of its two rectangles" in page
        assert "gradkata" in page, "the feedback stands in it as it stands in a notebook"
        assert "return 4.0" in re.sub("<[^>]*>", "", page)


@contextmanager
def server(folder: Path) -> Iterator[Any]:
    """Run a Jupyter server, and give a function that asks it for a page, or for a document."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", "--no-browser", f"--port={port}"]
    log = (folder / "server.log").open("wb")
    running = subprocess.Popen(
        [*command, "--ServerApp.port_retries=0", "--IdentityProvider.token=secret"],
        cwd=folder,
        env=environment(PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])),
        stdout=log,
        stderr=subprocess.STDOUT,
    )

    def ask(path: str) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", headers={"Authorization": "token secret"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read().decode("utf-8")
        return json.loads(text) if "/api" in path else text

    try:
        wait_for(ask)
        yield ask
    finally:
        running.terminate()
        running.wait(PATIENCE)
        log.close()


def wait_for(ask: Any) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            ask("api")
        except OSError:
            assert time.monotonic() < end, "the server has not come up"
            time.sleep(0.2)
        else:
            return
