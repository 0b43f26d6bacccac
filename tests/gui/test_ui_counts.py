"""The status bar counts cables that have both their ends, and names the others."""

import re
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.network_report import Cables, FabricReport, UnconnectedCables
from designer.engine.report import NotComputed, RackReport, Report, Totals
from designer.io.export.report_layouts import report_text
from designer.model.figures import missing
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.ui.views.dashboard.power_plot import NO_RACKS, PowerPlot
from designer.ui.window.counts import BY_RULE, counts_of
from designer.ui.window.main_window import MainWindow
from tests.helpers.printed import printed
from tests.helpers.ui_desk import Desk

TOTALS = Totals(racks=2, devices=9)


def fabric(**fields: object) -> FabricReport:
    base = {"id": "f", "name": "Compute", "leaf": 8, "placed_leaf": 8, "spine": 4}
    return FabricReport.model_validate({**base, **fields})


def lacking(links: int, reason: str, name: str = "Compute") -> UnconnectedCables:
    return UnconnectedCables(fabric="f", name=name, reason=reason, links=links)


SPINES = "4 of 4 spine switches are not drawn"


def report(*fabrics: FabricReport, lack: tuple[UnconnectedCables, ...] = ()) -> Report:
    missing = sum(entry.links for entry in lack)
    cables = Cables(count=1536 - missing, not_connected=missing, unconnected=lack)
    return Report(totals=TOTALS, cables=cables, fabrics=fabrics)


def test_cables_to_switches_that_nobody_placed_are_named_apart() -> None:
    counts = counts_of(report(fabric(unconnected=512), lack=(lacking(512, SPINES),)))
    assert (counts.cables, counts.missing) == (1024, 512)
    assert counts.why.splitlines() == [
        "Compute: 512 links not connected: 4 of 4 spine switches are not drawn",
        BY_RULE,
    ]


def test_where_everything_stands_all_cables_count() -> None:
    counts = counts_of(report(fabric(placed_spine=4)))
    assert (counts.cables, counts.missing, counts.why) == (1536, 0, BY_RULE)


def test_cables_by_hand_in_the_place_of_the_rules_are_the_reason_where_all_stands() -> None:
    """A fabric's own count of missing links is not asked: cables by hand are none of it."""
    lack = lacking(1, "cables laid by hand take their place")
    counts = counts_of(report(fabric(), lack=(lack, lacking(1, "no fabric has both its ends", ""))))
    assert (counts.cables, counts.missing) == (1534, 2)
    assert counts.why.splitlines() == [
        "Compute: 1 link not connected: cables laid by hand take their place",
        "1 link not connected: no fabric has both its ends",
        BY_RULE,
    ]


def test_cables_that_nobody_can_count_are_not_counted() -> None:
    open_ = fields_of({"unconnected": missing("x-1.ports", "", 0, 64)})
    of = fields_of({"count": missing("x-1.ports", "", 12), "not_connected": missing("x", "", 64)})
    known = report(fabric(), fabric(id="s", name="Storage", spine=None, **open_))
    counts = counts_of(known.evolve(cables=Cables(**of)))
    assert (counts.cables, counts.missing) == (None, 64)
    words = "Storage: its cables cannot be counted, because the list of ports of x-1 is not known"
    assert counts.why.splitlines() == [words]


def test_what_is_lost_is_not_counted() -> None:
    lost = NotComputed(subject="cables", because="a test says so")
    counts = counts_of(report(fabric(), lack=(lacking(5, SPINES),)).evolve(not_computed=(lost,)))
    assert counts.cables is None
    assert counts.missing == 0
    assert counts.racks == 2


@pytest.mark.parametrize(
    ("missing", "words"),
    [(0, "2 racks · 9 devices · 1,536 cables"), (512, "1,024 cables + 512 not connected")],
)
def test_the_status_bar_says_so(window: MainWindow, desk: Desk, missing: int, words: str) -> None:
    desk.report(report(fabric(), lack=(lacking(missing, SPINES),) if missing else ()))
    # The store tells of a second report a moment later; here it is told at once.
    desk.workspace.report_changed.emit()
    assert words in window.status.counts.text()
    assert window.status.counts.toolTip().endswith(BY_RULE)


def test_large_numbers_of_racks_are_written_with_separators(qtbot: QtBot, desk: Desk) -> None:
    plot = PowerPlot(desk.workspace)
    qtbot.addWidget(plot)
    racks = tuple(
        RackReport(id=f"r{n}", name=f"r{n}", power_max_kw=1.0, cooling_method="rear-door")
        for n in range(1_024)
    )
    plot.show_report(Report(racks=racks))
    assert "rear&nbsp;door&nbsp;1,024" in plot.caption.text()


def test_status_bar_report_and_sheet_count_the_same_of_a_reference_design(
    window: MainWindow, tmp_path: Path, catalog: Catalog
) -> None:
    """4 SU: 38 racks, 361 devices, 3,141 cables; a bar once said 44 racks, 0 and 0."""
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    slots = {assembly.id: len(assembly.slots) for assembly in design.assemblies}
    held = sum(slots.get(rack.assembly, 0) for rack in design.racks) + len(design.devices)
    assert held == 361
    found = evaluate(design, catalog)
    window.status.show_counts(counts_of(found))
    assert window.status.counts.text().startswith("38 racks · 361 devices · 3,141 cables")
    text = report_text(design, catalog, found)
    for what, number in (("Racks", "38"), ("Devices", "361"), ("Cables", "3,141")):
        assert re.search(rf"^{what} +{number}$", text, re.MULTILINE), what
    plan, *more = printed(tmp_path, design, catalog, found, sheets=("floor",))
    assert "· 38 racks ·" in plan
    assert "8 groups, 38 racks" in plan
    # The list of findings goes on on the next sheet.
    assert any("ddn-es400nvx2" in page for page in (plan, *more))


def test_nothing_is_counted_before_the_first_report(window: MainWindow, desk: Desk) -> None:
    """The records of a design are not what stands: those of assemblies stand in none of them."""
    assert desk.design.racks
    assert window.status.counts.text().startswith("— racks · — devices · — cables")
    assert window.status.counts.toolTip() == "The design is not sized yet."
    plots = window.dashboard
    assert plots.power.caption.text() == "Not sized yet"
    assert plots.fabrics.bars.without_rows == "Not sized yet"
    desk.report(Report(totals=Totals()))
    desk.workspace.report_changed.emit()
    plots.power.show_report(desk.store.report)
    plots.fabrics.show_report(desk.store.report)
    assert plots.power.caption.text() == NO_RACKS
    assert plots.fabrics.bars.without_rows == "No fabric yet"
    assert window.status.counts.text().startswith("0 racks")
