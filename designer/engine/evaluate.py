"""From a design to its report. Stages run in a fixed order; each keeps what did not change.

    contents → aisles → racks → totals → fabrics → facility → storage → cables → cost → checks

What a rack's contents give is computed once per distinct contents (`RackCore`), so a thousand
copies of an assembly cost as much as one; what a place gives is computed per rack and is cheap.
Records that two designs share are recognised by identity, so an edit costs what it touched.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions, assumptions_of
from designer.engine.checks import Facts, Finding, findings, place_findings
from designer.engine.contents import Contents, contents_of, fill
from designer.engine.edit import Edit, edit_of, moved, touched
from designer.engine.fabrics import Counts, fabric_report
from designer.engine.floor import Aisles, aisles_of
from designer.engine.rack import RackCore, core_of, finish, report_of
from designer.engine.report import (
    FabricReport,
    Preview,
    RackPreview,
    RackReport,
    Report,
    Timing,
)
from designer.engine.site import (
    cables_of,
    cost_of,
    counts_of,
    facility_of,
    storage_of,
    sums_of,
    totals_of,
)
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Rack

_STALE_CONTENTS = 4096
"""Contents kept beyond those in use, so that undo finds them again."""


@dataclass(frozen=True)
class _State:
    """What the last report was made of."""

    design: Design
    site: Assumptions
    own: dict[str, dict[str, Device]]
    cores: dict[str, RackCore]
    numbers: Counter[RackCore]
    aisles: dict[str, Aisles]
    report: Report
    places: tuple[Finding, ...] = ()


@dataclass
class _Watch:
    """Times stages."""

    timings: list[Timing] = field(default_factory=list)
    began: float = field(default_factory=perf_counter)

    def stage(self, name: str) -> None:
        now = perf_counter()
        ms = round((now - self.began) * 1000, 3)
        self.timings.append(Timing.model_construct(stage=name, ms=ms))
        self.began = now


class Evaluator:
    """Evaluates one design after another, keeping what untouched records gave.

    Attributes
    ----------
    evaluated_racks
        Racks whose report the last call to `report` made anew.
    evaluated_contents
        Distinct contents that the last call computed.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: dict[Contents, RackCore] = {}
        self._site: Assumptions | None = None
        self._state: _State | None = None
        self.evaluated_racks = 0
        self.evaluated_contents = 0

    def report(self, design: Design) -> Report:
        """Return all that follows from a design."""
        self.evaluated_racks = self.evaluated_contents = 0
        before = self._state
        if before is not None and before.design is design:
            return before.report
        self._state = self._next(before, design)
        return self._state.report

    def preview(
        self, number: int, design: Design, change: Change, rack_ids: Iterable[str]
    ) -> Preview:
        """Return what a change would do to some racks, without making it.

        Only the racks that the change touches are evaluated; the last report stays the base.
        """
        if self._state is None or self._state.design is not design:
            self.report(design)
        state = self._state
        if state is None:
            raise RuntimeError("a report always leaves its state")
        after = apply(design, change)
        site = assumptions_of(after, self._catalog)
        if site != state.site:
            other = Evaluator(self._catalog)._next(None, after)
            return self._compared(number, state, other, rack_ids)
        edit = edit_of(design, after)
        own, cores = self._contents(state, edit, after)
        numbers = _counted(cores, state)
        aisles = state.aisles
        if edit.moves or after.room is not design.room:
            aisles = aisles_of(after.racks, after.room, self._catalog)
        there = {rack.id: rack for rack in after.racks}
        wanted = dict.fromkeys(rack_ids)
        racks = {
            key: self._rack(there[key], cores[key], aisles[key], site)
            for key in wanted
            if key in there
        }
        fabrics = self._fabrics(after, counts_of(numbers), state)
        report = Report.model_construct(racks=tuple(racks.values()), fabrics=fabrics)
        total = sums_of(numbers)["max"]
        other = _State(after, site, own, cores, numbers, aisles, report)
        return self._compared(number, state, other, wanted, total)

    def _compared(
        self,
        number: int,
        state: _State,
        other: _State,
        rack_ids: Iterable[str],
        total: float | None = None,
    ) -> Preview:
        """Return a preview from the states before and after."""
        old = {rack.id: rack for rack in state.report.racks}
        new = {rack.id: rack for rack in other.report.racks}
        ports = {fabric.id: fabric.free_leaf_ports for fabric in state.report.fabrics}
        if total is None:
            total = sums_of(other.numbers)["max"]
        return Preview(
            preview=number,
            racks=tuple(
                RackPreview(id=key, before=old.get(key), after=new.get(key))
                for key in dict.fromkeys(rack_ids)
                if key in old or key in new
            ),
            free_leaf_ports=tuple(
                (fabric.id, ports.get(fabric.id), fabric.free_leaf_ports)
                for fabric in other.report.fabrics
            ),
            power_max_kw=(state.report.totals.power_max_kw, total),
        )

    def _next(self, before: _State | None, design: Design) -> _State:
        """Return the state of a design, sharing with the state before what did not change."""
        watch = _Watch()
        site = assumptions_of(design, self._catalog)
        if self._site != site:
            self._known, self._site, before = {}, site, None
        edit = edit_of(before.design, design) if before else None
        own, cores = self._contents(before, edit, design)
        numbers = _counted(cores, before)
        watch.stage("contents")
        aisles = before.aisles if before else {}
        if before is None or edit is None or edit.moves or before.design.room is not design.room:
            aisles = aisles_of(design.racks, design.room, self._catalog)
        watch.stage("aisles")
        racks = self._racks(before, design, cores, aisles, site)
        watch.stage("racks")
        report, places = self._site_report(
            before, design, racks, cores, numbers, aisles, site, watch
        )
        return _State(design, site, own, cores, numbers, aisles, report, places)

    def _contents(
        self, before: _State | None, edit: Edit | None, design: Design
    ) -> tuple[dict[str, dict[str, Device]], dict[str, RackCore]]:
        """Return drawn devices and core by rack, evaluating only racks that a change touched."""
        assemblies = {assembly.id: assembly for assembly in design.assemblies}
        if before is None or edit is None:
            own: dict[str, dict[str, Device]] = {}
            for device in design.devices:
                own.setdefault(device.rack, {})[device.id] = device
            changed: Iterable[Rack] = design.racks
            cores: dict[str, RackCore] = {}
        else:
            own, gone = moved(before.own, edit)
            changed = touched(design, edit, gone)
            cores = dict(before.cores)
        shared: dict[tuple[str, str, str], RackCore] = {}
        for rack in changed:
            devices = own.get(rack.id)
            if devices:
                cores[rack.id] = self._core(rack, assemblies, tuple(devices.values()))
                continue
            # Copies of one assembly, with nothing of their own, need not even be compared.
            kind = (rack.part, rack.cooling, rack.assembly)
            core = shared.get(kind)
            if core is None:
                core = shared[kind] = self._core(rack, assemblies, ())
            cores[rack.id] = core
        if edit is not None and edit.moves:
            # In the design's order, so that sums add up in the same order as from scratch.
            cores = {rack.id: cores[rack.id] for rack in design.racks}
        return own, cores

    def _core(
        self, rack: Rack, assemblies: dict[str, Assembly], own: tuple[Device, ...]
    ) -> RackCore:
        contents = contents_of(rack, assemblies.get(rack.assembly), own)
        core = self._known.get(contents)
        if core is None:
            self.evaluated_contents += 1
            if len(self._known) > _STALE_CONTENTS + len(self._state.numbers if self._state else ()):
                self._known.clear()
            site = self._site
            if site is None:
                raise RuntimeError("contents are evaluated for a site")
            core = self._known[contents] = core_of(fill(contents, self._catalog), site)
        return core

    def _racks(
        self,
        before: _State | None,
        design: Design,
        cores: dict[str, RackCore],
        aisles: dict[str, Aisles],
        site: Assumptions,
    ) -> tuple[RackReport, ...]:
        """Return the racks' reports; the same objects where nothing that they show changed."""
        old = {r.id: r for r in before.design.racks} if before else {}
        reports = {r.id: r for r in before.report.racks} if before else {}
        found = []
        for rack in design.racks:
            key = rack.id
            if (
                before is not None
                and old.get(key) is rack
                and before.cores.get(key) is cores[key]
                and before.aisles.get(key) == aisles[key]
            ):
                found.append(reports[key])
                continue
            self.evaluated_racks += 1
            found.append(self._rack(rack, cores[key], aisles[key], site))
        return tuple(found)

    def _rack(self, rack: Rack, core: RackCore, aisles: Aisles, site: Assumptions) -> RackReport:
        # An aisle beyond the planned width belongs to nobody: it must not lighten the floor.
        front = min(aisles.front_mm, site.cold_aisle_mm)
        rear = min(aisles.rear_mm, site.hot_aisle_mm)
        return report_of(rack.id, rack.name, rack.row, finish(core, front, rear, site))

    def _site_report(
        self,
        before: _State | None,
        design: Design,
        racks: tuple[RackReport, ...],
        cores: dict[str, RackCore],
        numbers: Counter[RackCore],
        aisles: dict[str, Aisles],
        site: Assumptions,
        watch: _Watch,
    ) -> tuple[Report, tuple[Finding, ...]]:
        """Return the report from the racks up, and what the rules of place said."""
        sums, counts = sums_of(numbers), counts_of(numbers)
        totals = totals_of(numbers, sums, design)
        rows = _rows(design, racks)
        watch.stage("totals")
        fabrics = self._fabrics(design, counts, before)
        watch.stage("fabrics")
        facility = facility_of(numbers, sums, design, self._catalog)
        watch.stage("facility")
        storage = storage_of(counts, self._catalog)
        watch.stage("storage")
        cables = cables_of(fabrics, design, self._catalog)
        watch.stage("cables")
        cost = cost_of(counts, cables, totals, facility, design, self._catalog)
        watch.stage("cost")
        facts = Facts(
            design, self._catalog, site, cores, aisles, counts, totals, facility, fabrics, cost
        )
        kept = before is not None and before.aisles is aisles
        places = before.places if before is not None and kept else place_findings(facts)
        checks = findings(facts, places)
        watch.stage("checks")
        fields: dict[str, Any] = {
            "design": design.name, "totals": totals, "racks": racks, "rows": rows,
            "facility": facility, "fabrics": fabrics, "cables": cables, "storage": storage,
            "cost": cost, "checks": checks, "timings": tuple(watch.timings),
        }  # fmt: skip
        return Report.model_construct(**fields), places

    def _fabrics(
        self, design: Design, counts: Counts, before: _State | None
    ) -> tuple[FabricReport, ...]:
        known = {f.id: f for f in before.report.fabrics} if before else {}
        found = []
        for fabric in design.fabrics:
            report = fabric_report(fabric, counts, self._catalog)
            found.append(was if (was := known.get(fabric.id)) == report and was else report)
        return tuple(found)


def evaluate(design: Design, catalog: Catalog) -> Report:
    """Return all that follows from a design, once."""
    return Evaluator(catalog).report(design)


def _counted(cores: dict[str, RackCore], before: _State | None) -> Counter[RackCore]:
    """Return how many racks have each core."""
    if before is not None and before.cores is cores:
        return before.numbers
    return Counter(cores.values())


def _rows(design: Design, racks: tuple[RackReport, ...]) -> tuple[tuple[str, float], ...]:
    """Return the highest power of each row in kW."""
    power = dict.fromkeys((row.id for row in design.rows), 0.0)
    for rack in racks:
        if rack.row in power:
            power[rack.row] += rack.power_max_kw or 0.0
    return tuple(power.items())
