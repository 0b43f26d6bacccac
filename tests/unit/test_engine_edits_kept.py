"""What an edit leaves alone is kept, and the report is the one that the design has from scratch."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.engine.subjects.cables.bill import BILL
from designer.engine.subjects.cables.media import MEDIA
from designer.engine.subjects.cables.routing import ROUTING
from designer.engine.subjects.cables.tray_lines import TRAY_LINES
from designer.model.change import diff
from designer.model.design import Cable, Design, Device, Rack
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.wiring.cable_places import Heights

SHIPPED = load_shipped()
KEPT = (ROUTING, MEDIA, BILL, TRAY_LINES)
Edit = Callable[[Rack], Rack]


@cache
def hall() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "2"}, SHIPPED)


@cache
def racks() -> dict[str, str]:
    """A rack with leaves, one with a node, and another in a row."""
    layout = Layout(hall())
    leaf = next(p.rack for p in layout.every() if p.fabric == "compute" and p.tier == "leaf")
    assemblies = {one.id: one for one in hall().assemblies}
    node = next(
        rack.id for rack in hall().racks
        if rack.row and rack.assembly
        and not any(slot.fabric for slot in assemblies[rack.assembly].slots)
    )  # fmt: skip
    last = [rack.id for rack in hall().racks if rack.row][-1]
    return {"leaf": leaf, "node": node, "last": last}


def edited(which: str, edit: Edit, design: Design | None = None) -> Design:
    key, base = racks()[which], design or hall()
    return base.evolve(racks=tuple(edit(one) if one.id == key else one for one in base.racks))


def moved(dx: int, dy: int) -> Edit:
    return lambda rack: rack.evolve(x_mm=rack.x_mm + dx, y_mm=rack.y_mm + dy)


def turned(rack: Rack) -> Rack:
    return rack.evolve(rotation=90 if rack.rotation in (0, 180) else 0)


EDITS: dict[str, tuple[str, Edit]] = {
    "renamed": ("leaf", lambda rack: rack.evolve(name="another name")),
    "a little aside": ("leaf", moved(70, 0)),
    "across the hall": ("leaf", moved(15_000, 4_000)),
    "onto another": ("node", moved(300, 0)),
    "out of the room": ("node", moved(-90_000, 0)),
    "turned": ("last", turned),
    "out of its row": ("last", lambda rack: rack.evolve(row="", x_mm=rack.x_mm + 2_000)),
}


def told(report: Report) -> Report:
    """Return a report without times."""
    return report.evolve(timings=())


@pytest.mark.parametrize("name", EDITS)
def test_a_report_after_an_edit_is_that_of_the_design_from_scratch(name: str) -> None:
    engine = Evaluator(SHIPPED)
    engine.report(hall())
    once = edited(*EDITS[name])
    assert told(engine.report(once)) == told(Evaluator(SHIPPED).report(once))
    # The next edit goes on from what was kept of this one.
    twice = edited("node", moved(50, 1_300), once)
    assert told(engine.report(twice)) == told(Evaluator(SHIPPED).report(twice))
    assert told(engine.report(hall())) == told(Evaluator(SHIPPED).report(hall()))


def test_a_name_alters_no_cable() -> None:
    engine = Evaluator(SHIPPED)
    engine.report(hall())
    assert engine._state is not None
    before = engine._state.results
    engine.report(edited(*EDITS["renamed"]))
    after = engine._state.results
    assert all(after[key.name] is before[key.name] for key in KEPT)


def test_a_move_that_alters_no_length_to_buy_leaves_what_is_bought() -> None:
    engine = Evaluator(SHIPPED)
    engine.report(hall())
    assert engine._state is not None
    before = engine._state.results
    engine.report(edited("node", moved(1, 0)))
    after = engine._state.results
    assert after[MEDIA.name] is not before[MEDIA.name]
    assert after[BILL.name] is before[BILL.name]
    routes = [one[ROUTING.name].routes for one in (before, after)]
    assert 0 < routes[1].rerouted < len(routes[0].pairs.a)


def test_a_pinned_part_is_chosen_for_a_cable_that_grows_longer() -> None:
    layout = Layout(hall())
    leaf, spine = (
        next(p for p in layout.every() if p.fabric == "compute" and p.tier == tier)
        for tier in ("leaf", "spine")
    )
    cable = Cable(id="mine", fabric="compute", a=leaf.key, b=spine.key, part="dac-osfp-2x400g")
    base = hall().evolve(cables=(cable,))
    engine = Evaluator(SHIPPED)
    engine.report(base)
    away = edited("leaf", moved(12_000, 0), base)
    assert told(engine.report(away)) == told(Evaluator(SHIPPED).report(away))


def test_a_drag_tells_at_each_place_what_the_drop_there_gives() -> None:
    engine = Evaluator(SHIPPED)
    engine.report(hall())
    for number, dx in enumerate((400, 5_000, 400, 12_000)):
        there = edited("leaf", moved(dx, 0))
        again = Evaluator(SHIPPED)
        again.report(hall())
        seen = [
            one.preview(number, hall(), diff(hall(), there), (racks()["leaf"],))
            for one in (engine, again)
        ]
        assert seen[0] == seen[1]
        assert seen[0].cables is not None


def test_a_switch_alters_the_cables_of_the_fabrics_that_it_is_in_alone() -> None:
    engine = Evaluator(SHIPPED)
    design = hall()
    engine.report(design)
    assert engine._state is not None
    before = engine._state.results
    layout = Layout(design)
    rack, half_u = next(
        (rack, at) for rack in layout.racks
        if (at := first_fit(layout, SHIPPED, "qm9700", rack)) is not None
    )  # fmt: skip
    idle = Device(id="idle", name="idle", part="qm9700", rack=rack, half_u=half_u)
    after = design.evolve(devices=tuple(sorted((*design.devices, idle), key=lambda d: d.id)))
    assert told(engine.report(after)) == told(Evaluator(SHIPPED).report(after))
    # It has a port for management; the other fabrics stand as they do.
    assert [was is now for was, now in _heights(before, engine._state.results)].count(False) == 1
    up = idle.evolve(half_u=4)
    other = after.evolve(devices=tuple(up if one is idle else one for one in after.devices))
    assert told(engine.report(other)) == told(Evaluator(SHIPPED).report(other))


def _heights(*results: Mapping[str, Any]) -> list[tuple[Heights, ...]]:
    routes = (found[ROUTING.name].routes.fabrics for found in results)
    return [tuple(one.heights for one in fabrics) for fabrics in zip(*routes, strict=True)]
