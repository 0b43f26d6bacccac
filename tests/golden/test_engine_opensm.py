"""What cables carry, held against OpenSM: its fat-tree engine and its default, over ibsim.

Who has not the Debian packages opensm, ibsim-utils and libumad2sim0 sees these tests skipped.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from designer.engine.fabric_graph.loads import loads_to
from designer.engine.fabric_graph.net import Net
from designer.engine.fabric_graph.static import Cables, cables_of, least_used
from designer.engine.fabric_graph.symmetry import orbits_of
from designer.engine.subjects.fabrics.graph import Graph, graph_of
from designer.io.export.ibnetdiscover import ibnetdiscover_text, topology_text
from designer.wiring.network_columns import FabricWiring
from tests.helpers import opensm, small_radix

FABRICS = ((128, 8, 1.0), (1024, 16, 1.0), (384, 32, 3.0))
"""Hosts, ports of a switch, oversubscription: k = 8, k = 16, and a leaf-spine of 24 : 8."""

pytestmark = pytest.mark.skipif(not opensm.is_there(), reason=opensm.MISSING)


def routed(hosts: int, ports: int, over: float, folder: Path, engine: str) -> Counter[opensm.End]:
    """Return the pairs that leave each port of a switch toward another switch."""
    design = small_radix.drawn(hosts, ports, over)
    text = ibnetdiscover_text(design, small_radix.catalog(ports))
    links, adapters = opensm.links_of(text), set(opensm.adapters_of(text))
    found = opensm.flows(text, folder, engine)
    return Counter({end: n for end, n in found.items() if links[end][0] not in adapters})


def ours(hosts: int, ports: int, over: float) -> tuple[FabricWiring, Graph, Cables]:
    wiring = small_radix.wiring(small_radix.drawn(hosts, ports, over), ports)
    graph = graph_of(wiring)
    hosted = np.bincount(graph.place, minlength=graph.places)
    return wiring, graph, cables_of(hosted, graph.a, graph.b, graph.count)


@pytest.mark.parametrize(("hosts", "ports", "over"), FABRICS)
def test_even_division_puts_on_every_cable_what_the_fat_tree_engine_does(
    hosts: int, ports: int, over: float, tmp_path: Path
) -> None:
    theirs = routed(hosts, ports, over, tmp_path, "ftree")
    wiring, graph, cables = ours(hosts, ports, over)
    net = Net(
        cables.hosts, np.ones_like(cables.hosts), graph.a, graph.b, graph.count.astype(float), 1.0,
        graph.halves,
    )  # fmt: skip
    loads = loads_to(net, orbits_of(net), cables.hosts / hosts)
    each = {}
    for number, (a, b, links) in enumerate(zip(graph.a, graph.b, graph.count, strict=True)):
        names = [wiring.key(int(end) + wiring.first_place) for end in (a, b)]
        for way, load in (((0, 1), loads.ahead), ((1, 0), loads.back)):
            each[names[way[0]], names[way[1]]] = load[number] * hosts / links
    text = topology_text(wiring)
    names_of, links_of = opensm.names_of(text), opensm.links_of(text)
    assert len(theirs) == 2 * int(graph.count.sum())
    for end, pairs in theirs.items():
        here, there = names_of[end[0]], names_of[links_of[end][0]]
        assert pairs == pytest.approx(each[here, there], abs=1e-6), (here, there)


@pytest.mark.parametrize(("hosts", "ports", "over"), FABRICS)
def test_the_least_used_port_is_what_its_default_engine_takes(
    hosts: int, ports: int, over: float, tmp_path: Path
) -> None:
    theirs = routed(hosts, ports, over, tmp_path, "minhop")
    flows = least_used(ours(hosts, ports, over)[2]).flows
    assert Counter(theirs.values()) == Counter(flows[flows > 0].tolist())


def test_the_default_engine_puts_eight_times_the_load_on_some_cables_of_a_fat_tree() -> None:
    """k = 16, 1,024 hosts: 7,680 pairs on a cable where even division has 960."""
    assert int(least_used(ours(1024, 16, 1.0)[2]).flows.max()) == 7680
