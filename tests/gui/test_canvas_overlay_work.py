"""How much choosing an overlay looks at: each sort of rack once, and no frame at all of them."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.engine.report import RackReport, Report
from designer.ui.state.floor_overlay import FloorOverlay
from designer.ui.views.floor import ground_tiles, rack_overview
from designer.ui.views.floor.canvas import FloorCanvas
from tests.bench.floors import canvas_of, floor_of, report_of
from tests.gui.test_canvas_tiles import anew, are_alike, shown

RACKS = 1_200


def alike(report: Report) -> Report:
    """Return a report in which racks of which the same is said share their limits."""
    kept = {rack.limits: rack.limits for rack in report.racks}
    racks = (rack.model_copy(update={"limits": kept[rack.limits]}) for rack in report.racks)
    return report.model_copy(update={"racks": tuple(racks)})


@pytest.fixture
def canvas(qtbot: QtBot) -> FloorCanvas:
    design = floor_of(42 * RACKS, folded=True)
    made = canvas_of(design)
    qtbot.addWidget(made)
    made._workspace.report_store.accept(1, alike(report_of(design)))
    made.resize(800, 450)
    made.view.fit_all()
    QApplication.processEvents()
    while made.floor.tiles.hurries:
        made.view._refine()
    assert len(made.floor.racks) == RACKS
    assert made.floor.is_far
    return made


def test_racks_that_are_alike_are_read_once_for_a_report(canvas: FloorCanvas) -> None:
    overlay, store = canvas._workspace.overlay, canvas._workspace.report_store
    report = store.report
    assert report is not None
    sorts = len({id(rack.limits) for rack in report.racks})
    assert sorts < 10
    overlay.choose("limit:power")
    shown(canvas)
    assert len(overlay.readings()) == RACKS
    assert overlay.alike.made == sorts
    overlay.choose("limit:cooling")
    overlay.choose("limit:power")
    shown(canvas)
    assert overlay.alike.made == 2 * sorts
    last = report.racks[-1]
    other = RackReport(id=last.id, name=last.name, limits=last.limits[:1])
    store.accept(2, report.model_copy(update={"racks": (*report.racks[:-1], other)}))
    assert overlay.readings()[-1].state == "none"
    assert overlay.alike.made == 2 * sorts + 1, "what another report says alike is known"


@pytest.mark.parametrize("in_blocks", [True, False], ids=["blocks", "racks"])
def test_no_frame_waits_for_all_racks(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch, in_blocks: bool
) -> None:
    """With the whole floor in view the first frame took as long as all racks together."""
    monkeypatch.setattr(rack_overview, "BLOCKS_BELOW", 1.0 if in_blocks else 0.0)
    view, tiles, far = canvas.view, canvas.floor.tiles, canvas.floor.far
    monkeypatch.setattr(ground_tiles, "FRAME_S", 0.0)
    monkeypatch.setattr(ground_tiles, "SLICE_S", 0.0)
    asked = list[str]()
    reading = FloorOverlay.reading

    def noted(self: FloorOverlay, report: RackReport | None) -> object:
        asked.append(report.id if report else "")
        return reading(self, report)

    monkeypatch.setattr(FloorOverlay, "reading", noted)
    canvas._workspace.overlay.choose("limit:power")
    assert far.is_in_blocks(view.scale_factor()) is in_blocks
    asked.clear()
    view.viewport().repaint()
    turns, every = 0, len(asked)
    assert every <= 3 * rack_overview._AT_ONCE
    while tiles.hurries:
        asked.clear()
        view._refine()
        assert len(asked) <= 3 * rack_overview._AT_ONCE
        turns, every = turns + 1, every + len(asked)
        assert turns < 5_000
    assert every == RACKS
    assert are_alike(shown(canvas), anew(canvas))
