"""The power of a rack: what its parts draw together, in four figures."""

from dataclasses import dataclass

from designer.catalog.part_bounds import PartFigures
from designer.engine.filling import POWER_FIGURES, Filled
from designer.engine.part_sums import sums_over
from designer.engine.results import Key
from designer.model.figures import Figure, exact


@dataclass(frozen=True)
class Power:
    """The four power figures of a rack in kW."""

    max_kw: Figure
    peak_kw: Figure
    typical_kw: Figure
    idle_kw: Figure


POWER: Key[Power] = Key("power")


def power_of(filled: Filled, figures: PartFigures) -> Power:
    """Return the power of a filling; cooling units are the building's share, not the rack's."""
    if filled.is_floor_unit:
        nothing = exact(0.0, "kW")
        return Power(nothing, nothing, nothing, nothing)

    watts = sums_over(figures, POWER_FIGURES, filled.consumers, filled.lost)
    highest, peak, typical, idle = (watts[name].times(0.001, "kW") for name in POWER_FIGURES)
    return Power(highest, peak, typical, idle)
