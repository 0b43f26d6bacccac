"""Bounds of configured systems: whatever is chosen, they hold what the choice itself lists.

Every system that says what it is made of is computed with every baseboard and with supplies from
too small to ample. NVIDIA states 15,100 W for DGX B300 (user guide), which a system with the same
board must be allowed to draw.
"""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import read_choice, systems
from designer.catalog.configuration.derive import Configured, configured
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


def test_supplies_of_which_not_even_all_carry_it_leave_it_open() -> None:
    catalog = load_shipped()
    values = {"board": "hgx-b300-8gpu", "supplies": "2x3000", "redundancy": "1+1"}
    found = chosen(catalog.require("hgx-h200-8u"), values, catalog)
    assert found.short
    assert not found.capped
    assert found.power_max.high == inf
