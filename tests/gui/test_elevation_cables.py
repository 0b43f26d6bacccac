"""A cable by hand from port to port: dragged, clicked, by keyboard; shown, chosen, removed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.model.design import Design
from designer.model.network_keys import cable_key
from designer.planning.templates import build
from designer.ui.state.drag_payload import decode_cable, encode_cable
from designer.ui.views.elevation.panel import ElevationPanel
from designer.wiring.hand_cables import Socket
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sent_mouse import Carried, Told, drag_away, move
from tests.helpers.shown_views import middle, shown_canvas
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def pod() -> Design:
    """One scalable unit: nodes in racks A01 … B03, the compute leaves in the last one."""
    return build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, pod: Design) -> Iterator[Desk]:
    made = Desk(tmp_path, pod)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> ElevationPanel:
    made = ElevationPanel(desk.workspace)
    made.resize(1000, 900)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def show(panel: ElevationPanel, desk: Desk, key: str) -> None:
    desk.workspace.select((desk.workspace.layout().rack_of(key),))
    panel.grab()


def leaves(desk: Desk) -> list[str]:
    found = desk.workspace.layout().every()
    return [p.key for p in found if p.fabric == "compute" and p.tier == "leaf"]


def spines(desk: Desk) -> list[str]:
    found = desk.workspace.layout().every()
    return [p.key for p in found if p.fabric == "compute" and p.tier == "spine"]


def node(desk: Desk) -> str:
    return next(p.key for p in desk.workspace.layout().every() if p.part == "dgx-h100")


def at(panel: ElevationPanel, socket: Socket) -> QPoint:
    box = panel.view.cabling.box_of(socket)
    assert box is not None, f"{socket} is not seen"
    return box.center().toPoint()


def far(point: QPoint) -> QPoint:
    return point + QPoint(0, QApplication.startDragDistance())


def test_a_press_on_a_port_that_moves_carries_a_cable_not_the_device(
    panel: ElevationPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried(monkeypatch)
    begin = Socket(leaves(desk)[0], "fabric", 4)
    show(panel, desk, begin.device)
    drag_away(panel.view, at(panel, begin), far(at(panel, begin)))
    assert [decode_cable(mime) for mime in carried.mimes] == [begin]
    assert desk.workspace.cable.begins is None, "let go elsewhere it is no cable"
    assert desk.design.cables == ()


def test_a_drop_on_a_port_lays_a_cable_in_one_step(panel: ElevationPanel, desk: Desk) -> None:
    begin, end = Socket(leaves(desk)[0], "fabric", 4), Socket(leaves(desk)[1], "fabric", 5)
    show(panel, desk, begin.device)
    drag = SentDrag(panel.view, encode_cable(begin))
    assert drag.enter(at(panel, begin))
    drag.move(at(panel, end))
    words = panel.view.card.words()
    assert words.startswith("✓ ")
    assert "Compute · InfiniBand 400 Gb/s · OSFP twin-port to OSFP twin-port" in words
    assert drag.drop(at(panel, end))
    laid = desk.design.cables
    assert [(c.a, c.a_port, c.b, c.b_port, c.fabric) for c in laid] == [
        (begin.device, "5.1", end.device, "6.1", "compute")
    ]
    assert desk.workspace.selection == (cable_key(laid[0].id),)
    assert panel.rack_id() == desk.workspace.layout().rack_of(begin.device)
    desk.session.document.undo()
    assert desk.design.cables == ()


def test_a_drop_that_does_not_fit_says_why_and_changes_nothing(
    panel: ElevationPanel, desk: Desk
) -> None:
    begin = Socket(node(desk), "storage", 0)
    end = Socket(leaves(desk)[0], "fabric", 5)
    show(panel, desk, end.device)
    drag = SentDrag(panel.view, encode_cable(begin))
    drag.enter(at(panel, end))
    assert "its storage ports are not for Compute" in panel.view.card.words()
    drag.drop(at(panel, end))
    assert desk.design.cables == ()
    assert "its storage ports are not for Compute" in desk.messages[-1][0]
    assert desk.messages[-1][1] == "warning"
    assert desk.workspace.cable.begins is None


def test_a_drag_that_begins_in_the_drawing_goes_on_though_the_pointer_left_it_for_qt(
    panel: ElevationPanel, desk: Desk
) -> None:
    """A server of windows tells the widget under a drag that the pointer left it."""
    begin, end = (Socket(leaves(desk)[n], "fabric", 5) for n in (0, 1))
    wrong = Socket(begin.device, "fabric", 7)
    show(panel, desk, begin.device)
    drag = SentDrag(panel.view, encode_cable(begin))
    drag.enter(at(panel, begin))
    QApplication.sendEvent(panel.view, QEvent(QEvent.Type.Leave))
    drag.move(at(panel, wrong))
    assert panel.view.card.isVisible()
    refusal = panel.view.card.words()
    assert "both ends are at one device" in refusal
    drag.move(at(panel, end))
    assert panel.view.card.words().startswith("✓")
    drag.move(at(panel, wrong))
    drag.drop(at(panel, wrong))
    assert desk.design.cables == ()
    assert desk.messages[-1][0].endswith(refusal.splitlines()[0].removeprefix("✕ "))


def test_beside_a_port_nothing_is_laid(panel: ElevationPanel, desk: Desk) -> None:
    begin = Socket(leaves(desk)[0], "fabric", 4)
    show(panel, desk, begin.device)
    drag = SentDrag(panel.view, encode_cable(begin))
    drag.enter(QPoint(4, 30))
    assert "let go on a port of another device" in panel.view.card.words()
    drag.drop(QPoint(4, 30))
    assert desk.design.cables == ()


def test_a_cable_goes_to_another_rack_that_is_shown_while_it_is_held(
    panel: ElevationPanel, desk: Desk
) -> None:
    begin, end = Socket(node(desk), "compute", 1), Socket(leaves(desk)[2], "fabric", 7)
    show(panel, desk, begin.device)
    drag = SentDrag(panel.view, encode_cable(begin))
    drag.enter(at(panel, begin))
    drag.leave()
    show(panel, desk, end.device)
    assert desk.workspace.cable.begins == begin
    drag.enter(at(panel, end))
    before = panel.view.grab().toImage()
    drag.drop(at(panel, end))
    assert panel.view.grab().toImage() != before
    (cable,) = desk.design.cables
    assert (cable.a, cable.b) == (begin.device, end.device)


def test_esc_lets_a_held_cable_go(panel: ElevationPanel, desk: Desk) -> None:
    begin = Socket(leaves(desk)[0], "fabric", 4)
    show(panel, desk, begin.device)
    desk.workspace.cable.take(begin, keeps=True)
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert desk.workspace.cable.begins is None
    assert desk.design.cables == ()
    chosen = desk.workspace.selection
    assert chosen == (desk.workspace.layout().rack_of(begin.device),)


def test_a_held_cable_is_laid_by_a_click(panel: ElevationPanel, desk: Desk) -> None:
    begin, end = Socket(node(desk), "compute", 0), Socket(leaves(desk)[0], "fabric", 0)
    desk.workspace.cable.take(begin, keeps=True)
    show(panel, desk, end.device)
    move(panel.view, at(panel, end))
    assert panel.view.card.words().startswith("✓ ")
    QTest.mouseClick(panel.view, LEFT, NONE, at(panel, end))
    assert len(desk.design.cables) == 1
    assert desk.workspace.cable.begins is None


def test_a_cable_is_laid_by_keyboard_alone(panel: ElevationPanel, desk: Desk) -> None:
    first, second = sorted(leaves(desk)[:2], key=lambda k: desk.workspace.layout().find(k).half_u)  # type: ignore[union-attr]  # they stand
    show(panel, desk, first)
    desk.workspace.select((first,))
    QTest.keyClick(panel.view, Qt.Key.Key_C)
    assert desk.workspace.cable.begins == Socket(first, "fabric", 0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert desk.workspace.cable.begins == Socket(first, "fabric", 1)
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert desk.workspace.selection == (second,)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert "✓" in panel.view.card.words()
    QTest.keyClick(panel.view, Qt.Key.Key_C)
    (cable,) = desk.design.cables
    assert (cable.a, cable.a_port, cable.b, cable.b_port) == (first, "2.1", second, "3.1")


def lay(desk: Desk, panel: ElevationPanel, begin: Socket, end: Socket) -> str:
    view = panel.view.cabling
    assert view.lay(view.plan_to(begin, end))
    return cable_key(desk.design.cables[-1].id)


def test_cables_by_hand_are_drawn_while_one_of_their_devices_is_selected(
    panel: ElevationPanel, desk: Desk
) -> None:
    begin, end = Socket(leaves(desk)[0], "fabric", 4), Socket(node(desk), "compute", 0)
    show(panel, desk, begin.device)
    desk.workspace.select((begin.device,))
    plain = panel.view.grab().toImage()
    lay(desk, panel, begin, end)
    desk.workspace.select((begin.device,))
    assert panel.view.grab().toImage() != plain
    desk.workspace.select((leaves(desk)[3],))
    other = panel.view.grab().toImage()
    desk.session.document.undo()
    assert panel.view.grab().toImage() == other, "it is drawn at its own devices alone"


def test_a_click_on_its_line_selects_a_cable_and_del_removes_it(
    panel: ElevationPanel, desk: Desk
) -> None:
    begin, end = Socket(leaves(desk)[0], "fabric", 4), Socket(leaves(desk)[2], "fabric", 4)
    show(panel, desk, begin.device)
    cable = lay(desk, panel, begin, end)
    desk.workspace.select((begin.device,))
    a, b = at(panel, begin), at(panel, end)
    near = [QPoint((a.x() + b.x()) // 2, (a.y() + b.y()) // 2 + off) for off in range(-4, 24)]
    on_line = next(p for p in near if panel.view.cabling.cable_at(p.toPointF()) == cable)
    QTest.mouseClick(panel.view, LEFT, NONE, on_line)
    assert desk.workspace.selection == (cable,)
    QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    assert desk.design.cables == ()
    desk.session.document.undo()
    assert [cable_key(c.id) for c in desk.design.cables] == [cable]


def test_a_tip_says_which_port_and_what_a_drag_of_it_does(
    panel: ElevationPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch)
    begin = Socket(leaves(desk)[0], "fabric", 4)
    show(panel, desk, begin.device)
    words = told.at(panel.view, at(panel, begin)).splitlines()
    assert words[0].endswith("· fabric port 5")
    assert words[1] == "drag it to a port of another device to lay a cable"


def test_a_cable_whose_device_goes_is_let_go(panel: ElevationPanel, desk: Desk) -> None:
    begin = Socket(leaves(desk)[0], "fabric", 4)
    desk.workspace.cable.take(begin, keeps=True)
    desk.session.new(Design(name="other"))
    assert desk.workspace.cable.begins is None


def test_damaged_payloads_are_no_cable() -> None:
    mime = encode_cable(Socket("a", "fabric", 1))
    assert decode_cable(mime) == Socket("a", "fabric", 1)
    for text in (b"", b"[]", b'{"device": 1}', b'{"device": "a", "group": "b", "number": "c"}'):
        mime.setData("application/x-cluster-designer-cable", text)
        assert decode_cable(mime) is None


def test_on_devices_too_small_for_their_ports_the_first_port_that_fits_is_taken(
    panel: ElevationPanel, desk: Desk
) -> None:
    panel.resize(1000, 330)
    begin, end = Socket(node(desk), "compute", 1), leaves(desk)[2]
    show(panel, desk, end)
    view = panel.view
    assert view.cabling.box_of(Socket(end, "fabric", 0)) is None
    desk.workspace.cable.take(begin, keeps=True)
    edge = view.cabling.point_of(Socket(end, "fabric", 0))
    assert edge is not None
    move(view, edge.toPoint())
    assert view.card.words().startswith("✓ ")
    QTest.mouseClick(view, LEFT, NONE, edge.toPoint())
    (cable,) = desk.design.cables
    assert (cable.b, cable.b_port) == (end, "1.1")


def test_a_cable_dropped_on_a_rack_of_the_floor_stays_in_the_hand_and_opens_it(
    qtbot: QtBot, desk: Desk
) -> None:
    canvas = shown_canvas(qtbot, desk.workspace)
    begin = Socket(node(desk), "compute", 1)
    rack = desk.workspace.layout().rack_of(leaves(desk)[0])
    desk.workspace.cable.take(begin)
    drag = SentDrag(canvas.view.viewport(), encode_cable(begin))
    assert drag.enter(middle(canvas, rack))
    assert "hold" not in canvas.view.card.words()
    qtbot.waitUntil(lambda: desk.workspace.selection == (rack,))
    desk.workspace.select(())
    drag.drop(middle(canvas, rack))
    assert desk.workspace.selection == (rack,)
    assert desk.workspace.cable.begins == begin
    assert desk.workspace.cable.keeps
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert desk.workspace.cable.begins is None
    assert desk.design.cables == ()


def test_a_cable_dropped_beside_all_racks_is_let_go(qtbot: QtBot, desk: Desk) -> None:
    canvas = shown_canvas(qtbot, desk.workspace)
    begin = Socket(node(desk), "compute", 1)
    desk.workspace.cable.take(begin)
    drag = SentDrag(canvas.view.viewport(), encode_cable(begin))
    drag.enter(QPoint(2, 2))
    assert "hold it over a rack to see its ports" in canvas.view.card.words()
    drag.drop(QPoint(2, 2))
    assert desk.workspace.cable.begins is None
