"""Owning a design over years, against renting: figures as `calc` has them, and the rules."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.cost.writing import written
from designer.model.design import Design, PriceOverride, Rack, Site
from tests.helpers import engine_designs as parts

GUIDELINES = load_shipped().guidelines
CATALOG = Catalog(parts.PARTS, parts.BANDS, parts.DEFAULTS, guidelines=GUIDELINES)
PLANNING = Catalog(parts.PARTS, parts.BANDS, load_shipped().defaults, guidelines=GUIDELINES)
RULES = ("K02", "K03", "K05", "K06")
PRICE = 3_200_000
WHOLE = {
    "cost_years": 4, "other_opex_per_year": 100_000, "licences_per_gpu_year": 4_500,
    "gpu_life_years": 5, "cloud_per_gpu_hour": 3, "cloud_billed_share": 0.6, "utilisation": 0.6,
    "cloud_extras": True, "electricity_price": 0.1, "pue": 1.2,
}  # fmt: skip


def owned(catalog: Catalog = CATALOG, **site: object) -> Report:
    """Return the report of 72 GPUs of 3.2 million."""
    racks = (Rack(id="r", name="R", part="gb200-nvl72", x_mm=3_000, y_mm=3_000),)
    prices = (PriceOverride(id="gb200-nvl72", amount_cents=PRICE * 100),)
    design = Design(racks=racks, prices=prices, site=Site.model_validate(site))
    return evaluate(design, catalog)


NO_STORAGE = "K02:storage"
"""Told of each design here, which draws none while the cloud's price has it."""


def told(report: Report) -> set[str]:
    found = {check.key for check in report.checks if check.rule in RULES}
    assert (NO_STORAGE in found) == bool(
        report.ownership.rented and report.ownership.years_stated
        and ("storage", "no", "yes") in {
            (one.item, one.own, one.rented) for one in report.ownership.contents
        }
    )  # fmt: skip
    return found - {NO_STORAGE}


def message(report: Report, key: str) -> str:
    return next(check.message for check in report.checks if check.key == key)


def calc(running: float, **asked: object) -> dict[str, object]:
    known = {
        "gpus": 72, "capex": PRICE, "opex_per_year": running, "years": 4, "cloud_per_gpu_hour": 3,
        "utilisation": 0.6,
    }  # fmt: skip
    return calculate("buy-or-rent", {k: str(v) for k, v in (known | asked).items()}).results


@pytest.mark.parametrize("residual", [None, 0.25])
def test_figures_are_those_of_the_calculation(residual: float | None) -> None:
    """As `calc buy-or-rent` has them of the same capital, running cost, hours and resale."""
    report = owned(**WHOLE, residual_share=residual)
    cost = report.cost
    (energy,) = (one for one in report.ownership.each_year if one.name == "Energy")
    spent, bounds = energy.figure("amount"), cost.figure("opex_per_year")
    assert (spent.low, spent.high) == pytest.approx((bounds.low, bounds.high))
    running = spent.likely + 100_000 + 72 * 4_500
    found = calc(running, residual=residual or 0.0)
    assert cost.figure("tco").likely == pytest.approx(found["own_total"])
    assert cost.figure("cloud_total").likely == pytest.approx(found["cloud_total"])
    assert cost.figure("gpu_hour").likely == pytest.approx(found["gpu_hour"])
    payback = found["payback_years"]
    assert isinstance(payback, float)
    assert cost.figure("break_even_months").likely == pytest.approx(12 * payback)


def test_a_refresh_buys_the_nodes_anew() -> None:
    once, twice = owned(**WHOLE).cost, owned(**WHOLE, refresh_years=2).cost
    assert twice.figure("tco").likely - once.figure("tco").likely == pytest.approx(PRICE)
    assert owned(**WHOLE, refresh_years=4).cost.tco == pytest.approx(once.tco)


@pytest.mark.parametrize(("sold", "every", "times"), [(0.0, 4, 1), (0.25, 4, 1), (0.0, 3, 2)])
@pytest.mark.parametrize("hall", ["rented", "built"])
def test_what_is_written_off_is_all_that_owning_costs_beside_running(
    sold: float, every: int, times: int, hall: str
) -> None:
    """8 years with nodes of 3.2 million bought anew after 4: (TCO − 8 · running) / 8."""
    asked = WHOLE | {
        "cost_years": 8, "hall": hall, "building_per_mw": 1e7, "residual_share": sold,
    }  # fmt: skip
    found = owned(PLANNING, **asked, refresh_years=every).ownership
    left = found.figure("tco").likely - 8 * found.figure("running").likely
    assert found.figure("depreciation").likely == pytest.approx(left / 8)
    once = owned(PLANNING, **asked).ownership.figure("depreciation")
    lost = PRICE * (1 - sold) * times
    assert found.figure("depreciation").likely - once.likely == pytest.approx(lost / 8)


def test_nodes_bought_anew_count_in_what_owning_is_worth_and_saves() -> None:
    """Undiscounted, what owning is worth more is what renting costs more."""
    for asked in ({}, {"residual_share": 0.25}):
        report = owned(**WHOLE | asked, refresh_years=1)
        (rented,) = (one for one in report.ownership.rented if one.term == "on demand")
        more = rented.figure("total").likely - report.ownership.figure("tco").likely
        assert rented.figure("present_value").likely == pytest.approx(more)
    later = owned(**WHOLE, refresh_years=1, discount_rate=0.1).ownership.rented[0]
    once = owned(**WHOLE, discount_rate=0.1).ownership.rented[0]
    paid = PRICE * sum(1.1**-year for year in (1, 2, 3))
    gap = once.figure("present_value").likely - later.figure("present_value").likely
    assert gap == pytest.approx(paid)
    first = owned(**WHOLE).cost.figure("break_even_months").likely
    every = first / 12 * 0.6
    anew = owned(**WHOLE, refresh_years=every).cost.figure("break_even_months").likely
    assert anew > first


def test_what_nobody_states_and_no_default_plans_leaves_owning_without_an_upper_end() -> None:
    cost, whole = owned(**WHOLE | {"other_opex_per_year": None}).cost, owned(**WHOLE).cost
    assert cost.figure("tco").high == inf
    assert PRICE < cost.figure("tco").low < whole.figure("tco").low
    hours = owned(**WHOLE | {"cloud_billed_share": None}).cost.figure("cloud_total")
    assert (hours.low, hours.high) == pytest.approx((72 * 8760 * 4 * 3 * 0.6, 72 * 8760 * 4 * 3))


def test_licences_that_nobody_states_are_in_no_sum_and_said_to_be() -> None:
    without = owned(**WHOLE | {"licences_per_gpu_year": None})
    none = owned(**WHOLE | {"licences_per_gpu_year": 0})
    assert without.cost.figure("tco").low == none.cost.figure("tco").low
    assert "licences" in without.ownership.not_counted
    assert "licences" not in none.ownership.not_counted


def test_cost_and_ownership_say_the_same_of_owning_and_renting() -> None:
    report = owned(**WHOLE, residual_share=0.25, refresh_years=3, discount_rate=0.05)
    on_demand = report.ownership.term("on demand")
    assert on_demand is not None
    told, owned_ = report.cost.figure("tco"), report.ownership.figure("tco")
    assert (told.low, told.value, told.high) == (owned_.low, owned_.value, owned_.high)
    assert report.cost.cloud_total == on_demand.total
    assert report.cost.gpu_hour == report.ownership.gpu_hour
    assert report.cost.break_even_months == on_demand.break_even_months


def test_renting_that_costs_less_than_running_never_saves_the_capital() -> None:
    cost = owned(**WHOLE | {"cloud_per_gpu_hour": 0.01}).cost
    assert cost.bound("break_even_months") is None
    assert cost.break_even_months is None


def test_a_site_that_states_no_years_is_asked_by_no_rule() -> None:
    report = owned()
    assert told(report) == set()
    assert not report.ownership.years_stated
    assert report.cost.figure("tco").low >= PRICE
    rows = dict(fact for section in written(owned(**WHOLE)) for fact in section.facts)
    assert "USD" in rows["Owning, an hour of a GPU"]
    assert "months" in rows["Capital is saved after"]


def test_a_comparison_with_the_same_in_both_fires_nothing() -> None:
    assert told(owned(**WHOLE)) == set()


@pytest.mark.parametrize(
    ("changed", "keys"),
    [
        ({"other_opex_per_year": None}, {"K02:own"}),
        ({"cloud_extras": False}, {"K02:cloud"}),
        ({"cloud_extras": None}, {"K02:open:cloud"}),
        ({"cloud_billed_share": 1.0}, {"K03:hours"}),
        ({"cloud_billed_share": 0.605}, set()),
        ({"cloud_billed_share": None}, {"K03:open:hours"}),
        ({"gpu_life_years": 3}, {"K05:life"}),
        ({"gpu_life_years": 3, "residual_share": 0.3}, set()),
        ({"gpu_life_years": 3, "refresh_years": 3}, set()),
        ({"gpu_life_years": 2, "refresh_years": 3}, {"K05:life"}),
        ({"gpu_life_years": None}, {"K05:open:life"}),
        ({"gpu_life_years": None, "cost_years": 2}, set()),
        ({"gpu_life_years": None, "cost_years": 7}, {"K05:life"}),
        ({"licences_per_gpu_year": None}, {"K06:licences"}),
        ({"licences_per_gpu_year": 0}, set()),
        ({"cloud_per_gpu_hour": None, "cloud_extras": None, "cloud_billed_share": None,
          "other_opex_per_year": None}, set()),
    ],
)  # fmt: skip
def test_each_rule_fires_by_what_it_asks_for(changed: dict[str, object], keys: set[str]) -> None:
    assert told(owned(**WHOLE | changed)) == keys


def test_planning_ranges_stand_in_for_staff_and_place_and_it_is_said() -> None:
    assert told(owned(PLANNING, **WHOLE | {"other_opex_per_year": None})) == {"K02:planned"}
    euros = {"currency": "EUR", "electricity_price": 0.1}
    said = told(owned(PLANNING, **WHOLE | {"other_opex_per_year": None} | euros))
    assert "K02:own" in said


ADDED = {
    "installation_share": 0.05, "delivery_share": 0.02, "spares_share": 0.03,
    "software_at_first": 40_000, "land_and_design": 60_000,
}  # fmt: skip


def test_what_is_paid_at_first_beside_the_hardware_is_counted_once_stated() -> None:
    """10 % of 3.2 million and 100,000 more; not resold, and no support is paid of it."""
    bare, whole = owned(**WHOLE).ownership, owned(**WHOLE | ADDED).ownership
    more = PRICE * 0.10 + 100_000
    assert whole.figure("capital").likely - bare.figure("capital").likely == pytest.approx(more)
    assert whole.figure("tco").low - bare.figure("tco").low == pytest.approx(more)
    sold = owned(**WHOLE | ADDED, residual_share=0.5).ownership
    assert whole.figure("tco").low - sold.figure("tco").low == pytest.approx(PRICE / 2)
    amounts = {one.name: one.amount for one in whole.bought}
    assert amounts["Installation and acceptance"] == pytest.approx(160_000)
    assert amounts["Land, design and permits"] == 60_000
    assert set(bare.not_counted) - set(whole.not_counted) == {
        "installation and acceptance", "freight, taxes and insurance of delivery",
        "stock of spares", "software and data", "land, design and permits",
    }  # fmt: skip


OPTIONAL = tuple(
    name for name, field in Site.model_fields.items()
    if field.default is None and field.annotation in (float | None, int | None)
)  # fmt: skip
YEARLY_IN_ONE_SUM = "other_opex_per_year"
"""Stands in place of hall, support and staff, which are planned where it is not stated."""


def test_what_makes_owning_dearer_once_stated_is_planned_for_or_listed() -> None:
    """Whatever the site states of costs: hiding it never lowers the upper end unsaid.

    The least of each is stated: of what is planned for that is no more than the range.
    """
    assert "demand_charge_per_kw_month" in OPTIONAL
    bare = {"cost_years": 4, "utilisation": 0.6}
    dearer = set()
    for hall in ("rented", "built", "stands"):
        hidden = owned(PLANNING, **bare, hall=hall).ownership
        assert hidden.figure("tco").high < inf
        for name in OPTIONAL:
            least = 1 if name == "refresh_years" or Site.model_fields[name].annotation == (
                int | None
            ) else 1e-3  # fmt: skip
            if name in ("cost_years", YEARLY_IN_ONE_SUM):
                continue
            stated = owned(PLANNING, **bare | {name: least}, hall=hall).ownership
            if stated.figure("tco").high > hidden.figure("tco").high:
                dearer.add(name)
                assert name in hidden.left_to, (hall, name)
                assert name not in stated.left_to
    assert {
        "licences_per_gpu_year", "demand_charge_per_kw_month", "insurance_share", "refresh_years",
        "installation_share", "delivery_share", "spares_share", "software_at_first",
        "land_and_design",
    } == dearer  # fmt: skip


def test_insurance_is_paid_each_year_of_the_hardware() -> None:
    bare = owned(**WHOLE).ownership.figure("running")
    whole = owned(**WHOLE, insurance_share=0.004).ownership.figure("running")
    assert whole.low - bare.low == pytest.approx(0.004 * PRICE)


def test_messages_say_what_is_compared() -> None:
    said = owned(**WHOLE | {"cloud_billed_share": 1.0, "licences_per_gpu_year": None,
                            "gpu_life_years": 3})  # fmt: skip
    assert "bills 100% of the hours, and the own cluster works in 60%" in message(said, "K03:hours")
    assert "licences of 72 GPUs are in no cost" in message(said, "K06:licences")
    assert message(said, "K05:life").startswith("cost over 4 years without refresh or resale")


def test_gpus_that_nobody_counted_leave_the_hour_open() -> None:
    uncounted = parts.NVL72.evolve(gpus=None)
    cost = owned(CATALOG.overlay([uncounted]), **WHOLE).cost
    assert cost.bound("gpu_hour") is None
    assert cost.figure("cloud_total").high == inf
