"""A hand on a drawing that is scrolled: wheel, fingers and drags as the scheme says."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from designer.ui.kit.navigation import Look, Navigation


class ScrolledHand(QObject):
    """Takes the events that look around before the drawing sees them.

    A click that does not move reaches the drawing, whatever button it is.

    Parameters
    ----------
    scroll
        Holds the drawing.
    navigation
        The scheme.
    is_ground
        Whether there is nothing at a point of the drawing.
    zoom
        Zooms by a factor at a point of the drawing.
    """

    def __init__(
        self,
        scroll: QScrollArea,
        navigation: Navigation,
        is_ground: Callable[[QPointF], bool],
        zoom: Callable[[float, QPointF], object],
    ) -> None:
        super().__init__(scroll)
        self._scroll, self._navigation = scroll, navigation
        self._is_ground, self._zoom = is_ground, zoom
        self._press: QMouseEvent | None = None
        self._last = QPointF()
        self._pans = self._lets_by = False
        drawing = scroll.widget()
        if drawing is not None:
            drawing.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look around; let everything else by."""
        if self._lets_by or not isinstance(watched, QWidget):
            return False
        if isinstance(event, QWheelEvent):
            self._look(self._navigation.of_wheel(event), event.position())
            event.accept()
            return True
        if isinstance(event, QNativeGestureEvent):
            look = self._navigation.of_gesture(event)
            if look is not None:
                self._look(look, event.position())
            return look is not None
        return isinstance(event, QMouseEvent) and self._drag(watched, event)

    def _look(self, look: Look, at: QPointF) -> None:
        if look.times != 1.0:
            self._zoom(look.times, at)
        for bar, by in (
            (self._scroll.horizontalScrollBar(), look.right),
            (self._scroll.verticalScrollBar(), look.down),
        ):
            bar.setValue(bar.value() + by)

    def _drag(self, drawing: QWidget, event: QMouseEvent) -> bool:
        kind, button = event.type(), event.button()
        if kind == QEvent.Type.MouseButtonPress and self._press is None:
            ground = self._is_ground(event.position())
            if not self._navigation.pans(button, event.modifiers(), ground=ground):
                return False
            self._press, self._pans = event.clone(), False
            self._last = event.globalPosition()
            return True
        if self._press is None:
            return False
        if kind == QEvent.Type.MouseMove:
            self._follow(drawing, event)
        elif kind == QEvent.Type.MouseButtonRelease and button == self._press.button():
            self._end(drawing, event)
        return True

    def _follow(self, drawing: QWidget, event: QMouseEvent) -> None:
        pressed = self._press
        if pressed is None:
            return
        if not event.buttons() & pressed.button():  # let go where nobody heard of it
            self._press = None
            drawing.unsetCursor()
            return
        far = (event.globalPosition() - pressed.globalPosition()).manhattanLength()
        if not self._pans and far < QApplication.startDragDistance():
            return
        if not self._pans:
            self._pans = True
            drawing.setCursor(Qt.CursorShape.ClosedHandCursor)
        by = (self._last - event.globalPosition()).toPoint()
        self._last = event.globalPosition()
        self._look(Look(right=by.x(), down=by.y()), event.position())

    def _end(self, drawing: QWidget, event: QMouseEvent) -> None:
        pressed, self._press = self._press, None
        if self._pans:
            drawing.unsetCursor()
            return
        self._lets_by = True
        try:
            for one in (pressed, event.clone()):
                if one is not None:
                    QApplication.sendEvent(drawing, one)
        finally:
            self._lets_by = False
