"""Feeds of a rack: what each rack PDU can carry, what it carries, and what a lost feed does.

A rack PDU that names a room feed belongs to it, and PDUs of one room feed are lost together; a
PDU that names none is a feed of its own. The power supplies of each device go round-robin over
the feeds, each device beginning where the one below it ended, and share its load evenly.
"""

from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from designer.catalog.part import Part, PduFigures
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled
from designer.engine.report import FeedReport
from designer.engine.subject import Key
from designer.engine.subjects.feeds.electric import circuit_kva, outlet_volts

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class SupplyVerdict:
    """What losing a feed leaves of a device's power supplies.

    Attributes
    ----------
    wiring
        Supplies per feed, `2+2+2`.
    left_kw
        Rating of the supplies left after the worst single feed loss; None where not known.
    """

    part: str
    name: str
    wiring: str
    lost: str
    left: int
    left_kw: float | None
    needed_kw: float | None

    @property
    def survives(self) -> bool | None:
        """Whether the device keeps its highest load; None where a figure is missing."""
        if self.left == 0:
            return False
        if self.left_kw is None or self.needed_kw is None:
            return None
        return self.left_kw >= self.needed_kw - 1e-9


@dataclass(frozen=True)
class Feeds:
    """The feeds of one rack. `worst` is the feed that is fullest after another one is lost."""

    feeds: tuple[FeedReport, ...] = ()
    worst: FeedReport | None = None
    lost_for_worst: str = ""
    verdicts: tuple[SupplyVerdict, ...] = ()

    @property
    def capacity_kw(self) -> float | None:
        """What all feeds carry together."""
        known = [feed.capacity_kw for feed in self.feeds if feed.capacity_kw is not None]
        return sum(known) if known and len(known) == len(self.feeds) else None

    @property
    def capacity_after_loss_kw(self) -> float | None:
        """What is left of it after losing the largest feed."""
        total = self.capacity_kw
        return None if total is None else total - max(f.capacity_kw or 0.0 for f in self.feeds)


FEEDS: Key[Feeds] = Key("feeds")


def pdu_kw(pdu: PduFigures, site: Assumptions) -> float:
    """Return what a rack PDU carries continuously.

    A UL nameplate (`rated_kva`) already holds the 80 %: it is never derated again. IEC ratings
    are continuous. Only a NEC plug rating takes the site's derate (NEC 210.20(A)).
    """
    if pdu.rated_kva is not None:
        return pdu.rated_kva * site.power_factor
    derate = site.derate if pdu.standard == "nec" else 1.0
    return circuit_kva(pdu.volts, pdu.amps, pdu.phases, derate) * site.power_factor


def feeds_of(filled: Filled, site: Assumptions) -> Feeds:
    """Return loads of a rack's feeds, in normal operation and after losing each of them."""
    sides = _sides(filled)
    if not sides:
        return Feeds()
    names = tuple(sides)
    capacities = np.array([sum(pdu_kw(p, site) for p in pdus) for pdus in sides.values()])
    supplies, loads = _supplies(filled, len(names))
    normal = _shared(supplies, loads)
    after = np.zeros((len(names), len(names)))
    for lost in range(len(names)):
        left = supplies.copy()
        left[:, lost] = 0.0
        after[lost] = _shared(left, loads)
    highest = after.max(axis=0) if len(names) > 1 else np.zeros(1)
    feeds = tuple(
        FeedReport(
            id=name,
            side=name if len(name) <= 3 else ascii_uppercase[at % 26],
            capacity_kw=float(capacities[at]),
            load_kw=float(normal[at]),
            load_after_loss_kw=float(highest[at]),
        )
        for at, name in enumerate(names)
    )
    fullest = int(np.argmax(highest / np.maximum(capacities, 1e-9)))
    lost_for_worst = names[int(np.argmax(after[:, fullest]))] if len(names) > 1 else ""
    volts = min(outlet_volts(p.volts, p.phases) for pdus in sides.values() for p in pdus)
    return Feeds(feeds, feeds[fullest], lost_for_worst, _verdicts(filled, supplies, names, volts))


def _sides(filled: Filled) -> dict[str, list[PduFigures]]:
    """Return PDUs by feed: the room's id, or a letter for a PDU that names none."""
    sides: dict[str, list[PduFigures]] = {}
    named = {item.feed for item, _ in filled.pdus if item.feed}
    letters = (letter for letter in ascii_uppercase if letter not in named)
    for item, part in filled.pdus:
        if part.pdu is not None:
            sides.setdefault(item.feed or next(letters), []).append(part.pdu)
    return dict(sorted(sides.items()))


def _supplies(filled: Filled, feeds: int) -> tuple[Matrix, Matrix]:
    """Return power supplies per device and feed, and the highest load per device in kW.

    A device whose supplies are not known hangs on all feeds evenly.
    """
    supplies = np.zeros((len(filled.powered), feeds))
    loads = np.zeros(len(filled.powered))
    start = 0
    for row, (_, part) in enumerate(filled.powered):
        loads[row] = (part.power_max_w or 0.0) / 1000
        if part.psu is None or part.psu.count < 1:
            supplies[row] = 1.0
            continue
        for supply in range(part.psu.count):
            supplies[row, (start + supply) % feeds] += 1
        start = (start + part.psu.count) % feeds
    return supplies, loads


def _shared(supplies: Matrix, loads: Matrix) -> Matrix:
    """Return the load per feed when each device's running supplies share its load."""
    running = supplies.sum(axis=1)
    each = np.divide(loads, running, out=np.zeros_like(loads), where=running > 0)
    return np.asarray(each @ supplies)


def _verdicts(
    filled: Filled, supplies: Matrix, names: tuple[str, ...], volts: float
) -> tuple[SupplyVerdict, ...]:
    """Return one verdict per part and wiring, for parts whose supplies are known."""
    found: dict[tuple[str, str], SupplyVerdict] = {}
    for row, (_, part) in enumerate(filled.powered):
        if part.psu is None or part.psu.count < 1:
            continue
        counts = [int(count) for count in supplies[row]]
        lost = int(np.argmax(supplies[row]))
        wiring = "+".join(str(count) for count in counts if count)
        found.setdefault(
            (part.id, wiring), _verdict(part, wiring, names[lost], counts, lost, volts)
        )
    return tuple(found.values())


def _verdict(
    part: Part, wiring: str, lost: str, counts: list[int], at: int, volts: float
) -> SupplyVerdict:
    left = sum(counts) - counts[at]
    rating = _rating_kw(part, volts)
    return SupplyVerdict(
        part=part.id,
        name=part.name,
        wiring=wiring,
        lost=lost,
        left=left,
        left_kw=None if rating is None else left * rating,
        needed_kw=None if part.power_max_w is None else part.power_max_w / 1000,
    )


def _rating_kw(part: Part, volts: float) -> float | None:
    """Return a supply's rating, less where its inlet's current limits it at this voltage."""
    psu = part.psu
    if psu is None or psu.rating_w is None:
        return None
    limit = psu.amps_max * volts if psu.amps_max else psu.rating_w
    return min(psu.rating_w, limit) / 1000
