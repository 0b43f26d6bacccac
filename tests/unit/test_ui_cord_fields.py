"""The fields of a device's supplies: where each hangs, and hanging it elsewhere by hand."""

import pytest

from designer.document.edits.cords import lay_cord, leave_to_rule
from designer.model.design import Cord, Design
from designer.model.layout import Layout
from designer.ui.fields.cord_fields import BY_RULE, UNPLUGGED, cord_fields
from designer.ui.fields.field import Field
from designer.wiring.rack_cords import cords_of_device
from tests.unit.test_engine_breakers import SHOP
from tests.unit.test_engine_phases import racked

DESIGN = racked("AB", "iec", "server", "light")


def fields(design: Design, key: str = "d00") -> list[Field]:
    placed = Layout(design).find(key)
    assert placed is not None
    return cord_fields(design, SHOP, placed)


def where(design: Design, supply: int, key: str = "d00") -> str:
    placed = Layout(design).find(key)
    assert placed is not None
    outlet = cords_of_device(Layout(design), SHOP, placed).supplies[supply - 1].outlet
    return outlet.end if outlet is not None else ""


def chosen(design: Design, supply: int, value: str) -> Design:
    return fields(design)[supply - 1].edit(value)(design)


def test_each_supply_says_where_it_hangs_by_rule() -> None:
    first, second = fields(DESIGN)
    assert (first.label, first.value) == ("Supply 1", BY_RULE)
    assert first.choices[0] == ("rule: A 25, breaker 1, L1", BY_RULE)
    assert second.choices[0][0].startswith("rule: B 25")


def test_one_of_several_rack_pdus_on_a_feed_is_named() -> None:
    text = fields(racked("AAB", "iec", "server"))[0].choices[0][0]
    assert text == "rule: A 25 of pdu, breaker 1, L1"


def test_all_outlets_that_the_plug_fits_are_offered() -> None:
    ends = [value for _, value in fields(DESIGN)[0].choices[2:]]
    assert ends == [f"pdu-{at}:{n}" for at in (0, 1) for n in range(25, 37)]


def test_an_outlet_by_hand_is_one_cord_and_the_rule_deals_the_others_around_it() -> None:
    taken = where(DESIGN, 1, "d01")
    laid = chosen(DESIGN, 1, taken)
    assert laid.cords == (Cord(id="cord-1", supply="d00:psu1", outlet=taken),)
    assert where(laid, 1) == taken
    assert where(laid, 1, "d01") not in ("", taken)
    assert fields(laid)[0].value == taken
    other = chosen(laid, 1, "pdu-1:30")
    assert [(cord.id, cord.outlet) for cord in other.cords] == [("cord-1", "pdu-1:30")]


def test_an_outlet_of_another_cord_by_hand_is_not_offered() -> None:
    laid = chosen(DESIGN, 1, "pdu-0:27")
    assert "pdu-0:27" not in [value for _, value in fields(laid)[1].choices]
    assert "pdu-0:27" in [value for _, value in fields(laid)[0].choices]


def test_a_supply_is_left_unplugged_and_given_back_to_the_rule() -> None:
    left = chosen(DESIGN, 2, UNPLUGGED)
    assert left.cords == (Cord(id="cord-1", supply="d00:psu2"),)
    assert fields(left)[1].value == UNPLUGGED
    back = chosen(left, 2, BY_RULE)
    assert back.cords == ()
    assert where(back, 2) == where(DESIGN, 2)


def test_a_cord_that_leads_nowhere_is_shown_as_it_is_written() -> None:
    design = DESIGN.evolve(cords=(Cord(id="x", supply="d00:psu1", outlet="pdu-0:99"),))
    field = fields(design)[0]
    assert field.value == "pdu-0:99"
    assert ("not laid: iec has 36 outlets, not 99", "pdu-0:99") in field.choices


def test_two_cords_of_a_supply_become_one() -> None:
    two = DESIGN.evolve(
        cords=tuple(Cord(id=key, supply="d00:psu1", outlet="pdu-0:26") for key in "ab")
    )
    laid = lay_cord("d00:psu1", "pdu-0:30")(two)
    assert [(cord.id, cord.outlet) for cord in laid.cords] == [("a", "pdu-0:30")]
    assert leave_to_rule("d00:psu1")(two).cords == ()
    assert leave_to_rule("d00:psu9")(two) is two


@pytest.mark.parametrize("key", ["pdu-0"])
def test_a_rack_pdu_has_no_supplies_of_its_own(key: str) -> None:
    assert fields(DESIGN, key) == []


def test_a_rack_without_rack_pdus_offers_nothing() -> None:
    assert fields(racked("", "iec", "server")) == []
