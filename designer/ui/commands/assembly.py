"""Assemblies in the window: make one, copy it, detach, and give an edit of one copy to all.

An edit of one copy detaches its rack. A notice then offers to do the same in all copies: as a part
of that very step, so that one undo takes back both.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.document import DocumentChange
from designer.document.errors import EditError
from designer.document.placement import no_devices_in
from designer.model.design import Assembly, Rack
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace

TOPIC = "assembly"


class AssemblyCommands(QObject):
    """Carries out the commands and shows the notice."""

    def __init__(
        self, workspace: Workspace, actions: ActionSet, banners: BannerArea, window: QWidget
    ) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._banners = workspace, actions, banners
        self._window = window
        self.prompt: TextPrompt | None = None
        self._offered = ("", "")
        self._offered_at = -1
        self._before = ""
        actions.bind("assembly.make", self.ask_name)
        actions.bind("assembly.copy", self.copy)
        actions.bind("assembly.apply", self.apply_to_copies)
        workspace.document_changed.connect(self._on_document)
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        layout, catalog = self._workspace.layout(), self._workspace.catalog
        racks = [layout.racks[k] for k in self._workspace.selection if k in layout.racks]
        make = "" if len(racks) == 1 else "select one rack"
        if not make and racks[0].assembly:
            make = f"{racks[0].name} is a copy already; detach it first"
        if not make and not layout.in_rack(racks[0].id):
            make = no_devices_in(catalog, racks[0]) or f"{racks[0].name} is empty"
        self._actions.allow("assembly.make", make)
        _, targets = _to_copy(racks)
        reason = "" if targets else "select a copy of an assembly, and with it the racks to fill"
        # One rack of each part tells for all, and the first of those that take none is named.
        of_parts = {rack.part: rack for rack in reversed(targets)}
        refusals = (
            no_devices_in(catalog, rack) for rack in targets if of_parts.get(rack.part) is rack
        )
        self._actions.allow("assembly.copy", reason or next(filter(None, refusals), ""))
        reason = "edit a rack that is a copy of an assembly first"
        self._actions.allow("assembly.apply", "" if all(self._target()) else reason)

    def ask_name(self) -> None:
        """Ask what the assembly of the selected rack shall be called."""
        layout = self._workspace.layout()
        racks = [key for key in self._workspace.selection if key in layout.racks]
        if len(racks) != 1:
            return
        name = layout.racks[racks[0]].name
        self.prompt = TextPrompt(
            "Make an assembly",
            f"What {name} holds becomes a filling that other racks can copy. Change it once, and "
            "every copy follows.",
            "Name of the assembly", "Make assembly", self._window, self._suggested(racks[0]),
        )  # fmt: skip
        self.prompt.given.connect(lambda text: self.make(racks[0], text))
        self.prompt.open()

    def make(self, rack_id: str, name: str) -> None:
        """Make an assembly of a rack."""
        edit = edits.make_assembly(self._workspace.catalog, rack_id, name)
        self._workspace.apply(f"Make assembly {name}", edit)

    def copy(self) -> None:
        """Copy the assembly of the first selected rack that has one into the others."""
        layout = self._workspace.layout()
        racks = [layout.racks[k] for k in self._workspace.selection if k in layout.racks]
        source, found = _to_copy(racks)
        targets = tuple(rack.id for rack in found)
        if not targets:
            return
        words = f"Copy {_called(layout, source)} to {plural(len(targets), 'rack')}"
        edit = edits.copy_assembly(self._workspace.catalog, source, targets)
        if self._workspace.apply(words, edit):
            self._workspace.message.emit(words, "info")

    def apply_to_copies(self) -> None:
        """Give what one rack holds to all copies: as a part of the step that detached it."""
        rack_id, assembly_id = self._target()
        layout, document = self._workspace.layout(), self._workspace.document
        if not rack_id or not assembly_id:
            return
        edit = edits.apply_to_copies(self._workspace.catalog, rack_id, assembly_id)
        last = document.history.current
        # Only the step that left the other copies alone takes this in, never a later one.
        fresh = self._offered[0] == rack_id and document.revision == self._offered_at
        others = layout.copies.get(assembly_id, 0) - (layout.racks[rack_id].assembly != "")
        label = f"{last.label}, in all {others + 1:,} copies" if fresh else (
            f"Give {layout.racks[rack_id].name} to all copies of {_called(layout, assembly_id)}"
        )  # fmt: skip
        try:
            (document.amend if fresh else document.apply)(label, edit)
        except EditError as refusal:
            # A refusal leaves the notice standing: the rack stays as it was edited.
            self._workspace.message.emit(f"Not applied to all copies: {refusal}", "warning")
            self._offer(rack_id, assembly_id, f"Not applied: {refusal}. ")
            return
        self._workspace.message.emit(label, "info")

    def _target(self) -> tuple[str, str]:
        """Return the rack to take as pattern and its assembly; empty where there is none."""
        layout = self._workspace.layout()
        chosen = self._workspace.selected_rack_ids()
        if len(chosen) == 1 and layout.racks[chosen[0]].assembly:
            rack = layout.racks[chosen[0]]
            return (rack.id, rack.assembly) if layout.own_devices.get(rack.id) else ("", "")
        return self._offered

    def _on_document(self, change: DocumentChange) -> None:
        self._forget_stale()
        document = self._workspace.document
        is_new = document.history.current.revision == document.revision
        if is_new:
            found = _left_alone(change, self._workspace.layout())
            if found:
                self._offered_at = document.revision
                self._offer(*found)
        self._count_anew()
        self.refresh()

    def _forget_stale(self) -> None:
        """Take the notice away once its rack is a plain copy again, or something is gone."""
        rack_id, _ = self._offered
        if not rack_id:
            return
        layout = self._workspace.layout()
        rack = layout.racks.get(rack_id)
        lone = rack is not None and (not rack.assembly or rack_id in layout.own_devices)
        if not lone or self._others() < 1:
            self._offered = ("", "")
            self._banners.dismiss(TOPIC)

    def _count_anew(self) -> None:
        """Let a notice that is up tell the copies as they are now, as far as any is left."""
        told = self._banners.texts().get(TOPIC)
        if told is None or not all(self._offered) or told == self._words()[0]:
            return
        self._offer(*self._offered, self._before)

    def _offer(self, rack_id: str, assembly_id: str, before: str = "") -> None:
        self._offered, self._before = (rack_id, assembly_id), before
        text, button = self._words()
        self._banners.show_banner(TOPIC, "info", text, ((button, self.apply_to_copies),))

    def _others(self) -> int:
        """Return how many copies there are beside the rack of the notice."""
        rack_id, assembly_id = self._offered
        layout = self._workspace.layout()
        rack = layout.racks[rack_id]
        return layout.copies.get(assembly_id, 0) - (1 if rack.assembly == assembly_id else 0)

    def _words(self) -> tuple[str, str]:
        """Return what the notice says of the copies as they are, and what its button does."""
        rack_id, assembly_id = self._offered
        layout = self._workspace.layout()
        rack = layout.racks[rack_id]
        others = self._others()
        what = "holds more than" if rack.assembly else "is no longer a copy of"
        stay = "stays as it is" if others == 1 else "stay as they are"
        text = (
            f"{self._before}{rack.name} {what} {_called(layout, assembly_id)}; "
            f"{plural(others, 'other copy', 'other copies')} {stay}."
        )
        return text, f"Apply to all {others + 1:,} copies"

    def _suggested(self, rack_id: str) -> str:
        layout, catalog = self._workspace.layout(), self._workspace.catalog
        name = edits.filling_name(catalog, (placed.part for placed in layout.in_rack(rack_id)))
        taken = {assembly.name for assembly in layout.design.assemblies}
        return name if name not in taken else f"{name} ({layout.racks[rack_id].name})"


def _to_copy(racks: Sequence[Rack]) -> tuple[str, tuple[Rack, ...]]:
    """Return the first assembly among selected racks, and the racks that are to copy it."""
    source = next((rack.assembly for rack in racks if rack.assembly), "")
    return source, tuple(rack for rack in racks if source and rack.assembly != source)


def _filling(layout: Layout, rack_id: str) -> list[tuple[object, ...]]:
    """Return what a rack holds, whoever brings it: a rack only detached holds the same."""
    return sorted(
        (p.half_u, p.face, p.side, p.part, p.name, p.fabric, p.tier, p.feed, p.note)
        for p in layout.in_rack(rack_id)
    )


def _called(layout: Layout, assembly_id: str) -> str:
    known: Assembly | None = layout.assemblies.get(assembly_id)
    return (known.name or known.id) if known else assembly_id


def _left_alone(change: DocumentChange, after: Layout) -> tuple[str, str] | None:
    """Return the one rack that a change took out of an assembly, or gave more than it brings."""
    before = change.was
    found: dict[str, str] = {}
    for rack in change.change.put_in("racks"):
        was = before.racks.get(rack.id)
        if was is not None and was.assembly and not rack.assembly:
            found[rack.id] = was.assembly
    for device in change.change.put_in("devices"):
        rack = after.racks.get(device.rack)
        if rack is not None and rack.assembly and rack.id in before.racks:
            found[rack.id] = rack.assembly
    if len(found) != 1:
        return None
    ((rack_id, assembly_id),) = found.items()
    if _filling(before, rack_id) == _filling(after, rack_id):
        return None
    others = after.copies.get(assembly_id, 0) - (after.racks[rack_id].assembly == assembly_id)
    return (rack_id, assembly_id) if others > 0 else None
