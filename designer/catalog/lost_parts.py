"""What a part that the catalogue lacks may be: the one rule for all that is counted and named.

Nothing is known of such a part but where it stands. A thing on the floor may be whatever stands on
a floor, a device whatever mounts where it does, and a device that names a fabric is a switch. So a
count holds what is known, and is open by all that may be of its sort.

May import parts, their kinds, and figures.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from designer.catalog.kinds import KINDS, Kind, Mount
from designer.catalog.part import Part
from designer.model.figures import Figure, exact, missing, total

_WHOLE: Final = ".part"


class LostThing(NamedTuple):
    """Something that stands somewhere, of a part that the catalogue lacks.

    Attributes
    ----------
    place
        Where it stands: on the floor, in the rails, beside them, or as a door.
    in_fabric
        Whether it names a fabric.
    holds
        Whether something stands in it.
    """

    part: str
    place: Mount
    in_fabric: bool = False
    holds: bool = False

    @classmethod
    def on_floor(cls, part: str, *, holds: bool) -> "LostThing":
        """Return what stands on the floor, something in it or not."""
        return cls(part, "floor", holds=holds)

    @classmethod
    def in_rack(cls, part: str, face: str, fabric: str = "") -> "LostThing":
        """Return a device, by its face and the fabric that it names."""
        return cls(part, place_of(face), in_fabric=bool(fabric))


LostThings = Counter[LostThing]

Question = Callable[[Kind], bool]
"""What is asked of a kind: whether it is a rack, whether it stores."""


def place_of(face: str) -> Mount:
    """Return where a device mounts, by its face."""
    places: dict[str, Mount] = {"zero-u": "side", "door": "door"}
    return places.get(face, "rails")


@lru_cache(maxsize=256)
def kinds_of(place: Mount, *, in_fabric: bool, holds: bool) -> tuple[Kind, ...]:
    """Return the kinds that something may be of, by where it stands."""
    found = [kind for kind in KINDS if _mounts(kind, place)]
    if in_fabric:
        found = [kind for kind in found if kind.switches]
    if holds:
        found = [kind for kind in found if kind.contains]
    return tuple(found)


def _mounts(kind: Kind, place: Mount) -> bool:
    """Return whether a kind may mount there; a distribution unit may have a height for the rails.

    A rack PDU may have one as well.
    """
    in_rails = kind.cools_loop or kind.feeds_devices
    return kind.mount == place or (place == "rails" and in_rails)


def may_be(thing: LostThing, question: Question) -> bool:
    """Return whether something may be of a kind of which this is true."""
    kinds = kinds_of(thing.place, in_fabric=thing.in_fabric, holds=thing.holds)
    return any(question(kind) for kind in kinds)


def is_surely(thing: LostThing, question: Question) -> bool:
    """Return whether this is true of every kind that something may be of."""
    kinds = kinds_of(thing.place, in_fabric=thing.in_fabric, holds=thing.holds)
    return bool(kinds) and all(question(kind) for kind in kinds)


def that_may_be(things: Mapping[LostThing, int], question: Question) -> Counter[str]:
    """Return how many of each part that the catalogue lacks may be of such a kind, by id."""
    found: Counter[str] = Counter()
    for thing, number in things.items():
        if may_be(thing, question):
            found[thing.part] += number
    return found


def count_of(known: float, things: Mapping[LostThing, int], question: Question) -> Figure:
    """Return how many things of such a kind stand: those known, and those that may be."""
    figures = [exact(float(known))]
    for thing, number in things.items():
        if is_surely(thing, question):
            figures.append(exact(float(number)))
        elif may_be(thing, question):
            figures.append(missing(lost_ref(thing.part), "", 0.0, 1.0).times(number))
    return total(figures)


def counts_as_rack(kind: Kind) -> bool:
    """Return whether what stands on the floor is counted as a rack: it is no unit that cools."""
    return kind.mount == "floor" and not kind.is_cooling_unit


def as_racks(part: Part | None, part_id: str, *, holds: bool) -> Figure:
    """Return how many racks a thing on the floor is: 1, and 0 for a unit that cools.

    Where the catalogue lacks its part it may be either, unless something stands in it.
    """
    if part is not None:
        return exact(0.0 if part.traits.is_cooling_unit else 1.0)
    return count_of(0.0, {LostThing.on_floor(part_id, holds=holds): 1}, counts_as_rack)


def open_figures(
    things: Mapping[LostThing, int], question: Question, unit: str
) -> Iterator[tuple[Figure, int]]:
    """Yield what such parts add to a sum, which nothing bounds, with how many there are."""
    for part, number in that_may_be(things, question).items():
        yield missing(lost_ref(part), unit), number


def least_half_u(part: Part | None) -> int:
    """Return the half units that a device in the rails takes for certain: the lowest at least."""
    return 1 if part is None else part.least_half_u


def lost_ref(part_id: str) -> str:
    """Return the input that a whole part is: nothing of it is known."""
    return f"{part_id}{_WHOLE}"


def is_lost_ref(ref: str) -> bool:
    """Return whether an input is a whole part."""
    return ref.endswith(_WHOLE)


def part_of(ref: str) -> str:
    """Return the id of the part that an input is."""
    return ref.removesuffix(_WHOLE)


def not_in_catalogue(part_id: str) -> str:
    """Return why nothing is known of a part, in words."""
    return f"the part {part_id} is not in the catalogue"
