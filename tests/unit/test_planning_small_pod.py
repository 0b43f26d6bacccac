"""What small pods share: pairs of leaves that are joined, management ports, racks as asked."""

from collections import Counter

import pytest

from designer.catalog.load import load_shipped
from designer.model.design import Design, Fabric
from designer.model.layout import Layout
from designer.planning.arguments import TemplateError
from designer.planning.front_end import compute_switch, front_end, front_end_switches
from designer.planning.rack_filling import Item
from designer.planning.small_pod import Peers, Pod, Role, hall_of, switches

SHIPPED = load_shipped()


def pod(servers: int = 2, **fields: object) -> Design:
    items = (*front_end_switches(), *[Item("mgmt-server", "mgmt", "mgmt")] * servers)
    plain = Pod(
        name="Pod", note="Ours.", node="dgx-h100", nodes=4, roles=(Role("network", items),),
        fabrics=(front_end("dgx-h100", "qumulo"),), peers=(Peers("front-end", 3),),
    )  # fmt: skip
    return hall_of(Pod(**{**plain.__dict__, **fields}), SHIPPED)  # type: ignore[arg-type]  # fields


def test_leaves_of_a_pair_are_joined_by_as_many_cables_as_said() -> None:
    design = pod()
    leaves = {p.key for p in Layout(design).every() if p.fabric == "front-end"}
    assert len(leaves) == 2
    assert [cable.id for cable in design.cables] == [
        f"front-end-peer-1-{at:02d}" for at in (1, 2, 3)
    ]
    assert all({cable.a, cable.b} == leaves for cable in design.cables)


@pytest.mark.parametrize("servers", [2, 30, 45, 60])
def test_every_management_port_finds_one_of_48_on_a_switch(servers: int) -> None:
    """Nodes, servers, leaves, and rack PDUs that state a port."""
    design = pod(servers=servers)
    network = next(one for one in design.fabrics if one.id == "out-of-band")
    counts = Counter(placed.part for placed in Layout(design).every())
    ports = sum(
        number * sum(p.count for p in SHIPPED.require(part).ports if p.purpose == "out-of-band")
        for part, number in counts.items()
    )
    assert network.planned_nodes == ports
    assert (counts["sn2201"] - 1) * 48 < ports <= counts["sn2201"] * 48


@pytest.mark.parametrize(
    ("racks", "held"), [(0, [2, 2]), (2, [2, 2]), (3, [2, 1, 1]), (9, [1] * 4)]
)
def test_nodes_stand_in_as_many_racks_as_asked(racks: int, held: list[int]) -> None:
    design = pod(racks=racks)
    by_assembly = {
        a.id: sum(slot.part == "dgx-h100" for slot in a.slots) for a in design.assemblies
    }
    found = [by_assembly[rack.assembly] for rack in design.racks if by_assembly.get(rack.assembly)]
    assert sorted(found, reverse=True) == held


def test_too_few_racks_are_said() -> None:
    with pytest.raises(TemplateError, match="4 × DGX H100 take 2 racks at least, 2 in each"):
        pod(racks=1)


def test_every_rack_has_a_door_where_any_has() -> None:
    """The building's water takes 40.8 kW of nodes and 4.1 of what is beside them, in tens."""
    design = pod(cooling="rear-door")
    assert all(any(slot.face == "door" for slot in a.slots) for a in design.assemblies)
    assert design.site.building_water_kw == 50
    assert not any(slot.face == "door" for a in pod().assemblies for slot in a.slots)


def test_the_smaller_rack_pdu_keeps_a_fifth_to_spare() -> None:
    """Ten servers of 1.07 kW and two leaves are 12.5 kW of 16.4; twelve are more than 13.1."""
    for servers, pdu in ((10, "pdu-415v-30a-3ph"), (12, "pdu-415v-60a-3ph-c13")):
        (network,) = [a for a in pod(servers=servers).assemblies if a.id.startswith("network")]
        assert {slot.part for slot in network.slots if slot.feed} == {pdu}


@pytest.mark.parametrize(
    ("node", "switch", "rate", "split"),
    [
        ("dgx-a100", "qm8700", 200, 1),
        ("dgx-h100", "qm9700", 400, 1),
        ("mi300x-8-oam-node", "sn5600", 400, 2),
        ("dgx-b300", "sn5600", 800, 1),
    ],
)
def test_leaves_by_the_ports_of_a_node(node: str, switch: str, rate: float, split: int) -> None:
    assert compute_switch(SHIPPED.require(node)) == (switch, rate, split)


def test_switches_name_their_network_and_tier() -> None:
    (leaf, spine) = switches("qm9700", "compute", "c", {"leaf": 1, "spine": 1})
    assert (leaf.fabric, leaf.tier, leaf.face, leaf.end) == ("compute", "leaf", "rear", "top")
    assert (spine.slot, spine.name) == ("cspine", "c-spine")
    assert isinstance(front_end("dgx-h100", "qumulo"), Fabric)
