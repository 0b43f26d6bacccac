"""Sums over all racks: columns of the catalogue's figures times how many of each part stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from designer.engine.part_sums import sums_over
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figures import Figure

_POWER: Final = {
    "max": "power_max_w",
    "peak": "power_peak_w",
    "typical": "power_typical_w",
    "idle": "power_idle_w",
}
_STANDING: Final = {"mass": "mass_kg", "gpus": "gpus", "nodes": "nodes"}


@dataclass(frozen=True)
class Sums:
    """Sums over all racks.

    Attributes
    ----------
    figures
        `max`, `peak`, `typical`, `idle` in kW, `mass` in kg, `gpus`, `nodes`.
    """

    figures: Mapping[str, Figure]

    def __getitem__(self, name: str) -> Figure:
        return self.figures[name]


SUMS: Key[Sums] = Key("sums")


def design_sums(facts: Facts) -> Sums:
    """Return the sums over everything that stands on the floor."""
    counts, parts = facts[CONTENTS].counts, facts.site.figures
    drawn = sums_over(parts, _POWER.values(), counts.consumers, counts.lost_in_racks)
    standing = sums_over(parts, _STANDING.values(), counts.parts, counts.lost)
    power = {name: drawn[figure].times(0.001, "kW") for name, figure in _POWER.items()}
    return Sums(power | {name: standing[figure] for name, figure in _STANDING.items()})
