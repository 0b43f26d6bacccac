"""Where legend and minimap float over the floor so that a fit leaves the drawing most room.

Pure arithmetic on rectangles: nothing here knows the widgets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QMargins, QPoint, QPointF, QRect, QRectF, QSize

Worth = Callable[[QRectF], float]
"""What covering a part of the floor leaves of a drawing's worth: 0 where it must be seen."""
REST_PX: Final = 12
"""Between what floats and the edge of the view."""
WITHOUT_LEGEND: Final = 0.85
"""A legend is worth so much of the scale."""
WITH_CHIP: Final = 0.92
"""Worth of a drawing whose legend is folded to a chip."""
_LEAST_SCALE: Final = 1e-6
_HIDING: Final = 0.1
"""What is left of a drawing's worth where a view is too small for what floats over it."""


@dataclass(frozen=True)
class Sizes:
    """How large what floats is: the legend in its three forms, the minimap whole or folded."""

    lying: QSize
    upright: QSize
    minimap: QSize
    folded: QSize
    chip: QSize


@dataclass(frozen=True)
class Arrangement:
    """One way to float.

    Attributes
    ----------
    legend
        Where the legend is; None where it has no room.
    margins
        What the drawing would have to leave free on each side to be covered nowhere.
    folded
        Whether the minimap is folded.
    chip
        Whether the legend is folded to a chip, where it has no room otherwise.
    """

    upright: bool
    legend: QRect | None
    minimap: QRect
    margins: QMargins
    folded: bool = False
    chip: bool = False

    @property
    def boxes(self) -> tuple[QRect, ...]:
        """Return what is covered."""
        return (self.minimap,) if self.legend is None else (self.legend, self.minimap)

    @property
    def worth(self) -> float:
        """What is left of a drawing's worth with such a legend, or none."""
        if self.legend is None:
            return WITHOUT_LEGEND
        return WITH_CHIP if self.chip else 1.0


@dataclass(frozen=True)
class Fit:
    """An arrangement with the part of the view to fill, and the scale that this gives."""

    arrangement: Arrangement
    room: QRect
    scale: float


def arrangements(room: QSize, sizes: Sizes) -> tuple[Arrangement, ...]:
    """Return every way that a view of this size has room for, the usual ones first.

    The minimap is in its usual corner, low at the right, and whole.
    """
    return _with_minimap(room, sizes, sizes.minimap)


def all_arrangements(room: QRect, sizes: Sizes) -> tuple[Arrangement, ...]:
    """Return the usual ways, those with the minimap in another corner, and those that fold it.

    Parameters
    ----------
    room
        The part of the view that no notice covers, down to the lower right corner of the view.
    """
    view = QSize(room.right() + 1, room.bottom() + 1)
    usual = arrangements(view, sizes)
    folded = (replace(way, folded=True) for way in _with_minimap(view, sizes, sizes.folded))
    return (*usual, *_in_other_corners(room, sizes), *folded)


def _in_other_corners(room: QRect, sizes: Sizes) -> list[Arrangement]:
    """Return ways with the minimap low at the left or high, with a legend where it has room."""
    wide, high = sizes.minimap.width(), sizes.minimap.height()
    if room.width() < wide + 2 * REST_PX or room.height() < high + 2 * REST_PX:
        return []
    inner = room.adjusted(REST_PX, REST_PX, -REST_PX, -REST_PX)
    left, right = inner.left(), inner.right() + 1 - wide
    top, low = inner.top(), inner.bottom() + 1 - high
    margins = QMargins(0, 0, 0, high + 2 * REST_PX)
    found = []
    chip = QRect(QPoint(inner.right() + 1 - sizes.chip.width(),
                        inner.bottom() + 1 - sizes.chip.height()), sizes.chip)  # fmt: skip
    if wide + sizes.chip.width() + REST_PX <= inner.width():
        low_left = QRect(left, low, wide, high)
        found.append(Arrangement(False, chip, low_left, margins, chip=True))
    else:
        found.append(Arrangement(False, None, QRect(left, low, wide, high), margins))
    for x in (right, left):
        minimap, before = QRect(x, top, wide, high), len(found)
        for size in (sizes.lying, sizes.upright, sizes.chip):
            box = QRect(QPoint(left, inner.bottom() + 1 - size.height()), size)
            apart = minimap.adjusted(-REST_PX, -REST_PX, REST_PX, REST_PX)
            if inner.contains(box) and not apart.intersects(box):
                margins = QMargins(0, high + 2 * REST_PX, 0, size.height() + 2 * REST_PX)
                upright, is_chip = size == sizes.upright, size == sizes.chip
                found.append(Arrangement(upright, box, minimap, margins, chip=is_chip))
        if len(found) == before:
            margins = QMargins(0, high + 2 * REST_PX, 0, 0)
            found.append(Arrangement(False, None, minimap, margins))
    return found


def _with_minimap(room: QSize, sizes: Sizes, size: QSize) -> tuple[Arrangement, ...]:
    """Return the ways with a minimap of this size low at the right."""
    low, right = room.height() - REST_PX, room.width() - REST_PX
    minimap = QRect(QPoint(right - size.width(), low - size.height()), size)
    lying, upright = sizes.lying, sizes.upright
    found = []
    if lying.width() + minimap.width() + 3 * REST_PX <= room.width():
        box = QRect(REST_PX, low - lying.height(), lying.width(), lying.height())
        high = max(lying.height(), minimap.height()) + 2 * REST_PX
        found.append(Arrangement(False, box, minimap, QMargins(0, 0, 0, high)))
    if upright.height() + 2 * REST_PX <= room.height():
        box = QRect(REST_PX, low - upright.height(), upright.width(), upright.height())
        sides = QMargins(box.width() + 2 * REST_PX, 0, minimap.width() + 2 * REST_PX, 0)
        found.append(Arrangement(True, box, minimap, sides))
        if upright.width() + minimap.width() + 3 * REST_PX <= room.width():
            high = max(upright.height(), minimap.height()) + 2 * REST_PX
            found.append(Arrangement(True, box, minimap, QMargins(0, 0, 0, high)))
    if upright.height() + minimap.height() + 3 * REST_PX <= room.height():
        top = minimap.top() - REST_PX - upright.height()
        box = QRect(right - upright.width(), top, upright.width(), upright.height())
        wide = max(upright.width(), minimap.width()) + 2 * REST_PX
        found.append(Arrangement(True, box, minimap, QMargins(0, 0, wide, 0)))
    below = QMargins(0, 0, 0, minimap.height() + 2 * REST_PX)
    chip = sizes.chip
    if chip.width() + minimap.width() + 3 * REST_PX <= room.width():
        high = max(chip.height(), minimap.height()) + 2 * REST_PX
        if high <= room.height():
            box = QRect(REST_PX, low - chip.height(), chip.width(), chip.height())
            margins = QMargins(0, 0, 0, high)
            return (*found, Arrangement(False, box, minimap, margins, chip=True))
    return (*found, Arrangement(False, None, minimap, below))


def best_fit(
    ways: Sequence[Arrangement],
    room: QRect,
    box: QRectF,
    most: float,
    worth: Worth,
) -> Fit:
    """Return the way that shows a box of the floor largest with nothing that stands covered.

    Parameters
    ----------
    ways
        As `arrangements` returns them; the first of several that are as good is taken.
    room
        The part of the view that no notice covers.
    box
        What is to be shown, in mm.
    most
        Pixels per mm that are not exceeded.
    worth
        Says of a box in mm what covering it leaves of the scale's worth: 1 where nothing is lost, 0
        where something stands that has to be seen.
    """
    found: list[tuple[float, Fit]] = []
    for way in ways:
        margins = limited(way.margins, room)
        beside = room.marginsRemoved(margins)
        fit = Fit(way, beside, min(_scale(beside, box), most))
        left = 1.0
        if margins != way.margins:
            left = min(worth(seen_by(covering, fit, box)) for covering in way.boxes) or _HIDING
        found.append((fit.scale * way.worth * left, fit))
        fit = Fit(way, room, min(_scale(room, box), most))
        left = min(worth(seen_by(covering, fit, box)) for covering in way.boxes)
        if left:
            found.append((fit.scale * way.worth * left, fit))
    return max(found, key=lambda one: one[0])[1]


def least_covering(ways: Sequence[Arrangement], is_free: Callable[[QRect], bool]) -> Arrangement:
    """Return the first way in which nothing that stands is covered.

    Where there is none the chip of the legend alone may cover something, else the last, the
    smallest: colours that nobody explains are worse than a corner under a chip.
    """
    free = next((way for way in ways if all(is_free(box) for box in way.boxes)), None)
    chipped = (way for way in ways if way.chip and is_free(way.minimap))
    return free or next(chipped, ways[-1])


def folded(way: Arrangement, size: QSize) -> Arrangement:
    """Return a way with the minimap folded into the corner where it was."""
    box = QRect(QPoint(), size)
    box.moveBottomRight(way.minimap.bottomRight())
    return replace(way, minimap=box, folded=True)


def limited(margins: QMargins, room: QRect) -> QMargins:
    """Return margins that leave at least half of a small view."""
    left, right = _at_most_half(margins.left(), margins.right(), room.width())
    top, bottom = _at_most_half(margins.top(), margins.bottom(), room.height())
    return QMargins(left, top, right, bottom)


def _at_most_half(one: int, other: int, whole: int) -> tuple[int, int]:
    if 2 * (one + other) <= whole:
        return one, other
    return min(one, whole // 4), min(other, whole // 4)


def _scale(room: QRect, box: QRectF) -> float:
    """Return pixels per mm at which a box fills a part of the view; next to 0 where it has none."""
    scale = min(room.width() / max(box.width(), 1.0), room.height() / max(box.height(), 1.0))
    return max(scale, _LEAST_SCALE)


def seen_by(covering: QRect, fit: Fit, box: QRectF) -> QRectF:
    """Return what of the floor something in the view would cover after a fit, in mm."""
    away = (QRectF(covering).topLeft() - QRectF(fit.room).center()) / fit.scale
    corner = box.center() + QPointF(away.x(), away.y())
    return QRectF(corner.x(), corner.y(), covering.width() / fit.scale,
                  covering.height() / fit.scale)  # fmt: skip
