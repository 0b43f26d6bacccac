"""The outline: rows, racks, devices; fabrics, their tiers by rack. Made as it is opened."""

from dataclasses import dataclass, field

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QVBoxLayout, QWidget

from designer.model.design import Rack
from designer.model.layout import Layout, Placed
from designer.model.plural import plural
from designer.model.units import place_text
from designer.ui.kit.model_edge import as_read
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
NO_ROW = "not in a row"
NOTHING_STANDS = (
    "Nothing stands yet. Rows, racks and fabrics are listed here: drag a rack from the parts onto "
    "the floor, or begin from five questions (Ctrl+Shift+N)."
)


@dataclass(eq=False)
class Branch:
    """A line of the outline; `children` is None until somebody looks inside."""

    key: str
    text: str
    level: str
    parent: "Branch | None" = None
    position: int = 0
    children: "list[Branch] | None" = None
    hint: str = ""
    by_key: "dict[str, Branch]" = field(default_factory=dict)


class OutlineModel(QAbstractItemModel):
    """Rows → racks → devices, and fabrics → tiers in racks → switches, of the design as it is."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._root = Branch("", "", "root", children=[])
        self.rebuild()

    def rebuild(self) -> None:
        """Read the design anew."""
        self.beginResetModel()
        self._root = Branch("", "", "root", children=[])
        design = self._workspace.document.design
        rows = {row.id: row.name or row.id for row in design.rows}
        by_row: dict[str, list[Branch]] = {}
        for rack in sorted(design.racks, key=lambda r: r.name):
            branch = Branch(rack.id, rack.name, "rack", hint=self._filling(rack))
            by_row.setdefault(rack.row if rack.row in rows else "", []).append(branch)
        ordered = [*sorted(rows, key=lambda key: rows[key]), ""]
        for row_id in ordered:
            racks = by_row.get(row_id, [])
            if not racks and not row_id:
                continue
            name = f"Row {rows[row_id]}" if row_id else NO_ROW.capitalize()
            branch = Branch(row_id, name, "row", self._root, children=racks)
            branch.hint = str(len(racks))
            for position, rack_branch in enumerate(racks):
                rack_branch.parent, rack_branch.position = branch, position
                self._root.by_key[rack_branch.key] = rack_branch
            assert self._root.children is not None
            branch.position = len(self._root.children)
            self._root.children.append(branch)
        if design.fabrics:
            assert self._root.children is not None
            every = Branch("", "Fabrics", "fabrics", self._root, len(self._root.children), [])
            every.children = [
                Branch(fabric.id, fabric.name or fabric.id, "fabric", every, at)
                for at, fabric in enumerate(design.fabrics)
            ]
            self._root.children.append(every)
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own default
        """Return the index of a line."""
        children = self._children(self._branch(parent))
        if 0 <= row < len(children):
            return self.createIndex(row, column, children[row])
        return QModelIndex()

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override] # noqa: B008 - Qt has two of this name
        """Return the line above."""
        branch = self._branch(child)
        above = branch.parent
        if above is None or above is self._root:
            return QModelIndex()
        return self.createIndex(above.position, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of lines below; devices are made when first asked for."""
        return len(self._children(self._branch(parent)))

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008, N802 - Qt's own default and name
        """Return whether there may be something below, without making it."""
        branch = self._branch(parent)
        if branch.level == "fabric" and branch.children is None:
            return True
        if branch.level == "rack" and branch.children is None:
            layout = self._workspace.layout()
            rack = layout.racks.get(branch.key)
            return bool(rack and (rack.assembly or branch.key in layout.own_devices))
        return bool(self._children(branch))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return that there is one column."""
        return 1

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line's text and what it is."""
        branch = self._branch(index)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"{branch.text}  ·  {branch.hint}" if branch.hint else branch.text
        return branch.key if role == Qt.ItemDataRole.UserRole else None

    def keys_of(self, index: Index) -> tuple[str, ...]:
        """Return what selecting a line selects: a row selects its racks."""
        branch = self._branch(index)
        if branch.level in ("row", "tier"):
            return tuple(child.key for child in branch.children or ())
        if branch.level in ("fabrics", "fabric"):
            return ()
        return (branch.key,) if branch.key else ()

    def index_of(self, key: str) -> QModelIndex:
        """Return the line of a rack or device."""
        rack = self._root.by_key.get(key)
        if rack is not None:
            return self.createIndex(rack.position, 0, rack)
        placed = self._workspace.layout().find(key)
        above = self._root.by_key.get(placed.rack) if placed else None
        for child in self._children(above) if above else ():
            if child.key == key:
                return self.createIndex(child.position, 0, child)
        return QModelIndex()

    def _filling(self, rack: Rack) -> str:
        """Return what a rack holds, in words: its assembly, or how many devices."""
        layout = self._workspace.layout()
        assembly = layout.assemblies.get(rack.assembly)
        if assembly:
            return assembly.name or assembly.id
        number = len(layout.own_devices.get(rack.id, ()))
        return plural(number, "device") if number else ""

    def _branch(self, index: Index) -> Branch:
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, Branch) else self._root

    def _children(self, branch: Branch) -> list[Branch]:
        if branch.children is None:
            makes = {"rack": _devices, "fabric": _tiers}
            made = makes.get(branch.level)
            branch.children = made(branch, self._workspace) if made is not None else []
        return branch.children


def _devices(rack: Branch, workspace: Workspace) -> list[Branch]:
    layout: Layout = workspace.layout()
    made = []
    for position, placed in enumerate(reversed(layout.in_rack(rack.key))):
        part = workspace.catalog.get(placed.part)
        height = part.height_half_u if part else 0
        where = place_text(placed.half_u, height, placed.side) if height else placed.face
        made.append(Branch(placed.key, placed.name, "device", rack, position, [], where))
    return made


_TIERS = {"leaf": "Leaves", "spine": "Spines", "core": "Core switches"}


def _tiers(fabric: Branch, workspace: Workspace) -> list[Branch]:
    """Make the lines of a fabric: the switches of each tier, rack by rack."""
    layout = workspace.layout()
    found: dict[tuple[str, str], list[Placed]] = {}
    for placed in layout.every():
        if placed.fabric == fabric.key:
            found.setdefault((placed.tier or "leaf", placed.rack), []).append(placed)
    made = []
    order = sorted(found, key=lambda one: (-list(_TIERS).index(one[0]), one[1]))
    for position, (tier, rack) in enumerate(order):
        switches = found[tier, rack]
        text = f"{_TIERS[tier]}, {layout.name_of(rack)}"
        branch = Branch("", text, "tier", fabric, position, [], str(len(switches)))
        branch.children = [
            Branch(one.key, one.name, "device", branch, at, []) for at, one in enumerate(switches)
        ]
        made.append(branch)
    return made


class OutlinePanel(QWidget):
    """The tree; its selection is the workspace's."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._following = False
        self._dirty = False
        set_role(self, "panel")
        self.setAccessibleName("Outline panel")
        self.model = OutlineModel(workspace, self)
        self.tree = QTreeView()
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(16)
        self.tree.setAccessibleName("Outline")
        self.tree.header().setAccessibleName("Outline column")
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.selectionModel().selectionChanged.connect(self._on_chosen)
        self.tree.doubleClicked.connect(lambda i: workspace.focus(self.model.keys_of(i)))
        self.hint = WrappedLabel(NOTHING_STANDS)
        set_role(self.hint, "dim")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 2, 8)
        column.addWidget(self.hint)
        column.addWidget(self.tree)
        self._show_hint()
        workspace.document_changed.connect(lambda _: self._on_document())
        workspace.selection_changed.connect(self.follow_selection)
        self.tree.expandToDepth(0)

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while hidden."""
        super().showEvent(event)  # type: ignore[arg-type] # Qt passes a QShowEvent
        if self._dirty:
            self._rebuild()

    def follow_selection(self) -> None:
        """Mark what is selected elsewhere."""
        if self._following or not self.isVisible():
            return
        self._following = True
        chosen = QItemSelection()
        first = QModelIndex()
        for key in self._workspace.selection:
            index = self.model.index_of(key)
            if index.isValid():
                chosen.select(index, index)
                first = first if first.isValid() else index
        mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.tree.selectionModel().select(chosen, mode)
        if first.isValid():
            self.tree.scrollTo(first)
        self._following = False

    def _on_document(self) -> None:
        self._dirty = True
        if self.isVisible():
            self._rebuild()

    def _rebuild(self) -> None:
        self._dirty = False
        opened = {
            key for key in self.model_keys() if self.tree.isExpanded(self.model.index_of(key))
        }
        self._following = True
        self.model.rebuild()
        self._show_hint()
        self.tree.expandToDepth(0)
        for key in opened:
            self.tree.expand(self.model.index_of(key))
        self._following = False
        self.follow_selection()

    def _show_hint(self) -> None:
        self.hint.setVisible(not self.model.rowCount())

    def model_keys(self) -> list[str]:
        """Return the racks the tree now knows."""
        keys: list[str] = []
        for row in range(self.model.rowCount()):
            keys.extend(self.model.keys_of(self.model.index(row, 0)))
        return keys

    def _on_chosen(self) -> None:
        if self._following:
            return
        self._following = True
        keys: list[str] = []
        for index in self.tree.selectionModel().selectedIndexes():
            keys.extend(self.model.keys_of(index))
        self._workspace.select(keys)
        self._following = False
