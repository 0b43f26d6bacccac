"""All racks at once, seen from far away: rectangles in batches by colour, no text.

numpy is imported when racks are first seen from far away, not before the window stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.kinds import kind_of
from designer.engine.report import RackReport
from designer.render.drawing import floor_state, worst_state
from designer.render.theme import METHOD_COLOURS
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.open_cooling import is_open
from designer.ui.views.floor.row_blocks import BLOCKS_BELOW, Block, Stands, blocks

if TYPE_CHECKING:
    import numpy as np

    from designer.ui.views.floor.rack_item import RackItem

_INSET_MM = 30
"""Gap drawn around a rack, so that neighbours stay told apart at four pixels each."""
_BAR_PART = 0.34
"""Part of the depth that the cooling method's colour takes."""
_WHOLE = "whole"
"""In place of a state where an overlay shades the whole rack."""
_DARK = "dark"
"""In place of a state where a loss that is tried takes a rack."""
_OPEN = "open"
"""In place of a colour where no method takes the heat: which grey that is depends on the theme."""


class RackOverview(QGraphicsItem):
    """Paints every rack as a body and a bar in the colour of its cooling method.

    Parameters
    ----------
    workspace
        Where theme and reports come from.
    racks
        The scene's items by rack id; read, never changed.
    """

    def __init__(self, workspace: Workspace, racks: Mapping[str, RackItem]) -> None:
        super().__init__()
        self._workspace = workspace
        self._racks = racks
        self._bounds = QRectF()
        self._marked: set[str] = set()
        self._lit: frozenset[str] = frozenset()
        self._dimmed: frozenset[str] = frozenset()
        self._edges: np.ndarray | None = None
        self._rows: dict[str, int] = {}
        self._bodies: list[QRectF] = []
        self._looks: list[tuple[str, str]] = []
        self._pieces: dict[int, _Piece] = {}
        """What is painted of a rack, by its row; made when it is first painted."""
        self._all: _Shown | None = None
        self._in_blocks: _Shown | None = None
        self.setZValue(-1)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        """Return the whole floor."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def set_marked(self, rack_ids: set[str]) -> None:
        """Outline these racks as chosen."""
        for rack_id in rack_ids ^ self._marked:
            item = self._racks.get(rack_id)
            if item is not None:
                self.update(item.sceneBoundingRect())
        self._marked = rack_ids

    def set_picked(self, lit: frozenset[str], dimmed: frozenset[str]) -> None:
        """Outline some racks, and dim others, by where they stand on an overlay's scale."""
        for rack_id in (lit ^ self._lit) | (dimmed ^ self._dimmed):
            item = self._racks.get(rack_id)
            if item is not None:
                self.update(item.sceneBoundingRect())
        if dimmed != self._dimmed:
            self.forget_blocks()
        self._lit, self._dimmed = lit, dimmed

    def forget_boxes(self) -> None:
        """Read all positions anew at the next paint."""
        self._edges = None
        self.update()

    def forget_blocks(self) -> None:
        """Read anew which racks stand in which row."""
        if self._in_blocks is not None:
            self._in_blocks = None
            self.update()

    def forget_looks(self, rack_ids: Iterable[str]) -> None:
        """Read the figures of some racks anew, and repaint those that look different."""
        if self._edges is None:
            return
        for rack_id in rack_ids:
            row = self._rows.get(rack_id)
            if row is None:
                continue
            look = self._look(rack_id)
            if look != self._looks[row]:
                self._looks[row] = look
                self._pieces.pop(row, None)
                self._all = None
                self.update(self._bodies[row] if self._in_blocks is None else self._bounds)
                self._in_blocks = None

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the racks that the exposed rectangle touches."""
        self._read()
        if not self._bodies:
            return
        if self._workspace.overlay.shown and painter.worldTransform().m11() < BLOCKS_BELOW:
            if self._in_blocks is None:
                self._in_blocks = self._blocks()
            shown = self._in_blocks
        else:
            shown = self._shown(option.exposedRect)
        theme = self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.device_line))
        painter.drawRects(shown.bodies)
        for colour, bars in shown.bars.items():
            painter.setBrush(QColor(theme.faint if colour == _OPEN else colour))
            painter.drawRects(bars)
        painter.setBrush(QColor(theme.warning))
        for sign in shown.warnings:
            painter.drawPolygon(sign)
        painter.setBrush(QColor(theme.error))
        painter.drawRects(shown.errors)
        pen = QPen(QColor(theme.text), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawLines(shown.open)
        pen.setColor(QColor(theme.error))
        painter.setPen(pen)
        painter.drawLines(shown.struck)
        self._paint_picked(painter)
        self._paint_marked(painter)

    def _read(self) -> None:
        """Read positions and looks of all racks, if they were forgotten."""
        if self._edges is not None:
            return
        import numpy as np

        boxes = [item.sceneBoundingRect() for item in self._racks.values()]
        gap = _INSET_MM
        self._rows = {rack_id: row for row, rack_id in enumerate(self._racks)}
        self._bodies = [box.adjusted(gap, gap, -gap, -gap) for box in boxes]
        self._edges = np.array(
            [(b.left(), b.top(), b.right(), b.bottom()) for b in boxes], dtype=np.float64
        ).reshape(-1, 4)
        self._looks = [self._look(rack_id) for rack_id in self._racks]
        self._pieces = {}
        self._all = self._in_blocks = None

    def _look(self, rack_id: str) -> tuple[str, str]:
        """Return a rack's colour and the worst state of its limits, or `error` for a fault."""
        fate = self._workspace.what_if.fate(rack_id)
        if fate is not None and fate.state != "carries":
            from designer.render.fate_painter import FAR_STATES

            return "", FAR_STATES[fate.state]
        report = self._workspace.rack_report(rack_id)
        if self._workspace.what_if.shown is not None:
            # Signs are those of the loss: others would look like what it does.
            return (_colour(report) if report else ""), ""
        faulty = rack_id in self._workspace.faulty_racks()
        shaded = self._shaded(report)
        if shaded is not None:
            return shaded
        colour = _colour(report) if report else ""
        worst = worst_state(limit.state for limit in report.limits) if report else ""
        return colour, floor_state(worst, faulty=faulty)

    def _shaded(self, report: RackReport | None) -> tuple[str, str] | None:
        """Return a rack's colour and state by the overlay; None where that does not shade it."""
        if report is not None and kind_of(report).is_cooling_unit:
            return None
        reading = self._workspace.overlay.reading(report)
        if reading is None:
            return None
        from designer.render.overlay_painter import shade

        if reading.state == "known":
            return shade(reading.at_most), _WHOLE
        return "", {"over": "error", "open": "unknown", "none": _WHOLE}[reading.state]

    def _blocks(self) -> _Shown:
        """Return what to paint of rows by their worst rack that no filter dims, and of units."""
        space, shown = self._workspace, _Shown()
        known, racks = space.layout().racks, list[Stands]()
        for rack_id, row in self._rows.items():
            report = space.rack_report(rack_id)
            reading = space.overlay.reading(report)
            if reading is None or (report is not None and kind_of(report).is_cooling_unit):
                shown.add(_piece(self._bodies[row], *self._looks[row]))
            elif rack_id in self._dimmed:
                shown.bodies.append(self._bodies[row])
            else:
                name = known[rack_id].row if rack_id in known else ""
                racks.append(Stands(name or f" {rack_id}", self._bodies[row], reading))
        for block in blocks(racks):
            shown.add(_block_piece(block))
        return shown

    def _shown(self, exposed: QRectF) -> _Shown:
        """Return what to paint of the racks in a rectangle; that of all is made once."""
        edges = self._edges
        if edges is None or exposed.contains(self._bounds):
            if self._all is None:
                self._all = self._of(range(len(self._bodies)))
            return self._all
        touched = (
            (edges[:, 0] < exposed.right())
            & (edges[:, 2] > exposed.left())
            & (edges[:, 1] < exposed.bottom())
            & (edges[:, 3] > exposed.top())
        )
        return self._of(touched.nonzero()[0].tolist())

    def _of(self, rows: Iterable[int]) -> _Shown:
        """Return what to paint of some racks."""
        shown, pieces = _Shown(), self._pieces
        for row in rows:
            piece = pieces.get(row)
            if piece is None:
                piece = pieces[row] = _piece(self._bodies[row], *self._looks[row])
            shown.add(piece)
        return shown

    def _paint_picked(self, painter: QPainter) -> None:
        if not (self._lit or self._dimmed):
            return
        from designer.render.pick_painter import paint_dimmed, paint_lit  # not before one is

        theme = self._workspace.theme
        paint_dimmed(painter, self._boxes_of(self._dimmed), theme)
        paint_lit(painter, self._boxes_of(self._lit), theme)

    def _boxes_of(self, rack_ids: Iterable[str]) -> list[QRectF]:
        items = (self._racks.get(rack_id) for rack_id in rack_ids)
        return [item.sceneBoundingRect() for item in items if item is not None]

    def _paint_marked(self, painter: QPainter) -> None:
        if not self._marked:
            return
        pen = QPen(QColor(self._workspace.theme.accent), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects(self._boxes_of(self._marked))


def _colour(report: RackReport) -> str:
    if is_open(report):
        return _OPEN
    return METHOD_COLOURS.get(report.cooling_shown, "")


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is painted of one rack: body, bar, and at most one sign in the lower half.

    A warning is a triangle, an exceeded limit fills the half, what cannot be said hatches it. What
    a loss takes is crossed out.
    """

    body: QRectF
    colour: str
    bar: QRectF
    state: str
    low: QRectF
    warning: QPolygonF | None
    open: tuple[QLineF, ...]
    struck: tuple[QLineF, ...] = ()


def _piece(body: QRectF, colour: str, state: str) -> _Piece:
    left, top, width, height = body.x(), body.y(), body.width(), body.height()
    low = QRectF(left, top + height / 2, width, height / 2)
    third = width / 3
    hatching = tuple(
        QLineF(x, low.bottom(), x + third, low.top())
        for x in (left, left + third, left + 2 * third)
        if state == "unknown"
    )
    warning = None
    if state == "warning":
        peak = QPointF(left + width / 2, low.top())
        warning = QPolygonF([peak, low.bottomLeft(), low.bottomRight()])
    bar = QRectF(left, top, width, height * (1.0 if state == _WHOLE else _BAR_PART))
    struck: tuple[QLineF, ...] = ()
    if state == _DARK:
        corners = (body.topLeft(), body.bottomRight(), body.topRight(), body.bottomLeft())
        struck = (QLineF(*corners[:2]), QLineF(*corners[2:]))
    return _Piece(body, colour, bar, state, low, warning, hatching, struck)


def _block_piece(block: Block) -> _Piece:
    """Return what is painted of a row: one shade, or red where any of it is over its limit.

    A hatch over the shade says that of some nothing can be said.
    """
    from designer.render.overlay_painter import shade

    box = block.box
    colour = "" if block.share is None else shade(block.share)
    sign = "error" if block.is_over else "unknown" if block.unsure else ""
    step = min(box.width(), box.height())
    hatching = tuple(
        QLineF(box.left() + at * step, box.bottom(), box.left() + (at + 1) * step, box.top())
        for at in range(int(box.width() / step) if block.unsure and step > 0 else 0)
    )
    return _Piece(box, colour, box, sign, box, None, hatching)


class _Shown:
    """What is painted of some racks, in batches: bodies, bars by colour, signs by state."""

    def __init__(self) -> None:
        self.bodies: list[QRectF] = []
        self.bars: dict[str, list[QRectF]] = {}
        self.warnings: list[QPolygonF] = []
        self.errors: list[QRectF] = []
        self.open: list[QLineF] = []
        self.struck: list[QLineF] = []

    def add(self, piece: _Piece) -> None:
        """Paint one more rack."""
        self.bodies.append(piece.body)
        if piece.colour:
            self.bars.setdefault(piece.colour, []).append(piece.bar)
        if piece.state == "error":
            self.errors.append(piece.low)
        elif piece.warning is not None:
            self.warnings.append(piece.warning)
        elif piece.open:
            self.open += piece.open
        self.struck += piece.struck
