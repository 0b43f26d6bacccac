"""What a planning report says, section by section, before it becomes text, Markdown or HTML.

One content for all of them, so that a reviewer who signs the one has signed the others. A new
subject of the report becomes a function here, added to `report_content`. May import `model`,
`catalog` and `engine.report`; computes nothing that the report does not hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.engine.report import FabricReport, FeedReport, RackReport, Report
from designer.io.design_text import used_parts
from designer.model.design import Design

UNKNOWN: Final = "—"
DISCLAIMER: Final = (
    "These figures are estimates for planning. They rest on the sources named below; final "
    "electrical, mechanical, structural and fire-safety design is the work of licensed engineers."
)
READING: Final = (
    f"{UNKNOWN} means not known, never zero. ≥ means that something the sum needs is not known, "
    "so that the true value is higher."
)
Align = Literal["left", "right"]


@dataclass(frozen=True)
class Table:
    """Columns (title, alignment) and rows of cells."""

    columns: tuple[tuple[str, Align], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A part of the report: facts (label, value), then a table, then lines of text."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Content:
    """The whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def report_content(design: Design, catalog: Catalog, report: Report) -> Content:
    """Return what the report on a design says.

    Parameters
    ----------
    design, catalog
        What the report was made from.
    report
        The engine's figures.
    """
    made = (
        _design(design),
        _totals(report),
        _racks(report),
        _feeds(report),
        _facility(report),
        _fabrics(report),
        _supplies(report),
        _cost(report),
        _checks(report),
        _unknown(report),
        _sources(design, catalog),
        Section("Approval", lines=("Prepared by: ____________________   Date: __________",
                                   "Checked by:  ____________________   Date: __________",
                                   "Approved by: ____________________   Date: __________")),
    )  # fmt: skip
    sections = tuple(s for s in made if s.facts or s.lines or (s.table and s.table.rows))
    return Content(f"Planning report: {design.name}", DISCLAIMER, sections)


def number(value: float | None, decimals: int = 1, unit: str = "", *, complete: bool = True) -> str:
    """Return a figure for people: grouped in thousands, `—` when not known, `≥` when partial."""
    # A partial sum of nothing says nothing: no summand of it is known.
    if value is None or (value == 0 and not complete):
        return UNKNOWN
    text = f"{value:,.{decimals}f}"
    return f"{'' if complete else '≥ '}{text}{f' {unit}' if unit else ''}"


def _design(design: Design) -> Section:
    block, site = design.title_block, design.site
    width, depth = design.room.size_mm()
    facts = [
        ("Site", ", ".join(filter(None, (site.name, site.location)))),
        ("Room", f"{design.room.name} {width / 1000:g} m × {depth / 1000:g} m".strip()),
        ("Owner", block.owner),
        ("Drawing number", block.drawing_number),
        ("Revision", design.revisions[-1].id if design.revisions else ""),
        ("Feed policy", site.feed_policy),
        ("Continuous derate", f"{site.continuous_derate:g}"),
        ("Power factor", f"{site.power_factor:g}"),
        ("Made with", f"Cluster Designer {__version__}"),
    ]
    lines = (design.note, READING) if design.note else (READING,)
    return Section("Design", tuple((k, v) for k, v in facts if v), lines=lines)


def _totals(report: Report) -> Section:
    t = report.totals

    def total(name: str, decimals: int = 1, unit: str = "kW") -> str:
        return number(getattr(t, name), decimals, unit, complete=name not in t.partial)

    return Section(
        "Totals",
        (
            ("GPUs", total("gpus", 0, "")),
            ("Nodes", number(t.nodes, 0)),
            ("Racks", number(t.racks, 0)),
            ("Devices", number(t.devices, 0)),
            ("Power, maximum", total("power_max_kw")),
            ("Power, peak observed", total("power_peak_kw")),
            ("Power, typical", total("power_typical_kw")),
            ("Power, idle", total("power_idle_kw")),
            ("Heat", total("heat_kw")),
            ("Weight", total("weight_kg", 0, "kg")),
            ("Floor area", number(t.floor_area_m2, 1, "m²")),
            ("Figures not known", number(t.unknown_figures, 0)),
        ),
    )


def _racks(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Row", "left"), ("Max kW", "right"), ("Typical kW", "right"),
        ("Cooling", "left"), ("Air kW", "right"), ("Liquid kW", "right"), ("m³/h", "right"),
        ("kg", "right"), ("U", "right"), ("Limited by", "left"),
    )  # fmt: skip
    return Section("Racks", table=Table(columns, tuple(_rack(r) for r in report.racks)))


def _whole(racks: Iterable[RackReport], figure: str) -> bool:
    """Return whether a figure is known of every part in these racks.

    A rack names what it lacks as `mass_kg of qm9700`, and a part that no catalogue has as `part of
    …`, which leaves every figure partial. A rack that is incomplete and names nothing counts as
    lacking all of them.
    """
    for rack in racks:
        lacking = {text.partition(" of ")[0] for text in rack.unknown}
        if lacking & {figure, "part"} or not (rack.complete or lacking):
            return False
    return True


def _rack(rack: RackReport) -> tuple[str, ...]:
    return (
        rack.name or rack.id,
        rack.row,
        number(rack.power_max_kw, complete=_whole((rack,), "power_max_w")),
        number(rack.power_typical_kw, complete=_whole((rack,), "power_typical_w")),
        rack.cooling_method or UNKNOWN,
        number(rack.air_kw),
        number(rack.liquid_kw),
        number(rack.airflow_m3h, 0),
        number(rack.weight_kg, 0, complete=_whole((rack,), "mass_kg")),
        f"{rack.u_used:g} of {rack.u_total:g}" if rack.u_total else "",
        rack.binding_constraint,
    )


def _feeds(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Rack", "left"), ("Feed", "left"), ("Side", "left"), ("Capacity kW", "right"),
        ("Load kW", "right"), ("After a loss kW", "right"),
    )  # fmt: skip

    def row(rack: RackReport, feed: FeedReport) -> tuple[str, ...]:
        figures = (feed.capacity_kw, feed.load_kw, feed.load_after_loss_kw)
        return (rack.name or rack.id, feed.id, feed.side, *(number(f) for f in figures))

    rows = tuple(row(rack, feed) for rack in report.racks for feed in rack.feeds)
    return Section("Feeds of racks", table=Table(columns, rows))


def _facility(report: Report) -> Section:
    f = report.facility
    pue = number(f.pue, 2) + (f" ({f.pue_source})" if f.pue_source else "")
    return Section(
        "Facility",
        (
            ("IT power", number(f.it_kw, 1, "kW")),
            ("Facility power", number(f.facility_kw, 1, "kW")),
            ("PUE", pue),
            ("Heat to air", number(f.air_kw, 1, "kW")),
            ("Heat to liquid", number(f.liquid_kw, 1, "kW")),
            ("CDUs, placed of needed", f"{f.cdu_units} of {number(f.cdu_units_needed, 0)}"),
            ("Cooling units, placed of needed",
             f"{f.cooling_units} of {number(f.cooling_units_needed, 0)}"),
        ),
    )  # fmt: skip


def _fabrics(report: Report) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Fabric", "left"), ("Kind", "left"), ("Nodes", "right"), ("Tiers", "right"),
        ("Leaf", "right"), ("Spine", "right"), ("Core", "right"), ("Injection Tb/s", "right"),
        ("Bisection Tb/s", "right"), ("Ratio", "right"), ("Oversubscription", "right"),
        ("Cables", "right"),
    )  # fmt: skip
    lines = tuple(f"{f.name or f.id}: {f.explanation}" for f in report.fabrics if f.explanation)
    rows = tuple(_fabric(fabric) for fabric in report.fabrics)
    return Section("Fabrics", table=Table(columns, rows), lines=lines)


def _fabric(f: FabricReport) -> tuple[str, ...]:
    cables = f.node_leaf_cables + f.leaf_spine_cables + f.spine_core_cables
    pairs = ((f.placed_leaf, f.leaf), (f.placed_spine, f.spine), (f.placed_core, f.core))
    return (
        f.name or f.id,
        f.kind,
        number(f.nodes, 0),
        str(f.tiers),
        *(f"{placed} of {needed}" for placed, needed in pairs),
        number(_tera(f.injection_gbps), 2),
        number(_tera(f.bisection_gbps), 2),
        number(f.bisection_ratio, 2),
        ", ".join(f"{ratio:g} : 1" for ratio in f.oversubscription) or UNKNOWN,
        number(cables, 0),
    )


def _tera(gbps: float | None) -> float | None:
    return None if gbps is None else gbps / 1000


def _supplies(report: Report) -> Section:
    s = report.storage
    facts = [("Cables", number(report.cables.count, 0))]
    facts += [(f"Cables, {medium}", number(n, 0)) for medium, n in report.cables.by_medium]
    if s.systems:
        facts += [
            ("Storage systems", number(s.systems, 0)),
            ("Storage, read", number(s.read_gb_s, 1, "GB/s")),
            ("Storage, write", number(s.write_gb_s, 1, "GB/s")),
            ("Storage, raw", number(s.raw_tb, 0, "TB")),
        ]
    return Section("Cables and storage", tuple(facts))


def _cost(report: Report) -> Section:
    c = report.cost
    facts = (
        ("Capital cost", number(c.capex, 0, c.currency, complete=c.complete)),
        ("Energy a year", number(c.energy_mwh_per_year, 0, "MWh")),
        ("Running cost a year", number(c.opex_per_year, 0, c.currency)),
        ("Newest price used", c.price_date or UNKNOWN),
    )
    columns: tuple[tuple[str, Align], ...] = (
        ("Category", "left"), (f"Cost {c.currency}", "right"), ("Without a price", "right"),
    )  # fmt: skip
    rows = tuple(
        (line.category, number(line.amount, 0, complete=not line.unpriced), str(line.unpriced))
        for line in c.by_category
    )
    return Section("Cost", facts, Table(columns, rows))


def _checks(report: Report) -> Section:
    if not report.checks:
        return Section("Checks", lines=("No finding.",))
    columns: tuple[tuple[str, Align], ...] = (
        ("Severity", "left"), ("Where", "left"), ("Finding", "left"), ("Advice", "left"),
    )  # fmt: skip
    rank = {"error": 0, "warning": 1, "info": 2}
    ordered = sorted(report.checks, key=lambda c: (c.waived, rank[c.severity], c.rule, c.key))
    rows = tuple(
        ("waived" if c.waived else c.severity, _some(c.where), c.message, c.advice) for c in ordered
    )
    return Section("Checks", table=Table(columns, rows))


def _unknown(report: Report) -> Section:
    lines = []
    if report.cost.unpriced:
        lines.append(f"Without a published price: {', '.join(report.cost.unpriced)}.")
    racks_of: dict[str, list[str]] = {}
    for rack in report.racks:
        for figure in rack.unknown:
            racks_of.setdefault(figure, []).append(rack.name or rack.id)
    lines += [f"{figure}: not known ({_some(racks)})." for figure, racks in racks_of.items()]
    return Section("Not known", lines=tuple(lines))


def _sources(design: Design, catalog: Catalog) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Part", "left"), ("Digest", "left"), ("Kind", "left"), ("Source", "left"),
    )  # fmt: skip
    rows = []
    for part in used_parts(design, catalog):
        said = {(p.kind, p.source): None for p in part.provenance}
        said |= {(p.kind, f"price {p.as_of}: {p.source}"): None for p in part.prices}
        rows += [(part.name, catalog.digest(part), kind, source) for kind, source in said]
    return Section("Sources", table=Table(columns, tuple(rows)))


def _some(names: Iterable[str], shown: int = 4) -> str:
    """Return the first few names and how many more there are."""
    every = list(names)
    more = f" and {len(every) - shown} more" if len(every) > shown else ""
    return ", ".join(every[:shown]) + more
