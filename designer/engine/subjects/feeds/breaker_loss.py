"""Whether a rack's PDUs carry their load when one branch breaker is open, or has tripped.

Its cords carry nothing then. The supplies that devices have left carry their load: more hangs on
other breakers of the same PDU and on other PDUs. Where a PDU states no breakers, its lines carry at
most what they carried times what each supply left carries more.
"""

from collections.abc import Iterator, Mapping, Sequence

from designer.engine.dealing import lines_of
from designer.engine.subjects.feeds.branch_currents import NOTHING, PduBreakers
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.supplies import worse
from designer.model.figure_words import words
from designer.model.figures import Verdict, exact, total, within
from designer.wiring.power_branches import Branch

Short = Mapping[int, int]
"""Supplies that are lost, by the position of their device."""

_CARRIES = Verdict("yes")


def carried_without_breaker(
    case: Case,
    phases: Sequence[PduLines],
    pdus: Sequence[PduBreakers],
    lost_of: PduBreakers,
    broken: Branch,
    short: Short,
) -> tuple[Verdict, str]:
    """Return whether all is carried, and what is not, in words.

    Parameters
    ----------
    lost_of
        The rack PDU that has the breaker.
    short
        Supplies that go with it.
    """
    verdict, told = _CARRIES, ""
    found = (
        *_breakers(pdus, lost_of, broken, short),
        *_lines(case, phases, pdus, lost_of, broken, short),
        *_in_kw(case, lost_of, short),
    )
    for one, text in found:
        if one.answer == "no" and not told:
            told = text
        verdict = worse(verdict, one)
    return verdict, told


def _alive(case: Case, item: int, short: Short) -> int:
    """Return how many supplies a device has left."""
    return sum(case.draw_of[item].supplies) - short.get(item, 0)


def _breakers(
    pdus: Sequence[PduBreakers], lost_of: PduBreakers, broken: Branch, short: Short
) -> Iterator[tuple[Verdict, str]]:
    """Yield whether each other breaker carries its load."""
    for pdu in pdus:
        if not pdu.cords.known:
            yield Verdict("open", because=(pdu.cords.open_on,)), ""
            continue
        dead = broken if pdu is lost_of else None
        loads = pdu.cords.breaker_kw(NOTHING, short, dead)
        for one, kw in zip(pdu.breakers, loads, strict=True):
            amps = pdu.cords.current(kw)
            carried = f"{words(amps, unit='')} of {words(one.limit)}"
            yield within(amps, one.limit), f"{one.called} of {pdu.called} carries {carried}"


def _lines(
    case: Case,
    phases: Sequence[PduLines],
    pdus: Sequence[PduBreakers],
    lost_of: PduBreakers,
    broken: Branch,
    short: Short,
) -> Iterator[tuple[Verdict, str]]:
    """Yield whether the lines of each three-phase rack PDU carry theirs."""
    by_item = {pdu.item: pdu for pdu in pdus if pdu.cords.known}
    for one in phases:
        pdu = by_item.get(one.item)
        if pdu is not None:
            kw = pdu.cords.line_kw(NOTHING, short, broken if pdu is lost_of else None)
            found = lines_of(kw, pdu.cords.amps, pdu.cords.pdu.volts)
            amps = pdu.cords.at_its_volts(exact(max(found.lines), "A"))
            text = f"a line of {one.called} carries {words(amps, unit='')} of {words(one.limit)}"
            yield within(amps, one.limit), text
            continue
        grown = [
            sum(case.draw_of[item].supplies) / left
            for item in short
            if case.draw_of[item].supplies[one.at] and (left := _alive(case, item, short))
        ]
        before = within(one.normal.highest, one.limit)
        after = within(one.normal.highest.times(max(grown, default=1.0)), one.limit)
        if before.answer == "no" or after.answer == "yes":
            yield before if before.answer == "no" else after, ""
        else:
            yield Verdict("open", because=after.because), ""


def _in_kw(case: Case, lost_of: PduBreakers, short: Short) -> Iterator[tuple[Verdict, str]]:
    """Yield whether each rack PDU carries its load as a whole."""
    lines = case.apart[0]
    for at, line in enumerate(lines.lines):
        if not line.pdus:
            continue
        load = total(
            (
                lines.kw(draw.part).times(left_here / left)
                for item, draw in case.draw_of.items()
                if (
                    left_here := draw.supplies[at] - (short.get(item, 0) if at == lost_of.at else 0)
                )
                and (left := _alive(case, item, short))
            ),
            "kW",
        )
        (item,) = line.pdus
        rating = case.rating(item)
        text = f"{case.pdu_called(at, item)} carries {words(load, unit='')} of {words(rating)}"
        yield within(load, rating), text
