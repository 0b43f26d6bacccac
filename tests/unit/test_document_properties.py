"""Properties given from one thing to others, and what is alike."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import plant_key
from designer.document import edits
from designer.document.alike import Alike
from designer.document.copied_properties import copied_of, doors_of, takers, why_not_of
from designer.document.edits import place_device, properties
from designer.document.errors import EditError
from designer.model.design import Assembly, Design, Fabric, PowerNode, Slot
from designer.model.layout import Layout
from designer.model.room import Room

CATALOG = load_shipped()
DOOR = next(part for part in CATALOG.parts if part.traits.mount == "door").id


def hall() -> Design:
    design = Design(
        room=Room(outline=((0, 0), (30_000, 0), (30_000, 20_000), (0, 20_000))),
        power=(PowerNode(id="a"), PowerNode(id="b")),
        fabrics=(Fabric(id="compute", nodes=("dgx-h100",), switch="qm9700"),),
    )
    for edit in (
        edits.add_row(CATALOG, "rack-48u", 4, 3_000, 3_000, name="A"),
        edits.add_row(CATALOG, "rack-48u", 2, 3_000, 9_000, name="B"),
        edits.place_device(CATALOG, "dgx-h100", "A01", 4, key="n1"),
        edits.place_device(CATALOG, "qm9700", "A02", 4, key="s1"),
        edits.place_device(CATALOG, "qm9700", "B01", 4, key="s2"),
        edits.set_fields("devices", "s2", tier="spine"),
        edits.place_device(CATALOG, DOOR, "A01"),
        edits.set_fields("racks", "A01", cooling="rear-door", feeds=("a",), note="first"),
        edits.set_fields("racks", "B02", feeds=("a",)),
    ):
        design = edit(design)
    return design


DESIGN = hall()


def like(key: str, by: str) -> set[str]:
    return set(Alike(Layout(DESIGN), CATALOG).like((key,), by))


def test_racks_and_devices_are_alike_by_what_is_asked():
    assert like("A01", "part") == {"A01", "A02", "A03", "A04", "B01", "B02"}
    assert like("A01", "row") == {"A01", "A02", "A03", "A04"}
    assert like("A02", "contents") == {"A02", "B01"}
    assert like("A01", "feed") == {"A01", "B02"}
    assert like("s1", "part") == {"s1", "s2"}
    assert like("s1", "role") == {"s1"}
    assert like("s2", "kind") == {"s1", "s2"}
    assert like("A04", "contents") == like("n1", "role") == set()


def test_copies_of_an_assembly_are_alike_without_being_unfolded():
    design = edits.make_assembly(CATALOG, "A01", "One node")(DESIGN)
    design = edits.copy_assembly(CATALOG, "one-node", ("A03", "A04"))(design)
    layout = Layout(design)
    alike = Alike(layout, CATALOG)
    assert alike.like(("A03",), "contents") == ("A01", "A03", "A04")
    node = next(one.key for one in layout.in_rack("A03") if one.part == "dgx-h100")
    nodes = alike.like((node,), "part")
    assert [key.partition("/")[0] for key in nodes] == ["A01", "A03", "A04"]
    assert "A04" not in layout._placed


def test_what_a_rack_says_is_given_to_others_with_its_door_and_not_its_place():
    copied = copied_of(Layout(DESIGN), CATALOG, "A01")
    assert copied is not None
    values = dict(copied.values)
    assert (values["cooling"], values["feeds"], values["door"]) == ("rear-door", ("a",), DOOR)
    assert not {"name", "x_mm", "y_mm", "rotation", "row", "locked", "group"} & values.keys()
    given = {name: values[name] for name in ("cooling", "feeds", "door")}
    made = edits.give_properties(CATALOG, ("B01", "B02"), given)(DESIGN)
    layout = Layout(made)
    for key in ("B01", "B02"):
        assert (layout.racks[key].cooling, layout.racks[key].feeds) == ("rear-door", ("a",))
        assert [one.part for one in layout.in_rack(key) if one.face == "door"] == [DOOR]
        assert layout.racks[key].note == ""
    again = edits.give_properties(CATALOG, ("B01",), {"door": ""})(made)
    assert not [one for one in Layout(again).in_rack("B01") if one.face == "door"]


def test_a_device_takes_what_its_kind_has():
    layout = Layout(DESIGN)
    assert why_not_of(layout, CATALOG, "n1", "tier").endswith("is in no fabric by itself")
    assert why_not_of(layout, CATALOG, "s1", "tier") == ""
    made = edits.give_properties(CATALOG, ("s1", "n1"), {"tier": "spine", "note": "x"})(DESIGN)
    devices = Layout(made).devices
    assert (devices["s1"].tier, devices["s1"].note) == ("spine", "x")
    assert (devices["n1"].tier, devices["n1"].note) == ("", "x")


def test_only_things_of_the_same_kind_take_them():
    design = edits.place_plant(CATALOG, "ups-module-20", x_mm=15_000, y_mm=6_000)(DESIGN)
    layout = Layout(design)
    ups = plant_key(design.power[-1].id)
    of_rack = copied_of(layout, CATALOG, "A01")
    assert of_rack is not None
    assert takers(layout, of_rack, ("A02", "n1", ups)) == ("A02",)
    of_ups = copied_of(layout, CATALOG, ups)
    assert of_ups is not None
    assert takers(layout, of_ups, ("A02", plant_key("a"), ups)) == (ups,)


@pytest.mark.parametrize(
    ("keys", "values", "why"),
    [
        (("A01", "n1"), {"note": "x"}, "things of one kind"),
        (("A02",), {"half_u": 4}, "racks have no half_u to give"),
        (("n1",), {"tier": "spine"}, "none of them takes"),
        (("A01",), {"part": "rack-42u-800"}, "outside U1"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(keys, values, why):
    design = edits.place_device(CATALOG, "qm9700", "A01", 92, key="top")(DESIGN)
    with pytest.raises(EditError, match=why):
        edits.give_properties(CATALOG, keys, values)(design)


def test_a_door_is_given_only_to_racks_that_have_another(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    def place(catalog, part, rack, **more):
        given.append(rack)
        return place_device(catalog, part, rack, **more)

    monkeypatch.setattr(properties, "place_device", place)
    made = edits.give_properties(CATALOG, ("A01", "B01", "B02"), {"door": DOOR})(DESIGN)
    assert given == ["B01", "B02"]
    again = edits.give_properties(CATALOG, ("A01", "B01", "B02"), {"door": DOOR})(made)
    assert given == ["B01", "B02"]
    assert again == made


def test_doors_are_those_that_an_assembly_brings_as_well():
    every = Layout(DESIGN)
    for rack in DESIGN.racks:
        doors = tuple(one for one in every.in_rack(rack.id) if one.face == "door")
        assert doors_of(every, rack.id) == doors
    detached = edits.give_properties(CATALOG, ("B01",), {"door": DOOR})(DESIGN)
    (door,) = doors_of(Layout(detached), "B01")
    assert door.part == DOOR
    slot = Slot(id="door", name="door", part=DOOR, half_u=0, face="door")
    assembly = Assembly(id="full", name="full", rack_part=DESIGN.racks[0].part, slots=(slot,))
    racks = tuple(one.evolve(assembly="full") if one.id == "B02" else one for one in DESIGN.racks)
    filled = Layout(DESIGN.evolve(racks=racks, assemblies=(assembly,)))
    assert [one.key for one in doors_of(filled, "B02")] == ["B02/door"]
    assert doors_of(filled, "nobody") == ()
