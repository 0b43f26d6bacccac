"""The catalogue's window: browser and comparison, beside the drawing.

It stands at once: parts are shown as soon as it is painted, the library is read after that.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Entry
from designer.catalog.library import Library
from designer.catalog.load import shipped_library
from designer.catalog.part import Part
from designer.render.icons import icon
from designer.ui.kit.keys_ahead import KeysAhead
from designer.ui.kit.style import set_role
from designer.ui.state.actions import ActionSet
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.catalogue.browse_page import BrowsePage, favourite_key
from designer.ui.views.catalogue.compare_bar import CompareBar
from designer.ui.views.catalogue.compare_page import ComparePage
from designer.ui.views.catalogue.compare_rows import refusal
from designer.ui.views.catalogue.entry_index import EntryIndex, ref_from, ref_of
from designer.ui.views.catalogue.family_list import EVERYTHING, FAVOURITES, RECENT
from designer.ui.views.catalogue.placing_words import why_not_placed

if TYPE_CHECKING:
    from designer.runtime.own_parts import OwnParts

USUAL: Final = (1440, 860)
SMALLEST: Final = (860, 480)
FIRST_FAMILY: Final = "nodes"
_FORWARDED: Final = ("edit.undo", "edit.redo", "view.theme")
"""Commands of the main window whose keys hold here too."""


class CatalogWindow(QWidget):
    """Browser and comparison.

    Parameters
    ----------
    actions
        The main window's commands; some of them can be given here too.
    own
        The user's own parts and entries; without it there are none.
    catalog
        Gives the parts to show; by default those of the design.

    Signals
    -------
    own_part_asked
        The part to begin an own one with, or None.
    configure_asked
        The system to begin a configured one with, or None.
    marks_changed
        Favourites or recent parts changed: other lists show the same ones.
    """

    own_part_asked = Signal(object)
    configure_asked = Signal(object)
    marks_changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        parent: QWidget | None = None,
        own: "OwnParts | None" = None,
        catalog: Callable[[], Catalog] | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._workspace, self._settings = workspace, settings
        self._own = own
        self._catalog = catalog or (lambda: workspace.catalog)
        self._library: Library | None = None
        self._asked = False
        self._after_reading: tuple[str, str] | None = None
        self.entry_index = EntryIndex(self._catalog(), Library({}))
        self.compared: list[Entry] = []
        set_role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("Catalogue – Cluster Designer")
        self.setAccessibleName("Catalogue")
        self.setMinimumSize(*SMALLEST)
        self.page = BrowsePage(workspace, settings)
        self._keys_ahead = KeysAhead(self.page.search)
        self.compare = ComparePage(workspace)
        self.compare_bar = CompareBar(workspace)
        self.pages = QStackedWidget()
        self.tabs = {name: QPushButton(name) for name in ("Browse", "Compare")}
        self.own_part = QPushButton("Use my own part…")
        self.configure = QPushButton("Configure a system…")
        self._lay_out(actions)
        self._connect()
        self._restore()
        self.page.table.setFocus()

    def show_entry(self, key: str) -> None:
        """Show an entry by `table/id`, or a part by its id; what is yet unread is shown later."""
        self.show_page("Browse")
        ref = ref_from(key)
        if not self.page.show_entry(ref) and self._library is None:
            self._after_reading = ref

    def show_family(self, family_id: str) -> None:
        """Show a family."""
        self.show_page("Browse")
        self.page.choose_family(family_id)

    def show_page(self, name: str) -> None:
        """Bring the browser or the comparison to the front."""
        for other, tab in self.tabs.items():
            tab.setChecked(other == name)
        self.pages.setCurrentIndex(list(self.tabs).index(name))
        shown = self.page.table if name == "Browse" else self.compare.table
        shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_typing(self) -> None:
        """Give the keyboard to the search line, unless the comparison is shown.

        What is typed before the window has the keyboard stands there, too.
        """
        if self.pages.currentIndex() == 0:
            self.page.focus_search()
            self._keys_ahead.begin()

    def search_for(self, text: str) -> None:
        """Show what a search finds among all entries."""
        self._search()
        self.page.search_for(EVERYTHING, text)

    def refresh(self) -> None:
        """Follow the catalogue: another design brings other parts with it."""
        if self.entry_index.catalog is not self._catalog():
            if self._library is not None and self._own is not None:
                self._library = self._own.library
            self._rebuild_index(self._library or Library({}))

    def place(self) -> None:
        """Place the entry on show at the first fit, or say why that cannot be."""
        entry = self.page.detail.entry
        if entry is None:
            return
        reason = why_not_placed(entry, self.entry_index)
        if reason or not isinstance(entry, Part):
            self.compare_bar.say(reason, "warning")
        elif place_at_first_fit(self._workspace, entry):
            self._settings.add_recent_part(entry.id)
            self._follow_settings()

    def toggle_favourite(self) -> None:
        """Make the chosen entries favourites, or no longer, as the one on show is not or is."""
        entry = self.page.detail.entry
        if entry is None:
            return
        on = favourite_key(entry) not in self._settings.favourites()
        chosen = self.page.table.chosen()
        for each in chosen if any(e is entry for e in chosen) else [entry]:
            self._settings.set_favourite(favourite_key(each), on)
        self._follow_settings()
        self.compare_bar.say(f"{entry.name} is {'a' if on else 'no longer a'} favourite")

    def toggle_compared(self) -> None:
        """Take the entry on show out of the comparison, or put the chosen ones into it."""
        entry = self.page.detail.entry
        if entry is None:
            return
        if self._is_compared(entry):
            self.take_out(entry)
            return
        chosen = self.page.table.chosen()
        for each in chosen if any(e is entry for e in chosen) else [entry]:
            why = refusal(self.compared, each)
            if why:
                self.compare_bar.say(why, "warning")
                break
            self.compared.append(each)
            self.compare_bar.say(f"{each.name} is in the comparison")
        self._show_compared()

    def take_out(self, entry: Entry) -> None:
        """Take an entry out of the comparison."""
        self.compared = [other for other in self.compared if other is not entry]
        self.compare_bar.say(f"{entry.name} is out of the comparison")
        self._show_compared()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Place with Enter, F: favourite, C: compare; Escape steps back, at last out of it."""
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier,
        )  # fmt: skip
        browsing = self.pages.currentIndex() == 0
        key = event.key()
        if plain and browsing and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.place()
        elif plain and browsing and key == Qt.Key.Key_F:
            self.toggle_favourite()
        elif plain and browsing and key == Qt.Key.Key_C:
            self.toggle_compared()
        elif key == Qt.Key.Key_Escape and not browsing:
            self.show_page("Browse")
        elif key == Qt.Key.Key_Escape and self.page.search.text():
            self.page.search.clear()
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Read the library once the window is on the screen."""
        super().paintEvent(event)
        if not self._asked:
            self._asked = True
            QTimer.singleShot(0, self, self._read)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember how the window was left."""
        super().hideEvent(event)
        self._settings.set_bytes("catalogue", self.saveGeometry())
        self._settings.set_bytes("catalogue-columns", self.page.splitter.saveState())
        self.page.save_columns()

    def _read(self) -> None:
        """Read the library; without it the parts can still be browsed."""
        try:
            self._library = self._own.library if self._own else shipped_library()
        except (OSError, ValueError) as error:
            self._library = Library({})
            self.compare_bar.say(str(error), "error")
        self._rebuild_index(self._library)
        if self._after_reading:
            self.page.show_entry(self._after_reading, remember=False)
            self._after_reading = None

    def _rebuild_index(self, library: Library) -> None:
        own = self._own.parts if self._own else ()
        self.entry_index = EntryIndex(self._catalog(), library, (part.id for part in own))
        found = [self.entry_index.find(ref_of(entry)) for entry in self.compared]
        self.compared = [entry for entry in found if entry is not None]
        self.page.show_index(self.entry_index, complete=self._library is not None)
        self._show_compared()

    def _is_compared(self, entry: Entry) -> bool:
        return any(other is entry for other in self.compared)

    def _show_compared(self) -> None:
        number = len(self.compared)
        self.tabs["Compare"].setText(f"Compare  {number}" if number else "Compare")
        self.tabs["Compare"].setAccessibleName(f"Compare, {number}")
        self.compare_bar.show_entries(self.compared)
        self.compare.show_entries(self.compared, self.entry_index)
        self._show_state()

    def _show_state(self) -> None:
        entry = self.page.detail.entry
        if entry is not None:
            self.page.detail.show_state(
                favourite=favourite_key(entry) in self._settings.favourites(),
                compared=self._is_compared(entry),
            )

    def _follow_settings(self) -> None:
        """Show favourites and recent entries as they now are, here and elsewhere."""
        if self.page.families.family_id() in {FAVOURITES, RECENT}:
            self.page.refresh()
        else:
            self.page.show_marks()
        self._show_state()
        self.marks_changed.emit()

    def _on_looked_at(self, entry: Entry) -> None:
        self._settings.add_recent_entry(favourite_key(entry))
        if self.page.families.family_id() != RECENT:
            # The list of recent entries must not move under the pointer.
            self.page.show_marks()

    def _make_first(self, entry: Entry) -> None:
        self.compared = [entry, *(other for other in self.compared if other is not entry)]
        self._show_compared()

    def _clear_compared(self) -> None:
        self.compared = []
        self._show_compared()

    def _on_message(self, text: str, kind: str) -> None:
        if self.isVisible():
            self.compare_bar.say(text, kind)

    def _connect(self) -> None:
        self.page.shown.connect(lambda _: self._show_state())
        self.page.looked_at.connect(self._on_looked_at)
        self.page.place_asked.connect(self.place)
        self.page.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.page.table.customContextMenuRequested.connect(self._open_menu)
        self.page.table.refused.connect(lambda why: self.compare_bar.say(why, "warning"))
        self.page.detail.place_asked.connect(self.place)
        self.page.detail.compare_asked.connect(self.toggle_compared)
        self.page.detail.favourite_asked.connect(self.toggle_favourite)
        self.compare.reference_asked.connect(self._make_first)
        self.compare.told.connect(self.compare_bar.say)
        self.compare_bar.removed.connect(self.take_out)
        self.compare_bar.cleared.connect(self._clear_compared)
        self._workspace.message.connect(self._on_message)
        self._workspace.document_changed.connect(lambda _: self.refresh())
        self._workspace.theme_changed.connect(self._recolour)
        for keys, slot in (
            ("Ctrl+F", self._search),
            ("Ctrl+W", self.close),
            ("Alt+Left", lambda: self.page.go(-1)),
            ("Alt+Right", lambda: self.page.go(1)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self._recolour()

    def _ask(self, asked: SignalInstance) -> None:
        entry = self.page.detail.entry
        asked.emit(entry if isinstance(entry, Part) else None)

    def menu(self) -> QMenu:
        """Return what can be done with the entry on show."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        entry = self.page.detail.entry
        menu.setAccessibleName(f"Commands on {entry.name}" if entry else "Commands")
        if entry is None:
            return menu
        starred = favourite_key(entry) in self._settings.favourites()
        compared = self._is_compared(entry)
        reason = why_not_placed(entry, self.entry_index)
        for words, keys, slot, why in (
            ("Place at the first fit", "Return", self.place, reason),
            ("Take out of the favourites" if starred else "Make a favourite", "F",
             self.toggle_favourite, ""),
            ("Take out of the comparison" if compared else "Add to the comparison", "C",
             self.toggle_compared, ""),
        ):  # fmt: skip
            action = menu.addAction(words)
            # Shown only: the key itself is the window's, which knows where the keyboard is.
            action.setText(f"{words}\t{keys}")
            action.setEnabled(not why)
            action.setToolTip(why)
            action.triggered.connect(slot)
        return menu

    def _open_menu(self, at: QPoint) -> None:
        if self.page.table.indexAt(at).isValid():
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.page.table.viewport().mapToGlobal(at))

    def _search(self) -> None:
        if self.pages.currentIndex() != 0:
            self.show_page("Browse")
        self.page.focus_search()

    def _recolour(self) -> None:
        self.own_part.setIcon(icon("plus", self._workspace.theme.dim))
        self.configure.setIcon(icon("node", self._workspace.theme.dim))

    def _restore(self) -> None:
        self.show_page("Browse")
        if not self.restoreGeometry(self._settings.bytes("catalogue")):
            screen = self.screen().availableSize() if self.screen() else None
            width = min(USUAL[0], screen.width() - 40) if screen else USUAL[0]
            height = min(USUAL[1], screen.height() - 80) if screen else USUAL[1]
            self.resize(max(width, SMALLEST[0]), max(height, SMALLEST[1]))
        self.page.splitter.restoreState(self._settings.bytes("catalogue-columns"))
        self.page.families.choose(FIRST_FAMILY)
        self.page.show_index(self.entry_index, complete=False)
        self._show_compared()

    def _lay_out(self, actions: ActionSet) -> None:
        for action_id in _FORWARDED:
            self.addAction(actions[action_id])
        top = QFrame()
        set_role(top, "top")
        top.setFixedHeight(44)
        bar = QHBoxLayout(top)
        bar.setContentsMargins(12, 0, 12, 0)
        bar.setSpacing(4)
        for name, tab in self.tabs.items():
            set_role(tab, "view")
            tab.setCheckable(True)
            tab.setAutoDefault(False)
            tab.clicked.connect(lambda _=False, n=name: self.show_page(n))
            bar.addWidget(tab)
        bar.addStretch(1)
        for button, asked in (
            (self.configure, self.configure_asked), (self.own_part, self.own_part_asked),
        ):  # fmt: skip
            set_role(button, "quiet")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, told=asked: self._ask(told))
            bar.addWidget(button)
        self.pages.addWidget(self.page)
        self.pages.addWidget(self.compare)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addWidget(self.pages, 1)
        column.addWidget(self.compare_bar)
