"""Names for mistakes: given where the evidence allows exactly one, and nowhere else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import kit
import pytest
from golden_cases import CASES
from shapes_museum import ENDLESS, PIECES, add_piece, definition, explained, museum, named, study

import grader.diagnosis
from grader.authoring import build_museum, build_students
from grader.course import load_course
from grader.fingerprint import value_text
from grader.museum import Record, load_pieces, may_look_alike, read_records, record_piece, records_file
from grader.report import Report
from grader.seed import PRACTICE_SEED
from grader.submission import Submission
from grader.transplant import transplant

# Mistakes that the museum holds, as other people would write them.
ROOT_FORGOTTEN = """\
def distance(start, end):
    total = 0
    for one, other in zip(start, end):
        total += (one - other) * (one - other)
    return total
"""
NOT_HALVED = """\
def midpoint(p, q):
    return tuple(sum(pair) for pair in zip(p, q))
"""
HALF_FORGOTTEN = """\
def area(corners):
    found = 0.0
    for k, (x, y) in enumerate(corners):
        u, v = corners[k - 1]
        found += u * y - x * v
    return max(found, -found)
"""
NEVER_WRAPS = """\
def turn(self, by):
    self.heading += by
"""
NEVER_ENDS = """\
def distance(p, q):
    return distance(q, p) if p is None else next(n for n in iter(int, 1) if n)
"""
# Mistakes that it doesn't hold.
THREE_TIMES = "def distance(p, q):\n    return 3 * math.hypot(q[0] - p[0], q[1] - p[1])\n"
SIDES_LEFT_OPEN = "def sides(points):\n    return list(zip(points, points[1:]))\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course with a museum."""
    return museum(tmp_path_factory.mktemp("museum") / "course")


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course with a museum in which a loop has no end, and little patience."""
    course = kit.copy_course(tmp_path_factory.mktemp("endless") / "hasty")
    kit.edit(course / "course.toml", ("question_seconds = 0.5", "question_seconds = 0.2"))
    return museum(course.with_name("course"), ENDLESS, course)


def wrong(folder: Path, course: Path, **units: str) -> Path:
    """Make a workspace of the solutions with other versions of some units: `Pen_turn` is Pen.turn."""
    texts = {name: kit.solution(name) for name in ("plane", "pen")}
    for unit, code in units.items():
        module = "pen" if unit.startswith(("Pen", "draw", "enclosed")) else "plane"
        texts[module] = transplant(texts[module], unit.replace("_", ".", 1) if unit.startswith("Pen") else unit, code)
    return kit.workspace(folder / "kata", course, **texts)


# -- what is named --------------------------------------------------------------------------------------------------


def test_a_mistake_in_other_words_is_named(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, distance=ROOT_FORGOTTEN), "points")
    assert named(report) == ["root-forgotten"]
    assert report.diagnosis is not None
    assert report.diagnosis.title == "Title of root_forgotten"
    assert report.diagnosis.unit == "plane:distance"
    assert report.diagnosis.stage == "points"
    assert report.diagnosis.explanation == "What happens: it is wrong."


# Only a hidden check fails with it. What is said of a failure would tell what the code did there, with which inputs.
ONLY_HIDDEN = "sign_kept"


def test_every_piece_is_named_as_it_stands(course: Path, tmp_path: Path) -> None:
    for piece, (unit, body) in PIECES.items():
        stage, _, stem = piece.partition("/")
        folder = wrong(tmp_path / stem, course, **{unit.replace(".", "_"): definition(unit, body)})
        expected = [] if stem == ONLY_HIDDEN else [stem.replace("_", "-")]
        assert named(explained(course, folder, stage)) == expected


def test_what_is_right_gets_no_name(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course), "figures")
    assert report.passed
    assert named(report) == []
    assert report.blame == ()


def test_two_mistakes_of_different_units_are_both_named_in_the_order_of_units(course: Path, tmp_path: Path) -> None:
    folder = wrong(tmp_path, course, midpoint=NOT_HALVED, distance=ROOT_FORGOTTEN)
    assert named(explained(course, folder, "points")) == ["root-forgotten", "not-halved"]


def test_mistakes_of_different_stages_are_both_named(course: Path, tmp_path: Path) -> None:
    folder = wrong(tmp_path, course, distance=ROOT_FORGOTTEN, area=HALF_FORGOTTEN)
    assert named(explained(course, folder, "outlines")) == ["root-forgotten", "half-forgotten"]


def test_an_earlier_stages_mistake_is_named_when_a_later_one_is_graded(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, Pen_turn=NEVER_WRAPS, area=HALF_FORGOTTEN), "figures")
    assert named(report) == ["half-forgotten", "never-wraps"]
    assert report.diagnosis is not None
    assert report.diagnosis.stage == "outlines"


def test_a_mistake_that_has_no_part_in_the_failure_is_not_named(course: Path, tmp_path: Path) -> None:
    folder = wrong(tmp_path, course, distance=ROOT_FORGOTTEN, Pen_turn=NEVER_WRAPS)
    assert named(explained(course, folder, "pen")) == ["never-wraps"]


def test_a_mistake_behind_a_mistake_is_named_when_the_first_one_can_be_mended(course: Path, tmp_path: Path) -> None:
    """All checks about the perimeter need the distance, too."""
    left_open = "def perimeter(points):\n    return sum(map(distance, points, points[1:]))\n"
    folder = wrong(tmp_path, course, distance=ROOT_FORGOTTEN, perimeter=left_open)
    report = explained(course, folder, "outlines")
    assert report.blame == ("plane:distance", "plane:perimeter")
    assert named(report) == ["root-forgotten", "left-open"]
    without = kit.copy_course(tmp_path / "course", course)
    shutil.rmtree(without / "solutions")
    assert named(explained(without, folder, "outlines")) == ["root-forgotten"]


def test_a_stage_that_passes_has_no_name_for_an_earlier_ones_mistake(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, distance=ROOT_FORGOTTEN), "pen")
    assert report.passed
    assert named(report) == []


def test_another_seed_than_that_of_practice(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, distance=ROOT_FORGOTTEN), "points", seed=PRACTICE_SEED + 1)
    assert report.seed == PRACTICE_SEED + 1
    assert named(report) == ["root-forgotten"]


def test_an_endless_loop_is_named(endless: Path, tmp_path: Path) -> None:
    assert named(explained(endless, wrong(tmp_path, endless, distance=NEVER_ENDS), "points")) == ["never-ends"]


def test_a_unit_beside_one_that_is_still_to_do_is_named(course: Path, tmp_path: Path) -> None:
    stub = "def midpoint(p, q):\n    raise NotImplementedError\n"
    folder = wrong(tmp_path, course, midpoint=stub, distance=ROOT_FORGOTTEN)
    assert named(explained(course, folder, "points")) == ["root-forgotten"]


def test_the_students_form_of_a_course_names_mistakes_and_blames_nobody(course: Path, tmp_path: Path) -> None:
    form = tmp_path / "form"
    build_students(load_course(course), form)
    assert not (form / "solutions").exists()
    report = explained(form, wrong(tmp_path, form, area=HALF_FORGOTTEN), "outlines")
    assert named(report) == ["half-forgotten"]
    assert report.blame == ()


# -- what is not named ----------------------------------------------------------------------------------------------


def test_a_mistake_that_the_museum_lacks_gets_no_name_but_the_facts(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, distance=THREE_TIMES), "points")
    assert named(report) == []
    assert [report.checks[0].expected, report.checks[0].actual] == ["5", "15.0"]
    assert report.blame == ("plane:distance",)


def test_a_unit_that_is_not_recognised_keeps_no_other_from_its_name(course: Path, tmp_path: Path) -> None:
    report = explained(course, wrong(tmp_path, course, distance=THREE_TIMES, area=HALF_FORGOTTEN), "outlines")
    assert named(report) == ["half-forgotten"]


def test_a_course_without_a_museum_names_nothing(tmp_path: Path) -> None:
    report = explained(kit.SHAPES, wrong(tmp_path, kit.SHAPES, distance=ROOT_FORGOTTEN), "points")
    assert report.diagnosis is None
    assert report.blame == ("plane:distance",)


def test_two_records_that_fit_give_no_name(course: Path, tmp_path: Path) -> None:
    double = kit.copy_course(tmp_path / "course", course)
    records = json.loads(records_file(load_course(double)).read_text(encoding="utf-8"))
    records += [{**record, "name": "twin"} for record in records if record["name"] == "root-forgotten"]
    records_file(load_course(double)).write_text(json.dumps(records), encoding="utf-8")
    assert named(explained(double, wrong(tmp_path, double, distance=ROOT_FORGOTTEN), "points")) == []


def test_a_unit_that_leans_on_a_wrong_one_is_not_named_for_it(course: Path, tmp_path: Path) -> None:
    """The distance is twice as far, as a piece of the museum has it, because the midpoint is wrong."""
    by_half = "def distance(p, q):\n    m = midpoint(p, q)\n    return 2 * math.hypot(q[0] - m[0], q[1] - m[1])\n"
    first = "def midpoint(p, q):\n    return (p[0] * 1.0, p[1] * 1.0)\n"
    assert named(explained(course, wrong(tmp_path / "right", course, distance=by_half), "points")) == []
    report = explained(course, wrong(tmp_path, course, distance=by_half, midpoint=first), "points")
    assert named(report) == ["first-point"]
    assert report.blame == ("plane:midpoint",)


def test_a_wrong_unit_that_needs_another_which_leans_on_it_is_named(course: Path, tmp_path: Path) -> None:
    """Midpoint's check leans on distance, so it clears nothing; the reference's midpoint changes nothing either."""
    by_midpoint = (
        "def distance(p, q):\n    m = midpoint(p, q)\n    return (2 * (m[0] - p[0])) ** 2 + (2 * (m[1] - p[1])) ** 2\n"
    )
    folder = wrong(tmp_path, course, distance=by_midpoint)
    assert named(explained(course, folder, "points")) == ["root-forgotten"]
    without = kit.copy_course(tmp_path / "course", course)
    shutil.rmtree(without / "solutions")
    assert named(explained(without, folder, "points")) == []


def test_given_code_that_was_changed_is_to_blame_and_no_unit_is_named(course: Path, tmp_path: Path) -> None:
    folder = wrong(tmp_path, course, sides=SIDES_LEFT_OPEN)
    report = explained(course, folder, "outlines")
    (looks,) = (record.observations for record in read_records(load_course(course)) if record.name == "left-open")
    assert [check.observed for check in report.checks if check.id in looks] == [seen for (seen,) in looks.values()]
    assert named(report) == []
    assert report.blame == ("plane:sides",)
    assert "`sides` in plane.py" in kit.grade("outlines", cwd=folder).out


def test_given_code_in_another_layout_is_given_code(course: Path, tmp_path: Path) -> None:
    other = kit.solution("plane").replace("(Given.)", "(Untouched, but for this sentence.)  # and this")
    folder = kit.workspace(tmp_path / "kata", course, plane=transplant(other, "area", HALF_FORGOTTEN))
    assert named(explained(course, folder, "outlines")) == ["half-forgotten"]


def test_single_checks_are_not_explained(course: Path, tmp_path: Path) -> None:
    folder = wrong(tmp_path, course, distance=ROOT_FORGOTTEN)
    whole = kit.grade("points", "--json", cwd=folder).report
    assert whole["diagnosis"]["misconception"] == "root-forgotten"
    single = kit.grade("points", "--json", "--check", "test_distance_of_known_points", cwd=folder).report
    assert single["outcome"] == "failed"
    assert single["diagnosis"] is None
    assert single["blame"] == []


def test_a_file_that_cannot_be_read_is_not_explained(course: Path, tmp_path: Path) -> None:
    report = explained(course, kit.workspace(tmp_path / "kata", course, plane="def distance(p, q:\n"), "points")
    assert report.problems
    assert named(report) == []
    assert report.blame == ()


def test_earlier_stages_are_not_waited_for_longer_than_it_is_worth(
    endless: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = wrong(tmp_path, endless, distance=NEVER_ENDS, area=HALF_FORGOTTEN)
    monkeypatch.setattr(grader.diagnosis, "EVIDENCE_SECONDS", 60.0)
    assert named(explained(endless, folder, "outlines")) == ["never-ends", "half-forgotten"]
    monkeypatch.setattr(grader.diagnosis, "EVIDENCE_SECONDS", 0.1)  # one check that loops
    assert named(explained(endless, folder, "outlines")) == []


def test_a_damaged_file_of_records_is_the_courses_mistake(course: Path, tmp_path: Path) -> None:
    broken = kit.copy_course(tmp_path / "course", course)
    records_file(load_course(broken)).write_text("[{}]", encoding="utf-8")
    run = kit.grade("points", cwd=wrong(tmp_path, broken, distance=ROOT_FORGOTTEN))
    assert run.code == 2
    assert "fingerprints.json" in run.err
    assert "grade course build" in run.err


# -- the real course ------------------------------------------------------------------------------------------------

REAL = ("engine:Value.__radd__", "nn:zero_grad", "nn:Neuron.parameters")
HOSTS = ("by hand", "reworded", "typed_slots", "star_import")


@pytest.fixture(scope="module")
def real() -> list[study.Found]:
    """All pieces of some units, in other words and on other people's engines, with fingerprints taken just now."""
    course = study.course()
    pieces = [piece for piece in load_pieces(course) if piece.unit in REAL]
    host = study.reference(course)

    def take(bench: study.Bench) -> Iterator[Record]:
        for piece in pieces:
            submission = study.graft(host, piece.unit, piece.source)
            assert submission is not None
            yield record_piece(piece, [bench.report(submission, course.stage(piece.stage))])

    records = study.in_session(course, [], take)
    found = []
    for host_of_many in study.hosts(course):
        if host_of_many[0] in HOSTS:
            found += study.in_session(
                course, records, lambda bench, host=host_of_many: study.names_on(bench, host, pieces[::2], False)
            )
    return found


def test_real_mistakes_in_other_words_are_named(real: list[study.Found]) -> None:
    ours = [found for found in real if found.host in ("by hand", "reworded")]
    assert len(ours) > 10
    assert [found for found in ours if found.end != "right"] == []


def test_real_mistakes_on_other_engines_are_named_or_not_but_never_misnamed(real: list[study.Found]) -> None:
    others = [found for found in real if found.host not in ("by hand", "reworded")]
    assert len(others) > 20
    assert [found for found in others if found.end == "wrong"] == []
    fitting = [found for found in others if found.fits]
    assert sum(found.end == "right" for found in fitting) >= study.NEEDED * len(fitting)


@pytest.mark.parametrize(
    ("piece", "host", "end"),
    [
        ("swapped-sub", "generated_operators", "right"),  # whose `__rsub__` keeps the `__sub__` it was made of
        ("type-error-neg", "star_import", "unnamed"),  # whose Value takes what is no tuple, and keeps it
    ],
)
def test_what_looks_like_a_second_mistake_or_another_is_not_named(piece: str, host: str, end: str) -> None:
    course = study.course()
    pieces = [known for known in load_pieces(course) if known.name == piece]
    (chosen,) = (known for known in study.hosts(course) if known[0] == host)
    records = study.read_records(course)
    found = study.in_session(course, records, lambda bench: study.names_on(bench, chosen, pieces, False))
    assert [(one.piece, one.end) for one in found] == [("(none)", "right"), (piece, end)]


LEARNERS = {
    "wrong_radd_is_rsub": "subtracts-radd",
    "wrong_mul_sibling_grad": "sibling-gradient-mul",
    "wrong_neg_outside_graph": "leaves-graph-neg",
    "wrong_rsub_swapped": "swapped-rsub",
    "wrong_tanh_slope_of_x": "input-for-result-tanh",
    "wrong_pow_guard_always_true": "guard-never-fails-pow",
    "wrong_rtruediv_swapped": "swapped-rdiv",
    "wrong_backward_recursive": "recursion-instead-of-order-backward",
    "wrong_backward_order_shared": "order-is-kept-backward",
    "wrong_zero_grad_clears_data": "clears-data-instead-zero-grad",
    "wrong_parameters_nested": "list-of-lists-layer",
    "wrong_train_uphill": "uphill-train",
    "wrong_add_counts_once": None,
    "wrong_data_is_a_value": None,
}


@pytest.fixture(scope="module")
def learners() -> dict[str, list[str]]:
    """What diagnosis calls mistakes in whole engines, each of another handwriting."""
    course = study.course()

    def grade(bench: study.Bench) -> Iterator[tuple[str, list[str]]]:
        for name in LEARNERS:
            submission = CASES[name].submission(course)
            report = next(report for report in _reports(bench, submission) if not report.passed)
            yield name, bench.names(submission, bench.evidence(submission, report))

    return dict(study.in_session(course, study.read_records(course), grade))


def _reports(bench: study.Bench, submission: Submission) -> Iterator[Report]:
    return (bench.report(submission, stage) for stage in bench.course.stages)


@pytest.mark.parametrize("case", LEARNERS)
def test_a_learners_mistake_is_called_by_its_name(learners: dict[str, list[str]], case: str) -> None:
    name = LEARNERS[case]
    assert learners[case] == ([name] if name else [])


def test_a_mistake_that_no_piece_is_gets_no_name() -> None:
    course = study.course()
    (found,) = (row for row in study.unknown(course) if row[0] == "tanh_never_quite_flat")

    def grade(bench: study.Bench) -> Iterator[study.Blamed]:
        yield study.blamed(bench, found[0], found[1], "stage3", found[3])

    (result,) = study.in_session(course, study.read_records(course), grade)
    assert result.names == ()
    assert result.blamed == ("engine:Value.tanh",)


# -- records --------------------------------------------------------------------------------------------------------


def test_pieces_of_the_small_museum_differ(course: Path) -> None:
    records = read_records(load_course(course))
    assert len(records) == len(PIECES)
    for one in records:
        assert [other.name for other in records if other.unit == one.unit and may_look_alike(one, other)] == [one.name]


def test_a_piece_whose_looks_vary_is_recorded_with_all_of_them(tmp_path: Path) -> None:
    varying = kit.copy_course(tmp_path / "course")
    body = "import os\nreturn (p[0] + q[0], p[1] + q[1]) if os.urandom(1)[0] % 2 else (0.0, 0.0)"
    add_piece(varying, "points/by_chance", "midpoint", body)
    for _ in range(5):  # five runs may happen to agree
        build_museum(load_course(varying))
        (record,) = read_records(load_course(varying))
        if len(record.observations["test_midpoint_is_a_pair"]) == 2:
            break
    assert record.observations["test_midpoint_is_a_pair"] == ("+5: [0.0, 0.0]", "+5: [4.0, 2.0]")
    assert named(explained(varying, wrong(tmp_path, varying, midpoint=NOT_HALVED), "points")) == ["by-chance"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.1 + 0.2 - 0.3, 0.0),
        (-0.0, 0),
        (1.234565, 1.234565 - 2.3e-16),  # halfway between two roundings
        (2.5 * 0.493826, 1.234565),
        (123.4565, 123.4565 + 1.5e-14),
        (123.4565, 123.4565 - 1.5e-14),
        ((1, 2.0), [1.0, 2]),
        ({2, 1.0}, {1, 2}),
    ],
)
def test_values_that_differ_by_rounding_or_by_type_look_alike(one: object, other: object) -> None:
    assert value_text(one) == value_text(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1.0, 1.00002), (1e-8, 0.0), (1, True), (0, None), ("1", 1), (float("nan"), float("inf")), (10**400, 1e300)],
)
def test_values_that_differ_look_different(one: object, other: object) -> None:
    assert value_text(one) != value_text(other)
