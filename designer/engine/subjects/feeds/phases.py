"""What the lines of a rack's three-phase PDUs carry, as the report and the rules see it.

`line_currents` finds it. Here is what is made of several cases of which nobody knows which holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Literal

from designer.engine.power_report import PduReport
from designer.engine.subjects.feeds.lines import Lost
from designer.engine.subjects.feeds.supplies import agreed
from designer.model.figure_cases import hull
from designer.model.figures import Figure, Verdict, exact, missing
from designer.model.measured import fields_of

Connection = Literal["delta", "wye"]
Three = tuple[Figure, Figure, Figure]

NO_CURRENT: Final = exact(0.0, "A")
LINES: Final = ("L1", "L2", "L3")
"""X, Y and Z of a delta, whose branches are L1–L2, L2–L3 and L3–L1; or A, B and C of a wye."""


@dataclass(frozen=True, slots=True)
class Currents:
    """What the lines of a rack PDU carry: with all feeds up, or after a loss.

    Attributes
    ----------
    lines
        Current of each, A.
    highest
        That of the fullest: its bounds may be narrower than those of any one.
    load
        What the PDU carries, kW; left at 0 where every line carries its current, for then it fits.
    fits
        Whether it may, by its kVA; after a loss, after any.
    when
        What is lost, in words; empty where nothing is, or where that is open.
    imbalance
        `max|I − mean| / mean`, a fraction; None where the currents are not known.
    neutral
        Current of the neutral of a wye, A; a delta has none.
    """

    lines: Three
    highest: Figure
    load: Figure
    fits: Verdict
    when: str = ""
    imbalance: float | None = None
    neutral: Figure = NO_CURRENT


@dataclass(frozen=True, slots=True)
class PduLines:
    """The lines of one rack PDU.

    Attributes
    ----------
    item
        Its position among what the rack holds.
    at
        Its position among the lines, with every rack PDU as one of its own.
    feed
        The feed that it names; empty where it names none.
    feed_called
        What people call it, after the word feed.
    called
        What people call it within a sentence.
    connection
        How its outlets are wired; None where nothing is known of the PDU.
    limit
        What a line carries continuously, A.
    normal, after
        Currents with all feeds up, and after the loss that is worst for them; None where no loss
        leaves the PDU.
    by_loss
        Currents after each single loss that leaves the PDU, whether the site must survive it or
        not, by the lines that are lost with every rack PDU as one of its own; None where nobody can
        say what they are.
    """

    item: int
    at: int
    feed: str
    feed_called: str
    part: str
    called: str
    connection: Connection | None
    limit: Figure
    normal: Currents
    after: Currents | None
    by_loss: Mapping[Lost, Currents] | None = None

    @property
    def report(self) -> PduReport:
        """The lines as the report holds them."""
        figures = {"line_limit_a": self.limit}
        figures |= {f"line_{n}_a": amps for n, amps in enumerate(self.normal.lines, start=1)}
        if self.connection == "wye":
            figures["neutral_a"] = self.normal.neutral
        if self.after is not None:
            if self.connection == "wye":
                figures["neutral_after_loss_a"] = self.after.neutral
            lines = enumerate(self.after.lines, start=1)
            figures |= {f"line_{n}_after_loss_a": amps for n, amps in lines}
        return PduReport(
            part=self.part, connection=self.connection or "", imbalance=self.normal.imbalance,
            imbalance_after_loss=None if self.after is None else self.after.imbalance,
            **fields_of(figures),
        )  # fmt: skip


def around(cases: Sequence[PduLines], because: str) -> PduLines:
    """Return what holds of a rack PDU in each of several cases.

    Parameters
    ----------
    because
        What leaves open which case it is.
    """
    first = cases[0]
    if len(cases) == 1:
        return first
    after = [one.after for one in cases if one.after is not None]
    return replace(
        first,
        limit=hull([one.limit for one in cases], because),
        normal=_around([one.normal for one in cases], because),
        after=_around(after, because) if after else None,
        by_loss=_around_each([one.by_loss for one in cases], because),
    )


def _around_each(
    cases: Sequence[Mapping[Lost, Currents] | None], because: str
) -> Mapping[Lost, Currents] | None:
    known = [one for one in cases if one is not None]
    if len(known) < len(cases):
        return None
    return {
        lost: _around([one[lost] for one in known], because)
        for lost in known[0]
        if all(lost in one for one in known)
    }


def _around(cases: Sequence[Currents], because: str) -> Currents:
    first = cases[0]
    one, two, three = (hull([case.lines[at] for case in cases], because) for at in range(3))
    return Currents(
        lines=(one, two, three),
        highest=hull([case.highest for case in cases], because),
        load=hull([case.load for case in cases], because),
        fits=agreed((case.fits for case in cases), because),
        when=first.when if len({case.when for case in cases}) == 1 else "",
        imbalance=first.imbalance if len({case.imbalance for case in cases}) == 1 else None,
        neutral=hull([case.neutral for case in cases], because),
    )


def unsaid(refs: Sequence[str], load: Figure) -> Currents:
    """Return the currents of a rack PDU of which nobody can say them.

    Parameters
    ----------
    refs
        What leaves them open.
    load
        What it may carry, kW; where that is nothing, they are 0.
    """
    amps = missing(refs[0], "A", 0.0, inf if load.high > 0 else 0.0)
    verdict = Verdict("open", because=tuple(refs)[:2]) if load.high > 0 else Verdict("yes")
    return Currents((amps, amps, amps), amps, load, verdict, neutral=amps)


def whatever_is_named(
    said: Sequence[PduLines],
    truths: Sequence[Mapping[int, PduLines]],
    most: Figure,
    unnamed: str,
) -> tuple[PduLines, ...]:
    """Return the lines of a rack's PDUs that hold whatever feeds these hang on.

    Parameters
    ----------
    truths
        The lines by every way to name feeds, by the position of the PDU without names; empty where
        these are too many to try.
    most
        What may hang on a PDU, kW.
    unnamed
        What leaves open which feed a rack PDU hangs on.
    """
    if truths:
        return tuple(_named(one, [truth[one.item] for truth in truths], unnamed) for one in said)
    load = missing(unnamed, "kW", 0.0, most.high)
    nobody_knows = unsaid((unnamed,), load)
    return tuple(
        replace(one, normal=nobody_knows, after=nobody_knows, by_loss=None) for one in said
    )


def _named(said: PduLines, truths: Sequence[PduLines], unnamed: str) -> PduLines:
    """Return the lines of a rack PDU that hold by every way to name feeds."""
    called = said.called
    if said.feed and any(one.called != called for one in truths):
        called = (
            f"a rack PDU on feed {said.feed_called}"  # Of how many there is another by each name.
        )
    found = around(truths, unnamed)
    return replace(
        found, item=said.item, at=said.at, feed=said.feed, feed_called=said.feed_called,
        called=called, by_loss=None,
    )  # fmt: skip
