"""Racks that come and go in one hall of a site: what is kept of all halls is what they give anew.

Each edit follows from the one before, so that what was kept for one design meets another.
"""

from collections.abc import Iterable, Iterator

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.design import Design
from designer.planning.campus import in_halls
from designer.planning.templates import build
from tests.helpers.losses_told import with_losses

SHIPPED = load_shipped()


def site() -> Design:
    """Return three halls of one unit each."""
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    return in_halls(3, 1, SHIPPED, lambda _: pod)


def without(design: Design, gone: Iterable[str]) -> Design:
    ids = frozenset(gone)
    return design.evolve(
        racks=tuple(rack for rack in design.racks if rack.id not in ids),
        devices=tuple(one for one in design.devices if one.rack not in ids),
    )


def called(design: Design, was: str, now: str) -> Design:
    """Return a design in which a rack has another id, and so another place among all."""
    racks = [rack.evolve(id=now) if rack.id == was else rack for rack in design.racks]
    return design.evolve(racks=tuple(sorted(racks, key=lambda rack: rack.id)))


def moved_away(design: Design, rack_id: str) -> Design:
    """Return a design in which a rack stands in the hall beside its own."""
    first, second = (min(x for x, _ in hall.outline) for hall in design.halls[:2])
    racks = (
        rack.evolve(x_mm=rack.x_mm + second - first) if rack.id == rack_id else rack
        for rack in design.racks
    )
    return design.evolve(racks=tuple(racks))


def edits(design: Design) -> Iterator[tuple[str, Design]]:
    ids = [rack.id for rack in design.racks]
    row = design.racks[len(ids) // 2].row
    yield "a row less", without(design, (r.id for r in design.racks if r.row == row))
    yield "every third rack less", without(design, ids[::3])
    yield "the first racks of the first hall less", without(design, ids[:9])
    yield "the last racks of the last hall less", without(design, ids[-9:])
    yield "as it was", design
    yield "another id", called(design, ids[5], "Z99")
    yield "another id, between others", called(design, ids[-5], "A0")
    yield "some less, one in another hall", moved_away(without(design, ids[20:24]), ids[7])
    yield "as it was once more", design


def plain(report: Report) -> Report:
    """Return a report without what depends on the clock."""
    return report.evolve(timings=())


def test_a_report_of_a_site_is_that_of_the_design_however_it_came_about() -> None:
    design = site()
    kept = Evaluator(SHIPPED)
    kept.report(design)
    for what, after in edits(design):
        fresh = Evaluator(SHIPPED).report(after)
        assert plain(with_losses(kept, after)) == plain(fresh), what
