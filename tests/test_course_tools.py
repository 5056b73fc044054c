"""The tools of the autograd course: replay, and the search for the smallest expression that goes wrong."""

from __future__ import annotations

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


def test_replay_stops_at_the_first_wrong_share(tmp_path: Path) -> None:
    wrong = submission(tmp_path, ("self.grad += other.data * out.grad", "self.grad += self.data * out.grad"))
    run = replay(wrong, "stage5", "a*b + c")
    assert run.code == 1
    assert "a should get -3, and got 2." in run.out


def test_replay_names_the_node_that_is_called_too_early(tmp_path: Path) -> None:
    changed = submission(tmp_path)
    text = ENGINE[: ENGINE.index("        order, visited, stack")] + (
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
        (("stage9",), "replay needs a stage"),
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
