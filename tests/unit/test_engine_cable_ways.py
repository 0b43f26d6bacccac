"""How long cables are: worked out by hand, with and without trays, and kept edit after edit."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.network_report import Cables
from designer.engine.subjects.cables.questions import table_of
from designer.model.design import Design, Room, Tray
from designer.model.figure_words import words
from designer.planning.templates import build
from tests.helpers.cable_halls import (
    FRAME_MM,
    PARTS,
    PLANNED,
    STATED,
    at,
    hall,
    height,
    leaf,
    node,
    report_of,
)

SHIPPED = load_shipped()
TWO = (at("a", 1000, 1000), at("b", 7000, 4000))
"""Six metres apart in one direction, three in the other."""
HELD = (node("n1", "a", 11), leaf("leaf", "b", 31))
UP_A = 2000 - height(11, 2)
UP_B = 2000 - height(31, 1)
OVER = Tray(id="t", corners=((0, 1000), (7000, 1000), (7000, 9000)), height_mm=2700)


def cables(design: Design) -> Cables:
    return report_of(design).cables


def test_within_a_rack_a_cable_goes_from_unit_to_unit() -> None:
    found = cables(hall((TWO[0],), (node("n1", "a", 11), leaf("leaf", "a", 31))))
    assert found.length_m == pytest.approx((30.5 - 11) * 44.45 / 1000)
    assert (found.between_racks, found.off_trays) == (0, 0)
    assert found.figure("length_m").exact


def test_to_a_rack_that_holds_no_rails_the_frame_counts() -> None:
    assert height(1, 2) == FRAME_MM + 44.45


def test_without_trays_it_goes_straight_and_may_be_longer() -> None:
    found = report_of(hall(TWO, HELD), PLANNED).cables
    low = UP_A + UP_B + 6000 + 3000 + 2 * 150
    assert found.length_m == pytest.approx((low + 2 * 350) / 1000)
    figure = found.figure("length_m")
    assert figure.estimated
    assert (figure.low, figure.high) == (pytest.approx(low / 1000), np.inf)
    assert figure.gaps[0].ref == "cable trays"
    assert words(figure, 1).startswith("~")
    assert (found.between_racks, found.off_trays) == (1, 1)


def test_over_trays_whose_height_is_stated_its_length_is_known() -> None:
    found = cables(hall(TWO, HELD, (OVER,)))
    assert found.length_m == pytest.approx((UP_A + UP_B + 2 * 700 + 6000 + 3000) / 1000)
    assert found.off_trays == 0
    assert found.figure("length_m").exact
    assert [(tray.id, tray.cables, tray.length_m) for tray in found.trays] == [("t", 1, 15.0)]
    assert [piece.cables for piece in found.trays[0].pieces] == [1, 1]


def test_a_rack_beside_the_tray_goes_over_to_it() -> None:
    aside = OVER.evolve(corners=((0, 200), (7000, 200), (7000, 9000)))
    found = cables(hall(TWO, HELD, (aside,)))
    assert found.length_m == pytest.approx((UP_A + UP_B + 2 * 700 + 800 + 6000 + 3800) / 1000)


def test_under_the_floor_it_goes_down() -> None:
    under = OVER.evolve(kind="underfloor", height_mm=400)
    room = STATED.evolve(rack_entry="bottom")
    found = cables(hall(TWO, HELD, (under,), room))
    down = height(11, 2) + height(31, 1)
    assert found.length_m == pytest.approx((down + 2 * 400 + 9000) / 1000)
    high = cables(hall(TWO, HELD, (under,), room.evolve(rack_entry="top")))
    assert high.off_trays == 1, "no tray overhead"
    free = cables(hall(TWO, HELD, (under, OVER.evolve(id="u")), room.evolve(rack_entry="")))
    assert free.length_m == pytest.approx(min(down + 800, UP_A + UP_B + 1400) / 1000 + 9)


def test_slack_loops_and_side_ways_are_added() -> None:
    room = STATED.evolve(cable_slack_pct=10, cable_loop_m=0.5, cable_side_m=0.3)
    bare = cables(hall(TWO, HELD, (OVER,)))
    found = cables(hall(TWO, HELD, (OVER,), room))
    assert bare.length_m is not None
    assert found.length_m == pytest.approx((bare.length_m + 2 * 0.5 + 2 * 0.3) * 1.1)
    inside = cables(hall(TWO[:1], (node("n", "a", 11), leaf("l", "a", 31)), (), room))
    assert inside.length_m == pytest.approx((19.5 * 0.04445 + 2 * 0.3) * 1.1), "without a loop"


def test_what_the_room_does_not_state_is_planned_with_in_a_range() -> None:
    found = report_of(hall(TWO, HELD, (OVER,), Room(rack_entry="top")), PLANNED).cables
    way = (UP_A + UP_B + 2 * 700 + 9000) / 1000
    figure = found.figure("length_m")
    assert figure.low == pytest.approx((way + 2 * 0.1) * 1.05)
    assert figure.value == pytest.approx((way + 2 * (0.3 + 0.5)) * 1.1)
    assert figure.high == pytest.approx((way + 2 * (0.6 + 1.5)) * 1.1)
    assert {gap.ref for gap in figure.gaps} == {
        "default cable-slack", "default cable-loop", "default cable-side"
    }  # fmt: skip


def test_heights_of_trays_that_nobody_states_are_planned_with_in_a_range() -> None:
    hung = OVER.evolve(height_mm=None)
    figure = report_of(hall(TWO, HELD, (hung,)), PLANNED).cables.figure("length_m")
    way = UP_A + UP_B + 9000
    assert figure.low == pytest.approx((way + 2 * 150) / 1000)
    assert figure.value == pytest.approx((way + 2 * 500) / 1000)
    assert figure.high == pytest.approx((way + 2 * 1000) / 1000)
    assert [gap.ref for gap in figure.gaps] == ["default tray-above-racks"]


def test_racks_at_both_ends_of_a_row_go_along_its_own_tray() -> None:
    # Row A of the template from rack A01 to A06, both beside a ladder across rows that is nearer
    # than the tray of their row. By hand, m: along that 0.8 + 4 + 0.8, by the ladders
    # 0.7 + 0.8 + 5.4 + 0.8 + 0.7. From the port of the node, 0.3289 high, and that of the leaf, at
    # 2.06245, up to the tray 0.5 above racks of 2.258: 2.4291 + 0.69555. Two side ways of 0.3 and
    # two loops of 0.5; 10 % more. (5.6 + 3.12465 + 1.6) 1.1 = 11.357115; by the ladders 14.437115.
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    row = next(
        row for row in table_of(design, SHIPPED).rows()
        if {(row.a.rack_name, row.a.unit), (row.b.rack_name, row.b.unit)}
        == {("A01", "3"), ("A06", "45")}
    )  # fmt: skip
    assert row.length_m == pytest.approx(11.357115, abs=1e-9)
    assert row.trays == ("Behind row A",)


def test_after_moves_to_and_from_a_ladder_all_is_as_if_made_anew() -> None:
    racks = tuple(at(f"r{n}", 1500 + 700 * n, 1000) for n in range(8))
    held = (leaf("leaf", "r3", 31), *(node(f"n{n}", f"r{n}", 3) for n in range(8)))
    ladders = (
        OVER.evolve(id="t", corners=((0, 1800), (8000, 1800))),
        OVER.evolve(id="u", corners=((0, 5000), (8000, 5000)), height_mm=None),
        OVER.evolve(id="x", corners=((900, 0), (900, 6000))),
        OVER.evolve(id="y", corners=((7100, 0), (7100, 6000)), height_mm=2800),
    )
    design = hall(racks, held, ladders)
    engine = Evaluator(PLANNED)
    engine.report(design)
    for number, (x, y) in enumerate(((6300, 3000), (7500, 1000), (1200, 4000), (3000, 9000))):
        moved = design.evolve(
            racks=tuple(
                at(rack.id, x, y) if rack.id in ("r0", f"r{3 + number}") else rack
                for rack in design.racks
            )
        )
        ours, anew = engine.report(moved), Evaluator(PLANNED).report(moved)
        assert ours.cables == anew.cables
        asked = {"fabrics": ()}
        assert engine.answer(moved, "cables", "ways", asked) == Evaluator(PLANNED).answer(
            moved, "cables", "ways", asked
        )


def test_trays_that_do_not_lead_there_are_said_so() -> None:
    short = OVER.evolve(corners=((0, 1000), (2000, 1000)))
    found = cables(hall(TWO, HELD, (short,)))
    assert found.off_trays == 1, "one of them stands five metres beside its end"
    apart = Tray(id="x", corners=((0, 1000), (0, 900)), kind="underfloor")
    assert cables(hall(TWO, HELD, (apart,))).off_trays == 1


def test_the_fullest_place_of_a_tray_counts_the_cables_that_run_there_together() -> None:
    racks = (*TWO, at("c", 3000, 1000), at("d", 7000, 8000))
    held = (*HELD, node("n2", "c", 5), node("n3", "d", 5), node("n4", "a", 21))
    found = cables(hall(racks, held, (OVER,)))
    assert [piece.cables for piece in found.trays[0].pieces] == [3, 3]
    assert found.count == 4


def test_only_the_racks_that_move_are_routed_anew_and_all_else_is_as_if_made_anew() -> None:
    racks = tuple(at(f"r{n}", 1000 + 800 * n, 1000 + 3000 * (n % 2)) for n in range(12))
    held = (leaf("leaf", "r0", 31), *(node(f"n{n}", f"r{n}", 3) for n in range(12)))
    design = hall(racks, held, (OVER, OVER.evolve(id="u", corners=((0, 4000), (20_000, 4000)))))
    engine = Evaluator(PARTS)
    engine.report(design)
    moved = design.evolve(
        racks=tuple(r.evolve(x_mm=r.x_mm + 400) if r.id == "r5" else r for r in design.racks)
    )
    before = engine.report(design)
    after = engine.report(moved)
    assert after.cables == report_of(moved).cables
    assert after.cables.length_m != before.cables.length_m
    assert engine.report(design).cables == before.cables
    lower = design.evolve(
        devices=tuple(d.evolve(half_u=60) if d.id == "n7" else d for d in design.devices)
    )
    assert engine.report(lower).cables == report_of(lower).cables
    rehung = design.evolve(trays=design.trays[:1])
    assert engine.report(rehung).cables == report_of(rehung).cables
