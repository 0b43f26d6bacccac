"""What a design has of which nobody publishes a failure rate: named, and left open."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from designer.catalog.part import Part
from designer.catalog.part_bounds import gpu_figure
from designer.engine.availability_report import Taking
from designer.engine.subject import Facts
from designer.engine.subjects.availability.hall import Drawn
from designer.engine.subjects.availability.lost_gpus import of_loss
from designer.engine.subjects.availability.nodes import leaves_missing
from designer.engine.subjects.availability.rates import rated
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.facility.cooling_losses import COOLING_LOSSES
from designer.engine.subjects.facility.plant import units_lacking
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of

_INSIDE = {"rack PDU": "rack-pdu", "breaker": "rack-breaker", "power shelf": "power-shelf"}
_COOLING = {"CDU": "cdu", "air unit": "air-unit", "rear door": "rear-door"}
UNCOUNTED = "rule number of GPUs"
NOT_STANDING = "leaf-missing"
TOGETHER = "utilities-together"
NOT_DRAWN = "upstream"
"""What feeds a feed that nothing upstream is drawn of."""


def unrated_of(facts: Facts, drawn: Drawn) -> Iterator[Taking]:
    """Yield what has no published rate, those first of which one alone takes most GPUs.

    Where nobody can say how many GPUs there are, or in what, neither can that be said.
    """
    found: list[tuple[str, Figure, Figure]] = [
        (kind, exact(float(number)), takes)
        for kind, number, takes in (
            *_nodes(drawn), *_upstream(facts, drawn), *_cooling(facts), *_inside(facts),
            *_of_parts(facts),
        )
        if rated(facts.catalog, kind) is None
    ]  # fmt: skip
    if _uncounted_shelves(facts) and rated(facts.catalog, "power-shelf") is None:
        most = facts[TOTALS].figure("gpus").high
        found = [one for one in found if one[0] != "power-shelf"]
        found.append(("power-shelf", missing(UNCOUNTED), missing(UNCOUNTED, "", 0.0, most)))
    if drawn.is_open:
        most = facts[TOTALS].figure("gpus").high
        anything = missing(UNCOUNTED, "", 0.0, most)
        found = [(kind, missing(UNCOUNTED), anything) for kind, _, _ in found]
    found.sort(key=lambda one: (one[2].high, one[2].low), reverse=True)
    for kind, number, takes in found:
        yield _taking(facts, kind, number, takes)


def _uncounted_shelves(facts: Facts) -> bool:
    """Return whether a filled rack stands here of which nobody says how many shelves it has."""
    parts = map(facts.catalog.get, facts[CONTENTS].counts.parts)
    return any(
        part.stands_on_floor and part.traits.draws == "it" and _shelves_of(part) is None
        for part in parts
        if part is not None
    )


def _shelves_of(part: Part) -> int | None:
    return part.compute.power_shelves if part.compute is not None else None


def _taking(facts: Facts, kind: str, number: Figure, takes: Figure) -> Taking:
    entry = facts.catalog.failure(kind)
    name, source = _WORDS.get(kind, kind), "no rate in the catalogue"
    if entry is not None:
        name, source = entry.name, f"{entry.source}; {entry.note}" if entry.note else entry.source
    return Taking(
        kind=kind, name=name, source=source,
        **fields_of({"number": number, "takes_gpus": takes}),
    )  # fmt: skip


_WORDS = {
    NOT_DRAWN: "What supplies the feeds, which is not drawn",
    TOGETHER: "Utilities that fail together",
    NOT_STANDING: "Leaf switches that are missing",
}


def _nodes(drawn: Drawn) -> Iterator[tuple[str, int, Figure]]:
    """Yield what every hall has; a catalogue may lack its rates."""
    yield "site", 1, drawn.facts[TOTALS].figure("gpus")
    for kind in dict.fromkeys(one.kind for one in drawn.nodes):
        mine = [one for one in drawn.nodes if one.kind == kind]
        yield kind, sum(n.groups * n.each for n in mine), exact(float(max(n.gpus for n in mine)))
    if behind := drawn.behind_a_leaf():
        yield "leaf", 1, exact(behind)
    fabrics = (one for one in drawn.facts[FABRICS] if one.purpose == "compute")
    if lacking := sum(map(leaves_missing, fabrics)):
        yield NOT_STANDING, lacking, Figure(0.0, float(drawn.whole))


def _upstream(facts: Facts, drawn: Drawn) -> Iterator[tuple[str, int, Figure]]:
    nodes = facts.design.power
    for kind, number in Counter(node.kind for node in nodes).items():
        if kind == "generator":
            continue
        takes = exact(0.0) if drawn.is_open else drawn.alone_takes(kind)
        if takes is not None:
            yield kind, number, takes
    mains = frozenset(node.id for node in nodes if node.kind == "utility")
    if len(mains) > 1:
        # Each has a rate, as if they were independent.
        yield TOGETHER, len(mains), exact(0.0) if drawn.is_open else drawn.takes(mains)
    bare = [node for node in nodes if node.kind == "feed" and not node.parents]
    if bare or not nodes:
        # Feeds that meet upstream, where nothing is drawn, may go together.
        yield NOT_DRAWN, len(bare), Figure(0.0, float(drawn.whole))


def _cooling(facts: Facts) -> Iterator[tuple[str, int, Figure]]:
    by_kind: dict[str, list[tuple[int, Figure]]] = {}
    for loss in facts[COOLING_LOSSES].of_units:
        if loss.kind != "CDU pump":  # a pump is in the rate of its unit
            by_kind.setdefault(_COOLING.get(loss.kind, loss.kind), []).append(
                (loss.number, loss.figure("gpus"))
            )
    for kind, each in by_kind.items():
        yield kind, sum(number for number, _ in each), highest([gpus for _, gpus in each])
    # Nobody says how GPUs run that nothing cools.
    for kind in map(_COOLING.__getitem__, units_lacking(facts)):
        if kind not in by_kind:
            yield kind, 0, Figure(0.0, float(facts[TOTALS].figure("gpus").high))


def _inside(facts: Facts) -> Iterator[tuple[str, int, Figure]]:
    """Yield what may be lost inside racks; supplies are in the rate of their node."""
    numbers: Counter[str] = Counter()
    takes: dict[str, list[Figure]] = {}
    for core, racks, times in facts[CONTENTS].runs:
        for kind, number, most in core.once("unrated inside", partial(_inside_one, core)):
            numbers[kind] += racks * number * times
            takes.setdefault(kind, []).extend([most] * times)
    for kind, number in numbers.items():
        yield kind, number, highest(takes[kind])


def _inside_one(core: RackCore) -> tuple[tuple[str, int, Figure], ...]:
    """Return of one rack how many of a kind it has, and what one of them takes at most."""
    feeds = core.read(FEEDS)
    numbers: Counter[str] = Counter()
    takes: dict[str, list[Figure]] = {}
    for loss in feeds.inside if feeds is not None and core.is_rack else ():
        if kind := _INSIDE.get(loss.kind):
            numbers[kind] += loss.number
            found = of_loss(loss.outcome.dark_gpus, loss.outcome.short_gpus)
            found = found.clipped(most=core.filled.known_gpus.high)
            takes.setdefault(kind, []).append(found)
    return tuple((kind, number, highest(takes[kind])) for kind, number in numbers.items())


def _of_parts(facts: Facts) -> Iterator[tuple[str, int, Figure]]:
    """Yield what parts hold that a rate of nodes does not: of filled racks."""
    systems = 0
    takes = [exact(0.0)]
    for name, number in facts[CONTENTS].counts.parts.items():
        part = facts.catalog.get(name)
        if part is None:
            continue
        if (part.node_count or 1) > 1 and gpu_figure(part).high > 0:
            systems += number
            takes.append(gpu_figure(part))
    if systems:
        yield "nvlink", systems, highest(takes)
        yield "coupling", systems, highest(takes)
