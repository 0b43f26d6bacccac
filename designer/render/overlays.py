"""What racks on a floor can be shaded by: each limit that subjects report, and a few figures.

A limit needs nothing here: whatever a report names is an overlay. A reading repeats what the report
says, with its bounds; it computes no sizing. No Qt here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil, inf, isfinite
from typing import Final, Literal

from designer.engine.limit_report import Limit, LimitGroup
from designer.engine.network_report import FabricReport, PortsTaken
from designer.engine.power_report import FeedReport, PduReport
from designer.engine.report import RackReport, Report
from designer.model.figure_words import UNKNOWN, amount, side_of_limit, words
from designer.model.figures import Figure, exact, missing

State = Literal["known", "over", "open", "none"]

_NETWORK: Final = "Network"
_LAST: Final = "Floor and space"
GROUPS: Final[tuple[str, ...]] = ("Power", "Cooling", _NETWORK, _LAST)
_GROUP_OF: Final[dict[LimitGroup, str]] = {
    "power": "Power",
    "device": "Power",
    "cooling": "Cooling",
    "liquid": "Cooling",
}
"""Headings of groups of limits; those of any other group stand under the last one."""
_ELECTRIC: Final = frozenset({"kW", "A"})
"""Units of limits that are of power though they name no group, as those of power shelves."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an overlay says of one rack.

    Attributes
    ----------
    at_least, at_most
        Bounds on its scale: 0 is nothing, 1 the limit, or the end of a scale that has none.
    state
        Whether it is known, over its limit for certain, cannot be said, or is no load of the rack.
    share, value
        Words for the rack: `84 %`, `27.5`; a range or `?` where it is not known.
    text
        Words for a tip: `27.5 of 32.8 kW`.
    """

    at_least: float
    at_most: float
    state: State
    share: str
    value: str
    text: str

    @property
    def is_beyond(self) -> bool:
        """Whether it is certainly more than the scale shows, though no limit is kept or broken."""
        return self.state == "known" and self.at_least > 1.0


_BEYOND: Final = ("beyond", "beyond its end", "beyond its end")
_OFF: Final = (
    ("over", "over its limit", "over their limit"),
    ("open", "cannot be said", "cannot be said"),
    ("none", "without such a load", "without such a load"),
)
"""What is off the scale, in words for one rack and for several."""

_WHOLE_FROM: Final = 100.0
"""End of a scale from which figures on it are whole."""

NOTHING: Final = Reading(0.0, 0.0, "none", "", "", "no such load")
NOT_SIZED: Final = Reading(0.0, inf, "open", "?", "", "not sized yet")
_NO_SWITCH: Final = Reading(0.0, 0.0, "none", "", "", "no switch of a fabric")
_NO_FABRICS: Final = Reading(0.0, inf, "open", "?", "", "fabrics cannot be computed")


@dataclass(frozen=True)
class Overlay:
    """One figure of every rack, on a scale that stays as it is.

    Attributes
    ----------
    id
        What tells it from the others: of a limit its name, after `limit:`.
    has_limit
        Whether 1 on the scale is a limit, or merely where the scale ends.
    end
        What the end of the scale says: `limit`, or a figure with its unit.
    start
        What its beginning says.
    reads
        Fields of a rack that a reading rests on: of two that are equal in these it is the same.
    of
        What racks are shaded by, after the title; by itself per cent of the limit, or the unit.
    ends, ends_unit
        What its beginning and its end are as numbers, and their unit: by itself of a limit.
    is_beside
        Whether it rests on what the report says elsewhere: a reading is then what it rests on.
    """

    id: str
    group: str
    title: str
    unit: str
    has_limit: bool
    end: str
    reading: Callable[[RackReport], Reading] = field(repr=False)
    reads: tuple[str, ...]
    start: str = "0"
    of: str = ""
    ends: tuple[float, float] = (0.0, 100.0)
    ends_unit: str = "%"
    is_beside: bool = False

    def rests_on(self, rack: RackReport) -> tuple[object, ...]:
        """Return what of a rack its reading rests on."""
        if self.is_beside:
            return (self.reading(rack),)
        return tuple(map(rack.__getattribute__, self.reads))


def overlays_of(report: Report) -> tuple[Overlay, ...]:
    """Return all overlays of a report, group by group: limits in its order, then figures."""
    return overlays(report.racks, None if report.lost("fabrics") else report.fabrics)


def overlays(
    racks: Iterable[RackReport], fabrics: Iterable[FabricReport] | None = ()
) -> tuple[Overlay, ...]:
    """Return all overlays of racks, as `overlays_of`.

    Parameters
    ----------
    fabrics
        Those whose switches stand in the racks; None where they could not be computed.
    """
    limits: dict[str, list[str]] = {}
    units: dict[str, Limit] = {}
    seen: set[int] = set()
    for rack in racks:
        if id(rack.limits) in seen:
            continue  # racks that are filled alike share theirs
        seen.add(id(rack.limits))
        for limit in rack.limits:
            if _has_limit(limit):
                units.setdefault(limit.name, limit)
                labels = limits.setdefault(limit.name, [])
                if limit.label not in labels:
                    labels.append(limit.label)
    found = [_of_limit(units[name], _title(name, limits)) for name in limits]
    found += (*_FIGURES, _of_ports(fabrics))
    return tuple(sorted(found, key=lambda overlay: GROUPS.index(overlay.group)))


def overlays_after() -> tuple[Overlay, ...]:
    """Return the overlays that read a rack as it is with a loss that is tried (`report_after`)."""
    feeds = Overlay(
        "feed-after-loss", "Power", "Rack PDUs of a feed", "kW", True, "limit", _fullest_then,
        ("feeds",), of="% of what those on the fullest feed of a rack carry",
    )  # fmt: skip
    return (*(one for one in _FIGURES if one.id in _OF_LOADS), feeds)


def title(overlay: Overlay) -> str:
    """Return what racks are shaded by: `Cooling, % of its limit`, `Airflow, m³/h`."""
    of = overlay.of or ("% of its limit" if overlay.has_limit else overlay.unit)
    return f"{overlay.title}, {of}"


def off_scale(readings: Iterable[Reading]) -> tuple[tuple[str, str], ...]:
    """Return which states are off the scale, and how many racks are: `3 cannot be said`."""
    counts = Counter[str]("beyond" if one.is_beyond else one.state for one in readings)
    states = (state for state, _, _ in (_BEYOND, *_OFF))
    return tuple((state, off_words(state, counts[state])) for state in states if counts[state])


def off_words(state: str, count: int) -> str:
    """Return how many racks are off the scale in a state: `3 cannot be said`."""
    one, many = next(words for name, *words in (_BEYOND, *_OFF) if name == state)
    return f"{count:,} {one if count == 1 else many}"


def worst(readings: Iterable[Reading]) -> Reading:
    """Return the gravest of some readings: over its limit, then the fullest, then the open ones."""
    return max(readings, key=graver, default=NOTHING)


def graver(reading: Reading) -> tuple[int, float]:
    """Return a sort key: the gravest reading last."""
    rank = ("none", "open", "known", "over").index(reading.state)
    return rank, reading.at_least if reading.state == "open" else reading.at_most


def worst_words(overlay: Overlay, readings: Iterable[Reading]) -> str:
    """Return the gravest that an overlay says of racks, and of how many nothing can be said.

    `84 %`, `over, 104 %`, `~32 %, 128 cannot be said`; empty where none has such a load.
    """
    every = tuple(readings)
    unsure = [one for one in every if one.state == "open"]
    gravest = worst(one for one in every if one.state != "open")
    surely = max(unsure, key=graver, default=NOTHING)
    if gravest.state != "over" and surely.share not in ("", "?"):
        known_to = gravest.at_most if gravest.state == "known" else -inf
        gravest = surely if surely.at_least > known_to else gravest
    said = gravest.share if overlay.has_limit else f"{gravest.share} {overlay.unit}".rstrip()
    if gravest.state == "over":
        said = "over" if said == "over" else f"over, {said}"
    told = said if gravest.state != "none" else ""
    count = f"{len(unsure):,} cannot be said" if unsure else ""
    return ", ".join(filter(None, (told, count)))


def _title(name: str, labels: dict[str, list[str]]) -> str:
    """Return what a limit is called in all racks: what its labels there have in common.

    Where another limit begins alike, its first label.
    """
    own = labels[name]
    start = own[0].partition(",")[0]
    others = (label for key, found in labels.items() if key != name for label in found)
    return own[0] if len(own) == 1 or any(one.startswith(start) for one in others) else start


def _of_limit(limit: Limit, title: str) -> Overlay:
    name = limit.name

    def reading(rack: RackReport) -> Reading:
        return next((_read_limit(one) for one in rack.limits if one.name == name), NOTHING)

    electric = not limit.group and limit.unit in _ELECTRIC
    group = "Power" if electric else _GROUP_OF.get(limit.group, _LAST)
    return Overlay(f"limit:{name}", group, title, limit.unit, True, "limit", reading, ("limits",))


def _has_limit(limit: Limit) -> bool:
    """Return whether there is a limit, known or not: else what decides stands elsewhere."""
    return limit.limit is not None or limit.bound("limit") is not None


def _read_limit(limit: Limit) -> Reading:
    used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
    if not _has_limit(limit):
        return NOTHING
    if most.high <= 0:
        over = Reading(inf, inf, "over", "over", _without_bounds(used), limit.text)
        return over if limit.state == "error" else NOTHING
    share = used.per(most)
    state: State = "known"
    if limit.state == "error":
        state = "over"
    elif limit.state == "unknown" or not isfinite(share.high):
        state = "open"
    return Reading(
        share.low, share.high, state, _percent(share), _without_bounds(used), limit.text
    )  # fmt: skip


def _said(figure: Figure, decimals: int = 1) -> str:
    """Return a figure as it stands on a rack: an estimate without its bounds, `?` if unknown.

    The only one that writes values of overlays: what has no finite bound has no number either.
    """
    if figure.unknown or not (isfinite(figure.low) or isfinite(figure.high)):
        return "?"
    return _short(amount(figure, decimals))


def _without_bounds(used: Figure) -> str:
    """Return one side of a limit as it stands on a rack: an estimate without its bounds."""
    return _short(side_of_limit(used))


def _short(told: str) -> str:
    said = told.partition(" (")[0]
    return "?" if said == UNKNOWN or "∞" in said or "inf" in said else said


def _percent(share: Figure) -> str:
    """Return a share of a limit in words: `84 %`, `62–75 %`, `≥ 62 %`, `?` of no known bounds.

    Near the limit with a decimal: one that is just kept must not read like one that is full.
    """
    percent = share.times(100)
    if percent.estimated and percent.value is not None and isfinite(percent.value):
        return f"~{percent.value:.0f} %"
    decimals = int(any(map(_just_beside_full, (percent.low, percent.high))))
    said = _said(percent, decimals)
    return said if said == "?" else f"{said} %"


def _just_beside_full(percent: float) -> bool:
    return 98.5 < percent < 101.5 and percent != 100


def _of_figure(
    id_: str, group: str, title: str, unit: str, end: float, field_: str, *, is_load: bool = True
) -> Overlay:
    """Return the overlay of a figure without a limit, on a scale that ends somewhere.

    Parameters
    ----------
    is_load
        Whether a rack of which it is 0 has no such load at all.
    """

    def reading(rack: RackReport) -> Reading:
        figure = rack.figure(field_)
        # What is judged by no limit, as a CDU is, strands nothing.
        if figure.high <= 0 if is_load else figure.unknown and not rack.limits:
            return NOTHING
        state: State = "known" if isfinite(figure.high) else "open"
        decimals = 0 if end > _WHOLE_FROM else 1
        said = _said(figure, decimals)
        share = figure.times(1 / end)
        return Reading(share.low, share.high, state, said, unit, words(figure, decimals, unit))

    told = f"{end:,.0f} {unit}"
    reads = (field_, "bounds") if is_load else (field_, "bounds", "limits")
    return Overlay(
        id_, group, title, unit, False, told, reading, reads, ends=(0.0, end), ends_unit=unit
    )  # fmt: skip


def _fullest_line(rack: RackReport) -> Reading:
    """Return the fullest line of a rack's three-phase PDUs, normally or after the worst loss."""
    read = [reading for feed in rack.feeds for pdu in feed.pdus for reading in _lines(pdu)]
    return worst(read)


def _lines(pdu: PduReport) -> Iterator[Reading]:
    most = pdu.figure("line_limit_a", "A")
    for name in _LINES:
        if getattr(pdu, name) is None and not pdu.bound(name):
            continue
        amps = pdu.figure(name, "A")
        share = amps.per(most)
        state: State = "over" if share.low > 1 else "open" if share.high > 1 else "known"
        text = f"{words(amps)} of {words(most)} on a line"
        yield Reading(share.low, share.high, state, _percent(share), _said(amps), text)


def _fullest_feed(rack: RackReport) -> Reading:
    """Return the fullest of a rack's PDUs, those of each feed together, after another's loss."""
    return worst(map(_after_loss, rack.feeds))


def _after_loss(feed: FeedReport) -> Reading:
    if feed.load_after_loss_kw is None and not feed.bound("load_after_loss_kw"):
        return NOTHING  # No other can be lost.
    load = feed.figure("load_after_loss_kw", "kW")
    return _on_feed(feed, load, " after the loss of another")


def _on_feed(feed: FeedReport, load: Figure, when: str) -> Reading:
    most = feed.figure("capacity_kw", "kW")
    if load.high <= 0:
        return NOTHING
    share = load.per(most)
    state: State = "over" if share.low > 1 else "open" if share.high > 1 else "known"
    where = f"the rack PDUs of feed {feed.called}"
    text = f"{amount(load)} of {words(most)} on {where}{when}"
    return Reading(share.low, share.high, state, _percent(share), _said(load), text)


def _fullest_then(rack: RackReport) -> Reading:
    """Return the fullest of a rack's PDUs, those of each feed together, as loads are."""
    return worst(
        _on_feed(feed, feed.figure("load_kw", "kW"), "")
        for feed in rack.feeds
        if feed.load_kw is not None or feed.bound("load_kw")
    )


def _imbalance(rack: RackReport) -> Reading:
    """Return how far the lines of a rack's PDUs are from their mean with all feeds up."""
    return worst(_unequal(feed, pdu) for feed in rack.feeds for pdu in feed.pdus)


def _unequal(feed: FeedReport, pdu: PduReport) -> Reading:
    where = f"of the rack PDU on feed {feed.called}"
    if all(pdu.figure(f"line_{n}_a").high <= 0 for n in (1, 2, 3)):
        return NOTHING  # It carries nothing, or is lost.
    if pdu.imbalance is None:
        return Reading(0.0, inf, "open", "?", "", f"balance {where} cannot be said")
    text = f"a line {where} is {_in_percent(pdu.imbalance)} off their mean"
    if pdu.imbalance_after_loss is not None:
        text += f", after the worst loss {_in_percent(pdu.imbalance_after_loss)}"
    share = exact(pdu.imbalance).times(1 / _MOST_UNEQUAL)
    return Reading(share.low, share.high, "known", _in_percent(pdu.imbalance), "", text)


def _in_percent(part: float) -> str:
    return f"{amount(exact(part).times(100), 0)} %"


def _inlet(rack: RackReport) -> Reading:
    """Return how near supply air is to the warmest that a rack's parts take: 1 is no margin."""
    if rack.inlet_margin_k is None and not rack.bound("inlet_margin_k"):
        return NOTHING
    margin = rack.figure("inlet_margin_k", "K")
    used = exact(_WIDEST_MARGIN_K).minus(margin).clipped(0.0).times(1 / _WIDEST_MARGIN_K)
    state: State = "over" if margin.high < 0 else "open" if margin.low < 0 else "known"
    if not isfinite(margin.high) and (state == "open" or _said(margin, 0) == "?"):
        text = "how far supply air is below the warmest that its parts take cannot be said"
        return Reading(used.low, used.high, "open", "?", "", text)
    said = f"≤ {_said(exact(ceil(margin.high)), 0)}" if state == "open" else _said(margin, 0)
    text = f"supply air is {said} K below the warmest that its parts take"
    if state == "over":
        text = f"supply air is {_said(exact(0.0).minus(margin), 0)} K warmer than its parts take"
    elif state == "open":
        text += "; what some of them take there is not stated"
    return Reading(used.low, used.high, state, f"{said} K", "", text)


def _of_ports(fabrics: Iterable[FabricReport] | None) -> Overlay:
    """Return the overlay of the switch in a rack of whose ports the largest share is taken."""
    found: dict[str, list[Reading]] = {}
    for fabric in fabrics or ():
        for one in fabric.ports_taken:
            read = _ports(one, fabric.name or fabric.id)
            for rack in one.racks:
                found.setdefault(rack, []).append(read)
    fullest = {rack: _fullest_of(some) for rack, some in found.items()}
    other = _NO_FABRICS if fabrics is None else _NO_SWITCH

    def reading(rack: RackReport) -> Reading:
        return fullest.get(rack.id, other)

    return Overlay(
        "ports", _NETWORK, "Ports of switches", "", True, "limit", reading, ("id",),
        of="% of those that the fullest switch of a rack has", is_beside=True,
    )  # fmt: skip


def _ports(one: PortsTaken, fabric: str) -> Reading:
    """Return what is taken of the ports of a switch: more than all is asked, and finds none."""
    taken, most = one.figure("taken"), one.figure("ports")
    of, number, said = f"a switch of {fabric}", amount(taken, 0), _said(taken, 0)
    if not isfinite(most.high):
        return Reading(0.0, inf, "open", "?", "", f"which ports {of} has is not stated")
    if most.high <= 0:
        text = f"{number} asked of {of}, of whose ports none fits"
        return Reading(inf, inf, "over", "over", said, text) if taken.low > 0 else NOTHING
    share = taken.per(most)
    state: State = "over" if share.low > 1 else "open" if share.high > 1 else "known"
    text = f"{number} of {amount(most, 0)} ports of {of}"
    if state == "over":
        text = f"{number} ports asked of {of}, which has {amount(most, 0)}"
    elif not isfinite(taken.high):
        text = f"how many of {amount(most, 0)} ports of {of} are taken cannot be said"
    return Reading(share.low, share.high, state, _percent(share), said, text)


def _fullest_of(readings: Iterable[Reading]) -> Reading:
    """Return the fullest of some; bounds on it where that may be one or another."""
    some = [one for one in readings if one.state != "none"]
    gravest = worst(some)
    if gravest.state in ("over", "none"):
        return gravest
    least, most = (max(some, key=key) for key in (_least, _most))
    if least.at_least == most.at_least:
        return most
    if least.at_most == most.at_most:
        return least
    share = missing("", "", least.at_least, most.at_most)
    state: State = "open" if most.at_most > 1 else "known"
    text = f"{least.text}; {most.text}"
    return Reading(share.low, share.high, state, _percent(share), "", text)


def _least(reading: Reading) -> float:
    return reading.at_least


def _most(reading: Reading) -> float:
    return reading.at_most


_MOST_UNEQUAL: Final = 0.5
"""Where the scale of imbalance ends: supplies of one heavy server on two lines of three."""
_WIDEST_MARGIN_K: Final = 15.0
"""Where the scale of inlet margins begins: from air of 20 °C to the 35 °C of class A2."""
_LINES: Final = tuple(f"line_{n}{when}_a" for n in (1, 2, 3) for when in ("", "_after_loss"))

_OF_LOADS: Final = frozenset({"lines", "imbalance"})
"""Overlays of what lines carry, whichever state that is in."""

_FIGURES: Final = (
    Overlay(
        "lines", "Power", "Fullest line of a PDU", "A", True, "limit", _fullest_line, ("feeds",)
    ),
    _of_figure("stranded", "Power", "Stranded power", "kW", 50.0, "stranded_kw", is_load=False),
    Overlay(
        "feed-after-loss",
        "Power",
        "Rack PDUs of a feed after a loss",
        "kW",
        True,
        "limit",
        _fullest_feed,
        ("feeds",),
        of="% of what those on the fullest feed of a rack carry",
    ),
    Overlay(
        "imbalance",
        "Power",
        "Phase imbalance",
        "",
        False,
        _in_percent(_MOST_UNEQUAL),
        _imbalance,
        ("feeds",),
        of="a line's distance from the mean of three",
        ends=(0.0, 100 * _MOST_UNEQUAL),
    ),
    Overlay(
        "inlet",
        "Cooling",
        "Inlet margin",
        "K",
        True,
        "limit",
        _inlet,
        ("inlet_margin_k", "bounds"),
        start=f"{_WIDEST_MARGIN_K:.0f} K",
        of="K below the warmest that parts take",
        ends=(_WIDEST_MARGIN_K, 0.0),
        ends_unit="K",
    ),
    _of_figure("footprint", "Floor and space", "Footprint pressure", "kPa", 25.0, "footprint_kpa"),
    _of_figure("airflow", "Cooling", "Airflow", "m³/h", 15_000.0, "airflow_m3h"),
    _of_figure("coolant", "Cooling", "Coolant flow", "L/min", 250.0, "coolant_lpm"),
)
"""Scales end a little above what the fullest racks of today's catalogue ask for."""
