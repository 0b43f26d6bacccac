"""What a loss does whatever the inlets are that nobody states: each kind of outlet is tried.

Where a device's cords hang is open while nobody states its inlet, and so is what a loss leaves on
each feed. But where every inlet that rack PDUs have outlets for overloads the same feed after the
same loss, that is certain.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from designer.catalog.part import Part
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.worst_loss import Worst, worst_of
from designer.model.figure_cases import hull
from designer.wiring.power_dealing import wire_parts
from designer.wiring.power_rack import RackWiring

INLETS: Final = ("C14", "C20")
"""An inlet for each kind of outlet: C16 and C22 take the same cords at the PDU (IEC 60320-1)."""
MOST_PARTS: Final = 4
"""Parts without a stated inlet of which all choices are tried; of more, a loss stays open."""


def worst_of_any(case: Case) -> Worst:
    """Return what the worst loss does, where it can be said for every inlet that there may be."""
    open_one = worst_of(case)
    if open_one.verdict.answer != "open":
        return open_one
    found = [worst_of(Case(wiring, case.site)) for wiring in _with_inlets(case.wiring)]
    alike = {(one.feed, one.lost, one.pdu, one.systems) for one in found}
    if len(alike) != 1 or any(one.verdict.answer != "no" for one in found):
        return open_one
    ref = open_one.verdict.because[0]
    return replace(
        found[0],
        load=hull((one.load for one in found), ref),
        capacity=hull((one.capacity for one in found), ref),
    )


def _with_inlets(wiring: RackWiring) -> Iterator[RackWiring]:
    """Yield the wiring of a rack for every choice of the inlets that nobody states."""
    silent = {part.id: part for part in wiring.parts if part is not None and _is_silent(part)}
    if not silent or len(silent) > MOST_PARTS:
        return
    for choice in product(INLETS, repeat=len(silent)):
        inlets = dict(zip(silent, choice, strict=True))
        parts = tuple(_with(part, inlets.get(part.id)) if part else None for part in wiring.parts)
        yield wire_parts(wiring.filling, wiring.part, parts)


def _is_silent(part: Part) -> bool:
    return part.psu is not None and part.psu.count > 0 and not part.psu.inlet


def _with(part: Part, inlet: str | None) -> Part:
    """Return a part with an inlet; as it is where it states its own."""
    if inlet is None or part.psu is None:
        return part
    return part.evolve(psu=part.psu.evolve(inlet=inlet))
