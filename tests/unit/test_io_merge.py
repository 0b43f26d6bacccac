"""Three-way merge of designs by the ids of records: what is taken, clashes, is written."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.io.design_file import dumps, loads
from designer.io.merge.designs import Kept, MergedDesigns, merge
from designer.io.merge.text import Markers, MergedText, Side, merged_text
from designer.io.merge.values import ABSENT, merged
from designer.io.references import dangling
from designer.model.change import Change, apply
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Fabric,
    Loop,
    PriceOverride,
    Rack,
    Row,
    Site,
    Slot,
)
from tests.helpers.designs import designs, small_catalog

SLOTS = tuple(Slot(id=f"n{at}", part="node-x", half_u=16 * at) for at in range(1, 4))
HALL = Design(
    header="for the hall in Oulu",
    rows=(Row(id="a"), Row(id="b")),
    assemblies=(Assembly(id="nodes", rack_part="rack-z", slots=SLOTS),),
    racks=(
        *(Rack(id=f"R{at}", name=f"A0{at}", part="rack-z", x_mm=800 * at, y_mm=0, row="a",
               assembly="nodes") for at in range(1, 5)),
        Rack(id="R5", name="A05", part="rack-z", x_mm=4000, y_mm=0, row="a"),
    ),
    devices=tuple(Device(id=f"d{at}", name=f"sw-{at}", part="switch-y", rack="R5", half_u=2 * at)
                  for at in (4, 6, 8)),
    fabrics=(Fabric(id="f", nodes=("node-x",)),),
    loops=(Loop(id="l", racks=("R1", "R2")),),
    prices=(PriceOverride(id="node-x", amount_cents=100, as_of="2026-01-01"),),
)  # fmt: skip
CATALOG = small_catalog()


def with_rack(design: Design, key: str, **fields: Any) -> Design:
    """Return a design in which a rack says something else."""
    (rack,) = [one for one in design.racks if one.id == key]
    return apply(design, Change(put=(("racks", (rack.evolve(**fields),)),)))


def without(design: Design, collection: str, *keys: str) -> Design:
    return apply(design, Change(drop=((collection, keys),)))


def put(design: Design, collection: str, *records: Any) -> Design:
    return apply(design, Change(put=((collection, records),)))


def merge_of(base: Design, ours: Design, theirs: Design) -> MergedDesigns:
    return merge(Kept(base), Kept(ours), Kept(theirs))


def clean(ours: Design, theirs: Design, base: Design = HALL) -> Design:
    found = merge_of(base, ours, theirs)
    assert found.conflicts == ()
    assert found.ours == found.theirs
    return found.ours.design


def clashes(ours: Design, theirs: Design, base: Design = HALL) -> list[tuple[str, str, str]]:
    found = merge_of(base, ours, theirs).conflicts
    return [(one.collection, one.id, one.clash.path) for one in found]


def written(base: Design, ours: Design, theirs: Design) -> MergedText:
    sides = [Side(Kept(one), dumps(one, Catalog(())).encode()) for one in (ours, theirs)]
    return merged_text(Kept(base), *sides, Markers("main", "wing"))


def test_branches_that_moved_different_racks_merge() -> None:
    ours, theirs = with_rack(HALL, "R1", y_mm=600), with_rack(HALL, "R4", rotation=180)
    assert clean(ours, theirs) == with_rack(ours, "R4", rotation=180)


def test_fields_of_one_rack_merge_that_say_different_things() -> None:
    ours, theirs = with_rack(HALL, "R1", y_mm=600), with_rack(HALL, "R1", name="Z1", feeds=("x",))
    assert clean(ours, theirs) == with_rack(ours, "R1", name="Z1", feeds=("x",))


def test_a_place_is_one_thing() -> None:
    ours, theirs = with_rack(HALL, "R1", y_mm=600), with_rack(HALL, "R1", x_mm=1600)
    ((collection, key, path),) = clashes(ours, theirs)
    assert (collection, key) == ("racks", "R1")
    assert path.startswith("x_mm, y_mm")


def test_the_same_on_both_sides_is_taken_once() -> None:
    same = with_rack(put(HALL, "racks", Rack(id="R6", name="N", part="p", x_mm=0, y_mm=0)), "R2",
                     x_mm=9)  # fmt: skip
    assert clean(same, same) == same


def test_what_both_added_under_other_ids_is_kept() -> None:
    one, other = (Rack(id=key, name=key, part="p", x_mm=0, y_mm=0) for key in ("N1", "N2"))
    merged_ = clean(put(HALL, "racks", one), put(HALL, "racks", other))
    assert {rack.id for rack in merged_.racks} >= {"N1", "N2"}


def test_what_both_added_under_one_id_clashes() -> None:
    one, other = (Rack(id="N", name="N", part="p", x_mm=at, y_mm=0) for at in (0, 1))
    assert clashes(put(HALL, "racks", one), put(HALL, "racks", other)) == [("racks", "N", "")]


def test_what_one_changed_and_the_other_took_away_clashes() -> None:
    ours, theirs = without(HALL, "racks", "R1"), with_rack(HALL, "R1", y_mm=5)
    found = merge_of(HALL, ours, theirs)
    ((collection, key),) = {(one.collection, one.id) for one in found.conflicts}
    assert (collection, key) == ("racks", "R1")
    assert found.conflicts[0].clash.ours is ABSENT
    assert found.ours.design == ours
    assert found.theirs.design == theirs


def test_slots_are_merged_by_their_ids() -> None:
    def filled(*slots: Slot) -> Design:
        return HALL.evolve(assemblies=(HALL.assemblies[0].evolve(slots=slots),))

    ours = filled(SLOTS[0].evolve(half_u=20), *SLOTS[1:], Slot(id="o", part="switch-y"))
    theirs = filled(*SLOTS[:2], Slot(id="t", part="switch-y"))
    (assembly,) = clean(ours, theirs).assemblies
    assert [(slot.id, slot.half_u) for slot in assembly.slots] == [
        ("n1", 20), ("n2", 32), ("t", 0), ("o", 0),
    ]  # fmt: skip
    assert clashes(filled(SLOTS[0].evolve(half_u=20)), filled(SLOTS[0].evolve(half_u=40))) == [
        ("assemblies", "nodes", "slots.n1.half_u, face, side")
    ]


def test_members_of_a_list_are_added_and_taken_out() -> None:
    def looped(*racks: str) -> Design:
        return HALL.evolve(loops=(Loop(id="l", racks=racks),))

    assert clean(looped("R1", "R2", "R4"), looped("R2", "R3")).loops[0].racks == ("R2", "R3", "R4")


def test_a_price_is_one_thing() -> None:
    price = HALL.prices[0]
    ours = HALL.evolve(prices=(price.evolve(amount_cents=120),))
    theirs = HALL.evolve(prices=(price.evolve(currency="EUR"),))
    ((collection, key, path),) = clashes(ours, theirs)
    assert (collection, key) == ("prices", "node-x")
    assert path.startswith("amount_cents")


def test_decisions_of_the_site_merge_by_field() -> None:
    ours, theirs = HALL.evolve(site=Site(pue=1.2)), HALL.evolve(site=Site(utilisation=0.5))
    assert clean(ours, theirs).site == Site(pue=1.2, utilisation=0.5)
    both = HALL.evolve(site=Site(pue=1.3)), HALL.evolve(site=Site(pue=1.4))
    assert clashes(*both) == [("design", "site", "pue")]


LINKS: list[tuple[str, Any]] = [
    ("devices", Device(id="new", name="n", part="node-x", rack="R5", half_u=40)),
    ("cables", Cable(id="c", a="d4", b="R1/n1")),
    ("cords", Cord(id="c", supply="d8:psu1")),
]


@pytest.mark.parametrize(("collection", "record"), LINKS, ids=lambda one: str(one)[:12])
@pytest.mark.parametrize("turned", [False, True])
def test_what_names_a_thing_that_the_other_took_away_clashes(
    collection: str, record: Any, turned: bool
) -> None:
    sides = [
        without(without(HALL, "racks", "R5"), "devices", "d4", "d6", "d8"),
        put(HALL, collection, record),
    ]
    found = merge_of(HALL, *(sides[::-1] if turned else sides))
    assert (collection, record.id) in {(one.collection, one.id) for one in found.conflicts}
    both = (found.ours, found.theirs)[::-1] if turned else (found.ours, found.theirs)
    assert [kept.design for kept in both] == sides
    assert any(one.because for one in found.conflicts)


def test_a_slot_that_is_gone_and_a_cable_to_it_clash() -> None:
    ours = HALL.evolve(assemblies=(HALL.assemblies[0].evolve(slots=SLOTS[:1]),))
    theirs = put(HALL, "cables", Cable(id="c", a="d4", b="R2/n3"))
    found = merge_of(HALL, ours, theirs)
    assert [(one.collection, one.id) for one in found.conflicts] == [("cables", "c")]
    assert (found.ours.design, found.theirs.design) == (ours, theirs)


def test_names_that_led_nowhere_before_are_none_of_the_merge() -> None:
    base = put(HALL, "cables", Cable(id="c", a="gone", b="gone too"))
    assert clean(with_rack(base, "R1", y_mm=1), with_rack(base, "R2", y_mm=1), base).cables


def test_a_part_that_nothing_uses_does_not_have_a_file_written_anew() -> None:
    switch = CATALOG.get("switch-y")
    assert switch is not None
    design = HALL.evolve(devices=())
    data = dumps(design, Catalog(())).replace(" = {", "  = {").encode()
    side = Side(Kept(design, (switch,)), data)
    assert merged_text(Kept(HALL), Side(Kept(HALL), b""), side, Markers()).data == data


def test_parts_merge_whole() -> None:
    node = CATALOG.get("node-x")
    assert node is not None
    heavier, hotter = node.evolve(mass_kg=140.0), node.evolve(power_max_w=11_000.0)
    kept = [Kept(HALL, (part,)) for part in (node, heavier, hotter)]
    assert merge(kept[0], kept[1], kept[0]).ours.parts == (heavier,)
    found = merge(*kept)
    assert [(one.collection, one.id) for one in found.conflicts] == [("parts", "node-x")]


def test_a_part_that_one_side_uses_no_more_stays_with_what_the_other_adds() -> None:
    switch = CATALOG.get("switch-y")
    assert switch is not None
    base = without(HALL, "devices", "d6", "d8")
    new = Device(id="new", name="n", part="switch-y", rack="R5", half_u=60)
    ours, theirs = Kept(without(base, "devices", "d4")), Kept(put(base, "devices", new), (switch,))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge(Kept(base, (switch,)), *sides)
        assert found.conflicts == ()
        assert found.ours.parts == (switch,)
    assert merge(Kept(base, (switch,)), ours, Kept(base, (switch,))).ours.parts == ()


def test_a_side_that_is_the_result_is_kept_to_the_byte() -> None:
    base = HALL
    theirs = with_rack(HALL, "R1", y_mm=600)
    spaced = dumps(theirs, Catalog(())).replace(" = {", "  = {").encode()
    ours = Side(Kept(base), dumps(base, Catalog(())).encode())
    found = merged_text(Kept(base), ours, Side(Kept(theirs), spaced), Markers())
    assert found == MergedText(spaced)


def test_a_merged_file_is_what_a_save_writes() -> None:
    ours, theirs = with_rack(HALL, "R1", y_mm=600), with_rack(HALL, "R2", y_mm=600)
    found = written(HALL, ours, theirs)
    assert found.conflicts == ()
    assert found.data.decode() == dumps(with_rack(ours, "R2", y_mm=600), Catalog(()))
    assert found.data.startswith(b"# for the hall in Oulu\n")


def test_what_clashes_stands_between_markers_and_in_words() -> None:
    ours, theirs = with_rack(HALL, "R2", y_mm=600), with_rack(HALL, "R2", y_mm=900)
    found = written(HALL, ours, theirs)
    lines = found.data.decode().split("\n")
    at = lines.index("<<<<<<< main")
    assert lines[at + 2] == "======="
    assert lines[at + 4] == ">>>>>>> wing"
    assert "y_mm = 600" in lines[at + 1]
    assert "y_mm = 900" in lines[at + 3]
    (said,) = found.conflicts
    assert said == "racks.R2.y_mm: 600 in main, 900 in wing"
    # Each side of the block is a design.
    for side, wanted in ((0, ours), (1, theirs)):
        chosen = [*lines[:at], lines[at + 1 + 2 * side], *lines[at + 5 :]]
        assert loads("\n".join(chosen)).design == wanted


def test_a_file_with_markers_says_the_line() -> None:
    found = written(HALL, with_rack(HALL, "R2", y_mm=600), with_rack(HALL, "R2", y_mm=900))
    text = found.data.decode()
    line = text.split("\n").index("<<<<<<< main") + 1
    opened = loads(text, "hall.cluster.toml")
    assert not opened.writable
    first = opened.problems[0]
    assert first.where.startswith(f"hall.cluster.toml:{line}:")
    assert "unresolved merge" in first.what


def test_a_rack_that_was_removed_is_named_with_both_values() -> None:
    found = written(HALL, without(HALL, "racks", "R1"), with_rack(HALL, "R1", name="Z1"))
    assert found.conflicts[0].startswith('racks.R1: removed in main, {name = "Z1"')


def test_of_a_place_what_differs_is_named() -> None:
    found = written(HALL, with_rack(HALL, "R2", y_mm=600), with_rack(HALL, "R2", x_mm=900))
    assert found.conflicts == ("racks.R2.x_mm, y_mm: (1600, 600) in main, (900, 0) in wing",)


def test_of_what_both_added_what_differs_is_named() -> None:
    one = Rack(id="N", name="N", part="p", x_mm=0, y_mm=0)
    other = one.evolve(x_mm=5, note="by the door")
    found = written(HALL, put(HALL, "racks", one), put(HALL, "racks", other))
    assert found.conflicts == (
        'racks.N: x_mm = 0, note = "" in main, x_mm = 5, note = "by the door" in wing',
    )


EDITS: dict[str, Callable[[Design, int], Design]] = {
    "move": lambda d, n: with_rack(d, _rack(d, n), x_mm=n) if d.racks else d,
    "turn": lambda d, n: with_rack(d, _rack(d, n), rotation=90) if d.racks else d,
    "rename": lambda d, n: with_rack(d, _rack(d, n), name=f"N{n}") if d.racks else d,
    "remove a rack": lambda d, n: without(d, "racks", _rack(d, n)) if d.racks else d,
    "empty a rack": lambda d, n: (
        without(d, "devices", *(x.id for x in d.devices if x.rack == _rack(d, n)))
        if d.racks else d
    ),
    "add a rack": lambda d, n: put(
        d, "racks", Rack(id=f"X{n % 3}", name="X", part="rack-z", x_mm=n, y_mm=n)
    ),
    "add a device": lambda d, n: put(
        d, "devices",
        Device(id=f"dev{n % 4}", name="v", part="node-x", rack=_rack(d, n), half_u=n % 80),
    ) if d.racks else d,
    "lay a cable": lambda d, n: put(d, "cables", Cable(id=f"c{n % 2}", a=_rack(d, n),
                                                       b=f"{_rack(d, n + 1)}/n{n % 4}"))
    if d.racks else d,
    "take a slot": lambda d, n: d.evolve(assemblies=tuple(
        one.evolve(slots=one.slots[: n % 3]) for one in d.assemblies)),
    "drop an assembly": lambda d, n: d.evolve(assemblies=()),
    "drop a row": lambda d, n: d.evolve(rows=d.rows[: n % 2]),
    "drop a fabric": lambda d, n: d.evolve(fabrics=()),
    "put on a fabric": lambda d, n: d.evolve(devices=tuple(
        one.evolve(fabric="f") for one in d.devices)) if d.fabrics else d,
    "decide": lambda d, n: d.evolve(site=d.site.evolve(pue=1 + n / 100)),
    "note": lambda d, n: d.evolve(note=f"note {n % 2}"),
}  # fmt: skip


def _rack(design: Design, number: int) -> str:
    return design.racks[number % len(design.racks)].id


@st.composite
def edited(draw: st.DrawFn) -> Design:
    """The hall after some edits."""
    design = HALL
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from(sorted(EDITS)))
        design = EDITS[name](design, draw(st.integers(0, 99)))
    return design


@given(edited(), edited())
def test_a_merge_loads_or_is_refused(ours: Design, theirs: Design) -> None:
    found = written(HALL, ours, theirs)
    opened = loads(found.data.decode())
    marked = b"\n<<<<<<< main\n" in b"\n" + found.data
    assert marked == bool(found.conflicts)
    if found.conflicts:
        assert not opened.writable
    else:
        assert opened.writable, opened.problems
        both = merge_of(HALL, ours, theirs)
        assert opened.design == both.ours.design == both.theirs.design
        known = {one.what for side in (HALL, ours, theirs) for one in dangling(side)}
        assert {one.what for one in dangling(opened.design)} <= known


@given(edited(), edited())
def test_each_side_of_all_blocks_is_that_side(ours: Design, theirs: Design) -> None:
    found = merge_of(HALL, ours, theirs)
    text = written(HALL, ours, theirs).data.decode()
    if found.conflicts:
        for at, kept in enumerate((found.ours, found.theirs)):
            assert chosen(text, at) == dumps(kept.design, Catalog(()))


def chosen(text: str, side: int) -> str:
    """Return a text with markers with one side of each block."""
    lines, within = [], -1
    for line in text.split("\n"):
        if line in ("<<<<<<< main", "=======", ">>>>>>> wing"):
            within = {"<": 0, "=": 1, ">": -1}[line[0]]
        elif within in (-1, side):
            lines.append(line)
    return "\n".join(lines)


def test_a_table_that_one_side_has_is_marked_whole() -> None:
    slots = (SLOTS[0].evolve(half_u=80), *SLOTS[1:])
    ours = HALL.evolve(assemblies=(HALL.assemblies[0].evolve(slots=slots),))
    found = written(HALL, ours, HALL.evolve(assemblies=(), racks=tuple(
        rack.evolve(assembly="") for rack in HALL.racks)))  # fmt: skip
    blocks = found.data.decode().split("<<<<<<< main\n")[1:]
    mine, its = blocks[0].split(">>>>>>>")[0].split("=======\n")
    assert mine.startswith("\n[assemblies.nodes]\n")
    assert mine.endswith("]\n")
    assert its == ""


@given(edited(), edited())
def test_both_ways_round_give_the_same(ours: Design, theirs: Design) -> None:
    there, back = merge_of(HALL, ours, theirs), merge_of(HALL, theirs, ours)
    assert there.ours == back.theirs
    assert there.theirs == back.ours
    keys = [{(one.collection, one.id, one.clash.path) for one in way.conflicts}
            for way in (there, back)]  # fmt: skip
    assert keys[0] == keys[1]


@given(edited(), edited())
def test_either_side_of_all_blocks_loads(ours: Design, theirs: Design) -> None:
    found = merge_of(HALL, ours, theirs)
    for kept in (found.ours, found.theirs):
        opened = loads(dumps(kept.design, Catalog(())))
        assert opened.writable, opened.problems
        assert opened.design == kept.design


@given(designs(), designs())
def test_a_side_that_changed_nothing_adds_nothing(base: Design, other: Design) -> None:
    for ours, theirs in ((other, base), (base, other), (other, other)):
        found = merge_of(base, ours, theirs)
        assert found.conflicts == ()
        assert found.ours.design == other


@given(st.sets(st.sampled_from(["R1", "R2", "R3", "R4", "R5"])), st.integers(-9, 9))
def test_disjoint_edits_are_both_there(mine: set[str], by: int) -> None:
    ours, theirs, wanted = HALL, HALL, HALL
    for rack in HALL.racks:
        moved = {"y_mm": by} if rack.id in mine else {"cooling": "in-row"}
        wanted = with_rack(wanted, rack.id, **moved)
        if rack.id in mine:
            ours = with_rack(ours, rack.id, **moved)
        else:
            theirs = with_rack(theirs, rack.id, **moved)
    assert clean(ours, theirs) == wanted


names = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)


@given(names, names, names)
def test_lists_by_id_merge_the_same_both_ways(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    sides = [tuple(Slot(id=key, part="p") for key in keys) for keys in (base, ours, theirs)]
    there, back = merged(sides[0], sides[1], sides[2]), merged(sides[0], sides[2], sides[1])
    assert there == back
    assert there.clashes == ()
    kept = {slot.id for slot in there.ours}
    assert kept == {
        key for key in {*base, *ours, *theirs}
        if (key in ours and key in theirs) or (key not in base)
    }  # fmt: skip
