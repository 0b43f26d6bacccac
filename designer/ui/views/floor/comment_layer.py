"""Comments on the floor: a numbered balloon at what each is about, and clouds around places.

One item paints all of them over the tiles, in pixels, so that they keep their size at any zoom; it
knows where each was painted, and what is at a point.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.model.comments import Comment, is_gone
from designer.render.balloon_painter import (
    Balloon,
    balloon_box,
    cloud_path,
    next_tip,
    paint_balloon,
    paint_cloud,
)
from designer.ui.state.tips import comment_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_item import RackItem

_REACH_PX = 5.0
_HEM_PX = 60.0
"""How far from its point a balloon reaches."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A comment with where it is on the floor: the point its balloon shows, the box of a cloud."""

    comment: Comment
    balloon: Balloon
    spot: QPointF
    cloud: QRectF | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """Where balloons point at and clouds are at a scale, in pixels from the floor's origin."""

    scale: float
    tips: tuple[tuple[Pinned, QPointF], ...]
    clouds: tuple[tuple[Pinned, QRectF, QPainterPath], ...]


class CommentLayer(QGraphicsItem):
    """Paints the comments that are shown over the floor.

    Parameters
    ----------
    workspace
        Where comments, names and theme come from.
    racks
        What stands on the floor, by id.
    mapped
        Says how the floor is mapped to the screen, for who asks what is at a point.
    """

    def __init__(
        self, workspace: Workspace, racks: Mapping[str, RackItem],
        mapped: Callable[[], QTransform],
    ) -> None:  # fmt: skip
        super().__init__()
        self._workspace, self._racks, self._mapped = workspace, racks, mapped
        self._bounds = QRectF()
        self._pinned: tuple[Pinned, ...] = ()
        self._laid: Laid | None = None
        self.setZValue(21)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        workspace.comments.changed.connect(self.reload)
        workspace.comments.chosen_changed.connect(self.reload)

    @property
    def pinned(self) -> tuple[Pinned, ...]:
        """The comments that have a place on the floor, in the order of their numbers."""
        return self._pinned

    def follow(self, bounds: QRectF) -> None:
        """Cover a floor of another size."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def reload(self) -> None:
        """Show the comments as they are now, where things stand now."""
        state, space = self._workspace.comments, self._workspace
        shown = list(state.listed) if space.filter.allows("notes") else []
        chosen = state.chosen
        if chosen is not None and chosen not in shown:
            shown.append(chosen)
        pinned = tuple(one for comment in shown if (one := self._pin(comment)) is not None)
        if pinned or self._pinned:
            self.update()
        self._pinned, self._laid = pinned, None

    def at(self, point: QPointF) -> str:
        """Return the comment whose balloon, or the edge of whose cloud, is at a point of the floor.

        Returns
        -------
        str
            Its id; empty where none is.
        """
        laid = self._at_scale(self._mapped().m11())
        at = point * laid.scale
        across = at.x()
        for one, tip in reversed(laid.tips):
            if abs(across - tip.x()) > _HEM_PX:
                continue
            if balloon_box(tip, one.balloon).adjusted(-2, -2, 2, 4).contains(at):
                return one.comment.id
        for one, box, _ in reversed(laid.clouds):
            outer = box.adjusted(-_REACH_PX, -_REACH_PX, _REACH_PX, _REACH_PX)
            inner = box.adjusted(_REACH_PX, _REACH_PX, -_REACH_PX, -_REACH_PX)
            if outer.contains(at) and not inner.contains(at):
                return one.comment.id
        return ""

    def tip_at(self, point: QPointF) -> str:
        """Return the words of the comment at a point; empty where none is."""
        key = self.at(point)
        found = next((one.comment for one in self._pinned if one.comment.id == key), None)
        return comment_tip(found, self._workspace) if found is not None else ""

    def boundingRect(self) -> QRectF:
        """Return the box around the whole floor."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in pixels, what is looked at last."""
        if not self._pinned:
            return
        theme, chosen = self._workspace.theme, self._workspace.comments.chosen
        mapped = painter.worldTransform()
        laid = self._at_scale(mapped.m11())
        key = chosen.id if chosen else ""
        seen = mapped.mapRect(option.exposedRect).translated(-mapped.dx(), -mapped.dy())
        around = seen.adjusted(-_HEM_PX, -_HEM_PX, _HEM_PX, _HEM_PX)
        painter.save()
        painter.setWorldTransform(QTransform.fromTranslate(mapped.dx(), mapped.dy()))
        for one, box, path in laid.clouds:
            # One that is around all that is seen has its line elsewhere.
            if around.intersects(box) and not box.contains(around):
                paint_cloud(
                    painter, path, theme, is_open=one.comment.is_open, chosen=one.comment.id == key
                )
        tips = [(one, tip) for one, tip in laid.tips if around.contains(tip)]
        for one, tip in sorted(tips, key=lambda pair: pair[0].comment.id == key):
            paint_balloon(painter, tip, one.balloon, theme, chosen=one.comment.id == key)
        painter.restore()

    def _at_scale(self, scale: float) -> Laid:
        """Return where all is at a scale, made once for it: a frame and a pointer ask often."""
        if self._laid is None or self._laid.scale != scale:
            clouds = []
            for one in self._pinned:
                if one.cloud is not None:
                    corner, size = one.cloud.topLeft() * scale, one.cloud.size() * scale
                    box = QRectF(corner, size)
                    clouds.append((one, box, cloud_path(box)))
            self._laid = Laid(scale, tuple(self._tips(scale)), tuple(clouds))
        return self._laid

    def _tips(self, scale: float) -> list[tuple[Pinned, QPointF]]:
        """Return where each balloon points at, side by side where several are on one thing."""
        found, taken = [], dict[tuple[int, int], QPointF]()
        for one in self._pinned:
            place = round(one.spot.x()), round(one.spot.y())
            tip = taken.get(place, one.spot * scale)
            taken[place] = next_tip(tip, one.balloon)
            found.append((one, tip))
        return found

    def _pin(self, comment: Comment) -> Pinned | None:
        space = self._workspace
        layout = space.layout()
        balloon = Balloon(comment.number, comment.is_open, is_gone(comment, layout))
        if comment.cloud is not None:
            box = QRectF(*comment.cloud)
            return Pinned(comment, balloon, box.topRight(), box)
        rack = layout.rack_of(comment.target) if comment.about in ("rack", "device") else ""
        if comment.about == "row":
            rack = next((one.id for one in layout.design.racks if one.row == comment.target), "")
        item = self._racks.get(rack)
        if item is not None:
            box = item.sceneBoundingRect()
            return Pinned(comment, balloon, QPointF(box.right() - box.width() / 4, box.top()))
        spot = comment.spot
        return None if spot is None else Pinned(comment, balloon, QPointF(*spot))
