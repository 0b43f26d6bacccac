"""Nobody's cables end elsewhere because another node, switch or rack goes, comes or moves."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document import free_places
from designer.document.document import Document
from designer.document.edits import (
    detach_assembly,
    duplicate,
    in_sequence,
    move_devices,
    place_device,
    put,
    remove,
    rename,
    set_fields,
)
from designer.engine.evaluate import evaluate
from designer.io.design_file import load
from designer.io.design_text import dumps
from designer.model.design import Design, Device, Fabric, Rack
from designer.planning.remedies.plan import remedy_plan
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_line import Named, natural
from tests.helpers.made_design import made

SHIPPED = load_shipped()
Ends = frozenset[tuple[str, str]]


@cache
def template(units: int) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED)


@cache
def by_hand(topology: str, ids: str) -> Design:
    """Return a fabric of eight switches in two racks, with a node for each of them."""
    names = {
        "from 0": [f"sw{n}" for n in range(8)],
        "in tens": [f"sw{10 * n + 10}" for n in range(8)],
        "named": ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"],
    }[ids]
    racks = tuple(Rack(id=f"R{n}", name=f"R{n}", part="rack-48u", x_mm=3000 * n, y_mm=3000)
                  for n in range(4))  # fmt: skip
    switches = [
        Device(id=name, name=name, part="qm9700", rack=f"R{n // 4}", half_u=2 + 2 * (n % 4),
               face="rear", fabric="net", tier="leaf")
        for n, name in enumerate(names)
    ]  # fmt: skip
    nodes = [
        Device(id=f"node{n}", name=f"node{n}", part="dgx-h100", rack=f"R{2 + n // 4}",
               half_u=2 + 18 * (n % 4))
        for n in range(8)
    ]  # fmt: skip
    shape = {"torus": (4, 2), "hyperx": (4, 2), "fat-tree": ()}[topology]
    fabric = Fabric(
        id="net", nodes=("dgx-h100",), switch="qm9700", topology=topology, shape=shape, hosts=0
        if topology == "fat-tree" else 4, rails=4, tiers=0, planes=1,
    )  # fmt: skip
    devices = tuple(sorted((*switches, *nodes), key=lambda it: it.id))
    return Design(racks=racks, devices=devices, fabrics=(fabric,))


def cables(design: Design) -> Ends:
    """Return the ends of all cables; a slot is called as the device that it becomes."""
    network = expand_network(design, SHIPPED)
    return frozenset(
        (a.replace("/", "-"), b.replace("/", "-"))
        for fabric in network.fabrics
        for a, b, _ in fabric.cables()
    )


def touching(ends: Ends, keys: set[str]) -> Ends:
    called = {key.replace("/", "-") for key in keys}
    return frozenset(pair for pair in ends if {end.rpartition(":")[0] for end in pair} & called)


def held_by(design: Design, rack: str) -> set[str]:
    slots = {it.id: it.slots for it in design.assemblies}
    own = next(it for it in design.racks if it.id == rack)
    return {d.id for d in design.devices if d.rack == rack} | {
        f"{rack}/{slot.id}" for slot in slots.get(own.assembly, ())
    }


DESIGNS = [
    pytest.param(lambda: template(1), id="one unit"),
    pytest.param(lambda: template(4), id="four units"),
    *(
        pytest.param(lambda t=topology, i=ids: by_hand(t, i), id=f"{topology}, {ids}")
        for topology, ids in (("torus", "from 0"), ("hyperx", "in tens"), ("torus", "named"))
    ),
]


def some_of(design: Design, what: str) -> list[str]:
    """Return the first, a middle and the last switch, node or rack with switches or nodes."""
    network = expand_network(design, SHIPPED)
    fabric = network.fabrics[0] if len(network.fabrics) == 1 else network.find("compute")
    assert fabric is not None
    of = "switch" if what == "switch" else "node"
    keys = [key for key, (form, _) in fabric.members.places.items() if form == of]
    if what == "rack":
        racks = fabric.members.racks
        both = (*fabric.members.node_rack.tolist(), *fabric.members.switch_rack.tolist())
        keys = sorted({racks[at] for at in both})
    return [keys[0], keys[len(keys) // 3], keys[-1]]


@pytest.mark.parametrize("what", ["switch", "node", "rack"])
@pytest.mark.parametrize("make", DESIGNS)
def test_only_cables_of_what_is_gone_are_gone(make, what: str) -> None:
    design = make()
    before = cables(design)
    for key in some_of(design, what):
        gone = held_by(design, key) | {key} if what == "rack" else {key}
        document = Document(design)
        document.apply("Remove", remove((key,)))
        assert cables(document.design) == before - touching(before, gone), key
        assert all(not place.taken_by for place in document.design.places)
        document.undo()
        assert document.design is design


@pytest.mark.parametrize("make", DESIGNS)
def test_what_is_put_back_has_its_cables_again(make) -> None:
    design = make()
    for key in (*some_of(design, "switch"), *some_of(design, "node")):
        rack = key.partition("/")[0]
        loose = made(design, detach_assembly(rack)) if "/" in key else design
        assert not loose.places
        own = next(it for it in loose.devices if it.id == key.replace("/", "-"))
        lacking = made(loose, remove((own.id,)))
        assert lacking.places
        assert made(lacking, put("devices", own)).places == ()
        # Under another id it takes the place all the same.
        other = made(lacking, put("devices", own.evolve(id="zz-other")))
        renamed = {
            tuple(end.replace("zz-other:", f"{own.id}:") for end in ends) for ends in cables(other)
        }
        assert renamed == cables(design)
        assert made(other, remove(("zz-other",))).places[0].taken_by == ""


@pytest.mark.parametrize("make", DESIGNS)
def test_what_moves_or_is_renamed_keeps_its_cables(make) -> None:
    design = make()
    before = cables(design)
    for key in (*some_of(design, "switch"), *some_of(design, "node")):
        rack = key.partition("/")[0]
        loose = made(design, detach_assembly(rack)) if "/" in key else design
        own = next(it for it in loose.devices if it.id == key.replace("/", "-"))
        called = made(loose, rename(own.id, "aaa"))
        assert (called.places, cables(called)) == ((), before)
        racks = sorted({it.id for it in loose.racks} - {own.rack})
        for other in (racks[0], racks[-1]):
            moved = made(loose, set_fields("devices", own.id, rack=other))
            assert cables(moved) == before
            back = made(moved, set_fields("devices", own.id, rack=own.rack))
            assert (back.places, cables(back)) == ((), before)


def test_what_is_added_comes_last_whatever_it_is_called() -> None:
    for make in (lambda: template(1), lambda: by_hand("torus", "in tens")):
        design = make()
        before = cables(design)
        rack = design.racks[0].id
        fabric = design.fabrics[0].id if len(design.fabrics) == 1 else "compute"
        spare = Device(id="0", name="0", part="qm9700", rack=rack, fabric=fabric, tier="leaf")
        after = made(design, put("devices", spare))
        assert touching(cables(after), {"0"}) == cables(after) - before
        assert before <= cables(after)
        gone = made(after, remove(("0",)))
        assert cables(gone) == before
        # As a device without a fabric that is given one later.
        loose = made(design, put("devices", spare.evolve(fabric="", tier="")))
        later = made(loose, set_fields("devices", "0", fabric=fabric, tier="leaf"))
        assert before <= cables(later)


def test_one_replaced_at_its_unit_leaves_the_cables_of_others() -> None:
    design = by_hand("hyperx", "from 0")
    before = cables(design)
    other = set_fields("devices", "sw3", part="qm9790")
    assert cables(made(design, other)) - touching(before, {"sw3"}) == before - touching(
        before, {"sw3"}
    )
    own = next(it for it in design.devices if it.id == "sw3")
    both = in_sequence(remove(("sw3",)), put("devices", own.evolve(id="a-new", part="qm9790")))
    after = made(design, both)
    assert before - touching(before, {"sw3"}) <= cables(after)
    assert [place.taken_by for place in after.places] == ["a-new"]


def test_copies_of_racks_leave_the_cables_of_others() -> None:
    design = template(1)
    before = cables(design)
    node = next(it.id for it in design.racks if it.assembly.startswith("dgx-"))
    after = made(design, duplicate(SHIPPED, (node,)))
    known = expand_network(design, SHIPPED).find("storage")
    grown = expand_network(after, SHIPPED).find("storage")
    assert known is not None
    assert grown is not None
    if known.plan.leaf == grown.plan.leaf:
        assert before & cables(after)
    keys = [place.taken_by for place in after.places]
    assert all(place.last for place in after.places if place.taken_by in keys)


def test_places_survive_a_file_and_alike_ones_share_a_line() -> None:
    design = template(4)
    lacking = made(design, remove(("A09",)))
    text = dumps(lacking, SHIPPED)
    assert "[places]" in text
    assert "[places]" not in dumps(design, SHIPPED)
    lines = text.partition("[places]\n")[2].partition("\n\n")[0].splitlines()
    assert (len(lacking.places), len(lines)) == (18, 3)


def test_nothing_is_kept_of_a_fabric_without_switches_and_of_none_that_is_left() -> None:
    design = by_hand("torus", "from 0")
    bare = remove(tuple(f"sw{n}" for n in range(8)))(design)
    assert made(bare, remove(("node3",))).places == ()
    assert made(design, remove(tuple(f"sw{n}" for n in range(8)))).places == ()
    lacking = made(design, remove(("node3", "sw2")))
    assert {place.id for place in lacking.places} == {"node3", "sw2"}
    assert made(lacking, remove(tuple(f"node{n}" for n in range(8) if n != 3))).places != ()


def test_a_rack_that_moves_on_the_floor_changes_no_cable() -> None:
    design = by_hand("torus", "from 0")
    moved = made(design, set_fields("racks", "R0", x_mm=20_000))
    assert (moved.places, cables(moved)) == ((), cables(design))


def test_moving_several_at_once_keeps_all() -> None:
    design = by_hand("hyperx", "in tens")
    keys = ("sw10", "sw20")
    moved = made(design, move_devices(SHIPPED, keys, "R2", 80))
    assert cables(moved) == cables(design)
    spare = place_device(SHIPPED, "qm9700", "R3", 80, "rear", key="a", fabric="net", tier="leaf")
    assert cables(design) <= cables(made(moved, spare))


def test_free_places_are_told_once_and_can_be_given_up() -> None:
    lacking = made(template(1), remove((some_of(template(1), "node")[0],)))
    checks = evaluate(lacking, SHIPPED).checks
    told = {check.where[0]: check for check in checks if check.key.endswith(":kept-free")}
    assert {"compute", "storage", "in-band", "out-of-band"} == set(told)
    assert "1 place of a node is kept free" in told["compute"].message
    remedy = told["compute"].remedy
    assert remedy is not None
    plan = remedy_plan(remedy, told["compute"].where, lacking, SHIPPED)
    assert plan.label == "Give up 1 free place of Compute"
    assert plan.edit is not None
    after = made(lacking, plan.edit)
    assert [place.nodes_of for place in after.places] == [("in-band", "out-of-band", "storage")]


def test_what_is_missing_without_a_record_is_said_to_be_taken_in_order() -> None:
    lacking = remove(("sw3",))(by_hand("torus", "from 0"))
    for design, said in (
        (lacking, True),
        (made(by_hand("torus", "from 0"), remove(("sw3",))), False),
    ):
        checks = evaluate(design, SHIPPED).checks
        (check,) = [one for one in checks if one.key == "R07:net:leaf:missing"]
        assert ("not on record" in check.advice) is said


def test_what_is_kept_is_read_again(tmp_path) -> None:
    lacking = made(by_hand("torus", "named"), remove(("beta", "node4")))
    path = tmp_path / "kept.toml"
    path.write_text(dumps(lacking, SHIPPED), encoding="utf-8")
    assert load(path).design.places == lacking.places


def test_what_stays_kept_is_the_record_that_it_was() -> None:
    lacking = made(template(1), remove((some_of(template(1), "node")[0],)))
    (kept,) = lacking.places
    fewer = made(lacking, remove((some_of(lacking, "node")[0],)))
    assert len(fewer.places) == 2
    assert sum(place is kept for place in fewer.places) == 1


def test_copies_are_put_in_order_once_however_many_fabrics_take_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design, asked = template(1), 0
    racks = tuple(rack.evolve(id=f"Z{rack.id}") for rack in design.racks)  # copies come before
    devices = tuple(device.evolve(rack=f"Z{device.rack}") for device in design.devices)
    wide = ((0, 0), (90_000, 0), (90_000, 90_000), (0, 90_000))
    room = design.room.evolve(outline=wide)
    design = design.evolve(racks=racks, devices=devices, room=room)

    def counted(text: str) -> Named:
        nonlocal asked
        asked += 1
        return natural(text)

    monkeypatch.setattr(free_places, "natural", counted)
    after = made(design, duplicate(SHIPPED, tuple(rack.id for rack in racks)))
    assert sum(len(place.nodes_of) for place in after.places) > 1.5 * len(after.places)
    assert asked < 8 * len(after.places)


def test_nothing_is_put_in_order_of_a_list_that_is_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    design = template(1)
    monkeypatch.setattr(free_places, "natural", lambda text: pytest.fail(text))
    assert made(design, remove(tuple(rack.id for rack in design.racks))).places == ()
