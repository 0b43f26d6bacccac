"""The elevation under the mouse: highlight, tips, drags that begin here, and keys that say why."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.drop_plans import DraggedDevices
from designer.document.edits import put
from designer.engine.preview import CablesMoved, Preview
from designer.model.design import Cable
from designer.ui.state.drag_payload import decode_devices, encode_devices, encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import WaitingClient
from tests.helpers.sent_mouse import Carried, Told, drag_away, move
from tests.helpers.shown_views import at_u, shown_elevation

KEYS = Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    return shown_elevation(qtbot, space)


def far(at: QPoint) -> QPoint:
    return at + QPoint(0, QApplication.startDragDistance())


def near(at: QPoint) -> QPoint:
    return at + QPoint(0, QApplication.startDragDistance() - 1)


def test_the_device_under_the_pointer_is_lit_until_the_pointer_leaves(
    panel: ElevationPanel,
) -> None:
    plain = panel.view.grab().toImage()
    move(panel.view, at_u(panel, 8))
    lit = panel.view.grab().toImage()
    assert lit != plain
    move(panel.view, at_u(panel, 24))
    assert panel.view.grab().toImage() not in (plain, lit)
    move(panel.view, at_u(panel, 60))  # nothing is there
    assert panel.view.grab().toImage() == plain
    move(panel.view, at_u(panel, 8, "rear"))
    assert panel.view.grab().toImage() != plain
    leave(panel)
    assert panel.view.grab().toImage() == plain


def leave(panel: ElevationPanel) -> None:
    QApplication.sendEvent(panel.view, QEvent(QEvent.Type.Leave))


def test_another_rack_shows_nothing_lit(panel: ElevationPanel, space: Workspace) -> None:
    space.select(("B02",))
    plain = panel.view.grab().toImage()
    space.select(("B01",))
    panel.view.grab()
    move(panel.view, at_u(panel, 8))
    space.select(("B02",))
    assert panel.view.grab().toImage() == plain


def test_a_tip_says_what_is_under_the_pointer(
    panel: ElevationPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told(monkeypatch)
    words = told.at(panel.view, at_u(panel, 8)).splitlines()
    assert words[0] == "node-1"
    assert words[1] == "Node 8U · U1–U8 · front"
    assert words[2].startswith("maximum 10.2 kW · typical 8.0 kW · mass 130 kg")
    assert told.at(panel.view, at_u(panel, 96, "rear")).startswith("leaf-1\n")
    assert told.at(panel.view, at_u(panel, 60)) == ""


def test_a_press_that_moves_far_enough_carries_the_device_by_where_it_was_taken(
    panel: ElevationPanel, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried(monkeypatch)
    at = at_u(panel, 23)
    drag_away(panel.view, at, near(at))
    assert carried.mimes == []
    drag_away(panel.view, at, far(at))
    assert [decode_devices(mime) for mime in carried.mimes] == [DraggedDevices(("node-2",), 5)]
    assert carried.actions == [Qt.DropAction.MoveAction]
    assert space.selection == ("node-2",)
    move(panel.view, far(at), pressed=True)
    assert len(carried.mimes) == 1, "one press begins one drag"


def test_all_that_is_selected_is_carried(
    panel: ElevationPanel, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried(monkeypatch)
    space.select(("node-1", "node-2"))
    drag_away(panel.view, at_u(panel, 18), far(at_u(panel, 18)))
    assert [decode_devices(m) for m in carried.mimes] == [DraggedDevices(("node-2", "node-1"), 0)]
    assert space.selection == ("node-1", "node-2"), "a drag chooses nothing"


def test_a_click_on_one_of_several_chooses_it_alone_when_let_go(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.select(("node-1", "node-2"))
    at = at_u(panel, 8)
    QTest.mousePress(panel.view, LEFT, KEYS.NoModifier, at)
    assert space.selection == ("node-1", "node-2"), "a drag of both might follow"
    QTest.mouseRelease(panel.view, LEFT, KEYS.NoModifier, at)
    assert space.selection == ("node-1",)
    space.select(("node-1", "leaf-1"))
    QTest.mouseRelease(panel.view, LEFT, KEYS.NoModifier, at)
    assert space.selection == ("node-1", "leaf-1"), "nothing was pressed"


@pytest.mark.parametrize("held", [KEYS.ControlModifier, KEYS.ShiftModifier])
def test_with_control_or_shift_devices_join_and_leave_the_selection(
    panel: ElevationPanel, space: Workspace, held: Qt.KeyboardModifier
) -> None:
    for half_u, expected in (
        (8, ("node-1",)), (24, ("node-1", "node-2")), (60, ("node-1", "node-2")), (8, ("node-2",)),
    ):  # fmt: skip
        QTest.mouseClick(panel.view, LEFT, held, at_u(panel, half_u))
        assert space.selection == expected
    QTest.mouseClick(panel.view, Qt.MouseButton.MiddleButton, KEYS.NoModifier, at_u(panel, 8))
    assert space.selection == ("node-2",), "only the left button chooses"


def test_with_devices_filtered_out_a_click_chooses_the_rack(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.filter.switch("devices", on=False)
    QTest.mouseClick(panel.view, LEFT, KEYS.NoModifier, at_u(panel, 8))
    assert space.selection == ("A01",)


def test_a_click_takes_the_keyboard(panel: ElevationPanel, space: Workspace) -> None:
    panel.activateWindow()
    panel.hint.setFocus()
    panel.view.clearFocus()
    QTest.mouseClick(panel.view, LEFT, KEYS.NoModifier, at_u(panel, 8))
    assert panel.view.hasFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert space.selection == ("A01",)


def test_what_is_no_part_and_no_device_is_not_taken(panel: ElevationPanel) -> None:
    words = QMimeData()
    words.setText("node")
    drag = SentDrag(panel.view, words)
    assert not drag.enter(at_u(panel, 60))
    assert not panel.view.card.isVisible()


def test_enter_asks_to_see_what_is_selected(
    panel: ElevationPanel, space: Workspace, qtbot: QtBot
) -> None:
    space.select(("node-1",))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        with qtbot.waitSignal(space.focus_requested) as asked:
            QTest.keyClick(panel.view, key)
        assert asked.args == [("node-1",)]


def test_keys_say_why_they_do_nothing(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]]
) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    assert told[-1] == ("No device of this rack is selected", "info")
    space.select(("leaf-1",))
    QTest.keyClick(panel.view, Qt.Key.Key_Up, KEYS.ControlModifier)
    assert told[-1] == ("No free space in that direction", "warning")
    assert space.layout().devices["leaf-1"].half_u == 96
    space.select(("A03",))
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert told[-1] == ("This rack is empty", "info")
    assert len(space.document.history.steps) == 1


def test_the_first_arrow_chooses_from_the_end_it_comes_from(
    panel: ElevationPanel, space: Workspace
) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert space.selection == ("leaf-1",), "down begins at the top"
    QTest.keyClick(panel.view, Qt.Key.Key_Down, KEYS.ShiftModifier)
    assert space.selection == ("node-2",)
    QTest.keyClick(panel.view, Qt.Key.Key_Down, KEYS.ShiftModifier)
    QTest.keyClick(panel.view, Qt.Key.Key_Down, KEYS.ShiftModifier)
    assert space.selection == ("node-1",), "and stops at the bottom"
    space.select(("node-1", "node-2"))
    QTest.keyClick(panel.view, Qt.Key.Key_Up, KEYS.ShiftModifier)
    assert space.selection == ("leaf-1",), "of several the highest counts"


def test_removing_is_said_and_counts(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]]
) -> None:
    space.select(("leaf-1",))
    QTest.keyClick(panel.view, Qt.Key.Key_Backspace)
    assert told[-1] == ("Removed leaf-1; undo brings it back", "info")
    assert space.document.history.current.label == "Remove leaf-1"
    space.select(("node-1", "node-2"))
    QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    assert told[-1] == ("Removed 2 devices; undo brings them back", "info")
    assert space.layout().in_rack("A01") == ()


def test_a_rack_of_which_nothing_is_known_takes_a_part_without_a_word_too_many(
    panel: ElevationPanel, space: Workspace
) -> None:
    """A design from elsewhere names a rack that no catalogue has: it has no units to draw."""
    rack = space.document.design.racks[0].evolve(id="Q", name="Q", part="gone", x_mm=12_000)
    assert space.apply("x", lambda design: design.evolve(racks=(*design.racks, rack)))
    space.select(("Q",))
    panel.view.grab()
    assert "the part gone is not in the catalogue" in panel.about.full_text()
    drag = SentDrag(panel.view, encode_part("node"))
    assert drag.enter(panel.view.rect().center())
    assert panel.view.card.words()
    assert not panel.view.grab().isNull()
    drag.leave()


@pytest.mark.parametrize("rack", ["A01", "B02"])
def test_a_device_put_back_in_its_place_is_no_step(
    panel: ElevationPanel, space: Workspace, told: list[tuple[str, str]], rack: str
) -> None:
    """Its rack left the assembly for it, as one step."""
    space.select((rack,))
    panel.grab()
    key = panel.view.devices()[0].key
    space.select((key,))
    told.clear()
    drag = SentDrag(panel.view, encode_devices((key,), 4))
    drag.enter(at_u(panel, 40))
    drag.move(at_u(panel, 6))
    assert panel.view.card.words().splitlines()[1:] == ["changes nothing"]
    assert panel.view.card.words().endswith("stays in place\nchanges nothing")
    drag.drop(at_u(panel, 6))
    assert not space.document.can_undo
    assert (told, space.selection) == ([], (key,))
    assert [r.assembly for r in space.document.design.racks if r.id == "B02"] == ["full"]


def test_a_drop_unpins_what_its_card_says_and_with_alt_it_does_not(
    qtbot: QtBot, panel: ElevationPanel, space: Workspace
) -> None:
    """The card promised it, and the drop left every pin as it was."""
    space.apply("Lay", put("cables", Cable(id="c1", a="node-1", b="node-2", part="cable")))
    space.select(("A02",))
    panel.grab()
    client = space.client
    assert isinstance(client, WaitingClient)
    for held, part in ((KEYS.NoModifier, ""), (KEYS.AltModifier, "cable")):
        asked = len(client.asked)
        drag = SentDrag(panel.view, encode_devices(("node-1",), 0))
        drag.enter(at_u(panel, 40), held)
        qtbot.waitUntil(lambda asked=asked: len(client.asked) > asked)
        client.previewed.emit(Preview(preview=len(client.asked), cables=CablesMoved(pins=("c1",))))
        assert ("Drop and unpin: c1" in panel.view.card.words()) is (not part)
        drag.drop(at_u(panel, 40), held)
        assert [cable.part for cable in space.document.design.cables] == [part]
        space.document.undo()
        assert [cable.part for cable in space.document.design.cables] == ["cable"]
