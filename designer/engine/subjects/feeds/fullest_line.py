"""The fullest line of a rack's three-phase PDUs: with all feeds up, or after a loss."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.phases import LINES, Currents, PduLines
from designer.engine.subjects.feeds.supplies import worse
from designer.engine.subjects.feeds.worst_loss import BY_GRAVITY
from designer.model.figure_words import amount, words
from designer.model.figures import Verdict, within


@dataclass(frozen=True)
class FullestLine:
    """What the lines of a rack's PDUs carry in one state, of what they can.

    Attributes
    ----------
    verdict
        Whether all carry their load. A PDU that does not carry it as a whole, by its kVA, is told
        of elsewhere: its lines are no more.
    pdu, currents
        The PDU that is worst off, and its currents; None where there is none.
    """

    verdict: Verdict
    pdu: PduLines | None = None
    currents: Currents | None = None

    @property
    def words(self) -> str:
        """What its fullest line carries, and after which loss."""
        return f"{self.carries}{when(self.currents)}" if self.currents is not None else ""

    @property
    def carries(self) -> str:
        """What its fullest line carries of what it can; empty where there is none."""
        pdu, currents = self.pdu, self.currents
        if pdu is None or currents is None:
            return ""
        carried = f"{words(currents.highest, unit='')} of {words(pdu.limit)}"
        return f"{_line(currents)} of {pdu.called} carries {carried}"

    @property
    def over(self) -> float:
        """By how much it carries too much at least, A."""
        if self.pdu is None or self.currents is None:
            return 0.0
        return self.currents.highest.minus(self.pdu.limit).low


def fullest_line(phases: Sequence[PduLines], *, after: bool) -> FullestLine:
    """Return the fullest line, with all feeds up or after the worst loss."""
    return _fullest((pdu, pdu.after if after else pdu.normal) for pdu in phases)


def fullest_after(phases: Sequence[PduLines], gone: Lost) -> FullestLine:
    """Return the fullest line after a loss.

    Parameters
    ----------
    gone
        The lines that are lost, with every rack PDU as one of its own.
    """
    left = (pdu for pdu in phases if pdu.at not in gone)
    return _fullest(
        (pdu, pdu.after if pdu.by_loss is None else pdu.by_loss.get(gone, pdu.normal))
        for pdu in left
    )


def _fullest(each: Iterable[tuple[PduLines, Currents | None]]) -> FullestLine:
    found, gravest, verdicts = FullestLine(Verdict("yes")), (0, -1.0), []
    for pdu, currents in each:
        if currents is None:
            continue
        verdict = within(currents.highest, pdu.limit)
        if currents.fits.answer == "no":
            verdict = Verdict("yes")
        verdicts.append(verdict)
        order = (BY_GRAVITY.index(verdict.answer), currents.highest.per(pdu.limit).high)
        if order > gravest:
            gravest, found = order, FullestLine(verdict, pdu, currents)
    return FullestLine(reduce(worse, verdicts, Verdict("yes")), found.pdu, found.currents)


def when(currents: Currents) -> str:
    """Return after which loss that is, in words; empty with nothing lost."""
    return f" {currents.when}" if currents.when else ""


def each_line(currents: Currents) -> str:
    """Return what each line carries: `L1 53.6, L2 53.6, L3 35.1 A`."""
    lines = zip(LINES, currents.lines, strict=True)
    return ", ".join(f"{name} {amount(amps)}" for name, amps in lines) + " A"


def _line(currents: Currents) -> str:
    """Return the name of the fullest line; which it is may be open."""
    if currents.imbalance is None:
        return "a line"
    at = max(range(3), key=lambda line: (round(currents.lines[line].high, 6), -line))
    return f"line {LINES[at]}"
