"""Where a session begins: reference designs, recent files, an empty room, work to get back."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
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
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.settings import Settings
from designer.ui.views.start.recent_tile import RecentTile
from designer.ui.views.start.template_card import TemplateCard, is_plain_enter

CARD_COLUMNS = 2
TILE_COLUMNS = 3
SHOWN_TILES = 6
"""Recent files on the page; the menu lists more."""
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
    questions_asked = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._made: _Content | None = None
        self._found: tuple[Recoverable, ...] = ()
        self._open_name = ""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Start page")

    @property
    def content(self) -> "_Content":
        """What the page shows; made when it is first seen, as a window with a file never does."""
        if self._made is None:
            made = self._made = _Content()
            made.back.clicked.connect(self.return_asked)
            made.questions.clicked.connect(self.questions_asked)
            made.open.clicked.connect(self.open_asked)
            made.empty.clicked.connect(self.empty_asked)
            for card in made.cards:
                card.chosen.connect(self.template_chosen)
                card.opened.connect(partial(self._fold_others, card))
            self.setWidget(made)
            self._fill_recent()
            self._fill_recovery()
            self._name_return()
        return self._made

    @property
    def cards(self) -> list[TemplateCard]:
        """The reference designs."""
        return self.content.cards

    @property
    def back(self) -> QPushButton:
        """The way back to the open design."""
        return self.content.back

    def showEvent(self, event: QShowEvent) -> None:
        """Make what is shown, the first time."""
        _ = self.content
        super().showEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the keyboard by Enter, as in a dialog."""
        focused = self.focusWidget()
        if is_plain_enter(event) and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Read the recent files anew."""
        if self._made is not None:
            self._fill_recent()

    def offer_recovery(self, found: Iterable[Recoverable]) -> None:
        """Offer work that a crash left behind."""
        self._found = tuple(found)
        if self._made is not None:
            self._fill_recovery()

    def offer_return(self, name: str) -> None:
        """Offer to go back to the open design; an empty name says that none is."""
        self._open_name = name
        if self._made is not None:
            self._name_return()

    def _name_return(self) -> None:
        back, name = self.content.back, self._open_name
        shown = back.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, NAME_PX)
        back.setText(f"Back to {shown}")
        back.setAccessibleName(f"Back to {name}")
        back.setVisible(bool(name))

    def _fill_recovery(self) -> None:
        empty_layout(self.content.recovery)
        for each in self._found:
            self.content.recovery.addWidget(self._recovery_row(each))

    def _fill_recent(self) -> None:
        content, files = self.content, self._settings.recent_files()
        empty_layout(content.recent)
        content.no_recent.setVisible(not files)
        for at, path in enumerate(files[:SHOWN_TILES]):
            tile = RecentTile(path, self._settings.sketch_of(path))
            tile.clicked.connect(partial(self.file_chosen.emit, path))
            content.recent.addWidget(tile, at // TILE_COLUMNS, at % TILE_COLUMNS)
        for column in range(TILE_COLUMNS):
            content.recent.setColumnStretch(column, 1)

    def _fold_others(self, opened: TemplateCard) -> None:
        """Fold the cards beside the one that was unfolded, and bring that into sight."""
        for card in self.cards:
            if card is not opened:
                card.fold()
        QTimer.singleShot(0, opened, lambda: self.ensureWidgetVisible(opened, 0, SIGHT_PX))

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


class _Content(QWidget):
    """What stands on the page."""

    def __init__(self) -> None:
        super().__init__()
        set_role(self, "page")
        content = QWidget()
        content.setMaximumWidth(CONTENT_PX)
        column = QVBoxLayout(content)
        column.setSpacing(12)
        self.recovery = QVBoxLayout()
        self.recovery.setSpacing(6)
        self.recent = QGridLayout()
        self.recent.setSpacing(10)
        self.no_recent = QLabel("Files you open or save are listed here.")
        set_role(self.no_recent, "dim")
        self.cards = [TemplateCard(template) for template in TEMPLATES]
        title = QLabel("Cluster Designer")
        set_role(title, "hero")
        words = QLabel("Draw an AI cluster and see power, cooling, fabric and cost as you draw.")
        set_role(words, "dim")
        for piece in (title, words):
            column.addWidget(piece)
        column.addLayout(self.recovery)
        column.addLayout(self._buttons())
        column.addSpacing(8)
        column.addWidget(_heading("Recent files"))
        column.addWidget(self.no_recent)
        column.addLayout(self.recent)
        column.addSpacing(8)
        column.addWidget(_heading("Reference designs"))
        column.addLayout(self._card_columns())
        column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 28, 20, 28)
        row.addStretch(1)
        row.addWidget(content, 20)
        row.addStretch(1)

    def _buttons(self) -> QHBoxLayout:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.back = QPushButton("Back")
        self.back.hide()
        self.questions = QPushButton("Five questions…")
        self.questions.setToolTip(
            "GPUs or a run, which GPU, room, cooling, budget: to a laid-out design (Ctrl+Shift+N)"
        )
        set_role(self.questions, "primary")
        self.open, self.empty = QPushButton("Open…"), QPushButton("Empty room")
        for button in (self.back, self.questions, self.open, self.empty):
            buttons.addWidget(button)
        buttons.addStretch(1)
        return buttons

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
        self.cards[0].unfold()
        return columns


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
