"""What hangs on the bus bar of a rack, what its power shelves take for it, what a UPS in it loses.

    input of the shelves = devices on the bus bar / efficiency of the shelves

What is lost between is heat of the shelves. May import the wiring and the catalogue's parts.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, may_be
from designer.catalog.part_bounds import CABLED, EDP, POWER_FIGURES, PartFigures, gpu_figure
from designer.catalog.shelf_power import efficiency_of
from designer.engine.assumptions import Assumptions
from designer.model.figures import Figure, exact, missing, product, stated, total
from designer.wiring.power_bus import hang_ref
from designer.wiring.power_rack import RackWiring

IDLE: Final = "power_idle_w"
DRAWN: Final = (*POWER_FIGURES, EDP, CABLED)
"""Figures of power that shelves take for what hangs on them."""


def on_bus_w(wiring: RackWiring, figures: PartFigures, name: str) -> Figure:
    """Return what hangs on the bus bar of a rack draws together, W.

    A part of the rails that is in no catalogue may hang on it, and nothing bounds it. What states
    no supplies may hang there with all it draws, or not at all: likely where no rack PDU is.

    Parameters
    ----------
    name
        The figure, `power_max_w`.
    """
    if wiring.bus is None:
        return total((), "W")
    parts = Counter(wiring.filling.held[item].part for item in wiring.bus.devices)
    known = [figures.of(part, name).times(number) for part, number in parts.items()]
    perhaps = (figure for _, figure in _perhaps(wiring, figures, name))
    return total((*known, *perhaps), "W")


def each_on_bus_w(wiring: RackWiring, site: Assumptions) -> Iterator[tuple[int, Figure]]:
    """Yield the positions of what hangs on the bus bar, or may, with its highest power, W."""
    held, name = wiring.filling.held, "power_max_w"
    if wiring.bus is not None:
        for item in wiring.bus.devices:
            yield item, site.figures.of(held[item].part, name)
        yield from _perhaps(wiring, site.figures, name)


def _perhaps(wiring: RackWiring, figures: PartFigures, name: str) -> Iterator[tuple[int, Figure]]:
    alone = wiring.on_bus_alone
    for item in wiring.perhaps_on_bus:
        if (part := wiring.parts[item]) is not None:
            drawn = figures.of(part.id, name)
            yield item, drawn.perhaps_none((hang_ref(part),), likely=item in alone)
    yield from _lost(wiring)


def gpus_on_bus(wiring: RackWiring) -> Figure:
    """Return the GPUs of what hangs on the bus bar of a rack, and of what may."""
    bus, parts = wiring.bus, wiring.parts
    if bus is None:
        return exact(0.0)
    known = [gpu_figure(part) for at in bus.devices if (part := parts[at]) is not None]
    perhaps = (
        gpu_figure(part).perhaps_none((hang_ref(part),), likely=at in wiring.on_bus_alone)
        for at in wiring.perhaps_on_bus if (part := parts[at]) is not None
    )  # fmt: skip
    lost = (missing(figure.gaps[0].ref) for _, figure in _lost(wiring))
    return total((*known, *perhaps, *lost))


def taken_w(wiring: RackWiring, figures: PartFigures, name: str, default: Figure) -> Figure:
    """Return what the power shelves of a rack take at their inputs for that, W.

    Parameters
    ----------
    default
        Efficiency of supplies that state none.
    """
    behind = on_bus_w(wiring, figures, name)
    if wiring.bus is None:
        return behind
    return behind.per(efficiency_of(wiring.bus.part, default), "W")


def lost_in_shelves(
    wiring: RackWiring, figures: PartFigures, default: Figure
) -> dict[str, dict[str, Figure]]:
    """Return what one power shelf of each part turns into heat, W, by the names of figures.

    Each loses its part of what all lose, by what it is rated for.
    """
    bus = wiring.bus
    if bus is None or not (wiring.on_bus or wiring.perhaps_on_bus):
        return {}
    more = exact(1.0).per(efficiency_of(bus.part, default)).minus(exact(1.0)).clipped(0.0)
    lost = {name: product(on_bus_w(wiring, figures, name), more, "W") for name in DRAWN}
    whole, held = sum(bus.weights), wiring.filling.held
    return {
        held[item].part: {name: watts.times(weight / whole) for name, watts in lost.items()}
        for item, weight in zip(bus.shelves, bus.weights, strict=True)
    }


def with_losses(site: Assumptions, wiring: RackWiring) -> Assumptions:
    """Return a site in which power shelves and UPS of a rack draw what they lose there."""
    lost = lost_in_shelves(wiring, site.figures, site.psu_efficiency)
    for item in ups_of(wiring):
        part = wiring.filling.held[item].part
        lost[part] = {
            name: lost_in_ups(wiring, item, site, idle=name == IDLE).times(1000, "W")
            for name in DRAWN
        }
    return replace(site, figures=site.figures.also(lost)) if lost else site


def ups_of(wiring: RackWiring) -> tuple[int, ...]:
    """Return the positions of the UPS in the rails of a rack."""
    return tuple(
        item for item, part in enumerate(wiring.parts)
        if part is not None and part.traits.buffers
    )  # fmt: skip


def lost_in_ups(wiring: RackWiring, item: int, site: Assumptions, *, idle: bool = False) -> Figure:
    """Return what a UPS in the rails of a rack loses, kW: at any load of it, as of others.

    Its likely value is that of the planning default: at full load, or where it is `idle` at none.
    """
    part = wiring.parts[item]
    ups, ref = part.ups if part is not None else None, f"{wiring.filling.held[item].part}.ups"
    if ups is None or ups.rated_kw is not None or ups.rated_kva is None:
        of = stated(ups.rated_kw if ups is not None else None, f"{ref}.rated_kw", "kW")
    else:
        # It gives no more kilowatts than kilovolt-amperes.
        of = missing(f"{ref}.rated_kw", "kW", 0.0, ups.rated_kva).counted_as(ups.rated_kva)
    return product(of, site.ups_loss_idle if idle else site.ups_loss, "kW")


def _lost(wiring: RackWiring) -> Iterator[tuple[int, Figure]]:
    """Yield what parts may draw of the bus bar that are in no catalogue."""
    for item in wiring.lost:
        held = wiring.filling.held[item]
        if may_be(held.lost, _has_supplies):
            yield item, missing(lost_ref(held.part), "W")


def _has_supplies(kind: Kind) -> bool:
    return kind.has_supplies
