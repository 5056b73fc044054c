"""A student in JupyterLab, in a real Chromium: a wrong solution, the feedback, a right one, and nbgrader's Validate."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from kit import ROOT, environment

from grader.course import load_course
from grader.nbgrader.build import build_course

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SECONDS = 120  # for whatever has to happen, on the busiest machine
WRONG = """\
other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad = out.grad
            other.grad = out.grad

        out._backward = _backward
        return out"""
TEST = "test_shared_operand_gets_both_contributions"
# Without these the page asks whether to fetch news, and draws only the cells that are in view.
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    "notebook-extension/tracker": '{"windowingMode": "none"}',
}

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium; on Debian: apt-get install chromium"),
    pytest.mark.filterwarnings("ignore"),  # of Jupyter's own libraries
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A JupyterLab with the released notebook of stage 1 in its folder: the notebook's address."""
    folder = tmp_path_factory.mktemp("lab")
    _release(folder)
    for name, text in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    homes = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    log = (folder / "log").open("w+", encoding="utf-8")
    options = ["--no-browser", "--allow-root", "--port=0", "--IdentityProvider.token="]
    folders = [f"--LabApp.user_settings_dir={folder / 'settings'}", f"--ServerApp.root_dir={folder / 'work'}"]
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options, *folders],
        env=environment(**homes, HOME=str(folder), IPYTHONDIR=str(folder / "ipython"), PATH=path, PYTHONPATH=str(ROOT)),
        cwd=folder,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        yield f"{_address(folder / 'log', server)}lab/tree/stage1.ipynb"
    finally:
        server.terminate()
        server.wait(SECONDS)
        log.close()


def _release(folder: Path) -> None:
    import nbformat

    sys.path.append(str(ROOT / "tests" / "notebooks"))
    from rooms import released

    course = load_course(ROOT)
    build_course(course, folder / "course", course.stages[:1], "reference")
    source = nbformat.read(folder / "course" / "source" / "stage1" / "stage1.ipynb", nbformat.NO_CONVERT)
    (folder / "work").mkdir()
    nbformat.write(released(source), folder / "work" / "stage1.ipynb")


def _address(log: Path, server: subprocess.Popen[bytes]) -> str:
    """Return where the server answers, once it does."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and server.poll() is None:
        found = re.search(r"http://localhost:\d+/", log.read_text(encoding="utf-8"))
        if found:
            with urlopen(f"{found[0]}api/status") as answer:
                assert answer.status == 200
            return found[0]
        time.sleep(0.2)
    raise AssertionError(log.read_text(encoding="utf-8"))


@pytest.fixture
def page(lab: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 1400})
        page.set_default_timeout(SECONDS * 1000)
        page.goto(lab)
        yield page
        browser.close()


class Notebook:
    """The notebook in the page, as a student uses it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.cells = page.locator(".jp-Notebook .jp-CodeCell")
        self.cell("class Value").wait_for()
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()

    def cell(self, text: str) -> Any:
        return self.cells.filter(has_text=text).first

    def write(self, text: str, instead_of: str, lines: int = 1) -> None:
        """Type a text in the place of some lines that begin with another."""
        self.cell("class Value").locator(".cm-line", has_text=instead_of).first.click()
        keyboard = self.page.keyboard
        keyboard.press("Home")
        for _ in range(lines - 1):
            keyboard.press("Shift+ArrowDown")
        keyboard.press("Shift+End")
        keyboard.insert_text(text)

    def run_all(self) -> None:
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    def feedback(self, test: str) -> Any:
        return self.cell(test).locator(".jp-RenderedHTML .gradkata")

    def validate(self) -> str:
        """Press nbgrader's button, and return what it says."""
        self.page.get_by_role("button", name="Validate").click()
        dialog = self.page.locator(".jp-Dialog")
        dialog.wait_for()
        said: str = dialog.inner_text()
        dialog.get_by_role("button").last.click()
        return said


def test_a_wrong_solution_is_explained_and_a_right_one_is_validated(page: Any, tmp_path: Path) -> None:
    notebook = Notebook(page)
    notebook.write(WRONG, "raise NotImplementedError")
    notebook.write("return self + other", "raise NotImplementedError")
    notebook.run_all()
    feedback = notebook.feedback(TEST)
    feedback.wait_for()
    for said in ("expected", "Addition overwrites the gradients that are already there", "Next: Look at Value.__add__"):
        assert said in feedback.inner_text()
    graph = feedback.locator("svg")
    assert "first wrong gradient: should be 2" in graph.inner_html()
    box = graph.bounding_box()
    assert box["width"] > 100
    assert box["height"] > 50
    label = feedback.locator("dt").first.bounding_box()
    assert label["width"] > label["height"], "the style of the page leaves ours as it is"
    _keep(page, "wrong", notebook.cell(TEST))
    assert "failed" in notebook.validate().lower()

    notebook.write("self.grad += out.grad", "self.grad = out.grad")
    notebook.write("other.grad += out.grad", "other.grad = out.grad")
    notebook.run_all()
    notebook.feedback(TEST).filter(has_text="2 of 2 points").wait_for()
    assert "Success! Your notebook passes all the tests." in notebook.validate()
    _keep(page, "right")


def _keep(page: Any, name: str, element: Any = None) -> None:
    """Keep a picture where somebody has asked for it."""
    if folder := os.environ.get("GRADKATA_PICTURES"):
        (element or page).screenshot(path=str(Path(folder) / f"notebook-{name}.png"))
