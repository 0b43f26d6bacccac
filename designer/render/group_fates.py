"""What a group of racks on the one-line says while something is lost in thought. No Qt."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Literal

from designer.engine.power_report import GRAVITY
from designer.render.fate import PARTLY_DARK, FateState
from designer.render.one_line_words import Said
from designer.render.what_if import WhatIf

_GROUPED: Final[tuple[tuple[FateState | Literal["part dark"], str], ...]] = (
    ("dark", "without power"), ("part dark", "part dark"), ("short", "short"),
    ("overloaded", "overloaded"), ("warm", "warm"), ("cut", "cut off"), ("rail", "lose a rail"),
    ("open", "cannot be said"), ("tight", "nearly full"),
    ("carries", "carry on"),
)  # fmt: skip


def group_after(said: Said, racks: Iterable[str], shown: WhatIf) -> Said:
    """Return what a group of racks on the one-line says of itself with what becomes of its racks.

    A group whose racks all fare alike says so already.
    """
    fates = [fate for key in racks if (fate := shown.fates.get(key))]
    states = Counter("part dark" if fate is PARTLY_DARK else fate.state for fate in fates)
    told = [f"{states[state]} {words}" for state, words in _GROUPED if states[state]]
    if said.mark or not told or set(states) <= {"carries"}:
        return said
    state = max((one.severity for one in fates), key=GRAVITY.index)
    return replace(said, value=", ".join(told), note="", short="", state=state)
