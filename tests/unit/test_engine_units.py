"""Units that share a load: how many are needed when the largest may fail, by heat and by flow."""

from itertools import count as numbers
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.spare_units import units_to_place
from designer.engine.subjects.facility.units import (
    Shared,
    needed,
    one_may_be_lost,
    redundancy,
)
from designer.model.figure_cases import total_but_largest
from designer.model.figures import Figure, exact, missing

LOADS = st.integers(1, 3000).map(float)
SIZES = st.integers(1, 2000).map(float)


def shared(load: float, *capacities: float) -> Shared:
    return Shared(exact(load, "kW"), tuple(exact(c, "kW") for c in capacities))


def test_eleven_nvl72_need_three_units_by_flow_where_two_do_by_heat() -> None:
    # 11 × 114.84 kW into liquid are 1,263 kW and 1,905 L/min; a unit takes 1,300 kW, 1,800 L/min.
    heat, flow = shared(1263.2, 1300, 1300), shared(1905, 1800, 1800)
    assert needed([heat]).value == 2
    assert needed([heat, flow]).value == 3
    assert one_may_be_lost([heat]).answer == "yes"
    assert one_may_be_lost([heat, flow]).answer == "no"
    assert redundancy([heat]) == "N+1"
    assert redundancy([heat, flow]) == "N"
    assert units_to_place([1263.2, 1905], [1300, 1800]) == 3


@pytest.mark.parametrize(
    ("load", "capacities", "spare"),
    [
        (100, (60,), "less than N"),
        (100, (100,), "N"),
        (100, (100, 100), "N+1"),
        (100, (100, 40), "N"),
        (100, (60, 60, 60), "N+1"),
        (100, (100, 100, 100), "N+2"),
        (1300, (100,) * 13, "N"),
    ],
)
def test_redundancy_counts_the_largest_units_as_lost(
    load: float, capacities: tuple[float, ...], spare: str
) -> None:
    assert redundancy([shared(load, *capacities)]) == spare


def test_nothing_to_carry_or_nothing_to_carry_it_says_nothing() -> None:
    assert redundancy([shared(0, 100)]) == ""
    assert redundancy([shared(100)]) == ""
    assert needed([shared(0)]).value == 0
    assert needed([shared(100)]) is None
    assert needed([shared(100, 60), shared(5)]) is None
    assert one_may_be_lost([shared(100)]).answer == "no"
    assert one_may_be_lost([shared(0)]).answer == "yes"
    assert units_to_place([0, 0], [100, 10]) == 0


def test_a_unit_of_no_known_flow_leaves_the_answer_open_and_names_it() -> None:
    flow = Shared(exact(1000.0), (missing("cdu.flow", "L/min"), exact(1200.0)))
    assert total_but_largest(flow.capacities).low == 0
    assert total_but_largest(flow.capacities).high == 1200
    verdict = one_may_be_lost([shared(100, 200, 200), flow])
    assert verdict.answer == "open"
    assert verdict.because == ("cdu.flow",)
    figure = needed([flow])
    assert figure is not None
    assert (figure.low, figure.value, figure.high) == (2, None, inf)
    assert redundancy([flow]) == "at least N"
    assert redundancy([Shared(exact(1000.0), (missing("cdu.flow"),))]) == ""


def test_what_fails_for_certain_is_not_open() -> None:
    flow = Shared(exact(10.0), (missing("cdu.flow"), missing("cdu.flow")))
    assert one_may_be_lost([shared(500, 200, 200), flow]).answer == "no"


def slow_count(load: float, capacities: list[float]) -> int:
    """Add units one by one, smallest first, until the rest carries the load without the largest."""
    taken: list[float] = []
    waiting = sorted(capacities)
    for _ in numbers():
        if taken and sum(taken) - max(taken) >= load - 1e-9:
            return len(taken)
        taken.append(waiting.pop(0) if waiting else min(capacities))
    raise AssertionError


@given(LOADS, st.lists(st.integers(20, 2000).map(float), min_size=1, max_size=6))
def test_the_count_is_that_of_adding_them_one_by_one(load: float, sizes: list[float]) -> None:
    figure = needed([shared(load, *sizes)])
    assert figure is not None
    assert figure.value == slow_count(load, sizes)
    assert figure.exact


@given(st.data())
def test_a_capacity_or_load_revealed_lands_inside(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(SIZES, min_size=1, max_size=5))
    load = data.draw(LOADS)
    hidden = [missing("u.x") if data.draw(st.booleans()) else exact(size) for size in sizes]
    least, most = data.draw(st.integers(0, 100)), data.draw(st.integers(0, 100))
    load_hidden = missing("l.x", "", load - min(least, load), load + most)
    one, other = Shared(load_hidden, tuple(hidden)), shared(load, *sizes)
    before, after = needed([one]), needed([other])
    assert before is not None
    assert after is not None
    assert after.value is not None
    assert before.low <= after.value <= before.high
    assert one_may_be_lost([one]).answer in ("open", one_may_be_lost([other]).answer)
    left = total_but_largest([exact(size) for size in sizes]).value
    assert left is not None
    bound = total_but_largest(hidden)
    assert bound.low <= left <= bound.high
    said = redundancy([one])
    if said.startswith("at least"):
        assert redundancy([other]) != "less than N"
    elif said:
        assert said == redundancy([other])


@given(LOADS, LOADS, SIZES, SIZES)
def test_what_is_placed_is_enough_for_the_rule(
    heat: float, flow: float, by_heat: float, by_flow: float
) -> None:
    count = units_to_place([heat, flow], [by_heat, by_flow])
    placed = [shared(heat, *[by_heat] * count), shared(flow, *[by_flow] * count)]
    assert one_may_be_lost(placed).answer == "yes"
    assert needed(placed).value == count


def test_figures_keep_their_type() -> None:
    assert isinstance(needed([shared(1, 1)]), Figure)


def test_units_that_carry_nothing_leave_the_number_open() -> None:
    figure = needed([shared(10, 0)])
    assert figure is not None
    assert (figure.low, figure.value, figure.high) == (2, None, inf)
    assert redundancy([shared(10, 0)]) == "less than N"
