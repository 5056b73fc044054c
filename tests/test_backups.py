"""Backups: a copy comes before every change, the last one comes back, and undo can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.learner import backups
from grader.learner.backups import FOLDER, all_backups, bring_back, newest_backup, rewrite


def test_what_was_there_is_kept_under_its_date(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    plane, lesson = tmp_path / "plane.py", tmp_path / "lessons" / "points.md"
    plane.write_bytes(b"mine\r\n")
    lesson.write_text("old", encoding="utf-8")
    kept = rewrite(tmp_path, "reset-points", {plane: b"stub", lesson: b"new", tmp_path / "pen.py": b"made"})
    assert kept is not None
    assert [plane.read_bytes(), lesson.read_bytes(), (tmp_path / "pen.py").read_bytes()] == [b"stub", b"new", b"made"]
    assert {name: copy.read_bytes() for name, copy in kept.files.items()} == {
        "plane.py": b"mine\r\n",
        "lessons/points.md": b"old",
    }
    assert kept.said == "grade reset points"
    assert kept.folder.name.startswith(kept.when[:10])


def test_nothing_is_kept_or_written_where_nothing_changes(tmp_path: Path) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"mine")
    before = plane.stat().st_mtime_ns
    assert rewrite(tmp_path, "reset-points", {plane: b"mine"}) is None
    assert plane.stat().st_mtime_ns == before
    assert not (tmp_path / FOLDER).exists()


def test_undo_goes_back_and_forth(tmp_path: Path) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"one")
    rewrite(tmp_path, "reset-points", {plane: b"two"})
    seen = []
    for _ in range(5):
        bring_back(tmp_path, newest_backup(tmp_path))
        seen.append(plane.read_bytes())
    assert seen == [b"one", b"two", b"one", b"two", b"one"]
    assert len(all_backups(tmp_path)) == 6, "and each step can be had again by its name"


def test_the_last_backup_stays_the_last_when_the_clock_is_put_back(tmp_path: Path) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"one")
    (tmp_path / FOLDER / "2999-10-25-025959-reset-pen").mkdir(parents=True)
    for data in (b"two", b"three"):
        rewrite(tmp_path, "reset-points", {plane: data})
    copies = [backup.files["plane.py"].read_bytes() for backup in all_backups(tmp_path)[:2]]
    assert copies == [b"two", b"one"]


def test_what_else_lies_in_the_folder_is_no_backup(tmp_path: Path) -> None:
    for name in (".draft-1234", "mine", "2026-13-45-000000-reset-x", "2026-12-01-120000-"):
        (tmp_path / FOLDER / name).mkdir(parents=True)
    (tmp_path / FOLDER / "2026-12-01-120000-reset-x").write_text("a file", encoding="utf-8")
    assert all_backups(tmp_path) == []
    with pytest.raises(UsageError, match="nothing to bring back"):
        newest_backup(tmp_path)


def test_a_backup_may_be_named_with_its_folder(tmp_path: Path) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"one")
    first = rewrite(tmp_path, "reset-points", {plane: b"two"})
    rewrite(tmp_path, "reset-points", {plane: b"three"})
    assert first is not None
    assert newest_backup(tmp_path, f"{FOLDER}/{first.folder.name}") == first
    with pytest.raises(UsageError, match="there is no backup 'other'"):
        newest_backup(tmp_path, "other")


def test_a_version_saved_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"one")
    keep = backups._keep

    def save_meanwhile(root: Path, command: str, contents: dict[Path, bytes]) -> backups.Backup:
        plane.write_bytes(b"typed just now")
        return keep(root, command, contents)

    monkeypatch.setattr(backups, "_keep", save_meanwhile)
    with pytest.raises(UsageError, match="was saved meanwhile"):
        rewrite(tmp_path, "reset-points", {plane: b"stub"})
    assert plane.read_bytes() == b"typed just now"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_bytes(b"one")
    link = tmp_path / "plane.py"
    try:
        link.symlink_to("real.py")
    except OSError:
        pytest.skip("this system lets nobody make links")
    rewrite(tmp_path, "reset-points", {link: b"two"})
    assert link.is_symlink()
    assert (tmp_path / "real.py").read_bytes() == b"two"


def test_where_no_copy_can_be_kept_nothing_changes(tmp_path: Path) -> None:
    plane = tmp_path / "plane.py"
    plane.write_bytes(b"one")
    (tmp_path / FOLDER).write_text("a file is in the way", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot keep a copy"):
        rewrite(tmp_path, "reset-points", {plane: b"two"})
    assert plane.read_bytes() == b"one"
