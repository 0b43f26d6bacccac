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
SETS = ("gen", "gen2")
APART = tuple(
    one
    for side in "ABC"
    for one in (
        node(f"ups{side}", "ups", "grid", "gen"), feed(side, parents=(f"ups{side}",)),
    )
)  # fmt: skip
SHARED = (node("ups", "ups", "grid", "gen"), *(feed(side, parents=("ups",)) for side in "ABC"))


def on(sets: tuple[str, ...], *grids: str, kw: float = 1e6) -> tuple[PowerNode, ...]:
    """Return UPS apart from each other on mains and on sets that back each other."""
    above = (*grids, *sets)
    return (
        *(one.evolve(parents=above) if one.kind == "ups" else one for one in APART),
        *(node(key, "utility") for key in grids),
        *(node(key, "generator").evolve(capacity_kw=kw) for key in sets),
    )


def said(rule: str, power: tuple[PowerNode, ...], **site: object) -> dict[str, str]:
    where = Site.model_validate({"building_air_kw": 100.0, **site})
    design = design_of(*nodes(4), *pdus("ABC"), power=power, site=where)
    report = evaluate(design, CATALOG)
    return {check.key: check.message for check in report.checks if check.rule == rule}


@pytest.mark.parametrize("rating", ["2", "3"])
def test_a_rating_is_met_where_any_one_thing_may_be_lost(rating: str) -> None:
    assert said("R01", on(SETS, "grid"), rating=rating) == {}


@pytest.mark.parametrize("grids", [("grid",), ("grid", "grid2")])
@pytest.mark.parametrize(
    ("sets", "kw", "lost"),
    [
        ((), 1e6, "no generating set"),
        (("gen",), 1e6, "generator gen"),
        (SETS, 1.0, "generator gen carries too much"),
    ],
)
def test_rated_3_runs_on_sets_of_which_one_is_taken_out(
    grids: tuple[str, ...], sets: tuple[str, ...], kw: float, lost: str
) -> None:
    """Uptime Institute: the loss of the utility is no failure but a condition to be expected."""
    (found,) = said("R01", on(sets, *grids, kw=kw), rating="3").values()
    assert found.endswith(f"with all mains lost: {lost}")
    assert said("R01", on(SETS, *grids), rating="3") == {}
    assert said("R01", on((), "grid", "grid2"), rating="2") == {}


def test_a_small_second_set_backs_no_first() -> None:
    power = [one.evolve(capacity_kw=1.0) if one.id == "gen2" else one for one in on(SETS, "grid")]
    (found,) = said("R01", tuple(power), rating="3").values()
    assert found.endswith("with all mains lost: generator gen")
    hidden = [one.evolve(capacity_kw=None) if one.id == "gen2" else one for one in power]
    assert list(said("R01", tuple(hidden), rating="3")) == ["R01:open:3"]


def test_modules_of_one_record_back_each_other_by_rated_3_alone() -> None:
    def of(modules: int, kw: float, rating: str) -> dict[str, str]:
        power = on(("gen",), "grid", kw=kw)
        fields = {"gen": {"modules": modules}, **{f"ups{x}": {"efficiency": 1.0} for x in "ABC"}}
        made = tuple(one.evolve(**fields.get(one.id, {})) for one in power)
        return said("R01", made, rating=rating)

    # 40.8 kW and what is lost on the way: two of three of 27 kW carry it, one of 40 does not.
    assert of(3, 80.0, "3") == {}
    assert of(2, 80.0, "3")["R01:3"].endswith("with all mains lost: generator gen")
    assert of(3, 80.0, "4")["R01:4"].endswith("with all mains lost: generator gen")


def test_a_board_between_sets_and_ups_is_single_without_mains() -> None:
    """With mains it carries nothing, so that no single loss finds it."""
    power = [
        *(one.evolve(parents=("grid", "board")) if one.kind == "ups" else one for one in APART),
        node("grid", "utility"), node("board", "switchboard", *SETS),
        *(node(key, "generator") for key in SETS),
    ]  # fmt: skip
    (found,) = said("R01", tuple(power), rating="3").values()
    assert found.endswith("with all mains lost: switchboard board")


def test_what_supplies_a_ups_that_nobody_draws_leaves_a_rating_open() -> None:
    bare = tuple(one.evolve(parents=()) if one.kind == "ups" else one for one in APART)
    assert list(said("R01", bare, rating="3")) == ["R01:open:3"]


@pytest.mark.parametrize("building", [None, 1.0])
def test_a_rating_is_not_met_where_no_unit_takes_the_heat(building: float | None) -> None:
    """Taking the last single unit away meets no rating."""
    (found,) = said("R01", on(SETS, "grid"), rating="3", building_air_kw=building).values()
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


def test_growth_asks_for_coolant_and_air_as_well() -> None:
    """Flow and air were left out: units with heat to spare that move no more passed."""
    shipped = load_shipped()
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, shipped)

    def keys(growth: float, part: str, **cooling: float) -> set[str]:
        old = shipped.require(part)
        assert old.cooling is not None
        parts = [old.evolve(cooling=old.cooling.evolve(**cooling))]
        grown = design.evolve(site=design.site.evolve(growth_pct=growth))
        found = evaluate(grown, shipped.overlay(parts)).checks
        return {one.key for one in found if one.rule == "R06"}

    assert not {key for key in keys(0, "cdu-row") if ":cdu" in key or ":air" in key}
    enough = {"capacity_kw": 9e4}
    assert "R06:cdu-flow:" in keys(60, "cdu-row", **enough)
    assert "R06:cdu:" not in keys(60, "cdu-row", **enough)
    assert "R06:airflow" in keys(500, "crah", **enough)
    assert "R06:cdu-flow:" not in keys(60, "cdu-row", **enough, flow_lpm=9e4)


def test_growth_is_asked_where_no_loss_is_to_be_survived() -> None:
    power = (feed("A", 25), feed("B", 25))
    design = design_of(*nodes(4), *pdus("AB"), power=power)
    site = design.site.evolve(feed_policy="N", growth_pct=50)
    found = evaluate(design.evolve(site=site), CATALOG).checks
    said_of = {one.key: one.message for one in found if one.rule == "R06"}
    assert set(said_of) == {"R06:A", "R06:B"}
    assert said_of["R06:A"].startswith("feed A: 20.4 kW and 50 % more are 30.6 kW")


def test_growth_counts_what_is_lost_upstream() -> None:
    """20.4 kW behind a UPS of 90 % are 22.7 of the mains: 27 kW do not carry a fifth more."""
    power = (
        feed("A", 99, parents=("u",)), PowerNode(id="m", kind="utility", capacity_kw=27.0),
        PowerNode(id="u", kind="ups", parents=("m",), capacity_kw=20.4, efficiency=0.9),
    )  # fmt: skip
    power = (power[0].evolve(efficiency=1.0), *power[1:])
    design = design_of(*nodes(2), *pdus("A"), power=power)
    site = design.site.evolve(feed_policy="N", growth_pct=20)
    found = evaluate(design.evolve(site=site), CATALOG).checks
    assert {"R06:m"} <= {one.key.replace("open:", "") for one in found if one.rule == "R06"}
