"""The names of rows as handles: which one is under the pointer, and the cursor that says so."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from designer.ui.views.floor.surface import NameSurface


class RowNames:
    """Where the names of rows stand in a view."""

    def __init__(self, view: NameSurface) -> None:
        self._view = view
        self._pointed = ""

    def row_at(self, at: QPoint) -> str:
        """Return the row whose name stands at a point of the viewport; empty if there is none."""
        # In the units of the floor: scrolling does not make them anew.
        seen_by = self._view.viewportTransform()
        point = QPointF(at) - QPointF(seen_by.dx(), seen_by.dy())
        names = self._view.floor.ground.room(seen_by.m11()).names
        near = names.near(QRectF(point.x() - 1, point.y() - 1, 2, 2))
        return next((band.row for band, words in near if words.place.contains(point)), "")

    def places(self) -> dict[str, QRectF]:
        """Return where the names of rows that are written stand, in pixels of the viewport."""
        seen_by = self._view.viewportTransform()
        names = self._view.floor.ground.room(seen_by.m11()).names
        dx, dy = seen_by.dx(), seen_by.dy()
        return {band.row: words.place.translated(dx, dy) for band, words in names.all()}

    def point(self, row_id: str) -> None:
        """Show by the cursor that the name under the pointer can be dragged, or that none is."""
        if row_id == self._pointed:
            return
        self._pointed = row_id
        if row_id:
            self._view.viewport().setCursor(Qt.CursorShape.SizeAllCursor)
        else:
            self._view.viewport().unsetCursor()
