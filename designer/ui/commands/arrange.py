"""The commands that lock, group, align, distribute, choose what is alike and copy properties."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.alike import WORDS, Alike, By
from designer.document.copied_properties import CALLED, Copied, copied_of, takers
from designer.document.document import Edit
from designer.document.edits.arranging import Axis, Side
from designer.document.edits.groups import group_of, with_groups
from designer.document.locks import lockable_of
from designer.model import step_words
from designer.model.held_things import LAYERED
from designer.model.plural import plural
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.removing import words_for
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.layers_dialog import LayersDialog
from designer.ui.views.dialogs.properties_dialog import PropertiesDialog

NOTHING: Final = "select something first"
_SIDES: Final[dict[str, tuple[Side, str]]] = {
    "arrange.left": ("left", "Align left edges of"),
    "arrange.right": ("right", "Align right edges of"),
    "arrange.top": ("top", "Align top edges of"),
    "arrange.bottom": ("bottom", "Align bottom edges of"),
    "arrange.middle_x": ("centre-x", "Align middles of"),
    "arrange.middle_y": ("centre-y", "Align middles of"),
    "arrange.fronts": ("fronts", "Align fronts of"),
}
_AXES: Final[dict[str, Axis]] = {"arrange.spread_x": "x", "arrange.spread_y": "y"}
_FREE: Final = frozenset({"arrange.copy_properties", "view.layers", "view.show_all"})
"""Commands that leave the design as it is: a review does not hold them."""
_ALIKE: Final[tuple[By, ...]] = ("part", "kind", "contents", "row", "feed", "role")


class ArrangeCommands(QObject):
    """Carries out the commands on the selection, each as one step; keeps them allowed or not."""

    def __init__(self, workspace: Workspace, actions: ActionSet, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._window = workspace, actions, window
        self.prompt: TextPrompt | PropertiesDialog | None = None
        self.copied: Copied | None = None
        self.layers: LayersDialog | None = None
        slots: dict[str, Callable[[], object]] = {
            "arrange.lock": self.lock_or_unlock,
            "arrange.group": self.group,
            "arrange.ungroup": self.ungroup,
            "arrange.layer": self.ask_layer,
            "arrange.tiles": self.to_tiles,
            "arrange.units": self.align_units,
            "arrange.copy_properties": self.copy_properties,
            "arrange.paste_properties": self.ask_properties,
            "view.layers": self.show_layers,
            "view.show_all": workspace.layers.show_all,
            **{key: partial(self._align, key) for key in _SIDES},
            **{key: partial(self._spread, key) for key in _AXES},
        }
        for action_id, slot in slots.items():
            free = action_id in _FREE
            actions.bind(action_id, slot if free else partial(self._outside_review, slot))
        for by in _ALIKE:
            actions.bind(f"select.{by}", partial(self.select_alike, by))
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        workspace.layers.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        layout, allow, keys = (
            self._workspace.layout(),
            self._actions.allow,
            self._workspace.selection,
        )
        nothing = "" if keys else NOTHING
        held = list(islice((key for key in keys if lockable_of(layout, key) is not None), 2))
        brought = "what an assembly brings is held by its rack: select the rack, or detach it"
        lockable = nothing or ("" if held else brought)
        allow("arrange.lock", lockable)
        locked = bool(held) and self._all_locked(keys)
        self._actions["arrange.lock"].setText("Unlock" if locked else "Lock")
        two = "select two things or more"
        allow("arrange.group", lockable or ("" if len(held) > 1 else two))
        grouped = any(
            rack.group if (rack := layout.racks.get(key)) else group_of(layout, key) for key in keys
        )
        allow("arrange.ungroup", nothing or ("" if grouped else "none of these is in a group"))
        floor = any(found[0] in LAYERED for key in keys if (found := lockable_of(layout, key)))
        allow("arrange.layer", nothing or ("" if floor else "select racks, trays or power"))
        racks = sum(key in layout.racks for key in keys)
        for action_id in _SIDES:
            allow(action_id, "" if racks > 1 else "select two racks or more")
        for action_id in _AXES:
            allow(action_id, "" if racks > 2 else "select three racks or more")
        allow("arrange.tiles", "" if racks else "select a rack first")
        allow("arrange.units", "" if len(self._devices()) > 1 else "select two devices or more")
        for by in _ALIKE:
            allow(f"select.{by}", nothing)
        hidden = self._workspace.layers.any_hidden
        allow("view.show_all", "" if hidden else "no layer is hidden")
        self._refresh_properties(nothing)

    def _refresh_properties(self, nothing: str) -> None:
        layout, keys = self._workspace.layout(), self._workspace.selection
        one = "" if len(keys) == 1 else "select the one thing whose properties are to be copied"
        self._actions.allow("arrange.copy_properties", nothing or one)
        copied = self.copied
        reason = "copy the properties of something first (Ctrl+Alt+C)"
        if copied is not None:
            some = takers(layout, copied, keys)
            reason = "" if some else f"select what takes those of a {CALLED[copied.collection]}"
        self._actions.allow("arrange.paste_properties", reason)

    def _all_locked(self, keys: Iterable[str]) -> bool:
        """Return whether all of some things are locked that can be."""
        layout = self._workspace.layout()
        found = (lockable_of(layout, key) for key in keys)
        return all(one[1].locked for one in found if one is not None)

    def _devices(self) -> tuple[str, ...]:
        layout = self._workspace.layout()
        return tuple(
            key for key in self._workspace.selection if key not in layout.racks and layout.find(key)
        )

    def _racks(self) -> tuple[str, ...]:
        layout = self._workspace.layout()
        return tuple(key for key in self._workspace.selection if key in layout.racks)

    def _outside_review(self, slot: Callable[[], object]) -> None:
        if self._workspace.may_change():
            slot()

    def _do(self, label: str, edit: Edit, said: str) -> bool:
        done = self._workspace.apply(label, edit)
        if done:
            self._workspace.message.emit(said, "info")
        return done

    def lock_or_unlock(self) -> None:
        """Lock what is selected; unlock it where all of it is locked."""
        layout = self._workspace.layout()
        keys = [k for k in self._workspace.selection if lockable_of(layout, k) is not None]
        if not keys:
            return
        words, them = words_for(self._workspace, keys), "it" if len(keys) == 1 else "them"
        if self._all_locked(keys):
            self._do(f"Unlock {words}", edits.unlock(tuple(keys), layout), f"Unlocked {words}")
            return
        left = len(self._workspace.selection) - len(keys)
        note = f"; {plural(left, 'device')} of assemblies stay as their racks are" if left else ""
        said = f"Locked {words}: Ctrl+L unlocks {them}{note}"
        self._do(f"Lock {words}", edits.lock(tuple(keys), layout), said)

    def group(self) -> None:
        """Group what is selected, under the next free name."""
        layout = self._workspace.layout()
        keys = tuple(k for k in self._workspace.selection if lockable_of(layout, k) is not None)
        name = edits.free_name(layout.design)
        said = f"{name} of {plural(len(keys), 'thing')}: Alt and a click choose one of it"
        label = step_words.group(words_for(self._workspace, keys))
        self._do(label, edits.group(keys, name, layout), said)

    def ungroup(self) -> None:
        """Take apart the groups of what is selected."""
        layout = self._workspace.layout()
        mine = tuple(key for key in self._workspace.selection if group_of(layout, key))
        keys = with_groups(layout, mine)
        names = sorted({group_of(layout, key) for key in mine})
        said = f"{', '.join(names)} taken apart"
        self._do(f"Ungroup {', '.join(names)}", edits.ungroup(keys, layout), said)

    def ask_layer(self) -> None:
        """Ask on which layer of its own name the selection is to be."""
        layout = self._workspace.layout()
        found = ((key, lockable_of(layout, key)) for key in self._workspace.selection)
        mine = {key: one[1] for key, one in found if one is not None and one[0] in LAYERED}
        keys, now = tuple(mine), {one.layer for one in mine.values()}
        words = words_for(self._workspace, keys)

        def attempt(name: str) -> str:
            label = f"Put {words} on {name.strip() or 'no layer'}"
            return self._workspace.attempt(label, edits.put_on_layer(keys, name, layout))

        self.prompt = TextPrompt(
            "Layer", f"{words}. Things on a layer are shown, hidden and spared together; empty "
            "for none.", "Name of the layer", "Put on layer", self._window,
            now.pop() if len(now) == 1 else "", attempt=attempt,
        )  # fmt: skip
        self.prompt.open()

    def _align(self, action_id: str) -> None:
        side, verb = _SIDES[action_id]
        ids = self._racks()
        label = f"{verb} {words_for(self._workspace, ids)}"
        self._do(label, edits.align_racks(self._workspace.catalog, ids, side), label)

    def _spread(self, action_id: str) -> None:
        ids = self._racks()
        label = f"Distribute {words_for(self._workspace, ids)}"
        edit = edits.distribute_racks(self._workspace.catalog, ids, _AXES[action_id])
        self._do(label, edit, label)

    def to_tiles(self) -> None:
        """Put the corners of what is selected on the lines between tiles."""
        ids = self._racks()
        label = f"Put {words_for(self._workspace, ids)} on the tile grid"
        self._do(label, edits.racks_to_tiles(self._workspace.catalog, ids), label)

    def align_units(self) -> None:
        """Put the selected devices to the unit of the first, each in its rack."""
        keys = self._devices()
        first = self._workspace.layout().name_of(keys[0])
        label = f"Align {plural(len(keys), 'device')} with {first}"
        self._do(label, edits.align_devices(self._workspace.catalog, keys), label)

    def select_alike(self, by: By) -> None:
        """Select all that is like the selection; say how many, or that nothing can be said."""
        space = self._workspace
        found = Alike(space.layout(), space.catalog).like(space.selection, by)
        if not found:
            what = WORDS[by].replace("the same", "no")
            space.message.emit(f"What is selected has {what} to go by", "warning")
            return
        shown = space.layers.shown(found)
        hidden = len(found) - len(shown)
        space.select(shown)
        note = f"; {hidden:,} more are hidden" if hidden else ""
        space.message.emit(f"{plural(len(shown), 'thing')} of {WORDS[by]}{note}", "info")

    def show_layers(self) -> None:
        """Open the list of layers beside the drawing."""
        if self.layers is None:
            self.layers = LayersDialog(self._workspace, self._window)
        self.layers.show()
        self.layers.raise_()
        self.layers.activateWindow()

    def copy_properties(self) -> None:
        """Keep the properties of the one thing that is selected."""
        space = self._workspace
        self.copied = copied_of(space.layout(), space.catalog, space.selection[0])
        if self.copied is None:
            space.message.emit("It has no properties that others could take", "warning")
        else:
            said = f"Copied the properties of {self.copied.name}: Ctrl+Alt+V gives them to others"
            space.message.emit(said, "info")
        self.refresh()

    def ask_properties(self) -> None:
        """Ask which of the copied properties the selection is to take."""
        if self.copied is None:
            return
        self.prompt = PropertiesDialog(self._workspace, self.copied, self._window)
        self.prompt.open()
