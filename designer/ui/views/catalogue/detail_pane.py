"""The page of one entry: head, commands, every figure, and where the chosen one is from."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.entry import Entry
from designer.catalog.part import Part
from designer.catalog.search import Query
from designer.render.icons import icon
from designer.render.part_signs import paint_sign
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_rows import detail_rows, kind_words
from designer.ui.views.catalogue.detail_view import DetailList
from designer.ui.views.catalogue.entry_index import EntryIndex
from designer.ui.views.catalogue.placing_words import why_not_placed
from designer.ui.views.catalogue.signs import Legend, sign_of
from designer.ui.views.catalogue.source_words import hover

EMPTY = "Choose an entry: every figure stands here with its source."
HINT = "Hover over a figure, or choose it, for its source."
COMPARED = "Do not compare"
SOURCE_PX = 76


class EntrySign(QWidget):
    """The sign of an entry beside its name."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._sign = ""
        self.setFixedSize(QSize(46, 32))
        self.setAccessibleName("Sign")

    def show_sign(self, sign: str) -> None:
        """Show another sign."""
        self._sign = sign
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        if self._sign:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            paint_sign(painter, box, self._sign, self._workspace.theme)


class DetailPane(QWidget):
    """Shows one entry."""

    place_asked = Signal()
    compare_asked = Signal()
    favourite_asked = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Entry")
        self._workspace = workspace
        self.entry: Entry | None = None
        self._entry_index: EntryIndex | None = None
        self._query: Query | None = None
        self.sign = EntrySign(workspace)
        self.name, self.caption, self.summary = QLabel(""), QLabel(""), QLabel("")
        set_role(self.name, "title")
        set_role(self.caption, "caption")
        set_role(self.summary, "dim")
        for label in (self.name, self.caption, self.summary):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.star = QPushButton()
        self.star.setCheckable(True)
        self.star.setFixedSize(30, 28)
        self.place = QPushButton("Place")
        self.compare = QPushButton(COMPARED)
        # As wide as its longer words from the first: nothing moves under the pointer.
        self.compare.setMinimumWidth(self.compare.sizeHint().width())
        for button in (self.star, self.place, self.compare):
            button.setAutoDefault(False)
        set_role(self.star, "quiet")
        self.star.clicked.connect(lambda _: self.favourite_asked.emit())
        self.place.clicked.connect(lambda _: self.place_asked.emit())
        self.compare.clicked.connect(lambda _: self.compare_asked.emit())
        self.list = DetailList(workspace)
        self.list.row_chosen.connect(self._show_source)
        self.source = QLabel(HINT)
        set_role(self.source, "caption")
        self.source.setWordWrap(True)
        self.source.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.source.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.source.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.empty = QLabel(EMPTY)
        set_role(self.empty, "dim")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(32, 0, 32, 0)
        self._lay_out()
        workspace.theme_changed.connect(self._recolour)
        self.show_entry(None, None)

    def show_entry(
        self, entry: Entry | None, entry_index: EntryIndex | None, query: Query | None = None
    ) -> None:
        """Show an entry, or what to do where none is chosen.

        Parameters
        ----------
        query
            What found it: its hits are marked in the texts.
        """
        self._query = query
        self.entry = entry if entry_index else None
        self._entry_index = entry_index
        self.body.setVisible(self.entry is not None)
        self.empty.setVisible(self.entry is None)
        self.source.setText(HINT)
        if entry is None or entry_index is None:
            self.list.show_rows(())
            return
        self.sign.show_sign(sign_of(entry))
        self.name.setText(entry.name)
        year = str(entry.year) if entry.year else ""
        kind = kind_words(entry)
        own = "your own" if entry_index.is_own(entry) else ""
        said = (entry.vendor, kind, year, entry.id, own)
        self.caption.setText(" · ".join(text for text in said if text))
        self.summary.setText(entry.summary)
        self.summary.setVisible(bool(entry.summary))
        reason = why_not_placed(entry, entry_index)
        self.place.setVisible(isinstance(entry, Part))
        self.place.setEnabled(not reason)
        self.place.setToolTip(reason or "At the first fit of the selected rack (Enter)")
        self.list.show_rows(detail_rows(entry, entry_index), query)

    def show_state(self, *, favourite: bool, compared: bool) -> None:
        """Show whether the entry is a favourite and whether it is in the comparison."""
        self.star.setChecked(favourite)
        words = "Take out of the favourites" if favourite else "Make a favourite"
        self.star.setToolTip(f"{words} (F)")
        self.star.setAccessibleName(words)
        self.compare.setText(COMPARED if compared else "Compare it")
        self.compare.setToolTip(
            "Take out of the comparison (C)" if compared else "Add to the comparison (C)"
        )
        self._recolour()

    def shows(
        self, entry: Entry, entry_index: EntryIndex | None, query: Query | None = None
    ) -> bool:
        """Return whether an entry is the one on show, with what refers to it and hits there."""
        same = self.entry is entry and self._entry_index is entry_index
        return same and self._query == query

    def _show_source(self, row: Row | None) -> None:
        self.source.setText(hover(row.tip) if row is not None and row.tip else HINT)

    def _recolour(self) -> None:
        theme = self._workspace.theme
        on = self.star.isChecked()
        self.star.setIcon(icon("star-filled" if on else "star", theme.warning if on else theme.dim))
        self.sign.update()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.caption)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        head.addWidget(self.star, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.place)
        buttons.addWidget(self.compare)
        buttons.addStretch(1)
        upper = QVBoxLayout()
        upper.setContentsMargins(12, 12, 8, 8)
        upper.setSpacing(8)
        upper.addLayout(head)
        upper.addWidget(self.summary)
        upper.addLayout(buttons)
        below = QScrollArea()
        below.setWidgetResizable(True)
        below.setAccessibleName("Source of the chosen figure")
        below.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        below.setFixedHeight(SOURCE_PX)
        set_role(self.source, "caption")
        below.setWidget(self.source)
        below.viewport().setAutoFillBackground(False)
        self.source.setAutoFillBackground(False)
        lower = QVBoxLayout()
        lower.setContentsMargins(12, 8, 8, 8)
        lower.setSpacing(6)
        lower.addWidget(below)
        lower.addWidget(Legend())
        line = QWidget()
        set_role(line, "line")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line.setFixedHeight(1)
        self.body = QWidget()
        self.body.setAccessibleName("Figures of the entry")
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(upper)
        column.addWidget(self.list, 1)
        column.addWidget(line)
        column.addLayout(lower)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.body)
        whole.addWidget(self.empty, 1)
        self.body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
