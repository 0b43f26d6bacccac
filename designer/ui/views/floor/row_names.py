"""The names of rows as handles: which one is under the pointer, and the cursor that says so."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QTransform

from designer.model.layout import Layout
from designer.render.row_lettering import named_rows
from designer.ui.views.floor.surface import NameSurface


class RowNames:
    """Where the names of rows stand in a view."""

    def __init__(self, view: NameSurface) -> None:
        self._view = view
        self._layout: Layout | None = None
        self._seen_by = QTransform()
        self._places: dict[str, QRectF] = {}
        self._pointed = ""

    def row_at(self, at: QPoint) -> str:
        """Return the row whose name stands at a point of the viewport; empty if there is none."""
        point = at.toPointF()
        return next((row for row, place in self.places().items() if place.contains(point)), "")

    def places(self) -> dict[str, QRectF]:
        """Return where the names of rows that are written stand, in pixels of the viewport."""
        space, seen_by = self._view.workspace, self._view.viewportTransform()
        layout = space.layout()
        if layout is not self._layout or seen_by != self._seen_by:
            self._layout, self._seen_by = layout, seen_by
            found = named_rows(layout, space.catalog, space.theme, seen_by)
            self._places = {band.row: words.place for band, words in found}
        return self._places

    def point(self, row_id: str) -> None:
        """Show by the cursor that the name under the pointer can be dragged, or that none is."""
        if row_id == self._pointed:
            return
        self._pointed = row_id
        if row_id:
            self._view.viewport().setCursor(Qt.CursorShape.SizeAllCursor)
        else:
            self._view.viewport().unsetCursor()
