"""Rules of links: lengths within a leaf (F13), and power that holds the modules (F14)."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Tray
from tests.helpers.cable_halls import PARTS, at, hall, leaf, node
from tests.unit.test_engine_cable_media import CORD, GLASS

RACKS = (at("a", 1000, 1000), at("b", 1600, 1000), at("c", 21_000, 1000))
HELD = (node("n1", "a", 38), node("n2", "c", 38), leaf("leaf", "b", 38))
LINE = Tray(id="t", name="Main", corners=((0, 1000), (25_000, 1000)), height_mm=2100)
SHOP = Catalog((*PARTS.parts, GLASS, CORD))


def said(design: Design, rule: str, catalog: Catalog = SHOP) -> list[Check]:
    return [check for check in evaluate(design, catalog).checks if check.rule == rule]


def spread(metres: float | None, *trays: Tray) -> Design:
    found = hall(RACKS, HELD, trays)
    fabrics = tuple(one.evolve(length_spread_m=metres) for one in found.fabrics)
    return found.evolve(fabrics=fabrics)


def test_links_of_a_leaf_that_differ_by_more_than_is_stated_are_told() -> None:
    (found,) = said(spread(10, LINE), "F13")
    assert (found.severity, found.key) == ("info", "F13:net:spread")
    assert "1 leaf has links to nodes that differ by more than 10 m" in found.message
    assert "by 18.8 m" in found.message
    assert said(spread(25, LINE), "F13") == []
    assert said(spread(None, LINE), "F13") == [], "nobody asks"


def test_without_trays_the_least_difference_counts() -> None:
    (open_,) = said(spread(10), "F13")
    assert open_.key == "F13:open:net:spread"
    assert said(spread(40), "F13") == []


def switches(most: float | None, passive: float | None) -> Catalog:
    parts = [
        part.evolve(power_max_w=most, power_passive_w=passive) if part.kind == "switch" else part
        for part in SHOP.parts
    ]
    return Catalog(tuple(parts))


@pytest.mark.parametrize(
    ("most", "passive", "told"),
    [
        (100.0, 95.0, "draw 8 W beside the 95 W that it draws without them: 3 W more than"),
        (6.0, None, "draw 8 W: 2 W more than the 6 W at most"),
        (103.0, 95.0, ""), (100.0, None, ""), (None, None, ""),
    ],
)  # fmt: skip
def test_a_maximum_that_does_not_hold_the_modules_is_told(
    most: float | None, passive: float | None, told: str
) -> None:
    found = said(spread(None, LINE), "F14", switches(most, passive))
    assert [check.severity for check in found] == (["warning"] if told else [])
    assert all(told in check.message for check in found)


def test_where_ways_follow_no_tray_it_cannot_be_said() -> None:
    (open_,) = said(spread(None), "F14", switches(100.0, 95.0))
    assert open_.key.startswith("F14:open:")
    assert "modules of the switches" in open_.message


def test_modules_of_which_nobody_states_the_watts_say_nothing() -> None:
    dark: Part = GLASS.evolve(power_max_w=None)
    stock = Catalog(
        tuple(dark if part.id == "glass" else part for part in switches(100.0, 99.0).parts)
    )
    assert said(spread(None, LINE), "F14", stock) == []
