"""The power of a rack: what its parts draw together, in four figures."""

from dataclasses import dataclass

from designer.catalog.part_bounds import CABLED, EDP, PartFigures
from designer.engine.filling import POWER_FIGURES, Filled
from designer.engine.part_sums import sums_over
from designer.engine.results import Key
from designer.model.figures import Figure, exact


@dataclass(frozen=True)
class Power:
    """The four power figures of a rack in kW, what it draws as cabled, and its swings.

    Attributes
    ----------
    cabled_kw
        Its maximum, but of switches what they draw in use with the modules of their cables.
    edp_kw
        Its peak of milliseconds: what GPUs that start together draw at once.
    step_kw
        The step between idle and the maximum, which training takes 0.2 to 3 times a second.
    """

    max_kw: Figure
    cabled_kw: Figure
    peak_kw: Figure
    typical_kw: Figure
    idle_kw: Figure
    edp_kw: Figure
    step_kw: Figure


POWER: Key[Power] = Key("power")


def power_of(filled: Filled, figures: PartFigures) -> Power:
    """Return the power of a filling; cooling units are the building's share, not the rack's."""
    if filled.is_floor_unit:
        nothing = exact(0.0, "kW")
        return Power(*[nothing] * 7)

    names = (*POWER_FIGURES, EDP, CABLED)
    watts = sums_over(figures, names, filled.consumers, filled.lost)
    highest, peak, typical, idle, edp, cabled = (watts[name].times(0.001, "kW") for name in names)
    return Power(highest, cabled, peak, typical, idle, edp, step_of(highest, idle))


def step_of(highest: Figure, idle: Figure) -> Figure:
    """Return the step from idle to the maximum, kW; never below 0."""
    return highest.minus(idle).clipped(0.0)
