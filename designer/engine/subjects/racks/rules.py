"""Rules of mass: on the rack's ratings, and on its share of the floor."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

from designer.engine.findings import Finding
from designer.engine.limit import beside
from designer.engine.reasons import NameOf, cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import Place, RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.racks.floor_share import floor_load
from designer.engine.subjects.racks.places import PLACES
from designer.engine.subjects.racks.rack import floor_limit
from designer.engine.subjects.space.space import SPACE, built_as_sold
from designer.model.figures import Figure, Verdict, within

_BY_A_FRAME: Final = "or accept it with a waiver that names the frame that spreads its load."
_SPREAD: Final = f"Move its neighbours away to widen the aisles, {_BY_A_FRAME}"
_LIGHTER: Final = f"Widen the aisles, fill the rack less, {_BY_A_FRAME}"


def mass_within_the_rack(facts: Facts) -> Iterator[Finding]:
    """F02: the filled rack is within its static rating; one as its maker sells it is."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        mass, rating = core[SPACE].mass_kg, core[SPACE].static_kg
        verdict = within(mass, rating)
        if verdict.answer == "no":
            stands, carried = beside(mass, rating)
            yield Finding(
                "F02", "error", core.cause, racks,
                f"{core.called}: {stands} kg, the rack carries {carried} kg",
                "Take a device out, or choose a rack with a higher static rating.",
                mass.minus(rating).low,
            )  # fmt: skip
        elif verdict.answer == "open" and not built_as_sold(core.filled):
            yield cannot_be_said(
                "F02", core.cause, racks, f"whether the rack carries {_what(core)}",
                verdict.because, facts.name_of,
            )  # fmt: skip


def rolled_filled(facts: Facts) -> Iterator[Finding]:
    """F03: a rack that is filled elsewhere is within what its casters may roll."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        mass, rating = core[SPACE].mass.rolled_kg, core[SPACE].dynamic_kg
        if rating is None:
            continue
        verdict = within(mass, rating)
        if verdict.answer == "no":
            stands, carried = beside(mass, rating)
            yield Finding(
                "F03", "warning", core.cause, racks,
                f"{core.called}: {stands} kg, the rack may be rolled with {carried} kg",
                "Fill the rack where it stands, or choose one with a higher dynamic rating.",
                mass.minus(rating).low,
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "F03", core.cause, racks, f"whether the rack may be rolled with {_what(core)}",
                verdict.because, facts.name_of,
            )  # fmt: skip


def _what(core: RackCore) -> str:
    return core.summary or "what is in it"


def floor_carries_the_rack(facts: Facts) -> Iterator[Finding]:
    """F04: the load on the share of floor of a rack or unit is within the room's limit."""
    limit, places = floor_limit(facts.site), facts[PLACES]
    every = (
        (core, keys, places)
        for core, keys in facts[CONTENTS].keys_by_core.items()
        if not core.stands_outdoors
    )
    found = facts.memory.each("F04", every, partial(_of_core, limit=limit, name_of=facts.name_of))
    yield from chain.from_iterable(found)


def _of_core(
    core: RackCore,
    keys: Sequence[str],
    places: Mapping[str, Place],
    limit: Figure,
    name_of: NameOf,
) -> tuple[Finding, ...]:
    """Return what is said of racks with the same contents."""
    found = []
    racks = tuple(keys) if core.read(SPACE) is not None else ()
    for here, load, verdict in _not_surely_carried(places, core, racks, limit):
        if verdict.answer == "no":
            stands, carried = beside(load, limit)
            told = Finding(
                "F04", "error", core.cause, here,
                f"{core.called}: {stands} kPa on its share of the floor, limit {carried} kPa",
                _LIGHTER if core.filled.contents.items else _SPREAD,
                load.minus(limit).low,
            )  # fmt: skip
        else:
            told = cannot_be_said(
                "F04", core.cause, here, f"whether the floor carries {_what(core)}",
                verdict.because, name_of,
            )  # fmt: skip
        found.append(told)
    return tuple(found)


def _not_surely_carried(
    places: Mapping[str, Place], core: RackCore, racks: Sequence[str], limit: Figure
) -> list[tuple[tuple[str, ...], Figure, Verdict]]:
    """Return racks of one filling that the floor does not surely carry, with load and verdict.

    Those that stand alike together, in the design's order: contents remember every place in which
    they ever stood, in the order of edits, and most are well within the limit.
    """
    found = []
    for place in core.finished:
        verdict = core.on_floor.get(place)
        if verdict is None:
            verdict = core.on_floor[place] = within(floor_load(core, place), limit)
        if verdict.answer == "yes":
            continue
        here = tuple(k for k in racks if places[k] == place)
        if here:
            found.append((here, floor_load(core, place), verdict))
    return sorted(found, key=lambda one: racks.index(one[0][0]))
