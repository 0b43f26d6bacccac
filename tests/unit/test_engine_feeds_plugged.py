"""Supplies that do not carry their device with all feeds up, and spreads that are wrong."""

import pytest

from designer.catalog.part import PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Cord, Design, FeedPolicy, Rack, Site
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import (
    CATALOG,
    design_of,
    feed,
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


def test_a_spread_of_more_supplies_than_there_are_leaves_none_unplugged() -> None:
    (node,) = nodes(1)
    design = design_of(node.evolve(cording="4+4"), *pdus("AB"))
    report = evaluate(design, CATALOG)
    assert message(report, "P10:spread").endswith("4+4 spreads 8 supplies, there are 6")
    assert not keys(report, "P10:unplugged")


def advice(report: Report, key: str) -> str:
    return next(check.advice for check in report.checks if check.key.startswith(key))


@pytest.mark.parametrize(
    ("spread", "reason"),
    [
        ("2+1", "2+1 spreads 3 supplies, there are 6, so that 3 hang nowhere"),
        ("2+3", "2+3 spreads 5 supplies, there are 6, so that 1 hangs nowhere"),
        ("2+2+2", "2+2+2 needs 3 feeds, the rack has 2, so that 2 hang nowhere"),
    ],
)
def test_a_wrong_spread_is_to_be_corrected(spread: str, reason: str) -> None:
    """More outlets were advised, where nothing but the rule is wrong."""
    (node,) = nodes(1)
    report = evaluate(design_of(node.evolve(cording=spread), *pdus("AB")), CATALOG)
    assert keys(report, "P10") == {"P10:spread:dgx-h100x1"}
    assert message(report, "P10") == (
        f"1 × DGX H100: its supplies do not hang as their spread says: {reason}"
    )
    assert advice(report, "P10:spread") == "Correct the spread of its supplies."


def test_what_no_spread_serves_has_no_path_and_is_told_apart_from_what_finds_no_outlet() -> None:
    (node, other) = nodes(2)
    few = parts.PDU.evolve(id="few", pdu=PduFigures(volts=415, amps=60, phases=3, outlets_c19=0))
    strips = [strip.evolve(part="few") for strip in pdus("AB")]
    design = design_of(node.evolve(cording="nonsense"), other, *strips)
    report = evaluate(design, CATALOG.overlay([few]))
    assert sorted(keys(report, "P26")) == ["P26:dark:dgx-h100x2", "P26:spread:dgx-h100x2"]
    assert message(report, "P26:spread").startswith(
        "DGX H100: no power path, 'nonsense' is no rule for supplies"
    )
    assert advice(report, "P26:spread") == "Correct the spread of its supplies."
    assert advice(report, "P26:dark") == (
        "Use rack PDUs with more outlets, or with outlets that its plugs fit."
    )


def test_shelves_that_no_spread_serves_have_feeds_and_a_wrong_spread() -> None:
    rack = Rack(id="r", name="R", part="gb200-nvl72", x_mm=4000, y_mm=4000, feeds=("A", "B"),
                cording="nonsense")  # fmt: skip
    report = evaluate(Design(power=(feed("A"), feed("B")), racks=(rack,)), CATALOG)
    (key,) = keys(report, "P26:spread")
    assert advice(report, key) == "Correct the spread of its supplies."


BUSBAR = parts.DGX.evolve(id="busbar", name="Busbar", psu=Psu(count=6, inlet="busbar"))


@pytest.mark.parametrize("strip", [parts.PDU.id, "lost"])
def test_supplies_at_a_busbar_take_no_cord_to_a_rack_pdu(strip: str) -> None:
    """Laid by hand they hung there, and nothing was said; nor may a part that is lost fit them."""
    cords = tuple(
        Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet="pdu-0" if n < 6 else "") for n in range(1, 7)
    )
    lost = [one.evolve(id="pdu-9", part=strip) for one in pdus("B")]
    design = design_of(*nodes(1, "busbar"), *pdus("A"), *lost, cords=cords)
    report = evaluate(design, CATALOG.overlay([BUSBAR]))
    assert keys(report, "P10:cords") == {"P10:cords:busbarx1"}
    told = "6 cords by hand are not laid: no rack PDU has an outlet for busbar"
    assert message(report, "P10:cords").endswith(told)
    assert keys(report, "P26:bus-bar") == {"P26:bus-bar:busbarx1"}
    assert report.power.feeds[0].load_kw == 0.0
