"""Storage without a price: a planning range by what is drawn of it, and what is said of that."""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import PLANNED, Ownership, Rented
from designer.engine.report import Report
from designer.model.design import Design, Device, PriceOverride, Rack, Site
from designer.model.figures import Figure
from designer.model.measured import fields_of

DDN = "ddn-es400nvx2"
RAW_TB = 737.28
LOW, LIKELY, HIGH = 200, 340, 1450
"""USD for each raw terabyte, as the catalogue's default has it."""


def report(
    systems: int = 2, catalog: Catalog | None = None, part: str = DDN, price: float | None = None,
    **site: object,
) -> Report:  # fmt: skip
    """Return the report of a DGX and some systems of storage, all else with a price."""
    racks = tuple(
        Rack(id=name, name=name, part="rack-48u", x_mm=3_000 + 2_000 * at, y_mm=3_000)
        for at, name in enumerate("rs")
    )
    devices = [Device(id="n", name="N", part="dgx-h100", rack="r", half_u=2)]
    devices += [
        Device(id=f"s{at}", name=f"S{at}", part=part, rack="s", half_u=2 + 4 * at)
        for at in range(systems)
    ]
    prices = (PriceOverride(id=part, amount_cents=round(price * 100)),) if price else ()
    design = Design(
        racks=racks, devices=tuple(devices), prices=prices, site=Site.model_validate(site)
    )
    return evaluate(design, catalog or load_shipped())


def storage(found: Report) -> Figure:
    return next(one for one in found.ownership.bought if one.name == "Storage").figure("amount")


def source(found: Report) -> str:
    return next(one for one in found.ownership.bought if one.name == "Storage").source


def test_storage_without_a_price_grows_with_what_is_drawn() -> None:
    """Number · 737.28 TB · 340 USD/TB, at most 1,450: `default flash-per-tb`."""
    for systems in (1, 4, 9):
        figure = storage(report(systems))
        assert figure.value == pytest.approx(systems * RAW_TB * LIKELY)
        assert figure.high == pytest.approx(systems * RAW_TB * HIGH)
        assert figure.estimated
        assert PLANNED in source(report(systems))


def test_the_range_spans_the_usual_share_as_well() -> None:
    """1 to 1.5 % of the capital of one node is less than a terabyte costs of what is drawn."""
    found = report(6)
    rest = sum(
        line.figure("amount").low for line in found.cost.by_category if line.category != "storage"
    )
    assert storage(found).low == pytest.approx(rest * 0.01 / 0.99)
    assert storage(found).low < 6 * RAW_TB * LOW
    # Of much else the share is the upper end.
    dear = load_shipped().get("dgx-h100")
    assert dear is not None
    costly = tuple(one.evolve(amount_cents=10**12, low_cents=None, high_cents=None)
                   for one in dear.prices)  # fmt: skip
    one = report(1, load_shipped().overlay([dear.evolve(prices=costly)]))
    assert storage(one).high > RAW_TB * HIGH
    assert storage(one).value == pytest.approx(RAW_TB * LIKELY)


@pytest.mark.parametrize("each", [LOW, 500, HIGH])
def test_a_price_that_is_hidden_never_lowers_the_upper_end(each: float) -> None:
    stated, hidden = report(price=each * RAW_TB), report()
    for name in ("capital", "tco"):
        known, open_ = (one.ownership.figure(name) for one in (stated, hidden))
        assert open_.low <= known.low
        assert known.high <= open_.high


def test_storage_of_which_nobody_states_the_size_has_no_upper_end_and_is_named() -> None:
    unsized = load_shipped().get(DDN)
    assert unsized is not None
    assert unsized.storage is not None
    bare = unsized.evolve(storage=unsized.storage.evolve(raw_tb=None))
    found = report(catalog=load_shipped().overlay([bare]))
    assert storage(found).high == inf
    assert storage(found).value is not None
    assert found.ownership.figure("capital").high == inf
    assert found.ownership.open_by == ("Storage",)
    assert found.ownership.verdict.endswith("No upper end: Storage.")
    (check,) = (one for one in found.checks if one.rule == "K01")
    assert check.message.endswith("the capital cost has no upper end")


def test_the_check_says_that_a_planning_range_is_counted() -> None:
    (check,) = (one for one in report().checks if one.rule == "K01")
    assert check.message.endswith(
        "the capital cost has no upper end, and owning counts a planning range in its place"
    )


def test_without_estimates_and_in_another_currency_nothing_stands_in() -> None:
    for site in ({"estimates": False}, {"currency": "EUR"}):
        found = report(**site)
        assert storage(found).high == inf
        assert storage(found).value is None


def owned(low: float, value: float | None, high: float, years: float = 5) -> Ownership:
    months = Figure(low, high, value, "months", estimated=value is not None and low < high)
    rented = Rented(term="on demand", **fields_of({"break_even_months": months}))
    return Ownership(years=years, rented=(rented,))


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((25.9, 33.4, 59.2), "Owning costs less than renting on demand from month 33 (25 to 60)."),
        ((33, 33, 33), "Owning costs less than renting on demand from month 33."),
        (
            (6.2, 13.2, 368.3),
            "Owning may cost less than renting on demand from month 13 (6 to 369), or not within "
            "the 5 years that are counted.",
        ),
        (
            (6.2, 13.2, inf),
            "Owning may cost less than renting on demand from month 13 (6 to never), or not within "
            "the 5 years that are counted.",
        ),
        (
            (28.5, 93.2, 200),
            "Owning may cost less than renting on demand from month 93 (28 to 200): likely after "
            "the 5 years that are counted.",
        ),
        (
            (70.5, 93.2, 120),
            "Owning does not cost less than renting on demand within 5 years: it does from month "
            "93 (70 to 120).",
        ),
        ((9.7, None, inf), "Owning may cost less than renting on demand, from month 9 at the "
                           "earliest."),
        ((70.5, None, inf), "Owning does not cost less than renting on demand within 5 years."),
    ],
)  # fmt: skip
def test_the_verdict_rounds_outward_and_is_no_flatter_than_its_bounds(
    ends: tuple[float, float | None, float], said: str
) -> None:
    assert owned(*ends).verdict == said


def test_a_wekapod_is_planned_by_the_drives_of_its_nodes() -> None:
    """Eight nodes of 14 drives of 7.68 TB."""
    figure = storage(report(1, part="wekapod-nitro"))
    assert figure.value == pytest.approx(8 * 14 * 7.68 * LIKELY)
    assert figure.high < inf
