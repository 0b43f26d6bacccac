"""Paints two designs over each other on the floor: what came, went, moved and changed.

Each kind has a sign and a hatch of its own, so that none is told by colour alone; what is the same
is dimmed. All is drawn in units of the device.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import hypot
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.catalog.catalog import Catalog
from designer.document.change_places import ChangePlaces, Mark
from designer.document.change_words import SIGNS
from designer.document.placement import Box
from designer.model.layout import Layout
from designer.render.floor_painter import RoomPicture
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

_VEIL: Final = 0.45
"""How far the ground and all that is the same is dimmed."""
_HATCHED_FROM: Final = 7.0
"""Boxes narrower than this are too small for a hatch: there the outline tells."""
_NAMED_FROM: Final = 21.0
_SIGN: Final = 7.0
_SIGN_APART: Final = 15.0
_SMALL, _SMALL_SIGN, _SMALL_APART = 18.0, 5.0, 30.0
"""Of racks that are so small, fewer have a sign: all would cover what they are on."""
_FEW: Final = 6
"""So many that are chosen are framed with a line around each; more stand side by side."""
_FAR_PX: Final = 16.0
"""From the tip of an arrow to the middle of what moved, whose name stands there."""
_MOST_ARROWS: Final = 24
"""Of more moves only the ghosts are drawn: arrows would cover the floor."""
_HATCHES: Final[Mapping[str, Qt.BrushStyle]] = {
    "added": Qt.BrushStyle.DiagCrossPattern,
    "removed": Qt.BrushStyle.BDiagPattern,
    "moved": Qt.BrushStyle.HorPattern,
    "changed": Qt.BrushStyle.Dense6Pattern,
}


Side = Literal["before", "after"]


class Painted(NamedTuple):
    """What is painted: the changes, and the design below them.

    Attributes
    ----------
    layout, catalog
        Of the later design.
    kinds
        What is shown; empty for all.
    was
        Layout and catalogue of the earlier design, where it is drawn by itself.
    """

    places: ChangePlaces
    layout: Layout
    catalog: Catalog
    theme: Theme
    kinds: frozenset[str] = frozenset()
    was: tuple[Layout, Catalog] | None = None

    @property
    def marks(self) -> list[Mark]:
        """The marks that are shown."""
        every = self.places.marks.values()
        return [one for one in every if not self.kinds or one.kind in self.kinds]

    def of_side(self, side: Side) -> list[Mark]:
        """Return the marks that one of the designs bears alone, where they stand in it."""
        if side == "before":
            there = (one for one in self.marks if one.kind != "added")
            return [replace(one, box=one.was or one.box, was=None) for one in there]
        return [replace(one, was=None) for one in self.marks if one.kind != "removed"]


def kind_colour(kind: str, theme: Theme) -> QColor:
    """Return the colour of a kind of change."""
    names = {"added": theme.ok, "removed": theme.error, "moved": theme.accent}
    return QColor(names.get(kind, theme.warning))


def paint_sign(painter: QPainter, centre: QPointF, kind: str, theme: Theme, r: float) -> None:
    """Paint the sign of a kind of change in a disc."""
    painter.setPen(QPen(QColor(theme.canvas), 1.2))
    painter.setBrush(kind_colour(kind, theme))
    painter.drawEllipse(centre, r, r)
    box = QRectF(centre.x() - r, centre.y() - r - 0.5, 2 * r, 2 * r)
    ink = theme.canvas if theme.is_dark else theme.panel
    draw_text(painter, box, SIGNS[kind], r * 1.75, ink, 700, CENTRE)


def paint_swatch(painter: QPainter, box: QRectF, kind: str, theme: Theme) -> None:
    """Paint a box as a mark of its kind is painted on the floor."""
    colour = kind_colour(kind, theme)
    ground = QColor(colour)
    ground.setAlphaF(0.16)
    painter.fillRect(box, ground)
    if min(box.width(), box.height()) >= _HATCHED_FROM:
        _paint_hatch(painter, box, kind, colour)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dashed = kind == "removed"
    painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
    painter.drawRect(box)


def paint_ground(
    painter: QPainter, shown: Painted, transform: QTransform, side: Side = "after"
) -> None:
    """Paint the room of a design, the later one by default, and all racks that are the same."""
    theme = shown.theme
    painter.fillRect(painter.viewport(), QColor(theme.canvas))
    paint_plain_ground(painter, shown, transform, side)
    veil = QColor(theme.canvas)
    veil.setAlphaF(_VEIL)
    painter.fillRect(painter.viewport(), veil)


def paint_plain_ground(
    painter: QPainter, shown: Painted, transform: QTransform, side: Side = "after"
) -> None:
    """Paint a room and the racks that are the same, as they are."""
    theme = shown.theme
    earlier = shown.was if side == "before" else None
    layout, catalog = earlier or (shown.layout, shown.catalog)
    RoomPicture(layout, catalog, theme, transform).paint(painter)
    painter.setPen(QPen(QColor(theme.device_line), 1))
    painter.setBrush(QColor(theme.device))
    painter.drawRects([mapped(transform, box) for box in shown.places.unchanged()])


def paint_marks(painter: QPainter, shown: Painted, transform: QTransform) -> None:
    """Paint all marks with their ghosts; of few moves, from where to where."""
    theme, marks = shown.theme, shown.marks
    moved = [mark for mark in marks if mark.was is not None]
    for mark in moved:
        _paint_ghost(painter, mapped(transform, mark.was or mark.box), theme)
    if len(moved) <= _MOST_ARROWS:
        _paint_arrows(painter, moved, transform, theme)
    for mark in marks:
        _paint_mark(painter, mark, transform, theme)
    _paint_signs(painter, marks, transform, theme)


def _paint_mark(painter: QPainter, mark: Mark, transform: QTransform, theme: Theme) -> None:
    box = mapped(transform, mark.box)
    paint_swatch(painter, box, mark.kind, theme)
    if box.width() >= _NAMED_FROM and box.height() >= 12:
        _paint_name(painter, box, mark.name, theme)


def paint_one_side(painter: QPainter, shown: Painted, transform: QTransform, side: Side) -> None:
    """Paint one of the designs with what the other does not have as it has it."""
    paint_ground(painter, shown, transform, side)
    marks = shown.of_side(side)
    for mark in marks:
        _paint_mark(painter, mark, transform, shown.theme)
    _paint_signs(painter, marks, transform, shown.theme)


def paint_chosen(
    painter: QPainter,
    shown: Painted,
    transform: QTransform,
    keys: Iterable[str],
    side: Side | None = None,
) -> None:
    """Paint what is chosen over all else, and how far one that moved went.

    Parameters
    ----------
    side
        The design that is drawn by itself; None where both are drawn over each other.
    """
    theme = shown.theme
    held = shown.places.marks if side is None else {it.key: it for it in shown.of_side(side)}
    marks = [held[key] for key in keys if key in held]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    apart = 2 if len(marks) <= _FEW else 0
    painter.setPen(QPen(QColor(theme.text), 2 if len(marks) <= _FEW else 1.2))
    for mark in marks:
        box = mapped(transform, mark.box).adjusted(-apart, -apart, apart, apart)
        painter.drawRoundedRect(box, apart, apart)
    moved = [mark for mark in marks if mark.was is not None]
    if moved and sum(mark.was is not None for mark in shown.marks) > _MOST_ARROWS:
        _paint_arrows(painter, moved[:_MOST_ARROWS], transform, theme)
    if len(moved) == 1:
        _paint_way(painter, moved[0], transform, theme)


def mapped(transform: QTransform, box: Box) -> QRectF:
    """Return a box of the floor in units of the device."""
    left, top, right, bottom = box
    return transform.mapRect(QRectF(left, top, right - left, bottom - top))


def way_words(mark: Mark) -> str:
    """Return how far something went: `7.2 m left, 3.0 m up`."""
    if mark.was is None:
        return ""
    dx, dy = (mark.box[side] - mark.was[side] for side in (0, 1))
    said = []
    if dx:
        said.append(f"{_metres(dx)} {'right' if dx > 0 else 'left'}")
    if dy:
        said.append(f"{_metres(dy)} {'down' if dy > 0 else 'up'}")
    return ", ".join(said) or "turned"


def _metres(mm: int) -> str:
    return f"{abs(mm)} mm" if abs(mm) < 1000 else f"{abs(mm) / 1000:.1f} m"


def _paint_hatch(painter: QPainter, box: QRectF, kind: str, colour: QColor) -> None:
    if kind == "changed":
        _paint_dots(painter, box, colour)
        return
    pitch = 7.0 if kind == "added" else 5.0
    paint_hatch(painter, box, _HATCHES[kind], colour, pitch=pitch, line=0.9)


def _paint_dots(painter: QPainter, box: QRectF, colour: QColor) -> None:
    step = 5.0
    points = [
        QPointF(box.left() + step * (column + 0.5), box.top() + step * (row + 0.5))
        for row in range(int(box.height() / step))
        for column in range(int(box.width() / step))
    ]
    painter.setPen(QPen(colour, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPoints(points)


def _paint_ghost(painter: QPainter, box: QRectF, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(kind_colour("moved", theme), 1.2, Qt.PenStyle.DashLine))
    painter.drawRect(box)
    if box.width() >= _NAMED_FROM and box.height() >= 14:
        draw_text(painter, box, "was", max(9.0, theme.least_px), theme.dim, 400, CENTRE)


def _paint_name(painter: QPainter, box: QRectF, name: str, theme: Theme) -> None:
    """Write a name on a ground of its own: a hatch under letters cannot be read."""
    size = max(10.0 if box.width() >= 28 else 9.0, theme.least_px)
    wide = min(text_width(name, size, 600) + 4, box.width() - 2)
    ground = QRectF(0, 0, wide, 13)
    ground.moveCenter(box.center())
    colour = QColor(theme.canvas)
    colour.setAlphaF(0.8)
    painter.fillRect(ground, colour)
    draw_text(painter, ground.adjusted(1, 0, -1, 0), name, size, theme.text, 600, CENTRE)


def _paint_signs(
    painter: QPainter, marks: Iterable[Mark], transform: QTransform, theme: Theme
) -> None:
    """Paint signs at the upper right corners, as many as stand apart."""
    taken: set[tuple[int, int]] = set()
    for mark in marks:
        box = mapped(transform, mark.box)
        small = min(box.width(), box.height()) < _SMALL
        at, apart = box.topRight(), _SMALL_APART if small else _SIGN_APART
        cell = int(at.x() // apart), int(at.y() // apart)
        if cell not in taken:
            taken.add(cell)
            paint_sign(painter, at, mark.kind, theme, _SMALL_SIGN if small else _SIGN)


def _paint_arrows(
    painter: QPainter, marks: Iterable[Mark], transform: QTransform, theme: Theme
) -> None:
    """Paint from where to where things moved."""
    painter.setPen(QPen(kind_colour("moved", theme), 1.6))
    for mark in marks:
        if mark.was is None:
            continue
        line = QLineF(mapped(transform, mark.was).center(), mapped(transform, mark.box).center())
        if line.length() < 12:
            continue
        painter.drawLine(line)
        along = QPointF(line.dx(), line.dy()) / hypot(line.dx(), line.dy())
        across = QPointF(-along.y(), along.x())
        tip = line.p2() - along * min(_FAR_PX, line.length() / 3)
        for side in (4.0, -4.0):
            painter.drawLine(QLineF(tip, tip - along * 8 + across * side))


def _paint_way(painter: QPainter, mark: Mark, transform: QTransform, theme: Theme) -> None:
    """Write how far something moved beside its way."""
    words, size = f"{mark.name} · {way_words(mark)}", 11.0
    was = mapped(transform, mark.was or mark.box).center()
    middle = (was + mapped(transform, mark.box).center()) / 2
    box = QRectF(0, 0, text_width(words, size, 600) + 16, 20)
    box.moveCenter(middle)
    seen = QRectF(painter.viewport()).adjusted(4, 4, -4, -4)
    box.moveLeft(max(seen.left(), min(box.left(), seen.right() - box.width())))
    box.moveTop(max(seen.top(), min(box.top(), seen.bottom() - box.height())))
    painter.setPen(QPen(QColor(theme.accent), 1))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box, 4, 4)
    draw_text(painter, box, words, size, theme.text, 600, CENTRE)
