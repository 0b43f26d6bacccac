"""The table of feeds and the one-line say of what stands upstream what P17 and P22 find."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.power_report import RoomFeed
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack, Site
from designer.model.figure_words import words
from designer.model.figures import TOLERANCE
from designer.render.one_line_words import said_of

CATALOG = load_shipped()


def hall(policy: str = "N+1", set_kw: float = 2000.0, **ups: float) -> Design:
    """Return nine racks on three feeds, each behind a UPS and a transformer of mains or a set."""
    power = [
        PowerNode(id="u", kind="utility", capacity_kw=5000.0),
        PowerNode(id="g", kind="generator", capacity_kw=set_kw),
    ]
    for feed in "ABC":
        power += [
            PowerNode(id=f"t{feed}", kind="transformer", capacity_kva=1500.0, parents=("u", "g")),
            PowerNode(id=f"s{feed}", kind="ups", capacity_kw=1200.0, parents=(f"t{feed}",), **ups),
            PowerNode(id=feed, capacity_kw=1200.0, parents=(f"s{feed}",)),
        ]
    racks = tuple(
        Rack(id=f"R{at}", name=f"R{at}", part="gb200-nvl72", x_mm=3000 + 800 * at, y_mm=3000,
             feeds=("A", "B", "C"))
        for at in range(9)
    )  # fmt: skip
    return Design(site=Site(feed_policy=policy), power=tuple(power), racks=racks)


def nodes(report: Report) -> dict[str, RoomFeed]:
    return {one.id: one for one in (*report.power.feeds, *report.power.upstream)}


def balance(report: Report, key: str, name: str) -> tuple[float, float]:
    (node,) = [one for one in report.plant.nodes if one.id == key]
    figure = node.figure(name)
    return figure.low, figure.high


@pytest.mark.parametrize("policy", ["N", "N+1", "3N/2"])
def test_the_table_has_what_is_lost_below_each_node(policy: str) -> None:
    report = evaluate(hall(policy, recharge_kw=20.0), CATALOG)
    known = nodes(report)
    for key in ("u", "tA", "sB"):
        load = known[key].figure("load_kw")
        assert (load.low, load.high) == balance(report, key, "output_kw"), key
    most = known["g"].figure("load_after_loss_kw")
    assert (most.low, most.high) == pytest.approx(balance(report, "g", "running_kw"))
    # The feeds carry what racks take of them.
    assert sum(known[feed].figure("load_kw").likely for feed in "ABC") == pytest.approx(9 * 132.0)
    assert known["tA"].figure("load_kw").low > known["A"].figure("load_kw").low


def test_p17_and_the_table_say_the_same_kw() -> None:
    """A set of 1,240 kW for 1,188 kW at the racks was ok in the table, and P17 was an error."""
    report = evaluate(hall(set_kw=1200.0), CATALOG)
    (check,) = [one for one in report.checks if one.key == "P17:cover:g"]
    node = nodes(report)["g"]
    assert f"gives {words(node.figure('load_after_loss_kw'))} of" in check.message
    assert node.state == "error"


@pytest.mark.parametrize("hidden", ["sA", "tB", "g", "u"])
def test_hiding_a_rating_only_widens(hidden: str) -> None:
    """What a UPS loses follows from its rating: without one more may be lost, and no less."""
    known = nodes(evaluate(hall(), CATALOG))
    power = tuple(
        node.evolve(capacity_kw=None, capacity_kva=None) if node.id == hidden else node
        for node in hall().power
    )
    open_ = nodes(evaluate(hall().evolve(power=power), CATALOG))
    for key, node in known.items():
        for name in ("load_kw", "load_after_loss_kw", "load_edp_kw", "load_edp_after_loss_kw"):
            old, new = node.figure(name), open_[key].figure(name)
            assert new.low <= old.low * (1 + TOLERANCE), (key, name)
            assert old.high <= new.high * (1 + TOLERANCE), (key, name)


def test_a_ups_that_catches_several_carries_all_with_their_losses() -> None:
    base = hall()
    power = [
        node.evolve(parents=(*node.parents, "sC")) if node.id in ("A", "B") else node
        for node in base.power
    ]
    report = evaluate(base.evolve(power=tuple(power)), CATALOG)
    (catcher,) = [one for one in report.power.upstream if one.id == "sC"]
    most = catcher.figure("load_after_loss_kw")
    assert catcher.takes_over
    assert most.low >= 9 * 132.0
    (feeding,) = [one for one in report.power.upstream if one.id == "tC"]
    assert feeding.figure("load_after_loss_kw").low > most.low


def test_the_one_line_says_it_too() -> None:
    report = evaluate(hall(), CATALOG)
    said = said_of(hall().power, report.power, None)
    load = nodes(report)["u"].figure("load_kw")
    assert said["u"].value.startswith(words(load).replace(" kW", ""))


def test_by_n_a_node_is_judged_by_what_it_gives_with_nothing_lost() -> None:
    base = hall("N")
    small = tuple(
        node.evolve(capacity_kva=560.0) if node.kind == "transformer" else node
        for node in base.power
    )
    known = nodes(evaluate(base.evolve(power=small), CATALOG))
    # A third of 1,188 kW and its losses are within 532 kW; after the loss of a feed they are not.
    assert known["tA"].state in ("ok", "warning")
    assert known["tA"].figure("load_after_loss_kw").low > 532.0


@pytest.mark.parametrize("number", [2, 3, 4])
def test_what_stands_third_in_line_takes_over_as_the_second_does(number: int) -> None:
    """Its worst case named a feed alone, whose loss does not bring it a kilowatt."""
    plants = [PowerNode(id=f"S{at}", kind="ups", capacity_kw=2000.0) for at in range(number)]
    design = hall()
    power = (
        PowerNode(id="A", capacity_kw=1200.0, parents=tuple(one.id for one in plants)),
        PowerNode(id="B", capacity_kw=1200.0), PowerNode(id="C", capacity_kw=1200.0), *plants,
    )  # fmt: skip
    report = evaluate(design.evolve(power=power), CATALOG)
    known = nodes(report)
    first, others = known["S0"], [known[one.id] for one in plants[1:]]
    for one in others:
        assert one.figure("load_kw").high == 0
        assert report.power.worst_loss_in_words(one).startswith("what it stands by for, and ")
        after = one.figure("load_after_loss_kw")
        assert (after.low, after.high) == (
            first.figure("load_after_loss_kw").low, first.figure("load_after_loss_kw").high
        )  # fmt: skip
