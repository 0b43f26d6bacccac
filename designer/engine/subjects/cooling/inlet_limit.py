"""The warmest air that a part takes at the altitude of the site.

Parts state a limit in °C, and not whether it is that of a class or how it falls in thin air: above
900 m it lies between what is stated and what the steepest published slope leaves of it.
"""

from math import inf
from typing import Final

from designer.catalog.part import Part
from designer.engine.subjects.cooling.air_classes import most_derate_k
from designer.model.figures import Figure, exact, missing

LEAST_C: Final = -60.0
"""No part has a lower limit: the end of the range that designs and parts may state."""


def highest_inlet(part: Part, altitude_m: float) -> Figure:
    """Return the highest inlet temperature of a part; open where nobody states how it derates.

    Where nobody states it, the entry may bound it: by the classes as which equipment is sold.
    """
    stated_c, ref = part.inlet_max_c, f"{part.id}.inlet_max_c"
    fall = most_derate_k(altitude_m)
    if stated_c is None:
        looked = part.unpublished_of("inlet_max_c")
        if looked is None or looked.low is None:
            return missing(ref, "°C", LEAST_C)
        lowest = exact(LEAST_C, "°C")
        if fall is not None:
            coolest = exact(looked.low, "°C").minus(exact(fall, "°C"))
            lowest = coolest.clipped(least=LEAST_C)
        least = lowest.low
        return missing(ref, "°C", least, inf if looked.high is None else looked.high)
    if fall == 0:
        return exact(stated_c, "°C", ref)
    least = LEAST_C if fall is None else max(LEAST_C, stated_c - fall)
    return missing(f"{part.id}.inlet_derate", "°C", least, stated_c).rest_on(ref)
