"""A veil over what a drag does not foresee: while it is held, that is the design as it is."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from designer.ui.kit.glyphs import theme_of
from designer.ui.state.released import Released

AS_IT_IS: Final = (
    "The design as it is, not as if released here: these figures are sized when you release."
)
_VEIL: Final = 0.62


class AsItIs(QWidget):
    """Dims what stands below a widget while something is dragged, and says why on hovering.

    Parameters
    ----------
    below
        The last widget that is not dimmed, in the same parent.
    spared
        Another below it in the same parent that foresees the drop: not dimmed while what it shows
        is of the place under the pointer.
    """

    def __init__(
        self, released: Released, below: QWidget, parent: QWidget, spared: QWidget
    ) -> None:
        super().__init__(parent)
        self._released, self._above, self._whole = released, below, parent
        self._spared = spared
        self.setToolTip(AS_IT_IS)
        self.setAccessibleName("Figures of the design as it is")
        self.setAccessibleDescription(AS_IT_IS)
        self.hide()
        released.changed.connect(self._follow)
        for watched in (parent, below, spared):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the same after others are laid out anew."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and not self.isHidden():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the colour of the panel over it, through which it is still read."""
        colour = QColor(theme_of(self.palette()).panel)
        colour.setAlphaF(_VEIL)
        QPainter(self).fillRect(self.rect(), colour)

    def _follow(self) -> None:
        self.setVisible(self._released.preview is not None)
        if not self.isHidden():
            self._cover()
            self.raise_()

    def _cover(self) -> None:
        whole, top = self._whole, self._above.geometry().bottom() + 1
        self.setGeometry(QRect(0, top, whole.width(), max(0, whole.height() - top)))
        left = QRegion(self.rect())
        if not self._spared.isHidden() and not self._released.is_stale:
            left -= self._spared.geometry().translated(0, -top)
        self.setMask(left)
