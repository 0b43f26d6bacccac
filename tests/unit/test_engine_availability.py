"""Availability of a hall: worked examples, a seeded simulation, bounds, what is not published."""

from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import exp, log, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate
from designer.engine.subjects.facility.availability_calc import LAYERS
from designer.engine.subjects.facility.hall_losses import Hall, enough, losses
from designer.engine.subjects.facility.reliability import (
    Sets,
    Unit,
    all_down,
    at_least,
    available,
    dark,
    down,
)

# A hall that fails a thousand times as often as a real one, so that a short simulation sees it.
FRAIL = Hall(
    nodes=12, group=6, node=Unit(1 / 200, 20), switch=Unit(1 / 400, 6), switches=2,
    site=Unit(1 / 500, 8), grid=Unit(1 / 60, 6),
    sets=Sets(3, 2, out=0.05, start=0.2, start_common=0.3, run=0.05, run_common=0.25),
    ups=Unit(1 / 100, 9, common=0.2), ups_sides=2,
    pump=Unit(1 / 90, 12, common=0.1), pumps=2, cdu=Unit(1 / 300, 7),
    cooler=Unit(1 / 80, 10), coolers=5, coolers_needed=4,
)  # fmt: skip


class Simulation:
    """A hall from event to event: exponential failures, lognormal repairs of long tails."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.hall, self.dice = hall, Random(seed)
        self.broken: set[tuple[str, int]] = set()
        units = {
            "node": (hall.node, 1.0, hall.nodes),
            "switch": (hall.switch, 1.0, hall.switches * hall.nodes // hall.group),
            "site": (hall.site, 1.0, 1), "cdu": (hall.cdu, 1.0, 1),
            "ups": (hall.ups, 1 - hall.ups.common, hall.ups_sides),
            "all ups": (hall.ups, hall.ups.common, 1),
            "pump": (hall.pump, 1 - hall.pump.common, hall.pumps),
            "all pumps": (hall.pump, hall.pump.common, 1),
            "cooler": (hall.cooler, 1.0, hall.coolers),
        }  # fmt: skip
        self.units = {
            (name, n): (unit.rate * part, unit.repair_h)
            for name, (unit, part, number) in units.items() for n in range(number)
        }  # fmt: skip
        self.events = [(self.dice.expovariate(rate), at)
                       for at, (rate, _) in self.units.items()]  # fmt: skip
        self.events.append((self.dice.expovariate(hall.grid.rate), ("grid", 0)))
        heapify(self.events)

    def step(self) -> float:
        """Return when the next event is, and let it happen."""
        now, at = heappop(self.events)
        if at[0] == "grid":
            self._outage(now)
        elif at[0] in ("dark", "light"):
            (self.broken.add if at[0] == "dark" else self.broken.discard)(("dark", 0))
        elif at in self.broken:
            self.broken.remove(at)
            heappush(self.events, (now + self.dice.expovariate(self.units[at][0]), at))
        else:
            self.broken.add(at)
            mean, sigma = self.units[at][1], 1.0
            repair = self.dice.lognormvariate(log(mean) - sigma * sigma / 2, sigma)
            heappush(self.events, (now + repair, at))
        return now

    def _outage(self, now: float) -> None:
        """Play an outage of the grid through: when the sets give up, and when it ends."""
        ends = now + self.dice.expovariate(1 / self.hall.grid.repair_h)
        gives_up = self._given_up(now)
        if gives_up < ends:
            heappush(self.events, (gives_up, ("dark", 0)))
            heappush(self.events, (ends, ("light", 0)))
        heappush(self.events, (ends + self.dice.expovariate(self.hall.grid.rate), ("grid", 0)))

    def _given_up(self, now: float) -> float:
        sets, chance = self.hall.sets, self.dice.random
        if chance() < sets.start * sets.start_common:
            return now
        started = sum(
            chance() >= sets.out and chance() >= sets.start * (1 - sets.start_common)
            for _ in range(sets.number)
        )
        if started < sets.needed:
            return now
        alone = sets.run * (1 - sets.run_common)
        lives = sorted(self.dice.expovariate(alone) for _ in range(started))
        common = self.dice.expovariate(sets.run * sets.run_common)
        return now + min(common, lives[started - sets.needed])

    def lost(self) -> dict[str, float]:
        """Return what each layer takes at this moment."""
        hall, is_broken = self.hall, self.broken.__contains__
        nodes = [is_broken(("node", n)) for n in range(hall.nodes)]
        each = hall.switches
        cut = [
            any(is_broken(("switch", each * g + s)) for s in range(each))
            for g in range(hall.nodes // hall.group)
        ]
        pumps = all(is_broken(("pump", n)) for n in range(hall.pumps))
        coolers = sum(not is_broken(("cooler", n)) for n in range(hall.coolers))
        reached = sum(not down and not cut[n // hall.group] for n, down in enumerate(nodes))
        found = {
            "nodes": fmean(nodes), "switches": fmean(cut), "site": is_broken(("site", 0)),
            "utility": is_broken(("dark", 0)),
            "ups": is_broken(("all ups", 0))
            or all(is_broken(("ups", n)) for n in range(hall.ups_sides)),
            "cdu": pumps or is_broken(("all pumps", 0)) or is_broken(("cdu", 0)),
            "cooling": max(0, hall.coolers_needed - coolers) / hall.coolers_needed,
        }  # fmt: skip
        shared = available(found[name] for name in ("site", "utility", "ups", "cdu"))
        found["all"] = 1 - reached / hall.nodes * shared * (1 - found["cooling"])
        found["enough"] = shared * (reached >= 5)
        return found


def simulated(hall: Hall, hours: float, seed: int) -> dict[str, tuple[float, float]]:
    """Return the mean of what each layer takes, and its standard error from twenty stretches."""
    run, now, state = Simulation(hall, seed), 0.0, {}
    means: dict[str, list[float]] = {}
    for stretch in range(1, 21):
        until, sums = hours * stretch / 20, dict.fromkeys((*LAYERS, "all", "enough"), 0.0)
        while now < until:
            state = state or run.lost()
            upto = min(until, run.events[0][0])
            for name in sums:
                sums[name] += state[name] * (upto - now)
            now = upto
            if now < until:
                run.step()
                state = {}
        for name, spent in sums.items():
            means.setdefault(name, []).append(spent * 20 / hours)
    return {name: (fmean(each), stdev(each) / sqrt(20)) for name, each in means.items()}


def test_a_seeded_simulation_finds_what_the_closed_form_says() -> None:
    """Every layer, the product of all, and how often five of twelve nodes are usable."""
    wanted: dict[str, float | None] = dict(losses(FRAIL))
    wanted["all"] = 1 - available(share for share in losses(FRAIL).values() if share is not None)
    wanted["enough"] = enough(FRAIL, 5, losses(FRAIL), 0.0)
    found = simulated(FRAIL, 600_000, seed=20261122)
    for name, share in wanted.items():
        mean, error = found[name]
        assert share is not None
        # A layer that the simulation did not see would agree with anything.
        assert 0 < error < 0.05 * mean, name
        assert abs(mean - share) < 3.5 * error, (name, mean, error, share)


def test_a_hall_of_128_nodes_as_it_was_worked_out_by_hand() -> None:
    """128 nodes of eight GPUs: each layer, and 1,000.78 of 1,024 GPUs.

    Nodes as the StepFun trace has them, eight leaf switches a group (HPN), utility by EIA, sets by
    REopt.jl and INL, UPS by UFGS 16265A, five cooling units of 17,520 h and 24 h of which four are
    needed (assumed: none is published).
    """
    found = calculate("availability", {"cooler_failures": str(1e6 / 17_520)}).results
    assert found["gpus"] == pytest.approx(1000.78, abs=0.01)
    layers = {
        "nodes": 2.263e-2, "switches": 2.23e-5, "site": 2.07e-5, "cooling": 4.67e-6,
        "ups": 2.00e-6, "utility": 7.4e-7,
    }  # fmt: skip
    for layer, share in layers.items():
        assert found[f"{layer}_lost_pct"] == pytest.approx(100 * share, rel=3e-3), layer
    assert str(found["worst"]).startswith("nodes 2.3 %, leaf switches")


def test_enough_nodes_of_the_same_hall() -> None:
    """At least 120 of 128: 0.99735 independent, 0.9545 with correlation 0.0124.

    The second was worked out with λr, 2.315 %, for the share of time in which a node is down; by
    λr/(1 + λr), 2.263 %, as the first, it is 0.9567.
    """
    up = 1 - down(4.184 / 24_000, 132.8)
    assert at_least(128, 120, up) == pytest.approx(0.99735, abs=1e-5)
    assert at_least(128, 120, up, 0.0124) == pytest.approx(0.9567, abs=1e-4)
    assert at_least(128, 120, 1 - 4.184 / 24_000 * 132.8, 0.0124) == pytest.approx(0.9545, abs=2e-4)
    found = calculate("availability", {"nodes_needed": "120"})
    # What all share takes a little more: a group of 32 that is cut off leaves 96.
    assert found.results["enough_independent_pct"] == pytest.approx(99.7235, abs=1e-3)
    assert found.results["enough_pct"] == pytest.approx(95.657, abs=1e-2)
    assert "94.1 %" in found.note


def test_no_node_is_reached_where_all_switches_are_down() -> None:
    """Also where the last group is not full: five nodes in groups of four."""
    asked = {"nodes": "5", "group_nodes": "4", "nodes_needed": "1", "switch_failures": "1000000",
             "switch_repair_h": "100000"}  # fmt: skip
    assert calculate("availability", asked).results["enough_pct"] == pytest.approx(0, abs=1e-3)


def test_cdus_of_two_pumps_as_they_were_worked_out_by_hand() -> None:
    """Pump pair 3.5e-8, common cause 7.1e-6 (INL), what has no twin 8.0e-5 (100,000 h, assumed)."""
    pump = Unit(8.12e-6, 24, 0.0365)
    assert all_down(replace(pump, common=0.0), 2) == pytest.approx(3.8e-8, rel=0.02)
    assert all_down(pump, 2) == pytest.approx(3.5e-8 + 7.1e-6, rel=5e-3)
    found = calculate("availability", {"cdu_pumps": "2", "cdu_failures": "10"})
    assert found.results["cdu_lost_pct"] == pytest.approx(100 * 8.71e-5, rel=1e-3)


@pytest.mark.parametrize(
    ("common", "share"), [(0, 1.6e-9), (0.01, 4.0e-7), (0.05, 2.0e-6), (0.1, 4.0e-6)]
)
def test_the_common_cause_is_nearly_all_of_a_pair(common: float, share: float) -> None:
    """λ = 5e-6 an hour, 8 h: ((1 − β)λr)² + βλr, worked out by hand."""
    assert all_down(Unit(5e-6, 8, common), 2) == pytest.approx(share, rel=5e-3)


@pytest.mark.parametrize(("number", "share"), [(2, 1.6e-9), (4, 9.6e-9), (8, 4.5e-8), (16, 1.9e-7)])
def test_one_spare_of_more_modules_is_worth_less(number: int, share: float) -> None:
    """n(n − 1)/2 · (λr)² with the same λ and r."""
    lost = 1 - at_least(number, number - 1, 1 - down(5e-6, 8))
    assert lost == pytest.approx(share, rel=0.03)


@pytest.mark.parametrize(
    ("percent", "hours"), [(99.671, 28.82), (99.741, 22.69), (99.982, 1.58), (99.995, 0.44)]
)
def test_hours_of_a_stated_availability(percent: float, hours: float) -> None:
    """F V97: a copy of the TIA-942 table prints 28.8, 22, 1.6 h and 26.3 min.

    22 h is 22.69 cut off, not rounded.
    """
    found = calculate("availability", {"availability_pct": str(percent)}).results
    assert found["hours_lost"] == pytest.approx(hours, rel=5e-3)
    assert set(found) == {"availability_pct", "hours_lost"}


RATES = [
    "node_failures", "switch_failures", "site_failures", "utility_failures", "set_out",
    "set_start", "start_common", "set_run", "run_common", "ups_failures", "ups_common",
    "pump_failures", "pump_common", "node_repair_h", "utility_repair_h", "ups_repair_h",
]  # fmt: skip


@pytest.mark.parametrize("name", RATES)
@given(figures=st.tuples(*[st.floats(0.001, 0.5)] * 2))
def test_more_failures_and_longer_repairs_never_leave_more_gpus(
    name: str, figures: tuple[float, float]
) -> None:
    less, more = sorted(figures)
    frail = {"cdu_pumps": "2", "cdu_failures": "9", "coolers_needed": "0", "coolers": "0",
             "pump_failures": "9000", "ups_failures": "9000"}  # fmt: skip
    at, above = (calculate("availability", frail | {name: f"{figure:.17f}"}).results["gpus"]
                 for figure in (less, more))  # fmt: skip
    assert above <= at * (1 + 1e-12)


def test_bounds_hold_every_figure_and_one_figure_has_none() -> None:
    found = calculate("availability", {"cooler_failures": "57", "nodes_needed": "100"})
    for name, (low, high) in found.bounds.items():
        value = found.results[name]
        assert high is not None
        assert low <= value <= high, name
    spread = [p.name for p in _parameters() if p.kind == "numbers" and p.default is not None]
    alone = {name: "0.5" for name in spread} | {"cooler_failures": "57"}
    assert calculate("availability", alone).bounds == {}
    low, high = found.bounds["gpus"]
    assert low < 1000.78 < high


def _parameters():
    from designer.engine.calc import CALCULATIONS

    return CALCULATIONS["availability"].parameters


@pytest.mark.parametrize(
    ("more", "parameter", "share"),
    [({}, "cooler_failures", "cooling"),
     ({"cdu_pumps": "2", "cooler_failures": "57"}, "cdu_failures", "cdu")],
)  # fmt: skip
def test_what_nobody_publishes_is_asked_for_and_leaves_the_sum_open(
    more: dict[str, str], parameter: str, share: str
) -> None:
    found = calculate("availability", more)
    assert found.results["gpus"] is None
    assert found.bounds["gpus"][0] == 0
    assert found.results[f"{share}_lost_pct"] is None
    assert found.bounds[f"{share}_lost_pct"] == (0, 100)
    assert f"give {parameter}" in found.note
    assert "not known" in found.results["worst"]
    known = found.results["gpus_of_known_layers"]
    assert 0 < known < 1024
    given_one = calculate("availability", more | {parameter: "57"})
    assert given_one.results["gpus"] < known
    assert given_one.note == ""


def test_sets_that_never_fail_leave_nothing_dark_and_none_leave_all_of_it() -> None:
    grid = Unit(1.333 / 8760, 4.277)
    perfect = Sets(3, 2, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert dark(grid, perfect) == 0
    assert dark(grid, replace(perfect, number=0)) == down(grid.rate, grid.repair_h)
    useless = replace(perfect, start=1.0)
    assert dark(grid, useless) == pytest.approx(down(grid.rate, grid.repair_h))
    one = replace(perfect, number=1, needed=1, run=1 / 1100)
    # One set that only fails while it runs: ν / (ν + μ) of the outages, each to its end.
    assert dark(grid, one) == pytest.approx(
        down(grid.rate, grid.repair_h) * (1 / 1100) / (1 / 1100 + 1 / 4.277)
    )


@given(st.integers(1, 400), st.floats(0, 1), st.floats(0, 0.5), st.data())
def test_probabilities_are_probabilities(
    number: int, p: float, correlation: float, data: st.DataObject
) -> None:
    needed = data.draw(st.integers(0, number))
    found = at_least(number, needed, p, correlation)
    assert 0 <= found <= 1 + 1e-9
    assert at_least(number, 0, p, correlation) == pytest.approx(1)
    assert at_least(number, number, p) == pytest.approx(p**number, abs=1e-12)
    assert exp(0) >= at_least(number, min(number, needed + 1), p, correlation) - 1e-9
