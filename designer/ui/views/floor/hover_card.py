"""The card beside a rack that the pointer rests on, while an overlay shades the floor."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QToolTip

from designer.ui.kit.line_card import LineCard
from designer.ui.state.tips import rack_lines
from designer.ui.views.floor.zoomed_view import ZoomedFloor


class HoverCard(LineCard):
    """Says what the overlay reads, what the worst single loss does to the rack, what still fits.

    It keeps off the rack, and goes when the pointer does or the drawing moves.

    Parameters
    ----------
    view
        The floor that it stands over.
    """

    def __init__(self, view: ZoomedFloor) -> None:
        space = view.workspace
        super().__init__(
            lambda: space.theme, "What the rack under the pointer says", view, view.below_notices
        )
        self._view, self._space = view, space
        self._rack = ""
        space.overlay.changed.connect(self._follow)
        space.report_changed.connect(self._follow)
        space.document_changed.connect(self._go)
        view.view_changed.connect(self._go)

    def tell(self, rack_id: str, at: QPoint) -> bool:
        """Speak of a rack beside a point of the viewport; return whether an overlay shades it."""
        if not rack_id or self._space.overlay.shown is None:
            self.leave()
            return False
        self._rack = rack_id
        QToolTip.hideText()
        self.show_lines(rack_lines(self._space, rack_id))
        box = self._view.mapFromScene(self._view.floor.bounds_of((rack_id,))).boundingRect()
        viewport = self._view.viewport()
        off = QRect(viewport.mapTo(self._view, box.topLeft()), box.size())
        self.place(viewport.mapTo(self._view, at), off)
        return True

    def leave(self, rack_id: str = "") -> None:
        """Go, unless it is of the rack that is pointed at."""
        if rack_id != self._rack or not rack_id:
            self._rack = ""
            self.hide()

    def _go(self) -> None:
        self.leave()

    def _follow(self) -> None:
        """Say what is so now of the same rack; nothing without an overlay."""
        if self._space.overlay.shown is None:
            self.leave()
        elif self._rack:
            self.show_lines(rack_lines(self._space, self._rack))
