"""What a widget painted last, for as long as it would paint the same."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class KeptPicture:
    """A picture of a widget that is painted anew only when it would show something else."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._shows: tuple[object, ...] = ()

    def paint(
        self,
        painter: QPainter,
        widget: QWidget,
        shows: tuple[object, ...],
        draw: Callable[[QPainter], None],
    ) -> None:
        """Paint a widget's picture.

        Parameters
        ----------
        painter
            Paints on the widget.
        widget
            Gives size and resolution.
        shows
            All that decides what the picture looks like, besides size and resolution.
        draw
            Draws it.
        """
        ratio = widget.devicePixelRatioF()
        wanted = (*shows, widget.size(), ratio)
        if self._picture is None or wanted != self._shows:
            picture = QPixmap(widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            on_picture = QPainter(picture)
            draw(on_picture)
            on_picture.end()
            self._picture, self._shows = picture, wanted
        painter.drawPixmap(0, 0, self._picture)

    def forget(self) -> None:
        """Let the picture go."""
        self._picture, self._shows = None, ()
