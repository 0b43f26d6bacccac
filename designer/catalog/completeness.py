"""Whether a part says what it takes to be placed, connected and computed with.

Each aspect of a part that can be placed is stated; or bounded, by a rule that this program
computes with; or said to be published by nobody, with what bounds it in numbers or in words; or it
may stand in a document that was not reached; or it is open. A part is complete where no aspect is
open, and where its draw and its mass have bounds in numbers.

May import parts, kinds and what bounds their figures.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Final, Literal, get_args

from designer.catalog.kinds import KINDS, Kind
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure, mass_figure, power_figures

State = Literal["stated", "bounded", "unpublished", "in words", "not read", "open"]
"""Best first; of several figures the worst counts. What nobody publishes has bounds in numbers, or
`in words`, with which nothing is computed."""

STATES: Final[tuple[State, ...]] = get_args(State)

_Told = Callable[[Part, str], State]


@dataclass(frozen=True, slots=True)
class Aspect:
    """What a reviewer asks of a part.

    Attributes
    ----------
    title
        As a column's heading.
    kinds
        Ids of the kinds that are asked.
    fields
        Figures that are all needed; an entry may say of each that nobody publishes it.
    rule
        Says how well one of them is known; None looks whether it is stated.
    """

    title: str
    kinds: frozenset[str]
    fields: tuple[str, ...]
    rule: _Told | None = None

    def state(self, part: Part) -> State:
        """Return how well the worst known of its figures is known."""
        return max((self._of(part, name) for name in self.fields), key=STATES.index)

    def missing(self, part: Part) -> tuple[str, ...]:
        """Return its figures that are open."""
        return tuple(name for name in self.fields if self._of(part, name) == "open")

    def _of(self, part: Part, name: str) -> State:
        found = (self.rule or _stated)(part, name)
        looked = part.unpublished_of(name)
        if found != "open" or looked is None:
            return found
        if looked.not_read:
            return "not read"
        return "in words" if looked.low is None and looked.high is None else "unpublished"


def _stated(part: Part, name: str) -> State:
    value: object = part
    for step in name.split("."):
        value = getattr(value, step, None)
    return "open" if value in (None, "", ()) else "stated"


def _power(part: Part, name: str) -> State:
    if _stated(part, name) == "stated":
        return "stated"
    return _bounded(part, name, power_figures(part)[name].high)


def _mass(part: Part, name: str) -> State:
    if part.mass_kg is not None:
        return "stated"
    return _bounded(part, name, mass_figure(part).high)


def _bounded(part: Part, name: str, high: float) -> State:
    """Return that a figure has an upper bound by a rule; that of an entry is told as such."""
    looked = part.unpublished_of(name)
    if not isfinite(high) or (looked is not None and looked.high is not None):
        return "open"
    return "bounded"


def _height(part: Part, name: str) -> State:
    return "stated" if part.height_half_u or part.height_mm else "open"


def _width(part: Part, name: str) -> State:
    """Return how well a width is known: by EIA-310-D a panel of 19 inches is 482.6 mm wide."""
    if part.width_mm is not None:
        return "stated"
    return "bounded" if part.height_half_u else "open"


def _supplies(part: Part, name: str) -> State:
    """Return how well supplies are known: a bus bar feeds what counts 0."""
    return "stated" if part.psu is not None and part.psu.count == 0 else _stated(part, name)


def _efficiency(part: Part, name: str) -> State:
    """Return how well efficiency is known: supplies that state none have the default's bounds."""
    return "bounded" if _supplies(part, name) == "open" else "stated"


def _volume(part: Part, name: str) -> State:
    """Return how well air is known: it follows from the heat by the default of how it warms."""
    return "stated" if part.airflow == "none" or part.airflow_m3h is not None else "bounded"


def _inlet(part: Part, name: str) -> State:
    return "stated" if part.airflow == "none" else _stated(part, name)


def _liquid(part: Part, name: str) -> State:
    if part.liquid_fraction is not None:
        return "stated"
    if part.unpublished_of(name) is not None:
        return "open"
    return "bounded" if liquid_figure(part).high < 1 else "open"


def _coolant(part: Part, name: str) -> State:
    """Return how well its coolant is known; what gives no heat to a liquid is not asked."""
    if liquid_figure(part).high == 0:
        return "stated"
    if name == "coolant_flow.drop_kpa":
        dropped = any(point.drop_kpa is not None for point in part.coolant_flow)
        return "stated" if dropped else "open"
    return _stated(part, name)


def _ports(part: Part, name: str) -> State:
    """Return whether all `ports` have connectors, or whether there are some of a purpose."""
    _, _, purpose = name.partition(".")
    if purpose == "data":
        found = any(group.purpose not in ("out-of-band", "other") for group in part.ports)
        return "stated" if found else "open"
    if purpose:
        found = any(group.purpose == purpose for group in part.ports)
        return "stated" if found else "open"
    told = part.ports and all(group.connector for group in part.ports)
    return "stated" if told else "open"


def _price(part: Part, name: str) -> State:
    bought = any(one.scope == "purchase" and not one.suspect for one in part.prices)
    return "stated" if bought else "open"


def _rejected(part: Part, name: str) -> State:
    """Return how well is known what a unit gives off: by a table, or by its law."""
    figures = part.rejection
    told = figures is not None and (figures.points or figures.over_difference is not None)
    return "stated" if told else "open"


def _own_draw(part: Part, name: str) -> State:
    """Return how well the power of fans and compressors is known, beside what the unit takes."""
    figures = part.rejection
    if figures is None:
        return "open"
    law = figures.over_difference
    told = [one.power_kw for one in figures.points] + ([] if law is None else [law.power_kw])
    return "stated" if told and None not in told else "open"


def _losses(part: Part, name: str) -> State:
    """Return how well is known what it loses over its load: else between what is published.

    A UPS by what it gives at four loads, a transformer by its two losses.
    """
    ups, made = part.ups, part.transformer
    told = []
    if ups is not None:
        told = [ups.efficiency_25, ups.efficiency_50, ups.efficiency_75, ups.efficiency_100]
    elif made is not None:
        told = [made.no_load_w, made.load_w]
    return "stated" if told and None not in told else "bounded"


def _fuel(part: Part, name: str) -> State:
    """Return how well fuel is known: at half load no more than at full, and no less than half."""
    found = _stated(part, name)
    full = _stated(part, "generator.fuel_full_load_lph")
    return "bounded" if found == "open" and full == "stated" else found


def _outlets(part: Part, name: str) -> State:
    pdu = part.pdu
    told = pdu is not None and (pdu.outlets_c13 is not None or pdu.outlets_c19 is not None)
    return "stated" if told else "open"


def _breakers(part: Part, name: str) -> State:
    """Return how well branch breakers are known: up to 20 A outlets carry what the plug does."""
    pdu = part.pdu
    if pdu is not None and pdu.amps <= _NO_BREAKERS_A:
        return "stated"
    return _stated(part, name)


_NO_BREAKERS_A: Final = 20.0


def _of(asked: Callable[[Kind], bool]) -> frozenset[str]:
    return frozenset(kind.id for kind in KINDS if asked(kind))


_IN_RAILS: Final = _of(lambda kind: kind.has_supplies)
_IT: Final = _of(lambda kind: kind.draws_it_power)
_UNITS: Final = _of(lambda kind: kind.draws == "building")
_PLANT: Final = _of(lambda kind: kind.feeds == "hall")
_SETS: Final = _of(lambda kind: kind.burns)
_CABINETS: Final = _of(lambda kind: kind.is_cabinet)
_STRIPS: Final = _of(lambda kind: kind.feeds_devices)
_LOOP_UNITS: Final = _of(lambda kind: kind.cools_loop)
_AIR_UNITS: Final = _of(lambda kind: kind.cools_room_air)
_DOORS: Final = _of(lambda kind: kind.is_rear_door)
_COMPUTES: Final = _of(lambda kind: kind.computes)
_STORES: Final = _of(lambda kind: kind.stores)
_SERVES: Final = _of(lambda kind: kind.hosts_adapters and not kind.computes)
_PANELS: Final = _of(lambda kind: kind.patches)
_SWITCHES: Final = _of(lambda kind: kind.switches)
_REJECTORS: Final = _of(lambda kind: kind.rejects)
_SHELVES: Final = _of(lambda kind: kind.feeds == "bus" or kind.backs_bus)
_BOXES: Final = _IT | _UNITS | _CABINETS | _STRIPS | _SHELVES


ASPECTS: Final[tuple[Aspect, ...]] = (
    Aspect("draw", _IT | _UNITS, ("power_max_w",), _power),
    Aspect(
        "typical, idle, peak", _IT, ("power_typical_w", "power_idle_w", "power_peak_w"), _power
    ),
    Aspect("mass", _BOXES | _PLANT | _PANELS | _REJECTORS, ("mass_kg",), _mass),
    Aspect("size", _PLANT | _REJECTORS, ("width_mm", "depth_mm", "height_mm")),
    Aspect("losses", _PLANT - _SETS, ("ups.efficiency_50",), _losses),
    Aspect(
        "fuel", _SETS, ("generator.fuel_full_load_lph", "generator.fuel_half_load_lph"), _fuel
    ),
    Aspect("height", _BOXES | _PANELS, ("height_mm",), _height),
    Aspect("width", _BOXES, ("width_mm",), _width),
    Aspect("depth", _BOXES | _PANELS, ("depth_mm",)),
    Aspect("supplies", _IT, ("psu.count", "psu.rating_w"), _supplies),
    Aspect("redundancy", _IT, ("psu.redundancy",), _supplies),
    Aspect("inlet", _IT, ("psu.inlet",), _supplies),
    Aspect("efficiency", _IT, ("psu.efficiency",), _efficiency),
    Aspect("voltage", _IT, ("psu.volts_min", "psu.volts_max"), _supplies),
    Aspect("way of the air", _IN_RAILS, ("airflow",)),
    Aspect("air volume", _IN_RAILS, ("airflow_m3h",), _volume),
    Aspect("air inlet", _IN_RAILS, ("inlet_min_c", "inlet_max_c"), _inlet),
    Aspect("liquid share", _IT, ("liquid_fraction",), _liquid),
    Aspect(
        "coolant", _IT, ("coolant_flow", "coolant_flow.drop_kpa", "coolant_max_c"), _coolant
    ),
    Aspect("coolant connection", _IT, ("couplings",), _coolant),
    Aspect("coolant connection", _LOOP_UNITS | _DOORS, ("couplings",)),
    Aspect("connectors", _IT, ("ports",), _ports),
    Aspect(
        "ports", _COMPUTES,
        ("ports.compute", "ports.storage", "ports.in-band", "ports.out-of-band"), _ports,
    ),
    Aspect("ports", _SWITCHES, ("ports.data", "ports.out-of-band"), _ports),
    Aspect("ports", _STORES | _SERVES, ("ports.data", "ports.out-of-band"), _ports),
    Aspect("ports", _PANELS, ("patch.mpo_ports", "patch.lc_ports")),
    Aspect("outlets", _STRIPS, ("pdu.outlets_c13",), _outlets),
    Aspect("plug", _STRIPS, ("pdu.plug",)),
    Aspect("breakers", _STRIPS, ("pdu.breakers",), _breakers),
    Aspect("load", _CABINETS, ("rack.units", "rack.static_kg", "rack.usable_depth_mm")),
    Aspect("capacity", _UNITS, ("cooling.capacity_kw",)),
    Aspect("condition", _UNITS, ("cooling.condition",)),
    Aspect("flow", _LOOP_UNITS | _DOORS, ("cooling.flow_lpm",)),
    Aspect("approach, head", _LOOP_UNITS, ("cooling.approach_k", "cooling.head_kpa")),
    Aspect("air volume", _AIR_UNITS, ("cooling.airflow_m3h",)),
    Aspect("bandwidth", _STORES, ("storage.read_gb_s", "storage.write_gb_s")),
    Aspect("capacity", _STORES, ("storage.raw_tb",)),
    Aspect("heat over temperature", _REJECTORS, ("rejection.points",), _rejected),
    Aspect("own draw", _REJECTORS, ("rejection.power_kw",), _own_draw),
    Aspect("price", _BOXES | _PLANT | _PANELS | _REJECTORS, ("prices",), _price),
)  # fmt: skip
"""What is asked of which kind of part."""


def aspects_of(part: Part) -> Iterator[Aspect]:
    """Yield what is asked of a part that can be placed; nothing of others."""
    if part.placeable:
        yield from (one for one in ASPECTS if part.kind in one.kinds)


def open_figures(part: Part) -> dict[str, tuple[str, ...]]:
    """Return what is open of a part: the figures by the aspect that needs them."""
    found = {one.title: one.missing(part) for one in aspects_of(part)}
    return {title: names for title, names in found.items() if names}


def is_complete(part: Part) -> bool:
    """Return whether nothing is open of a part, and numbers bound its draw and its mass."""
    return not open_figures(part) and has_bounds(part)


@dataclass(frozen=True, slots=True)
class Completeness:
    """How complete the parts of a kind are.

    Attributes
    ----------
    kind
        Its id.
    parts, complete
        Parts that can be placed, and those that are complete.
    states
        By aspect: how many parts have it in which state.
    unbounded
        Ids of the parts of which nothing bounds the draw or the mass.
    """

    kind: str
    parts: int
    complete: int
    states: dict[str, Counter[State]]
    unbounded: tuple[str, ...]

    @property
    def share(self) -> float:
        """The part that is complete, 0 to 1."""
        return self.complete / self.parts

    def share_of(self, state: State) -> float:
        """Return which part of all that is asked has a state, 0 to 1."""
        every = sum((found for found in self.states.values()), Counter[State]())
        return every[state] / every.total()


def completeness(parts: Iterable[Part]) -> list[Completeness]:
    """Return how complete parts are by kind, in the order in which kinds come."""
    by_kind: dict[str, list[Part]] = {}
    for part in parts:
        if any(aspects_of(part)):
            by_kind.setdefault(part.kind, []).append(part)
    return [_of_kind(kind, found) for kind, found in by_kind.items()]


def _of_kind(kind: str, parts: list[Part]) -> Completeness:
    states = {
        one.title: Counter(one.state(part) for part in parts)
        for one in ASPECTS
        if kind in one.kinds
    }
    unbounded = tuple(part.id for part in parts if not has_bounds(part))
    return Completeness(kind, len(parts), sum(map(is_complete, parts)), states, unbounded)


def has_bounds(part: Part) -> bool:
    """Return whether watts and mass have an upper bound, as far as either is asked."""
    titles = {one.title for one in aspects_of(part)}
    watts = "draw" not in titles or isfinite(power_figures(part)["power_max_w"].high)
    return watts and ("mass" not in titles or isfinite(mass_figure(part).high))
