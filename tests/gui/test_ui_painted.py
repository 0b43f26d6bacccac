"""What the painted widgets draw, compared with tables that are kept in `tests/golden/drawings`."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTransform
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from designer.document.drop_plans import DropPlan, Spot, Verdict
from designer.engine.limit_report import Limit
from designer.engine.report import Report
from designer.model.design import Design
from designer.render.theme import DARK, LIGHT
from designer.ui.kit.bounded_bar import paint_bounded_bar
from designer.ui.kit.ghost_painter import paint_ghost
from designer.ui.kit.glyphs import SeverityGlyph, severity_colour
from designer.ui.kit.line_card import Line, LineCard
from designer.ui.kit.style import apply_theme
from designer.ui.views.dashboard.cost_bar import CostView
from designer.ui.views.dashboard.fabric_bars import FabricBars, fabric_rows
from designer.ui.views.elevation.view import ElevationView
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.legend import Legend
from designer.ui.window.main_window import MainWindow
from designer.ui.window.top_bar import StatePill
from tests.helpers.marks import Mark, assert_as_kept, marks_of
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report


@pytest.fixture
def first_design() -> Design:
    return hall()


def drawn(widget: QWidget) -> list[Mark]:
    """Return what a widget draws itself."""
    flags = QWidget.RenderFlag(0)
    return marks_of(
        widget.width(), widget.height(),
        lambda painter: widget.render(painter, QPoint(), QRegion(), flags),
    )  # fmt: skip


def by(wide: float, tall: float, paint: Callable[[QPainter], object]) -> list[Mark]:
    def draw(painter: QPainter) -> None:
        paint(painter)

    return marks_of(wide, tall, draw)


@pytest.fixture(autouse=True)
def dark(qapp: QApplication) -> None:
    apply_theme(qapp, DARK)


def test_signs_ghosts_and_bars(qtbot: QtBot) -> None:
    sections: dict[str, list[Mark]] = {}
    for severity in ("error", "warning", "open", "info", "ok", ""):
        glyph = SeverityGlyph(severity)
        qtbot.addWidget(glyph)
        sections[f"sign {severity}"] = drawn(glyph)
    for ok in (True, False):
        for wide, tall in ((200.0, 40.0), (36.0, 80.0), (60.0, 10.0), (9.0, 9.0), (80.0, 12.0)):
            box = QRectF(0, 0, wide, tall)
            sections[f"ghost {ok} {wide}x{tall}"] = by(
                wide, tall, lambda painter, b=box, o=ok: paint_ghost(painter, b, DARK, o, "U4–U11")
            )
    colour, track = severity_colour("ok", DARK), severity_colour("info", DARK)
    for shares in ((0.0, 0.0), (0.5, 0.5), (0.2, 0.7), (0.0, 1.0), (0.001, 0.001), (1.0, 1.0)):
        sections[f"bar {shares}"] = by(100, 8, lambda painter, s=shares: paint_bounded_bar(
            painter, QRectF(0, 0, 100, 8), s, colour, track
        ))  # fmt: skip
    assert_as_kept("ui-signs", sections)


def test_strips_of_the_window(qtbot: QtBot, window: MainWindow, desk: Desk) -> None:
    pill = StatePill()
    qtbot.addWidget(pill)
    pill.resize(130, 26)
    sections: dict[str, list[Mark]] = {}
    for state in ("idle", "busy", "restarting", "failed"):
        pill.show_state(state, "words")
        sections[f"engine {state}"] = drawn(pill)
    canvas = window.floor
    desk.report(hall_report())
    settle()
    for cursor in ((None, None), (3000.0, 2000.0)):
        if cursor[0] is not None:
            canvas.view.cursor_moved.emit(*cursor)
        sections[f"ruler at the top {cursor}"] = drawn(canvas._top)
        sections[f"ruler at the left {cursor}"] = drawn(canvas._left)
    canvas.view.zoom_by(3)
    sections["ruler near"] = drawn(canvas._top)
    canvas.view.zoom_by(0.05)
    sections["ruler far"] = drawn(canvas._left)
    sections["minimap"] = drawn(canvas.minimap)
    legend = Legend(desk.workspace, canvas.view)
    qtbot.addWidget(legend)
    for upright in (False, True):
        legend.set_upright(upright)
        legend.resize(legend.size_if(upright=upright))
        sections[f"legend {upright}"] = drawn(legend)
    assert_as_kept("ui-strips", sections)


def test_cards(qtbot: QtBot) -> None:
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(800, 600)
    over.show()
    card = LineCard(lambda: DARK, "What the drop would do", over)
    sections: dict[str, list[Mark]] = {}
    tones = ("title", "plain", "dim", "ok", "warning", "error")
    card.show_lines([Line(f"a line that is {tone}", tone) for tone in tones])
    sections["every tone"] = drawn(card)
    card.show_lines([Line("a very long line " * 12, "plain"), Line("and a short one", "dim")])
    sections["long"] = drawn(card)
    assert_as_kept("ui-cards", sections)
    card.show_lines([Line("one", "ok"), Line("two", "dim")])
    wide, tall = card.width(), card.height()
    places = []
    for at in ((100, 100), (790, 100), (100, 590), (790, 590), (0, 0), (795, 300)):
        card.place(QPoint(*at))
        assert card.isVisible()
        places.append((card.x() - at[0], card.y() - at[1]))
        assert over.rect().contains(card.geometry())
    assert places == [
        (18, 22), (-18 - wide, 22), (18, -22 - tall), (-18 - wide, -48 - tall), (18, 22),
        (-18 - wide, 22),
    ]  # fmt: skip
    card.place(QPoint(795, 300))
    card.show_lines([Line("a much longer line than before", "ok")])
    assert card.geometry().right() < 795, "what grows keeps its side of the pointer"


@pytest.mark.parametrize("wide", [346, 200])
def test_plots_of_the_dashboard(qtbot: QtBot, desk: Desk, wide: int) -> None:
    sections: dict[str, list[Mark]] = {}
    for words, report in (("figures", hall_report()), ("nothing", Report())):
        bars = FabricBars(desk.workspace)
        qtbot.addWidget(bars)
        bars.resize(wide, 200)
        bars.show_rows(fabric_rows(report))
        bars.resize(wide, bars.sizeHint().height())
        sections[f"fabrics, {words}"] = drawn(bars)
        cost = CostView(desk.workspace)
        qtbot.addWidget(cost)
        cost.show_report(report)
        cost.stack.resize(wide, 14)
        sections[f"cost, {words}"] = drawn(cost.stack)
    assert_as_kept(f"ui-plots-{wide}", sections)


def test_the_elevation_with_its_ghost(qtbot: QtBot, desk: Desk) -> None:
    desk.report(hall_report())
    view = ElevationView(desk.workspace)
    qtbot.addWidget(view)
    view.resize(520, 620)
    sections: dict[str, list[Mark]] = {}
    sections["nothing"] = drawn(view)
    view.show_rack("A01")
    sections["A01"] = drawn(view)
    desk.workspace.select(("node-1",))
    view.show_rack("A01")
    before = drawn(view)
    sections["A01, node 1 selected"] = [m for m in before if m not in sections["A01"]]
    yes = Verdict(ok=True, reason="", title="Place DGX H100 at U20")
    no = Verdict(ok=False, reason="U2 is taken", title="Place DGX H100 at U2")
    spots = (
        Spot(half_u=40, face="front", height_half_u=16),
        Spot(half_u=60, face="rear", height_half_u=2),
    )
    for words, verdict, rack, at in (
        ("may be", yes, "A01", spots), ("may not be", no, "A01", spots[:1]),
        ("in another rack", yes, "A02", spots),
        ("beside the units", yes, "A01", (Spot(half_u=0, face="zero-u", height_half_u=0),)),
    ):  # fmt: skip
        plan = DropPlan(("x", words), verdict, "label", rack_ids=(rack,), spots=at)
        view.preview.show(plan)
        sections[f"ghost: {words}"] = [mark for mark in drawn(view) if mark not in before]
    view.preview.clear()
    assert_as_kept("ui-elevation", sections)


def test_racks_from_far_away(qtbot: QtBot, desk: Desk) -> None:
    desk.report(hall_report())
    canvas = FloorCanvas(desk.workspace)
    qtbot.addWidget(canvas)
    canvas.resize(900, 700)
    canvas.show()
    settle()
    far = canvas.floor.far

    def of(box: QRectF) -> list[Mark]:
        option = QStyleOptionGraphicsItem()
        option.exposedRect = box

        def paint(painter: QPainter) -> None:
            painter.setTransform(QTransform.fromScale(0.02, 0.02))
            far.paint(painter, option)

        return by(300, 200, paint)

    sections = {"all": of(far.boundingRect()), "row A": of(QRectF(0, 2000, 12000, 1000))}
    desk.workspace.select(("A02",))
    sections["A02 selected"] = of(far.boundingRect())
    desk.workspace.select(("B01/n1",))
    sections["what holds B01-n1 selected"] = of(far.boundingRect())
    report = hall_report()
    first = report.racks[0]
    limits = (
        Limit(
            name="mass", group="mass", label="Mass", used=1.0, limit=2.0, unit="kg", state="error"
        ),
    )
    changed = first.model_copy(update={"limits": limits, "cooling_method": "immersion"})
    desk.report(report.model_copy(update={"racks": (changed, *report.racks[1:])}))
    settle()
    sections["A01 looks otherwise"] = of(far.boundingRect())
    assert desk.workspace.apply(
        "x", lambda design: design.evolve(racks=design.racks[4:], devices=())
    )
    settle()
    sections["row A is gone"] = of(far.boundingRect())
    desk.workspace.set_theme(LIGHT)
    sections["in the light"] = of(far.boundingRect())
    assert_as_kept("ui-far-racks", sections)


def test_racks_pins_and_names_on_the_floor(qtbot: QtBot, window: MainWindow, desk: Desk) -> None:
    desk.report(hall_report())
    settle()
    view = window.floor.view
    sections: dict[str, list[Mark]] = {}

    def scene() -> list[Mark]:
        box = view.floor.sceneRect()
        return by(
            600,
            400,
            lambda painter: view.floor.render(
                painter, QRectF(0, 0, 600, 400), box, Qt.AspectRatioMode.KeepAspectRatio
            ),
        )

    sections["at first"] = scene()
    desk.workspace.select(("A01", "leaf-1"))
    settle()
    sections["A01 and a leaf selected"] = scene()
    view.floor.near.set_hover("B01")
    sections["the pointer over B01"] = scene()
    view.floor.near.set_hover("")
    desk.workspace.filter.switch("notes", on=False)
    settle()
    sections["without remarks"] = scene()
    boxes = [QRectF(6000, 2400, 800, 1200), QRectF(6800, 2400, 800, 1200)]
    view.ghost.show_boxes(boxes, ok=False, words="A column is in the way")
    sections["a ghost"] = scene()
    view.ghost.show_boxes(boxes * 201, ok=True, words="many")
    sections["a ghost of 402 racks"] = scene()
    assert view.mapToScene(view.mapFromScene(QPointF(3000, 2000))).x() == pytest.approx(
        3000, abs=20
    )
    assert_as_kept("ui-floor", sections)
