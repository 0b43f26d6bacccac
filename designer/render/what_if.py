"""What a loss that is only tried does to everything on the floor, as the report tells it.

Nothing is computed here: a loss is looked up in the report, and what it says of racks is put into
words. May import the catalogue, the engine's report, and `model`. No Qt.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.inside_layout import InsideBox
from designer.engine.cooling_report import CoolingLossReport
from designer.engine.limit_report import LimitState
from designer.engine.power_report import (
    GRAVITY,
    InsideLossReport,
    LossReport,
    LostTogether,
    PowerReport,
    RackFate,
)
from designer.engine.report import RackReport, Report
from designer.model.layout import Layout, Placed
from designer.model.sentence import capital
from designer.render.one_line_words import Said, verdict_of

FailingKind = Literal["power", "cooling", "inside"]
FateState = Literal["lost", "dark", "short", "overloaded", "warm", "open", "carries"]


class Failing(NamedTuple):
    """What is lost in thought.

    Attributes
    ----------
    id
        Of a feed or what is upstream its id; of a cooling unit the id of its loss in the report;
        inside a rack what `inside_id` returns.
    where
        The thing on the floor that it is or stands in; empty upstream of racks.
    device
        The key of the device that was meant, where one was.
    """

    kind: FailingKind
    id: str
    where: str = ""
    device: str = ""


class Target(NamedTuple):
    """Something that may be lost, and what people call it."""

    failing: Failing
    words: str


@dataclass(frozen=True)
class Fate:
    """What a loss does to one thing on the floor.

    Attributes
    ----------
    words
        In a word or two, as they stand on the thing; the longest wording first.
    text
        The sentence for a tip.
    """

    state: FateState
    words: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class WhatIf:
    """What is lost in thought, and what follows from it.

    Attributes
    ----------
    title
        What is lost: `feed B`.
    sentence, fullest
        What it does, and what is fullest then; empty where nothing can be said of it.
    fates
        What it does to things on the floor, by id; what is not touched has none.
    dark_feeds
        Ids of the feeds that have no voltage then.
    loss
        The loss upstream of the racks, as the report has it; None for any other.
    """

    failing: tuple[Failing, ...]
    title: str
    sentence: str
    fullest: str
    state: LimitState
    fates: Mapping[str, Fate] = field(default_factory=dict)
    dark_feeds: frozenset[str] = frozenset()
    loss: LossReport | None = None

    @property
    def heading(self) -> str:
        """What is tried, as a heading: `What if: feed B is lost`."""
        return f"What if: {self.title} {'are' if len(self.failing) > 1 else 'is'} lost"

    @property
    def words(self) -> str:
        """The verdict in full sentences."""
        return ". ".join(filter(None, (capital(self.sentence), self.fullest))) + "."


_LOST: Final = Fate("lost", ("lost",), "is lost in this what-if")
_DARK: Final = Fate("dark", ("no power", "dark"), "has no power")
_PARTLY_DARK: Final = Fate("dark", ("part dark", "dark"), "holds what has no power")
_SHORT: Final = Fate("short", ("short",), "holds what is short of power: it slows down or stops")
_OVERLOADED: Final = Fate(
    "overloaded", ("overload", "over"), "has a rack PDU or a line of one that is overloaded"
)
_OVER_UPSTREAM: Final = Fate(
    "overloaded", ("overload", "over"), "hangs on what is overloaded upstream of it then"
)
_WARM: Final = Fate("warm", ("warm",), "gives heat to cooling units that are short")
_OPEN: Final = Fate("open", ("?",), "what the loss does here cannot be said")
_CARRIES: Final = Fate("carries", ("carries on", "runs"), "lost a feed and runs on those left")
_WITHOUT: Final = Fate("carries", ("carries on", "runs"), "runs on without it")


_GROUPED: Final[tuple[tuple[FateState | Literal["part dark"], str], ...]] = (
    ("dark", "without power"), ("part dark", "part dark"), ("short", "short"),
    ("overloaded", "overloaded"), ("warm", "warm"), ("open", "cannot be said"),
    ("carries", "carry on"),
)  # fmt: skip


def group_after(said: Said, racks: Iterable[str], shown: WhatIf) -> Said:
    """Return what a group of racks on the one-line says of itself with what becomes of its racks.

    A group whose racks all fare alike says so already.
    """
    states = Counter(
        "part dark" if fate is _PARTLY_DARK else fate.state
        for key in racks
        if (fate := shown.fates.get(key))
    )
    told = [f"{states[state]} {words}" for state, words in _GROUPED if states[state]]
    if said.mark or not told or set(states) <= {"carries"}:
        return said
    state = "error" if set(states) - {"open", "carries"} else "unknown"
    return replace(said, value=", ".join(told), note="", short="", state=state)


def answered(report: Report, failing: Failing) -> WhatIf | None:
    """Return what a loss does; None where the report has no such loss."""
    if failing.kind == "power":
        loss = next((one for one in report.power.losses if one.id == failing.id), None)
        return of_power(report, loss, (failing,)) if loss else None
    if failing.kind == "cooling":
        unit = next((one for one in report.cooling.losses if one.id == failing.id), None)
        return _of_unit(report, unit, failing) if unit else None
    rack = next((one for one in report.racks if one.id == failing.where), None)
    inside = {inside_id(rack.losses, at): one for at, one in enumerate(rack.losses)} if rack else {}
    found = inside.get(failing.id)
    return _of_inside(found, failing, rack) if found and rack else None


def of_power(report: Report, loss: LossReport, failing: tuple[Failing, ...]) -> WhatIf:
    """Return what a loss upstream of the racks does."""
    cooling = report.cooling_after(loss)
    sentence, fullest = verdict_of(loss, report.power, cooling)
    warm = _warm(report, cooling) if cooling else {}
    lost = frozenset(loss.feeds)
    over = _overloaded_feeds(loss, report.power) - lost
    fates = {
        rack.id: fate
        for rack in report.racks
        if (
            fate := _upstream(rack, over, _fate(rack, lost))
            or warm.get(rack.id)
            or _touched(rack, lost)
        )
    }
    state = report.state_after(loss)
    return WhatIf(failing, loss.name, sentence, fullest, state, fates, lost, loss)


def of_several(
    report: Report, found: LostTogether, failing: tuple[Failing, ...], power: PowerReport
) -> WhatIf:
    """Return what the loss of several things together does, as the engine answered it."""
    loss, cooling = found.loss, found.cooling
    sentence, fullest = verdict_of(loss, power, cooling)
    warm = _warm(report, cooling) if cooling else {}
    lost = frozenset(loss.feeds)
    said = {
        report.racks[at].id: fate
        for fate, places in found.fates
        for at in places
        if at < len(report.racks)
    }
    over = _overloaded_feeds(loss, power) - lost
    fates = {}
    for rack in report.racks:
        known = {feed.id for feed in rack.feeds}
        dark = _DARK if known and known <= lost else _PARTLY_DARK
        own = _worst(said[rack.id], dark) if rack.id in said else None
        fate = _upstream(rack, over, own) or warm.get(rack.id) or _touched(rack, lost)
        if fate is not None:
            fates[rack.id] = fate
    states = (loss.state, cooling.state) if cooling else (loss.state,)
    state = max(states, key=GRAVITY.index)
    return WhatIf(failing, loss.name, sentence, fullest, state, fates, lost, loss)


def _of_unit(report: Report, loss: CoolingLossReport, failing: Failing) -> WhatIf:
    title = loss.name
    fates = _warm(report, loss) | {failing.where: _LOST}
    return WhatIf((failing,), title, f"{loss.verdict}; {loss.text}", "", loss.state, fates)


def _of_inside(loss: InsideLossReport, failing: Failing, rack: RackReport) -> WhatIf:
    title = f"{loss.name} in {rack.name or rack.id}"
    said = RackFate(dark=loss.dark, short=loss.short, overloaded=loss.overloaded)
    fate = _worst(said, _PARTLY_DARK) or _WITHOUT
    text = "; ".join(filter(None, (loss.verdict, loss.text)))
    return WhatIf((failing,), title, text, "", loss.state, {rack.id: fate})


def _fate(rack: RackReport, lost: frozenset[str]) -> Fate | None:
    """Return the gravest that a loss of feeds does to a rack; None where it does nothing."""
    known = {feed.id for feed in rack.feeds}
    return _worst(rack.fate(lost), _DARK if known and known <= lost else _PARTLY_DARK)


def _worst(fate: RackFate, dark: Fate) -> Fate | None:
    said = ((fate.dark, dark), (fate.short, _SHORT), (fate.overloaded, _OVERLOADED))
    certain = next((one for answer, one in said if answer), None)
    if certain is not None:
        return certain
    return _OPEN if any(answer is None for answer, _ in said) else None


def _overloaded_feeds(loss: LossReport, power: PowerReport) -> frozenset[str]:
    """Return the feeds that are overloaded after a loss, or hang on what is.

    What hangs on something is what goes down when it alone is lost.
    """
    over = frozenset(loss.overloaded)
    below = (one.feeds for one in power.losses if one.id in over)
    return over.union(*below)


def _upstream(rack: RackReport, over: frozenset[str], own: Fate | None) -> Fate | None:
    """Return what a loss does to a rack, where what feeds it then may be overloaded upstream."""
    if own is not None and own.state != "open":
        return own
    return _OVER_UPSTREAM if any(feed.id in over for feed in rack.feeds) else own


def _touched(rack: RackReport, lost: frozenset[str]) -> Fate | None:
    return _CARRIES if any(feed.id in lost for feed in rack.feeds) else None


def _warm(report: Report, loss: CoolingLossReport) -> dict[str, Fate]:
    """Return the racks that give heat to units that are short, for certain and perhaps."""
    return {
        rack.id: fate
        for runs, fate in ((loss.perhaps_warm, _OPEN), (loss.warm, _WARM))
        for rack in _in_runs(report.racks, runs)
    }


def _in_runs(racks: Sequence[RackReport], runs: Iterable[tuple[int, int]]) -> Iterator[RackReport]:
    for first, number in runs:
        yield from racks[first : first + number]


def inside_id(losses: Sequence[InsideLossReport], at: int) -> str:
    """Return what names a loss inside a rack: its kind, what it is on or of, and which of these."""
    loss = losses[at]
    before = sum(
        (one.kind, one.feed, one.part) == (loss.kind, loss.feed, loss.part) for one in losses[:at]
    )
    return f"{loss.kind}|{loss.feed or loss.part}|{before}"


def failing_inside(
    loss: InsideLossReport, rack: str, losses: Sequence[InsideLossReport]
) -> Failing:
    """Return a loss inside a rack, of whose losses it is one, as what may be lost."""
    return Failing("inside", inside_id(losses, losses.index(loss)), rack)


def targets_upstream(report: Report) -> tuple[Target, ...]:
    """Return the feeds and all that is upstream of them, feeds first."""
    ranked = sorted(report.power.losses, key=lambda loss: (loss.kind != "feed", loss.name))
    return tuple(Target(Failing("power", loss.id), loss.name) for loss in ranked)


def targets_at(report: Report, rack: RackReport) -> tuple[Target, ...]:
    """Return what may be lost of a thing on the floor: it itself, its feeds, what is inside it."""
    units = [
        Target(Failing("cooling", loss.id, rack.id), loss.name)
        for loss in report.cooling.of_units
        if rack.id in loss.where
    ]
    feeds = {feed.id: feed for feed in rack.feeds}
    power = [one for one in targets_upstream(report) if one.failing.id in feeds]
    inside = [
        Target(Failing("inside", inside_id(rack.losses, at), rack.id), loss.name)
        for at, loss in enumerate(rack.losses)
    ]
    return (*units, *power, *inside)


def targets_of_device(
    report: Report, rack: RackReport, placed: Placed, layout: Layout, catalog: Catalog
) -> tuple[Target, ...]:
    """Return what may be lost of a device: a rack PDU, a supply, a shelf, a cooling unit."""
    part = catalog.get(placed.part)
    if part is not None and part.traits.feeds_devices:
        beside = [
            one for one in layout.in_rack(rack.id)
            if one.feed == placed.feed and _feeds_devices(catalog, one)
        ]  # fmt: skip
        beside.sort(key=lambda one: (one.half_u, one.part, one.key))
        wanted = {f"rack PDU|{placed.feed}|{beside.index(placed)}"} if placed in beside else set()
        if beside == [placed]:
            # Breakers are told by their feed: those of two rack PDUs on one are not told apart.
            wanted |= {f"breaker|{placed.feed}|{at}" for at in range(len(rack.losses))}
    else:
        kinds = ("supply", "power shelf")
        wanted = {f"{kind}|{placed.part}|0" for kind in kinds}
    units = [
        Target(Failing("cooling", loss.id, rack.id, placed.key), loss.name)
        for loss in report.cooling.of_units
        if rack.id in loss.where and loss.id.endswith(f":{placed.part}")
    ]
    inside = [
        Target(Failing("inside", name, rack.id, placed.key), loss.name)
        for at, loss in enumerate(rack.losses)
        if (name := inside_id(rack.losses, at)) in wanted
    ]
    return (*units, *inside)


def targets_of_shelves(rack: RackReport, box: InsideBox) -> tuple[Target, ...]:
    """Return the loss of a power shelf of a filled rack, where its unit is one."""
    if box.unit.kind != "power-shelf":
        return ()
    return tuple(
        Target(Failing("inside", inside_id(rack.losses, at), rack.id, box.name), loss.name)
        for at, loss in enumerate(rack.losses)
        if loss.kind == "power shelf"
    )


def _feeds_devices(catalog: Catalog, placed: Placed) -> bool:
    part = catalog.get(placed.part)
    return part is not None and part.traits.feeds_devices


def lost_nodes(loss: LossReport) -> frozenset[str]:
    """Return the ids of what is lost: of several together, each."""
    return frozenset((loss.id, *loss.together))


def fate_of_node(loss: LossReport, node: str) -> Fate | None:
    """Return what a loss does to a record of the room's power; None where it does nothing."""
    if node in lost_nodes(loss):
        return _LOST
    if node in loss.feeds:
        return _DARK
    if node in loss.overloaded:
        return Fate("overloaded", ("overload", "over"), "carries more than it can then")
    return _OPEN if node in loss.unsure else None
