"""Paints switches of a fabric, groups of spines and folded units, as boxes.

Rails are told by a number as well as a colour. What is lost has a red outline and a sign; what is
not drawn in the design is dashed.
"""

from functools import cached_property
from typing import Final, Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from designer.engine.fabric_map import NOWHERE
from designer.model.figure_words import number
from designer.model.plural import plural
from designer.render.fabric_drawing import Box
from designer.render.fabric_strip_painter import RADIUS, Painting
from designer.render.fabric_things import SWITCHES, Thing
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import rail_colour

_BAND: Final = 4.0
"""Height of the band of a leaf that has the colour of its rail."""
_FAINT: Final = 0.22
"""How much of its ink what is filtered out keeps."""
_LEAST_NUMBER: Final = 11.0
"""Width of a switch from which it has its number, and from which the links below it."""
_LEAST_LINKS: Final = 20.0


class BoxPainting(Painting):
    """Paints boxes."""

    def paint(self, box: Box) -> None:
        """Paint a switch, or a group of them."""
        thing, look, theme = box.thing, self.look, self.theme
        if thing.what not in SWITCHES:
            self._group(box)
            return
        mine = self.index.switches(thing.what)
        lost, drawn = thing in look.lost, bool(mine.keys[thing.at])
        shown = look.shows(self.index, thing)
        self.painter.setOpacity(1.0 if shown else _FAINT)
        place = rect_of(box)
        lit = thing == look.hovered or thing in look.chosen
        joined = thing in look.lit
        edge = theme.error if lost else theme.accent if lit or joined else theme.device_line
        pen = QPen(QColor(edge), 2.0 if lit or lost else 1.4 if joined else 1.0)
        if not drawn:
            pen.setDashPattern([3.0, 2.5])
            pen.setColor(QColor(theme.warning))
        self.painter.setPen(pen)
        fill = QColor(theme.error) if lost else QColor(theme.device)
        if lost:
            fill.setAlphaF(0.16)
        self.painter.setBrush(fill if drawn else Qt.BrushStyle.NoBrush)
        self.painter.drawRoundedRect(place, RADIUS, RADIUS)
        rail = mine.rail[thing.at] if thing.what == "leaf" else NOWHERE
        if thing.what == "spine" and self.index.map.rails > 1:
            rail = self.index.rail_of_pod[self.index.map.spines.unit[thing.at]]
        if rail >= 0 and drawn:
            band = QRectF(place.left() + 2, place.top() + 3, place.width() - 4, _BAND)
            self.painter.fillRect(band, QColor(rail_colour(rail, theme)))
        self._numbers(place, thing, lost=lost, drawn=drawn)
        if mine.missing[thing.at] and drawn and not lost:
            self.painter.fillRect(
                QRectF(place.left() + 2, place.bottom() - 3.5, place.width() - 4, 2.0),
                QColor(theme.warning),
            )
        self.painter.setOpacity(1.0)

    def _numbers(self, place: QRectF, thing: Thing, *, lost: bool, drawn: bool) -> None:
        theme = self.theme
        if place.width() < _LEAST_NUMBER:
            return
        mine = self.index.switches(thing.what)
        ink = theme.error if lost else theme.text if drawn else theme.dim
        top = QRectF(place.left(), place.top() + 7, place.width(), 14)
        text = self.index.number_of(thing)
        size = 12 if place.width() >= _LEAST_LINKS else 10
        draw_text(self.painter, top.adjusted(-2, 0, 2, 0), text, size, ink, 600, CENTRE)
        below = QRectF(place.left(), place.top() + 21, place.width(), 13)
        if lost:
            self.struck(below.center())
        elif place.width() >= _LEAST_LINKS and drawn:
            links = number(mine.up[thing.at] + mine.down[thing.at], 0)
            draw_text(self.painter, below.adjusted(-2, 0, 2, 0), links, 10, theme.dim, 400, CENTRE)

    def _group(self, box: Box) -> None:
        """Paint spines, or core switches, as one: a cell for each, as far as there is room."""
        thing, theme, look = box.thing, self.theme, self.look
        place = rect_of(box)
        kind = "spine" if thing.what == "pod" else "core"
        groups = self.index.spines_of_pod if kind == "spine" else self.index.cores_of_group
        members = groups[thing.at]
        lost = [one for one in members if Thing(kind_of(kind), one) in look.lost]
        lit = thing == look.hovered or thing in look.chosen
        self.pen(theme.error if lost else theme.accent if lit else theme.device_line,
                  1.6 if lit or lost else 1.0)  # fmt: skip
        self.painter.setBrush(QColor(theme.device))
        self.painter.drawRoundedRect(place, RADIUS, RADIUS)
        name = str(thing.at + 1) if kind == "spine" else ""
        many = plural(len(members), f"{kind} switch" if kind == "core" else kind,
                      "core switches" if kind == "core" else "")  # fmt: skip
        top = place.adjusted(3, 3, -3, -place.height() / 2)
        room = top.width()
        said = many if text_width(many, 11, 600) < room else number(len(members), 0)
        widest = f"{len(groups)} · {said}"
        if name and text_width(widest, 11, 600) < room:
            said = f"{name} · {said}"
        rail = self.index.rail_of_pod[thing.at] if kind == "spine" else NOWHERE
        of_rail = f"Rail {rail + 1} · {many}"
        if rail >= 0 and self.index.rail_islands and text_width(of_rail, 11, 600) < room:
            said = of_rail
        draw_text(self.painter, top, said, 11, theme.text, 600, CENTRE)
        if rail >= 0 and self.index.map.rails > 1:
            band = QRectF(place.left() + 4, place.top() + 2, place.width() - 8, 2.5)
            self.painter.fillRect(band, QColor(rail_colour(rail, theme)))
        self._cells(place.adjusted(4, place.height() / 2 + 1, -4, -5), kind, members)

    def _cells(self, place: QRectF, kind: str, members: tuple[int, ...]) -> None:
        """Paint a cell for each switch of a group, or as many as there is room for."""
        theme = self.theme
        many = min(len(members), max(1, int(place.width() // 3)))
        pitch = place.width() / many
        mine = self.index.switches(kind_of(kind))
        for at in range(many):
            few = members[at * len(members) // many : (at + 1) * len(members) // many]
            lost = any(Thing(kind_of(kind), one) in self.look.lost for one in few)
            bad = any(not mine.keys[one] or mine.missing[one] for one in few)
            colour = QColor(theme.error if lost else theme.warning if bad else theme.dim)
            if not lost and not bad:
                colour.setAlphaF(0.6)
            self.painter.fillRect(
                QRectF(place.left() + at * pitch, place.top(), max(1.0, pitch - 1), place.height()),
                colour,
            )

    def paint_card(self, box: Box) -> None:
        """Paint a folded unit: its name, its leaves by rail, how many of its links are there."""
        thing, theme, look = box.thing, self.theme, self.look
        place, index = rect_of(box), self.index
        leaves = index.leaves_of_unit[thing.at]
        nodes = index.nodes_of_unit[thing.at]
        lost = [leaf for leaf in leaves if Thing("leaf", leaf) in look.lost]
        opened = self.drawing.unfolded == thing.at
        lit = thing == look.hovered or thing in look.chosen or opened
        touched = thing in look.lit or any(Thing("leaf", one) in look.lit for one in leaves)
        edge = theme.error if lost else theme.accent if lit or touched else theme.device_line
        self.pen(edge, 1.8 if lit or lost else 1.0)
        self.painter.setBrush(QColor(theme.raised if opened else theme.device))
        self.painter.drawRoundedRect(place, RADIUS, RADIUS)
        top = QRectF(place.left() + 3, place.top() + 2, place.width() - 6, 14)
        short = str(index.map.units[thing.at].number)
        name = index.unit_name(thing.at) if self._names_fit else short
        draw_text(self.painter, top, name, 10, theme.text, 600, CENTRE)
        band = QRectF(place.left() + 4, place.top() + 18, place.width() - 8, 7)
        self._leaf_cells(band, leaves)
        if nodes:
            self._density(QRectF(band.left(), place.top() + 29, band.width(), 16), nodes)

    @cached_property
    def _names_fit(self) -> bool:
        """Whether the names of all folded units fit: else all have their numbers."""
        return all(
            text_width(self.index.unit_name(unit), 10, 600) <= box.width - 6
            for unit, box in self.drawing.cards.items()
        )

    def _leaf_cells(self, band: QRectF, leaves: tuple[int, ...]) -> None:
        theme, mine = self.theme, self.index.map.leaves
        many = min(len(leaves), max(1, int(band.width() // 2)))
        pitch = band.width() / max(1, many)
        for at in range(many):
            leaf = leaves[at * len(leaves) // many]
            place = QRectF(band.left() + at * pitch, band.top(), max(1.0, pitch - 1), band.height())
            rail = mine.rail[leaf]
            colour = QColor(rail_colour(rail, theme) if rail >= 0 else theme.dim)
            thing = Thing("leaf", leaf)
            if thing in self.look.lost:
                colour = QColor(theme.error)
            elif not mine.keys[leaf] or mine.missing[leaf]:
                colour = QColor(theme.warning)
            self.painter.setOpacity(1.0 if self.look.shows(self.index, thing) else _FAINT)
            self.painter.fillRect(place, colour)
        self.painter.setOpacity(1.0)

    def _density(self, place: QRectF, nodes: range) -> None:
        """Paint nodes of a folded unit: as long a bar as the largest unit has of them."""
        theme = self.theme
        most = max(map(len, self.index.nodes_of_unit))
        full = place.width() * len(nodes) / max(1, most)
        self.painter.fillRect(QRectF(place.left(), place.top(), full, place.height()),
                              _faded(theme.accent, 0.22))  # fmt: skip
        bad = sum((node, rail) in self.index.odd for node in nodes
                  for rail in range(self.index.map.rails)) if self.index.odd else 0  # fmt: skip
        if bad:
            part = full * bad / max(1, len(nodes) * self.index.map.rails)
            self.painter.fillRect(QRectF(place.left(), place.bottom() - 3, max(2.0, part), 3),
                                  QColor(theme.warning))  # fmt: skip
        draw_text(self.painter, place, number(len(nodes), 0), 10, theme.dim, 400, CENTRE)


def kind_of(tier: str) -> Literal["leaf", "spine", "core"]:
    """Return the sort of switch that stands in a tier."""
    return "leaf" if tier == "leaf" else "spine" if tier == "spine" else "core"


def rect_of(box: Box) -> QRectF:
    """Return where a box stands."""
    return QRectF(box.x, box.y, box.width, box.height)


def _faded(colour: str, alpha: float) -> QColor:
    found = QColor(colour)
    found.setAlphaF(alpha)
    return found
