"""Families, search, table and the page of the chosen entry."""

from collections import Counter
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.entry import Entry
from designer.catalog.families import FAMILIES, family_of
from designer.catalog.kinds import kind_named
from designer.catalog.search import Query
from designer.catalog.search_nearest import look_for
from designer.model.plural import plural
from designer.render.icons import icon
from designer.ui.kit.style import set_role
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.detail_pane import DetailPane
from designer.ui.views.catalogue.entry_index import EntryIndex, Ref, key_of, ref_of
from designer.ui.views.catalogue.entry_table import EntryTable
from designer.ui.views.catalogue.family_list import (
    EVERYTHING,
    FAVOURITES,
    OWN,
    RECENT,
    ROW_ROLE,
    FamilyList,
)

LOOKED_AT_MS: Final = 1200
"""How long an entry is on show before it counts as looked at."""
FAMILY_PX: Final = 264
DETAIL_PX: Final = 356
EXAMPLE: Final = "Search: h100   kind:switch ports>=64 power<2   memory>=80   price<40000"
TOKENS: Final = (
    "Words, and figures compared: power<2 (kW), ports>=64, memory>=80 (GB), fp16>900, price<40000, "
    "u:8. Any figure of any entry has a name, such as accelerator.memory_gb. Also kind: vendor: "
    "family: id: gpu:"
)
_EMPTY_WORDS: Final = {
    FAVOURITES: "No favourites yet. F, or the star beside a name, makes an entry one.",
    RECENT: "Nothing yet. What is placed or looked at is kept here.",
    OWN: "No part of your own yet. “Use my own part…” makes one of any part shown.",
}


class BrowsePage(QWidget):
    """Signals tell what is asked of the window: it knows placing, comparison and settings."""

    shown = Signal(object)
    looked_at = Signal(object)
    place_asked = Signal()

    def __init__(
        self, workspace: Workspace, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._settings = workspace, settings
        self._entry_index: EntryIndex | None = None
        self._past: list[tuple[str, Ref]] = []
        self._future: list[tuple[str, Ref]] = []
        self._left: Ref | None = None
        self._loading = True
        self._query: Query | None = None
        self._hits: tuple[Entry, ...] = ()
        self._led_from = self._led_to = ""
        self.setAccessibleName("Catalogue page")
        self.families = FamilyList(workspace)
        self.table = EntryTable(workspace)
        self.detail = DetailPane(workspace)
        self.search, self.doubt, self.count = QLineEdit(), QLabel(""), QLabel("")
        self.back, self.forward = QPushButton(), QPushButton()
        self.empty, self.elsewhere = QLabel(""), QPushButton("")
        self.middle = QStackedWidget()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(LOOKED_AT_MS)
        self._looking.timeout.connect(self._on_looked_at)
        self._connect()
        self._recolour()

    def show_index(self, entry_index: EntryIndex, *, complete: bool) -> None:
        """Show other contents; `complete` is False while the library is still being read."""
        self._entry_index, self._loading = entry_index, not complete
        self.refresh()

    def refresh(self) -> None:
        """Search anew; what was marked stays marked if it is still there."""
        entry_index = self._entry_index
        if entry_index is None:
            return
        before = ref_of(self.detail.entry) if self.detail.entry else self._left
        kept = entry_index.find(before) if before else None
        findings = look_for(
            self.search.text(), entry_index.everything(), rates=entry_index.catalog.rates
        )
        family_id = self.families.family_id()
        self._query = findings.query if findings.query.words else None
        self._hits = tuple(findings.entries)
        found = self._found(family_id, entry_index)
        if family_id != self._led_to:
            self._led_from = self._led_to = ""
        if findings.kind and not found and family_id != kind_named(findings.kind).family:
            # Who names a kind means to see it: the family's own signal searches anew.
            self._led_from = self._led_from or family_id
            self._led_to = kind_named(findings.kind).family
            self.families.choose(self._led_to)
            return
        if self._led_from and self._hits and not found:
            # A search led here, and no hand: the next one is of what was looked at before.
            back, self._led_from, self._led_to = self._led_from, "", ""
            self.families.choose(back)
            return
        self.table.entries.show_favourites(self._settings.favourites())
        changed = self.table.show_entries(found, family_id, entry_index, self._query)
        if changed:
            self._restore_columns()
        self._show_told(findings.told, "dim" if findings.kind else "warning")
        self._show_counts(entry_index)
        self._show_empty(found, family_id)
        if kept is not None and self.table.mark(kept):
            self._show(kept)
        elif found and (self.search.text().strip() or kept is None):
            self.table.mark(self.table.entries.entries[0])
        elif found or not self.search.text().strip():
            self._show(kept)
        else:
            # Nobody chose what the first letters of a search happened to find.
            self._left = before
            self._show(None)

    def show_marks(self) -> None:
        """Show favourites and counts as they now are; the list stands still."""
        self.table.entries.show_favourites(self._settings.favourites())
        if self._entry_index is not None:
            self._show_counts(self._entry_index)

    def choose_family(self, family_id: str) -> None:
        """Show a family."""
        self.families.choose(family_id)

    def show_entry(self, ref: Ref, *, remember: bool = True) -> bool:
        """Show an entry in its family; return whether there is such an entry."""
        entry = self._entry_index.find(ref) if self._entry_index else None
        if entry is None:
            return False
        if remember:
            self._remember()
        if self.table.entries.row_of(entry) < 0:
            self.search.clear()
            if self.table.entries.row_of(entry) < 0:
                self.families.choose(family_of(entry).id)
        self.table.clearSelection()
        self.table.mark(entry)
        return True

    def search_for(self, family_id: str, text: str) -> None:
        """Show what a search finds in a family."""
        self._remember()
        self.families.choose(family_id)
        self.search.setText(text)

    def go(self, step: int) -> None:
        """Go back (-1) or forward (+1) among the entries shown through links."""
        source, target = (self._past, self._future) if step < 0 else (self._future, self._past)
        if not source:
            return
        here = self._here()
        family_id, ref = source.pop()
        if here:
            target.append(here)
        self.families.choose(family_id)
        self.show_entry(ref, remember=False)
        self._show_history()

    def focus_search(self) -> None:
        """Give the keyboard to the search line."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def save_columns(self) -> None:
        """Remember how wide the columns of the family on show are."""
        state = self.table.horizontalHeader().saveState()
        self._settings.set_bytes(self._columns_key(), state)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Clear the search with Escape; go to the table with Down or Enter."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.table.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _found(self, family_id: str, entry_index: EntryIndex) -> list[Entry]:
        """Return what the search found in a family, best first."""
        if family_id == EVERYTHING:
            return list(self._hits)
        if family_id in (FAVOURITES, RECENT, OWN):
            return self._of_the_user(family_id, entry_index)
        return [entry for entry in self._hits if family_of(entry).id == family_id]

    def _of_the_user(self, family_id: str, entry_index: EntryIndex) -> list[Entry]:
        """Return favourites, recent entries or own parts: those found, or all in their order."""
        if family_id == OWN:
            entries = entry_index.own_parts()
        elif family_id == RECENT:
            entries = entry_index.named(self._settings.recent_entries())
        else:
            entries = entry_index.named(self._settings.favourites())
        if not self.search.text().strip():
            return entries
        kept = {ref_of(entry) for entry in entries}
        return [entry for entry in self._hits if ref_of(entry) in kept]

    def _show_told(self, told: str, role: str) -> None:
        set_role(self.doubt, role)
        self.doubt.setText(told)
        self.doubt.setVisible(bool(told))

    def _show_counts(self, entry_index: EntryIndex) -> None:
        counts = {family.id: 0 for family in FAMILIES}
        counts.update(Counter(family_of(entry).id for entry in self._hits))
        counts[EVERYTHING] = len(self._hits)
        for family_id in (FAVOURITES, RECENT, OWN):
            counts[family_id] = len(self._of_the_user(family_id, entry_index))
        self.families.families.show_counts(counts)

    def _show_empty(self, found: list[Entry], family_id: str) -> None:
        searching = bool(self.search.text().strip())
        row = self.families.currentIndex().data(ROW_ROLE)
        title = "" if row is None else row.title
        self.count.setText(plural(len(found), "entry", "entries"))
        everywhere = self.families.families.count(EVERYTHING) or 0
        self.elsewhere.setVisible(searching and everywhere > 0 and not found)
        self.elsewhere.setText(f"Show {plural(everywhere, 'entry', 'entries')} of all families")
        if self._loading and not searching:
            words = "Reading the catalogue…"
        elif searching:
            words = f"Nothing in {title} fits this search."
        else:
            words = _EMPTY_WORDS.get(family_id, f"The catalogue holds nothing in {title} yet.")
        self.empty.setText(words)
        self.middle.setCurrentIndex(0 if found else 1)

    def _show(self, entry: Entry | None) -> None:
        if entry is None or not self.detail.shows(entry, self._entry_index, self._query):
            self.detail.show_entry(entry, self._entry_index, self._query)
            self._looking.start()
        self.shown.emit(entry)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        entry = self.table.entries.entry_at(current)
        if entry is not None:
            self._show(entry)

    def _on_family(self, _family_id: str) -> None:
        self.refresh()
        # Another family starts with its first entry, unless the one on show stands in it.
        current = self.table.current()
        if current is None and self.table.entries.entries:
            self.table.mark(self.table.entries.entries[0])

    def _on_looked_at(self) -> None:
        if self.detail.entry is not None and self.isVisible():
            self.looked_at.emit(self.detail.entry)

    def _here(self) -> tuple[str, Ref] | None:
        entry = self.detail.entry
        return (self.families.family_id(), ref_of(entry)) if entry else None

    def _remember(self) -> None:
        here = self._here()
        if here:
            self._past.append(here)
            self._future.clear()
        self._show_history()

    def _show_history(self) -> None:
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._future))

    def _columns_key(self) -> str:
        names = "-".join(column.key for column in self.table.entries.columns)
        return f"catalogue-columns/{names}"

    def _restore_columns(self) -> None:
        head = self.table.horizontalHeader()
        state = self._settings.bytes(self._columns_key())
        if not state.isEmpty() and head.restoreState(state):
            head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _: self.refresh())
        self.search.installEventFilter(self)
        self.families.chosen.connect(self._on_family)
        self.table.selectionModel().currentChanged.connect(self._on_current)
        self.table.doubleClicked.connect(lambda _: self.place_asked.emit())
        self.table.horizontalHeader().sectionResized.connect(lambda *_: self._resized.start())
        self.detail.list.link_opened.connect(self.show_entry)
        self.detail.list.search_asked.connect(self.search_for)
        self.back.clicked.connect(lambda _: self.go(-1))
        self.forward.clicked.connect(lambda _: self.go(1))
        self.elsewhere.clicked.connect(lambda _: self.families.choose(EVERYTHING))
        self._workspace.theme_changed.connect(self._recolour)

    def _recolour(self) -> None:
        dim = self._workspace.theme.dim
        self._clear.setIcon(icon("close", dim))
        self.back.setIcon(icon("back", dim))
        self.forward.setIcon(icon("forward", dim))

    def _lay_out(self) -> None:
        # A drag of a column's edge is remembered once it is over.
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.setInterval(300)
        self._resized.timeout.connect(self.save_columns)
        for button, words, keys in (
            (self.back, "Back", "Alt+Left"), (self.forward, "Forward", "Alt+Right"),
        ):  # fmt: skip
            set_role(button, "quiet")
            button.setAccessibleName(words)
            button.setToolTip(f"{words} ({keys})")
            button.setFixedSize(30, 28)
            button.setAutoDefault(False)
            button.setEnabled(False)
        self._make_search()
        for label, role in ((self.doubt, "warning"), (self.count, "caption"), (self.empty, "dim")):
            set_role(label, role)
        self.doubt.setWordWrap(True)
        self.doubt.hide()
        upper = QHBoxLayout()
        upper.setSpacing(4)
        upper.addWidget(self.back)
        upper.addWidget(self.forward)
        upper.addWidget(self.search, 1)
        upper.addSpacing(8)
        upper.addWidget(self.count)
        head = QVBoxLayout()
        head.setContentsMargins(8, 8, 12, 8)
        head.setSpacing(6)
        head.addLayout(upper)
        head.addWidget(self.doubt)
        self.middle.addWidget(self.table)
        self.middle.addWidget(self._nothing())
        centre = QWidget()
        set_role(centre, "panel")
        centre.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.middle, 1)
        self.splitter.setAccessibleName("Families, entries, entry")
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget, least in ((self.families, 160), (centre, 320), (self.detail, 280)):
            widget.setMinimumWidth(least)
            self.splitter.addWidget(widget)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([FAMILY_PX, 640, DETAIL_PX])
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        pane = self.detail
        chain = (
            self.families, self.back, self.forward, self.search, self.table, pane.star, pane.place,
            pane.compare, pane.list,
        )  # fmt: skip
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _make_search(self) -> None:
        self.search.setPlaceholderText(EXAMPLE)
        self.search.setToolTip(TOKENS)
        self.search.setAccessibleName("Search the catalogue")
        self.search.setFixedHeight(28)
        self._clear = self.search.addAction(QIcon(), QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setText("Clear the search")
        self._clear.triggered.connect(self.search.clear)
        self._clear.setVisible(False)
        self.search.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName("Clear the search")

    def _nothing(self) -> QWidget:
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        set_role(self.elsewhere, "link")
        self.elsewhere.setAutoDefault(False)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(40, 0, 40, 0)
        column.addStretch(2)
        column.addWidget(self.empty)
        column.addWidget(self.elsewhere, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(3)
        return page


def favourite_key(entry: Entry) -> str:
    """Return an entry's place as the settings keep it."""
    return key_of(ref_of(entry))
