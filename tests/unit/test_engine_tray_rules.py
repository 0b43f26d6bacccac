"""Cables between racks lie on the trays that are drawn, or it is said that they do not."""

from math import inf

from designer.engine.checks import Check
from designer.model.design import Design, Tray
from tests.helpers.cable_halls import STATED, at, hall, leaf, node, report_of

HELD = (node("n1", "a", 11), leaf("leaf", "b", 31))
NEAR = Tray(id="t", name="Main", corners=((0, 1000), (9000, 1000)), height_mm=2700)


def away(gap: int) -> Design:
    """Return two racks along a tray that runs before the second one, with a gap between."""
    return hall((at("a", 1000, 1000), at("b", 7000, 1000 + 600 + gap)), HELD, (NEAR,))


def told(design: Design) -> list[Check]:
    return [check for check in report_of(design).checks if check.rule == "F21"]


def test_a_cable_hangs_a_metre_and_a_half_between_rack_and_tray_and_no_more() -> None:
    near, far = away(1500), away(1501)
    found = report_of(near).cables
    assert (found.off_trays, found.trays[0].cables) == (0, 1)
    assert told(near) == []
    beyond = report_of(far).cables
    assert (beyond.off_trays, beyond.trays[0].cables) == (1, 0)
    length = beyond.figure("length_m")
    assert (length.high, length.value is not None) == (inf, True)
    (check,) = told(far)
    assert check.severity == "warning"
    assert check.where == ("b",)
    assert "1 cable between racks follows no tray" in check.message
    assert "B stands more than 1.5 m from any tray overhead" in check.message


def test_a_tray_far_away_takes_no_cables_and_makes_none_longer() -> None:
    racks = (at("a", 1000, 1000), at("b", 7000, 1000))
    bare = report_of(hall(racks, HELD)).cables
    stub = Tray(id="s", corners=((25_000, 18_000), (25_000, 19_000)), height_mm=2700)
    found = report_of(hall(racks, HELD, (stub,))).cables
    assert found.figure("length_m").low == bare.figure("length_m").low
    assert (found.off_trays, found.longest_m) == (1, bare.longest_m)


def test_trays_that_nothing_joins_are_said_so() -> None:
    other = Tray(id="u", name="Other", corners=((0, 7000), (9000, 7000)), height_mm=2700)
    racks = (at("a", 1000, 1000), at("b", 7000, 7000))
    made = hall(racks, HELD, (NEAR, other))
    (check,) = told(made)
    assert check.where == ("a", "b")
    assert "no tray joins those at A to those at B" in check.message
    across = Tray(id="v", corners=((500, 1000), (500, 7000)), height_mm=2700)
    joined = hall(racks, HELD, (NEAR, other, across))
    assert told(joined) == []
    assert report_of(joined).cables.off_trays == 0


def test_trays_where_cables_do_not_enter_racks_are_no_trays_to_them() -> None:
    racks = (at("a", 1000, 1000), at("b", 7000, 1000))
    under = NEAR.evolve(kind="underfloor", height_mm=400)
    (check,) = told(hall(racks, HELD, (under,)))
    assert "A, B stand more than 1.5 m from any tray overhead" in check.message
    assert told(hall(racks, HELD, (under,), STATED.evolve(rack_entry="bottom"))) == []


def test_nothing_is_asked_without_trays_or_with_a_stated_length() -> None:
    racks = (at("a", 1000, 1000), at("b", 7000, 9000))
    assert told(hall(racks, HELD)) == []
