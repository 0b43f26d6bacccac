"""The commands of the Edit and Insert menus, carried out on the workspace."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import hypot
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.catalog.kinds import kind_of
from designer.catalog.part import Part
from designer.document import edits
from designer.document.edits.row_trays import draw_row_trays
from designer.document.placement import box_around, rack_box
from designer.model import step_words
from designer.model.design import Design, Note, Rack
from designer.model.plural import plural
from designer.ui.commands.view_protocols import PartsList, SeenFloor
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.removing import remove_keys, words_for
from designer.ui.state.turning import mirror, turn
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.row_dialog import RowDialog, RowPlan

NOTHING_SELECTED = "select something first"
NO_RACK = "select a rack first"
_HELD_IN_REVIEW: Final = frozenset((
    "edit.duplicate", "edit.rotate", "edit.mirror", "edit.mirror_sides", "edit.detach",
    "insert.part", "insert.aim", "insert.rack", "insert.row", "insert.tray", "insert.row_trays",
))  # fmt: skip
"""Commands that touch nothing a review writes; to rename or remove may be about a remark."""


class EditCommands(QObject):
    """Carries out edits and keeps the actions' availability in step with document and selection."""

    def __init__(
        self,
        workspace: Workspace,
        actions: ActionSet,
        parts: PartsList,
        window: QWidget,
        floor: SeenFloor,
    ) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._parts = workspace, actions, parts
        self._floor = floor
        self._window = window
        self.prompt: TextPrompt | RowDialog | None = None
        self._copied: tuple[Design | None, Design | None, tuple[str, ...]] = (None, None, ())
        slots: dict[str, Callable[[], object]] = {
            "edit.undo": self.undo,
            "edit.redo": self.redo,
            "edit.duplicate": self.duplicate,
            "edit.remove": self.remove,
            "edit.rotate": self.rotate,
            "edit.mirror": lambda: mirror(workspace, "y"),
            "edit.mirror_sides": lambda: mirror(workspace, "x"),
            "edit.rename": self.ask_name,
            "edit.detach": self.detach,
            "edit.select_all": self.select_all,
            "edit.select_none": lambda: workspace.select(()),
            "insert.part": parts.place_chosen,
            "insert.aim": parts.aim_chosen,
            "insert.rack": self.insert_rack,
            "insert.row": self.ask_row,
            "insert.note": self.ask_note,
            "insert.tray": floor.draw_tray,
            "insert.row_trays": self.draw_row_trays,
        }
        for action_id, slot in slots.items():
            held = action_id in _HELD_IN_REVIEW
            actions.bind(action_id, partial(self._outside_review, slot) if held else slot)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        document, allow = self._workspace.document, self._actions.allow
        selection = self._workspace.selection
        layout = self._workspace.layout()
        racks = [key for key in selection if key in layout.racks]
        nothing = "" if selection else NOTHING_SELECTED
        allow("edit.undo", "" if document.can_undo else "nothing to undo")
        allow("edit.redo", "" if document.can_redo else "nothing to redo")
        for action_id in ("edit.duplicate", "edit.remove", "edit.select_none"):
            allow(action_id, nothing)
        for action_id in ("edit.rotate", "edit.mirror", "edit.mirror_sides"):
            allow(action_id, "" if racks else NO_RACK)
        one = "" if len(selection) == 1 else "select exactly one thing"
        allow("edit.rename", one)
        copies = [key for key in racks if layout.racks[key].assembly]
        allow("edit.detach", "" if copies else "select a rack that is a copy of an assembly")
        allow("edit.select_all", "" if next(self._racks(), None) else "there are no racks")
        chosen = self._parts.chosen()
        for action_id in ("insert.part", "insert.aim"):
            allow(action_id, "" if chosen else "choose a part in the list first")

    def _outside_review(self, slot: Callable[[], object]) -> None:
        """Do a command; in a review it is told why not, before any reason of its own."""
        if self._workspace.may_change():
            slot()

    def draw_row_trays(self) -> None:
        """Draw trays behind all rows, joined at both ends, as one step."""
        space = self._workspace
        if space.apply(step_words.DRAW_ROW_TRAYS, draw_row_trays(space.catalog)):
            space.message.emit("Trays are drawn behind all rows; undo takes them away", "info")

    def undo(self) -> None:
        """Undo the last step and say which."""
        document = self._workspace.document
        if document.can_undo:
            label = document.history.current.label
            undone = document.design
            if not self._workspace.go_to(document.history.position - 1):
                return
            originals, copies, keys = self._copied
            if copies is undone and originals is document.design:
                self._workspace.select(keys)
            self._workspace.message.emit(f"Undone: {label}", "info")

    def redo(self) -> None:
        """Redo the next step and say which."""
        document = self._workspace.document
        if document.can_redo and self._workspace.go_to(document.history.position + 1):
            self._workspace.message.emit(f"Redone: {document.history.current.label}", "info")

    def remove(self) -> None:
        """Remove what is selected, and say so; also what leaves its assembly by it."""
        if self._workspace.selection:
            remove_keys(self._workspace, self._workspace.selection)

    def duplicate(self) -> None:
        """Duplicate what is selected and select the copies; say where, if that is out of view."""
        keys, seen = self._workspace.selection, self._floor.in_view()
        before = self._ids()
        edit = edits.duplicate(self._workspace.catalog, keys, seen)
        words = words_for(self._workspace, keys)
        design, catalog = self._workspace.document.design, self._workspace.catalog
        if keys and self._workspace.apply(f"Duplicate {words}", edit):
            self._copied = (design, self._workspace.document.design, keys)
            racks = {rack.id for rack in self._workspace.document.design.racks}
            added = self._ids() - before
            copies = sorted(added & racks or added)
            self._workspace.select(copies)
            note, beyond = edits.duplicate_notes(design, catalog, keys, seen)
            severity = "warning" if note else "info"
            told = f"Duplicated {words}{self._where(keys, copies, beyond)}"
            self._workspace.message.emit(note or told, severity)

    def _where(self, keys: Sequence[str], copies: Sequence[str], beyond: str) -> str:
        """Return how far away copies stand and why, where they could not stand in view."""
        layout, catalog = self._workspace.layout(), self._workspace.catalog
        racks, made = (
            [layout.racks[k] for k in ids if k in layout.racks] for ids in (keys, copies)
        )
        if not racks or not made or not beyond:
            return ""
        old, new = (box_around(rack_box(catalog, rack) for rack in some) for some in (racks, made))
        away = hypot(new[0] - old[0], new[1] - old[1]) / 1000
        at = f"x {new[0] / 1000:.1f} m, y {new[1] / 1000:.1f} m"
        return f": {away:.1f} m away, at {at}, because {beyond}"

    def rotate(self) -> None:
        """Turn the selected racks, by 90 degrees where there is room."""
        turn(self._workspace)

    def detach(self) -> None:
        """Make the selected copies of an assembly racks of their own."""
        layout = self._workspace.layout()
        racks = [k for k in self._workspace.selection if k in layout.racks]
        copies = [key for key in racks if layout.racks[key].assembly]
        if copies:
            self._workspace.apply(step_words.DETACH_ASSEMBLY, edits.detach_assemblies(copies))

    def select_all(self) -> None:
        """Select every rack that is shown, and none of the units beside them that cool."""
        hides = self._workspace.layers.hides_rack
        self._workspace.select(rack.id for rack in self._racks() if not hides(rack))

    def _racks(self) -> Iterator[Rack]:
        """Yield the racks on the floor; one of an unknown part may be one."""
        parts, racks = self._workspace.catalog, self._workspace.document.design.racks
        cooling = {
            key
            for key in set(map(attrgetter("part"), racks))
            if (part := parts.get(key)) and kind_of(part).is_cooling_unit
        }
        return (rack for rack in racks if rack.part not in cooling)

    def ask_name(self) -> None:
        """Ask for a new name of what is selected."""
        if len(self._workspace.selection) != 1:
            return
        key = self._workspace.selection[0]
        now = self._name_of(key)

        def attempt(name: str) -> str:
            return self._workspace.attempt(step_words.rename(now, name), edits.rename(key, name))

        self.prompt = TextPrompt(
            "Rename", now, "New name", "Rename", self._window, now, attempt=attempt
        )
        self.prompt.open()

    def insert_rack(self) -> None:
        """Place a rack of the kind last chosen (else the first of the catalogue)."""
        part = self._rack_part()
        if part:
            self._parts.place(part)

    def ask_row(self) -> None:
        """Ask for a row's figures."""
        racks = [part for part in self._workspace.catalog.parts if part.traits.is_cabinet]
        part = self._rack_part()
        if not racks or part is None:
            self._workspace.message.emit("The catalogue has no rack", "error")
            return
        self.prompt = RowDialog(self._workspace, racks, part.id, self._window)
        self.prompt.planned.connect(self.add_row)
        self.prompt.open()

    def add_row(self, plan: RowPlan) -> bool:
        """Add a row of racks as one step."""
        before = self._ids()
        edit = plan.edit(self._workspace.catalog)
        label = f"Add row {plan.name} of {plural(plan.count, 'rack')}"
        if not self._workspace.apply(label, edit):
            return False
        racks = [r.id for r in self._workspace.document.design.racks if r.id not in before]
        # Selected, not focused: the drawing scrolls to the row, and keeps its scale.
        self._workspace.select(racks)
        return True

    def ask_note(self) -> None:
        """Ask for a remark on what is selected, or on the whole design."""
        keys = self._workspace.selection
        target = keys[0] if keys else ""
        words = f"On {self._name_of(target)}" if target else "On the whole design"
        self.prompt = TextPrompt("Note", words, "Remark", "Add note", self._window)
        self.prompt.given.connect(lambda text: self._add_note(text, target))
        self.prompt.open()

    def _add_note(self, text: str, target: str) -> None:
        taken = {note.id for note in self._workspace.document.design.notes}
        number = 1
        while f"note-{number}" in taken:
            number += 1
        note = Note(id=f"note-{number}", text=text, target=target)
        self._workspace.apply("Add note", edits.put("notes", note))

    def _rack_part(self) -> Part | None:
        chosen = self._parts.chosen()
        if chosen and chosen.traits.is_cabinet:
            return chosen
        catalog, layout = self._workspace.catalog, self._workspace.layout()
        for rack_id in (*self._workspace.selected_rack_ids(), *layout.racks):
            part = catalog.get(layout.racks[rack_id].part)
            if part and part.traits.is_cabinet:
                return part
        return next((part for part in catalog.parts if part.traits.is_cabinet), None)

    def _name_of(self, key: str) -> str:
        return self._workspace.layout().name_of(key)

    def _ids(self) -> set[str]:
        design = self._workspace.document.design
        return {rack.id for rack in design.racks} | {device.id for device in design.devices}
