"""Comments on the floor as kept pictures: a frame copies them, also of a floor that is panned.

Each is of a square of the floor at one scale, no larger than what is painted there, and is made
when it is seen first.
"""

from math import ceil, floor
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from designer.render.balloon_painter import ARC, BalloonPictures, cloud_path, paint_cloud
from designer.render.theme import Theme
from designer.ui.views.floor.comment_places import EDGE, Laid, Square, covered, passes, squares_of

MOST_WIDE: Final = 120.0
"""So far no balloon, of a number of ten digits, reaches from where it points at."""
_WHOLE: Final = 4
"""So many units are whole pixels at 1.25, 1.5 and 1.75 for each."""


class _Kept(NamedTuple):
    corner: QPoint
    picture: QPixmap


class CommentTiles:
    """Paints comments from pictures.

    Attributes
    ----------
    made
        How many pictures were made.
    """

    def __init__(self) -> None:
        self._of: tuple[Laid, str, float] | None = None
        self._kept: dict[Square, _Kept | None] = {}
        self._balloons = BalloonPictures()
        self.made = 0

    def paint(self, painter: QPainter, laid: Laid, seen: QRect, theme: Theme) -> None:
        """Paint what is seen.

        Parameters
        ----------
        painter
            Paints in units of the device from the origin of the floor.
        laid
            Where balloons and clouds are, none of them looked at.
        seen
            The part that is painted, in these units.
        """
        ratio = painter.device().devicePixelRatioF()
        of = self._of
        if of is None or of[0] is not laid or of[1:] != (theme.name, ratio):
            self._of = laid, theme.name, ratio
            self._kept.clear()
            # While one zooms, each frame has another scale: pictures for one would be for nothing.
            self._paint_all(painter, laid, QRectF(seen), theme)
            return
        for square in squares_of(seen):
            if square in self._kept:
                kept = self._kept[square]
            else:
                kept = self._kept[square] = self._make(square, laid, theme, ratio)
            if kept is not None:
                painter.drawPixmap(kept.corner, kept.picture)

    def _paint_all(self, painter: QPainter, laid: Laid, seen: QRectF, theme: Theme) -> None:
        """Paint what is seen without keeping it."""
        for one, cloud in laid.clouds:
            if passes(cloud, seen):
                path = cloud_path(cloud, near=seen, apart=not one.comment.is_open)
                paint_cloud(painter, path, theme, is_open=one.comment.is_open, chosen=False)
        near = seen.adjusted(-MOST_WIDE, -MOST_WIDE, MOST_WIDE, MOST_WIDE)
        balloons = ((tip, one.balloon) for one, tip in laid.tips.values() if near.contains(tip))
        self._balloons.paint(painter, balloons, theme)

    def _make(self, square: Square, laid: Laid, theme: Theme, ratio: float) -> _Kept | None:
        """Return the picture of a square; None where nothing is painted."""
        box = QRectF(square[0] * EDGE, square[1] * EDGE, EDGE, EDGE)
        balloons, clouds = laid.in_square(square), laid.lines_in(square)
        if not (balloons or clouds):
            return None
        around = QRectF()
        for one, tip in balloons:
            around = around.united(covered(tip, one.balloon))
        lines = []
        for one, cloud in clouds:
            path = cloud_path(cloud, near=box, apart=not one.comment.is_open)
            lines.append((one, path))
            around = around.united(path.boundingRect().adjusted(-ARC, -ARC, ARC, ARC))
        part = _on_pixels(around.intersected(box))
        picture = _blank(part.size(), ratio)
        painter = QPainter(picture)
        painter.setWorldTransform(QTransform.fromTranslate(-part.x(), -part.y()))
        for one, path in lines:
            paint_cloud(painter, path, theme, is_open=one.comment.is_open, chosen=False)
        self._balloons.paint(painter, ((tip, one.balloon) for one, tip in balloons), theme)
        painter.end()
        self.made += 1
        return _Kept(part.topLeft(), picture)


def _on_pixels(box: QRectF) -> QRect:
    """Return a part of a square that begins and ends on pixels, at every usual resolution."""
    left, top = floor(box.left() / _WHOLE) * _WHOLE, floor(box.top() / _WHOLE) * _WHOLE
    right, low = ceil(box.right() / _WHOLE) * _WHOLE, ceil(box.bottom() / _WHOLE) * _WHOLE
    return QRect(left, top, right - left, low - top)


def _blank(size: QSize, ratio: float) -> QPixmap:
    picture = QPixmap((size.toSizeF() * ratio).toSize().expandedTo(QSize(1, 1)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
