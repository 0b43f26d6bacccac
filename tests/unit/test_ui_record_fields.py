"""Fields of records as data: what they show for one and for several, and what setting one does."""

from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.report import Facility, Report
from designer.model.design import Design, PowerNode, Room
from designer.model.layout import Layout
from designer.ui.fields.field import Field
from designer.ui.fields.record_fields import common, device_fields, rack_fields
from designer.ui.fields.sections import sections
from tests.helpers.canvas_space import PARTS, small_design

CATALOG = Catalog(PARTS)


def by_name(fields: list[Field] | tuple[Field, ...]) -> dict[str, Field]:
    return {field.name: field for field in fields}


def racks(*ids: str) -> dict[str, Field]:
    design = small_design()
    return by_name(rack_fields(design, CATALOG, tuple(r for r in design.racks if r.id in ids)))


def devices(*keys: str) -> dict[str, Field]:
    design = small_design()
    found = tuple(p for key in keys if (p := Layout(design).find(key)))
    return by_name(device_fields(design, CATALOG, found))


def done(field: Field, value: Any) -> Design:
    return field.edit(value)(small_design())


@pytest.mark.parametrize(
    ("values", "shown"),
    [([1], (1, False)), ([1, 1], (1, False)), ([1, 2], (None, True)), ([1, 1, 2], (None, True))],
)
def test_several_values_are_one_or_mixed(values: list[int], shown: tuple[int | None, bool]) -> None:
    assert common(values) == shown


def test_one_rack_has_a_name_and_a_place_several_have_neither() -> None:
    one, two = racks("A01"), racks("A01", "B01")
    assert set(two) < set(one)
    assert "name" in one
    assert "name" not in two
    assert (two["row"].value, two["row"].mixed) == (None, True)
    assert (one["row"].value, one["row"].mixed) == ("A", False)
    assert (two["assembly"].mixed, one["assembly"].mixed) == (True, False)
    assert ("2 nodes", "full") in one["assembly"].choices


def test_a_field_of_several_racks_is_set_in_all_of_them() -> None:
    changed = done(racks("A02", "A03")["note"], "reserved")
    assert [r.id for r in changed.racks if r.note == "reserved"] == ["A02", "A03"]
    moved = done(racks("A02", "A03")["row"], "B")
    assert [r.id for r in moved.racks if r.row == "B"] == ["A02", "A03", "B01", "B02", "B03", "B04"]


def test_racks_become_copies_of_an_assembly_and_own_what_they_hold() -> None:
    copies = done(racks("A02", "A03")["assembly"], "full")
    assert [r.id for r in copies.racks if r.assembly][:2] == ["A02", "A03"]
    own = done(racks("B01", "B02")["assembly"], "")
    assert [r.id for r in own.racks if r.assembly] == ["B03", "B04"]
    assert len([d for d in own.devices if d.rack in ("B01", "B02")]) == 4


def test_one_device_has_a_name_and_a_position_several_have_neither() -> None:
    one, two = devices("node-1"), devices("node-1", "node-2")
    assert {"name", "u", "face", "note"} <= set(one)
    assert not {"name", "u"} & set(two)
    assert (one["u"].value, one["u"].low, one["u"].high) == (2, 1, 60)
    moved = done(one["u"], 50)
    assert [d.half_u for d in moved.devices if d.id == "node-1"] == [50]
    renamed = done(one["name"], "first")
    assert [d.name for d in renamed.devices if d.id == "node-1"] == ["first"]


def test_switches_have_a_fabric_and_a_tier_and_nodes_have_not() -> None:
    assert {"fabric", "tier"} <= set(devices("leaf-1"))
    assert not {"fabric", "tier"} & set(devices("node-1"))
    assert not {"fabric", "tier"} & set(devices("leaf-1", "node-1"))
    changed = done(devices("leaf-1")["tier"], "leaf")
    assert [d.tier for d in changed.devices if d.id == "leaf-1"] == ["leaf"]


def test_a_field_of_several_devices_is_set_in_all_of_them() -> None:
    changed = done(devices("node-1", "node-2")["note"], "burn-in")
    assert [d.id for d in changed.devices if d.note] == ["node-1", "node-2"]


def site(design: Design, report: Report | None = None) -> dict[str, Field]:
    every = sections(design, load_shipped(), report)
    assert [section.title for section in every] == [
        "Design", "Site", "Water outdoors and in the room", "Ownership", "Room", "Title block",
    ]  # fmt: skip
    return by_name([field for section in every for field in section.fields])


def test_a_default_is_named_with_its_source() -> None:
    catalog = load_shipped()
    price, pue = catalog.default("electricity-price"), catalog.default("pue")
    found = site(Design())
    assert found["electricity_price"].fallback == f"{price.value:g} by default"
    assert found["electricity_price"].source == f"{price.kind}: {price.source}"
    assert found["pue"].fallback == f"{pue.value:g} by default"
    euro = site(Design().evolve(site=Design().site.evolve(currency="EUR")))
    assert euro["electricity_price"].fallback == ""
    assert euro["electricity_price"].source == "no default in EUR: energy cost stays unknown"
    assert euro["electricity_price"].unit == "EUR/kWh"


def test_the_pue_of_the_report_goes_before_the_catalogues() -> None:
    found = site(Design(), Report(facility=Facility(pue=1.30733, pue_source="two loops")))
    assert (found["pue"].fallback, found["pue"].source) == ("1.31 by default", "two loops")


def test_setting_a_field_of_a_single_record_changes_that_field() -> None:
    found = site(Design())
    assert found["name"].edit("")(Design(name="x")).name == "untitled"
    assert found["altitude_m"].edit(800)(Design()).site.altitude_m == 800
    assert found["currency"].edit("eur")(Design()).site.currency == "EUR"
    assert found["owner"].edit("Us")(Design()).title_block.owner == "Us"
    assert found["width"].edit(6000)(Design()).room.size_mm() == (6000, 9000)
    assert found["depth"].edit(6000)(Design()).room.size_mm() == (12_000, 6000)
    assert (found["width"].value, found["depth"].value) == Room().size_mm()
    assert found["containment"].edit("hot")(Design()).room.containment == "hot"


def test_pdus_have_a_feed_of_the_room() -> None:
    from designer.document.edits import place_device

    catalog = load_shipped()
    design = small_design().evolve(power=(PowerNode(id="A", name="Feed A"), PowerNode(id="B")))
    design = design.evolve(racks=tuple(r.evolve(part="rack-48u") for r in design.racks))
    design = place_device(catalog, "pdu-415v-60a-3ph", "A02")(design)
    pdu = next(p for p in Layout(design).in_rack("A02"))
    fields = by_name(device_fields(design, catalog, (pdu,)))
    assert fields["feed"].choices == (("none", ""), ("Feed A", "A"), ("B", "B"))
    assert not {"face", "u", "fabric"} & set(fields)


def test_racks_move_to_a_place_and_turn_where_they_stand() -> None:
    """A01 to A04 stand at 3.0, 3.6, 4.2 and 4.8 m; row B 3 m below."""
    one = racks("A04")
    moved = done(one["x_mm"], 6000)
    assert [(r.x_mm, r.y_mm) for r in moved.racks if r.id == "A04"] == [(6000, 3000)]
    lower = done(racks("A03", "A04")["y_mm"], 1000)
    assert [(r.x_mm, r.y_mm) for r in lower.racks if r.id in ("A03", "A04")] == [
        (4200, 1000), (4800, 1000),
    ]  # fmt: skip
    assert (racks("A03", "A04")["y_mm"].value, racks("A03", "A04")["x_mm"].mixed) == (3000, True)
    turned = done(one["rotation"], "180")
    assert [r.rotation for r in turned.racks if r.id == "A04"] == [180]
    assert (one["rotation"].value, one["cooling"].value) == ("0", "auto")
