"""Rules of the plant upstream of the racks: each fires, keeps silent, and says what is open."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import GeneratorFigures, UpsFigures
from designer.catalog.part import Part
from designer.catalog.unpublished import Unpublished
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.upstream.stores import fuel_hours
from designer.model.design import Design, Loop, PowerNode, Rack, Site
from designer.model.figures import Figure, exact
from tests.golden.test_plant_published import feeds, hall, node
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import CATALOG, NVL, design_of, feed, nodes, pdus


def said(report: Report, rule: str) -> dict[str, str]:
    """Findings of a rule: severity by key."""
    return {check.key: check.severity for check in report.checks if check.rule == rule}


def told(report: Report, key: str) -> str:
    return next(check.message for check in report.checks if check.key == key)


GRID = PowerNode(id="grid", kind="utility", capacity_kva=4000.0)


def ups(**fields: object) -> PowerNode:
    return PowerNode.model_validate({
        "id": "u", "name": "UPS 1", "kind": "ups", "parents": ("grid", "g"), "capacity_kw": 1000.0,
        "efficiency": 0.96, **fields,
    })  # fmt: skip


def generator(**fields: object) -> PowerNode:
    return PowerNode.model_validate(
        {"id": "g", "name": "Set 1", "kind": "generator", "capacity_kw": 1500.0, **fields}
    )


def plant(
    the_ups: PowerNode,
    the_set: PowerNode,
    kw: float = 875.0,
    more: tuple[Part, ...] = (),
    **site: object,
) -> Report:
    return hall((*feeds("u"), the_ups, the_set, GRID), kw, more, **site)


# P15: UPS above its ceiling.


def test_spare_modules_leave_a_ceiling() -> None:
    """Four modules of 250 kW, one of them spare, carry 750 kW."""
    above = plant(ups(modules=4, spare_modules=1), generator())
    assert said(above, "P15") == {"P15:3+1:u": "error"}
    assert "UPS 1, 3+1 modules: 87.5% of its 1,000.0 kW > 75.0%" in told(above, "P15:3+1:u")
    assert not said(plant(ups(modules=8, spare_modules=1), generator()), "P15")
    assert not said(plant(ups(modules=4), generator()), "P15")
    hidden = plant(ups(modules=4, spare_modules=1, capacity_kw=None), generator())
    assert said(hidden, "P15") == {"P15:open:3+1:u": "warning"}


def test_modules_of_a_part_carry_what_each_is_rated_for() -> None:
    """Trinergy: three cores of 500 kW and as many kVA. How many are in it may be hidden."""

    def capacity(part: str, modules: int | None, pf: float = 1.0) -> tuple[float, float]:
        the_ups = ups(capacity_kw=None, part=part, modules=modules)
        report = plant(the_ups, generator(), power_factor=pf)
        found = next(one for one in report.power.upstream if one.id == "u").figure("capacity_kw")
        return found.low, found.high

    assert capacity("ups-trinergy-1500", 2) == (1000.0, 1000.0)
    assert capacity("ups-trinergy-1500", None) == (500.0, 1500.0)
    assert capacity("ups-trinergy-1500", 2, 0.8) == (800.0, 800.0)
    assert capacity("ups-trinergy-1500", None, 0.8) == (400.0, 1200.0)
    assert capacity("ups-galaxy-vxl", 4) == (0.0, 1250.0)
    assert capacity("ups-galaxy-vxl", None, 0.8) == (0.0, 1000.0)
    assert capacity("ups-module-20", 9) == (162.0, 162.0)
    assert capacity("ups-module-20", None, 0.8) == (16.0, 16.0)
    assert capacity("dc-power-rack-660", None, 0.8) == (660.0, 660.0)
    assert capacity("ups-exl-s1-1200", 2) == (2400.0, 2400.0)


def test_a_policy_leaves_a_ceiling_where_the_others_cannot_take_over() -> None:
    def by_2n(kw: float) -> Report:
        power = (
            *(PowerNode(id=x, parents=(f"u{x}",), efficiency=1.0, capacity_kw=1e6) for x in "AB"),
            *(PowerNode(id=f"u{x}", kind="ups", capacity_kw=1000.0) for x in "AB"),
        )
        return hall(power, kw, feed_policy="2N")

    assert set(said(by_2n(1250.0), "P15")) == {"P15:2N:uA", "P15:2N:uB"}
    assert "2N: 62.5% of its 1,000.0 kW > 50.0%" in told(by_2n(1250.0), "P15:2N:uA")
    assert not said(by_2n(1000.0), "P15")


# P16: monolithic frames.


def test_more_than_3_plus_1_monolithic_frames_are_noted() -> None:
    frames = {"modules": 6, "spare_modules": 1, "capacity_kw": 7000.0}
    monolithic = plant(ups(part="ups-exl-s1-1200", **frames), generator())
    assert said(monolithic, "P16") == {"P16:u": "info"}
    assert "5+1 monolithic frames" in told(monolithic, "P16:u")
    assert not said(plant(ups(part="ups-galaxy-vxl", **frames), generator()), "P16")
    four = {**frames, "modules": 4}
    assert not said(plant(ups(part="ups-exl-s1-1200", **four), generator()), "P16")
    assert not said(plant(ups(**frames), generator()), "P16")
    bare = Part(id="bare-ups", kind="ups", name="Bare", ups=UpsFigures(rated_kw=1200.0))
    hidden = plant(ups(part="bare-ups", **frames), generator(), more=(bare,))
    assert said(hidden, "P16") == {"P16:open:u": "warning"}


# P17: what a generator gives.


def test_a_generator_covers_losses_and_recharge_beside_the_load() -> None:
    """875 kW of load are 911 kW at a UPS of 96 % that is full, and more while batteries charge."""
    bare = plant(ups(capacity_kw=875.0), generator(capacity_kw=1200.0))
    running = node(bare, "g").figure("running_kw")
    assert running.low == pytest.approx(875 / 0.96)
    assert not said(bare, "P17")
    charging = plant(ups(capacity_kw=875.0, recharge_kw=100.0), generator(capacity_kw=1200.0))
    assert node(charging, "g").running_kw == pytest.approx(875 / 0.96 + 100)
    assert said(charging, "P17") == {"P17:high:g": "warning"}
    short = plant(ups(capacity_kw=875.0, recharge_kw=100.0), generator(capacity_kw=1000.0))
    assert said(short, "P17") == {"P17:cover:g": "error", "P17:high:g": "warning"}
    assert "it does not cover them" in told(short, "P17:cover:g")


# P18: battery and start.


@pytest.mark.parametrize(
    ("minutes", "start_s", "found"),
    [
        (5.0, 10.0, {}),
        (0.1, 10.0, {"P18:u:g": "error"}),
        (0.2, 10.0, {"P18:margin:u:g": "warning"}),
        (5.0, 30.0, {"P18:slow:g": "warning"}),
        (5.0, None, {"P18:open:u:g": "warning"}),
        (None, 10.0, {"P18:open:u:g": "warning"}),
        (None, None, {}),
    ],
)
def test_a_battery_lasts_until_the_generator_carries_the_load(
    minutes: float | None, start_s: float | None, found: dict[str, str]
) -> None:
    report = plant(ups(battery_minutes=minutes, capacity_kw=875.0), generator(start_s=start_s))
    assert said(report, "P18") == found


def test_a_battery_lasts_longer_at_less_than_its_full_load() -> None:
    """At half the load at least twice as long, and no more than 2 to the power of 2.1."""
    report = plant(ups(battery_minutes=5.0, capacity_kw=1750.0), generator())
    run = node(report, "u").figure("battery_min", "min")
    assert 9.5 < run.low <= 10.0
    assert run.value is None
    # With all losses of the full load, 4 %, in what it lasts longer by.
    assert 5 * 2**2.1 < run.high < 5 * (2 / 0.95) ** 2.1
    few = node(plant(ups(battery_minutes=1.0, capacity_kw=1750.0), generator()), "u")
    assert 1 * 2**3 < few.figure("battery_min", "min").high < 1 * (2 / 0.95) ** 3
    assert (
        node(plant(ups(battery_minutes=0.0, capacity_kw=1750.0), generator()), "u")
        .figure("battery_min", "min")
        .exact
    )
    over = plant(ups(battery_minutes=5.0, capacity_kw=800.0), generator())
    beyond = node(over, "u").figure("battery_min", "min")
    assert (beyond.low, beyond.high) == (0.0, 5.0)


def test_a_battery_that_is_far_too_small_is_an_error_at_part_load() -> None:
    """It was open: nothing bounded what minutes at full load are at less."""

    def found(minutes: float, start_s: float, kw: float = 1100.0) -> dict[str, str]:
        the_ups = ups(battery_minutes=minutes, capacity_kw=kw)
        report = plant(the_ups, generator(start_s=start_s))
        return {key: one for key, one in said(report, "P18").items() if ":slow" not in key}

    assert found(0.0, 9.0) == {"P18:u:g": "error"}
    assert found(1.0, 600.0) == {"P18:u:g": "error"}
    assert found(0.05, 9.0) == {"P18:u:g": "error"}
    assert found(0.1, 9.0) == {"P18:open:u:g": "warning"}
    report = plant(ups(battery_minutes=1.0, capacity_kw=2000.0), generator(start_s=300.0))
    assert "because the run time of the battery at part load" in told(report, "P18:open:u:g")


def test_a_load_that_nobody_states_may_leave_a_battery_more_than_its_minutes() -> None:
    """The load of an unknown part may be anything: no error, and the truth is in the bounds."""
    small = {"battery_minutes": 0.14, "capacity_kw": 2000.0}
    known = plant(ups(**small), generator(start_s=9.0))
    truth = node(known, "u").figure("battery_min", "min")
    assert said(known, "P18") == {}
    bare = NVL.evolve(power_max_w=None)
    report = plant(ups(**small), generator(start_s=9.0), more=(bare,))
    hidden = node(report, "u").figure("battery_min", "min")
    assert hidden.low == 0.0
    assert hidden.high >= truth.high
    assert said(report, "P18") == {"P18:open:u:g": "warning"}


# P19: fuel.


def test_fuel_lasts_as_long_as_the_site_asks() -> None:
    def hours(asked: float | None, **fields: object) -> dict[str, str]:
        return said(plant(ups(), generator(**fields), fuel_hours=asked), "P19")

    assert not hours(None, fuel_hours=24.0)
    assert not hours(24.0, fuel_hours=24.0)
    assert hours(72.0, fuel_hours=24.0) == {"P19:g": "warning"}
    # What a set burns at part load nobody states: 24 hours at full load may be 39 at 61 %.
    assert hours(36.0, fuel_hours=24.0) == {"P19:open:g": "warning"}
    assert hours(48.0) == {"P19:open:g": "warning"}
    litres = {"fuel_l": 31500.0, "part": "generator-cummins-dqkan", "capacity_kw": 2500.0}
    assert not hours(48.0, **litres)
    half = Part(
        id="half", kind="generator", name="Half",
        generator=GeneratorFigures(
            standby_kw=2000.0, fuel_full_load_lph=500.0, fuel_half_load_lph=300.0
        ),
    )  # fmt: skip
    known = plant(ups(), generator(part="half", fuel_l=12000.0), more=(half,), fuel_hours=40.0)
    # 911 kW and some losses are below half of 2,000 kW: no more than 300 L/h, no less than 273.
    assert node(known, "g").figure("fuel_h", "h").low == pytest.approx(40.0)
    assert node(known, "g").figure("fuel_h", "h").high == pytest.approx(43.9, abs=0.5)
    assert not said(known, "P19")
    assert hours(48.0, fuel_l=31452.0) == {"P19:open:g": "warning"}


def test_fuel_that_nobody_publishes_lasts_between_what_bounds_it() -> None:
    """At the whole of its 1,000 kW a set burns 235 to 270 L/h: 2,700 L are 10 to 11.5 hours."""
    bounds = Unpublished(
        fields=("generator.fuel_full_load_lph",), looked_in="its sheet", bound="other sets",
        low=235.0, high=270.0,
    )  # fmt: skip
    bare = Part(
        id="set", kind="generator", name="Set", generator=GeneratorFigures(standby_kw=1000.0)
    )
    told = bare.evolve(unpublished=(bounds,))

    def lasts(part: Part, load_kw: float) -> Figure:
        made = PowerNode(id="g", kind="generator", part="set", fuel_l=2700.0)
        found = fuel_hours(made, part, exact(load_kw, "kW"), exact(1000.0, "kW"))
        assert found is not None
        return found

    full = lasts(told, 1000.0)
    assert (full.low, full.high) == (pytest.approx(10.0), pytest.approx(2700 / 235))
    # At half load no less than at full, and no more than in proportion.
    half = lasts(told, 500.0)
    assert (half.low, half.high) == (pytest.approx(10.0), pytest.approx(2 * 2700 / 235))
    assert lasts(bare, 1000.0).high == inf


# P22: utilities and transformers.


def mains(kva: float | None, policy: str = "N+1") -> Report:
    """Two transformers that back each other, each normally with half of 1,000 kW."""
    power = (
        *(
            PowerNode(id=x, parents=(f"s{x}",), efficiency=1.0, capacity_kw=1e6) for x in "AB"
        ),
        *(
            PowerNode(id=f"s{x}", kind="switchboard", parents=(f"t{x}", f"t{y}"), efficiency=1.0,
                      capacity_kw=1e6)
            for x, y in ("AB", "BA")
        ),
        *(
            PowerNode(id=f"t{x}", kind="transformer", parents=(f"grid{x}",), capacity_kva=kva)
            for x in "AB"
        ),
        *(PowerNode(id=f"grid{x}", kind="utility") for x in "AB"),
    )  # fmt: skip
    return hall(power, 1000.0, feed_policy=policy, power_factor=1.0)


def test_transformers_carry_everything_with_one_lost() -> None:
    assert not said(mains(1100.0), "P22")
    short = mains(900.0)
    assert said(short, "P22") == {"P22:tA": "error", "P22:tB": "error"}
    assert "Transformer tA: 1,000.0 kVA needed after losing" in told(short, "P22:tA")
    assert "900.0 kVA firm" in told(short, "P22:tA")
    assert not said(mains(900.0, "N"), "P22")
    by_system = told(mains(900.0, "2N"), "P22:tA")
    assert "with only the system of feed A up" in by_system
    assert not said(mains(None), "P22")


def test_losses_below_a_utility_count_for_it() -> None:
    """1,000 kW of racks and 41.7 kW that a UPS loses are more than 1,020 kVA."""
    grid = PowerNode(id="grid", kind="utility", capacity_kva=1020.0)
    power = (*feeds("u"), ups(parents=("grid",)), grid)
    report = hall(power, 1000.0, power_factor=1.0, feed_policy="N")
    assert said(report, "P22") == {"P22:grid": "error"}
    assert not said(hall(power, 875.0, power_factor=1.0, feed_policy="N"), "P22")


# P24: voltage drop.


def test_the_drop_of_voltage_is_within_3_and_5_percent() -> None:
    def drops(feed: float | None, panel: float | None) -> dict[str, str]:
        panel_of = PowerNode(
            id="p", kind="panel", parents=("u",), voltage_drop_pct=panel, capacity_kw=1e6
        )
        of_feed = tuple(one.evolve(voltage_drop_pct=feed) for one in feeds("p"))
        return said(hall((*of_feed, panel_of, ups(parents=()), GRID), 500.0), "P24")

    assert not drops(None, None)
    assert not drops(2.0, 2.5)
    assert drops(3.5, 0.5) == {"P24:branch:A": "warning", "P24:branch:B": "warning"}
    assert drops(2.5, 2.9) == {"P24:total:A": "warning", "P24:total:B": "warning"}
    assert drops(2.0, None) == {"P24:open:total:A": "warning", "P24:open:total:B": "warning"}


# P25: two circuits that each carry half.


def two_feeds(policy: str, part: str, strips: str = "AB", catalog: Catalog = CATALOG) -> Report:
    power = tuple(feed(key) for key in "ABC")
    site = Site.model_validate({"feed_policy": policy})
    return evaluate(design_of(*nodes(4), *pdus(strips, part), power=power, site=site), catalog)


@pytest.mark.parametrize("policy", ["N+1", "2N", "3N/2", "4N/3"])
def test_two_circuits_that_carry_a_rack_only_together_are_n(policy: str) -> None:
    """40.8 kW on two PDUs of 32.8 kW; on three of them any one is spare."""
    found = said(two_feeds(policy, parts.PDU.id), "P25")
    assert found == {"P25:dgx-h100x4": "error"}
    assert not said(two_feeds(policy, parts.PDU.id, "ABC"), "P25")
    assert not said(two_feeds("N", parts.PDU.id), "P25")


def test_what_a_circuit_carries_decides_and_may_be_open() -> None:
    large = parts.PDU.evolve(id="large", pdu=parts.PDU.pdu.evolve(rated_kva=60.0))
    bare = parts.PDU.evolve(id="bare", pdu=None)
    small = parts.PDU.evolve(id="small", pdu=parts.PDU.pdu.evolve(rated_kva=20.0))
    catalog = CATALOG.overlay([large, bare, small])
    assert not said(two_feeds("N+1", "large", catalog=catalog), "P25")
    assert said(two_feeds("N+1", "bare", catalog=catalog), "P25") == {
        "P25:open:dgx-h100x4": "warning"
    }
    # Together they are too small: P01 tells that.
    assert not said(two_feeds("N+1", "small", catalog=catalog), "P25")


# C16: coolant while the mains are out.


def loop_hall(cdu_feed: str, volume_l: float | None = None, **of_set: object) -> Report:
    """A GB200 NVL72 on a UPS; two CDUs on a feed behind it (A) or beside it (M)."""
    power = (
        *(PowerNode(id=key, parents=("u",), capacity_kw=1e6) for key in "AB"),
        PowerNode(id="M", parents=("grid", "g"), capacity_kw=1e6),
        ups(), generator(**of_set), GRID,
    )  # fmt: skip
    racks = (
        Rack(id="n", name="N", part="gb200-nvl72", x_mm=0, y_mm=0, feeds=("A", "B")),
        *(
            Rack(id=f"c{at}", name=f"C{at}", part="cdu-row", x_mm=3000 * at, y_mm=6000,
                 feeds=tuple(cdu_feed))
            for at in (1, 2)
        ),
    )  # fmt: skip
    loops = (Loop(id="l", units=("c1", "c2"), racks=("n",), volume_l=volume_l),)
    return evaluate(Design(racks=racks, power=power, loops=loops), CATALOG)


def test_coolant_flows_while_the_mains_are_out() -> None:
    """114.8 kW of heat: 2 m3 of PG25 bear it for 693 s at 10 K, 20 litres for 7 s."""
    assert said(loop_hall("M", start_s=10.0), "C16") == {"C16:no-ups:l": "error"}
    message = told(loop_hall("M", start_s=10.0), "C16:no-ups:l")
    assert "2 distribution units hang on no UPS" in message
    assert "10 s later" in message
    assert "nobody states" in message
    assert not said(loop_hall("A"), "C16")
    assert not said(loop_hall("AM"), "C16")
    assert not said(loop_hall("M", 2000.0, start_s=10.0), "C16")
    short = loop_hall("M", 20.0, start_s=10.0)
    assert said(short, "C16") == {"C16:no-ups:l": "error"}
    assert "the coolant bears that for 7 s" in told(short, "C16:no-ups:l")
    assert said(loop_hall("M", 2000.0), "C16") == {"C16:open:no-ups:l": "warning"}


def test_a_room_without_a_ups_is_not_asked() -> None:
    """Nobody says there what is behind the feeds."""
    racks = tuple(
        Rack(id=key, name=key, part=part, x_mm=3000 * at, y_mm=0, feeds=("A", "B"))
        for at, (key, part) in enumerate((("n", "gb200-nvl72"), ("c", "cdu-row")))
    )
    power = tuple(PowerNode(id=key) for key in "AB")
    assert not said(evaluate(Design(racks=racks, power=power), CATALOG), "C16")


# One source for all, and losses that overload.


def one_source(*sources: PowerNode, policy: str = "N+1") -> Report:
    above = tuple(source.id for source in sources)
    power = (
        *(feed(key, 1e5, parents=(f"u{key}",)) for key in "ABC"),
        *(ups(id=f"u{key}", name="", parents=above) for key in "ABC"), *sources,
    )  # fmt: skip
    return evaluate(
        design_of(*nodes(4), *pdus("ABC"), power=power, site=Site(feed_policy=policy)), CATALOG
    )


@pytest.mark.parametrize("policy", ["N+1", "2N", "3N/2", "4N/3"])
@pytest.mark.parametrize("source", [GRID, generator()])
def test_one_source_that_nothing_backs_is_no_redundancy(policy: str, source: PowerNode) -> None:
    report = one_source(source, policy=policy)
    assert said(report, "P22") == {f"P22:alone:{source.id}": "error"}
    assert "feeds A, B, C hang on" in told(report, f"P22:alone:{source.id}")


def test_a_backed_source_and_feeds_with_nothing_drawn_are_not_asked() -> None:
    assert not said(one_source(GRID, policy="N"), "P22")
    assert not said(one_source(GRID, generator()), "P22")
    assert not said(one_source(GRID, PowerNode(id="grid2", kind="utility")), "P22")
    free = design_of(*nodes(4), *pdus("AB"), power=(feed("A", 100), feed("B", 100)), site=Site())
    assert not said(evaluate(free, CATALOG), "P22")


def with_losses(kw: float, policy: str = "N", **fields: object) -> Report:
    """Two UPS with half of 1,000 kW each, of which cables lose 5 %: 526.3 kW."""
    power = (
        *(
            PowerNode(id=x, parents=(f"u{x}",), efficiency=0.95, capacity_kw=500.0) for x in "AB"
        ),
        *(ups(id=f"u{x}", name="", parents=(), capacity_kw=kw, **fields) for x in "AB"),
    )  # fmt: skip
    return hall(power, 1000.0, feed_policy=policy)


def test_a_ups_carries_what_is_lost_below_it() -> None:
    short = with_losses(510.0)
    assert said(short, "P14") == {"P14:losses:uA": "error", "P14:losses:uB": "error"}
    assert "gives 526.3 kW of its 510.0 kW, with what is lost" in told(short, "P14:losses:uA")
    assert not said(with_losses(530.0), "P14")
    assert set(said(with_losses(490.0), "P14")) == {"P14:normal:uA", "P14:normal:uB"}


def test_losses_that_p15_finds_too_much_are_told_once() -> None:
    short = with_losses(510.0, modules=4, spare_modules=1)
    assert set(said(short, "P15")) == {"P15:3+1:uA", "P15:3+1:uB"}
    assert not said(short, "P14")
