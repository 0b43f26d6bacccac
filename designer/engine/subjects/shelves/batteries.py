"""Battery shelves on the bus bar of a rack: what they give, and for how long at its load.

    seconds = what they give for their stated time / load

A shelf that is stated to give 33 kW for 90 s gives 20 kW for 240 s (OCP HPR battery shelf, Rev
0.5): at less than its rating it gives at least as much energy, and nobody states how much more.
"""

from collections import Counter
from dataclasses import dataclass
from math import inf

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, may_be
from designer.catalog.part import Part
from designer.model.figures import Figure, exact, missing, product, stated, total, within
from designer.wiring.power_rack import RackWiring


@dataclass(frozen=True)
class Batteries:
    """The battery shelves of a rack.

    Attributes
    ----------
    called
        What they are, in words.
    given_kw
        What they give together.
    lasts_s
        For how long at the highest load of the bus bar, at least; none where it is more than they
        give.
    """

    called: str
    given_kw: Figure
    lasts_s: Figure


def batteries_of(wiring: RackWiring, load_kw: Figure) -> Batteries | None:
    """Return the battery shelves among what a rack holds; None without one.

    What no catalogue has may be one more.
    """
    held = [part for part in wiring.parts if part is not None and part.traits.backs_bus]
    if not held:
        return None
    lost = (wiring.filling.held[item].lost for item in wiring.lost)
    more = [lost_ref(one.part) for one in lost if may_be(one, _backs_bus)]
    given = total((*map(_given, held), *(missing(ref, "kW") for ref in more)), "kW")
    stored = total(
        (
            *(product(_given(part), _minutes(part), "kW·s") for part in held),
            *(missing(ref, "kW·s") for ref in more),
        ),
        "kW·s",
    )
    answer = within(load_kw, given).answer
    lasts = stored.per(load_kw, "s") if load_kw.high > 0 else missing("rule empty bus bar", "s")
    least = missing("rule what a battery gives at less than its rating", "s", lasts.low, inf)
    named = Counter(part.name or part.id for part in held)
    return Batteries(
        ", ".join(f"{number} × {name}" for name, number in named.items()), given,
        exact(0.0, "s") if answer == "no" else least if answer == "yes"
        else least.perhaps_none(gap.ref for gap in (*load_kw.gaps, *given.gaps)),
    )  # fmt: skip


def _backs_bus(kind: Kind) -> bool:
    return kind.backs_bus


def _given(part: Part) -> Figure:
    return stated(part.ups.rated_kw if part.ups else None, f"{part.id}.ups.rated_kw", "kW")


def _minutes(part: Part) -> Figure:
    minutes = part.ups.battery_minutes if part.ups else None
    return stated(minutes, f"{part.id}.ups.battery_minutes", "min").times(60, "s")
