"""What is redrawn when a report comes: what it says in another way, and nothing else."""

from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.engine.limit_report import Limit
from designer.engine.network_report import FabricReport, SwitchLoss
from designer.engine.report import Check, NotComputed, RackReport, Report
from designer.model.network_keys import tray_key
from designer.render.theme import DARK, LIGHT
from designer.ui.state.engine_state import EngineState
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard import panel
from designer.ui.views.dashboard.panel import LATER_MS, DashboardPanel
from designer.ui.views.elevation import limits
from designer.ui.views.elevation.limits import LimitsList
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.rack_item import RackItem
from tests.helpers.canvas_space import rack_report, report_of
from tests.helpers.fake_clock import Clock
from tests.helpers.ui_desk import Desk, small_report


def test_a_dashboard_told_that_its_report_is_stale_draws_nothing_anew(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dashboard = DashboardPanel(desk.workspace)
    qtbot.addWidget(dashboard)
    dashboard.show()
    qtbot.waitExposed(dashboard)
    told: list[object] = []
    monkeypatch.setattr(dashboard.totals, "show_report", told.append)

    def refresh() -> None:
        dashboard._dirty = True
        dashboard._refresh_if_dirty()

    first = small_report()
    desk.report(first)
    refresh()
    refresh()
    assert told == [first]
    assert dashboard.shown is first
    second = first.evolve(design="other")
    desk.report(second)
    refresh()
    assert told == [first, second]
    theme = LIGHT if desk.workspace.theme is DARK else DARK
    desk.workspace.set_theme(theme)
    refresh()
    assert told[2:] == [second]


def test_a_report_is_not_put_off_by_a_stale_mark_or_by_the_one_before(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    clock.install(monkeypatch, "designer.ui.views.dashboard.panel")
    dashboard = DashboardPanel(desk.workspace)
    qtbot.addWidget(dashboard)
    dashboard.show()
    qtbot.waitExposed(dashboard)
    told: list[tuple[float, Report | None]] = []
    monkeypatch.setattr(dashboard.totals, "show_report", lambda one: told.append((clock.now, one)))
    reports = [small_report().evolve(design=f"{number}") for number in range(9)]

    def come(number: int) -> None:
        desk.store.accept(number, reports[number])
        dashboard.refresh_soon()

    clock.advance(1_000)
    told.clear()
    dashboard.refresh_soon()  # only staleness: there is no other report
    clock.advance(5)
    come(1)
    clock.advance(20)
    come(2)
    assert told == [(1_005, reports[1]), (1_025, reports[2])], "what was worked out later comes too"
    for number in (3, 4, 5):
        clock.advance(20)
        come(number)
    assert len(told) == 2, "a stream is shown ten times a second"
    clock.advance(40)
    assert told[2:] == [(1_125, reports[5])]
    come(6)
    assert len(told) == 3, "and no two at once within it"
    clock.advance(100)
    assert told[3:] == [(1_225, reports[6])]
    clock.advance(200)
    come(7)
    come(8)
    assert [at for at, _ in told[4:]] == [1_425, 1_425]


def test_the_state_says_while_losses_follow(desk: Desk) -> None:
    """Under a green "sized" the worst loss of a switch became a far worse one of a rack."""
    state, said = EngineState(desk.workspace), list[tuple[str, str, str]]()
    state.changed.connect(lambda *told: said.append(told))
    document = desk.session.document

    def tell(report: Report) -> tuple[str, str, str]:
        desk.store.accept(document.revision, report)
        desk.client.reported.emit(document.revision)
        desk.client.state_changed.emit("idle", "ready")
        desk.store._tell()
        return said[-1]

    fabric = FabricReport(id="c", name="Compute", switch_losses=(SwitchLoss(number=2),))
    document.apply("Call it a", set_fields("design", name="a"))
    first, words, detail = tell(small_report().evolve(fabrics=(fabric,)))
    assert (first, words[:9], words[-1]) == ("following", "sized in ", "…")
    assert detail == "losses of racks, feeds and cables are being worked out"
    done = small_report().evolve(fabrics=(fabric.evolve(worked_out=True),))
    last, words, _ = tell(done)
    assert last == "idle"
    assert not words.endswith("…")
    lost = NotComputed(subject="fabrics", because="planted", part="what is worked out after")
    failed = small_report().evolve(fabrics=(fabric,), not_computed=(lost,))
    assert tell(failed)[0] == "idle", "nothing follows, and the report says why"


def test_a_design_is_sized_when_all_in_sight_shows_its_report(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a green "sized in 221 ms" some sections showed the design before an undo."""
    clock = Clock()
    clock.install(monkeypatch, "designer.ui.views.dashboard.panel")
    dashboard, state = DashboardPanel(desk.workspace), EngineState(desk.workspace)
    state.wait_for(lambda: dashboard.is_behind, dashboard.caught_up)
    said: list[str] = []
    state.changed.connect(lambda _state, words, _detail: said.append(words))
    qtbot.addWidget(dashboard)
    dashboard.show()
    qtbot.waitExposed(dashboard)
    document = desk.session.document
    far, hidden = dashboard.year, [dashboard.year]
    monkeypatch.setattr(panel, "_is_out_of_sight", lambda view: view in hidden)
    told: list[Report | None] = []
    monkeypatch.setattr(far, "show_report", told.append)

    def sized(name: str) -> Report:
        document.apply(f"Call it {name}", set_fields("design", name=name))
        report = small_report().evolve(design=name)
        desk.client.state_changed.emit("busy", "")
        desk.store.accept(document.revision, report)
        desk.client.reported.emit(document.revision)
        desk.client.state_changed.emit("idle", "")
        return report

    first = sized("a")
    assert said[-1] == "sizing…", "no view knows of it"
    desk.store._tell()
    assert dashboard.shown is first
    assert said[-1].startswith("sized in "), "the first is shown by all at once"
    clock.advance(1_000)
    told.clear()
    second = sized("b")
    desk.store._tell()
    assert dashboard.shown is second
    assert said[-1] == "sizing…", "what was out of sight may be in sight, once all is laid out"
    assert told == []
    hidden.clear()
    clock.advance(LATER_MS)
    assert told == [second]
    assert said[-1].startswith("sized in ")
    hidden.append(far)
    for number in range(3):
        sized(f"c{number}")
        desk.store._tell()
        clock.advance(1)
    assert dashboard.is_behind, "a stream is shown ten times a second"
    assert said[-1] == "sizing…"
    assert dashboard.stale.toolTip() == "figures of an earlier edit"
    dashboard.hide()
    assert said[-1].startswith("sized in "), "nobody sees it"


def test_only_racks_of_which_a_report_says_something_else_are_asked(
    qtbot: QtBot, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = FloorCanvas(space)
    qtbot.addWidget(canvas)
    asked: list[str] = []
    take = RackItem.take_report

    def noted(item: RackItem) -> bool:
        asked.append(item.rack_id)
        return take(item)

    monkeypatch.setattr(RackItem, "take_report", noted)
    same = rack_report("A01", 5.0)

    def show(*racks: RackReport) -> list[str]:
        asked.clear()
        with qtbot.waitSignal(space.report_changed):
            space.report_store.accept(1, report_of(*racks))
        return sorted(asked)

    assert show(same, rack_report("A02", 6.0)) == sorted(canvas.floor.racks)
    assert show(same, rack_report("A02", 7.0)) == ["A02"]
    assert canvas.floor.racks["A02"]._report == rack_report("A02", 7.0)
    assert show(rack_report("A02", 7.0)) == ["A01", "A02"]
    assert canvas.floor.racks["A01"]._report is None


def test_only_what_is_selected_besides_racks_has_plant_and_trays_painted_anew(
    qtbot: QtBot, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their box is that of the whole floor."""
    canvas = FloorCanvas(space)
    qtbot.addWidget(canvas)
    told: list[int] = []
    monkeypatch.setattr(canvas.floor.trays, "update", lambda: told.append(1))
    space.select(("A01",))
    space.select(("A02", "A01"))
    assert space.apply("x", set_fields("racks", "A01", name="other"))
    assert told == []
    space.select((tray_key("t"),))
    assert told == [1]
    space.select(("A01",))
    assert told == [1, 1]


def test_a_dashboard_keeps_room_for_the_sign_of_old_figures(qtbot: QtBot, desk: Desk) -> None:
    dashboard = DashboardPanel(desk.workspace)
    qtbot.addWidget(dashboard)
    qtbot.addWidget(dashboard.stale)
    dashboard.show()
    qtbot.waitExposed(dashboard)
    wide = dashboard.stale.width()
    assert wide > 0
    for report in (small_report(), small_report().evolve(design="other")):
        desk.report(report)
        dashboard._mark_stale()
        assert (dashboard.stale.text(), dashboard.stale.width()) == ("", wide)
        assert desk.workspace.apply("x", lambda design: design.evolve(note=f"{design.note}x"))
        assert (dashboard.stale.text(), dashboard.stale.width()) == ("◌", wide)


def test_limits_are_measured_once_for_a_width_and_anew_for_another_report(
    qtbot: QtBot, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = LimitsList(space)
    qtbot.addWidget(shown)
    shown.show_report(rack_report("A01", 5.0), stale=False)
    measured: list[int] = []
    height_of = LimitsList._height_of

    def noted(self: LimitsList, report: RackReport, width: int) -> int:
        measured.append(width)
        return height_of(self, report, width)

    monkeypatch.setattr(LimitsList, "_height_of", noted)
    low = [shown.heightForWidth(280) for _ in range(3)]
    assert len(set(low)) == 1
    assert measured == [280]
    reason = "a reason that takes several lines of the list " * 6
    longer = rack_report("A01", 5.0).evolve(cooling_reason=reason, cooling_method="room-air")
    shown.show_report(longer, stale=False)
    assert shown.heightForWidth(280) > low[0]
    assert shown.heightForWidth(500) < shown.heightForWidth(280)


def test_of_limits_marked_as_stale_only_the_heading_is_painted(
    qtbot: QtBot, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    turns: list[QRect] = []
    paint, event = limits._paint_limit, LimitsList.paintEvent
    monkeypatch.setattr(
        LimitsList, "paintEvent", lambda self, it: (turns.append(it.rect()), event(self, it))
    )

    def noted(painter: QPainter, row: QRect, limit: Limit, *more: Any) -> None:
        painted.append(limit.name)
        paint(painter, row, limit, *more)

    monkeypatch.setattr(limits, "_paint_limit", noted)
    report = rack_report("A01", 5.0)
    report = report.evolve(
        limits=(Limit(name="mass", group="mass", label="Mass", used=9, limit=10, unit="kg"),)
    )
    shown = LimitsList(space)
    qtbot.addWidget(shown)
    shown.resize(400, 300)
    shown.show_report(report, stale=False)
    with qtbot.waitExposed(shown):
        shown.show()
    qtbot.waitUntil(lambda: painted == ["mass"])
    before = shown.grab().toImage()
    painted.clear()
    turns.clear()
    shown.show_report(report, stale=True)
    qtbot.waitUntil(lambda: bool(turns))
    assert painted == []
    assert shown.grab().toImage() != before, "the heading says that an update is on its way"
    painted.clear()
    shown.show_report(report.evolve(limits=()), stale=True)
    shown.show_report(report, stale=False)
    qtbot.waitUntil(lambda: painted == ["mass"])
    assert shown.grab().toImage() == before


@pytest.mark.parametrize(
    ("where", "severity", "waived", "signed"),
    [
        ("A01", "error", False, True),
        ("leaf-1", "error", False, True),
        ("A01", "warning", False, False),
        ("A01", "error", True, False),
        ("A02", "error", False, False),
        ("compute", "error", False, False),
    ],
)
@pytest.mark.parametrize("painted", [False, True])
def test_a_rack_bears_the_sign_of_an_error_that_stands_at_it(
    qtbot: QtBot, space: Workspace, where: str, severity: str, waived: bool, signed: bool,
    painted: bool,
) -> None:  # fmt: skip
    """P26 (no power path) exceeds no limit; its racks are signed like those of a limit."""
    canvas = FloorCanvas(space)
    qtbot.addWidget(canvas)
    item = canvas.floor.racks["A01"]
    figures = report_of(rack_report("A01", 5.0), rack_report("A02", 5.0))

    def show(report: Report) -> tuple[str, str]:
        with qtbot.waitSignal(space.report_changed):
            space.report_store.accept(1, report)
        if item._drawing is None:
            item._draw(filled=True)
        drawing = item._drawing
        assert drawing is not None
        return drawing.state, canvas.floor.far._look("A01")[1]

    if painted:
        assert show(figures) == ("", "")
    check = Check(
        rule="P26", severity=severity, where=(where,), message="no power path", key="P26:A01",
        waived=waived,
    )  # fmt: skip
    assert show(figures.evolve(checks=(check,))) == (("error",) * 2 if signed else ("", ""))
    assert show(figures.evolve(design="mended")) == ("", "")
