"""Sums over all racks, as numpy columns weighted by the number of racks of each filling."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.power.power import POWER
from designer.engine.subjects.space.space import SPACE

_COLUMNS = ("max", "peak", "typical", "idle", "mass")


@dataclass(frozen=True)
class Sums:
    """Sums over all racks, kW and kg. None: nothing is known of it. `partial`: not all is."""

    known: Mapping[str, float | None]
    partial: frozenset[str]

    def __getitem__(self, name: str) -> float | None:
        return self.known[name]


SUMS: Key[Sums] = Key("sums")


def design_sums(facts: Facts) -> Sums:
    """Return the sums over the racks of a design."""
    return sums_of(facts[CONTENTS].numbers)


def sums_of(cores: Mapping[RackCore, int]) -> Sums:
    """Return the sums of the columns over all racks."""
    if not cores:
        return Sums(dict.fromkeys(_COLUMNS, 0.0), frozenset())
    rows = np.array([_row(core) for core in cores], dtype=float)
    counts = np.fromiter(cores.values(), dtype=float, count=len(cores))
    known = ~np.isnan(rows)
    totals = counts @ np.where(known, rows, 0.0)
    # A CDU or an empty rack draws nothing for certain: that alone does not make a sum known.
    drawing = np.array([core.filled.powered != () for core in cores])[:, np.newaxis]
    weighs = np.array([name == "mass" for name in _COLUMNS])
    matters = drawing | weighs
    some = (known & matters).any(axis=0) | ~matters.any(axis=0)
    every = known.all(axis=0)
    values = {name: float(totals[at]) if some[at] else None for at, name in enumerate(_COLUMNS)}
    partial = {name for at, name in enumerate(_COLUMNS) if some[at] and not every[at]}
    return Sums(values, frozenset(partial))


def _row(core: RackCore) -> tuple[float | None, ...]:
    power = core[POWER]
    return (
        power.max_kw, power.peak_kw, power.typical_kw, power.idle_kw, core[SPACE].mass_kg,
    )  # fmt: skip
