"""Wheels, fingers and pinches as systems send them, to a widget that does not have to be shown."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

NONE = Qt.KeyboardModifier.NoModifier


def roll(
    to: QWidget, at: QPoint, notches: float, keys: Qt.KeyboardModifier = NONE, *, aside: float = 0
) -> None:
    """Turn the wheel of a mouse, upwards by notches, or to the side."""
    where = QPointF(to.mapToGlobal(at))
    event = QWheelEvent(
        QPointF(at), where, QPoint(), QPoint(round(120 * aside), round(120 * notches)),
        Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(to, event)


def slide(to: QWidget, at: QPoint, pixels: QPoint) -> None:
    """Slide two fingers over a touchpad."""
    where = QPointF(to.mapToGlobal(at))
    event = QWheelEvent(
        QPointF(at), where, pixels, pixels * 2, Qt.MouseButton.NoButton, NONE,
        Qt.ScrollPhase.ScrollUpdate, False,
    )  # fmt: skip
    QApplication.sendEvent(to, event)


def pinch(to: QWidget, at: QPoint, by: float) -> None:
    """Spread two fingers on a touchpad: `by` more than before."""
    _gesture(to, at, Qt.NativeGestureType.ZoomNativeGesture, by, QPointF())


def slide_as_gesture(to: QWidget, at: QPoint, pixels: QPointF) -> None:
    """Slide fingers where the system tells a gesture instead of a wheel."""
    _gesture(to, at, Qt.NativeGestureType.PanNativeGesture, 0.0, pixels)


def _gesture(
    to: QWidget, at: QPoint, kind: Qt.NativeGestureType, value: float, delta: QPointF
) -> None:
    here, where = QPointF(at), QPointF(to.mapToGlobal(at))
    device = QPointingDevice.primaryPointingDevice()
    event = QNativeGestureEvent(kind, device, 2, here, here, where, value, delta)
    QApplication.sendEvent(to, event)
