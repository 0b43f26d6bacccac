"""What fails upstream of the racks, which feeds that takes, and for which share of the time.

Of each thing with a published rate: alone, where standby sets that ought to take over do not, and
where another fails as well that a feed could do without alone. UPS fail together by their common
part. Generating sets run when something else is down, and are judged by their start and their run.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.availability.expected import (
    Block,
    Event,
    Failing,
    Feeds,
    feeds_down,
)
from designer.engine.subjects.availability.rates import (
    CASES,
    NEVER,
    alone,
    rated,
    sets_of,
    together,
    unit_of,
)
from designer.engine.subjects.facility.reliability import Unit, dark, down
from designer.model.design import PowerNode
from designer.wiring.power_upstream import lost_without, pairs_upstream

MOST_SETS: Final = 5
"""Standby sets of which each combination is looked at; of more, one or all of them fail."""
_STANDBY: Final = "generator"
_TWINS: Final = "ups"
"""Kinds of which several fail together."""


@dataclass(frozen=True)
class Outcome:
    """What is down while something fails, and for which share of the time.

    Attributes
    ----------
    nodes, feeds
        What fails, with the sets that do not take over, and the feeds that nothing supplies then.
    """

    nodes: frozenset[str]
    feeds: Feeds
    share: float


@dataclass(frozen=True)
class Breaking:
    """One thing upstream of the racks, or several that fail together.

    Attributes
    ----------
    name, kind
        As of `Failing`.
    outcomes
        These exclude one another. What takes no feed may leave others with too much.
    """

    name: str
    kind: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class PowerFailures:
    """What fails upstream, in the best, the likely and the worst case.

    Attributes
    ----------
    cases
        Things that fail, the same in each case and in the same order.
    unrated
        Ids of nodes of which no rate is published, by their kind.
    down
        For which share of the time sets of feeds are down, kept from edit to edit: by the case and
        the kind that does not fail, for the things that fail then.
    spread
        What the distribution of GPUs said, kept from edit to edit: by the case, for what it was
        made of.
    """

    cases: tuple[tuple[Breaking, ...], ...]
    unrated: Mapping[str, tuple[str, ...]]
    down: dict[tuple[int, str], "Down"] = field(default_factory=dict, repr=False, compare=False)
    spread: dict[int, tuple["Spread", "Likely"]] = field(
        default_factory=dict, repr=False, compare=False
    )


class Spread(NamedTuple):
    """What a distribution of GPUs is made of, and how many are needed, where somebody says it."""

    blocks: tuple[Block, ...]
    events: tuple[Event, ...]
    correlation: float
    never: float
    needed: int | None


class Likely(NamedTuple):
    """The GPUs that are there for most of the time, and for which part as many as are needed."""

    most: float
    enough: float


class Down:
    """For which share of the time each set of some feeds is lost, whatever takes them.

    Attributes
    ----------
    things
        What fails.
    """

    def __init__(self, things: tuple[Failing, ...], before: "Down | None" = None) -> None:
        self.things = things
        self._known: dict[Feeds, Mapping[Feeds, float]] = {}
        # Only what the last design asked for is kept.
        same = before is not None and before.things == things
        self._before = before._known if before is not None and same else {}

    def of(self, mine: Feeds) -> Mapping[Feeds, float]:
        """Return it for some feeds."""
        found = self._known.get(mine)
        if found is None:
            found = self._before.get(mine) or feeds_down(self.things, mine)
            self._known[mine] = found
        return found


POWER_FAILURES: Key[PowerFailures] = Key("power-failures")


def power_failures_of(facts: Facts) -> PowerFailures:
    """Return what fails upstream of the racks: kept while the power nodes are the same."""
    nodes, catalog = facts.design.power, facts.catalog
    tree = _Tree(nodes, catalog)
    unrated: dict[str, list[str]] = {}
    for node in nodes:
        if node.kind != _STANDBY and rated(catalog, node.kind) is None:
            unrated.setdefault(node.kind, []).append(node.id)
    return PowerFailures(
        tuple(tuple(tree.failing(case)) for case in CASES),
        {kind: tuple(ids) for kind, ids in unrated.items()},
    )


class _Tree:
    """The nodes that fail, and what is lost with them; that does not depend on the case."""

    def __init__(self, nodes: Sequence[PowerNode], catalog: Catalog) -> None:
        self._nodes, self._catalog = nodes, catalog
        self._kinds = {node.id: node.kind for node in nodes}
        self._rates = {
            node.id: rate
            for node in nodes
            if node.kind != _STANDBY and (rate := rated(catalog, node.kind)) is not None
        }
        self._sets = tuple(node.id for node in nodes if node.kind == _STANDBY)
        self._in_one = _in_one([node for node in nodes if node.kind == _STANDBY])
        self._twins = tuple(
            node.id for node in nodes if node.kind == _TWINS and node.id in self._rates
        )
        self._lost: dict[frozenset[str], Feeds] = {}
        # Two that nothing but a set backs: it takes over, or does not.
        pairs = dict.fromkeys((*pairs_upstream(nodes), *pairs_upstream(nodes, self._sets)))
        self._pairs = [pair for pair in pairs if all(one in self._rates for one in pair)]

    def failing(self, case: int) -> Iterator[Breaking]:
        """Yield what fails, alone and with another that a feed could do without alone."""
        for node in self._rates:
            outcomes = self._outcomes((node,), self._unit(node, case), case)
            yield Breaking(node, self._kinds[node], outcomes)
        for one, other in self._pairs:
            both = _both(self._unit(one, case), self._unit(other, case))
            outcomes = self._outcomes((one, other), both, case)
            yield Breaking(f"{one} & {other}", self._kinds[one], outcomes)
        if len(self._twins) > 1 and (feeds := self._without(*self._twins)):
            common = together(unit_of(self._rates[self._twins[0]], case))
            share = down(common.rate, common.repair_h)
            yield Breaking("", _TWINS, (Outcome(frozenset(self._twins), feeds, share),))

    def _unit(self, node: str, case: int) -> Unit:
        unit = unit_of(self._rates[node], case)
        return alone(unit) if node in self._twins and len(self._twins) > 1 else unit

    def _without(self, *gone: str) -> Feeds:
        key = frozenset(gone)
        if key not in self._lost:
            self._lost[key] = lost_without(self._nodes, key)
        return self._lost[key]

    def _outcomes(self, gone: tuple[str, ...], unit: Unit, case: int) -> tuple[Outcome, ...]:
        """Return what is lost while something is down, by which sets do not take over."""
        share, alone_lost = down(unit.rate, unit.repair_h), self._without(*gone)
        if self._without(*gone, *self._sets) == alone_lost:
            return (Outcome(frozenset(gone), alone_lost, share),)
        return tuple(
            Outcome(frozenset((*gone, *failed)), self._without(*gone, *failed), share * part)
            for failed, part in self._sets_that_fail(unit, case)
        )

    def _sets_that_fail(self, unit: Unit, case: int) -> Iterator[tuple[tuple[str, ...], float]]:
        """Yield combinations of sets that do not carry, and which share of the outage they take.

        How probable it is that just these fail follows from how probable it is that all of some
        fail (inclusion and exclusion); long outages make several fail, so they are no product.
        """
        number = len(self._sets)
        whole = down(unit.rate, unit.repair_h)
        if not whole:
            yield (), 1.0
            return
        all_of = [1.0, *(self._all_fail(unit, many, case, whole) for many in range(1, number + 1))]
        for many in range(number + 1):
            if number > MOST_SETS and many not in (0, 1, number):
                continue
            just = sum(
                (-1) ** more * comb(number - many, more) * all_of[many + more]
                for more in range(number - many + 1)
            )
            for failed in combinations(self._sets, many):
                yield failed, max(0.0, just)

    def _all_fail(self, unit: Unit, number: int, case: int, whole: float) -> float:
        inside, needed = self._in_one
        sets = sets_of(self._catalog, number * inside, case, needed)
        # Sets that nobody rates are there for certain, or are not: what rests on them is named.
        return 1.0 if sets is None else dark(unit, sets) / whole


def _in_one(sets: Sequence[PowerNode]) -> tuple[int, int]:
    """Return of how many sets the one record of them is, and how many must run.

    Several records back each other, and each counts as one set.
    """
    if len(sets) != 1 or sets[0].modules is None or sets[0].spare_modules is None:
        return 1, 1
    return sets[0].modules, sets[0].modules - sets[0].spare_modules


def _both(one: Unit, other: Unit) -> Unit:
    """Return two units that fail independently as one that is down while both are."""
    share = down(one.rate, one.repair_h) * down(other.rate, other.repair_h)
    if not share:
        return NEVER
    repair = one.repair_h * other.repair_h / (one.repair_h + other.repair_h)
    return Unit(share / (1 - share) / repair, repair)
