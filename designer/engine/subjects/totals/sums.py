"""Sums over all racks: columns of the catalogue's figures times how many of each part stand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from designer.catalog.part_bounds import CABLED, EDP
from designer.engine.part_sums import sums_over
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.space.space import SPACE
from designer.model.figures import Figure, missing, repeated_in_turn, total

_POWER: Final = {
    "max": "power_max_w",
    "cabled": CABLED,
    "peak": "power_peak_w",
    "typical": "power_typical_w",
    "idle": "power_idle_w",
    "edp": EDP,
}
_STANDING: Final = {"mass": "mass_kg", "gpus": "gpus", "nodes": "nodes"}


@dataclass(frozen=True)
class Sums:
    """Sums over all racks.

    Attributes
    ----------
    figures
        `max`, `cabled`, `peak`, `typical`, `idle`, `edp` in kW, `mass` in kg, `gpus`, `nodes`.
    """

    figures: Mapping[str, Figure]

    def __getitem__(self, name: str) -> Figure:
        return self.figures[name]


SUMS: Key[Sums] = Key("sums")


def mean_power(facts: Facts) -> Figure:
    """Return the mean IT power of a year: `idle + u · (typical − idle)`.

    What does not work is not switched off: power between idle and busy is linear in utilisation
    (X. Fan, W.-D. Weber, L. A. Barroso, "Power Provisioning for a Warehouse-sized Computer", ISCA
    2007; Cloud Carbon Footprint, methodology, Appendix III). An idle power that nobody states lies
    between 0 and the typical one, so that the upper end is that of a year at typical power.
    """
    utilisation = facts.design.site.utilisation
    idle, typical = facts[SUMS]["idle"], facts[SUMS]["typical"]
    # What counts for no hour of the year leaves nothing open.
    if utilisation == 0:
        return idle
    if utilisation == 1:
        return typical
    return typical.times(utilisation) + idle.times(1 - utilisation)


def design_sums(facts: Facts) -> Sums:
    """Return the sums over everything that stands on the floor."""
    counts, parts = facts[CONTENTS].counts, facts.site.figures
    standing = sums_over(parts, _STANDING.values(), _in_the_hall(facts), counts.lost)
    if facts[CONTENTS].optics or facts[CONTENTS].with_converters:
        power = {name: _of_racks(facts, f"{name}_kw") for name in _POWER}
    else:
        drawn = sums_over(parts, _POWER.values(), counts.consumers, counts.lost_in_racks)
        power = {name: drawn[figure].times(0.001, "kW") for name, figure in _POWER.items()}
    found = {name: standing[figure] for name, figure in _STANDING.items()}
    added = _cables_and_coolant(facts)
    if added.high:
        found["mass"] = total((found["mass"], added), "kg")
    return Sums(power | found)


def _in_the_hall(facts: Facts) -> Counter[str]:
    """Return what stands there by part, without plant outdoors: no mass of that is summed."""
    counts = facts[CONTENTS].counts.parts
    outdoors = {
        part_id for part_id in counts
        if (part := facts.catalog.get(part_id)) is not None and part.traits.stands_outdoors
    }  # fmt: skip
    if not outdoors:
        return counts
    return Counter({key: number for key, number in counts.items() if key not in outdoors})


def _of_racks(facts: Facts, name: str) -> Figure:
    """Return the sum of a power over racks: that of switches is not the same in all of them."""
    found = []
    for core, number, times in facts[CONTENTS].runs:
        if core.is_rack:
            power = core.read(POWER)
            one = missing("rule power of a rack", "kW") if power is None else getattr(power, name)
            found.append((one, number, times))
    return repeated_in_turn(found, "kW")


def _cables_and_coolant(facts: Facts) -> Figure:
    """Return what is in racks beside parts."""
    runs: list[tuple[Figure, int, int]] = []
    for core, number in facts[CONTENTS].plain_numbers.items():
        figure = core.once("added kg", partial(_added_kg, core))
        if runs and runs[-1][0] is figure and runs[-1][1] == number:
            runs[-1] = figure, number, runs[-1][2] + 1
        else:
            runs.append((figure, number, 1))
    return repeated_in_turn(runs, "kg")


def _added_kg(core: RackCore) -> Figure:
    """Return it of one rack: the same object where racks that hold the same in order have it."""
    space = core.read(SPACE)
    found = (
        missing("rule mass of cables and coolant", "kg") if space is None else space.mass.added_kg
    )
    return core.by_order.once(("added kg", found), lambda: found)
