"""What the monkey does to look around, which changes neither the design nor what is chosen."""

import random
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from designer.ui.views.compare.floor import ComparedFloor
from designer.ui.window.main_window import MainWindow
from tests.helpers.sent_mouse import move

LEFT: Final = Qt.MouseButton.LeftButton
NONE: Final = Qt.KeyboardModifier.NoModifier


def drag_as_in_maps(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Take the floor along by its bare ground; return what is wrong."""
    space, view = window.workspace, window.floor.view
    port, kept = view.viewport(), space.navigation.scheme.id
    at = next((at for at in _points(port, chance) if _is_bare(window, at)), None)
    if at is None or not view.isVisible():
        return "no bare ground", ""
    end = at + QPoint(chance.randrange(20, 81), chance.randrange(-60, 61))
    before, chosen = space.document.design, space.selection
    seen, scale = view.mapToScene(at), view.scale_factor()
    space.navigation.choose("maps")
    QTest.mousePress(port, LEFT, NONE, at)
    for point in ((at + end) / 2, end):
        move(port, point, pressed=True)
    went, hand = view.mapFromScene(seen) - at, end - at
    QTest.mouseRelease(port, LEFT, NONE, end)
    space.navigation.choose(kept)
    wrong = ""
    if space.document.design is not before or space.selection != chosen:
        wrong = "a pan changed the design or what is selected"
    elif view.scale_factor() != scale:
        wrong = "a pan zoomed"
    # Where the floor ends it goes no farther, but never beyond the hand or against it.
    elif not (_within(went.x(), hand.x()) and _within(went.y(), hand.y())):
        wrong = f"the ground went by {went.toTuple()}, the hand by {hand.toTuple()}"
    return f"pan from {at.toTuple()} to {end.toTuple()}", wrong


_NEAR_PX: Final = 4


def swipe(window: MainWindow, chance: random.Random) -> tuple[str, str]:
    """Drag the divider of two designs that are compared; return what is wrong."""
    space = window.workspace
    (floor,) = window.findChildren(ComparedFloor)
    before, chosen = space.document.design, space.selection
    floor.show_way("swipe")
    wide, y = max(1, floor.width()), floor.height() // 2
    start = QPoint(round(floor.panes.divider_x), y)
    end = QPoint(chance.randrange(-40, wide + 41), y)
    QTest.mousePress(floor, LEFT, NONE, start)
    for point in ((start + end) / 2, end):
        move(floor, point, pressed=True)
    QTest.mouseRelease(floor, LEFT, NONE, end)
    wanted = min(1.0, max(0.0, end.x() / wide))
    wrong = ""
    if abs(floor.divider - wanted) * wide > _NEAR_PX:
        wrong = f"the divider is at {floor.divider:.0%}, let go at {wanted:.0%}"
    elif space.document.design is not before or space.selection != chosen:
        wrong = "a swipe changed the design or what is selected"
    return f"swipe to {end.x()} of {wide}", wrong


def _within(went: int, hand: int) -> bool:
    return min(hand, 0) - _NEAR_PX <= went <= max(hand, 0) + _NEAR_PX


def _points(port: QWidget, chance: random.Random) -> list[QPoint]:
    wide, high = max(1, port.width()), max(1, port.height())
    return [QPoint(chance.randrange(wide), chance.randrange(high)) for _ in range(20)]


def _is_bare(window: MainWindow, at: QPoint) -> bool:
    """Return whether nothing that a press takes is at a point of the floor, nor floats over it."""
    view, point = window.floor.view, window.floor.view.mapToScene(at)
    floats = any(
        one.isVisible() and one.geometry().contains(at)
        for one in (window.floor.legend, window.floor.minimap)
    )
    taken = (
        view.floor.pick_at(point) or view.plant_key_at(at) or view.tray_key_at(at)
        or view.row_names.row_at(at) or view.comment_hand.at(at)
        or view.floor.elements.key_at(point, 500.0)
        or view.grips.grip_at(point, view.viewportTransform())
    )  # fmt: skip
    return not (floats or taken)
