"""What follows for the whole site: totals, building, storage, cables, cost.

Sums run over distinct contents, as numpy columns weighted by the number of racks that have them.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

import numpy as np

from designer.catalog.catalog import Catalog
from designer.catalog.part import AIR_UNIT_KINDS, Part
from designer.engine.assumptions import pue_default
from designer.engine.fabrics import Counts
from designer.engine.rack import RackCore
from designer.engine.report import (
    Cables,
    Cost,
    CostLine,
    FabricReport,
    Facility,
    StorageReport,
    Totals,
)
from designer.model.design import Design
from designer.model.units import HOURS_PER_YEAR

CATEGORIES: dict[str, str] = {
    "node": "nodes",
    "rack-system": "nodes",
    "server": "nodes",
    "switch": "network",
    "appliance": "network",
    "cable": "network",
    "transceiver": "network",
    "storage": "storage",
    "rack": "racks, power, cooling",
    "rack-pdu": "racks, power, cooling",
    "rear-door": "racks, power, cooling",
    "cdu": "racks, power, cooling",
    "crah": "racks, power, cooling",
    "in-row": "racks, power, cooling",
    "immersion": "racks, power, cooling",
    "blank": "racks, power, cooling",
}

_TOTAL_NEEDS = {
    "power_max_kw": "power_max_w",
    "power_peak_kw": "power_peak_w",
    "power_typical_kw": "power_typical_w",
    "power_idle_kw": "power_idle_w",
    "weight_kg": "mass_kg",
    "gpus": "gpus",
    "heat_kw": "power_max_w",
}
"""The figure of a part that each total adds up."""
_COLUMNS = ("max", "peak", "typical", "idle", "mass", "air", "liquid", "door", "tank")


@dataclass(frozen=True)
class Sums:
    """Sums over all racks, kW and kg. None: nothing is known of it. `partial`: not all is."""

    known: Mapping[str, float | None]
    partial: frozenset[str]

    def __getitem__(self, name: str) -> float | None:
        return self.known[name]


def sums_of(cores: Mapping[RackCore, int]) -> Sums:
    """Return the sums of the columns over all racks."""
    if not cores:
        return Sums(dict.fromkeys(_COLUMNS, 0.0), frozenset())
    rows = np.array([_row(core) for core in cores], dtype=float)
    counts = np.fromiter(cores.values(), dtype=float, count=len(cores))
    known = ~np.isnan(rows)
    totals = counts @ np.where(known, rows, 0.0)
    # A CDU or an empty rack draws nothing for certain: that alone does not make a sum known.
    drawing = np.array([core.filled.powered != () for core in cores])[:, np.newaxis]
    weighs = np.array([name == "mass" for name in _COLUMNS])
    matters = drawing | weighs
    some = (known & matters).any(axis=0) | ~matters.any(axis=0)
    every = known.all(axis=0)
    values = {name: float(totals[at]) if some[at] else None for at, name in enumerate(_COLUMNS)}
    partial = {name for at, name in enumerate(_COLUMNS) if some[at] and not every[at]}
    return Sums(values, frozenset(partial))


def _row(core: RackCore) -> tuple[float | None, ...]:
    power, heat = core.power, core.cooling
    return (
        power.max_kw, power.peak_kw, power.typical_kw, power.idle_kw, core.space.mass_kg,
        heat.air_kw, heat.liquid_kw, heat.door_kw, heat.tank_kw,
    )  # fmt: skip


def counts_of(cores: Mapping[RackCore, int]) -> Counts:
    """Return what stands on the floor by part, and switches by fabric and tier."""
    parts: Counter[str] = Counter()
    switches: Counter[tuple[str, str]] = Counter()
    racks_with: Counter[str] = Counter()
    for core, racks in cores.items():
        for part, number in core.parts.items():
            parts[part] += number * racks
            racks_with[part] += racks
        for key, number in core.switches.items():
            switches[key] += number * racks
    return Counts(parts, switches, racks_with)


def totals_of(cores: Mapping[RackCore, int], sums: Sums, design: Design) -> Totals:
    """Return the totals; racks are those that hold IT, devices what stands in them."""
    racks = sum(number for core, number in cores.items() if core.is_rack)
    unknown = {entry for core in cores for entry in core.unknown}
    lacking = {figure for _, figure in unknown}
    return Totals.model_construct(
        racks=racks,
        devices=sum(core.devices * number for core, number in cores.items()),
        nodes=sum(core.nodes * number for core, number in cores.items()),
        gpus=sum(core.gpus * number for core, number in cores.items()),
        power_max_kw=sums["max"],
        power_peak_kw=sums["peak"],
        power_typical_kw=sums["typical"],
        power_idle_kw=sums["idle"],
        weight_kg=sums["mass"],
        heat_kw=sums["max"],
        floor_area_m2=_area_m2(design) if len(design.room.outline) > 2 else None,
        unknown_figures=len(unknown),
        partial=tuple(name for name, figure in _TOTAL_NEEDS.items() if lacking & {figure, "part"}),
        complete=not sums.partial and all(core.complete for core in cores),
    )


def _area_m2(design: Design) -> float:
    """Return the area of the room's outline, by the shoelace formula."""
    corners = design.room.outline
    total = 0
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        total += x0 * y1 - x1 * y0
    return abs(total) / 2e6


def facility_of(
    cores: Mapping[RackCore, int], sums: Sums, design: Design, catalog: Catalog
) -> Facility:
    """Return the building's side: PUE, coolant and air units placed and needed (N+1)."""
    it_kw = sums["max"]
    pue, source = _pue(cores, design, catalog)
    door = sums["door"] or 0.0
    air = (sums["air"] or 0.0) - door
    coolant_units = _units(cores, frozenset({"cdu"}))
    # Rear doors may hang on the building's own water; where CDUs stand, these serve them too.
    # A tank brings its own exchanger and asks none of them.
    looped = (sums["liquid"] or 0.0) - (sums["tank"] or 0.0)
    on_units = looped + (door if coolant_units else 0.0)
    air_units = _units(cores, AIR_UNIT_KINDS)
    return Facility.model_construct(
        it_kw=it_kw,
        facility_kw=None if it_kw is None or pue is None else it_kw * pue,
        pue=pue,
        pue_source=source,
        wue=None,
        cdu_units=len(coolant_units),
        cdu_units_needed=_needed(on_units, coolant_units),
        cdu_redundancy=_redundancy(on_units, coolant_units),
        cooling_units=len(air_units),
        cooling_units_needed=_needed(air, air_units),
        air_kw=air,
        liquid_kw=(sums["liquid"] or 0.0) + door,
    )


def _pue(
    cores: Mapping[RackCore, int], design: Design, catalog: Catalog
) -> tuple[float | None, str]:
    if design.site.pue is not None:
        return design.site.pue, "decided for this site"
    heat: Counter[str] = Counter()
    for core, racks in cores.items():
        heat[core.cooling.method] += int(racks * 1000 * (core.power.max_kw or 0.0))
    method = max(heat, key=lambda name: heat[name], default="")
    default = pue_default(catalog, method)
    if default is None:
        return None, "not known: the site gives none and the catalogue has no default"
    return default.value, f"{default.name}: {default.source}"


def _units(cores: Mapping[RackCore, int], kinds: frozenset[str]) -> list[float | None]:
    """Return the capacity of each placed unit of some kinds."""
    found: list[float | None] = []
    for core, number in cores.items():
        for part in core.filled.all_parts:
            if part.kind in kinds:
                found += [part.cooling.capacity_kw if part.cooling else None] * number
    return found


def _needed(load_kw: float, units: list[float | None]) -> int | None:
    """Return the units needed for N+1; None if none tells its capacity.

    Of the placed ones, smallest first, as many as carry the load with the largest of them lost;
    what they lack is made up by more of the smallest.
    """
    if load_kw <= 0:
        return 0
    known = sorted(unit for unit in units if unit)
    if not known:
        return None
    left = 0.0
    for count, unit in enumerate(known, start=1):
        if left >= load_kw - 1e-9:
            return count
        left += unit
    return len(known) + ceil((load_kw - left + known[-1]) / known[0] - 1e-9)


def _redundancy(load_kw: float, units: list[float | None]) -> str:
    """Return how many units may fail: N, N+1 …; empty without load or known units."""
    known = sorted(unit for unit in units if unit)
    if load_kw <= 0 or not known:
        return ""
    if sum(known) < load_kw:
        return "less than N"
    spare = 0
    while len(known) > 1 and sum(known[:-1]) >= load_kw:
        known.pop()
        spare += 1
    return f"N+{spare}" if spare else "N"


def storage_of(counts: Counts, catalog: Catalog) -> StorageReport:
    """Return what the placed storage delivers. A figure that one system lacks is None."""
    placed = [
        (part, number)
        for part_id, number in counts.parts.items()
        if (part := catalog.get(part_id)) is not None and part.kind == "storage"
    ]

    def total(name: str) -> float | None:
        values = [(getattr(part.storage, name, None), number) for part, number in placed]
        if not values or any(value is None for value, _ in values):
            return None
        return float(sum(value * number for value, number in values if value is not None))

    return StorageReport.model_construct(
        systems=sum(number for _, number in placed),
        read_gb_s=total("read_gb_s"),
        write_gb_s=total("write_gb_s"),
        raw_tb=total("raw_tb"),
    )


def cables_of(fabrics: tuple[FabricReport, ...], design: Design, catalog: Catalog) -> Cables:
    """Return the cables that the fabrics' rules need, and those drawn by hand.

    The medium of a rule's cable depends on its length, which is not known before it is routed.
    """
    ruled = sum(f.node_leaf_cables + f.leaf_spine_cables + f.spine_core_cables for f in fabrics)
    media: Counter[str] = Counter()
    for cable in design.cables:
        part = catalog.get(cable.part)
        media[part.cable.medium if part and part.cable else "not chosen"] += 1
    if ruled:
        media["not routed"] += ruled
    return Cables(
        count=ruled + len(design.cables), length_m=None, by_medium=tuple(sorted(media.items()))
    )


def cost_of(
    counts: Counts,
    cables: Cables,
    totals: Totals,
    facility: Facility,
    design: Design,
    catalog: Catalog,
) -> Cost:
    """Return capital cost by category and the energy of a year.

    Energy is typical power · utilisation · PUE · 8760 h: never the maximum, which overstates it
    by 20 to 50 per cent.
    """
    currency = design.site.currency
    lines: dict[str, CostLine] = {}
    unpriced: list[str] = []
    dates: list[str] = []
    own = {p.id: p for p in design.prices if p.currency == currency}
    amounts: Counter[str] = Counter()
    lacking: Counter[str] = Counter()
    for part_id, number in sorted(counts.parts.items()):
        part = catalog.get(part_id)
        category = CATEGORIES.get(part.kind, "other") if part else "other"
        price = own.get(part_id) or catalog.price(part_id, currency)
        lines.setdefault(category, CostLine(category=category))
        if price is None:
            lacking[category] += number
            unpriced.append(part_id)
            continue
        amounts[category] += price.figure_cents * number
        dates += [price.as_of] if price.as_of else []
    if cables.count:
        lacking["network"] += cables.count
        lines.setdefault("network", CostLine(category="network"))
        unpriced.append(f"cables ({cables.count}, not routed yet)")
    by_category = tuple(
        CostLine(
            category=name,
            amount=amounts[name] / 100 if name in amounts else None,
            unpriced=lacking[name],
        )
        for name in dict.fromkeys(CATEGORIES.values()) | {"other": None}
        if name in lines
    )
    energy = _energy_mwh(totals, facility, design)
    price_kwh = electricity_price(design, catalog)
    return Cost(
        currency=currency,
        # Nothing to buy costs nothing; parts without any price cost nobody knows what.
        capex=sum(amounts.values()) / 100 if amounts or not (totals.racks or lines) else None,
        opex_per_year=None if energy is None or price_kwh is None else energy * 1000 * price_kwh,
        energy_mwh_per_year=energy,
        by_category=by_category,
        price_date=min(dates, default=""),
        unpriced=tuple(unpriced),
        complete=not unpriced and totals.complete,
    )


def _energy_mwh(totals: Totals, facility: Facility, design: Design) -> float | None:
    if totals.power_typical_kw is None or facility.pue is None:
        return None
    kw = totals.power_typical_kw * facility.pue * design.site.utilisation
    return kw * HOURS_PER_YEAR / 1000


def electricity_price(design: Design, catalog: Catalog) -> float | None:
    """Return the price of a kWh: the site's, or the catalogue's where its currency fits."""
    if design.site.electricity_price is not None:
        return design.site.electricity_price
    default = catalog.default("electricity-price")
    if default is None or not default.unit.startswith(f"{design.site.currency}/"):
        return None
    return default.value


def parts_in_use(counts: Counts, catalog: Catalog) -> tuple[Part, ...]:
    """Return the parts that stand on the floor and are known."""
    return tuple(part for name in counts.parts if (part := catalog.get(name)) is not None)
