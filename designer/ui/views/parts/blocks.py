"""Pods that were saved, assemblies of the design and parts of the room, dragged as parts are."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QListWidget, QMenu, QWidget

from designer.document.clip_plans import clip_of_assembly, placed_pod
from designer.document.edits.paste import PasteTarget, lost_in, paste
from designer.document.element_plans import STARTS, clip_of_element
from designer.document.floor_words import floor_words
from designer.model.design import Design
from designer.model.network_keys import element_key
from designer.model.plural import plural
from designer.model.room import ElementKind
from designer.ui.kit.drags import carry
from designer.ui.kit.rows import show_rows
from designer.ui.state.clip_formats import ClipMime
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

ROW_PX: Final = 24
MOST_ROWS: Final = 6


@dataclass(frozen=True)
class Block:
    """A line: a pod with its racks, an assembly of the design by its id, or a part of the room.

    Attributes
    ----------
    short
        What stands behind the name; all words are in the tooltip.
    """

    name: str
    words: str
    short: str
    pod: Design | None = None
    assembly: str = ""
    element: ElementKind | None = None


_ELEMENTS: Final[tuple[tuple[str, ElementKind], ...]] = (
    ("Column", "column"), ("Inner wall", "wall"), ("Ramp", "ramp"),
    ("Keep-out zone", "keep-out"), ("Ceiling zone", "ceiling"),
)  # fmt: skip
_ROOM: Final = tuple(
    Block(words, "drag it onto the floor, or Enter", f"· {STARTS[kind][0]} × {STARTS[kind][1]} mm",
          element=kind)
    for words, kind in _ELEMENTS
)  # fmt: skip


def _on_floor(design: Design) -> list[str]:
    """Return by what racks and parts of the room are selected."""
    room = [element_key(one.id) for one in design.room.obstacles]
    return [*(rack.id for rack in design.racks), *room]


class BlockList(QListWidget):
    """The list; hidden where there is nothing to list.

    Signals
    -------
    drag_cancelled
        A drag that began here was dropped nowhere.
    listed
        Whether anything is.
    """

    drag_cancelled = Signal()
    listed = Signal(bool)

    def __init__(
        self, workspace: Workspace, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._settings = workspace, settings
        self.blocks: tuple[Block, ...] = ()
        self._pods: tuple[Design, ...] = ()
        self._asked = ""
        self.setAccessibleName("Pods, assemblies and parts of the room")
        self.setDragEnabled(True)
        self.setDragDropMode(QListWidget.DragDropMode.DragOnly)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.itemActivated.connect(lambda _: self.place_chosen())
        workspace.document_changed.connect(lambda told: self._on_change(told.before, told.after))
        self.refresh()
        # The window stands before files are read for it.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.reload)
        self._soon.start(0)

    def reload(self) -> None:
        """Read the pods that are saved, and list them."""
        self._pods = self._settings.pods.every()
        self.refresh()

    def search(self, text: str) -> None:
        """List what has all words of a text in its name."""
        self._asked = text.strip().casefold()
        self.refresh()

    def refresh(self) -> None:
        """List pods first, then assemblies, then what a room has."""
        space = self._workspace
        held = [floor_words(space.catalog, pod.racks) for pod in self._pods]
        pods = [
            Block(pod.name, f"pod, {words}", f"· {words}", pod)
            for pod, words in zip(self._pods, held, strict=True)
        ]
        layout = space.layout()
        fillings = [
            Block(one.name or one.id, *self._copies(layout.copies.get(one.id, 0)), None, one.id)
            for one in space.document.design.assemblies
        ]
        words = self._asked.split()
        self.blocks = tuple(
            block for block in (*pods, *fillings, *_ROOM)
            if all(word in block.name.casefold() for word in words)
        )  # fmt: skip
        texts = [f"{one.name} {one.short}" for one in self.blocks]
        show_rows(self, texts, [f"{one.name} · {one.words}" for one in self.blocks])
        most = MOST_ROWS if pods or fillings else len(_ROOM)
        self.setFixedHeight(ROW_PX * min(max(len(texts), 1), most) + 4)
        self.setVisible(bool(texts))
        self.listed.emit(bool(texts))

    def clip_of(self, row: int) -> Design | None:
        """Return what a line stands for; None of none."""
        if not 0 <= row < len(self.blocks):
            return None
        block = self.blocks[row]
        if block.element is not None:
            return clip_of_element(block.element)
        if block.pod is not None:
            return placed_pod(self._workspace.catalog, block.pod) if block.pod.racks else None
        clip = clip_of_assembly(self._workspace.document.design, block.assembly)
        return clip if clip.racks else None

    def place_chosen(self) -> bool:
        """Place the chosen one at the free place nearest to where it was made."""
        clip, space = self.clip_of(self.currentRow()), self._workspace
        if clip is None:
            return False
        before = set(_on_floor(space.document.design))
        lost = lost_in(space.document.design, clip)
        if not space.apply(f"Place {clip.name}", paste(space.catalog, clip, PasteTarget())):
            return False
        space.select(key for key in _on_floor(space.document.design) if key not in before)
        space.message.emit(f"Placed {clip.name}{f'; {lost}' if lost else ''}", "info")
        return True

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803 - Qt's names
        """Drag the chosen one, as what is copied is written."""
        clip = self.clip_of(self.currentRow())
        if clip is None:
            return
        mime = ClipMime(clip, self._workspace.catalog, None)
        if carry(self, mime, Qt.DropAction.CopyAction) == Qt.DropAction.IgnoreAction:
            self.drag_cancelled.emit()

    def _copies(self, number: int) -> tuple[str, str]:
        """Return all words of it, and those that stand behind the name."""
        words = f"assembly, {plural(number, 'copy', 'copies')}" if number else "assembly, no copy"
        return words, f"× {number:,}"

    def _on_change(self, before: Design, after: Design) -> None:
        if before.assemblies is not after.assemblies or before.racks is not after.racks:
            self.refresh()

    def _open_menu(self, at: QPoint) -> None:
        row = self.indexAt(at).row()
        block = self.blocks[row] if 0 <= row < len(self.blocks) else None
        if block is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Place", self.place_chosen)
        if block.pod is not None:
            menu.addAction("Remove pod", lambda: self.remove(block.name))
        menu.popup(self.viewport().mapToGlobal(at))

    def remove(self, name: str) -> None:
        """Remove a pod that was saved."""
        refusal = self._settings.pods.remove(name)
        words = f"Pod {name} is not removed: {refusal}" if refusal else f"Removed pod {name}"
        self._workspace.message.emit(words, "warning" if refusal else "info")
        self.reload()
