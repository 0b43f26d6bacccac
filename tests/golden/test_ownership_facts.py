"""Facts of the founding documents on owning and renting that calculations now compute.

Each names the facts it is of, by their keys in `seed_coverage.toml`.
"""

import pytest

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Conflict, Guideline
from designer.engine.calc import calculate
from designer.engine.calculation import CalcError, CalcResult


def calc(subject: str, **given: object) -> CalcResult:
    return calculate(subject, {name: str(value) for name, value in given.items()})


def number(found: CalcResult, name: str) -> float:
    value = found.results[name]
    assert isinstance(value, float)
    return value


def months(capex: float, usd_per_node_hour: float) -> float:
    """Return after how many months a DGX H100 of 10.2 kW at 0.10 USD/kWh is paid."""
    kwh = number(
        calc("tco", capex=capex, it_kw=10.2, pue=1, usd_per_kwh=0.10), "energy_per_year"
    )  # fmt: skip
    found = calc(
        "buy-or-rent", gpus=8, capex=capex, opex_per_year=kwh,
        cloud_per_gpu_hour=usd_per_node_hour / 8,
    )  # fmt: skip
    return 12 * number(found, "payback_years")


def guideline(key: str) -> Guideline:
    found = shipped_library().get("guideline", key)
    assert isinstance(found, Guideline)
    return found


def conflict(key: str) -> Conflict:
    found = shipped_library().get("conflict", key)
    assert isinstance(found, Conflict)
    return found


@pytest.mark.parametrize(
    ("capex", "rate", "printed"),
    [(450_000, 100, 6.2), (475_000, 100, 6.57), (500_000, 100, 6.9)],
)
def test_a_dgx_is_paid_within_the_printed_months(capex: float, rate: float, printed: float) -> None:
    """S1-152, and S1-120 and S1-142, which say 6 to 12 months: 6.2 to 6.9 at p5's price, 1 %."""
    found = months(capex, rate)
    assert found == pytest.approx(printed, rel=0.01)
    told = guideline("breakeven-months")
    assert told.low is not None
    assert told.high is not None
    assert told.low <= found <= told.high


@pytest.mark.parametrize(("capex", "printed"), [(450_000, 23.9), (475_000, 25.24), (500_000, 26.6)])
def test_against_a_cheap_cloud_the_printed_months_do_not_hold(capex: float, printed: float) -> None:
    """S1-120, S1-142 against S3's 26.80 USD an hour: conflict c-071 says who is wrong."""
    assert months(capex, 26.80) == pytest.approx(printed, rel=0.005)
    assert "23.9 to 26.6" in conflict("c-071").decision


def test_a_year_of_p5_costs_what_the_course_says() -> None:
    """S1-152: 100 USD an hour are 876,000 USD a year."""
    found = calc("cloud", cloud_per_gpu_hour=12.5, gpus=8, hours=8760)
    assert number(found, "usd") == pytest.approx(876_000)


def test_what_a_dgx_costs_before_the_first_result() -> None:
    """S2-045: 300,000 USD are 37,500 for each GPU; c-055 settles the prices of a DGX H100."""
    found = calc(
        "capital", nodes=1, node_usd=300_000, switches=0, switch_usd=0, cables_per_node_usd=0
    )  # fmt: skip
    assert number(found, "per_gpu") == pytest.approx(37_500)
    prices = load_shipped().require("dgx-h100").prices
    assert {one.low_cents for one in prices if one.low_cents is not None} >= {30_000_000}


def test_electricity_is_a_fifth_of_the_hardware_and_not_on_par() -> None:
    """S3-121 prints parity; five years at 0.10 USD/kWh and a PUE of 1.3 are 0.194 (c-063)."""
    found = calc("tco", capex=300_000, it_kw=10.2, pue=1.3, usd_per_kwh=0.10, years=5, rate=0)
    share = 5 * number(found, "energy_per_year") / 300_000
    assert share == pytest.approx(0.1936, rel=0.001)
    par = calc("tco", capex=300_000, it_kw=10.2, pue=1.3, usd_per_kwh=0.5165, years=5, rate=0)
    assert 5 * number(par, "energy_per_year") / 300_000 == pytest.approx(1.0, rel=0.001)
    assert "0.52" in conflict("c-063").decision


@pytest.mark.parametrize(
    ("rate", "term", "saving", "usd"),
    [
        # S3-085: 98.32 USD an hour less 60 to 90 %.
        (98.32, "spot", 0.6, 39.33), (98.32, "spot", 0.9, 9.83),
        # S4-053: 60 to 70 %; S4-054: 30 to 50 %.
        (100, "spot", 0.6, 40), (100, "spot", 0.7, 30),
        (100, "reserved", 0.3, 70), (100, "reserved", 0.5, 50),
    ],
)  # fmt: skip
def test_what_a_term_costs_by_its_saving(rate: float, term: str, saving: float, usd: float) -> None:
    found = calc("cloud", cloud_per_gpu_hour=rate, term=term, saving=saving)
    assert number(found, "gpu_hour") == pytest.approx(usd, abs=0.005)


@pytest.mark.parametrize(("term", "low", "high"), [("reserved", 50, 70), ("spot", 10, 62.5)])
def test_without_a_saving_the_published_range_stands(term: str, low: float, high: float) -> None:
    """S4-054, S4-053 and S3-085 together, as the catalogue settles them (c-060): 37.5 to 90 %."""
    found = calc("cloud", cloud_per_gpu_hour=100, term=term)
    assert found.bounds["gpu_hour"] == pytest.approx((low, high))


@pytest.mark.parametrize(
    ("gpus", "hours", "band", "key"),
    [
        # S4-005 to S4-008: GPUs and hours of the same document at 3 to 4 USD; its printed band.
        (64, (168, 336), (32_256, 86_016), "training-cost-7b"),
        (512, (730, 730), (1_121_280, 1_495_040), "training-cost-70b"),
        (1024, (1460, 1460), (4_485_120, 5_980_160), "training-cost-70b"),
        (4000, (2190, 4380), (26_280_000, 70_080_000), "training-cost-400b"),
        (10_000, (4380, 8760), (131_400_000, 350_400_000), "training-cost-frontier"),
    ],
)  # fmt: skip
def test_what_a_training_costs_in_a_cloud(
    gpus: int, hours: tuple[float, float], band: tuple[float, float], key: str
) -> None:
    low, high = (
        number(calc("cloud", cloud_per_gpu_hour=rate, gpus=gpus, hours=time), "usd")
        for rate, time in zip((3, 4), hours, strict=True)
    )
    assert (low, high) == pytest.approx(band)
    printed = guideline(key)
    assert printed.low is not None
    assert printed.high is not None
    # The printed bands count more than one run: none begins below what one run costs.
    assert printed.low >= low * 0.75
    assert printed.high >= high


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        # S4-051, S4-052: thresholds; between them nothing is advised by either (c-072).
        ({"parameters_b": 400, "budget": 120e6}, "own"),
        ({"parameters_b": 30, "budget": 5e6}, "rent"),
        ({"parameters_b": 7}, "rent"),
        ({"roadmap": "yes"}, "own"), ({"sensitive": "yes"}, "own"),
        ({"research": "yes"}, "rent"), ({"steady": "no"}, "rent"),
        # S2-049: five answers, one advice.
        ({"steady": "yes"}, "own"), ({"capital": "no"}, "rent"), ({"staff": "no"}, "rent"),
        # S2-073: both ways is a hybrid.
        ({"sensitive": "yes", "steady": "yes", "staff": "no"}, "hybrid"),
        ({"sensitive": "yes", "steady": "no"}, "hybrid"),
        # S3-119: rent first when in doubt.
        ({}, "rent"),
    ],
)  # fmt: skip
def test_advice_of_the_documents(given: dict[str, object], advice: str) -> None:
    assert calc("own-or-rent", **given).results["advice"] == advice


@pytest.mark.parametrize("given", [{"parameters_b": 100}, {"budget": 70e6}, {"capital": "yes"}])
def test_between_the_thresholds_nothing_is_said(given: dict[str, object]) -> None:
    """S4-051, S4-052 leave 70 to 400 10⁹ parameters and 50 to 100 million USD open (c-072)."""
    found = calc("own-or-rent", **given)
    assert found.results["for_owning"] == ""
    assert found.results["for_renting"] == ""


def test_months_beyond_the_plan_speak_for_renting() -> None:
    assert calc("own-or-rent", paid_after_months=60, years=4).results["advice"] == "rent"
    assert calc("own-or-rent", paid_after_months=12, years=4).results["advice"] == "own"


@pytest.mark.parametrize(
    ("of", "right", "wrong"),
    [
        # c-056: four of seven follow from one basis; three do not.
        ("pflops", {"h100-sxm", "h200-sxm", "mi300x", "gaudi-3-oam"},
         {"b200-sxm": -10.4, "b100": -14.3, "a100-sxm-80gb": 150.4}),
        # c-051: six of seven rows follow from the rate and the speed beside it.
        ("million-tokens", {
            "survey-llama-3-70b-h100-pcie-int8", "survey-llama-3-70b-a100-int8",
            "survey-llama-3-70b-h100-sxm-aws-int8", "survey-llama-3-70b-h200-int8",
            "survey-llama-3-70b-l40s-int8",
        }, {"survey-llama-3-70b-b200-int8": -43.9}),
    ],
)  # fmt: skip
def test_printed_tables_are_computed_anew(
    of: str, right: set[str], wrong: dict[str, float]
) -> None:
    found = calc("price-performance", of=of).results["difference_pct"]
    assert isinstance(found, dict)
    assert {name for name, apart in found.items() if abs(apart) <= 1.1} == right
    assert {n: found[n] for n in wrong} == pytest.approx(wrong, abs=0.1)
    assert set(found) == right | set(wrong)


def test_dollars_of_memory_by_present_rates() -> None:
    """S0-257, S0-258, S0-260: 0.0078, 0.0177 of 192 GB (the chip has 180) and 0.0173 USD."""
    found = calc("price-performance", of="gb-hour").results["computed"]
    assert isinstance(found, dict)
    assert found["mi300x"] == pytest.approx(0.0078, rel=0.01)
    assert found["h100-sxm"] == pytest.approx(0.0173, rel=0.01)
    assert found["b200-sxm"] == pytest.approx(0.0177 * 192 / 180, rel=0.01)


def test_rates_of_a_cloud_are_dated_and_named() -> None:
    found = calc("cloud", gpu="h100-sxm")
    offers = found.results["by_offer"]
    assert isinstance(offers, dict)
    assert all(name.split()[-1][:2] == "20" for name in offers)
    assert min(offers.values()) == pytest.approx(1.38)
    low, high = found.bounds["gpu_hour"]
    assert low <= number(found, "gpu_hour") <= (high or 0)
    one = calc("cloud", gpu="h100-sxm", provider="thunder-compute").results["by_offer"]
    assert isinstance(one, dict)
    assert len(one) == 1


@pytest.mark.parametrize("given", [{}, {"gpu": "no-such-gpu"}])
def test_a_cloud_without_a_rate_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(CalcError, match="cloud: "):
        calc("cloud", **given)
