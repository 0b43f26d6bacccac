"""Rules of branch breakers and outlets of rack PDUs (NEC 210.20(A), IEC 60898-1, IEC 60320-1).

Nothing is asked of the breakers of a rack PDU that states none.
"""

from collections.abc import Iterator
from functools import partial

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.feeds.branch_currents import PduBreakers, fullest_breaker
from designer.engine.subjects.feeds.by_every_name import Unsaid, by_every_name
from designer.engine.subjects.feeds.fed_racks import (
    all_with_feeds,
    heading,
    rack_words,
    racks_with_feeds,
)
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.plugs import hidden_kva
from designer.model.figure_words import words
from designer.wiring.power_filling import HandCord
from designer.wiring.power_outlets import not_stated
from designer.wiring.power_rack import Unplugged

ADVICE = "Move a device to another rack, or give a cord by hand an outlet of another breaker."


def breakers_carry_continuously(facts: Facts) -> Iterator[Finding]:
    """P05: a breaker of a rack PDU by NEC carries no more than 80 % of its rating continuously."""
    yield from _breakers(facts, "P05", nec=True)


def breakers_carry_their_load(facts: Facts) -> Iterator[Finding]:
    """P08: each breaker of a rack PDU by IEC carries its load where the PDU as a whole does."""
    yield from _breakers(facts, "P08", nec=False)


def _breakers(facts: Facts, code: str, *, nec: bool) -> Iterator[Finding]:
    for core, racks, feeds in racks_with_feeds(facts):
        unsaid = partial(_unsaid, facts, code, core, racks)
        find = partial(_overloaded, facts, code, nec, core, racks, unsaid)
        yield from by_every_name(feeds, find, unsaid)


def _unsaid(facts: Facts, code: str, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        code, f"breaker:{core.cause}", racks,
        f"whether each breaker of the rack PDUs carries its load in {rack_words(core)}", refs,
        facts.name_of,
    )  # fmt: skip


def _overloaded(
    facts: Facts, code: str, nec: bool, core: RackCore, racks: tuple[str, ...],
    unsaid: Unsaid, feeds: Feeds,
) -> Iterator[Finding]:  # fmt: skip
    """Yield the fullest breaker that carries too much, or that nobody can say whether one does."""
    pdus = [one for one in feeds.breakers if one.nec == nec]
    refs: Refs = ()
    for after in (False, True) if facts.site.policy != "N" else (False,):
        full = fullest_breaker(pdus, after=after)
        if full.verdict.answer == "no" and full.breaker is not None and full.pdu is not None:
            state = "" if after else "normal:"
            at = f"{full.pdu.part}:{full.breaker.branch.number}"
            yield Finding(
                code, "error", f"breaker:{state}{at}:{core.cause}", racks,
                f"{heading(core)}: {full.words}{_why(facts, full.pdu, full.breaker.branch.amps)}",
                ADVICE, full.load.minus(full.breaker.limit).low,
            )  # fmt: skip
            return
        if full.verdict.answer == "open":
            refs = (*refs, *full.verdict.because)
    if refs:
        yield unsaid(tuple(dict.fromkeys(refs))[:2])


def _why(facts: Facts, pdu: PduBreakers, rating: float) -> str:
    """Return what the limit of a breaker is made of, in words."""
    code = f", {facts.site.derate:.0%} of its {rating:g} A (NEC 210.20)" if pdu.nec else ""
    warm = f", {facts.site.ambient:g} of it in its warm air" if facts.site.ambient != 1 else ""
    return f"{code}{warm}"


def outlets_carry_their_cord(facts: Facts) -> Iterator[Finding]:
    """P09: no outlet carries more than it is made for, and the plug of each cord fits it."""
    for core, racks, feeds in racks_with_feeds(facts):
        unsaid = partial(_unsaid_of_cords, facts, core, racks)
        yield from by_every_name(feeds, partial(_of_cords, facts, core, racks), unsaid)


def _unsaid_of_cords(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P09", f"outlets:{core.cause}", racks,
        f"whether each outlet of the rack PDUs carries its cord in {rack_words(core)}", refs,
        facts.name_of,
    )  # fmt: skip


def _of_cords(
    facts: Facts, core: RackCore, racks: tuple[str, ...], feeds: Feeds
) -> Iterator[Finding]:
    yield from _misfits(facts, core, racks, feeds)
    for one in feeds.outlets:
        if one.verdict.answer == "no":
            when = f" {one.when}" if one.when else ""
            yield Finding(
                "P09", "error", f"{one.part}:{one.socket}", racks,
                f"{heading(core)}: a cord of {one.name} carries {words(one.load, unit='')} of "
                f"the {words(one.limit)} of a {one.socket}{when}",
                "Plug in more of its supplies, or use rack PDUs of a higher voltage.",
                one.load.minus(one.limit).low,
            )  # fmt: skip
        elif one.verdict.answer == "open" and feeds.carries.verdict.answer == "yes":
            # Or P01 says that its load is not known.
            yield cannot_be_said(
                "P09", one.part, racks, f"whether the outlets of {one.name} carry its cords",
                one.verdict.because, facts.name_of,
            )  # fmt: skip


def _misfits(
    facts: Facts, core: RackCore, racks: tuple[str, ...], feeds: Feeds
) -> Iterator[Finding]:
    """Yield cords by hand whose plugs do not fit their outlets, or may not."""
    wiring = feeds.wiring
    wrong: dict[str, list[str]] = {}
    for cord, one in _ends(feeds):
        part, strip = wiring.filling.held[one.item].part, wiring.parts[cord.pdu]
        ref = not_stated(strip, "", by_number=True) if strip is not None else ""
        if ref:
            yield cannot_be_said(
                "P09", f"plug:{part}", racks,
                f"whether the plug of a cord of {feeds.name_of(part)} fits outlet {cord.outlet}",
                (ref,), facts.name_of,
            )  # fmt: skip
        else:
            wrong.setdefault(part, []).append(f"supply {one.supply}: {one.reason}")
    for part, told in wrong.items():
        more = f", and {len(told) - 1} more like it" if len(told) > 1 else ""
        yield Finding(
            "P09", "error", f"plug:{part}", racks,
            f"{heading(core)}: {feeds.name_of(part)}, {told[0]}{more}",
            "Give the cord an outlet that its plug fits, or remove it: the design then finds one.",
            len(told),
        )  # fmt: skip


def _ends(feeds: Feeds) -> Iterator[tuple[HandCord, Unplugged]]:
    """Yield cords by hand that end at an outlet that their plugs do not fit, or may not."""
    wiring = feeds.wiring
    misfits = {(one.item, one.supply): one for one in wiring.unplugged if one.of_plug}
    for cord in wiring.filling.cords:
        one = misfits.pop((cord.item, cord.supply), None)
        if one is not None:
            yield cord, one


def no_rating_is_derated_twice(facts: Facts) -> Iterator[Finding]:
    """P06: the derate is not applied to a rating that its maker has derated already."""
    derate = facts.site.derate
    for core, racks, feeds in all_with_feeds(facts):
        pdus = (feeds.wiring.parts[item] for _, items in feeds.wiring.groups for item in items)
        for part in {part.id: part for part in pdus if part is not None}.values():
            if part.pdu is None or not (hidden := hidden_kva(part.pdu, derate)):
                continue
            rated = f"{part.pdu.amps:g} A"
            if part.pdu.rated_kva is not None:
                rated = f"{part.pdu.rated_kva:g} kVA"
            yield Finding(
                "P06", "warning", f"{part.id}:{core.cause}", racks,
                f"{heading(core)}: the {rated} of {part.name or part.id} on a plug {part.pdu.plug} "
                f"are derated already; derating them again hides {hidden:.1f} kVA",
                "Make an own part of it with the current of its plug, or with its nameplate in "
                "kVA.", hidden,
            )  # fmt: skip
