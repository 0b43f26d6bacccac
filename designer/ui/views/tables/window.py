"""The window of tables, beside the drawing: list, filter, lines, sums, and panes that change them.

What is chosen here is selected on the floor, and what is selected there is marked here.
"""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.document.errors import EditError
from designer.model.plural import plural
from designer.ui.fields.tables.cables import CABLES, laid_by_hand
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.every import TABLES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import Order, in_slices
from designer.ui.fields.tables.marks import marked_lines, selected_by
from designer.ui.fields.tables.racks import RACKS
from designer.ui.fields.tables.search import Search, parse
from designer.ui.fields.tables.sums import Sum, sums
from designer.ui.kit.style import set_role
from designer.ui.state.actions import ActionSet
from designer.ui.state.cable_lines import CableLines
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.tables.change_pane import ChangePane
from designer.ui.views.tables.head_bar import HeadBar
from designer.ui.views.tables.kind_list import KindList
from designer.ui.views.tables.line_model import RackGroup
from designer.ui.views.tables.line_table import LineTable
from designer.ui.views.tables.offers_bar import OffersBar
from designer.ui.views.tables.paste_pane import PastePane
from designer.ui.views.tables.slices import Slices
from designer.ui.views.tables.small_floor import SmallFloor, racks_with
from designer.ui.views.tables.sums_bar import SumsBar
from designer.ui.views.tables.table_file import TableFile

TITLE: Final = "Tables"
USUAL: Final = (1360, 820)
SMALLEST: Final = (860, 480)
MANY: Final = 100_000
"""So many devices begin folded rack by rack."""
MOST_CHANGED: Final = 20_000
"""Lines that are changed at once: each cell is tried and shown first."""
_SIDE_PX: Final = 226
_TYPING_MS: Final = 150
_FOLLOW_MS: Final = 60
_FORWARDED: Final = (
    "edit.undo", "edit.redo", "view.theme", "view.back", "view.forward", "file.save",
)  # fmt: skip
"""Commands of the main window whose keys hold here too."""


class TablesWindow(QWidget):
    """Every kind of thing as a table.

    Parameters
    ----------
    actions
        The main window's commands; some of them can be given here too.
    folder
        Where files of the design go.
    """

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        folder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._space, self._settings = workspace, settings
        self.facts = Facts(workspace.layout(), workspace.catalog, workspace.report_store.report)
        self.cables = CableLines(workspace, self)
        self.table: Table = RACKS
        self._filters: dict[str, str] = {}
        self._order: Order | None = None
        self._search = Search()
        self._telling = self._following = self._anew = self._appears = False
        self._kept: frozenset[str] = frozenset()
        self.last_sums: tuple[Sum, ...] = ()
        set_role(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(f"{TITLE} – Cluster Designer")
        self.setAccessibleName(TITLE)
        self.setMinimumSize(*SMALLEST)
        self.kinds, self.lines = KindList(workspace), LineTable(workspace)
        self.head, self.offers = HeadBar(settings), OffersBar()
        self.filter, self.group = self.head.filter, self.head.group
        self.doubt, self.empty = QLabel(), QLabel()
        self.changing, self.pasting = ChangePane(workspace), PastePane(workspace)
        self.sums, self.floor = SumsBar(), SmallFloor(workspace)
        self._listing, self._summing = Slices(self), Slices(self)
        self.writing = TableFile(workspace, self.lines, self.offers, folder, self)
        self._typed, self._later, self._tell_later = (QTimer(self) for _ in range(3))
        self._lay_out(actions)
        self._connect()
        if not self.restoreGeometry(settings.bytes("tables")):
            screen = self.screen().availableSize() if self.screen() else None
            width = min(USUAL[0], screen.width() - 40) if screen else USUAL[0]
            height = min(USUAL[1], screen.height() - 80) if screen else USUAL[1]
            self.resize(max(width, SMALLEST[0]), max(height, SMALLEST[1]))
        self.kinds.choose(RACKS)

    # What is shown

    def show_table(self, table: Table) -> None:
        """Show a table, with the filter that it had last."""
        self._filters[self.table.id] = self.filter.text()
        self.table, self._order = table, None
        self.lines.setAccessibleName(table.title)
        self._close_panes()
        grouped = table.by_rack and table.count(self.facts) > MANY
        self.head.show_table(table, self._filters.get(table.id, ""), grouped=grouped)
        self.offers.change.setVisible(table.is_typed)
        self.offers.paste.setVisible(table.is_typed)
        self.offers.lay.setVisible(table is CABLES)
        self.cables.want(on=table is CABLES and self.isVisible())
        self._begin(anew=True)

    def refresh(self) -> None:
        """Follow the design and its report."""
        if not self.isVisible():
            return  # it catches up when it is shown
        space = self._space
        self.cables.want(on=self.table is CABLES)
        self.facts = Facts(
            space.layout(), space.catalog, space.report_store.report, self.cables.lines
        )
        self.kinds.kinds.show_counts([table.count(self.facts) for table in TABLES])
        self._begin()

    def columns_shown(self) -> tuple[Column, ...]:
        """Return the columns that are shown of the table."""
        usual = tuple(one.key for one in self.table.columns if one.shown)
        wanted = self._settings.table_columns(self.table.id) or usual
        of = {one.key: one for one in self.table.columns}
        return tuple(of[key] for key in wanted if key in of)

    def show_column(self, key: str, *, on: bool) -> None:
        """Show a column, or hide it; the first one stays."""
        wanted = [one.key for one in self.columns_shown() if one.key != key]
        if on:
            wanted.insert(self._place_of(key, wanted), key)
        first = self.table.columns[0].key
        if first not in wanted:
            wanted.insert(0, first)
        self._settings.set_table_columns(self.table.id, wanted)
        self._order = None  # as the headings show, which are put in their order anew
        self._begin(anew=True)

    def _place_of(self, key: str, among: Sequence[str]) -> int:
        """Return where a column goes that is shown again: before the next of the usual order."""
        usual = [one.key for one in self.table.columns]
        later = usual[usual.index(key) + 1 :]
        return next((at for at, one in enumerate(among) if one in later), len(among))

    def _on_arranged(self) -> None:
        """Remember in which order columns were dragged."""
        if self._model_table() is self.table:
            keys = [one.key for one in self.lines.shown_columns()]
            self._settings.set_table_columns(self.table.id, keys)

    def _begin(self, *, anew: bool = False) -> None:
        """List the lines, in slices; `anew` with other columns."""
        self._search = parse(self.filter.text(), self.table)
        self.doubt.setText(self._search.doubt)
        self.doubt.setVisible(bool(self._search.doubt))
        self._anew = self._anew or anew or self.table is not self._model_table()
        if not self.isVisible():
            return  # it is listed once, when it is shown
        if not self._anew:
            self._kept = frozenset(map(self.table.key, self.lines.chosen_lines()))
        facts, table = self.facts, self.table
        work = in_slices(facts, table, self._search, self._order)
        self._listing.begin(work, lambda found: self._show(facts, table, found))

    def _show(self, facts: Facts, table: Table, found: Sequence[Any]) -> None:
        model, other, self._anew = self.lines.model_of_lines, self._anew, False
        self._following = True
        place = self.lines.verticalScrollBar().value()
        model.show_lines(facts, table, self.columns_shown(), found)
        model.group(on=self.group.isChecked() and table.by_rack)
        if other:
            self.lines.show_columns(model.columns)
        self._following = False
        number, every = len(found), table.count(facts)
        told = f"{number:,}" if number == every else f"{number:,} of {every:,}"
        self.head.count.setText(f"{told}{self._still_coming(table)}")
        self.empty.setText(table.empty if not every else self._nothing_found())
        self.pages.setCurrentIndex(0 if number else 1)
        if other:
            self._follow_floor()
        else:
            self._mark(self._kept)
            self.lines.verticalScrollBar().setValue(place)
        if self._appears and self._space.selection:
            self._follow_floor()  # what was selected while nobody looked here
        self._appears = False
        filtered = bool(self.filter.text().strip())
        self.floor.show_listed(racks_with(facts, table, found) if filtered else None)
        self._on_chosen()
        self._refresh_panes()

    def _still_coming(self, table: Table) -> str:
        """Return how many of the cables are known, while others are on their way."""
        if table is not CABLES or self.cables.is_complete:
            return ""
        return f" · {len(self.cables.lines):,} read so far"

    def _model_table(self) -> Table:
        return self.lines.model_of_lines.table

    def _nothing_found(self) -> str:
        if self.table is CABLES and not self.cables.lines:
            return self.cables.why or "The engine is asked for the cables …"
        return f"No {self.table.one} fits the filter. Esc in the filter line empties it."

    # Selection, both ways

    def _mark(self, keys: frozenset[str]) -> None:
        """Choose the rows of lines by their keys, and tell nobody."""
        model = self.lines.model_of_lines
        key = model.table.key
        self._following = True
        rows = []
        for at, entry in enumerate(model.entries if keys else ()):
            held = entry.lines if isinstance(entry, RackGroup) else (entry,)
            if all(key(line) in keys for line in held):
                rows.append(at)
        self.lines.mark(rows, scroll=False)
        self._following = False

    def _follow_floor(self) -> None:
        """Mark what is selected on the floor."""
        if self._telling or not self.isVisible() or self._listing.is_working:
            return
        space, model = self._space, self.lines.model_of_lines
        picked = marked_lines(
            model.facts, model.table, model.lines, space.selection, space.selected_rack_ids()
        )
        if picked or self.lines.chosen_rows():
            self._mark(picked)
            rows = self.lines.chosen_rows()
            if rows:
                self.lines.scrollTo(model.index(rows[0], 0))
            self._on_chosen()

    def _on_choice(self) -> None:
        if not self._following:
            self._tell_later.start()
            self._on_chosen()

    def _tell_floor(self) -> None:
        """Select on the floor what is chosen here."""
        self._tell_later.stop()
        model = self.lines.model_of_lines
        self._telling = True
        self._space.select(selected_by(model.facts, model.table, self.lines.chosen_lines()))
        self._telling = False

    def _on_chosen(self) -> None:
        """Sum up what is chosen, or all that is shown."""
        model = self.lines.model_of_lines
        picked = self.lines.chosen_lines()
        many = plural(len(picked), model.table.one, model.table.many)
        self.offers.chosen.setText(
            f"{many} chosen" if picked else "Nothing chosen: sums are of all shown"
        )
        self.offers.show_there.setEnabled(bool(picked))
        lines = picked or model.lines
        head = (f"{len(lines):,}", "chosen" if picked else "shown")
        work = sums(model.facts, model.columns, lines)
        self._summing.begin(work, lambda found: self._show_sums(head, found), at_once=False)

    def _show_sums(self, head: tuple[str, str], found: tuple[Sum, ...]) -> None:
        self.last_sums = found
        self.sums.show_sums(head, found)

    def show_on_floor(self) -> None:
        """Select the chosen lines and have the drawing show them."""
        model, picked = self.lines.model_of_lines, self.lines.chosen_lines()
        keys = selected_by(model.facts, model.table, picked)
        if keys:
            self._telling = True
            self._space.focus(keys)
            self._telling = False
        elif picked:
            self.offers.say(f"{plural(len(picked), 'line')} stand nowhere on the floor", "warning")

    # Changes

    def change(self) -> None:
        """Open the pane that changes a column of the chosen lines."""
        model = self.lines.model_of_lines
        picked = self.lines.chosen_lines()
        if not model.table.is_typed:
            why = f"{model.table.title} follow from the design and are not typed"
            self.offers.say(model.table.why_read or why, "warning")
        elif not picked:
            self.offers.say("Choose some lines first, or all with Ctrl+A", "warning")
        elif len(picked) > MOST_CHANGED:
            self.offers.say(f"At most {MOST_CHANGED:,} lines are changed at once", "warning")
        else:
            self._open(self.changing)
            column = self.lines.current_column()
            self.changing.begin(model.facts, model.table, picked, column)

    def lay_by_hand(self) -> None:
        """Lay the chosen cables by hand as their rules have them, as one step."""
        picked = self.lines.chosen_lines()
        if self.table is not CABLES or not picked:
            self.offers.say("Choose some cables first", "warning")
            return
        try:
            edit, many = laid_by_hand(self.facts, picked)
        except EditError as refusal:
            self.offers.say(str(refusal), "warning")
            return
        label = f"Lay {plural(many, 'cable')} by hand"
        if self._space.apply(label, edit):
            self._space.message.emit(f"{label}: one step to undo", "info")

    def paste(self) -> None:
        """Open the pane of what the clipboard holds."""
        model = self.lines.model_of_lines
        text = QGuiApplication.clipboard().text()
        if why := self.pasting.begin(model.facts, model.table, text):
            self.offers.say(why, "warning")
            return
        self._open(self.pasting)
        self.pasting.paste.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, pane: QWidget) -> None:
        self.panes.setCurrentWidget(pane)
        if not self.panes.isVisible():
            self.panes.show()
            self.halves.setSizes([3 * self.height() // 5, 2 * self.height() // 5])

    def _close_panes(self) -> None:
        self.panes.hide()
        self.lines.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh_panes(self) -> None:
        """Let an open pane follow what is chosen, and the design."""
        if not self.panes.isVisible():
            return
        model = self.lines.model_of_lines
        if self.panes.currentWidget() is self.pasting:
            self.pasting.refresh(model.facts)
        elif 0 < len(picked := self.lines.chosen_lines()) <= MOST_CHANGED:
            self.changing.refresh(model.facts, picked)
        else:
            self._close_panes()

    # Of Qt, and how it is put together

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)
        self._appears = True
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember how the window was left; work no more."""
        super().hideEvent(event)
        self._listing.stop()
        self._summing.stop()
        self.writing.stop()
        self.cables.want(on=False)
        self._settings.set_bytes("tables", self.saveGeometry())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the last column end at the edge."""
        super().resizeEvent(event)
        self.lines.end_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape steps back: out of a pane, out of the filter, at last out of the window."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()  # also where no line has the keyboard
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.writing.is_working:
            self.writing.stop()
        elif self.panes.isVisible():
            self._close_panes()
        elif self.filter.text():
            self.filter.clear()
        else:
            self.close()

    def _sort(self, column: object, descending: bool) -> None:
        self._order = Order(column, descending) if isinstance(column, Column) else None
        self._begin()

    def _on_group(self, on: bool) -> None:
        self._following = True
        self.lines.model_of_lines.group(on=on)
        self._following = False
        self._follow_floor()
        self._on_chosen()

    def column_menu(self) -> QMenu:
        """Return the columns, to be ticked."""
        menu, now = QMenu(self), {one.key for one in self.columns_shown()}
        menu.setAccessibleName("Columns")
        for one in self.table.columns:
            action = QAction(one.heading, menu)
            action.setCheckable(True)
            action.setChecked(one.key in now)
            action.setEnabled(one is not self.table.columns[0])
            action.toggled.connect(lambda on, key=one.key: self.show_column(key, on=on))
            menu.addAction(action)
        return menu

    def _open_columns(self) -> None:
        self.head.pop_up(self.column_menu(), self.head.columns)

    def _connect(self) -> None:
        space = self._space
        for timer, wait, slot in (
            (self._typed, _TYPING_MS, self._begin), (self._later, _FOLLOW_MS, self.refresh),
            (self._tell_later, _FOLLOW_MS, self._tell_floor),
        ):  # fmt: skip
            timer.setSingleShot(True)
            timer.setInterval(wait)
            timer.timeout.connect(slot)
        self.kinds.chosen.connect(self.show_table)
        self.filter.textChanged.connect(lambda _: self._typed.start())
        self.filter.returnPressed.connect(lambda: self.lines.setFocus())
        self.lines.chosen.connect(self._on_choice)
        self.lines.sort_asked.connect(self._sort)
        self.lines.arranged.connect(self._on_arranged)
        self.lines.show_asked.connect(self.show_on_floor)
        self.lines.change_asked.connect(self.change)
        self.lines.paste_asked.connect(self.paste)
        for button, slot in (
            (self.head.columns, self._open_columns), (self.head.export, self.writing.ask),
            (self.offers.change, self.change), (self.offers.paste, self.paste),
            (self.offers.lay, self.lay_by_hand), (self.offers.copy, self.lines.copy),
            (self.offers.show_there, self.show_on_floor),
        ):  # fmt: skip
            button.clicked.connect(lambda _=False, do=slot: do())
        self.group.toggled.connect(self._on_group)
        for pane in (self.changing, self.pasting):
            pane.closed.connect(self._close_panes)
        space.document_changed.connect(lambda _: self._later.start())
        space.report_changed.connect(self._later.start)
        self.cables.changed.connect(self._later.start)
        space.selection_changed.connect(self._follow_floor)
        space.message.connect(self._on_message)
        for keys, act in (("Ctrl+F", self._to_filter), ("Ctrl+W", self.close)):
            QShortcut(QKeySequence(keys), self).activated.connect(act)

    def _on_message(self, text: str, kind: str) -> None:
        if self.isVisible():
            self.offers.say(text, kind)

    def _to_filter(self) -> None:
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def _lay_out(self, actions: ActionSet) -> None:
        for action_id in _FORWARDED:
            self.addAction(actions[action_id])
        self.panes, self.pages = QStackedWidget(), QStackedWidget()
        for pane in (self.changing, self.pasting):
            self.panes.addWidget(pane)
        self.panes.hide()
        nothing = QFrame()
        set_role(nothing, "panel")
        inside = QVBoxLayout(nothing)
        set_role(self.empty, "dim")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        inside.addWidget(self.empty)
        for page in (self.lines, nothing):
            self.pages.addWidget(page)
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setAccessibleName("Lines, and what changes them")
        self.halves.setHandleWidth(1)
        self.halves.setChildrenCollapsible(False)
        set_role(self.doubt, "warning")
        self.doubt.setContentsMargins(14, 4, 14, 4)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, stretch in (
            (self.head, 0), (self.doubt, 0), (self.pages, 1), (self.offers, 0),
        ):  # fmt: skip
            column.addWidget(widget, stretch)
        self.halves.addWidget(upper)
        self.halves.addWidget(self.panes)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.halves, 1)
        column.addWidget(self.sums)
        whole = QSplitter(Qt.Orientation.Horizontal)
        whole.setAccessibleName("Tables, lines")
        whole.setHandleWidth(1)
        whole.setChildrenCollapsible(False)
        whole.addWidget(self._side())
        whole.addWidget(right)
        whole.setStretchFactor(1, 1)
        whole.setSizes([_SIDE_PX, USUAL[0] - _SIDE_PX])
        around = QHBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(whole)

    def _side(self) -> QWidget:
        side = QFrame()
        set_role(side, "panel")
        side.setMinimumWidth(160)
        column = QVBoxLayout(side)
        column.setContentsMargins(6, 10, 2, 6)
        title = QLabel("TABLES")
        set_role(title, "section")
        title.setContentsMargins(8, 0, 0, 0)
        column.addWidget(title)
        column.addWidget(self.kinds, 1)
        column.addWidget(self.floor)
        return side
