"""Rules of a rack's cooling: bands, doors, containment (OCP; vendor guides)."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING

CONTAINMENT_FROM_KW = 10.0
"""Above 10 kW a rack without containment draws its own exhaust: planning rule DRC-C14."""

_IN_ROOM = ("room-air", "in-row")


def heat_within_the_band(facts: Facts) -> Iterator[Finding]:
    """C01: a rack's heat is within what its method handles."""
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        cooling, heat = core[COOLING], core[COOLING].air_kw + core[COOLING].liquid_kw
        if cooling.capacity_kw is not None and heat > cooling.capacity_kw:
            yield Finding(
                "C01", "error", f"{cooling.method}:beyond", racks,
                f"{core.summary}: {heat:.1f} kW, {cooling.name} ends at "
                f"{cooling.capacity_kw:g} kW",
                "Spread the devices over more racks, or choose a stronger method.",
                heat - cooling.capacity_kw,
            )  # fmt: skip
        elif cooling.warn_kw is not None and heat > cooling.warn_kw:
            yield Finding(
                "C01", "warning", cooling.method, racks,
                f"{core.summary}: {heat:.1f} kW with {cooling.name}, most sources plan "
                f"with {cooling.warn_kw:g} kW" + (
                    f" and none beyond {cooling.capacity_kw:g} kW" if cooling.capacity_kw else ""
                ),
                "Have the vendor confirm the rack profile, or use a rear door.",
                heat - cooling.warn_kw,
            )  # fmt: skip


def rear_doors_hang_where_needed(facts: Facts) -> Iterator[Finding]:
    """C12: a rack whose heat asks for a rear door has one."""
    for core, racks in facts[CONTENTS].racks_having(COOLING):
        if core[COOLING].method == "rear-door" and core.filled.door is None:
            heat = core[COOLING].air_kw
            yield Finding(
                "C12", "warning", "no-door", racks,
                f"{core.summary}: {heat:.1f} kW ask for a rear door, and none hangs",
                "Place a rear door on the rack, or decide its cooling by hand if the vendor "
                "stands for the rack profile in contained air.",
                heat,
            )  # fmt: skip


def containment_above_ten_kilowatts(facts: Facts) -> Iterator[Finding]:
    """C14: racks above 10 kW that the room's air cools stand in contained aisles."""
    if facts.site.containment != "none":
        return
    hot = {
        core: keys
        for core, keys in facts[CONTENTS].racks_having(COOLING)
        if core[COOLING].method in _IN_ROOM and core[COOLING].air_kw > CONTAINMENT_FROM_KW
    }
    if hot:
        racks = tuple(key for keys in hot.values() for key in keys)
        most = max(core[COOLING].air_kw for core in hot)
        yield Finding(
            "C14", "warning", "containment", racks,
            f"{len(racks)} rack{'' if len(racks) == 1 else 's'} of up to {most:.1f} kW "
            "in aisles without containment",
            "Contain the cold or the hot aisle, and close empty units with blanking panels.",
        )  # fmt: skip
