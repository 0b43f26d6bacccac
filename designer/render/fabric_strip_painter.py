"""Paints nodes of a fabric as strips: a cell is a GPU, a column a node, a row a rail."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.engine.fabric_map import NOWHERE
from designer.model.figure_words import number
from designer.model.plural import plural
from designer.render.fabric_drawing import FabricDrawing, Strip
from designer.render.fabric_look import FabricLook
from designer.render.fabric_things import FabricIndex, Thing
from designer.render.lettering import LEFT, draw_text, text_width
from designer.render.theme import Theme, rail_colour

NameOf = Callable[[str], str]
RADIUS = 4.0
SIGN = 11.0
MOST_ODD = 64
"""Links of GPUs elsewhere that are drawn; of more their cells are marked alone."""


@dataclass
class Painting:
    """What a painter of a fabric paints, with what."""

    painter: QPainter
    drawing: FabricDrawing
    index: FabricIndex
    look: FabricLook
    theme: Theme
    part_name: NameOf

    def pen(self, colour: str, width: float) -> None:
        """Draw lines with a colour, and fill nothing."""
        self.painter.setPen(QPen(QColor(colour), width))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def struck(self, centre: QPointF) -> None:
        """Paint the sign of what is lost: a circle struck through."""
        self.pen(self.theme.error, 1.4)
        half = SIGN / 2
        self.painter.drawEllipse(centre, half, half)
        by = half * 0.7
        self.painter.drawLine(QLineF(centre.x() - by, centre.y() - by, centre.x() + by,
                                     centre.y() + by))  # fmt: skip


class StripPainting(Painting):
    """Paints strips."""

    def paint(self, strip: Strip) -> None:
        """Paint the nodes of a unit, and what they are."""
        theme = self.theme
        wide = strip.cell[0]
        frame = QRectF(strip.x, strip.y, strip.width, strip.height).adjusted(-3, -3, 3, 3)
        self.pen(theme.device_line, 1.0)
        self.painter.setBrush(QColor(theme.rack_inner))
        self.painter.drawRoundedRect(frame, RADIUS, RADIUS)
        unlinked = strip.unit < 0
        for row in range(strip.rails):
            self._row(strip, row, unlinked=unlinked)
        used = len(strip.nodes) * wide
        if len(strip.nodes) < strip.columns:
            empty = QRectF(strip.x + used, strip.y, strip.width - used, strip.height)
            pen = QPen(QColor(theme.faint), 1.0)
            pen.setDashPattern([2.0, 2.0])
            self.painter.setPen(pen)
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawRect(empty.adjusted(0.5, 0.5, -0.5, -0.5))
        self._lost_nodes(strip)
        self._odd_cells(strip)
        self._strip_words(strip, frame)

    def _row(self, strip: Strip, row: int, *, unlinked: bool) -> None:
        """Paint the GPUs of one rail: cells, or one bar where they are too small for that."""
        theme, look = self.theme, self.look
        wide, high = strip.cell
        lost = [
            leaf for leaf in self._leaves_of_row(strip, row) if Thing("leaf", leaf) in look.lost
        ]
        shown = not look.rails or row in look.rails or strip.rails == 1
        ink = rail_colour(row, theme) if strip.rails > 1 else theme.dim
        colour = QColor(theme.error if lost else theme.faint if unlinked else ink)
        if not lost:
            colour.setAlphaF(0.72 if shown else 0.14)
        gap = 0.9 if high > 5 else 0.5
        top, tall = strip.y + row * high + gap, high - 2 * gap
        if wide < 2.6:
            width = len(strip.nodes) * wide
            self.painter.fillRect(QRectF(strip.x, top, width, tall), colour)
            return
        side = min(1.0, wide * 0.14)
        for column in range(len(strip.nodes)):
            self.painter.fillRect(
                QRectF(strip.x + column * wide + side, top, wide - 2 * side, tall), colour
            )

    def _leaves_of_row(self, strip: Strip, row: int) -> Iterator[int]:
        if strip.unit >= 0:
            rails = self.index.map.leaves.rail
            for leaf in self.index.leaves_of_unit[strip.unit]:
                if rails[leaf] == row or (rails[leaf] < 0 and strip.rails == 1):
                    yield leaf

    def _lost_nodes(self, strip: Strip) -> None:
        """Strike nodes that are lost themselves: a dark column with a line through it."""
        wide = strip.cell[0]
        for thing in self.look.lost:
            if thing.what != "node" or thing.at not in strip.nodes:
                continue
            x = strip.x + strip.nodes.index(thing.at) * wide
            column = QRectF(x, strip.y, wide, strip.height)
            self.painter.fillRect(column, QColor(self.theme.rack_inner))
            self.pen(self.theme.error, 1.2)
            self.painter.drawRect(column.adjusted(0.8, 0.8, -0.8, -0.8))
            self.painter.drawLine(column.topLeft(), column.bottomRight())

    def _odd_cells(self, strip: Strip) -> None:
        """Mark GPUs that hang elsewhere, or not at all."""
        wide, high = strip.cell
        odd = self.index.odd
        if not odd or strip.unit < 0:
            return
        for (node, rail), leaves in odd.items():
            if node not in strip.nodes:
                continue
            column = strip.nodes.index(node)
            cell = QRectF(strip.x + column * wide, strip.y + rail * high, wide, high)
            gone = NOWHERE in leaves
            if gone:
                self.painter.fillRect(cell, QColor(self.theme.rack_inner))
            self.pen(self.theme.warning, 1.2)
            self.painter.drawRect(cell.adjusted(0.6, 0.6, -0.6, -0.6))

    def paint_odd_links(self, *, lit: bool = False) -> None:
        """Draw the links of GPUs that hang elsewhere than their unit says, if these are few.

        Parameters
        ----------
        lit
            Only those of what is pointed at or chosen.
        """
        links = [(end, leaf) for leaf, ends in self.index.odd_at.items() for end in ends]
        if not 0 < len(links) <= MOST_ODD:
            return
        look = self.look
        pointed = {*look.chosen, *([look.hovered] if look.hovered is not None else [])}
        nodes = {one.at for one in pointed if one.what == "node"}
        for end, leaf in links:
            box = self.drawing.boxes.get(Thing("leaf", leaf))
            strip = next((one for one in self.drawing.strips if end.at in one.nodes), None)
            is_lit = end.at in nodes or Thing("leaf", leaf) in pointed
            if box is None or strip is None or (lit and not is_lit):
                continue
            if look.rails and end.rail not in look.rails:
                continue
            wide, high = strip.cell
            row = end.rail if 0 <= end.rail < strip.rails else 0
            x = strip.x + (strip.nodes.index(end.at) + 0.5) * wide
            y = strip.y + (row + 0.5) * high
            to_x, to_y = box.x + box.width / 2, box.bottom
            lost = Thing("leaf", leaf) in look.lost or Thing("node", end.at) in look.lost
            ink = self.theme.error if lost else self.theme.accent if lit else self.theme.text
            self.pen(ink, 1.4)
            path = QPainterPath(QPointF(x, y))
            middle = (strip.y + to_y) / 2
            path.cubicTo(x, middle, to_x, strip.y, to_x, to_y)
            self.painter.drawPath(path)
            self.painter.setBrush(QColor(ink))
            self.painter.drawEllipse(QPointF(x, y), 1.6, 1.6)

    def paint_lit(self, strip: Strip) -> None:
        """Outline nodes that are pointed at or chosen, and the GPUs that lit leaves serve."""
        look = self.look
        wide, high = strip.cell
        for thing in {*look.chosen, *([look.hovered] if look.hovered else [])}:
            if thing.what == "node" and thing.at in strip.nodes:
                column = strip.nodes.index(thing.at)
                self.pen(self.theme.text, 1.4)
                self.painter.drawRect(QRectF(strip.x + column * wide, strip.y, wide, strip.height))
                if thing.rail >= 0 and thing == look.hovered:
                    self.pen(self.theme.accent, 2.0)
                    self.painter.drawRect(
                        QRectF(strip.x + column * wide, strip.y + thing.rail * high, wide, high)
                    )
            elif thing.what == "leaf" and self.index.unit_of(thing) == strip.unit >= 0:
                rail = self.index.map.leaves.rail[thing.at]
                rows = (rail, rail) if 0 <= rail < strip.rails else (0, strip.rails - 1)
                self.pen(self.theme.accent, 1.6)
                self.painter.drawRect(
                    QRectF(strip.x - 1, strip.y + rows[0] * high, len(strip.nodes) * wide + 2,
                           (rows[1] - rows[0] + 1) * high)
                )  # fmt: skip

    def _strip_words(self, strip: Strip, frame: QRectF) -> None:
        theme, index = self.theme, self.index
        nodes = plural(len(strip.nodes), "node")
        room = min(frame.width() + 10, self.drawing.width - frame.left() - 4)
        first = QRectF(frame.left() + 2, frame.bottom() + 3, room, 14)
        name = index.unit_name(strip.unit) if strip.unit >= 0 else "Not connected"
        took = draw_text(self.painter, first, name, 12, theme.text, 600, LEFT)
        ends = len(strip.nodes) * index.map.rails
        gpus = f"{number(ends, 0)} GPUs" if index.map.ends_are_gpus else (
            f"{number(ends, 0)} ends" if index.map.rails > 1 else ""
        )  # fmt: skip
        rest = first.adjusted(took + 8, 0, 0, 0)
        both = " · ".join(filter(None, (nodes, gpus)))
        fits = text_width(both, 10) <= rest.width()
        if text_width(nodes, 10) <= rest.width():
            draw_text(self.painter, rest, both if fits else nodes, 10, theme.dim, 400, LEFT)
        racks = self._racks_of(strip)
        draw_text(self.painter, first.translated(0, 14), racks, 10, theme.dim, 400, LEFT)

    def _racks_of(self, strip: Strip) -> str:
        """Return the racks of nodes: first and last of each run that stands together."""
        rack = self.index.map.nodes.rack
        names = dict.fromkeys(
            self.index.name_of(self.index.map.racks[rack[node]]) for node in strip.nodes
        )
        every = list(names)
        return every[0] if len(every) == 1 else f"{every[0]} – {every[-1]}"
