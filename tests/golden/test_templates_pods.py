"""Pods of scalable units against what their publishers print.

Sources: NVIDIA DGX SuperPOD B200 reference architecture, architecture page (table of larger pods)
and network fabrics page (table of compute components).
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from tests.helpers.drawn_fabrics import parts, sized, tiers


@cache
def pod(template: str, **arguments: object) -> Design:
    return build(template, {k: str(v) for k, v in arguments.items()}, load_shipped())


@cache
def report(template: str, **arguments: object):
    return evaluate(pod(template, **arguments), load_shipped())


def cables(design: Design) -> tuple[int, int, int]:
    """Cables of the compute network by the rule: node–leaf, leaf–spine, spine–core."""
    size = sized(design, "compute")
    return size.node_leaf_cables, size.leaf_spine_cables, size.spine_core_cables


@pytest.mark.parametrize(
    ("units", "count", "leaf", "spine", "core", "spine_core"),
    [
        (2, 64, 16, 8, 0, 0),
        (4, 128, 32, 16, 0, 0),
        (8, 256, 64, 32, 0, 0),
        (16, 512, 128, 128, 64, 4096),
        (32, 1024, 256, 256, 128, 8192),
        (64, 2048, 512, 512, 256, 16384),
    ],
)
def test_b200_larger_pods(units, count, leaf, spine, core, spine_core):
    """DGX SuperPOD B200 architecture page, table of larger pods: switches and cables."""
    design = pod("dgx-superpod-b200", scalable_units=units, ufm="external")
    assert parts(design)["dgx-b200"] == count
    assert tiers(design) == (leaf, spine, core)
    assert cables(design) == (8 * count, 8 * count, spine_core)


def test_b200_with_a_fabric_manager():
    """Network fabrics page: 127 nodes, 32 leaves, 16 spines, 1,020 and 1,024 cables."""
    design = pod("dgx-superpod-b200")
    assert parts(design)["dgx-b200"] == 127
    assert tiers(design) == (32, 16, 0)
    size = sized(design, "compute")
    assert size.node_leaf_cables + size.reserved_cables == 1020
    assert size.leaf_spine_cables == 1024


def test_b200_in_air_stands_two_to_a_rack():
    """More than 25 kW a rack in the reference's layout: two systems of 14.3 kW."""
    design, catalog = pod("dgx-superpod-b200", cooling="air"), load_shipped()
    layout = Layout(design)
    held = Counter(
        sum(p.part == "dgx-b200" for p in layout.in_rack(rack.id))
        for rack in design.racks
        if rack.assembly.startswith("dgx-")
    )
    assert held == {2: 63, 1: 1}
    assert 2 * catalog.require("dgx-b200").power_max_w == 28_600 > 25_000


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
@pytest.mark.parametrize("units", [1, 3, 4, 7, 16])
def test_b200_opens_without_an_error(units, cooling):
    """A lost feed leaves four of six supplies: the maker caps the GPUs, which is a warning."""
    found = report("dgx-superpod-b200", scalable_units=units, cooling=cooling).checks
    assert {c.key for c in found if c.severity != "info"} == {"P03:dgx-b200:2+2+2:capped"}
    assert {c.severity for c in found} == {"info", "warning"}
