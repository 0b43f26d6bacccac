"""The plant upstream of the racks: what goes into each node is what comes out and what is lost."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.plant_flows import Losing, Plain, flows, loss_of
from designer.engine.plant_losing import losing_of
from designer.engine.plant_report import NodeBalance, PlantBalance
from designer.engine.plant_stages import by_curve, by_full_load, by_range
from designer.model.design import Design, PowerKind, PowerNode, Rack, Site
from designer.model.figures import TOLERANCE, Figure, exact, missing, total
from designer.wiring.power_upstream import power_tree
from tests.unit.test_engine_feeds import NVL

SHIPPED = load_shipped()


def plant_of(*power: PowerNode, racks: int = 1, **site: object) -> PlantBalance:
    """Racks of 132 kW on feeds A and B of a plant."""
    placed = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=NVL.id, x_mm=4000 * n, y_mm=4000, feeds=("A", "B"))
        for n in range(racks)
    )
    catalog = SHIPPED.overlay([NVL])
    return evaluate(Design(power=power, racks=placed, site=Site(**site)), catalog).plant


def node(plant: PlantBalance, key: str) -> NodeBalance:
    return next(one for one in plant.nodes if one.id == key)


def stated(key: str, kind: PowerKind, *parents: str, **fields: object) -> PowerNode:
    """A node that loses nothing but what a test says."""
    return PowerNode(
        id=key, kind=kind, parents=parents, **{"efficiency": 1.0, "capacity_kw": 1000.0, **fields}
    )


def test_fixed_losses_do_not_shrink_with_the_load() -> None:
    curve = by_curve((0.97, 0.973, 0.97, 0.964))
    assert curve.least(0.25) == pytest.approx(0.25 / 0.97 - 0.25)
    assert curve.most(0.01) == curve.most(0.25)
    assert 0 < curve.least(0.0) < curve.most(0.0)
    one = by_full_load(0.96)
    assert one.least(1.0) == one.most(1.0) == pytest.approx(1 / 0.96 - 1)
    assert one.most(0.1) == one.most(1.0)
    published = by_range((0.0016, 0.013, 0.0262), (0.0256, 0.0309, 0.065))
    for share, efficiency in zip((0.25, 0.5, 0.75, 1.0), (0.905, 0.936, 0.94, 0.939), strict=True):
        lost = share * (1 / efficiency - 1)  # APC 500 kVA, white paper 108
        assert published.least(share) <= lost <= published.most(share) + 1e-4
    for share, heat_kw in zip((0.25, 0.5, 0.75, 1.0), (14, 26, 40, 66), strict=True):
        assert published.least(share) <= heat_kw / 1875 <= published.most(share)


KINDS: tuple[PowerKind, ...] = (
    "utility", "transformer", "generator", "ups", "switchboard", "panel", "busway", "tap-off",
)  # fmt: skip


@st.composite
def plants(draw: st.DrawFn) -> tuple[list[PowerNode], dict[str, Figure], str]:
    """Random trees with second parents, with figures stated or not, and something lost or not."""
    maybe = st.one_of(st.none(), st.floats(50, 5000))
    number = draw(st.integers(1, 8))
    found: list[PowerNode] = []
    for at in range(number):
        above = [one.id for one in found]
        parents = draw(st.lists(st.sampled_from(above), max_size=2, unique=True)) if above else []
        found.append(
            PowerNode(
                id=f"n{at}",
                kind=draw(st.sampled_from(KINDS)),
                parents=tuple(parents),
                capacity_kw=draw(maybe),
                efficiency=draw(st.sampled_from((None, 0.9, 0.99))),
            )
        )
    names = [one.id for one in found]
    loads = {}
    for at in range(draw(st.integers(1, 4))):
        parents = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
        found.append(PowerNode(id=f"f{at}", parents=tuple(parents), capacity_kw=draw(maybe)))
        kw = draw(st.floats(0, 2000))
        loads[f"f{at}"] = draw(
            st.sampled_from((exact(kw, "kW"), missing("x.power_max_w", "kW", kw / 2, kw)))
        )
    return found, loads, draw(st.sampled_from(("", *names)))


@settings(max_examples=150, deadline=None)
@given(plants())
def test_the_balance_closes_at_every_stage(
    case: tuple[list[PowerNode], dict[str, Figure], str],
) -> None:
    power, loads, lost = case
    course = power_tree(power).without((lost,) if lost else ()).course
    drawn = course.drawn
    fed = {feed: load for feed, load in loads.items() if feed in drawn}
    losing = {
        one.id: losing_of(
            one, None, exact(one.capacity_kw, "kW") if one.capacity_kw
            else missing(f"{one.kind} {one.id}.capacity_kw", "kW"), SHIPPED,
        )
        for one in power
    }  # fmt: skip
    found = flows(course, fed, losing)
    for key, flow in found.items():
        children = [found[child].taken for child, above in drawn.items() if above == key]
        takes = total((*children, *((fed[key],) if key in fed else ())), "kW")
        if key in drawn:
            assert same(flow.given, takes)
        assert same(flow.taken, flow.given + flow.loss)
        assert flow.loss.low >= 0
    sources = total((found[key].taken for key, above in drawn.items() if not above), "kW")
    whole = total((*fed.values(), *(flow.loss for flow in found.values())), "kW")
    assert same(sources, whole)


def same(a: Figure, b: Figure) -> bool:
    return all(
        one == pytest.approx(other, rel=1e3 * TOLERANCE) or one == other == inf
        for one, other in ((a.low, b.low), (a.high, b.high))
    )


def test_more_load_never_loses_less() -> None:
    ups = PowerNode(id="u", kind="ups", capacity_kw=500.0)
    losing = losing_of(ups, None, exact(500.0, "kW"), SHIPPED)
    losses = [loss_of(exact(float(kw), "kW"), losing) for kw in range(0, 620, 20)]
    for less, more in pairwise(losses):
        assert less.low <= more.low
        assert less.high <= more.high


def test_without_anything_upstream_there_is_no_balance() -> None:
    assert not plant_of(PowerNode(id="A"), PowerNode(id="B")).is_computed


@settings(max_examples=80, deadline=None)
@given(plants())
def test_hiding_a_capacity_never_narrows_what_flows(
    case: tuple[list[PowerNode], dict[str, Figure], str],
) -> None:
    """What a node loses has more bounds, not fewer, where nobody states what it is rated for."""
    power, loads, lost = case
    course = power_tree(power).without((lost,) if lost else ()).course
    fed = {feed: load for feed, load in loads.items() if feed in course.drawn}

    def flow_of(rated: dict[str, float | None]) -> dict[str, Figure]:
        losing = {
            one.id: losing_of(one, None, exact(kw, "kW") if kw else missing("x.y", "kW"), SHIPPED)
            for one in power
            for kw in (rated[one.id],)
        }
        return {key: flow.taken for key, flow in flows(course, fed, losing).items()}

    # A load beyond a rating is P14's; curves go on there, and part-load bounds end.
    enough = {one.id: one.capacity_kw and max(one.capacity_kw, 1e5) for one in power}
    known, hidden = flow_of(enough), flow_of(dict.fromkeys(enough))
    for key, figure in known.items():
        assert hidden[key].low <= figure.low * (1 + 1e-9)
        assert hidden[key].high >= figure.high * (1 - 1e-9)


@settings(max_examples=200, deadline=None)
@given(plants(), st.data())
def test_what_flows_is_the_same_from_nothing_and_by_what_a_loss_leaves(
    case: tuple[list[PowerNode], dict[str, Figure], str], data: st.DataObject
) -> None:
    """Only what differs from normal is computed: every figure is that of a whole computation."""
    power, loads, lost = case
    tree = power_tree(power)
    gone = tree.without((lost,) if lost else ())

    def losing() -> dict[str, Losing]:
        return {
            one.id: losing_of(
                one, None, exact(one.capacity_kw, "kW") if one.capacity_kw
                else missing(f"{one.kind} {one.id}.capacity_kw", "kW"), SHIPPED,
            )
            for one in power
        }  # fmt: skip

    mine = losing()
    plain = Plain(loads, flows(tree.normal.course, loads, mine))
    moved = data.draw(st.sets(st.sampled_from(sorted(loads))))
    left = {
        feed: load + exact(10.0, "kW") if feed in moved else load
        for feed, load in loads.items() if feed not in gone.taken
    }  # fmt: skip
    from_nothing = flows(gone.course, left, losing())
    assert flows(gone.course, left, mine, plain) == from_nothing
    again = {key: one.again() for key, one in mine.items()}
    assert flows(gone.course, left, again, plain) == from_nothing
