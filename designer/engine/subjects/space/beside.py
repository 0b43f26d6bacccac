"""Whether 0U rack PDUs find their place: beside the devices, or behind the deepest of them.

Devices of 19 inches have panels of 482.6 mm; what a rack is wider than that lies on its two sides.
A rack PDU that is wider than one side hangs behind the devices, where their depth leaves room. Only
rack PDUs that state their size are asked.
"""

from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.filling import Filled
from designer.model.figures import Figure, Verdict, exact, stated, total, within

PANEL_MM: Final = 482.6
"""Width of a panel of 19 inches (EIA-310)."""


class BehindDevices(NamedTuple):
    """A rack PDU that is too wide for the sides of its rack: whether it fits behind the devices."""

    pdu: Part
    side: Figure
    deep: Figure
    verdict: Verdict


def pdus_behind_devices(
    filled: Filled, devices: Iterator[Part], usable: Figure
) -> Iterator[BehindDevices]:
    """Yield rack PDUs that do not fit beside the devices, or may not.

    Parameters
    ----------
    devices
        What hangs in the rails.
    usable
        Depth that the rack takes.
    """
    rack = filled.rack_part
    if rack is None or rack.rack is None or rack.traits.draws_it_power:
        return
    hung = {
        part.id: part for item, part in filled.known
        if item.face == "zero-u" and part.width_mm is not None and part.depth_mm is not None
    }  # fmt: skip
    deepest = max(devices, key=lambda part: part.depth_mm or inf, default=None)
    if not hung or deepest is None:
        return
    side = stated(rack.width_mm, f"{rack.id}.width_mm", "mm").minus(exact(PANEL_MM, "mm"))
    for pdu in hung.values():
        beside = within(stated(pdu.width_mm, f"{pdu.id}.width_mm", "mm"), side.times(0.5))
        if beside.answer == "yes":
            continue
        deep = total(
            [stated(one.depth_mm, f"{one.id}.depth_mm", "mm") for one in (deepest, pdu)], "mm"
        )
        verdict = within(deep, usable)
        if beside.answer == "open" and verdict.answer == "no":
            verdict = beside
        if verdict.answer != "yes":
            yield BehindDevices(pdu, side.times(0.5), deep, verdict)
