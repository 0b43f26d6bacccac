"""Rules of tiles: what feet put on them."""

from collections.abc import Iterator
from functools import partial

from designer.engine.findings import Finding
from designer.engine.limit import beside
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.feet import TILES, foot_kg
from designer.engine.subjects.floor.judged import Asked, judged
from designer.engine.subjects.space.space import SPACE
from designer.model.figures import Figure, exact, within
from designer.model.plural import plural
from designer.model.some_names import some


def tiles_carry_the_feet(facts: Facts) -> Iterator[Finding]:
    """F05: no foot, and no feet of one tile together, put more on it than it carries."""
    if facts.design.room.tile_load_kg is None:
        return
    rating = exact(facts.design.room.tile_load_kg, "kg", "room.tile_load_kg")
    yield from _single_feet(facts, rating)
    yield from _several_feet(facts, rating)


def _single_feet(facts: Facts, rating: Figure) -> Iterator[Finding]:
    for core, keys in facts[CONTENTS].keys_by_core.items():
        space = core.read(SPACE)
        if space is None:
            continue
        asked = Asked(
            "F05", "error", f"foot:{core.cause}", tuple(keys),
            partial(_too_much, core.called),
            "Fill the rack less, or state a stronger tile in Design settings › Room.",
            f"whether a tile carries one foot of {core.called}",
        )  # fmt: skip
        yield from judged(facts, foot_kg(space.mass_kg), rating, asked)


def _too_much(called: str, puts: str, carried: str) -> str:
    return f"{called}: up to {puts} kg on one foot, a tile carries {carried} kg"


def _several_feet(facts: Facts, rating: Figure) -> Iterator[Finding]:
    """Yield tiles on which several feet stand that would be fine alone."""
    names = {rack.id: rack.name or rack.id for rack in facts.design.racks}
    cores = facts[CONTENTS].cores
    too_much, unsure = [], []
    for stood in facts[TILES].values():
        each = [within(foot_kg(cores[key][SPACE].mass_kg), rating) for key in set(stood.feet)]
        if len(stood.feet) < 2 or any(one.answer != "yes" for one in each):
            continue
        verdict = within(stood.load, rating)
        if verdict.answer == "no":
            too_much.append(stood)
        elif verdict.answer == "open":
            unsure.append((stood, verdict.because))
    if too_much:
        worst = max(too_much, key=lambda stood: stood.load.low)
        puts, carried = beside(worst.load, rating)
        where = tuple(sorted({key for stood in too_much for key in stood.feet}))
        more = len(too_much) - 1
        on = f" (and {plural(more, 'more tile')})" if more else ""
        yield Finding(
            "F05", "error", "tile", where,
            f"{plural(len(worst.feet), 'foot', 'feet')} of "
            f"{some([names[key] for key in dict.fromkeys(worst.feet)])} put up to {puts} kg on one "
            f"tile, which carries {carried} kg{on}",
            "Move one of the racks by part of a tile, so that their feet stand on different ones.",
            worst.load.minus(rating).low,
        )  # fmt: skip
    if unsure:
        where = tuple(sorted({key for stood, _ in unsure for key in stood.feet}))
        yield cannot_be_said(
            "F05", "tile", where,
            f"whether tiles carry the feet of {some([names[key] for key in where])} together",
            unsure[0][1], facts.name_of,
        )  # fmt: skip
