"""Cages of four links of which each half goes to half of another cage: leaves above the spines."""

from collections import Counter

from designer.catalog.load import load_shipped
from designer.planning.templates import build
from designer.wiring.cable_ends import CableEnds, cable_ends
from designer.wiring.cable_media import PAIRINGS
from designer.wiring.network import expand_network

SHIPPED = load_shipped()


def compute(units: int) -> CableEnds:
    design = build("gaudi-3-pod", {"scalable_units": str(units)}, SHIPPED)
    graphs = expand_network(design, SHIPPED).fabrics
    return cable_ends(next(one for one in graphs if one.fabric.id == "compute"))


def pairings(ends: CableEnds) -> dict[str, int]:
    return {PAIRINGS[kind]: number for kind, number in Counter(ends.pairing.tolist()).items()}


def test_leaves_beyond_the_cages_of_a_spine_part_their_cages_in_halves() -> None:
    """72 leaves under spines of 64 cages: two links of 200 Gb/s from each leaf to each spine.

    Three would fill the ports of fewer spines, and no module has three fibres of a link each.
    """
    ends = compute(24)
    assert pairings(ends) == {"straight": 9216, "halves": 9216}
    _, sorts = ends.sorts
    assert sorted(PAIRINGS[pairing] for _, _, pairing in sorts) == ["halves", "straight"]


def test_fewer_leaves_have_whole_cages() -> None:
    assert pairings(compute(2)) == {"straight": 1536}
