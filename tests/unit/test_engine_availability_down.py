"""GPUs that are down with nothing lost, and those that go with what carries too much after a loss.

Cases on the GB200 SuperPOD of one scalable unit: eight racks of 72 GPUs on feeds A, B and C of
650, 700 and 650 kW, two CDUs and four air units.
"""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.availability_report import Availability, Taking
from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode
from designer.planning.templates import build

SHIPPED = load_shipped()
GPUS = 576


@cache
def hall() -> Design:
    return build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED)


def availability(design: Design, catalog: Catalog = SHIPPED) -> Availability:
    report = evaluate(design, catalog)
    assert not report.not_computed
    found = report.section("availability")
    assert isinstance(found, Availability)
    return found


def taking(found: Availability) -> dict[str, Taking]:
    return {one.kind: one for one in found.taking}


def without(design: Design, part: str) -> Design:
    return design.evolve(racks=tuple(rack for rack in design.racks if rack.part != part))


def changed(design: Design, of: str, **fields: object) -> Design:
    return design.evolve(
        racks=tuple(r.evolve(**fields) if r.part == of else r for r in design.racks)
    )


def ends(found: Availability, name: str) -> tuple[float, float, float]:
    figure = found.figure(name)
    return figure.low, figure.likely, figure.high


def site(design: Design, **fields: object) -> Design:
    return design.evolve(site=design.site.evolve(**fields))


def feeds(design: Design, capacity_kw: float | None) -> Design:
    return design.evolve(
        power=tuple(
            n.evolve(capacity_kw=capacity_kw) if n.kind == "feed" else n for n in design.power
        )
    )


# With nothing lost.


def test_racks_without_any_cdu_are_down_all_year() -> None:
    found = availability(without(hall(), "cdu-row"))
    assert ends(found, "gpus_uncooled") == (GPUS, GPUS, GPUS)
    assert found.figure("gpus_of_known_layers").high == 0
    row = taking(found)["no-cooling"]
    assert (row.number, row.takes_gpus, row.lost_gpus) == (8, 72, GPUS)
    assert all(
        one.figure("lost_gpus").high == 0 for one in found.taking if one.kind != "no-cooling"
    )


def test_a_hall_without_air_units_is_down_unless_the_building_takes_its_air() -> None:
    bare = without(hall(), "crah")
    assert ends(availability(bare), "gpus_uncooled") == (0, GPUS, GPUS)
    none = availability(site(bare, building_air_kw=0.0))
    assert ends(none, "gpus_uncooled") == (GPUS, GPUS, GPUS)
    taken = availability(site(bare, building_air_kw=300.0))
    assert taken.gpus_uncooled == 0
    assert taken.gpus_lost == pytest.approx(availability(hall()).gpus_lost)


def test_units_that_carry_too_little_take_the_racks_that_they_serve_or_they_hold() -> None:
    assert availability(hall()).gpus_uncooled == 0
    tiny = changed(hall(), "cdu-row", part="cdu-in-rack-80")
    assert ends(availability(tiny), "gpus_uncooled") == (0, GPUS, GPUS)
    part = SHIPPED.require("cdu-row")
    assert part.cooling is not None
    hidden = part.evolve(cooling=part.cooling.evolve(capacity_kw=None))
    assert ends(availability(hall(), SHIPPED.overlay([hidden])), "gpus_uncooled") == (0, 0, GPUS)


def test_units_on_no_feed_cool_nothing() -> None:
    found = availability(changed(hall(), "cdu-row", feeds=()))
    assert ends(found, "gpus_uncooled") == (GPUS, GPUS, GPUS)


def test_racks_on_feeds_that_do_not_exist_are_down_or_it_is_open() -> None:
    first = next(rack.id for rack in hall().racks if rack.part == "gb200-nvl72")
    racks = tuple(
        rack.evolve(feeds=("X", "Y", "Z")) if rack.id == first else rack for rack in hall().racks
    )
    found = availability(hall().evolve(racks=racks))
    assert ends(found, "gpus_without_power") == (0, 72, 72)
    assert found.figure("gpus_of_known_layers").likely < GPUS - 72


def test_racks_on_feeds_that_carry_too_much_with_nothing_lost_are_down_or_these_hold() -> None:
    found = availability(feeds(hall(), 1.0))
    assert ends(found, "gpus_without_power") == (0, GPUS, GPUS)
    assert found.figure("gpus_95").likely == 0
    # Of a capacity that nobody states there is nothing to judge by.
    assert availability(feeds(hall(), None)).gpus_without_power is None
    assert availability(hall()).gpus_without_power == 0


def test_a_load_that_nobody_states_leaves_it_open() -> None:
    part = SHIPPED.require("gb200-nvl72")
    hidden = SHIPPED.overlay([part.evolve(power_max_w=None)])
    found = availability(hall(), hidden)
    assert ends(found, "gpus_without_power")[0] == 0
    assert ends(found, "gpus_without_power")[2] == GPUS


# After a loss.


def on_ups(capacity_kw: float | None) -> Design:
    ups = [
        PowerNode(id=f"u{n.id}", kind="ups", capacity_kw=capacity_kw)
        for n in hall().power if n.kind == "feed"
    ]  # fmt: skip
    nodes = [
        n.evolve(parents=(f"u{n.id}",), capacity_kw=1000.0) if n.kind == "feed" else n
        for n in hall().power
    ]
    return hall().evolve(power=(*nodes, *ups))


def test_what_goes_dark_since_the_others_carry_too_much_counts_as_taken() -> None:
    """Each UPS carries 380–432 kW, and 609–670 with another lost: of 450 kW none holds."""
    enough, few = availability(on_ups(1000.0)), availability(on_ups(450.0))
    assert taking(enough)["ups"].takes_gpus == 0
    takes = taking(few)["ups"].figure("takes_gpus")
    assert (takes.low, takes.value, takes.high) == (0, GPUS, GPUS)
    more = taking(few)["ups"].figure("lost_gpus").likely
    assert more > 50 * taking(enough)["ups"].figure("lost_gpus").likely
    # Three of them, 4.0e-5 of the time each (UFGS, 200,000 h and 8 h).
    assert more == pytest.approx(3 * GPUS * 4.0e-5, rel=0.05)
    assert few.figure("gpus_lost").likely > enough.figure("gpus_lost").likely
    unstated = taking(availability(on_ups(None)))["ups"]
    assert unstated.takes_gpus == 0


def test_an_overload_that_cannot_be_said_is_open() -> None:
    part = SHIPPED.require("gb200-nvl72")
    hidden = SHIPPED.overlay([part.evolve(power_max_w=None)])
    takes = taking(availability(on_ups(450.0), hidden))["ups"].figure("takes_gpus")
    assert (takes.low, takes.high) == (0, GPUS)


def test_what_one_takes_has_the_racks_that_lose_their_coolant_with_it() -> None:
    """Both CDUs on feed A: its UPS takes no rack's power and all coolant."""
    design = changed(on_ups(1000.0), "cdu-row", feeds=("A",))
    ups = taking(availability(design))["ups"]
    assert ups.takes_gpus == GPUS
    assert ups.figure("lost_gpus").likely == pytest.approx(GPUS * 4.0e-5, rel=0.1)
    bare = changed(hall(), "cdu-row", feeds=("A",))
    of_feeds = next(one for one in availability(bare).not_rated if one.kind == "feed")
    assert of_feeds.takes_gpus == GPUS


# Leaf switches that are missing.


def leaves(design: Design, keep: int) -> Design:
    """Return a design of which each compute rack holds so many of its leaf switches alone."""
    found = []
    for one in design.assemblies:
        of_leaves = [slot.id for slot in one.slots if slot.tier == "leaf"]
        gone = set(of_leaves[keep:] if one.id.startswith("compute-net") else ())
        found.append(one.evolve(slots=tuple(slot for slot in one.slots if slot.id not in gone)))
    return design.evolve(assemblies=tuple(found))


def test_nodes_on_no_leaf_switch_are_none_that_is_there() -> None:
    found = availability(leaves(hall(), 0))
    row = taking(found)["no-leaf"]
    assert (row.number, row.takes_gpus, row.lost_gpus) == (144, 4, GPUS)
    assert found.figure("gpus_of_known_layers").high == 0
    assert found.figure("gpus_95").high == 0
    assert "Leaf switches that are missing" in found.without_rate
    assert "no-leaf" not in taking(availability(hall()))


def test_fewer_leaf_switches_make_no_hall_better() -> None:
    whole = availability(hall())
    for keep in (12, 8, 4):
        fewer = availability(leaves(hall(), keep))
        missing = next(one for one in fewer.not_rated if one.kind == "leaf-missing")
        assert missing.number == 2 * (16 - keep)
        assert fewer.figure("gpus_lost").likely >= whole.figure("gpus_lost").likely - 1e-9
        assert fewer.figure("gpus_lost").low >= whole.figure("gpus_lost").low - 1e-9


# Bounds of each cause.


@settings(max_examples=25, deadline=None)
@given(down=st.integers(0, 8), rate=st.floats(0, 1))
def test_bounds_of_each_cause_hold_what_is_true(down: int, rate: float) -> None:
    """Whichever number of racks is down, and whichever rate of the published ones holds."""
    found = open_hall()
    low, likely, high = (found.figure("gpus_of_known_layers").low, *ends(found, "gpus_lost")[1:])
    assert low == 0 < likely < high == GPUS
    for kind in ("tray", "leaf", "site"):
        sure = taking(whole_hall())[kind].figure("lost_gpus")
        true = (sure.low + rate * (sure.high - sure.low)) * (8 - down) / 8
        bounds = taking(found)[kind].figure("lost_gpus")
        assert bounds.low - 1e-12 <= true <= bounds.high + 1e-12, kind


@cache
def whole_hall() -> Availability:
    return availability(hall())


@cache
def open_hall() -> Availability:
    part = SHIPPED.require("cdu-row")
    assert part.cooling is not None
    hidden = part.evolve(cooling=part.cooling.evolve(capacity_kw=None))
    return availability(hall(), SHIPPED.overlay([hidden]))
