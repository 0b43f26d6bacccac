"""The limit of a rack's heat in air while its rear door does not run: that of the room's air."""

from collections.abc import Collection, Mapping
from typing import Final

from designer.engine.assumptions import Assumptions
from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.reasons import NameOf, because
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.cooling.air_methods import band_end, strongest_as_it_stands
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility.cooling_groups import WHAT_RUNS, runs_on
from designer.engine.subjects.facility.doors_off import (
    DoorState,
    DoorThen,
    answer_of_rack,
    doors_without,
    kept,
    to_the_room,
)
from designer.engine.together_report import DoorAfterLoss
from designer.model.figure_words import words
from designer.model.figures import Answer
from designer.model.measured import fields_of

_NAME: Final = "cooling"
"""Of the limit of the door, in place of which it stands."""
_REASONS: Final[Mapping[DoorState, str]] = {
    "lost": "its rear door is lost",
    "off": "its rear door has no power",
    "open": "its rear door has perhaps no power",
}


def limit_of_rack(
    core: RackCore, door: DoorThen, runs: Answer, site: Assumptions, name_of: NameOf
) -> Limit:
    """Return the limit of a rack's heat in air while its door does not run: that of the room's air.

    It stands in place of the limit of the door, and answers as `answer_of_rack` does.

    Parameters
    ----------
    runs
        Whether all of the rack runs on; `no` where nothing does.
    """
    heat, label = to_the_room(core, door), "Cooling, in the room's air"
    band = strongest_as_it_stands(site)
    if band is None:
        why = "cannot be said, because no band says what the room's air takes of one rack"
        return Limit(
            name=_NAME, label=label, group="cooling", unit="kW", state="unknown",
            text=f"{words(heat)}; {why}", **fields_of({"used": heat}),
        )  # fmt: skip
    end, source = band_end(band), f"{band.name}: {band.source}"
    if end is None:
        return Limit(
            name=_NAME, label=label, group="cooling", unit="kW", state="ok",
            text=f"{words(heat)}; no fixed limit", source=source, **fields_of({"used": heat}),
        )  # fmt: skip
    limit = limit_of(_NAME, label, heat, end, name_of, group="cooling", source=source)
    if limit.state == "error" and answer_of_rack(core, door, runs, site) != "no":
        open_on = door.refs if door.state == "open" else (WHAT_RUNS,)
        text = f"{limit.text}; cannot be said, because {because(open_on[:2], name_of)}"
        return limit.evolve(state="unknown", text=text)
    return limit


def limits_after(facts: Facts, racks: Collection[str]) -> tuple[DoorAfterLoss, ...]:
    """Return the limit of the heat in air of those of some racks whose door does not run then.

    Parameters
    ----------
    facts
        Those of a site that has one loss, and no other.
    """
    if not facts.site.taken_together:
        return ()  # Switches take no door.
    (lost,) = facts.site.taken_together
    band = strongest_as_it_stands(facts.site)
    method = "" if band is None else band.method
    found = []
    for core, then, keys in doors_without(facts, 0, lost).not_running(facts):
        looked_at = [key for key in keys if key in racks]
        runs = runs_on(core, lost)
        # A rack that is dark as a whole gives no heat.
        if looked_at and runs != "no":
            reason = _REASONS[then.state]
            limit = limit_of_rack(core, then, runs, facts.site, facts.name_of)
            cooling = core[COOLING]
            figures = {
                "air_kw": to_the_room(core, then),
                "liquid_kw": cooling.liquid + kept(core, then, "door"),
                "coolant_lpm": cooling.flow + kept(core, then, "door_flow"),
            }
            first = DoorAfterLoss(
                id="", limit=limit, method=method, reason=reason, **fields_of(figures)
            )
            found += [first.evolve(id=key) for key in looked_at]
    return tuple(found)
