"""Replacing where fewer fit: who stays keeps name and order, who leaves takes its cables along."""

from collections import Counter

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import replace_fewer
from designer.document.edits.unfold import all_detached
from designer.document.errors import EditError
from designer.document.placement import can_place
from designer.model.design import Cable, Cord, Design, Waiver
from designer.model.layout import Layout
from designer.planning.templates import build

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
UNFOLDED = all_detached(HALL, (rack.id for rack in HALL.racks))[0]
FULL = [r.id for r in HALL.racks
        if sum(one.part == "dgx-h100" for one in Layout(HALL).in_rack(r.id)) == 4]  # fmt: skip


def nodes(design: Design, rack: str, part: str = "dgx-b200") -> list[str]:
    found = [one for one in Layout(design).in_rack(rack) if one.part == part]
    return [one.name for one in sorted(found, key=lambda one: one.half_u)]


@pytest.mark.parametrize("hall", [HALL, UNFOLDED], ids=["folded", "unfolded"])
def test_the_highest_leave_and_all_others_keep_name_and_order(hall: Design) -> None:
    first, second = FULL[:2]
    before = {rack: nodes(hall, rack, "dgx-h100") for rack in FULL}
    document = Document(hall)
    document.apply("Replace", replace_fewer(
        CATALOG, "dgx-h100", "dgx-b200", ((first, 3), (second, 1))
    ))  # fmt: skip
    after = document.design
    assert nodes(after, first) == before[first][:3]
    assert nodes(after, second) == before[second][:1]
    assert nodes(after, FULL[2]) == before[FULL[2]]
    layout = Layout(after)
    assert not any(one.part == "dgx-h100" for one in layout.every())
    assert all(
        can_place(layout, CATALOG, one.part, one.rack, one.half_u, one.face, {one.key}).ok
        for rack in FULL[:3] for one in layout.in_rack(rack)
    )  # fmt: skip
    document.undo()
    assert document.design is hall


def test_racks_that_lose_the_same_share_an_assembly() -> None:
    some = tuple((rack, 3) for rack in FULL[:4])
    after = replace_fewer(CATALOG, "dgx-h100", "dgx-b200", some)(HALL)
    racks = {rack.id: rack.assembly for rack in after.racks}
    assert len({racks[rack] for rack, _ in some}) == 1
    assert racks[FULL[0]] != racks[FULL[5]]
    names = [one.name for one in after.assemblies]
    assert len(set(names)) == len(names)
    every = tuple((rack, 3) for rack in FULL)
    all_same = replace_fewer(CATALOG, "dgx-h100", "dgx-b200", every)(HALL)
    assert len(all_same.assemblies) == len(HALL.assemblies), "the assembly itself follows"
    named = {one.id: one.name for one in all_same.assemblies}
    assert named[next(r.assembly for r in all_same.racks if r.id == FULL[0])].startswith(
        "3 × DGX B200"
    )


def test_cables_and_cords_by_hand_stay_with_who_stays_and_go_with_who_leaves() -> None:
    low, high = (f"{FULL[0]}/{slot}" for slot in ("n1", "n4"))
    assert {low, high} <= {one.key for one in Layout(HALL).in_rack(FULL[0])}
    leaf = next(one.key for one in Layout(HALL).every() if one.part == "qm9700")
    by_hand = HALL.evolve(
        cables=tuple(
            Cable(id=name, fabric="compute", a=end, b=leaf)
            for name, end in (("stays", low), ("goes", high))
        ),
        cords=(Cord(id="cord", supply=f"{high}:psu1", outlet=""),),
        waivers=(Waiver(id="P05:x", reason="agreed"),),
    )
    after = replace_fewer(CATALOG, "dgx-h100", "dgx-h200", ((FULL[0], 3),))(by_hand)
    assert [cable.id for cable in after.cables] == ["stays"]
    assert after.cords == ()
    assert after.waivers == by_hand.waivers


def test_who_leaves_may_go_to_another_rack_with_its_cables() -> None:
    layout = Layout(HALL)
    free = FULL[-1]
    empty = replace_fewer(CATALOG, "dgx-h100", "dgx-h200", ((free, 0),), (free, FULL[-2]))(HALL)
    assert nodes(empty, free, "dgx-h200") == []
    high = f"{FULL[0]}/n4"
    leaf = next(one.key for one in layout.every() if one.part == "qm9700")
    empty = empty.evolve(cables=(Cable(id="by-hand", fabric="compute", a=high, b=leaf),))
    after = replace_fewer(
        CATALOG, "dgx-h100", "dgx-b200", ((FULL[0], 3),), (FULL[0],), free=((free, 1),)
    )(empty)
    assert nodes(after, free) == nodes(HALL, FULL[0], "dgx-h100")[3:]
    moved = next(one for one in after.devices if one.rack == free and one.part == "dgx-b200")
    assert after.cables[0].a == moved.id
    assert Counter(one.part for one in Layout(after).every())["dgx-b200"] == 4


def test_what_has_no_room_even_so_is_refused() -> None:
    with pytest.raises(EditError, match="is for rails of 21 inches"):
        replace_fewer(CATALOG, "dgx-h100", "hgx-b300-2ou", ((FULL[0], 1),))(HALL)
    with pytest.raises(EditError, match="no room for"):
        replace_fewer(
            CATALOG, "dgx-h100", "dgx-b200", ((FULL[0], 1),), (FULL[0],), free=((FULL[1], 3),)
        )(HALL)
    none = tuple((rack.id, 0) for rack in HALL.racks)
    with pytest.raises(EditError, match="no DGX H100 to replace is there"):
        replace_fewer(CATALOG, "dgx-h100", "dgx-b200", none)(HALL)
