"""What a part of the catalogue fits into: by depth, mass, inlet, cage, port, coolant coupling.

Of a pair of parts the answer is yes, no, or open where a figure is not stated: what is open is
told beside what fits, and never counted with it. A design decides more: what else stands in a rack,
how far a cable goes. May import the parts, and the rules of cords, cages and ports of this room.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.coolant_figures import Coupling
from designer.catalog.figures import RAILS_MM, PortGroup
from designer.catalog.part import Part
from designer.catalog.part_bounds import depth_figure
from designer.wiring.cable_media import plugs_of
from designer.wiring.network_ports import connectors_meet
from designer.wiring.power_bus import on_bus
from designer.wiring.power_cording import OUTLET_OF
from designer.wiring.power_outlets import takes_plug

_Meets = Callable[[Part, Part], bool | None]


@dataclass(frozen=True, slots=True)
class Fit:
    """Parts that fit a part in one respect.

    Attributes
    ----------
    title
        `Racks that take it`.
    parts, perhaps
        Those that fit by all that is stated, and those of which a figure is not.
    """

    title: str
    parts: tuple[Part, ...]
    perhaps: tuple[Part, ...]

    def words(self, most: int) -> str:
        """Return how many and which, as many names as are asked for: `17: QM9700, … and 5 more`."""
        said = [_listed(self.parts, most) or "none by what is stated"]
        if self.perhaps:
            said.append(f"open, a figure is not stated: {_listed(self.perhaps, most)}")
        return "; ".join(said)


@dataclass(frozen=True, slots=True)
class _Relation:
    """Between two sorts of part; `meets` is asked with one of either; no title, no such list."""

    into: Callable[[Part], bool]
    what: Callable[[Part], bool]
    meets: _Meets
    into_title: str
    what_title: str


def _listed(parts: tuple[Part, ...], most: int) -> str:
    names = ", ".join(part.name for part in parts[:most])
    rest = f" and {len(parts) - most} more" if len(parts) > most else ""
    return f"{len(parts)}: {names}{rest}" if parts else ""


def fits_of(part: Part, catalog: Catalog) -> Iterator[Fit]:
    """Yield what a part fits into, then what fits into it; nothing where nothing is known to."""
    for one in _RELATIONS:
        if one.into_title and one.what(part):
            places = [(other, one.meets(other, part)) for other in catalog.parts if one.into(other)]
            yield from _fit(one.into_title, places)
        if one.into(part):
            things = [(other, one.meets(part, other)) for other in catalog.parts if one.what(other)]
            yield from _fit(one.what_title, things)
    if _has_ports(part):
        yield from _switches_of(part, catalog)


def _switches_of(part: Part, catalog: Catalog) -> Iterator[Fit]:
    """Yield the switches for the ports of each purpose."""
    switches = [other for other in catalog.parts if other.traits.switches]
    for purpose in dict.fromkeys(group.purpose for group in part.ports):
        groups = [group for group in part.ports if group.purpose == purpose]
        answers = [(other, _joins(other, groups)) for other in switches]
        yield from _fit(f"Switches for its {purpose} ports", answers)


def _fit(title: str, answers: Iterable[tuple[Part, bool | None]]) -> Iterator[Fit]:
    told = list(answers)
    fitting = tuple(other for other, answer in told if answer)
    perhaps = tuple(other for other, answer in told if answer is None)
    if fitting or perhaps:
        yield Fit(title, fitting, perhaps)


def rack_takes(rack: Part, device: Part) -> bool | None:
    """Return whether an empty rack takes one device: by width, depth, units, mass and bus bar."""
    figures = rack.rack
    if figures is None:
        return None
    return _all(
        RAILS_MM[device.rails] <= figures.widest_mm,
        device.width_mm is None or device.width_mm <= figures.widest_mm,
        _deep_enough(rack, device),
        _at_least(2 * figures.units, device.height_half_u),
        _at_least(figures.static_kg, device.mass_kg),
        not on_bus(device) or figures.joins_by_bus,
    )


def _deep_enough(rack: Part, device: Part) -> bool | None:
    depth = depth_figure(rack)
    if device.depth_mm is None:
        return None
    if depth.high < device.depth_mm:
        return False
    return True if device.depth_mm <= depth.low else None


def pdu_feeds(pdu: Part, device: Part) -> bool | None:
    """Return whether a rack PDU has outlets for a device's inlets, of a voltage that it takes."""
    figures, supplies = pdu.pdu, device.psu
    if figures is None or supplies is None or not supplies.inlet:
        return None
    if supplies.current == "dc":
        return False
    outlet = OUTLET_OF.get(supplies.inlet)
    if outlet is None:
        return False
    count = takes_plug(figures, outlet)
    volts = figures.volts
    if figures.phases > 1 and figures.to_neutral:
        volts /= sqrt(3)
    return _all(
        None if count is None else count > 0,
        _at_least(volts * (1 + _VOLTS_OFF), supplies.volts_min),
        _at_least(supplies.volts_max, volts * (1 - _VOLTS_OFF)),
    )


_VOLTS_OFF: Final = 0.01
"""480 V over √3 are 277.1 V, which supplies of 277 V take."""


def plugs_into(device: Part, cable: Part) -> bool | None:
    """Return whether a cable or a module goes into a cage of a device and runs at its rate.

    Modules with fins are for switches that air cools, flat ones for other devices.
    """
    figures = cable.cable
    if figures is None or not figures.connector:
        return False
    return _any(_goes_into(group, device, cable) for group in device.ports)


def _goes_into(group: PortGroup, device: Part, cable: Part) -> bool | None:
    figures = cable.cable
    if figures is None:
        return False
    plugs = plugs_of(group.connector)
    ends = {figures.connector, figures.far_connector or figures.connector}
    if plugs is None:
        return None
    shell = {"finned": device.traits.switches, "flat": not device.traits.switches}
    return (
        not plugs.isdisjoint(ends)
        and shell.get(figures.shell, True)
        and figures.rate_gbps * figures.links <= group.rate_gbps * _links_of(group)
        and figures.rate_gbps <= group.rate_gbps
    )


def _links_of(group: PortGroup) -> float:
    """Return the ports of one cage; one where nobody counts the cages."""
    return max(1.0, group.count / group.cages) if group.cages else 1.0


def joins(switch: Part, device: Part) -> bool | None:
    """Return whether ports of a device meet those of a switch: protocol, rate, connector."""
    return _joins(switch, device.ports)


def _joins(switch: Part, groups: Iterable[PortGroup]) -> bool | None:
    return _any(
        _port_meets(port, group)
        for group in groups
        for port in switch.ports
        if port.purpose == "fabric"
    )


def _port_meets(port: PortGroup, group: PortGroup) -> bool | None:
    if port.kind != group.kind and not (port.either or group.either):
        return False
    if not group.rate_gbps <= port.rate_gbps <= group.rate_gbps * port.breakout:
        return False
    return connectors_meet(port.connector, group.connector)


def coolant_joins(source: Part, taker: Part) -> bool:
    """Return whether a part takes its coolant where another gives it: loop, coupling, liquid.

    Couplings meet that are called alike and are joined alike, by hand or by pushing the device in.
    Where both say which liquids they take, they share one.
    """
    one, two = (part.coolant.liquids if part.coolant else () for part in (source, taker))
    shared = not one or not two or not set(one).isdisjoint(two)
    return shared and any(
        _couples(give, take)
        for give in _told(source, gives=True)
        for take in _told(taker, gives=False)
    )


def _couples(give: Coupling, take: Coupling) -> bool:
    alike = _called(give.connector) == _called(take.connector) and give.loop == take.loop
    return alike and (not give.mating or not take.mating or give.mating == take.mating)


def _called(connector: str) -> str:
    """Return a coupling's name as it is compared: `UQD-04` as `uqd04`."""
    return connector.casefold().replace("-", "").replace(" ", "")


def _told(part: Part, *, gives: bool) -> Iterator[Coupling]:
    """Yield the couplings of a part at which it gives coolant on, or takes it, that are named."""
    return (one for one in part.couplings if one.gives == gives and one.connector)


def _at_least(have: float | None, need: float | None) -> bool | None:
    return None if have is None or need is None else have >= need


def _all(*answers: bool | None) -> bool | None:
    """Return no where one is no, else open where one is open."""
    if False in answers:
        return False
    return None if None in answers else True


def _any(answers: Iterable[bool | None]) -> bool | None:
    """Return yes where one is yes, else open where one is open; no where there are none."""
    found = set(answers)
    return True if True in found else None if None in found else False


def _is_device(part: Part) -> bool:
    return part.placeable and part.traits.has_supplies and bool(part.height_half_u)


def _has_ports(part: Part) -> bool:
    return bool(part.ports) and part.traits.draws_it_power and not part.traits.switches


_RELATIONS: Final = (
    _Relation(
        lambda part: part.traits.is_cabinet, _is_device, rack_takes,
        "Racks that take it", "Devices that it takes",
    ),
    _Relation(
        lambda part: part.traits.feeds_devices, _is_device, pdu_feeds,
        "Rack PDUs for its supplies", "Devices whose supplies it feeds",
    ),
    _Relation(
        lambda part: bool(part.ports) and part.traits.draws_it_power,
        lambda part: part.cable is not None and bool(part.cable.connector), plugs_into,
        "Devices that it plugs into", "Cables and modules for its cages",
    ),
    _Relation(
        lambda part: part.traits.switches, _has_ports, joins, "", "Devices for its ports",
    ),
    _Relation(
        lambda part: any(_told(part, gives=True)), lambda part: any(_told(part, gives=False)),
        coolant_joins, "Manifolds and units for its coolant couplings",
        "What its coolant couplings take",
    ),
)  # fmt: skip
