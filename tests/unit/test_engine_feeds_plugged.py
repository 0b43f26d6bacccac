"""Supplies that do not carry their device with all feeds up, by every policy."""

import pytest

from designer.catalog.part import Psu
from designer.engine.evaluate import evaluate
from designer.model.design import Cord, FeedPolicy, Site
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import (
    CATALOG,
    design_of,
    keys,
    limit_of,
    message,
    nodes,
    pdus,
    severity,
)

WEAK = parts.DGX.evolve(
    id="weak", name="Weak", power_max_w=10_200, psu=Psu(count=1, rating_w=3300, inlet="C20")
)
UNRATED = WEAK.evolve(id="unrated", name="Unrated", psu=Psu(count=1, inlet="C20"))
HELD = CATALOG.overlay([WEAK, UNRATED])


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_one_supply_of_a_third_of_the_load_is_an_error(policy: FeedPolicy) -> None:
    design = design_of(*nodes(1, "weak"), *pdus("AB"), site=Site(feed_policy=policy))
    report = evaluate(design, HELD)
    assert severity(report, "P03:normal:weak:1") == "error"
    told = message(report, "P03")
    assert "Weak: its supplies do not carry its highest load with all feeds up: 1 plugged" in told
    assert "3.3 kW for " in told


@pytest.mark.parametrize("policy", ["N", "N+1"])
def test_supplies_left_unplugged_do_not_carry_their_device(policy: FeedPolicy) -> None:
    """Two of six are left of a node whose maker declares that four carry it."""
    cords = tuple(Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet="") for n in (3, 4, 5, 6))
    design = design_of(*nodes(1), *pdus("ABC"), cords=cords, site=Site(feed_policy=policy))
    report = evaluate(design, CATALOG)
    assert "P03:normal:dgx-h100:1+1" in keys(report)
    assert "2 plugged in; 4 declared as needed" in message(report, "P03")
    assert "P03:dgx-h100:1+1" not in keys(report)
    if policy != "N":
        assert limit_of(report, "psu-feed-lost")[2] == "error"


def test_supplies_of_unknown_rating_leave_it_open_by_policy_n() -> None:
    design = design_of(*nodes(1, "unrated"), *pdus("AB"), site=Site(feed_policy="N"))
    assert "P03:open:normal:unrated:1" in keys(evaluate(design, HELD))


def test_supplies_that_carry_it_say_nothing() -> None:
    design = design_of(*nodes(1), *pdus("ABC"), site=Site(feed_policy="N"))
    assert not {key for key in keys(evaluate(design, CATALOG)) if key.startswith("P03")}
