"""Whether a medium reaches each cable: as the schedule, the sums and a drag tell it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.reasons import OPEN_WORDS
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR, UNKNOWN
from designer.engine.subjects.cables.media import Media

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

REACHED: Final = "reached"
FAR: Final = "too far"
MAY_NOT: Final = "may not reach"
OPEN: Final = OPEN_WORDS
STATES: Final = {UNKNOWN: "none known", TOO_FAR: FAR, MISFIT: "does not fit"}


def open_reach(media: Media) -> Flags:
    """Return of which cables nobody knows whether what is chosen for them reaches.

    They follow no tray, so that their length has no upper end; or nobody states how far it reaches.
    """
    found, start = [np.empty(0, dtype=bool)], 0
    for chosen in media.fabrics:
        unstated = np.array([*(option.reach_m is None for option in chosen.options), False])
        off = media.routing.off_trays[start : start + len(chosen.ends)]
        found.append((off | unstated[np.maximum(chosen.choice, -1)]) & (chosen.choice >= 0))
        start += len(chosen.ends)
    return np.concatenate(found)


def overreached(media: Media) -> tuple[Places, Places]:
    """Return the cables whose pinned part is too short for them, and those of which it may be.

    Both by their numbers: the shortest that a cable can be is beyond its part, or the likely one.
    """
    surely, perhaps, start = [], [], 0
    low, likely, _ = media.routing.metres
    for chosen in media.fabrics:
        for at in chosen.pinned:
            code = int(chosen.choice[at])
            reach = chosen.options[code].reach_m if code >= 0 else None
            if reach is None:
                continue
            if low[start + at] > reach + _SLIGHT_M:
                surely.append(start + at)
            elif likely[start + at] > reach + _SLIGHT_M:
                perhaps.append(start + at)
        start += len(chosen.ends)
    return np.array(surely, dtype=np.intp), np.array(perhaps, dtype=np.intp)


_SLIGHT_M: Final = 1e-9
