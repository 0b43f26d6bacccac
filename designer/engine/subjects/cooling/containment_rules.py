"""The rule of containment: racks that ask for it stand in aisles that it closes (C14)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.containment import (
    end_without_containment,
    rests_on_containment,
    surely_rests_on_containment,
)
from designer.engine.subjects.cooling.cooling import COOLING, Cooling
from designer.engine.subjects.floor.aisles import AISLES
from designer.model.figure_cases import highest
from designer.model.figure_words import told, words
from designer.model.figures import Figure, exact, within
from designer.model.plural import plural

CONTAINMENT_FROM_KW = 10.0
"""Above 10 kW a rack without containment draws its own exhaust: planning rule DRC-C14."""

_IN_ROOM: Final = ("room-air", "in-row")
_NOTHING, _CONTAINMENT, _BEYOND = range(3)
"""What a rack that no containment encloses is found for: beyond the end of the room's air too."""


@dataclass(frozen=True)
class _Asking:
    """Racks of one filling that no containment encloses.

    Attributes
    ----------
    least, most
        What they are found for whatever their heat may be, and at most.
    end
        Where the room's air ends for them; None where their method asks for no containment.
    """

    core: RackCore
    racks: tuple[str, ...]
    least: int
    most: int
    end: Figure | None

    @property
    def heat(self) -> Figure:
        """Their heat in air."""
        return self.core[COOLING].air


def containment_where_air_needs_it(facts: Facts) -> Iterator[Finding]:
    """C14: racks above 10 kW, or whose method asks for it, that air cools are in contained aisles.

    Where the room has containment, the aisles that the floor draws say which racks it encloses;
    where it has none, it encloses no rack.
    """
    aisles, everywhere = facts[AISLES], facts.site.containment == "none"
    sizes = {} if everywhere else {k: a.contained_on for k, a in aisles.items() if a.contained_on}
    bare = {key for key, one in aisles.items() if not one.contained and key not in sizes}
    if not (bare or sizes or everywhere):
        return
    asking: list[_Asking] = []
    perhaps: list[_Asking] = []
    for core, all_keys in facts[CONTENTS].racks_having(COOLING):
        keys = all_keys if everywhere else tuple(key for key in all_keys if key in bare)
        unsure = tuple(key for key in all_keys if key in sizes)
        if not (keys or unsure):
            continue
        least, most, end = _found_for(core, facts)
        if most > _NOTHING and keys:
            asking.append(_Asking(core, keys, least, most, end))
        if most > _NOTHING and unsure:
            perhaps.append(_Asking(core, unsure, least, most, end))
    yield from _for_certain(asking, facts)
    yield from _left_open_by_heat(asking, facts)
    yield from _left_open_by_sizes(perhaps, sizes, facts)


def _found_for(core: RackCore, facts: Facts) -> tuple[int, int, Figure | None]:
    """Return what a rack in the open is found for, least and most, and where its air ends."""
    cooling, site = core[COOLING], facts.site
    hot = within(cooling.air, exact(CONTAINMENT_FROM_KW, "kW")).answer
    if core.filled.rack_part is None:
        # What is in no catalogue may be a tank.
        return _NOTHING, _NOTHING if hot == "yes" else _CONTAINMENT, None
    end = end_without_containment(cooling, site)
    past = "yes" if end is None else within(cooling.air, end).answer
    least = most = _NOTHING
    if _is_by_air(cooling, cooling.weakest):
        rests = surely_rests_on_containment(cooling, core.filled, site)
        if rests or hot == "no":
            least = _CONTAINMENT
        if rests and past == "no":
            least = _BEYOND
    if _is_by_air(cooling, cooling.strongest):
        rests = cooling.air.high > 0 and rests_on_containment(cooling, cooling.strongest, site)
        if rests or hot != "yes":
            most = _CONTAINMENT
        if rests and past != "yes":
            most = _BEYOND
    return least, most, end


def _is_by_air(cooling: Cooling, method: str) -> bool:
    return method in _IN_ROOM or (method == "rear-door" and cooling.lacks_door != "no")


def _for_certain(asking: list[_Asking], facts: Facts) -> Iterator[Finding]:
    """Yield what is said of racks that no containment encloses.

    What rests on containment falls back on the room's air, and beyond its end that is an error.
    """
    containment = facts.site.containment
    cause, place, action = (
        "open-aisle",
        f"at aisles that the room's {containment} aisle containment does not close",
        "Turn or move racks so that fronts face fronts across the aisle, and contain it.",
    )
    if containment == "none":
        cause, place, action = (
            "containment",
            "in aisles without containment",
            "Contain the cold or the hot aisles between rows that face each other (settings of the "
            "room), or hang rear doors; close empty units with blanking panels.",
        )
    for least, ending in ((_CONTAINMENT, ""), (_BEYOND, ":beyond")):
        group = [one for one in asking if one.least == least]
        if group:
            racks = tuple(key for one in group for key in one.racks)
            most, end = highest([one.heat for one in group]), group[0].end
            past = f"; the room's air ends at {words(end, 0)}" if ending and end else ""
            yield Finding(
                "C14", "error" if ending else "warning", cause + ending, racks,
                f"{plural(len(racks), 'rack')} of up to {words(most)} {place}{past}",
                action, most.low,
                remedy=Remedy(action="contain-aisles") if containment == "none" else None,
            )  # fmt: skip


def _left_open_by_heat(asking: list[_Asking], facts: Facts) -> Iterator[Finding]:
    """Yield where heat that is not known leaves open whether, or how much, a rack asks for it."""
    for one in asking:
        if one.least == one.most:
            continue
        cause, asked = "containment", "whether it needs containment"
        if one.least > _NOTHING and one.end is not None:
            cause = "containment:beyond"
            asked = f"whether the room's air, which ends at {words(one.end, 0)}, takes it"
        yield cannot_be_said(
            "C14", cause, one.racks,
            f"{one.core.called}: {told(one.heat, 'amount')} of heat in air: {asked}",
            (gap.ref for gap in one.heat.gaps[:2]), facts.name_of,
        )  # fmt: skip


def _left_open_by_sizes(
    perhaps: list[_Asking], sizes: dict[str, tuple[str, ...]], facts: Facts
) -> Iterator[Finding]:
    """Yield where sizes that nobody states leave open whether a rack is contained."""
    for one in perhaps:
        refs = tuple(dict.fromkeys(ref for key in one.racks for ref in sizes[key]))
        if one.least == _NOTHING:
            refs = (*refs[:1], *(gap.ref for gap in one.heat.gaps[:1]))
        yield cannot_be_said(
            "C14", "aisle", one.racks,
            f"{one.core.called}: {told(one.heat, 'amount')} of heat in air: whether containment "
            "closes its aisle", dict.fromkeys(refs[:2]), facts.name_of,
        )  # fmt: skip
