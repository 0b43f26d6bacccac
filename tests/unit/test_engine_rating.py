"""What a site states of itself: its rating (R01) and its growth (R06)."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import PowerNode, Site
from designer.planning.templates import build
from tests.unit.test_engine_feeds import CATALOG as PARTS
from tests.unit.test_engine_feeds import design_of, feed, nodes, pdus

CATALOG = Catalog(PARTS.parts, PARTS.bands, load_shipped().defaults)
"""With what is planned to be lost upstream of the racks."""


def node(key: str, kind: str, *parents: str) -> PowerNode:
    return PowerNode(id=key, name=key, kind=kind, parents=parents, capacity_kw=1e6)


GRID = (node("grid", "utility"), node("gen", "generator"))
APART = tuple(
    one
    for side in "ABC"
    for one in (
        node(f"ups{side}", "ups", "grid", "gen"), feed(side, parents=(f"ups{side}",)),
    )
)  # fmt: skip
SHARED = (node("ups", "ups", "grid", "gen"), *(feed(side, parents=("ups",)) for side in "ABC"))


def said(rule: str, power: tuple[PowerNode, ...], **site: object) -> dict[str, str]:
    where = Site.model_validate({"building_air_kw": 100.0, **site})
    design = design_of(*nodes(4), *pdus("ABC"), power=power, site=where)
    report = evaluate(design, CATALOG)
    return {check.key: check.message for check in report.checks if check.rule == rule}


@pytest.mark.parametrize("rating", ["2", "3"])
def test_a_rating_is_met_where_any_one_thing_may_be_lost(rating: str) -> None:
    assert said("R01", (*APART, *GRID), rating=rating) == {}


@pytest.mark.parametrize("building", [None, 1.0])
def test_a_rating_is_not_met_where_no_unit_takes_the_heat(building: float | None) -> None:
    """Taking the last single unit away meets no rating."""
    (found,) = said("R01", (*APART, *GRID), rating="3", building_air_kw=building).values()
    assert found.endswith("single: air unit (none stands)")


@pytest.mark.parametrize(("rating", "key"), [("2", "R01:2"), ("3", "R01:3"), ("4", "R01:4")])
def test_a_ups_that_all_feeds_need_is_single(rating: str, key: str) -> None:
    found = said("R01", (*SHARED, *GRID), rating=rating)
    assert list(found) == [key]
    assert "ups" in found[key]


def test_a_switchboard_is_a_path_and_no_component() -> None:
    """Rated-2 lets a path be single, Rated-3 does not."""
    one = node("board", "switchboard", "grid", "gen")
    above = tuple(part.evolve(parents=("board",)) if part.kind == "ups" else part for part in APART)
    assert said("R01", (*above, one, *GRID), rating="2") == {}
    assert list(said("R01", (*above, one, *GRID), rating="3")) == ["R01:3"]


def test_rated_4_asks_for_independent_systems() -> None:
    found = said("R01", (*APART, *GRID), rating="4")
    assert "feed policy N+1" in found["R01:4"]


def test_feeds_of_which_nothing_upstream_is_drawn_leave_a_rating_open() -> None:
    found = said("R01", (feed("A"), feed("B"), feed("C")), rating="3")
    assert list(found) == ["R01:open:3"]
    assert "supply upstream of feed A" in found["R01:open:3"]


def test_a_site_that_states_no_rating_is_not_asked() -> None:
    assert said("R01", (*SHARED, *GRID)) == {}
    assert said("R01", (*SHARED, *GRID), rating="1") == {}


def test_growth_that_a_feed_does_not_carry_is_told() -> None:
    """40.8 kW on three feeds: 20.4 kW after a loss; 25 kW carry a fifth more, and not a half."""
    power = (feed("A", 25), feed("B", 25), feed("C", 25))
    assert said("R06", power, growth_pct=20) == {}
    found = said("R06", power, growth_pct=50)
    assert set(found) == {"R06:A", "R06:B", "R06:C"}
    assert "20.4 kW after a loss and 50 % more are 30.6 kW, and it carries 25" in found["R06:A"]
    assert said("R06", power) == {}


def test_a_feed_of_no_stated_capacity_leaves_growth_open() -> None:
    power = (feed("A", None), feed("B", 99), feed("C", 99))
    assert list(said("R06", power, growth_pct=20)) == ["R06:open:A"]


def test_growth_that_cooling_units_do_not_take_is_told() -> None:
    shipped = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, shipped)

    def keys(growth: float) -> set[str]:
        grown = design.evolve(site=design.site.evolve(growth_pct=growth))
        return {one.key for one in evaluate(grown, shipped).checks if one.rule == "R06"}

    assert not any(key.startswith(("R06:cdu", "R06:air")) for key in keys(0))
    assert {"R06:air"} <= keys(900)
