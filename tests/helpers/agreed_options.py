"""What cables take that share cages, in plain Python: the cheapest that all of them can."""

from designer.engine.subjects.cables.choosing import MISFIT, UNKNOWN
from designer.wiring.cable_media import Option

NEARLY = 1e-9


def agreed(
    alone: dict[int, int],
    offers: dict[int, tuple[Option, ...]],
    parts: dict[int, str],
    metres: float,
) -> dict[int, int]:
    """Return what cables that share cages take, by number: the cheapest that all of them can.

    Parameters
    ----------
    alone
        What each would take alone, a place among its options, or why there is none.
    parts
        Those that a person chose.
    metres
        The longest of them.
    """
    rows = [at for at, place in alone.items() if place >= 0]
    if len({spoken(offers[at][alone[at]]) for at in rows}) < 2:
        return alone

    def common(of: list[int], reaches: bool) -> dict[int, int]:
        may = []
        for at in of:
            fit = [(n, o) for n, o in enumerate(offers[at])
                   if at not in parts or parts[at] in [part.id for part in o.parts]]  # fmt: skip
            if reaches and at not in parts:
                fit = [(n, o) for n, o in fit
                       if o.reach_m is not None and o.reach_m >= metres - NEARLY] or [
                    (n, o) for n, o in fit if o.reach_m is None
                ]  # fmt: skip
            may.append({spoken(o): (n, o.price) for n, o in reversed(fit)})
        shared = set.intersection(*map(set, may)) if may else set()
        if not shared:
            return {}

        def cost(one: tuple[object, ...]) -> tuple[bool, float, str]:
            prices = [its[one][1] for its in may]
            return (any(p.value is None for p in prices), sum(p.low for p in prices), str(one))

        best = min(shared, key=cost)
        return {at: its[best][0] for at, its in zip(of, may, strict=True)}

    found = common(rows, reaches=True)
    if found:
        return alone | found
    plain = [at for at in rows if at not in parts]
    of_plain = common(plain, reaches=True)
    by_hand = dict.fromkeys((at for at in rows if at in parts), MISFIT)
    if common(rows, reaches=False):
        by_hand = {at: alone[at] for at in by_hand}
    return alone | dict.fromkeys(plain, UNKNOWN) | of_plain | by_hand


def spoken(option: Option) -> tuple[object, ...]:
    """Return what has to be alike in a cage."""
    for module in option.modules:
        if module is not None and module.cable is not None:
            return (module.cable.optics, module.cable.rate_gbps, module.cable.fibre, option.split)
    return (option.cable.id,)
