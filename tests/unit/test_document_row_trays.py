"""Trays over all rows: one over each, joined at both ends, as one step."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits.row_trays import (
    BEYOND_MM,
    CROSSING_MM,
    draw_row_trays,
    trays_over_rows,
)
from designer.document.errors import EditError
from designer.model.design import Design, Rack, Row, Tray


def hall(*rows: str, turned: str = "") -> Design:
    """Return rows of three racks of 600 mm, 3 m apart; some of them turned by a quarter."""
    racks = tuple(
        Rack(
            id=f"{row}{at}", name=f"{row}{at}", part="rack-48u", row=row,
            rotation=90 if row in turned else 0,
            x_mm=12_000 + 3000 * number if row in turned else 3000 + 600 * at,
            y_mm=3000 + 600 * at if row in turned else 3000 + 3000 * number,
        )
        for number, row in enumerate(rows)
        for at in range(3)
    )  # fmt: skip
    return Design(racks=racks, rows=tuple(Row(id=row, name=row) for row in rows))


def drawn(design: Design) -> dict[str, Tray]:
    return {tray.id: tray for tray in trays_over_rows(design, load_shipped())}


def test_one_row_has_one_tray_behind_its_racks() -> None:
    (tray,) = drawn(hall("A")).values()
    assert (tray.id, tray.name) == ("tray-a", "Behind row A")
    assert tray.corners == ((3000 - BEYOND_MM, 4400), (5000 + BEYOND_MM, 4400))


def test_rows_are_joined_at_both_ends() -> None:
    trays = drawn(hall("A", "B", "C"))
    assert sorted(trays) == ["tray-a", "tray-b", "tray-c", "tray-x-1", "tray-x-2"]
    assert trays["tray-x-1"].corners == ((2700, 4400), (2700, 10400))
    assert trays["tray-x-2"].corners == ((5300, 4400), (5300, 10400))


def test_long_rows_are_joined_between_as_well() -> None:
    design = hall("A", "B")
    racks = tuple(rack.evolve(x_mm=rack.x_mm * 10) for rack in design.racks)
    trays = drawn(design.evolve(racks=racks))
    across = [trays[f"tray-x-{at}"].corners[0][0] for at in (1, 2)]
    assert across[1] - across[0] <= CROSSING_MM
    racks = tuple(rack.evolve(x_mm=rack.x_mm * 2) for rack in racks)
    trays = drawn(design.evolve(racks=racks))
    across = [trays[f"tray-x-{at}"].corners[0][0] for at in (1, 2, 3)]
    assert across[1] - across[0] == across[2] - across[1] <= CROSSING_MM


def test_rows_in_line_have_one_tray() -> None:
    design = hall("A", "B")
    moved = design.evolve(
        racks=tuple(
            rack.evolve(x_mm=rack.x_mm + 9000, y_mm=3000) if rack.row == "B" else rack
            for rack in design.racks
        )
    )
    (tray,) = drawn(moved).values()
    assert tray.name == "Behind rows A and B"
    assert tray.corners == ((2700, 4400), (14300, 4400))


def test_rows_that_cross_are_joined_as_well() -> None:
    trays = drawn(hall("A", "B", turned="B"))
    assert trays["tray-joint"].corners[0] == trays["tray-a"].corners[0]
    assert trays["tray-joint"].corners[-1] == trays["tray-b"].corners[0]


def test_it_is_one_step_and_never_draws_over_trays_that_are_there() -> None:
    edit = draw_row_trays(load_shipped())
    once = edit(hall("A", "B"))
    assert [tray.id for tray in once.trays] == sorted(tray.id for tray in once.trays)
    with pytest.raises(EditError, match="drawn already"):
        edit(once)


def test_a_floor_without_racks_has_no_row() -> None:
    with pytest.raises(EditError, match="no row"):
        draw_row_trays(load_shipped())(Design())


def test_cooling_units_are_in_no_row() -> None:
    design = hall("A")
    unit = Rack(id="u", name="u", part="crah", x_mm=0, y_mm=9000)
    assert drawn(design) == drawn(design.evolve(racks=(*design.racks, unit)))


def test_a_row_that_faces_down_has_its_tray_above() -> None:
    design = hall("A")
    turned = tuple(rack.evolve(rotation=180) for rack in design.racks)
    (tray,) = drawn(design.evolve(racks=turned)).values()
    assert {y for _, y in tray.corners} == {2800}


def test_rows_across_the_plan_have_theirs_behind_as_well() -> None:
    facing_right = drawn(hall("A", turned="A"))["tray-a"]
    assert {x for x, _ in facing_right.corners} == {11_800}
