"""Containment that the room claims and the rows do not let stand: C14 and the cooling limit."""

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.design import Assembly, Design, Rack, Room, Slot
from designer.planning.templates import build

CATALOG = load_shipped()
STATES = ("ok", "unknown", "warning", "error")


def hall(upper: int, lower: int, nodes: int = 3, **fields: object) -> Design:
    """Return two rows of two racks of DGX H100 (10.2 kW each) across an aisle of 1.2 m."""
    slots = tuple(Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(nodes))
    racks = tuple(
        Rack(id=f"{row}{i}", name=f"{row}{i}".upper(), part="rack-48u", row=row, rotation=turn,  # type: ignore[arg-type]  # angles by parameter
             x_mm=600 * i, y_mm=y, assembly="a", **fields)
        for row, turn, y in (("a", upper, 0), ("b", lower, 2400)) for i in range(2)
    )  # fmt: skip
    filling = Assembly(id="a", rack_part="rack-48u", slots=slots)
    return Design(assemblies=(filling,), racks=racks, room=Room(containment="cold"))


def c14(report: Report) -> list[Check]:
    return [check for check in report.checks if check.rule == "C14"]


def test_a_row_that_faces_a_rear_takes_the_containment_of_its_aisle() -> None:
    """30.6 kW planned with contained air, where the room's air ends at 20 kW."""
    assert c14(evaluate(hall(180, 0), CATALOG)) == []
    (said,) = c14(evaluate(hall(180, 180, cooling="in-row"), CATALOG))
    assert (said.key, said.severity) == ("C14:open-aisle:beyond", "error")
    assert said.where == ("a0", "a1", "b0", "b1")
    assert "4 racks of up to 30.6 kW" in said.message
    assert "the room's air ends at 20 kW" in said.message


def test_within_the_rooms_own_air_a_mixed_aisle_is_a_warning() -> None:
    (said,) = c14(evaluate(hall(180, 180, nodes=1), CATALOG))
    assert (said.key, said.severity) == ("C14:open-aisle", "warning")


def test_a_method_that_rests_on_containment_needs_it_at_any_heat() -> None:
    small = Assembly(id="a", rack_part="rack-48u", slots=(Slot(id="s", part="sn2201", half_u=4),))
    chosen = hall(180, 180, cooling="in-row").evolve(assemblies=(small,))
    assert [check.key for check in c14(evaluate(chosen, CATALOG))] == ["C14:open-aisle"]
    left = hall(180, 180).evolve(assemblies=(small,))
    assert c14(evaluate(left, CATALOG)) == []


def test_the_capacity_of_contained_air_does_not_stand_where_nothing_is_contained() -> None:
    closed, torn = (evaluate(hall(180, lower, nodes=2), CATALOG).racks[0] for lower in (0, 180))
    limits = [next(one for one in rack.limits if one.name == "cooling") for rack in (closed, torn)]
    assert (closed.cooling_method, torn.cooling_method) == ("in-row", "in-row")
    assert (limits[0].limit, limits[0].state) == (45.0, "ok")
    assert (limits[1].limit, limits[1].state) == (20.0, "error")
    assert "its aisle is not contained" in limits[1].text
    assert (closed.cooling_capacity_kw, torn.cooling_capacity_kw) == (45.0, 20.0)


def test_a_row_of_a_reference_design_turned_by_180_degrees_is_found() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, CATALOG)
    assert c14(evaluate(design, CATALOG)) == []
    row = tuple(rack.id for rack in design.racks if rack.row.lower() == "d")
    turned = edits.rotate_racks(CATALOG, row, 2)(design)
    named = {key for check in c14(evaluate(turned, CATALOG)) for key in check.where}
    racks = {rack.id: rack for rack in design.racks}
    # Their air blew at nobody before; rear doors take the heat of node racks and ask for nothing.
    assert sorted(racks[key].name for key in named) == ["C01", "C10"]


def test_a_rack_moved_out_of_its_row_opens_the_aisle_at_which_it_stands_then() -> None:
    """C01 beside row D turns its rear to C10, whose 27.5 kW rest on contained air."""
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, CATALOG)
    racks = {rack.name: rack for rack in design.racks}
    end, beside = racks["C10"], racks["D01"]
    moved = tuple(
        rack.evolve(x_mm=end.x_mm, y_mm=beside.y_mm) if rack.name == "C01" else rack
        for rack in design.racks
    )
    report = evaluate(design.evolve(racks=moved), CATALOG)
    assert {name: check.key for check in c14(report) for name in check.where} == {
        racks["C01"].id: "C14:open-aisle", end.id: "C14:open-aisle:beyond"
    }  # fmt: skip
    (limit,) = (
        one for rack in report.racks if rack.name == "C10" for one in rack.limits
        if one.name == "cooling"
    )  # fmt: skip
    assert (limit.label, limit.limit, limit.state) == (
        "Cooling, contained aisle or in-row air, aisle not contained", 20.0, "error"
    )  # fmt: skip


def test_a_rack_moved_away_takes_nothing_from_the_racks_that_stay() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, CATALOG)
    (first,) = (rack for rack in design.racks if rack.name == "C01")
    end = max(x for x, _ in design.room.outline)
    moved = tuple(
        rack.evolve(x_mm=end - 1200, y_mm=0) if rack is first else rack for rack in design.racks
    )
    report = evaluate(design.evolve(racks=moved), CATALOG)
    assert [check.where for check in c14(report)] == [(first.id,)]


def bare(design: Design) -> Design:
    return design.evolve(room=design.room.evolve(containment="none"))


@pytest.mark.parametrize(
    ("nodes", "key", "severity", "state", "shown"),
    [(1, "C14:containment", "warning", "ok", "room-air"),
     (2, "C14:containment:beyond", "error", "error", "needs-containment"),
     (4, "C14:containment:beyond", "error", "error", "needs-rear-door")],
)  # fmt: skip
def test_a_room_without_containment_ends_where_an_open_aisle_does(
    nodes: int, key: str, severity: str, state: str, shown: str
) -> None:
    """10.2, 20.4 and 40.8 kW, where the room's air ends at 20 kW."""
    report = evaluate(bare(hall(180, 0, nodes=nodes)), CATALOG)
    (said,) = c14(report)
    assert (said.key, said.severity) == (key, severity)
    assert said.where == ("a0", "a1", "b0", "b1")
    rack = report.racks[0]
    (limit,) = (one for one in rack.limits if one.name == "cooling")
    assert (limit.limit, limit.state) == (20.0, state)
    assert rack.cooling_capacity_kw == 20.0
    assert rack.cooling_shown == shown


def test_what_a_contained_aisle_is_needed_for_says_so_until_there_is_one() -> None:
    assert evaluate(hall(180, 0, nodes=2), CATALOG).racks[0].cooling_shown == "in-row"
    for design in (bare(hall(180, 0, nodes=2)), hall(180, 180, nodes=2)):
        rack = evaluate(design, CATALOG).racks[0]
        assert SHOWN_NAMES[rack.cooling_shown] == "Needs containment"


def test_a_bare_room_is_told_what_takes_the_heat_of_its_racks() -> None:
    (said,) = c14(evaluate(bare(hall(180, 0, nodes=2)), CATALOG))
    assert "4 racks of up to 20.4 kW in aisles without containment" in said.message
    assert "the room's air ends at 20 kW" in said.message
    assert "settings of the room" in said.advice
    assert "rear doors" in said.advice


def test_the_pue_of_contained_air_says_where_there_is_none() -> None:
    closed, torn = (
        evaluate(design, CATALOG).facility
        for design in (hall(180, 0, nodes=2), bare(hall(180, 0, nodes=2)))
    )
    assert closed.pue == torn.pue
    assert "no containment" not in closed.pue_source
    assert torn.pue_source.endswith("though the room has no containment")


WORSE = {"info": 0, "unknown": 1, "warning": 2, "error": 3}


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("cooling", ["auto", "room-air", "in-row"])
@pytest.mark.parametrize(("upper", "lower"), [(180, 0), (180, 180), (0, 180)])
def test_nothing_becomes_better_by_taking_containment_away(
    nodes: int, cooling: str, upper: int, lower: int
) -> None:
    before = hall(upper, lower, nodes=nodes, cooling=cooling)
    report, less = evaluate(before, CATALOG), evaluate(bare(before), CATALOG)

    def worst(found: Report) -> dict[tuple[str, str], int]:
        of: dict[tuple[str, str], int] = {}
        for check in found.checks:
            for key in check.where or ("",):
                at = check.rule, key
                of[at] = max(of.get(at, 0), WORSE[check.severity])
        return of

    after = worst(less)
    for at, severity in worst(report).items():
        assert after.get(at, -1) >= severity, at
    for had, has in zip(report.racks, less.racks, strict=True):
        for was, now in zip(had.limits, has.limits, strict=True):
            assert (was.name, was.used) == (now.name, now.used)
            assert was.limit is None or (now.limit is not None and now.limit <= was.limit)
            assert STATES.index(now.state) >= STATES.index(was.state)


@pytest.mark.parametrize("parameters", [{}, {"cooling": "air"}])
def test_a_reference_design_without_its_containment_finds_every_rack_that_needs_it(
    parameters: dict[str, str],
) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "4", **parameters}, CATALOG)
    report = evaluate(bare(design), CATALOG)
    needing = {rack.id for rack in report.racks if rack.cooling_shown == "needs-containment"}
    errors = {key for one in c14(report) if one.severity == "error" for key in one.where}
    assert needing
    assert errors == {
        rack.id for rack in report.racks
        if rack.id in needing and rack.power_max_kw is not None and rack.power_max_kw > 20
    }  # fmt: skip
