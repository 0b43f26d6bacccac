"""Switches that a fabric misses are placed on one click: beside their like, else in a new rack."""

from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.edits import detach_assembly, place_device, remove
from designer.document.errors import EditError
from designer.document.placement import rack_box
from designer.engine.evaluate import evaluate
from designer.engine.new_findings import brought
from designer.engine.remedy import Remedy
from designer.engine.report import Check
from designer.model.design import Design, Room
from designer.model.layout import Layout
from designer.planning.remedies import remedy_plan
from designer.planning.templates import build
from tests.helpers.made_design import made

FABRIC = "compute"


@cache
def catalog() -> Catalog:
    return load_shipped()


@cache
def reference() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "2"}, catalog())


def switches(design: Design, tier: str) -> list[str]:
    layout = Layout(design)
    return [
        placed.key
        for rack in layout.racks
        for placed in layout.in_rack(rack)
        if (placed.fabric, placed.tier) == (FABRIC, tier)
    ]


def without(design: Design, tier: str, number: int) -> Design:
    """Return a design without some switches: their racks are then no copies of an assembly."""
    for rack in sorted({key.partition("/")[0] for key in switches(design, tier) if "/" in key}):
        design = detach_assembly(rack)(design)
    return remove(tuple(switches(design, tier)[:number]))(design)


def missing(design: Design) -> Check:
    return next(
        check for check in evaluate(design, catalog()).checks
        if check.rule == "R07" and check.key.endswith(":missing")
    )  # fmt: skip


def built(design: Design) -> Design:
    check = missing(design)
    assert check.remedy is not None
    plan = remedy_plan(check.remedy, check.where, design, catalog())
    assert plan.edit is not None, plan.reason
    return made(design, plan.edit)


@pytest.mark.parametrize(("tier", "number"), [("spine", 3), ("leaf", 5)])
def test_what_is_missing_is_placed_and_the_finding_goes(tier: str, number: int) -> None:
    whole = reference()
    lacking = without(whole, tier, number)
    check = missing(lacking)
    assert check.remedy == Remedy(
        action="place-switches", part="qm9700", number=number, fabric=FABRIC, tier=tier
    )
    after = built(lacking)
    assert len(switches(after, tier)) == len(switches(whole, tier))
    report, before = (evaluate(one, catalog()) for one in (after, whole))
    assert [c.key for c in report.checks if c.severity == "error"] == [
        c.key for c in before.checks if c.severity == "error"
    ]
    carried = [next(f for f in one.fabrics if f.id == FABRIC) for one in (report, before)]
    assert carried[0].bisection_gbps == carried[1].bisection_gbps
    cables = [(one.connected_cables, one.unconnected) for one in carried]
    assert cables[0] == cables[1], "and every cable of the rule has both its ends"
    assert cables[1][1] == 0


def test_names_follow_those_of_the_tier() -> None:
    lacking = without(reference(), "spine", 2)
    layout = Layout(lacking)
    old = {placed.name for rack in layout.racks for placed in layout.in_rack(rack)}
    after = Layout(built(lacking))
    new = {placed.name for rack in after.racks for placed in after.in_rack(rack)} - old
    assert len(new) == 2
    assert all(name.startswith("c-spine-") for name in new)


def test_full_racks_get_a_new_one_beside_them_with_the_same_rack_pdus() -> None:
    lacking = without(reference(), "spine", 3)
    layout = Layout(lacking)
    held = {
        rack for rack in layout.racks for placed in layout.in_rack(rack)
        if catalog().require(placed.part).traits.switches
    }  # fmt: skip
    for rack in held:
        while True:
            try:
                lacking = place_device(catalog(), "qm9700", rack, fabric="", tier="")(lacking)
            except EditError:
                break
    after = built(lacking)
    (new,) = {rack.id for rack in after.racks} - {rack.id for rack in lacking.racks}
    inside = Layout(after).in_rack(new)
    assert [placed.tier for placed in inside if placed.tier] == ["spine"] * 3
    pdus = [placed for placed in inside if catalog().require(placed.part).traits.feeds_devices]
    assert pdus
    assert all(placed.feed for placed in pdus)


def foreseen(before: Design, after: Design) -> list[str]:
    """Return the rules of the findings that a design has beside those of another."""
    was, now = (evaluate(one, catalog()).checks for one in (before, after))
    return [f"{check.rule} {check.message}" for check in brought(was, now)]


@cache
def pod() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "4"}, catalog())


def test_one_that_was_taken_away_comes_back_where_it_was_called_as_it_was() -> None:
    lacking = made(pod(), remove(("A09/cleaf06",)))
    placed = Layout(built(lacking)).find("A09-cleaf06")
    assert placed is not None
    assert (placed.rack, placed.half_u, placed.face) == ("A09", 2 * 27, "rear")
    assert placed.name == "c-leaf-A09-06"
    assert foreseen(pod(), built(lacking)) == []


@pytest.mark.parametrize(
    "gone",
    [
        tuple(f"A09/cleaf{n:02d}" for n in range(1, 17)),
        (*(f"A09/cleaf{n:02d}" for n in range(1, 9)), *(f"C10/cleaf{n:02d}" for n in range(5, 13))),
    ],
)
def test_sixteen_bring_no_finding_and_are_told_by_rack(gone: tuple[str, ...]) -> None:
    lacking = made(pod(), remove(gone))
    check = missing(lacking)
    assert check.remedy is not None
    plan = remedy_plan(check.remedy, check.where, lacking, catalog())
    assert plan.edit is not None
    assert plan.note in ("16 in A09", "8 in A09, 8 in C10")
    after = made(lacking, plan.edit)
    assert foreseen(pod(), after) == []
    names = {it.name for it in Layout(after).in_rack("A09") if it.tier == "leaf"}
    assert names == {f"c-leaf-A09-{n:02d}" for n in range(1, 17)}


@pytest.mark.parametrize("rack", ["A09", "B03"])
def test_a_rack_that_was_taken_away_comes_back_with_what_it_held(rack: str) -> None:
    lacking = made(pod(), remove((rack,)))
    check = missing(lacking)
    assert check.remedy is not None
    plan = remedy_plan(check.remedy, check.where, lacking, catalog(), (pod(),))
    assert plan.edit is not None
    assert plan.note == f"16 in the new rack {rack}"
    assert foreseen(pod(), made(lacking, plan.edit)) == []


def test_racks_are_not_filled_beyond_what_their_rack_pdus_carry() -> None:
    lacking = made(pod(), remove(("A09",)))
    check = missing(lacking)
    assert check.remedy is not None
    plan = remedy_plan(check.remedy, check.where, lacking, catalog())
    assert plan.edit is not None
    assert plan.note == "16 in the new rack R01", "it stands where its aisle is contained"
    rules = {told.split()[0] for told in foreseen(pod(), made(lacking, plan.edit))}
    assert not rules & {"P02", "P25", "C22"}


def test_without_room_nothing_is_placed_and_it_says_so() -> None:
    lacking = without(reference(), "spine", 3)
    layout = Layout(lacking)
    (rack,) = {layout.rack_of(key) for key in switches(lacking, "spine")}
    alone = remove(tuple(one.id for one in lacking.racks if one.id != rack))(lacking)
    while True:
        try:
            alone = place_device(catalog(), "qm9700", rack, fabric="", tier="")(alone)
        except EditError:
            break
    left, top, right, bottom = rack_box(catalog(), Layout(alone).racks[rack])
    outline = ((left, top), (right, top), (right, bottom), (left, bottom))
    remedy = Remedy(action="place-switches", part="qm9700", number=3, fabric=FABRIC, tier="spine")
    plan = remedy_plan(remedy, (), alone.evolve(room=Room(outline=outline)), catalog())
    assert plan.edit is not None
    with pytest.raises(EditError, match="are full"):
        plan.edit(alone.evolve(room=Room(outline=outline)))


def test_the_first_switch_of_all_is_placed_by_hand() -> None:
    plan = remedy_plan(
        Remedy(action="place-switches", part="qm9700", number=2, fabric=FABRIC, tier="spine"), (),
        Design(fabrics=reference().fabrics), catalog(),
    )  # fmt: skip
    assert plan.edit is None
    assert "by hand" in plan.reason
