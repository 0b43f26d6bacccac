"""Bounds of configured systems: whatever is chosen, they hold what the choice itself lists.

Every system that says what it is made of is computed with every baseboard and with supplies from
too small to ample. NVIDIA states 15,100 W for DGX B300 (user guide), which a system with the same
board must be allowed to draw.
"""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.component import Component
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import read_choice, systems
from designer.catalog.configuration.derive import Configured, configured
from designer.catalog.configuration.shares import one_price
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import power_figures

SUPPLIES = (
    {},
    {"supplies": "2x1000", "redundancy": "1+1"},
    {"supplies": "6x3000", "redundancy": "3+3"},
    {"supplies": "6x3300", "redundancy": "4+2"},
    {"supplies": "6x3500", "redundancy": "3+3"},
    {"supplies": "8x5250", "redundancy": "4+4"},
)
DGX_B300_W = 15_100
BEST, WORST = 0.965, 0.88
"""Efficiencies of supplies between which the catalogue's planning default lies."""


def chosen(system: Part, values: dict[str, str], catalog: Catalog) -> Configured:
    choice = read_choice(system, values, catalog)
    return configured(system, choice.components, choice.psu, catalog)


def test_bounds_hold_what_is_listed_with_every_board_and_all_supplies() -> None:
    catalog = load_shipped()
    boards = [one.id for one in catalog.parts if one.traits.role == "board"]
    checked = 0
    for system in systems(catalog):
        for board in ({}, *({"board": one, "gpus": "none"} for one in boards)):
            for supplies in SUPPLIES:
                values = {**board, **supplies}
                found = chosen(system, values, catalog)
                if found.as_sold:
                    continue
                told = (system.id, values, found.power_max)
                best = system.psu.efficiency if system.psu and system.psu.efficiency else BEST
                assert found.power_max.low <= found.power_max.high, told
                assert found.listed.high / best <= found.power_max.high + 1e-6, told
                assert found.at_least.low / best <= found.power_max.low + 1e-6, told
                checked += 1
    assert checked > 500


def test_supplies_that_cannot_carry_the_components_do_not_bound_a_system() -> None:
    catalog = load_shipped()
    system = catalog.require("hgx-h200-8u")
    values = {"board": "hgx-b300-8gpu", "supplies": "6x3000", "redundancy": "3+3"}
    found = chosen(system, values, catalog)
    # Three supplies of 3,000 W deliver less than the eight GPUs and the rest take; all six more.
    assert found.short
    assert found.listed.likely > 9_000
    assert found.power_max.high == pytest.approx(18_000 / WORST)
    assert found.power_max.high > DGX_B300_W
    part = part_of(system, read_choice(system, values, catalog), catalog)
    assert power_figures(part)["power_max_w"].high > DGX_B300_W


@pytest.mark.parametrize("rating_w", [1550, 2800, 3000, 3300, 3500])
def test_the_part_it_becomes_keeps_the_bounds_that_follow(rating_w: int) -> None:
    # Between what eight GPUs and the rest take at the outputs and at the inputs it is easily lost.
    catalog = load_shipped()
    system = catalog.require("dgx-h100")
    values = {"board": "hgx-b200-8gpu", "supplies": f"6x{rating_w}", "redundancy": "3+3"}
    found = chosen(system, values, catalog)
    part = part_of(system, read_choice(system, values, catalog), catalog)
    figures = power_figures(part)
    assert figures["power_max_w"].low == pytest.approx(found.power_max.low, abs=1)
    assert figures["power_max_w"].high == pytest.approx(found.power_max.high, abs=1)
    assert figures["power_typical_w"].high == pytest.approx(found.power_max.high, abs=1)


def test_supplies_of_which_not_even_all_carry_it_leave_it_open() -> None:
    catalog = load_shipped()
    values = {"board": "hgx-b300-8gpu", "supplies": "2x3000", "redundancy": "1+1"}
    found = chosen(catalog.require("hgx-h200-8u"), values, catalog)
    assert found.short
    assert not found.capped
    assert found.power_max.high == inf


def test_a_price_with_no_upper_end_leaves_the_system_open_above() -> None:
    catalog = load_shipped()
    system = catalog.require("dgx-h100")
    values = {"board": "hgx-b200-8gpu"}
    found = chosen(system, values, catalog)
    # Printed as 500,000 USD and more for eight, which is no price.
    assert found.price.high == inf
    assert ("HGX B200 8-GPU", ("power", "price")) in found.open
    part = part_of(system, read_choice(system, values, catalog), catalog)
    assert [price.high_cents for price in part.prices] == [None]
    assert [price.amount_cents for price in part.prices] == [None]


def test_no_price_is_closed_above_where_a_component_that_came_is_open() -> None:
    catalog = load_shipped()
    checked = 0
    for system in systems(catalog):
        for board in (one.id for one in catalog.parts if one.traits.role == "board"):
            found = chosen(system, {"board": board, "gpus": "none"}, catalog)
            came = next(one for one in found.shares if one.component.part == board)
            if came.price.high == inf and all(one.part != board for one in system.made_of):
                assert found.price.high == inf, (system.id, board)
                checked += 1
    assert checked > 20


def test_bands_of_boards_hold_what_eight_of_their_gpus_cost() -> None:
    """One source prints boards as about so much, and their GPUs in bands: both are kept."""
    catalog = load_shipped()
    bands = {
        "hgx-a100-8gpu": (80_000, 120_000),
        "hgx-h100-8gpu": (200_000, 320_000),
        "hgx-h200-8gpu": (280_000, 400_000),
        "mi300x-platform": (96_000, 144_000),
    }
    for board, band in bands.items():
        price = one_price(Component(role="board", part=board, count=1), catalog, "USD")
        assert (price.low, price.high) == band, board


@pytest.mark.parametrize("values", [{"memory": "none"}, {"cpus": "0"}])
def test_a_component_that_went_without_a_price_leaves_none_from_nothing(
    values: dict[str, str],
) -> None:
    catalog = load_shipped()
    system = catalog.require("dgx-h100")
    part = part_of(system, read_choice(system, values, catalog), catalog)
    assert all(price.low_cents is None for price in part.prices)
    assert all(price.amount_cents is None for price in part.prices)
