"""Groups and layers: what names one, what is chosen with it, what becomes of it in copies."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import plant_key
from designer.document import edits
from designer.document.edits.clips import clip_of
from designer.document.edits.groups import group_of, names_of, with_groups
from designer.document.edits.paste import PasteTarget, paste
from designer.document.errors import EditError
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.model.layout import Layout

CATALOG = load_shipped()


def hall() -> Design:
    design = edits.add_row(CATALOG, "rack-48u", 4, 3_000, 3_000, name="A")(Design())
    design = edits.place_device(CATALOG, "dgx-h100", "A02", 4, key="node")(design)
    return edits.place_plant(CATALOG, "ups-module-20", x_mm=9_000, y_mm=6_000)(design)


UPS = plant_key(hall().power[-1].id)


def grouped(*keys: str, name: str = "") -> Design:
    return edits.group(keys, name)(hall())


def test_a_click_on_one_means_all_of_its_group_whatever_they_are():
    design = grouped("A01", "A02", UPS)
    layout = Layout(design)
    assert with_groups(layout, ("A02",)) == ("A02", "A01", UPS)
    assert with_groups(layout, ("A03",)) == ("A03",)
    assert names_of(design, "group") == {"Group 1": 3}
    assert group_of(layout, UPS) == "Group 1"
    again = edits.group(("A03", "A04"))(design)
    assert names_of(again, "group") == {"Group 1": 3, "Group 2": 2}
    apart = edits.ungroup(("A01", "A02", UPS))(design)
    assert not names_of(apart, "group")


def test_one_thing_alone_makes_no_group_but_joins_one():
    with pytest.raises(EditError, match="needs two things or more"):
        grouped("A01")
    joined = edits.group(("A03",), "Pair")(grouped("A01", "A02", name="Pair"))
    assert names_of(joined, "group") == {"Pair": 3}


@pytest.mark.parametrize("by_clip", [False, True])
def test_copies_of_a_whole_group_are_a_group_of_their_own_and_not_locked(by_clip):
    design = grouped("A01", "A02", "node", name="Pair")
    design = edits.lock(("A01", "node"))(design)
    keys = ("A01", "A02")
    if by_clip:
        clip = clip_of(design, keys)
        copied = paste(CATALOG, clip, PasteTarget())(design)
    else:
        copied = edits.duplicate(CATALOG, keys)(design)
    assert names_of(copied, "group") == {"Pair": 3, "Pair-2": 3}
    mine = [one for one in (*copied.racks, *copied.devices) if one.group == "Pair-2"]
    assert not any(one.locked for one in mine)
    assert sum(one.locked for one in (*copied.racks, *copied.devices)) == 2


def test_a_copy_of_a_part_of_a_group_is_in_none():
    copied = edits.duplicate(CATALOG, ("A01",))(grouped("A01", "A02", "A03"))
    assert names_of(copied, "group") == {"Group 1": 3}


def test_devices_of_a_group_are_copied_as_a_group():
    design = edits.place_device(CATALOG, "dgx-h100", "A02", 40, key="other")(hall())
    design = edits.group(("node", "other"), "Two")(design)
    assert names_of(edits.duplicate(CATALOG, ("node", "other"))(design), "group") == {
        "Two": 2, "Two-2": 2,
    }  # fmt: skip
    clip = clip_of(design, ("node", "other"))
    into = paste(CATALOG, clip, PasteTarget(racks=("A03", "A04")))(design)
    assert names_of(into, "group") == {"Two": 2, "Two-2": 2, "Two-3": 2}


def test_locks_groups_and_layers_are_in_the_file_where_they_are_said_and_nowhere_else():
    plain = hall()
    design = edits.lock(("A01",))(edits.group(("A02", "node"), "Pair")(plain))
    design = edits.put_on_layer(("A03", UPS), "Phase 2")(design)
    text = dumps(design, CATALOG)
    assert text.count("locked = true") == 1
    assert text.count('group = "Pair"') == 2
    assert text.count('layer = "Phase 2"') == 2
    assert loads(text).design == design
    assert not any(word in dumps(plain, CATALOG) for word in ("locked", "group =", "layer ="))
