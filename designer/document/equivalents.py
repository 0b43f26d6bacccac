"""What may take the place of a part wherever it is mounted, and what changes with it.

Candidates are of the same kind and mount; the likest come first. Figures carry their bounds: what
nobody states is unknown on its side, and no difference is claimed of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.figures import PduFigures
from designer.catalog.part import Part
from designer.catalog.part_bounds import PartFigures
from designer.model.design import Design, Fabric
from designer.model.figure_words import UNKNOWN, words
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.wiring.network_ports import PROTOCOLS, reaching_ports
from designer.wiring.power_dealing import takes_no_cord
from designer.wiring.power_outlets import SOCKETS, takes_plug

_NO_PORT: Final = "no port of its purpose and protocol"
_REACHED: Final = "ports reach it"
_FAR: Final = 9.0
"""How unlike two figures are of which one is not known."""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure before and after.

    Attributes
    ----------
    differs
        Whether both are known and are not the same.
    lost
        Whether something that was reached or carried is not any more: a fabric, outlets, volts.
    """

    title: str
    now: str
    then: str
    differs: bool
    lost: bool = False


def candidates(catalog: Catalog, part_id: str) -> list[Part]:
    """Return the parts that may take a part's place, the likest first; none for an unknown one."""
    part = catalog.get(part_id)
    if part is None:
        return []
    others = [
        other for other in catalog.parts
        if other.kind == part.kind and other.id != part_id and other.placeable
        and bool(other.height_half_u) == bool(part.height_half_u)
    ]  # fmt: skip
    return sorted(others, key=lambda other: _unlikeness(part, other))


def _unlikeness(part: Part, other: Part) -> float:
    """Return how unlike two parts are: by GPUs, ports, height and power, in this order."""
    return (
        8 * _apart(part.gpu_count, other.gpu_count)
        + 8 * (takes_no_cord(part) != takes_no_cord(other))
        + 4 * _apart(_rate(part), _rate(other))
        + 4 * _apart(_ports(part), _ports(other))
        + 2 * _apart(part.height_half_u, other.height_half_u)
        + _apart(part.power_max_w, other.power_max_w)
    )


def _apart(one: float | None, two: float | None) -> float:
    if one is None or two is None:
        return 0.0 if one is two else _FAR
    if not one or not two:
        return 0.0 if one == two else _FAR
    return abs(log(one / two))


def _rate(part: Part) -> float | None:
    return max((group.rate_gbps for group in part.ports), default=None)


def _ports(part: Part) -> float | None:
    return float(sum(group.count for group in part.ports)) if part.ports else None


def lines(design: Design, catalog: Catalog, part_id: str, by: str, number: int) -> Iterator[Line]:
    """Yield what changes where one part takes the place of another, and what stays.

    Parameters
    ----------
    number
        How often it is mounted.

    Raises
    ------
    LookupError
        If the catalogue has not both.
    """
    old, new = catalog.get(part_id), catalog.get(by)
    if old is None or new is None:
        raise LookupError(part_id if old is None else by)
    figures = catalog.figures()
    if old.height_half_u or new.height_half_u:
        yield _texts("Height", *(f"{one.height_half_u / 2:g} U" for one in (old, new)))
    yield from _measured(figures, old, new, number)
    if old.stands_on_floor:
        yield _texts("Width", *(_mm(one.width_mm) for one in (old, new)))
    yield _texts("Depth", *(_mm(one.depth_mm) for one in (old, new)))
    yield _texts("Air", *(one.airflow or UNKNOWN for one in (old, new)))
    if old.traits.computes:
        yield _texts("GPUs", *(_gpus(one) for one in (old, new)))
    unfed = takes_no_cord(new) and not takes_no_cord(old)
    yield replace(_texts("Supplies", *(supply_words(one) for one in (old, new))), lost=unfed)
    purposes = dict.fromkeys(group.purpose for one in (old, new) for group in one.ports)
    for purpose in purposes:
        yield _texts(f"Ports, {purpose}", *(port_words(one, purpose) for one in (old, new)))
    if old.traits.feeds_devices:
        yield from _strips(old, new)
    if old.traits.stores:
        yield _texts("Reads, writes", *(_delivers(one) for one in (old, new)))
    for _, line in fabric_lines(design, catalog, old, new):
        yield line
    before, after = (figures.newest_price(one, design.site.currency)[0] for one in (old, new))
    yield _figures("Price, each", before, after, 0)


def fabric_lines(
    design: Design, catalog: Catalog, old: Part, new: Part
) -> Iterator[tuple[str, Line]]:
    """Yield what becomes of each fabric that a part is in, after the purpose of its ports there."""
    carried = _carried(design, old.id)
    for fabric in design.fabrics:
        name = f"Fabric {fabric.name or fabric.id}"
        if fabric.id in carried:
            (had, told), (has, tells) = (fabric_ports(one, fabric) for one in (old, new))
            known = UNKNOWN not in (told, tells)
            yield "fabric", Line(name, told, tells, known and told != tells, known and has < had)
        elif old.id in fabric.nodes or (old.traits.stores and fabric.purpose == "storage"):
            was, then = (_reaches(one, fabric, catalog) for one in (old, new))
            lost = then != UNKNOWN and was.endswith(_REACHED) and not then.endswith(_REACHED)
            lost = lost or (then == _NO_PORT and was != then)
            yield fabric.purpose, replace(_texts(name, was, then), lost=lost)


def _measured(figures: PartFigures, old: Part, new: Part, number: int) -> Iterator[Line]:
    for title, name, unit, factor in _MEASURED:
        was, then = (figures.of(one.id, name).times(factor, unit) for one in (old, new))
        yield _figures(f"{title}, each", was, then, 1)
        if number > 1 and name in _SUMMED:
            yield _figures(f"{title}, all {number:,}", was.times(number), then.times(number), 1)


_MEASURED: Final = (
    ("Power, maximum", "power_max_w", "kW", 0.001),
    ("Power, typical", "power_typical_w", "kW", 0.001),
    ("Mass", "mass_kg", "kg", 1.0),
    ("Heat into liquid", "liquid_fraction", "%", 100.0),
)
_SUMMED: Final = frozenset({"power_max_w", "power_typical_w", "mass_kg"})


def _figures(title: str, was: Figure, then: Figure, decimals: int) -> Line:
    apart = was.high < then.low or then.high < was.low
    return Line(title, words(was, decimals), words(then, decimals), apart)


def _texts(title: str, was: str, then: str) -> Line:
    return Line(title, was, then, was != then and UNKNOWN not in (was, then))


def _mm(value: int | None) -> str:
    return UNKNOWN if value is None else f"{value:,} mm"


def _gpus(part: Part) -> str:
    if part.gpu_count is None:
        return UNKNOWN
    return f"{part.gpu_count:,} × {part.gpu}" if part.gpu else f"{part.gpu_count:,}"


def supply_words(part: Part) -> str:
    """Return the supplies of a part in words."""
    psu = part.psu
    if psu is None:
        return UNKNOWN
    rating = f"{psu.rating_w:,.0f} W" if psu.rating_w else "rating unknown"
    on_bus = "on a bus bar, which takes no cord" if takes_no_cord(part) else psu.inlet
    said = [f"{psu.count} × {rating}", psu.redundancy, on_bus]
    return ", ".join(filter(None, said))


def _carried(design: Design, part_id: str) -> frozenset[str]:
    """Return the fabrics that a part carries as their switch."""
    drawn = [(one.part, one.fabric) for one in design.devices]
    drawn += [(slot.part, slot.fabric) for one in design.assemblies for slot in one.slots]
    return frozenset(fabric for part, fabric in drawn if part == part_id and fabric)


def fabric_ports(part: Part, fabric: Fabric) -> tuple[int, str]:
    """Return how many ports of a fabric's protocol and rate a switch has, and that in words."""
    if not part.ports:
        return 0, UNKNOWN
    fitting = sum(
        group.count * (group.breakout if group.rate_gbps > fabric.rate_gbps else 1)
        for group in part.ports
        if group.purpose == "fabric"
        and (group.kind == fabric.kind or group.either)
        and group.rate_gbps >= fabric.rate_gbps
    )
    most = part.switch.logical_ports if part.switch else None
    fitting = fitting if most is None else min(fitting, most)
    if not fitting:
        return 0, f"no port for {fabric.rate_gbps:g} Gb/s {PROTOCOLS[fabric.kind]}"
    return fitting, f"{fitting} ports of {fabric.rate_gbps:g} Gb/s {PROTOCOLS[fabric.kind]}"


def _strips(old: Part, new: Part) -> Iterator[Line]:
    """Yield what a rack PDU carries, and its outlets: less of either may leave devices dark."""
    if old.pdu is None or new.pdu is None:
        return
    was, then = _carries(old.pdu), _carries(new.pdu)
    less = new.pdu.volts != old.pdu.volts or new.pdu.amps < old.pdu.amps
    yield Line("Carries", was, then, was != then, lost=less)
    for socket in SOCKETS:
        had, has = takes_plug(old.pdu, socket), takes_plug(new.pdu, socket)
        texts = (UNKNOWN if count is None else str(count) for count in (had, has))
        fewer = had is not None and has is not None and has < had
        yield replace(_texts(f"Outlets, {socket}", *texts), lost=fewer)


def _carries(pdu: PduFigures) -> str:
    return f"{pdu.volts:g} V, {pdu.amps:g} A, {plural(pdu.phases, 'phase')}"


def _delivers(part: Part) -> str:
    figures = part.storage
    ends = (figures.read_gb_s, figures.write_gb_s) if figures else (None, None)
    said = [UNKNOWN if end is None else f"{end:g}" for end in ends]
    return UNKNOWN if said == [UNKNOWN, UNKNOWN] else f"{said[0]}, {said[1]} GB/s"


def port_words(part: Part, purpose: str) -> str:
    """Return the ports of a part for a purpose: `8 × 400 Gb/s OSFP`; `none` of other ports."""
    groups = [group for group in part.ports if group.purpose == purpose]
    told = [
        f"{group.count} × {group.rate_gbps:g} Gb/s {group.connector or group.kind}"
        for group in groups
    ]
    return ", ".join(told) or ("none" if part.ports else UNKNOWN)


def _reaches(part: Part, fabric: Fabric, catalog: Catalog) -> str:
    """Return whether ports of a part reach a fabric, in words."""
    if not part.ports:
        return UNKNOWN
    groups = reaching_ports(part, fabric, catalog)
    fast = sum(group.count for group in groups if group.rate_gbps >= fabric.rate_gbps)
    if fast:
        return f"{fast} {_REACHED}"
    if groups:
        most = max(group.rate_gbps for group in groups)
        return f"its ports run at {most:g} Gb/s, the fabric at {fabric.rate_gbps:g} Gb/s"
    return _NO_PORT
