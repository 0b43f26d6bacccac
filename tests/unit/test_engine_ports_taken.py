"""How many ports of drawn switches are taken: as the rows of ports say, switch by switch."""

from collections import Counter

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.engine.evaluate import evaluate
from designer.engine.network_report import PortsTaken
from designer.engine.subjects.fabrics.port_rows import port_rows
from designer.model.design import Cable, Design, Device, Fabric, Rack
from designer.wiring.network import expand_network


def group(purpose: str, count: int) -> PortGroup:
    table = {"name": purpose, "purpose": purpose, "kind": "infiniband", "rate_gbps": 400}
    return PortGroup.model_validate(table | {"count": count})


NODE = Part(id="node", kind="node", name="Node", height_half_u=2, ports=(group("compute", 8),))
SWITCH = Part(id="switch", kind="switch", name="Switch", height_half_u=2,
              ports=(group("fabric", 64),))  # fmt: skip
SMALL = SWITCH.evolve(id="small", ports=(group("fabric", 40),))
BARE = SWITCH.evolve(id="bare", ports=())
RACK = Part(id="rack", kind="rack", name="Rack")


def hall(
    nodes: int, leaf: int, spine: int = 0, drawn: str = "switch", **rule: object
) -> tuple[Design, Catalog]:
    """Return nodes in one rack, leaves and spines each in one of their own."""
    devices = [Device(id=f"n{n:03d}", name="", part="node", rack="n") for n in range(nodes)]
    for tier, count in (("leaf", leaf), ("spine", spine)):
        devices += [
            Device.model_validate({"id": f"{tier}{n:02d}", "name": "", "part": drawn,
                                   "rack": tier, "fabric": "f", "tier": tier})
            for n in range(count)
        ]  # fmt: skip
    fields = {"id": "f", "nodes": ("node",), "rails": 8, "rate_gbps": 400, "switch": "switch",
              "leaf_policy": "rail-per-su", "su_nodes": 32}  # fmt: skip
    racks = ("leaf", "n", "spine")
    design = Design(
        racks=tuple(Rack(id=r, name=r, part="rack", x_mm=0, y_mm=0) for r in racks),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
        fabrics=(Fabric.model_validate({**fields, **rule}),),
    )  # fmt: skip
    return design, Catalog((NODE, SWITCH, SMALL, BARE, RACK))


def found(design: Design, catalog: Catalog) -> tuple[PortsTaken, ...]:
    return evaluate(design, catalog).fabrics[0].ports_taken


def told(some: tuple[PortsTaken, ...]) -> dict[str, set[tuple[int | None, int | None]]]:
    racks = {rack for one in some for rack in one.racks}
    return {rack: {(o.taken, o.ports) for o in some if rack in o.racks} for rack in sorted(racks)}


def by_rows(design: Design, catalog: Catalog) -> dict[str, set[tuple[int | None, int | None]]]:
    """Return the same of the rows of ports of each switch."""
    wiring = expand_network(design, catalog).fabrics[0]
    racks: dict[str, set[tuple[int | None, int | None]]] = {}
    for device in design.devices:
        if device.fabric:
            rows = port_rows(wiring, device.id)
            linked = sum(bool(row.to) and not row.fault for row in rows.rows)
            racks.setdefault(device.rack, set()).add((linked, rows.ports))
    return racks


@pytest.mark.parametrize(("nodes", "leaf", "spine"), [(32, 8, 4), (31, 8, 2), (5, 9, 4)])
def test_ports_are_counted_as_the_rows_of_ports_are(nodes: int, leaf: int, spine: int) -> None:
    drawn = hall(nodes, leaf, spine)
    assert told(found(*drawn)) == by_rows(*drawn)


def test_a_cable_by_hand_takes_a_port_at_either_end() -> None:
    design, catalog = hall(8, 8, 4)
    before = told(found(design, catalog))
    cable = Cable(id="c", a="leaf00", b="leaf01", a_port="40", b_port="40", fabric="f")
    laid = design.evolve(cables=(cable,))
    assert told(found(laid, catalog)) == by_rows(laid, catalog)
    assert told(found(laid, catalog)) != before


def test_a_switch_with_fewer_ports_than_the_rule_asks_for_is_over() -> None:
    """The rule joins a leaf with 32 nodes, and with four spines by bundles of eight links.

    Ports 1 to 40 of a leaf take its nodes and one bundle, those of a spine five bundles. So at the
    last three leaves of the eight that bundle fails for want of a port on the spine, not on theirs.
    """
    design, catalog = hall(32, 8, 4, drawn="small")
    assert told(found(design, catalog)) == {
        "leaf": {(64, 40), (56, 40)},
        "spine": {(64, 40), (24, 40)},
    }
    owners = Counter(check.rule for check in evaluate(design, catalog).checks)
    assert owners["R08"] == 1, "the verdict is that rule's alone"


def test_a_link_to_what_is_not_drawn_leaves_its_port_free() -> None:
    (one,) = found(*hall(32, 8, 0))
    assert (one.taken, one.ports, one.racks) == (32, 64, ("leaf",))


def test_ports_that_nobody_states_are_open() -> None:
    some = found(*hall(32, 8, 4, drawn="bare"))
    assert {(one.taken, one.ports) for one in some} == {(None, None)}
    assert all(one.bound("ports") and one.bound("taken") for one in some)
    some = found(*hall(32, 8, 4, switch="bare"))
    assert {(one.taken, one.ports) for one in some} == {(None, 64)}, "the rule cannot be worked out"


def test_links_to_nodes_whose_ports_nobody_states_are_bounds() -> None:
    design, _ = hall(32, 8, 4)
    bare = Catalog([NODE.evolve(ports=()), SWITCH, RACK])
    leaf = next(one for one in found(design, bare) if "leaf" in one.racks)
    figure = leaf.figure("taken")
    assert (figure.value, figure.low, figure.high) == (None, 32, 64)
    assert figure.gaps[0].ref == "node.ports"
    assert leaf.ports == 64


def test_a_switch_of_which_no_port_fits_has_none() -> None:
    design, catalog = hall(32, 8, 4, kind="ethernet")
    assert {one.ports for one in found(design, catalog)} == {0}
