"""How mouse and touchpad look around in a drawing: one rule for all drawings, in three schemes.

In every scheme two fingers on a touchpad pan, a pinch zooms, Ctrl with the wheel zooms, and the
middle button drags the drawing along.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent

WHEEL_STEP: Final = 1.0015
"""Zoom per eighth of a degree: one notch of 120 is a factor of 1.2."""


@dataclass(frozen=True)
class Scheme:
    """A way to look around.

    Attributes
    ----------
    wheel_zooms
        Whether the wheel of a mouse zooms by itself; else it scrolls.
    ground_pans
        Whether a drag of the left button on empty ground takes the drawing along.
    keys
        What it is told by in the sheet of keys: a gesture and what it does.
    """

    id: str
    title: str
    wheel_zooms: bool
    ground_pans: bool
    keys: tuple[tuple[str, str], ...]


_EVERYWHERE: Final = (
    ("Middle button, drag", "pan"),
    ("Two fingers on a touchpad", "pan"),
    ("Pinch, `Ctrl` + wheel", "zoom at the pointer"),
    ("`Shift` + wheel", "pan sideways"),
)
SCHEMES: Final = (
    Scheme(
        "tools", "Design tools", True, False,
        (
            ("Wheel", "zoom at the pointer"),
            ("Left button, drag on empty floor", "select with a band"),
            *_EVERYWHERE,
        ),
    ),
    Scheme(
        "maps", "Maps", True, True,
        (
            ("Wheel", "zoom at the pointer"),
            ("Left button, drag on empty floor", "pan"),
            ("`Shift` + left button, drag on empty floor", "select with a band"),
            *_EVERYWHERE,
        ),
    ),
    Scheme(
        "touchpad", "Touchpad", False, False,
        (
            ("Wheel", "pan up and down"),
            ("Left button, drag on empty floor", "select with a band"),
            *_EVERYWHERE,
        ),
    ),
)  # fmt: skip


class Look(NamedTuple):
    """What an event does to where one looks: scale times `times`, then the view moved by pixels."""

    times: float = 1.0
    right: int = 0
    down: int = 0


class Navigation(QObject):
    """The scheme that is chosen, and what it makes of events.

    Signals
    -------
    changed
        Another scheme was chosen.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scheme = SCHEMES[0]

    def choose(self, scheme_id: str) -> None:
        """Choose a scheme; one that there is none of is the first."""
        wanted = next((one for one in SCHEMES if one.id == scheme_id), SCHEMES[0])
        if wanted is not self.scheme:
            self.scheme = wanted
            self.changed.emit()

    def of_wheel(self, event: QWheelEvent) -> Look:
        """Return what the wheel of a mouse, or two fingers, do."""
        pixels, angle, modifiers = event.pixelDelta(), event.angleDelta(), event.modifiers()
        pad = event.device().type() == QPointingDevice.DeviceType.TouchPad
        fingers = pad or event.phase() != Qt.ScrollPhase.NoScrollPhase
        zooms = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if not zooms and fingers:
            step = pixels if not pixels.isNull() else angle / 2
            return Look(right=-step.x(), down=-step.y())
        if not zooms and modifiers & Qt.KeyboardModifier.ShiftModifier:
            # With Shift or Alt some platforms tell the turn of the wheel as one to the side.
            return Look(right=-(angle.x() or angle.y()) // 2)
        if angle.y() and (zooms or self.scheme.wheel_zooms):
            return Look(times=WHEEL_STEP ** angle.y())
        return Look(right=-angle.x() // 2, down=-angle.y() // 2)

    def of_gesture(self, event: QNativeGestureEvent) -> Look | None:
        """Return what fingers do that the system takes for a gesture; None for any other."""
        kind = event.gestureType()
        if kind == Qt.NativeGestureType.ZoomNativeGesture:
            return Look(times=max(1 + event.value(), 0.1))
        if kind == Qt.NativeGestureType.PanNativeGesture:
            by: QPointF = event.delta()
            return Look(right=-round(by.x()), down=-round(by.y()))
        return None

    def pans(self, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier, *, ground: bool) -> bool:
        """Return whether a drag takes the drawing along; `ground` if it begins where nothing is."""
        if button == Qt.MouseButton.MiddleButton:
            return True
        chooses = modifiers & (
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        )
        left = button == Qt.MouseButton.LeftButton
        return left and ground and self.scheme.ground_pans and not chooses
