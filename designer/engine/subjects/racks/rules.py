"""Rules of mass: on the rack's rating, and on its share of the floor."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.report import Limit
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.floor.aisles import AISLES
from designer.engine.subjects.racks.rack import finish
from designer.engine.subjects.space.space import SPACE


def mass_within_the_rack(facts: Facts) -> Iterator[Finding]:
    """F02: the filled rack is within its static rating."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        limit = limit_of(facts, core, "mass")
        if limit and limit.state == "error" and limit.used and limit.limit:
            yield Finding(
                "F02", "error", core.cause, racks,
                f"{core.summary}: {limit.used:,.0f} kg, the rack carries {limit.limit:,.0f} kg",
                "Take a device out, or choose a rack with a higher static rating.",
                limit.used - limit.limit,
            )  # fmt: skip


def floor_carries_the_rack(facts: Facts) -> Iterator[Finding]:
    """F04: the load on a rack's share of the floor is within the room's limit."""
    room_limit = facts.site.floor_limit_kpa
    if room_limit is None:
        return
    for core, racks in facts[CONTENTS].keys_by_core.items():
        for (front, rear), fields in core.finished.items():
            load = fields["floor_load_kpa"]
            if load is None or load <= room_limit:
                continue
            here = tuple(key for key in racks if _stands(facts, key, front, rear))
            if here:
                yield Finding(
                    "F04", "error", core.cause, here,
                    f"{core.summary}: {load:.1f} kPa on its share of the floor, limit "
                    f"{room_limit:g} kPa",
                    "Widen the aisles, spread the load with a plinth, or fill the rack less.",
                    load - room_limit,
                )  # fmt: skip


def _stands(facts: Facts, key: str, front: float, rear: float) -> bool:
    aisles = facts[AISLES][key]
    return (
        min(aisles.front_mm, facts.site.cold_aisle_mm) == front
        and min(aisles.rear_mm, facts.site.hot_aisle_mm) == rear
    )


def limit_of(facts: Facts, core: RackCore, name: str) -> Limit | None:
    """Return a limit of a filling, on any place that it stands."""
    fields = next(iter(core.finished.values()), None)
    if fields is None:
        aisles = (facts.site.cold_aisle_mm, facts.site.hot_aisle_mm)
        fields = finish(core, *aisles, facts.site, facts.contents_work)
    limits: tuple[Limit, ...] = fields["limits"]
    return next((limit for limit in limits if limit.name == name), None)
