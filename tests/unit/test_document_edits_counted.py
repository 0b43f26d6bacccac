"""What an edit of one thing looks at in a large hall: each record a few times, no more."""

from collections.abc import Iterator
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document, DocumentChange
from designer.document.edits import (
    duplicate,
    duplicate_notes,
    place_device,
    remove,
    rotate_racks,
    set_fields,
)
from designer.document.edits.floor_boxes import Floor
from designer.document.edits.racks import _turned_rows
from designer.document.edits.unfold import with_own_devices
from designer.model import change
from designer.model.change import record_with
from designer.model.design import Assembly, Design, Rack, Room, Row, Slot
from designer.model.layout import Layout

ROWS, IN_ROW = 12, 8
PART, NODE = "rack-48u", "dgx-h100"


class Counted(tuple[Any, ...]):
    """A collection that counts how often it is gone through."""

    walks = 0

    def __iter__(self) -> Iterator[Any]:
        type(self).walks += 1
        return super().__iter__()


def hall() -> Design:
    rows = tuple(Row(id=f"r{n:02d}", x_mm=0, y_mm=4_000 * n) for n in range(ROWS))
    racks = tuple(
        Rack(
            id=f"{row.id}-{n}", name=f"{row.id}-{n}", part=PART, row=row.id, assembly="pod",
            x_mm=2_000 * n, y_mm=row.y_mm,
        )
        for row in rows
        for n in range(IN_ROW)
    )  # fmt: skip
    slot = Slot(id="n1", name="N", part=NODE, half_u=2)
    pod = Assembly(id="pod", name="pod", rack_part=PART, slots=(slot,))
    outline = ((0, 0), (90_000, 0), (90_000, 90_000), (0, 90_000))
    return Design(room=Room(outline=outline), rows=rows, racks=racks, assemblies=(pod,))


def test_a_turn_goes_through_the_racks_once_and_not_for_each_row() -> None:
    design = hall()
    whole = [rack for rack in design.racks if rack.row == "r03"]
    for turned, rows in (([design.racks[3]], []), (whole, ["r03"])):
        Counted.walks = 0
        counted = Design.model_construct(
            **{**dict(design), "racks": Counted(design.racks), "rows": design.rows}
        )
        found = dict(_turned_rows(counted, turned, 1)).get("rows", ())
        assert [row.id for row in found] == rows
        assert Counted.walks <= 3 < ROWS


def test_a_row_turned_whole_stands_where_its_first_rack_stands() -> None:
    design = hall()
    ids = tuple(rack.id for rack in reversed(design.racks) if rack.row == "r05")
    turned = rotate_racks(load_shipped(), ids, 2)(design)
    row = next(row for row in turned.rows if row.id == "r05")
    first = next(rack for rack in turned.racks if rack.id == "r05-0")
    assert (row.x_mm, row.y_mm, row.rotation) == (first.x_mm, first.y_mm, 180)


def test_what_hangs_in_a_copy_is_taken_out_without_an_index_of_the_hall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design, made = hall(), []
    racks = Layout.racks.func

    def indexed(self: Layout) -> dict[str, Rack]:
        found = racks(self)
        made.append(len(found))
        return found

    prop = type(Layout.__dict__["racks"])(indexed)
    prop.__set_name__(Layout, "racks")
    monkeypatch.setattr(Layout, "racks", prop)
    loose, (key,) = with_own_devices(design, ("r04-2/n1",))
    assert [(d.id, d.rack, d.name) for d in loose.devices] == [(key, "r04-2", "N")]
    remove(("r04-2/n1",))(design)
    assert set(made) <= {1}


def test_who_is_told_of_a_change_is_told_the_index_before() -> None:
    document, told = Document(hall()), list[DocumentChange]()
    document.subscribe(told.append)
    before = document.layout
    document.apply("Drop", place_device(load_shipped(), "qm9700", "r01-1", known=before))
    after = document.layout
    document.undo()
    assert [one.was for one in told] == [before, after]
    assert told[0].was.design is told[0].before


@pytest.mark.parametrize("order", [1, -1])
def test_a_record_is_found_whatever_their_order(order: int) -> None:
    racks = hall().racks[::order]
    assert all(record_with(racks, rack.id) is rack for rack in racks)
    assert record_with(racks, "r99") is None
    assert record_with((), "r01") is None


def test_copies_are_counted_on_and_not_anew() -> None:
    design = hall()
    layout = Layout(design)
    assert layout.copies == {"pod": ROWS * IN_ROW}
    loose, _ = with_own_devices(design, ("r04-2/n1",))
    later = layout.after(loose)
    assert later.copies == Layout(loose).copies == {"pod": ROWS * IN_ROW - 1}
    assert later.after(loose.evolve(name="another")).copies is later.copies
    none = loose.evolve(racks=tuple(rack.evolve(assembly="") for rack in loose.racks))
    assert later.after(none).copies == {}
    assert layout.after(none).after(design).copies == {"pod": ROWS * IN_ROW}


def test_a_large_collection_is_compared_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rack = hall().racks[0]
    racks = tuple(rack.evolve(id=f"r{n:05d}", name=f"r{n:05d}") for n in range(change._MANY))
    compared, parted = [], change._parted

    def counted(old: tuple[Any, ...], new: tuple[Any, ...]) -> Any:
        compared.append(len(old))
        return parted(old, new)

    monkeypatch.setattr(change, "_parted", counted)
    document = Document(Design(racks=racks))
    racks = document.design.racks
    for at in (3, 7):
        document.apply("Note", set_fields("racks", racks[at].id, note="said"))
        design = document.design
        again = change.went_and_came(racks, design.racks)
        assert change.went_and_came(racks, design.racks) is again
        assert [rack.id for rack in again[1]] == [r.id for r in design.racks if r.note]
    assert [rack.note for rack in document.design.racks if rack.note] == ["said", "said"]
    assert compared.count(change._MANY) <= 4, "each pair once"
    document.undo()
    document.undo()
    assert document.design.racks is racks


def test_what_is_not_sorted_is_not_taken_for_sorted() -> None:
    rack = hall().racks[0]
    racks = tuple(rack.evolve(id=f"r{n:05d}", name="n") for n in range(change._MANY))[::-1]
    design = Design(racks=racks)
    for key in ("a", "z"):
        put = change.Change(put=(("racks", (rack.evolve(id=key, name=key),)),))
        design = change.apply(design, put)
        ids = [one.id for one in design.racks]
        assert ids == sorted(ids)
        assert key in ids


def test_the_floor_is_read_once_for_a_copy_and_for_where_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design, catalog, read = hall(), load_shipped(), []

    def floor(*what: Any) -> Floor:
        read.append(what)
        return Floor(*what)

    monkeypatch.setattr("designer.document.edits.copy_places.Floor", floor)
    for keys in (("r03-7",), ("r05-7",)):
        assert len(duplicate(catalog, keys, None)(design).racks) == len(design.racks) + 1
        duplicate_notes(design, catalog, keys, None)
    assert len(read) == 1
    duplicate(catalog, ("r03-7",), None)(design.evolve(name="another"))
    assert len(read) == 2
