"""`grade predict`: graphs by seed, what is right, and what is said of a wrong answer."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kit
import pytest

from grader.course import load_course
from grader.examination import Examination
from grader.museum import load_pieces, read_records, with_piece
from grader.render.terminal import make_console
from grader.submission import solution_text
from grader.tools import load_function
from grader.workers import Spawner

COURSE = load_course(kit.ROOT)
TOOL: dict[str, Any] = load_function(COURSE, COURSE.commands["predict"], "commands").__globals__
STAGES = [stage.name for stage in COURSE.stages]
PIECES = {piece for rules in TOOL["WRONG_SHARES"].values() for piece in rules} | set(TOOL["OVERWRITES"].values())
PIECES |= {TOOL["SEED"]}


def plans(stage: str, seeds: range) -> Iterator[Any]:
    operators = TOOL["operators_of"](COURSE, stage)
    for seed in seeds:
        for level in range(1, 6):
            yield TOOL["plan_of"](random.Random(f"{seed} {level}"), level, operators)


def predict(*arguments: str, answers: str, cwd: Path = kit.ROOT, env: dict[str, str] | None = None) -> kit.Run:
    finished = subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=cwd,
        env=kit.environment(**(env or {})),
        input=answers,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert "Traceback" not in finished.stderr, finished.stderr
    return kit.Run(finished.returncode, finished.stdout, finished.stderr)


def said(run: kit.Run) -> str:
    return " ".join(run.out.split())


def first_plan(stage: str, seed: int, level: int) -> Any:
    return TOOL["plan_of"](random.Random(f"{seed} {stage} {level}"), level, TOOL["operators_of"](COURSE, stage))


# -- what is right, and what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES[:5])
def test_rules_agree_with_the_oracle(stage: str) -> None:
    for plan in plans(stage, range(60)):
        assert plan.as_with("") == pytest.approx(plan.gradients, rel=1e-9)


def test_every_operator_of_a_stage_comes_up_and_no_later_one() -> None:
    for number, stage in enumerate(STAGES[:5], start=1):
        used = {op for plan in plans(stage, range(60)) for op, *_ in plan.steps.values()}
        assert used == {op for op, (since, *_) in TOOL["OPERATORS"].items() if since <= number}


def test_graphs_grow_and_differ_by_seed() -> None:
    sizes = [len(plan.steps) for plan in plans("stage5", range(1))]
    assert sizes == sorted(sizes)
    texts = {str(sorted(plan.steps.items())) + str(plan.leaves) for plan in plans("stage5", range(20))}
    assert len(texts) > 60


def build(engine: Any, leaves: list[list[Any]], steps: list[list[Any]]) -> list[list[Any]]:
    """Make the graph of a plan with an engine, go backward, and return every gradient."""
    nodes = {name: engine.Value(float(number)) for name, number in leaves}
    for name, op, left, right in steps:
        x, y = nodes[left], nodes[right]
        if op in ("**2", "**3"):
            nodes[name] = x ** int(op[2])
        elif op == "tanh":
            nodes[name] = x.tanh()
        else:
            nodes[name] = {"+": lambda a, b: a + b, "*": lambda a, b: a * b, "-": lambda a, b: a - b}.get(
                op, lambda a, b: a / b
            )(x, y)
    nodes["L"].backward()
    return [[name, node.grad] for name, node in nodes.items()]


def is_told_apart(piece: str, op: str) -> bool:
    """Whether a piece touches an operator only by a rule of its own.

    The reference makes - and / of others, unless the piece does not; and for a square some pieces of `**` are one.
    """
    if op in "-/":
        return piece.endswith({"-": "-sub", "/": "-div"}[op])
    rules = (*TOOL["WRONG_SHARES"][op], TOOL["OVERWRITES"][op])
    return piece in rules or not (op.startswith("**") and piece.endswith("-pow"))


def test_each_rule_of_a_wrong_answer_is_what_the_museum_s_piece_does() -> None:
    assert {record.name for record in read_records(COURSE)} >= PIECES
    reference = {module: solution_text(COURSE, module) for module in COURSE.modules}
    chains = [plan for plan in plans("stage5", range(25)) if len(plan.steps) < 4]  # whose order is the only one
    leaves = {"a": 0.5, "b": -1.5, "c": 2.0}
    chains += [TOOL["Plan"](leaves, [(op, "a"), ("*", "n1", "a")]) for op in ("tanh", "**2", "**3")]
    spawner = Spawner(COURSE.limits)
    seen = set()
    with Examination(COURSE, spawner, {}) as exam:
        for piece in load_pieces(COURSE):
            if piece.name not in PIECES:
                continue
            exam.load(with_piece(piece, reference, COURSE))
            for plan in chains:
                if not all(is_told_apart(piece.name, op) for op, *_ in plan.steps.values()):
                    continue
                named = [[name, number] for name, number in plan.leaves.items()]
                steps = [[name, op, operands[0], operands[-1]] for name, (op, *operands) in plan.steps.items()]
                found = exam.side.run_helper(build, exam.module("engine"), named, steps)
                assert dict(map(tuple, found)) == pytest.approx(plan.as_with(piece.name), rel=1e-9), piece.name
                if plan.as_with(piece.name) != pytest.approx(plan.gradients, rel=1e-9):
                    seen.add(piece.name)
    spawner.close()
    assert seen == PIECES, "each of them was put to the test"


# -- the conversation -----------------------------------------------------------------------------------------------


def test_right_answers_all_the_way() -> None:
    answers = []
    for level in range(1, 6):
        plan = first_plan("stage2", 7, level)
        answers += [repr(plan.gradients[name]) for name in plan.asked()]
    run = predict("predict", "stage2", "--seed", "7", answers="\n".join(answers) + "\n")
    assert run.code == 0
    assert f"Right at the first try: {len(answers)} of {len(answers)}. Other graphs: grade predict stage2" in said(run)
    assert "No." not in run.out


def test_the_last_share_alone_is_an_assignment_instead_of_a_sum() -> None:
    seed, plan, name, wrong = next(
        (seed, plan, name, plan.as_with(piece)[name])
        for seed in range(1, 50)
        for plan in [first_plan("stage2", seed, 3)]
        for name in ["a"]
        for piece in ["overwrites-gradient-mul"]
        if len(plan.uses(name)) == 2 and not TOOL["is_close"](plan.as_with(piece)[name], plan.gradients[name])
    )
    before = [repr(plan.gradients[other]) for other in plan.asked()[: plan.asked().index(name)]]
    run = predict(
        "predict",
        "stage2",
        "3",
        "--seed",
        str(seed),
        answers="\n".join([*before, repr(wrong), repr(plan.gradients[name])]),
    )
    assert "That is what you get with `=` instead of `+=`: a is used twice." in said(run)
    assert "Multiplication overwrites the gradients that are already there." in said(run)


@pytest.mark.parametrize(
    ("steps", "name", "answer", "words"),
    [
        ([("*", "a", "b")], "a", 2.0, "each factor is given its own number as derivative."),
        ([("*", "a", "b")], "a", 7.0, "a is used once: in L = a * b."),
        ([("*", "a", "b"), ("+", "n1", "a")], "a", 3.0, "with `=` instead of `+=`: a is used twice."),
        ([("*", "a", "b"), ("+", "n1", "a")], "a", 1.0, "One share is missing: a is used twice, also in n1 = a * b."),
        ([("-", "a", "b")], "b", 1.0, "The number is right, its sign is not."),
        ([("**3", "a")], "a", 24.0, "the power rule keeps the old exponent."),
        ([("*", "a", "b"), ("*", "n1", "c")], "n1", -5.0, "The number is right, its sign is not."),
    ],
)
def test_a_wrong_answer_is_explained(steps: list[tuple[str, ...]], name: str, answer: float, words: str) -> None:
    plan = TOOL["Plan"]({"a": 2, "b": 3, "c": 5}, steps)
    records = {record.name: record for record in read_records(COURSE)}
    assert words in TOOL["explained"](plan, name, answer, records)


def test_enter_alone_shows_the_way_and_q_ends() -> None:
    run = predict("predict", "stage5", answers="\nq\n")
    assert run.code == 0
    assert "It is" in run.out
    assert "Enough for now. Right at the first try: 0 of" in said(run)


@pytest.mark.parametrize("answers", ["", "1\n", "nonsense"], ids=["nothing", "one answer", "half a line"])
def test_the_end_of_the_input_is_a_kind_end(answers: str) -> None:
    run = predict("predict", "stage5", answers=answers)
    assert (run.code, run.err) == (0, "")
    assert "Enough for now." in run.out


def test_what_is_no_number_is_asked_again() -> None:
    hostile = ["a*b", "__import__('os')", "9**9**9", "1/0", "(" * 500, "'x' * 9", "1 if 1 else 2", "\x1b[2J"]
    run = predict("predict", "stage5", answers="\n".join(hostile))
    assert run.out.count("That is no number.") == len(hostile)
    assert "\x1b" not in run.out


@pytest.mark.parametrize("typed", ["-6", "−6", "2*-3", "-12/2", "0 - 6", "-6,0"])
def test_a_number_may_be_a_small_sum(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = TOOL["Plan"]({"a": 2, "b": -6, "c": 1}, [("*", "a", "b")])
    monkeypatch.setattr("builtins.input", lambda: typed)
    assert TOOL["is_close"](TOOL["read_answer"](make_console(), ""), plan.gradients["a"])


@pytest.mark.parametrize("arguments", [[], ["nosuch"], ["stage5", "6"], ["stage5", "x"], ["stage5", "1", "2"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    run = predict("predict", *arguments, answers="")
    assert (run.code, run.out) == (2, "")
    assert "grade predict stage5" in run.err


def test_it_needs_neither_solutions_nor_working_code(tmp_path: Path) -> None:
    assert kit.grade("course", "build", "--students", tmp_path / "handout", cwd=kit.ROOT).code == 0
    assert kit.grade("--course", tmp_path / "handout", "init", "kata", cwd=tmp_path).code == 0
    (tmp_path / "kata" / "engine.py").write_text("def broken(:\n", encoding="utf-8")
    run = predict("predict", "stage1", answers="\n" * 40, cwd=tmp_path / "kata")
    assert run.code == 0
    assert "Round 5 of 5" in run.out


def test_for_a_screen_reader_the_graph_is_told() -> None:
    run = predict("--plain", "predict", "stage1", answers="q")
    assert "L = a + b, data" in run.out
    assert not {"●", "│", "╯"} & set(run.out)


def test_ctrl_c_ends_it_kindly(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("needs a terminal of POSIX")
    import pexpect

    child = pexpect.spawn(
        sys.executable,
        ["-m", "grader", "predict", "stage5"],
        cwd=str(kit.ROOT),
        env=kit.environment(TERM="xterm-256color"),
        encoding="utf-8",
        timeout=30,
    )
    child.expect("grad = ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "Enough for now. Right at the first try: 0 of 1." in (child.before or "")
    assert "Traceback" not in (child.before or "")
    assert child.exitstatus == 130
