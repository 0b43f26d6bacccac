"""Where a session begins: reference designs, recent files, an empty room, work to get back."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.planning.templates import TEMPLATES
from designer.runtime.session import Recoverable
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.settings import Settings
from designer.ui.views.start.template_card import TemplateCard, is_plain_enter

CARD_COLUMNS = 2
SIGHT_PX = 24
"""Kept free above and below a card that is brought into sight."""
STEPS_SHOWN = 4
CONTENT_PX = 860
NAME_PX = 320
"""Most room for a design's name on a button."""


class StartPage(QScrollArea):
    """The page.

    Signals
    -------
    template_chosen
        Id and arguments of a reference design.
    file_chosen
        A recent file, as `Path`.
    recovery_chosen, discard_chosen
        A `Recoverable`.
    return_asked
        Back to the design that is open behind the page.
    """

    template_chosen = Signal(str, object)
    file_chosen = Signal(object)
    recovery_chosen = Signal(object)
    discard_chosen = Signal(object)
    return_asked = Signal()
    open_asked = Signal()
    empty_asked = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Start page")
        page = QWidget()
        set_role(page, "page")
        content = QWidget()
        content.setMaximumWidth(CONTENT_PX)
        self._column = QVBoxLayout(content)
        self._column.setSpacing(12)
        self._recovery = QVBoxLayout()
        self._recovery.setSpacing(6)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self.cards = [TemplateCard(template) for template in TEMPLATES]
        self._fill()
        row = QHBoxLayout(page)
        row.setContentsMargins(20, 28, 20, 28)
        row.addStretch(1)
        row.addWidget(content, 20)
        row.addStretch(1)
        self.setWidget(page)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the keyboard by Enter, as in a dialog."""
        focused = self.focusWidget()
        if is_plain_enter(event) and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Read the recent files anew."""
        empty_layout(self._recent)
        files = self._settings.recent_files()
        for path in files:
            self._recent.addWidget(self._recent_row(path))
        if not files:
            none = QLabel("Files you open or save are listed here.")
            set_role(none, "dim")
            self._recent.addWidget(none)

    def offer_recovery(self, found: Iterable[Recoverable]) -> None:
        """Offer work that a crash left behind."""
        empty_layout(self._recovery)
        for each in found:
            self._recovery.addWidget(self._recovery_row(each))

    def offer_return(self, name: str) -> None:
        """Offer to go back to the open design; an empty name says that none is."""
        room = self.back.fontMetrics()
        shown = room.elidedText(name, Qt.TextElideMode.ElideRight, NAME_PX)
        self.back.setText(f"Back to {shown}")
        self.back.setAccessibleName(f"Back to {name}")
        self.back.setVisible(bool(name))

    def _fill(self) -> None:
        title = QLabel("Cluster Designer")
        set_role(title, "hero")
        words = QLabel("Draw an AI cluster and see power, cooling, fabric and cost as you draw.")
        set_role(words, "dim")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.back = QPushButton("Back")
        set_role(self.back, "primary")
        self.back.clicked.connect(self.return_asked)
        self.back.hide()
        buttons.addWidget(self.back)
        for text, signal in (("Open…", self.open_asked), ("Empty room", self.empty_asked)):
            button = QPushButton(text)
            button.clicked.connect(signal)
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._column.addWidget(title)
        self._column.addWidget(words)
        self._column.addLayout(self._recovery)
        self._column.addLayout(buttons)
        self._column.addSpacing(8)
        self._column.addWidget(_heading("Reference designs"))
        self._column.addLayout(self._card_columns())
        self._column.addSpacing(8)
        self._column.addWidget(_heading("Recent files"))
        self._column.addLayout(self._recent)
        self._column.addStretch(1)

    def _card_columns(self) -> QHBoxLayout:
        """Return the cards in columns, read row by row; one at a time shows its parameters.

        Columns of their own let a card unfold without a hole beside it.
        """
        columns = QHBoxLayout()
        columns.setSpacing(10)
        for at in range(CARD_COLUMNS):
            column = QVBoxLayout()
            column.setSpacing(10)
            for card in self.cards[at::CARD_COLUMNS]:
                column.addWidget(card)
            column.addStretch(1)
            columns.addLayout(column, 1)
        for card in self.cards:
            card.chosen.connect(self.template_chosen)
            card.opened.connect(partial(self._fold_others, card))
        self.cards[0].unfold()
        return columns

    def _fold_others(self, opened: TemplateCard) -> None:
        """Fold the cards beside the one that was unfolded, and bring that into sight."""
        for card in self.cards:
            if card is not opened:
                card.fold()
        QTimer.singleShot(0, opened, lambda: self.ensureWidgetVisible(opened, 0, SIGHT_PX))

    def _recent_row(self, path: Path) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        button = QPushButton(path.name)
        set_role(button, "link")
        button.setAccessibleName(f"Open {path}")
        button.clicked.connect(lambda: self.file_chosen.emit(path))
        folder = ElidedLabel()
        set_role(folder, "dim")
        folder.set_full_text(str(path.parent) if path.exists() else f"{path.parent} · not there")
        line.addWidget(button)
        line.addWidget(folder, 1)
        return row

    def _recovery_row(self, found: Recoverable) -> QWidget:
        card = QFrame()
        set_role(card, "card")
        card.setAccessibleName("Work to get back")
        line = QHBoxLayout(card)
        line.setContentsMargins(16, 8, 12, 8)
        words = WrappedLabel(f"{recovery_words(found)}\n{steps_words(found)}")
        words.setToolTip("\n".join(found.labels))
        get = QPushButton("Recover")
        set_role(get, "primary")
        get.setAccessibleName(f"Recover {found.design.name}")
        get.clicked.connect(lambda: self.recovery_chosen.emit(found))
        drop = QPushButton("Discard")
        drop.setAccessibleName(f"Discard unsaved work on {found.design.name}")
        drop.clicked.connect(lambda: self.discard_chosen.emit(found))
        line.addWidget(words, 1)
        line.addWidget(drop)
        line.addWidget(get)
        return card


def recovery_words(found: Recoverable) -> str:
    """Return what was left behind, in words."""
    where = str(found.file) if found.file else "never saved"
    changed = "; the file was changed since" if found.file_changed else ""
    again = f"; taken back {found.attempts} times before" if found.attempts > 1 else ""
    return f"Unsaved work on “{found.design.name}” ({where}{changed}{again}): {found.summary()}"


def steps_words(found: Recoverable) -> str:
    """Return what was done since the last save, the newest steps by name."""
    shown = list(found.labels[-STEPS_SHOWN:])
    more = len(found.labels) - len(shown)
    if more:
        shown.insert(0, plural(more, "earlier step"))
    return " → ".join(shown)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    set_role(label, "heading")
    return label
