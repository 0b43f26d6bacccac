"""What is found where feeds are uneven, supplies hang nowhere, or a device has none plugged in."""

import pytest

from designer.catalog.part import Psu
from designer.engine.evaluate import evaluate
from designer.model.design import Cord, Design, Site
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
)

SINGLE = parts.DGX.evolve(
    id="single", name="Single", power_max_w=20_000, power_typical_w=20_000, power_idle_w=None,
    psu=Psu(count=1, rating_w=25_000, inlet="C20"),
)  # fmt: skip
HELD = CATALOG.overlay([SINGLE])
TWO = (feed("A"), feed("B"))


def uneven(on: str, **fields: object) -> Design:
    """Return a rack with one device of 20 kW on its first feed alone."""
    return design_of(*nodes(1, "single"), *pdus(on), **fields)  # type: ignore[arg-type]  # by name


def test_one_of_two_feeds_above_half_is_a_warning_with_its_share() -> None:
    """20 kW of the 32.8 kW of a PDU of 34.5 kVA at a power factor of 0.95."""
    told = message(evaluate(uneven("AB", power=TWO), HELD), "P04")
    assert told == "1 × Single: feed A at 61% with all feeds up, above half"


@pytest.mark.parametrize(
    "design", [uneven("ABC"), uneven("AB", power=TWO, site=Site(feed_policy="N"))],
    ids=["three feeds", "no redundancy wanted"],
)  # fmt: skip
def test_a_feed_above_half_is_no_matter_where_two_need_not_replace_each_other(
    design: Design,
) -> None:
    assert not keys(evaluate(design, HELD), "P04")


def test_a_feed_that_cannot_carry_the_other_is_said_once() -> None:
    """Four DGX H100 on two feeds: each is above half, and full when the other is lost."""
    report = evaluate(design_of(*nodes(4), *pdus("AB"), power=TWO), CATALOG)
    assert "P02:dgx-h100x4" in keys(report)
    assert not keys(report, "P04")


def test_a_device_with_nothing_plugged_in_is_worse_off_than_one_that_outlives_a_loss() -> None:
    cords = tuple(Cord(id=f"c{n}", supply=f"n1:psu{n}", outlet="") for n in range(1, 7))
    whole = evaluate(design_of(*nodes(2), *pdus("ABC")), CATALOG)
    dark = evaluate(design_of(*nodes(2), *pdus("ABC"), cords=cords), CATALOG)
    assert limit_of(whole, "psu-feed-lost")[2] == "ok"
    assert limit_of(dark, "psu-feed-lost")[2:] == (
        "error", "DGX H100: none of its supplies hangs in an outlet"
    )  # fmt: skip


def test_supplies_that_a_spread_leaves_out_are_counted_beside_those_of_wrong_cords() -> None:
    spread = [node.evolve(cording="2+2") for node in nodes(2)]
    cord = Cord(id="c", supply="n0:psu3", outlet="pdu-0:99")
    one = evaluate(design_of(spread[0], *pdus("ABC")), CATALOG)
    said = "its supplies do not hang as their spread says: 2+2 spreads 4 supplies, there are 6"
    assert message(one, "P10") == f"1 × DGX H100: {said}, so that 2 hang nowhere"
    two = evaluate(design_of(*spread, *pdus("AB"), power=TWO, cords=(cord,)), CATALOG)
    assert message(two, "P10:spread") == f"2 × DGX H100: {said}, so that 4 hang nowhere"
    assert message(two, "P10:unplugged") == (
        "2 × DGX H100: 1 supply hangs nowhere: 415 V 60 A has 24 outlets, not 99"
    )


def test_supplies_that_no_outlet_fits_are_counted_without_those_corded_by_hand() -> None:
    """The plug of a Saf-D-Grid cord is no C13 and no C19."""
    odd = parts.DGX.evolve(
        id="odd", name="Odd", psu=Psu(count=4, rating_w=3300, inlet="Saf-D-Grid")
    )
    cord = Cord(id="c", supply="n0:psu1", outlet="pdu-0:24")
    report = evaluate(design_of(*nodes(1, "odd"), *pdus("AB"), cords=(cord,)), HELD.overlay([odd]))
    assert message(report, "P10") == (
        "1 × Odd: 3 supplies hang nowhere: no rack PDU has an outlet for Saf-D-Grid"
    )
