"""Boxes in a page that scrolls: the wheel is the page's, whatever lies under the pointer."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox


class _WheelFilter(QObject):
    """Lets the wheel pass a box by."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            # Not accepted, it goes on to the page, which scrolls.
            event.ignore()
            return True
        return False


def ignore_wheel(box: QComboBox | QAbstractSpinBox) -> None:
    """Let the wheel scroll the page below a box instead of changing what the box holds.

    Whoever scrolls past a box would else change a figure without seeing it.
    """
    box.installEventFilter(_WheelFilter(box))
    # The usual policy of these boxes takes the keyboard with the wheel.
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
