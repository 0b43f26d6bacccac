"""Nodes of 8 GPUs as their documents print them, and the bounds of what nobody prints."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure, mass_figure, power_figures

DGX = {"b200-sxm": "dgx-b200", "b300-sxm": "dgx-b300", "h100-sxm": "dgx-h100"}
"""The system that its maker prints watts of, by the board that others build in too."""
BOARDS = {*DGX, "mi300x", "mi325x", "mi350x", "mi355x", "gaudi-3-oam"}


def part(part_id: str) -> Part:
    return load_shipped().require(part_id)


def unprinted() -> list[Part]:
    """Return the nodes of 8 GPUs whose maximum nobody prints."""
    return [
        one
        for one in load_shipped().parts
        if one.kind == "node"
        and one.gpus == 8
        and one.unpublished_of("power_max_w") is not None
        and one.compute is not None
        and one.compute.gpu in BOARDS
    ]


@pytest.mark.parametrize(
    ("part_id", "size_mm", "mass_kg", "supplies"),
    [
        ("hgx-b200-4u-liquid", (448, 174, 991), 85, (4, 6600, "2+2")),  # SYS-422GS-NBRT-LCC
        ("hgx-b300-4u-liquid", (448, 174, 897), 84.6, (4, 6600, "2+2")),  # SYS-422GS-NB3RT-LCC
        ("hgx-b300-2ou", (537, 94, 805), 70, (0, None, "")),  # SYS-222GS-NB3OT-ALC
        ("dell-xe9780l-b300", (537, 141, 1048), 107.2, (0, None, "")),  # Technical Guide E125S
        ("mi350x-8-oam-node", (447, 356, 843), None, (6, 5250, "3+3")),  # AS-8126GS-TNMR
        ("mi355x-8-oam-node", (447, 437, 843), None, (6, 6600, "4+2")),  # AS-A126GS-TNMR
        ("hpe-xd685-b200", (448, 218, 1049), None, (6, 3000, "5+1")),  # a00073553enw
        ("lenovo-sr680a-v4-b300", (447, 351, 924), 124.7, (8, 3200, "7+1")),  # LP2264
        ("asus-xa-nb3i-b300", (447, 395, 945), 120, (10, 3200, "5+5")),  # XA NB3I-E12
        ("asus-esc-a8a-mi325x", (447, 307, 885), 108, (6, 3000, "5+1")),  # ESC A8A-E12U
        ("mi300x-8-oam-node", None, 108, (6, 3000, "3+3")),  # AS-8125GS-TNMR2
        ("mi325x-8-oam-node", (447, 356, 843), 108, (6, 5250, "3+3")),  # AS-8126GS-TNMR
    ],
)
def test_sizes_mass_and_supplies_as_printed(part_id, size_mm, mass_kg, supplies):
    """Width, height, depth; net mass; number, rating and redundancy of the supplies."""
    node = part(part_id)
    if size_mm is not None:
        assert (node.width_mm, node.height_mm, node.depth_mm) == size_mm
    assert node.mass_kg == mass_kg
    assert (node.psu.count, node.psu.rating_w, node.psu.redundancy) == supplies


def test_supplies_of_xe9680_are_an_option_and_throttle():
    """Dell spec sheet A04: 2,800, 3,000 or 3,200 W; StorageReview: with two lost the GPUs brake."""
    nodes = [part(f"dell-xe9680-{gpu}") for gpu in ("h100", "h200", "mi300x")]
    assert {(node.psu.rating_w, node.psu.redundancy) for node in nodes} == {
        (2800, "5+1"), (3200, "3+3"),
    }  # fmt: skip
    assert all(node.psu.is_capped for node in nodes)


def test_a_draw_that_nobody_prints_lies_around_that_of_the_dgx_with_the_same_board():
    """At least eight GPUs by their TDP, at most the DGX and a quarter more."""
    judged = 0
    for node in unprinted():
        looked, tdp = node.unpublished_of("power_max_w"), part(node.compute.gpu).power_max_w
        assert looked.low > 8 * tdp, node.id
        if node.compute.gpu in DGX:
            most = part(DGX[node.compute.gpu]).power_max_w
            assert looked.high == pytest.approx(1.25 * most, rel=0.05), node.id
            assert looked.low < most <= looked.high, node.id
            judged += 1
    assert judged >= 15


def test_needed_supplies_carry_what_the_node_takes_at_least():
    """3+3 of 3 kW take in 10.2 kW at most: the node of eight MI325X is one with larger supplies."""
    for node in unprinted():
        draw = power_figures(node)["power_max_w"]
        assert draw.low < draw.high < 20_000, node.id


def test_liquid_cooled_nodes_have_bounds_of_share_and_mass():
    liquid = [node for node in unprinted() if liquid_figure(node).high > 0]
    assert len(liquid) >= 13
    for node in liquid:
        share, mass = liquid_figure(node), mass_figure(node)
        assert 0.5 <= share.low < share.high == 0.98, node.id
        assert 70 <= mass.low <= mass.high <= 125, node.id
