"""Parts placed and cables laid by keys alone, in the real window: keys go to the window itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.model.design import Design, Device, Rack
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_design

NONE, SHIFT, ALT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
)
KEY = Qt.Key


@pytest.fixture
def first_design() -> Design:
    made = small_design()
    far = Rack(id="A03", name="A03", part="rack-48u", x_mm=2800, y_mm=1200, row="A")
    switch = Device(
        id="s1", name="leaf 1", part="qm9700", rack="A03", half_u=40, fabric="compute", tier="leaf"
    )
    return made.evolve(racks=(*made.racks, far), devices=(*made.devices, switch))


class Hands:
    """Types into the window, as a keyboard does, and listens to what is said."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.space = window, window.workspace
        self.said: list[str] = []
        window._parts.announcer.spoken.connect(lambda words, _now: self.said.append(words))
        window.activateWindow()

    def type(self, *keys: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        handle = self.window.windowHandle()
        assert handle is not None
        for key in keys:
            QTest.keyClick(handle, key, held)
            settle()

    def choose(self, words: str) -> None:
        """Find a part as one does: Ctrl+F, then its name."""
        self.type(KEY.Key_F, held=CTRL)
        QTest.keyClicks(QApplication.focusWidget(), words)
        settle()

    def heard(self) -> str:
        self.window._parts.announcer.flush()
        said, self.said = self.said, []
        return " | ".join(said)

    def placed(self) -> list[tuple[str, str, int, str]]:
        known = {"n1", "s1"}
        every = self.space.document.design.devices
        return [(d.part, d.rack, d.half_u, d.face) for d in every if d.id not in known]


@pytest.fixture
def hands(window: MainWindow) -> Hands:
    return Hands(window)


def test_a_device_goes_into_the_rack_and_unit_that_arrows_choose(hands: Hands, desk: Desk) -> None:
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    view = hands.window.elevation.view
    assert (view.aim.part_id, view.rack_id) == ("qm9700", "A01")
    assert view.hasFocus()
    assert view.card.isVisible()
    hands.type(KEY.Key_Right)
    assert view.rack_id == "A02"
    start = view.preview.plan.spots[0].half_u
    hands.type(KEY.Key_Down, KEY.Key_Down, KEY.Key_Down)
    hands.type(KEY.Key_Up, held=ALT)
    hands.type(KEY.Key_Down, held=ALT)
    assert view.preview.plan.spots[0].half_u == start - 6
    u = (start - 6) // 2
    assert f"QM9700 into A02 · U{u}" in hands.heard()
    assert desk.workspace.document.history.position == 0, "nothing is placed yet"
    hands.type(KEY.Key_Return)
    assert [(part, rack, at) for part, rack, at, _ in hands.placed()] == [
        ("qm9700", "A02", start - 6)
    ]
    assert view.aim.part_id == ""
    assert not view.card.isVisible()
    hands.type(KEY.Key_Z, held=CTRL)
    assert hands.placed() == []


def test_space_turns_it_to_the_other_face(hands: Hands) -> None:
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    first = hands.window.elevation.view.preview.plan.spots[0].face
    hands.type(KEY.Key_Space, KEY.Key_Return)
    ((_, _, _, face),) = hands.placed()
    assert {first, face} == {"front", "rear"}


def test_where_it_may_not_be_enter_says_why_and_it_stays_in_the_hand(hands: Hands) -> None:
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    hands.type(*[KEY.Key_Down] * 60)
    view = hands.window.elevation.view
    plan = view.preview.plan
    assert plan.spots == () or plan.spots[0].half_u == 2, "no lower than the rack"
    hands.type(*[KEY.Key_Up] * 4)
    assert not view.preview.plan.verdict.ok, "node 1 is there"
    hands.heard()
    hands.type(KEY.Key_Return)
    assert hands.placed() == []
    assert view.aim.part_id == "qm9700"
    assert view.preview.plan.verdict.reason in hands.heard()


def test_esc_lets_it_go_and_selects_what_was_selected(hands: Hands) -> None:
    hands.space.select(("n1",))
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    hands.type(KEY.Key_Right, KEY.Key_Escape)
    assert hands.space.selection == ("n1",)
    assert hands.window.elevation.view.preview.plan is None
    assert hands.window.status.message.full_text() == "QM9700 is let go"
    assert hands.placed() == []


def test_a_rack_goes_to_the_tile_that_arrows_choose(hands: Hands) -> None:
    before = {rack.id for rack in hands.space.document.design.racks}
    hands.window.parts_panel.choose("rack-48u")
    hands.window.actions_by_id["insert.aim"].trigger()
    settle()
    view = hands.window.floor.view
    assert view.aim.part_id == "rack-48u"
    assert view.hasFocus()
    start = view.preview.plan.boxes[0]
    hands.type(KEY.Key_Down, held=CTRL)
    hands.type(KEY.Key_Right, held=ALT)
    assert view.preview.plan.boxes[0][1] > start[1] + 2000
    at = view.preview.plan.boxes[0]
    hands.type(KEY.Key_Return)
    (made,) = [r for r in hands.space.document.design.racks if r.id not in before]
    assert (made.x_mm, made.y_mm) == (at[0], at[1])
    assert view.preview.plan is None


def test_whoever_goes_elsewhere_lets_it_go(hands: Hands) -> None:
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    hands.window.parts_panel.search.setFocus()
    settle()
    assert hands.window.elevation.view.aim.part_id == ""
    assert not hands.window.elevation.view.card.isVisible()


def test_in_a_review_it_is_told_why_not(hands: Hands) -> None:
    hands.space.set_reviewing(True)
    hands.choose("QM9700")
    hands.type(KEY.Key_Return, held=SHIFT)
    assert hands.window.elevation.view.aim.part_id == ""


def test_a_cable_is_carried_to_another_rack_and_laid(hands: Hands, qtbot: QtBot) -> None:
    hands.window.views.show_view("Elevation")
    hands.space.select(("n1",))
    hands.window.elevation.view.setFocus()
    settle()
    hands.window.elevation.view.grab()
    hands.type(KEY.Key_C)
    assert hands.space.cable.begins is not None
    hands.type(KEY.Key_PageDown)
    assert hands.window.elevation.rack_id() == "A02", "an empty rack on the way"
    assert hands.space.cable.begins is not None
    hands.type(KEY.Key_PageDown)
    assert (hands.window.elevation.rack_id(), hands.space.selection) == ("A03", ("s1",))
    assert "leaf 1" in hands.heard()
    hands.type(KEY.Key_C)
    assert [(c.a, c.b) for c in hands.space.document.design.cables] == [("n1", "s1")]
    hands.type(KEY.Key_PageDown)
    assert hands.space.cable.begins is None
