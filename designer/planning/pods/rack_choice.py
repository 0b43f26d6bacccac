"""Which choices of racks of nodes hold: others are refused before anything is drawn."""

from designer.catalog.catalog import Catalog
from designer.model.figures import exact, within
from designer.planning.arguments import Arguments, fail
from designer.planning.pods.spec import NodeRack, PodSpec


def check_racks(spec: PodSpec, arguments: Arguments, catalog: Catalog) -> None:
    """Refuse racks that nobody offers, that do not hold the asked nodes, or do not cool them.

    Raises
    ------
    TemplateError
        It names the most that fits.
    """
    system, cooling = arguments.choice("system"), arguments.choice("cooling")
    of_system = [one for one in spec.racks if one.system == system]
    rack = next((one for one in of_system if one.cooling == cooling), None)
    if rack is None:
        offered = " or ".join(one.cooling for one in of_system)
        others = [one.system for one in spec.racks if one.cooling == cooling]
        name = catalog.require(of_system[0].part).name
        raise fail(
            "cooling",
            f"no {cooling} for {name}",
            f"{offered}, or system {' or '.join(others)}",
        )
    asked = arguments.choice("nodes_per_rack")
    if asked == "auto":
        return
    most, why = _most(spec, rack, catalog)
    if int(asked) > most:
        name = catalog.require(rack.part).name
        raise fail(
            "nodes_per_rack", f"{asked} × {name} in a rack, {why}", f"auto, or at most {most}"
        )


def _most(spec: PodSpec, rack: NodeRack, catalog: Catalog) -> tuple[int, str]:
    """Return the most nodes of a rack, and what holds them to that, in words."""
    room = len(rack.positions_u)
    limit = _cooled_kw(spec, rack, catalog)
    each = catalog.figures().of(rack.part, "power_max_w").times(0.001, "kW")
    cooled = [
        count for count in range(room + 1)
        if limit is None or within(each.times(count), exact(limit, "kW")).answer != "no"
    ]  # fmt: skip
    if limit is None or cooled[-1] >= room:
        return room, f"which has room for {room}"
    what = "contained air" if rack.cooling == "air" else "a rear door"
    return cooled[-1], f"{each.low:g} kW each, of which {what} cools {limit:g} kW"


def _cooled_kw(spec: PodSpec, rack: NodeRack, catalog: Catalog) -> float | None:
    """Return what is cooled in a rack at most, by the band of the cooling or the rear door."""
    if rack.cooling == "rear-door":
        cooling = catalog.require(spec.door).cooling
        return cooling.capacity_kw if cooling else None
    band = catalog.band("in-row", contained=True) if rack.cooling == "air" else None
    return band.error_kw if band else None
