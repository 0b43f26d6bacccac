"""The panel of comments: a list with a filter, and below it the one that is looked at."""

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.comment_words import thing_in_words
from designer.model.comments import Comment
from designer.ui.kit.elided_choice import ElidedChoice
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.comments import Shown
from designer.ui.state.workspace import Workspace
from designer.ui.views.comments.cards import ROW_PX, CommentDelegate, CommentModel

_SHOWN: Final[tuple[tuple[Shown, str], ...]] = (
    ("open", "Open"), ("resolved", "Resolved"), ("all", "All"),
)  # fmt: skip
NONE_YET: Final = (
    "No comments yet. Select what you mean and press Ctrl+M, or draw a cloud (Ctrl+Shift+M)."
)
NONE_SHOWN: Final = "None of these. Choose All above to see every comment."


class CommentList(QListView):
    """The list; Enter goes to the comment that is looked at."""

    go_asked = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go there with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_asked.emit()
        else:
            super().keyPressEvent(event)


class CommentsPanel(QWidget):
    """Comments with open or resolved, author, answers, and the way to what they are about.

    Signals
    -------
    comment_asked
        Another comment is to be written.
    reword_asked
        The one that is looked at is to have other words.
    go_asked
        What the one that is looked at is about is to be shown.
    author_given
        Under which name comments are written from now on.
    """

    comment_asked = Signal()
    reword_asked = Signal()
    go_asked = Signal()
    author_given = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        set_role(self, "panel")
        self.setAccessibleName("Comments panel")
        self.choice = ElidedChoice()
        self.choice.setAccessibleName("Which comments are shown")
        for which, word in _SHOWN:
            self.choice.addItem(word, which)
        self.write = QPushButton("Comment…")
        self.write.setAccessibleName("Write a comment")
        self.model = CommentModel(workspace, self)
        self.list = CommentList()
        self.none = WrappedLabel(NONE_YET)
        self.title, self.signed, self.text = WrappedLabel(), WrappedLabel(), WrappedLabel()
        self.answers = WrappedLabel()
        self.reply = QLineEdit()
        self.send = QPushButton("Answer")
        self.settle, self.go, self.reword = (
            QPushButton("Resolve"), QPushButton("Go to"), QPushButton("Edit…"),
        )  # fmt: skip
        self.author = QLineEdit()
        self._detail = QWidget()
        self._set_up()
        self._lay_out()
        self._listen()
        self.refresh()

    def _set_up(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(CommentDelegate(self._workspace, self.list))
        self.list.setAccessibleName("Comments")
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.setMinimumHeight(ROW_PX)
        set_role(self.none, "dim")
        set_role(self.title, "strong")
        set_role(self.signed, "caption")
        for label in (self.title, self.signed, self.text, self.answers):
            # Comments are other people's words: nothing of them is markup.
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reply.setPlaceholderText("Answer this comment")
        self.reply.setAccessibleName("Answer")
        self.author.setPlaceholderText("Your name")
        self.author.setAccessibleName("Name under which you write")
        self.author.setToolTip("The name under which you write comments, kept for next time")
        self.author.setText(self._workspace.comments.author())
        for button, words in (
            (self.send, "Answer the comment"), (self.settle, "Resolve or open again"),
            (self.go, "Go to what the comment is about"), (self.reword, "Edit the comment's text"),
        ):  # fmt: skip
            button.setToolTip(words)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.choice, 1)
        top.addWidget(self.write)
        words = QWidget()
        inner = QVBoxLayout(words)
        inner.setContentsMargins(0, 4, 6, 0)
        inner.setSpacing(4)
        for label in (self.title, self.signed, self.text, self.answers):
            inner.addWidget(label)
        inner.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Comment and answers")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        words.setAutoFillBackground(False)
        scroll.setWidget(words)
        detail = QVBoxLayout(self._detail)
        detail.setContentsMargins(0, 4, 0, 0)
        detail.setSpacing(6)
        detail.addWidget(scroll, 1)
        answer = QHBoxLayout()
        answer.setSpacing(6)
        answer.addWidget(self.reply, 1)
        answer.addWidget(self.send)
        detail.addLayout(answer)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.settle, self.go, self.reword):
            buttons.addWidget(button)
        buttons.addStretch(1)
        detail.addLayout(buttons)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.none)
        column.addWidget(self.list, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setAccessibleName("List and comment")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(upper)
        self.splitter.addWidget(self._detail)
        self.splitter.setSizes([300, 260])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 8, 6, 8)
        outer.setSpacing(6)
        outer.addLayout(top)
        outer.addWidget(self.splitter, 1)
        outer.addWidget(self.author)

    def _listen(self) -> None:
        state, space = self._workspace.comments, self._workspace
        self.choice.activated.connect(lambda at: state.show(self.choice.itemData(at)))
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.doubleClicked.connect(lambda _: self.go_asked.emit())
        self.list.go_asked.connect(self.go_asked)
        self.write.clicked.connect(lambda _=False: self.comment_asked.emit())
        self.go.clicked.connect(lambda _=False: self.go_asked.emit())
        self.reword.clicked.connect(lambda _=False: self.reword_asked.emit())
        self.send.clicked.connect(lambda _=False: self._answer())
        self.reply.returnPressed.connect(self._answer)
        self.reply.textChanged.connect(lambda _: self._allow())
        self.settle.clicked.connect(lambda _=False: self._settle())
        self.author.editingFinished.connect(
            lambda: self.author_given.emit(self.author.text().strip())
        )
        state.changed.connect(self.refresh)
        state.chosen_changed.connect(self.refresh)
        space.document_changed.connect(lambda _: self._show_chosen())
        space.theme_changed.connect(self.list.viewport().update)

    def refresh(self) -> None:
        """Show the comments as they are now."""
        state = self._workspace.comments
        everything = state.all
        opened = sum(comment.is_open for comment in everything)
        counts = {"open": opened, "resolved": len(everything) - opened, "all": len(everything)}
        for at, (which, word) in enumerate(_SHOWN):
            self.choice.setItemText(at, f"{word} ({counts[which]})")
            if which == state.shown:
                self.choice.setCurrentIndex(at)
        self.model.refresh()
        self.none.setText(NONE_SHOWN if everything else NONE_YET)
        self.none.setVisible(not self.model.comments)
        self.list.setVisible(bool(self.model.comments))
        row = self.model.row_of(state.chosen)
        if row != self.list.currentIndex().row():
            self.list.setCurrentIndex(self.model.index(row) if row >= 0 else QModelIndex())
        self._show_chosen()

    def _show_chosen(self) -> None:
        comment = self._workspace.comments.chosen
        self._detail.setVisible(comment is not None)
        if comment is None:
            return
        thing = thing_in_words(comment, self._workspace.layout(), self._workspace.catalog)
        self.title.setText(f"{comment.number} · {thing}")
        self.signed.setText(_signed_lines(comment))
        self.text.setText(comment.text)
        self.answers.setText("\n\n".join(
            f"{', '.join(filter(None, (reply.author, reply.date[:10])))}:\n{reply.text}"
            for reply in comment.replies
        ))  # fmt: skip
        self.answers.setVisible(bool(comment.replies))
        self.settle.setText("Resolve" if comment.is_open else "Open again")
        self._allow()

    def _allow(self) -> None:
        why = self._workspace.comments.why_not
        self.send.setEnabled(bool(self.reply.text().strip()) and not why)
        for button in (self.settle, self.reword):
            button.setEnabled(not why)
        self.write.setEnabled(not why)
        self.write.setToolTip(why or "Write a comment on what is selected (Ctrl+M)")

    def _on_current(self, index: QModelIndex) -> None:
        if index.isValid():
            self._workspace.comments.choose(self.model.comments[index.row()].id)

    def _answer(self) -> None:
        if self._workspace.comments.answer(self.reply.text()):
            self.reply.clear()

    def _settle(self) -> None:
        """Settle the comment, or open it again; what is typed as an answer goes with it."""
        state = self._workspace.comments
        comment, words = state.chosen, self.reply.text()
        if comment is None:
            return
        if not comment.is_open:
            done = state.reopen(words)
        else:
            done = (not words.strip() or state.answer(words)) and state.resolve()
        if done:
            self.reply.clear()


def _signed_lines(comment: Comment) -> str:
    """Return who wrote a comment when, when its text was changed, and whether it is settled."""
    changed = f"text changed {comment.changed[:10]}" if comment.changed else ""
    signed = ", ".join(filter(None, (comment.author, comment.day, changed)))
    return "\n".join(filter(None, (signed, "" if comment.is_open else comment.state)))
