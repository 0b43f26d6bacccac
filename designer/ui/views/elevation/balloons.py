"""Comments on the rack that is shown and on what is in it: balloons over front and rear."""

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from designer.model.comments import Comment, is_gone
from designer.model.design import Face
from designer.render.balloon_painter import Balloon, balloon_box, next_tip, paint_balloon
from designer.render.rack_painter import device_rect
from designer.ui.state.tips import comment_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.faces import Faces

_SIDES: tuple[Face, Face] = ("front", "rear")


class RackView(Protocol):
    """The drawing of a rack."""

    workspace: Workspace
    faces: Faces
    rack_id: str

    def update(self) -> None:
        """Paint anew."""


class RackBalloons:
    """Paints them and knows where each is.

    Parameters
    ----------
    view
        The drawing of the rack.
    """

    def __init__(self, view: RackView) -> None:
        self._view = view
        view.workspace.comments.changed.connect(view.update)
        view.workspace.comments.chosen_changed.connect(view.update)
        view.workspace.layers.changed.connect(view.update)

    def paint(self, painter: QPainter) -> None:
        """Paint the balloons of the rack on show, what is looked at last."""
        space = self._view.workspace
        chosen = space.comments.chosen
        placed = self._placed()
        for comment, tip in sorted(placed, key=lambda pair: pair[0] == chosen):
            balloon = self._balloon(comment)
            paint_balloon(painter, tip, balloon, space.theme, chosen=comment == chosen)

    def at(self, at: QPointF) -> str:
        """Return the comment whose balloon is at a point; empty where none is."""
        for comment, tip in reversed(self._placed()):
            if balloon_box(tip, self._balloon(comment)).adjusted(-2, -2, 2, 4).contains(at):
                return comment.id
        return ""

    def takes(self, at: QPointF) -> bool:
        """Look at the comment under a point; return whether there is one."""
        key = self.at(at)
        if key:
            self._view.workspace.comments.choose(key)
        return bool(key)

    def opens(self, at: QPointF) -> bool:
        """Ask for the words of the comment under a point; return whether there is one."""
        taken = self.takes(at)
        if taken:
            self._view.workspace.comments.asked.emit()
        return taken

    def tip_at(self, at: QPointF) -> str:
        """Return the words of the comment at a point; empty where none is."""
        key, space = self.at(at), self._view.workspace
        found = next((one for one in space.comments.all if one.id == key), None)
        return comment_tip(found, space) if found is not None else ""

    def _balloon(self, comment: Comment) -> Balloon:
        gone = is_gone(comment, self._view.workspace.layout())
        return Balloon(comment.number, comment.is_open, gone)

    def _placed(self) -> list[tuple[Comment, QPointF]]:
        """Return where the balloons of the rack on show point at."""
        state = self._view.workspace.comments
        if self._view.workspace.layers.hides("notes"):
            return []
        chosen = state.chosen
        shown = [*state.listed, *((chosen,) if chosen and chosen not in state.listed else ())]
        found, taken = [], dict[str, QPointF]()
        for comment in shown:
            box = self._box_of(comment)
            if box is not None:
                corner = QPointF(box.right() - 22, max(box.top(), 0.0) + 5)
                tip = taken.get(comment.target, corner)
                taken[comment.target] = next_tip(tip, self._balloon(comment))
                found.append((comment, tip))
        return found

    def _box_of(self, comment: Comment) -> QRectF | None:
        view = self._view
        drawing = view.faces.drawing
        if drawing is None:
            return None
        if comment.about == "rack":
            return view.faces.boxes["front"] if comment.target == view.rack_id else None
        if comment.about != "device":
            return None
        for side in _SIDES:
            for seen in drawing.seen_from(side):
                if seen.device.key == comment.target:
                    return device_rect(view.faces.boxes[side], drawing, seen.device, side)
        beside = (one for one in drawing.devices if one.key == comment.target)
        device = next(beside, None)
        return device_rect(view.faces.boxes["rear"], drawing, device) if device else None
