"""Three-way merge of one record: field by field, lists of records by their ids.

Fields that say one thing together (a place, a position, a price) are merged together: a rack that
one side moved along and the other moved across was moved to two places. May import `model`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from designer.model.ranges import out_of_range
from designer.model.record import Record


class _Absence(Enum):
    """What stands in place of a record that a side does not have."""

    NOTHING = "nothing"


ABSENT: Final = _Absence.NOTHING


@dataclass(frozen=True)
class Clash:
    """A value that both sides changed, each to another one.

    Attributes
    ----------
    path
        From the record down: `x_mm, y_mm`, `slots.n1.half_u`; empty for the record itself.
    base, ours, theirs
        The values; `ABSENT` for a record that is not there.
    """

    path: str
    base: Any
    ours: Any
    theirs: Any


@dataclass(frozen=True)
class Merged:
    """A merged value: the same on both sides unless something clashes.

    Attributes
    ----------
    ours, theirs
        The merged value with what clashes as either side has it.
    """

    ours: Any
    theirs: Any
    clashes: tuple[Clash, ...] = ()


_PLACE: Final = ("x_mm", "y_mm", "end_x_mm", "end_y_mm", "rotation", "row")
_TOGETHER: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "Row": (_PLACE,),
    "Rack": (_PLACE,),
    "PowerNode": (_PLACE, ("width_mm", "depth_mm")),
    "Loop": (_PLACE,),
    "Note": (_PLACE,),
    "Obstacle": (("x_mm", "y_mm", "width_mm", "depth_mm"),),
    "Underlay": (
        ("x_mm", "y_mm", "mm_per_unit", "scaled", "turn_deg"),
        ("file", "digest", "wide", "high"),
    ),
    "Passage": (("wall", "at_mm"),),
    "Tray": (("corners", "height_mm"), ("width_mm", "depth_mm")),
    "Device": (("rack", "half_u", "face", "side"), ("fabric", "tier")),
    "Slot": (("half_u", "face", "side"), ("fabric", "tier")),
    "Cable": (("a", "a_port"), ("b", "b_port"), ("part", "length_m")),
    "Cord": (("supply", "outlet"),),
    "PriceOverride": (("amount_cents", "currency", "as_of", "source", "lead_weeks"),),
    "Workload": (("model", "kind"),),
}
"""Fields of a kind of record that say one thing together."""
_WHOLE: Final = frozenset({"KeptPlace", "WeatherYear", "GridYear", "Part", "Waiver"})
"""Kinds of records of which no field means anything beside another side's field."""
_MEMBERS: Final = frozenset(
    {("Fabric", "nodes"), ("Loop", "units"), ("Loop", "racks"), ("Platform", "file_systems")}
)
"""Lists of ids that say what belongs to something, in any order."""


def merged(base: Any, ours: Any, theirs: Any) -> Merged:  # noqa: ANN401 - the value of any field
    """Return a value merged of two sides that began with the same one; `ABSENT` is none."""
    return _merged(base, ours, theirs, "")


def _merged(base: Any, ours: Any, theirs: Any, path: str) -> Merged:  # noqa: ANN401 - as above
    if _same(ours, theirs) or _same(theirs, base):
        return Merged(ours, ours)
    if _same(ours, base):
        return Merged(theirs, theirs)
    if _are_records(base, ours, theirs) and type(ours).__name__ not in _WHOLE:
        return _of_records(base, ours, theirs, path)
    if all(map(_is_list_by_id, (base, ours, theirs))) and (base or ours or theirs):
        return _of_lists(base, ours, theirs, path)
    return Merged(ours, theirs, (Clash(path, base, ours, theirs),))


def _same(one: object, other: object) -> bool:
    return one is other or (type(one) is type(other) and one == other)


def _are_records(*values: object) -> bool:
    return isinstance(values[0], Record) and len({type(value) for value in values}) == 1


def _of_records(base: Record, ours: Record, theirs: Record, path: str) -> Merged:
    kind = type(ours)
    mine, its = dict[str, Any](), dict[str, Any]()
    clashes: list[Clash] = []
    for names in _groups(kind):
        one = _of_fields(base, ours, theirs, names, f"{path}." if path else "")
        mine.update(zip(names, one.ours, strict=True))
        its.update(zip(names, one.theirs, strict=True))
        clashes += one.clashes
    found = Merged(ours.evolve(**mine), theirs.evolve(**its), tuple(clashes))
    if _newly_wrong(found.ours, ours, theirs) or _newly_wrong(found.theirs, ours, theirs):
        # Each side was in order, and both together are not.
        return Merged(ours, theirs, (Clash(path, base, ours, theirs),))
    return found


def _groups(kind: type[Record]) -> Iterator[tuple[str, ...]]:
    """Yield the fields of a kind of record, those together that say one thing."""
    together = [
        tuple(name for name in names if name in kind.model_fields)
        for names in _TOGETHER.get(kind.__name__, ())
    ]
    grouped = {name for names in together for name in names}
    yield from together
    yield from ((name,) for name in kind.model_fields if name not in grouped)


def _of_fields(
    base: Record, ours: Record, theirs: Record, names: Sequence[str], before: str
) -> Merged:
    """Return the values of fields that say one thing together."""
    olds, mine_, them = (
        tuple(getattr(one, name) for name in names) for one in (base, ours, theirs)
    )
    if len(names) > 1:
        return _merged(olds, mine_, them, f"{before}{', '.join(names)}")
    (old,), (mine,), (its,) = olds, mine_, them
    path = f"{before}{names[0]}"
    if (type(ours).__name__, names[0]) in _MEMBERS and not _same(mine, its):
        members = _members(old, mine, its)
        return Merged((members,), (members,))
    one = _merged(old, mine, its, path)
    return Merged((one.ours,), (one.theirs,), one.clashes)


def _newly_wrong(record: Record, *sides: Record) -> bool:
    """Return whether a merged record breaks a range, or its own rules, that no side breaks."""
    wrong = set(_wrong(record))
    return bool(wrong) and not wrong <= {one for side in sides for one in _wrong(side)}


def _wrong(record: Record) -> Iterator[str]:
    yield from (f"{path} {what}" for path, what in out_of_range(record))


def _members(
    base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return a list of ids with what either side added, without what either took out."""
    gone = {one for one in base if one not in ours or one not in theirs}
    kept = [one for one in base if one not in gone]
    new = sorted({*ours, *theirs} - {*base})
    return tuple(dict.fromkeys((*kept, *new)))


def _is_list_by_id(value: object) -> bool:
    """Return whether a value is a list of records with ids, each of them once."""
    if not isinstance(value, tuple):
        return False
    ids = [getattr(one, "id", None) if isinstance(one, Record) else None for one in value]
    return None not in ids and len(set(ids)) == len(ids)


@dataclass
class _Lists:
    """Both sides of a merged list."""

    ours: list[Record] = field(default_factory=list)
    theirs: list[Record] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)


def _of_lists(
    base: tuple[Any, ...], ours: tuple[Any, ...], theirs: tuple[Any, ...], path: str
) -> Merged:
    sides = [{one.id: one for one in records} for records in (base, ours, theirs)]
    found = _Lists()
    for key in _order(*(tuple(side) for side in sides)):
        old, mine, its = (side.get(key, ABSENT) for side in sides)
        one = _merged(old, mine, its, f"{path}.{key}")
        found.ours += [one.ours] if one.ours is not ABSENT else []
        found.theirs += [one.theirs] if one.theirs is not ABSENT else []
        found.clashes += one.clashes
    return Merged(tuple(found.ours), tuple(found.theirs), tuple(found.clashes))


def _order(
    base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the ids of all in an order that does not depend on which side is which.

    What was there stands as the side has it that put it in another order; what is new stands behind
    what it was put behind, that of both sides by id.
    """
    frame = _frame(base, ours, theirs)
    behind: dict[str, set[str]] = {}
    place: dict[str, int] = {}
    for side in (ours, theirs):
        last = ""
        for at, key in enumerate(side):
            if key in base:
                last = key
            else:
                behind.setdefault(last, set()).add(key)
                place[key] = max(at, place.get(key, 0))
    one_sided = _only_new_of_one(base, ours, theirs)
    found = list[str]()
    for key in ("", *frame):
        new = behind.get(key, set())
        found += [key] if key else []
        found += sorted(new, key=place.__getitem__) if one_sided else sorted(new)
    return tuple(dict.fromkeys(found))


def _only_new_of_one(base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether at most one side added anything: then its own order is kept."""
    return set(ours) <= set(base) or set(theirs) <= set(base)


def _frame(
    base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what was there, in the order that one side gave it; by id where both did."""
    orders = []
    for side in (ours, theirs):
        known = [key for key in side if key in base]
        if known != [key for key in base if key in side]:
            orders.append((*known, *(key for key in base if key not in side)))
    if not orders:
        return base
    return orders[0] if len(set(orders)) == 1 else tuple(sorted(base))
