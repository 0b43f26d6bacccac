"""All racks at once, seen from far away: rectangles in batches by cell and colour, no text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.kinds import kind_of
from designer.document.placement import Box
from designer.engine.report import RackReport
from designer.render.drawing import floor_state, worst_state
from designer.render.theme import METHOD_COLOURS, Theme
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.open_cooling import is_open
from designer.ui.views.floor.rack_index import Cell, RackIndex, cell_of
from designer.ui.views.floor.rack_marks import RackMarks
from designer.ui.views.floor.row_blocks import BLOCKS_BELOW, Block, Stands, blocks_of, by_row

if TYPE_CHECKING:
    from designer.ui.views.floor.rack_item import RackItem

_AT_ONCE = 128
"""So many racks, or rows, are looked at in a step: about a millisecond."""
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
        The scene's racks by id; read, never changed.
    index
        Where they stand; what is painted of the racks of a cell is kept while they look the same.
    marks
        Which are selected or picked.
    """

    def __init__(
        self, workspace: Workspace, racks: Mapping[str, RackItem], index: RackIndex,
        marks: RackMarks,
    ) -> None:  # fmt: skip
        super().__init__()
        self._workspace = workspace
        self._marks = marks
        self._racks = racks
        self._index = index
        self._bounds = QRectF()
        self._looks: dict[str, tuple[str, str]] = {}
        """How racks look that are painted."""
        self._shown: dict[Cell, _Shown] = {}
        self._in_blocks: _Shown | None = None
        self._making_blocks: Iterator[None] | None = None
        """Rows that are made blocks, as far as that is done."""
        self._worst: dict[int, tuple[object, str]] = {}
        """Limits and the worst of their states, by identity: racks that are alike share them."""
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

    def forget(self) -> None:
        """Read all positions and looks anew."""
        self._looks.clear()
        self._shown.clear()
        self.forget_blocks()

    def forget_racks(self, racks: Iterable[tuple[str, Box]]) -> None:
        """Read some racks anew, which are, were or will be at a place."""
        for rack_id, box in racks:
            self._looks.pop(rack_id, None)
            self._shown.pop(cell_of(box), None)
        self.forget_blocks()

    def forget_blocks(self) -> None:
        """Read anew which racks stand in which row."""
        self._in_blocks = self._making_blocks = None

    def forget_marks(self, rack_ids: Collection[str]) -> None:
        """Read anew which racks are selected or picked."""
        if len(rack_ids) > len(self._shown):
            for shown in self._shown.values():
                shown.marks = None
            return
        for rack_id in rack_ids:
            item = self._racks.get(rack_id)
            found = self._shown.get(cell_of(item.box)) if item is not None else None
            if found is not None:
                found.marks = None

    def differing(self, rack_ids: Iterable[str]) -> list[str]:
        """Read the figures of some racks anew, and return those that look different."""
        self._worst.clear()
        known = {key: self._looks[key] for key in rack_ids if key in self._looks}
        looks = zip(known.items(), self._read(known), strict=True)
        found = [key for (key, was), now in looks if now != was]
        self.forget_racks((key, self._racks[key].box) for key in found)
        return found

    def is_in_blocks(self, scale: float) -> bool:
        """Return whether rows are painted as blocks at a scale."""
        return bool(self._workspace.overlay.shown) and scale < BLOCKS_BELOW

    def is_read(self, exposed: QRectF, scale: float) -> bool:
        """Return whether what to paint in a rectangle is known, but for a few racks."""
        if self.is_in_blocks(scale):
            return self._in_blocks is not None or len(self._racks) <= _AT_ONCE
        missing = (cell for cell in self._index.cells_touching(exposed) if cell not in self._shown)
        return sum(self._index.count_in(cell) for cell in missing) <= _AT_ONCE

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the racks in a picture of the scene; on a screen the tiles below it have them."""
        if widget is None:
            self.paint_in(painter, option.exposedRect)

    def paint_in(self, painter: QPainter, exposed: QRectF) -> None:
        """Paint the racks that a rectangle touches; the painter works in mm."""
        for _ in self.steps(painter, exposed):
            pass

    def steps(self, painter: QPainter, exposed: QRectF) -> Iterator[None]:
        """Paint the same in steps: to read thousands of racks, and to outline them, takes long."""
        cells = self._index.cells_touching(exposed)
        if not cells:
            return
        if self.is_in_blocks(painter.worldTransform().m11()):
            while self._in_blocks is None:
                if self._making_blocks is None:
                    self._making_blocks = self._make_blocks()
                next(self._making_blocks, None)
                yield
            shown = [self._in_blocks]
        else:
            shown, fresh = [], 0
            for cell in cells:
                fresh += 0 if cell in self._shown else self._index.count_in(cell)
                shown.append(self._of(cell))
                if fresh >= _AT_ONCE:
                    fresh = 0
                    yield
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        _paint_shown(painter, shown, self._workspace.theme)
        known = self._marks
        if known.lit or known.dimmed or known.chosen or known.holding:
            marks = [self._marks_of(cell) for cell in cells]
            yield
            self._paint_picked(painter, marks)
            for one in marks:
                if one.marked:
                    yield
                    self._paint_marked(painter, one.marked)

    def _of(self, cell: Cell) -> _Shown:
        """Return what to paint of the racks of a cell."""
        shown = self._shown.get(cell)
        if shown is None:
            shown = self._shown[cell] = _Shown()
            for rack_id in self._index.in_cell(cell):
                shown.add(_piece(self._body(rack_id), *self._look_of(rack_id)))
        return shown

    def _body(self, rack_id: str) -> QRectF:
        left, top, right, bottom = self._racks[rack_id].box
        gap = _INSET_MM
        return QRectF(left + gap, top + gap, right - left - 2 * gap, bottom - top - 2 * gap)

    def _look_of(self, rack_id: str) -> tuple[str, str]:
        look = self._looks.get(rack_id)
        if look is None:
            look = self._looks[rack_id] = self._look(rack_id)
        return look

    def _marks_of(self, cell: Cell) -> _Marks:
        """Return which racks of a cell are selected or picked."""
        shown = self._of(cell)
        if shown.marks is None:
            box, marks, racks = self._index.rect_of, self._marks, tuple(self._index.in_cell(cell))
            shown.marks = _Marks(
                tuple(box(key) for key in racks if marks.is_marked(key)),
                tuple(box(key) for key in racks if key in marks.lit) if marks.lit else (),
                tuple(box(key) for key in racks if key in marks.dimmed) if marks.dimmed else (),
            )
        return shown.marks

    def _look(self, rack_id: str) -> tuple[str, str]:
        """Return a rack's colour and the worst state of its limits, or `error` for a fault."""
        return next(self._read((rack_id,)))

    def _read(self, rack_ids: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the looks of racks; what holds for all of them is asked once."""
        space = self._workspace
        lost, faulty = space.what_if.shown, space.faulty_racks()
        is_shaded = space.overlay.shown is not None
        for rack_id in rack_ids:
            fate = lost.fates.get(rack_id) if lost is not None else None
            if fate is not None and fate.state != "carries":
                from designer.render.fate_painter import FAR_STATES

                yield "", FAR_STATES[fate.state]
                continue
            report = space.rack_report(rack_id)
            colour = _colour(report) if report else ""
            if lost is not None:
                # Signs are those of the loss: others would look like what it does.
                yield colour, ""
                continue
            shaded = self._shaded(report) if is_shaded else None
            worst = self._worst_of(report) if report else ""
            yield shaded or (colour, floor_state(worst, faulty=rack_id in faulty))

    def _worst_of(self, report: RackReport) -> str:
        known = self._worst.get(id(report.limits))
        if known is None:
            state = worst_state(limit.state for limit in report.limits)
            known = self._worst[id(report.limits)] = report.limits, state
        return known[1]

    def _shaded(self, report: RackReport | None) -> tuple[str, str] | None:
        """Return a rack's colour and state by the overlay; None where that does not shade it."""
        reading = self._workspace.overlay.reading(report)
        if reading is None or (report is not None and kind_of(report).is_cooling_unit):
            return None
        from designer.render.overlay_painter import shade

        if reading.state == "known":
            return shade(reading.at_most), _WHOLE
        return "", {"over": "error", "open": "unknown", "none": _WHOLE}[reading.state]

    def _make_blocks(self) -> Iterator[None]:
        """Make what to paint of rows by their worst rack that no filter dims, and of units."""
        space, shown = self._workspace, _Shown()
        known, racks = space.layout().racks, list[Stands]()
        for at, rack_id in enumerate(tuple(self._racks), start=1):
            report, body = space.rack_report(rack_id), self._body(rack_id)
            reading = space.overlay.reading(report)
            if reading is None or (report is not None and kind_of(report).is_cooling_unit):
                shown.add(_piece(body, *self._look_of(rack_id)))
            elif rack_id in self._marks.dimmed:
                shown.bodies.append(body)
            else:
                name = known[rack_id].row if rack_id in known else ""
                racks.append(Stands(name or f" {rack_id}", body, reading))
            if at % _AT_ONCE == 0:
                yield
        for at, row in enumerate(by_row(racks), start=1):
            for block in blocks_of(row):
                shown.add(_block_piece(block))
            if at % _AT_ONCE == 0:
                yield
        self._in_blocks = shown

    def _paint_picked(self, painter: QPainter, marks: Sequence[_Marks]) -> None:
        dimmed = [box for one in marks for box in one.dimmed]
        lit = [box for one in marks for box in one.lit]
        if not (lit or dimmed):
            return
        from designer.render.pick_painter import paint_dimmed, paint_lit  # not before one is

        paint_dimmed(painter, dimmed, self._workspace.theme)
        paint_lit(painter, lit, self._workspace.theme)

    def _paint_marked(self, painter: QPainter, marked: Sequence[QRectF]) -> None:
        pen = QPen(QColor(self._workspace.theme.accent), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects(marked)


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


class _Marks(NamedTuple):
    """Footprints that are outlined as selected, outlined as picked, or dimmed."""

    marked: tuple[QRectF, ...]
    lit: tuple[QRectF, ...]
    dimmed: tuple[QRectF, ...]


class _Shown:
    """What is painted of some racks, in batches: bodies, bars by colour, signs by state."""

    def __init__(self) -> None:
        self.bodies: list[QRectF] = []
        self.bars: dict[str, list[QRectF]] = {}
        self.warnings: list[QPolygonF] = []
        self.errors: list[QRectF] = []
        self.open: list[QLineF] = []
        self.struck: list[QLineF] = []
        self.marks: _Marks | None = None
        """What is outlined and dimmed of them; None before it is looked for."""

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


def _paint_shown(painter: QPainter, shown: Sequence[_Shown], theme: Theme) -> None:
    """Paint bodies, then bars, then signs: each in batches of one colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.device_line))
    for one in shown:
        painter.drawRects(one.bodies)
    for colour in dict.fromkeys(colour for one in shown for colour in one.bars):
        painter.setBrush(QColor(theme.faint if colour == _OPEN else colour))
        for one in shown:
            if colour in one.bars:
                painter.drawRects(one.bars[colour])
    painter.setBrush(QColor(theme.warning))
    for sign in (sign for one in shown for sign in one.warnings):
        painter.drawPolygon(sign)
    painter.setBrush(QColor(theme.error))
    pen = QPen(QColor(theme.text), 1)
    pen.setCosmetic(True)
    struck = QPen(pen)
    struck.setColor(QColor(theme.error))
    for one in shown:
        if one.errors:
            painter.drawRects(one.errors)
    for line, found in (
        (pen, [piece for one in shown for piece in one.open]),
        (struck, [piece for one in shown for piece in one.struck]),
    ):
        if found:
            painter.setPen(line)
            painter.drawLines(found)
