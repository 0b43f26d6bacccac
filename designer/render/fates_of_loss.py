"""What a loss does to racks, cooling units and records of the room's power, one by one.

Looked up in the report and put into words: what feeds a rack and what cools it, and whether what is
left carries on. May import the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from designer.engine.cooling_report import CoolingLossReport, UnitsLeft
from designer.engine.limit_report import LimitState, graded
from designer.engine.power_report import LossReport, PowerReport, RackFate
from designer.engine.reasons import NameOf, because
from designer.engine.report import RackReport, Report
from designer.model.figure_words import words
from designer.model.power_node import PowerNode
from designer.render.fate import (
    DARK,
    LOST,
    ON_BATTERY,
    OVER_UPSTREAM,
    OVERLOADED,
    PARTLY_DARK,
    SHORT,
    WARM,
    Fate,
)
from designer.wiring.power_upstream import down_without

_NO_DOOR: Final = ("no door",)
_DOOR_STOPS: Final = ("door off",)
"""On what lost its rear door, and what has one that does not run: how it fares its colour says."""
_DOOR_LOST: Final[Mapping[LimitState, Fate]] = {
    "error": Fate(
        "warm", _NO_DOOR, "lost its rear door: the room's air does not take its heat"
    ),
    "unknown": Fate(
        "open", _NO_DOOR,
        "lost its rear door: whether the room's air takes its heat cannot be said",
    ),
}  # fmt: skip
_DOOR_LOST_HOLDS: Final = Fate(
    "carries", _NO_DOOR, "lost its rear door: the room's air takes its heat"
)
_DOOR_OFF: Final = "its rear door has{} no power: the room's air {}"
_NOT_SAID: Final = (
    "perhaps gets its heat, of which nobody publishes how much the door takes without its fans"
)
MOST_REASONS: Final = 2
"""Inputs that a fate names as open: the checks name them all."""
_OPEN: Final = Fate("open", ("?",), "what the loss does here cannot be said")
_CARRIES: Final = Fate("carries", ("carries on", "runs"), "lost a feed and runs on those left")
WITHOUT: Final = Fate("carries", ("carries on", "runs"), "runs on without it")


def fate_upstream(
    report: Report, loss: LossReport, rack: RackReport, name_of: NameOf = str
) -> Fate | None:
    """Return what a loss upstream of the racks does to the power of one of them.

    None where it does nothing. What the loss of its cooling does besides, `of_power` tells.
    """
    own = rack_fate(rack, frozenset(loss.feeds))
    return Upstream(loss, report.power, name_of).fate(rack, own, None)


def without_door(fate: Fate | None) -> Fate:
    """Return that a rack lost its door, by how one fares whose door merely does not run."""
    state = fate.state if fate is not None else ""
    said: LimitState = "error" if state == "warm" else "unknown" if state == "open" else "ok"
    return lost_door(said)


def lost_door(state: LimitState) -> Fate:
    """Return what becomes of a rack whose door is lost, by whether the room's air is enough."""
    return _DOOR_LOST.get(state, _DOOR_LOST_HOLDS)


def rack_fate(rack: RackReport, lost: frozenset[str]) -> Fate | None:
    """Return the gravest that a loss of feeds does to a rack; None where it does nothing."""
    known = {feed.id for feed in rack.feeds}
    return gravest_fate(rack.fate(lost), DARK if known and known <= lost else PARTLY_DARK)


def gravest_fate(fate: RackFate, dark: Fate) -> Fate | None:
    """Return the gravest that is certain, else that it cannot be said; None where nothing happens.

    Parameters
    ----------
    dark
        What the loss of all power is called there.
    """
    said = ((fate.dark, dark), (fate.short, SHORT), (fate.overloaded, OVERLOADED))
    certain = next((one for answer, one in said if answer), None)
    if certain is not None:
        return certain
    return _OPEN if any(answer is None for answer, _ in said) else None


class Upstream:
    """What a loss upstream of the racks does to each of them, by what feeds it then."""

    def __init__(self, loss: LossReport, power: PowerReport, name_of: NameOf) -> None:
        self._lost, self._power, self._name_of = frozenset(loss.feeds), power, name_of
        self._over = _with_feeds_below(loss.overloaded, power) - self._lost
        self._loads = {one.id: one for one in loss.loads}
        self._unsure = loss.unsure
        self._of_feed: dict[str, tuple[str, ...]] = {}
        for node in loss.unsure:
            for feed in _with_feeds_below((node,), power) - self._lost:
                self._of_feed[feed] = (*self._of_feed.get(feed, ()), node)

    def fate(self, rack: RackReport, own: Fate | None, warm: Fate | None) -> Fate | None:
        """Return the gravest that is certain, else why it cannot be said, else that it runs on.

        Parameters
        ----------
        own, warm
            What becomes of it by what is in it, and by what cools it, or as what cools.
        """
        if own is not None and own.state != "open":
            return own
        if any(feed.id in self._over for feed in rack.feeds):
            return OVER_UPSTREAM
        if own is not None:
            return _not_said(_open_limits(rack), self._name_of)
        if warm is not None and warm.state not in ("open", "tight", "carries"):
            return warm
        touched = any(feed.id in self._lost for feed in rack.feeds)
        doubts = self._doubts(rack, touched=touched)
        if doubts:
            called = {one.id: one.name for one in self._power.losses}
            names = " and ".join(called.get(node, node) for node in dict.fromkeys(doubts))
            refs = [ref for node in doubts for ref in self._open_inputs(node)]
            fate = _not_said(refs, self._name_of, f"whether {names} carries what it gets then")
            return replace(fate, text=f"{fate.text}; {warm.text}") if warm else fate
        if warm is not None or not touched:
            return warm
        return _nearly_full(rack, self._lost) or _CARRIES

    def _doubts(self, rack: RackReport, *, touched: bool) -> list[str]:
        """Return what feeds a rack then and gets more, and nobody can say whether it carries it."""
        return [
            node for feed in rack.feeds for node in self._of_feed.get(feed.id, ())
            if touched or node in self._loads
        ]  # fmt: skip

    def _open_inputs(self, node: str) -> Iterator[str]:
        every = (*self._power.feeds, *self._power.upstream)
        found = next((one for one in every if one.id == node), None)
        for record, name in ((found, "capacity_kw"), (self._loads.get(node, found), "load_kw")):
            bound = record.bound(name) if record is not None else None
            yield from bound.gaps if bound is not None else ()


def _nearly_full(rack: RackReport, lost: frozenset[str]) -> Fate | None:
    """Return that the one feed left of a rack is nearly full then; None where it is not.

    What it carries after the loss of all others is what the report has of it. Of several that are
    left it has the highest after any loss, which need not be this one.
    """
    left = [feed for feed in rack.feeds if feed.id not in lost]
    if len(left) != 1 or len(rack.feeds) == 1:
        return None
    (feed,) = left
    share = feed.figure("load_after_loss_kw").per(feed.figure("capacity_kw"))
    if share.high > 1.0 or graded("ok", share) != "warning":
        return None
    full = words(share.times(100.0, "%"), 0)
    text = f"lost a feed; its rack PDUs on feed {feed.called} are nearly full then"
    return Fate("tight", (f"{full} full", full), text)


def _open_limits(rack: RackReport) -> list[str]:
    """Return the inputs that leave open what a rack's power is held against, each once."""
    limits = (limit for limit in rack.limits_of("power") if limit.state == "unknown")
    gaps = (ref for limit in limits for bound in limit.bounds for ref in bound.gaps)
    return list(dict.fromkeys(gaps))


def _not_said(refs: Iterable[str], name_of: NameOf, what: str = "what the loss does here") -> Fate:
    """Return that the fate of a rack cannot be said, and why."""
    inputs = tuple(dict.fromkeys(refs))[:MOST_REASONS]
    return Fate("open", ("?",), f"{what} cannot be said, because {because(inputs, name_of)}")


def _with_feeds_below(nodes: Iterable[str], power: PowerReport) -> frozenset[str]:
    """Return some nodes with the feeds that hang on them.

    What hangs on something is what goes down when it alone is lost.
    """
    some = frozenset(nodes)
    return some.union(*(one.feeds for one in power.losses if one.id in some))


def fates_of_cooling(report: Report, loss: CoolingLossReport) -> dict[str, Fate]:
    """Return what a loss does to cooling units, and to racks that these or doors no longer cool."""
    warm = warm_racks(report, loss)
    found = units_left(report, loss) | warm
    for runs, how in ((loss.perhaps_doors, " perhaps"), (loss.doors, "")):
        for rack in _in_runs(report.racks, runs):
            said = warm.get(rack.id)
            if said is None:
                text = _DOOR_OFF.format(how, "takes its heat")
                found[rack.id] = Fate("carries", _DOOR_STOPS, text)
            elif said.state == "open":
                text = _DOOR_OFF.format(how, _NOT_SAID)
                found[rack.id] = Fate("open", _DOOR_STOPS, text)
            else:
                text = _DOOR_OFF.format(how, "does not take its heat")
                found[rack.id] = Fate("warm", _DOOR_STOPS, text)
    return found


def warm_racks(report: Report, loss: CoolingLossReport) -> dict[str, Fate]:
    """Return the racks that give heat to units that are short, for certain and perhaps."""
    return {
        rack.id: fate
        for runs, fate in ((loss.perhaps_warm, _OPEN), (loss.warm, WARM))
        for rack in _in_runs(report.racks, runs)
    }


def units_left(report: Report, loss: CoolingLossReport) -> dict[str, Fate]:
    """Return what the units that a loss leaves must carry, by their places."""
    found: dict[str, Fate] = {}
    for units in loss.left:
        fate = _carrying(units)
        found |= {rack.id: fate for rack in _in_runs(report.racks, units.runs)}
    return found


def _carrying(units: UnitsLeft) -> Fate:
    share, before = (units.figure(name) for name in ("share", "share_before"))
    full = words(share.times(100.0, "%"), 0)
    said = (f"{full} full", full) if 0 < share.high < inf else ("carries on", "runs")
    was = f", {words(before.times(100.0, '%'), 0)} before" if 0 < before.high < inf else ""
    text = f"must carry with the other units left: {units.text}"
    if 0 < share.high < inf:
        text += f" ({full} full then{was})"
    if units.state == "error":
        return Fate("overloaded", ("too little", "short"), text)
    if units.state == "unknown":
        return Fate("open", ("?",), text)
    return Fate("tight" if units.graded == "warning" else "carries", said, text)


def _in_runs(racks: Sequence[RackReport], runs: Iterable[tuple[int, int]]) -> Iterator[RackReport]:
    for first, number in runs:
        yield from racks[first : first + number]


def lost_nodes(loss: LossReport) -> frozenset[str]:
    """Return the ids of what is lost: of several together, each."""
    return frozenset((loss.id, *loss.together))


def fate_of_node(loss: LossReport, node: str, nodes: Sequence[PowerNode] = ()) -> Fate | None:
    """Return what a loss does to a record of the room's power; None where it does nothing.

    Parameters
    ----------
    nodes
        All records, of which those that no source supplies then are found.
    """
    gone = lost_nodes(loss)
    if node in gone:
        return LOST
    if node in loss.feeds:
        return DARK
    if node in down_without(nodes, gone):
        is_ups = any(one.id == node and one.kind == "ups" for one in nodes)
        return ON_BATTERY if is_ups else DARK
    if node in loss.overloaded:
        return Fate("overloaded", ("overload", "over"), "carries more than it can then")
    return _OPEN if node in loss.unsure else None
