"""2N asks for two systems that each reach all that draws; what may draw nothing leaves it open."""

from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Fabric, PowerNode, Rack, Room, Site

LOST = "part-of-nobody"
ON_FLOOR = ("rack-48u", "crah", "cdu-row", "in-row-300", "gb200-nvl72", "tank")
IN_RAILS = ("strip", "cdu-in-rack-100", "qm9700", "dgx-h100", "mgmt-server")
STRIP = Part(
    id="strip", kind="rack-pdu", name="PDU in the rails", height_half_u=2, mass_kg=5,
    pdu=PduFigures(volts=415, amps=60, phases=3, standard="iec", outlets_c13=6, outlets_c19=6),
)  # fmt: skip
QUIET = (
    Part(id="tank", kind="immersion", name="Tank with a pump", mass_kg=800, power_max_w=500,
         width_mm=1200, depth_mm=1200),
    Part(id="tank-x", kind="immersion", name="Tank of no stated power", mass_kg=800,
         width_mm=1200, depth_mm=1200),
    Part(id="door", kind="rear-door", name="Door of no stated power", mass_kg=80),
    Part(id="crah-x", kind="crah", name="Unit of no stated power", mass_kg=300, width_mm=600,
         depth_mm=1200),
)  # fmt: skip


@cache
def parts() -> Catalog:
    return load_shipped().overlay((STRIP, *QUIET))


def device(key: str, part: str, rack: str, **more: object) -> Device:
    table = {"id": key, "name": key, "part": part, "rack": rack}
    return Device.model_validate(table | more)


def strips(rack: str, feeds: str) -> list[Device]:
    return [
        device(f"pdu-{rack}{feed}", "pdu-415v-60a-3ph", rack, face="zero-u", feed=feed)
        for feed in feeds
    ]


def hall(*racks: Rack, devices: tuple[Device, ...] = (), node: str = "AB") -> Design:
    """Return a hall by 2N with a node on these feeds of A and B; no node where there are none."""
    own = [device("n", "dgx-h100", "R", half_u=2), *strips("R", node)] if node else []
    return Design(
        room=Room(outline=((0, 0), (20000, 0), (20000, 9000), (0, 9000)), floor_limit_kpa=20.0),
        site=Site(feed_policy="2N", supply_air_c=24.0),
        power=tuple(PowerNode(id=feed, capacity_kw=400.0) for feed in "AB"),
        racks=(Rack(id="R", name="R", part="rack-48u", x_mm=1200, y_mm=3000), *racks),
        devices=tuple(sorted([*own, *devices], key=lambda one: one.id)),
        fabrics=(Fabric(id="f", name="Compute", nodes=("dgx-h100",), switch="qm9700"),),
    )


def on_floor(part: str, *feeds: str, node: str = "AB") -> Design:
    return hall(Rack(id="U", name="U", part=part, x_mm=9000, y_mm=3000, feeds=feeds), node=node)


def beside(part: str, node: str = "AB", **more: object) -> Design:
    """Return the hall with a part in a rack that has no other feed than A."""
    rack = Rack(id="S", name="S", part="rack-48u", x_mm=9000, y_mm=3000)
    tried = device("q", part, "S", **({"half_u": 2} | more))
    return hall(rack, devices=(tried, *strips("S", "A")), node=node)


def systems(design: Design) -> dict[str, str]:
    """Return what is said of whole systems, by key."""
    checks = evaluate(design, parts()).checks
    return {check.key: check.message for check in checks if check.key.endswith("2N:systems")}


UNSAID = (
    "whether two independent systems each carry everything cannot be said, because the part "
    f"{LOST} is not in the catalogue"
)
OPEN, ERROR = {"P12:open:2N:systems": UNSAID}, ["P12:2N:systems"]


@pytest.mark.parametrize("feed", "AB")
def test_a_lost_thing_on_one_feed_may_draw_nothing(feed: str) -> None:
    """It was an error for certain, in which the feed that it hangs on missed it as well."""
    truths = {part: list(systems(on_floor(part, feed))) for part in ON_FLOOR}
    assert truths.pop("rack-48u") == []
    assert all(found == ERROR for found in truths.values())
    assert systems(on_floor(LOST, feed)) == OPEN


def test_a_lost_thing_on_both_feeds_is_reached_by_both_if_it_draws() -> None:
    for part in (*ON_FLOOR, LOST):
        assert systems(on_floor(part, "A", "B")) == {}, part


def test_a_lost_part_in_the_rails_on_one_feed_may_be_a_rack_pdu_of_that_feed() -> None:
    truths = {part: list(systems(beside(part, feed="A"))) for part in IN_RAILS}
    assert truths.pop("strip") == []
    assert all(found == ERROR for found in truths.values())
    assert systems(beside(LOST, feed="A")) == OPEN


def test_a_lost_switch_of_a_fabric_draws_for_certain() -> None:
    more = {"fabric": "f", "tier": "leaf"}
    assert list(systems(beside("qm9700", **more))) == ERROR
    assert systems(beside(LOST, **more)) == {
        ERROR[0]: "2N asks for two independent systems that each carry everything; by system: "
        "A reaches all of it, B misses an unknown load"
    }


def test_a_lost_door_may_be_passive_and_so_may_doors_and_tanks_of_no_stated_power() -> None:
    more = {"half_u": 0, "face": "door"}
    assert list(systems(beside("rdhx", **more))) == ERROR
    assert systems(beside("rdhx-passive", **more)) == {}
    assert systems(beside(LOST, **more)) == OPEN
    assert list(systems(beside("door", **more))) == list(OPEN)
    assert list(systems(on_floor("tank-x", "A"))) == list(OPEN)


def test_a_unit_that_moves_air_draws_for_certain_though_nobody_says_how_much() -> None:
    found = systems(on_floor("crah-x", "A"))[ERROR[0]]
    assert found.endswith("by system: A reaches all of it, B misses an unknown load")


def test_what_is_missed_for_certain_stays_an_error_beside_a_lost_part() -> None:
    begin = "2N asks for two independent systems that each carry everything; by system: "
    reached = systems(on_floor(LOST, "A", node="A"))
    assert reached == {ERROR[0]: f"{begin}A reaches all of it, B misses ≥ 10.2 kW"}
    missed = systems(on_floor(LOST, "B", node="A"))
    assert missed == {ERROR[0]: f"{begin}A may miss an unknown load, B misses 10.2 kW"}
    either = systems(beside(LOST, node="A"))
    assert either == {ERROR[0]: f"{begin}A reaches all of it, B misses ≥ 10.2 kW"}


@pytest.mark.parametrize("feeds", [("A",), ("A", "B"), ()])
def test_where_nothing_may_draw_power_one_system_may_be_enough(feeds: tuple[str, ...]) -> None:
    def alone(part: str) -> Design:
        return on_floor(part, *feeds, node="").evolve(power=(PowerNode(id="A", capacity_kw=400.0),))

    truths = {part: list(systems(alone(part))) for part in ON_FLOOR}
    assert truths["rack-48u"] == []
    assert truths["crah"] == (ERROR if feeds else [])
    assert systems(alone(LOST)) == (OPEN if feeds else {})
