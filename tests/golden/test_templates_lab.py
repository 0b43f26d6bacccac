"""The lab of workstations: ours, so what holds it is that it works at every size."""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.lab import SYSTEMS
from designer.planning.templates import TemplateError, build


@cache
def lab(**arguments: str) -> Design:
    return build("lab-workstations", arguments, load_shipped())


@pytest.mark.parametrize("stations", [1, 2, 4, 7, 15, 16])
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_no_size_has_an_error(system: str, stations: int) -> None:
    if (system, stations) == ("l4-server", 16):
        return  # refused, see below
    design, catalog = lab(system=system, stations=str(stations)), load_shipped()
    report = evaluate(design, catalog)
    assert [c.key for c in report.checks if c.severity == "error"] == []
    counts = Counter(placed.part for placed in Layout(design).every())
    assert (counts[SYSTEMS[system]], counts["sn4600c"]) == (stations, 1)
    (network,) = report.fabrics
    assert (network.connected_cables, network.unconnected_cables) == (stations, 0)
    layout = Layout(design)
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


@pytest.mark.parametrize(
    ("system", "stations", "racks", "modules"),
    [
        ("dgx-spark", 4, 1, 1),
        ("dgx-spark", 16, 1, 1),
        ("l4-server", 4, 1, 1),
        ("l4-server", 5, 2, 1),
        ("l4-server", 15, 4, 2),
    ],
)
def test_racks_and_modules_follow_the_load(
    system: str, stations: int, racks: int, modules: int
) -> None:
    """Four servers and the switch stay below the 10 kW of a rack in the room's own air.

    A module of the UPS gives 18 kW.
    """
    design = lab(system=system, stations=str(stations))
    assert sum(bool(rack.row) for rack in design.racks) == racks
    ups = next(node for node in design.power if node.kind == "ups")
    assert (ups.modules, ups.capacity_kw) == (modules, None)
    assert len(design.rows) == 1


def test_stations_hang_on_the_ups_and_the_air_on_the_mains() -> None:
    design = lab()
    parents = {node.id: node.parents for node in design.power}
    assert parents == {"A": ("UPS",), "B": ("MAINS",), "MAINS": (), "UPS": ("MAINS",)}
    assert {slot.feed for a in design.assemblies for slot in a.slots if slot.feed} == {"A"}
    assert {rack.feeds for rack in design.racks if not rack.row} == {("B",)}
    assert design.site.feed_policy == "N"


def test_so_many_gpus_on_one_switch_are_refused() -> None:
    with pytest.raises(TemplateError, match="64 GPUs with 25 Gb/s each: no lab; 15 and fewer"):
        build("lab-workstations", {"system": "l4-server", "stations": "16"}, load_shipped())


def test_the_note_says_that_it_is_ours() -> None:
    assert lab().note.startswith("Ours, not a published reference: 4 workstations (DGX Spark)")
    assert "planned as N" in lab().note
    assert "1 workstation (" in lab(stations="1").note
