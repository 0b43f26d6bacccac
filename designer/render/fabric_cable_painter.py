"""Paints a cable of a fabric that is lost in thought: its way dashed, its ends outlined, a sign."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from designer.render.fabric_drawing import Box, Line, curve, on_curve
from designer.render.fabric_strip_painter import RADIUS, SIGN, Painting
from designer.render.fabric_things import FabricIndex, Thing

_SIGN_AT = 0.3
"""Where the sign stands on the uppermost curve: figures of bundles stand beyond."""
Points = tuple[tuple[float, float], ...]


def stands_for(index: FabricIndex, thing: Thing) -> frozenset[Thing]:
    """Return what a switch or a node is drawn as: itself, its unit, its pod or its group."""
    found = {thing}
    unit = index.unit_of(thing)
    if unit >= 0:
        found.add(Thing("unit", unit))
    if thing.what == "spine":
        found.add(Thing("pod", index.map.spines.unit[thing.at]))
    if thing.what == "core":
        found.add(Thing("group", index.map.cores.unit[thing.at]))
    return frozenset(found)


class CablePainting(Painting):
    """Paints one cable."""

    def paint(self, lower: Thing, upper: Thing) -> None:
        """Paint the way of a cable and its ends; nothing where neither is drawn."""
        ways = self.ways(lower, upper)
        pen = QPen(QColor(self.theme.error), 2.0)
        pen.setDashPattern([3.0, 2.5])
        for points in ways:
            start, one, other, end = (QPointF(*point) for point in points)
            path = QPainterPath(start)
            path.cubicTo(one, other, end)
            self.painter.setPen(pen)
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawPath(path)
        for thing in (lower, upper):
            place = self._place(thing)
            if place is not None:
                self._end(place)
        if ways:
            self._sign(QPointF(*on_curve(ways[-1], _SIGN_AT)))

    def ways(self, lower: Thing, upper: Thing) -> list[Points]:
        """Return the curves that lead from one end to the other, the uppermost last."""
        begins, ends = self._place(lower), self._place(upper)
        if begins is None or ends is None:
            return []
        if lower.what == "node":
            return [curve((begins.middle, begins.y), (ends.middle, ends.bottom))]
        low, high = stands_for(self.index, lower), stands_for(self.index, upper)
        mine = [one for one in self.drawing.lines if _leads(one, low | high)]
        mine.sort(key=lambda one: -one.points[0][1])
        found = [one.points for one in mine]
        if any(end in high for one in mine for end in (one.lower, one.upper)):
            return found
        top = found[-1][-1] if found else (begins.middle, begins.y)
        return [*found, curve(top, (ends.middle, ends.bottom))]

    def _place(self, thing: Thing) -> Box | None:
        """Return where something is drawn: by itself, else as what it stands in."""
        found = self.drawing.place_of(thing)
        if found is not None:
            return found
        others = sorted(stands_for(self.index, thing) - {thing})
        places = (self.drawing.place_of(one) for one in others)
        return next((one for one in places if one is not None), None)

    def _end(self, place: Box) -> None:
        colour = QColor(self.theme.error)
        box = QRectF(place.x, place.y, place.width, place.height)
        self.painter.setPen(QPen(colour, 1.8))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if place.thing.what == "node":
            self.painter.fillRect(box, colour)
            self.painter.drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5))
        else:
            self.painter.drawRoundedRect(box, RADIUS, RADIUS)

    def _sign(self, centre: QPointF) -> None:
        half = SIGN / 2 + 3
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.theme.canvas))
        self.painter.drawEllipse(centre, half, half)
        self.struck(centre)


def _leads(line: Line, ends: frozenset[Thing]) -> bool:
    """Return whether a bundle is part of the way between two ends; those to nodes are none."""
    to_nodes = line.lower.what == "unit" and line.upper.what == "leaf"
    return not to_nodes and line.lower in ends and line.upper in ends
