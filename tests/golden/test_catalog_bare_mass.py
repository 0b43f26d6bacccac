"""Mass of systems of which a source states the bare chassis alone: with GPUs, by one rule.

Supermicro's data sheets and the netbox-community/devicetype-library state some chassis without
GPUs. With them a system weighs the chassis and its baseboard, or its cards, by the planning
defaults of the catalogue: 20 to 55 kg for eight modules on a board (Lenovo's caution for removing
the H100/H200 complex of its SR780a V3, and what systems with and without one weigh), 1 to 2 kg a
card. Systems that are weighed with their GPUs lie within what the rule gives.
"""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure
from designer.model.figures import Figure, exact, total

CATALOG = load_shipped()
BARE = [part for part in CATALOG.parts if part.bare_kg is not None]
WEIGHED = {"mi300x-8-oam-node": 107.75, "mi325x-8-oam-node": 108.0, "l40s-pcie-node": 45.0}
"""kg: PowerEdge XE9680 (Technical Guide), ASUS ESC A8A-E12U and ESC8000-E12P (product pages), each
with as many GPUs of the same kind of board or card."""


def test_there_are_such_systems() -> None:
    assert {part.id for part in BARE} >= {*WEIGHED, "mi355x-4u-liquid"}


def by_rule(part: Part) -> Figure:
    """Return the mass of a chassis with its GPUs in kg."""
    assert part.bare_kg is not None
    assert part.gpus is not None
    on_board = not any(one.role == "gpus" for one in part.made_of)
    default = CATALOG.default_figure("gpu-board-mass" if on_board else "gpu-card-mass")
    assert default is not None
    gpus = default.times(1.0 if on_board else float(part.gpus))
    return total((exact(part.bare_kg, "kg"), gpus))


@pytest.mark.parametrize("part", BARE, ids=lambda part: part.id)
def test_no_chassis_is_taken_for_the_whole(part: Part) -> None:
    rule, found = by_rule(part), mass_figure(part)
    assert part.bare_kg is not None
    # What the catalogue says of the whole agrees with the chassis and its GPUs, and is a range.
    assert found.low < found.high
    assert found.low > part.bare_kg
    assert rule.low <= found.likely <= rule.high


def test_where_nothing_else_is_known_the_rule_is_the_range() -> None:
    part = CATALOG.require("mi355x-4u-liquid")
    rule, found = by_rule(part), mass_figure(part)
    assert (found.low, found.high) == (rule.low, rule.high) == (73, 108)
    assert "mi355x-4u-liquid.bare_kg" in found.basis


@pytest.mark.parametrize(("part_id", "kg"), WEIGHED.items())
def test_what_is_weighed_with_its_gpus_lies_within(part_id: str, kg: float) -> None:
    part = CATALOG.require(part_id)
    for found in (by_rule(part), mass_figure(part)):
        assert found.low <= kg <= found.high


def test_a_chassis_bounds_what_nobody_bounds() -> None:
    part = CATALOG.require("mi355x-4u-liquid").evolve(unpublished=())
    assert (mass_figure(part).low, mass_figure(part).unknown) == (53, False)
