"""Paints a fabric on a QPainter: the same for the canvas and for paper.

Rails are told by a number as well as a colour. What is lost has a red outline, a sign and dashed
stubs, and the row of its GPUs is lit; a link of the rule that is not there is dashed as well.
"""

from functools import cached_property
from math import inf
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.model.figure_words import number, quantity
from designer.model.plural import plural
from designer.render.fabric_box_painter import BoxPainting, kind_of, rect_of
from designer.render.fabric_cable_painter import CablePainting, stands_for
from designer.render.fabric_cut_painter import paint_cut
from designer.render.fabric_drawing import (
    HUB_HIGH,
    HUB_WIDE,
    FabricDrawing,
    Hub,
    Line,
    Words,
)
from designer.render.fabric_look import FabricLook
from designer.render.fabric_strip_painter import RADIUS, NameOf, Painting, StripPainting
from designer.render.fabric_things import SWITCHES, TIER_NAMES, FabricIndex, Thing
from designer.render.lettering import CENTRE, LEFT, broken_lines, draw_text, text_width
from designer.render.theme import Theme, rail_colour

_MANY_LOST: Final = 4
_MANY_LINES: Final = 200
"""Bundles from which they are drawn fainter."""


def paint_fabric(
    painter: QPainter,
    drawing: FabricDrawing,
    index: FabricIndex,
    look: FabricLook,
    theme: Theme,
    part_name: NameOf = str,
) -> None:
    """Paint the whole drawing in its own pixels, from its upper left corner.

    Parameters
    ----------
    part_name
        What people call a part, by its id.
    """
    paint_at_rest(painter, drawing, index, look, theme, part_name)
    paint_lit(painter, drawing, index, look, theme, part_name)


def paint_at_rest(
    painter: QPainter,
    drawing: FabricDrawing,
    index: FabricIndex,
    look: FabricLook,
    theme: Theme,
    part_name: NameOf = str,
) -> None:
    """Paint the drawing as it is with nothing pointed at or chosen, and the cut."""
    _Painting(painter, drawing, index, look.at_rest(), theme, part_name).paint()
    if look.cable is not None:
        CablePainting(painter, drawing, index, look, theme, part_name).paint(*look.cable)
    if look.cut is not None:
        paint_cut(painter, drawing, index, look.cut, theme)


def paint_lit(
    painter: QPainter,
    drawing: FabricDrawing,
    index: FabricIndex,
    look: FabricLook,
    theme: Theme,
    part_name: NameOf = str,
) -> None:
    """Paint over it what is pointed at or chosen, what that is joined to, and the keyboard."""
    _Painting(painter, drawing, index, look, theme, part_name).paint_lit()


class _Painting(Painting):
    def paint(self) -> None:
        """Paint lines first, then what they join."""
        drawing = self.drawing
        for line in sorted(drawing.lines, key=self._rank):
            self._line(line)
        for words in drawing.words:
            self._words(words)
        for line in drawing.lines:
            if line.chip is not None and self._is_shown(line):
                self._chip(line)
        for strip in drawing.strips:
            self._strips.paint(strip)
        self._strips.paint_odd_links()
        for hub in drawing.hubs:
            self._hub(hub)
        for box in drawing.cards.values():
            self._boxes.paint_card(box)
        for box in drawing.boxes.values():
            self._boxes.paint(box)

    def paint_lit(self) -> None:
        """Paint what is lit over what is not."""
        drawing, look = self.drawing, self.look
        pointed = {*look.chosen, *([look.hovered] if look.hovered is not None else [])}
        if pointed:
            lines = [one for one in drawing.lines if self._is_lit(one) and not self._is_lost(one)]
            for line in lines:
                self._line(line)
            for line in lines:
                if line.chip is not None and self._is_shown(line):
                    self._chip(line)
            ends = {end for line in lines for end in (line.lower, line.upper)} | pointed
            for hub in drawing.hubs:
                if hub.thing in ends:
                    self._hub(hub)
            lit = pointed | look.lit
            units = {self.index.map.leaves.unit[one.at] for one in lit if one.what == "leaf"}
            for unit, box in drawing.cards.items():
                if unit in units or box.thing in lit:
                    self._boxes.paint_card(box)
            for thing, box in drawing.boxes.items():
                if thing in lit or thing in ends:
                    self._boxes.paint(box)
            for strip in drawing.strips:
                self._strips.paint_lit(strip)
            self._strips.paint_odd_links(lit=True)
        if look.focused is not None:
            place = drawing.place_of(look.focused)
            if place is not None:
                self.pen(self.theme.accent, 1.5)
                self.painter.drawRoundedRect(rect_of(place).adjusted(-3, -3, 3, 3), 6, 6)

    @cached_property
    def _strips(self) -> StripPainting:
        return StripPainting(
            self.painter, self.drawing, self.index, self.look, self.theme, self.part_name
        )

    @cached_property
    def _boxes(self) -> BoxPainting:
        return BoxPainting(
            self.painter, self.drawing, self.index, self.look, self.theme, self.part_name
        )

    # Lines

    def _rank(self, line: Line) -> int:
        return 2 if self._is_lost(line) else 1 if self._is_lit(line) else 0

    def _ends(self, line: Line) -> tuple[Thing, Thing]:
        return line.lower, line.upper

    def _is_shown(self, line: Line) -> bool:
        return all(self.look.shows(self.index, end) for end in self._ends(line))

    def _is_lost(self, line: Line) -> bool:
        return any(end in self.look.lost for end in self._ends(line))

    def _is_lit(self, line: Line) -> bool:
        """Return whether a bundle leads to what is pointed at, or on from it."""
        look = self.look
        pointed = {look.hovered, *look.chosen} - {None}
        if not pointed:
            return False
        switches = [end for end in self._ends(line) if end.what in SWITCHES]
        bundles = [end for end in self._ends(line) if end.what not in SWITCHES]
        if not all(end in look.lit or end in pointed for end in switches):
            return False
        return all(end in pointed or end in self._touched for end in bundles)

    @cached_property
    def _touched(self) -> frozenset[Thing]:
        """Units and pods of what is pointed at or lit by it."""
        found = set()
        for thing in (*self.look.lit, self.look.hovered, *self.look.chosen):
            if thing is None:
                continue
            unit = self.index.unit_of(thing)
            if unit >= 0:
                found.add(Thing("unit", unit))
            if thing.what == "spine":
                found.add(Thing("pod", self.index.map.spines.unit[thing.at]))
        return frozenset(found)

    def _line(self, line: Line) -> None:
        theme = self.theme
        if not self._is_shown(line):
            return
        lost, lit = self._is_lost(line), self._is_lit(line)
        colour = QColor(theme.error if lost else theme.accent if lit else theme.dim)
        many = len(self.drawing.lines) > _MANY_LINES
        if not lost and not lit and line.upper.what == "pod":
            rail = self.index.rail_of_pod[line.upper.at]
            if rail >= 0 and self.index.map.rails > 1:
                colour = QColor(rail_colour(rail, theme))
        if not lost and not lit:
            colour.setAlphaF(0.3 if many else 0.55)
        strong = 1.3 if many or len(self.look.lost) > _MANY_LOST else 1.8
        pen = QPen(colour, strong if lit or lost else 1.0)
        if lost or not line.links:
            pen.setDashPattern([3.0, 3.0])
            if not lost:
                pen.setColor(QColor(theme.warning))
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPath(_path(line))

    def _chip(self, line: Line) -> None:
        theme = self.theme
        if line.chip is None or self._is_cut(line):
            return
        lost, lit = self._is_lost(line), self._is_lit(line)
        text = number(line.links, 0)
        wide = text_width(text, 10, 500) + 8
        narrow = line.lower.what == "leaf" or line.upper.what == "leaf"
        box = self.drawing.boxes.get(line.lower if line.lower.what == "leaf" else line.upper)
        if narrow and box is not None and wide - 6 > box.width + 2:
            return
        # Frames of neighbours would lie over each other's figures.
        tight = narrow and box is not None and wide > box.width + 2
        place = QRectF(line.chip[0] - wide / 2, line.chip[1] - 7, wide, 14)
        if tight:
            place.adjust(3, 0, -3, 0)
        self.painter.setBrush(QColor(theme.canvas))
        edge = theme.error if lost else theme.accent if lit else theme.line
        self.pen(theme.canvas if tight or (narrow and not lit) else edge, 1.0)
        self.painter.setBrush(QColor(theme.canvas))
        self.painter.drawRoundedRect(place, 7, 7)
        ink = theme.error if lost else theme.accent if lit else theme.dim
        draw_text(self.painter, place.adjusted(-3, 0, 3, 0), text, 10, ink, 500, CENTRE)

    def _is_cut(self, line: Line) -> bool:
        """Return whether the cut writes its own figure on a bundle."""
        cut = self.look.cut
        if cut is None:
            return False
        if line.lower.what == "leaf":
            return any(line.lower.at == leaf for leaf, _ in cut.leaf_links)
        if line.upper.what == "pod":
            above = self.index.map.leaves.above
            return any(above[leaf] == line.upper.at for leaf, _ in cut.leaf_links)
        if line.lower.what == "pod":
            unit = self.index.map.spines.unit
            return any(unit[spine] == line.lower.at for spine, _ in cut.spine_links)
        parted = (leaf for leaf, _ in cut.nodes)
        return line.upper.what == "leaf" and line.upper.at in parted

    def _hub(self, hub: Hub) -> None:
        theme, look = self.theme, self.look
        lit = hub.thing in (look.hovered, look.focused) or hub.thing in look.chosen
        place = QRectF(hub.x - HUB_WIDE / 2, hub.y - HUB_HIGH / 2, HUB_WIDE, HUB_HIGH)
        gone = self._lost_of(hub)
        self.pen(theme.accent if lit else theme.error if gone else theme.device_line, 1.2)
        self.painter.setBrush(QColor(theme.raised))
        self.painter.drawRoundedRect(place, HUB_HIGH / 2, HUB_HIGH / 2)
        draw_text(self.painter, place, number(hub.links, 0), 12, theme.text, 600, CENTRE)
        beside = QRectF(place.right() + 6, place.top(), 110, HUB_HIGH)
        low, high = hub.each
        each = number(high, 0) if low == high else f"{number(low, 0)}–{number(high, 0)}"
        upper = "core" if hub.thing.what == "pod" else "spine"
        if gone:
            draw_text(self.painter, beside, f"−{number(gone, 0)} lost", 11, theme.error, 600, LEFT)
        elif hub.missing:
            words = f"{number(hub.missing, 0)} missing"
            draw_text(self.painter, beside, words, 11, theme.warning, 500, LEFT)
        elif self._is_first(hub):
            room = self._room_beside(hub) - 8
            ways = (f"{each} to each {upper}", f"{each} each")
            fitting = next((one for one in ways if text_width(one, 10, 400) <= room), "")
            draw_text(self.painter, beside, fitting, 10, theme.dim, 400, LEFT)

    def _room_beside(self, hub: Hub) -> float:
        """Return how far it is from a hub to the next one at its right."""
        right = [one.x for one in self.drawing.hubs if one.x > hub.x and abs(one.y - hub.y) < 1]
        return min(right, default=inf) - hub.x - HUB_WIDE

    def _is_first(self, hub: Hub) -> bool:
        """Return whether no hub at its left says the same of its bundles."""
        others = [one for one in self.drawing.hubs if one.thing.what == hub.thing.what]
        at = others.index(hub)
        return all(one.each != hub.each for one in others[:at])

    def _lost_of(self, hub: Hub) -> int:
        """Return the links of a hub that are lost with switches."""
        lost, index = self.look.lost, self.index
        found = 0
        for line in self.drawing.lines:
            to_nodes = line.lower.what == "unit" and line.upper.what == "leaf"
            if not to_nodes and hub.thing in (line.lower, line.upper) and self._is_lost(line):
                found += line.links
        if hub.thing.what == "unit" and not found:
            leaves = index.leaves_of_unit[hub.thing.at]
            found = sum(index.map.leaves.up[at] for at in leaves if Thing("leaf", at) in lost)
        cable = self.look.cable
        if cable is not None and cable[0].what != "node":
            found += hub.thing in stands_for(index, cable[0])
        return found

    # Words

    def _words(self, words: Words) -> None:
        theme, shown = self.theme, self.index.map
        if words.tier == "rack":
            name = f"RACK {self.index.name_of(shown.racks[words.rack])}"
            place = QRectF(words.x, words.y, words.width, 14)
            took = draw_text(self.painter, place, name, 10, theme.dim, 600, LEFT)
            self.pen(theme.line, 1.0)
            y = words.y + 7
            if took + 6 < words.width:
                self.painter.drawLine(QLineF(words.x + took + 6, y, words.x + words.width, y))
            return
        if words.unit >= 0:
            place = QRectF(words.x, words.y, words.width, 14)
            name = self.index.unit_name(words.unit)
            em = 12 if text_width(name, 12, 600) <= words.width else 10
            took = draw_text(self.painter, place, name, em, theme.text, 600, LEFT)
            many = plural(len(self.index.leaves_of_unit[words.unit]), "leaf", "leaves")
            if took + 8 + text_width(many, 10) <= words.width:
                rest = place.adjusted(took + 8, 0, 0, 0)
                draw_text(self.painter, rest, many, 10, theme.dim, 400, LEFT)
            return
        if words.tier == "across":
            self._name_across(words)
            return
        if words.tier == "island":
            self._frame(words)
            return
        head, lines = self._told(words.tier)
        y = words.y
        if head:
            place = QRectF(words.x, y - 1, words.width, 15)
            draw_text(self.painter, place, head, 12, theme.text, 600, LEFT)
            y += 15
        for line in broken_lines(lines, words.width):
            place = QRectF(words.x, y, words.width, 13)
            draw_text(self.painter, place, line, 10, theme.dim, 400, LEFT)
            y += 13

    def _frame(self, words: Words) -> None:
        """Paint the frame of an island, from its name down to the labels of its nodes."""
        theme, index = self.theme, self.index
        place = QRectF(words.x, words.y, words.width, self.drawing.bottom - words.y - 4)
        pen = QPen(QColor(theme.dim), 1.0)
        pen.setDashPattern([4.0, 4.0])
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRoundedRect(place, RADIUS, RADIUS)
        nodes = sum(len(index.nodes_of_unit[unit]) for unit in index.islands[words.island].units)
        box = QRectF(place.left() + 8, place.top() + 3, place.width() - 12, 14)
        number_of = f"Island {words.island + 1}"
        name = f"{number_of} of {len(index.islands)}"
        ways = (f"{name} · {plural(nodes, 'node')}", name, number_of)
        said = next((one for one in ways if text_width(one, 11, 600) <= box.width()), number_of)
        draw_text(self.painter, box, said, 11, theme.text, 600, LEFT)

    def _name_across(self, words: Words) -> None:
        """Write the name of an island that reaches over units: as much of it as there is room."""
        island = self.index.rail_islands[words.island]
        said = next((one for one in island.names if text_width(one, 11, 600) <= words.width), "")
        place = QRectF(words.x, words.y, words.width, 14)
        draw_text(self.painter, place, said, 11, self.theme.text, 600, LEFT)

    def _told(self, tier: str) -> tuple[str, list[str]]:
        """Return the heading of a tier and what stands below it."""
        shown = self.index.map
        if tier == "up":
            links = sum(shown.unit_spine.links)
            return "", [plural(links, "link"), "leaf to spine"]
        if tier == "down":
            links = sum(shown.leaves.down)
            what = "GPU to leaf" if shown.ends_are_gpus else "node to leaf"
            return "", [plural(links, "link"), what]
        if tier == "node":
            held = shown.figure("gpus")
            told = shown.purpose == "compute" and not held.unknown and held.high > 0
            gpus = [f"{quantity(held)} GPUs"] if told else []
            return "Nodes", [plural(len(shown.nodes), "node"), *gpus]
        if tier == "unit":
            return self.index.unit_name(self.drawing.unfolded), []
        kind = kind_of(tier)
        mine = self.index.switches(kind)
        parts = sorted({part for part in mine.part if part >= 0})
        said = [f"{number(len(mine), 0)} switches"]
        if len(parts) == 1:
            part = shown.parts[parts[0]]
            said = [f"{number(len(mine), 0)} × {self.part_name(part.id)}"]
            if part.links is not None:
                said.append(f"{number(part.links, 0)} ports each")
        elif parts:
            said.append(f"{plural(len(parts), 'part')}")
        missing = sum(not key for key in mine.keys)
        if missing:
            said.append(f"{number(missing, 0)} not drawn")
        alone = kind == "leaf" and self.drawing.form == "circle"
        return "Switches" if alone else TIER_NAMES[kind], said


def _path(line: Line) -> QPainterPath:
    start, one, other, end = (QPointF(*point) for point in line.points)
    path = QPainterPath(start)
    path.cubicTo(one, other, end)
    return path
