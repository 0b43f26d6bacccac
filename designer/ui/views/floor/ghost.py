"""The ghost: where what is dragged would come to stand, in colour, with a sign and with words."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.drop_plans import DropPlan
from designer.document.placement import Box
from designer.ui.kit.ghost_painter import paint_ghost
from designer.ui.state.workspace import Workspace

_MOST_DRAWN = 400
"""Boxes drawn one by one; above that the ghost is their common outline."""


class Ghost(QGraphicsItem):
    """Footprints on the floor that are not there yet."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._boxes: tuple[QRectF, ...] = ()
        self._bounds = QRectF()
        self._ok, self.doubtful = True, False
        self._words = ""
        self._offered: tuple[QRectF, ...] = ()
        self.setZValue(50)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the box around all footprints, and those of the place that is offered."""
        bounds = self._bounds
        for box in self._offered:
            bounds = bounds.united(box.adjusted(-20, -20, 20, 20))
        return bounds

    def doubt(self, doubtful: bool) -> None:
        """Say by colour and sign whether the drop would bring errors, as the card does."""
        if doubtful != self.doubtful:
            self.doubtful = doubtful
            self.update()

    def offer(self, boxes: Sequence[QRectF]) -> None:
        """Show the nearest free place beside one that is refused, or none any more."""
        wanted = tuple(boxes)[:_MOST_DRAWN]
        if wanted != self._offered:
            self.prepareGeometryChange()
            self._offered = wanted
            self.setVisible(bool(self._boxes or wanted))
            self.update()

    def show_boxes(self, boxes: Sequence[QRectF], *, ok: bool, words: str) -> None:
        """Stand at these footprints (in mm), allowed or refused, with a few words."""
        wanted = tuple(boxes)
        if wanted == self._boxes and ok == self._ok and words == self._words and self.isVisible():
            return
        self.prepareGeometryChange()
        bounds = QRectF()
        for box in wanted:
            bounds = bounds.united(box)
        self._offered = ()
        self._boxes = wanted if len(wanted) <= _MOST_DRAWN else (bounds,)
        self._bounds, self._ok, self._words = bounds.adjusted(-20, -20, 20, 20), ok, words
        self.setVisible(bool(wanted))
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels, so that lines and text are as sharp as on any widget."""
        transform = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        for number, box in enumerate(self._boxes):
            words = self._words if number == 0 else ""
            paint_ghost(
                painter, transform.mapRect(box), self._workspace.theme, self._ok, words,
                doubtful=self.doubtful,
            )  # fmt: skip
        for number, box in enumerate(self._offered):
            words = "nearest free place" if number == 0 else ""
            paint_ghost(
                painter, transform.mapRect(box), self._workspace.theme, True, words, offered=True
            )
        painter.setWorldTransform(transform)


def rects_of(boxes: Iterable[Box]) -> list[QRectF]:
    """Return footprints on the floor, in mm."""
    return [QRectF(x, y, right - x, low - y) for x, y, right, low in boxes]


def short_words(plan: DropPlan) -> str:
    """Return the ghost's own words: the span in the rack, else the title."""
    title, _, span = plan.verdict.title.rpartition(" · ")
    return span if title else plan.verdict.title
