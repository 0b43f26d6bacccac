"""The form of a fabric that is no tree: its sizes are typed as people write them."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.errors import EditError
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.model.design import Design, Fabric
from designer.ui.fields.fabric_records import fabrics
from designer.ui.fields.field import Field

CATALOG = load_shipped()


def fields(**of: object) -> dict[str, Field]:
    design = Design(fabrics=(Fabric.model_validate({"id": "f", **of}),))
    return {field.name: field for field in fabrics(CATALOG).fields(design, "f")}


def given(name: str, value: object, **of: object) -> Fabric:
    design = Design(fabrics=(Fabric.model_validate({"id": "f", **of}),))
    return fields(**of)[name].edit(value)(design).fabrics[0]


def test_a_fat_tree_asks_for_no_sizes() -> None:
    assert "shape" not in fields()
    assert "shape" not in fields(topology="hand-drawn")
    assert "global_links" not in fields(topology="torus")
    assert "global_links" in fields(topology="dragonfly")


@pytest.mark.parametrize("text", ["16 × 8", "16x8", "16, 8", "16 8"])
def test_sizes_are_read_as_people_write_them(text: str) -> None:
    assert given("shape", text, topology="torus").shape == (16, 8)
    assert fields(topology="torus", shape=(16, 8))["shape"].value == "16 × 8"


def test_no_sizes_are_the_smallest_that_hold_the_nodes() -> None:
    for nothing in (None, ""):
        assert given("shape", nothing, topology="torus", shape=(4, 4)).shape == ()


@pytest.mark.parametrize(("text", "why"), [("4 by 4", "'by'"), ("4x0", "cannot be 0")])
def test_what_is_no_size_is_refused(text: str, why: str) -> None:
    with pytest.raises(EditError, match=why):
        given("shape", text, topology="torus")


def test_topology_and_tiers_are_chosen() -> None:
    assert given("topology", "hyperx").topology == "hyperx"
    assert given("tiers", "3").tiers == 3


def test_the_form_names_the_cheapest_and_the_leanest_switches() -> None:
    """What stands is sized by the switches of the catalogue, whichever the fabric names."""
    design = Design(fabrics=(Fabric(id="f", rails=8, leaf_policy="rail-per-su", su_nodes=32),))
    report = Report(fabrics=(FabricReport(id="f", nodes=128),))
    text = fabrics(CATALOG).explain(design, report, "f")
    assert "Cheapest of the catalogue: 32 leaf and 16 spine switches: QM9700 (" in text
    assert "USD, prices of 2026-07-04)." in text
    assert "Least power of the catalogue: 32 leaf and 16 spine switches: QM9790 (77.3 kW" in text


@pytest.mark.parametrize(
    "of", [{"topology": "hand-drawn"}, {"leaf_policy": "rail-per-rack"}, {"rate_gbps": 100_000}]
)
def test_where_no_switch_is_sought_or_fits_none_is_named(of: dict[str, object]) -> None:
    design = Design(fabrics=(Fabric.model_validate({"id": "f", **of}),))
    report = Report(fabrics=(FabricReport(id="f", nodes=8),))
    assert "of the catalogue" not in fabrics(CATALOG).explain(design, report, "f")
    assert "of the catalogue" not in fabrics(CATALOG).explain(design, None, "f")
