"""Rules of the data: unknown parts and figures, missing prices, figures that were assumed."""

from collections.abc import Iterator

from designer.engine.checks.facts import Facts, Finding, Level
from designer.engine.report import FIGURE_WORDS

_NEEDED = ("power_max_w", "mass_kg")
"""Circuits, cooling and floor rest on these: without them a rack may not be signed."""


def parts_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: every part is in the catalogue or in the file."""
    missing = {part for core in facts.keys_by_core for part in core.filled.missing}
    for part in sorted(missing):
        yield Finding(
            "D02", "error", part, facts.racks_with_part.get(part, ()),
            f"part {part!r} is not in the catalogue, or does not belong in a rack; it counts for "
            "nothing",
            "Choose a part of the catalogue, or embed it in the file.",
        )  # fmt: skip


def devices_stand_somewhere(facts: Facts) -> Iterator[Finding]:
    """D04: every device's rack, and every rack's assembly, exists."""
    lost = tuple(d.id for d in facts.design.devices if d.rack not in facts.cores)
    if lost:
        yield Finding(
            "D04", "error", "no-rack", lost,
            f"{len(lost)} devices name a rack that does not exist; they count for nothing",
            "Give them a rack, or remove them.", len(lost),
        )  # fmt: skip
    known = {assembly.id for assembly in facts.design.assemblies}
    bare = tuple(r.id for r in facts.design.racks if r.assembly and r.assembly not in known)
    if bare:
        yield Finding(
            "D04", "error", "no-assembly", bare,
            f"{len(bare)} racks name an assembly that does not exist; they count as empty",
            "Give them an assembly, or none.", len(bare),
        )  # fmt: skip


def figures_are_known(facts: Facts) -> Iterator[Finding]:
    """D01: figures that sums need are known."""
    lacking: dict[str, list[str]] = {}
    for part, figure in sorted({e for core in facts.keys_by_core for e in core.unknown}):
        if figure in FIGURE_WORDS:
            lacking.setdefault(part, []).append(figure)
    for part, figures in lacking.items():
        severity: Level = "warning" if any(name in _NEEDED for name in figures) else "info"
        known = facts.catalog.get(part)
        names = ", ".join(FIGURE_WORDS[name] for name in figures)
        yield Finding(
            "D01", severity, part, facts.racks_with_part.get(part, ()),
            f"{known.name if known else part}: {names} not known; sums leave it out and say so",
            "Ask the vendor, and embed the figure with its source.", len(figures),
        )  # fmt: skip


def prices_are_known(facts: Facts) -> Iterator[Finding]:
    """K01: everything has a price in the site's currency."""
    for entry in facts.cost.unpriced:
        part = facts.catalog.get(entry)
        cause = entry if part else "cables"
        yield Finding(
            "K01", "info", cause, (),
            f"{part.name if part else entry}: no price in {facts.cost.currency}; the capital cost "
            "leaves it out",
            "Add a price with date and source to the design.",
        )  # fmt: skip


def assumed_figures(facts: Facts) -> Iterator[Finding]:
    """D03: planning figures stand in for decisions of the site."""
    site, facility = facts.design.site, facts.facility
    if site.pue is None and facility.pue is not None and facts.totals.power_max_kw:
        yield Finding(
            "D03", "info", "pue", (), f"PUE {facility.pue:g} is assumed: {facility.pue_source}",
            "Give the site's own PUE.",
        )  # fmt: skip
    default = facts.catalog.default("electricity-price")
    if site.electricity_price is None and facts.cost.opex_per_year and default:
        yield Finding(
            "D03", "info", "electricity-price", (),
            f"{default.value:g} {default.unit} is assumed: {default.source}",
            "Give the site's own price.",
        )  # fmt: skip
