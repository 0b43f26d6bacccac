"""What each layer of a hall takes of its GPUs over a year. Formulas only, on plain numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from designer.engine.subjects.facility.reliability import (
    Sets,
    Unit,
    all_down,
    any_down,
    at_least,
    available,
    binomial,
    capacity_short,
    dark,
    down,
)

_NEVER = 1e-15
"""Probability that no answer shows."""


@dataclass(frozen=True)
class Hall:
    """A hall as its failures see it.

    Attributes
    ----------
    nodes, group
        All, and those that hang on the same switches: one of them down takes the group.
    switch, switches
        One of a group's switches, and their number.
    ups, ups_sides
        One system, and those of which one carries all.
    pump, pumps
        One of a CDU's pumps, and those of which one is enough; 0 pumps: no CDU.
    cdu
        What of a CDU has no twin; None where its rate is not known.
    cooler, coolers, coolers_needed
        One of the hall's cooling units; None where its rate is not known.
    """

    nodes: int
    group: int
    node: Unit
    switch: Unit
    switches: int
    site: Unit
    grid: Unit
    sets: Sets
    ups: Unit
    ups_sides: int
    pump: Unit
    pumps: int
    cdu: Unit | None
    cooler: Unit | None
    coolers: int
    coolers_needed: int


def losses(hall: Hall) -> dict[str, float | None]:
    """Return the share of GPUs that each layer takes over a year; None where it is not known."""
    return {
        "nodes": down(hall.node.rate, hall.node.repair_h),
        "switches": any_down(hall.switch, hall.switches),
        "site": down(hall.site.rate, hall.site.repair_h),
        "utility": dark(hall.grid, hall.sets),
        "ups": all_down(hall.ups, hall.ups_sides) if hall.ups_sides else 0.0,
        "cdu": _cdu(hall),
        "cooling": _cooling(hall),
    }


def _cdu(hall: Hall) -> float | None:
    if not hall.pumps:
        return 0.0
    if hall.cdu is None:
        return None
    pumps = all_down(hall.pump, hall.pumps)
    return 1 - available((pumps, down(hall.cdu.rate, hall.cdu.repair_h)))


def _cooling(hall: Hall) -> float | None:
    if not hall.coolers_needed:
        return 0.0
    if hall.cooler is None:
        return None
    return capacity_short(hall.cooler, hall.coolers, hall.coolers_needed)


def enough(hall: Hall, needed: int, lost: dict[str, float | None], correlation: float) -> float:
    """Return how probable it is that at least so many nodes are up, of layers that are known.

    What all share comes first: site, power and coolant take all of the hall or nothing of it. Then
    the groups that are up are counted, then the nodes in them.
    """
    everything = (lost[layer] for layer in ("site", "utility", "ups", "cdu"))
    shared = available(share for share in everything if share is not None)
    up = 1 - down(hall.node.rate, hall.node.repair_h)
    inside = sum(p * at_least(nodes, needed, up, correlation) for nodes, p in _reached(hall))
    return shared * inside


def _reached(hall: Hall) -> Iterator[tuple[int, float]]:
    """Yield how many nodes have a network, and how probable that is.

    A last group that is not full counts as a full one where it is lost.
    """
    full, rest = divmod(hall.nodes, hall.group)
    for lost, p in binomial(full + (rest > 0), any_down(hall.switch, hall.switches)):
        if p > _NEVER:
            yield max(0, hall.nodes - lost * hall.group), p
