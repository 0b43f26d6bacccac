"""The list of comments: a card each, with its balloon, what it is about, its words and who."""

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from designer.catalog.comment_words import thing_in_words
from designer.model.comments import Comment, Comments, is_gone
from designer.model.plural import plural
from designer.render.balloon_painter import Balloon, paint_balloon
from designer.render.fonts import font, metrics
from designer.ui.state.tips import comment_tip
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
ROW_PX = 62
_LEFT_PX = 46
_SIDE_PX = 8


class CommentModel(QAbstractListModel):
    """The comments that are shown, in the order of their numbers."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.comments: Comments = ()

    def refresh(self) -> bool:
        """Show what is to be shown now; return whether that is something else."""
        comments = self._workspace.comments.listed
        if comments == self.comments:
            return False
        self.beginResetModel()
        self.comments = comments
        self.endResetModel()
        return True

    def row_of(self, comment: Comment | None) -> int:
        """Return the row of a comment; -1 of none."""
        key = comment.id if comment else ""
        return next((at for at, one in enumerate(self.comments) if one.id == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many there are."""
        return 0 if parent.isValid() else len(self.comments)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a comment, its words, or what a screen reader says of it."""
        comment = self.comments[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return comment
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{comment.number} {_words(comment, self._workspace)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return comment_tip(comment, self._workspace)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            thing = _words(comment, self._workspace)
            answers = plural(len(comment.replies), "answer")
            return f"Comment {comment.number}, {comment.state}, {thing}: {comment.text}, {answers}"
        return None


def _words(comment: Comment, workspace: Workspace) -> str:
    return thing_in_words(comment, workspace.layout(), workspace.catalog)


class CommentDelegate(QStyledItemDelegate):
    """Paints a comment as a card."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one card: balloon, thing, words, who and when."""
        theme, layout = self._workspace.theme, self._workspace.layout()
        comment: Comment = index.data(Qt.ItemDataRole.UserRole)
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(box).adjusted(0.5, 2.5, -2.5, -2.5)
        painter.setPen(QPen(QColor(theme.accent if chosen else theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(card, 6, 6)
        balloon = Balloon(comment.number, comment.is_open, is_gone(comment, layout))
        paint_balloon(painter, QPointF(card.left() + 10, card.top() + 31), balloon, theme)
        left = card.left() + _LEFT_PX
        wide = card.right() - _SIDE_PX - left
        tone = theme.text if comment.is_open else theme.dim
        thing = _words(comment, self._workspace)
        self._line(painter, QRectF(left, card.top() + 5, wide, 16), thing, 12, 600, tone)
        self._line(painter, QRectF(left, card.top() + 22, wide, 15), comment.text, 11, 400, tone)
        self._line(painter, QRectF(left, card.top() + 38, wide, 15), _signed(comment), 11, 400,
                   theme.dim)  # fmt: skip
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a card's size: all are as high."""
        return QSize(120, ROW_PX)

    @staticmethod
    def _line(
        painter: QPainter, box: QRectF, words: str, px: int, weight: int, colour: str
    ) -> None:
        painter.setFont(font(px, weight))
        painter.setPen(QColor(colour))
        said = metrics(px, weight).elidedText(
            " ".join(words.split()), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, said)


def _signed(comment: Comment) -> str:
    """Return who wrote a comment when, whether it is settled, and how many answers there are."""
    answers = plural(len(comment.replies), "answer") if comment.replies else ""
    state = "" if comment.is_open else comment.state
    return " · ".join(filter(None, (comment.author, comment.day, answers, state)))
