"""Supplies that a low voltage keeps from their rating, those for direct current, those too large.

P11 asks the first two, P09 the third.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.fed_racks import heading, racks_with_feeds
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.outlet_currents import IEC_A, UL_A
from designer.engine.subjects.feeds.voltage import outlets
from designer.engine.subjects.feeds.wrong_volts import ROUNDED_V, fits
from designer.model.figures import exact, within
from designer.wiring.power_dealing import takes_no_cord
from designer.wiring.power_filling import needs_power


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


def supplies_are_no_larger_than_outlets(facts: Facts) -> Iterator[Finding]:
    """P09: an outlet of the rack PDUs carries what a supply is rated for.

    Asked of supplies whose inlet nobody states: by their amperes alone their plug is none that a
    C13 or C19 takes. A current that their maker states is taken before that of the rating. Open
    where nobody states either, of what draws more than an outlet carries.
    """
    for core, racks, feeds in racks_with_feeds(facts):
        for part_id, ref in _perhaps_too_large(facts, feeds):
            yield cannot_be_said(
                "P09", f"rating:{part_id}", racks,
                f"{heading(core)}: whether an outlet of its rack PDUs carries what a supply of "
                f"{feeds.name_of(part_id)} is rated for", (ref,), facts.name_of,
            )  # fmt: skip
        for part, one in _too_large(facts, feeds).items():
            yield Finding(
                "P09", "warning", f"rating:{part}", racks,
                f"{heading(core)}: supplies of {one.rating_w:g} W in {one.called} take "
                f"{one.amps:.1f} A, and no outlet of its rack PDUs carries more than "
                f"{one.most:g} A ({one.socket}): their plug is another, which nobody states",
                "Ask the maker for the inlet, and feed these supplies from circuits of their own; "
                "or choose a part whose supplies a C19 carries.", one.amps - one.most,
            )  # fmt: skip


class _TooLarge(NamedTuple):
    """Supplies of a rating in W that take more than an outlet carries at most, both in A."""

    called: str
    rating_w: float
    amps: float
    socket: str
    most: float


def _too_large(facts: Facts, feeds: Feeds) -> dict[str, _TooLarge]:
    """Return supplies that no outlet of a rack carries by their rating, by part.

    A supply takes more than it gives: its amperes are the least there are. Where one of the rack
    PDUs carries it, its cords may go there.
    """
    found = dict[str, _TooLarge]()
    for part in {one.id: one for one in feeds.wiring.parts if one is not None}.values():
        psu = part.psu if needs_power(part) else None
        if psu is None or psu.inlet or psu.current == "dc" or not psu.rating_w or not psu.count:
            continue
        sorts = []
        for volts, socket, most in _largest(facts, feeds):
            if fits(psu, volts) is False:
                continue
            amps = psu.amps_at(volts)
            if amps is not None:
                sorts.append(_TooLarge(part.name, psu.rating_w, amps, socket, most))
        if sorts and all(one.amps > one.most for one in sorts):
            found[part.id] = min(sorts, key=lambda one: one.amps - one.most)
    return found


def _perhaps_too_large(facts: Facts, feeds: Feeds) -> Iterator[tuple[str, str]]:
    """Yield parts of whose supplies nobody states inlet, rating or current, with the input.

    What draws no more than an outlet carries would do with one, whatever its supplies.
    """
    for part in {one.id: one for one in feeds.wiring.parts if one is not None}.values():
        psu = part.psu
        if not (needs_power(part) and part.traits.has_supplies) or takes_no_cord(part):
            continue
        if psu is not None and (psu.inlet or psu.rating_w or psu.amps_max or psu.current == "dc"):
            continue
        drawn = feeds.lines.kw(part.id)
        carried = [exact(volts * most / 1000, "kW") for volts, _, most in _largest(facts, feeds)]
        if any(within(drawn, one).answer != "yes" for one in carried):
            yield part.id, f"{part.id}.psu" if psu is None else f"{part.id}.psu.rating_w"


def _largest(facts: Facts, feeds: Feeds) -> Iterator[tuple[float, str, float]]:
    """Yield the volts of each rack PDU, its largest outlet, and the amperes that it carries."""
    for at, volts in outlets(feeds.wiring, dict(facts.site.volts)).items():
        strip = feeds.wiring.parts[at]
        if strip is not None and strip.pdu is not None:
            socket = "C13" if strip.pdu.outlets_c19 == 0 else "C19"
            yield volts, socket, (UL_A if strip.pdu.standard == "nec" else IEC_A)[socket]


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
