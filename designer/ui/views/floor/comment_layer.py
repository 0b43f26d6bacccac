"""Comments on the floor: a numbered balloon at what each is about, and clouds around places.

One item lays all of them over the floor, in pixels, so that they keep their size at any zoom; it
copies kept pictures, and knows what is at a point.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.model.comments import Comment, is_gone
from designer.model.layout import Layout
from designer.render.balloon_painter import (
    Balloon,
    balloon_box,
    cloud_path,
    paint_balloon,
    paint_cloud,
)
from designer.ui.state.tips import comment_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.comment_places import Laid, Pinned, passes
from designer.ui.views.floor.comment_tiles import CommentTiles
from designer.ui.views.floor.rack_item import RackItem

_BALLOON_MM: Final = 20_000
"""How far a balloon reaches from its point at the scale of the largest floor."""


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
        self._bounds = self._marked = QRectF()
        self._pinned: tuple[Pinned, ...] = ()
        self._laid: Laid | None = None
        self.tiles = CommentTiles()
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

    @property
    def marked(self) -> QRectF:
        """What clouds enclose and balloons point at, in mm; null where no comment has a place."""
        return self._marked

    def is_marked(self, box: QRectF) -> bool:
        """Return whether a cloud's edge or the point of a balloon is in a box of the floor."""
        return any(
            box.contains(one.spot) or (one.cloud is not None and passes(one.cloud, box, 0.0))
            for one in self._pinned
        )

    def reload(self) -> None:
        """Show the comments as they are now, where things stand now."""
        state, space = self._workspace.comments, self._workspace
        shown = list(state.listed) if space.filter.allows("notes") else []
        chosen = state.chosen
        if chosen is not None and chosen not in shown:
            shown.append(chosen)
        if space.layers.hides("notes"):
            shown = []
        firsts = _first_of_rows(shown, space.layout())
        pins = (self._pin(comment, firsts) for comment in shown)
        pinned = tuple(one for one in pins if one is not None)
        if pinned or self._pinned:
            self.update()
        if pinned != self._pinned:
            self.prepareGeometryChange()
            self._pinned, self._laid = pinned, None
            self._marked = _around(pinned)

    def at(self, point: QPointF) -> str:
        """Return the comment whose balloon, or the edge of whose cloud, is at a point of the floor.

        Returns
        -------
        str
            Its id; empty where none is.
        """
        laid = self._at_scale(self._mapped().m11())
        return laid.at(point * laid.scale)

    def tip_at(self, point: QPointF) -> str:
        """Return the words of the comment at a point; empty where none is."""
        return self.words_of(self.at(point))

    def words_of(self, comment_id: str) -> str:
        """Return the words of a comment that has a place here; empty of another."""
        found = (one.comment for one in self._pinned if one.comment.id == comment_id)
        comment = next(found, None)
        return comment_tip(comment, self._workspace) if comment is not None else ""

    def box_of(self, comment_id: str) -> QRectF | None:
        """Return what the balloon of a comment covers of the view; None where it has none."""
        mapped = self._mapped()
        one = self._at_scale(mapped.m11()).tips.get(comment_id)
        if one is None:
            return None
        return balloon_box(one[1], one[0].balloon).translated(mapped.dx(), mapped.dy())

    def boundingRect(self) -> QRectF:
        """Return the box around the whole floor, and what is marked beyond it."""
        wide = 0 if self._marked.isNull() else _BALLOON_MM
        return self._bounds.united(self._marked.adjusted(-wide, -wide, wide, wide))

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in pixels, what is looked at last."""
        if not self._pinned:
            return
        mapped = painter.worldTransform()
        laid = self._at_scale(mapped.m11())
        seen = mapped.mapRect(option.exposedRect).translated(-mapped.dx(), -mapped.dy())
        painter.save()
        painter.setWorldTransform(QTransform.fromTranslate(mapped.dx(), mapped.dy()))
        self.tiles.paint(painter, laid, seen.toAlignedRect(), self._workspace.theme)
        self._paint_chosen(painter, laid, seen)
        painter.restore()

    def _paint_chosen(self, painter: QPainter, laid: Laid, seen: QRectF) -> None:
        """Paint the comment that is looked at over itself and all others."""
        chosen, theme = self._workspace.comments.chosen, self._workspace.theme
        if chosen is None or chosen.id not in laid.tips:
            return
        box = next((box for one, box in laid.clouds if one.comment.id == chosen.id), None)
        if box is not None and passes(box, seen):
            path = cloud_path(box, near=seen, apart=not chosen.is_open)
            paint_cloud(painter, path, theme, is_open=chosen.is_open, chosen=True)
        one, tip = laid.tips[chosen.id]
        paint_balloon(painter, tip, one.balloon, theme, chosen=True)

    def _at_scale(self, scale: float) -> Laid:
        """Return where all is at a scale, made once for it: a frame and a pointer ask often."""
        if self._laid is None or self._laid.scale != scale:
            self._laid = Laid(self._pinned, scale)
        return self._laid

    def _pin(self, comment: Comment, firsts: Mapping[str, str]) -> Pinned | None:
        space = self._workspace
        layout = space.layout()
        balloon = Balloon(comment.number, comment.is_open, is_gone(comment, layout))
        if comment.cloud is not None:
            box = QRectF(*comment.cloud)
            return Pinned(comment, balloon, box.topRight(), box)
        rack = layout.rack_of(comment.target) if comment.about in ("rack", "device") else ""
        if comment.about == "row":
            rack = firsts.get(comment.target, "")
        item = self._racks.get(rack)
        if item is not None:
            box = item.sceneBoundingRect()
            return Pinned(comment, balloon, QPointF(box.right() - box.width() / 4, box.top()))
        if rack in layout.racks:
            return None  # it is hidden, and so is what is said of it
        spot = comment.spot
        return None if spot is None else Pinned(comment, balloon, QPointF(*spot))


def _around(pinned: Collection[Pinned]) -> QRectF:
    """Return the box around clouds and the points of balloons."""
    found = QRectF()
    for one in pinned:
        point = QRectF(one.spot, one.spot).adjusted(-1, -1, 1, 1)
        found = found.united(point if one.cloud is None else one.cloud.united(point))
    return found


def _first_of_rows(comments: Collection[Comment], layout: Layout) -> dict[str, str]:
    """Return the first rack of each row that a comment is about."""
    rows = {one.target for one in comments if one.about == "row"}
    found: dict[str, str] = {}
    for rack in layout.design.racks if rows else ():
        if rack.row in rows:
            found.setdefault(rack.row, rack.id)
    return found
