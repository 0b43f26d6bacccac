"""The table of kinds: every kind has a whole entry, and rules that differ by kind follow it."""

from collections import Counter
from pathlib import Path

import pytest
from pydantic import ValidationError

from designer.catalog.data_files import data_folder
from designer.catalog.families import FAMILIES
from designer.catalog.kinds import (
    KIND_IDS,
    KINDS,
    PART_FAMILIES,
    STAND_IN_DEVICE,
    STAND_IN_RACK,
    Kind,
    kind_named,
    kind_of,
)
from designer.catalog.load import load_folder, load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.io.export.bill_of_materials import bill_of_materials
from designer.model.design import Design, Device, Rack

NAMES = [
    "node",
    "rack-system",
    "switch",
    "storage",
    "server",
    "appliance",
    "rack",
    "rack-pdu",
    "rack-ups",
    "power-shelf",
    "battery-shelf",
    "rear-door",
    "cdu",
    "manifold",
    "dry-cooler",
    "cooling-tower",
    "chiller",
    "crah",
    "in-row",
    "immersion",
    "busway",
    "ups",
    "generator",
    "pipe",
    "transformer",
    "switchboard",
    "panel",
    "gpu",
    "asic",
    "cpu",
    "superchip",
    "baseboard",
    "nic",
    "dpu",
    "cable",
    "transceiver",
    "cable-tray",
    "patch-panel",
    "blank",
    "reserved",
]
"""As the founding documents and the files of people have them."""


def those(trait: str) -> set[str]:
    return {kind.id for kind in KINDS if getattr(kind, trait)}


def part(kind: str, **more: object) -> Part:
    return Part.model_validate({"id": f"a-{kind}", "kind": kind, "name": kind, **more})


def test_every_kind_that_files_may_name_has_one_entry():
    assert sorted(KIND_IDS) == sorted(NAMES)
    assert [kind_named(name).id for name in NAMES] == NAMES


def test_a_kind_that_nobody_knows_is_refused_with_those_that_are():
    with pytest.raises(ValidationError, match=r"should be 'node', 'rack-system', .* or"):
        part("toaster")
    with pytest.raises(KeyError):
        kind_named("toaster")


def test_a_part_tells_what_holds_for_its_kind():
    assert part("cdu").traits is kind_of(part("cdu")) is kind_named("cdu")


@pytest.mark.parametrize(
    ("trait", "kinds"),
    [
        ("draws_it_power", "node rack-system switch storage server appliance"),
        ("has_supplies", "node switch storage server appliance"),
        ("feeds_devices", "rack-pdu rack-ups"),
        ("buffers", "rack-ups"),
        ("feeds_bus", "power-shelf"),
        ("names_feed", "rack-pdu rack-ups power-shelf"),
        ("backs_bus", "battery-shelf"),
        ("is_rack", "rack rack-system"),
        ("is_tank", "immersion"),
        ("is_cabinet", "rack"),
        ("contains", "rack rack-system immersion"),
        ("is_rear_door", "rear-door"),
        ("is_cooling_unit", "cdu crah in-row dry-cooler cooling-tower chiller"),
        ("cools_room_air", "crah in-row"),
        ("cools_loop", "cdu"),
        ("stands_in_row", "rack rack-system in-row immersion"),
        ("computes", "node rack-system"),
        ("counts_as_node", "node"),
        ("accelerates", "gpu asic"),
        ("switches", "switch"),
        ("stores", "storage"),
        ("patches", "patch-panel"),
        ("rejects", "dry-cooler cooling-tower chiller"),
        ("chills", "chiller"),
        ("stands_outdoors", "dry-cooler cooling-tower chiller"),
    ],
)
def test_what_differs_between_kinds(trait: str, kinds: str):
    assert those(trait) == set(kinds.split())


def test_power_is_it_power_or_the_buildings_or_a_part_of_a_devices():
    # The heat and power of coolers belongs to the building (ISO/IEC 30134-2, PUE: IT power is that
    # of computing, storage and network equipment).
    assert {k.id for k in KINDS if k.draws == "building"} == {
        "rear-door", "cdu", "crah", "in-row", "immersion",
    }  # fmt: skip
    assert all(k.draws != "building" for k in KINDS if k.cools == "none")


def test_the_number_of_gpus_is_unknown_only_for_what_is_bought_for_them():
    known = {kind.id: part(kind.id).gpu_count for kind in KINDS}
    assert {name for name, gpus in known.items() if gpus is None} == {"node", "rack-system"}
    assert {name for name, gpus in known.items() if gpus == 0} == set(NAMES) - {
        "node", "rack-system",
    }  # fmt: skip
    assert {kind.id for kind in KINDS if part(kind.id).node_count} == {"node"}


def test_what_stands_on_the_floor_goes_into_a_rack_where_it_has_a_height():
    standing = {kind.id for kind in KINDS if part(kind.id).stands_on_floor}
    assert standing == {
        "rack", "rack-system", "cdu", "crah", "in-row", "immersion",
        "dry-cooler", "cooling-tower", "chiller",
    }  # fmt: skip
    assert not part("cdu", height_half_u=8).stands_on_floor


def test_a_reason_is_given_wherever_a_hand_may_not_place_a_kind():
    chips = {"gpu", "asic", "cpu", "superchip", "baseboard"}  # the nodes that hold it are named
    for kind in KINDS:
        placed = part(kind.id, height_half_u=2).placeable
        drawn = kind.drawn_on_plan or kind.holds_cables
        assert placed is (kind.mount != "none" or drawn), kind.id
        assert placed or kind.why_not_placed or kind.id in chips, kind.id
    assert not part("storage").placeable
    assert kind_named("storage").why_not_placed


def test_names_are_words_of_their_own():
    for kind in KINDS:
        assert kind.singular, kind.id
        assert "-" not in kind.singular.replace("in-row", "")
        assert kind.singular[0].islower() or kind.singular.split()[0].isupper() or kind.id == "asic"
    singulars = Counter(kind.singular for kind in KINDS)
    assert max(singulars.values()) == 1
    assert [k.id for k in KINDS if k.plural == k.singular] == ["ups"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_every_family_file_is_shipped_and_holds_its_kinds(kind: Kind):
    family = next(family for family in PART_FAMILIES if family.id == kind.family)
    path = data_folder("catalogs") / family.file
    assert path.exists()
    if kind.id == "blank":
        return  # nobody's figures of a blanking panel are shipped; its own parts go there
    text = "".join(file.read_text("utf-8") for file in files(path))
    assert f'kind = "{kind.id}"' in text


def files(path: Path) -> list[Path]:
    return sorted(path.glob("*.toml")) if path.is_dir() else [path]


def test_every_part_is_listed_in_exactly_one_family():
    listed = Counter(kind for family in FAMILIES for kind in family.kinds)
    assert listed == Counter(NAMES)
    assert [f.id for f in FAMILIES if f.table == "part"] == [f.id for f in PART_FAMILIES]


def test_families_of_a_group_stand_together():
    groups = [family.group for family in FAMILIES]
    assert len(set(groups)) == sum(
        group != previous for group, previous in zip(groups, ["", *groups], strict=False)
    )


def test_shipped_parts_bear_out_the_table():
    for found in load_shipped().parts:
        traits = found.traits
        assert not found.ports or traits.has_ports, found.id
        assert found.psu is None or traits.draws != "none" or traits.feeds_bus, found.id
        assert found.power_max_w is None or traits.draws != "none" or not found.power_max_w, (
            found.id
        )
        assert (found.cooling is not None) is (traits.cools != "none"), found.id
        assert (found.rejection is not None) is traits.rejects, found.id
        assert (found.pdu is not None) is traits.feeds_devices, found.id
        assert (found.storage is not None) is traits.stores, found.id
        assert found.rack is None or traits.contains, found.id


def test_what_stands_for_a_part_that_is_missing():
    assert kind_named(STAND_IN_RACK).is_rack
    assert not kind_named(STAND_IN_RACK).draws_it_power
    assert kind_named(STAND_IN_DEVICE).mount == "rails"
    assert not kind_named(STAND_IN_DEVICE).draws_it_power


def test_neither_bill_nor_cost_has_a_line_for_what_is_bought_with_its_node(tmp_path: Path):
    (tmp_path / "own.toml").write_text(
        "".join(
            f'[[part]]\nid = "{name}"\nkind = "{kind}"\nname = "{name}"\nheight_half_u = {height}\n'
            for name, kind, height in (("box", "node", 4), ("chip", "gpu", 2), ("stand", "rack", 0))
        )
    )
    catalog, _ = load_folder(tmp_path)
    inside = [Device(id=p, name=p, part=p, rack="a01", half_u=2) for p in ("box", "chip")]
    design = Design(
        racks=(Rack(id="a01", name="A01", part="stand", x_mm=0, y_mm=0),), devices=tuple(inside)
    )
    assert [line.part for line in bill_of_materials(design, catalog)] == ["box", "stand"]
    assert evaluate(design, catalog).cost.unpriced == ("box", "stand")
