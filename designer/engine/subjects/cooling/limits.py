"""The limit of a rack's cooling method."""

from collections.abc import Iterator

from designer.engine.limit import amount_limit
from designer.engine.report import Limit
from designer.engine.subject import Filling
from designer.engine.subjects.cooling.cooling import COOLING, Cooling


def cooling_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack's heat uses of its cooling method."""
    if filling[COOLING].method:
        yield _cooling(filling[COOLING])


def _cooling(cooling: Cooling) -> Limit:
    label = f"Cooling, {cooling.name[:1].lower()}{cooling.name[1:]}"
    heat = cooling.air_kw + cooling.liquid_kw
    if cooling.capacity_kw is None:
        return Limit(
            name="cooling", label=label, used=heat, unit="kW", state="ok",
            text=f"{heat:.1f} kW; no fixed limit, the loop's units decide", source=cooling.source,
        )  # fmt: skip
    limit = amount_limit("cooling", label, heat, cooling.capacity_kw, "kW", cooling.source)
    if limit.state == "ok" and cooling.warn_kw is not None and heat > cooling.warn_kw:
        words = f"{limit.text}; most sources plan with {cooling.warn_kw:g} kW"
        return limit.evolve(state="warning", text=words)
    return limit
