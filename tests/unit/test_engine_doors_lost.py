"""Rear doors that lose their power, or are lost: their racks' heat goes into the room.

A rack of four DGX H100 gives 40.8 kW to air (NVIDIA DGX H100 User Guide: 10.2 kW each); its door
takes all of it. Contained in-row air takes 45 kW of one rack by the bands of these tests, the
room's air 20 kW; an air unit takes 100 kW and moves 25,000 m³/h.
"""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part, Psu
from designer.engine.availability_report import Availability
from designer.engine.cooling_report import CoolingLossReport
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import Report
from designer.engine.subjects.facility.writing import losses_written
from designer.engine.together_report import LossAsked, UnitLost
from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Room, Site, Slot
from designer.render.failing import Failing, asked_of, targets_at
from designer.render.what_if import answered, of_several
from tests.helpers.engine_designs import BANDS, CRAH, DEFAULTS, DOOR, PARTS

ONE_CORD = DOOR.evolve(
    id="door-one", power_max_w=1200, power_typical_w=600,
    psu=Psu(count=1, rating_w=2000, inlet="C14"),
)  # fmt: skip
TWO_CORDS = ONE_CORD.evolve(
    id="door-two", psu=Psu(count=2, rating_w=2000, redundancy="1+1", inlet="C14")
)
PASSIVE = DOOR.evolve(id="door-passive", power_max_w=0)
SMALL = CRAH.evolve(
    cooling=CoolingFigures(
        method="room-air", capacity_kw=30, airflow_m3h=40_000, rejects_to="outdoor-air"
    )
)
"""An air unit that takes 30 kW whatever water and air it gets."""
CATALOG = Catalog((*PARTS, ONE_CORD, TWO_CORDS, PASSIVE), BANDS, DEFAULTS)
HEAT_KW = 40.8


def hall(
    door: str = "door-one",
    *,
    crahs: int = 2,
    racks: int = 2,
    contained: bool = True,
    nodes: int = 4,
    site: Site | None = None,
) -> Design:
    """Return racks of nodes on feeds A and B with a rear door, beside air units on both."""
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    slots += [Slot(id=f"p{f}", part="pdu-415v-60a-3ph", face="zero-u", feed=f) for f in "AB"]
    slots += [Slot(id="door", part=door, face="door")]
    stand = [
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", x_mm=900 * n, y_mm=0, assembly="a")
        for n in range(racks)
    ]
    stand += [
        Rack(id=f"k{n}", name=f"K{n}", part="crah", x_mm=3000 * n, y_mm=6000, feeds=("A", "B"))
        for n in range(crahs)
    ]
    stand += [
        Rack(id=f"c{n}", name=f"C{n}", part="cdu-row", x_mm=3000 * n, y_mm=9000, feeds=("A", "B"))
        for n in range(2)
    ]
    return Design(
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=tuple(slots)),),
        racks=tuple(stand), power=(PowerNode(id="A", volts=415), PowerNode(id="B", volts=415)),
        room=Room(containment="cold" if contained else "none"),
        site=site or Site(supply_air_c=24.0, cooling_water_c=12.0),
    )  # fmt: skip


def report_of(design: Design, *more: Part) -> Report:
    report = evaluate(design, CATALOG.overlay(list(more)) if more else CATALOG)
    assert not report.not_computed
    return report


def doors(report: Report) -> list[CoolingLossReport]:
    return [loss for loss in report.cooling.of_units if loss.kind == "rear door"]


def test_a_lost_door_gives_its_racks_heat_to_the_room_which_takes_it() -> None:
    report = report_of(hall("rdhx"))
    assert report.facility.air_kw == 0, "both doors take everything"
    (lost,) = doors(report)
    assert (lost.number, lost.each, lost.where) == (2, True, ("r0", "r1"))
    assert (lost.state, lost.gpus, lost.over_kw) == ("ok", 0, 0)
    # 40.8 kW on two units of 100 kW: one lost door leaves nothing short.
    (units,) = lost.left
    assert units.share == pytest.approx(HEAT_KW / 200, abs=1e-6)
    assert lost.text.startswith("air units 200.0 kW for 40.8 kW of heat")
    assert lost.verdict == (
        "the room's air takes its heat: "
        "a rack gives 40.8 kW to the room's air, and in-row air takes 45.0 kW"
    )


def test_a_rack_beyond_what_room_air_takes_is_warm_without_its_door() -> None:
    """Without containment the room's air takes 20 kW of one rack; 40.8 kW are given to it."""
    report = report_of(hall("rdhx", contained=False))
    (lost,) = doors(report)
    assert (lost.state, lost.gpus, lost.over_kw, lost.warm) == ("error", 32, 0, ())
    assert lost.verdict == (
        "32 GPUs short of cooling; "
        "a rack gives 40.8 kW to the room's air, and perimeter air takes 20.0 kW"
    )


@pytest.mark.parametrize(("rating", "asked"), [("", False), ("1", False), ("2", True), ("3", True)])
def test_a_lost_door_is_as_grave_as_the_check_that_asks_it(rating: str, asked: bool) -> None:
    """A rating alone asks a hall to survive it: without one no check speaks of a single door."""
    site = Site.model_validate({"supply_air_c": 24.0, "cooling_water_c": 12.0, "rating": rating})
    report = report_of(hall("rdhx", contained=False, site=site))
    (lost,) = doors(report)
    assert (lost.state, lost.asked) == ("error", asked), "what it does stands"
    assert (lost.judged, lost.graded) == (("error", "error") if asked else ("warning", "warning"))
    named = [check.message for check in report.checks if lost.name in check.message]
    assert bool(named) == asked
    (section,) = losses_written(report)
    assert section.table is not None
    states = {row[0]: row[-1] for row in section.table.rows}
    told = "not carried" if asked else "not carried, not asked"
    assert states[lost.name.replace("one", "One", 1)] == told
    assert ("Not asked is" in section.lines[-1]) == (not asked)


def test_the_rooms_units_must_take_what_a_lost_door_leaves() -> None:
    report = report_of(hall("rdhx", crahs=1), SMALL)
    (lost,) = doors(report)
    assert lost.state == "error"
    assert lost.over_kw == pytest.approx(HEAT_KW - 30, abs=0.01)
    assert lost.verdict.startswith("32 GPUs short of cooling: 10.8 kW of heat not taken; a rack")


def test_without_any_air_unit_a_lost_door_leaves_all_heat_untaken() -> None:
    (lost,) = doors(report_of(hall("rdhx", crahs=0)))
    assert (lost.state, lost.gpus) == ("error", 32)
    assert lost.over_kw == pytest.approx(HEAT_KW, abs=0.01)
    # What the building states that it takes of the room's air, it takes of this as well.
    taken = Site(supply_air_c=24.0, cooling_water_c=12.0, building_air_kw=50.0)
    (beside,) = doors(report_of(hall("rdhx", crahs=0, site=taken)))
    assert beside.over_kw == 0


def test_a_door_on_one_cord_loses_its_power_with_the_feed_and_nobody_knows_what_it_takes() -> None:
    report = report_of(hall())
    lost = next(loss for loss in report.cooling.of_feeds if loss.doors)
    (feed,) = lost.feeds
    assert lost.state == "ok", "45 kW of room air take all of a rack, and 200 kW those of both"
    assert lost.doors == ((0, 2),)
    (units,) = lost.left
    assert units.figure("share").low == 0
    assert units.figure("share").high == pytest.approx(2 * HEAT_KW / 200, abs=1e-6)
    assert report.cooling_verdict(lost) == (
        "rear doors not running in R0, R1: the room's air takes their heat"
    )
    other = "B" if feed == "A" else "A"
    assert report.cooling.without((other,)) is None, "the other feed leaves every door as it is"


def test_what_a_door_without_power_leaves_may_be_too_much_for_rack_or_room() -> None:
    of_rack = report_of(hall(contained=False))
    lost = next(loss for loss in of_rack.cooling.of_feeds if loss.doors)
    assert (lost.state, lost.warm, lost.perhaps_warm) == ("unknown", (), ((0, 2),))
    assert (lost.figure("gpus").low, lost.figure("gpus").high) == (0, 64)
    assert of_rack.cooling_verdict(lost) == (
        "rear doors not running in R0, R1: whether the room's air takes their heat cannot be said "
        "(a rack gives ≤ 40.8 kW to the room's air, and perimeter air takes 20.0 kW)"
    )
    of_room = report_of(hall(), SMALL)
    lost = next(loss for loss in of_room.cooling.of_feeds if loss.doors)
    assert lost.state == "unknown"
    assert lost.figure("over_kw").low == 0
    assert lost.figure("over_kw").high == pytest.approx(2 * HEAT_KW - 60, abs=0.01)


@pytest.mark.parametrize("door", ["door-two", "door-passive"])
def test_doors_on_two_feeds_and_doors_without_fans_outlive_a_feed(door: str) -> None:
    report = report_of(hall(door))
    assert not [loss for loss in report.cooling.of_feeds if loss.doors or loss.perhaps_doors]
    assert len(doors(report)) == 1, "that a door itself is lost is told all the same"


def test_rules_of_a_lost_feed_count_what_doors_leave_to_the_room() -> None:
    survives = Site(supply_air_c=24.0, cooling_water_c=12.0, feed_policy="N+1")
    said = {one.key: one for one in report_of(hall(site=survives), SMALL).checks}
    found = said["C23:open:crah-feed"]
    assert "leaves 60 kW for ≤ 82 kW" in found.message
    assert "the rear doors of R0, R1 have, or may have, no power then" in found.message
    assert "heat that a rear door takes without its fans" in found.message
    assert {"r0", "r1"} <= set(found.where)
    # Enough for all of it, or doors that keep their power: nothing to say.
    for design, parts in ((hall(site=survives), ()), (hall("door-two", site=survives), (SMALL,))):
        assert not [key for key in {c.key for c in report_of(design, *parts).checks}
                    if key.startswith("C23")]  # fmt: skip


def test_a_door_is_lost_with_other_things() -> None:
    design, evaluator = hall("rdhx", crahs=1), Evaluator(CATALOG)
    report = evaluator.report(design)
    (door,) = doors(report)
    both = tuple(UnitLost(id=door.id, where=key) for key in door.where)
    one = evaluator.together(1, design, LossAsked(units=both[:1])).cooling
    two = evaluator.together(1, design, LossAsked(units=both)).cooling
    assert one is not None
    assert two is not None
    assert one.left[0].share == pytest.approx(HEAT_KW / 100, abs=1e-6)
    assert two.left[0].share == pytest.approx(2 * HEAT_KW / 100, abs=1e-6)
    assert two.doors == ((0, 2),)


def test_the_window_loses_a_door_where_it_hangs() -> None:
    report = report_of(hall("rdhx", contained=False))
    rack = report.racks[1]
    (target,) = [one for one in targets_at(report, rack) if one.failing.kind == "cooling"]
    shown = answered(report, target.failing)
    assert shown is not None
    assert shown.title == "rear door of R1"
    assert shown.fates["r1"].state == "warm"
    assert "r0" not in shown.fates, "the door of its neighbour hangs on"
    assert shown.fates["k0"].state == "carries"
    after_an_edit = answered(report, Failing("cooling", "door:gone:rdhx", "r1"))
    assert after_an_edit is not None, "it may be told with the doors of other racks then"
    assert after_an_edit.fates == shown.fates


def test_the_written_report_says_which_racks_are_without_their_door() -> None:
    (section,) = losses_written(report_of(hall()))
    assert section.table is not None
    said = [row[1] for row in section.table.rows]
    assert "Rear doors not running in R0, R1: the room's air takes their heat" in said


def test_doors_have_no_published_rate_and_availability_says_what_one_takes() -> None:
    report = evaluate(hall("rdhx", contained=False), load_shipped())
    found = report.section("availability")
    assert isinstance(found, Availability)
    (door,) = [one for one in found.not_rated if one.kind == "rear-door"]
    assert (door.number, door.takes_gpus) == (2, 32)
    assert door.source.startswith("no field rate found")


def unlike() -> Design:
    """Return two racks of which one has a store of 2 kW beside its four nodes."""
    store = Device(id="s", name="s", part="store", rack="r1", half_u=80)
    return hall("rdhx", crahs=1).evolve(devices=(store,))


def test_racks_that_differ_are_told_together_while_they_fare_alike() -> None:
    (lost,) = doors(report_of(unlike()))
    assert (lost.number, lost.state) == (2, "ok")
    assert "a rack gives 40.8–42.8 kW to the room's air" in lost.verdict
    (units,) = lost.left
    share = units.figure("share")
    assert (share.low, share.high) == pytest.approx((0.408, 0.428), abs=1e-6)


def test_racks_that_do_not_fare_alike_are_told_apart() -> None:
    """One unit of 42 kW takes 40.8 kW, and not 42.8."""
    assert SMALL.cooling is not None
    middle = SMALL.evolve(cooling=SMALL.cooling.evolve(capacity_kw=42))
    found = {one.where: one for one in doors(report_of(unlike(), middle))}
    assert {where: one.state for where, one in found.items()} == {("r0",): "ok", ("r1",): "error"}
    assert found[("r1",)].over_kw == pytest.approx(0.8, abs=0.01)
    assert found[("r1",)].gpus == 32


def limits(design: Design, asked: LossAsked, catalog: Catalog = CATALOG) -> dict[str, Limit]:
    """Return the limit of the heat in air of racks whose door does not run, by their ids."""
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    return {one.id: one.limit for one in evaluator.together(1, design, asked).doors}


def lost_door(*racks: str, of: tuple[str, ...] = ("r0",)) -> LossAsked:
    units = tuple(UnitLost(id="door:r0:rdhx", where=one) for one in of)
    return LossAsked(units=units, racks=racks)


def test_a_rack_without_its_door_uses_what_the_rooms_air_takes() -> None:
    """40.8 kW (DGX H100 User Guide) of the 45 kW of contained air, or the 20 kW of open air."""
    found = limits(hall("rdhx"), lost_door("r0", "r1"))
    assert list(found) == ["r0"], "its neighbour keeps its door"
    assert (found["r0"].text, found["r0"].state) == ("40.8 of 45.0 kW", "warning")
    assert (found["r0"].name, found["r0"].label) == ("cooling", "Cooling, in the room's air")
    (open_air,) = limits(hall("rdhx", contained=False), lost_door("r0")).values()
    assert (open_air.text, open_air.state) == ("40.8 of 20.0 kW", "error")
    both = limits(hall("rdhx"), lost_door("r0", "r1", of=("r0", "r1")))
    assert list(both) == ["r0", "r1"]
    assert limits(hall("rdhx"), lost_door("r1")) == {}, "nobody looks at it"


def test_a_rack_that_is_dark_as_a_whole_gives_no_heat_without_its_door() -> None:
    door = (UnitLost(id="door:r0:door-one", where="r0"),)
    assert list(limits(hall(), LossAsked(units=door, racks=("r0", "r1")))) == ["r0"]
    dark = LossAsked(upstream=("A", "B"), units=door, racks=("r0", "r1"))
    assert limits(hall(), dark) == {}


def test_a_lost_door_tells_nothing_of_its_racks_power() -> None:
    evaluator = Evaluator(CATALOG)
    found = evaluator.together(1, hall("rdhx"), lost_door("r0", "r1"))
    assert found.racks == ()


def test_a_door_without_power_leaves_open_what_of_its_heat_reaches_the_room() -> None:
    report = report_of(hall())
    (feed,) = next(loss for loss in report.cooling.of_feeds if loss.doors).feeds
    asked = LossAsked(upstream=(feed,), racks=("r0",))
    within = limits(hall(), asked)["r0"]
    assert (within.text, within.state) == ("≤ 40.8 of 45.0 kW", "warning")
    beyond = limits(hall(contained=False), asked)["r0"]
    assert beyond.state == "unknown"
    assert "heat that a rear door takes without its fans" in beyond.text
    other = "B" if feed == "A" else "A"
    assert limits(hall(), LossAsked(upstream=(other,), racks=("r0",))) == {}


def test_without_a_band_nobody_says_what_the_rooms_air_takes_of_a_rack() -> None:
    catalog = Catalog(CATALOG.parts, (), DEFAULTS)
    (limit,) = limits(hall("rdhx"), lost_door("r0"), catalog).values()
    assert limit.state == "unknown"
    assert limit.text == (
        "40.8 kW; cannot be said, because no band says what the room's air takes of one rack"
    )


def test_one_word_stands_on_a_rack_that_lost_its_door_whatever_becomes_of_it() -> None:
    words = set()
    for contained in (True, False):
        report = report_of(hall("rdhx", contained=contained))
        (target,) = [x for x in targets_at(report, report.racks[1]) if x.failing.kind == "cooling"]
        shown = answered(report, target.failing)
        assert shown is not None
        words.add(shown.fates["r1"].words)
    assert words == {("no door",)}


def test_a_rack_that_lost_its_door_with_a_feed_is_not_lost_itself() -> None:
    design, evaluator = hall("rdhx"), Evaluator(CATALOG)
    report = evaluator.report(design)
    failing = (Failing("cooling", "door:r0:rdhx", "r1"), Failing("power", "A"))
    asked = asked_of(report, failing, ("r1",))
    assert asked is not None
    shown = of_several(report, evaluator.together(1, design, asked), failing, report.power)
    assert shown.fates["r1"].state != "lost"
    assert shown.title == "rear door of R1 and feed A"
