"""Which racks of nodes hold: system, nodes of a rack and rear door that go together.

What is asked for and does not hold is refused before anything is drawn.
"""

from math import inf

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.figures import Figure, exact, within
from designer.planning.arguments import Arguments, fail
from designer.planning.pods.spec import AUTO, NodeRack, PodSpec


def rack_of(spec: PodSpec, arguments: Arguments, catalog: Catalog) -> NodeRack:
    """Return how nodes stand: of `auto` the first system that the cooling and the rack suit."""
    cooling, asked = arguments.choice("cooling"), arguments.choice("nodes_per_rack")
    system = arguments.choice("system")
    offered = [one for one in spec.racks if one.cooling == cooling and system in (AUTO, one.system)]
    if asked != AUTO:
        held = (one for one in offered if int(asked) <= _most(spec, one, catalog)[0])
        return next(held, offered[0])
    return offered[0]


def door_of(spec: PodSpec, rack: NodeRack, count: int, catalog: Catalog) -> str:
    """Return the rear door that takes the nodes of a rack: the template's, else a larger one."""
    heat = _kw_each(rack, catalog).times(count)
    for door in _doors(spec, catalog):
        limit = door.cooling.capacity_kw if door.cooling else None
        if limit is None or within(heat, exact(limit, "kW")).answer != "no":
            return door.id
    return spec.door


def check_racks(spec: PodSpec, arguments: Arguments, catalog: Catalog) -> None:
    """Refuse racks that nobody offers, that do not hold the asked nodes, or do not cool them.

    Raises
    ------
    TemplateError
        It names the most that fits, and with which cooling more do.
    """
    system, cooling = arguments.choice("system"), arguments.choice("cooling")
    of_system = [one for one in spec.racks if system in (AUTO, one.system)]
    if all(one.cooling != cooling for one in of_system):
        offered = " or ".join(one.cooling for one in of_system)
        others = [one.system for one in spec.racks if one.cooling == cooling]
        name = catalog.require(of_system[0].part).name
        raise fail(
            "cooling",
            f"no {cooling} for {name}",
            f"{offered}, or system {' or '.join(others)}",
        )
    asked = arguments.choice("nodes_per_rack")
    if asked == AUTO:
        return
    rack = rack_of(spec, arguments, catalog)
    most, why = _most(spec, rack, catalog)
    if int(asked) > most:
        name = catalog.require(rack.part).name
        more = [
            one.cooling for one in of_system if int(asked) <= _most(spec, one, catalog)[0]
        ]  # fmt: skip
        instead = f", or cooling {' or '.join(dict.fromkeys(more))}" if more else ""
        raise fail(
            "nodes_per_rack",
            f"{asked} × {name} in a rack, {why}",
            f"auto, or at most {most}{instead}",
        )


def _most(spec: PodSpec, rack: NodeRack, catalog: Catalog) -> tuple[int, str]:
    """Return the most nodes of a rack, and what holds them to that, in words."""
    room = len(rack.positions_u)
    limit = _cooled_kw(spec, rack, catalog)
    each = _kw_each(rack, catalog)
    cooled = [
        count for count in range(room + 1)
        if limit is None or within(each.times(count), exact(limit, "kW")).answer != "no"
    ]  # fmt: skip
    if limit is None or cooled[-1] >= room:
        return room, f"which has room for {room}"
    what = "contained air" if rack.cooling == "air" else "a rear door"
    return cooled[-1], f"{each.low:g} kW each, of which {what} cools {limit:g} kW"


def _kw_each(rack: NodeRack, catalog: Catalog) -> Figure:
    """Return the highest power of a node in kW."""
    return catalog.figures().of(rack.part, "power_max_w").times(0.001, "kW")


def _cooled_kw(spec: PodSpec, rack: NodeRack, catalog: Catalog) -> float | None:
    """Return what is cooled in a rack at most, by the band of the cooling or the rear doors."""
    if rack.cooling == "rear-door":
        largest = _doors(spec, catalog)[-1].cooling
        return largest.capacity_kw if largest else None
    band = catalog.band("in-row", contained=True) if rack.cooling == "air" else None
    return band.error_kw if band else None


def _doors(spec: PodSpec, catalog: Catalog) -> list[Part]:
    """Return the template's rear door, then larger ones of the catalogue, the smallest first.

    Only those that hang on its rack and state the warmest water of their rating: the facility's
    water is planned as cold as that takes (`site_of`).
    """
    usual, rack = catalog.require(spec.door), catalog.require(spec.rack)
    least = usual.cooling.capacity_kw if usual.cooling else None
    larger = [
        (one.cooling.capacity_kw, one.id, one)
        for one in catalog.parts
        if one.traits.cools == "rack-door" and one.cooling is not None
        and one.cooling.capacity_kw is not None and least is not None
        and one.cooling.capacity_kw > least and one.cooling.water_max_c is not None
        and (one.width_mm is None or one.width_mm <= (rack.width_mm or inf))
        and (one.height_mm is None or one.height_mm <= (rack.height_mm or inf))
    ]  # fmt: skip
    return [usual, *(part for _, _, part in sorted(larger, key=lambda one: one[:2]))]
