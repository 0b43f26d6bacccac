"""What endpoints send evenly to all others after a loss: row by row, against every cable."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.fabric_graph.lower import hubs_of
from designer.engine.fabric_graph.measure import EVERYTHING
from designer.engine.fabric_graph.net import Net
from designer.engine.fabric_graph.symmetry import Orbits
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.subjects.fabrics import cable_sorts
from designer.engine.subjects.fabrics.as_net import net_of_graph
from designer.engine.subjects.fabrics.graph import Graph, graph_of, islands
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_columns import FabricWiring
from tests.unit.test_engine_fabrics import hall

SHIPPED = load_shipped()


def superpod() -> tuple[Design, Catalog]:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED), SHIPPED


def joined_by_hand() -> tuple[Design, Catalog]:
    """Return leaves under spines, of which one cable by hand joins two."""
    design, catalog = hall(14, 4, 2, rails=2, leaf_policy="rail-per-su", su_nodes=7)
    ends = {"a": "leaf00", "a_port": "60", "b": "leaf02", "b_port": "60"}
    return design.evolve(cables=(Cable(id="c", fabric="f", **ends),)), catalog


def torus() -> tuple[Design, Catalog]:
    return hall(32, 16, rails=1, leaf_policy="pooled", su_nodes=0, topology="torus", shape=(4, 4),
                hosts=2)  # fmt: skip


FABRICS = {
    "compute": (superpod, "compute"), "storage": (superpod, "storage"),
    "in-band": (superpod, "in-band"), "by hand": (joined_by_hand, "f"), "torus": (torus, "f"),
}  # fmt: skip


@cache
def told(name: str) -> tuple[FabricReport, FabricWiring, Graph]:
    made, key = FABRICS[name]
    design, catalog = made()
    wiring = expand_network(design, catalog).find(key)
    assert wiring is not None
    engine = Evaluator(catalog)
    engine.report(design)
    while engine.work_later():
        pass
    report = engine.report_later() or engine.report(design)
    return next(one for one in report.fabrics if one.id == key), wiring, graph_of(wiring)


def share(graph: Graph) -> float:
    """Return what each can send evenly to all others; every switch by itself, no symmetry used."""
    if islands(graph) != 1 or graph.endpoints < 2:
        return 0.0
    net: Net = net_of_graph(graph)
    apart = Orbits(np.arange(net.size), np.arange(2 * len(net.a)))
    even = hubs_of(net, apart, EVERYTHING).even
    assert even is not None
    load = even.most * net.endpoints / (net.endpoints - 1)
    used = load > 0
    if not used.any():
        return 1.0  # all hang on one switch
    return min(1.0, float((net.capacity[used] / load[used]).min()) / net.access)


def key_of(wiring: FabricWiring, place: int) -> str:
    return wiring.key(wiring.first_place + place)


def without_each(wiring: FabricWiring, graph: Graph) -> Iterator[tuple[frozenset[str], float]]:
    """Yield the ends of every cable with the share that is left without it."""
    for a, b in zip(graph.a.tolist(), graph.b.tolist(), strict=True):
        after = graph.without_trunk(a, b)
        assert after is not None
        yield frozenset((key_of(wiring, a), key_of(wiring, b))), share(after)
    alike: dict[int, float] = {}
    for link, (end, place) in enumerate(zip(graph.endpoint, graph.place, strict=True)):
        if place not in alike:
            alike[int(place)] = share(graph.without_link(link))
        node = int(wiring.endpoints.node[end])
        yield frozenset((wiring.key(node), key_of(wiring, int(place)))), alike[int(place)]


def bounds(loss: FabricLoss) -> tuple[float, float]:
    figure = loss.figure("all_to_all_ratio")
    return figure.low - 1e-9, figure.high + 1e-9


@pytest.mark.parametrize("name", FABRICS)
def test_each_cable_lies_within_a_row_and_the_one_that_is_named_within_its_own(name: str) -> None:
    report, wiring, graph = told(name)
    rows = [loss for loss in report.losses if loss.what == "cable"]
    assert rows
    truth = dict(without_each(wiring, graph))
    for left in truth.values():
        assert any(low <= left <= high for low, high in map(bounds, rows)), left
    for loss in rows:
        low, high = bounds(loss)
        assert low <= truth[frozenset(loss.joins)] <= high
        assert high < 1.1, "it is known"


@pytest.mark.parametrize("name", FABRICS)
def test_bounds_of_a_row_are_those_of_cables(name: str) -> None:
    """An interval that is wider than what any of its cables leaves would say too little."""
    report, wiring, graph = told(name)
    truth = [left for _, left in without_each(wiring, graph)]
    for loss in report.losses:
        if loss.what == "cable":
            figure = loss.figure("all_to_all_ratio")
            for end in (figure.low, figure.high):
                assert any(abs(end - left) < 1e-9 for left in truth), end


@pytest.mark.parametrize("name", FABRICS)
def test_what_switches_leave_is_that_of_the_graph_without_them(name: str) -> None:
    report, wiring, graph = told(name)
    drawn = {key_of(wiring, place): place for place in range(graph.places)}
    places = {key: place for key, place in drawn.items() if key}
    tried = 0
    for loss in report.losses:
        keys = {*loss.ids, loss.example} & places.keys() if loss.what == "switch" else set()
        for key in keys:
            low, high = bounds(loss)
            assert low <= share(graph.without(places[key])) <= high, (key, loss)
            assert high < 1.1, "it is known"
            tried += 1
    assert tried > 1


def test_one_of_two_cables_of_a_bundle_halves_what_its_leaf_gets_from_a_spine() -> None:
    """Others send to a leaf over all 16 spines alike, whatever is lost there: of 32 · 984 pairs of
    endpoints a spine has 1/16 on the one cable that is left, each of 1/1,015 of what one sends.
    """
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)
    report = evaluate(design, SHIPPED)
    (fabric,) = [one for one in report.fabrics if one.id == "compute"]
    found = {
        loss.number: loss.all_to_all_ratio
        for loss in fabric.losses if loss.ids == ("leaf", "spine")
    }  # fmt: skip
    assert found == {
        768: pytest.approx(16 * 1015 / (32 * 984)),
        256: pytest.approx(16 * 1015 / (31 * 985)),
    }


def test_of_too_many_sorts_it_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cable_sorts, "MOST_SORTS", 0)
    told.cache_clear()
    report, _, _ = told("torus")
    told.cache_clear()
    losses = [one for one in report.losses if one.what == "cable"]
    assert losses
    assert all(one.figure("all_to_all_ratio").unknown for one in losses)
