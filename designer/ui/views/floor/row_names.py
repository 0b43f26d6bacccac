"""The names of rows as handles: which one is under the pointer, and the cursor that says so."""

from PySide6.QtCore import QPoint, QRectF, Qt

from designer.catalog.aisles import RowBand
from designer.model.layout import Layout
from designer.render.floor_painter import row_name_place, rows_on_floor
from designer.ui.views.floor.surface import NameSurface


class RowNames:
    """Where the names of rows stand in a view."""

    def __init__(self, view: NameSurface) -> None:
        self._view = view
        self._layout: Layout | None = None
        self._bands: tuple[RowBand, ...] = ()
        self._pointed = ""

    def row_at(self, at: QPoint) -> str:
        """Return the row whose name stands at a point of the viewport; empty if there is none."""
        for band in self._known():
            place = self.place(band)
            if place.contains(at.toPointF()):
                return band.row
        return ""

    def place(self, band: RowBand) -> QRectF:
        """Return where the name of a row stands, in pixels of the viewport."""
        box = QRectF(band.left, band.top, band.right - band.left, band.bottom - band.top)
        seen = self._view.viewportTransform().mapRect(box)
        return row_name_place(seen, band.rotation)

    def bands(self) -> tuple[RowBand, ...]:
        """Return the rows that have a name on the floor."""
        return self._known()

    def point(self, row_id: str) -> None:
        """Show by the cursor that the name under the pointer can be dragged, or that none is."""
        if row_id == self._pointed:
            return
        self._pointed = row_id
        if row_id:
            self._view.viewport().setCursor(Qt.CursorShape.SizeAllCursor)
        else:
            self._view.viewport().unsetCursor()

    def _known(self) -> tuple[RowBand, ...]:
        space = self._view.workspace
        layout = space.layout()
        if layout is not self._layout:
            self._layout = layout
            rows = {row.id for row in layout.design.rows}
            found = rows_on_floor(layout, space.catalog)
            self._bands = tuple(band for band in found if band.named and band.row in rows)
        return self._bands
