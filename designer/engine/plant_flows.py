"""What flows through everything upstream of the racks, from the racks up to the sources.

What a node gives is what the nodes below take of it; it takes that and what it loses itself. So the
balance closes at every node: what goes in is what comes out and what is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from designer.engine.plant_stages import Stage
from designer.model.figure_cases import along, at_least_part
from designer.model.figures import Figure, exact, missing, total
from designer.wiring.power_course import Course


@dataclass(frozen=True)
class Losing:
    """What a node loses.

    Attributes
    ----------
    rating
        What it carries at most, kW.
    ref
        What the stage rests on.
    unrated
        What leaves its loss open where the rating is not known.
    charging
        What charges its battery while a generator carries it, kW; None of what has none.
    """

    stage: Stage
    rating: Figure
    ref: str
    unrated: str
    charging: Figure | None = None
    _known: "_Known" = field(default_factory=dict, repr=False, compare=False)
    _before: "_Known" = field(default_factory=dict, repr=False, compare=False)

    def flow(self, takes: tuple[Figure, ...]) -> "Flow":
        """Return what the node gives, loses and takes where this is taken of it.

        A loss elsewhere leaves most nodes what they carried, and so does an edit: each sum is made
        once, of figures that are known as the same objects.
        """
        key = tuple(map(id, takes))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._before.get(key) or (takes, self._flow(takes))
        return known[1]

    def _flow(self, takes: tuple[Figure, ...]) -> "Flow":
        output = total(takes, "kW")
        loss = loss_of(output, self)
        return Flow(output, loss, output + loss)

    def again(self) -> "Losing":
        """Return the same for the next design, which knows the sums of this one and no others."""
        return replace(self, _known={}, _before=self._known)


@dataclass(frozen=True)
class Flow:
    """What a node gives, loses and takes, kW."""

    given: Figure
    loss: Figure
    taken: Figure

    @cached_property
    def given_alone(self) -> Figure:
        """What it gives where it charges no batteries beside."""
        return total((self.given,), "kW")


_Known = dict[tuple[int, ...], tuple[tuple[Figure, ...], Flow]]
"""Flows by what is taken, which is kept beside them, so that no other object gets its id."""

NOTHING = Flow(*[exact(0.0, "kW")] * 3)
"""What is switched off."""
CIRCLE = Flow(*[missing("rule source upstream", "kW")] * 3)
"""What supplies itself in a circle has no source, which P26 says."""


def loss_of(output: Figure, losing: Losing) -> Figure:
    """Return what a node loses when it gives this much."""
    stage, rating = losing.stage, losing.rating
    if stage.most_part is not None:
        return along(output, 1.0, stage.least, stage.most, stage.likely, losing.ref)
    if rating.exact and rating.high > 0:
        return along(output, rating.high, stage.least, stage.most, stage.likely, losing.ref)
    return at_least_part(output, stage.least_part, losing.unrated)


def recharging(
    generator: str,
    losing: Mapping[str, Losing],
    found: Mapping[str, Flow],
    course: Course,
) -> list[Figure]:
    """Return what charges the batteries of the UPS that a generator carries, kW each.

    Parameters
    ----------
    found, course
        What flows then, and which way.
    """
    if found[generator].given.high <= 0:
        return []
    return [
        one.charging
        for key, one in losing.items()
        if one.charging is not None
        and found[key].given.high > 0 and course.is_above(generator, key)
    ]  # fmt: skip


@dataclass(frozen=True)
class Plain:
    """What flows with nothing lost, or flowed before an edit: most nodes carry the same.

    Attributes
    ----------
    loads
        Of the feeds, kW.
    found
        The flow through each node.
    course
        Which way that is; None with nothing lost.
    """

    loads: Mapping[str, Figure]
    found: Mapping[str, Flow]
    course: Course | None = None


def flows(
    course: Course,
    loads: Mapping[str, Figure],
    losing: Mapping[str, Losing],
    plain: Plain | None = None,
) -> dict[str, Flow]:
    """Return the flow through each node, by its id; what carries nothing is switched off.

    Parameters
    ----------
    loads
        What racks take of each feed that is up, kW.
    losing
        What each node loses.
    plain
        What flows with nothing lost, or flowed this very way, perhaps by other loads: only what
        differs from it is computed.
    """
    turned = course.changed
    if plain is None:
        found = {key: CIRCLE if key in course.circle else NOTHING for key in losing}
        changed = set(course.order)
    else:
        found, before = dict(plain.found), plain.loads
        changed = {feed for feed, load in loads.items() if before.get(feed) is not load}
        turned = frozenset[str]() if plain.course is course else turned
        changed.update(before.keys() - loads.keys(), turned)
        for key in turned:
            found[key] = CIRCLE if key in course.circle else NOTHING
    below, drawn = course.below, course.drawn
    for key in course.order:
        if key not in changed:
            continue
        takes = [
            flow.taken for child in below.get(key, ()) if (flow := found[child]) is not NOTHING
        ]
        if key in loads:
            takes.append(loads[key])
        flow = losing[key].flow(tuple(takes)) if takes else NOTHING
        if flow is not found[key] or key in turned:
            found[key] = flow
            changed.add(drawn[key])
    return found
