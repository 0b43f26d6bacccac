"""What storage sends to nodes over its fabrics: a published hall, scipy as judge, the unknown."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Report
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.trunks import Trunks
from designer.engine.subjects.storage import delivery
from designer.engine.subjects.storage.flow import Branch, Flow
from designer.model.design import Design, Slot
from designer.planning.templates import build

SYSTEM = "ddn-es400nvx2"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def four(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)


def with_systems(design: Design, number: int, catalog: Catalog, **storage: object) -> Report:
    """The report of a hall with so many storage systems, whose figures may be others."""
    assemblies = tuple(
        one.evolve(slots=_filled(one.slots, number)) if has_systems(one.slots) else one
        for one in design.assemblies
    )
    part = catalog.get(SYSTEM)
    assert part
    assert part.storage
    other = part.evolve(storage=part.storage.evolve(**storage), height_half_u=1)
    return evaluate(design.evolve(assemblies=assemblies), catalog.overlay((other,)))


def has_systems(slots: tuple[Slot, ...]) -> bool:
    return any(slot.part == SYSTEM for slot in slots)


def _filled(slots: tuple[Slot, ...], number: int) -> tuple[Slot, ...]:
    first = next(slot for slot in slots if slot.part == SYSTEM)
    others = tuple(slot for slot in slots if slot.part != SYSTEM)
    return others + tuple(
        first.evolve(id=f"st{at:02}", half_u=2 + 2 * at, name=f"s{at}") for at in range(number)
    )


def said(report: Report, rule: str) -> list[str]:
    return [check.message for check in report.checks if check.rule == rule]


@pytest.mark.parametrize(
    ("systems", "network", "left"),
    # RA-11333-001 V11, Table 8: four units have 48 cables to storage, each of 2 × 200 Gb/s. Systems
    # with eight ports of 200 Gb/s fill them when they are twelve.
    [(6, 6 * 8 * 200, 0), (12, 48 * 400, 0), (13, 48 * 400, 8)],
)
def test_forty_eight_cables_carry_what_they_carry(
    four: Design, catalog: Catalog, systems: int, network: float, left: int
) -> None:
    report = with_systems(four, systems, catalog)
    found = report.storage
    assert found.network_gb_s == pytest.approx(network / 8)
    assert found.sent_gb_s == pytest.approx(systems * 90)
    assert (found.limit, found.ports_left) == ("systems", left)
    assert bool(said(report, "L10")) == bool(left)
    assert said(report, "L07") == []


def test_systems_that_read_more_are_held_down(four: Design, catalog: Catalog) -> None:
    """Twelve systems of 250 GB/s read 3,000 GB/s, and their links carry 2,400."""
    report = with_systems(four, 12, catalog, read_gb_s=250.0)
    found = report.storage
    assert (found.read_gb_s, found.sent_gb_s) == (pytest.approx(3000), pytest.approx(2400))
    (message,) = said(report, "L07")
    assert "3,000 GB/s" in message
    assert "2,400 GB/s" in message
    assert found.limit == "links"


def test_systems_that_no_fabric_takes_are_told(four: Design, catalog: Catalog) -> None:
    """Ports of Ethernet on a network of InfiniBand, and no network for storage at all."""
    part = catalog.require(SYSTEM)
    ports = tuple(
        port.evolve(kind="ethernet", either=False) if port.purpose == "storage" else port
        for port in part.ports
    )
    report = evaluate(four, catalog.overlay((part.evolve(ports=ports),)))
    (found,) = (check for check in report.checks if check.rule == "L10")
    assert (found.severity, found.key) == ("error", f"L10:unreached:{SYSTEM}")
    assert "its ports for storage are Ethernet, and Storage is InfiniBand" in found.message
    assert report.storage.network_gb_s is None

    bare = four.evolve(fabrics=tuple(f for f in four.fabrics if f.purpose != "storage"))
    (found,) = (c for c in evaluate(bare, catalog).checks if c.rule == "L10")
    assert found.severity == "warning"
    assert "no fabric of the design is one of storage" in found.message
    assert said(evaluate(four, catalog), "L10") == []
    assert said(evaluate(four.evolve(fabrics=()), catalog), "L10") == []


def test_a_lost_leaf_of_storage_takes_its_share(four: Design, catalog: Catalog) -> None:
    """Three of four leaves of storage are left: 36 links of 400 Gb/s."""
    found = with_systems(four, 12, catalog, read_gb_s=250.0).storage
    assert found.worst_loss.split("/")[1].startswith("sleaf")
    assert found.sent_after_loss_gb_s == pytest.approx(36 * 400 / 8)
    assert found.taken_gb_s == found.taken_after_loss_gb_s == pytest.approx(12 * 65)


def test_what_is_not_known_leaves_it_open(four: Design, catalog: Catalog) -> None:
    found = with_systems(four, 6, catalog, read_gb_s=None).storage
    sent = found.figure("sent_gb_s")
    assert found.sent_gb_s is None
    assert (sent.low, sent.high) == (0, pytest.approx(1200))
    assert f"{SYSTEM}.storage.read_gb_s" in {gap.ref for gap in sent.gaps}
    assert found.limit == ""


def test_without_a_fabric_of_storage_nothing_is_said(four: Design, catalog: Catalog) -> None:
    fabrics = tuple(one for one in four.fabrics if one.purpose != "storage")
    found = evaluate(four.evolve(fabrics=fabrics), catalog).storage
    assert found.network_gb_s is None
    assert found.bound("network_gb_s") is None
    assert found.read_gb_s == 540


def test_spines_that_are_not_drawn_carry_nothing(four: Design, catalog: Catalog) -> None:
    assemblies = tuple(
        one.evolve(
            slots=tuple(
                slot
                for slot in one.slots
                if not (slot.fabric == "storage" and slot.tier == "spine")
            )
        )
        for one in four.assemblies
    )
    found = evaluate(four.evolve(assemblies=assemblies), catalog).storage
    assert found.network_gb_s == 0
    assert found.sent_gb_s == 0


def none() -> np.ndarray:
    return np.zeros(0, dtype=np.int64)


def net(places: int, a: list[int], b: list[int], count: list[int]) -> Graph:
    columns = [np.array(column, dtype=np.int64) for column in (a, b, count)]
    zero = np.zeros(places, dtype=np.int64)
    lost: Trunks = (none(), none(), none())
    return Graph(zero, zero, none(), none(), none(), *columns, lost, none(), 0)


def judged(branch: Branch, systems: list[int], lost: int | None) -> float:
    """The same flow by scipy, every place for itself."""
    graph, places = branch.graph, branch.graph.places
    first = 2 + len(systems)
    wide = np.zeros((first + places, first + places), dtype=np.int32)
    for row, most in enumerate(systems):
        wide[0, 2 + row] = most
        wide[2 + row, first:] = branch.sends[row]
    wide[first:, 1] = branch.takes
    for a, b, count in zip(*(graph.a, graph.b, graph.count), strict=True):
        wide[first + a, first + b] += count * branch.rate
        wide[first + b, first + a] += count * branch.rate
    if lost is not None:
        wide[first + lost, :] = wide[:, first + lost] = 0
    return float(maximum_flow(csr_array(wide), 0, 1).flow_value)


@st.composite
def crooked(draw: st.DrawFn) -> tuple[Branch, list[int], int | None]:
    """A small network with alike and unlike switches."""
    places = draw(st.integers(2, 14))
    number = st.integers(0, places - 1)
    trunks = draw(st.lists(st.tuples(number, number, st.integers(1, 3)), max_size=40))
    trunks = [(a, b, count) for a, b, count in trunks if a != b]
    amounts = st.lists(st.sampled_from([0, 0, 4, 7]), min_size=places, max_size=places)
    rows = draw(st.integers(1, 2))
    sends = np.array([draw(amounts) for _ in range(rows)], dtype=float)
    takes = np.array(draw(amounts), dtype=float)
    graph = net(places, *([one[at] for one in trunks] for at in range(3)))
    systems = draw(st.lists(st.integers(0, 40), min_size=rows, max_size=rows))
    return Branch(graph, sends, takes, 2.0), systems, draw(st.none() | number)


@settings(max_examples=150, deadline=None)
@given(crooked())
def test_flows_are_those_of_scipy(case: tuple[Branch, list[int], int | None]) -> None:
    branch, systems, lost = case
    found = Flow([branch]).gbps(np.array(systems, dtype=float), lost)
    assert found == pytest.approx(judged(branch, systems, lost))


@pytest.mark.parametrize("uneven", [0, 1])
def test_many_unlike_switches_flow_as_well(uneven: int) -> None:
    """Past some hundred unlike bundles scipy finds the flow; alike ones stand as one before."""
    rng = np.random.default_rng(7)
    leaves, spines = 60, 12
    a = np.repeat(np.arange(leaves), spines).tolist()
    b = (leaves + np.tile(np.arange(spines), leaves)).tolist()
    count = (1 + uneven * rng.integers(0, 3, leaves * spines)).tolist()
    sends = np.where(np.arange(leaves + spines) < 20, 40.0, 0.0)[None, :]
    takes = np.where((np.arange(leaves + spines) >= 20) & (np.arange(72) < leaves), 9.0, 0.0)
    branch = Branch(net(leaves + spines, a, b, count), sends, takes, 1.0)
    found = Flow([branch]).gbps(np.array([math.inf]))
    assert found == pytest.approx(judged(branch, [100_000], None), rel=1e-6)


@pytest.mark.parametrize(("units", "loads"), [("4", 0), ("24", 1)])
def test_flows_of_a_large_design_are_imported_before_an_edit_asks_for_them(
    units: str, loads: int, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[None] = []
    monkeypatch.setattr(delivery, "load", lambda: made.append(None))
    evaluator = Evaluator(catalog)
    evaluator.report(build("dgx-superpod-h100", {"scalable_units": units}, catalog))
    assert not made, "a report does not wait for it"
    while evaluator.work_later():
        pass
    assert len(made) == loads
