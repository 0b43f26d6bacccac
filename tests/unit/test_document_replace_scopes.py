"""Where a part may be replaced: everywhere, in selected racks, or the selected devices alone."""

from designer.catalog.load import load_shipped
from designer.document.replace_scopes import ReplaceScope, replace_scopes
from designer.model.layout import Layout
from designer.planning.templates import build

LAYOUT = Layout(build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
RACKS = {rack.name: rack.id for rack in LAYOUT.design.racks}
NODES = [one.key for one in LAYOUT.every() if one.part == "dgx-h100"]
EVERYWHERE = ReplaceScope("wherever it is mounted", 31)


def test_without_what_holds_it_there_is_one_choice() -> None:
    without = next(
        rack.id for rack in LAYOUT.design.racks
        if all(one.part != "dgx-h100" for one in LAYOUT.in_rack(rack.id))
    )  # fmt: skip
    assert replace_scopes(LAYOUT, "dgx-h100", ()) == (EVERYWHERE,)
    assert replace_scopes(LAYOUT, "dgx-h100", (without,)) == (EVERYWHERE,)


def test_racks_are_named_and_a_device_is_offered_alone() -> None:
    a01 = RACKS["A01"]
    in_a01 = ReplaceScope("in A01", 4, (a01,))
    assert replace_scopes(LAYOUT, "dgx-h100", (a01,)) == (EVERYWHERE, in_a01)
    key = next(key for key in NODES if LAYOUT.rack_of(key) == a01)
    alone = ReplaceScope("in the selected place alone", 1, (key,))
    assert replace_scopes(LAYOUT, "dgx-h100", (key,)) == (EVERYWHERE, in_a01, alone)


def test_what_says_the_same_is_left_out() -> None:
    every = tuple(RACKS.values())
    assert replace_scopes(LAYOUT, "dgx-h100", every) == (EVERYWHERE,)
    inside = tuple(key for key in NODES if LAYOUT.rack_of(key) == RACKS["A01"])
    assert [one.words for one in replace_scopes(LAYOUT, "dgx-h100", inside)] == [
        "wherever it is mounted", "in A01",
    ]  # fmt: skip


def test_a_selected_rack_and_a_device_of_another_are_meant_together() -> None:
    a01, a02 = RACKS["A01"], RACKS["A02"]
    key = next(key for key in NODES if LAYOUT.rack_of(key) == a02)
    found = replace_scopes(LAYOUT, "dgx-h100", (a01, key))
    assert found[-1] == ReplaceScope("in A01, and 1 selected device", 5, (a01, key))
    assert [one.number for one in found] == [31, 8, 5]


def test_filled_racks_are_replaced_where_they_stand() -> None:
    layout = Layout(build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped()))
    racks = [rack for rack in layout.design.racks if rack.part == "gb200-nvl72"]
    everywhere = ReplaceScope("wherever it stands", 8)
    assert replace_scopes(layout, "gb200-nvl72", ()) == (everywhere,)
    meant = racks[2], racks[0]
    assert replace_scopes(layout, "gb200-nvl72", [one.id for one in meant]) == (
        everywhere,
        ReplaceScope(f"at {racks[0].name}, {racks[2].name}", 2, (racks[0].id, racks[2].id)),
    )
    every = [one.id for one in racks]
    assert replace_scopes(layout, "gb200-nvl72", every) == (everywhere,)
