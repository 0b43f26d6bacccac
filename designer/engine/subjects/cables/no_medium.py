"""What F10 says of cables for which the catalogue has nothing: which cages, what rate, how many."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.cables.choosing import UNKNOWN
from designer.engine.subjects.cables.media import Chosen
from designer.model.plural import plural
from designer.wiring.cable_ends import PartEnd
from designer.wiring.cable_media import plugs_carry
from designer.wiring.network_ports import PortFit

_ADVICE: Final = (
    "Change the fabric's rate or into how many links its ports are split, choose a node or switch "
    "with other cages, or add a cable that joins them to the catalogue with its source."
)
_SHARED: Final = (
    "Split the ports otherwise, so that the links of a cage go one way, or give the links that "
    "share a cage parts of one kind."
)


class _Gap(NamedTuple):
    """Which parts no cable joins: both ends, and whether something fits each link alone."""

    a: PartEnd
    b: PartEnd
    alone: bool


def cables_without_medium(facts: Facts, chosen: Chosen) -> Iterator[Finding]:
    """Yield the links of a fabric that no cable or pair of modules of the catalogue joins.

    Nothing is said where the catalogue has no cables at all: nobody looked for one there.
    """
    rows = np.flatnonzero(chosen.choice == UNKNOWN)
    if not len(rows) or not any(part.cable is not None for part in facts.catalog.parts):
        return
    counted: dict[_Gap, int] = {}
    _, ends = chosen.ends.sorts
    for sort, number in enumerate(np.bincount(chosen.sort[rows], minlength=len(ends)).tolist()):
        if number:
            a, b, _ = ends[sort]
            gap = _Gap(a, b, bool(chosen.sorts[sort].offer.options))
            counted[gap] = counted.get(gap, 0) + number
    for gap, number in counted.items():
        yield _of_gap(facts, chosen, gap, number)


def _of_gap(facts: Facts, chosen: Chosen, gap: _Gap, number: int) -> Finding:
    wiring = chosen.ends.wiring
    fabric, parts = wiring.fabric, wiring.members.parts
    fits = [
        (wiring.switch_fits if on_switch else wiring.node_fits)[part]
        for on_switch, part in (gap.a, gap.b)
    ]
    names = [_named(facts, parts[part]) for _, part in (gap.a, gap.b)]
    ends = [f"{_cage(fit)} of {name}" for fit, name in zip(fits, names, strict=True)]
    cause = ":".join((fabric.id, *(parts[part] for _, part in (gap.a, gap.b))))
    where, rate = (fabric.id,), f"{fabric.rate_gbps:g} Gb/s"
    name = fabric.name or fabric.id
    if gap.alone:
        return Finding(
            "F10", "warning", f"{cause}:shared", where,
            f"{name}: {plural(number, 'link')} between {ends[0]} and {ends[1]} at {rate} share "
            "cages with others, and nothing in the catalogue joins all of them", _SHARED,
            float(number),
        )  # fmt: skip
    never = [
        fit.connector for fit in fits
        if (most := plugs_carry(fit.connector)) is not None and fabric.rate_gbps > most
    ]  # fmt: skip
    what = f"{ends[0]} to its like" if ends[0] == ends[1] else " and ".join(ends)
    if never:
        return Finding(
            "F10", "error", f"{cause}:never", where,
            f"{name}: no cable joins {what} at {rate}: {never[0]} carries "
            f"{plugs_carry(never[0]):g} Gb/s at most; {plural(number, 'link')} cannot be made",
            _ADVICE, float(number),
        )  # fmt: skip
    return Finding(
        "F10", "warning", f"{cause}:none", where,
        f"{name}: nothing in the catalogue joins {what} at {rate}; {plural(number, 'link')} "
        "cannot be cabled as drawn, so that what the network carries cannot be said",
        _ADVICE, float(number),
    )  # fmt: skip


def _named(facts: Facts, part_id: str) -> str:
    part = facts.catalog.get(part_id)
    return part_id if part is None else part.name


def _cage(fit: PortFit) -> str:
    """Return a cage in words: `OSFP`, `OSFP split into 4`, `a cage of no stated form`."""
    form = fit.connector or "a cage of no stated form"
    return f"{form} split into {fit.lanes_per_cage}" if fit.lanes_per_cage > 1 else form
