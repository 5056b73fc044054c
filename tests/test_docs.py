"""What the documents say is so: links lead somewhere, examples run, outputs are the ones that come out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import kit
import pytest

PICTURE = kit.ROOT / "docs" / "picture.py"
DOCUMENTS = sorted([*kit.ROOT.glob("*.md"), *kit.ROOT.glob("docs/*.md")])
NAMES = [file.name for file in DOCUMENTS]


def read(name: str) -> str:
    return (kit.ROOT / name).read_text(encoding="utf-8")


def block_after(text: str, words: str) -> str:
    """Return the first code block after some words."""
    found = re.search(r"^```\w*\n(.*?)^```$", text.partition(words)[2], re.DOTALL | re.MULTILINE)
    assert found, f"no code block after {words!r}"
    return found[1]


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\(([^)#]+)", text)
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_paths_of_this_repository_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = re.findall(r"`((?:grader|tests|docs)/[\w./*-]+)`", text)
    assert [path for path in named if not any(kit.ROOT.glob(path.rstrip("/")))] == []


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", "docs/course-format.md", "docs/grading-a-class.md"]
)
def test_options_that_are_mentioned_exist(document: str) -> None:
    helps = [
        ["--help"],
        *([*words, "--help"] for words in (["stage1"], ["hint"], ["init"], ["course", "build"], ["batch"])),
    ]
    known = " ".join(kit.grade(*words, cwd=kit.ROOT).out for words in helps)
    lines = [line for line in read(document).splitlines() if re.search(r"\bgrade\b", line) and "dask" not in line]
    mentioned = {option for line in lines for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line)}
    assert mentioned - {"--grade-seed"} <= set(re.findall(r"--[a-z][a-z-]+", known))


def test_picture_shows_what_grade_says() -> None:
    run = subprocess.run([sys.executable, PICTURE, "--check"], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_picture_fetches_nothing() -> None:
    drawing = read("docs/feedback.svg").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "@font-face" not in drawing
    assert re.findall(r"(?:href|src|url\()[^#\s]*?https?:", drawing) == []


def test_json_in_the_readme_is_what_comes_out(tmp_path: Path) -> None:
    shown = json.loads(block_after(read("README.md"), "`--json` prints"))
    actual = kit.grade("stage1", "--json", "--submission", wrong_addition(tmp_path), cwd=kit.ROOT).report
    assert shown.pop("seconds") > 0
    for check in shown.pop("checks"):
        assert is_part_of(check, next(c for c in actual["checks"] if c["id"] == check["id"]))
    assert is_part_of(shown, actual)


def wrong_addition(folder: Path) -> Path:
    """Make the submission of the picture."""
    sys.path.insert(0, str(PICTURE.parent))
    try:
        import picture
    finally:
        sys.path.remove(str(PICTURE.parent))
    kit.copy_course(folder / "kata", kit.ROOT / "solutions")
    picture.break_addition(folder / "kata" / "engine.py")
    return folder / "kata"


def is_part_of(shown: dict[str, Any], actual: dict[str, Any]) -> bool:
    return all(
        is_part_of(value, actual[name]) if isinstance(value, dict) else value == actual[name]
        for name, value in shown.items()
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the text shows paths and signs as they are elsewhere")
def test_example_course_is_built_and_checked_as_shown(tmp_path: Path) -> None:
    text = read("docs/course-format.md")
    write_example(text, tmp_path)
    build, check = (kit.grade("course", word, cwd=tmp_path) for word in ("build", "check"))
    assert (build.code, check.code) == (0, 0), build.err + check.out
    shown = block_after(text, "Then, in this folder:").splitlines()
    assert shown == [
        "$ grade course build",
        *build.out.splitlines(),
        "$ grade course check",
        *(line.rstrip() for line in check.out.splitlines()),
    ]


def test_example_course_names_its_misconception(tmp_path: Path) -> None:
    write_example(read("docs/course-format.md"), tmp_path)
    kit.grade("course", "build", cwd=tmp_path)
    wrong = tmp_path / "thermo.py"
    wrong.write_bytes((tmp_path / "checkpoints/misconceptions/convert/forgets_the_offset.py").read_bytes())
    run = kit.grade("convert", "--submission", wrong, "--json", cwd=tmp_path)
    assert run.report["diagnosis"]["misconception"] == "forgets-the-offset"


def write_example(text: str, folder: Path) -> None:
    for name, content in re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")


def test_echo_would_pass_the_check_that_the_text_warns_of(tmp_path: Path) -> None:
    text = read("docs/course-format.md").replace(
        "assert thermo.fahrenheit(0) == pytest.approx(32)", "assert thermo.fahrenheit(-40) == pytest.approx(-40)"
    )
    write_example(text, tmp_path)
    kit.grade("course", "build", cwd=tmp_path)
    run = kit.grade("course", "check", cwd=tmp_path)
    assert run.code == 1
    assert "test_water_freezes_at_32: passes with thermo:fahrenheit: echo" in " ".join(run.out.split())


def test_version_is_the_same_everywhere() -> None:
    version = tomllib.loads(read("pyproject.toml"))["project"]["version"]
    assert f"version: {version}\n" in read("CITATION.cff")
    assert version in read("CHANGELOG.md")


def test_pre_commit_runs_the_ruff_of_the_lint_job() -> None:
    (wanted,) = tomllib.loads(read("pyproject.toml"))["dependency-groups"]["lint"]
    assert set(re.findall(r'"(ruff.*?)"', read(".pre-commit-config.yaml"))) == {wanted}
