"""What is said of a cable by hand before it is laid is what the wiring then makes of it."""

from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.document.cable_plans import cable_between
from designer.model.change import Change, apply
from designer.model.design import Cable, Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.wiring.hand_cables import Joined, Socket, join, new_cable, refusal_of, socket_of
from designer.wiring.network import expand_network

SHIPPED = load_shipped()


@cache
def pod() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)


@cache
def sockets() -> tuple[Socket, ...]:
    """Every third socket of every device that has any."""
    found = []
    for placed in Layout(pod()).every():
        part = SHIPPED.get(placed.part)
        for group in part.ports if part else ():
            count = group.cages or group.count
            found += [Socket(placed.key, group.name, number) for number in range(0, count, 3)]
    return tuple(found)


def named(name: str) -> str:
    return next(placed.key for placed in Layout(pod()).every() if placed.name == name)


def compute_leaf(number: int = 0) -> str:
    leaves = [p.key for p in Layout(pod()).every() if p.fabric == "compute" and p.tier == "leaf"]
    return leaves[number]


def node(number: int = 0) -> str:
    nodes = [p.key for p in Layout(pod()).every() if p.part == "dgx-h100"]
    return nodes[number]


def joined(one: Socket, other: Socket, design: Design | None = None) -> Joined:
    return join(Layout(design or pod()), SHIPPED, one, other)


def with_cable(one: Socket, other: Socket, design: Design | None = None) -> Design:
    design = design or pod()
    cable = new_cable(design, one.device, other.device, joined(one, other, design))
    return apply(design, Change(put=(("cables", (cable,)),)))


@cache
def fitting() -> tuple[tuple[Socket, Socket], ...]:
    """Pairs of sockets that a cable fits, of all fabrics."""
    chance = Random(1)
    found: dict[str, list[tuple[Socket, Socket]]] = {}
    while len(found) < len(pod().fabrics) or min(map(len, found.values())) < 40:
        pair = chance.choice(sockets()), chance.choice(sockets())
        told = joined(*pair)
        if not told.refusal:
            found.setdefault(told.fabric, []).append(pair)
    return tuple(pair for pairs in found.values() for pair in pairs)


@settings(max_examples=80)
@given(st.sampled_from(fitting()))
def test_a_cable_that_fits_is_connected_at_the_ports_that_were_told(
    pair: tuple[Socket, Socket],
) -> None:
    one, other = pair
    told = joined(one, other)
    laid = expand_network(with_cable(one, other), SHIPPED)
    wiring = laid.find(told.fabric)
    assert wiring is not None
    assert not laid.loose
    assert [it.reason for it in wiring.refusals if it.cable and it.form == "refused"] == []
    ends = {f"{one.device}:{told.ports[0]}", f"{other.device}:{told.ports[1]}"}
    assert ends in [{a, b} for a, b, _ in wiring.cables()]


@settings(max_examples=80)
@given(st.sampled_from(sockets()), st.sampled_from(sockets()))
def test_what_is_refused_between_devices_is_refused_by_the_wiring(
    one: Socket, other: Socket
) -> None:
    told = joined(one, other)
    if not told.refusal or "ports are not for" in told.refusal:
        return  # the wiring is told no sockets: of the same devices it may find other ports
    cable = Cable(id="tried", a=one.device, b=other.device)
    laid = expand_network(apply(pod(), Change(put=(("cables", (cable,)),))), SHIPPED)
    refused = [it for f in laid.fabrics for it in f.refusals if it.form == "refused"]
    assert laid.loose or refused, told.refusal


def test_a_cable_says_fabric_kind_rate_and_connectors() -> None:
    told = joined(Socket(node(), "compute", 1), Socket(compute_leaf(), "fabric", 4))
    assert told.ports == ("2.1", "5.1")
    assert told.words == ("Compute · InfiniBand 400 Gb/s · OSFP twin-port to OSFP twin-port")


def test_the_second_port_of_a_cage_is_next_and_a_third_cable_is_refused() -> None:
    begin, end = Socket(node(), "compute", 0), Socket(compute_leaf(), "fabric", 4)
    first = with_cable(begin, end)
    other = Socket(node(1), "compute", 0)
    assert joined(other, end, first).ports == ("1.1", "5.2")
    second = with_cable(other, end, first)
    assert joined(Socket(node(2), "compute", 0), end, second).refusal == (
        "cable cable-1 has the port already"
    )


def test_refusals_say_what_does_not_fit() -> None:
    a, b = Socket(node(), "compute", 0), Socket(node(1), "compute", 0)
    leaf = Socket(compute_leaf(), "fabric", 0)
    assert joined(a, b).refusal == "it would join no switch of a fabric"
    assert joined(a, a).refusal == "both ends are at one port"
    same = Socket(node(), "compute", 1)
    assert joined(a, same).refusal == "both ends are at one device"
    storage = Socket(node(), "storage", 0)
    assert "storage ports are not for Compute" in joined(storage, leaf).refusal
    gone = Socket("nobody", "fabric", 0)
    assert joined(gone, leaf).refusal == "there is no nobody any more"


def test_a_switch_of_another_fabric_is_refused_by_both_names() -> None:
    layout = Layout(pod())
    other = next(p for p in layout.every() if p.fabric == "storage")
    leaf = Socket(compute_leaf(), "fabric", 0)
    name = layout.find(leaf.device)
    assert name is not None
    told = joined(leaf, Socket(other.key, "fabric", 0)).refusal
    assert told == f"{name.name} is in Compute, {other.name} in Storage"


def test_where_a_cable_may_begin() -> None:
    layout = Layout(pod())
    assert refusal_of(layout, SHIPPED, Socket(node(), "compute", 0)) == ""
    assert refusal_of(layout, SHIPPED, Socket(compute_leaf(), "fabric", 31)) == ""
    assert "not for" in refusal_of(layout, SHIPPED, Socket(compute_leaf(), "fabric", 99))


@settings(max_examples=60)
@given(st.sampled_from(fitting()))
def test_a_laid_cable_is_found_at_its_sockets_again(pair: tuple[Socket, Socket]) -> None:
    one, other = pair
    design = with_cable(one, other)
    layout, cable = Layout(design), design.cables[-1]
    assert socket_of(layout, SHIPPED, cable, one.device) == one
    assert socket_of(layout, SHIPPED, cable, other.device) == other


def test_a_cable_without_a_port_has_no_socket() -> None:
    cable = Cable(id="c", a=node(), b=compute_leaf(), fabric="compute")
    assert socket_of(Layout(pod()), SHIPPED, cable, node()) is None


def test_the_plan_lays_one_cable_and_names_both_racks() -> None:
    layout = Layout(pod())
    begin, end = Socket(node(), "compute", 0), Socket(compute_leaf(), "fabric", 0)
    plan = cable_between(layout, SHIPPED, begin, end)
    assert plan.verdict.ok
    assert plan.edit is not None
    assert len(plan.edit(pod()).cables) == 1
    assert plan.rack_ids == (layout.rack_of(begin.device), layout.rack_of(end.device))
    assert plan.label == f"Lay a cable from {plan.verdict.title}"
    refused = cable_between(layout, SHIPPED, begin, Socket(node(1), "compute", 0))
    assert refused.edit is None
    assert refused.verdict.title.startswith(f"Cable {layout.name_of(node())} compute 1 to ")
