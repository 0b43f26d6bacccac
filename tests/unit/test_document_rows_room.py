"""Rows as a whole, and what the room has: sizes, feeds, obstacles, fabrics."""

import pytest

from designer.document import edits
from designer.document.errors import EditError
from designer.model.design import (
    Assembly,
    Cable,
    Design,
    Device,
    Fabric,
    Obstacle,
    PowerNode,
    Rack,
    Room,
    Row,
    Slot,
    Waiver,
)


def hall(rotation=0):
    """Row A of three racks, drawn out of order, and one rack of row B."""
    xs = (1200, 0, 600)
    sideways = rotation in (90, 270)
    return Design(
        power=(PowerNode(id="A"), PowerNode(id="B")),
        rows=(Row(id="A", name="A", rotation=rotation), Row(id="B", name="B")),
        assemblies=(
            Assembly(id="su", rack_part="rack", slots=(
                Slot(id="p", part="pdu", face="zero-u", feed="B"),
                Slot(id="s", part="leaf", half_u=4, fabric="compute", tier="leaf"),
            )),
        ),
        racks=(
            *(
                Rack(id=f"r{n}", name=f"A{n:02d}", part="rack", row="A",
                     x_mm=0 if sideways else x, y_mm=x if sideways else 0)
                for n, x in enumerate(xs, start=1)
            ),
            Rack(id="r4", name="B01", part="rack", row="B", x_mm=0, y_mm=3000),
        ),
        devices=(
            Device(id="d1", name="a01-node", part="node", rack="r1"),
            Device(id="d2", name="leaf A01", part="leaf", rack="r1", half_u=20,
                   fabric="compute", tier="leaf"),
            Device(id="d3", name="pdu", part="pdu", rack="r4", face="zero-u", feed="B"),
        ),
        fabrics=(Fabric(id="compute"),),
        cables=(Cable(id="c", a="d1", b="d2", fabric="compute"),),
        waivers=(Waiver(id="r1", reason="same id as a rack"),),
    )  # fmt: skip


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_racks_are_renumbered_along_their_row(rotation):
    done = edits.rename_row("A", "C", renumber=True)(hall(rotation))
    assert done.rows[0].name == "C"
    assert {r.id: r.name for r in done.racks} == {
        "r1": "C03",
        "r2": "C01",
        "r3": "C02",
        "r4": "B01",
    }
    assert [device.name for device in done.devices] == ["C03-node", "leaf C03", "pdu"]


def test_a_row_is_renamed_without_its_racks():
    done = edits.rename_row("A", "C")(hall())
    assert done.racks == hall().racks
    assert done.rows[0].name == "C"


@pytest.mark.parametrize(
    ("row", "name", "reason"),
    [("A", " ", "empty"), ("A", "B", "row name B is taken"), ("X", "C", "no row 'X'")],
)
def test_renaming_a_row_says_why_not(row, name, reason):
    with pytest.raises(EditError, match=reason):
        edits.rename_row(row, name, renumber=True)(hall())


def test_renumbering_never_takes_a_name_from_another_row():
    design = edits.rename("r4", "C02")(hall())
    with pytest.raises(EditError, match="C02 is taken by a rack of another row"):
        edits.rename_row("A", "C", renumber=True)(design)


def test_a_row_goes_with_its_racks_and_what_is_in_them():
    done = edits.remove_row("A")(hall())
    assert [rack.id for rack in done.racks] == ["r4"]
    assert [row.id for row in done.rows] == ["B"]
    assert [device.id for device in done.devices] == ["d3"]
    assert done.cables == ()


def test_one_record_is_dropped_though_others_have_its_id():
    done = edits.drop("waivers", "r1")(hall())
    assert done.waivers == ()
    assert len(done.racks) == 4
    with pytest.raises(EditError, match="nothing in waivers"):
        edits.drop("waivers", "r1")(done)


def test_a_room_gets_another_size_from_its_own_corner():
    room = Room(outline=((100, 200), (1100, 200), (1100, 900), (100, 900)))
    done = edits.resize_room(width_mm=2000)(Design(room=room))
    assert done.room.outline == ((100, 200), (2100, 200), (2100, 900), (100, 900))
    assert edits.resize_room(depth_mm=50)(done).room.size_mm() == (2000, 50)
    with pytest.raises(EditError, match="give 1 to 10,000,000 mm"):
        edits.resize_room(width_mm=0)(done)
    bent = Room(outline=((0, 0), (9, 0), (9, 9)))
    with pytest.raises(EditError, match="only a rectangular room"):
        edits.resize_room(width_mm=5)(Design(room=bent))


def test_a_feed_goes_and_its_pdus_are_on_none():
    done = edits.remove_feed("B")(hall())
    assert [feed.id for feed in done.feeds] == ["A"]
    assert done.devices[2].feed == ""
    assert done.assemblies[0].slots[0].feed == ""
    more = edits.put_feed(PowerNode(id="C", capacity_kw=800.0))(done)
    assert [feed.id for feed in more.feeds] == ["A", "C"]
    assert len(edits.put_feed(PowerNode(id="C", name="east"))(more).feeds) == 2
    with pytest.raises(EditError, match="no feed 'X'"):
        edits.remove_feed("X")(done)


def test_obstacles_are_put_and_removed():
    column = Obstacle(id="column-1", x_mm=0, y_mm=0, width_mm=400, depth_mm=400)
    done = edits.put_obstacle(column)(hall())
    moved = edits.put_obstacle(column.evolve(x_mm=50))(done)
    assert moved.room.obstacles[0].x_mm == 50
    assert edits.remove_obstacle("column-1")(moved).room.obstacles == ()
    with pytest.raises(EditError, match="give 1 to 10,000,000 mm"):
        edits.put_obstacle(column.evolve(depth_mm=0))(done)
    with pytest.raises(EditError, match="no obstacle"):
        edits.remove_obstacle("column-1")(hall())


def test_a_fabric_goes_and_its_switches_belong_to_none():
    done = edits.remove_fabric("compute")(hall())
    assert done.fabrics == ()
    assert (done.devices[1].fabric, done.devices[1].tier) == ("", "")
    assert (done.assemblies[0].slots[1].fabric, done.assemblies[0].slots[1].tier) == ("", "")
    assert done.cables[0].fabric == ""
    with pytest.raises(EditError, match="no fabric"):
        edits.remove_fabric("compute")(done)


def test_fabrics_are_added_under_their_own_name():
    done = edits.add_fabric("In-band 2")(hall())
    assert [f.id for f in done.fabrics] == ["compute", "in-band-2"]
    for name in ("In-band 2", "Compute", " "):
        with pytest.raises(EditError):
            edits.add_fabric(name)(done)


def test_a_row_goes_with_the_last_of_its_racks():
    """It stayed in the outline, could not be selected, and kept its letter."""
    one = edits.remove(("r1",))(hall())
    assert [row.id for row in one.rows] == ["A", "B"]
    none = edits.remove(("r2", "r3"))(one)
    assert [row.id for row in none.rows] == ["B"]
    empty = hall().evolve(racks=())
    assert edits.remove_row("A")(empty).rows == none.rows
