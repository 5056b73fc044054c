"""The tools of the autograd course: replay, and the search for the smallest expression that goes wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import kit
import pytest

ENGINE = (kit.ROOT / "solutions" / "engine.py").read_text(encoding="utf-8")
NETWORK = (kit.ROOT / "solutions" / "nn.py").read_text(encoding="utf-8")


def submission(folder: Path, *changes: tuple[str, str]) -> Path:
    text = ENGINE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "engine.py").write_text(text, encoding="utf-8")
    (folder / "nn.py").write_text(NETWORK, encoding="utf-8")
    return folder


def replay(folder: Path, *arguments: str) -> kit.Run:
    return kit.grade("replay", "--submission", folder, *arguments, cwd=kit.ROOT)


def example(folder: Path) -> str:
    report = kit.grade("stage5", "--submission", folder, "--json", cwd=kit.ROOT).report
    return str(report["example"])


def test_replay_shows_each_share_beside_what_it_should_be(tmp_path: Path) -> None:
    run = replay(submission(tmp_path), "stage5", "a*b + a")
    assert run.code == 0
    assert "n1 = a * b" in run.out
    assert "-3 × 1 = -3" in run.out
    assert "Every step is right: a.grad = -2, b.grad = 2" in run.out


def test_replay_of_a_fresh_kata_says_where_to_begin(tmp_path: Path) -> None:
    run = replay(kit.ROOT / "exercises", "stage5")
    assert (run.code, run.out) == (2, "")
    assert "`Value.backward` is still to be written" in run.err
    assert "It belongs to stage5, and stage1 comes first: grade stage1" in run.err
    text = ENGINE[: ENGINE.index("    def backward")]
    (submission(tmp_path) / "engine.py").write_text(text, encoding="utf-8")
    assert "It belongs to stage5: grade stage5" in replay(tmp_path, "stage5").err


def test_replay_stops_at_the_first_wrong_share(tmp_path: Path) -> None:
    wrong = submission(tmp_path, ("self.grad += other.data * out.grad", "self.grad += self.data * out.grad"))
    run = replay(wrong, "stage5", "a*b + c")
    assert run.code == 1
    assert "a should get -3, and got 2." in run.out


def test_replay_names_the_node_that_is_called_too_early(tmp_path: Path) -> None:
    changed = submission(tmp_path)
    text = ENGINE[: ENGINE.index("        order, visited, waiting")] + (
        "        self.grad = 1.0\n"
        "        waiting = [self]\n"
        "        for node in waiting:\n"
        "            node._backward()\n"
        "            waiting += sorted(node._prev, key=lambda child: child.data)\n"
    )
    (changed / "engine.py").write_text(text, encoding="utf-8")
    run = replay(changed, "stage5")
    assert run.code == 1
    assert "n1 is called too early: n2 still has to add its share to n1.grad." in " ".join(run.out.split())


def test_replay_says_when_the_start_is_missing(tmp_path: Path) -> None:
    run = replay(submission(tmp_path, ("        self.grad = 1.0\n        for node", "        for node")), "stage5")
    assert run.code == 1
    assert "L.grad is 0 at the start, and should be 1." in " ".join(run.out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "replay needs a stage"),
        (("stage99",), "replay needs a stage"),
        (("stage5", "a -* b"), "is not an expression"),
        (("stage5", "a - b"), "replay does not know 'a - b'"),
        (("stage5", "__import__('os')"), "replay does not know"),
        (("stage5", "a"), "computes nothing"),
    ],
)
def test_replay_refuses_what_it_does_not_know(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    run = replay(submission(tmp_path), *arguments)
    assert run.code == 2
    assert message in run.err
    assert run.out == ""


def test_replay_of_a_stub_says_what_is_to_be_written() -> None:
    run = kit.grade("replay", "--submission", "exercises", "stage5", cwd=kit.ROOT)
    assert run.code == 2
    assert "is still to be written" in run.err


def test_the_smallest_expression_and_its_right_relative(tmp_path: Path) -> None:
    found = example(
        submission(
            tmp_path,
            ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
            ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
        )
    )
    assert "`a * a` with a = 2 gives a the gradient 2, and should give 4." in found
    assert "`a * b` is right." in found


def test_a_wrong_value_is_told_as_a_value(tmp_path: Path) -> None:
    found = example(submission(tmp_path, ("Value(self.data * other.data", "Value(self.data * other.data + 1")))
    assert "`a * b` with a = 2, b = -3 is -5, and should be -6." in found


def test_an_exception_is_named(tmp_path: Path) -> None:
    assert "raises ZeroDivisionError" in example(submission(tmp_path, ("t = math.tanh(self.data)", "t = 1 / 0")))


def test_a_fault_of_large_graphs_only_is_found_by_drawing(tmp_path: Path) -> None:
    """Right for all programs of two steps: only hypothesis draws larger ones."""
    found = example(submission(tmp_path, ("for node in reversed(order):", "for node in reversed(order[-3:]):")))
    assert "The smallest expression that goes wrong" in found
    assert found == example(tmp_path), "the same each time: it is seeded"


def test_a_right_engine_has_no_example(tmp_path: Path) -> None:
    """A report that fails for another reason than the engine."""
    submission(tmp_path)
    (tmp_path / "nn.py").write_text(NETWORK.replace("p.grad = 0.0", "p.grad = 1.0"), encoding="utf-8")
    report = kit.grade("stage6", "--submission", tmp_path, "--json", cwd=kit.ROOT).report
    assert (report["outcome"], report["example"]) == ("failed", "")


def drawing(folder: Path, *arguments: str) -> kit.Run:
    (folder / "graph.py").write_bytes((kit.ROOT / "solutions" / "graph.py").read_bytes())
    return kit.grade("--course", kit.ROOT, "draw", "--submission", folder, *arguments, cwd=folder)


def test_draw_shows_the_learners_own_graph(tmp_path: Path) -> None:
    run = drawing(submission(tmp_path), "a*b + a")
    assert run.code == 0
    assert "*" in run.out
    assert "data -6 grad 1" in run.out
    assert "data 2  grad -2" in run.out


def test_draw_writes_what_the_learners_draw_dot_makes(tmp_path: Path) -> None:
    assert drawing(submission(tmp_path), "a*b + a", "mine.dot").code == 0
    text = (tmp_path / "mine.dot").read_text(encoding="utf-8")
    assert text.startswith("digraph")
    assert r'label="a\ndata 2.0000\ngrad -2.0000"' in text


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_draw_has_graphviz_lay_it_out(tmp_path: Path) -> None:
    assert drawing(submission(tmp_path), "tanh(a) / b", "mine.svg").code == 0
    assert "<svg" in (tmp_path / "mine.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "draw needs an expression"),
        (("a @ b",), "draw does not know 'a @ b'"),
        (("2 + 3",), "that is a number and no graph"),
        (("log(b)",), "log needs a number above 0, and got -3.0"),
        (("a + b", "mine.png"), "mine.png is neither .dot nor .svg"),
    ],
)
def test_draw_says_what_it_needs(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    run = drawing(submission(tmp_path), *arguments)
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_a_notebook_shows_dot_as_a_picture_where_graphviz_is(tmp_path: Path) -> None:
    """`Picture` is a given part of graph.py, so it is asked in a Python of its own."""
    asked = (
        "import graph; print(graph.Picture('digraph {a -> b}')._repr_svg_()); print(graph.Picture('no')._repr_svg_())"
    )
    path = {"PATH": str(Path(shutil.which("dot") or "/nowhere/dot").parent)}
    command = [sys.executable, "-c", asked]
    run = subprocess.run(command, cwd=kit.ROOT / "solutions", env=path, capture_output=True, text=True, check=True)
    shown, nothing = run.stdout.rsplit("\n", 2)[:2]
    assert nothing == "None"
    assert ("<svg" in shown) == (shutil.which("dot") is not None)


def test_measure_tells_the_speed_and_where_the_time_goes(tmp_path: Path) -> None:
    run = kit.grade("measure", "--submission", submission(tmp_path), cwd=kit.ROOT)
    assert run.code == 0, run.err
    (own,) = (line.split() for line in run.out.splitlines() if line.startswith("your Value"))
    assert own[2:4] == ["4", "3,034"]  # samples, nodes
    assert "your Tensor (stage13)" in " ".join(run.out.split())  # there is no tensor.py
    shares = [int(part) for part in re.findall(r"(\d+) %", run.out)]
    assert len(shares) == 4
    assert 97 <= sum(shares) <= 103


def test_measure_of_a_stub_says_what_is_to_be_written_and_the_chapter_needs_no_code(tmp_path: Path) -> None:
    run = kit.grade("measure", cwd=kit.ROOT)
    assert run.code == 2
    assert "`Value.backward` is still to be written" in run.err
    chapter = kit.grade("measure", "chapter", cwd=kit.ROOT)
    assert chapter.code == 0
    assert "Four formulas for the whiteboard" in chapter.out
    assert kit.grade("measure", "everything", cwd=kit.ROOT).code == 2
