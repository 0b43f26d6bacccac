"""The plant upstream of the racks: what flows through it, and how long batteries and fuel last."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from designer.engine.plant_flows import Flow, Losing, Plain, flows, recharging
from designer.engine.plant_report import NodeBalance, PlantBalance
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER, NodeLoad, RoomPower
from designer.engine.subjects.upstream.stores import Battery, battery_minutes, fuel_hours
from designer.model.design import FeedPolicy, PowerNode
from designer.model.feed_policy import CEILINGS
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, total
from designer.model.measured import fields_of
from designer.wiring.power_upstream import MAINS, Outage, PowerTree

SEVERAL_FEEDS: Final = "rule what racks draw with several feeds lost"


@dataclass(frozen=True)
class Case:
    """What flows when something is lost.

    Attributes
    ----------
    lost
        The utility or transformer that is lost, or all mains, with a generator perhaps; empty where
        none is.
    feeds
        The loss of feeds beside it that the site must survive, by its name; empty without one.
    outage
        Which way power takes then, and the feeds that each node carries.
    loads
        Of the feeds that are up, kW.
    charging
        What charges batteries beside what each generator gives that carries anything, kW each.
    """

    lost: tuple[str, ...]
    feeds: str
    outage: Outage
    flows: Mapping[str, Flow]
    loads: Mapping[str, Figure]
    charging: Mapping[str, tuple[Figure, ...]]

    def gives_as_in(self, other: "Case", node: str) -> bool:
        """Return whether a node gives the same in another case, for certain."""
        return self.outage is other.outage and self.flows[node] is other.flows[node]


@dataclass(frozen=True)
class PlantPower:
    """The plant, looked at; empty where nothing stands upstream of the feeds.

    Attributes
    ----------
    loads
        What each node carries at the racks, in the design's order.
    normal
        What flows with everything up.
    cases
        The same first, then what flows with a utility or a transformer lost, each by itself, and
        with all mains lost, where generators run: with every loss of feeds that the site must
        survive.
    running
        Of each generator that carries anything in one of these, the most that it gives, with what
        charges batteries.
    battery, fuel
        Minutes of each UPS of which a battery is stated, hours of each generator with fuel.
    """

    loads: tuple[NodeLoad, ...] = ()
    normal: Mapping[str, Flow] = field(default_factory=dict)
    cases: tuple[Case, ...] = ()
    running: Mapping[str, Figure] = field(default_factory=dict)
    battery: Mapping[str, Figure] = field(default_factory=dict)
    fuel: Mapping[str, Figure] = field(default_factory=dict)


PLANT_POWER: Key[PlantPower] = Key("plant-power")
PLANT_BALANCE: Key[PlantBalance] = Key("plant-balance")


def plant_of(facts: Facts) -> PlantPower:
    """Return what flows through the plant."""
    power = facts.design.power
    if all(node.kind == "feed" for node in power):
        return PlantPower()
    room, tree = facts[ROOM_POWER], facts[POWER_TREE]
    parts = {node.id: facts.catalog.get(node.part) if node.part else None for node in power}
    rated = {load.node.id: load.capacity for load in room.loads}
    normal = flows(tree.normal.course, room.table[""], room.losing)
    plain = Plain(room.table[""], normal)
    last = last_plant(facts)
    looking = _Looking(
        room.losing, plain, [node.id for node in power if node.kind == "generator"],
        {(case.lost, case.feeds): case for case in last.cases},
    )  # fmt: skip
    cases = tuple(
        looking.case(gone, feeds, loads)
        for gone, feeds, loads in _loads(power, room, tree, facts.site.policy)
    )
    running = {
        node.id: found
        for node in power
        if node.kind == "generator" and (found := _running(node, cases, last))
    }
    planned = Battery.of(facts.catalog)
    battery = {
        node.id: battery_minutes(
            node, parts[node.id], normal[node.id].given, room.losing[node.id], planned
        )
        for node in power
        if node.kind == "ups"
    }
    fuel = {
        key: fuel_hours(node, parts[key], running[key], rated[key])
        for key, node in ((node.id, node) for node in power if node.id in running)
    }
    return PlantPower(room.loads, normal, cases, running, _known(battery), _known(fuel))


def last_plant(facts: Facts) -> PlantPower:
    """Return the plant before the last edit; an empty one where its nodes were others."""
    last, before = facts.last(PLANT_POWER), facts.last(ROOM_POWER)
    if last is None or before is None or before.losing != facts[ROOM_POWER].losing:
        return PlantPower()
    return last


@dataclass(frozen=True)
class _Looking:
    """What cases are computed by.

    Attributes
    ----------
    plain
        What flows with nothing lost.
    sets
        The generators.
    before
        The cases before the last edit, by what is lost.
    """

    losing: Mapping[str, Losing]
    plain: Plain
    sets: Sequence[str]
    before: Mapping[tuple[tuple[str, ...], str], Case]

    def case(self, gone: Outage, feeds: str, loads: Mapping[str, Figure]) -> Case:
        """Return what flows in a case."""
        last = self.before.get((gone.lost, feeds))
        if last is not None and last.outage is not gone:
            last = None
        plain = Plain(last.loads, last.flows, gone.course) if last is not None else self.plain
        found = flows(gone.course, loads, self.losing, plain)
        charging = {
            key: last.charging[key]
            if last is not None and found[key] is last.flows[key]
            else tuple(recharging(key, self.losing, found, gone.course))
            for key in self.sets
            if found[key].given.high > 0
        }
        return Case(gone.lost, feeds, gone, found, loads, charging)


def _known(found: Mapping[str, Figure | None]) -> dict[str, Figure]:
    return {key: figure for key, figure in found.items() if figure is not None}


def _loads(
    power: Sequence[PowerNode], room: RoomPower, tree: PowerTree, policy: FeedPolicy
) -> Iterator[tuple[Outage, str, Mapping[str, Figure]]]:
    """Yield what is lost, what the site must survive beside it, and the load of each feed then."""
    alone = [tree.alone[node.id] for node in power if node.kind in MAINS]
    nothing = tree.normal
    yield nothing, "", room.table[""]
    asked = {
        lost: _that_carry(loads) for lost, loads in room.table.items() if lost and policy != "N"
    }
    for lost, loads in asked.items():
        yield nothing, lost, loads
    sets = {node.id for node in power if node.kind == "generator"}
    for gone in (*alone, *tree.outages):
        yield gone, "", _left(room, gone.taken)
        # Of a set that is down as well, the loss of a feed beside it is asked of nothing.
        if not gone.taken and sets.isdisjoint(gone.lost):
            for lost, loads in asked.items():
                yield gone, lost, loads


def _left(room: RoomPower, taken: frozenset[str]) -> dict[str, Figure]:
    """Return the load of the feeds that are left; between nothing and all where nobody asks it."""
    known = room.after.get(taken)
    if known is not None:
        return _without(known, taken)
    normal = room.table[""]
    moved = total((normal[feed] for feed in taken), "kW")
    return {
        feed: (load + moved).perhaps_none((SEVERAL_FEEDS,))
        for feed, load in normal.items()
        if feed not in taken
    }


def _that_carry(loads: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return the feeds that carry something: those that are lost do not."""
    return {feed: load for feed, load in loads.items() if load.high > 0}


def _without(loads: Mapping[str, Figure], taken: frozenset[str]) -> dict[str, Figure]:
    return {feed: load for feed, load in loads.items() if feed not in taken}


def _running(node: PowerNode, cases: Sequence[Case], last: PlantPower) -> Figure | None:
    """Return the most that a generator gives in some case, with what charges batteries then.

    Parameters
    ----------
    last
        The plant before the last edit: where it gave the same, this is the same.
    """
    key = node.id
    if gives_as_before(key, cases, last.cases):
        return last.running.get(key)
    found = [
        total((case.flows[key].given, *case.charging[key]), "kW")
        for case in cases
        if key in case.charging
    ]
    return highest(found) if found else None


def gives_as_before(node: str, cases: Sequence[Case], before: Sequence[Case]) -> bool:
    """Return whether a node gives the same in all cases as in those before the last edit."""
    return len(cases) == len(before) and all(
        now.gives_as_in(was, node) for now, was in zip(cases, before, strict=True)
    )


def usable_part(node: PowerNode) -> tuple[int, int] | None:
    """Return what spare modules or sets leave of a record, `k of n`; None without any."""
    if node.modules is None or not node.spare_modules:
        return None
    return node.modules - node.spare_modules, node.modules


def ceiling_of(node: PowerNode, policy: FeedPolicy) -> tuple[int, int] | None:
    """Return the part of its rating that a UPS may carry with everything up, `k of n`."""
    return usable_part(node) or CEILINGS.get(policy)


def balance_of(facts: Facts) -> PlantBalance:
    """Return the plant as the report holds it."""
    plant = facts[PLANT_POWER]
    if not plant.loads:
        return PlantBalance()
    nodes = facts.design.power
    drawn = facts[POWER_TREE].normal.drawn
    kva = exact(facts.site.power_factor, "", "site.power_factor")
    flow = plant.normal
    source = total((flow[key].taken for key, above in drawn.items() if not above), "kW")
    figures = {
        "load_kw": total((facts[ROOM_POWER].table[""][node.id] for node in nodes
                          if node.kind == "feed"), "kW"),
        "loss_kw": total((flow[node.id].loss for node in nodes), "kW"),
        "source_kw": source,
        "source_kva": source.per(kva, "kVA"),
    }  # fmt: skip
    return PlantBalance(
        nodes=tuple(_record(node, plant, facts, kva) for node in nodes), **fields_of(figures)
    )


def _record(node: PowerNode, plant: PlantPower, facts: Facts, kva: Figure) -> NodeBalance:
    flow = plant.normal[node.id]
    figures = {
        "output_kw": flow.given,
        "loss_kw": flow.loss,
        "input_kw": flow.taken,
        "input_kva": flow.taken.per(kva, "kVA"),
    }
    more = (
        ("running_kw", plant.running), ("battery_min", plant.battery), ("fuel_h", plant.fuel),
    )  # fmt: skip
    for name, of in more:
        if node.id in of:
            figures[name] = of[node.id]
    ceiling = ceiling_of(node, facts.site.policy) if node.kind == "ups" else None
    if ceiling is not None:
        figures["ceiling_pct"] = exact(100 * ceiling[0] / ceiling[1], "%")
    return NodeBalance(
        id=node.id, name=facts.site.power_name(node.id) if node.name else "", kind=node.kind,
        **fields_of(figures),
    )  # fmt: skip
