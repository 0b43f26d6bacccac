"""Variants on the plots of workloads and cost: each its line, its bar, its row, or a sentence."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import inf
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import drop
from designer.engine.ownership_report import Ownership, Rented
from designer.engine.report import NotComputed, Report
from designer.engine.workload_report import ServePoint
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.render.theme import LIGHT
from designer.render.variant_ink import DASHES, PLACES, clear_place, place_on
from designer.ui.state.beside_words import no_cost_words
from designer.ui.state.variants import LETTERS, Variants
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.cost.course_card import CourseCard, free_place, rows_apart
from designer.ui.views.cost.panel import CostPanel
from designer.ui.views.cost.swings_card import SwingsCard
from designer.ui.views.cost.terms_card import TermsCard
from designer.ui.views.workloads.view import WorkloadsView
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import RUN, SERVICE, show

LEFT = Qt.MouseButton.LeftButton
SLOWER = tuple(
    point.evolve(**fields_of({"tokens_per_s": exact(point.gpus * 50, "tokens/s")}))
    for point in RUN.scaling
)
SERVED = SERVICE.evolve(
    serving=tuple(
        ServePoint(batch=batch, chosen=batch == 8, **fields_of(
            {"token_ms": exact(time, "ms"), "tokens_per_s": exact(rate, "tokens/s")}
        ))
        for batch, time, rate in ((1, 10.0, 100.0), (8, 20.0, 400.0))
    )
)  # fmt: skip


def owned(capital: float, tco: Figure, months: float | None = 20.0, **more: object) -> Ownership:
    term = Rented(term="on demand", never=months is None, **fields_of(
        {"total": exact(30e6, "USD"), **({"break_even_months": exact(months, "months")}
                                         if months is not None else {})}
    ))  # fmt: skip
    return Ownership(
        years=4.0, answer="months until owning has cost less", rented=(term,), **more,
        **fields_of({"capital": exact(capital, "USD"), "tco": tco,
                     "gpu_hour": exact(2.0, "USD")}),
    )  # fmt: skip


HERE = owned(10e6, exact(20e6, "USD"))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def variants(desk: Desk) -> Variants:
    return variants_of(desk)


@pytest.fixture
def view(qtbot: QtBot, desk: Desk, variants: Variants) -> WorkloadsView:
    made = WorkloadsView(desk.workspace, WorkloadChoice(desk.workspace), variants)
    made.resize(1000, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, variants: Variants) -> CostPanel:
    made = CostPanel(desk.workspace, variants)
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


def tell(desk: Desk, report: Report) -> None:
    desk.report(report)
    settle()


def go_on(desk: Desk) -> None:
    """Change the design, as after an edit: what was kept is of the design before."""
    desk.workspace.apply("Go on", lambda design: design.evolve(name=f"{design.name}, next"))


def captions(view: WorkloadsView) -> list[str]:
    return [label.full_text() for label, _ in view.ledger.beside if label.isVisible()]


def test_a_run_is_pinned_as_a_variant_beside_what_follows(
    view: WorkloadsView, variants: Variants, desk: Desk
) -> None:
    show(desk, RUN)
    assert view.pin.isVisible()
    QTest.mouseClick(view.pin, LEFT)
    assert view.pin.text() == "unpin"
    assert view.curve.beside == (("A", RUN.scaling),)
    go_on(desk)
    faster = tuple(part.evolve(amount=part.amount / 2) for part in RUN.ledger)
    show(desk, RUN.evolve(ledger=faster))
    assert captions(view) == ["A · Run, 256 GPUs: 10 s"]
    # Both bars are drawn to one scale: half the time is half as long.
    now, before = view.ledger.bar.boxes(), view.ledger.beside[0][1].boxes()
    assert now[0][0].width() == pytest.approx(before[0][0].width() / 2, abs=2)
    assert not view.curve.grab().isNull()
    QTest.mouseClick(view.pin, LEFT)
    assert view.curve.beside == ()
    assert captions(view) == []
    assert variants.every == ()


def test_three_variants_have_each_its_curve_bars_and_letter(
    view: WorkloadsView, variants: Variants, desk: Desk
) -> None:
    show(desk, RUN.evolve(ledger=RUN.ledger[::-1]))
    for name in ("one", "two", "three"):
        variants.keep(name)
    go_on(desk)
    show(desk, RUN.evolve(scaling=SLOWER, memory=(*RUN.memory[:1],)))
    assert [letter for letter, _ in view.curve.beside] == ["A", "B", "C"]
    assert captions(view) == [
        f"{letter} · {name}, 256 GPUs: 10 s"
        for letter, name in (("A", "one"), ("B", "two"), ("C", "three"))
    ]
    assert [bar.limit for _, bar in view.memory.beside] == [80, 80, 80]
    # Work first, then what waits; alike parts are as long, and what is too small is on none.
    bars = [view.ledger.bar, *(bar for _, bar in view.ledger.beside)]
    for bar in bars:
        told = {meaning.words: round(box.width()) for box, meaning, _ in bar.boxes()}
        assert next(iter(told)) == "Matrix products"
        assert told == {words: round(box.width()) for box, (words, _, _), _ in bars[0].boxes()}
    # The axis holds the fastest of them, though this design is slower.
    assert view.curve.ends()[1][1] >= 23_040
    assert "A: 64 GPUs: 6,400 tokens/s" in view.curve.accessibleDescription()
    # What only a variant has is named in the legend, without an amount.
    assert [one[1].text() for one in view.memory._labels if one[0].isVisible()] == [
        "20.0 GB", "—",
    ]  # fmt: skip
    assert not view.beside.isVisible()
    variants.remove("B")
    assert [letter for letter, _ in view.curve.beside] == ["A", "C"]


def test_a_service_stands_on_its_curve(view: WorkloadsView, variants: Variants, desk: Desk) -> None:
    show(desk, SERVED)
    variants.keep("as drawn")
    go_on(desk)
    twice = tuple(one.evolve(**fields_of({"token_ms": exact(90.0, "ms"),
                                          "tokens_per_s": one.figure("tokens_per_s")}))
                  for one in SERVED.serving)  # fmt: skip
    show(desk, SERVED.evolve(serving=twice))
    assert view.serving.beside == (("A", SERVED.serving),)
    box = QRectF(view.serving.rect())
    assert all(box.contains(view.serving.at(one)) for one in (*twice, *SERVED.serving))
    assert "A: 1 at a time" in view.serving.accessibleDescription()


def test_a_variant_without_such_a_workload_says_so_in_words(
    view: WorkloadsView, variants: Variants, desk: Desk
) -> None:
    tell(desk, Report())
    variants.keep("empty")
    go_on(desk)
    show(desk, RUN)
    assert view.beside.text() == "A: runs no such workload"
    assert view.beside.isVisible()
    assert view.curve.beside == ()
    assert captions(view) == []
    variants.clear()
    assert not view.beside.isVisible()
    # Also where nothing of this design is computed.
    go_on(desk)
    tell(desk, Report(workloads=(RUN.evolve(missing="its GPU is not known"),)))
    variants.keep("open")
    assert view.beside.text() == "A: not computed: its GPU is not known"


def test_beside_a_design_that_runs_nothing_is_said_what_variants_run(
    view: WorkloadsView, variants: Variants, desk: Desk
) -> None:
    show(desk, RUN)
    variants.keep("with a run")
    desk.workspace.apply("Nothing runs", drop("workloads", "run"))
    tell(desk, Report())
    assert view.elsewhere.isVisible()
    assert view.elsewhere.text() == "A runs Run; this design runs nothing"
    variants.clear()
    assert not view.elsewhere.isVisible()


def test_a_pinned_run_beside_a_service_says_that_it_is_on_no_plot(
    view: WorkloadsView, desk: Desk
) -> None:
    show(desk, RUN, SERVED)
    QTest.mouseClick(view.pin, LEFT)
    view._choice.choose("serve")
    assert view.beside.text() == "A: the pinned training run Run is on no plot of this one"
    assert view.serving.beside == ()


def test_lines_of_variants_are_told_apart_without_colour() -> None:
    assert len(set(DASHES.values())) == len(LETTERS)
    line = [QPointF(0, 0), QPointF(100, 0)]
    places = sorted(place_on(line, share).x() for share in PLACES.values())
    assert min(b - a for a, b in pairwise(places)) >= 15


def test_letters_keep_off_dots_and_each_other() -> None:
    line = [QPointF(0, 0), QPointF(200, 0)]
    dot = QPointF(16, 0)
    taken, places = [dot], []
    for share in PLACES.values():
        places.append(clear_place(line, share, taken))
        taken.append(places[-1])
    assert min(abs(a.x() - b.x()) for a, b in combinations(taken, 2)) >= 16
    assert clear_place(line, 0.5, [dot]) == QPointF(100, 0), "where nothing stands it stays"
    short = [QPointF(0, 0), QPointF(10, 0)]
    assert clear_place(short, 0.0, [QPointF(0, 0)]) == QPointF(10, 0), "as far off as it can"


def test_owning_of_variants_stands_on_the_course_the_ranking_and_in_the_table(
    panel: CostPanel, variants: Variants, desk: Desk
) -> None:
    tell(desk, Report(ownership=owned(8e6, Figure(15e6, inf, None, "USD"), 12.0)))
    variants.keep("open upwards")
    go_on(desk)
    tell(desk, Report(ownership=owned(12e6, exact(26e6, "USD"), 40.0)))
    variants.keep("dear")
    go_on(desk)
    tell(desk, Report(ownership=HERE))
    course, swings, terms = (
        next(one for one in panel.cards if isinstance(one, kind))
        for kind in (CourseCard, SwingsCard, TermsCard)
    )
    assert [(one.name, one.letter) for one in course.lines] == [
        ("own", ""), ("on demand", ""), ("own A", "A"), ("own B", "B"),
    ]  # fmt: skip
    # An open end stays open.
    assert course.lines[2].last.value is None
    assert "own A ≥ $15.0 M" in course.said()
    assert swings.marks == (("A", 12.0), ("B", 40.0))
    assert swings.axis()[1] >= 40
    assert [row[0] for row in terms.rows] == [
        "Own", "Own, variant A", "Own, variant B", "On demand",
    ]  # fmt: skip
    assert terms.rows[1][2][1].startswith("≥ ")
    assert terms.rows[2][2][2] == "month 40"
    assert terms.rows[2][1].endswith(", capital $12.0 M")
    assert terms.rows[0][1].endswith(", capital $10.0 M")
    assert not panel.beside.isVisible()
    for card in panel.cards:
        assert not card.grab().isNull()
    variants.clear()
    assert [row[0] for row in terms.rows] == ["Own", "On demand"]
    assert swings.marks == ()


def test_no_two_currencies_are_put_on_one_axis(
    panel: CostPanel, variants: Variants, desk: Desk
) -> None:
    tell(desk, Report(ownership=HERE.evolve(currency="EUR")))
    variants.keep("in euro")
    go_on(desk)
    tell(desk, Report(ownership=HERE))
    course = next(one for one in panel.cards if isinstance(one, CourseCard))
    swings = next(one for one in panel.cards if isinstance(one, SwingsCard))
    terms = next(one for one in panel.cards if isinstance(one, TermsCard))
    assert [one.name for one in course.lines] == ["own", "on demand"]
    assert swings.marks == ()
    assert panel.beside.text() == "A: in EUR, not on an axis in USD"
    assert terms.rows[1][2][1] == "€20.0 M"


def test_a_variant_over_other_years_ends_with_them(
    panel: CostPanel, variants: Variants, desk: Desk
) -> None:
    for years in (2.0, 8.0):
        tell(desk, Report(ownership=HERE.evolve(years=years)))
        variants.keep(f"{years:g} years")
        go_on(desk)
    tell(desk, Report(ownership=HERE))
    course = next(one for one in panel.cards if isinstance(one, CourseCard))
    assert course.years == 8
    assert [(one.name, course._end(one)) for one in course.lines] == [
        ("own", 0.5), ("on demand", 0.5), ("own A", 0.25), ("own B", 1.0),
    ]  # fmt: skip
    assert course.note == "spent over 4 years, undiscounted"
    assert panel.beside.text() == "A: over 2 years, not 4 · B: over 8 years, not 4"


def test_a_far_dearer_variant_leaves_the_plot_and_says_so(
    panel: CostPanel, variants: Variants, desk: Desk
) -> None:
    tell(desk, Report(ownership=owned(30e6, exact(400e6, "USD"))))
    variants.keep("leaves")
    go_on(desk)
    tell(desk, Report(ownership=owned(300e6, exact(900e6, "USD"))))
    variants.keep("above")
    go_on(desk)
    tell(desk, Report(ownership=owned(20e6, exact(50e6, "USD"))))
    variants.keep("near")
    go_on(desk)
    tell(desk, Report(ownership=HERE))
    course = next(one for one in panel.cards if isinstance(one, CourseCard))
    assert course.most() == 50e6, "the dearest that is near"
    leaves, above, near = course.lines[-3:]
    assert course.leaves(leaves) == pytest.approx(48 * 20 / 370)
    assert course.leaves(above) == 0
    assert course.leaves(near) is None
    said = course.said()
    assert "A leaves the plot in month 3" in said
    assert "B lies above the plot" in said
    assert "own B $900.0 M" in said
    assert not course.grab().isNull()


def test_a_label_of_a_month_covers_no_other_dot_or_line() -> None:
    plot = QRectF(0, 0, 300, 200)
    stems = [QRectF(x - 1, 150, 2, 50) for x in (80, 110, 290)]
    for stem in stems:
        x = stem.center().x()
        place = free_place(x + 4, plot, 60, stems, x - 4)
        assert not any(place.intersects(other) for other in stems)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Ownership(), "A: no GPUs to own or rent"),
        (owned(1e6, exact(2e6, "USD"), None), "A: owning never costs less than renting"),
        (HERE.evolve(years=6.0), "A: over 6 years, not 4"),
        (owned(1e6, exact(2e6, "USD"), None).evolve(years=6.0),
         "A: owning never costs less than renting, over 6 years, not 4"),
        (HERE.evolve(years=6.0, currency="EUR"),
         "A: in EUR, not on an axis in USD, over 6 years, not 4"),
        (HERE.evolve(answer="a GPU-hour"),
         "A: its answer is a GPU-hour, not on an axis of months until owning has cost less"),
    ],
)  # fmt: skip
def test_what_does_not_stand_on_the_plots_is_said(
    variants: Variants, desk: Desk, other: Ownership, words: str
) -> None:
    tell(desk, Report(ownership=other))
    variants.keep("other")
    assert no_cost_words(variants.every[0], HERE) == words


def test_owning_that_is_not_computed_is_said(variants: Variants, desk: Desk) -> None:
    lost = NotComputed(subject="ownership", because="a fault", title="Owning and renting")
    tell(desk, Report(ownership=HERE, not_computed=(lost,)))
    variants.keep("lost")
    assert no_cost_words(variants.every[0], HERE).startswith("A: Owning and renting")


@pytest.mark.parametrize(
    "wanted",
    [[100.0, 99.0, 98.0], [20.0] * 7, [240.0] * 7, [240.0, 120.0, 20.0], [260.0, 5.0, 4.0, 3.0]],
)
def test_names_at_the_ends_keep_apart_and_inside(wanted: list[float]) -> None:
    found = rows_apart(wanted, 16.0, 250.0)
    assert all(a - b >= 16 - 1e-9 for a, b in pairwise(found))
    assert found[0] <= 250
    assert found[-1] >= 16


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("width", [700, 1100])
def test_cards_with_variants_are_painted_in_both_themes(
    panel: CostPanel, variants: Variants, desk: Desk, light: bool, width: int
) -> None:
    if light:
        desk.workspace.set_theme(LIGHT)
    tell(desk, Report(ownership=HERE))
    for name in ("one", "two", "three"):
        variants.keep(name)
    panel.resize(width, 900)
    settle()
    course = next(one for one in panel.cards if isinstance(one, CourseCard))
    with_them = course.grab().toImage()
    variants.clear()
    settle()
    assert course.grab().toImage() != with_them
