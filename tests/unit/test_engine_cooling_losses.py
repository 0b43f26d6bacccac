"""Every single loss of a cooling unit, and of feeds that take some: what is left uncooled.

One GB200 NVL72 gives 114.8 kW to its loop and 17.2 kW to the room (NVIDIA's power split by HPE); a
unit of the loop carries 1,300 kW, one of the room 100 kW.
"""

from itertools import product

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.part import CoolingFigures, Part, Psu
from designer.catalog.surge_figures import ShelfFigures
from designer.engine.cooling_report import CoolingLossReport
from designer.engine.evaluate import evaluate
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.subjects.facility.writing import losses_written
from designer.model.design import Design, Loop, PowerNode, Rack, Site
from designer.render.failing import Failing
from designer.render.one_line_words import verdict_of
from designer.render.what_if import answered
from tests.helpers.engine_designs import BANDS, DEFAULTS, PARTS
from tests.unit.test_engine_cooling_feeds import hall

SHELVES = Psu(count=48, rating_w=5500, redundancy="24+24", inlet="busbar shelf")
"""Eight shelves of six supplies, of which four carry the rack (NVIDIA Base Command Manager)."""
RACK = next(part for part in PARTS if part.id == "gb200-nvl72").evolve(
    psu=SHELVES, compute=ComputeFigures(power_shelves=8), shelf=ShelfFigures(power_at="input")
)
LIQUID_KW, AIR_KW = 114.84, 17.16


def report_of(design: Design, *more: Part) -> Report:
    parts = [part for part in PARTS if part.id != RACK.id]
    report = evaluate(design, Catalog((*parts, RACK, *more), BANDS, DEFAULTS))
    assert not report.not_computed
    return report


def units(design: Design) -> dict[str, CoolingLossReport]:
    return {loss.name: loss for loss in report_of(design).cooling.of_units}


def without(design: Design) -> dict[tuple[str, ...], CoolingLossReport]:
    found = report_of(design).cooling.losses
    return {loss.feeds: loss for loss in found if loss.kind == "feeds"}


def only(design: Design, *keys: str) -> Design:
    """Return a design with some of its things alone."""
    return design.evolve(racks=tuple(rack for rack in design.racks if rack.id in keys))


def test_one_of_two_units_may_be_lost_and_the_last_takes_all_cooling() -> None:
    both = units(hall("AB AB AB AB"))
    assert {(one.kind, one.state, one.number) for one in both.values()} == {
        ("CDU", "ok", 2), ("air unit", "ok", 2),
    }  # fmt: skip
    assert all(one.gpus == 0 and one.over_kw == 0 for one in both.values())
    alone = report_of(only(hall("AB AB AB AB"), "n", "c1", "k1")).cooling.of_units
    by_kind = {one.kind: one for one in alone}
    assert by_kind["CDU"].over_kw == pytest.approx(LIQUID_KW, abs=0.01)
    assert by_kind["air unit"].over_kw == pytest.approx(AIR_KW, abs=0.01)
    for one in by_kind.values():
        assert (one.state, one.gpus, one.number) == ("error", 72, 1)
        assert one.text.startswith("no unit left: 0.0 kW for ")
    assert by_kind["CDU"].where == ("c1",)
    assert by_kind["CDU"].verdict.startswith("72 GPUs short of cooling: 114.8 kW of heat not taken")


def test_a_lost_feed_takes_the_units_on_it_and_adds_up_liquid_and_air() -> None:
    lost = without(hall("A A A A"))
    assert set(lost) == {("A",)}  # B takes no unit
    assert lost[("A",)].over_kw == pytest.approx(LIQUID_KW + AIR_KW, abs=0.01)
    assert (lost[("A",)].state, lost[("A",)].gpus) == ("error", 72)
    spread = without(hall("A B A B"))
    assert {feeds: one.state for feeds, one in spread.items()} == {("A",): "ok", ("B",): "ok"}


def test_what_goes_dark_with_its_cooling_asks_for_none() -> None:
    """The rack hangs on A alone, as all units do: without A there is no heat to take."""
    design = hall("A A A A")
    racks = tuple(rack.evolve(feeds=("A",)) if rack.id == "n" else rack for rack in design.racks)
    dark = report_of(design.evolve(racks=racks))
    lost = dark.cooling.without(("A",))
    assert lost is not None
    assert (lost.state, lost.over_kw, lost.gpus) == ("ok", 0, 0)
    assert next(loss for loss in dark.power.losses if loss.id == "A").dark_gpus == 72


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_each_loss_is_told_whatever_the_site_must_survive(policy: str) -> None:
    lost = without(hall("A AB B AB", policy))
    assert {feeds: one.state for feeds, one in lost.items()} == {("A",): "ok", ("B",): "ok"}
    assert without(hall("A A AB AB", policy))[("A",)].state == "error"


def test_the_list_agrees_with_the_rules_of_a_lost_feed_in_every_hall() -> None:
    """C06, C23 and C02 ask the same by N+1, of a rack that no single loss takes down."""
    states = {"error": "", "unknown": "open:"}
    for feeds in product(("A", "B", "AB", "-"), repeat=4):
        report = report_of(hall(" ".join(feeds)))
        said = {check.key for check in report.checks}
        worst = [loss.state for loss in report.cooling.losses if loss.kind == "feeds"]
        rules = [rule for rule in ("C06:{}cdu-feed", "C23:{}crah-feed", "C02:{}crah-airflow-feed")]
        for state, prefix in states.items():
            found = any(rule.format(prefix) in said for rule in rules)
            # A loss that is surely too much hides what else it leaves open.
            if state == "error" or "error" not in worst:
                assert (state in worst) is found, feeds


def test_what_is_not_known_of_units_is_said_to_be_open() -> None:
    vague = next(part for part in PARTS if part.id == "cdu-row")
    assert vague.cooling is not None
    part = vague.evolve(id="vague", cooling=vague.cooling.evolve(flow_lpm=None))
    design = hall("AB AB AB AB")
    racks = tuple(
        rack.evolve(part="vague") if rack.part == "cdu-row" else rack for rack in design.racks
    )
    report = report_of(design.evolve(racks=racks), part)
    cdu = next(one for one in report.cooling.of_units if one.kind == "CDU")
    assert (cdu.state, cdu.gpus) == ("unknown", None)
    assert cdu.verdict == "whether the units left are enough cannot be said"
    assert "an unknown amount for " in cdu.text
    assert without(hall("Z A AB AB"))[("A",)].state == "unknown"


def test_loops_lose_their_own_units_alone() -> None:
    design = hall("AB AB AB AB")
    racks = (*design.racks, Rack(id="m", name="M", part="gb200-nvl72", x_mm=0, y_mm=3000,
                                 feeds=("A", "B")))  # fmt: skip
    loops = (
        Loop(id="east", name="East", units=("c1",), racks=("n",)),
        Loop(id="west", units=("c2",), racks=("m",)),
    )
    found = units(design.evolve(racks=racks, loops=loops))
    lost = {name: one for name, one in found.items() if one.kind == "CDU"}
    assert {name.partition(" of loop ")[2] for name in lost} == {"East", "west"}
    for one in lost.values():
        assert (one.gpus, one.state) == (72, "error")
        assert one.over_kw == pytest.approx(LIQUID_KW, abs=0.01)
    assert {one.where for one in lost.values()} == {("c1",), ("c2",)}


def test_the_worst_of_power_and_cooling_leads_the_list_and_says_both() -> None:
    report = report_of(hall("B B B B"))
    listed = report.listed_losses()
    assert listed[0].id == "B"
    assert report.state_after(listed[0]) == "error"
    sentence, _ = verdict_of(listed[0], report.power, report.cooling_after(listed[0]))
    assert "72 GPUs short of cooling: 132.0 kW of heat not taken" in sentence
    assert report.cooling_lost_in_words(report.cooling.losses[-1]) == "feed B"


def test_the_written_report_lists_units_and_feeds() -> None:
    (section,) = losses_written(report_of(hall("A A A A")))
    assert isinstance(section, Section)
    assert section.table is not None
    rows = section.table.rows
    assert [row[0].split(" ")[0] for row in rows][-1] == "Feed"
    assert {row[-1] for row in rows} == {"carried", "not carried"}
    assert not list(losses_written(report_of(only(hall("A A A A"), "n"))))


def test_a_room_without_feeds_loses_units_alone() -> None:
    found = report_of(hall("- - - -", power=())).cooling.losses
    assert {loss.kind for loss in found} == {"CDU", "air unit"}


def test_by_2n_what_feeds_both_is_a_loss_of_both() -> None:
    power = (
        PowerNode(id="A", parents=("ups",)), PowerNode(id="B", parents=("ups",)),
        PowerNode(id="ups", kind="ups"),
    )  # fmt: skip
    lost = without(hall("AB AB AB AB", "2N", power))
    assert lost[("A", "B")].state == "ok"  # the rack is dark as well
    assert lost[("A", "B")].gpus == 0


def test_a_site_of_policy_n_is_told_too() -> None:
    design = hall("A A A A").evolve(site=Site(feed_policy="N"))
    assert without(design)[("A",)].state == "error"


def two_loops(feeds: str, *more: Rack) -> Design:
    """Return two racks on each of two loops, with one unit each, which hang on feeds as `A AB`."""
    design = hall("A A AB AB")
    racks = {rack.id: rack for rack in design.racks}
    each = [tuple(names) for names in feeds.split()]
    kept = [racks["k1"], racks["k2"], *more]
    kept += [racks[key].evolve(feeds=on) for key, on in zip(("c1", "c2"), each, strict=True)]
    kept += [racks["n"].evolve(id=f"n{at}", name=f"N{at}", x_mm=700 * at) for at in range(4)]
    loops = (
        Loop(id="east", units=("c1",), racks=("n0", "n1")),
        Loop(id="west", units=("c2",), racks=("n2", "n3")),
    )
    return design.evolve(racks=tuple(kept), loops=loops)


def test_gpus_of_several_loops_add_up_though_their_racks_are_alike() -> None:
    """The racks of both loops hold the same, and were counted as those of one."""
    lost = without(two_loops("A A"))[("A",)]
    assert lost.gpus == 4 * 72
    assert lost.over_kw == pytest.approx(4 * LIQUID_KW, abs=0.01)
    assert lost.text.startswith("CDUs of loop east 0.0 kW for 229.7 kW of heat")
    assert "; CDUs of loop west 0.0 kW for 229.7 kW of heat" in lost.text
    one = without(two_loops("A B"))
    assert [one[(feed,)].gpus for feed in "AB"] == [2 * 72, 2 * 72]
    unsure = report_of(two_loops("A Z")).cooling.without(("A",))
    assert unsure is not None
    gpus = unsure.figure("gpus")
    assert (gpus.low, gpus.high) == (2 * 72, 4 * 72)


AIRY = Part(
    id="airy", kind="cdu", name="Airy", width_mm=600, depth_mm=1200, mass_kg=500, power_max_w=0,
    cooling=CoolingFigures(method="direct-to-chip", capacity_kw=150, flow_lpm=500,
                           rejects_to="room-air"),
)  # fmt: skip


def test_a_unit_that_shared_a_loop_with_one_to_the_air_leaves_it_all_the_heat() -> None:
    """The room gets 17.2 kW, and without the unit to water 114.8 kW more: 132 kW of 100."""
    design = hall("AB AB AB AB")
    racks = tuple(
        rack.evolve(part="airy") if rack.id == "c2" else rack
        for rack in design.racks
        if rack.id != "k2"
    )
    report = report_of(design.evolve(racks=racks), AIRY)
    found = {one.name: one for one in report.cooling.of_units}
    assert (found["CDU"].state, found["CDU"].gpus) == ("error", 72)
    assert found["CDU"].over_kw == pytest.approx(LIQUID_KW + AIR_KW - 100, abs=0.01)
    assert found["Airy"].state == "ok"
    on_a = tuple(rack.evolve(feeds=("A",)) if rack.id == "c1" else rack for rack in racks)
    lost = report_of(design.evolve(racks=on_a), AIRY).cooling.without(("A",))
    assert lost is not None
    assert lost.state == "unknown"  # whichever unit is left may take any of it
    assert lost.figure("over_kw").high == pytest.approx(LIQUID_KW + AIR_KW - 100, abs=0.01)


def test_gpus_that_may_be_dark_are_perhaps_short_of_cooling_and_no_more() -> None:
    """Nobody says how many supplies carry the rack, so that nobody can say what runs on A alone."""
    vague = RACK.evolve(id="vague", psu=SHELVES.evolve(redundancy=""))
    design = hall("A A A A")
    racks = tuple(rack.evolve(part="vague") if rack.id == "n" else rack for rack in design.racks)
    report = report_of(design.evolve(racks=racks), vague)
    loss = next(one for one in report.power.losses if one.id == "A")
    assert loss.figure("short_gpus").high == 72
    lost = report.cooling.without(("A",))
    assert lost is not None
    assert (lost.figure("gpus").low, lost.figure("gpus").high) == (0, 72)


def test_what_may_be_the_only_unit_leaves_open_what_every_loss_does() -> None:
    design = only(hall("AB AB AB AB"), "n", "k1", "k2")
    odd = Rack(id="u", name="U", part="nobody-knows", x_mm=9000, y_mm=6000, feeds=("A",))
    lost = without(design.evolve(racks=(*design.racks, odd)))
    assert lost[("A",)].state == "unknown"


def test_units_to_the_air_give_the_room_no_more_than_they_can_take() -> None:
    """Of 114.8 kW one takes 40 kW: the rest stays in the loop, and counts once."""
    small = AIRY.evolve(
        id="small", cooling=CoolingFigures(method="direct-to-chip", capacity_kw=40, flow_lpm=500,
                                           rejects_to="room-air"),
    )  # fmt: skip
    design = hall("AB AB AB AB")
    racks = tuple(rack.evolve(part="small") if rack.id == "c2" else rack for rack in design.racks)
    found = {one.name: one for one in report_of(design.evolve(racks=racks), small).cooling.of_units}
    assert found["CDU"].over_kw == pytest.approx(LIQUID_KW - 40, abs=0.01)


def test_a_loss_that_takes_no_unit_is_in_no_list_of_cooling_though_racks_go_dark() -> None:
    design = hall("B B B B")
    racks = tuple(
        rack.evolve(part="airy") if rack.id == "c2"
        else rack.evolve(feeds=("A",)) if rack.id == "n"
        else rack
        for rack in design.racks
    )  # fmt: skip
    report = report_of(design.evolve(racks=racks), AIRY)
    assert report.cooling.without(("A",)) is None
    assert report.cooling.without(("B",)) is not None


def test_what_the_units_left_must_carry_stands_with_the_loss() -> None:
    """The other unit of an N+1 loop said that the loss does not touch it."""
    design = hall("AB AB AB AB")
    report = report_of(design)
    places = [rack.id for rack in report.racks]
    by_kind = {loss.kind: loss for loss in report.cooling.of_units}
    for kind, keys in (("CDU", {"c1", "c2"}), ("air unit", {"k1", "k2"})):
        (left,) = by_kind[kind].left
        assert {places[at] for first, n in left.runs for at in range(first, first + n)} == keys
        assert left.state == "ok"
        assert left.share is not None
        assert left.share_before == pytest.approx(left.share / 2)
    assert by_kind["CDU"].left[0].share == pytest.approx(LIQUID_KW / 1300, abs=0.001)
    for failing, other in (("c1", "c2"), ("k2", "k1")):
        loss = next(one for one in report.cooling.of_units if failing in one.where)
        shown = answered(report, Failing("cooling", loss.id, failing))
        assert shown is not None
        assert shown.fates[failing].state == "lost"
        fate = shown.fates[other]
        assert fate.state == "carries"
        assert "must carry with the other units left" in fate.text
        assert "% full then" in fate.text


def test_units_that_a_lost_feed_leaves_say_what_they_carry() -> None:
    spread = report_of(hall("A B A B"))
    shown = answered(spread, Failing("power", "A"))
    assert shown is not None
    assert [shown.fates[key].state for key in ("c1", "k1")] == ["dark", "dark"]
    assert {shown.fates[key].state for key in ("c2", "k2")} == {"open"}, "feed B has no rating"
    assert all("full then" in shown.fates[key].text for key in ("c2", "k2"))
    alone = report_of(only(hall("AB AB AB AB"), "n", "c1", "k1"))
    assert all(loss.left == () for loss in alone.cooling.of_units), "no unit is left to carry"
