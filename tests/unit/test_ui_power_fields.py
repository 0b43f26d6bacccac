"""The form of a record of the room's power: what is asked of each kind, and what an entry does."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.errors import EditError
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Design, PowerNode, Site
from designer.ui.fields.power_fields import power_fields

PLANT = Design(
    site=Site(fuel_hours=48.0, feed_policy="3N/2"),
    power=(
        PowerNode(id="A", parents=("u",), voltage_drop_pct=1.5),
        PowerNode(
            id="g", kind="generator", capacity_kva=2500.0, start_s=10.0, fuel_l=9000.0,
            fuel_hours=24.0,
        ),
        PowerNode(
            id="u", kind="ups", parents=("g",), modules=4, spare_modules=1, efficiency=0.96,
            battery_minutes=5.0, battery_kwh=100.0, recharge_kw=50.0,
        ),
    ),
)  # fmt: skip


def names(kind: str) -> set[str]:
    return {one.name for one in power_fields(PowerNode.model_validate({"id": "x", "kind": kind}))}


def test_each_kind_is_asked_for_what_it_has() -> None:
    every = {"feed_name", "capacity_kw", "capacity_kva", "volts", "efficiency", "voltage_drop_pct"}
    assert every <= names("feed")
    assert {"battery_minutes", "battery_kwh", "recharge_kw"} <= names("ups")
    assert {"start_s", "fuel_l", "fuel_hours", "modules"} <= names("generator")
    assert "battery_minutes" not in names("generator") | names("transformer")
    assert "fuel_l" not in names("ups") | names("feed")


def test_an_entry_changes_the_record_and_an_impossible_one_nothing() -> None:
    ups = next(node for node in PLANT.power if node.id == "u")
    fields = {one.name: one for one in power_fields(ups)}
    changed = fields["battery_minutes"].edit(8.0)(PLANT)
    assert next(node for node in changed.power if node.id == "u").battery_minutes == 8.0
    with pytest.raises(EditError, match="efficiency cannot be 96"):
        fields["efficiency"].edit(96.0)(PLANT)
    with pytest.raises(EditError, match="spare_modules cannot be 4"):
        fields["spare_modules"].edit(4)(PLANT)


def test_the_file_keeps_what_is_stated_and_nothing_of_the_rest() -> None:
    text = dumps(PLANT, load_shipped())
    assert loads(text).design == PLANT
    assert "spare_modules = 1" in text
    assert 'feed_policy = "3N/2"' in text
    assert text.count("battery_") == 2
