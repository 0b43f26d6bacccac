"""Owning against renting in the report: bounds, what is stated, what is not known, what decides."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import Ownership, Rented
from designer.engine.report import Report
from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT, Input, figure_of, swings_of
from designer.engine.subjects.ownership.writing import written
from designer.model.design import Design, Device, PriceOverride, Rack, Site
from designer.model.figures import Figure, estimate, exact, missing

RACK = Rack(id="r", name="R", part="rack-48u", x_mm=3_000, y_mm=3_000)


def report(
    catalog: Catalog | None = None, prices: tuple[PriceOverride, ...] = (), **site: object
) -> Report:
    """Return the report of a rack with one DGX H100."""
    devices = (Device(id="n", name="N", part="dgx-h100", rack="r", half_u=2),)
    site = {"currency": "USD"} | site
    design = Design(
        racks=(RACK,), devices=devices, prices=prices, site=Site.model_validate(site)
    )  # fmt: skip
    return evaluate(design, catalog or load_shipped())


def owned(**site: object) -> Ownership:
    return report(**site).ownership


def term(found: Ownership, name: str = "on demand") -> Rented:
    return next(one for one in found.rented if one.term == name)


def test_without_gpus_there_is_nothing_to_own() -> None:
    empty = evaluate(Design(racks=(RACK,)), load_shipped())
    assert not empty.ownership.is_computed
    assert not list(written(empty))


def test_planning_defaults_stand_in_as_estimates() -> None:
    found = owned()
    assert found.years == 4
    assert not found.years_stated
    total = found.figure("tco")
    assert total.estimated
    assert total.low < total.value < total.high < inf
    assert {one.name for one in found.each_year} == {
        "Energy", "Colocation, rent of the hall", "Support and spares", "Staff",
    }  # fmt: skip
    assert [one.term for one in found.rented] == ["on demand", "reserved", "spot"]


def test_what_the_site_states_is_exact() -> None:
    stated = owned(
        cost_years=3, other_opex_per_year=100_000, electricity_price=0.1, pue=1.25,
        cloud_per_gpu_hour=3, cloud_extras=True, residual_share=0.25, licences_per_gpu_year=1_000,
    )  # fmt: skip
    assert stated.years == 3
    assert stated.years_stated
    assert [one.name for one in stated.each_year] == [
        "Energy", "Licences", "Staff, place and support as stated",
    ]  # fmt: skip
    assert stated.each_year[1].amount == 8_000
    assert term(stated).figure("rate").exact
    assert term(stated).rate == 3
    assert term(stated).total == pytest.approx(8 * 8760 * 3 * 3)
    assert term(stated).source == "as the site states it"


def test_own_and_rented_agree_with_the_sums_of_cost() -> None:
    """The figures of ownership that the site states in full are those of `cost`."""
    whole = {
        "cost_years": 4, "other_opex_per_year": 100_000, "licences_per_gpu_year": 4_500,
        "cloud_per_gpu_hour": 3, "cloud_billed_share": 0.6, "utilisation": 0.6,
        "cloud_extras": True, "electricity_price": 0.1, "pue": 1.2,
    }  # fmt: skip
    prices = tuple(
        PriceOverride(id=part, amount_cents=cents) for part, cents in
        (("dgx-h100", 30_000_000), ("rack-48u", 200_000))
    )  # fmt: skip
    both = report(prices=prices, **whole)
    assert both.ownership.figure("tco").likely == pytest.approx(both.cost.figure("tco").likely)
    assert term(both.ownership).total == pytest.approx(both.cost.cloud_total)
    assert both.ownership.figure("gpu_hour").likely == pytest.approx(
        both.cost.figure("gpu_hour").likely
    )
    assert term(both.ownership).figure("break_even_months").likely == pytest.approx(
        both.cost.figure("break_even_months").likely
    )


def test_another_currency_takes_no_dollars() -> None:
    """No rate of exchange stands in a design: what is only known in dollars leaves it open."""
    found = owned(currency="EUR")
    assert found.figure("tco").high == inf
    assert found.tco is None
    assert not found.rented
    assert found.verdict.startswith("Nobody names a rate")


def test_without_a_price_owning_is_a_lower_bound() -> None:
    shipped = load_shipped()
    bare = [p.evolve(prices=()) if p.id == "rack-48u" else p for p in shipped.parts]
    catalog = Catalog(
        bare, shipped.bands, shipped.defaults, offers=shipped.offers, guidelines=shipped.guidelines
    )
    found = report(catalog).ownership
    assert found.figure("tco").high == inf
    assert found.tco is None
    assert found.figure("tco").low > 0
    assert term(found).break_even_months is None
    assert "at the earliest" in found.verdict


def test_a_hall_that_stands_costs_nothing_and_one_that_is_built_is_capital() -> None:
    rented, stands, built = (owned(hall=hall) for hall in ("rented", "stands", "built"))
    assert "Colocation, rent of the hall" not in {one.name for one in stands.each_year}
    assert "the place with its power and cooling plant, which stands" in stands.not_counted
    assert "power plant and cooling plant, which are in the rent of the hall" in rented.not_counted
    assert not [one for one in built.not_counted if "plant" in one]
    assert built.figure("capital").low > rented.figure("capital").low
    # 10.2 kW of a DGX at 9.3 to 15 million USD a MW, at the least.
    more = built.figure("capital").low - rented.figure("capital").low
    assert more == pytest.approx(9.3e6 * 10.2e-3, rel=0.02)


def test_reserved_is_billed_for_all_hours_and_spot_for_those_used() -> None:
    half = owned(utilisation=0.5, cloud_reserved_per_gpu_hour=2, cloud_spot_per_gpu_hour=2)
    reserved, spot = term(half, "reserved"), term(half, "spot")
    assert reserved.figure("total").likely == pytest.approx(2 * spot.figure("total").likely)
    assert reserved.billed == "all hours"


@pytest.mark.parametrize("contains", [True, None, False])
def test_a_term_derived_from_a_stated_rate_contains_what_that_contains(
    contains: bool | None,
) -> None:
    """3 USD with storage less 40 % is 1.80 with storage, as `calc cloud` has it.

    Of what nobody says that it contains storage the reserved rate may contain all of it, too.
    """
    found = owned(cloud_per_gpu_hour=3, cloud_extras=contains, cloud_billed_share=1.0)
    asked = {"term": "reserved", "cloud_per_gpu_hour": "3"}
    less = calculate("cloud", asked)
    always = term(found).figure("gpu_hour").per(term(found).figure("rate"))
    for name in ("reserved", "spot"):
        one = term(found, name)
        each = one.figure("gpu_hour")
        assert each.low == pytest.approx(one.figure("rate").low * always.low), name
        assert each.likely == pytest.approx(one.figure("rate").likely * always.likely), name
        assert each.high == pytest.approx(one.figure("rate").high * always.high), name
    if contains:
        hour = term(found, "reserved").figure("gpu_hour")
        assert hour.likely == pytest.approx(less.results["gpu_hour"])
        assert (hour.low, hour.high) == pytest.approx(less.bounds["gpu_hour"])


def test_the_budget_says_rent_or_build() -> None:
    assert owned().budget == "rent"
    dear = (PriceOverride(id="dgx-h100", amount_cents=20_000_000_000),)
    assert report(prices=dear).ownership.budget == "build"
    between = (PriceOverride(id="dgx-h100", amount_cents=7_000_000_000),)
    assert report(prices=between).ownership.budget in ("undecided", "")


def test_inputs_are_ranked_by_how_far_they_move_the_answer() -> None:
    found = owned()
    widths = [
        inf if swing.at_low is None or swing.at_high is None
        else abs(swing.at_high - swing.at_low)
        for swing in found.swings
    ]  # fmt: skip
    assert widths == sorted(widths, reverse=True)
    assert len(found.swings) >= 2
    assert found.answer.startswith("months until")
    alone = owned(currency="EUR")
    assert alone.answer == "cost of a GPU-hour that is used, owned"


@pytest.mark.parametrize(
    ("name", "field"),
    [("Rate on demand", "cloud_per_gpu_hour"), ("Cost of a person", "person_per_year")],
)
def test_what_the_site_states_is_tried_over_what_is_usual(name: str, field: str) -> None:
    """A stated rate had no row any more: what was drawn there could not be drawn back."""
    planned_ = next(one for one in owned().swings if one.name == name)
    assert not planned_.decided
    assert planned_.input_value is not None
    for times in (1.0, 100.0):
        value = planned_.input_value * times
        swing = next(one for one in owned(**{field: value}).swings if one.name == name)
        assert swing.decided
        assert swing.input_value == value
        assert swing.input_low == planned_.input_low
        assert swing.input_high == max(planned_.input_high, value)
    # Nobody publishes what is usual in another currency.
    alone = owned(currency="EUR", **{field: planned_.input_value})
    assert name not in [one.name for one in alone.swings]


def test_licences_nobody_states_are_said_to_be_in_no_sum() -> None:
    assert "licences" in owned().not_counted
    assert "licences" not in owned(licences_per_gpu_year=0).not_counted
    grid = {one.item: (one.own, one.rented) for one in owned().contents}
    assert grid["licences"] == ("open", "open")
    # One node without storage: nobody owns any, and the cloud's is in what is billed beside it.
    assert grid["storage"] == ("no", "yes")


def test_rates_of_the_catalogue_are_compared_like_for_like_as_well() -> None:
    """A node without storage against a cloud whose extras have it: it was told of no rate."""

    def told(**site: object) -> dict[str, str]:
        found = report(cost_years=4, **site).checks
        return {one.key: one.severity for one in found if one.rule == "K02"}

    assert told() == {"K02:storage": "info"}
    assert told(hall="stands", other_opex_per_year=0) == {"K02:storage": "info"}
    # Of a price that the site states it is told as well, beside what it asks of it.
    stated = told(cloud_per_gpu_hour=3, cloud_extras=True)
    assert stated == {"K02:storage": "info", "K02:planned": "info"}
    # Nobody says whether a stated price has it.
    assert "K02:storage" not in told(cloud_per_gpu_hour=3)
    assert not [one for one in report().checks if one.rule == "K02"]


def test_a_tool_that_is_never_used_has_no_cost_of_an_hour() -> None:
    found = owned(utilisation=0)
    assert found.gpu_hour is None
    assert found.bound("gpu_hour") is None


NAMES = (
    "nodes", "gpus", "years", "typical_kw", "contract_kw", "pue", "energy_price", "hall_rent",
    "support_share", "people", "person_year", "rate", "extras",
)  # fmt: skip
RANGES = {
    "nodes": (1e5, 1e7), "gpus": (8, 1000), "years": (1, 6), "typical_kw": (5, 500),
    "contract_kw": (5, 900), "pue": (1.0, 2.0), "energy_price": (0.02, 0.3),
    "hall_rent": (80, 220), "support_share": (0.02, 0.2), "people": (1, 10),
    "person_year": (1e5, 3e5), "rate": (0.5, 8.0), "extras": (0.0, 0.5),
}  # fmt: skip
SIGNS = {"gpus": 0, "years": 0, "rate": -1, "extras": -1}
FORMULAS = (
    (answers.capital, False), (answers.running, False), (answers.owned, False),
    (answers.own_hour, False), (answers.rented, True), (answers.rented_hour, True),
    (answers.months, False), (answers.worth, True),
)  # fmt: skip


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Input], dict[str, float]]:
    """Draw inputs with ranges, and one true value of each."""
    inputs, truth = [], {}
    for name in NAMES:
        ends = sorted(draw(st.floats(*RANGES[name])) for _ in range(2))
        truth[name] = ends[0] + draw(st.floats(0, 1)) * (ends[1] - ends[0])
        if name in ("years",):
            ends = [truth[name]] * 2
        value = min(max(truth[name], ends[0]), ends[1])
        key = f"{BOUGHT}nodes" if name == "nodes" else name
        figure = Figure(ends[0], ends[1], value, "")
        inputs.append(Input(key, name, figure, SIGNS.get(name, 1)))
        truth[key] = truth.pop(name) if key != name else truth[name]
    for name, fixed in (("used", 0.8), ("idle_kw", 1.0), ("billed", 0.8), ("discount", 0.05)):
        inputs.append(Input(name, name, exact(fixed), 0))
        truth[name] = fixed
    return inputs, truth


@given(cases())
def test_every_answer_lies_between_its_bounds(
    case: tuple[list[Input], dict[str, float]],
) -> None:
    inputs, truth = case
    for formula, falls in FORMULAS:
        figure = figure_of(formula, inputs, "", falls=falls)
        true = formula(truth)
        if formula is answers.months and figure.low == 0 and true == inf:
            continue  # however inputs are, it is never reached
        slack = 1e-9 * max(abs(true), 1.0) if true != inf else 0.0
        assert figure.low - slack <= true <= figure.high + slack


def test_an_input_that_a_formula_does_not_read_leaves_nothing_open() -> None:
    inputs = [
        Input(f"{BOUGHT}nodes", "Nodes", exact(10.0)), Input("pue", "PUE", missing("site.pue")),
    ]  # fmt: skip
    assert figure_of(answers.capital, inputs, "USD") == Figure(10, 10, 10, "USD")


def test_the_widest_input_is_named_first() -> None:
    inputs = [
        Input(f"{BOUGHT}nodes", "Nodes", estimate(10, 9, 11, "USD", "small", "rule")),
        Input(f"{BOUGHT}storage", "Storage", estimate(5, 1, 20, "USD", "large", "rule")),
    ]
    assert [one.name for one in swings_of(answers.capital, inputs)] == ["Storage", "Nodes"]


def test_half_the_hours_are_billed_where_half_are_used() -> None:
    """What is tried of the hours moves both sides: rented by the hour, half of it is paid."""
    v = {"gpus": 8.0, "rate": 2.0, "extras": 0.0, "used": 0.5}
    assert answers.billed(v) == 8 * 8760 * 0.5 * 2
    assert answers.billed(v | {"billed": 1.0}) == 8 * 8760 * 2


def test_what_others_leave_open_stands_on_each_end() -> None:
    nodes = Input(f"{BOUGHT}nodes", "Nodes", estimate(10, 9, 11, "USD", "n", "rule"))
    rest = Input(f"{BOUGHT}storage", "Storage", missing("price", "USD", 2.0))
    (swing,) = swings_of(answers.capital, [nodes, rest])
    assert swing.figure("at_low").low == 11
    assert swing.figure("at_low").high == inf
    assert swing.at_low is None
    assert not swing.never("at_low")


def test_what_draws_nothing_costs_no_energy_whatever_the_pue() -> None:
    """Nothing times a PUE that nobody bounds is nothing, and no end of an interval is no number."""
    v = {
        "typical_kw": 0.0, "idle_kw": 0.0, "used": 1.0, "contract_kw": 0.0, "pue": inf,
        "peak_pue": inf, "energy_price": inf, "demand": 15.0,
    }  # fmt: skip
    assert answers.energy(v) == 0


def test_idle_power_that_nobody_states_takes_no_value_from_the_answer() -> None:
    """Its bounds stay in the answer's; without estimates there is no value."""
    half, bare = owned(utilisation=0.5), owned(utilisation=0.5, estimates=False)
    running, open_ = half.figure("running"), bare.figure("running")
    assert running.value is not None
    assert running.estimated
    assert open_.value is None
    assert (running.low, running.high) == pytest.approx((open_.low, open_.high))
