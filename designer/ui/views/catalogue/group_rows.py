"""The lines of groups on a part's page: its ports, its coolant, what stands inside it. No Qt."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import Final

from designer.catalog.coolant_figures import Coupling
from designer.catalog.fact_words import number_text, spelt
from designer.catalog.figures import PortGroup
from designer.catalog.inside import INSIDE_KINDS, NOT_PUBLISHED, InsideUnit, span_words
from designer.catalog.part import Part
from designer.catalog.part_bounds import power_figures
from designer.catalog.rejection_figures import RejectionFigures
from designer.model.figure_words import words
from designer.ui.state.part_words import port_words
from designer.ui.views.catalogue.detail_line import Row, fact_row
from designer.ui.views.catalogue.entry_index import EntryIndex, ref_of
from designer.ui.views.catalogue.rejection_cells import MEETS


def group_rows(part: Part, entry_index: EntryIndex) -> Iterator[tuple[str, list[Row]]]:
    """Yield the lines of each group that a part has, with its heading."""
    if part.ports:
        yield "Ports", [_ports(part, entry_index, index) for index in range(len(part.ports))]
    coolant = [*_flows(part, entry_index), *_couplings(part, entry_index)]
    if coolant:
        yield "Coolant", coolant
    if part.rejection is not None:
        yield "Heat rejection", list(_rejection(part, part.rejection, entry_index))
    if part.inside:
        yield "Inside", [row for unit in part.inside for row in _inside(part, entry_index, unit)]


def _ports(part: Part, entry_index: EntryIndex, index: int) -> Row:
    group = part.ports[index]
    field = f"ports.{group.name}"
    row = fact_row(part, entry_index, field, port_words(group))
    extra = [f"purpose: {group.purpose}"]
    extra += [f"in {group.cages} cages"] if group.cages else []
    extra += [group.connector] if group.connector else []
    extra += [f"splits into {group.breakout}"] if group.breakout > 1 else []
    nic = entry_index.catalog.get(group.nic)
    extra += [f"carried by {nic.name}"] if nic else []
    return replace(
        row,
        kind="fact",
        label=spelt(group.name),
        unit="",
        tip=(", ".join(extra), *row.tip),
        link=ref_of(nic) if nic else None,
    )


def _flows(part: Part, entry_index: EntryIndex) -> Iterator[Row]:
    """Yield a line for each temperature of the supply of which a source tells the flow."""
    sources = {point.by for point in part.coolant_flow}
    for point in part.coolant_flow:
        row = fact_row(part, entry_index, f"coolant_flow.{point.name}.flow_lpm", "")
        drop = "" if point.drop_kpa is None else f" at {number_text(point.drop_kpa)} kPa"
        by = f" ({point.by})" if len(sources) > 1 else ""
        label = f"At {point.supply_c:g} °C{by}"
        text = f"{number_text(point.flow_lpm)} L/min{drop}"
        yield replace(row, kind="fact", label=label, text=text, unit="")


def _rejection(part: Part, figures: RejectionFigures, entry_index: EntryIndex) -> Iterator[Row]:
    """Yield a line for each pair of temperatures of a table, colder water first."""
    meets, law = MEETS[figures.against], figures.over_difference
    if law is not None:
        row = fact_row(part, entry_index, "rejection.over_difference.kw_per_k", "")
        drawn = "" if law.power_kw is None else f", draws {number_text(law.power_kw)} kW"
        text = f"{number_text(law.kw_per_k)} kW/K{drawn}"
        label = "Entering water over air"
        yield replace(row, kind="fact", label=label, text=text, unit="")
    for point in sorted(figures.points, key=lambda one: (one.water_c, one.against_c)):
        row = fact_row(part, entry_index, f"rejection.points.{point.name}.capacity_kw", "")
        label = f"Water {point.water_c:g} °C, {meets} {point.against_c:g} °C"
        drawn = "" if point.power_kw is None else f", draws {number_text(round(point.power_kw))} kW"
        text = f"{number_text(round(point.capacity_kw))} kW{drawn}"
        yield replace(row, kind="fact", label=label, text=text, unit="")


def _couplings(part: Part, entry_index: EntryIndex) -> Iterator[Row]:
    for coupling in part.couplings:
        row = fact_row(part, entry_index, f"couplings.{coupling.name}.connector", "")
        label = f"Couplings to {coupling.name}"
        mating = _MATINGS.get(coupling.mating, "")
        text = _coupling_words(coupling) + mating
        yield replace(row, kind="fact", label=label, text=text, unit="")


_MATINGS: Final = {"blind": ", blind-mate", "hose": ", with hoses", "fixed": ", bolted or clamped"}


def _coupling_words(coupling: Coupling) -> str:
    """Return couplings in words: `27 + 27 × UQDB04`, `2 + 2` where nobody names them."""
    if coupling.count is None:
        return coupling.connector
    counted = f"{coupling.count} + {coupling.count}"
    return f"{counted} × {coupling.connector}" if coupling.connector else counted


def _inside(part: Part, entry_index: EntryIndex, unit: InsideUnit) -> Iterator[Row]:
    """Yield units of a sort with the source of their place, and below what one of them is."""
    row = fact_row(part, entry_index, f"inside.{unit.name}.spans", "")
    count = "number not published" if unit.count is None else f"{unit.count}"
    size = f" × {unit.height_half_u / 2:g}U" if unit.height_half_u else ""
    place = span_words(unit.spans) or ("at the rear" if unit.behind else NOT_PUBLISHED)
    held = entry_index.catalog.get(unit.part)
    yield replace(
        row,
        kind="fact",
        label=spelt(unit.name),
        text=f"{count}{size}, {place}",
        unit="",
        tip=(*([unit.connections] if unit.connections else []), *row.tip),
        link=ref_of(held) if held else None,
    )
    told = "; ".join(_held_words(unit, held))
    if told:
        label = f"{spelt(unit.name)}, {'each' if unit.count != 1 else 'with'}"
        yield Row("text", label, told, field=f"inside.{unit.name}.each")


def _held_words(unit: InsideUnit, held: Part | None) -> Iterator[str]:
    """Yield what one unit inside a part holds, draws, and is connected to."""
    if unit.holds:
        yield unit.holds
    if held is not None and INSIDE_KINDS[unit.kind].draws:
        most = power_figures(held)["power_max_w"]
        if most.low > 0 or most.high < inf:
            yield f"{words(most.times(0.001, 'kW'), 2)} at most"
    if unit.power:
        yield f"power {unit.power}"
    if held is not None and held.ports:
        yield ", ".join(_port_words(group) for group in held.ports)
    elif unit.network:
        yield unit.network
    if held is not None and held.couplings:
        joined = ", ".join(f"{_coupling_words(one)} to {one.name}" for one in held.couplings)
        yield f"coolant {joined}"
    elif unit.coolant:
        yield f"coolant {unit.coolant}"


def _port_words(group: PortGroup) -> str:
    connector = f" {group.connector}" if group.connector else ""
    return f"{port_words(group)}{connector}"
