"""Rules of the air through devices: how much it warms, and at which side of the rack it leaves."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.heat import in_air, share_of
from designer.engine.subjects.cooling.thermal import airflow_m3h, pressure_ratio
from designer.model.figure_words import told
from designer.model.figures import Figure, exact, within

MOST_RISE_K: Final = 50 / 3
LEAST_RISE_K: Final = 50 / 9
"""30 °F, which a DGX does at full flow, and 10 °F."""
_ROUNDED: Final = 1.05
"""Airflows are printed in steps of some 50 CFM: what is beyond by less is not told."""
_REVERSED: Final = {("rear-to-front", "front"), ("front-to-rear", "rear")}
"""Way of the air from the side of the ports, and the rails where that is: out at the front."""


def air_warms_as_planned(facts: Facts) -> Iterator[Finding]:
    """C03: air warms by no more than servers do at full flow, and by no less than 10 °F.

    Asked of parts that state their airflow: thin air carries less, so that the same flow gets
    warmer. What a maker states for sea level is his. Asked as well of the rise that a site states.
    """
    yield from _of_the_site(facts)
    site, catalog = facts.site, facts.catalog
    for part_id in sorted(facts[CONTENTS].counts.consumers):
        part = catalog.get(part_id)
        if part is None or not part.airflow_m3h:
            continue
        flow = exact(part.airflow_m3h, "m³/h", f"{part_id}.airflow_m3h")
        heat_kw = share_of(site.figures.of(part_id, "power_max_w"), in_air(part, site), 1 / 1000)
        at_1_k = heat_kw.times(airflow_m3h(1.0, 1.0, site.altitude_m))
        yield from _of_part(facts, part, at_1_k.per(flow, "K"))


def _of_the_site(facts: Facts) -> Iterator[Finding]:
    rise = facts.design.site.air_rise_k
    if rise is not None and not LEAST_RISE_K <= rise <= MOST_RISE_K:
        most = rise > MOST_RISE_K
        yield Finding(
            "C03", "warning", "planned", (),
            f"air is planned to warm by {rise:g} K; "
            + (f"servers take at most {MOST_RISE_K:.1f} K" if most
               else f"below {LEAST_RISE_K:.1f} K most of it passes the servers by"),
            "Plan with another rise of the air in the settings of the site.",
        )  # fmt: skip


def _of_part(facts: Facts, part: Part, rise: Figure) -> Iterator[Finding]:
    site = facts.site
    where = facts[CONTENTS].racks_with(part.id)
    said = f"{part.name or part.id}: air warms by {told(rise, 'amount')}"
    at = f" at {site.altitude_m:,.0f} m" if site.altitude_m else ""
    most = within(rise, exact(MOST_RISE_K * _ROUNDED, "K"))
    thin = 1 / pressure_ratio(site.altitude_m) > _ROUNDED
    if thin and most.answer == "no":
        yield Finding(
            "C03", "warning", part.id, where,
            f"{said}{at}, {MOST_RISE_K:.1f} K are planned with at most",
            "Ask the vendor for the airflow at this altitude, or choose parts with cold plates.",
            rise.minus(exact(MOST_RISE_K)).low,
        )  # fmt: skip
    elif within(exact(LEAST_RISE_K, "K"), rise).answer == "no":
        yield Finding(
            "C03", "warning", f"{part.id}:low", where,
            f"{said}{at}, below {LEAST_RISE_K:.1f} K most air passes by",
            "Ask the vendor for the airflow at this load.",
        )  # fmt: skip
    elif thin and most.answer == "open":
        yield cannot_be_said(
            "C03", part.id, where, f"{said}{at}: whether that is too much", most.because,
            facts.name_of,
        )  # fmt: skip


def air_leaves_at_the_rear(facts: Facts) -> Iterator[Finding]:
    """C15: no device blows at the front of its rack, where the others take in (P2C and C2P).

    Its front is the side of the ports. Servers and storage take air in there; switches are sold
    with either way, so that one whose part does not say which leaves it open.
    """
    for core, racks in facts[CONTENTS].racks_having():
        yield from _of_filling(facts, core, racks)


def _of_filling(facts: Facts, core: RackCore, racks: tuple[str, ...]) -> Iterator[Finding]:
    blows: dict[str, str] = {}
    unsaid = {part_id: lost_ref(part_id) for part_id in core.filled.lost_in_rails}
    for item, part in core.filled.known:
        if in_air(part, facts.site).high <= 0:
            continue
        if (part.airflow, item.face) in _REVERSED:
            blows[part.id] = part.name or part.id
        elif part.traits.switches and not part.airflow and item.face in ("front", "rear"):
            unsaid[part.id] = f"{part.id}.airflow"
    for part_id, name in blows.items():
        yield Finding(
            "C15", "error", part_id, racks,
            f"{core.called}: {name} blows its air at the front of the rack",
            "Mount it in the other rails, or choose the variant with the other airflow.",
        )  # fmt: skip
    for part_id, ref in unsaid.items():
        yield cannot_be_said(
            "C15", part_id, racks,
            f"{core.called}: whether {facts.name_of(part_id)} blows its air at the front",
            (ref,), facts.name_of,
        )  # fmt: skip
