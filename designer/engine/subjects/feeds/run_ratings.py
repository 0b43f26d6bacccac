"""What a busway carries: its amperes at the volts of what hangs on it.

The volts of a busway's part are those of its insulation, and not what it runs at. Where its record
states none, what is connected to it without a transformer does: other records that state theirs,
and rack PDUs, which hang on what they are made for within 10 %. Where these differ, the rating has
bounds; where there are none, it ends at the volts of the insulation.

The continuous derate of the site counts, as for what protects the circuit (NEC 210.20(A), 215.3).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.figures import BuswayFigures
from designer.catalog.part import Part, PduFigures
from designer.engine.assumptions import Assumptions
from designer.engine.electric import circuit_kva
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.voltage import fits, of_what_it_is_made_for
from designer.model.design import PowerNode
from designer.model.figure_cases import spanning
from designer.model.figure_ref import power_ref
from designer.model.figures import Figure, exact, missing

_PASS_ON: Final = frozenset({"switchboard", "panel", "busway", "tap-off", "feed"})
"""Kinds at both ends of which the volts are the same."""

PdusOf = Callable[[], Mapping[str, Sequence[PduFigures]]]


def run_rating(
    node: PowerNode, part: Part, power: Sequence[PowerNode], pdus: PdusOf, site: Assumptions
) -> Figure:
    """Return what a busway carries, kW.

    Parameters
    ----------
    pdus
        Returns the rack PDUs of each feed, of each part one; asked only where no record states
        volts.
    """
    run = part.busway
    if run is None:
        return missing(f"{part.id}.busway", "kW")
    return _rated(node, run, f"{part.id}.busway.amps", power, pdus, site)


def tap_rating(
    node: PowerNode, run: Part, power: Sequence[PowerNode], pdus: PdusOf, site: Assumptions
) -> Figure | None:
    """Return what a tap-off carries that hangs on a busway, kW; None where its part states none.

    Its amperes are the most that the busway's maker states of a tap-off, derated like the run's.

    Parameters
    ----------
    run
        The part of the busway.
    """
    made = tap_of(run)
    ref = f"{run.id}.busway.tap_amps_max"
    return None if made is None else _rated(node, made, ref, power, pdus, site)


def tap_of(run: Part) -> BuswayFigures | None:
    """Return what a tap-off of a busway carries; None where its part does not state it."""
    if run.busway is None or run.busway.tap_amps_max is None:
        return None
    return run.busway.evolve(amps=run.busway.tap_amps_max)


def busway_of(node: PowerNode, power: Sequence[PowerNode], catalog: Catalog) -> Part | None:
    """Return the part of the busway that a tap-off hangs on, the first of its parents that is one.

    None where it hangs on none, or the busway's record names no part.
    """
    runs = {one.id: one.part for one in power if one.kind == "busway" and one.part}
    key = next((parent for parent in node.parents if parent in runs), None)
    return None if key is None else catalog.get(runs[key])


def _rated(
    node: PowerNode, run: BuswayFigures, of: str, power: Sequence[PowerNode], pdus: PdusOf,
    site: Assumptions,
) -> Figure:  # fmt: skip
    ref = power_ref(node, "volts")
    connected = _connected(node, power)
    said = {one.volts for one in (node, *connected) if one.volts is not None}
    found = {node.volts} if node.volts is not None else said or volts_of_pdus(connected, pdus)
    # Volts that rack PDUs are made for are not those that they get.
    at = exact(1.0) if said else of_what_it_is_made_for(ref)
    rated = [
        at.times(_kw(run, volts, site, direct=node.dc), "kW").rest_on(of, ref)
        for volts in sorted(found)
    ]
    if not rated:
        return missing(ref, "kW", 0.0, _kw(run, run.volts, site, direct=node.dc))
    return rated[0] if len(rated) == 1 else _between(rated, ref)


def _between(rated: Sequence[Figure], ref: str) -> Figure:
    """Return a rating of which the volts are open within bounds."""
    around = spanning(rated)
    return missing(ref, "kW", around.low, around.high)


def _kw(run: BuswayFigures, volts: float, site: Assumptions, *, direct: bool) -> float:
    """Return what it carries continuously at some volts."""
    derate = site.derate * site.ambient
    kva = circuit_kva(volts, run.amps, 1 if direct else run.phases, derate)
    return kva if direct else kva * site.power_factor


def volts_of_pdus(around: Iterable[PowerNode], pdus: PdusOf) -> set[float]:
    """Return the volts that rack PDUs on what is connected are made for."""
    every = pdus()
    hung = [one for feed in around for one in every.get(feed.id, ())]
    found = {one.volts for one in hung if one.phases == 3}
    for one in hung:
        if one.phases != 3 and not any(fits(one, volts) for volts in found):
            # A single phase is taken between two lines, or from a line to neutral.
            found |= {one.volts, one.volts * sqrt(3)}
    return found


def _connected(node: PowerNode, power: Sequence[PowerNode]) -> tuple[PowerNode, ...]:
    """Return what is connected to something with nothing between them that alters the volts."""
    by_id = {one.id: one for one in power}
    below: dict[str, list[str]] = {}
    for one in power:
        for parent in one.parents:
            below.setdefault(parent, []).append(one.id)
    found = {node.id: node}
    left = [node]
    while left:
        one = left.pop()
        for key in (*one.parents, *below.get(one.id, ())):
            other = by_id.get(key)
            if other is not None and key not in found and other.kind in _PASS_ON:
                found[key] = other
                left.append(other)
    return tuple(found.values())


def pdus_by_feed(racks: Iterable[Feeds]) -> dict[str, list[PduFigures]]:
    """Return the rack PDUs of each feed, those of the same volts and phases once."""
    found: dict[str, dict[tuple[float, int], PduFigures]] = {}
    for feeds in racks:
        wiring = feeds.wiring
        for feed, items in wiring.groups:
            for item in items:
                part = wiring.parts[item]
                if feed and part is not None and part.pdu is not None:
                    key = part.pdu.volts, part.pdu.phases
                    found.setdefault(feed, {}).setdefault(key, part.pdu)
    return {feed: list(one.values()) for feed, one in found.items()}
