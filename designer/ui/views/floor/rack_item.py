"""A rack on the floor: asks for its drawing when it is first painted, and says how it looks.

A rack is no item of the scene: a floor has tens of thousands, and Qt asked each of them in every
frame and under every move of the pointer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from designer.document.placement import Box
from designer.model.record import says_the_same
from designer.render.drawing import RackDrawing, rack_drawing, signed, with_report
from designer.render.overlays import Reading
from designer.render.rack_top import paint_rack_top, shows_devices, shows_words
from designer.render.theme import Theme
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_marks import RackMarks

if TYPE_CHECKING:
    from designer.render.fate import Fate


class RackLook(NamedTuple):
    """All that decides what a rack looks like, besides its place and size on the screen.

    An outline lies over it, whether it is selected or pointed at.
    """

    drawing: RackDrawing
    theme: Theme
    scale: float
    reading: Reading | None
    fate: Fate | None
    lit: bool
    dimmed: bool


class RackItem:
    """One rack or floor unit: where it stands, in mm, and what it looks like.

    Parameters
    ----------
    workspace
        Where its figures, its drawing and the theme come from.
    rack_id
        Which one it is; everything else is asked for.
    marks
        Which racks are selected or picked.
    """

    __slots__ = (
        "_drawing", "_drawn_at", "_faulty", "_is_filled", "_marks", "_report", "_workspace", "box",
        "rack_id",
    )  # fmt: skip

    def __init__(self, workspace: Workspace, rack_id: str, marks: RackMarks) -> None:
        self.rack_id = rack_id
        self._marks = marks
        self.box: Box = (0, 0, 0, 0)
        self._workspace = workspace
        self._drawn_at = 0.0
        self._drawing: RackDrawing | None = None
        self._is_filled = False
        self._report = workspace.rack_report(rack_id)
        self._faulty = rack_id in workspace.faulty_racks()

    def sceneBoundingRect(self) -> QRectF:  # noqa: N802 - as Qt's items name it
        """Return its footprint."""
        left, top, right, bottom = self.box
        return QRectF(left, top, right - left, bottom - top)

    def pos(self) -> QPointF:
        """Return its upper left corner."""
        return QPointF(self.box[0], self.box[1])

    def set_box(self, box: Box) -> bool:
        """Stand elsewhere, or be filled differently: the drawing is made anew.

        Returns
        -------
        bool
            Whether it stands elsewhere, or is of another size.
        """
        moved = box != self.box
        self.box = box
        self._drawing = None
        return moved

    def take_report(self) -> bool:
        """Look at the newest figures; return whether they differ from those drawn."""
        report = self._workspace.rack_report(self.rack_id)
        faulty = self.rack_id in self._workspace.faulty_racks()
        last = self._report
        if faulty == self._faulty and (
            report is last
            or (report is not None and last is not None and says_the_same(report, last))
        ):
            return False
        self._report, self._faulty = report, faulty
        if self._drawing is not None and report is not None:
            drawing = with_report(self._drawing, report)
            self._drawn_at = 0.0
            self._drawing = signed(drawing, faulty=self._faulty)
        else:
            self._drawing = None
        return True

    def look(self, scale: float) -> RackLook | None:
        """Return all that decides what it looks like at a scale; None if it is gone."""
        left, top, right, bottom = self.box
        drawing = self._drawn((right - left) * scale, (bottom - top) * scale, scale)
        if drawing is None:
            return None
        space = self._workspace
        reading = space.overlay.reading(self._report)
        fate = space.what_if.fate(self.rack_id)
        key, marks = self.rack_id, self._marks
        return RackLook(
            drawing, space.theme, scale, reading, fate, key in marks.lit, key in marks.dimmed
        )  # fmt: skip

    def _drawn(self, wide: float, high: float, scale: float) -> RackDrawing | None:
        """Return what to paint in a size; what it holds is looked at when that first shows."""
        if self._drawing is None:
            self._draw(filled=False)
        elif scale == self._drawn_at:
            return self._drawing
        drawing, self._drawn_at = self._drawing, scale
        if drawing is None or self._is_filled or not shows_words(wide, high, scale):
            return drawing
        # Words on what it holds are the report's, or made from the devices.
        summed_up = self._report is not None and self._report.summary
        if not summed_up or shows_devices(wide, high, scale, drawing.units):
            self._draw(filled=True)
        return self._drawing

    def _draw(self, *, filled: bool) -> None:
        space = self._workspace
        layout = space.layout()
        rack = layout.racks.get(self.rack_id)
        if rack is not None:
            drawing = rack_drawing(layout, space.catalog, rack, self._report, filled=filled)
            self._drawing, self._is_filled = signed(drawing, faulty=self._faulty), filled


def paint_look(painter: QPainter, box: QRectF, look: RackLook) -> None:
    """Paint a rack into its footprint, in units of the device."""
    paint_rack_top(painter, box, look.drawing, look.theme, look.scale, reading=look.reading)
    if look.lit or look.dimmed:
        from designer.render.pick_painter import paint_dimmed, paint_lit  # not before one is

        if look.dimmed:
            paint_dimmed(painter, [box], look.theme)
        if look.lit:
            paint_lit(painter, [box.adjusted(1, 1, -1, -1)], look.theme)
    if look.fate is not None:
        from designer.render.fate_painter import paint_fate  # not before something is lost

        paint_fate(painter, box.adjusted(2, 2, -2, -2), look.fate, look.theme)
