"""Every single loss upstream of the racks: what goes dark, what slows, what the rest must carry."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.power_report import LossReport
from designer.engine.report import Report
from designer.model.design import PowerNode, Rack, Site
from designer.model.figure_words import words
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.one_line_groups import groups_of
from designer.render.one_line_words import verdict_of
from designer.wiring.power_upstream import carried_without, taken_by
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, nodes, pdus
from tests.unit.test_engine_phases import SHOP, racked

UTILITY = PowerNode(id="grid", kind="utility", capacity_kw=1e6)
DIESEL = PowerNode(id="gen", kind="generator", capacity_kw=1e6)


def ups(key: str, *parents: str, capacity_kw: float | None = 1e6) -> PowerNode:
    return PowerNode(id=key, kind="ups", parents=parents, capacity_kw=capacity_kw, efficiency=1.0)


def losses(report: Report) -> dict[str, LossReport]:
    """Return the losses by what is lost."""
    return {loss.id: loss for loss in report.power.losses}


def hall(*power: PowerNode, held: tuple[object, ...] = (), **site: object) -> dict[str, LossReport]:
    things = held or (*nodes(4), *pdus("AB"))
    design = design_of(*things, power=power, site=Site(**site))
    return losses(evaluate(design, CATALOG))


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_a_lone_utility_takes_every_gpu_and_one_with_a_generator_none(policy: str) -> None:
    feeds = [feed(key, 100, parents=("u",), efficiency=1.0) for key in "AB"]
    alone = hall(*feeds, ups("u", "grid"), UTILITY, feed_policy=policy)
    assert (alone["grid"].dark_gpus, alone["grid"].dark_racks) == (32, 1)
    assert (alone["grid"].like, alone["u"].alike) == ("u", ("grid",))
    assert alone["grid"].state == "error"
    backed = hall(*feeds, ups("u", "grid", "gen"), UTILITY, DIESEL, feed_policy=policy)
    assert (backed["grid"].feeds, backed["grid"].dark_gpus) == ((), 0)
    carried = {one.id: one.load_kw for one in backed["grid"].loads}
    assert carried == {"gen": pytest.approx(4 * 10.2)}
    assert backed["u"].dark_gpus == 32


def test_supplies_that_are_left_and_are_not_enough_slow_their_gpus() -> None:
    """NVIDIA DGX H100 user guide: four of six supplies carry the system; 3+3 leaves three."""
    found = hall(feed("A", 100), feed("B", 100))
    for key in "AB":
        assert (found[key].dark_gpus, found[key].short_gpus, found[key].short_racks) == (0, 32, 1)
    three = hall(feed("A", 100), feed("B", 100), feed("C", 100), held=(*nodes(4), *pdus("ABC")))
    assert {loss.state for loss in three.values()} == {"ok"}
    assert {(one.dark_gpus, one.short_gpus, one.overloaded_racks) for one in three.values()} == {
        (0, 0, 0)
    }


@pytest.mark.parametrize("policy", ["N", "N+1", "2N"])
def test_a_line_that_is_too_full_after_a_loss_is_an_overload_whatever_is_asked(policy: str) -> None:
    """Four servers of 4 kW: 53.6 A of 48 A on a line of the delta that is left (`P08`)."""
    for servers, state in ((4, "error"), (3, "unknown")):  # Nobody says how many supplies do.
        design = racked("AB", "delta", *["server"] * servers, policy=policy)
        found = losses(evaluate(design, SHOP))
        assert {one.state for one in found.values()} == {state}
        assert {one.overloaded_racks for one in found.values()} == {servers - 3}


def test_what_has_one_cord_goes_dark_with_its_feed_alone() -> None:
    held = (device("s", "single", 1), *pdus("AB"))
    found = hall(feed("A", 100), feed("B", 100), held=held)
    assert sorted(loss.dark_racks for loss in found.values()) == [0, 1]
    assert {loss.dark_gpus for loss in found.values()} == {0}


def test_the_gravest_loss_comes_first_and_the_fullest_is_named() -> None:
    power = (
        feed("A", 30, parents=("u",)), feed("B", 45, parents=("u",)), feed("C", 100),
        ups("u", capacity_kw=1000),
    )  # fmt: skip
    power = tuple(node.evolve(efficiency=1.0) for node in power)
    design = design_of(*nodes(4), *pdus("ABC"), power=power)
    report = evaluate(design, CATALOG)
    assert report.power.losses[0].id == "u"
    found = losses(report)
    assert found["u"].feeds == ("A", "B")
    assert found["C"].fullest == "A"
    assert found["C"].fullest_share == pytest.approx(20.4 / 30)


def test_what_is_not_rated_may_be_the_fullest() -> None:
    """Hiding the capacity of the fullest left the next one as the fullest, at less."""
    power = (
        feed("A", 30, parents=("u",)), feed("B", 45, parents=("u",)), feed("C", 100),
        ups("u", capacity_kw=None),
    )  # fmt: skip
    report = evaluate(design_of(*nodes(4), *pdus("ABC"), power=power), CATALOG)
    loss = losses(report)["C"]
    assert loss.fullest == ""
    share = loss.figure("fullest_share")
    assert (share.low, share.high) == (pytest.approx(20.4 / 30), float("inf"))
    _, fullest = verdict_of(loss, report.power)
    assert fullest == "What is fullest then cannot be said: ≥ 68%"


def test_unknown_load_is_open_and_no_loss_is_called_harmless() -> None:
    catalog = CATALOG.overlay([CATALOG.require("dgx-h100").evolve(power_max_w=None, psu=None)])
    design = design_of(*nodes(1), *pdus("AB"), power=(feed("A", 30), feed("B", 30)))
    for loss in evaluate(design, catalog).power.losses:
        assert loss.state == "unknown"
        bound = loss.bound("dark_gpus")
        assert bound is not None
        assert (bound.low, bound.high) == (0, 8)


@pytest.mark.parametrize("name", ["dgx-superpod-h100", "dgx-superpod-gb200"])
def test_the_highest_load_of_all_losses_is_the_load_after_a_loss(name: str) -> None:
    """By N+1 the room's feeds say the worst of these losses, computed in another way."""
    catalog = load_shipped()
    report = evaluate(build(name, {}, catalog), catalog)
    for one in report.power.feeds:
        loads = {
            load.load_kw for loss in report.power.losses for load in loss.loads if load.id == one.id
        }
        assert max(filter(None, loads)) == pytest.approx(one.load_after_loss_kw)


def test_a_bypass_leaves_the_load_where_it_is() -> None:
    """A feed on a UPS and on the board before it: the board carries the feed, through the UPS."""
    power = (
        feed("A", 100, parents=("u", "board")), ups("u", "board"),
        PowerNode(id="board", kind="switchboard", parents=("tx",), capacity_kw=1e3),
        PowerNode(id="tx", kind="transformer", capacity_kw=1e3), ups("spare", "tx"),
    )  # fmt: skip
    power = tuple(node.evolve(efficiency=1.0) for node in power)
    report = evaluate(design_of(*nodes(3), *pdus("A"), power=power, site=Site()), CATALOG)
    loads = {one.id: one.load_kw for one in (*report.power.feeds, *report.power.upstream)}
    assert loads == pytest.approx({"A": 30.6, "u": 30.6, "board": 30.6, "tx": 30.6, "spare": 0})
    found = losses(report)
    assert found["spare"].loads == ()
    assert [(one.id, one.load_kw) for one in found["u"].loads] == []
    assert found["u"].feeds == ()


def test_each_of_those_that_are_alike_says_its_own_loads() -> None:
    power = (
        feed("west", 100, parents=("a-tx",)), feed("east", 100),
        PowerNode(id="a-tx", kind="transformer", parents=("b-board",), capacity_kw=1e3),
        PowerNode(id="b-board", kind="switchboard", parents=("grid",), capacity_kw=1e3), UTILITY,
    )  # fmt: skip
    held = (
        *nodes(4),
        *(one.evolve(feed=key) for one, key in zip(pdus("AB"), ("west", "east"), strict=True)),
    )
    found = losses(evaluate(design_of(*held, power=power, site=Site()), CATALOG))
    assert found["west"].alike == ("a-tx", "b-board", "grid")
    for key in found["west"].alike:
        loads = {one.id: one.load_kw for one in found[key].loads}
        others = {"west", "a-tx", "b-board", "grid"} - {key}
        assert {one: loads[one] for one in others} == dict.fromkeys(others, 0)
        assert key not in loads


def test_losing_a_feed_never_gives_a_rack_more_gpus() -> None:
    found = hall(
        feed("A", 100, parents=("u",)), feed("B", 100, parents=("u", "v")), feed("C", 100),
        ups("u"), ups("v"), held=(*nodes(4), *pdus("ABC")),
    )  # fmt: skip
    suffering = {key: loss.dark_gpus + loss.short_gpus for key, loss in found.items()}
    assert suffering["u"] >= suffering["A"]
    assert found["u"].feeds == ("A",)
    assert found["v"].feeds == ()


def test_each_node_takes_the_first_parent_that_has_a_source() -> None:
    power = (
        feed("A", parents=("u", "v")), feed("B", parents=("v", "u")), ups("u", "grid"),
        ups("v", "gen"), UTILITY, DIESEL,
    )  # fmt: skip
    assert carried_without(power, "grid") == {
        "A": ("A",), "B": ("B",), "u": (), "v": ("A", "B"), "gen": ("A", "B"),
    }  # fmt: skip
    assert carried_without(power, "A") == {
        "B": ("B",), "u": (), "v": ("B",), "grid": (), "gen": ("B",),
    }  # fmt: skip
    assert set(taken_by(power).values()) == {
        frozenset("A"), frozenset("B"), frozenset()
    }  # fmt: skip
    circle = (feed("A", parents=("u",)), ups("u", "v"), ups("v", "u"))
    assert carried_without(circle, "v") == {"A": (), "u": ()}


def test_units_that_cool_are_not_counted_as_racks() -> None:
    """Six CDUs and air units stood among "18 racks" of a floor of 12, and in what a loss takes."""
    units = tuple(
        Rack(id=f"u{at}", name=f"U{at}", part=part, x_mm=4000 * at, y_mm=9000, feeds=("A",))
        for at, part in enumerate(("cdu-row", "cdu-row", "nowhere"))
    )
    design = design_of(*nodes(4), *pdus("A"), power=(feed("A", 100), feed("B", 100)))
    design = design.evolve(racks=(*design.racks, *units[:2]))
    (lost,) = [one for one in evaluate(design, CATALOG).power.losses if one.id == "A"]
    assert (lost.dark_racks, lost.dark_units, lost.state) == (1, 2, "error")
    assert verdict_of(lost, evaluate(design, CATALOG).power)[0].startswith(
        f"{lost.dark_gpus:g} GPUs without power, devices in 1 rack, 2 units"
    )
    alone = design.evolve(racks=units[:2], devices=())
    report = evaluate(alone, CATALOG)
    (lost,) = [one for one in report.power.losses if one.id == "A"]
    assert (lost.dark_racks, lost.dark_units, lost.state) == (0, 2, "error")
    either = design.evolve(racks=(*design.racks[:1], units[2]))
    report = evaluate(either, CATALOG)
    (lost,) = [one for one in report.power.losses if one.id == "A"]
    racks, others = lost.figure("dark_racks"), lost.figure("dark_units")
    assert (racks.low, racks.high) == (1, 2)
    assert (others.low, others.high) == (0, 1)
    (group,) = groups_of(report.racks, Layout(either), CATALOG)
    assert group.title == f"{words(report.totals.figure('racks'), 0)} racks, ≤ 1 unit"


def test_a_rack_that_is_overloaded_before_counts_after_every_loss() -> None:
    """It hangs on A and B alone; the loss of C leaves its rack PDUs as full as they are (`P01`)."""
    design = racked("AB", "single", *["server"] * 5, policy="N")
    power = (*design.power, feed("C"))
    found = losses(evaluate(design.evolve(power=power), SHOP))
    assert found["C"].overloaded_racks == 1
    assert {loss.state for loss in found.values()} == {"error"}
    fine = racked("AB", "single", "server", policy="N")
    left = losses(evaluate(fine.evolve(power=(*fine.power, feed("C"))), SHOP))
    assert (left["C"].overloaded_racks, left["C"].state) == (0, "ok")


def test_racks_without_gpus_are_told_beside_those_that_have_some() -> None:
    """Eight GPUs in one rack and a switch in another, both on A alone: two racks go dark."""
    held = (device("n", "dgx-h100", 6), device("s", "single", 1), *pdus("A"))
    design = design_of(*held, power=(feed("A", 100), feed("B", 100)), site=Site())
    other = Rack(id="q", name="Q", part=design.racks[0].part, x_mm=8000, y_mm=4000)
    devices = [one.evolve(id=f"q-{one.id}", rack="q") for one in held if one.part != "dgx-h100"]
    design = design.evolve(
        racks=(*design.racks, other),
        devices=tuple(sorted((*design.devices, *devices), key=lambda one: one.id)),
    )
    report = evaluate(design, CATALOG)
    lost = losses(report)["A"]
    assert (lost.dark_gpus, lost.dark_racks) == (8, 2)
    assert verdict_of(lost, report.power)[0] == "8 GPUs without power, devices in 2 racks"
