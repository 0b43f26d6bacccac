"""Groups of figures a part may carry. Unknown is `None`, never 0; units stand in the names."""

import re
from collections.abc import Iterator
from typing import Final, Literal

from designer.catalog.coolant_figures import ApproachPoint
from designer.model.design import CoolingMethod
from designer.model.figures import Answer
from designer.model.record import Record

PortPurpose = Literal[
    "compute", "storage", "in-band", "out-of-band", "nvlink", "fabric", "uplink", "other"
]

_NEEDED_AND_SPARE: Final = re.compile(r"([1-9][0-9]{0,3})\+([0-9]{1,4})")


class SupplyDomain(Record):
    """Supplies of a device that share one load among them, and no other.

    Attributes
    ----------
    name
        What they feed: `system`, `GPUs of riser 1`, `54 V`.
    redundancy
        `2+1` (needed + spare), or empty when not known.
    rating_w
        Of the output of one, where it is less than that of the others; None: as the others.
    throttles, throttles_from
        Whether what they feed runs on capped to what is left of them, and on how few.
    """

    name: str
    count: int
    redundancy: str = ""
    rating_w: float | None = None
    throttles: bool | None = None
    throttles_from: int | None = None

    @property
    def needed(self) -> int:
        """How many of them carry their load: all where nobody says."""
        needed = self.redundancy.partition("+")[0].strip()
        return int(needed) if "+" in self.redundancy and needed.isdecimal() else self.count

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a redundancy that is no needed + spare, or is not of these supplies."""
        found = _NEEDED_AND_SPARE.fullmatch(self.redundancy)
        if self.redundancy and (not found or int(found[1]) + int(found[2]) != self.count):
            yield "redundancy", f"redundancy of {self.name} is not of its {self.count} supplies"
        yield from _misstated_cap(self)

    def runs_capped(self, left: int) -> Answer:
        """Return whether what they feed runs on capped with so many left that are too few."""
        return _runs_capped(self, left)


class Psu(Record):
    """Power supplies.

    Attributes
    ----------
    rating_w
        Of the output of one.
    redundancy
        `4+2` (needed + spare), or empty when not known.
    efficiency
        Output over input at the load for which the source states it, 0 to 1.
    throttles
        Whether the device runs on capped to what its supplies left give, in place of going down;
        from how many on says `throttles_from`.
    throttles_from
        The fewest supplies on which it is stated to run on so. With fewer, and with any too few
        where nobody states it, it may run on or go down.
    current
        Which current they take: alternating, direct, or either; empty where nobody says.
    domains
        Groups of them that feed loads apart, in the order in which supplies are numbered; empty
        where all share one load. The redundancy of a device with domains is their sum.
    """

    count: int
    rating_w: float | None = None
    redundancy: str = ""
    inlet: str = ""
    volts_min: float | None = None
    volts_max: float | None = None
    amps_max: float | None = None
    efficiency: float | None = None
    throttles: bool | None = None
    throttles_from: int | None = None
    current: Literal["", "ac", "dc", "both"] = ""
    domains: tuple[SupplyDomain, ...] = ()

    @property
    def is_capped(self) -> bool:
        """Whether it is stated that the device runs on capped when some supplies are lost."""
        return bool(self.throttles) or self.throttles_from is not None

    @property
    def carrying(self) -> int:
        """How many supplies carry the load: the first number of `4+2`, else all of them."""
        needed = self.redundancy.partition("+")[0].strip()
        return min(int(needed), self.count) if needed.isdecimal() and int(needed) else self.count

    @property
    def least_spare(self) -> int:
        """How many supplies may go, whichever they are, without a domain lacking one."""
        return min((one.count - one.needed for one in self.domains), default=0)

    @property
    def given_w(self) -> tuple[float, float] | None:
        """What the supplies that are needed give, and what all do, W; None where nobody says."""
        if self.rating_w is None:
            return None
        if not self.domains:
            return self.carrying * self.rating_w, self.count * self.rating_w
        rated = [self.rating_w if one.rating_w is None else one.rating_w for one in self.domains]
        return (
            sum(one.needed * watts for one, watts in zip(self.domains, rated, strict=True)),
            sum(one.count * watts for one, watts in zip(self.domains, rated, strict=True)),
        )

    def domain_of(self, supply: int) -> int:
        """Return the position of the domain of a supply, which are numbered from 1."""
        for at, one in enumerate(self.domains):
            supply -= one.count
            if supply <= 0:
                return at
        return len(self.domains) - 1

    def amps_at(self, volts: float) -> float | None:
        """Return the current of one at its rating, A: stated, or by its volts; None: unknown."""
        if self.amps_max is not None:
            return self.amps_max
        return None if self.rating_w is None else self.rating_w / volts

    def runs_capped(self, left: int) -> Answer:
        """Return whether a device runs on capped with so many supplies left that are too few."""
        return _runs_capped(self, left)

    @property
    def shares(self) -> tuple[float, ...]:
        """What one supply of each domain gives of one of the strongest; empty where all are alike.

        A domain that states no rating has supplies of the strongest.
        """
        rated = self.rating_w
        if not rated or all(one.rating_w is None for one in self.domains):
            return ()
        return tuple(1.0 if one.rating_w is None else one.rating_w / rated for one in self.domains)

    @property
    def declared(self) -> int:
        """How many supplies carry the device by `4+2`; 0 where nothing is declared."""
        needed = self.redundancy.partition("+")[0].strip()
        return int(needed) if "+" in self.redundancy and needed.isdecimal() else 0

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a redundancy that is no needed + spare, or is not of these supplies."""
        found = _NEEDED_AND_SPARE.fullmatch(self.redundancy)
        if self.redundancy and (not found or int(found[1]) + int(found[2]) != self.count):
            yield (
                "redundancy",
                f"redundancy cannot be {self.redundancy!r}: give needed + spare of the "
                f"{self.count} supplies, such as 4+2 of 6",
            )
        yield from _misstated_cap(self)
        if not self.domains:
            return
        if sum(one.count for one in self.domains) != self.count:
            yield "domains", f"domains have other supplies than the {self.count}: count each once"
        if self.declared and self.declared != sum(one.needed for one in self.domains):
            yield "redundancy", "redundancy of supplies in domains is the sum of these"
        rated = [one.rating_w for one in self.domains if one.rating_w is not None]
        if rated and (self.rating_w is None or max(rated) > self.rating_w):
            yield "rating_w", "give the rating of the strongest supply beside those of the domains"


def _runs_capped(supplies: SupplyDomain | Psu, left: int) -> Answer:
    if left < 1:
        return "no"
    if supplies.throttles_from is not None:
        return "yes" if left >= supplies.throttles_from else "open"
    return "open" if supplies.throttles else "no"


def _misstated_cap(supplies: SupplyDomain | Psu) -> Iterator[tuple[str, str]]:
    """Yield a number of supplies that they are not, or that is stated beside its contrary."""
    fewest = supplies.throttles_from
    if fewest is None:
        return
    if not 1 <= fewest <= supplies.count:
        yield "throttles_from", f"throttles_from is one of 1 to {supplies.count} supplies"
    if supplies.throttles is False:
        yield "throttles_from", "state on how few supplies it runs on, or that it does not"


class PortGroup(Record):
    """Ports of one purpose: `count` logical ports of `rate_gbps` in `cages` cages.

    A switch's fabric ports have purpose `fabric`; `breakout` is how many ports of a lower rate one
    port can be split into. `nic` is the id of the adapter that carries the ports. `either` says
    that a port runs InfiniBand or Ethernet, whichever it is set to; `kind` is then as shipped.
    """

    name: str
    purpose: PortPurpose
    kind: Literal["infiniband", "ethernet", "nvlink"]
    rate_gbps: float
    count: int
    cages: int | None = None
    connector: str = ""
    breakout: int = 1
    nic: str = ""
    either: bool = False


Rails = Literal["", "21-inch"]
RAILS_MM: Final[dict[Rails, int]] = {"": 483, "21-inch": 538}
"""The widest panel that rails take: EIA-310-D 482.6 mm, Open Rack V3 538 mm."""


class RackFigures(Record):
    """What a rack can hold. Widths and depths of the rack itself are in `Part`.

    Attributes
    ----------
    rails
        Empty for those of 19 inches; `21-inch` for those of Open Racks.
    bus_a
        The most that its bus bar carries; None where nobody says, or where it has none.
    bus_bar
        Whether it has a bus bar; None where nobody says.
    """

    units: int
    rails: Rails = ""
    bus_bar: bool | None = None
    bus_a: float | None = None
    static_kg: float | None = None
    dynamic_kg: float | None = None
    usable_depth_mm: int | None = None

    @property
    def joins_by_bus(self) -> bool | None:
        """Whether a bus bar joins what stands in it; None where nobody says."""
        return True if self.bus_a is not None else self.bus_bar

    @property
    def widest_mm(self) -> int:
        """The widest device that its rails take."""
        return RAILS_MM[self.rails]


LINES: Final = ("L1", "L2", "L3")
"""Lines of a rack PDU. Between two lines, L1 stands for L1–L2, L2 for L2–L3, L3 for L3–L1."""

LINE_TO_NEUTRAL_FROM_V: Final = 346.0
"""From 346 V line to line (200 V · √3) outlets of a three-phase PDU are wired line to neutral, as
in 400 and 415 V systems (415 / √3 = 240 V); below, as in 208 V systems, line to line."""


class PduFigures(Record):
    """What a rack PDU can carry.

    Attributes
    ----------
    volts
        Line to line for three phases.
    rated_kva
        The nameplate where it already holds the continuous derate; `None`: use volts and amps.
    outlets_either
        Of the C19 outlets those that take a plug C14 as well, the last of them; `None`: none.
    breakers
        Branch breakers inside; `None` where nobody says how many. Each feeds as many outlets.
    breaker_amps, breaker_poles
        Of one; one pole feeds outlets line to neutral, two poles line to line.
    breaker_lines
        Lines of the first breakers, `L1 L2 L3`, that the others repeat; empty: in turn.
    breaker_continuous
        Part of its rating that a breaker carries continuously, by its maker; `None`: by the code.
    bank_c13, bank_c19
        Outlets behind each breaker, in their order; empty where each feeds as many of its kind.
    """

    volts: float
    amps: float
    phases: Literal[1, 3]
    rated_kva: float | None = None
    standard: Literal["nec", "iec"] = "nec"
    outlets_c13: int | None = None
    outlets_c19: int | None = None
    outlets_either: int | None = None
    plug: str = ""
    breakers: int | None = None
    breaker_amps: float | None = None
    breaker_poles: Literal[1, 2] | None = None
    breaker_lines: str = ""
    breaker_continuous: float | None = None
    bank_c13: tuple[int, ...] = ()
    bank_c19: tuple[int, ...] = ()

    @property
    def banks(self) -> dict[str, tuple[int, ...]]:
        """Outlets behind each breaker by their kind, as far as it is stated."""
        return {"C13": self.bank_c13, "C19": self.bank_c19}

    @property
    def to_neutral(self) -> bool:
        """Whether outlets of three phases are wired line to neutral, and not line to line."""
        return self.volts >= LINE_TO_NEUTRAL_FROM_V

    @property
    def breaker_order(self) -> tuple[int, ...]:
        """The lines of the first breakers that the others repeat, from 0."""
        named = self.breaker_lines.split() or list(LINES[: self.phases])
        return tuple(LINES.index(name) for name in named if name in LINES)

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield breakers without a rating, and lines that the PDU does not have."""
        if self.breakers and self.breaker_amps is None:
            yield "breaker_amps", "give the amperes of the breakers, or no breakers"
        either, long = self.outlets_either, self.outlets_c19
        if either is not None and (long is None or either > long):
            yield "outlets_either", "outlets for either plug are some of the C19: give no more"
        outlets = (("c13", self.bank_c13, self.outlets_c13), ("c19", self.bank_c19, long))
        for kind, banks, whole in outlets:
            if banks and (len(banks) != self.breakers or sum(banks) != whole):
                yield (
                    f"bank_{kind}",
                    "give the outlets behind each breaker, all of them",
                )
        wrong = [one for one in self.breaker_lines.split() if one not in LINES[: self.phases]]
        if wrong:
            known = ", ".join(LINES[: self.phases])
            yield "breaker_lines", f"{wrong[0]} is no line of this PDU: write {known} in turn"


class CoolingFigures(Record):
    """What a cooling unit removes, and under which condition its maker says so.

    Attributes
    ----------
    phases
        Of an immersion tank: whether its liquid boils.
    water_max_c
        The warmest facility water with which it removes `capacity_kw`.
    altitude_m
        The highest altitude at which an air unit removes `capacity_kw`; sea level where none is
        stated.
    over_approach
        Capacity of a distribution unit over the approach, where its maker prints several.
    air_in_c
        Air that enters it in the rating: of a rear door, that which leaves the rack.
    head_kpa
        Pressure that a distribution unit has left for racks and pipes at `flow_lpm`.
    pumps, one_pump_less_lpm
        Pumps inside a distribution unit, and the flow that it moves with one of them lost.
    rejects_to
        Where its heat goes: a unit with a compressor and a condenser outdoors needs no water, and
        one that cools its liquid with the room's air leaves the heat to the room's air units.
    """

    method: CoolingMethod
    phases: Literal["", "single-phase", "two-phase"] = ""
    capacity_kw: float | None = None
    condition: str = ""
    airflow_m3h: float | None = None
    flow_lpm: float | None = None
    approach_k: float | None = None
    over_approach: tuple[ApproachPoint, ...] = ()
    water_max_c: float | None = None
    altitude_m: float | None = None
    air_in_c: float | None = None
    head_kpa: float | None = None
    pumps: int | None = None
    one_pump_less_lpm: float | None = None
    rejects_to: Literal["water", "outdoor-air", "room-air"] = "water"


class StorageFigures(Record):
    """What a storage system delivers, decimal GB/s and TB.

    Attributes
    ----------
    scope
        What the bandwidth is of: figures of unlike scopes are not comparable.
    scope_units
        How many of `scope` the bandwidth is of, such as 80 GB/s of 10 nodes.
    max_pb
        Largest size the maker or the source names, in petabytes.
    """

    system: str = ""
    access: str = ""
    scaling: str = ""
    scope: Literal["", "system", "cluster", "node", "gateway", "controller", "drive"] = ""
    scope_units: int | None = None
    max_pb: float | None = None
    iops: float | None = None
    read_gb_s: float | None = None
    write_gb_s: float | None = None
    raw_tb: float | None = None
    usable_tb: float | None = None


class SwitchFigures(Record):
    """What a switch moves.

    Attributes
    ----------
    throughput_tbps
        Tb/s into all ports at once, one direction. Data sheets of InfiniBand switches print the
        double, those of Ethernet switches this.
    latency_ns
        From port to port of the switch alone, not from end to end.
    sharp
        Generation of the in-network reductions; empty if the switch has none.
    logical_ports
        The most fabric ports that its chip runs at once, however its cages are split; None where
        nobody prints a limit.
    card_slots, card_ports
        Of a chassis: line cards that it is stated with, each of so many ports. It can be bought
        with fewer.
    card_power_w, card_mass_kg, card_price_cents
        Of one line card, typical power; its price is of the date and source of the newest price.
    """

    asic: str = ""
    throughput_tbps: float | None = None
    packets_mpps: float | None = None
    latency_ns: float | None = None
    buffer_mb: float | None = None
    sharp: str = ""
    logical_ports: int | None = None
    card_slots: int | None = None
    card_ports: int | None = None
    card_power_w: float | None = None
    card_mass_kg: float | None = None
    card_price_cents: int | None = None


class UpsFigures(Record):
    """What an uninterruptible supply carries.

    Attributes
    ----------
    efficiency_25, efficiency_50, efficiency_75, efficiency_100
        In double conversion, at these percentages of its rating.
    overload_1_min, overload_10_min
        What it carries by its rating for so long, on its inverter in normal operation: 1.5.
    """

    topology: str = ""
    rated_kva: float | None = None
    rated_kw: float | None = None
    module_kw: float | None = None
    efficiency: float | None = None
    efficiency_eco: float | None = None
    efficiency_25: float | None = None
    efficiency_50: float | None = None
    efficiency_75: float | None = None
    efficiency_100: float | None = None
    battery: str = ""
    battery_minutes: float | None = None
    volts: float | None = None
    overload_1_min: float | None = None
    overload_10_min: float | None = None


class GeneratorFigures(Record):
    """What a generator set delivers and burns."""

    standby_kw: float | None = None
    prime_kw: float | None = None
    standby_kva: float | None = None
    fuel: str = ""
    fuel_full_load_lph: float | None = None
    fuel_half_load_lph: float | None = None
    start_s: float | None = None
    tank_l: float | None = None


class TransformerFigures(Record):
    """What a transformer is rated for, and what it loses: `no_load_w + (load ÷ rating)² · load_w`.

    Attributes
    ----------
    rated_kva
        Of its output, with its own cooling.
    no_load_w, load_w
        Losses with its secondary open, and those that its rated current adds.
    impedance_pct
        Voltage, of the rated one, that drives the rated current through a shorted secondary.
    insulation
        What its windings stand in.
    """

    rated_kva: float | None = None
    no_load_w: float | None = None
    load_w: float | None = None
    impedance_pct: float | None = None
    insulation: Literal["", "dry", "liquid"] = ""


class BuswayFigures(Record):
    """What an overhead busway and its tap-offs carry."""

    amps: float
    volts: float
    phases: Literal[1, 3] = 3
    section_mm: int | None = None
    tap_amps_max: float | None = None
    kg_per_m: float | None = None
