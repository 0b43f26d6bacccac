"""How many more cooling units a hall asks for, so that one of them may be lost."""

from collections.abc import Sequence
from math import inf

from designer.catalog.catalog import Catalog
from designer.engine.remedy import Remedy, RemedyAction
from designer.engine.spare_units import further
from designer.engine.subjects.facility.units import Shared
from designer.model.figure_cases import planned


def more_units(
    action: RemedyAction, shared: Sequence[Shared], catalog: Catalog, loop: str = ""
) -> Remedy | None:
    """Return how many more units carry heat and flow with the largest unit lost.

    More of the smallest that stands; where none does, the loads that are to be carried. None where
    a unit is in no catalogue, or states too little to say how many more of it are enough.

    Parameters
    ----------
    shared
        Heat, and the flow that takes it, which the same units carry.
    """
    heat, flow = shared
    loads = [planned(one.load) for one in shared]
    if not heat.capacities and not flow.capacities:
        return Remedy(action=action, kw=loads[0], flow=loads[1], loop=loop)
    if heat.because or flow.because:
        return None
    each = dict(zip(heat.parts, heat.capacities, strict=True))
    part = min(each, key=lambda one: (each[one].low, one))
    moved = dict(zip(flow.parts, flow.capacities, strict=True))
    lacking = [
        further(load, [figure.low for figure in one.capacities], capacity.low)
        for load, one, capacity in zip(loads, shared, (each[part], moved[part]), strict=True)
    ]
    if catalog.get(part) is None or inf in lacking or max(lacking) < 1:
        return None
    return Remedy(
        action=action, part=part, number=int(max(lacking)), kw=loads[0], flow=loads[1], loop=loop
    )
