"""Replace with…: another part in place of a selected one, everywhere or where it is selected."""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.catalog.part import Part
from designer.document import edits
from designer.document.document import Edit
from designer.document.edits.replaced_parts import hung_by_hand
from designer.document.edits.replaced_racks import stands_itself
from designer.document.equivalents import candidates, lines
from designer.document.errors import EditError
from designer.document.locks import refuse_locked
from designer.document.port_groups import port_groups
from designer.document.port_maps import Pairs, PortLine
from designer.document.replace_scopes import ReplaceScope, replace_scopes
from designer.engine.preview import Preview
from designer.model.change import diff
from designer.model.design import Design
from designer.planning.ways_out import AsItIs, Replacement, WayOut
from designer.ui.kit.line_card import Line
from designer.ui.state.actions import ActionSet
from designer.ui.state.drop_findings import new_errors
from designer.ui.state.drop_words import NO_ANSWER, whole_lines
from designer.ui.state.replace_ways import ReplaceWays
from designer.ui.state.way_drawing import way_drawing
from designer.ui.state.way_words import (
    button_words,
    stays_words,
    verdict_words,
    way_lines,
    with_asked,
)
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.replace_dialog import Asking, Outcome, ReplaceDialog, ShownWay

NO_DEVICE = "select a device, a rack that holds one, or a filled rack"


class ReplaceCommands(QObject):
    """Carries it out; the dialog is made each time it is asked for."""

    def __init__(self, workspace: Workspace, actions: ActionSet, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._window = workspace, actions, window
        self.dialog: ReplaceDialog | None = None
        actions.bind("edit.replace", lambda: self.ask())
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.ways = ReplaceWays(workspace, self)
        self._asked: Replacement | None = None
        self._foretold = False
        self.ways.foreseen.connect(self._on_foreseen)
        self.ways.found.connect(self._on_found)
        self.ways.failed.connect(self._on_failure)
        self.refresh()

    def refresh(self) -> None:
        """Allow it where the selection names a part."""
        self._actions.allow("edit.replace", "" if self.part_id() else NO_DEVICE)

    def part_id(self) -> str:
        """Return the part of the first selected device; of a rack that which sums it up.

        Of what holds no devices, as a rack that is sold filled, it is its own part.
        """
        space = self._workspace
        layout = space.layout()
        for key in space.selection:
            if placed := layout.find(key):
                return placed.part
            if (rack := layout.racks.get(key)) is not None:
                itself = stands_itself(space.catalog, rack)
                return rack.part if itself else self._main_part(key)
        return ""

    def _main_part(self, rack_id: str) -> str:
        space = self._workspace
        ranked = [
            (part.traits.summary_rank, part.id)
            for placed in space.layout().in_rack(rack_id)
            if (part := space.catalog.get(placed.part)) is not None and part.traits.summary_rank
        ]
        return min(ranked)[1] if ranked else ""

    def ask(self, part_id: str = "", by: str = "") -> None:
        """Ask for the part that takes its place.

        Parameters
        ----------
        part_id
            What is replaced; by default what the selection names.
        by
            The part that is marked to begin with.
        """
        space, part_id = self._workspace, part_id or self.part_id()
        part = space.catalog.get(part_id)
        if part is None:
            space.message.emit(f"{part_id or 'nothing'} is not in the catalogue", "warning")
            return
        scopes = replace_scopes(space.layout(), part_id, space.selection)
        self.dialog = ReplaceDialog(
            part, scopes, candidates(space.catalog, part_id), self._asking(part), self._window
        )
        self.dialog.asked.connect(lambda by, where, ports: self.replace(part_id, by, where, ports))
        self.dialog.way_asked.connect(lambda way: self.take(part_id, way))
        self.dialog.looked_at.connect(
            lambda by, where, ports: self._look((part_id, by), where, ports)
        )
        self.dialog.changed.connect(self.ways.cancel)
        self.dialog.finished.connect(lambda _: self.ways.cancel())
        if by:
            self.dialog.mark_part(by)
        self.dialog.open()

    def _asking(self, part: Part) -> Asking:
        """Return what the dialog asks, of the design as it is now."""
        space = self._workspace
        design, catalog = space.document.design, space.catalog
        return Asking(
            lambda by, where: lines(design, catalog, part.id, by, where.number),
            lambda by, where, ports: self._outcome((part.id, by), where, ports),
            lambda by, hung: port_groups(design, catalog, part, catalog.require(by), hung),
        )

    def replace(self, part_id: str, by: str, where: ReplaceScope, ports: Pairs = ()) -> None:
        """Replace it as one step."""
        space = self._workspace
        label = f"Replace {space.part_name(part_id)} with {space.part_name(by)}"
        space.apply(label, self._edit(part_id, by, where, ports))

    def _edit(self, part_id: str, by: str, where: ReplaceScope, ports: Pairs) -> Edit:
        return edits.replace_part(self._workspace.catalog, part_id, by, where.only, ports)

    def _outcome(self, parts: tuple[str, str], where: ReplaceScope, ports: Pairs) -> Outcome:
        """Return what would become of it: also what is locked says so before it is done."""
        space = self._workspace
        before = space.document.design
        hung: tuple[PortLine, ...] = ()
        try:
            hung = hung_by_hand(space.catalog, before, parts, where.only, ports)
            if any(one.refusal for one in hung):
                return Outcome(hung=hung)
            after = self._edit(*parts, where, ports)(before)
            refuse_locked(space.layout(), diff(before, after))
        except EditError as refusal:
            return Outcome(str(refusal) or "not possible", hung=hung)
        return Outcome(moved=_moved(before, after), hung=hung)

    def take(self, part_id: str, way: WayOut) -> None:
        """Do a way out as one step."""
        if way.edit is None or self._asked is None:
            return
        space = self._workspace
        number = button_words(way).removeprefix("Replace ")
        names = f"{space.part_name(part_id)} with {space.part_name(self._asked.by)}"
        space.apply(f"Replace {names}: {number}", way.edit)

    def _look(self, parts: tuple[str, str], where: ReplaceScope, ports: Pairs) -> None:
        """Ask the engine what it would do to the whole design, and for ways out."""
        self._foretold = False
        self._asked = self.ways.replacement(parts, where.only, ports)
        self.ways.begin(self._asked)

    def _on_foreseen(self, found: AsItIs) -> None:
        if self.dialog is None or not self._is_asking():
            return
        verdict = verdict_words(found)
        if verdict and found.racks:
            self.dialog.begin_ways(verdict)
        if found.told is not None:
            self._foretold = True
            self._tell(self._whole(found.told), new_errors(found.told))

    def _on_found(self, way: WayOut) -> None:
        if self.dialog is None or self._asked is None or not self._is_asking():
            return
        part = self._workspace.catalog.require(self._asked.by)
        lines = way_lines(way, part, self._asked.layout)
        told = self._whole(way.told) if way.told is not None else ()
        drawing = way_drawing(way, self._asked)
        errors = new_errors(way.told) if way.told is not None else None
        self.dialog.show_way(
            ShownWay(way, lines, told, drawing, button_words(way), stays_words(way), errors)
        )

    def _whole(self, told: Preview) -> tuple[Line, ...]:
        """Return what the whole design would do."""
        space = self._workspace
        report = space.report_store.report
        names = {one.id: one.name or one.id for one in space.document.design.fabrics}
        return whole_lines(with_asked(told), names, report.power if report else None)

    def _on_failure(self) -> None:
        if self.dialog is not None and self._is_asking():
            if not self._foretold:
                self._tell((Line(NO_ANSWER, "warning"),))
            self.dialog.end_ways(NO_ANSWER)

    def _is_asking(self) -> bool:
        return self.dialog is not None and self.dialog.isVisible()

    def _tell(self, lines: Sequence[Line], errors: int = 0) -> None:
        if self.dialog is not None:
            self.dialog.show_told(lines, errors)


def _moved(before: Design, after: Design) -> int:
    """Return how many devices stand at another height; of assemblies by the racks they fill."""
    was = {device.id: device.half_u for device in before.devices}
    own = sum(was.get(one.id, one.half_u) != one.half_u for one in after.devices)
    slots = {one.id: {slot.id: slot.half_u for slot in one.slots} for one in before.assemblies}
    stood = {rack.id: slots.get(rack.assembly, {}) for rack in before.racks}
    now = {one.id: one for one in after.assemblies}
    filled = ((stood.get(rack.id, {}), now.get(rack.assembly)) for rack in after.racks)
    return own + sum(
        old.get(slot.id, slot.half_u) != slot.half_u
        for old, assembly in filled
        for slot in (assembly.slots if assembly else ())
    )
