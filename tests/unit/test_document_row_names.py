"""Racks of a row named by a pattern, exceptions that follow their row again, fields of a row."""

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.edits.row_names import names_by, pattern_of
from designer.document.errors import EditError
from designer.document.row_shapes import shape_of
from designer.model.design import Design, Rack, Room
from designer.model.layout import Layout
from designer.ui.fields.row_fields import row_fields

CATALOG = load_shipped()
RACK = "rack-48u"


def row(count=4, **rack):
    """Return row A of racks that share an assembly of one node; four in a room of 12 m."""
    wide = 12_000 if count == 4 else 1200 + 800 * count
    outline = ((0, 0), (wide, 0), (wide, 9_000), (0, 9_000))
    at = {"x_mm": 1200, "y_mm": 2400, **rack}
    alone = Rack(id="R01", name="R01", part=RACK, **at)
    design = Design(room=Room(outline=outline), racks=(alone,))
    design = edits.place_device(CATALOG, "dgx-h100", "R01")(design)
    return edits.begin_row(CATALOG, "R01", count)(design)


def names(design):
    found = shape_of(Layout(design), CATALOG, "A")
    assert found is not None
    return [rack.name for rack in found.racks]


@pytest.mark.parametrize(
    ("pattern", "more", "expected"),
    [
        ("{row}{n:02}", {}, ["A01", "A02", "A03", "A04"]),
        ("{row}-{n}", {"first": 9}, ["A-9", "A-10", "A-11", "A-12"]),
        ("Hall 1 {row}{n:03}", {"step": 10}, ["Hall 1 A001", "Hall 1 A011", "Hall 1 A021",
                                              "Hall 1 A031"]),
        ("{row}{n:02}", {"from_end": True}, ["A04", "A03", "A02", "A01"]),
        ("{n}", {"first": 8, "step": -2}, ["8", "6", "4", "2"]),
    ],
)  # fmt: skip
def test_a_pattern_names_the_racks_of_a_row(pattern, more, expected):
    design = edits.number_row("A", pattern, **more)(row())
    assert names(design) == expected
    held = Layout(design).in_rack("R01")
    assert expected[0] in held[0].name or expected[-1] in held[0].name, "devices follow"


@pytest.mark.parametrize(
    ("pattern", "more", "reason"),
    [
        ("{row}", {}, "gives all racks one name"),
        ("{row}{n:02}", {"step": 0}, "gives all racks one name"),
        ("{row}{m}", {}, "a brace that means nothing"),
        ("{n", {}, "a brace that means nothing"),
        ("{row}{n}", {"first": 2, "step": -1}, "begin at 0"),
        ("B{n:02}", {}, "B01 is taken by a rack of another row"),
    ],
)
def test_a_pattern_that_cannot_be_says_why(pattern, more, reason):
    design = edits.add_row(CATALOG, RACK, 1, 1200, 6000)(row())
    with pytest.raises(EditError, match=reason):
        edits.number_row("A", pattern, **more)(design)


@pytest.mark.parametrize("from_end", [False, True])
@pytest.mark.parametrize("pattern", ["{row}{n:02}", "{row}{n}", "{row}{n:03}", "{row}-{n:02}"])
def test_the_pattern_of_a_row_is_read_from_its_names(pattern, from_end):
    design = edits.number_row("A", pattern, 5, 2, from_end=from_end)(row())
    assert pattern_of(design, design.rows[0]) == (pattern, 5, 2, from_end)
    by_hand = edits.rename("A02", "Otto")(design)
    assert pattern_of(by_hand, by_hand.rows[0]) is None


def test_one_rack_needs_no_number():
    assert names_by("Store", "A", 1) == ["Store"]


def test_an_exception_follows_its_row_again():
    design = edits.detach_assembly("A02")(row())
    design = edits.place_device(CATALOG, "dgx-h100", "A02")(design)
    back = edits.follow_row(CATALOG, ("A02",))(design)
    assert {rack.assembly for rack in back.racks} == {design.assemblies[0].id}
    assert not back.devices
    with pytest.raises(EditError, match="in no row whose racks share an assembly"):
        edits.follow_row(CATALOG, ("X",))(
            edits.put("racks", Rack(id="X", name="X", part=RACK, x_mm=9000, y_mm=6000))(row())
        )
    other = edits.set_fields("racks", "A02", part="rack-52u-800", assembly="")(row())
    with pytest.raises(EditError, match="A02 is another part than"):
        edits.follow_row(CATALOG, ("A02",))(other)


def fields(design, *ids):
    chosen = ids or tuple(rack.id for rack in design.racks if rack.row == "A")
    return {field.name: field for field in row_fields(Layout(design), CATALOG, chosen)}


def test_fields_of_a_row_have_its_shape_with_bounds():
    found = fields(row())
    assert found["row_count"].value == 4
    assert found["row_count"].high == 13
    assert found["row_count"].hint.startswith("at most 13: ")
    assert (found["row_pitch"].value, found["row_pitch"].low) == (800, 800)
    assert found["row_pitch"].hint.endswith(" · binding")
    assert found["row_pattern"].value == "{row}{n:02}"
    assert fields(row(), "R01", "A02") == {}


def test_fields_of_a_row_edit_it():
    design = row()
    found = fields(design)
    assert len(found["row_count"].edit(6)(design).racks) == 6
    assert names(found["row_first"].edit(11)(design))[0] == "A11"
    assert names(found["row_end"].edit("right")(design))[0] == "A04"
    assert (found["x_mm"].label, found["x_mm"].value) == ("Starts from left", 1200)
    moved = found["x_mm"].edit(1800)(design)
    assert sorted(rack.x_mm for rack in moved.racks) == [1800, 2600, 3400, 4200]
    assert found["row_name"].edit("K")(design).rows[0].name == "K"
    own = edits.detach_assembly("A02")(design)
    assert "row_exception_A02" in fields(own)
    followed = fields(own)["row_exception_A02"].edit("follows")(own)
    assert not followed.devices
    assert fields(own)["row_exception_A02"].edit("stays")(own) == own


def test_a_rack_out_of_line_has_a_line_with_put_back():
    design = row()
    moved = edits.move_racks(CATALOG, ("A03",), 0, 1530)(design)
    assert "row_place_A03" not in fields(design)
    found = fields(moved)
    assert (found["row_pitch"].value, found["row_pitch"].mixed) == (800, False)
    field = found["row_place_A03"]
    assert (field.label, field.value) == ("Exception A03", "stays")
    assert [text for text, _ in field.choices] == ["1,530 mm out of line", "put back"]
    assert field.edit("stays")(moved) == moved
    assert field.edit("follows")(moved) == design


def test_of_many_racks_out_of_line_the_last_line_has_the_rest():
    """Twelve have a line each, in order; what it said of more than these was nothing."""
    design = row(32)
    off = tuple(names(design)[1:16])
    moved = edits.move_racks(CATALOG, off, 0, 1530)(design)
    lines = [name for name in fields(moved) if name.startswith("row_place_")]
    assert lines == [*(f"row_place_A{n:02d}" for n in range(2, 14)), "row_place_more"]
    more = fields(moved)["row_place_more"]
    assert (more.label, more.value) == ("And 3 more", "stays")
    assert [text for text, _ in more.choices] == ["out of line", "put back"]
    assert more.edit("stays")(moved) == moved
    assert [one.name for one in off_line(more.edit("follows")(moved))] == names(moved)[1:13]
    twelve = edits.move_racks(CATALOG, off[12:], 0, -1530)(moved)
    assert "row_place_more" not in fields(twelve)


def test_of_many_racks_filled_otherwise_the_last_line_has_the_rest():
    design = row(32)
    for name in names(design)[1:14]:
        design = edits.detach_assembly(name)(design)
    more = fields(design)["row_exception_more"]
    assert (more.label, more.value) == ("And 1 more", "stays")
    assert [text for text, _ in more.choices] == ["other part or filling", "follow the row"]
    assert more.edit("stays")(design) == design
    assert "row_exception_more" not in fields(more.edit("follows")(design))


def off_line(design):
    found = shape_of(Layout(design), CATALOG, "A")
    assert found is not None
    return found.out_of_line


def test_the_aisle_of_a_row_moves_it():
    design = edits.add_row(CATALOG, RACK, 4, 1200, 4800, rotation=180)(row(rotation=0))
    turned = edits.mirror_racks(CATALOG, ("R01", "A02", "A03", "A04"), "y")(design)
    ids = tuple(rack.id for rack in turned.racks if rack.row == "B")
    design = edits.mirror_racks(CATALOG, ids, "y")(turned)
    found = {field.name: field for field in row_fields(Layout(design), CATALOG, ids)}
    aisle = found["row_aisle_above"]
    assert (aisle.label, aisle.value) == ("Cold aisle 1", 1200)
    assert "binding" in aisle.hint
    wider = aisle.edit(1500)(design)
    assert {rack.y_mm for rack in wider.racks if rack.row == "B"} == {5100}
