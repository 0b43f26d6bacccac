"""A node that is dropped into one hall of several alters what its cables join, and no more."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import remove
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.cables import routing
from designer.engine.subjects.cables.media import MEDIA, Media
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.engine.subjects.cables.tray_lines import TRAY_LINES, TrayLines, trays_of
from designer.model.design import Design
from designer.planning.templates import build
from designer.wiring.cable_ends import CableOrder
from designer.wiring.cable_routes import Routes
from designer.wiring.cables_carried import carried
from designer.wiring.tray_loads import Spans, spans_of
from tests.bench.kinds_of_edit import drops

SHIPPED = load_shipped()
NODE = "dgx-h100"


@pytest.fixture(scope="module")
def site() -> Design:
    said = {"scalable_units": "5", "units_per_hall": "2", "ufm": "external"}
    return build("dgx-superpod-h100", said, SHIPPED)


def dropped(document: Document, engine: Evaluator) -> Iterator[tuple[Media, Media]]:
    """Yield what is chosen for all cables before and after each of some drops."""
    engine.report(document.design)
    for edit in drops(document, SHIPPED, NODE):
        was = chosen(engine)
        document.apply("a node", edit)
        engine.report(document.design)
        yield was, chosen(engine)


def chosen(engine: Evaluator) -> Media:
    assert engine._state is not None
    media: Media = engine._state.results[MEDIA.name]
    return media


def test_a_drop_routes_the_pairs_of_racks_that_are_new_and_no_other(site: Design) -> None:
    engine, routed = Evaluator(SHIPPED), 0
    for number, (was, now) in enumerate(dropped(Document(site), engine)):
        old, new = joined(was), joined(now)
        assert now.routing.routes.rerouted == len(new - old) < len(new) // 10
        routed += len(new - old)
        if number == 5:
            break
    assert routed, "no node was joined to racks that its rack had not been joined to"


def joined(media: Media) -> set[tuple[int, int]]:
    """Return the pairs of racks that cables join."""
    pairs = media.routing.routes.pairs
    return {*zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)}


def test_a_drop_leaves_the_cables_of_other_halls_as_they_are(site: Design) -> None:
    for was, now in dropped(Document(site), Evaluator(SHIPPED)):
        same = [a is b for a, b in zip(was.fabrics, now.fabrics, strict=True)]
        per_hall = len(same) // len(site.halls)
        # Not its own, and those of all other halls are the same objects.
        assert same.count(False) <= per_hall < len(same)
        alike = zip(was.routing.routes.fabrics, now.routing.routes.fabrics, strict=True)
        for kept, (one, other) in zip(same, alike, strict=True):
            if kept:
                assert one.run is other.run
                assert one.ends is other.ends
        break


def test_a_drop_looks_for_the_trays_along_new_pairs_alone(
    site: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted(routes: Routes, only: NDArray[np.intp] | None = None) -> Spans:
        asked.append(len(routes.pairs.a) if only is None else len(only))
        return spans_of(routes, only)

    monkeypatch.setattr(routing, "spans_of", counted)
    document, engine = Document(site), Evaluator(SHIPPED)
    engine.report(document.design)
    every = asked.pop()
    for number, (was, now) in enumerate(dropped(document, engine)):
        assert sum(asked) == len(joined(now) - joined(was)) < every // 10
        asked.clear()
        mine, its = now.routing.spans, spans_of(now.routing.routes)
        assert all(np.array_equal(getattr(mine, one), getattr(its, one)) for one in vars(its))
        assert engine._state is not None
        anew = trays_of(document.design, now)
        kept: TrayLines = engine._state.results[TRAY_LINES.name]
        assert kept.lines == anew.lines
        assert kept.fullest is not None
        assert anew.fullest is not None
        assert np.array_equal(kept.fullest, anew.fullest)
        if number == 5:
            break


def test_a_drop_leaves_what_switches_of_other_racks_draw(site: Design) -> None:
    document, engine = Document(site), Evaluator(SHIPPED)
    before = engine.report(document.design).cables.switches
    for number, edit in enumerate(drops(document, SHIPPED, NODE)):
        document.apply("a node", edit)
        after = engine.report(document.design).cables.switches
        known = {one.rack: one for one in before}
        other = [one for one in after if known.get(one.rack) is not one]
        assert all(known.get(one.rack) != one for one in other)
        assert len(other) < len(after) // 2
        assert after == Evaluator(SHIPPED).report(document.design).cables.switches
        before = after
        if number == 2:
            break


def test_the_ways_that_are_kept_are_those_that_are_found_anew(site: Design) -> None:
    document, engine = Document(site), Evaluator(SHIPPED)
    for number, (_, now) in enumerate(dropped(document, engine)):
        anew = Evaluator(SHIPPED)
        anew.report(document.design)
        assert alike(now.routing, chosen(anew).routing)
        for one, other in zip(now.fabrics, chosen(anew).fabrics, strict=True):
            assert np.array_equal(one.choice, other.choice)
            assert np.array_equal(one.stock_m, other.stock_m, equal_nan=True)
        if number == 2:
            break
    document.apply("away", remove((document.design.racks[0].id,)))
    again = Evaluator(SHIPPED)
    assert engine.report(document.design).cables == again.report(document.design).cables


def alike(one: Routing, other: Routing) -> bool:
    """Return whether two routings say the same of all pairs and cables."""
    mine, its = one.routes.pairs, other.routes.pairs
    return all(
        np.array_equal(getattr(mine, name), getattr(its, name)) for name in vars(mine)
    ) and all(
        np.array_equal(a, b)
        for a, b in (
            (one.columns.pair, other.columns.pair), (one.columns.each, other.columns.each),
            *zip(one.metres, other.metres, strict=True),
        )
    )  # fmt: skip


def test_cables_are_those_of_before_only_where_the_same_ports_are_joined(site: Design) -> None:
    engine = Evaluator(SHIPPED)
    engine.report(site)
    assert engine._state is not None
    laid: Routing = engine._state.results[ROUTING.name]
    ends = next(one.ends for one in laid.routes.fabrics if one.ends.share_cages)

    same = carried(ends, replace(ends, order=CableOrder()))
    assert same.order is ends.order
    assert same.bundle is ends.bundle
    swapped = ends.b.copy()
    swapped[[0, -1]] = swapped[[-1, 0]]
    a, b = (
        replace(ends, order=CableOrder(), b=swapped),
        replace(ends, order=CableOrder(), a=swapped),
    )
    lanes = replace(ends, order=CableOrder(), a_lane=ends.a_lane + 1)
    rates = replace(ends, order=CableOrder(), rate_mbps=ends.rate_mbps * 2)
    for one in (a, b, lanes, rates):
        assert carried(ends, one).order is not ends.order
