"""The rule of open units: what no device fills is closed, so that exhaust does not come back (C14).

How much warmer inlets get is published for single racks alone, and follows from none of what a
design states: the rule tells where it happens, and no figure of air is changed by it.
"""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.space.space import SPACE, sold_filled
from designer.model.figures import exact, total, within
from designer.model.plural import plural


def open_units_are_closed(facts: Facts) -> Iterator[Finding]:
    """C14: where the room states that open units are not closed, no rack that air cools has any.

    Units that panels close which are drawn are not open.
    """
    if facts.design.room.blanking != "no":
        return
    bare: list[str] = []
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        space, air = core.read(SPACE), core[COOLING].air
        if space is None or air.high <= 0 or sold_filled(core.filled):
            continue
        closed = space.u_used
        # Of a half-taken unit the other half is open, and so is what is reserved.
        if besides := space.panels - space.half_open - space.reserved:
            closed = total((closed, exact(besides, "U")), "U")
        full = within(space.u_total, closed)
        if full.answer == "yes":
            continue
        warm = within(air, exact(0.0, "kW"))
        if full.answer == "no" and warm.answer == "no":
            bare += racks
        else:
            yield cannot_be_said(
                "C14", f"blanking:{core.cause}", racks,
                f"{core.called}: whether exhaust comes back through open units",
                (*full.because, *warm.because)[:2], facts.name_of,
            )  # fmt: skip
    if bare:
        yield Finding(
            "C14", "warning", "blanking", tuple(bare),
            f"{plural(len(bare), 'rack')} with open units that no panels close: exhaust comes back "
            "to the inlets",
            "Close open units with blanking panels (Open units closed, in Design settings › Room), "
            "or fill them.",
            len(bare),
        )  # fmt: skip
