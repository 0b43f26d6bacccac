"""The inference row: ours, so what holds it is that it works at every size, no published count."""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.inference_row import SYSTEMS
from designer.planning.templates import TemplateError, build


@cache
def row(**arguments: str) -> Design:
    return build("inference-row", arguments, load_shipped())


def parts(design: Design) -> Counter[str]:
    return Counter(placed.part for placed in Layout(design).every())


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
@pytest.mark.parametrize("nodes", [1, 2, 9, 23, 40])
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_no_size_has_an_error(system: str, nodes: int, cooling: str) -> None:
    design = row(system=system, nodes=str(nodes), cooling=cooling)
    report = evaluate(design, load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert {feed.state for feed in report.power.feeds} <= {"ok", "warning"}
    assert parts(design)[SYSTEMS[system]] == nodes


@pytest.mark.parametrize("storage", ["qumulo", "powerscale", "none"])
@pytest.mark.parametrize("cooling", ["rear-door", "air"])
def test_every_storage_is_without_an_error(storage: str, cooling: str) -> None:
    report = evaluate(row(storage=storage, cooling=cooling, nodes="12"), load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    fabrics = {one.id: one for one in report.fabrics}
    assert all(one.unconnected_cables == 0 for one in fabrics.values())
    # 24 links of 400 Gb/s, two to a port of 800.
    assert fabrics["row"].connected_cables == 12
    assert ("front-end" in fabrics) is (storage != "none")


def test_every_node_hangs_on_both_leaves_which_are_joined() -> None:
    design = row(nodes="12")
    network = next(one for one in design.fabrics if one.id == "row")
    assert (network.rails, network.leaf_policy, network.tiers) == (2, "rail-per-su", 1)
    leaves = [p for p in Layout(design).every() if p.fabric == "row"]
    assert [p.part for p in leaves] == ["sn5600", "sn5600"]
    assert sum(cable.fabric == "row" for cable in design.cables) == 6


@pytest.mark.parametrize(
    ("arguments", "racks", "rows", "containment"),
    [
        ({"nodes": "12"}, 3, 1, "none"),
        ({"nodes": "12", "racks": "5"}, 5, 1, "none"),
        ({"nodes": "12", "racks": "40"}, 12, 1, "none"),
        ({"nodes": "12", "cooling": "air"}, 6, 2, "cold"),
        ({"nodes": "12", "cooling": "air", "system": "l40s"}, 12, 1, "none"),
        ({"nodes": "12", "cooling": "air", "system": "l40s", "racks": "3"}, 3, 2, "cold"),
        ({"nodes": "40", "cooling": "rear-door", "racks": "40"}, 40, 4, "cold"),
    ],
)
def test_racks_as_asked_in_one_row_while_they_may(
    arguments: dict[str, str], racks: int, rows: int, containment: str
) -> None:
    design = row(**arguments)
    node = SYSTEMS[arguments.get("system", "dgx-h200")]
    holding = {
        assembly.id for assembly in design.assemblies if any(s.part == node for s in assembly.slots)
    }
    assert sum(rack.assembly in holding for rack in design.racks) == racks
    assert (len(design.rows), design.room.containment) == (rows, containment)
    layout, catalog = Layout(design), load_shipped()
    for rack in design.racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert verdict.ok, f"{rack.id}: {verdict.reason}"
        for placed in layout.in_rack(rack.id):
            verdict = can_place(
                layout, catalog, placed.part, rack.id, placed.half_u, placed.face, {placed.key}
            )
            assert verdict.ok, f"{placed.key}: {verdict.reason}"
    report = evaluate(design, catalog)
    assert [c.key for c in report.checks if c.severity == "error"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"nodes": "16", "racks": "2"}, "16 × DGX H200 take 4 racks at least, 4 in each"),
        ({"system": "l40s", "storage": "qumulo"}, "no port for storage beside those of the row"),
        ({"nodes": "41"}, "a whole number from 1 to 40"),
    ],
)
def test_what_cannot_be_is_said_with_its_remedy(arguments: dict[str, str], said: str) -> None:
    with pytest.raises(TemplateError, match=said):
        build("inference-row", arguments, load_shipped())


def test_the_note_says_that_it_is_ours() -> None:
    assert row().note.startswith("Ours, not a published reference: 8 DGX H200")
    assert "4 × Quiver 1U All-NVMe Gen1 for storage" in row().note
    assert "no storage is drawn" in row(system="l40s").note
    assert "planned as N" in row(system="rtx-pro-6000").note
    assert row(system="rtx-pro-6000").site.feed_policy == "N"
    assert row().site.feed_policy == "N+1"
