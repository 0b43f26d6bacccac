"""What cannot be computed: the window shows a dash and the reason, never 0 and never silence."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.network_report import FabricReport
from designer.engine.report import NotComputed, Report
from designer.render.theme import DARK
from designer.runtime.own_parts import OwnParts
from designer.ui.views.dashboard.fabric_bars import fabric_rows
from designer.ui.views.dashboard.figure_list import figure_rows
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk, small_report

WHY = "cannot be computed, because RuntimeError: no such luck"
TITLES = {
    "totals": "Totals", "cost": "Cost", "cables": "Cables", "fabrics": "Fabrics",
    "racks": "Racks", "facility": "Facility",
}  # fmt: skip


def without(*subjects: str) -> Report:
    """Return a report without the results of some subjects: their fields at their defaults."""
    lost = tuple(
        NotComputed(subject=name, title=TITLES[name], because="RuntimeError: no such luck")
        for name in subjects
    )
    bare = Report()
    return small_report().evolve(
        not_computed=lost, **{name: getattr(bare, name) for name in subjects}
    )


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(desk.settings, DARK)
    made.own_parts = OwnParts(tmp_path / "mine")
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    desk.session.document.mark_saved()


def show(window: MainWindow, desk: Desk, *subjects: str) -> None:
    publish(window, desk, without(*subjects))


def publish(window: MainWindow, desk: Desk, report: Report) -> None:
    desk.report(report)
    # The store tells of a second report a moment later; here it is told at once.
    desk.workspace.report_changed.emit()
    window.dashboard._dirty = True
    window.dashboard._refresh_if_dirty()


def test_totals_are_a_dash_with_the_reason(window: MainWindow, desk: Desk) -> None:
    show(window, desk, "totals")
    totals = window.dashboard.totals
    for total in (totals.gpus, totals.power, totals.racks):
        assert total.text == "—"
        assert total.toolTip() == f"Totals {WHY}"
    assert totals.capital.text != "—"
    show(window, desk, "cost")
    assert totals.racks.text == "2"
    assert (totals.capital.text, totals.capital.toolTip()) == ("—", f"Cost {WHY}")


def test_the_status_bar_counts_nothing_that_is_lost(window: MainWindow, desk: Desk) -> None:
    show(window, desk, "totals")
    assert window.status.counts.text().startswith("— racks · — devices · 0 cables")
    assert window.status.counts.toolTip() == f"Totals {WHY}"
    show(window, desk, "fabrics", "cables")
    assert window.status.counts.text().startswith("2 racks · 1 device · — cables")
    assert window.status.counts.toolTip() == f"Cables {WHY}"
    show(window, desk)
    assert window.status.counts.text().startswith("2 racks · 1 device · 0 cables")
    assert window.status.counts.toolTip() == ""


def test_the_list_of_figures_stays_and_says_why() -> None:
    rows = {name: (figure, tip) for name, figure, tip in figure_rows(without("totals", "cost"))}
    assert [name for name, (figure, _) in rows.items() if figure.unknown] == [
        "Highest observed", "Typical", "Idle", "Peak of ms", "Energy", "Energy cost a year",
    ]  # fmt: skip
    assert rows["Idle"][1] == f"Totals {WHY}"
    assert rows["Energy"][1] == f"Cost {WHY}"
    assert rows["PUE"][0].value == 1.3
    assert not any(figure.gaps for figure, tip in rows.values() if WHY in tip)


def test_cost_fabrics_and_power_say_why_they_are_empty(window: MainWindow, desk: Desk) -> None:
    show(window, desk, "cost", "fabrics", "racks")
    dashboard = window.dashboard
    assert dashboard.cost.legend() == {}
    assert dashboard.cost.note.text() == "—"
    assert dashboard.cost.scope.text() == f"Cost {WHY}"
    (row,) = dashboard.fabrics.bars.rows
    assert (row.words, row.tip) == ("—", f"Fabrics {WHY}")
    assert dashboard.fabrics.note.text() == ""
    assert WHY in dashboard.fabrics.bars.accessibleDescription()
    assert dashboard.power.caption.text() == f"Racks {WHY}"
    show(window, desk)
    assert dashboard.cost.legend()
    assert dashboard.cost.scope.text() == "no price for QM9700"
    assert dashboard.fabrics.note.text() == "each way"
    assert WHY not in dashboard.power.caption.text()


def test_a_design_without_fabrics_has_no_row_for_them() -> None:
    assert fabric_rows(Report()) == []
    assert fabric_rows(Report(fabrics=(FabricReport(id="idle"),))) == []


def test_the_line_above_the_panel_names_what_is_lost(window: MainWindow, desk: Desk) -> None:
    show(window, desk)
    assert window.dashboard.stale.text() == ""
    show(window, desk, "totals", "cost")
    assert window.dashboard.stale.text() == "■"
    assert window.dashboard.stale.toolTip() == f"Totals {WHY}\nCost {WHY}"
    lost = NotComputed(subject="feeds", because="so", where=("A01", "A02"))
    publish(window, desk, small_report().evolve(not_computed=(lost,)))
    assert window.dashboard.stale.toolTip() == "feeds cannot be computed, because so (2 racks)"


def test_the_elevation_says_why_a_rack_has_no_limits(window: MainWindow, desk: Desk) -> None:
    desk.workspace.select(("A01",))
    show(window, desk, "racks")
    window.elevation.refresh()
    assert window.elevation.limits.words() == f"Racks {WHY}"
    lost = NotComputed(subject="feeds", title="Feeds of racks", because="so", where=("A01",))
    publish(window, desk, small_report().evolve(not_computed=(lost,)))
    window.elevation.refresh()
    assert "Feeds of racks: cannot be computed, because so" in window.elevation.limits.words()
    show(window, desk)
    window.elevation.refresh()
    assert "cannot be computed" not in window.elevation.limits.words()
