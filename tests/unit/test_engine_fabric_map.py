"""The map of a fabric that is looked at: units, counts, bundles, odd ends, ports."""

from collections import Counter

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.fabric_map import NOWHERE, FabricMap
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.engine.subjects.fabrics.port_rows import port_rows
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_columns import CONNECTED, FabricWiring

CATALOG = load_shipped()


def wired(units: int, fabric: str = "compute", template: str = "dgx-superpod-h100") -> FabricWiring:
    return of(build(template, {"scalable_units": str(units)}, CATALOG), fabric)


def of(design: Design, fabric: str = "compute") -> FabricWiring:
    found = expand_network(design, CATALOG).find(fabric)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def four() -> FabricMap:
    return fabric_map_of(wired(4), CATALOG)


def test_four_scalable_units_are_those_of_the_reference_architecture(four: FabricMap) -> None:
    """RA-11333-001: 4 SU, 127 nodes, 32 leaves and 16 spines, 32 links each way, 16 a bundle."""
    assert [(unit.form, unit.number, unit.pod) for unit in four.units] == [
        ("unit", number, 0) for number in (1, 2, 3, 4)
    ]
    assert (len(four.leaves), len(four.spines), len(four.cores)) == (32, 16, 0)
    assert np.bincount(four.nodes.unit).tolist() == [32, 32, 32, 31]
    assert four.leaves.rail == tuple(range(8)) * 4
    assert set(four.leaves.up) == {32}
    assert four.leaves.down == (32,) * 24 + (31,) * 8
    assert set(four.spines.down) == {64}
    assert len(four.unit_spine) == 4 * 16
    assert set(four.unit_spine.links) == {16}
    assert four.odd.node == ()
    assert set(four.leaves.missing) == {0}


def test_racks_and_parts_are_those_that_stand(four: FabricMap) -> None:
    assert {four.racks[rack] for rack in four.spines.rack} == {"B03"}
    assert {four.parts[part].id for part in four.leaves.part} == {"qm9700"}
    assert {four.parts[part].links for part in four.spines.part} == {64}
    assert four.nodes.keys[0] == "A01/n1"
    assert four.racks[four.nodes.rack[0]] == "A01"


def test_links_of_a_map_are_those_of_the_wiring() -> None:
    for template, units in (("dgx-superpod-h100", 5), ("dgx-superpod-gb200", 2)):
        for wiring in expand_network(
            build(template, {"scalable_units": str(units)}, CATALOG), CATALOG
        ).fabrics:
            shown = fabric_map_of(wiring, CATALOG)
            links = wiring.links
            made = int(links.count[links.fault == CONNECTED].sum())
            between = sum(shown.unit_spine.links) + sum(shown.pod_core.links)
            assert made == sum(shown.leaves.down) + between + sum(shown.beside.links)
            assert sum(shown.leaves.up) == sum(shown.unit_spine.links) == sum(shown.spines.down)
            assert sum(shown.spines.up) == sum(shown.pod_core.links) == sum(shown.cores.down)


def test_units_of_rails_per_rack_are_racks_and_pods_are_rails() -> None:
    shown = fabric_map_of(wired(2, template="dgx-superpod-gb200"), CATALOG)
    assert [unit.form for unit in shown.units] == ["rack"] * 16
    assert shown.racks[shown.units[0].rack] == "A01"
    assert {unit.pod for unit in shown.units} == {NOWHERE}, "each of its leaves has its own pod"
    assert shown.pods == 8
    assert shown.core_groups == 18


def test_a_spine_that_is_not_drawn_has_no_key_and_its_links_are_missing() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    whole = of(design)
    last = whole.key(whole.first_place + len(whole.places) - 1)
    rack, _, slot = last.partition("/")
    held = next(one for one in design.racks if one.id == rack).assembly
    thinner = tuple(
        one.evolve(slots=tuple(it for it in one.slots if it.id != slot)) if one.id == held else one
        for one in design.assemblies
    )
    shown = fabric_map_of(of(design.evolve(assemblies=thinner)), CATALOG)
    assert shown.spines.keys[-1] == ""
    assert (shown.spines.down[-1], shown.spines.missing[-1]) == (0, 64)
    assert shown.spines.rack[-1] == shown.spines.part[-1] == NOWHERE
    assert set(shown.leaves.missing) == {8}
    assert shown.unit_spine.missing == (0, 0, 0, 64)


def test_a_cable_by_hand_to_another_leaf_is_an_odd_end() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    whole = fabric_map_of(of(design), CATALOG)
    node, leaf = whole.nodes.keys[0], whole.leaves.keys[3]
    laid = Cable(id="c1", fabric="compute", a=node, a_port="1", b=leaf)
    shown = fabric_map_of(of(design.evolve(cables=(laid,))), CATALOG)
    rows = list(zip(shown.odd.node, shown.odd.rail, shown.odd.leaf, strict=True))
    assert (0, 0, 3) in rows
    assert shown.leaves.down[3] == whole.leaves.down[3] + 1
    assert shown.leaves.down[0] == whole.leaves.down[0] - 1


def test_ports_of_a_leaf_name_both_ends_of_every_link() -> None:
    wiring = wired(4)
    shown = port_rows(wiring, fabric_map_of(wiring, CATALOG).leaves.keys[20])
    assert (shown.ports, len(shown.rows), shown.links_each) == (64, 64, 2)
    assert [row.side for row in shown.rows] == ["down"] * 32 + ["up"] * 32
    first, second = shown.rows[:2]
    assert (first.port, first.cage, first.lane, second.port) == ("1.1", 1, 1, "1.2")
    ends = {(a, b) for a, b, _ in wiring.cables()}
    for row in shown.rows:
        mine, far = f"{shown.key}:{row.port}", f"{row.to}:{row.to_port}"
        assert ((far, mine) if row.side == "down" else (mine, far)) in ends
        assert row.fault == ""


def test_ports_of_a_filled_rack_are_those_of_all_its_nodes() -> None:
    wiring = wired(1, template="dgx-superpod-gb200")
    key = fabric_map_of(wiring, CATALOG).nodes.keys[0]
    shown = port_rows(wiring, key)
    assert shown.key == key
    assert len([row for row in shown.rows if row.to]) == 72
    assert {row.side for row in shown.rows if row.to} == {"up"}


def test_what_the_fabric_does_not_have_has_no_ports() -> None:
    assert port_rows(wired(1), "nothing/here").rows == ()


def test_a_port_of_which_the_link_is_not_made_says_why() -> None:
    """A fabric of 800 Gb/s asks for faster ports than its switches and nodes have."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    leaf = fabric_map_of(of(design), CATALOG).leaves.keys[0]
    faster = design.evolve(
        fabrics=tuple(
            one.evolve(rate_gbps=800.0) if one.id == "compute" else one for one in design.fabrics
        )
    )
    reasons = {row.side: set[str]() for row in port_rows(of(faster), leaf).rows}
    for row in port_rows(of(faster), leaf).rows:
        reasons[row.side].add(row.fault)
    assert reasons == {
        "down": {"dgx-h100: its compute ports run at 400 Gb/s, the fabric at 800 Gb/s"},
        "up": {"qm9700: its fabric ports run at 400 Gb/s, the fabric at 800 Gb/s"},
    }


@pytest.mark.parametrize("fabric", ["compute", "storage", "in-band", "out-of-band"])
def test_the_map_of_sixty_four_units_is_small(fabric: str) -> None:
    assert len(fabric_map_of(wired(64, fabric), CATALOG).model_dump_json()) < 150_000


def shaped(units: int, **changes: object) -> FabricWiring:
    design = build("dgx-superpod-h100", {"scalable_units": str(units)}, CATALOG)
    fabrics = tuple(one.evolve(**changes) if one.id == "compute" else one for one in design.fabrics)
    return of(design.evolve(fabrics=fabrics))


def test_groups_of_a_dragonfly_are_units_joined_beside_each_other() -> None:
    shown = fabric_map_of(shaped(4, topology="dragonfly", shape=(9, 4)), CATALOG)
    assert [(unit.form, unit.number) for unit in shown.units] == [
        ("group", number) for number in range(1, 10)
    ]
    unit = shown.leaves.unit
    between: Counter[tuple[int, int]] = Counter()
    for a, b, links, missing in zip(
        shown.beside.lower, shown.beside.upper, shown.beside.links, shown.beside.missing,
        strict=True,
    ):  # fmt: skip
        if unit[a] != unit[b]:
            between[unit[a], unit[b]] += links + missing
    assert len(between) == 36, "each group is joined to each other"
    assert set(between.values()) == {16}


def test_groups_of_a_dragonfly_plus_are_joined_by_their_spines() -> None:
    shown = fabric_map_of(shaped(4, topology="dragonfly-plus", shape=(6, 6, 6)), CATALOG)
    assert [unit.pod for unit in shown.units] == list(range(6))
    assert len(shown.pods_beside) == 15
    assert len(shown.beside) == 0


def test_leaves_of_a_rail_only_fabric_stand_by_the_nodes_that_they_share() -> None:
    shown = fabric_map_of(shaped(4, topology="rail-only"), CATALOG)
    for unit in range(len(shown.units)):
        mine = [at for at, one in enumerate(shown.leaves.unit) if one == unit]
        assert sorted(shown.leaves.rail[at] for at in mine) == list(range(8))
    assert shown.odd.node == ()


def test_leaves_wired_by_hand_stand_together_where_nodes_join_them() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    whole = fabric_map_of(of(design), CATALOG)
    nodes, leaves = whole.nodes.keys, whole.leaves.keys
    pairs = ((0, 0, "1"), (0, 1, "2"), (1, 1, "1"), (2, 4, "1"))
    laid = tuple(
        Cable(id=f"c{at}", fabric="compute", a=nodes[node], a_port=port, b=leaves[leaf])
        for at, (node, leaf, port) in enumerate(pairs)
    )
    fabrics = tuple(
        one.evolve(topology="hand-drawn") if one.id == "compute" else one for one in design.fabrics
    )
    shown = fabric_map_of(of(design.evolve(fabrics=fabrics, cables=laid)), CATALOG)
    unit = shown.leaves.unit
    assert unit[0] == unit[1]
    assert len(set(unit)) == 7
    assert sum(one >= 0 for one in shown.nodes.unit) == 3


def test_of_fewer_rails_than_gpus_an_end_is_no_gpu() -> None:
    """Half of all GPUs were told: an end of four rails serves two of a node's eight GPUs."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    fabrics = tuple(f.evolve(rails=4) if f.id == "compute" else f for f in design.fabrics)
    shown = fabric_map_of(of(design.evolve(fabrics=fabrics)), CATALOG)
    assert (len(shown.nodes), shown.rails, shown.gpus) == (31, 4, 248)
    assert not shown.ends_are_gpus
    whole = fabric_map_of(of(design), CATALOG)
    assert (whole.rails, whole.gpus, whole.ends_are_gpus) == (8, 248, True)
    assert not fabric_map_of(of(design, "storage"), CATALOG).ends_are_gpus
