"""Paints a cut over a fabric: a line, one side tinted, a figure on every bundle that it crosses."""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from designer.engine.fabric_map import FabricCut
from designer.model.figure_words import number
from designer.render.fabric_drawing import Box, FabricDrawing, Line, on_curve
from designer.render.fabric_things import FabricIndex, Thing
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

_TINT: Final = 0.13
_LINE: Final = 2.0
_ABOVE: Final = 22.0
"""How far above leaves the line runs, and below those whose nodes are cut."""
_BELOW: Final = 26.0
_BESIDE: Final = 5.0
_AROUND: Final = 3.6
"""Around folded units: more than half of what lies between two of them."""
_UNDER: Final = 34.0
"""How far below the nodes the tinted side reaches."""


def paint_cut(
    painter: QPainter, drawing: FabricDrawing, index: FabricIndex, cut: FabricCut, theme: Theme
) -> None:
    """Paint the tinted side, the line around it, and what each bundle loses."""
    painting = _Painting(painter, drawing, index, cut, theme)
    if drawing.form == "tiers":
        painting.tiers()
    else:
        painting.boxes()
    if drawing.form == "circle":
        painting.between()


class _Painting:
    def __init__(
        self, painter: QPainter, drawing: FabricDrawing, index: FabricIndex, cut: FabricCut,
        theme: Theme,
    ) -> None:  # fmt: skip
        self._painter, self._drawing, self._index = painter, drawing, index
        self._cut, self._theme = cut, theme
        self._away = {
            *(Thing("leaf", at) for at in cut.leaves), *(Thing("spine", at) for at in cut.spines),
            *(Thing("core", at) for at in cut.cores),
        }  # fmt: skip

    def tiers(self) -> None:
        """Paint a cut through a drawing switch by switch."""
        for outline in self._outlines():
            self._area(QPolygonF([QPointF(*point) for point in outline]))
        self._switches()
        self._chips()

    def boxes(self) -> None:
        """Paint a cut through pods and units: those on the tinted side, whole or in part."""
        whole = QPainterPath()
        for unit, box in self._drawing.cards.items():
            leaves = [Thing("leaf", at) for at in self._index.leaves_of_unit[unit]]
            if leaves and all(leaf in self._away for leaf in leaves):
                around = QPainterPath()
                around.addRect(_rect(box).adjusted(*(-_AROUND,) * 2, *(_AROUND,) * 2))
                whole = whole.united(around)
            else:
                self._share(box, leaves)
        self._region(whole)
        for thing, box in self._drawing.boxes.items():
            groups = {"pod": ("spine", self._index.spines_of_pod),
                      "group": ("core", self._index.cores_of_group)}  # fmt: skip
            if thing.what == "pod":
                self._share(box, [Thing("spine", at) for at in groups["pod"][1][thing.at]])
            elif thing.what == "group":
                self._share(box, [Thing("core", at) for at in groups["group"][1][thing.at]])
            else:
                self._share(box, [thing])
        self._chips()

    def between(self) -> None:
        """Mark bundles between switches of one tier, as far as these stand on different sides."""
        crossing = self._crossing()
        for line in self._drawing.lines:
            links = crossing.get((line.lower.at, line.upper.at), 0)
            if links:
                self._crossed(line, links)

    def _crossing(self) -> dict[tuple[int, int], int]:
        """Return the cut links between two units, or two switches where each is drawn."""
        shown, by_unit = self._index.map, bool(self._drawing.cards)
        spines, found = set(self._cut.spines), dict[tuple[int, int], int]()
        sides = shown.leaves.unit if by_unit else range(len(shown.leaves))
        leaves = set(self._cut.leaves)
        for a, b, links in zip(
            shown.beside.lower, shown.beside.upper, shown.beside.links, strict=True
        ):
            if not shown.beside_units and (a in leaves) != (b in leaves):
                pair = (min(sides[a], sides[b]), max(sides[a], sides[b]))
                found[pair] = found.get(pair, 0) + links
        away = [all(at in spines for at in pod) for pod in self._index.spines_of_pod]
        unit_of = {one.pod: at for at, one in enumerate(shown.units)}
        for a, b, links in zip(
            shown.pods_beside.lower, shown.pods_beside.upper, shown.pods_beside.links, strict=True
        ):
            if away[a] != away[b] and {a, b} <= unit_of.keys():
                one, other = sorted((unit_of[a], unit_of[b]))
                found[one, other] = found.get((one, other), 0) + links
        return found

    # Outlines

    def _outlines(self) -> Iterator[list[tuple[float, float]]]:
        """Yield the outline of each run of leaves, or of their nodes, on the tinted side."""
        bottom = max((one.y + one.height for one in self._drawing.strips), default=0.0) + _UNDER
        run: list[tuple[float, float]] = []
        for box, level in self._levels():
            if level is None:
                if run:
                    yield [(run[0][0], bottom), *run, (run[-1][0], bottom)]
                run = []
                continue
            left, right = box.x - _BESIDE, box.x + box.width + _BESIDE
            if run and run[-1][1] != level:
                # The line steps between both leaves, in the middle of what lies between them.
                middle = (run[-1][0] - _BESIDE + box.x) / 2
                run[-1] = (middle, run[-1][1])
                left = middle
            run += [(left, level), (right, level)] if not run or run[-1][1] != level else []
            run[-1] = (right, level)
        if run:
            yield [(run[0][0], bottom), *run, (run[-1][0], bottom)]

    def _levels(self) -> Iterator[tuple[Box, float | None]]:
        """Yield every leaf from the left with the height of the line there; None without one."""
        parted = dict(self._cut.nodes)
        leaves = [box for thing, box in self._drawing.boxes.items() if thing.what == "leaf"]
        for box in sorted(leaves, key=lambda one: one.x):
            if box.thing in self._away:
                yield box, box.y - _ABOVE
            elif parted.get(box.thing.at):
                yield box, box.bottom + _BELOW
            else:
                yield box, None

    def _region(self, region: QPainterPath) -> None:
        """Tint a region, with one line around it."""
        self._painter.fillPath(region, self._tint)
        self._painter.setPen(self._dashes())
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPath(region.simplified())

    @property
    def _tint(self) -> QColor:
        tint = QColor(self._theme.accent)
        tint.setAlphaF(_TINT)
        return tint

    def _area(self, outline: QPolygonF) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._tint)
        self._painter.drawPolygon(outline)
        self._painter.setPen(self._dashes())
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawPolyline(outline)

    def _dashes(self) -> QPen:
        pen = QPen(QColor(self._theme.accent), _LINE)
        pen.setDashPattern([4.0, 2.5])
        return pen

    def _switches(self) -> None:
        """Outline spines and core switches on the tinted side."""
        for thing, box in self._drawing.boxes.items():
            if thing.what != "leaf" and thing in self._away:
                self._share(box, [thing])

    def _share(self, box: Box, members: Sequence[Thing]) -> None:
        """Tint as much of a box as stands on the tinted side."""
        away = sum(one in self._away for one in members)
        if not away:
            return
        place = _rect(box)
        tint = QColor(self._theme.accent)
        tint.setAlphaF(0.3)
        part = QRectF(place)
        part.setWidth(place.width() * away / len(members))
        self._painter.fillRect(part, tint)
        self._painter.setPen(self._dashes())
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(place.adjusted(-2, -2, 2, 2), 5, 5)

    # Figures

    def _chips(self) -> None:
        """Write on every crossed bundle how many of its links are cut."""
        leaf, spine = dict(self._cut.leaf_links), dict(self._cut.spine_links)
        parted = dict(self._cut.nodes)
        trunks: dict[int, int] = {}
        for at, links in leaf.items():
            unit = self._index.map.leaves.unit[at]
            trunks[unit] = trunks.get(unit, 0) + links
        for line in self._drawing.lines:
            lower, upper = line.lower, line.upper
            if lower.what == "leaf" and upper.what == "unit" and lower.at in leaf:
                self._crossed(line, leaf[lower.at])
            elif lower.what == "unit" and upper.what == "leaf" and upper.at in parted:
                self._crossed(line, parted[upper.at])
            elif lower.what == "spine" and lower.at in spine:
                self._crossed(line, spine[lower.at])
            elif lower.what == "pod" and upper.what in ("group", "core"):
                mine = self._index.spines_of_pod[lower.at]
                cut = sum(spine.get(at, 0) for at in mine)
                if cut and line.chip is not None:
                    self._crossed(line, cut)
            elif lower.what == "unit" and upper.what == "pod":
                cut = self._of_trunk(upper.at, leaf)
                if cut:
                    self._crossed(line, cut)

    def _of_trunk(self, pod: int, leaf: dict[int, int]) -> int:
        """Return the cut links of leaves that lead to a pod."""
        above = self._index.map.leaves.above
        return sum(links for at, links in leaf.items() if above[at] == pod)

    def _crossed(self, line: Line, links: int) -> None:
        theme = self._theme
        at = line.chip or on_curve(line.points, 0.5)
        if line.lower.what == "leaf" and self._drawing.form == "tiers":
            box = self._drawing.boxes.get(line.lower)
            if box is not None:
                at = (_x_at(line, box.y - _ABOVE), box.y - _ABOVE)
        text = number(links, 0)
        if line.upper.what == "leaf" and links < line.links:
            text = f"{text} of {number(line.links, 0)}"
        wide = max(16.0, text_width(text, 10, 600) + 6)
        box_of = self._drawing.boxes.get(line.lower)
        if box_of is not None and line.lower.what == "leaf":
            wide = min(wide, max(14.0, box_of.width + 1))
        place = QRectF(at[0] - wide / 2, at[1] - 7.5, wide, 15)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(theme.accent))
        self._painter.drawRoundedRect(place, 3, 3)
        ink = theme.background if not theme.is_print else theme.canvas
        draw_text(self._painter, place.adjusted(-2, 0, 2, 0), text, 10, ink, 600, CENTRE)


def _rect(box: Box) -> QRectF:
    return QRectF(box.x, box.y, box.width, box.height)


def _x_at(line: Line, y: float) -> float:
    """Return where a curve passes a height."""
    low, high = 0.0, 1.0
    for _ in range(24):
        middle = (low + high) / 2
        if on_curve(line.points, middle)[1] > y:
            low = middle
        else:
            high = middle
    return on_curve(line.points, low)[0]
