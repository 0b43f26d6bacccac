"""Availability of designs as drawn: a seeded simulation, redundancy, bounds, what has no rate."""

from heapq import heapify, heappop, heappush
from math import log, sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.failures import FailureRate
from designer.catalog.load import load_shipped
from designer.engine.availability_report import Availability, Taking
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.subjects.availability.writing import written
from designer.model.design import Cord, Design, PowerNode, Site
from designer.planning.templates import build
from designer.wiring.power_upstream import lost_without
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus

SHIPPED = load_shipped()
OF_TESTS = Catalog(CATALOG.parts, CATALOG.bands, CATALOG.defaults, (), SHIPPED.failures)


def availability(design: Design, catalog: Catalog = OF_TESTS) -> Availability:
    found = evaluate(design, catalog).section("availability")
    assert isinstance(found, Availability)
    return found


def taking(found: Availability) -> dict[str, Taking]:
    return {one.kind: one for one in found.taking}


def not_rated(found: Availability) -> set[str]:
    return {one.kind for one in found.not_rated}


def node(key: str, kind: str, *parents: str) -> PowerNode:
    return PowerNode(id=key, kind=kind, parents=parents)


THREE = tuple(
    one
    for side in "ABC"
    for one in (node(f"ups{side}", "ups", f"sb{side}"), feed(side, parents=(f"ups{side}",)))
)
BOARDS = tuple(node(f"sb{side}", "switchboard", "grid", f"gen{side}") for side in "ABC")
SETS = tuple(node(f"gen{side}", "generator") for side in "ABC")
GRID = node("grid", "utility")


def site_of(**site: object) -> Site:
    """Return a site of which the building takes the air's heat: none of these halls draws units."""
    return Site(**{"building_air_kw": 1000.0, **site})


def three_feeds(*power: PowerNode, held: int = 4, **site: object) -> Design:
    return design_of(*nodes(held), *pdus("ABC"), power=power, site=site_of(**site))


# A catalogue of which everything fails a thousand times as often, so that a simulation sees it.


def frail(key: str, per_hour: float, repair_h: float, common: float = 0.0) -> FailureRate:
    return FailureRate(
        id=key, name=key, per="million-hours", failures=(per_hour * 1e6,) * 3,
        repair_h=(repair_h,) * 3, common=(common,) * 3, source="t", kind="assumed",
    )  # fmt: skip


OUT, START, START_COMMON, RUN, RUN_COMMON = 0.05, 0.2, 0.3, 0.05, 0.25
FRAIL = Catalog(
    CATALOG.parts, CATALOG.bands, CATALOG.defaults, (),
    (
        frail("node", 1 / 200, 20), frail("site", 1 / 500, 8), frail("utility", 1 / 60, 6),
        frail("ups", 1 / 100, 9, 0.2), frail("switchboard", 1 / 300, 12),
        FailureRate(id="generator-out", name="o", per="share", failures=(OUT,) * 3,
                    source="t", kind="assumed"),
        FailureRate(id="generator-start", name="s", per="demand", failures=(START,) * 3,
                    common=(START_COMMON,) * 3, source="t", kind="assumed"),
        FailureRate(id="generator-run", name="r", per="thousand-hours", failures=(RUN * 1e3,) * 3,
                    repair_h=(0.0,) * 3, common=(RUN_COMMON,) * 3, source="t", kind="assumed"),
    ),
)  # fmt: skip


class Simulation:
    """A rack of four nodes on three feeds from event to event, repairs with long tails."""

    def __init__(self, power: tuple[PowerNode, ...], seed: int) -> None:
        self.power, self.dice = power, Random(seed)
        self.down: set[str] = set()
        self.dead_sets: dict[str, set[str]] = {}
        kinds = {one.id: one.kind for one in power}
        self.sets = [key for key, kind in kinds.items() if kind == "generator"]
        self.rates = {f"n{at}": (1 / 200, 20.0) for at in range(4)} | {"site": (1 / 500, 8.0)}
        own = {"utility": (1 / 60, 6.0), "ups": (0.8 / 100, 9.0), "switchboard": (1 / 300, 12.0)}
        self.rates |= {key: own[kind] for key, kind in kinds.items() if kind in own}
        self.twins = frozenset(key for key, kind in kinds.items() if kind == "ups")
        self.rates["all ups"] = (0.2 / 100, 9.0)
        self.events = [(self.dice.expovariate(rate), key) for key, (rate, _) in self.rates.items()]
        heapify(self.events)

    def step(self) -> None:
        now, key = heappop(self.events)
        if key.startswith("dies:"):
            _, cause, which = key.split(":")
            if cause in self.dead_sets:
                self.dead_sets[cause].add(which)
        elif key in self.down:
            self.down.remove(key)
            self.dead_sets.pop(key, None)
            self.events = [one for one in self.events if not one[1].startswith(f"dies:{key}:")]
            heapify(self.events)
            heappush(self.events, (now + self.dice.expovariate(self.rates[key][0]), key))
        else:
            self.down.add(key)
            mean = self.rates[key][1]
            # An outage that sets must carry is exponential, as the formula has it.
            long = key in ("grid", "sbA", "sbB", "sbC") or key.startswith("ups")
            repair = self.dice.expovariate(1 / mean) if long else self._tailed(mean)
            heappush(self.events, (now + repair, key))
            if key in {one.id for one in self.power}:
                self._start(now, key)

    def _tailed(self, mean: float) -> float:
        return self.dice.lognormvariate(log(mean) - 0.5, 1.0)

    def _start(self, now: float, cause: str) -> None:
        """Let the sets start that stand by for what is down; note when each fails."""
        chance = self.dice.random
        together = chance() < START * START_COMMON
        common = self.dice.expovariate(RUN * RUN_COMMON)
        self.dead_sets[cause] = set()
        for which in self.sets:
            starts = chance() >= OUT and chance() >= START * (1 - START_COMMON) and not together
            dies = min(common, self.dice.expovariate(RUN * (1 - RUN_COMMON))) if starts else 0.0
            if not dies:
                self.dead_sets[cause].add(which)
            else:
                heappush(self.events, (now + dies, f"dies:{cause}:{which}"))

    def there(self) -> float:
        if "site" in self.down:
            return 0.0
        gone = {key for key in self.down if key in {one.id for one in self.power}}
        gone |= {which for dead in self.dead_sets.values() for which in dead}
        gone |= self.twins if "all ups" in self.down else frozenset()
        # Two supplies on each of three feeds, of which a node needs four.
        if len(lost_without(self.power, gone)) > 1:
            return 0.0
        return 8.0 * sum(f"n{at}" not in self.down for at in range(4))


def simulated(power: tuple[PowerNode, ...], hours: float, seed: int) -> tuple[float, float]:
    """Return the mean of the GPUs that are there, and its standard error."""
    run, now = Simulation(power, seed), 0.0
    means = []
    for stretch in range(1, 21):
        until, spent = hours * stretch / 20, 0.0
        while now < until:
            upto = min(until, run.events[0][0])
            spent += run.there() * (upto - now)
            now = upto
            if now < until:
                run.step()
        means.append(spent * 20 / hours)
    return fmean(means), stdev(means) / sqrt(20)


def test_a_seeded_simulation_finds_what_the_design_says() -> None:
    """Nodes, three UPS with a common cause, switchboards, a utility with three sets, the site."""
    power = (*THREE, *BOARDS, *SETS, GRID)
    found = availability(three_feeds(*power), FRAIL)
    mean, error = simulated(power, 400_000, seed=20261127)
    lost = 32 - found.figure("gpus_of_known_layers").likely
    assert 0 < error < 0.02 * lost
    # Sets that are needed twice at once count once in the formula: 1 % of what is lost.
    assert abs(32 - mean - lost) < 3.5 * error + 0.01 * lost, (mean, error, 32 - lost)


def test_what_backs_itself_takes_nothing_and_two_together_do() -> None:
    """Any one of three feeds may go; a UPS takes its own, and two or a common cause take all."""
    found = availability(three_feeds(*THREE, *BOARDS, *SETS, GRID))
    ups = taking(found)["ups"]
    assert (ups.takes_gpus, ups.number) == (0, 3)
    # β·λ·r = 2e-6 of 32 GPUs, and 0.8 % more by pairs: with a board or a UPS of another side.
    assert ups.figure("lost_gpus").likely == pytest.approx(32 * 2.0e-6, rel=0.2)
    alone = availability(three_feeds(feed("A", parents=("u",)), feed("B", parents=("u",)),
                                     feed("C", parents=("u",)), node("u", "ups")))  # fmt: skip
    one = taking(alone)["ups"]
    assert one.takes_gpus == 32
    assert one.figure("lost_gpus").likely == pytest.approx(32 * 4.0e-5, rel=1e-3)


def test_standby_sets_make_outages_of_the_utility_rare() -> None:
    feeds = [feed(side, parents=("u",)) for side in "ABC"]
    bare = taking(availability(three_feeds(*feeds, node("u", "ups", "grid"), GRID)))
    one = node("u", "ups", "grid", "g1")
    backed = taking(availability(three_feeds(*feeds, one, GRID, node("g1", "generator"))))
    two = node("u", "ups", "grid", "g1", "g2")
    twice = taking(
        availability(
            three_feeds(*feeds, two, GRID, node("g1", "generator"), node("g2", "generator"))
        )
    )
    lost = [each["utility"].figure("lost_gpus").likely for each in (bare, backed, twice)]
    # 1.333 a year of 4.277 h: 6.5e-4; a set fails one time in fifty, two one in a thousand.
    assert lost[0] == pytest.approx(32 * 6.504e-4, rel=1e-3)
    assert lost[1] == pytest.approx(lost[0] * 0.018, rel=0.05)
    assert lost[2] < lost[1] / 15


def test_the_worst_is_named_first_and_bounds_are_those_of_the_rates() -> None:
    found = availability(three_feeds(*THREE, *BOARDS, *SETS, GRID))
    kinds = [one.kind for one in found.taking]
    assert kinds[0] == "node"
    assert set(kinds) == {"node", "ups", "switchboard", "utility", "site"}
    assert found.worst.startswith("Nodes: ~0.72")
    nodes_lost = found.taking[0].figure("lost_gpus")
    assert nodes_lost.low == pytest.approx(32 * 0.009319, rel=1e-3)
    assert nodes_lost.high == pytest.approx(32 * 0.036263, rel=1e-3)
    known = found.figure("gpus_of_known_layers")
    assert known.low < known.likely < known.high
    assert "StepFun" in found.taking[0].source
    assert "(derived)" in found.taking[0].source


def test_what_has_no_published_rate_is_named_and_leaves_the_whole_open() -> None:
    found = availability(three_feeds(*THREE, *BOARDS, *SETS, GRID))
    assert not_rated(found) >= {"feed", "rack-pdu"}
    assert "Rack PDUs" in found.without_rate
    whole, known = found.figure("gpus_available"), found.figure("gpus_of_known_layers")
    assert (whole.low, whole.value, whole.high) == (0.0, None, known.high)
    bare = availability(three_feeds(feed("A"), feed("B"), feed("C")))
    assert "upstream" in not_rated(bare)
    assert bare.not_rated[0].kind == "upstream"


def test_a_catalogue_without_rates_leaves_everything_open() -> None:
    found = availability(three_feeds(feed("A"), feed("B"), feed("C")), CATALOG)
    assert found.taking == ()
    assert {"node", "site"} <= not_rated(found)
    assert found.figure("gpus_available").low == 0


def test_how_often_as_many_as_needed_are_there() -> None:
    design = three_feeds(*THREE, *BOARDS, *SETS, GRID, gpus_needed=24)
    found = availability(design)
    enough = found.figure("enough_pct")
    # Of four nodes at most one may be down: 1 − 6 · 0.0226² nearly, less what all share.
    assert enough.high == pytest.approx(100 * (1 - 6 * 0.00932**2), abs=2e-3)
    assert enough.low < enough.likely < enough.high
    assert availability(three_feeds(*THREE, *BOARDS, *SETS, GRID)).enough_pct is None


def test_leaf_switches_take_the_nodes_that_hang_on_them() -> None:
    """One scalable unit: eight leaves of 31 nodes; 5e-6 of 248 GPUs is gone with any of them."""
    found = availability(build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED), SHIPPED)
    leaf = taking(found)["leaf"]
    assert (leaf.number, leaf.takes_gpus) == (8, 31 * 8)
    assert leaf.figure("lost_gpus").likely == pytest.approx(248 * 8 * 2.792e-6, rel=1e-3)


def test_a_filled_rack_fails_by_its_trays_and_names_what_is_not_published() -> None:
    found = availability(build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED), SHIPPED)
    assert taking(found)["tray"].number == 144
    assert {"nvlink", "coupling", "power-shelf", "cdu", "air-unit"} <= not_rated(found)


def test_what_the_site_needs_is_read_anew() -> None:
    design = three_feeds(*THREE, *BOARDS, *SETS, GRID)
    evaluator = Evaluator(OF_TESTS)
    before = evaluator.report(design).section("availability")
    after = evaluator.report(design.evolve(site=site_of(gpus_needed=8))).section("availability")
    assert isinstance(before, Availability)
    assert isinstance(after, Availability)
    assert (before.gpus_needed, after.gpus_needed) == (None, 8)


def test_gpus_that_nobody_counted_leave_it_open() -> None:
    uncounted = CATALOG.require("dgx-h100").evolve(gpus=None)
    found = availability(three_feeds(*THREE, GRID), OF_TESTS.overlay([uncounted]))
    assert found.gpus_available is None
    assert found.figure("gpus_available").low == 0


# What no power reaches.

ALL = (*THREE, *BOARDS, *SETS, GRID)


def test_gpus_without_a_power_path_are_down_all_year() -> None:
    """Four nodes of 32 GPUs in a rack without rack PDUs are none that is there."""
    found = availability(design_of(*nodes(4), power=ALL, site=site_of(gpus_needed=8)))
    never = found.figure("gpus_without_power")
    assert (never.low, never.likely, never.high) == (32, 32, 32)
    assert found.figure("gpus_of_known_layers").high == 0
    assert found.figure("gpus_95").high == 0
    assert found.figure("enough_pct").high == 0
    (first, *others) = found.taking
    assert (first.kind, first.number, first.lost_gpus) == ("no-power-path", 1, 32)
    assert first.down_h_per_year == 8760
    assert all(one.figure("lost_gpus").high == 0 for one in others)
    assert found.worst.startswith("Racks of which GPUs have no power path: 32 GPUs")


def test_one_node_without_cords_is_down_and_the_others_fail_as_they_do() -> None:
    """Of a node of 8 that hangs nowhere: 24 GPUs are there but for what fails."""
    cords = tuple(Cord(id=f"c{at}", supply=f"n0:psu{at}") for at in range(1, 7))
    whole = availability(three_feeds(*ALL, gpus_needed=24))
    found = availability(three_feeds(*ALL, gpus_needed=24).evolve(cords=cords))
    assert found.figure("gpus_without_power").value == 8
    there = found.figure("gpus_of_known_layers").likely
    assert there == pytest.approx(whole.figure("gpus_of_known_layers").likely * 24 / 32, rel=1e-3)
    assert found.figure("gpus_95").high <= 24
    enough = found.figure("enough_pct")
    assert 90 < enough.likely < whole.figure("enough_pct").likely
    assert taking(found)["node"].figure("lost_gpus").likely == pytest.approx(
        taking(whole)["node"].figure("lost_gpus").likely * 24 / 32
    )


def test_where_a_power_path_cannot_be_said_it_is_between_none_and_all() -> None:
    """Whose plugs nobody states: whether the outlets take them is open, and so are the GPUs."""
    node_part = CATALOG.require("dgx-h100")
    assert node_part.psu is not None
    unplugged = node_part.evolve(psu=node_part.psu.evolve(inlet=""))
    found = availability(three_feeds(*ALL), OF_TESTS.overlay([unplugged]))
    never = found.figure("gpus_without_power")
    assert (never.low, never.likely, never.high) == (0, 0, 32)
    known = found.figure("gpus_of_known_layers")
    assert known.low == 0
    assert known.high > 31


def test_feeds_that_supply_one_another_in_a_circle_power_nothing() -> None:
    ring = (feed("A", parents=("x",)), feed("B"), feed("C"),
            node("x", "switchboard", "y"), node("y", "switchboard", "x"))  # fmt: skip
    alone = design_of(*nodes(2), *pdus("AA"), power=ring, site=site_of())
    assert availability(alone).figure("gpus_without_power").value == 16
    beside = design_of(*nodes(2), *pdus("ABC"), power=ring, site=site_of())
    assert availability(beside).gpus_without_power is None


def test_where_all_have_power_nothing_is_said_of_it() -> None:
    found = availability(three_feeds(*ALL))
    assert found.bound("gpus_without_power") is None
    assert found.gpus_without_power is None, "nobody states what the feeds carry"
    stated = three_feeds(*(feed.evolve(capacity_kw=1000.0) for feed in ALL))
    assert availability(stated).gpus_without_power == 0
    assert "no-power-path" not in taking(found)
    report = evaluate(three_feeds(*ALL), OF_TESTS)
    said = [fact for section in written(report) for fact in section.facts]
    assert not any("no power path" in name for name, _ in said)
    dark = evaluate(design_of(*nodes(4), power=ALL, site=site_of()), OF_TESTS)
    said = [fact for section in written(dark) for fact in section.facts]
    assert ("Down all year, with no power path", "32") in said


def test_it_says_what_is_taken_for_granted_of_batteries_and_starts() -> None:
    def assumed(*power: PowerNode) -> str:
        return availability(three_feeds(*power)).assumes

    grid, gen = node("grid", "utility"), node("gen", "generator")
    bare = [node(feed, "feed") for feed in "ABC"]
    rated = (feed.evolve(capacity_kw=1000.0) for feed in bare)
    assert assumed(*rated) == "", "nothing is drawn upstream"
    assert assumed(*bare) == (
        "Nobody states what feed A, feed B, feed C can carry: it is taken to carry all."
    )
    mixed = assumed(
        node("A", "feed", "u"), node("u", "ups", "grid", "gen"),
        node("B", "feed", "grid", "gen"), node("C", "feed", "grid"), grid, gen,
    )  # fmt: skip
    assert "Batteries of UPS are taken to bridge the start of generators: P18" in mixed
    assert "Feed B has no UPS".casefold() in mixed.casefold()
    assert "feed c has no" not in mixed.casefold(), "no generator ever carries it"
    assert "counts from its first minute" in mixed
    assert "The rate of 1 utility counts interruptions of more than five minutes" in mixed
    bridged = assumed(
        node("A", "feed", "u"), node("B", "feed", "u"), node("C", "feed", "u"),
        node("u", "ups", "grid", "gen"), grid, gen,
    )  # fmt: skip
    assert "no UPS" not in bridged
