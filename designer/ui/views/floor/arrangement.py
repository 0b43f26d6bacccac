"""Where legend and minimap float over the floor so that a fit leaves the drawing most room.

Pure arithmetic on rectangles: nothing here knows the widgets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QMargins, QPointF, QRect, QRectF, QSize

REST_PX: Final = 12
"""Between what floats and the edge of the view."""
WITHOUT_LEGEND: Final = 0.85
"""A legend is worth so much of the scale."""


@dataclass(frozen=True)
class Sizes:
    """How large what floats is: the legend lying or upright, and the minimap."""

    lying: QSize
    upright: QSize
    minimap: QSize


@dataclass(frozen=True)
class Arrangement:
    """One way to float.

    Attributes
    ----------
    legend
        Where the legend is; None where it has no room.
    margins
        What the drawing would have to leave free on each side to be covered nowhere.
    """

    upright: bool
    legend: QRect | None
    minimap: QRect
    margins: QMargins

    @property
    def boxes(self) -> tuple[QRect, ...]:
        """Return what is covered."""
        return (self.minimap,) if self.legend is None else (self.legend, self.minimap)


@dataclass(frozen=True)
class Fit:
    """An arrangement with the part of the view to fill, and the scale that this gives."""

    arrangement: Arrangement
    room: QRect
    scale: float


def arrangements(room: QSize, sizes: Sizes) -> tuple[Arrangement, ...]:
    """Return every way that a view of this size has room for, the usual ones first."""
    low, right = room.height() - REST_PX, room.width() - REST_PX
    minimap = QRect(right - sizes.minimap.width(), low - sizes.minimap.height(),
                    sizes.minimap.width(), sizes.minimap.height())  # fmt: skip
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
    return (*found, Arrangement(False, None, minimap, below))


def best_fit(
    ways: Sequence[Arrangement],
    room: QRect,
    box: QRectF,
    most: float,
    worth: Callable[[QRectF], float],
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
        legend = 1.0 if way.legend else WITHOUT_LEGEND
        beside = room.marginsRemoved(limited(way.margins, room))
        fit = Fit(way, beside, min(_scale(beside, box), most))
        found.append((fit.scale * legend, fit))
        fit = Fit(way, room, min(_scale(room, box), most))
        left = min(worth(_on_floor(covering, fit, box)) for covering in way.boxes)
        if left:
            found.append((fit.scale * legend * left, fit))
    return max(found, key=lambda one: one[0])[1]


def least_covering(ways: Sequence[Arrangement], is_free: Callable[[QRect], bool]) -> Arrangement:
    """Return the first way whose legend lies over nothing that stands, else the one without."""
    return next(
        (way for way in ways if way.legend is None or all(is_free(box) for box in way.boxes)),
        ways[-1],
    )


def limited(margins: QMargins, room: QRect) -> QMargins:
    """Return margins that leave at least half of a small view."""
    wide, high = room.width() // 4, room.height() // 4
    return QMargins(
        min(margins.left(), wide), min(margins.top(), high),
        min(margins.right(), wide), min(margins.bottom(), high),
    )  # fmt: skip


def _scale(room: QRect, box: QRectF) -> float:
    """Return pixels per mm at which a box fills a part of the view."""
    return min(room.width() / max(box.width(), 1.0), room.height() / max(box.height(), 1.0))


def _on_floor(covering: QRect, fit: Fit, box: QRectF) -> QRectF:
    """Return what of the floor something in the view would cover after a fit, in mm."""
    away = (QRectF(covering).topLeft() - QRectF(fit.room).center()) / fit.scale
    corner = box.center() + QPointF(away.x(), away.y())
    return QRectF(corner.x(), corner.y(), covering.width() / fit.scale,
                  covering.height() / fit.scale)  # fmt: skip
