"""By how much a change raises the capital: what stays costs the same before and after it."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.engine.evaluate import Evaluator
from designer.engine.preview import CapitalChange, FigureChange, Preview
from designer.model.change import diff
from designer.model.design import Design, PriceOverride
from designer.model.figure_words import grown_by, signed_step
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.planning.templates import build
from designer.ui.state.capital_words import CAPITAL, capital_words

CATALOG = load_shipped()
STARTER = build("starter-32", {}, CATALOG)
NODE = next(one for one in Layout(STARTER).every() if one.part == "dgx-h100")


def told(before: Design, after: Design) -> Preview:
    return Evaluator(CATALOG).preview(1, before, diff(before, after), ())


def by(preview: Preview) -> Figure:
    assert preview.capital is not None
    return preview.capital.figure("by", "USD")


def price(part: str) -> Figure:
    return CATALOG.figures().newest_price(CATALOG.require(part), "USD")[0]


def replaced(design: Design = STARTER, part: str = "dgx-b200") -> Design:
    return edits.replace_part(CATALOG, "dgx-h100", part, (NODE.key,))(design)


def test_a_part_in_place_of_another_costs_the_difference_of_both() -> None:
    """The gap of two lower ends, 20,000 USD, was told as what it costs more."""
    preview = told(STARTER, replaced())
    found, old, new = by(preview), price("dgx-h100"), price("dgx-b200")
    assert found.low <= new.low - old.high
    assert found.high >= new.high - old.low
    change = next(one for one in preview.changes if one.what == CAPITAL)
    told_ = "≥ $1.4 M, ~$180 k more (between $180 k less and $260 k more)"
    assert capital_words(change, preview) == told_


def test_what_is_added_costs_what_one_costs_however_open_the_sum_is() -> None:
    rack = STARTER.racks[0].id
    more = edits.place_device(CATALOG, "sn2201", rack, 2)(STARTER)
    found = by(told(STARTER, more))
    assert found.low >= price("sn2201").low


def test_own_prices_differ_by_what_they_are() -> None:
    own = (
        PriceOverride(id="dgx-h100", amount_cents=30_000_000, currency="USD", as_of="2026-01"),
        PriceOverride(id="dgx-b200", amount_cents=42_000_000, currency="USD", as_of="2026-01"),
    )
    before = STARTER.evolve(prices=own)
    found = by(told(before, replaced(before)))
    assert found.low <= 120_000 <= found.high
    assert found.width < price("dgx-b200").width


def test_a_part_without_a_price_that_goes_leaves_it_unsaid() -> None:
    door = next(one for one in Layout(STARTER).every() if one.part == "qumulo-quiver-1u")
    preview = told(STARTER, edits.replace_part(CATALOG, door.part, "mgmt-server")(STARTER))
    assert by(preview).unknown
    words = grown_by(Figure(1_400_000, inf, unit="USD"), by(preview))
    assert words == "≥ $1.4 M, by how much it changes cannot be said"


@pytest.mark.parametrize(
    ("low", "high", "value", "words"),
    [
        (100_000, 300_000, 180_000, "~$180 k more (100–300)"),
        (-300_000, -100_000, None, "$100–300 k less"),
        (20_000, inf, None, "≥ $20 k more"),
        (-20_000, 60_000, None, "between $20 k less and $60 k more"),
        (0, 0, 0, "as before"),
        (50_000, 50_000, 50_000, "$50 k more"),
    ],
)
def test_a_difference_is_told_with_its_bounds(
    low: float, high: float, value: float | None, words: str
) -> None:
    step = Figure(low, high, value, "USD", estimated=value is not None and low != high)
    assert grown_by(Figure(1_400_000, 1_400_000, 1_400_000, "USD"), step) == f"$1.4 M, {words}"


def test_a_sum_of_which_less_is_certain_says_what_it_was() -> None:
    """`≥ $9.2 M, ~$2.0 M more` of a design with at least 10.9 M reads as a contradiction."""
    one = FigureChange(
        section="cost", what=CAPITAL, unit="USD",
        **fields_of({"before": Figure(10.9e6, inf, unit="USD"),
                 "after": Figure(9.2e6, inf, unit="USD")}),
    )  # fmt: skip
    step = Figure(-1e6, 4e6, 2e6, "USD", estimated=True)
    preview = Preview(preview=1, capital=CapitalChange(currency="USD", **fields_of({"by": step})))
    assert capital_words(one, preview) == (
        "≥ $10.9 → ≥ $9.2 M (less is certain), ~$2.0 M more (between $1.0 M less and $4.0 M more)"
    )


@pytest.mark.parametrize(
    ("low", "high", "value", "told"),
    [
        (30_000, 70_000, 45_000, ("+~$45 k", "$30–70 k more")),
        (-300_000, -100_000, -180_000, ("−~$180 k", "$100–300 k less")),
        (-20_000, 60_000, 30_000, ("+~$30 k", "$20 k less to $60 k more")),
        (20_000, inf, None, ("", "≥ $20 k more")),
        (50_000, 50_000, 50_000, ("+$50 k", "")),
        (-inf, inf, None, ("", "by how much cannot be said")),
        (0, 0, 0, ("", "")),
    ],
)
def test_a_difference_beside_a_total_has_its_bounds_apart(
    low: float, high: float, value: float | None, told: tuple[str, str]
) -> None:
    step = Figure(low, high, value, "USD", estimated=value is not None and low != high)
    assert signed_step(step) == told
