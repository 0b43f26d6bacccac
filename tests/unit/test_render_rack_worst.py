"""The worst single loss of a rack, what it leaves on the way to the source, what still fits."""

from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.model.design import Design, PowerNode, Site
from designer.render.rack_worst import (
    NOT_BEFORE,
    WorstOfRack,
    room_left,
    worst_inside,
    worst_of_rack,
)
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus


def hall(held: str = "ABC", count: int = 4, power: tuple[PowerNode, ...] = ()) -> Design:
    feeds = power or tuple(feed(key, 100) for key in "ABC")
    return design_of(*nodes(count), *pdus(held), power=feeds, site=Site())


def worst(design: Design) -> WorstOfRack | None:
    report = evaluate(design, CATALOG)
    return worst_of_rack(report, design.power, report.racks[0])


def said(found: WorstOfRack | None) -> list[str]:
    assert found is not None
    return [" ".join((one.said.title, one.said.value, one.full)).strip() for one in found.way]


def test_of_two_feeds_the_one_left_carries_all() -> None:
    """By hand: one node of 10.2 kW is 5.1 kW on each feed, 10.2 kW on one, of 34.5 · 0.95 kW."""
    found = worst(hall("AB", 1))
    assert found is not None
    assert (found.loss.id, found.fate and found.fate.state) == ("A", "short")
    assert said(found) == [
        "rack PDUs on feed B 5.1 → 10.2 of 32.8 kW 31%",
        "B 5 → 10 of 100 kW 10%",
    ]


def test_a_rack_pdu_that_is_overloaded_then_says_so() -> None:
    found = worst(hall("AB"))
    assert said(found)[0] == "rack PDUs on feed B 20.4 → 40.8 of 32.8 kW 124%"
    assert found is not None
    assert found.way[0].said.state == "error"


def test_of_three_feeds_each_is_after_the_loss_that_is_worst_for_it() -> None:
    """By hand: 40.8 kW are 13.6 kW on each of three feeds and 20.4 kW on two."""
    found = worst(hall())
    assert said(found)[:2] == [
        "rack PDUs on feed B, after the worst loss 13.6 / 20.4 of 32.8 kW 62%",
        "rack PDUs on feed C, after the worst loss 13.6 / 20.4 of 32.8 kW 62%",
    ]


def test_a_loss_that_takes_two_feeds_leaves_what_the_report_has_not() -> None:
    grid = PowerNode(id="grid", name="Grid", kind="utility", capacity_kw=500)
    feeds = (feed("A", 100, parents=("grid",)), feed("B", 100, parents=("grid",)), feed("C", 100))
    found = worst(hall(power=(*feeds, grid)))
    assert found is not None
    assert found.loss.id == "grid"
    assert (found.way[0].said.value, found.way[0].said.state) == (NOT_BEFORE, "unknown")
    assert said(found)[1] == "C 14 → 41 of 100 kW 41%"


def test_a_way_goes_up_to_the_source() -> None:
    feeds = (
        feed("A", 100, parents=("u1",)), feed("B", 100, parents=("u2",)),
        PowerNode(id="u1", kind="ups", capacity_kw=50),
        PowerNode(id="u2", kind="ups", capacity_kw=50, parents=("grid",)),
        PowerNode(id="grid", kind="utility"),
    )  # fmt: skip
    found = worst(hall("AB", 1, feeds))
    assert found is not None
    assert found.loss.id == "A"
    assert [one.said.title for one in found.way[1:]] == ["B", "u2", "grid"]
    assert found.way[-1].full == "", "what is not rated has no share"


def test_the_gravest_loss_comes_first_then_that_after_which_most_is_used() -> None:
    """The feed of 11 kW is nearly full once A is lost; a loss of B leaves A a tenth full."""
    feeds = (feed("A", 100), feed("B", 11), feed("C", 100))
    found = worst(hall("AB", 1, feeds))
    assert found is not None
    assert found.loss.id == "A"
    turned = worst(hall("AB", 1, (feed("A", 11), feed("B", 100), feed("C", 100))))
    assert turned is not None
    assert turned.loss.id == "B"


def test_a_rack_on_one_feed_goes_dark_with_it() -> None:
    found = worst(hall("A"))
    assert found is not None
    assert (found.fate and found.fate.state, found.way) == ("dark", ())
    assert worst(design_of(*nodes(1), *pdus("AB"), power=(), site=Site())) is None


def test_a_loss_inside_that_does_harm_is_told() -> None:
    report = evaluate(hall("AB"), CATALOG)
    inside = worst_inside(report.racks[0])
    assert inside is not None
    assert inside.name == "rack PDU on feed A"
    assert worst_inside(evaluate(hall(), CATALOG).racks[0]) is None


def of_limits(binding: str, open_: tuple[str, ...] = (), **used: float | None) -> RackReport:
    limits = tuple(
        Limit.model_validate({
            "name": name, "label": name.title(), "unit": "kW", "used": most, "limit": 10.0,
            "bounds": ({"name": "used", "low": 4.0, "gaps": ("x",)},) if most is None else (),
        })
        for name, most in used.items()
    )  # fmt: skip
    return RackReport(id="r", limits=limits, binding_constraint=binding, binding_open=open_)


def test_what_still_fits_is_up_to_the_limit_that_binds() -> None:
    assert room_left(of_limits("cooling", cooling=8.9, mass=3.0)) == "1.1 kW, then Cooling is full"
    assert room_left(of_limits("cooling", cooling=12.0)) == "nothing: Cooling is full"
    assert room_left(of_limits("", ("cooling", "mass"), cooling=8.0, mass=None)) == (
        "cannot be said: Cooling or Mass may bind"
    )
    assert room_left(of_limits("", ("cooling", "mass"), cooling=10.0, mass=None)) == (
        "nothing: Cooling is full"
    )
    assert room_left(of_limits("")) == ""
