"""The limits of a rack's cooling: of its heat in air, and of its heat in liquid."""

from collections.abc import Iterator

from designer.engine.reasons import because
from designer.engine.report import Limit, LimitState
from designer.engine.subject import Filling
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.model.figure_words import amount, words
from designer.model.figures import Figure, exact, within
from designer.model.measured import fields_of

NEAR = 0.9
"""From nine tenths of a limit on, a limit says so: no room for one more device of a usual rack."""


def cooling_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack's heat uses of what takes it: air and liquid by themselves."""
    cooling = filling[COOLING]
    names = {part.id: part.name or part.id for part in filling.filled.all_parts}
    if cooling.tank.high > 0:
        yield _limit("cooling", cooling.name, cooling.tank, cooling, names)
        return
    if cooling.air_method:
        yield _limit("cooling", cooling.air_name, cooling.air, cooling, names)
    if cooling.liquid.high > 0:
        yield Limit(
            name="cooling-liquid", label="Cooling, cold plates", unit="kW", state="ok",
            text=f"{words(cooling.liquid)}; no fixed limit, the loop's units decide",
            source="coolant distribution and flow decide",
            **fields_of({"used": cooling.liquid}),
        )  # fmt: skip


def _limit(name: str, method: str, heat: Figure, cooling: Cooling, names: dict[str, str]) -> Limit:
    label = f"Cooling, {method[:1].lower()}{method[1:]}"
    end = cooling.capacity
    if end is None:
        return Limit(
            name=name, label=label, unit="kW", state="ok",
            text=f"{words(heat)}; no fixed limit", source=cooling.source,
            **fields_of({"used": heat}),
        )  # fmt: skip
    state, text = _state(heat, end, cooling.warn_kw, names)
    return Limit(
        name=name, label=label, unit="kW", state=state, text=text, source=cooling.source,
        **fields_of({"used": heat, "limit": end}),
    )  # fmt: skip


def _state(
    heat: Figure, end: Figure, warn_kw: float | None, names: dict[str, str]
) -> tuple[LimitState, str]:
    """Return whether heat is within a method, and its words."""
    said = f"{amount(heat)} of {words(end)}"
    verdict = within(heat, end, NEAR)
    if verdict.answer == "open":
        reason = because(verdict.because, lambda part_id: names.get(part_id, part_id))
        return "unknown", f"{said}; cannot be said, because {reason}"
    if verdict.answer == "no":
        return "error", said
    if warn_kw is None:
        return "warning" if verdict.near else "ok", said
    planned = within(heat, exact(warn_kw, "kW"))
    if planned.answer == "yes":
        return "warning" if verdict.near else "ok", said
    text = f"{said}; most sources plan with {warn_kw:g} kW"
    if planned.answer == "open":
        reason = because(planned.because, lambda part_id: names.get(part_id, part_id))
        return "unknown", f"{text}; cannot be said, because {reason}"
    return "warning", text
