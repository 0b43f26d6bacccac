"""What storage delivers to nodes over the fabrics of storage as drawn, and what limits it."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isclose
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import LostThings, lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, Fillings
from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.graph import Graph, graph_of
from designer.engine.subjects.fabrics.measures import shaped_alike
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.storage.attached import PURPOSE, Attached, Systems, attached
from designer.engine.subjects.storage.attached import systems_of as hanging_on
from designer.engine.subjects.storage.flow import Branch, Flow, kept_places, load
from designer.model.change import racks_with_ids
from designer.model.figures import Figure, Gap, exact, missing, stated, total
from designer.model.hall import NO_HALL, Halls
from designer.wiring.network_columns import UNMADE, FabricWiring

Floats = NDArray[np.float64]

_BITS: Final = 8.0
_UNIT: Final = "GB/s"
_NEAR: Final = 1e-6
_UNHELD: Final = exact(1e9, "Gb/s")
"""More than any network carries."""
_MANY_PLACES: Final = 64
_MOST_TRIED: Final = 64
"""Sorts of switches that are taken away, one by one: of a hall as planned there are some ten."""
_RULE: Final = "maximum flow from storage systems to nodes"

Limit = Literal["", "systems", "links", "nodes", "fabric"]
"""What holds a flow down: what systems read, their links, the links of nodes, what is between."""


@dataclass(frozen=True)
class Delivery:
    """What flows from systems to nodes, GB/s.

    Attributes
    ----------
    network
        What fabrics carry, whatever systems read.
    read, write
        What systems deliver, and take.
    read_lost, write_lost
        The same without the switch whose loss takes most of what the network carries; `lost` is its
        key, empty where none takes any. None in a preview, and where too many are unlike.
    limit
        What holds reading down; empty where that depends on what is not known.
    left
        Ports of systems that find none on a leaf.
    halls
        What was computed for it, hall by hall: those that are alike share what the first delivers.
    """

    network: Figure
    read: Figure
    write: Figure
    read_lost: Figure | None
    write_lost: Figure | None
    lost: str
    limit: Limit
    left: int
    of: "_Given | None" = field(default=None, repr=False, compare=False)
    halls: "tuple[tuple[_Given, Delivery | None], ...]" = field(
        default=(), repr=False, compare=False
    )


@dataclass(frozen=True, eq=False)
class _Given:
    """What a delivery follows from."""

    wirings: tuple[FabricWiring, ...]
    placed: "Sharing"
    lost: LostThings

    def same_as(self, other: "_Given") -> bool:
        """Return whether both are the same."""
        mine = (self.placed, self.lost) == (other.placed, other.lost)
        pairs = zip(self.wirings, other.wirings, strict=False)
        same = len(self.wirings) == len(other.wirings) and all(a is b for a, b in pairs)
        return mine and same

    def is_like(self, other: "_Given") -> bool:
        """Return whether halls of the same systems and networks deliver the same."""
        mine = [ids for _, ids in self.placed], self.lost
        if mine != ([ids for _, ids in other.placed], other.lost):
            return False
        pairs = zip(self.wirings, other.wirings, strict=False)
        return len(self.wirings) == len(other.wirings) and all(shaped_alike(*it) for it in pairs)


Sharing = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""Systems that share networks, by the hall that they stand in: parts, and how many of each."""


DELIVERY: Key[Delivery | None] = Key("storage delivery")


def delivery_of(facts: Facts) -> Delivery | None:
    """Return what storage delivers; None without storage, or a fabric of it that has a rule.

    Where every fabric of storage is that of a hall, the halls deliver one beside the other.
    """
    contents, catalog = facts[CONTENTS], facts.catalog
    counts = contents.counts
    placed = stores(counts.parts, catalog)
    wirings = tuple(
        one for one in facts[NETWORK].wiring.fabrics
        if one.fabric.purpose == PURPOSE and one.plan is not None
    )  # fmt: skip
    if not wirings or not placed:
        return None
    sharing = _sharing(facts, contents, placed, wirings)
    given = _Given(wirings, sharing, counts.lost_things)
    last = facts.last(DELIVERY)
    if last is not None and last.of is not None and last.of.same_as(given):
        return last
    known = last.halls if last is not None else ()
    found: list[Delivery | None] = []
    made: list[tuple[_Given, Delivery | None]] = []
    for hall, ids in sharing:
        mine = tuple(one for one in wirings if hall in (NO_HALL, one.fabric.hall))
        one = _Given(mine, ((hall, ids),), counts.lost_things)
        # Halls that are alike deliver the same.
        alike = [delivery for before, delivery in made if before.is_like(one)][:1]
        if not alike:
            alike = [delivery for before, delivery in known if before.same_as(one)][:1]
            if not alike:
                parts = [(catalog.require(part), number) for part, number in ids]
                alike = [_delivery(parts, one, catalog, trial=facts.trial)]
            made.append((one, alike[0]))
        found += alike
    whole = together(found, given)
    return None if whole is None else replace(whole, halls=tuple(made))


def _sharing(
    facts: Facts,
    contents: Fillings,
    placed: Sequence[tuple[Part, int]],
    wirings: Sequence[FabricWiring],
) -> "Sharing":
    """Return which systems share networks: those of each hall, or all."""
    halls = sorted({one.fabric.hall for one in wirings})
    if NO_HALL in halls:
        return ((NO_HALL, tuple((part.id, number) for part, number in placed)),)
    parts = [part.id for part, _ in placed]
    standing = racks_with_ids(facts.design.racks, set(contents.racks_with(*parts)))
    numbers = {hall: dict.fromkeys(parts, 0) for hall in halls}
    for rack, hall in zip(standing, Halls(facts.design.halls).of(standing), strict=True):
        if hall in numbers:
            for part in parts:
                numbers[hall][part] += contents.cores[rack.id].parts.get(part, 0)
    return tuple(
        (hall, tuple((part, number) for part, number in here.items() if number))
        for hall, here in numbers.items()
    )


def together(deliveries: Sequence[Delivery | None], given: "_Given") -> Delivery | None:
    """Return what halls deliver that share no network; None where one of them is not known."""
    known = [one for one in deliveries if one is not None]
    if len(known) == 1:
        return replace(known[0], of=given)
    if len(known) < len(deliveries) or not known:
        return None
    whole = Delivery(
        total(one.network for one in known), total(one.read for one in known),
        total(one.write for one in known), None, None, "", "", sum(one.left for one in known),
        given,
    )  # fmt: skip
    if len({one.limit for one in known}) == 1:
        whole = replace(whole, limit=known[0].limit)
    if any(one.read_lost is None or one.write_lost is None for one in known):
        return whole
    at = max(range(len(known)), key=lambda place: _taken(known[place]))
    worst, others = known[at], [*known[:at], *known[at + 1 :]]
    return replace(
        whole, lost=worst.lost,
        read_lost=total((*(one.read for one in others), worst.read_lost or worst.read)),
        write_lost=total((*(one.write for one in others), worst.write_lost or worst.write)),
    )  # fmt: skip


def _taken(one: Delivery) -> float:
    """Return how much of what a hall delivers its worst loss takes, GB/s."""
    pairs = ((one.read, one.read_lost), (one.write, one.write_lost))
    return total(whole.minus(left) for whole, left in pairs if left is not None).high


def later(facts: Facts) -> Generator[bool, None, None]:
    """Import what the flow of a large design needs, as soon as its report is there.

    As drawn, alike switches are few; an edit tells them apart, and would wait for the import: some
    130 ms in one slice, which cannot be parted.
    """
    delivery = facts[DELIVERY]
    if delivery is None or delivery.of is None:
        return
    if sum(len(wiring.places) for wiring in delivery.of.wirings) >= _MANY_PLACES:
        load()
        yield False


def stores(parts: Mapping[str, int], catalog: Catalog) -> list[tuple[Part, int]]:
    """Return the storage systems that stand, each with how often."""
    return [
        (part, number)
        for part_id, number in sorted(parts.items())
        if (part := catalog.get(part_id)) is not None and part.traits.stores
    ]


def _delivery(
    placed: list[tuple[Part, int]], given: _Given, catalog: Catalog, *, trial: bool
) -> Delivery | None:
    systems = _Sent.of(placed, given.lost)
    branches = [_branch(placed, systems, one, catalog) for one in given.wirings]
    known = [one for one in branches if one is not None]
    # Where nobody says which ports a leaf has, nobody says what it carries.
    if len(known) < len(branches) or not any(one.hangs for one in known):
        return None
    high = _Ways([one.branch(most=True) for one in known])
    silent = any(any(one.hung.unsaid) for one in known)
    low = _Ways([one.branch(most=False) for one in known]) if silent else high
    between = _Between(low, high, systems.silent, any(one.assumed for one in known))
    unheld = [_UNHELD] * len(systems.parts)
    read, write = between.figure(systems.read), between.figure(systems.write)
    limit = high.limit(systems.read) if read.low == read.high else ""
    left = sum(one.hung.left for one in known)
    network = between.figure(unheld)
    found = _if_made(Delivery(network, read, write, None, None, "", limit, left, given))
    tried = [] if trial else high.tried()
    if not 0 < len(tried) <= _MOST_TRIED:
        return found
    left_of = {one: high.at_most(unheld, one[0]) for one in tried}
    worst = min(left_of, key=lambda one: left_of[one])
    if isclose(left_of[worst], high.at_most(unheld), rel_tol=_NEAR):
        return replace(found, read_lost=found.read, write_lost=found.write)
    wiring = given.wirings[worst[1]]
    return _if_made(
        replace(
            found, lost=wiring.key(wiring.first_place + worst[2]),
            read_lost=between.figure(systems.read, worst[0]),
            write_lost=between.figure(systems.write, worst[0]),
        )
    )  # fmt: skip


def _if_made(found: Delivery) -> Delivery:
    """Return a delivery that is open downwards where nothing is sold that joins some links."""
    given = found.of
    if given is None or not any(wiring.unmade for wiring in given.wirings):
        return found
    read, write, lost, kept = (
        None if one is None else one.perhaps_none((UNMADE,))
        for one in (found.read, found.write, found.read_lost, found.write_lost)
    )
    return replace(
        found, network=found.network.perhaps_none((UNMADE,)), read=read or found.read,
        write=write or found.write, read_lost=lost, write_lost=kept,
    )  # fmt: skip


@dataclass(frozen=True)
class _Sent:
    """What systems read and write by sort, Gb/s; `silent` are inputs that state no ports."""

    parts: tuple[str, ...]
    read: tuple[Figure, ...]
    write: tuple[Figure, ...]
    silent: tuple[str, ...]

    @classmethod
    def of(cls, placed: Sequence[tuple[Part, int]], lost: LostThings) -> "_Sent":
        unknown = [lost_ref(part) for part in sorted(that_may_be(lost, _stores))]
        read, write = (
            (
                *(_said(part, name).times(number * _BITS, "Gb/s") for part, number in placed),
                *(missing(ref, "Gb/s") for ref in unknown),
            )
            for name in ("read_gb_s", "write_gb_s")
        )
        silent = (*(f"{part.id}.ports" for part, _ in placed if not part.ports), *unknown)
        return cls((*(part.id for part, _ in placed), *unknown), read, write, silent)


def _said(part: Part, name: str) -> Figure:
    value: float | None = getattr(part.storage, name) if part.storage else None
    return stated(value, f"{part.id}.storage.{name}", _UNIT)


@dataclass(frozen=True)
class _Hanging:
    """A fabric with the systems that hang on it, one row for every sort that stands."""

    graph: Graph
    hung: Attached
    takes: Floats
    rate: float
    assumed: bool

    @property
    def hangs(self) -> bool:
        """Whether any system does, or may."""
        return bool(self.hung.gbps.any()) or any(self.hung.unsaid)

    def branch(self, *, most: bool) -> Branch:
        """Return it as a branch of a flow; open systems send nothing unless it is at most."""
        closed = ~np.array(self.hung.unsaid)
        sends = self.hung.gbps if most else self.hung.gbps * closed[:, None]
        return Branch(self.graph, sends, self.takes, self.rate)


def _branch(
    placed: Sequence[tuple[Part, int]], sent: _Sent, wiring: FabricWiring, catalog: Catalog
) -> _Hanging | None:
    graph, rate = graph_of(wiring), wiring.fabric.rate_gbps
    rows = {part: row for row, part in enumerate(sent.parts)}
    hanging = list(hanging_on(placed, wiring, catalog))
    hanging += [Systems(part, 1, ()) for part in sent.parts[len(placed) :]]
    dealt = attached(hanging, wiring, graph)
    if dealt is None:
        return None
    sends, unsaid = np.zeros((len(rows), graph.places)), [False] * len(rows)
    for at, one in enumerate(hanging):
        sends[rows[one.part]] = dealt.gbps[at]
        unsaid[rows[one.part]] = dealt.unsaid[at]
    takes = np.zeros(graph.places)
    for part, hosted in _hosted(wiring, graph):
        if part in rows:
            sends[rows[part]] += hosted * rate
        else:
            takes += hosted * rate
    plan = wiring.plan
    assumed = bool(hanging) and (plan is None or not plan.leaves.targets)
    return _Hanging(
        graph, Attached(sends, dealt.left, tuple(unsaid)), takes, rate, assumed
    )  # fmt: skip


def _hosted(wiring: FabricWiring, graph: Graph) -> Iterator[tuple[str, Floats]]:
    """Yield the links of each part's nodes at every place."""
    node = wiring.endpoints.node[graph.endpoint]
    part = wiring.members.node_parts[wiring.nodes.device[node]]
    for number in np.unique(part).tolist():
        hosted = np.bincount(graph.place[part == number], minlength=graph.places)
        yield wiring.members.parts[number], hosted.astype(np.float64)


class _Ways:
    """The flow over all fabrics, and what one lost switch leaves of it."""

    def __init__(self, branches: Sequence[Branch]) -> None:
        self._branches = branches
        self._flow = Flow(branches)

    def at_least(self, systems: Sequence[Figure], lost: int | None = None) -> float:
        """Return what flows where systems send no more than they do for certain, GB/s."""
        return self._flow.gbps(np.array([one.low for one in systems]), lost) / _BITS

    def at_most(self, systems: Sequence[Figure], lost: int | None = None) -> float:
        """Return what flows where systems send as much as they may."""
        return self._flow.gbps(np.array([one.high for one in systems]), lost) / _BITS

    def tried(self) -> list[tuple[int, int, int]]:
        """Return one switch of each sort: its number, fabric and place."""
        return kept_places(self._branches, [kinds_of(one.graph) for one in self._branches])

    def limit(self, systems: Sequence[Figure]) -> Limit:
        """Return what holds the flow down."""
        most: dict[Limit, float] = {
            "systems": total(systems, "Gb/s").high,
            "links": sum(float(one.sends.sum()) for one in self._branches),
            "nodes": sum(float(one.takes.sum()) for one in self._branches),
        }
        flow = self.at_most(systems) * _BITS
        return next((name for name, gbps in most.items() if isclose(gbps, flow)), "fabric")


@dataclass(frozen=True)
class _Between:
    """Flows at least and at most, as figures."""

    low: _Ways
    high: _Ways
    silent: tuple[str, ...]
    assumed: bool

    def figure(self, systems: Sequence[Figure], lost: int | None = None) -> Figure:
        """Return what flows, open by what systems leave open and by ports that nobody states."""
        high = self.high.at_most(systems, lost)
        same = self.low is self.high and all(one.low == one.high for one in systems)
        low = high if same else min(high, self.low.at_least(systems, lost))
        if low < high:
            refs = (*(gap.ref for one in systems for gap in one.gaps), *self.silent)
            refs = tuple(dict.fromkeys(refs))
            gaps = tuple(Gap(ref, high - low) for ref in refs)
            return Figure(low, high, None, _UNIT, low / high, refs, gaps)
        return Figure(low, high, high, _UNIT, basis=(_RULE,), estimated=self.assumed)


def _stores(kind: Kind) -> bool:
    return kind.stores
