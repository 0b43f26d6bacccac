"""Circuits: protection grows with the load, energy closes over a chain, bounds hold it."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.app.main import main
from designer.engine.calc import CalcError, calculate
from designer.engine.circuits import (
    CODES,
    amps_per_kw,
    chain,
    next_size,
    protection_a,
)
from designer.engine.electric import circuit_kva

EFFICIENCIES = st.lists(st.floats(0.01, 1), min_size=1, max_size=8)


@given(st.floats(0, 1e6), EFFICIENCIES)
def test_a_chain_takes_its_load_and_what_its_stages_lose(load: float, each: list[float]) -> None:
    found = chain(load, each)
    assert found.input_kw == pytest.approx(load + sum(found.losses_kw))
    assert found.input_kw * found.efficiency == pytest.approx(load)
    assert all(loss >= 0 for loss in found.losses_kw)


@given(EFFICIENCIES, st.floats(0.01, 1))
def test_another_stage_never_takes_less(each: list[float], one: float) -> None:
    assert chain(100, [*each, one]).input_kw >= chain(100, each).input_kw * (1 - 1e-12)


@pytest.mark.parametrize("code", CODES)
@given(low=st.floats(0, 0.75), more=st.floats(0, 0.05))
def test_more_load_never_asks_for_less_protection(code: str, low: float, more: float) -> None:
    sizes = CODES[code][1]
    amps = [part * sizes[-1] for part in (low, low + more)]
    found = [next_size(protection_a(load, 0, code), sizes) for load in amps]
    assert None not in found
    assert found[0] <= found[1]
    assert found[0] >= amps[0]


@pytest.mark.parametrize("code", CODES)
def test_standard_sizes_rise_and_each_stands_for_itself(code: str) -> None:
    sizes = CODES[code][1]
    assert all(a < b for a, b in pairwise(sizes))
    assert [next_size(size, sizes) for size in sizes] == list(sizes)
    assert next_size(sizes[-1] + 1, sizes) is None


def test_a_rating_above_those_of_the_code_is_unknown_until_a_range_is_given() -> None:
    asked = {"continuous_a": "130", "code": "iec"}
    found = calculate("ocpd", asked)
    assert (found.results["required_a"], found.results["breaker_a"]) == (130, None)
    assert "sizes_a" in found.note
    own = calculate("ocpd", asked | {"sizes_a": "250,160,200"})
    assert (own.results["breaker_a"], own.note) == (160, "")
    with pytest.raises(CalcError, match="above the largest of sizes_a"):
        calculate("ocpd", asked | {"sizes_a": "100,125"})
    with pytest.raises(CalcError, match="above the largest standard rating of nec"):
        calculate("ocpd", {"continuous_a": "4801"})


@pytest.mark.parametrize(("phases", "count"), [("3", 3), ("1", 1)])
def test_a_branch_and_a_feed_agree(phases: str, count: int) -> None:
    """What a circuit carries, asked for in kW and in A."""
    kw = circuit_kva(415, 60, count) * 0.95
    assert kw * amps_per_kw(415, phases, 0.95) == pytest.approx(60)


def test_losses_that_sources_give_otherwise_have_bounds_and_typed_ones_have_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    published = calculate("chain", {})
    low, high = published.bounds["efficiency"]
    assert low == published.results["efficiency"] == pytest.approx(0.8402, abs=1e-4)
    # The same with transformer .9955, UPS .975 and supply .96, multiplied by hand.
    assert high == pytest.approx(0.9041, abs=1e-4)
    assert published.bounds["loss_kw"][1] == published.results["loss_kw"]
    assert calculate("chain", {"efficiencies": "0.9,0.95"}).bounds == {}
    assert calculate("chain", {"efficiencies": "0.9", "best": "0.95"}).bounds["efficiency"] == (
        0.9, 0.95
    )  # fmt: skip
    assert main(["calc", "chain", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bounds"]["efficiency"] == pytest.approx([low, high])
    assert main(["calc", "chain"]) == 0
    assert "efficiency    = 0.840209 (0.840209–0.904113)" in capsys.readouterr().out


def test_a_branch_of_which_only_one_end_is_known_tells_of_that_end() -> None:
    assert set(calculate("branch", {"amps": "60"}).results) == {"usable_a", "usable_kw"}
    assert set(calculate("branch", {"load_kw": "6"}).results) == {"load_a", "peak_kw", "peak_a"}
