"""The card beside the ghost: the words of a plan, and the preview that fills them in.

`DropPreview` asks the engine, at most every `ASK_MS` and only when the plan changed; an answer to
an older plan is ignored. The document is never touched.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.document.drop_plans import DropPlan
from designer.document.errors import EditError
from designer.engine.report import Preview
from designer.model.change import diff
from designer.render.fonts import font
from designer.render.theme import METHOD_NAMES, Theme
from designer.ui.state.apply_plan import refuse
from designer.ui.state.drop_words import Line, card_lines
from designer.ui.state.workspace import Workspace

ASK_MS: Final = 40
"""Least time between two questions to the engine: eyes do not follow faster."""
MOST_PREVIEWED: Final = 12
"""Racks whose figures are asked for; the card has no room for more."""
_PAD = 10
_ROW = 17
_MOST_WIDE = 400
_AWAY = QPoint(18, 22)
_ABOVE_PICTURE = 48
_EDGE = 4


class DropPreview(QObject):
    """Keeps the question to the engine in step with the hand.

    Parameters
    ----------
    workspace
        Through which the question goes.
    parent
        Qt owner.
    """

    lines_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._plan: DropPlan | None = None
        self._answer: Preview | None = None
        self._asked_for: object = None
        self._refused = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ASK_MS)
        self._timer.timeout.connect(self._ask)
        workspace.preview_changed.connect(self._on_answer)

    @property
    def plan(self) -> DropPlan | None:
        """What the hand would do now; None when nothing is dragged."""
        return self._plan

    def show(self, plan: DropPlan) -> bool:
        """Follow the hand to another plan; return whether the words differ."""
        if self._plan is not None and self._plan.key == plan.key:
            return False
        self._plan, self._answer = plan, None
        self._workspace.cancel_preview()
        self._tell(plan)
        if plan.edit is not None and not self._timer.isActive():
            self._timer.start()
        return True

    def clear(self) -> None:
        """Stop asking: nothing is dragged any more."""
        self._plan = self._answer = None
        self._tell(None)
        self._asked_for = None
        self._timer.stop()
        self._workspace.cancel_preview()

    def lines(self) -> tuple[Line, ...]:
        """Return the card's words as they stand."""
        if self._plan is None:
            return ()
        fabrics = {f.id: f.name or f.id for f in self._workspace.document.design.fabrics}
        return card_lines(self._plan, self._answer, METHOD_NAMES, fabrics)

    def _tell(self, plan: DropPlan | None) -> None:
        """Say in the status bar why a drop is refused, for as long as it would be."""
        if plan is not None and not plan.verdict.ok:
            self._refused = True
            refuse(self._workspace, plan)
        elif self._refused:
            self._refused = False
            self._workspace.message.emit("", "info")

    def _ask(self) -> None:
        plan = self._plan
        if plan is None or plan.edit is None:
            return
        self._asked_for = plan.key
        cost = QElapsedTimer()
        cost.start()
        design = self._workspace.document.design
        try:
            change = diff(design, plan.edit(design))
        except EditError:
            # The design changed under the hand; the next move plans anew.
            self._asked_for = None
            return
        racks = plan.rack_ids or tuple(rack.id for rack in change.put_in("racks"))
        self._workspace.request_preview(change, racks[:MOST_PREVIEWED])
        # Asking applies the edit to a copy: in a huge design that takes longer than a frame, and
        # the hand must not feel it more than one moment in eight.
        self._timer.setInterval(max(ASK_MS, 8 * cost.elapsed()))

    def _on_answer(self, preview: object) -> None:
        """Take an answer that belongs to the plan under the hand."""
        plan = self._plan
        if plan is None or plan.key != self._asked_for or not isinstance(preview, Preview):
            return
        self._answer = preview
        self.lines_changed.emit()


class DropCard(QWidget):
    """A small panel of coloured lines that follows the hand and takes no events.

    Parameters
    ----------
    workspace
        Where the theme comes from.
    parent
        The widget it floats over.
    """

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._lines: tuple[Line, ...] = ()
        self._at = QPoint()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("What the drop would do")
        self.hide()

    def words(self) -> str:
        """Return what the card says, line by line."""
        return "\n".join(line.text for line in self._lines)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Say something else."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        self.setAccessibleDescription(self.words())
        self.resize(self.sizeHint())
        self.update()
        if self.isVisible():
            self.place(self._at)

    def place(self, at: QPoint) -> None:
        """Stand beside a point of the parent, inside it."""
        self._at = at
        over = self.parentWidget()
        room = over.rect() if over is not None else self.rect()
        corner = at + _AWAY
        flipped = corner.x() + self.width() > room.right() - _EDGE
        if flipped:
            corner.setX(at.x() - _AWAY.x() - self.width())
        if corner.y() + self.height() > room.bottom() - _EDGE:
            # The picture of what is dragged hangs at the upper left of the hand: stay off it.
            away = _ABOVE_PICTURE if flipped else _AWAY.y()
            corner.setY(at.y() - away - self.height())
        corner.setX(max(_EDGE, min(corner.x(), room.right() - _EDGE - self.width())))
        corner.setY(max(_EDGE, min(corner.y(), room.bottom() - _EDGE - self.height())))
        if corner != self.pos():
            self.move(corner)
        if not self.isVisible():
            self.show()
            self.raise_()

    def sizeHint(self) -> QSize:
        """Return the room its words need."""
        width = max(
            (QFontMetrics(_face(line)).horizontalAdvance(line.text) for line in self._lines),
            default=0,
        )
        return QSize(min(width, _MOST_WIDE) + 2 * _PAD + 2, len(self._lines) * _ROW + 2 * _PAD - 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a raised panel and its lines."""
        theme = self._workspace.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        row = QRect(_PAD, _PAD - 1, self.width() - 2 * _PAD, _ROW)
        for line in self._lines:
            painter.setFont(_face(line))
            painter.setPen(_colour(line, theme))
            text = painter.fontMetrics().elidedText(
                line.text, Qt.TextElideMode.ElideRight, row.width()
            )
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, text)
            row.translate(0, _ROW)
        painter.end()


def _face(line: Line) -> QFont:
    return font(12, 600) if line.tone in ("ok", "error", "title") else font(11)


def _colour(line: Line, theme: Theme) -> QColor:
    named = {
        "dim": theme.dim,
        "ok": theme.ok,
        "warning": theme.warning,
        "error": theme.error,
    }
    return QColor(named.get(line.tone, theme.text))
