"""What each kind of node upstream of the racks loses: as its owner, its part or planning says."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.figures import UpsFigures
from designer.catalog.part import Part
from designer.engine.plant_flows import Losing
from designer.engine.plant_stages import (
    Stage,
    by_curve,
    by_full_load,
    by_losses,
    by_range,
    lossless,
    of_load,
    unstated,
)
from designer.model.design import PowerNode
from designer.model.figure_cases import in_place_of
from designer.model.figure_ref import power_ref
from designer.model.figures import Figure, exact, missing

_SOURCES: Final = frozenset({"utility", "generator"})
"""What they give is what they are rated for: their own losses are not the site's electricity."""

_PUBLISHED: Final = {
    "ups": "ups", "transformer": "transformer", "feed": "cable-and-pdu-loss",
}  # fmt: skip
"""Planning figures of a kind: of no load and full load, and of feeds a share of the load."""
_OF_LOAD: Final = "feed"
BY_RATING: Final = tuple(kind for kind in _PUBLISHED if kind != _OF_LOAD)
"""Kinds of nodes whose losses follow a curve over their rating."""
_OTHERS: Final = "switchgear-loss"


def losing_of(node: PowerNode, part: Part | None, capacity: Figure, catalog: Catalog) -> Losing:
    """Return what a node loses by its load.

    Parameters
    ----------
    capacity
        What it carries at most, kW.
    """
    stage, ref = _measured(node, part, capacity) or _stage(node, part, catalog)
    return Losing(
        stage, capacity, ref, power_ref(node, "capacity_kw"),
        _charging(node, part, capacity, catalog),
    )  # fmt: skip


def _measured(node: PowerNode, part: Part | None, capacity: Figure) -> tuple[Stage, str] | None:
    """Return how transformers lose whose part states both losses; None where its owner says else.

    Of another rating than that of the part nobody says what it loses.
    """
    made = part.transformer if part is not None else None
    if part is None or made is None or made.no_load_w is None or made.load_w is None:
        return None
    owner = (node.efficiency, node.capacity_kw, node.capacity_kva)
    if any(one is not None for one in owner) or not capacity.exact or not capacity.high:
        return None
    number = node.modules or 1
    stage = by_losses(made.no_load_w, made.load_w, number, capacity.high)
    return stage, f"{part.id}.transformer.load_w"


def _charging(
    node: PowerNode, part: Part | None, capacity: Figure, catalog: Catalog
) -> Figure | None:
    """Return what charges a battery; None where none is stated, nor a UPS that may have one."""
    if node.kind != "ups":
        return None
    ref = power_ref(node, "recharge_kw")
    if node.recharge_kw is not None:
        return exact(node.recharge_kw, "kW", ref) if node.recharge_kw else None
    stated = (node.battery_minutes, node.battery_kwh)
    if not any(stated) and (0 in stated or part is None or part.ups is None):
        return None
    planned = catalog.default_figure("battery-recharge")
    if planned is None or not capacity.exact:
        return missing(ref, "kW")
    return in_place_of(planned.times(capacity.high, "kW"), ref)


def _stage(node: PowerNode, part: Part | None, catalog: Catalog) -> tuple[Stage, str]:
    """Return how a node loses, and what that rests on."""
    if node.kind in _SOURCES:
        return lossless(), "rule what sources give"
    if node.efficiency is not None:
        return _by_owner(node, node.efficiency, catalog), power_ref(node, "efficiency")
    ups = part.ups if part is not None else None
    if ups is not None and (curve := efficiencies(ups)):
        return by_curve(curve), f"{part.id if part else ''}.ups.efficiency_50"
    name = _PUBLISHED.get(node.kind, _OTHERS)
    if node.kind in BY_RATING:
        return _planned(catalog, name, ups.efficiency if ups is not None else None)
    default = catalog.default_figure(name)
    if default is None or default.value is None:
        return unstated(), f"default {name}"
    return of_load(default.low, default.value, default.high), f"default {name}"


def _by_owner(node: PowerNode, efficiency: float, catalog: Catalog) -> Stage:
    """Return the stage of an efficiency at full load: its loss at no load is as it is published."""
    idle = catalog.default_figure(f"{_PUBLISHED.get(node.kind, '')}-loss-idle")
    if node.kind not in BY_RATING or idle is None or idle.value is None:
        return by_full_load(efficiency)
    return by_full_load(efficiency, (idle.low, idle.value, idle.high))


def efficiencies(ups: UpsFigures) -> tuple[float, ...]:
    """Return what a maker states at 25, 50, 75 and 100 % of the rating; nothing unless all four."""
    found = (ups.efficiency_25, ups.efficiency_50, ups.efficiency_75, ups.efficiency_100)
    return tuple(one for one in found if one is not None) if None not in found else ()


def _planned(catalog: Catalog, name: str, best: float | None) -> tuple[Stage, str]:
    """Return a stage between published ones, by its losses at no load and at full load."""
    ref = f"default {name}-loss-full"
    idle = catalog.default_figure(f"{name}-loss-idle")
    full = catalog.default_figure(f"{name}-loss-full")
    if idle is None or full is None or idle.value is None or full.value is None:
        return unstated(), ref
    return (
        by_range((idle.low, idle.value, idle.high), (full.low, full.value, full.high), best), ref
    )  # fmt: skip
