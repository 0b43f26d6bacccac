"""Racks of nodes: feeds by their supplies, rack PDUs that carry them, and how many fit."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.planning.arguments import TemplateError
from designer.planning.node_racks import feeds_for, node_rack, outlives_a_feed, split_over_racks

SHIPPED = load_shipped()


def supplied(count: int, redundancy: str, **fields: object) -> Catalog:
    """Return the catalogue with other supplies in the DGX H100."""
    part = SHIPPED.require("dgx-h100")
    assert part.psu is not None
    psu = part.psu.evolve(count=count, redundancy=redundancy)
    return SHIPPED.overlay([part.evolve(psu=psu, **fields)])


@pytest.mark.parametrize(
    ("count", "redundancy", "feeds", "outlives"),
    [
        (6, "4+2", 3, True),
        (6, "3+3", 2, True),
        (6, "5+1", 3, False),
        (12, "6+6", 2, True),
        (4, "3+1", 3, False),
        (2, "1+1", 2, True),
        (6, "", 2, True),
    ],
)
def test_feeds_so_that_a_lost_one_leaves_enough_supplies(
    count: int, redundancy: str, feeds: int, outlives: bool
) -> None:
    """Of 4+2 supplies two may be lost: no feed may hold more. Three feeds are all there are."""
    part = supplied(count, redundancy).require("dgx-h100")
    assert (feeds_for(part), outlives_a_feed(part)) == (feeds, outlives)


@pytest.mark.parametrize(
    ("node", "kw", "most", "pdu", "held"),
    [
        # 10.2 kW each: two in 30 kW, four in 50 kW by a rear door.
        ("dgx-h100", 30.0, 0, "pdu-415v-30a-3ph", 2),
        ("dgx-h100", 50.0, 0, "pdu-415v-60a-3ph", 4),
        ("dgx-h100", 50.0, 1, "pdu-415v-30a-3ph", 1),
        # 3+3 on two feeds: one of them carries all of 26 kW.
        ("dgx-a100", 30.0, 0, "pdu-415v-60a-3ph", 4),
        ("l40s-pcie-node", 10.0, 0, "pdu-415v-30a-3ph", 1),
    ],
)
def test_the_smallest_rack_pdus_that_carry_most_nodes(
    node: str, kw: float, most: int, pdu: str, held: int
) -> None:
    rack = node_rack(SHIPPED, "rack-48u", node, kw, most=most)
    assert (rack.most, rack.pdu) == (held, pdu)


def test_a_door_takes_a_line_of_a_rack_pdu_and_mass() -> None:
    """Two DGX B300 of 15.1 kW load the lines of 60 A to 44 of 48 A: the door's 1.2 kW is more."""
    assert node_rack(SHIPPED, "rack-48u", "dgx-b300", 50.0, most=2).pdu == "pdu-415v-60a-3ph"
    with_door = node_rack(SHIPPED, "rack-48u", "dgx-b300", 50.0, most=2, door="rdhx")
    assert with_door.pdu == "pdu-415v-100a-3ph"


def test_a_rack_that_holds_none_is_said() -> None:
    with pytest.raises(TemplateError, match="no rack holds one DGX H100"):
        node_rack(SHIPPED, "rack-48u", "dgx-h100", 10.0)
    part = SHIPPED.require("dgx-h100")
    hidden = part.evolve(power_max_w=None, power_peak_w=None, power_typical_w=None, psu=None)
    with pytest.raises(TemplateError, match="nothing bounds the power of DGX H100"):
        node_rack(SHIPPED.overlay([hidden]), "rack-48u", "dgx-h100", 10.0)


@pytest.mark.parametrize(
    ("nodes", "racks", "held"), [(8, 2, [4, 4]), (7, 2, [4, 3]), (5, 5, [1] * 5), (1, 1, [1])]
)
def test_nodes_are_spread_over_racks_as_alike_as_they_can_be(
    nodes: int, racks: int, held: list[int]
) -> None:
    assert list(split_over_racks(nodes, racks)) == held
