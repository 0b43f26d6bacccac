"""Aisles follow from the way rows face; racks fall into bands; alike racks share a sheet."""

import random

import pytest

from designer.catalog.aisles import (
    NARROWEST_MM,
    WIDEST_AISLE_MM,
    aisles,
    rack_size,
    row_bands,
    uncontained,
)
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.report import RackReport, Report
from designer.model.design import Containment, Design, Device, Rack
from designer.model.layout import Layout
from designer.render.sheets.sheet_list import name_ranges, natural, rack_groups
from designer.render.tile_lines import pitch_lines
from tests.helpers.drawn_design import drawn_design
from tests.helpers.rows_on_floor import hall_of_four, lying, rows_of, two_rows


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.mark.parametrize(
    ("upper", "lower", "kind"),
    [(180, 0, "cold"), (0, 180, "hot"), (0, 0, "mixed"), (180, 180, "mixed")],
)
def test_what_lies_between_two_rows_follows_from_their_facing(
    catalog: Catalog, upper: int, lower: int, kind: str
) -> None:
    (aisle,) = aisles(two_rows(upper, lower), catalog)
    assert aisle.kind == kind
    assert (aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm) == (0, 1200, 2400, 1200)
    assert aisle.clear_mm == 1200
    assert aisle.across


@pytest.mark.parametrize(("left", "right", "kind"), [(90, 270, "cold"), (270, 90, "hot")])
def test_upright_rows_have_upright_aisles(
    catalog: Catalog, left: int, right: int, kind: str
) -> None:
    racks = tuple(
        Rack(
            id=f"{row}{i}", name="", part="rack-48u", row=row, rotation=rotation,
            x_mm=x, y_mm=800 * i,
        )
        for row, rotation, x in (("a", left, 0), ("b", right, 2400))
        for i in range(2)
    )  # fmt: skip
    (aisle,) = aisles(Design(racks=racks), catalog)
    assert aisle.kind == kind
    assert not aisle.across
    assert (aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm) == (1200, 0, 1200, 1600)


def test_rows_far_apart_or_touching_share_no_aisle(catalog: Catalog) -> None:
    assert aisles(two_rows(180, 0, gap_mm=4000), catalog) == ()
    assert aisles(two_rows(180, 0, gap_mm=0), catalog) == ()


def test_an_aisle_is_as_long_as_its_rows_stand_face_to_face(catalog: Catalog) -> None:
    design = rows_of(("a", 180, 0, 0, 4), ("b", 0, 1600, 2400, 4))
    assert lying(design, catalog) == [("cold", 1600, 1200, 3200, 2400)]
    design = rows_of(("a", 180, 1600, 0, 4), ("b", 0, 0, 2400, 3))
    assert lying(design, catalog) == [("cold", 1600, 1200, 2400, 2400)]


@pytest.mark.parametrize("left", [1600, 1601, 4000, -1600, -1601, -4000])
def test_rows_beside_each_other_share_no_aisle(catalog: Catalog, left: int) -> None:
    """Two racks are 1,600 mm long: they end where the others begin, or before."""
    assert lying(rows_of(("a", 180, 0, 0, 2), ("b", 0, left, 2400, 2)), catalog) == []


@pytest.mark.parametrize("left", [1599, -1599])
def test_rows_that_overlap_by_a_millimetre_share_an_aisle_of_it(
    catalog: Catalog, left: int
) -> None:
    ((_, begin, _, end, _),) = lying(rows_of(("a", 180, 0, 0, 2), ("b", 0, left, 2400, 2)), catalog)
    assert end - begin == 1


def test_aisles_that_begin_on_one_line_are_numbered_from_the_left(catalog: Catalog) -> None:
    """Also where the racks on the right are deeper, so that their row begins further up."""
    deep, shallow = 200 + 1200, 1200
    racks = tuple(
        Rack(id=name, name="", part=part, row=name, rotation=rotation, x_mm=left, y_mm=top)
        for name, part, rotation, left, top in (
            ("right above", "deep", 180, 2000, 0),
            ("right below", "deep", 0, 2000, deep + 1200),
            ("left above", "shallow", 180, 0, 200),
            ("left below", "shallow", 0, 0, deep + 1200),
        )
    )
    sized = catalog.overlay(
        Part(id=name, name="", kind="rack", width_mm=800, depth_mm=depth)
        for name, depth in (("deep", deep), ("shallow", shallow))
    )
    found = aisles(Design(racks=racks), sized)
    assert [(aisle.kind, aisle.number, aisle.x_mm) for aisle in found] == [
        ("cold", 1, 0), ("cold", 2, 2000)
    ]  # fmt: skip


def test_an_aisle_reaches_the_nearest_row_that_lies_opposite(catalog: Catalog) -> None:
    """A nearer row that stands further along is passed over; one behind another is hidden."""
    aside = rows_of(("a", 180, 0, 0, 2), ("b", 0, 4000, 1800, 2), ("c", 0, 0, 2400, 2))
    assert lying(aside, catalog) == [("cold", 0, 1200, 1600, 2400)]
    behind = rows_of(("a", 180, 0, 0, 2), ("b", 0, 0, 2400, 2), ("c", 180, 0, 4800, 2))
    assert lying(behind, catalog) == [
        ("cold", 0, 1200, 1600, 2400), ("hot", 0, 3600, 1600, 4800)
    ]  # fmt: skip
    far = rows_of(("a", 180, 0, 0, 2), ("b", 0, 0, 4801, 2), ("c", 180, 0, 4801 + 2400, 2))
    assert lying(far, catalog) == [("hot", 0, 6001, 1600, 7201)]


def test_rows_that_stand_in_each_other_share_no_aisle(catalog: Catalog) -> None:
    assert lying(rows_of(("a", 180, 0, 0, 2), ("b", 0, 0, 600, 2)), catalog) == []


@pytest.mark.parametrize(
    ("gap_mm", "is_aisle"),
    [(NARROWEST_MM - 1, False), (NARROWEST_MM, True), (WIDEST_AISLE_MM, True),
     (WIDEST_AISLE_MM + 1, False)],
)  # fmt: skip
def test_an_aisle_is_neither_a_gap_nor_a_hall(
    catalog: Catalog, gap_mm: int, *, is_aisle: bool
) -> None:
    assert bool(aisles(two_rows(180, 0, gap_mm=gap_mm), catalog)) == is_aisle


def test_only_the_contained_kind_says_so(catalog: Catalog) -> None:
    (cold,) = aisles(two_rows(180, 0, containment="cold"), catalog)
    assert cold.label == "COLD AISLE 1 · 1.2 m · contained"
    assert cold.labels[1:] == (
        "COLD AISLE 1 · contained", "COLD 1 · contained", "COLD AISLE 1", "COLD 1"
    )  # fmt: skip
    (hot,) = aisles(two_rows(0, 180, containment="cold"), catalog)
    assert hot.label == "HOT AISLE 1 · 1.2 m"


def test_aisles_count_within_their_kind(catalog: Catalog) -> None:
    found = [aisle.label.partition(" ·")[0] for aisle in aisles(drawn_design(), catalog)]
    assert found == ["COLD AISLE 1", "HOT AISLE 1", "COLD AISLE 2"]


def test_racks_without_a_row_form_one_with_their_line(catalog: Catalog) -> None:
    design = two_rows(180, 0)
    loose = design.evolve(racks=tuple(rack.evolve(row="") for rack in design.racks))
    assert len(row_bands(loose, catalog)) == 2
    assert [aisle.kind for aisle in aisles(loose, catalog)] == ["cold"]


@pytest.mark.parametrize(("rotation", "bands"), [(0, 3), (90, 1), (180, 3), (270, 1)])
def test_the_line_of_a_rack_without_a_row_runs_across_its_facing(
    catalog: Catalog, rotation: int, bands: int
) -> None:
    """Three racks one behind the other on the plan, at the same distance from the left wall."""
    racks = tuple(
        Rack(id=f"r{i}", name="", part="rack-48u", x_mm=900, y_mm=1300 * i, rotation=rotation)
        for i in range(3)
    )
    assert len(row_bands(Design(racks=racks), catalog)) == bands


def test_an_empty_room_has_no_aisle(catalog: Catalog) -> None:
    assert aisles(Design(), catalog) == ()


def test_a_turned_rack_swaps_width_and_depth(catalog: Catalog) -> None:
    rack = Rack(id="a", name="a", part="rack-48u", x_mm=0, y_mm=0)
    assert rack_size(rack, catalog) == (800, 1200)
    assert rack_size(rack.evolve(rotation=90), catalog) == (1200, 800)


def test_tile_lines_reach_from_wall_to_wall() -> None:
    assert pitch_lines(0, 1800, 600) == [0, 600, 1200, 1800]
    assert pitch_lines(0, 1000, 0) == []


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["A01", "A02", "A03", "B01"], "A01–A03, B01"),
        (["A10", "A2", "A1"], "A1–A2, A10"),
        (["A09", "A10"], "A09–A10"),
        (["cdu", "A1"], "A1, cdu"),
        ([], ""),
    ],
)
def test_runs_of_names_are_shortened(names: list[str], words: str) -> None:
    assert name_ranges(names) == words


def test_numbers_in_names_sort_as_numbers() -> None:
    assert sorted(["A10", "A2", "B1"], key=natural) == ["A2", "A10", "B1"]
    assert sorted(["A²", "9" * 5000, "1"], key=natural) == ["1", "9" * 5000, "A²"]


def test_alike_racks_share_a_sheet_and_others_do_not(catalog: Catalog) -> None:
    groups = rack_groups(Layout(drawn_design()), catalog, None)
    assert [len(group.racks) for group in groups] == [38, 1, 1]
    assert groups[0].first.id == "a01"


def test_a_device_of_its_own_sets_a_rack_apart(catalog: Catalog) -> None:
    design = drawn_design()
    extra = Device(id="extra", name="extra", part="sn2201", rack="a03", half_u=90)
    changed = design.evolve(devices=(*design.devices, extra))
    groups = rack_groups(Layout(changed), catalog, None)
    assert ["a03"] in [[rack.id for rack in group.racks] for group in groups]


def test_racks_with_another_outcome_do_not_share_a_sheet(catalog: Catalog) -> None:
    design = drawn_design()
    report = Report(racks=(RackReport(id="a01", cooling_method="in-row"),))
    assert len(rack_groups(Layout(design), catalog, report)) == 4


def test_only_the_racks_asked_for_are_printed(catalog: Catalog) -> None:
    groups = rack_groups(Layout(drawn_design()), catalog, None, ("b05", "a02"))
    assert [[rack.id for rack in group.racks] for group in groups] == [["a02"], ["b05"]]


def test_filled_racks_of_one_type_share_a_sheet(catalog: Catalog) -> None:
    racks = tuple(
        Rack(id=f"n{i}", name=f"N{i}", part="gb200-nvl72", x_mm=600 * i, y_mm=0) for i in range(8)
    )
    (group,) = rack_groups(Layout(Design(racks=racks)), catalog, None)
    assert len(group.racks) == 8


def test_cooling_units_along_a_wall_are_no_row_and_make_no_aisle(catalog: Catalog) -> None:
    units = tuple(
        Rack(id=f"u{x}", name=f"U{x}", part="crah", rotation=rotation, x_mm=x, y_mm=6000)
        for x, rotation in ((0, 90), (2500, 270))
    )
    design = two_rows(180, 0)
    with_units = design.evolve(racks=(*design.racks, *units))
    assert row_bands(with_units, catalog) == row_bands(design, catalog)
    assert len(aisles(with_units, catalog)) == 1


def test_a_rack_whose_part_nobody_knows_has_the_usual_footprint_and_a_row(catalog: Catalog) -> None:
    rack = Rack(id="a", name="", part="no-such-rack", row="a", x_mm=10, y_mm=20)
    assert rack_size(rack, catalog) == (600, 1200)
    assert rack_size(rack.evolve(rotation=270), catalog) == (1200, 600)
    (band,) = row_bands(Design(racks=(rack,)), catalog)
    assert (band.left, band.top, band.right, band.bottom) == (10, 20, 610, 1220)


def test_aisles_are_numbered_from_the_top_and_from_the_left(catalog: Catalog) -> None:
    level = rows_of(
        ("c", 180, 4000, 0, 2), ("d", 0, 4000, 2400, 2), ("a", 180, 0, 0, 2),
        ("b", 0, 0, 2400, 2), ("e", 180, 0, 6000, 2), ("f", 0, 0, 8400, 2),
    )  # fmt: skip
    cold = [a for a in aisles(level, catalog) if a.kind == "cold"]
    numbers = {(a.x_mm, a.y_mm): a.number for a in cold}
    assert numbers == {(0, 1200): 1, (4000, 1200): 2, (0, 7200): 3}


TIDY = [("cold", 0, 1200, 8000, 2400), ("hot", 0, 3600, 8000, 5400), ("cold", 0, 6600, 8000, 7800)]


def test_a_rack_dragged_out_of_its_row_leaves_the_aisles_of_the_row(catalog: Catalog) -> None:
    assert lying(hall_of_four(catalog), catalog) == TIDY
    assert uncontained(hall_of_four(catalog), catalog) == set()
    away = hall_of_four(catalog, C0=(12000, 7800))
    assert lying(away, catalog) == [
        ("cold", 0, 1200, 8000, 2400), ("hot", 800, 3600, 8000, 5400),
        ("cold", 0, 6600, 8000, 7800),
    ]  # fmt: skip
    assert uncontained(away, catalog) == {"C0"}


def test_a_rack_moved_along_its_row_stays_in_it_as_far_as_an_aisle_is_wide(
    catalog: Catalog,
) -> None:
    near = hall_of_four(catalog, A9=(7200 + WIDEST_AISLE_MM, 0), B9=(7200 + WIDEST_AISLE_MM, 2400))
    assert lying(near, catalog)[0] == ("cold", 0, 1200, 8000 + WIDEST_AISLE_MM, 2400)
    far = WIDEST_AISLE_MM + 7201
    parted = hall_of_four(catalog, A9=(far, 0), B9=(far, 2400))
    assert lying(parted, catalog)[:2] == [
        ("cold", 0, 1200, 7200, 2400), ("cold", far, 1200, far + 800, 2400)
    ]  # fmt: skip
    assert uncontained(parted, catalog) == set()


@pytest.mark.parametrize("depth", [1068, 1200, 1500])
@pytest.mark.parametrize("aligned", ["front", "rear"])
def test_racks_stand_in_one_line_by_their_fronts_or_by_their_rears(
    catalog: Catalog, depth: int, aligned: str
) -> None:
    """An open rack of 1,068 mm and a tank of 1,500 mm in a row of cabinets of 1,200 mm."""
    sized = catalog.overlay([Part(id="sized", name="", kind="rack", width_mm=800, depth_mm=depth)])
    top = 5400 if aligned == "rear" else 5400 + 1200 - depth
    design = hall_of_four(catalog, C0=(0, top))
    racks = tuple(r.evolve(part="sized") if r.id == "C0" else r for r in design.racks)
    bands = row_bands(design.evolve(racks=racks), sized)
    assert [band.row for band in bands] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(("aside", "runs"), [(299, 1), (-299, 1), (300, 2), (-300, 2)])
def test_a_rack_less_than_an_aisle_off_its_line_stands_in_it(
    catalog: Catalog, aside: int, runs: int
) -> None:
    design = hall_of_four(catalog, D4=(3200, 7800 + aside))
    assert [band.row for band in row_bands(design, catalog)].count("D") == runs


def test_a_rack_that_turns_its_rear_to_the_end_of_a_row_opens_the_containment_there(
    catalog: Catalog,
) -> None:
    """C0 stands beside a shorter row D, opposite C9, and blows at its front."""
    moved = hall_of_four(catalog, C0=(7200, 7800), D9=(12000, 7800))
    mixed = [(a.x_mm, a.width_mm) for a in aisles(moved, catalog) if a.kind == "mixed"]
    assert mixed == [(7200, 800)]
    assert uncontained(moved, catalog) == {"C0", "C9", "D9"}


def test_a_rack_within_an_aisle_parts_it_and_does_not_remove_it(catalog: Catalog) -> None:
    """It fills the aisle of 1.2 m from front to front; both rows see each other past it."""
    inside = hall_of_four(catalog, A9=(3200, 1200))
    assert lying(inside, catalog)[:2] == [
        ("cold", 0, 1200, 3200, 2400), ("cold", 4000, 1200, 8000, 2400)
    ]  # fmt: skip
    assert uncontained(inside, catalog) == {"A9", "A4", "B4"}


def test_past_the_end_of_a_row_there_is_no_aisle_to_the_row_behind(catalog: Catalog) -> None:
    """From A to C are 3.3 m, which is near enough for an aisle if nothing stood between."""
    design = rows_of(("A", 180, 0, 0, 10), ("B", 0, 0, 2400, 7), ("C", 180, 0, 4500, 10))
    assert lying(design, catalog) == [
        ("cold", 0, 1200, 5600, 2400), ("hot", 0, 3600, 5600, 4500)
    ]  # fmt: skip


def turned(design: Design, catalog: Catalog) -> Design:
    """Return the same hall drawn the other way round: turned by 180 degrees."""
    racks = []
    for rack in design.racks:
        width, depth = rack_size(rack, catalog)
        racks.append(
            rack.evolve(
                x_mm=50_000 - rack.x_mm - width,
                y_mm=50_000 - rack.y_mm - depth,
                rotation=(rack.rotation + 180) % 360,
            )
        )
    return design.evolve(racks=tuple(racks))


@pytest.mark.parametrize("containment", ["cold", "hot"])
def test_what_is_contained_does_not_depend_on_which_way_round_it_is_drawn(
    catalog: Catalog, containment: Containment
) -> None:
    for seed in range(150):
        chance = random.Random(seed)
        rows, y = [], 0
        for name in "ABCD"[: chance.choice((2, 3, 4))]:
            x, racks = chance.choice((0, 0, 400, 1600)), chance.choice((1, 3, 5, 8))
            rows.append((name, chance.choice((0, 180)), x, y, racks))
            y += 1200 + chance.choice((900, 1200, 1800, 2400, 3600))
        design = rows_of(*rows)
        design = design.evolve(room=design.room.evolve(containment=containment))
        other = turned(design, catalog)
        assert uncontained(other, catalog) == uncontained(design, catalog), seed
        assert len(aisles(other, catalog)) == len(aisles(design, catalog)), seed


def test_two_rows_side_by_side_share_the_aisle_to_a_longer_one(catalog: Catalog) -> None:
    design = rows_of(("A", 180, 0, 0, 10), ("B", 0, 0, 2400, 4), ("C", 0, 4800, 2400, 4))
    assert lying(design, catalog) == [
        ("cold", 0, 1200, 3200, 2400), ("cold", 4800, 1200, 8000, 2400)
    ]  # fmt: skip


def test_the_name_of_a_row_stands_beside_the_most_of_its_racks(catalog: Catalog) -> None:
    away = hall_of_four(catalog, C0=(12000, 7800), D0=(12000, 10200), D1=(12800, 10200))
    named = [band for band in row_bands(away, catalog) if band.named]
    assert [(band.row, band.left, band.top) for band in named] == [
        ("A", 0, 0), ("B", 0, 2400), ("C", 800, 5400), ("D", 1600, 7800)
    ]  # fmt: skip
    assert len(row_bands(away, catalog)) == 6
    halves = hall_of_four(catalog, **{f"A{n}": (800 * n, -6000) for n in range(5)})
    assert [band.top for band in row_bands(halves, catalog) if band.row == "A" and band.named] == [
        -6000
    ]
