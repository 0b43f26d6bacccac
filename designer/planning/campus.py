"""A site of several halls: each as a single hall is, with networks and supplies of its own.

Where one room, its feeds or three tiers of switches do not hold what is asked, halls stand side by
side, alike but for the last. No network is invented between them: each hall is an island, as
SuperPODs in buildings of a campus are, and the note says so.
"""

from collections.abc import Callable, Iterator
from math import ceil, sqrt
from typing import Final

from designer.catalog.catalog import Catalog
from designer.model.design import Design, Hall, Loop
from designer.model.plural import plural
from designer.wiring.coolant_units import standing_units

ROAD_MM: Final = 12_000
"""Between halls and around them: a lane for lorries and fire engines beside two service strips."""


def in_halls(units: int, per_hall: int, catalog: Catalog, build: Callable[[int], Design]) -> Design:
    """Return the design of so many units: one room where it holds them, else a site of halls.

    Parameters
    ----------
    build
        Returns a hall of so many units, laid out.
    """
    if units <= per_hall:
        return build(units)
    full, rest = divmod(units, per_hall)
    first = build(per_hall)
    halls = [first] * full + ([build(rest)] if rest else [])
    return _site(halls, catalog, name=f"{first.name.rpartition(', ')[0]}, {units} SU")


def _site(halls: list[Design], catalog: Catalog, name: str) -> Design:
    """Return halls side by side on one ground, with roads between."""
    first, digits = halls[0], max(2, len(str(len(halls))))
    wide, deep = first.room.size_mm()
    across = min(len(halls), max(1, round(sqrt(len(halls) * (deep + ROAD_MM) / (wide + ROAD_MM)))))
    ground = (
        ROAD_MM + across * (wide + ROAD_MM),
        ROAD_MM + ceil(len(halls) / across) * (deep + ROAD_MM),
    )
    parts = []
    for at, hall in enumerate(halls):
        x = ROAD_MM + at % across * (wide + ROAD_MM)
        y = ROAD_MM + at // across * (deep + ROAD_MM)
        parts.append(_standing(hall, f"H{at + 1:0{digits}d}", (x, y), catalog))
    return first.evolve(
        name=name,
        note=_note(halls),
        room=first.room.evolve(
            name="Site", outline=((0, 0), (ground[0], 0), ground, (0, ground[1]))
        ),
        **{field: tuple(_sorted(parts, field)) for field in _FIELDS},
    )


_FIELDS: Final = ("halls", "power", "rows", "assemblies", "racks", "fabrics", "trays", "loops")


def _sorted(parts: list[Design], field: str) -> Iterator[object]:
    """Yield the records of all halls by id; what is the whole site's stands there once."""
    records = {record.id: record for part in parts for record in getattr(part, field)}
    yield from (records[key] for key in sorted(records))


def _note(halls: list[Design]) -> str:
    """Return what the notes of the halls say, and what they are to each other."""
    full, last = halls[0].note, halls[-1].note
    words = f"{plural(len(halls), 'hall')}, each with networks, feeds and cooling of its own. "
    words += "No network joins them: a run on more GPUs than a hall holds needs one that is not "
    words += f"drawn. Roads of {ROAD_MM // 1000} m between halls are assumed. "
    if last == full:
        return f"{words}Each hall: {full}"
    return f"{words}Each hall but the last: {full} The last hall: {last}"


def _standing(hall: Design, key: str, at: tuple[int, int], catalog: Catalog) -> Design:
    """Return a hall at its place on the ground, all that is its own named after it."""
    x, y = at
    inside = {fabric.id for fabric in hall.fabrics if fabric.kind == "nvlink"}

    def own(name: str) -> str:
        return f"{key}-{name}" if name and name not in inside else name

    def moved(corners: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        return tuple((cx + x, cy + y) for cx, cy in corners)

    placed = hall.evolve(
        halls=(Hall(id=key, name=f"Hall {key[1:]}", outline=moved(hall.room.outline)),),
        power=tuple(
            node.evolve(id=own(node.id), name=f"Feed {own(node.id)}") for node in hall.power
        ),
        rows=tuple(
            row.evolve(
                id=own(row.id), name=own(row.name), x_mm=row.x_mm + x, y_mm=row.y_mm + y
            )
            for row in hall.rows
        ),
        assemblies=tuple(
            it.evolve(
                id=own(it.id),
                name=f"{key}: {it.name}",
                slots=tuple(
                    slot.evolve(fabric=own(slot.fabric), feed=own(slot.feed)) for slot in it.slots
                ),
            )
            for it in hall.assemblies
        ),
        racks=tuple(
            rack.evolve(
                id=own(rack.id), name=own(rack.name), x_mm=rack.x_mm + x, y_mm=rack.y_mm + y,
                row=own(rack.row), assembly=own(rack.assembly), feeds=tuple(map(own, rack.feeds)),
            )
            for rack in hall.racks
        ),
        fabrics=tuple(
            it if it.id in inside else it.evolve(id=own(it.id), name=f"{key} {it.name}", hall=key)
            for it in hall.fabrics
        ),
        trays=tuple(
            tray.evolve(id=own(tray.id), name=own(tray.name), corners=moved(tray.corners))
            for tray in hall.trays
        ),
    )  # fmt: skip
    units = tuple(sorted(standing_units(placed, catalog).units))
    if not units:
        return placed
    racks = tuple(row.id for row in placed.rows)
    return placed.evolve(
        loops=(Loop(id=own("loop"), name=f"Loop {key}", units=units, racks=racks),)
    )
