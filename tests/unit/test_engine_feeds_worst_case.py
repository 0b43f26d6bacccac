"""The worst case of what stands upstream: what is lost then, what is left, what is taken over."""

import pytest

from designer.engine.evaluate import evaluate
from designer.model.design import PowerNode, Site
from tests.unit.test_engine_feeds import (
    CATALOG,
    design_of,
    device,
    feed,
    message,
    nodes,
    pdus,
    upstream,
)


def test_the_worst_case_of_what_stands_by_is_told_as_a_take_over() -> None:
    """804 kW of a generator stood at the loss of a feed that leaves it alone."""
    power = (
        feed("A", 100, parents=("board",)), feed("B", 100), feed("C", 100),
        PowerNode(id="board", kind="switchboard", parents=("grid", "gen"), capacity_kw=100),
        PowerNode(id="grid", kind="utility", capacity_kw=100),
        PowerNode(id="gen", kind="generator", capacity_kw=15),
    )  # fmt: skip
    power = tuple(node.evolve(efficiency=1.0) for node in power)
    report = evaluate(design_of(*nodes(4), *pdus("ABC"), power=power), CATALOG)
    gen = next(one for one in report.power.upstream if one.id == "gen")
    assert (gen.load_after_loss_kw, gen.worst_loss) == (pytest.approx(20.4), "B")
    assert gen.takes_over
    assert report.power.worst_loss_in_words(gen) == "what it stands by for, and B"
    assert message(report, "P14:gen").startswith(
        "Generator gen would carry 20.4 kW of its 15.0 kW when it takes over what it stands by for "
        "and feed B is lost"
    )
    twice = evaluate(
        design_of(*nodes(4), *pdus("ABC"), power=power, site=Site(feed_policy="2N")), CATALOG
    )
    gen = next(one for one in twice.power.upstream if one.id == "gen")
    assert (gen.worst_left, gen.takes_over) == ("A", True)
    assert "when it takes over what it stands by for and the system of feed A is left alone" in (
        message(twice, "P14:gen")
    )


def test_what_no_loss_adds_to_has_no_worst_loss() -> None:
    """A board on which all feeds hang was said to carry the same without one, by rounding."""
    report = evaluate(design_of(*nodes(4), *pdus("AB"), power=upstream()), CATALOG)
    grid, gen = (next(o for o in report.power.upstream if o.id == key) for key in ("grid", "gen"))
    assert (grid.worst_loss, grid.worst_left, grid.takes_over) == ("", "", False)
    assert report.power.worst_loss_in_words(grid) == ""
    assert (gen.worst_loss, gen.takes_over) == ("", True)
    assert report.power.worst_loss_in_words(gen) == "what it stands by for"


def test_an_only_feed_whose_load_is_open_has_no_worst_case() -> None:
    """No loss leaves it, and nothing of it was computed."""
    design = design_of(*nodes(2, "uncounted"), *pdus("A"), device("x", "no-power"))
    report = evaluate(design.evolve(power=(feed("A", 2),)), CATALOG)
    assert not report.lost("room-power")
    (only,) = report.power.feeds
    assert not only.figure("load_kw").exact
    assert (only.worst_loss, only.worst_left, only.takes_over) == ("", "", False)
