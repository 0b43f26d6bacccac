"""The limits of a rack's cooling: of its heat in air, and of its heat in liquid."""

from collections.abc import Iterator
from typing import Final

from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.reasons import NameOf, because
from designer.engine.subject import Filling
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, within
from designer.model.measured import fields_of

FILLS_UP: Final = ("cooling", "cooling-liquid")


def cooling_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack's heat uses of what takes it: air and liquid by themselves."""
    cooling = filling[COOLING]
    name_of = filling.name_of
    if cooling.tank.high > 0:
        yield _limit(cooling.name, cooling.tank, cooling, name_of)
        return
    if cooling.needs_door:
        yield _without_door(cooling, name_of)
    elif cooling.air_method:
        limit = _limit(cooling.air_name, cooling.air, cooling, name_of)
        yield _perhaps_without_door(limit, cooling, "it asks for a rear door", name_of)
    if cooling.liquid.high > 0:
        yield Limit(
            name="cooling-liquid", label="Cooling, cold plates", group="liquid", unit="kW",
            state="ok",
            text=f"{words(cooling.liquid)}; no fixed limit, the loop's units decide",
            source="coolant distribution and flow decide",
            **fields_of({"used": cooling.liquid}),
        )  # fmt: skip


def _without_door(cooling: Cooling, name_of: NameOf) -> Limit:
    """Return the limit of a rack that needs a door: its heat in air against the room's air.

    It is never ok, as C22 finds the missing door, or cannot say that there is heat for one.
    """
    label, needed = "Cooling, needs a rear door", "none hangs, so the room's air takes it"
    if cooling.room_end is None:
        limit = Limit(
            name="cooling", label=label, group="cooling", unit="kW", state="warning",
            text=f"{words(cooling.air)}; {needed}", source=cooling.room_source,
            **fields_of({"used": cooling.air}),
        )  # fmt: skip
    else:
        limit = limit_of(
            "cooling", label, cooling.air, cooling.room_end, name_of, group="cooling",
            source=cooling.room_source,
        )  # fmt: skip
        state = "warning" if limit.state == "ok" else limit.state
        limit = limit.evolve(state=state, text=f"{limit.text}; {needed}")
    return _perhaps_without_door(limit, cooling, "there is heat in air for it", name_of)


def _perhaps_without_door(limit: Limit, cooling: Cooling, asked: str, name_of: NameOf) -> Limit:
    """Return a limit that is unknown where it depends on whether a door is lacking."""
    if cooling.lacks_door != "open" or limit.state not in ("ok", "warning"):
        return limit
    reason = because([gap.ref for gap in cooling.air.gaps[:2]], name_of)
    text = f"{limit.text}; whether {asked} cannot be said, because {reason}"
    return limit.evolve(state="unknown", text=text)


def _limit(method: str, heat: Figure, cooling: Cooling, name_of: NameOf) -> Limit:
    small = f"{method[:1].lower()}{method[1:]}"
    label = f"Cooling, {small}"
    end = cooling.capacity
    if end is None:
        return Limit(
            name="cooling", label=label, group="cooling", unit="kW", state="ok",
            text=f"{words(heat)}; no fixed limit", source=cooling.source,
            **fields_of({"used": heat}),
        )  # fmt: skip
    limit = limit_of("cooling", label, heat, end, name_of, group="cooling", source=cooling.source)
    if cooling.warn_kw is None or limit.state in ("error", "unknown"):
        return limit
    planned = within(heat, exact(cooling.warn_kw, "kW"))
    if planned.answer == "yes":
        return limit
    text = f"{limit.text}; most sources plan with {cooling.warn_kw:g} kW"
    if planned.answer == "no":
        return limit.evolve(state="warning", text=text)
    reason = because(planned.because, name_of)
    return limit.evolve(state="unknown", text=f"{text}; cannot be said, because {reason}")
