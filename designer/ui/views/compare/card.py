"""The card of the change that is looked at: what differs, before and after, and putting it back."""

from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.document.change_words import counted
from designer.io.merge.take_over import with_it
from designer.model.plural import plural
from designer.render.compared_floor import paint_sign
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.change_rows import ChangeRow
from designer.ui.state.comparing import Comparing
from designer.ui.state.put_back_trial import PutBackTrial
from designer.ui.state.workspace import Workspace

CHOOSE: Final = "Choose a change in the table or on the floor to see what differs."
NONE: Final = "Nothing differs."
_MOST_FIELDS: Final = 10
_HEADINGS: Final = ("", "before", "after")


class SignOfKind(QWidget):
    """The sign of a kind of change."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space, self._kind = workspace, ""
        self.setFixedSize(QSize(18, 18))

    def show_kind(self, kind: str) -> None:
        """Show another one; empty shows none."""
        self._kind = kind
        self.setAccessibleName(kind or "no change")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        if self._kind:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_sign(painter, QPointF(9, 9), self._kind, self._space.theme, 8)


class ChangeCard(QFrame):
    """Shows one change.

    Signals
    -------
    put_back_asked
        It is to be put back, or taken over.
    floor_asked
        What it touches is to be shown on the floor of the open design.
    """

    put_back_asked = Signal()
    floor_asked = Signal()

    def __init__(
        self, workspace: Workspace, comparing: Comparing, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._comparing = workspace, comparing
        set_role(self, "card")
        self.setAccessibleName("Change")
        self.sign = SignOfKind(workspace)
        self.title, self.place = ElidedLabel(), QLabel()
        set_role(self.title, "heading")
        set_role(self.place, "dim")
        self.about = WrappedLabel()
        set_role(self.about, "dim")
        self.fields = QGridLayout()
        self.more = QLabel()
        set_role(self.more, "caption")
        self.put_back = QPushButton()
        self.trial = PutBackTrial(workspace, comparing, self)
        self.tried = WrappedLabel()
        self.tried.setAccessibleName("What putting it back would do")
        self.on_floor = QPushButton("Show on the floor")
        self.previous, self.next = QPushButton("‹ previous"), QPushButton("next ›")
        self._cells: list[tuple[WrappedLabel, WrappedLabel, WrappedLabel]] = []
        self._lay_out()
        self.put_back.clicked.connect(lambda _=False: self.put_back_asked.emit())
        self.on_floor.clicked.connect(lambda _=False: self.floor_asked.emit())
        self.previous.clicked.connect(lambda _=False: comparing.step(-1))
        self.next.clicked.connect(lambda _=False: comparing.step(1))
        for signal in (comparing.changed, comparing.pointed, comparing.listed):
            signal.connect(self.refresh)
        self.trial.changed.connect(self._tell_trial)
        workspace.theme_changed.connect(self.sign.update)
        self.refresh()

    def texts(self) -> list[tuple[str, str, str]]:
        """Return the fields that are shown, with both values."""
        shown = [cells for cells in self._cells if not cells[0].isHidden()]
        return [(name.text(), was.text(), now.text()) for name, was, now in shown]

    def refresh(self) -> None:
        """Show the change that is looked at."""
        comparing = self._comparing
        row, rows = comparing.chosen, comparing.rows
        self.sign.show_kind(row.kind if row is not None else "")
        self.sign.setVisible(row is not None)
        self.title.set_full_text(row.what if row is not None else "No change chosen")
        at = f"{rows.index(row) + 1:,} of {len(rows):,}" if row in rows and row else ""
        besides = len(comparing.picked) - 1
        at += f" · {besides:,} more picked" if besides > 0 else ""
        self.place.setText(at)
        self.about.setText(self._about(row))
        self.about.setVisible(bool(self.about.text()))
        self._show_fields(row)
        for button in (self.previous, self.next):
            button.setEnabled(bool(rows))
        self._offer(row)

    def _about(self, row: ChangeRow | None) -> str:
        """Return what is said beside the fields."""
        comparing = self._comparing
        if row is None:
            return CHOOSE if comparing.every else NONE if comparing.comparison is not None else ""
        said = [row.names] if row.names else []
        if row.kind in ("added", "removed"):
            said.append(f"{row.kind}: {row.how}" if row.how else row.kind)
        elif row.names:
            said.append(row.how)
        return "\n".join(said)

    def _show_fields(self, row: ChangeRow | None) -> None:
        # Of several alike the words say by how much they differ: the first is not all of them.
        every = row.fields if row is not None and not row.names else ()
        shown = every[:_MOST_FIELDS]
        while len(self._cells) < len(shown):
            self._add_cells()
        for label in self.heads:
            label.setVisible(bool(shown))
        for at, cells in enumerate(self._cells):
            for label, text in zip(cells, shown[at] if at < len(shown) else ("",) * 3, strict=True):
                label.setText(text)
                label.setVisible(at < len(shown))
        more = len(every) - len(shown)
        self.more.setText(f"{plural(more, 'more field')}" if more else "")
        self.more.setVisible(bool(more))

    def _offer(self, row: ChangeRow | None) -> None:
        """Offer to put it back, or say why that cannot be."""
        comparing = self._comparing
        rows = comparing.picked
        members = [change for one in rows for change in one.group.members]
        one, many = (
            f"{comparing.verb} this one change",
            f"{comparing.verb} these {len(members):,} changes",
        )
        more = sum(number for _, number in self.trial.along)
        besides = f" and {more:,} more" if more else ""
        self.put_back.setText(f"{one if len(members) <= 1 else many}{besides}")
        why = comparing.why_not_put_back if row is not None else "no change is chosen"
        why = why or self.trial.refusal
        self.put_back.setEnabled(not why)
        source = comparing.source
        along = with_it(source.design, members) if members and source else ""
        along = f"with {counted(self.trial.along)}" if more else along
        tip = f"One undo step{', ' + along if along else ''}"
        said = f"Not possible: {why}" if why else tip
        self.put_back.setToolTip(said)
        self.put_back.setAccessibleDescription(said)
        self.on_floor.setEnabled(row is not None and bool(comparing.keys_now(row)))

    def showEvent(self, event: QShowEvent) -> None:
        """Try what would be put back while somebody looks."""
        super().showEvent(event)
        self.trial.look(shown=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Try nothing that nobody sees."""
        super().hideEvent(event)
        self.trial.look(shown=False)

    def _tell_trial(self) -> None:
        """Say what putting it back would do, or why it cannot be."""
        refusal, words = self.trial.refusal, self.trial.words
        self.tried.setText(f"Not possible: {refusal}" if refusal else words)
        self.tried.setVisible(bool(refusal or words))
        set_role(self.tried, "warning" if refusal else "dim")
        self._offer(self._comparing.chosen)

    def _add_cells(self) -> None:
        cells = (WrappedLabel(), WrappedLabel(), WrappedLabel())
        set_role(cells[0], "dim")
        for column, label in enumerate(cells):
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self.fields.addWidget(label, len(self._cells) + 1, column)
        set_role(cells[2], "value")
        self._cells.append(cells)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.sign)
        head.addWidget(self.title, 1)
        head.addWidget(self.place)
        self.fields.setHorizontalSpacing(10)
        self.fields.setVerticalSpacing(3)
        for column, stretch in enumerate((4, 5, 5)):
            self.fields.setColumnStretch(column, stretch)
        self.heads = [QLabel(text) for text in _HEADINGS]
        for column, label in enumerate(self.heads):
            set_role(label, "caption")
            self.fields.addWidget(label, 0, column)
        for button in (self.previous, self.next, self.on_floor):
            set_role(button, "link")
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.on_floor)
        foot.addStretch(1)
        foot.addWidget(self.previous)
        foot.addWidget(self.next)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(12, 10, 12, 8)
        column_.setSpacing(6)
        column_.addLayout(head)
        column_.addWidget(self.about)
        column_.addLayout(self.fields)
        column_.addWidget(self.more)
        column_.addWidget(self.put_back)
        column_.addWidget(self.tried)
        self.tried.hide()
        column_.addLayout(foot)
