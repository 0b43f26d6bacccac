"""Supplies that a low voltage keeps from their rating, and those for direct current (P11)."""

from collections import Counter
from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.fed_racks import heading, racks_with_feeds
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.voltage import outlets
from designer.engine.subjects.feeds.wrong_volts import ROUNDED_V, fits


def supplies_give_what_they_are_rated_for(facts: Facts) -> Iterator[Finding]:
    """P11: outlets bring the voltage at which the current of a supply gives its rating.

    Asked of supplies whose maker states current and rating. What they lose themselves is left out:
    what they give for certain is less still. Whether it is enough says P03.
    """
    for core, racks, feeds in racks_with_feeds(facts):
        for (part, volts), (called, rating_w, amps) in _capped(facts, feeds).items():
            yield Finding(
                "P11", "warning", f"capped:{part}:{volts:.0f}", racks,
                f"{heading(core)}: supplies of {rating_w:g} W in {called} take {amps:g} A, at most "
                f"{amps * volts:,.0f} W at {volts:.0f} V",
                "Use rack PDUs whose outlets have a higher voltage that the supplies take.",
                rating_w - amps * volts,
            )  # fmt: skip


def supplies_take_alternating_current(facts: Facts) -> Iterator[Finding]:
    """P11: what hangs on outlets takes alternating current: rack PDUs pass nothing else on."""
    for core, racks, feeds in racks_with_feeds(facts):
        items = {item for item, *_ in feeds.wiring.plugged}
        for part_id, number in Counter(
            part.id for at, part in enumerate(feeds.wiring.parts)
            if at in items and part is not None and part.psu is not None
            and part.psu.current == "dc"
        ).items():  # fmt: skip
            yield Finding(
                "P11", "error", f"dc:{part_id}:{core.cause}", racks,
                f"{heading(core)}: {number} × {feeds.name_of(part_id)} with supplies for direct "
                "current on outlets of rack PDUs, which bring alternating current",
                "Choose its version for alternating current; a source of direct current feeds no "
                "rack PDU.", number,
            )  # fmt: skip


def _capped(facts: Facts, feeds: Feeds) -> dict[tuple[str, float], tuple[str, float, float]]:
    """Return name, rating and current of supplies that are capped, by part and volts."""
    wiring, found = feeds.wiring, {}
    at_outlets = outlets(wiring, dict(facts.site.volts))
    for item, _, at, _ in wiring.plugged:
        part, volts = wiring.parts[item], at_outlets.get(at)
        psu = part.psu if part is not None else None
        if part is None or psu is None or volts is None or fits(psu, volts) is False:
            continue
        if psu.rating_w is None or psu.amps_max is None:
            continue
        if psu.amps_max * (volts + ROUNDED_V) < psu.rating_w:
            found[part.id, volts] = (part.name, psu.rating_w, psu.amps_max)
    return found
