"""Cooling units and feeds: those that a lost feed leaves carry the heat and the flow, or not.

One GB200 NVL72 gives 114.8 kW to its loop and 17.2 kW to the room; a unit of the loop carries
1,300 kW, one of the room 100 kW.
"""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import CoolingFigures, Part, Psu
from designer.engine.evaluate import evaluate
from designer.model.design import Assembly, Design, FeedPolicy, Loop, PowerNode, Rack, Site, Slot
from tests.helpers.engine_designs import BANDS, DEFAULTS, PARTS

IN_RACK = Part(
    id="cdu-4u", kind="cdu", name="CDU 4U", height_half_u=8, mass_kg=60, power_max_w=1500,
    cooling=CoolingFigures(method="direct-to-chip", capacity_kw=200, flow_lpm=400),
)  # fmt: skip
PAIR = Psu(count=2, rating_w=2000, redundancy="1+1", inlet="C14")
ROOM = (PowerNode(id="A"), PowerNode(id="B"))
ALL = {"C02:crah-airflow-feed", "C06:cdu-feed", "C23:crah-feed"}
OPEN = {"C02:open:crah-airflow-feed", "C06:open:cdu-feed", "C23:open:crah-feed"}


def hall(feeds: str, policy: FeedPolicy = "N+1", power: tuple[PowerNode, ...] = ROOM) -> Design:
    """Return an NVL72 on A and B with two CDUs and two air handlers on feeds as `A B A B`."""
    names = ("c1", "c2", "k1", "k2")
    each = [tuple(name for name in one if name != "-") for one in feeds.split()]
    racks = [Rack(id="n", name="N", part="gb200-nvl72", x_mm=0, y_mm=0, feeds=("A", "B"))]
    racks += [
        Rack(id=name, name=name, part="cdu-row" if name[0] == "c" else "crah",
             x_mm=3000 * at + 3000, y_mm=6000, feeds=on)
        for at, (name, on) in enumerate(zip(names, each, strict=True))
    ]  # fmt: skip
    return Design(racks=tuple(racks), power=power, site=Site(feed_policy=policy, supply_air_c=24.0))


def found(design: Design, *more: Part) -> dict[str, str]:
    """Return what is said of cooling units and feeds, by key."""
    catalog = Catalog((*PARTS, *more), BANDS, DEFAULTS)
    checks = evaluate(design, catalog).checks
    return {
        check.key: check.message
        for check in checks
        if check.key.startswith("C") and "-feed" in check.key
    }


@pytest.mark.parametrize(
    ("feeds", "wrong"),
    [
        ("A A A A", ALL), ("A B A B", set()), ("AB AB AB AB", set()), ("A AB A AB", set()),
        ("A A A B", {"C06:cdu-feed"}), ("A B B B", ALL - {"C06:cdu-feed"}),
        ("- A AB AB", {"C06:cdu-feed"}), ("Z A AB AB", {"C06:open:cdu-feed"}),
        ("Z Z Z Z", OPEN), ("- - - -", set()),
        ("- AB AB AB", set()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_units_left_by_a_lost_feed_carry_everything_or_it_is_said(
    policy: FeedPolicy, feeds: str, wrong: set[str]
) -> None:
    assert set(found(hall(feeds, policy))) == wrong


def test_units_that_draw_no_power_outlive_every_lost_feed() -> None:
    passive = next(part for part in PARTS if part.id == "cdu-row").evolve(
        id="passive", power_max_w=0.0
    )
    design = hall("- - AB AB")
    racks = tuple(
        rack.evolve(part="passive") if rack.part == "cdu-row" else rack for rack in design.racks
    )
    assert "C06" in {one.rule for one in evaluate(design, Catalog(PARTS, BANDS, DEFAULTS)).checks}
    design = design.evolve(racks=racks)
    assert found(design, passive) == {}
    assert evaluate(design, Catalog((*PARTS, passive), BANDS, DEFAULTS)).not_computed == ()


def test_units_on_no_feed_carry_nothing_and_stand_all_the_same() -> None:
    """P26 says that they have no power path: an error of C06 and C23, with a figure of 0 kW."""
    report = evaluate(hall("- - - -"), Catalog(PARTS, BANDS, DEFAULTS))
    said = {one.rule: (one.severity, one.message) for one in report.checks}
    assert said["P26"][0] == said["C06"][0] == said["C23"][0] == "error"
    assert "one lost leaves 0 kW" in said["C06"][1]
    assert said["C23"][1].endswith("one lost leaves 0 kW")
    assert (report.facility.cdu_units, report.facility.cdu_redundancy) == (2, "less than N")
    lost = {one.kind: one for one in report.cooling.of_units}
    assert {one.state for one in lost.values()} == {"error"}
    assert lost["CDU"].gpus == 72
    assert not [one for one in report.cooling.losses if one.kind == "feeds"]
    one = evaluate(hall("- AB AB AB"), Catalog(PARTS, BANDS, DEFAULTS))
    assert one.facility.cdu_redundancy == "N"
    # The unit of the pair that is lost is the one that runs.
    assert {loss.state for loss in one.cooling.of_units if loss.kind == "CDU"} == {"error"}
    # In a room in which no feed is drawn nobody says yet what a unit will hang on.
    bare = evaluate(hall("- - - -", power=()), Catalog(PARTS, BANDS, DEFAULTS))
    assert bare.facility.cdu_redundancy.startswith("N+1")


@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_where_one_thing_takes_all_feeds_no_whip_is_advised(policy: FeedPolicy) -> None:
    """Units on every feed are lost all the same: a second parent helps, or another system."""
    for power, told in ((ON_ONE_UPS, "second parent"), (ROOM, "whip of every feed")):
        design = hall("AB AB AB AB" if power is ON_ONE_UPS else "A A A A", policy, power)
        checks = evaluate(design, Catalog(PARTS, BANDS, DEFAULTS)).checks
        advice = {check.key: check.advice for check in checks if check.key in ALL}
        assert set(advice) == ALL
        assert all(told in said for said in advice.values())


def test_by_2n_two_systems_of_three_are_enough() -> None:
    power = (*ROOM, PowerNode(id="C"))
    assert found(hall("AB AB AB AB", "2N", power)) == {}
    assert set(found(hall("A A A A", "2N", power))) == ALL


ON_ONE_UPS = (
    PowerNode(id="A", parents=("ups",)), PowerNode(id="B", parents=("ups",)),
    PowerNode(id="ups", kind="ups"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("feeds", "power"),
    [("A A A A", ROOM[:1]), ("A B A B", ON_ONE_UPS), ("AB AB AB AB", ON_ONE_UPS)],
)
def test_2n_with_one_system_is_as_strict_as_n_plus_1(
    feeds: str, power: tuple[PowerNode, ...]
) -> None:
    """The only system counted as the one that is left: nothing was lost, and all was well."""
    assert set(found(hall(feeds, "N+1", power))) == ALL
    twice = found(hall(feeds, "2N", power))
    assert set(twice) == ALL
    assert twice["C23:crah-feed"] == (
        "2 air units for 17 kW of air heat; losing feed A, the only system, leaves 0 kW"
        if len(power) == 1
        else "2 air units for 17 kW of air heat; losing feeds A, B, the only system, leaves 0 kW"
    )


def test_by_n_no_feed_is_lost() -> None:
    assert found(hall("A A A A", "N")) == {}


def test_a_room_without_feeds_leaves_open_what_a_loss_takes() -> None:
    assert set(found(hall("- - - -", power=()))) == OPEN
    assert set(found(hall("A B A B", power=()))) == OPEN


def test_what_is_left_is_said_in_figures() -> None:
    said = found(hall("A A A A"))
    assert said["C06:cdu-feed"] == (
        "2 CDU for 115 kW of liquid heat and 173 L/min; losing feed A leaves 0 kW and 0 L/min"
    )
    assert said["C23:crah-feed"] == "2 air units for 17 kW of air heat; losing feed A leaves 0 kW"
    two = found(hall("B B B B", "2N"))["C23:crah-feed"]
    assert two.endswith("losing all but the system of feed A leaves 0 kW")


def test_what_is_left_must_be_enough() -> None:
    """One unit of 100 kW is left of two: of an NVL72 the air is 17.2 kW, of six 103 kW."""
    design = hall("AB AB A B")
    more = [
        Rack(id=f"m{n}", name="M", part="gb200-nvl72", x_mm=900 * n, y_mm=12_000, feeds=("A", "B"))
        for n in range(5)
    ]
    assert "C23:crah-feed" not in found(design.evolve(racks=(*design.racks, *more[:4])))
    assert "C23:crah-feed" in found(design.evolve(racks=(*design.racks, *more)))


def test_feeds_that_hang_on_one_thing_are_lost_with_it() -> None:
    ups = PowerNode(id="u1", kind="ups")
    both = (ups, *(node.evolve(parents=("u1",)) for node in ROOM))
    said = found(hall("A B A B", power=both))
    assert set(said) == ALL
    assert "losing UPS u1 leaves 0 kW" in said["C23:crah-feed"]
    nested = (ROOM[0], ROOM[1].evolve(parents=("A",)))
    assert "losing feed A leaves 0 kW" in found(hall("A B A B", power=nested))["C23:crah-feed"]


def test_a_loop_must_do_with_what_is_left_of_its_own_units() -> None:
    loops = (Loop(id="l", units=("c1",)), Loop(id="m", units=("c2",), racks=("c2",)))
    assert "C06:cdu-feed:l" in found(hall("A B AB AB").evolve(loops=loops))
    assert "C06:cdu-feed:l" not in found(hall("AB B AB AB").evolve(loops=loops))


@pytest.mark.parametrize(
    ("feeds", "psu", "wrong"),
    [
        ("A", PAIR, {"C06:cdu-feed"}), ("AB", PAIR, set()), ("AB", None, {"C06:open:cdu-feed"}),
        ("A", None, {"C06:cdu-feed"}), ("-A", PAIR, {"C06:open:cdu-feed"}),
        ("AB", PAIR.evolve(redundancy="2+0"), {"C06:cdu-feed"}),
    ],
)  # fmt: skip
def test_units_in_racks_hang_on_their_supplies(
    feeds: str, psu: Psu | None, wrong: set[str]
) -> None:
    slots = [Slot(id=f"c{n}", part=IN_RACK.id, half_u=2 + 8 * n) for n in range(2)]
    slots += [
        Slot(id=f"p{n}", part="pdu-415v-60a-3ph", face="zero-u", feed=name.strip("-"))
        for n, name in enumerate(feeds)
    ]
    holder = Assembly(id="h", rack_part="rack-48u", slots=tuple(slots))
    rack = Rack(id="c", name="C", part="rack-48u", x_mm=3000, y_mm=0, assembly="h")
    nvl72 = hall("AB AB AB AB").racks[0]
    loops = (Loop(id="l", units=("c/c0", "c/c1")),)
    design = Design(assemblies=(holder,), racks=(nvl72, rack), power=ROOM, loops=loops)
    keys = {key.removesuffix(":l") for key in found(design, IN_RACK.evolve(psu=psu))}
    assert keys == wrong
