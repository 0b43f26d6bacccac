"""The status bar counts cables that have both their ends, and names the others."""

import pytest

from designer.engine.report import Cables, FabricReport, NotComputed, Report, Totals
from designer.model.figures import missing
from designer.model.measured import fields_of
from designer.ui.window.counts import BY_RULE, counts_of
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

TOTALS = Totals(racks=2, devices=9)


def fabric(**fields: object) -> FabricReport:
    base = {"id": "f", "name": "Compute", "leaf": 8, "placed_leaf": 8, "spine": 4}
    return FabricReport.model_validate({**base, **fields})


def report(*fabrics: FabricReport, count: int = 1536) -> Report:
    cables = Cables(count=count, length_m=None, by_medium=(("not routed", count),))
    return Report(totals=TOTALS, cables=cables, fabrics=fabrics)


def test_cables_to_switches_that_nobody_placed_are_named_apart() -> None:
    counts = counts_of(report(fabric(placed_spine=0, unconnected=512)))
    assert (counts.cables, counts.missing) == (1024, 512)
    assert counts.why.splitlines() == [
        "Compute: 512 cables of its rule lack an end and are not counted; placed 0 of 4 spine",
        BY_RULE,
    ]


def test_where_everything_stands_all_cables_count() -> None:
    counts = counts_of(report(fabric(placed_spine=4)))
    assert (counts.cables, counts.missing, counts.why) == (1536, 0, BY_RULE)


def test_a_port_that_does_not_fit_is_the_reason_where_every_switch_stands() -> None:
    counts = counts_of(report(fabric(placed_spine=4, unconnected=1)))
    assert "Compute: 1 cable of its rule" in counts.why
    assert "a port does not fit" in counts.why


def test_cables_that_nobody_can_count_are_not_counted() -> None:
    open_ = fields_of({"unconnected": missing("x-1.ports", "", 0, 64)})
    counts = counts_of(report(fabric(), fabric(id="s", name="Storage", spine=None, **open_)))
    assert counts.cables is None
    words = "Storage: its cables cannot be counted; not known: x-1.ports"
    assert counts.why.splitlines() == [words, BY_RULE]


def test_several_fabrics_are_summed_and_each_is_named() -> None:
    storage = fabric(id="s", name="", placed_leaf=6, spine=0, unconnected=36)
    counts = counts_of(report(fabric(unconnected=512), storage))
    assert (counts.cables, counts.missing) == (1536 - 548, 548)
    assert "s: 36 cables" in counts.why
    assert "placed 6 of 8 leaf" in counts.why


def test_what_is_lost_is_not_counted() -> None:
    lost = NotComputed(subject="cables", because="a test says so")
    counts = counts_of(report(fabric(unconnected=5)).evolve(not_computed=(lost,)))
    assert counts.cables is None
    assert counts.missing == 0
    assert counts.racks == 2


@pytest.mark.parametrize(
    ("missing", "words"),
    [(0, "2 racks · 9 devices · 1,536 cables"), (512, "1,024 cables + 512 not connected")],
)
def test_the_status_bar_says_so(window: MainWindow, desk: Desk, missing: int, words: str) -> None:
    desk.report(report(fabric(unconnected=missing, placed_spine=4 if not missing else 0)))
    # The store tells of a second report a moment later; here it is told at once.
    desk.workspace.report_changed.emit()
    assert words in window.status.counts.text()
    assert window.status.counts.toolTip().endswith(BY_RULE)
