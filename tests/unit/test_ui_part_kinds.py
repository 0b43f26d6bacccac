"""What the window says and asks of a part follows the table of kinds."""

import pytest

from designer.catalog.kinds import KIND_IDS, KINDS
from designer.catalog.part import Part
from designer.model.figure_words import UNKNOWN
from designer.ui.fields.part_fields import has_ports, sections_of
from designer.ui.state.part_words import GROUPS, right_figure, second_line
from designer.ui.state.selection_filter import SelectionFilter


def part(kind: str, **more: object) -> Part:
    return Part.model_validate({"id": "it", "kind": kind, "name": "It", **more})


def paths(kind: str) -> set[str]:
    return {".".join(field.path) for _, fields in sections_of(kind) for field in fields}


def test_each_heading_of_the_list_has_its_kinds_in_the_order_of_the_table():
    assert dict(GROUPS)["Power and cooling"] == (
        "rack-pdu", "rack-ups", "power-shelf", "battery-shelf", "rear-door", "cdu", "crah",
        "in-row",
        "immersion", "busway", "pipe", "ups", "generator", "transformer", "switchboard", "panel",
        "dry-cooler", "cooling-tower", "chiller",
    )  # fmt: skip
    assert [title for title, _ in GROUPS] == [
        "Compute nodes", "Switches", "Storage", "Management", "Racks", "Power and cooling",
        "Cable trays", "Patch panels", "Blanks and reserved units", "Cables and transceivers",
    ]  # fmt: skip
    listed = [kind for _, kinds in GROUPS for kind in kinds]
    assert sorted(listed, key=KIND_IDS.index) == [kind.id for kind in KINDS if kind.list_group]


@pytest.mark.parametrize("kind", KIND_IDS)
def test_an_unknown_power_is_shown_as_unknown_wherever_there_is_one(kind: str):
    passive = {
        "rack", "rack-pdu", "rack-ups", "power-shelf", "battery-shelf", "busway", "pipe", "ups",
        "generator", "transformer", "switchboard", "panel",
        "blank", "reserved", "cable-tray", "patch-panel", "manifold", "dry-cooler", "cooling-tower",
        "chiller",
    }  # fmt: skip
    assert right_figure(part(kind)) == ("" if kind in passive else UNKNOWN)
    assert right_figure(part(kind, power_max_w=1500)) == "1.5 kW"


def test_what_draws_nothing_has_no_figure_for_its_nothing():
    assert right_figure(part("rack-pdu", power_max_w=0)) == ""
    assert right_figure(part("rear-door", power_max_w=0)) == "0.0 kW"


def test_only_a_rack_that_is_sold_filled_is_called_a_rack():
    assert second_line(part("rack-system", gpus=72)).startswith("rack · 72")
    assert "rack" not in second_line(part("node", gpus=8))


@pytest.mark.parametrize(
    ("field", "kinds"),
    [
        (
            "height_half_u",
            "node switch storage server appliance blank reserved patch-panel power-shelf "
            "battery-shelf "
            "rack-ups",
        ),
        (
            "height_mm",
            "rack rack-system cdu crah in-row immersion cable-tray dry-cooler cooling-tower "
            "chiller",
        ),
        ("psu.count", "node rack-system switch storage server appliance power-shelf"),
        ("psu.efficiency", "power-shelf"),
        ("shelf.bus_volts_min", "power-shelf"),
        ("rack.bus_a", "rack"),
        ("shelf.whip_a", "rack-system power-shelf"),
        ("transient.peak_w", "node rack-system"),
        ("liquid_fraction", "node rack-system switch storage server appliance"),
        ("gpus", "node rack-system"),
        ("compute.memory_gb", "node"),
        ("accelerator.memory_gb", "gpu asic"),
        ("rack.units", "rack"),
        ("pdu.volts", "rack-pdu rack-ups"),
        ("patch.lc_ports", "patch-panel"),
        ("cooling.capacity_kw", "rear-door cdu crah in-row immersion"),
        ("storage.read_gb_s", "storage"),
        ("name", " ".join(KIND_IDS)),
    ],
)
def test_the_form_of_a_part_asks_what_its_kind_has(field: str, kinds: str):
    assert {kind for kind in KIND_IDS if field in paths(kind)} == set(kinds.split())


def test_the_form_asks_for_power_and_ports_where_the_kind_has_them():
    assert {k.id for k in KINDS if k.draws == "none"} == {
        kind for kind in KIND_IDS if "power_max_w" not in paths(kind)
    }
    assert has_ports("nic")
    assert not has_ports("rack")


def test_a_text_with_a_kind_that_is_none_still_has_the_fields_of_all():
    assert {"id", "kind", "name", "mass_kg"} <= paths("toaster")
    assert "psu.count" not in paths("toaster")
    assert not has_ports("toaster")


@pytest.mark.parametrize("kind", ["cdu", "crah", "in-row"])
def test_cooling_units_are_filtered_by_themselves(kind: str):
    chosen = SelectionFilter()
    chosen.switch("cooling", on=False)
    assert not chosen.allows_part(part(kind))
    assert chosen.allows_part(part("immersion"))
    assert chosen.allows_part(None)
