"""What a DGX SuperPOD is made of at sizes between and beyond the published ones."""

from itertools import groupby

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.design import Design
from designer.planning.arguments import check
from designer.planning.pods.bill import Bill, bill_of
from designer.planning.pods.nvidia import H100, SUPERPOD_H100
from designer.planning.templates import TemplateError, build

SHIPPED = load_shipped()


def bill(pdus: int = 0, oob: int = 2, **arguments: str) -> Bill:
    return bill_of(H100, check(SUPERPOD_H100, arguments), SHIPPED, pdus, oob)


@pytest.mark.parametrize(
    ("units", "ufm", "nodes", "managers", "servers"),
    [
        ("1", "auto", 31, 4, 4),
        ("4", "auto", 127, 4, 4),
        ("5", "auto", 160, 0, 4),
        ("4", "external", 128, 0, 4),
        ("5", "included", 159, 4, 4),
        ("16", "auto", 512, 0, 4),
        ("17", "auto", 544, 0, 8),
        ("32", "auto", 1024, 0, 8),
        ("33", "auto", 1056, 0, 12),
    ],
)
def test_slots_given_up_and_servers(
    units: str, ufm: str, nodes: int, managers: int, servers: int
) -> None:
    """Tables 4 and 7: a slot for the fabric manager up to 4 SU, four servers for each 16 SU."""
    made = bill(scalable_units=units, ufm=ufm)
    assert (made.units, made.nodes) == (int(units), nodes)
    assert (made.fabric_managers, made.servers) == (managers, servers)


@pytest.mark.parametrize(
    ("units", "storage", "level", "systems"),
    [
        # A DDN appliance reads 90 and writes 65 GB/s; a WEKA server 71 and 32.
        ("4", "ddn", "good", 2),
        ("4", "ddn", "better", 2),
        ("4", "ddn", "best", 6),
        ("16", "ddn", "good", 3),
        ("5", "ddn", "better", 3),
        ("4", "weka", "good", 8),
        ("5", "weka", "good", 8),
        ("4", "weka", "better", 8),
        ("4", "weka", "best", 8),
        ("5", "weka", "best", 10),
        ("16", "weka", "best", 32),
    ],
)
def test_storage_has_the_bandwidth_of_its_level(
    units: str, storage: str, level: str, systems: int
) -> None:
    """Table 6, for 4 SU: 60, 160 and 500 GB/s to read, 30, 80 and 250 to write."""
    made = bill(scalable_units=units, storage=storage, storage_level=level)
    assert made.storage_systems == systems
    assert made.storage_part == {"ddn": "ddn-es400nvx2", "weka": "weka-node"}[storage]


@pytest.mark.parametrize(
    ("storage", "level", "targets"),
    [("ddn", "best", (1, 12)), ("weka", "good", (1, 12)), ("weka", "best", (1, 12))],
)
def test_storage_links_are_counted_at_400g(
    storage: str, level: str, targets: tuple[int, int]
) -> None:
    """Eight of 200G of an appliance are 4 links, 6 appliances 24 of 4 SU; a server has 2."""
    assert bill(storage=storage, storage_level=level).targets == targets


def test_many_storage_links_get_leaves_of_24() -> None:
    """63 servers that read 8 GB/s each, as of AI/ML Infrastructure (2026-06-18), have 126 links."""
    node = SHIPPED.require("weka-node")
    slow = node.evolve(storage=node.storage.evolve(read_gb_s=8.0))
    arguments = check(SUPERPOD_H100, {"storage": "weka", "storage_level": "best"})
    made = bill_of(H100, arguments, SHIPPED.overlay([slow]), 0, 2)
    assert (made.storage_systems, made.targets) == (63, (2, 24))


@pytest.mark.parametrize(
    ("arguments", "pdus", "oob", "endpoints", "switches"),
    [
        # Nodes, servers, managers, switches (48, 16, 8), and four ports of each of 6 appliances.
        ({}, 0, 2, 127 + 4 + 4 + 48 + 16 + 8 + 24, 5),
        ({}, 30, 2, 127 + 4 + 4 + 48 + 16 + 8 + 24 + 30, 6),
        ({"storage": "weka"}, 0, 2, 127 + 4 + 4 + 48 + 16 + 8 + 8, 5),
        ({"scalable_units": "1"}, 0, 2, 31 + 4 + 4 + 12 + 5 + 4 + 8, 2),
        ({"scalable_units": "1"}, 28, 2, 96, 2),
        ({"scalable_units": "1"}, 29, 2, 97, 3),
        ({"scalable_units": "5"}, 0, 2, 160 + 4 + 0 + 72 + 21 + 8 + 28, 7),
    ],
)
def test_every_management_port_has_one_of_48_on_a_switch(
    arguments: dict[str, str], pdus: int, oob: int, endpoints: int, switches: int
) -> None:
    made = bill(pdus, oob, **arguments)
    assert (made.endpoints, made.out_of_band) == (endpoints, switches)


def test_two_switches_out_of_band_at_least() -> None:
    assert bill(scalable_units="1").endpoints == 68
    assert bill(scalable_units="1", ufm="external").out_of_band == 2


@pytest.mark.parametrize(("units", "oob", "leaves"), [("5", 2, 6), ("5", 9, 8), ("1", 9, 2)])
def test_switches_out_of_band_take_ports_in_band(units: str, oob: int, leaves: int) -> None:
    """Pairs of leaves of 58 ports; two uplinks of each switch, four slots for NFS."""
    assert bill(0, oob, scalable_units=units).in_band.leaf == leaves


def contents(design: Design) -> str:
    """Return what stands in the rows, in the order in which they are filled: back and forth."""
    order: list[str] = []
    for number, row in enumerate(design.rows):
        names = [r.assembly.rpartition("-")[0] for r in design.racks if r.row == row.id]
        order += reversed(names) if number % 2 else names
    return ", ".join(f"{len(list(same))} {name}" for name, same in groupby(order))


SERVES_ALL = "1 storage-net, 1 management, 1 storage"


@pytest.mark.parametrize(
    ("units", "per_rack", "order"),
    [
        ("1", "4", f"4 dgx, {SERVES_ALL}, 1 compute-net, 4 dgx"),
        ("2", "4", f"8 dgx, 1 compute-net, {SERVES_ALL}, 1 compute-net, 8 dgx"),
        (
            "3",
            "4",
            f"8 dgx, 1 compute-net, 4 dgx, 1 compute-net, {SERVES_ALL}, "
            "8 dgx, 1 compute-net, 4 dgx",
        ),
        (
            "4",
            "4",
            f"8 dgx, 1 compute-net, 8 dgx, 1 compute-net, {SERVES_ALL}, "
            "8 dgx, 1 compute-net, 8 dgx",
        ),
        (
            "5",
            "2",
            "16 dgx, 1 compute-net, 24 dgx, 2 compute-net, 2 storage-net, 1 management, "
            "1 storage, 8 dgx, 1 compute-net, 24 dgx, 1 compute-net, 8 dgx",
        ),
    ],
)
def test_leaves_stand_between_the_units_they_serve(units: str, per_rack: str, order: str) -> None:
    """A rack of leaves in the middle of its two units; spines and what serves all in the middle."""
    arguments = {"scalable_units": units, "nodes_per_rack": per_rack, "racks_per_row": "20"}
    assert contents(build("dgx-superpod-h100", arguments, SHIPPED)) == order


def hiding(part_id: str, **fields: object) -> Catalog:
    return SHIPPED.overlay([SHIPPED.require(part_id).evolve(**fields)])


def test_doors_of_unknown_flow_take_what_their_heat_asks_for() -> None:
    """316.2 kW at 10 K are 477 L/min, 8 doors 640: one CDU carries either, and one is spare."""
    for catalog in (SHIPPED, hiding("rdhx", cooling=None)):
        design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
        assert sum(rack.part == "cdu-row" for rack in design.racks) == 2


def test_a_fabric_that_cannot_be_built_is_said_with_what_to_do() -> None:
    """Leaves of two ports cannot carry 31 nodes."""
    part = SHIPPED.require("qm9700")
    tiny = part.evolve(ports=tuple(p.evolve(count=2, cages=None) for p in part.ports))
    with pytest.raises(TemplateError, match="choose another size"):
        build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED.overlay([tiny]))
