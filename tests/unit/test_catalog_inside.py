"""What stands inside a filled part: places, totals, and what is wrong with them."""

from math import inf
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.inside import InsideUnit, free_spans, span_words
from designer.catalog.inside_layout import inside_words, run_name
from designer.catalog.inside_sums import inside_sums
from designer.catalog.load import load_shipped, validate
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.io.design_file import dumps, loads
from designer.io.export.report_json import report_json
from designer.model.design import Design, Rack
from designer.model.ranges import out_of_range
from designer.render.written import lettered, lettering_places

TRAYS = InsideUnit(
    name="tray", kind="compute-tray", count=4, height_half_u=2, spans=((2, 3), (6, 7))
)
SHELF = InsideUnit(name="shelf", kind="power-shelf", count=1, height_half_u=4, spans=((4, 5),))


def filled(*inside: InsideUnit, **fields: object) -> Part:
    return Part.model_validate(
        {"id": "filled", "kind": "rack-system", "name": "Filled", "inside_units": 8,
         "inside": inside, **fields}
    )  # fmt: skip


def wrong(*inside: InsideUnit, **fields: object) -> list[str]:
    return [problem for _, problem in out_of_range(filled(*inside, **fields))]


def test_units_stand_where_their_spans_say() -> None:
    assert TRAYS.half_us == (4, 6, 12, 14)
    assert SHELF.half_us == (8,)
    assert span_words(TRAYS.spans) == "U2–U3, U6–U7"
    assert free_spans(8, (TRAYS, SHELF)) == ((1, 1), (8, 8))
    assert wrong(TRAYS, SHELF) == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"count": 5}, "inside: tray: count is 5, but U2–U3, U6–U7 holds 4 places"),
        ({"spans": ((2, 5),)}, "inside: tray and shelf both stand in U4"),
        ({"spans": ((3, 4),)}, "inside: tray and shelf both stand in U4"),
        ({"spans": ((2, 3), (8, 9))}, "inside: tray: U2–U3, U8–U9 is not within U1–U8, lowest"),
        ({"spans": ((3, 2),)}, "inside: tray: U3–U2 is not within U1–U8, lowest first"),
        ({"spans": ((1, 1),), "height_half_u": 4, "count": 1}, "is no multiple of its height"),
        ({"height_half_u": 0}, "inside: tray: what takes no rack units has no spans"),
        ({"name": "shelf"}, "inside: 'shelf' stands there twice"),
        ({"spans": (), "count": 9}, "inside: units of 11U do not fit into 8U"),
    ],
)
def test_places_that_cannot_be_are_told(changed: dict[str, object], expected: str) -> None:
    found = wrong(TRAYS.evolve(**changed), SHELF)
    assert any(expected in problem for problem in found), found


def test_counts_agree_with_what_the_part_states_elsewhere() -> None:
    assert wrong(TRAYS, compute=ComputeFigures(compute_trays=4)) == []
    assert wrong(TRAYS, compute=ComputeFigures(compute_trays=18)) == [
        "inside: 4 of kind compute-tray, but compute.compute_trays is 18"
    ]
    uncounted = TRAYS.evolve(count=None, spans=())
    assert wrong(uncounted, compute=ComputeFigures(compute_trays=18)) == []


def test_spans_need_the_height_of_the_rails_and_fit_into_the_part() -> None:
    assert wrong(TRAYS, inside_units=None) == [
        "inside: tray: spans need inside_units, the height of the rails"
    ]
    assert wrong(TRAYS, height_mm=300) == ["inside: 8U are higher than 300 mm"]


def test_a_file_with_a_wrong_place_is_told_by_line(tmp_path: Path) -> None:
    text = """
[[part]]
id = "filled"
kind = "rack-system"
name = "Filled"
inside_units = 4
inside = [
  { name = "tray", kind = "other", part = "none", count = 3, height_half_u = 2, spans = [[1, 2]] },
]
provenance = [{ fields = ["*"], source = "sheet", kind = "vendor" }]
"""
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    assert [p.line() for p in validate(tmp_path)] == [
        "a.toml:7:1: filled: inside: tray: count is 3, but U1–U2 holds 2 places"
    ]
    (tmp_path / "a.toml").write_text(text.replace("count = 3", "count = 2"), encoding="utf-8")
    assert [p.line() for p in validate(tmp_path)] == ["a.toml:7:1: filled: tray: no part 'none'"]


def test_a_unit_inside_is_counted_in_no_sum() -> None:
    """The filled rack owns power, mass, ports and GPUs; its inside is told, not added."""
    shipped = load_shipped()
    bare = shipped.require("gb200-nvl72").evolve(inside=(), inside_units=None)
    hall = Design(racks=(Rack(id="r", name="R", part="gb200-nvl72", x_mm=0, y_mm=0),))
    reports = [
        report_json(hall, parts, evaluate(hall, parts))
        for parts in (shipped, shipped.overlay((bare,)))
    ]
    assert reports[0] == reports[1]


def test_the_sum_of_what_is_inside_has_the_bounds_of_its_units() -> None:
    tray = Part.model_validate(
        {"id": "tray", "kind": "baseboard", "name": "Tray", "power_max_w": 5000, "mass_kg": 30}
    )
    known, lost = TRAYS.evolve(part="tray"), TRAYS.evolve(name="other tray", spans=())
    parts = Catalog([tray])
    sums = inside_sums(filled(known, SHELF), parts.get)
    assert sums is not None
    assert (sums.power.low, sums.power.high) == (20_000, 20_000)  # a shelf draws nothing itself
    assert (sums.mass.low, sums.mass.high) == (120, inf)  # of the shelf nobody tells it
    with_lost = inside_sums(filled(known, lost), parts.get)
    assert with_lost is not None
    assert (with_lost.power.low, with_lost.power.high) == (20_000, inf)
    uncounted = inside_sums(filled(known.evolve(count=None, spans=())), parts.get)
    assert uncounted is not None
    assert (uncounted.power.low, uncounted.power.high) == (5000, inf)
    assert inside_sums(filled(), parts.get) is None


def test_a_tray_of_unknown_height_stands_in_the_rails_at_no_known_place() -> None:
    tray = InsideUnit(name="blade", kind="compute-tray", count=36)
    assert not tray.behind
    inside = filled(tray).inside_layout
    assert inside is not None
    assert (inside.boxes, inside.unplaced, inside.behind) == ((), (tray,), ())
    assert wrong(tray.evolve(spans=((1, 2),))) == [
        "inside: blade: what takes no rack units has no spans: give its height"
    ]


def test_what_is_inside_is_kept_in_a_design_file() -> None:
    shipped = load_shipped()
    hall = Design(racks=(Rack(id="r", name="R", part="gb200-nvl72", x_mm=0, y_mm=0),))
    read = loads(dumps(hall, shipped))
    kept = {part.id: part for part in read.parts}["gb200-nvl72"]
    assert kept.inside == shipped.require("gb200-nvl72").inside
    assert kept.inside_units == 48


def test_runs_are_named_from_the_bottom() -> None:
    inside = filled(TRAYS, SHELF, InsideUnit(name="bus bar", kind="busbar", count=1)).inside_layout
    assert inside is not None
    assert [run_name(run) for run in inside.runs] == ["tray 1–2", "shelf", "tray 3–4"]
    assert (
        inside_words(inside)
        == "tray 3–4 in U6–U7, shelf in U4–U5, tray 1–2 in U2–U3, bus bar at the rear"
    )


def test_what_no_source_places_is_told_as_such() -> None:
    lost = TRAYS.evolve(spans=())
    inside = filled(lost, InsideUnit(name="manifold", kind="manifold")).inside_layout
    assert inside is not None
    assert (inside.boxes, inside.unplaced, inside.largest_free) == ((), (lost,), (1, 8))
    assert inside_words(inside) == "4 × tray, position not published, — × manifold at the rear"


def test_a_part_without_an_inside_is_drawn_as_before() -> None:
    assert filled().inside_layout is None
    assert filled(TRAYS.evolve(spans=()), inside_units=None).inside_layout is None


def test_a_letter_of_a_unit_inside_is_among_those_that_need_a_font() -> None:
    part = filled(TRAYS.evolve(name="tray \u6771"))
    hall = Design(racks=(Rack(id="r", name="R", part="filled", x_mm=0, y_mm=0),))
    assert "tray \u6771" in set(lettered(hall, Catalog((part,))))
    place = "\u6771 (U+6771, CJK UNIFIED IDEOGRAPH-6771) in part filled"
    assert lettering_places(hall, Catalog((part,)), "\u6771") == place
