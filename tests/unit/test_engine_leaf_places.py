"""Racks with leaves at the end or in the middle of rows: compared, and applied as one step."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import exchange_places, set_fields
from designer.document.errors import EditError
from designer.engine.cable_report import LeafPlace, LeafPlaces
from designer.engine.evaluate import Evaluator, evaluate
from designer.model.design import Design, Row, Tray
from designer.planning.templates import build
from designer.wiring.network import expand_network
from tests.helpers.cable_halls import PARTS, at, hall, leaf, node

SHIPPED = load_shipped()


def row() -> Design:
    """Five racks in a row, the first with the leaf and each other with one node."""
    racks = tuple(at(f"r{n}", 1000 + 600 * n, 2000, row="A") for n in range(5))
    held = (leaf("leaf", "r0", 40), *(node(f"n{n}", f"r{n}", 38) for n in range(1, 5)))
    line = Tray(id="t", corners=((0, 2000), (9000, 2000)), height_mm=2400)
    return hall(racks, held, (line,), rows=(Row(id="A"),))


def asked(design: Design, fabric: str = "net", catalog: object = PARTS) -> LeafPlaces:
    engine = Evaluator(catalog)
    engine.report(design)
    answer = engine.answer(design, "cables", "places", {"fabric": fabric})
    assert isinstance(answer, LeafPlaces)
    return answer


def applied(design: Design, place: LeafPlace, catalog: object = PARTS) -> Design:
    places = {m.rack: (m.x_mm, m.y_mm, m.rotation, m.row) for m in place.moves}
    return exchange_places(catalog, places)(design)


def test_the_middle_of_a_row_is_nearer_than_its_end() -> None:
    drawn, end, middle, hall_middle = asked(row()).places
    assert [one.kind for one in (drawn, end, middle, hall_middle)] == [
        "as drawn", "end of row", "middle of row", "middle of hall",
    ]  # fmt: skip
    assert drawn.moves == ()
    assert drawn.length_m == pytest.approx(end.length_m)
    # To 1, 2, 3, 4 racks away from the end; to 1, 1, 2, 2 from the middle.
    assert drawn.length_m - middle.length_m == pytest.approx(0.6 * (10 - 6))
    assert middle.length_m == pytest.approx(hall_middle.length_m)
    where = {move.rack: move.x_mm for move in middle.moves}
    assert where["r0"] == 1000 + 2 * 600 - 300


def test_what_is_told_is_what_the_report_says_once_it_is_applied() -> None:
    design = row()
    for place in asked(design).places:
        if place.moves:
            after = evaluate(applied(design, place), PARTS).cables
            assert after.figure("length_m") == place.figure("length_m")
            assert after.figure("longest_m") == place.figure("longest_m")


def test_a_whole_pod_is_compared_with_its_cost() -> None:
    pod = build("dgx-superpod-h100", {"scalable_units": "2"}, SHIPPED)
    found = asked(pod, "compute", SHIPPED)
    assert [one.kind for one in found.places][-1] == "rack per rail"
    assert all(one.price and one.length_m and not one.too_far for one in found.places)
    shortest = min(found.places, key=lambda one: one.length_m or 0)
    after = applied(pod, shortest, SHIPPED) if shortest.moves else pod
    said = evaluate(after, SHIPPED).cables
    assert said.length_m == pytest.approx(shortest.length_m)
    assert said.price == pytest.approx(shortest.price)
    assert [rack.assembly for rack in after.racks] == [rack.assembly for rack in pod.racks]


def test_a_rack_for_each_rail_is_the_order_of_leaves_of_the_fabric() -> None:
    pod = build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)
    place = asked(pod, "compute", SHIPPED).places[-1]
    assert (place.kind, place.leaf_order, place.moves) == ("rack per rail", "by-rail", ())
    turned = set_fields("fabrics", "compute", leaf_order=place.leaf_order)(pod)
    after = evaluate(turned, SHIPPED)
    assert after.cables.length_m == pytest.approx(place.length_m)
    before = evaluate(pod, SHIPPED)
    same = [
        (one.id, one.bisection_gbps, one.connected_cables, one.unconnected, one.rail_aligned)
        for one in before.fabrics
    ]
    assert same == [
        (one.id, one.bisection_gbps, one.connected_cables, one.unconnected, one.rail_aligned)
        for one in after.fabrics
    ]
    assert asked(turned, "compute", SHIPPED).places[-1].kind == "rack per unit"


def test_by_rail_the_leaves_of_a_rail_stand_together() -> None:
    pod = build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)
    turned = set_fields("fabrics", "compute", leaf_order="by-rail")(pod)
    for design, together in ((pod, "unit"), (turned, "rail")):
        wiring = expand_network(design, SHIPPED).find("compute")
        assert wiring is not None
        switch = wiring.places.switch[:32]
        assert sorted(switch.tolist()) == list(range(32))
        unit, rail = np.divmod(np.arange(32), 8)
        order = np.argsort(switch)
        first = (rail if together == "rail" else unit)[order]
        assert (np.diff(first) >= 0).all()


def test_what_cannot_be_compared_says_why() -> None:
    assert asked(row(), "nowhere").problem == "there is no such fabric"
    loose = row().evolve(racks=tuple(r.evolve(row="") for r in row().racks))
    assert asked(loose).problem == "none of its leaves stands in a row"


def test_racks_exchange_no_places_that_others_have_taken() -> None:
    design = row()
    middle = asked(design).places[2]
    moved = design.evolve(
        racks=tuple(r.evolve(x_mm=r.x_mm + 600) if r.id == "r0" else r for r in design.racks)
    )
    with pytest.raises(EditError, match="only exchange the places"):
        applied(moved, middle)
