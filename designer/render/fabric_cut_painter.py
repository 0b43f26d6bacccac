"""Paints a cut over a fabric: a line, one side tinted, a figure on every bundle that it crosses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.engine.fabric_map import FabricCut
from designer.model.figure_words import number
from designer.render.fabric_drawing import Box, FabricDrawing, Line, Strip, on_curve
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
_COUNT: Final = 16.0
"""How wide the count of a leaf's links stands at least."""
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
        self._taken: list[QRectF] = []
        self._away = {
            *(Thing("leaf", at) for at in cut.leaves), *(Thing("spine", at) for at in cut.spines),
            *(Thing("core", at) for at in cut.cores),
        }  # fmt: skip

    def tiers(self) -> None:
        """Paint a cut through a drawing switch by switch."""
        self._region(self._side_of_tiers(range(len(self._index.leaves_of_unit))))
        self._switches()
        self._chips()

    def boxes(self) -> None:
        """Paint a cut through pods and units: those on the tinted side, whole or in part."""
        whole = QPainterPath()
        for unit, box in self._drawing.cards.items():
            leaves = [Thing("leaf", at) for at in self._index.leaves_of_unit[unit]]
            if leaves and self._is_whole([leaf.at for leaf in leaves]):
                around = QPainterPath()
                around.addRect(_rect(box).adjusted(*(-_AROUND,) * 2, *(_AROUND,) * 2))
                whole = whole.united(around)
            else:
                self._share(box, leaves)
        self._region(whole)
        units = [strip.unit for strip in self._drawing.strips if strip.unit >= 0]
        self._region(self._side_of_tiers(units))
        unfolded = {Thing("leaf", at) for unit in units for at in self._index.leaves_of_unit[unit]}
        for thing, box in self._drawing.boxes.items():
            if thing in unfolded:
                continue
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

    # The tinted side

    def _side_of_tiers(self, units: Iterable[int]) -> QPainterPath:
        """Return what of the leaves and their nodes stands on the tinted side, unit by unit."""
        found = QPainterPath()
        before: tuple[float, bool, bool] | None = None
        strips = {strip.unit: strip for strip in self._drawing.strips}
        for unit in units:
            leaves = self._index.leaves_of_unit[unit]
            boxes = [
                self._drawing.boxes[thing]
                for leaf in leaves
                if (thing := Thing("leaf", leaf)) in self._drawing.boxes
            ]
            if not boxes:
                continue
            strip = strips.get(unit)
            whole = self._is_whole(leaves)
            rects = [_whole(boxes, strip)] if whole else list(self._pieces(boxes, strip))
            for rect in rects:
                found = found.united(_path(rect))
            left, right = boxes[0].x, boxes[-1].x + boxes[-1].width
            if whole:
                left, right = _ends(boxes, strip)
            first, last = (box.thing in self._away for box in (boxes[0], boxes[-1]))
            if before is not None and before[1] and first:
                top, low = boxes[0].y - _ABOVE, boxes[0].bottom
                if before[2] and whole:
                    low = _bottom(boxes, strip)
                found = found.united(
                    _path(QRectF(before[0] - 1, top, left - before[0] + 2, low - top))
                )
            before = (right, last, whole)
        return found

    def _is_whole(self, leaves: Sequence[int]) -> bool:
        """Return whether all of a unit stands on the tinted side, with all of its nodes."""
        parted = dict(self._cut.nodes)
        return all(Thing("leaf", at) in self._away and not parted.get(at) for at in leaves)

    def _pieces(self, boxes: Sequence[Box], strip: Strip | None) -> Iterator[QRectF]:
        """Yield what of a unit stands on the tinted side where not all of it does."""
        parted = dict(self._cut.nodes)
        mine = self._index.map.leaves
        beside = (boxes[1].x - boxes[0].x - boxes[0].width) / 2 + 0.5 if len(boxes) > 1 else 4.0
        for box in boxes:
            leaf = box.thing.at
            away, cut, down = box.thing in self._away, parted.get(leaf, 0), mine.down[leaf]
            if not away and not cut:
                continue
            top = box.y - _ABOVE if away else box.bottom + _BELOW
            low = strip.y - 4 if strip is not None else box.bottom + _BESIDE
            yield QRectF(box.x - beside, top, box.width + 2 * beside, max(low - top, 1.0))
            if strip is not None and down:
                share = (down - cut if away else cut) / down
                wide, high = strip.cell
                row = max(mine.rail[leaf], 0) if strip.rails > 1 else 0
                used = wide * len(strip.nodes) * share
                yield QRectF(strip.x - 3, strip.y - 4 + row * high, used + 3, high + 4)

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
        if line.upper.what == "leaf":
            place, text = self._beside_counts(line, place, text)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(theme.accent))
        self._painter.drawRoundedRect(place, 3, 3)
        ink = theme.background if not theme.is_print else theme.canvas
        draw_text(self._painter, place.adjusted(-2, 0, 2, 0), text, 10, ink, 600, CENTRE)

    def _beside_counts(self, line: Line, place: QRectF, text: str) -> tuple[QRectF, str]:
        """Return where a tag hides no count of the leaves beside it, and what it says there.

        In the row of the counts where it fits between them, else below it; beside another such tag
        only the number that is cut.
        """
        others = [
            one.chip for one in self._drawing.lines
            if one is not line and one.upper.what == "leaf" and one.chip is not None
        ]  # fmt: skip
        half = _COUNT / 2
        counts = [QRectF(x - half, y - 7, _COUNT, 14) for x, y in others]
        if any(place.intersects(one) for one in counts):
            below = place.translated(0, place.height())
            if not any(below.intersects(one) for one in self._taken):
                place = below
            else:
                text = text.partition(" ")[0]
                wide = max(16.0, text_width(text, 10, 600) + 6)
                place = QRectF(place.center().x() - wide / 2, place.top(), wide, place.height())
        self._taken.append(place)
        return place, text


def _ends(boxes: Sequence[Box], strip: Strip | None) -> tuple[float, float]:
    """Return where a unit begins and ends, with its nodes."""
    left, right = boxes[0].x - _BESIDE, boxes[-1].x + boxes[-1].width + _BESIDE
    if strip is None:
        return left, right
    return min(left, strip.x - _BESIDE), max(right, strip.x + strip.width + _BESIDE)


def _bottom(boxes: Sequence[Box], strip: Strip | None) -> float:
    """Return how far down a unit reaches, with what is written below it."""
    return boxes[0].bottom + _BESIDE if strip is None else strip.y + strip.height + _UNDER


def _whole(boxes: Sequence[Box], strip: Strip | None) -> QRectF:
    left, right = _ends(boxes, strip)
    top = boxes[0].y - _ABOVE
    return QRectF(left, top, right - left, _bottom(boxes, strip) - top)


def _path(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(rect)
    return path


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
