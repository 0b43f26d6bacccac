"""The schedule of cords: each supply with its outlet, breaker, line and currents.

What is written for the people who plug in: one row for each supply of a rack, also of those that
hang nowhere. Computed when it is asked for, once for racks that are filled alike.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions, assumptions_of
from designer.engine.circuits import amps_per_kw
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.line_currents import dealt_branches, ways_of
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.voltage import outlets
from designer.model.design import Design
from designer.model.figure_cases import highest
from designer.model.figures import Figure
from designer.wiring.power import expand_power, own_devices
from designer.wiring.power_branches import branch_at, branches_of, line_name
from designer.wiring.power_filling import held_of
from designer.wiring.power_outlets import PlugIn, outlets_of
from designer.wiring.power_rack import RackWiring


@dataclass(frozen=True)
class CordRow:
    """One supply and what it hangs on.

    Attributes
    ----------
    item, pdu
        Positions of its device and of the rack PDU among what the rack holds; the latter is -1
        where it hangs nowhere.
    outlet
        Its number; 0 where nobody can say it.
    breaker
        Number of the breaker; None where the rack PDU states none.
    line
        Its line, or the two that it is between: by its breaker, else by the rule that deals
        supplies over the phases; empty where that cannot be said.
    dealt
        Whether the line is by that rule: it may be plugged in anywhere on the line.
    by_hand
        Whether the cord is laid by hand.
    load, after_loss
        What it carries with all feeds up, and at most after a loss that the site must survive;
        None where nobody can say that.
    reason
        Why it hangs nowhere.
    """

    item: int
    supply: int
    pdu: int = -1
    outlet: int = 0
    socket: str = ""
    breaker: int | None = None
    line: str = ""
    dealt: bool = False
    by_hand: bool = False
    load: Figure | None = None
    after_loss: Figure | None = None
    reason: str = ""


@dataclass(frozen=True)
class RackSchedule:
    """The cords of a rack: its id, the keys of what it holds, by position, and a row for each."""

    rack: str
    keys: tuple[str, ...]
    wiring: RackWiring
    rows: tuple[CordRow, ...]


def schedules_of(design: Design, catalog: Catalog) -> Iterator[RackSchedule]:
    """Yield the cords of each rack that has any, in the design's order."""
    site = assumptions_of(design, catalog)
    power = expand_power(design, catalog)
    assemblies = {assembly.id: assembly for assembly in design.assemblies}
    own = own_devices(design)
    known: dict[RackWiring, tuple[CordRow, ...]] = {}
    for rack, wiring in zip(design.racks, power.racks, strict=True):
        rows = known.get(wiring)
        if rows is None:
            rows = known[wiring] = rows_of(wiring, site)
        if rows:
            keys = held_of(assemblies.get(rack.assembly), own.get(rack.id, ()))[1]
            full = tuple(f"{rack.id}{key}" if key.startswith("/") else key for key in keys)
            yield RackSchedule(rack.id, full, wiring, rows)


def rows_of(wiring: RackWiring, site: Assumptions) -> tuple[CordRow, ...]:
    """Return the cords of one filling, device by device, then what hangs nowhere."""
    if not wiring.plugged and not wiring.unplugged:
        return ()
    case = Case(wiring, site)
    ways = ways_of(case) if case.limited else ()
    losses = ways[0] if len(ways) == 1 and not case.unnamed_pdus else None
    lines = _dealt_lines(case, losses)
    by_hand = {(cord.item, cord.supply) for cord in wiring.filling.cords}
    found = [
        _row(case, losses, cord, lines, by_hand=(cord.item, cord.supply) in by_hand)
        for cord in wiring.plugged
    ]
    found += [
        CordRow(one.item, one.supply, reason=one.reason)
        for one in wiring.unplugged
        if one.item >= 0
    ]
    return tuple(sorted(found, key=lambda row: (row.item, row.supply)))


def _row(
    case: Case, losses: Losses | None, cord: PlugIn, lines: Mapping[PlugIn, int], *, by_hand: bool
) -> CordRow:
    part = case.wiring.parts[cord.pdu]
    pdu = part.pdu if part is not None else None
    branch = branch_at(branches_of(pdu), cord.outlet) if pdu is not None else None
    line, dealt = "", False
    if pdu is not None and branch is not None:
        line = line_name(pdu, branch.line)
    elif pdu is not None and cord in lines:
        line, dealt = line_name(pdu, lines[cord]), True
    load, after = _loads(case, losses, cord)
    return CordRow(
        cord.item, cord.supply, cord.pdu, cord.outlet, dict(outlets_of(part)).get(cord.outlet, ""),
        branch.number if branch is not None else None, line, dealt, by_hand, load, after,
    )  # fmt: skip


def _loads(case: Case, losses: Losses | None, cord: PlugIn) -> tuple[Figure | None, Figure | None]:
    """Return what a cord carries with all feeds up, and at most after a loss."""
    draw = case.draw_of.get(cord.item)
    volts = outlets(case.wiring, case.volts).get(cord.pdu)
    if draw is None or draw.is_open or draw.turned or volts is None or losses is None:
        return None, None
    lines = case.apart[0]
    at = next(n for n, line in enumerate(lines.lines) if cord.pdu in line.pdus)
    planned = lines.kw(draw.part).times(amps_per_kw(volts, "1", case.site.power_factor), "A")
    each = case.current(planned, lines.lines[at].feed)
    left = [gone for _, lost in losses if at not in (gone := case.apart_from(lost))]
    after = [each.times(1 / _running(draw, gone)) for gone in left]
    return each.times(1 / _running(draw, frozenset())), highest(after) if after else None


def _running(draw: Draw, gone: Lost) -> int:
    """Return how many supplies of a device run when lines are lost."""
    return sum(n for at, n in enumerate(draw.supplies) if at not in gone)


def _dealt_lines(case: Case, losses: Losses | None) -> dict[PlugIn, int]:
    """Return the branch of each cord on a rack PDU that states no breakers, by rule."""
    found: dict[PlugIn, int] = {}
    if losses is None:
        return found
    for at, line in enumerate(case.apart[0].lines):
        for item in line.pdus:
            places = {draw: iter(on) for draw, on in dealt_branches(case, losses, at, item).items()}
            for cord in case.wiring.plugged:
                draw = case.draw_of.get(cord.item)
                if cord.pdu == item and draw in places and draw is not None:
                    found[cord] = next(places[draw])
    return found
