"""What stands where, assemblies unfolded; and where in a file a record stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Rack, Slot
from designer.model.layout import Layout
from designer.model.source_places import SourcePlaces, key_path

SLOTS = (
    Slot(id="n", part="node", half_u=6, name="dgx-{rack}", fabric="compute", note="warm"),
    Slot(id="p", part="pdu", face="zero-u", feed="A", name="pdu"),
)
DESIGN = Design(
    assemblies=(Assembly(id="full", rack_part="rack", slots=SLOTS),),
    racks=tuple(
        Rack(id=f"R{n}", name=f"Rack {n}", part="rack", x_mm=0, y_mm=0,
             assembly="" if n == 1 else "full")
        for n in (1, 2, 3)
    ),
    devices=(
        Device(id="a", name="a", part="leaf", rack="R1", half_u=90, tier="leaf", feed="B"),
        Device(id="b", name="b", part="node", rack="R1", half_u=4),
        Device(id="c", name="c", part="leaf", rack="R2", half_u=6),
        Device(id="lost", name="lost", part="leaf", rack="R9", half_u=6),
    ),
)  # fmt: skip


def test_a_rack_holds_its_own_devices_and_its_assemblys_lowest_first():
    layout = Layout(DESIGN)
    assert [p.key for p in layout.in_rack("R1")] == ["b", "a"]
    assert [p.key for p in layout.in_rack("R2")] == ["R2/p", "R2/n", "c"]
    assert layout.in_rack("R9") == ()
    assert layout.in_rack("R2") is layout.in_rack("R2")
    assert [p.key for p in layout.every()] == ["b", "a", "R2/p", "R2/n", "c", "R3/p", "R3/n"]


def test_a_device_of_an_assembly_has_the_slots_fields_and_the_racks_name():
    layout = Layout(DESIGN)
    node, pdu = layout.find("R3/n"), layout.find("R3/p")
    assert (node.name, node.part, node.rack, node.half_u) == ("dgx-Rack 3", "node", "R3", 6)
    assert (node.fabric, node.note, node.face, node.from_assembly) == (
        "compute", "warm", "front", True,
    )  # fmt: skip
    assert (pdu.face, pdu.feed, pdu.half_u) == ("zero-u", "A", 0)
    own = layout.find("a")
    assert (own.tier, own.feed, own.from_assembly) == ("leaf", "B", False)
    assert [layout.find(key) for key in ("lost", "R3/x", "R1/n", "nothing")] == [None] * 4


def test_the_rack_of_a_place_is_one_that_stands():
    layout = Layout(DESIGN)
    places = ("R2", "a", "R3/n", "R3/gone", "lost", "R9/n", "site")
    assert [layout.rack_of(one) for one in places] == ["R2", "R1", "R3", "R3", "", "", ""]


def test_the_index_of_a_design():
    layout = Layout(DESIGN)
    assert list(layout.racks) == ["R1", "R2", "R3"]
    assert list(layout.assemblies) == ["full"]
    assert layout.copies == {"full": 2}
    assert set(layout.devices) == {"a", "b", "c", "lost"}
    own = {rack: [d.id for d in devices] for rack, devices in layout.own_devices.items()}
    assert own == {"R1": ["a", "b"], "R2": ["c"], "R9": ["lost"]}


TEXT = """\
name = "hall"

[racks]
A01 = { part = "rack-48u", x_mm = 0 }
"A 02" = { part = "rack-48u", x_mm = 600 }

[devices]
leaf-01 = { part = "qm9700", rack = "A01", repeat = 3 }

[[part]]
id = "box"
mass_kg = 10
ports = [
  { name = "a", count = 2 },
  { name = "b", count = 4 },
]

[[part]]
id = "crate"
"""


def place(*path):
    return SourcePlaces(TEXT, "hall.toml").place(path)


def test_what_a_path_names_is_found_by_line_and_column():
    assert place("name") == "hall.toml:1:1"
    assert place("racks") == "hall.toml:3:1"
    assert place("racks", "A01") == "hall.toml:4:1"
    assert place("racks", "A01", "x_mm") == "hall.toml:4:28"
    assert place("racks", "A 02", "part") == "hall.toml:5:12"
    assert place("racks", "A01", "no_field") == "hall.toml:4:1"
    assert place("part", 0, "mass_kg") == "hall.toml:12:1"
    assert place("part", 0, "ports", 1, "count") == "hall.toml:15:17"
    assert place("part", 1) == "hall.toml:18:1"
    assert place("nothing") == "hall.toml"
    # In a file of another layout the first line that quotes the id is the nearest.
    assert place("parts", "crate") == "hall.toml:19:1"


def test_a_line_that_stands_for_several_records_is_the_place_of_each():
    assert place("devices", "leaf-03") == place("devices", "leaf-01") == "hall.toml:8:1"
    assert place("devices", "leaf-04") == "hall.toml:7:1"


def test_records_are_found_by_their_id_alone():
    places = SourcePlaces(TEXT, "hall.toml")
    assert [places.line_of(key) for key in ("A01", "A01/n", "leaf-02", "nothing")] == [
        4,
        4,
        8,
        None,
    ]


def test_dotted_keys_lose_their_quotes():
    assert key_path("a.\"b.c\".'d'") == ("a", "b.c", "d")


def test_the_layout_after_an_edit_is_that_of_the_design_made_anew():
    moved = DESIGN.devices[0].evolve(rack="R2", half_u=30)
    new = Device(id="ab", name="ab", part="leaf", rack="R3", half_u=8)
    other = Rack(id="R0", name="Rack 0", part="rack", x_mm=0, y_mm=0, assembly="full")
    edits = (
        Change(),
        Change(put=(("devices", (moved,)),)),
        Change(put=(("devices", (new,)),), drop=(("devices", ("b", "lost")),)),
        Change(put=(("racks", (other,)),)),
        Change(drop=(("racks", ("R3",)), ("assemblies", ("full",)))),
        Change(single=(("name", "other"),)),
    )
    layout = Layout(DESIGN)
    layout.index_devices()
    _ = layout.racks, layout.copies, layout.assemblies
    for edit in edits:
        layout = layout.after(apply(layout.design, edit))
        anew = Layout(layout.design)
        assert layout.devices == anew.devices
        assert layout.own_devices == anew.own_devices
        assert (layout.racks, layout.copies) == (anew.racks, anew.copies)
        assert layout.assemblies == anew.assemblies
        assert list(layout.every()) == list(anew.every())


def test_an_edit_indexes_no_device_anew_but_those_of_its_racks():
    layout = Layout(DESIGN)
    layout.index_devices()
    moved = DESIGN.devices[0].evolve(half_u=30)
    later = layout.after(apply(DESIGN, Change(put=(("devices", (moved,)),))))
    assert later.own_devices["R2"] is layout.own_devices["R2"]
    assert later.own_devices["R1"] is not layout.own_devices["R1"]
    renamed = later.after(apply(later.design, Change(single=(("name", "other"),))))
    assert renamed.devices is later.devices
    assert renamed.own_devices is later.own_devices


@given(
    st.lists(st.integers(0, 30), unique=True),
    st.lists(st.integers(0, 40), unique=True, max_size=8),
    st.lists(st.integers(0, 40), unique=True, max_size=8),
    st.booleans(),
)
def test_a_few_records_are_put_in_their_places(was, put, drop, in_order):
    def device(number: int, half_u: int) -> Device:
        return Device(id=f"{number:02}", name="n", part="p", rack="R", half_u=half_u)

    old = tuple(device(n, 2) for n in (sorted(was) if in_order else was))
    new = tuple(device(n, 4) for n in put)
    dropped = tuple(f"{n:02}" for n in drop)
    design = Design(devices=old)
    found = apply(design, Change(put=(("devices", new),), drop=(("devices", dropped),))).devices
    kept = {d.id: d for d in old if d.id not in dropped} | {d.id: d for d in new}
    assert {d.id: d for d in found} == kept
    assert len(found) == len(kept)
    if in_order:
        assert [d.id for d in found] == sorted(kept)


def test_a_rack_is_told_from_a_device_without_unfolding_what_it_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rack = Rack(id="A01", name="A01", part="rack-48u", x_mm=0, y_mm=0)
    device = Device(id="d", name="d", part="dgx-h100", rack="A01", half_u=2)
    layout = Layout(Design(racks=(rack,), devices=(device,)))
    monkeypatch.setattr(Layout, "in_rack", lambda _, key: pytest.fail(key))
    assert layout.find("A01") is None
    assert layout.find("nobody") is None
    monkeypatch.undo()
    found = layout.find("d")
    assert found is not None
    assert found.rack == "A01"
    assert layout.find("A01/none") is None


def test_what_is_in_racks_that_stay_is_taken_over_and_no_other():
    """Each edit unfolded every rack anew for whoever looked into all."""
    before = Layout(DESIGN)
    assert len(list(before.every())) == 7
    moved = DESIGN.devices[1].evolve(rack="R2")
    after = before.after(apply(DESIGN, Change(put=(("devices", (moved,)),))))
    assert after.in_rack("R3") is before.in_rack("R3")
    assert [p.key for p in after.in_rack("R1")] == ["a"]
    assert after.in_rack("R2") == Layout(after.design).in_rack("R2") != before.in_rack("R2")
    fewer = DESIGN.assemblies[0].evolve(slots=SLOTS[:1])
    later = after.after(apply(after.design, Change(put=(("assemblies", (fewer,)),))))
    assert [p.key for p in later.in_rack("R3")] == ["R3/n"]
    assert later.in_rack("R1") is after.in_rack("R1")


def test_racks_are_found_by_the_parts_that_they_hold_and_names_without_unfolding():
    layout = Layout(DESIGN)
    assert layout.racks_with("node".__eq__) == ["R1", "R2", "R3"]
    assert layout.racks_with("leaf".__eq__) == ["R1", "R2"]
    assert layout.racks_with("qqq zzz".__eq__) == []
    assert set(layout.device_names()) == {p.name for p in layout.every()}
