"""What takes the heat in air: which method, where it ends, and what a rear door takes of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.engine.assumptions import AIR_METHODS, Assumptions, Band
from designer.engine.filling import Filled
from designer.model.cooling_words import METHOD_SHORT_NAMES
from designer.model.figure_cases import lowest, room_to_next
from designer.model.figure_words import words
from designer.model.figures import Figure, Gap, exact, merged, missing

BY_HAND: Final = "decided by hand for this rack"


def air_method_of(filled: Filled, air: Figure, site: Assumptions) -> tuple[str, str]:
    """Return what takes the heat in air, and why it is this method.

    What hangs there decides, or a person; without it, the simplest method that sources plan with
    for this heat, or where none does, the strongest that reaches it at all: so that a rack which
    grows never goes back to a weaker method.
    """
    if air.high <= 0:
        return "", ""
    decided = filled.contents.cooling
    if decided in AIR_METHODS:
        return decided, BY_HAND
    if filled.door is not None:
        return "rear-door", f"{filled.door.name} hangs on the rack"
    if filled.lost_doors:
        return "rear-door", f"a door hangs on the rack; {not_in_catalogue(filled.lost_doors[0])}"
    # What is not known is judged by the limit, not by the method.
    heat = air.likely
    said = f"{heat:.1f} kW" if air.exact else words(air)
    every = [band for name in AIR_METHODS if (band := site.band(name)) is not None]
    bands = allowed_bands(site)
    method, why = _by_bands(bands, heat, said)
    if len(bands) < len(every):
        first, _ = _by_bands(every, heat, said)
        if first != method:
            why += f"; the site allows no {METHOD_SHORT_NAMES[first]}"
    return method, why


def allowed_bands(site: Assumptions) -> list[Band]:
    """Return the bands of air that the site allows, from the weakest; all where it allows none."""
    every = [band for name in AIR_METHODS if (band := site.band(name)) is not None]
    return [band for band in every if site.allows(band.method)] or every


def _by_bands(bands: Sequence[Band], heat: float, said: str) -> tuple[str, str]:
    for band in bands:
        if band.warn_kw is None or heat < band.warn_kw:
            return band.method, _holds(band, heat, said)
    for band in reversed(bands):
        if band.error_kw is None or heat <= band.error_kw:
            return band.method, _holds(band, heat, said)
    if not bands:
        return "", "the catalogue states no cooling bands"
    last = bands[-1]
    return last.method, f"{said} is beyond every air method; {last.name} ends highest"


def _holds(band: Band, heat_kw: float, said: str) -> str:
    if band.error_kw is None:
        return f"{band.name}: no fixed limit"
    if band.warn_kw is not None and heat_kw < band.warn_kw:
        return f"{said}: {band.name.lower()}, planned with up to {band.warn_kw:g} kW"
    return (
        f"{said}: {band.name.lower()} reaches {band.error_kw:g} kW, but most sources "
        f"plan with {band.warn_kw:g} kW"
    )


def method_name(method: str, band: Band | None) -> str:
    """Return what people call a method."""
    return band.name if band else method.replace("-", " ")


def band_end(band: Band | None) -> Figure | None:
    """Return where a band ends; None where no fixed figure holds."""
    if band is None or band.error_kw is None:
        return None
    return exact(band.error_kw, "kW", f"rule {band.name}")


def air_limits(door: Part | None, band: Band | None) -> tuple[float | None, Figure | None, str]:
    """Return where the air method warns and ends; a door's own rating goes before its band."""
    if door is not None:
        rated = capacity_of(door)
        warn = band.warn_kw if band and not rated.exact else None
        return warn, rated, rating_words("door", door)
    if band is None:
        return None, None, ""
    return band.warn_kw, band_end(band), band.source


def strongest_of_room(site: Assumptions) -> Band | None:
    """Return the strongest method that takes heat with the room's air."""
    rooms = [band for name in ("in-row", "room-air") if (band := site.band(name)) is not None]
    return next((band for band in rooms if site.allows(band.method)), next(iter(rooms), None))


def strongest_as_it_stands(site: Assumptions) -> Band | None:
    """Return the strongest method of the room's air as it is: contained air where aisles are."""
    rooms = [band for name in ("in-row", "room-air") if (band := site.band(name)) is not None]
    fitting = [band for band in rooms if site.containment != "none" or not band.contained]
    return next(iter(fitting), None)


def headroom_of(air: Figure, end: Figure | None, site: Assumptions, *, by_bands: bool) -> Figure:
    """Return how much more heat in air a rack takes before another method is asked for.

    Parameters
    ----------
    end
        Where the air method ends, if it is not left to the bands.
    by_bands
        Whether the bands choose the method: then it is the way to the next of their steps.
    """
    to_end = None if end is None else end.minus(air).clipped(0.0)
    steps = band_steps(site)
    if not by_bands or not steps:
        return missing("rule cooling method", "kW") if to_end is None else to_end
    return room_to_next(air, steps)


def band_steps(site: Assumptions) -> tuple[float, ...]:
    """Return the heat at which the bands ask for the next method, and where the last ends."""
    bands = allowed_bands(site)
    steps = [band.warn_kw for band in bands if band.warn_kw is not None]
    ends = [band.error_kw for band in bands if band.error_kw is not None]
    return tuple(sorted({*steps, *ends[-1:]}))


def next_method(air: Figure, site: Assumptions) -> str:
    """Return the method that the bands ask for beyond the one they choose; empty if none."""
    bands = allowed_bands(site)
    for at, band in enumerate(bands):
        if band.warn_kw is not None and air.likely < band.warn_kw:
            return bands[at + 1].method if at + 1 < len(bands) else ""
    return ""


def end_as_it_grows(methods: Iterable[str], site: Assumptions) -> Figure | None:
    """Return where the room's air ends for a rack whose method the bands choose as it grows.

    None where that is the end of its method: no stronger one of the room follows.

    Parameters
    ----------
    methods
        What takes its heat, if that is as low, as likely and as high as it may be.
    """
    room = strongest_of_room(site)
    weaker = room is not None and any(m == "room-air" and m != room.method for m in methods)
    return band_end(room) if weaker else None


def capacity_of(unit: Part) -> Figure:
    """Return what a door or tank is rated for."""
    rated = unit.cooling.capacity_kw if unit.cooling else None
    ref = f"{unit.id}.cooling.capacity_kw"
    return missing(ref, "kW") if rated is None else exact(rated, "kW", ref)


def rating_words(word: str, unit: Part) -> str:
    """Return what the limit of a door or tank rests on."""
    condition = unit.cooling.condition if unit.cooling else ""
    return f"rating of the {word}{f' at {condition}' if condition else ''}"


def end_between(weaker: Figure, stronger: Figure | None, air: Figure) -> Figure | None:
    """Return where the air method ends, if the heat leaves open which one it is."""
    if stronger is None:
        return None
    low, high = sorted((weaker.low, stronger.high))
    end = Figure(low, high, None, "kW", 0.0, (*weaker.basis, *stronger.basis))
    return replace(end, gaps=merged(Gap(gap.ref, end.width) for gap in air.gaps))


def through_door(air: Figure, capacity: Figure, least: Figure) -> tuple[Figure, Figure]:
    """Return the heat in air that a door takes, and that it leaves to the room.

    Parameters
    ----------
    capacity
        What the door takes.
    least
        What it leaves at least, however much it takes: of air as cold as its water.
    """
    if capacity.unknown:
        ref = capacity.basis[0]
        return missing(ref, "kW", 0.0, air.high), missing(ref, "kW", 0.0, air.high)
    if least.high > 0:
        capacity = lowest((capacity, air.minus(least).clipped(0.0)))
    if capacity.exact:
        return air.clipped(most=capacity.high), air.minus(capacity).clipped(0.0)
    return lowest((air, capacity)), air.minus(capacity).clipped(0.0, air.high)
