"""The power of a rack: what its parts draw together, in four figures."""

from dataclasses import dataclass

from designer.engine.filling import POWER_FIGURES, Filled
from designer.engine.subject import Key


@dataclass(frozen=True)
class Power:
    """The four power figures of a rack in kW: sums over what is known, None if nothing is."""

    max_kw: float | None
    peak_kw: float | None
    typical_kw: float | None
    idle_kw: float | None
    unknown: tuple[tuple[str, str], ...]
    partial: bool


POWER: Key[Power] = Key("power")


def power_of(filled: Filled) -> Power:
    """Return the power of a filling; cooling units are the building's share, not the rack's."""
    if filled.is_floor_unit:
        return Power(0.0, 0.0, 0.0, 0.0, (), partial=False)
    sums: list[float | None] = []
    unknown: list[tuple[str, str]] = []
    partial = False
    for name in POWER_FIGURES:
        values = [(part.id, getattr(part, name)) for _, part in filled.powered]
        known = [value for _, value in values if value is not None]
        lacking = dict.fromkeys(part for part, value in values if value is None)
        unknown += [(part, name) for part in lacking]
        partial = partial or bool(known and lacking) or (name == "power_max_w" and bool(lacking))
        sums.append(sum(known) / 1000 if known or not values else None)
    return Power(sums[0], sums[1], sums[2], sums[3], tuple(unknown), partial)
