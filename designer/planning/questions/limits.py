"""Whether a laid-out design keeps what the answers allow: racks, feeds, room."""

from collections import Counter
from collections.abc import Iterator
from math import inf

from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack
from designer.model.figure_cases import highest
from designer.model.figures import exact, within
from designer.planning.hall import FEED_STEP_KW
from designer.planning.questions.answers import Feeds


def cooling_units_of(design: Design, catalog: Catalog) -> frozenset[str]:
    """Return the ids of what stands on the floor and cools it."""
    return frozenset(
        rack.id for rack in design.racks if catalog.require(rack.part).traits.is_cooling_unit
    )


def fullest_rack(design: Design, catalog: Catalog) -> tuple[str, float]:
    """Return what the rack that draws most is called, and its kW by the upper bound."""
    drawn = ((name, kw) for name, kw, _ in _fillings(design, catalog))
    return max(drawn, key=lambda one: one[1], default=("", 0.0))


def drawn_kw(design: Design, catalog: Catalog) -> float:
    """Return what feeds carry of all racks and cooling units at most, kW, by upper bounds."""
    units = cooling_units_of(design, catalog)
    parts = Counter(rack.part for rack in design.racks if rack.id in units)
    for held, number in _alike(design, catalog):
        parts.update({part: count * number for part, count in held.items()})
    return catalog.figures().sum("power_max_w", parts).times(1e-3, "kW").high


def _fillings(design: Design, catalog: Catalog) -> Iterator[tuple[str, float, int]]:
    """Yield name, highest kW and number of racks filled alike."""
    figures = catalog.figures()
    for parts, number in _alike(design, catalog):
        kw = figures.sum("power_max_w", parts).times(1e-3, "kW").high
        yield _called(parts, catalog), kw, number


def _alike(design: Design, catalog: Catalog) -> Iterator[tuple[Counter[str], int]]:
    """Yield the parts of racks filled alike, the rack itself with them, and their number."""
    units = cooling_units_of(design, catalog)
    held = {one.id: one for one in design.assemblies}
    alike = Counter((rack.part, rack.assembly) for rack in design.racks if rack.id not in units)
    for (part, assembly), number in alike.items():
        filled = held.get(assembly)
        yield Counter([part, *((slot.part for slot in filled.slots) if filled else ())]), number


def _called(parts: Counter[str], catalog: Catalog) -> str:
    """Return the parts that draw most of a rack, in words: `16 × QM9700`."""
    watts = catalog.figures()
    drawn = {part: watts.sum("power_max_w", {part: n}).high for part, n in parts.items()}
    most = sorted(drawn, key=lambda part: -drawn[part])[:2]
    named = [part for part in most if 2 * drawn[part] >= drawn[most[0]]]
    words = (
        f"{parts[part]} × {catalog.require(part).name}"
        if parts[part] > 1 or not catalog.require(part).traits.is_rack
        else catalog.require(part).name
        for part in named
    )
    return " and ".join(words)


def beyond_rack(design: Design, catalog: Catalog, most_kw: float) -> str:
    """Return in words how a rack is beyond what is allowed; empty where none is."""
    name, kw = fullest_rack(design, catalog)
    if within(exact(kw, "kW"), exact(most_kw, "kW")).answer == "yes":
        return ""
    if kw == inf:
        return f"nothing bounds what a rack of {name} draws, and {most_kw:g} kW are allowed"
    return f"a rack of {name} draws {kw:.1f} kW, and {most_kw:g} are allowed"


def on_feeds_of(design: Design, feeds: Feeds) -> Design:
    """Return the design on the room's own feeds, as many as it has supplies for."""
    return design.evolve(
        power=tuple(node.evolve(volts=feeds.volts, capacity_kw=feeds.kw) for node in design.power)
    )


def beyond_feeds(design: Design, catalog: Catalog, feeds: Feeds) -> str:
    """Return in words how the design is beyond its feeds, as `on_feeds_of` gave them.

    By the load of each, with all up and after the loss of another. Empty where it is not.
    """
    from designer.engine.subjects.feeds.room import room_power

    loads = room_power(design, catalog).loads
    highest_load = highest([one for load in loads for one in (load.normal, load.after)])
    needed = highest_load.high
    if needed <= feeds.kw:
        return ""
    given = f"{feeds.count} of {feeds.kw:,.0f} kW"
    if needed == inf:
        return f"nothing bounds what it draws; whether {given} carry it cannot be said"
    step = highest_load.in_steps(FEED_STEP_KW).high
    return (
        f"racks and cooling units draw up to {drawn_kw(design, catalog):,.0f} kW, for which "
        f"{len(loads)} feeds need {step:,.0f} kW each, as two carry it when one is lost; there are "
        f"{given}"
    )


def size_m(design: Design) -> tuple[float, float]:
    """Return width and depth of the room, m."""
    wide, deep = design.room.size_mm()
    return wide / 1000, deep / 1000


def set_into(design: Design, catalog: Catalog, room_m: tuple[float, float]) -> Design | None:
    """Return the design within a room, its rows amid it, units at its walls; None if too large.

    The longer side of the room lies along the rows or across them, whichever holds the design.
    """
    wide, deep = design.room.size_mm()
    for across_m, down_m in (room_m, room_m[::-1]):
        across, down = int(across_m * 1000), int(down_m * 1000)
        if wide <= across and deep <= down:
            return _amid(design, catalog, across, down)
    return None


def _amid(design: Design, catalog: Catalog, across: int, down: int) -> Design:
    """Return the design amid a larger room: what is drawn moves by whole tiles."""
    wide, deep = design.room.size_mm()
    tile = design.room.tile_mm
    dx, dy = (across - wide) // 2 // tile * tile, (down - deep) // 2 // tile * tile
    units = cooling_units_of(design, catalog)

    def moved(rack: Rack) -> Rack:
        if rack.id not in units:
            return rack.evolve(x_mm=rack.x_mm + dx, y_mm=rack.y_mm + dy)
        right = rack.rotation == 270
        return rack.evolve(x_mm=rack.x_mm + (across - wide if right else 0), y_mm=rack.y_mm + dy)

    return design.evolve(
        room=design.room.evolve(outline=((0, 0), (across, 0), (across, down), (0, down))),
        racks=tuple(map(moved, design.racks)),
        rows=tuple(row.evolve(x_mm=row.x_mm + dx, y_mm=row.y_mm + dy) for row in design.rows),
        trays=tuple(
            tray.evolve(corners=tuple((x + dx, y + dy) for x, y in tray.corners))
            for tray in design.trays
        ),
    )
