"""A few dozen hostile submissions; `nox -s hostile` runs all of them against all stages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.confinement import offered

sys.path.insert(0, str(Path(__file__).parent / "hostile"))
import breakers
import class_study
import forgeries

pytestmark = pytest.mark.skipif(not offered().official, reason="no confinement on this machine")

QUICK = [name for name, (_, outcome) in breakers.BREAKERS.items() if "timeout" not in outcome]


def test_no_forgery_earns_a_point(tmp_path: Path) -> None:
    class_study.write_forgeries(tmp_path / "submissions", class_study.ROOT)
    results = class_study.grade_class(tmp_path / "submissions", tmp_path / "out", "stage1")
    assert len(results) == len(forgeries.FORGERIES) >= 60
    assert {name: result["points"] for name, result in results.items() if result["points"]} == {}
    assert "error" not in {result["outcome"] for result in results.values()}  # nor do they look like a fault of ours


def test_each_breaker_ends_as_it_must_and_costs_nobody_else_anything(tmp_path: Path) -> None:
    for name in QUICK:
        breakers.write(tmp_path / "all" / name.replace("/", "_"), breakers.BREAKERS[name][0])
    for folder in ("all", "alone"):
        breakers.write(tmp_path / folder / "honest", {"engine.py": breakers.ENGINE})
    results = class_study.grade_class(tmp_path / "all", tmp_path / "out", "stage1")
    alone = class_study.grade_class(tmp_path / "alone", tmp_path / "out alone", "stage1")
    assert list(class_study.unexpected(results, QUICK)) == []
    assert class_study.timeless(results["honest"]) == class_study.timeless(alone["honest"])
    assert class_study.leftovers(tmp_path / "temporary") == set()
