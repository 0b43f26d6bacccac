"""Figures that are not known in full: how the window says so, and where they are entered."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from designer.engine.cost_report import Cost, CostLine
from designer.engine.limit_report import Limit
from designer.engine.network_report import FabricReport, Failure
from designer.engine.report import RackReport, Report, Settle, Totals
from designer.model.figures import Figure, exact, missing
from designer.model.measured import Bound, fields_of
from designer.render.theme import DARK
from designer.runtime.own_parts import OwnParts
from designer.ui.kit.bounded_bar import paint_bounded_bar, share_bounds
from designer.ui.views.dashboard.fabric_bars import fabric_rows
from designer.ui.views.dashboard.figure_list import FigureList, figure_rows
from designer.ui.views.dashboard.power_data import BarReader
from designer.ui.views.dashboard.settle_list import waiting_words
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

OPEN = Settle(
    ref="qm9700.power_idle_w", what="idle power of QM9700", part="qm9700", field="power_idle_w",
    verdicts=3, affects=("totals.power_idle_kw", "cost.capex", "facility.other"),
)  # fmt: skip
SITE = Settle(ref="site.pue", what="PUE of the site", field="pue", verdicts=0)


def open_report() -> Report:
    return Report(
        design="open",
        totals=Totals(
            racks=2, gpus=8, power_typical_kw=24.0,
            bounds=(
                Bound(name="power_max_kw", low=20.4, high=26.0, gaps=("q3200-ra.power_max_w",)),
                Bound(name="power_peak_kw", low=20.4, gaps=("dgx-h200.power_peak_w",)),
                Bound(name="power_typical_kw", low=20.0, high=26.0, estimated=True,
                      basis=("rule typical = 0.72 x highest",)),
            ),
        ),
        racks=(
            RackReport(id="A01", name="A01", power_max_kw=10.0),
            RackReport(
                id="A02", name="A02",
                bounds=(Bound(name="power_max_kw", low=10.4, high=16.0),),
            ),
            RackReport(id="A03", name="A03", bounds=(Bound(name="power_max_kw", low=0.0),)),
        ),
        cost=Cost(
            scope="what stands on the floor; no UPS",
            by_category=(
                CostLine(category="nodes", amount=340_000.0),
                CostLine(category="network", bounds=(Bound(name="amount", low=20_000.0),)),
                CostLine(category="storage", bounds=(Bound(name="amount", low=0.0),)),
            ),
            bounds=(Bound(name="capex", low=360_000.0, high=420_000.0),),
        ),
        settle=(OPEN, SITE),
    )  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(desk.settings, DARK)
    made.own_parts = OwnParts(tmp_path / "mine")
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    desk.report(open_report())
    made.dashboard._dirty = True
    made.dashboard._refresh_if_dirty()
    yield made
    desk.session.document.mark_saved()


def test_totals_and_figures_carry_their_bounds(window: MainWindow) -> None:
    dashboard = window.dashboard
    assert dashboard.totals.power.text == "20.4–26.0 kW"
    assert "Q3200-RA" in dashboard.totals.power.toolTip()
    assert dashboard.totals.capital.text == "$360–420 k"
    said = dashboard.figures.texts()
    assert said["Highest observed"] == "≥ 20.4 kW"
    assert said["Typical"] == "~24 kW (20–26)"
    assert said["Idle"] == "—"
    assert dashboard.figures.marks.isVisible()
    assert dashboard.cost.legend() == {
        "Nodes": "$340 k", "Network": "≥ $20 k", "Storage": "no price"
    }  # fmt: skip
    assert dashboard.cost.scope.text() == "what stands on the floor; no UPS"


def test_no_figure_of_power_reads_as_more_than_the_highest(qtbot: QtBot, desk: Desk) -> None:
    """4 SU of H200: 1,433.5 kW at most, of which 101.6 are known of the highest observed."""
    sums = Totals(
        racks=38, power_max_kw=1433.5,
        bounds=(Bound(name="power_peak_kw", low=101.6, high=1433.5),
                Bound(name="power_idle_kw", low=0.0, high=1433.5)),
    )  # fmt: skip
    figures = FigureList(desk.workspace)
    qtbot.addWidget(figures)
    figures.show_report(Report(totals=sums))
    said = figures.texts()
    assert (said["Highest observed"], said["Idle"]) == ("0.10–1.43 MW", "≤ 1.43 MW")


def test_a_design_without_racks_lists_no_figures() -> None:
    assert figure_rows(Report()) == []


def test_bars_of_racks_say_what_is_certain_and_what_is_possible() -> None:
    bars = BarReader().read(open_report())
    found = dict(zip(bars.ids, zip(bars.kw, bars.most_kw, bars.words, strict=True), strict=True))
    assert found["A01"] == (10.0, 10.0, "10.0 kW")
    assert found["A02"] == (10.4, 16.0, "10.4–16.0 kW")
    assert found["A03"] == (0.0, None, "—")
    assert bars.top > 16.0


def test_what_would_settle_it_is_ranked_and_opens_the_field(
    window: MainWindow, qtbot: QtBot
) -> None:
    rows = window.dashboard.settle.rows
    assert [row[0].text() for row in rows] == ["Idle power of QM9700", "PUE of the site"]
    assert rows[0][1].text() == "3 verdicts wait for it · leaves open: idle power, capital"
    QTest.mouseClick(rows[0][2], Qt.MouseButton.LeftButton)
    dialog = window.own_part_commands.dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    assert dialog.part_id == "qm9700"
    dialog.activateWindow()
    editors = {n: e for _, form in dialog.form._sections for n, e in form.editors.items()}
    assert isinstance(editors["power_idle_w"], QLineEdit)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is editors["power_idle_w"])
    QTest.mouseClick(rows[1][2], Qt.MouseButton.LeftButton)
    settings = window.design.settings
    assert settings is not None
    assert settings.names.currentItem().text() == "Design and site"


def test_nothing_to_settle_shows_nothing(window: MainWindow, desk: Desk) -> None:
    desk.report(open_report().evolve(settle=()))
    window.dashboard._dirty = True
    window.dashboard._refresh_if_dirty()
    window.dashboard.show_all()
    assert not window.dashboard.settle.isVisible()
    assert waiting_words(SITE) == "leaves open: other figures"


def test_what_no_verdict_names_is_not_said_to_settle_none() -> None:
    """A finding that is open on three figures names the two that leave most open."""
    counted = SITE.evolve(affects=("facility.cdu_units_needed",))
    for entry in (SITE, counted, counted.evolve(affects=("totals.heat_kw",))):
        assert "rule" not in waiting_words(entry)
        assert "verdict" not in waiting_words(entry)
    assert waiting_words(SITE.evolve(verdicts=1)) == "1 verdict waits for it"
    assert waiting_words(counted.evolve(verdicts=2)) == "2 verdicts wait for it"


@pytest.mark.parametrize(
    ("used", "limit", "shares"),
    [
        (exact(20.0), exact(40.0), (0.5, 0.5)),
        (missing("a", "", 10.0, 30.0), exact(40.0), (0.25, 0.75)),
        (missing("a"), exact(40.0), (0.0, 1.0)),
        (exact(20.0), missing("b", "", 25.0, 40.0), (0.5, 0.8)),
        (exact(20.0), missing("b"), None),
        (exact(50.0), exact(40.0), (1.0, 1.0)),
        (Figure(1.0, inf), missing("b", "", 0.0, 4.0), (0.25, 1.0)),
    ],
)
def test_shares_of_a_limit_have_bounds(
    used: Figure, limit: Figure, shares: tuple[float, float] | None
) -> None:
    assert share_bounds(used, limit) == shares


def test_a_bar_is_solid_as_far_as_is_certain_and_hatched_beyond(qtbot: QtBot) -> None:
    image = QImage(100, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    paint_bounded_bar(painter, QRectF(0, 0, 100, 10), (0.3, 0.7), QColor("red"), QColor("blue"))
    painter.end()

    def reds(left: int, right: int) -> int:
        return sum(image.pixelColor(x, 5).red() > 200 for x in range(left, right))

    assert reds(5, 28) == 23
    assert 0 < reds(35, 70) < 30
    assert reds(72, 98) == 0
    assert image.pixelColor(85, 5).blue() > 200


def test_the_air_limit_of_a_rack_with_cold_plates_is_no_line_over_its_power() -> None:
    limits = tuple(
        Limit(name=name, group=group, label="", used=17.0, limit=34.0, unit="kW")
        for name, group in (("cooling", "cooling"), ("cooling-liquid", "liquid"))
    )
    hybrid = RackReport(id="A01", name="A01", power_max_kw=132.0, limits=limits)
    plain = RackReport(id="A02", name="A02", power_max_kw=17.0, limits=limits[:1])
    bars = BarReader().read(Report(racks=(hybrid, plain)))
    assert bars.cooling_kw == (None, 34.0)


def test_islands_that_nvlink_joins_are_named_with_both_figures() -> None:
    fabric = FabricReport(
        id="c", name="Compute", purpose="compute", nodes=8, islands=4, injection_gbps=64_000.0,
        bisection_lower_gbps=0.0, bisection_upper_gbps=0.0, bisection_gbps=0.0,
        bisection_with_nvlink_gbps=32_000.0, bisection_ratio=0.0,
    )  # fmt: skip
    (row,) = fabric_rows(Report(fabrics=(fabric,)))
    assert row.words == "0: 4 islands · 4.00 TB/s with NVLink"


def test_an_empty_room_lists_no_figures_and_asks_for_none(window: MainWindow, desk: Desk) -> None:
    assert window.dashboard.figures.isVisible()
    desk.report(Report(design="empty", settle=(SITE,)))
    window.dashboard._dirty = True
    window.dashboard._refresh_if_dirty()
    window.dashboard.show_all()
    assert not window.dashboard.settle.isVisible()
    assert not window.dashboard.figures.isVisible()


def test_a_bisection_between_bounds_names_its_unit_once() -> None:
    fabric = FabricReport(
        id="i", name="In-band", purpose="in-band", nodes=8, islands=1, injection_gbps=819_200.0,
        bisection_lower_gbps=27_200.0, bisection_upper_gbps=28_800.0,
        **fields_of({"bisection_ratio": Figure(0.066, 0.07, None, "")}),
    )  # fmt: skip
    (row,) = fabric_rows(Report(fabrics=(fabric,)))
    assert row.words == "3.40–3.60 TB/s · 15.2:1"


def test_a_bisection_that_may_be_nothing_ends_in_no_bare_dot() -> None:
    fabric = FabricReport(
        id="c", name="Compute", purpose="compute", nodes=2, islands=1, injection_gbps=3_200.0,
        bisection_lower_gbps=0.0, bisection_upper_gbps=800.0,
        **fields_of({"bisection_ratio": Figure(0.0, 0.5, None, "")}),
    )  # fmt: skip
    (row,) = fabric_rows(Report(fabrics=(fabric,)))
    assert row.words == "≤ 100 GB/s"


@pytest.mark.parametrize(
    ("left", "words"),
    [(Figure(0.45, 0.5, None, ""), "45 % to 50 %"), (Figure(0.97, 0.97, 0.97, ""), "97 %")],
    ids=["not cut yet", "cut"],
)
def test_a_loss_that_is_not_cut_yet_keeps_its_row_within_bounds(left: Figure, words: str) -> None:
    failure = Failure(what="loss of a switch", **fields_of({"bisection_ratio": left}))
    fabric = FabricReport(
        id="c", name="Compute", purpose="compute", nodes=8, islands=1, injection_gbps=3_200.0,
        bisection_gbps=1_600.0, worst_failure=failure,
    )  # fmt: skip
    row = fabric_rows(Report(fabrics=(fabric,)))[-1]
    assert row.name == "Compute, worst loss of a switch"
    assert row.words == f"{words} · loss of a switch"
    assert (row.lower, row.upper) == (left.low, left.high)


def test_what_is_out_of_sight_follows_in_turns_or_when_it_is_scrolled_to(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    board = window.dashboard
    assert board.settle.isVisible()
    assert board.settle.visibleRegion().isEmpty()
    desk.report(open_report().evolve(settle=()))
    board._dirty = True
    board._refresh_if_dirty()
    assert board.settle.isVisible(), "nobody sees it"
    qtbot.waitUntil(lambda: not board.settle.isVisible())
    assert board.shown is desk.workspace.report_store.report


def test_a_hidden_dashboard_does_not_go_on_asking_what_is_left(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    board = window.dashboard
    desk.report(open_report().evolve(settle=()))
    board._dirty = True
    board._refresh_if_dirty()
    window.hide()
    qtbot.waitUntil(lambda: not board._later.isActive())
    window.show()
    qtbot.waitUntil(lambda: not board._behind)
    assert not board.settle.isVisible()
