"""Whether rack PDUs carry their load when one device loses a supply, or a shelf of supplies.

The supplies that a device has left carry its load, so that others of its rack PDUs carry more. What
each carries then follows from its load in kW. Of the lines of a three-phase PDU no supply by itself
is dealt anew: a line carries at most what it carried times what each supply left carries more, and
at most what it carries without the PDU from which the supply is gone. Breakers of a PDU that states
them are added up cord by cord.
"""

from collections.abc import Iterator, Sequence
from functools import reduce

from designer.engine.subjects.feeds.branch_currents import NOTHING, PduBreakers
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.fullest_line import fullest_after
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.supplies import worse
from designer.model.figures import Answer, Figure, Verdict, within

_CARRIES = Verdict("yes")


def carried_without(
    case: Case,
    part: str,
    lost: int,
    phases: Sequence[PduLines],
    breakers: Sequence[PduBreakers] = (),
) -> Verdict:
    """Return whether all is carried, whichever device of a part loses supplies of one rack PDU.

    Parameters
    ----------
    lost
        How many supplies go; 0 where nobody can say.
    """
    found = reduce(worse, _on_breakers(part, lost, breakers), _CARRIES)
    for draw in case.apart[0].draws:
        if draw.part == part and not draw.order:
            found = reduce(worse, _each(case, draw, lost, phases), found)
    return found


def _on_breakers(part: str, lost: int, pdus: Sequence[PduBreakers]) -> Iterator[Verdict]:
    """Yield whether breakers of rack PDUs carry theirs, with each supply lost in turn."""
    known = [pdu for pdu in pdus if pdu.cords.known]
    if len(known) < len(pdus) or lost != 1:
        # Nobody can say what hangs where, or how many supplies go at once.
        refs = [pdu.cords.open_on for pdu in pdus if not pdu.cords.known] or [f"{part}.psu"]
        if pdus:
            yield Verdict("open", because=(refs[0],))
        return
    for pdu in known:
        for cord in pdu.cords.cords:
            if cord.draw.part != part:
                continue
            for other in known:
                dead = cord if other is pdu else None
                loads = other.cords.breaker_kw(NOTHING, {cord.item: 1}, dead=dead)
                for one, kw in zip(other.breakers, loads, strict=True):
                    yield within(other.cords.current(kw), one.limit)


def _each(case: Case, draw: Draw, lost: int, phases: Sequence[PduLines]) -> Iterator[Verdict]:
    """Yield whether all is carried, with the supplies lost of each rack PDU in turn."""
    lines = case.apart[0].lines
    if draw.is_open or draw.turned or not lost:
        yield from _whatever_it_loses(case, draw, phases)
        return
    for at, count in enumerate(draw.supplies):
        if 0 < lost <= count:
            yield from _in_kw(case, draw, at, lost)
            if lines[at].pdus:
                yield _in_amps(draw, at, lost, phases)


def _whatever_it_loses(case: Case, draw: Draw, phases: Sequence[PduLines]) -> Iterator[Verdict]:
    """Yield whether all is carried for certain, whichever supplies are left, and wherever."""
    # Of what may hang anywhere each line is counted with as much as may be.
    more = None if draw.is_open else case.apart[0].kw(draw.part)
    for load, capacity in _rated(case):
        yield _for_certain(within(load if more is None else load + more, capacity))
    grown = 1 if draw.is_open else max(sum(draw.supplies), 1)
    for pdu in phases:
        yield _for_certain(within(pdu.normal.highest.times(grown), pdu.limit))


def _for_certain(found: Verdict) -> Verdict:
    return found if found.answer == "yes" else Verdict("open", because=found.because)


def _in_kw(case: Case, draw: Draw, at: int, lost: int) -> Iterator[Verdict]:
    """Yield whether each rack PDU carries its load."""
    before = draw.shares(frozenset())
    left = sum(draw.supplies) - lost
    watts = case.apart[0].kw(draw.part)
    for place, (load, capacity) in zip(_limited(case), _rated(case), strict=True):
        after = (draw.supplies[place] - (lost if place == at else 0)) / left if left else 0.0
        more = after - before[place]
        changed = load + watts.times(more) if more > 0 else load.minus(watts.times(-more))
        yield within(changed.clipped(0.0), capacity)


def _in_amps(draw: Draw, at: int, lost: int, phases: Sequence[PduLines]) -> Verdict:
    """Return whether the lines of three-phase rack PDUs carry theirs, as far as that is known."""
    supplies = sum(draw.supplies)
    left = supplies - lost
    without = fullest_after(phases, frozenset({at})).verdict.answer
    found = _CARRIES
    for pdu in phases:
        before = within(pdu.normal.highest, pdu.limit)
        if pdu.at != at and not (left and draw.supplies[pdu.at]):
            found = worse(found, before)  # as it was
            continue
        most = within(pdu.normal.highest.times(supplies / left if left else 1), pdu.limit)
        if most.answer == "yes" or (pdu.at != at and without == "yes"):
            continue
        # What is too much before is so with more on it; what is left of the PDU itself may do.
        answer: Answer = "no" if before.answer == "no" and pdu.at != at else "open"
        found = worse(found, Verdict(answer, because=most.because))
    return found


def _limited(case: Case) -> list[int]:
    return [at for at, line in enumerate(case.apart[0].lines) if line.pdus]


def _rated(case: Case) -> Iterator[tuple[Figure, Figure]]:
    """Yield load and rating of each rack PDU, with nothing lost."""
    lines = case.apart[0]
    loads = lines.loads()
    for at in _limited(case):
        (item,) = lines.lines[at].pdus
        yield loads[at], case.rating(item)
