"""Copy, cut and paste of racks and devices: within a design, between windows, to other programs."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from designer.catalog.part import Part
from designer.document.edits.clips import clip_of, is_clip, loose_devices
from designer.document.edits.paste import PasteTarget, lost_in, paste
from designer.document.element_plans import element_with
from designer.document.floor_words import floor_words
from designer.model.design import Design
from designer.model.network_keys import element_key, element_of
from designer.model.plural import plural
from designer.render.clip_picture import ClipPicture
from designer.ui.commands.view_protocols import PointedFloor
from designer.ui.state.actions import ActionSet
from designer.ui.state.clip_formats import CLIP, ClipMime, clip_in, may_be_clip
from designer.ui.state.removing import remove_keys, words_for
from designer.ui.state.workspace import Workspace

AHEAD_MS: Final = 300
NOTHING_TO_COPY = "select racks or devices first"
NOTHING_TO_PASTE = "copy racks or devices first"


class PartsTaker(Protocol):
    """What keeps the parts that a design brings beside those of the catalogue."""

    def take_parts(self, parts: Iterable[Part]) -> None:
        """Take parts where the catalogue has none of their ids."""


class ClipboardCommands(QObject):
    """Carries them out, and keeps their availability in step with selection and clipboard."""

    def __init__(
        self,
        workspace: Workspace,
        actions: ActionSet,
        window: QWidget,
        floor: PointedFloor,
        session: PartsTaker,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._workspace, self._actions, self._floor = workspace, actions, floor
        actions.bind("edit.copy", self.copy)
        actions.bind("edit.cut", self.cut)
        actions.bind("edit.paste", self.paste)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        QGuiApplication.clipboard().dataChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        nothing = "" if self._keys() else NOTHING_TO_COPY
        self._actions.allow("edit.copy", nothing)
        self._actions.allow("edit.cut", nothing)
        held = may_be_clip(QGuiApplication.clipboard().mimeData())
        self._actions.allow("edit.paste", "" if held else NOTHING_TO_PASTE)

    def _keys(self) -> tuple[str, ...]:
        """Return what can be copied of the selection: racks, devices, columns, walls and zones."""
        layout = self._workspace.layout()
        found = self._workspace.selection
        return tuple(
            key for key in found
            if key in layout.racks or layout.find(key) is not None
            or element_with(layout.design, key) is not None
        )  # fmt: skip

    def copy(self) -> bool:
        """Put racks and devices of the selection on the clipboard; say what."""
        keys = self._keys()
        clip = clip_of(self._workspace.document.design, keys)
        if not is_clip(clip):
            return False
        space, layout = self._workspace, self._workspace.layout()
        mounted = [key for key in keys if not element_of(key)]
        racks = tuple(dict.fromkeys(self._rack_of(key) for key in mounted))
        devices = [key for key in mounted if key not in layout.racks]
        picture = ClipPicture(layout, space.catalog, racks, devices) if racks else None
        QGuiApplication.clipboard().setMimeData(ClipMime(clip, space.catalog, picture))
        QTimer.singleShot(AHEAD_MS, self, self.read_ahead)
        left_out = len(space.selection) - len(keys)
        more = f"; {plural(left_out, 'thing')} beside racks stayed out" if left_out else ""
        space.message.emit(f"Copied {words_for(space, keys)}{more}", "info")
        return True

    def read_ahead(self) -> None:
        """Read what was copied, so that pasting 500 racks need not wait for it; it is kept."""
        mime = QGuiApplication.clipboard().mimeData()
        if mime is not None and mime.hasFormat(CLIP):
            clip_in(mime)

    def _rack_of(self, key: str) -> str:
        placed = self._workspace.layout().find(key)
        return key if placed is None else placed.rack

    def cut(self) -> None:
        """Put racks and devices of the selection on the clipboard and remove them, as one step."""
        keys = self._keys()
        if self.copy():
            remove_keys(self._workspace, keys, "Cut")

    def paste_at(self, x_mm: int, y_mm: int) -> None:
        """Paste the clipboard: racks at a place of the floor."""
        self._paste((x_mm, y_mm))

    def paste(self) -> None:
        """Paste the clipboard: racks at the pointer, devices into the racks that are selected."""
        self._paste(self._floor.pointed_at())

    def _paste(self, at_mm: tuple[int, int] | None) -> None:
        space = self._workspace
        found = clip_in(QGuiApplication.clipboard().mimeData())
        if found is None:
            space.message.emit(f"There is nothing to paste: {NOTHING_TO_PASTE}", "warning")
            return
        if not space.may_change():
            return
        clip = found.design
        self._session.take_parts(found.parts)
        others = [part for part in found.parts if self._is_other(part)]
        before = self._ids()
        lost = lost_in(space.document.design, clip)
        target = PasteTarget(at_mm, self._takers(clip), self._floor.in_view())
        words = self._words(clip)
        if not space.apply(f"Paste {words}", paste(space.catalog, clip, target)):
            return
        added = self._ids() - before
        racks = {key for key in added if key in space.layout().racks or element_of(key)}
        space.select(sorted(racks or added))
        told = [one for one in (lost, _figures_kept(others)) if one]
        space.message.emit(". ".join((f"Pasted {words}", *told)), "warning" if told else "info")

    def _is_other(self, part: Part) -> bool:
        """Return whether this design has other figures of a part than the one it was copied in."""
        catalog = self._workspace.catalog
        ours = catalog.get(part.id)
        return ours is not None and catalog.digest(ours) != catalog.digest(part)

    def _takers(self, clip: Design) -> tuple[str, ...]:
        """Return the racks that take devices: those that are selected or hold what is."""
        return self._workspace.target_rack_ids() if loose_devices(clip) else ()

    def _words(self, clip: Design) -> str:
        catalog = self._workspace.catalog
        said: Sequence[str] = [floor_words(catalog, clip.racks)] if clip.racks else []
        loose = loose_devices(clip)
        room = clip.room.obstacles
        more = [plural(len(loose), "device")] if loose else []
        more += [room[0].called if len(room) == 1 else f"{len(room)} elements"] if room else []
        return " and ".join([*said, *more])

    def _ids(self) -> set[str]:
        design = self._workspace.document.design
        room = {element_key(one.id) for one in design.room.obstacles}
        return room | {one.id for one in design.racks} | {one.id for one in design.devices}


def _figures_kept(others: Sequence[Part]) -> str:
    """Return that parts have this design's figures, where those that were copied differ."""
    if not others:
        return ""
    more = f" and {plural(len(others) - 1, 'other')}" if len(others) > 1 else ""
    return (
        f"{others[0].name}{more} has this design's figures, which are not those it was copied with"
    )
