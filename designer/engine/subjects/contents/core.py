"""What follows from a rack's contents alone: made once for all racks that hold the same."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import may_be
from designer.catalog.part_bounds import liquid_figure
from designer.engine.filling import (
    POWER_FIGURES,
    Contents,
    Filled,
    by_order,
    fill,
    height_is_open,
)
from designer.engine.filling_report import FillingReport, Given, filling_report, given_by
from designer.engine.findings import Finding
from designer.engine.results import Key, Lost, attempt, found
from designer.engine.subject import Facts, Filling
from designer.engine.subjects.contents.filling_words import called, cause_of, summary_of
from designer.model.figures import Verdict

T = TypeVar("T")


class Place(NamedTuple):
    """The aisles that a rack's share of the floor reaches into, mm.

    `front_mm` and `rear_mm` are there at most and `least_...` at least; they differ where nobody
    states the sizes that `open_on` names. `contained` is False where no containment of the
    room closes the aisle here; the sizes that `contained_on` names leave that open.
    """

    front_mm: float
    rear_mm: float
    least_front_mm: float
    least_rear_mm: float
    open_on: tuple[str, ...] = ()
    contained: bool = True
    contained_on: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class RackCore:
    """What follows from a rack's contents alone. Compared by identity: it is made once.

    Attributes
    ----------
    results
        What each subject computed for these contents, by its name.
    given
        What subjects give to the report of a rack with these contents, wherever it stands.
    given_by_order
        What those of them give that see heights by their order.
    unknown
        Part and figure of everything that sums need and nobody states.
    finished
        What a place gives, by the place: filled by the subject of racks.
    said
        What a subject's rules say of these contents, by its name: filled by the checks.
    on_floor
        Whether the floor carries them, by the place: filled by the rule of it.
    units
        Cooling units here, by number: filled by the subject of what they carry.
    units_before
        The same of the report, for contents of a site that only loses other things together.
    seen
        What `once` was asked for.
    ordered
        What `by_order` returns; None for contents that are it themselves.
    """

    filled: Filled
    results: dict[str, Any]
    parts: Counter[str]
    switches: Counter[tuple[str, str]]
    devices: int
    cause: str
    summary: str
    given: FillingReport
    given_by_order: Mapping[str, Given] = field(default_factory=dict)
    unknown: tuple[tuple[str, str], ...] = ()
    finished: dict[Place, dict[str, Any]] = field(default_factory=dict)
    said: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    on_floor: dict[Place, Verdict] = field(default_factory=dict)
    units: dict[int, Any] = field(default_factory=dict)
    units_before: Mapping[int, Any] = field(default_factory=dict)
    seen: dict[Hashable, Any] = field(default_factory=dict)
    ordered: "RackCore | None" = None

    def __getitem__(self, key: Key[T]) -> T:
        result: T = found(self.results, key.name) if self.lost else self.results[key.name]
        return result

    def read(self, key: Key[T]) -> T | None:
        """Return a result, or None where it could not be computed."""
        return None if key.name in self.lost else self[key]

    def once(self, what: Hashable, look: Callable[[], T]) -> T:
        """Return what is seen in these contents, which are looked at once.

        Parameters
        ----------
        what
            What is looked for, with all that it is looked for with.
        look
            Sees it; nothing but that, the contents without fabrics and tiers, and the decisions of
            the site may decide what it returns.
        """
        if what not in self.seen:
            self.seen[what] = look()
        found: T = self.seen[what]
        return found

    @property
    def by_order(self) -> "RackCore":
        """What all racks share that hold the same in the same order, whatever the heights.

        It has the results of work alone that sees heights by their order.
        """
        return self if self.ordered is None else self.ordered

    @cached_property
    def lost(self) -> frozenset[str]:
        """Subjects that could not be computed for these contents."""
        return frozenset(n for n, result in self.results.items() if isinstance(result, Lost))

    @property
    def contents(self) -> Contents:
        """The contents these results follow from."""
        return self.filled.contents

    def holds(self, parts: Collection[str]) -> bool:
        """Return whether any of some parts stands here, or is what the catalogue lacks."""
        return not (self.parts.keys().isdisjoint(parts) and self._missing.isdisjoint(parts))

    @cached_property
    def may_cool(self) -> bool:
        """Whether a unit that cools the room or a loop stands here, or what may be one."""
        return bool(self._missing) or any(
            part.traits.cools_loop or part.traits.cools_room_air for part in self.filled.all_parts
        )

    @cached_property
    def _missing(self) -> frozenset[str]:
        return frozenset(self.filled.missing)

    @cached_property
    def is_rack(self) -> bool:
        """Whether IT stands here; False for a CDU or CRAH."""
        return not self.filled.is_floor_unit

    @cached_property
    def stands_outdoors(self) -> bool:
        """Whether a unit of heat rejection stands here, of which no floor of a hall is asked."""
        part = self.filled.rack_part
        return part is not None and part.traits.stands_outdoors

    @property
    def called(self) -> str:
        """What a message on it begins with: what it holds, or of what parts nothing is known."""
        return called(self.filled, self.summary)

    @cached_property
    def may_be_unit(self) -> bool:
        """Whether no catalogue has its part and it may be a CDU or CRAH: nothing stands in it."""
        return self.filled.rack_part is None and may_be(self.filled.itself, _cools)


def _cools(kind: Kind) -> bool:
    return kind.is_cooling_unit


def serving(core: RackCore, contents: Contents, facts: Facts) -> RackCore:
    """Return the core of contents that differ from those of another in their networks alone.

    No subject of contents reads whom a device serves, so that results, and what is kept beside
    them, are the same for both.
    """
    filled = fill(contents, facts.catalog, core.filled.wiring)
    return replace(core, filled=filled, switches=_switches(filled))


def _switches(filled: Filled) -> Counter[tuple[str, str]]:
    return Counter((item.fabric, item.tier) for item, part in filled.known if part.traits.switches)


def losing(core: RackCore, facts: Facts, ordered: RackCore | None = None) -> RackCore:
    """Return the core of the same contents for a site that only loses other things together.

    Results that this does not touch are the same objects, but nothing that was seen is kept.

    Parameters
    ----------
    ordered
        The core by order for that site.
    """
    results = dict(core.results)
    filling = Filling(core.filled, core.filled.seen_from(facts.site), results)
    for name, work in facts.contents_work:
        known = core.results.get(name)
        if work.losing is None or known is None or isinstance(known, Lost):
            continue
        if ordered is not None and work.by_order:
            results[name] = ordered.results[name]
        else:
            results[name] = attempt(name, partial(work.losing, known, filling))
    return replace(
        core, results=results, finished={}, said={}, on_floor={}, units={}, seen={},
        units_before=core.units, ordered=ordered,
    )  # fmt: skip


def core_by_order(contents: Contents, facts: Facts) -> RackCore:
    """Return what all racks share that hold the same in the same order.

    Parameters
    ----------
    contents
        With heights that say the order alone.
    """
    filled = fill(contents, facts.catalog)
    results: dict[str, Any] = {}
    filling = Filling(filled, filled.seen_from(facts.site), results)
    works = [(name, work) for name, work in facts.contents_work if work.by_order]
    for name, work in works:
        results[name] = attempt(name, partial(work.compute, filling))
    given = {name: given_by(name, work, filling) for name, work in works}
    return RackCore(
        filled=filled,
        results=results,
        parts=filled.counts,
        switches=_switches(filled),
        devices=len(filled.contents.items),
        cause=cause_of(filled),
        summary=summary_of(filled),
        given=filling_report(works, given),
        given_by_order=given,
        unknown=_unknown(filled),
    )


def core_of(contents: Contents, facts: Facts, ordered: RackCore | None = None) -> RackCore:
    """Return everything that follows from contents; a subject that fails leaves the others be.

    Parameters
    ----------
    ordered
        What these contents share with others, where it is made already.
    """
    if ordered is None:
        ordered = core_by_order(by_order(contents), facts)
    filled = fill(contents, facts.catalog, ordered.filled.wiring)
    results: dict[str, Any] = {}
    filling = Filling(filled, filled.seen_from(facts.site), results)
    for name, work in facts.contents_work:
        results[name] = (
            ordered.results[name]
            if work.by_order
            else attempt(name, partial(work.compute, filling))
        )
    given = {
        name: ordered.given_by_order[name] if work.by_order else given_by(name, work, filling)
        for name, work in facts.contents_work
    }
    return RackCore(
        filled=filled,
        results=results,
        parts=ordered.parts,
        switches=ordered.switches,
        devices=ordered.devices,
        cause=ordered.cause,
        summary=ordered.summary,
        given=filling_report(facts.contents_work, given),
        unknown=ordered.unknown,
        ordered=ordered,
    )


def _unknown(filled: Filled) -> tuple[tuple[str, str], ...]:
    """Return part and figure of everything that sums need and nobody states."""
    consumers = () if filled.is_floor_unit else filled.powered
    # Each kind of part once: a rack has many of a few.
    powered = list({part.id: part for _, part in consumers}.values())
    kinds = list({part.id: part for part in filled.all_parts}.values())
    power = [
        (part.id, name) for name in POWER_FIGURES for part in powered if getattr(part, name) is None
    ]
    mass = [
        (part.id, "mass_kg") for part in kinds
        if part.mass_kg is None and not part.traits.stands_outdoors
    ]  # fmt: skip
    gone = [(part, "part") for part in filled.missing]
    gpus = [(part.id, "gpus") for part in kinds if part.gpu_count is None]
    gpus += [(part.id, "nodes") for part in kinds if part.node_count is None]
    wet = [(part.id, "liquid_fraction") for part in powered if not liquid_figure(part).exact]
    high = [(part.id, "height_half_u") for item, part in filled.known if height_is_open(item, part)]
    return tuple(dict.fromkeys((*power, *mass, *gone, *gpus, *wet, *high)))
