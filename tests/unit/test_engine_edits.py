"""What an edit recomputes, and what a preview says of it before it is made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.engine.evaluate import Evaluator
from designer.engine.report import Report
from designer.model.change import Change, apply, diff
from designer.model.design import Design, Loop, PowerNode, Rack
from tests.helpers import engine_designs as parts
from tests.helpers.losses_told import with_losses
from tests.helpers.one_rack import CATALOG, PART_IDS, device, drawn


def bare(report: Report) -> Report:
    return report.model_copy(update={"timings": ()})


def test_one_edit_evaluates_one_rack() -> None:
    design = parts.superpod(4, own=True)
    evaluator = Evaluator(CATALOG)
    before = evaluator.report(design)
    assert evaluator.evaluated_racks == len(design.racks)
    after = evaluator.report(apply(design, diff(design, design.evolve(devices=design.devices[1:]))))
    assert (evaluator.evaluated_racks, evaluator.evaluated_contents) == (1, 1)
    kept = [rack for rack in after.racks if any(rack is was for was in before.racks)]
    assert len(kept) == len(design.racks) - 1


def test_copies_of_an_assembly_are_evaluated_once() -> None:
    evaluator = Evaluator(CATALOG)
    evaluator.report(parts.superpod(8).evolve(devices=()))
    assert evaluator.evaluated_contents == 2  # the assembly, and empty racks


def test_the_same_design_costs_nothing() -> None:
    design, evaluator = parts.superpod(1), Evaluator(CATALOG)
    first = evaluator.report(design)
    assert evaluator.report(design) is first
    assert evaluator.evaluated_racks == 0


KINDS = (
    "add", "drop", "move", "assembly", "rack", "site", "fabric", "wall", "power", "serves", "loop",
)  # fmt: skip


@st.composite
def edits(draw: st.DrawFn, design: Design) -> Design:
    """Return a design that one random edit made of another."""
    kind = draw(st.sampled_from(KINDS))
    racks, devices = design.racks, design.devices
    rack = draw(st.sampled_from(racks))
    half_u = draw(st.integers(2, 90))
    if kind == "add":
        new = device(
            f"new-{draw(st.integers(0, 5))}", draw(st.sampled_from(PART_IDS)), rack.id, half_u
        )
        return apply(design, Change(put=(("devices", (new,)),)))
    if kind in ("drop", "move") and devices:
        old = draw(st.sampled_from(devices))
        if kind == "drop":
            return apply(design, Change(drop=(("devices", (old.id,)),)))
        return apply(design, Change(put=(("devices", (old.evolve(rack=rack.id, half_u=half_u),)),)))
    if kind == "assembly":
        other = parts.dgx_assembly(draw(st.integers(1, 5)), draw(st.integers(1, 3)))
        return apply(design, Change(put=(("assemblies", (other.evolve(id="dgx-4"),)),)))
    if kind == "rack" and len(racks) > 2:
        if draw(st.booleans()):
            return apply(design, Change(drop=(("racks", (rack.id,)),)))
        turned = rack.evolve(x_mm=rack.x_mm + 100, rotation=180, cooling="rear-door")
        return apply(design, Change(put=(("racks", (turned, rack.evolve(id=f"{rack.id}-2"))),)))
    if kind == "site":
        return design.evolve(
            site=design.site.evolve(power_factor=draw(st.sampled_from([0.9, 1.0])))
        )
    if kind == "wall":
        (left, top), *_, (_, bottom) = design.room.outline
        right = draw(st.sampled_from([6_000, 16_800]))
        outline = ((left, top), (right, top), (right, bottom), (left, bottom))
        return design.evolve(room=design.room.evolve(outline=outline))
    if kind == "power":
        one = draw(st.sampled_from(["A", "B", "C"]))
        kw = draw(st.sampled_from([None, 40.0, 4_000.0]))
        node = PowerNode(id=one, kind="feed", capacity_kw=kw)
        return design.evolve(power=(*(n for n in design.power if n.id != one), node))
    if kind == "serves" and devices:
        old = draw(st.sampled_from(devices))
        other = old.evolve(fabric="" if old.fabric else "compute")
        return apply(design, Change(put=(("devices", (other,)),)))
    if kind == "loop":
        served = (rack.id,) if draw(st.booleans()) else ()
        one = Loop(id="loop", racks=served, supply_c=draw(st.sampled_from([None, 32.0])))
        return design.evolve(loops=(one,))
    return design.evolve(
        fabrics=(design.fabrics[0].evolve(su_nodes=draw(st.sampled_from([16, 32]))),)
    )


def test_racks_whose_assembly_changes_while_another_comes_are_computed_anew() -> None:
    design, evaluator = parts.superpod(1).evolve(devices=()), Evaluator(CATALOG)
    before = evaluator.report(design)
    fewer = tuple(one.evolve(slots=one.slots[:1]) for one in design.assemblies)
    far = Rack(id="far", name="far", part=parts.RACK.id, x_mm=90_000, y_mm=90_000)
    edited = design.evolve(assemblies=fewer, racks=(*design.racks, far))
    edited = apply(design, diff(design, edited))
    after = evaluator.report(edited)
    assert bare(after) == bare(Evaluator(CATALOG).report(edited))
    assert after.totals.power_max_kw != before.totals.power_max_kw


def test_a_wall_that_moves_changes_racks_that_stay() -> None:
    """The aisles of a rack spread its load: a wall at its rear leaves it half of a narrow one."""
    design = drawn(device("d", "dgx-h100"))
    evaluator = Evaluator(CATALOG)
    (before,) = evaluator.report(design).racks
    near = ((0, 0), (12_000, 0), (12_000, 5_600), (0, 5_600))
    closer = design.evolve(room=design.room.evolve(outline=near))
    found = evaluator.report(closer)
    assert bare(found) == bare(Evaluator(CATALOG).report(closer))
    assert found.racks[0].floor_load_kpa > before.floor_load_kpa


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_after_any_edits_the_report_is_that_from_scratch(data: st.DataObject) -> None:
    design = parts.superpod(1, own=data.draw(st.booleans()))
    evaluator = Evaluator(CATALOG)
    evaluator.report(design)
    been = [design]
    for _ in range(data.draw(st.integers(1, 5))):
        if data.draw(st.integers(0, 3)):
            before, design = design, data.draw(edits(design))
            if data.draw(st.booleans()):
                evaluator.preview(1, before, diff(before, design), [r.id for r in design.racks])
        else:  # an undo: what was kept of it is there again
            design = data.draw(st.sampled_from(been))
        been.append(design)
        found = with_losses(evaluator, design)
        assert bare(found) == bare(Evaluator(CATALOG).report(design))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_preview_says_what_the_report_would(data: st.DataObject) -> None:
    design = parts.superpod(1, own=data.draw(st.booleans()))
    after = data.draw(edits(design))
    ids = [rack.id for rack in after.racks]
    evaluator = Evaluator(CATALOG)
    before_report = evaluator.report(design)
    preview = evaluator.preview(7, design, diff(design, after), ids)
    report = Evaluator(CATALOG).report(after)
    assert tuple(rack.after for rack in preview.racks) == report.racks
    power = [one.after for one in preview.changes if one.what == "IT power"]
    assert (power or [before_report.totals.power_max_kw])[0] == pytest.approx(
        report.totals.power_max_kw
    )
    assert preview.free_leaf_ports == tuple(
        (f.id, before_report.fabrics[0].free_leaf_ports, f.free_leaf_ports) for f in report.fabrics
    )
    assert bare(evaluator.report(design)) == bare(before_report)


def test_a_preview_of_a_drop_says_kilowatts_and_method_before_and_after() -> None:
    design = drawn(device("d", "dgx-h100"), device("f", "dgx-h100", half_u=40))
    drop = Change(put=(("devices", (device("e", "dgx-h100", half_u=20),)),))
    (rack,) = Evaluator(CATALOG).preview(1, design, drop, ["r", "nowhere"]).racks
    assert rack.before is not None
    assert rack.after is not None
    assert (rack.before.power_max_kw, rack.after.power_max_kw) == pytest.approx((20.4, 30.6))
    assert (rack.before.cooling_method, rack.after.cooling_method) == ("in-row", "rear-door")


def test_a_preview_of_a_new_rack_has_nothing_before() -> None:
    design = drawn()
    new = Rack(id="s", name="S", part=parts.RACK.id, x_mm=0, y_mm=0)
    preview = Evaluator(CATALOG).preview(1, design, Change(put=(("racks", (new,)),)), ["s"])
    assert preview.racks[0].before is None
    assert preview.racks[0].after is not None
