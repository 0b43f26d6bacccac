"""Rear doors that a loss leaves without power, or takes: what their racks give to the room then.

A door that is lost itself takes nothing. One whose fans have no power takes something of what it
took, of which no maker says how much: all of that may reach the room, or none. The air that its
rack draws comes back as warm as it leaves the door, so that the room's air units are asked for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part_bounds import gpu_figure
from designer.engine.assumptions import Assumptions
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS, runs_of
from designer.engine.subjects.cooling.air_methods import band_end, strongest_as_it_stands
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility.outages import Unit, unit_of
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.model.figure_cases import spanning
from designer.model.figure_words import told, words
from designer.model.figures import Answer, Figure, Verdict, missing, total, within

WITHOUT_FANS: Final = "rule heat that a rear door takes without its fans"
DoorState = Literal["runs", "open", "off", "lost"]


class DoorThen(NamedTuple):
    """What becomes of the rear door of a rack: it runs, or perhaps; has no power, or is lost.

    Attributes
    ----------
    because
        What leaves open whether it runs.
    """

    state: DoorState
    because: tuple[str, ...] = ()

    @property
    def refs(self) -> tuple[str, ...]:
        """What leaves open how much of the heat it takes."""
        return (*self.because, WITHOUT_FANS)


RUNS: Final = DoorThen("runs")
OFF: Final = DoorThen("off")
GONE: Final = DoorThen("lost")


@dataclass(frozen=True)
class DoorsThen:
    """The rear doors that do not run after a loss, or may not.

    Attributes
    ----------
    off
        What becomes of the doors of racks by contents, where they lack power, or may.
    lost
        Ids of the racks whose door is lost itself.
    """

    off: Mapping[RackCore, DoorThen] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()

    def of(self, core: RackCore, keys: Sequence[str]) -> Iterator[tuple[DoorThen, list[str]]]:
        """Yield racks of the same contents by what becomes of their doors."""
        gone = [key for key in keys if key in self.lost] if self.lost else []
        if gone:
            yield GONE, gone
        left = [key for key in keys if key not in self.lost] if gone else list(keys)
        if left:
            yield self.off.get(core, RUNS), left

    def runs(
        self, keys: Mapping[RackCore, Sequence[str]]
    ) -> tuple[tuple[RackCore, DoorThen, int, int], ...]:
        """Return racks by what becomes of their doors, as runs to add up.

        Of those that hold the same in the same order, one after the other: what they share, what
        becomes of their doors, how many racks of each contents that is, and of how many contents.
        """
        if not (self.off or self.lost):
            every_one = runs_of((core, len(every)) for core, every in keys.items())
            return tuple((core, RUNS, racks, times) for core, racks, times in every_one)
        found: list[tuple[RackCore, DoorThen, int, int]] = []
        last: tuple[RackCore, DoorThen, int] | None = None
        for core, every in keys.items():
            for then, number in self._numbers(core, every):
                if last is not None and last[0] is core.by_order and last[1:] == (then, number):
                    found[-1] = (*last, found[-1][3] + 1)
                else:
                    last = core.by_order, then, number
                    found.append((*last, 1))
        return tuple(found)

    def _numbers(self, core: RackCore, keys: Sequence[str]) -> Iterator[tuple[DoorThen, int]]:
        gone = sum(key in self.lost for key in keys) if self.lost else 0
        if gone:
            yield GONE, gone
        if len(keys) > gone:
            yield self.off.get(core, RUNS), len(keys) - gone

    def not_running(self, facts: Facts) -> Iterator[tuple[RackCore, DoorThen, list[str]]]:
        """Yield the racks whose door does not run, or may not, by contents and what became of it.

        Of racks with a door that takes nothing nobody misses it.
        """
        if self.off or self.lost:
            for core, every in self._may_stop(facts):
                for then, keys in self.of(core, every):
                    if then.state != "runs":
                        yield core, then, keys

    def _may_stop(self, facts: Facts) -> Iterator[tuple[RackCore, list[str]]]:
        """Yield the contents of racks among which a door may not run."""
        contents, every = facts[CONTENTS], with_doors(facts)
        if self.off:
            yield from ((core, keys) for core, keys, _ in every)
            return
        stopped = {contents.cores.get(key) for key in self.lost}
        place = contents.once(
            "doors by contents", lambda: {c: at for at, (c, _, _) in enumerate(every)}
        )
        for at in sorted(place[core] for core in stopped if core in place):
            yield every[at][:2]

    def touch(self, core: RackCore, keys: Sequence[str]) -> bool:
        """Return whether the door of any of some racks does not run, or may not."""
        return core in self.off or (bool(self.lost) and not self.lost.isdisjoint(keys))


ALL_RUN: Final = DoorsThen()


def with_doors(facts: Facts) -> tuple[tuple[RackCore, list[str], Unit], ...]:
    """Return the contents of racks with a rear door that takes heat: their ids, and the door."""
    return facts[CONTENTS].once("with doors", lambda: tuple(_with_doors(facts)))


def _with_doors(facts: Facts) -> Iterator[tuple[RackCore, list[str], Unit]]:
    for core, keys in facts[CONTENTS].keys_by_core.items():
        shared = core.by_order
        door = shared.once("rear door that takes heat", partial(_door_of, facts, shared))
        if door is not None:
            yield core, keys, door


def _door_of(facts: Facts, core: RackCore) -> Unit | None:
    door = core.filled.door
    if door is None or core[COOLING].door.high <= 0:
        return None
    held = core.filled.wiring.filling.held
    item = next((at for at, one in enumerate(held) if one.part == door.id), None)
    return None if item is None else unit_of(facts, core, item)


def doors_without(facts: Facts, at: int, lost: frozenset[str]) -> DoorsThen:
    """Return the doors that do not run without the feeds of an entry of `taken_together`.

    Of a rack that goes dark as a whole no heat is left to take.
    """
    gone = frozenset(where for where, part in facts.site.units_lost if _is_door(facts, part))
    stopped = _not_running(
        facts, lambda door: door.runs_without[at], _stopped_by(facts).get(at, ())
    )
    off = {core: then for core, then in stopped.items() if not all_dark(core, lost)}
    return DoorsThen(off, gone) if off or gone else ALL_RUN


def doors_after(facts: Facts, at: int) -> DoorsThen:
    """Return the same for an entry of the losses that the policy of the site asks about.

    These count racks in full, also those that go down with the feeds: rules of feeds tell of them.
    """
    off = _not_running(facts, lambda door: door.runs[at], _racks_by_door(facts))
    return DoorsThen(off) if off else ALL_RUN


def _racks_by_door(facts: Facts) -> dict[int, tuple[Unit, list[tuple[int, RackCore]]]]:
    """Return each door with the contents behind it, and their places among all with a door.

    Racks that hold the same in the same order share their door.
    """

    def found() -> dict[int, tuple[Unit, list[tuple[int, RackCore]]]]:
        doors: dict[int, tuple[Unit, list[tuple[int, RackCore]]]] = {}
        for place, (core, _, door) in enumerate(with_doors(facts)):
            doors.setdefault(id(door), (door, []))[1].append((place, core))
        return doors

    return facts[CONTENTS].once("racks by door", found)


def _stopped_by(facts: Facts) -> dict[int, list[int]]:
    """Return the doors that each entry of `taken_together` stops, or may."""

    def found() -> dict[int, list[int]]:
        doors: dict[int, list[int]] = {}
        for key, (door, _) in _racks_by_door(facts).items():
            for at in door.stopped:
                doors.setdefault(at, []).append(key)
        return doors

    return facts[CONTENTS].once("doors by loss", found)


def _not_running(
    facts: Facts, runs: Callable[[Unit], Verdict], asked: Iterable[int]
) -> dict[RackCore, DoorThen]:
    """Return what becomes of the doors that a loss stops, or may, by contents of their racks.

    Parameters
    ----------
    asked
        The doors that it may stop (`_racks_by_door`).
    """
    doors = _racks_by_door(facts)
    off: list[tuple[int, RackCore, DoorThen]] = []
    for key in asked:
        door, racks = doors[key]
        then = _then(door, runs(door))
        if then is not RUNS:
            off += [(place, core, then) for place, core in racks]
    off.sort(key=itemgetter(0))
    return {core: then for _, core, then in off}


def _is_door(facts: Facts, part_id: str) -> bool:
    part = facts.catalog.get(part_id)
    return part is not None and part.traits.is_rear_door


def _then(door: Unit, runs: Verdict) -> DoorThen:
    """Return what becomes of a door; of one that hangs on no feed (P26) nothing that is new."""
    if runs.answer == "yes" or not door.powered:
        return RUNS
    return OFF if runs.answer == "no" else DoorThen("open", runs.because)


def all_dark(core: RackCore, lost: frozenset[str]) -> bool:
    """Return whether nothing of a rack runs without some feeds."""
    feeds = core.read(FEEDS)
    outcome = feeds.outcomes.get(lost) if feeds is not None else None
    return outcome is not None and outcome.all_dark


def kept(core: RackCore, door: DoorThen, name: Literal["door", "door_flow"]) -> Figure:
    """Return what of its heat, or of its water, a door takes then."""
    figure: Figure = getattr(core[COOLING], name)
    if door.state == "runs":
        return figure
    return figure.times(0) if door.state == "lost" else figure.perhaps_none(door.refs)


def to_the_room(core: RackCore, door: DoorThen) -> Figure:
    """Return the heat that a rack gives to the room then."""
    cooling = core[COOLING]
    if door.state == "runs":
        return cooling.room
    if door.state == "lost":
        return cooling.air
    moved = cooling.room + cooling.door.perhaps_none(door.refs)
    return moved.clipped(most=cooling.air.high)


def answer_of_rack(core: RackCore, door: DoorThen, runs: Answer, site: Assumptions) -> Answer:
    """Return whether a rack keeps cool by itself: with its door, or by the room's air."""
    if door.state == "runs" or runs == "no":
        return "yes"
    band = strongest_as_it_stands(site)
    if band is None:
        return "open"
    end = band_end(band)
    found = "yes" if end is None else within(to_the_room(core, door), end).answer
    return "open" if found == "no" and (runs == "open" or door.state == "open") else found


def words_of_rack(heat: Figure, site: Assumptions) -> str:
    """Return a rack's heat in air then, beside what the room's air takes of one rack."""
    band = strongest_as_it_stands(site)
    gives = f"a rack gives {told(heat, 'heat')} to the room's air"
    if band is None:
        return f"{gives}, and no band says what that takes of one"
    end, name = band_end(band), band.name.lower()
    return f"{gives}, and {name} {'has no fixed limit' if end is None else f'takes {words(end)}'}"


@dataclass(frozen=True)
class WithoutDoor:
    """Racks whose rear door does not run after a loss.

    Attributes
    ----------
    sure, perhaps
        Their ids: for certain, and those of which it cannot be said.
    answer
        Whether the room's air takes the heat of each of them.
    text
        What the worst of them gives to it, in words; empty of none.
    warm
        Those of which it does not, or perhaps, by contents.
    """

    sure: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    answer: Answer = "yes"
    text: str = ""
    warm: tuple[tuple[RackCore, Answer, tuple[str, ...]], ...] = ()


NONE_WITHOUT: Final = WithoutDoor()


def without_door(
    facts: Facts, doors: DoorsThen, runs_on: Callable[[RackCore], Answer]
) -> WithoutDoor:
    """Return the racks whose rear door does not run after a loss, as far as they run themselves."""
    sure: list[str] = []
    perhaps: list[str] = []
    worst: tuple[Answer, float, str] = "yes", -1.0, ""
    warm = []
    # Racks that hold the same in the same order fare alike.
    known: dict[tuple[RackCore, DoorThen], tuple[Answer, Answer, Figure]] = {}
    for core, then, keys in doors.not_running(facts):
        shared = core.by_order, then
        if shared not in known:
            runs = runs_on(core)
            answer = answer_of_rack(core, then, runs, facts.site)
            known[shared] = runs, answer, to_the_room(core, then)
        runs, answer, heat = known[shared]
        if runs == "no":
            continue
        (perhaps if then.state == "open" else sure).extend(keys)
        if answer != "yes":
            warm.append((core, answer, tuple(keys)))
        rank = _GRAVITY.index(answer), heat.high
        if rank > (_GRAVITY.index(worst[0]), worst[1]):
            worst = answer, heat.high, words_of_rack(heat, facts.site)
    return WithoutDoor(tuple(sure), tuple(perhaps), worst[0], worst[2], tuple(warm))


_GRAVITY: Final[tuple[Answer, ...]] = ("yes", "open", "no")


class DoorsAlike(NamedTuple):
    """Rear doors of a part on racks of as many GPUs that fare alike without theirs.

    Attributes
    ----------
    racks
        Ids of the racks by contents.
    """

    part: str
    racks: tuple[tuple[RackCore, tuple[str, ...]], ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Ids of all of these racks."""
        return tuple(key for _, keys in self.racks for key in keys)

    def spanning(self, given: Callable[[RackCore], Figure]) -> Figure:
        """Return what each of these racks gives, with bounds around all where they differ."""
        each = {(one.low, one.high): one for core, _ in self.racks for one in (given(core),)}
        found = tuple(each.values())
        return found[0] if len(found) == 1 else spanning(found)

    def by(self, answer: Callable[[RackCore], Answer]) -> Iterator["DoorsAlike"]:
        """Yield the same apart by an answer."""
        found: dict[Answer, list[tuple[RackCore, tuple[str, ...]]]] = {}
        for core, keys in self.racks:
            found.setdefault(answer(core), []).append((core, keys))
        yield from (DoorsAlike(self.part, tuple(racks)) for racks in found.values())


def doors_alike(facts: Facts) -> tuple[DoorsAlike, ...]:
    """Return the rear doors, those on racks of as many GPUs that fare alike without one together.

    Racks that differ by a device would each be a loss of its own: a list of hundreds.
    """
    found: dict[tuple[object, ...], list[tuple[RackCore, tuple[str, ...]]]] = {}
    for core, keys, door in with_doors(facts):
        shared = core.by_order
        sort = shared.once("sort of a door's rack", partial(_sort, shared, facts.site))
        found.setdefault((door.part, *sort), []).append((core, tuple(keys)))
    return tuple(DoorsAlike(str(sort[0]), tuple(racks)) for sort, racks in found.items())


def _sort(core: RackCore, site: Assumptions) -> tuple[object, ...]:
    gpus = gpus_of(core)
    return gpus.low, gpus.high, answer_of_rack(core, GONE, "yes", site)


def gpus_of(core: RackCore) -> Figure:
    """Return the GPUs in a rack."""
    shared = core.by_order
    return shared.once("gpus of a rack", partial(_gpus_of, shared))


def _gpus_of(core: RackCore) -> Figure:
    return total(
        (
            *(gpu_figure(part) for part in core.filled.all_parts),
            *(missing(lost_ref(part)).times(number) for part, number in core.filled.lost.items()),
        )
    )
