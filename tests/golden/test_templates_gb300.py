"""The DGX SuperPOD GB300 template against what is published, and against the rule it borrows.

Published: eight GB300 NVL72 are a scalable unit, at 1.2 MW (NVIDIA, DGX SuperPOD GB300 reference
architecture, second-hand). Switch counts were not found; the template plans those that NVIDIA
prints for as many GPUs of DGX B300 on Quantum-X800 (RA-11339-001, Table 3: 8 + 4 for 576, 16 + 8
for 1,152, 32 + 18 for 2,304, 64 + 36 for 4,608).
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build


@cache
def superpod(units: int) -> Design:
    return build("dgx-superpod-gb300", {"scalable_units": str(units)}, load_shipped())


@pytest.mark.parametrize(
    ("units", "gpus", "leaf", "spine", "node_leaf"),
    [
        (1, 576, 8, 4, 576),
        (2, 1152, 16, 8, 1152),
        (4, 2304, 32, 18, 2304),
        (8, 4608, 64, 36, 4608),
    ],
)
def test_switches_as_of_so_many_gpus_in_dgx_b300(
    units: int, gpus: int, leaf: int, spine: int, node_leaf: int
) -> None:
    design, catalog = superpod(units), load_shipped()
    racks = Counter(rack.part for rack in design.racks)["gb300-nvl72"]
    assert racks == 8 * units
    assert racks * catalog.require("gb300-nvl72").gpus == gpus
    tiers = Counter(p.tier for p in Layout(design).every() if p.tier)
    assert (tiers["leaf"], tiers["spine"], tiers["core"]) == (leaf, spine, 0)
    report = evaluate(design, catalog)
    compute = next(one for one in report.fabrics if one.id == "compute")
    assert (compute.leaf, compute.spine) == (leaf, spine)
    assert (compute.connected_cables, compute.unconnected_cables) == (2 * node_leaf, 0)


def test_the_racks_of_a_unit_stay_below_its_published_power() -> None:
    """1.2 MW; eight racks of up to 142 kW are 1,136 kW."""
    catalog = load_shipped()
    racks = sum(catalog.require(r.part).power_max_w for r in superpod(1).racks if not r.assembly
                and r.row)  # fmt: skip
    assert racks == 8 * 142_000 <= 1_200_000


@pytest.mark.parametrize("units", [1, 2, 3, 5, 8, 16])
def test_no_size_has_an_error(units: int) -> None:
    design, catalog = superpod(units), load_shipped()
    report = evaluate(design, catalog)
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert {feed.state for feed in report.power.feeds} == {"ok"}
    layout, seen = Layout(design), set()
    for rack in design.racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert verdict.ok, f"{rack.id}: {verdict.reason}"
        for placed in () if rack.assembly in seen else layout.in_rack(rack.id):
            verdict = can_place(
                layout, catalog, placed.part, rack.id, placed.half_u, placed.face, {placed.key}
            )
            assert verdict.ok, f"{placed.key}: {verdict.reason}"
        seen.add(rack.assembly)


def test_beyond_sixteen_units_there_are_halls() -> None:
    design = superpod(17)
    assert len(design.halls) == 2
    assert sum(rack.part == "gb300-nvl72" for rack in design.racks) == 17 * 8


def test_the_note_says_which_counts_are_ours() -> None:
    note = superpod(1).note
    assert "1 scalable unit of 8 GB300 NVL72, 1.2 MW each" in note
    assert "Ours: switch counts" in note
    assert superpod(1).name == "DGX SuperPOD GB300, 1 SU"
