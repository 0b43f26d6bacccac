"""What the fabric view shows: which fabric, its map, rails and planes, what is pointed at, the cut.

Shared by the drawing and the panel beside it. Nothing of it is saved, and nothing an undo step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from designer.engine.fabric_map import (
    NOWHERE,
    DeviceAsked,
    FabricAsked,
    FabricCut,
    FabricCuts,
    FabricMap,
    PortRows,
)
from designer.render.fabric_look import FabricLook, joined_to
from designer.render.fabric_losses import LossRow, loss_rows, thing_of, things_in
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing
from designer.render.fabric_words import bisection_of
from designer.ui.state.fabric_lost import (
    ends_of_cable,
    failing_of,
    look_at_dark_racks,
    lost_things,
    row_of_failing,
)
from designer.ui.state.fabric_proof import MOST_SWITCHES, FabricProofs
from designer.ui.state.live_answer import LiveAnswer

if TYPE_CHECKING:
    from designer.engine.fabric_map import FabricProof
    from designer.engine.network_report import FabricReport
    from designer.model.figures import Figure
    from designer.model.layout import Layout
    from designer.render.switch_losses import LostSwitch
    from designer.ui.state.workspace import Workspace

MOST_STEPS = 200
"""Edits of which a plot of the session keeps the bisection."""


class BisectionStep(NamedTuple):
    """The bisection of a fabric after an edit."""

    revision: int
    bisection: Figure


class FabricState(QObject):
    """The state of the fabric view.

    Signals
    -------
    changed
        Something else is drawn: another map, filter, loss, cut or selection.
    pointed
        Something else is pointed at.
    """

    changed = Signal()
    pointed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        asks = workspace.client, workspace.report_store, "fabrics"
        self._maps = LiveAnswer(*asks, "map", FabricMap, self)
        self._cuts = LiveAnswer(*asks, "cuts", FabricCuts, self)
        self._ports = LiveAnswer(*asks, "ports", PortRows, self)
        self._fabric = ""
        self._visible = self._listed = False
        self._index: FabricIndex | None = None
        self._named_by: Layout | None = None
        self._rails: frozenset[int] = frozenset()
        self._planes: frozenset[int] = frozenset()
        self._unfolded = NOWHERE
        self._hovered: Thing | None = None
        self._cut_wanted, self._cut_at = False, 0
        self._steps: dict[str, list[BisectionStep]] = {}
        self._proven_at = -1
        self._maps.changed.connect(self._on_map)
        self._cuts.changed.connect(self.changed)
        self._ports.changed.connect(self.changed)
        self.proofs = FabricProofs(workspace, self)
        self.proofs.changed.connect(self._on_proof)
        workspace.selection_changed.connect(self._on_selection)
        workspace.document_changed.connect(lambda _: self._ask())
        workspace.report_changed.connect(self._on_report)
        workspace.what_if.changed.connect(self._on_what_if)

    # What is shown

    @property
    def fabrics(self) -> tuple[tuple[str, str], ...]:
        """Id and name of every fabric of the design."""
        return tuple((one.id, one.name or one.id) for one in self._space.document.design.fabrics)

    @property
    def fabric(self) -> str:
        """The id of the fabric that is shown: the one chosen, else the first one for compute."""
        every = self._space.document.design.fabrics
        ids = [one.id for one in every]
        if self._fabric in ids:
            return self._fabric
        compute = (one.id for one in every if one.purpose == "compute")
        return next(compute, ids[0] if ids else "")

    @property
    def report(self) -> FabricReport | None:
        """What the report says of the fabric."""
        report = self._space.report_store.report
        found = (one for one in report.fabrics if one.id == self.fabric) if report else iter(())
        return next(found, None)

    @property
    def index(self) -> FabricIndex | None:
        """The map of the fabric; None until the engine answered."""
        found = self._maps.found
        if found is None or found.fabric != self.fabric:
            return None
        layout = self._space.layout()
        if self._index is None or self._index.map is not found or self._named_by is not layout:
            if self._index is None or self._index.map != found or self._named_by is not layout:
                self._index = FabricIndex(found, layout.name_of, layout.feed_name)
            self._named_by = layout
        return self._index

    @property
    def why(self) -> str:
        """Why there is no map; empty while one may come."""
        return self._maps.why

    @property
    def why_unknown(self) -> str:
        """What the report says of a fabric of which it has no figures."""
        report = self.report
        return report.explanation if report is not None and report.explanation else "not sized yet"

    @property
    def is_stale(self) -> bool:
        """Whether a newer map is on its way."""
        return self._maps.is_stale

    @property
    def rails(self) -> frozenset[int]:
        """Rails that are shown; empty for all."""
        return self._rails

    @property
    def planes(self) -> frozenset[int]:
        """Planes that are shown; empty for all."""
        return self._planes

    @property
    def unfolded(self) -> int:
        """The unit that is unfolded where units are folded."""
        return self._unfolded

    @property
    def hovered(self) -> Thing | None:
        """What is pointed at, wherever."""
        return self._hovered

    def show(self, fabric: str) -> None:
        """Show another fabric."""
        if fabric != self.fabric:
            self._fabric = fabric
            self._rails = self._planes = frozenset()
            self._unfolded, self._hovered, self._cut_at = NOWHERE, None, 0
            self._ask()
            self.changed.emit()

    def set_visible(self, visible: bool) -> None:
        """Ask the engine while somebody looks, and no longer."""
        if visible != self._visible:
            self._visible = visible
            self._ask()

    def set_listed(self, listed: bool) -> None:
        """Ask for the fabric also while a list of its losses is seen beside another view."""
        if listed != self._listed:
            self._listed = listed
            self._ask()

    @property
    def _looked_at(self) -> bool:
        return self._visible or self._listed

    def choose_rail(self, rail: int, *, adds: bool = False) -> None:
        """Show one rail alone, or all again; with `adds` one more, or one less."""
        if self.index is not None:
            self._rails = _chosen(self._rails, rail, self.index.map.rails, adds=adds)
            self.changed.emit()

    def choose_plane(self, plane: int, *, adds: bool = False) -> None:
        """Show one plane alone, or all again; with `adds` one more, or one less."""
        if self.index is not None:
            self._planes = _chosen(self._planes, plane, self.index.map.planes, adds=adds)
            self.changed.emit()

    def show_all_rails(self) -> None:
        """Show all rails."""
        self._rails = frozenset()
        self.changed.emit()

    def unfold(self, unit: int) -> None:
        """Unfold a unit; fold it where it is unfolded."""
        self._unfolded = NOWHERE if unit == self._unfolded else unit
        self.changed.emit()

    def point_at(self, thing: Thing | None) -> None:
        """Light something, and what it is joined to, in the drawing and beside it."""
        if thing != self._hovered:
            self._hovered = thing
            self.pointed.emit()

    # Selection, losses

    def select(self, thing: Thing | None) -> None:
        """Select what something is on the floor and in the elevation too; nothing for None."""
        index = self.index
        if thing is None or index is None:
            self._space.select(())
        else:
            self._space.select(index.keys(thing))

    @property
    def chosen(self) -> frozenset[Thing]:
        """What of the fabric is selected: by its key, or because its rack is."""
        index = self.index
        if index is None:
            return frozenset()
        racks = self._space.layout().racks
        found = {index.things[key] for key in self._space.selection if key in index.things}
        return frozenset(found) | things_in(
            (key for key in self._space.selection if key in racks), index
        )

    @property
    def lost(self) -> frozenset[Thing]:
        """Switches and nodes of the fabric that are lost in thought, or have no power then."""
        index = self.index
        return lost_things(self._space, self.fabric, index) if index is not None else frozenset()

    @property
    def lost_cable(self) -> tuple[Thing, Thing] | None:
        """The ends of the cable that is lost; None while none is."""
        index, row = self.index, self.row_of_lost()
        return ends_of_cable(row, index) if index is not None and row is not None else None

    def rows_of_lost(self) -> tuple[LossRow, ...]:
        """Return the rows of all that is lost, each by itself."""
        index, report = self.index, self.report
        if index is None or report is None:
            return ()
        found = []
        rows = loss_rows(report, index)
        for one in self._space.what_if.together:
            row = row_of_failing(one, self.fabric, rows, index)
            found += [row] if row is not None else []
        return tuple(found)

    def lost_switch(self) -> LostSwitch | None:
        """Return what the report says of the one switch that is lost; None for anything else."""
        from designer.render.switch_losses import lost_switch

        report, together = self._space.report_store.report, self._space.what_if.together
        if report is None or len(together) != 1 or together[0].kind != "network":
            return None
        return lost_switch(report, together[0].id)

    @property
    def target_pct(self) -> float | None:
        """Part of a full bisection that the fabric is to keep; None where nobody asks for one."""
        every = self._space.document.design.fabrics
        return next((one.bisection_target_pct for one in every if one.id == self.fabric), None)

    def row_of_lost(self) -> LossRow | None:
        """Return the row of the one loss that is shown; None where there is none, or several."""
        rows = self.rows_of_lost()
        return rows[0] if len(rows) == 1 == len(self._space.what_if.together) else None

    def lose_row(self, row: LossRow) -> None:
        """Show what a loss does, here and on the floor; of what is lost already, restore it."""
        index = self.index
        if index is None:
            return
        thing = thing_of(row, index)
        if thing is not None:
            self.lose(thing)
            return
        failing = failing_of(self._space, self.fabric, row, index)
        if failing is None:
            self._space.message.emit("Which cable that is, the report does not say", "info")
        else:
            self._space.what_if.fail(failing)

    def look(self) -> FabricLook:
        """Return how the fabric is looked at now."""
        index, chosen = self.index, self.chosen
        if index is None:
            return FabricLook()
        pointed = {*([self._hovered] if self._hovered is not None else []), *chosen}
        lit = joined_to(index, pointed) if len(pointed) <= 64 else frozenset()
        return FabricLook(
            hovered=self._hovered, lit=lit - pointed, chosen=chosen, lost=self.lost,
            cable=self.lost_cable, rails=self._rails, planes=self._planes, cut=self.cut,
        )  # fmt: skip

    def lose(self, thing: Thing, *, besides: bool = False) -> None:
        """Lose a switch in thought; of what is lost already, restore it."""
        from designer.render.failing import targets_of_switches

        index, report = self.index, self._space.report_store.report
        key = index.key(thing) if index is not None and thing.what in SWITCHES else ""
        placed = self._space.layout().find(key) if key else None
        if report is None or placed is None:
            self._space.message.emit("Only a switch that is drawn can be lost here", "info")
            return
        targets = targets_of_switches(report, (placed,))
        what_if = self._space.what_if
        if targets:
            (what_if.add if besides else what_if.fail)(targets[0].failing)
        else:
            self._space.message.emit(f"{placed.name} has no link that could be lost", "info")

    def restore(self) -> bool:
        """End the what-if; return whether something was lost."""
        return self._space.what_if.restore()

    # Cuts

    @property
    def cut_wanted(self) -> bool:
        """Whether the worst cut is drawn where there is one."""
        return self._cut_wanted

    def show_cut(self, wanted: bool) -> None:
        """Draw the worst cut, or no longer."""
        if wanted != self._cut_wanted:
            self._cut_wanted = wanted
            self._ask()
            self.changed.emit()

    def end_cut(self) -> bool:
        """Draw the cut no longer; return whether it was wanted."""
        wanted = self._cut_wanted
        self.show_cut(False)
        return wanted

    @property
    def cuts(self) -> FabricCuts | None:
        """The worst cuts; None until the engine answered, or while none is drawn."""
        found = self._cuts.found if self._cut_wanted else None
        return found if found is not None and found.fabric == self.fabric else None

    @property
    def cut(self) -> FabricCut | None:
        """The cut that is drawn."""
        found = self.cuts
        if found is None or not found.cuts:
            return None
        return found.cuts[self._cut_at % len(found.cuts)]

    @property
    def cut_number(self) -> int:
        """Which of the worst cuts is drawn, from 0."""
        found = self.cuts
        return self._cut_at % len(found.cuts) if found is not None and found.cuts else 0

    def step_cut(self, by: int) -> None:
        """Draw another of the worst cuts."""
        self._cut_at += by
        self.changed.emit()

    # Proofs

    def prove(self, row: LossRow | None) -> None:
        """Ask the exact program for what a loss leaves, or for the fabric as it is."""
        self.proofs.prove(self.fabric, row)

    def proof(self, row: LossRow | None) -> FabricProof | None:
        """Return what the exact program says of a loss, or of the fabric as it is."""
        return self.proofs.proof(self.fabric, row)

    def can_prove(self, known: Figure, row: LossRow | None) -> bool:
        """Return whether an exact program may close bounds."""
        index = self.index
        if index is None or known.exact or known.unknown:
            return False
        few = sum(len(index.switches(tier)) for tier in SWITCHES) < MOST_SWITCHES
        return few and (row is None or bool(row.joins or (row.ids and row.form != "cable")))

    def bisection(self) -> Figure | None:
        """Return the bisection of the fabric as it is, as near as it is known by now."""
        report = self.report
        if report is None:
            return None
        return self._nearer(bisection_of(report), None)

    def left(self, row: LossRow) -> Figure:
        """Return what a loss leaves, as near as it is known by now."""
        return self._nearer(row.left, row)

    def left_of_lost(self) -> Figure | None:
        """Return what is left of the fabric with all that is lost; None where nobody says."""
        row, shown = self.row_of_lost(), self._space.what_if.shown
        if row is not None:
            return self.left(row)
        return shown.left.get(self.fabric) if shown is not None else None

    def _nearer(self, known: Figure, row: LossRow | None) -> Figure:
        proof = self.proofs.proof(self.fabric, row)
        found = proof.figure("bisection_gbps") if proof is not None else known
        return known if found.unknown or known.exact else found

    def _on_proof(self) -> None:
        """Take what is proven: cuts are drawn with it."""
        proof = self.proofs.proof(self.fabric, None)
        if self._cut_wanted and proof is not None and not proof.working:
            self._cuts.ask_again()
        row = self.row_of_lost()
        told = self.proofs.proof(self.fabric, row) if row is not None else None
        if row is not None and told is not None and not told.working:
            self._space.what_if.know_left(self.left(row))
        self.changed.emit()

    # Ports, session

    @property
    def ports(self) -> PortRows | None:
        """The ports of what is selected; None where no one device of the fabric is."""
        return self._ports.found

    def steps(self) -> tuple[BisectionStep, ...]:
        """Return the bisection after each edit of the session, the oldest first."""
        return tuple(self._steps.get(self.fabric, ()))

    def _ask(self) -> None:
        # A cut that is drawn is shown on the floor, too.
        shown = (self._looked_at or self._cut_wanted) and bool(self.fabric)
        asked = FabricAsked(fabric=self.fabric) if shown else None
        self._maps.look_at(asked)
        self._cuts.look_at(asked if self._cut_wanted else None)
        self.proofs.look(self.fabric if self._looked_at else "", self.index)
        self._ask_ports()

    def _ask_ports(self) -> None:
        index = self.index
        keys = [one for one in self._space.selection if index is not None and one in index.things]
        one = keys[-1] if self._looked_at and len(keys) == 1 else ""
        self._ports.look_at(DeviceAsked(fabric=self.fabric, key=one) if one else None)

    def _on_map(self) -> None:
        index = self.index
        if index is not None and self._unfolded >= len(index.map.units):
            self._unfolded = NOWHERE
        if self._hovered is not None:
            self._hovered = None
            self.pointed.emit()
        self.proofs.look(self.fabric if self._looked_at else "", index)
        self._ask_ports()
        self.changed.emit()

    def _on_selection(self) -> None:
        index = self.index
        if index is not None and self._visible:
            units = {index.unit_of(thing) for thing in self.chosen} - {NOWHERE}
            if len(units) == 1:
                self._unfolded = units.pop()
        self._ask_ports()
        self.changed.emit()

    def _on_what_if(self) -> None:
        if self._visible:
            look_at_dark_racks(self._space)
        self.changed.emit()

    def _on_report(self) -> None:
        report = self._space.report_store.report
        if self._space.report_store.revision != self._proven_at:
            self._proven_at = self._space.report_store.revision
            self.proofs.forget()
        if report is None:
            self._steps.clear()
        else:
            revision = self._space.report_store.revision
            for fabric in report.fabrics:
                self._note(fabric, revision)
        self._ask()
        self.changed.emit()

    def _note(self, fabric: FabricReport, revision: int) -> None:
        figure = fabric.figure("bisection_gbps")
        steps = self._steps.setdefault(fabric.id, [])
        if steps and steps[-1].revision == revision:
            steps[-1] = BisectionStep(revision, figure)
        else:
            steps.append(BisectionStep(revision, figure))
            del steps[:-MOST_STEPS]


def _chosen(now: frozenset[int], one: int, every: int, *, adds: bool) -> frozenset[int]:
    """Return which of `every` are shown after a click on one; empty for all."""
    if not adds:
        return frozenset() if now == {one} else frozenset({one})
    found = (now or frozenset(range(every))) ^ {one}
    return frozenset() if len(found) == every else found
