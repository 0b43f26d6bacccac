"""What flows through everything upstream of the racks, from the racks up to the sources.

What a node gives is what the nodes below take of it; it takes that and what it loses itself. So the
balance closes at every node: what goes in is what comes out and what is lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from designer.engine.plant_stages import Stage
from designer.model.design import PowerNode
from designer.model.figure_cases import along, at_least_part
from designer.model.figures import Figure, exact, missing, total


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
    _known: "dict[tuple[Figure, ...], Flow]" = field(
        default_factory=dict, repr=False, compare=False
    )

    def flow(self, takes: tuple[Figure, ...]) -> "Flow":
        """Return what the node gives, loses and takes where this is taken of it.

        A loss elsewhere leaves most nodes what they carried: each sum is made once.
        """
        found = self._known.get(takes)
        if found is None:
            output = total(takes, "kW")
            loss = loss_of(output, self)
            found = self._known[takes] = Flow(output, loss, output + loss)
        return found


@dataclass(frozen=True)
class Flow:
    """What a node gives, loses and takes, kW."""

    given: Figure
    loss: Figure
    taken: Figure


NOTHING = Flow(*[exact(0.0, "kW")] * 3)


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
    drawn: Mapping[str, str],
) -> list[Figure]:
    """Return what charges the batteries of the UPS that a generator carries, kW each.

    Parameters
    ----------
    found, drawn
        What flows then, and from where each node takes it.
    """
    if found[generator].given.high <= 0:
        return []
    return [
        one.charging
        for key, one in losing.items()
        if one.charging is not None
        and found[key].given.high > 0 and is_above(generator, key, drawn)
    ]  # fmt: skip


def is_above(node: str, below: str, drawn: Mapping[str, str]) -> bool:
    """Return whether what one node takes comes through another."""
    seen: set[str] = set()
    at = below
    while at and at not in seen:
        seen.add(at)
        at = drawn.get(at, "")
        if at == node:
            return True
    return False


def flows(
    nodes: Sequence[PowerNode],
    loads: Mapping[str, Figure],
    drawn: Mapping[str, str],
    losing: Mapping[str, Losing],
) -> dict[str, Flow]:
    """Return the flow through each node, by its id; what carries nothing is switched off.

    Parameters
    ----------
    loads
        What racks take of each feed that is up, kW.
    drawn
        From where each node that carries something takes its power; empty for a source, and a
        node's own id where it supplies itself in a circle.
    """
    below: dict[str, list[str]] = {}
    for node, parent in drawn.items():
        below.setdefault(parent, []).append(node)
    order = list(below.get("", ()))
    for node in order:
        order.extend(below.get(node, ()))
    found: dict[str, Flow] = {}
    for key in reversed(order):
        takes = [found[child].taken for child in below.get(key, ()) if child in found]
        if key in loads:
            takes.append(loads[key])
        if takes:
            found[key] = losing[key].flow(tuple(takes))
    # What supplies itself in a circle has no source, which P26 says.
    reached = set(order)
    circle = Flow(*[missing("rule source upstream", "kW")] * 3)
    return {
        node.id: found.get(node.id)
        or (circle if node.id in drawn and node.id not in reached else NOTHING)
        for node in nodes
    }
