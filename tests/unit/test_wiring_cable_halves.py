"""Cages of four links of which each half goes to half of another cage: leaves above the spines."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.planning.templates import build
from designer.wiring.cable_ends import CableEnds, bundled, cable_ends
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


@pytest.mark.parametrize("seed", range(6))
def test_cables_that_share_cages_over_others_are_one_bundle(seed: int) -> None:
    """Held against a walk from cable to cable; chains of cages are as long as they come."""
    draw = Random(seed)
    number = 400
    cages = [draw.randrange(number) for _ in range(number)]
    ends = (cages, [number + (at + 1) // 2 if seed % 2 else number + draw.randrange(number)
                    for at in range(number)])  # fmt: skip
    order = draw.sample(range(number), number)
    a, b = (np.array([side[at] for at in order]) for side in ends)
    if seed < 2:  # a single chain, numbered from one end or by chance
        chain = np.arange(number) if seed else np.array(order)
        a, b = (chain + 1) // 2, number + chain // 2
    found = bundled(a, b)
    of_cage: dict[int, list[int]] = {}
    for at, pair in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        for cage in pair:
            of_cage.setdefault(cage, []).append(at)
    for first in range(number):
        reached, front = {first}, [first]
        while front:
            at = front.pop()
            for other in (*of_cage[int(a[at])], *of_cage[int(b[at])]):
                if other not in reached:
                    reached.add(other)
                    front.append(other)
        assert found[first] == min(reached)
