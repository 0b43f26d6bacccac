"""Whether a medium reaches each cable: as the schedule, the sums and a drag tell it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR, UNKNOWN
from designer.engine.subjects.cables.media import Media

Places = NDArray[np.intp]

REACHED: Final = "reached"
FAR: Final = "too far"
MAY_NOT: Final = "may not reach"
STATES: Final = {UNKNOWN: "none known", TOO_FAR: FAR, MISFIT: "does not fit"}


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
