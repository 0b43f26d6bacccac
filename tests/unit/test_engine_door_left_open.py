"""What C22, the cooling limit and the report say where heat leaves a rear door open."""

import pytest

from designer.engine.report import Check, Report
from designer.model.design import Waiver
from tests.unit.test_engine_containment_left_open import LOAD, by_hand, cooling, pair, report

IN_AISLE = pair(containment="cold")
BEYOND = "C22:open:no-door:beyond"


def c22(found: Report) -> dict[str, Check]:
    return {check.key: check for check in found.checks if check.rule == "C22"}


@pytest.mark.parametrize(
    ("by", "key"), [("auto", "C22:no-door"), ("rear-door", "C22:no-door:by-hand")]
)
def test_heat_that_may_go_past_the_rooms_air_without_a_door_is_left_open(by: str, key: str) -> None:
    design = by_hand(IN_AISLE, by)
    found = c22(report(design, power_typical_w=31_000, liquid_fraction=0.0))
    assert set(found) == {key, BEYOND}
    assert "ends at 45 kW in contained aisles, takes it cannot be said" in found[BEYOND].message
    assert found[BEYOND].where == ("r1", "r2")
    for stated, only in ((31_000, key), (44_000, key), (46_000, "C22:no-door:beyond")):
        assert set(c22(report(design, power_max_w=stated, liquid_fraction=0.0))) == {only}
    past = report(design, power_typical_w=46_000, liquid_fraction=0.0)
    assert set(c22(past)) == {"C22:no-door:beyond"}


def test_without_containment_the_missing_door_and_containment_name_one_end() -> None:
    """60 kW in the open: C22 said that the room's air ends at 45 kW, C14 at 20 kW."""
    said = {
        check.rule: check.message
        for check in report(
            pair(containment="none"), power_max_w=60_000, liquid_fraction=0.0
        ).checks
        if check.rule in ("C22", "C14")
    }
    assert "the room's air ends at 20 kW" in said["C22"]
    assert "the room's air ends at 20 kW" in said["C14"]
    # Some of 31 kW, which contained air would take, is beyond the end of the open room's.
    found = c22(report(pair(containment="none"), power_max_w=31_000, liquid_fraction=0.0))
    assert {key: check.severity for key, check in found.items()} == {"C22:no-door:beyond": "error"}


def test_a_room_with_containment_says_that_its_end_is_that_of_contained_aisles() -> None:
    (said,) = c22(report(IN_AISLE, power_max_w=60_000, liquid_fraction=0.0)).values()
    assert "and the room's air ends at 45 kW in contained aisles" in said.message


def test_who_waives_the_missing_door_has_not_waived_what_may_be_beyond() -> None:
    waived = IN_AISLE.evolve(waivers=(Waiver(id="C22:no-door", reason="31 kW is fine"),))
    found = c22(report(waived, power_typical_w=31_000, liquid_fraction=0.0))
    assert {key: check.waived for key, check in found.items()} == {
        "C22:no-door": True, BEYOND: False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kw", "state", "keys"),
    [(8.9, "ok", set()), (9.0, "unknown", {"C22:open:no-door"})],
)
def test_the_limit_asks_for_a_door_where_the_choice_of_the_method_does(
    kw: float, state: str, keys: set[str]
) -> None:
    """From 30 kW on a door is chosen: 21 kW are in air, and 9 kW that cold plates may take."""
    wet = LOAD.evolve(id="wet", name="Wet", power_max_w=1000 * kw)
    more = tuple(one.evolve(id=f"{one.id}w", part="wet", half_u=40) for one in IN_AISLE.devices)
    design = IN_AISLE.evolve(devices=(*IN_AISLE.devices, *more))
    dry = {"power_max_w": 21_000, "liquid_fraction": 0.0}
    said = report(design, wet, **dry)
    assert (cooling(said).state, set(c22(said))) == (state, keys)
    for share in (0.0, 0.5, 1.0):
        known = report(design, wet.evolve(liquid_fraction=share), **dry)
        assert cooling(known).state == ("warning" if kw == 9 and not share else "ok")
    if keys:
        text = "; whether it asks for a rear door cannot be said, because the share of heat into"
        assert text in cooling(said).text


def test_a_door_by_hand_is_missed_for_certain_only_where_there_is_heat_in_air() -> None:
    said = report(by_hand(IN_AISLE, "rear-door"), power_max_w=9_000)
    assert set(c22(said)) == {"C22:open:no-door"}
    assert cooling(said).state == "unknown"
    assert "whether there is heat in air for it cannot be said" in cooling(said).text
