"""How far the supply air of a rack is below the warmest that its parts take (ASHRAE TC 9.9).

Rule C04 asks whether it suits them; here is by how much, for each filling of a rack. Whose limit
nobody states leaves the margin open below; a site that states no supply air has none.
"""

from dataclasses import dataclass
from typing import Any

from designer.catalog.lost_parts import lost_ref
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled
from designer.engine.results import Key
from designer.engine.subject import Filling
from designer.engine.subjects.cooling.inlet_limit import LEAST_C, highest_inlet
from designer.model.figure_cases import lowest
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of


@dataclass(frozen=True)
class Inlet:
    """The margin of a rack, K; None where nothing in it breathes, or there is none to tell."""

    margin: Figure | None


INLET: Key[Inlet] = Key("inlet")


def inlet_of(filling: Filling) -> Inlet:
    """Return the margin of one filling."""
    return Inlet(margin_of(filling.filled, filling.site))


def fields(inlet: Inlet) -> dict[str, Any]:
    """Return the margin as a rack's report holds it."""
    return {} if inlet.margin is None else fields_of({"inlet_margin_k": inlet.margin})


def margin_of(filled: Filled, site: Assumptions) -> Figure | None:
    """Return the lowest limit of the parts that air cools, less the site's supply air."""
    supply = site.supply_air_c
    parts = {
        part.id: part
        for _, part in filled.powered
        if part.liquid_fraction is None or part.liquid_fraction < 1
    }
    if supply is None or not (parts or filled.missing):
        return None
    limits = [highest_inlet(part, site.altitude_m) for part in parts.values()]
    limits += [missing(lost_ref(part), "°C", LEAST_C) for part in filled.missing]
    margin = lowest(limits).minus(exact(supply, "°C", "site.supply_air_c"))
    return margin.times(1, "K")
