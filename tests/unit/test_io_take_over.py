"""Single differences taken over: what comes along, what is refused and why."""

from collections.abc import Callable

import pytest

from designer.catalog.load import load_shipped
from designer.document.change_groups import grouped
from designer.document.change_words import ChangeWords, counted
from designer.document.comparison import RecordChange, compare
from designer.document.document import Edit
from designer.document.edits import move_racks, put, remove, rename, set_fields
from designer.document.errors import EditError
from designer.io.merge.take_over import MIXED, OF_PARTS, along, take_over, with_it
from designer.model.change import diff
from designer.model.design import Assembly, Cable, Design, Device, KeptPlace, Rack, Row, Slot

CATALOG = load_shipped()
HALL = Design(
    name="hall",
    rows=(Row(id="A", name="A", x_mm=1200, y_mm=1200),),
    racks=tuple(
        Rack(id=f"A0{at}", name=f"A0{at}", part="rack-48u", x_mm=1200 + 800 * at, y_mm=1200,
             row="A", assembly="block" if at == 3 else "")
        for at in (1, 2, 3)
    ),
    assemblies=(Assembly(id="block", name="Block", rack_part="rack-48u",
                         slots=(Slot(id="n", part="dgx-h100", half_u=4, name="{rack}-n"),)),),
    devices=(
        Device(id="n1", name="node 1", part="dgx-h100", rack="A01", half_u=4),
        Device(id="n2", name="node 2", part="dgx-h100", rack="A02", half_u=4),
    ),
    cables=(Cable(id="c1", a="n1", b="n2"),),
)  # fmt: skip


def changes(before: Design, after: Design, *ids: str) -> list[RecordChange]:
    """Return what differs, of some records."""
    every = compare(before, after).changes
    return [one for one in every if not ids or one.id in ids]


def put_back(before: Design, after: Design, *ids: str) -> Design:
    return take_over(CATALOG, before, changes(before, after, *ids))(after)


def refusal(before: Design, after: Design, *ids: str) -> str:
    with pytest.raises(EditError) as caught:
        put_back(before, after, *ids)
    return str(caught.value)


@pytest.mark.parametrize(
    "edit",
    [
        remove(("A01",)),
        remove(("A03",)),
        remove(("n1",)),
        rename("A01", "B07"),
        move_racks(CATALOG, ("A01",), -600, 0),
        set_fields("site", name="elsewhere"),
        set_fields("design", name="other"),
        put("racks", Rack(id="B01", name="B01", part="rack-48u", x_mm=9000, y_mm=6000)),
        put("assemblies", HALL.assemblies[0].evolve(slots=())),
    ],
)
def test_all_changes_put_back_give_the_design_before(edit: Edit) -> None:
    after = edit(HALL)
    assert compare(HALL, after).changes
    assert put_back(HALL, after) == HALL


def test_a_rack_comes_with_what_is_in_it_and_the_cables_that_end_there() -> None:
    after = remove(("A01",))(HALL)
    assert [one.id for one in after.devices] == ["n2"]
    assert put_back(HALL, after, "A01") == HALL
    assert with_it(HALL, changes(HALL, after, "A01")) == "with what is in it"
    assert with_it(HALL, changes(HALL, remove(("n1",))(HALL), "n1")) == ""


def test_a_rack_brings_its_row_and_its_assembly_where_they_are_gone() -> None:
    after = remove(("A",))(HALL).evolve(assemblies=())
    assert after.racks == after.rows == ()
    made = put_back(HALL, after, "A03")
    assert [one.id for one in made.racks] == ["A03"]
    assert (made.rows, made.assemblies) == (HALL.rows, HALL.assemblies)
    assert made.devices == ()


def test_only_what_is_asked_for_is_put_back() -> None:
    after = rename("A02", "B07")(remove(("n1",))(HALL))
    made = put_back(HALL, after, "A02")
    assert [one.id for one in compare(HALL, made).changes] == ["n1", "c1"]


def test_what_came_goes_with_what_was_put_into_it() -> None:
    after = put("racks", Rack(id="B01", name="B01", part="rack-48u", x_mm=9000, y_mm=6000))(HALL)
    after = put("devices", Device(id="n9", name="n9", part="dgx-h100", rack="B01", half_u=4))(after)
    after = put("cables", Cable(id="c9", a="n9", b="n1"))(after)
    assert put_back(HALL, after, "B01") == HALL


def test_a_row_that_was_there_stays_without_its_racks() -> None:
    bare = HALL.evolve(racks=(), devices=(), cables=())
    assert put_back(bare, HALL, "A01", "A02", "A03").rows == HALL.rows


def test_a_rack_whose_assembly_was_another_gets_its_filling() -> None:
    own = Device(id="n3", name="node 3", part="dgx-h100", rack="A03", half_u=20)
    loose = HALL.racks[2].evolve(assembly="")
    after = HALL.evolve(racks=(*HALL.racks[:2], loose), devices=(*HALL.devices, own))
    assert put_back(HALL, after, "A03") == HALL
    assert put_back(after, HALL, "A03") == after
    inside = [one.id for one in changes(HALL, after) if "/" in one.id]
    assert refusal(HALL, after, *inside) == MIXED


@pytest.mark.parametrize(
    ("spoil", "ids", "words"),
    [
        (
            lambda hall: move_racks(CATALOG, ("A02",), -800, 0)(remove(("A01",))(hall)),
            ("A01",), "A01 cannot stand there: A02 is in the way",
        ),
        (
            lambda hall: put(
                "devices", Device(id="x", name="other", part="dgx-h100", rack="A01", half_u=6)
            )(remove(("n1",))(hall)),
            ("n1",), "held by other",
        ),
        (
            lambda hall: rename("A02", "A01")(remove(("A01",))(hall)),
            ("A01",), "the name A01 is taken",
        ),
        (
            lambda hall: remove(("A01",))(hall),
            ("n1",), "node 1 needs rack A01, which would be missing: take that over too",
        ),
        (
            lambda hall: put("racks", hall.racks[1].evolve(assembly="new"))(
                put("assemblies", hall.assemblies[0].evolve(id="new"))(hall)
            ),
            ("new",), "A02 needs assembly Block, which would be missing: take that over too",
        ),
    ],
)  # fmt: skip
def test_what_would_stand_in_the_way_or_lead_nowhere_is_refused(
    spoil: Callable[[Design], Design], ids: tuple[str, ...], words: str
) -> None:
    assert words in refusal(HALL, spoil(HALL), *ids)


def built() -> Design:
    """Return the hall with a rack more, a node in it, its kept place and a cable to another."""
    rack = Rack(id="B01", name="B01", part="rack-48u", x_mm=1200, y_mm=6000)
    node = Device(id="n9", name="node 9", part="dgx-h100", rack="B01", half_u=4)
    place = KeptPlace(id="b01-late", rack="B01", last=1, taken_by="n9")
    moved = KeptPlace(id="n1", rack="A01", taken_by="n9")
    return HALL.evolve(
        racks=(*HALL.racks, rack), devices=(*HALL.devices, node), places=(place, moved),
        cables=(*HALL.cables, Cable(id="c9", a="n9", b="n1")),
    )  # fmt: skip


def test_a_rack_that_was_built_goes_with_the_places_that_its_devices_keep() -> None:
    after = built()
    assert put_back(HALL, after, "B01") == HALL
    asked = changes(HALL, after, "B01")
    assert along(diff(after, HALL), asked) == (("devices", 1), ("cables", 1))
    assert counted(along(diff(after, HALL), asked)) == "1 device, 1 cable by hand"
    # A place that comes brings its device, as long as the rack of that is there.
    assert put_back(after, remove(("n9",))(after).evolve(places=()), "n1") == after.evolve(
        places=after.places[1:]
    )


def test_kept_places_stand_in_the_row_of_their_device_or_its_rack() -> None:
    after = built()
    groups = grouped(compare(HALL, after).changes)
    assert [one.collection for one in groups] == ["racks", "devices", "cables"]
    assert [len(one.along) for one in groups] == [0, 2, 0]
    words = ChangeWords(HALL, after, (CATALOG, CATALOG))
    assert words.how(groups[1]).endswith("; with 2 kept places")
    lone = grouped(compare(after.evolve(places=()), after).changes)
    assert [one.collection for one in lone] == ["places", "places"]
    assert words.what(lone[0]) == "kept place node 9"


def test_what_is_so_already_is_no_step() -> None:
    asked = changes(HALL, rename("A01", "B07")(HALL))
    with pytest.raises(EditError, match="the same on both sides"):
        take_over(CATALOG, HALL, asked)(HALL)


def test_parts_are_no_records_of_the_design() -> None:
    asked = [RecordChange("parts", "dgx-h100", "changed")]
    with pytest.raises(EditError) as caught:
        take_over(CATALOG, HALL, asked)(HALL)
    assert str(caught.value) == OF_PARTS


def test_a_figure_out_of_its_range_is_not_taken_over() -> None:
    odd = HALL.evolve(room=HALL.room.evolve(tile_mm=-5))
    with pytest.raises(EditError, match="tile"):
        take_over(CATALOG, odd, changes(odd, HALL))(HALL)
