"""Which rating of a generating set counts: of standby, or prime (ISO 8528-1)."""

import pytest

from designer.catalog.figures import GeneratorFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.feeds.part_ratings import nameplate_of
from designer.model.design import Design, PowerNode, Rack, Site
from designer.render.one_line_words import said_of

SHIPPED = load_shipped()
SET = SHIPPED.require("generator-cummins-dqkan")
ROOM_KW = 10 * 132.0


def report_of(
    made: GeneratorFigures, *, mains: bool = True, kw: float | None = None, modules: int = 1
) -> Report:
    """Return ten racks of 132 kW on a feed of the mains and of a set, or of the set alone."""
    power = [
        PowerNode(id="A", capacity_kw=2000.0, parents=("u", "g") if mains else ("g",)),
        PowerNode(id="g", kind="generator", part=SET.id, capacity_kw=kw, modules=modules),
    ]
    if mains:
        power.append(PowerNode(id="u", kind="utility", capacity_kw=2000.0))
    racks = tuple(
        Rack(id=f"R{at}", name=f"R{at}", part="gb200-nvl72", x_mm=3000 + 800 * at, y_mm=3000,
             feeds=("A",))
        for at in range(10)
    )  # fmt: skip
    design = Design(site=Site(feed_policy="N"), power=tuple(power), racks=racks)
    return evaluate(design, SHIPPED.overlay([SET.evolve(generator=made)]))


def said(report: Report, rule: str) -> dict[str, str]:
    return {check.key: check.message for check in report.checks if check.rule == rule}


def capacity(report: Report) -> tuple[float, float]:
    (found,) = [one for one in report.power.upstream if one.id == "g"]
    figure = found.figure("capacity_kw")
    return figure.low, figure.high


STANDBY = GeneratorFigures(standby_kw=2500.0)
BOTH = GeneratorFigures(standby_kw=2500.0, prime_kw=1800.0)
PRIME = GeneratorFigures(prime_kw=1800.0)
NONE = GeneratorFigures()
INF = float("inf")


@pytest.mark.parametrize(
    ("made", "outage", "always"),
    [(STANDBY, (2500, 2500), (0, 2500)), (BOTH, (2500, 2500), (1800, 1800)),
     (PRIME, (1800, INF), (1800, 1800)), (NONE, (0, INF), (0, INF))],
)  # fmt: skip
def test_a_set_is_rated_by_what_it_is_for(
    made: GeneratorFigures, outage: tuple[float, float], always: tuple[float, float]
) -> None:
    """Sets of the catalogue state a standby rating: without it the one-line knew no rating."""
    assert capacity(report_of(made)) == outage
    assert capacity(report_of(made, mains=False)) == always
    assert capacity(report_of(made, modules=2)) == (2 * outage[0], 2 * outage[1])


def test_a_standby_rating_is_none_for_running_without_mains() -> None:
    assert not said(report_of(STANDBY), "P14")
    (message,) = said(report_of(STANDBY, mains=False), "P14").values()
    assert message.startswith("whether generator g carries its load cannot be said")
    assert "prime" in message


def test_a_capacity_above_the_rating_is_an_error_and_open_where_it_is_hidden() -> None:
    above = said(report_of(STANDBY, kw=2600.0), "P14")
    assert above == {
        "P14:rating:g": "Generator g is said to carry 2,600.0 kW, and its part is rated for "
        "2,500.0 kW (its standby rating, for outages of the mains)"
    }
    assert not said(report_of(STANDBY, kw=2500.0), "P14")
    for hidden in (NONE, PRIME):
        assert set(said(report_of(hidden, kw=2600.0), "P14")) == {"P14:open:rating:g"}


def test_the_one_line_names_the_rating() -> None:
    report = report_of(STANDBY)
    (node,) = [one for one in report.power.upstream if one.id == "g"]
    assert node.rating == "standby"
    power = (PowerNode(id="g", kind="generator"),)
    assert said_of(power, report.power, None)["g"].value.endswith("of 2,500 kW standby")
    (stated,) = [one for one in report_of(STANDBY, kw=2400.0).power.upstream if one.id == "g"]
    assert stated.rating == ""


def test_a_set_is_loaded_by_its_standby_rating() -> None:
    """Ten racks are 1,320 kW: 1,320 of 1,600 are above 80 %."""
    assert not said(report_of(STANDBY), "P17")
    small = GeneratorFigures(standby_kw=1600.0)
    assert set(said(report_of(small), "P17")) == {"P17:high:g"}


def test_hiding_a_rating_leaves_p17_open() -> None:
    """P17 fell silent: P14 alone said that the rating is not known."""
    for hidden in (NONE, PRIME):
        assert set(said(report_of(hidden), "P17")) == {"P17:open:g"}
    assert not said(report_of(NONE, kw=2500.0), "P17")


@pytest.mark.parametrize("standby_kw", [400.0, None])
def test_the_kva_of_a_prime_set_are_no_more_than_its_kw_are_rated_at(
    standby_kw: float | None,
) -> None:
    """500 kVA of 400 kW: as prime 350 kW and 437.5 kVA, 306.25 kW at a power factor of 0.7."""
    made = GeneratorFigures(standby_kw=standby_kw, prime_kw=350.0, standby_kva=500.0)
    part = Part(id="gx", kind="generator", name="Set", generator=made)
    plate = nameplate_of(PowerNode(id="g", kind="generator", part="gx"), part, always=True)
    assert plate is not None
    carried = plate.carries(0.7)
    assert carried.low == pytest.approx(306.25)
    assert carried.high == pytest.approx(306.25 if standby_kw else 350.0)
