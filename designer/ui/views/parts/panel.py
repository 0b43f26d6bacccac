"""The palette: a search line above the list of parts."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.render.icons import icon
from designer.ui.kit.drags import carry
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.part_picture import DRAG_HELD_AT, drag_pixmap
from designer.ui.state.part_words import ListOrder, list_names
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.parts.blocks import BlockList
from designer.ui.views.parts.delegate import PartDelegate
from designer.ui.views.parts.model import PartModel

HINT = "Enter places at the first fit, Shift+Enter by arrows, or drag"
NOTHING_FITS = "No part fits this search: clear it, or look further in the catalogue."
RECENT_SHOWN = 3
EXAMPLE = "Search parts: kind:node power<15 gpus>=8"


class PartList(QListView):
    """The list of parts; starts the drags.

    Signals
    -------
    drag_cancelled
        A drag that began here was dropped nowhere, or ended with Escape.
    placed
        Id of a part that a drag from here put into the design.
    """

    drag_cancelled = Signal()
    placed = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setAccessibleName("Parts")
        self.setItemDelegate(PartDelegate(workspace))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803 - Qt's names
        """Drag the chosen part with a picture of it."""
        model = self.model()
        part = model.part_at(self.currentIndex()) if isinstance(model, PartModel) else None
        if part is None or not isinstance(model, PartModel):
            return
        mime = model.mimeData([self.currentIndex()])
        picture = drag_pixmap(part, self._workspace.theme, self.devicePixelRatioF())
        before = self._workspace.document.revision
        done = carry(self, mime, Qt.DropAction.CopyAction, picture, DRAG_HELD_AT)
        if done == Qt.DropAction.IgnoreAction:
            self.drag_cancelled.emit()
        elif self._workspace.document.revision != before:
            # A drop that is refused is accepted, too, so that it can say why.
            self.placed.emit(part.id)


class PartsPanel(QWidget):
    """Search and list.

    Signals
    -------
    part_chosen
        Id of the part now marked, for the panels that show its figures.
    catalogue_asked
        Id of the part to show in the catalogue, empty for the catalogue as it was left.
    aim_asked
        Id of a part that arrows are to place.
    canvas_asked
        The keyboard is to go back to the drawing: Escape, or a drag that was cancelled.
    """

    part_chosen = Signal(str)
    catalogue_asked = Signal(str)
    canvas_asked = Signal()
    aim_asked = Signal(str)

    def __init__(
        self, workspace: Workspace, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._settings = workspace, settings
        self._is_behind = False
        self._listed: list[str] = []
        self._catalog: Catalog | None = None
        self._order = ListOrder(())
        self._asked = ""
        set_role(self, "panel")
        self.setAccessibleName("Parts panel")
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search parts")
        self.search.setToolTip(EXAMPLE)
        self.search.setAccessibleName("Search parts")
        self.search.setFixedHeight(28)
        self._clear = self._clearing()
        self.search.textChanged.connect(lambda _: self.refresh())
        self.search.installEventFilter(self)
        self.model = PartModel(self)
        self.list = PartList(workspace)
        self.list.setModel(self.model)
        self.list.drag_cancelled.connect(self.canvas_asked)
        self.list.placed.connect(self._note_placed)
        self.list.doubleClicked.connect(lambda _: self.place_chosen())
        self.list.installEventFilter(self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.blocks = BlockList(workspace, settings, self)
        self.blocks.drag_cancelled.connect(self.canvas_asked)
        self.search.textChanged.connect(self.blocks.search)
        self.note = WrappedLabel(NOTHING_FITS)
        set_role(self.note, "dim")
        hint = QLabel(HINT)
        set_role(hint, "caption")
        hint.setWordWrap(True)
        hint.setContentsMargins(4, 0, 4, 0)
        self.catalogue = QPushButton("Catalogue…")
        self.catalogue.setToolTip("Every part and figure with its source, prices, comparison (F5)")
        self.catalogue.clicked.connect(lambda _: self.catalogue_asked.emit(""))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 4, 8)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self.note)
        column.addWidget(self.list, 1)
        self._add_blocks(column)
        column.addWidget(hint)
        column.addWidget(self.catalogue)
        workspace.theme_changed.connect(self._recolour)
        self._recolour()
        self.refresh()

    def _add_blocks(self, column: QVBoxLayout) -> None:
        """Lay out pods, assemblies and parts of the room under their title, seen with them."""
        title = QLabel("PODS, ASSEMBLIES, ROOM")
        set_role(title, "section")
        title.setContentsMargins(8, 4, 0, 0)
        column.addWidget(title)
        column.addWidget(self.blocks)
        title.setVisible(bool(self.blocks.blocks))
        self.blocks.listed.connect(title.setVisible)

    def _clearing(self) -> QAction:
        """Return what empties the search, at its end."""
        clear = self.search.addAction(QIcon(), QLineEdit.ActionPosition.TrailingPosition)
        clear.setText("Clear the search")
        clear.triggered.connect(self.search.clear)
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName("Clear the search")
        return clear

    def refresh(self) -> None:
        """Search anew, and mark what fits best; the same search keeps what was marked.

        What an earlier search marked is no answer to this one: Enter would place it.
        """
        self._is_behind = False
        chosen, at, before = self.chosen(), self.list.currentIndex().row(), len(self.model.rows)
        query = self.search.text().strip()
        is_new, self._asked = query not in {"", self._asked}, query
        catalog = self._workspace.catalog
        if catalog is not self._catalog:
            self._catalog, self._order = catalog, ListOrder(catalog.parts)
            self.model.names = list_names(catalog.parts)
        found = catalog.find(query)
        # Words rank what they find; figures that are compared only choose among all.
        parts = list(found.entries) if found.query.words else self._order.sorted(found.entries)
        self.model.show(
            parts,
            searching=bool(query),
            recent=[] if query else self._last_placed(),
            favourites=[] if query else self._favourites(),
        )
        self.note.setVisible(bool(found.told) or not self.model.rows)
        self.note.setText(found.told or NOTHING_FITS)
        self._clear.setVisible(bool(query))
        row = self._row_of(chosen, at + len(self.model.rows) - before) if chosen else -1
        if (row < 0 or is_new) and query and len(self.model.rows) > 1:
            # The best fit, which need not be in the first group: an id that is typed whole.
            row = max(self.model.row_of(parts[0].id), 1) if parts else 1
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))

    def chosen(self) -> Part | None:
        """Return the part that is marked."""
        return self.model.part_at(self.list.currentIndex())

    def choose(self, part_id: str) -> None:
        """Mark a part."""
        row = self.model.row_of(part_id)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))

    def place_chosen(self) -> bool:
        """Place the marked part at its first fit."""
        part = self.chosen()
        if part is None:
            self._workspace.message.emit("Choose a part in the list first", "warning")
            return False
        return self.place(part)

    def aim_chosen(self) -> bool:
        """Let the marked part be placed by arrows in the drawing."""
        part = self.chosen()
        if part is None:
            self._workspace.message.emit("Choose a part in the list first", "warning")
            return False
        self.aim_asked.emit(part.id)
        return True

    def place(self, part: Part) -> bool:
        """Place a part at its first fit and remember it."""
        placed = place_at_first_fit(self._workspace, part)
        if placed:
            self._note_placed(part.id)
        return placed

    def _note_placed(self, part_id: str) -> None:
        """Remember what was placed; it is listed while the pointer is not here."""
        self._settings.add_recent_part(part_id)
        self._is_behind = True
        self._catch_up()

    def leaveEvent(self, event: QEvent) -> None:
        """List what was placed while the pointer was here: nothing moves under it."""
        super().leaveEvent(event)
        self._catch_up()

    def _catch_up(self) -> None:
        """List what was placed above what is in view, so that every part stays where it is seen.

        The next part is aimed at before the pointer is back over the list.
        """
        here = self.isVisible() and self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        if here or not self._is_behind:
            return
        bar = self.list.verticalScrollBar()
        at, before = bar.value(), self._height()
        self.refresh()
        self.list.doItemsLayout()
        bar.setValue(at + self._height() - before)

    def _last_placed(self) -> list[Part]:
        """Return the parts last placed; one that is listed keeps its row.

        What is new comes in place of what was placed longest ago, or on top while there is room.
        """
        known = self._workspace.catalog.get
        latest = [key for key in self._settings.recent_parts() if known(key)][:RECENT_SHOWN]
        new = [key for key in latest if key not in self._listed]
        rows = []
        for key in self._listed:
            if key in latest:
                rows.append(key)
            elif new:
                rows.append(new.pop())
        self._listed = [*new, *rows]
        return [part for part in map(known, self._listed) if part is not None]

    def _row_of(self, part: Part, likely: int) -> int:
        """Return the row of a part: of its rows the one given, if it is one of them."""
        rows = self.model.rows
        is_there = 0 <= likely < len(rows) and rows[likely] == part
        return likely if is_there else self.model.row_of(part.id)

    def _height(self) -> int:
        """Return how high all rows are, whatever of them is in view."""
        last = self.model.index(len(self.model.rows) - 1)
        return self.list.visualRect(last).bottom() + self.list.verticalScrollBar().value()

    def menu(self, part: Part) -> QMenu:
        """Return what can be done with a part."""
        menu = QMenu(self)
        menu.setAccessibleName(f"Commands on {part.name}")
        place = menu.addAction("Place at the first fit")
        place.setEnabled(part.placeable)
        place.triggered.connect(lambda: self.place_chosen())
        aims = menu.addAction("Place where arrows put it")
        aims.setEnabled(part.placeable)
        aims.triggered.connect(lambda: self.aim_chosen())
        key = f"part/{part.id}"
        on = key in self._settings.favourites()
        star = menu.addAction("Take out of the favourites" if on else "Make a favourite")
        star.triggered.connect(lambda: self._set_favourite(key, not on))
        menu.addSeparator()
        menu.addAction("Show in catalogue").triggered.connect(
            lambda: self.catalogue_asked.emit(part.id)
        )
        return menu

    def focus_search(self) -> None:
        """Give the keyboard to the search line."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place with Enter; go from the search line to the list with the arrow keys."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            if plain and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.place_chosen()
                return True
            shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            if shift and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.aim_chosen()
                return True
            if watched is self.search and event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                if self.chosen() is None and len(self.model.rows) > 1:
                    self.list.setCurrentIndex(self.model.index(1))
                return True
            if event.key() == Qt.Key.Key_Escape:
                if watched is self.search and self.search.text():
                    self.search.clear()
                elif not self._workspace.what_if.restore():
                    self.canvas_asked.emit()
                return True
        return super().eventFilter(watched, event)

    def _open_menu(self, at: QPoint) -> None:
        part = self.model.part_at(self.list.indexAt(at))
        if part is not None:
            menu = self.menu(part)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(at))

    def _set_favourite(self, key: str, on: bool) -> None:
        self._settings.set_favourite(key, on)
        self.refresh()

    def _favourites(self) -> list[Part]:
        """Return the favourites that can be placed, in the order in which they became such."""
        keys = (key.partition("/") for key in self._settings.favourites())
        found = (self._workspace.catalog.get(part) for table, _, part in keys if table == "part")
        return [part for part in found if part is not None and part.placeable]

    def _recolour(self) -> None:
        self._clear.setIcon(icon("close", self._workspace.theme.dim))
        self.list.viewport().update()

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        part = self.model.part_at(current)
        if part:
            self.part_chosen.emit(part.id)
