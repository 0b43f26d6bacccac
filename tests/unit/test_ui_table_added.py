"""Rows of a spreadsheet that add racks, devices, feeds, cables …: as a drop would, or refused."""

from random import Random
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.io.copied_cells import copied_cells as grid
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.presented import Presented
from designer.planning.templates import build
from designer.render.edge import presenting
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.devices import DEVICES, NODES, PDUS, SWITCHES
from designer.ui.fields.tables.elements import ELEMENTS
from designer.ui.fields.tables.every import TABLES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.hand_cables import BY_HAND
from designer.ui.fields.tables.others import FABRICS, FEEDS, TRAYS
from designer.ui.fields.tables.paper import NOTES, WAIVERS
from designer.ui.fields.tables.paste_columns import guess, has_heading
from designer.ui.fields.tables.pasted import Pasted, pasted
from designer.ui.fields.tables.plans import DOORS, HALLS, LOOPS, REVISIONS, SPARES, STAGES
from designer.ui.fields.tables.racks import RACKS, ROWS, UNITS

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
FACTS = Facts(Layout(HALL), CATALOG)


def paste(table: Table, text: str, facts: Facts = FACTS, *, add: bool = True) -> Pasted:
    rows = grid(text)
    keys = guess(facts, table, rows)
    return pasted(facts, table, rows, keys, heading=has_heading(facts, table, rows), add=add)


def told(result: Pasted) -> dict[int, str]:
    return {row.number: row.told for row in result.rows}


def after(result: Pasted, design: Design = HALL) -> Design:
    assert result.edit is not None
    return result.edit(design)


def new_in(design: Design, collection: str, before: Design = HALL) -> dict[str, Any]:
    was = {one.id for one in getattr(before, collection)}
    return {
        getattr(one, "name", one.id): one
        for one in getattr(design, collection)
        if one.id not in was
    }


def test_racks_are_added_at_their_place_or_at_the_next_free_one_of_their_row() -> None:
    part = HALL.racks[0].part
    name = CATALOG.require(part).name
    far, low = next(
        (x, y) for y in range(6_000, 0, -600) for x in range(11_000, 0, -600)
        if can_place_rack(FACTS.layout, CATALOG, part, x, y).ok
    )  # fmt: skip
    result = paste(
        RACKS,
        "Rack\tModel\tRow\tFrom left mm\tFrom top mm\tNote\n"
        f"X1\t{name}\tA\t\t\tspare\n"
        f"X2\t{part}\t\t{far}\t{low}\t\n"
        f"A01\t\t\t\t\tstays\n"
        f"X3\t{part}\tZ\t\t\t\n"
        f"X4\tqqq zzz\t\t\t\t\n"
        f"X5\t\t\t\t\t\n"
        f"X6\t{part}\t\t{HALL.racks[0].x_mm}\t{HALL.racks[0].y_mm}\t\n"
        f"X7\t{part}\t\t1200\t\t\n"
        f"X1\t{part}\t\t\t\t\n",
    )
    said = told(result)
    assert "'Z' is none of none, A, B" in said[5]
    assert "no part of the catalogue is called qqq zzz" in said[6]
    assert said[7] == "no part: give it in a column headed Part"
    assert said[8].endswith(f": {HALL.racks[0].name} is in the way")
    assert said[9].startswith("only one half of its place is given")
    assert said[10] == "X1 is in row 2 too: keep one of the two rows"
    assert [row.number for row in result.rows[:6]] == [5, 6, 7, 8, 9, 10]
    assert (len(result.added), len(result.changed), len(result.rejected)) == (2, 1, 6)
    made = new_in(after(result), "racks")
    assert made.keys() == {"X1", "X2"}
    assert (made["X1"].row, made["X1"].note) == ("A", "spare")
    assert said[2].endswith(f"at {made['X1'].x_mm:,} mm, {made['X1'].y_mm:,} mm")
    assert (made["X2"].x_mm, made["X2"].y_mm, made["X2"].row) == (far, low, "")
    beside = [rack for rack in HALL.racks if rack.row == "A"]
    assert made["X1"].y_mm in {rack.y_mm for rack in beside}


def test_without_a_free_place_a_rack_is_rejected_with_the_remedy() -> None:
    small = HALL.evolve(racks=(), devices=(), rows=(), cables=())
    room = small.room.evolve(outline=((0, 0), (700, 0), (700, 1_300), (0, 1_300)))
    facts = Facts(Layout(small.evolve(room=room)), CATALOG)
    result = paste(RACKS, f"Name\tPart\nX1\t{HALL.racks[0].part}\n", facts)
    assert "give From left and From top" in told(result)[2]
    assert result.edit is None


def test_a_part_of_another_kind_is_refused_by_the_table_of_racks() -> None:
    assert "DGX H100 is no rack" in told(paste(RACKS, "Name\tPart\nX1\tDGX H100\n"))[2]
    assert (
        "is no unit of the floor"
        in told(paste(UNITS, f"Name\tPart\nX1\t{HALL.racks[0].part}\n"))[2]
    )
    assert "QM9700" in told(paste(NODES, "Node\tPart\tRack\nX1\tqm9700\tA01\n"))[2]


def test_devices_go_to_their_unit_or_to_the_lowest_free_one_and_never_onto_another() -> None:
    rack, part = "A01", "DGX H100"
    free = HALL.evolve(racks=tuple(r.evolve(assembly="") for r in HALL.racks))
    facts = Facts(Layout(free), CATALOG)
    result = paste(
        DEVICES,
        "Hostname\tModel\tRack\tU\tNote\n"
        f"new-1\t{part}\t{rack}\t\tfirst free\n"
        f"new-2\t{part}\t{rack}\t20\t\n"
        f"new-3\t{part}\t{rack}\t21\t\n"
        f"new-4\t{part}\tqqq zzz\t\t\n"
        f"new-5\t{part}\t{rack}\t60\t\n",
        facts,
    )
    said = told(result)
    assert said[2].endswith("at U1–U8")
    assert said[4].endswith("U20–U27 held by new-2")
    assert said[5] == "Rack qqq zzz: there is no rack qqq zzz: add it first, in the table of racks"
    assert 6 in {row.number for row in result.rejected}
    made = new_in(after(result, free), "devices", free)
    assert {n: d.half_u for n, d in made.items()} == {"new-1": 2, "new-2": 40}
    assert made["new-1"].note == "first free"


def test_a_full_rack_takes_no_more() -> None:
    rows = "".join(f"new-{n}\tDGX H100\tA01\n" for n in range(9))
    result = paste(DEVICES, f"Device\tPart\tRack\n{rows}")
    assert result.rejected
    assert all("no room in A01" in row.why for row in result.rejected)
    made = after(result) if result.edit else HALL
    assert len(new_in(made, "devices")) == len(result.added)


def test_a_device_that_is_there_is_not_made_another_part_but_may_change_its_rack() -> None:
    node = next(p for p in Layout(HALL).every() if p.part == "dgx-h100")
    said = told(paste(DEVICES, f"Device\tPart\tRack\n{node.name}\tqm9700\t\n"))[2]
    assert "it is DGX H100 and is not changed here" in said
    assert told(paste(DEVICES, f"Device\tPart\n{node.name}\tdgx-h100\n"))[2] == "is so already"
    moved = paste(DEVICES, f"Device\tRack\n{node.name}\tB01\n")
    assert moved.rejected or new_in(after(moved), "devices")


def test_a_switch_is_added_with_fabric_and_tier_and_a_pdu_with_its_feed() -> None:
    fabric = HALL.fabrics[0]
    free = HALL.evolve(racks=tuple(r.evolve(assembly="") for r in HALL.racks))
    facts = Facts(Layout(free), CATALOG)
    result = paste(
        SWITCHES,
        f"Switch\tPart\tRack\tFabric\tTier\nleaf-x\tqm9700\tA01\t{fabric.name}\tspine\n",
        facts,
    )
    made = new_in(after(result, free), "devices", free)["leaf-x"]
    assert (made.fabric, made.tier) == (fabric.id, "spine")
    node = paste(DEVICES, f"Device\tPart\tRack\tFabric\nn\tdgx-h100\tA01\t{fabric.name}\n", facts)
    assert "is in no fabric by itself" in told(node)[2]
    pdu = next(p.part for p in Layout(HALL).every() if CATALOG.require(p.part).traits.names_feed)
    feed = HALL.feeds[0]
    result = paste(PDUS, f"PDU\tPart\tRack\tFeed\np-x\t{pdu}\tA01\t{feed.name}\n", facts)
    assert new_in(after(result, free), "devices", free)["p-x"].feed == feed.id


def test_feeds_may_name_each_other_in_any_order_and_a_name_that_is_taken_is_refused() -> None:
    result = paste(
        FEEDS,
        "Name\tKind\tFed by\tCapacity kW\n"
        "Z9\tfeed\tUPS-Z\t500\nUPS-Z\tups\t\t\nZ8\tfeed\tqqq zzz\t\nZ7\tqqq zzz\t\t\n",
    )
    said = told(result)
    assert "nothing that feeds is called qqq zzz" in said[4]
    assert "is none of" in said[5]
    made = new_in(after(result), "power")
    assert made["Z9"].parents == (made["UPS-Z"].id,)
    assert made["Z9"].capacity_kw == 500
    assert made["UPS-Z"].capacity_kw is None


def test_rows_come_with_racks_and_fabrics_trays_and_elements_with_what_they_need() -> None:
    part = HALL.racks[0].part
    empty = HALL.evolve(racks=(), devices=(), rows=(), cables=(), trays=())
    facts = Facts(Layout(empty), CATALOG)
    result = paste(ROWS, f"Row\tPart\tRacks\nQ\t{part}\t3\nR\t\t4\nS\t\t\n", facts)
    assert "racks of which part" in told(result)[3]
    made = after(result, empty)
    assert [rack.name for rack in made.racks] == ["Q01", "Q02", "Q03"]
    assert {row.id for row in made.rows} == {"Q", "S"}

    made = after(paste(FABRICS, "Fabric\tKind\tRate Gb/s\nFront\tethernet\t800\n"))
    fabric = new_in(made, "fabrics")["Front"]
    assert (fabric.kind, fabric.rate_gbps) == ("ethernet", 800)

    result = paste(TRAYS, "Tray\tCorners\nT9\t600,600 6600,600\nT8\tnowhere\nT7\t0,0 9,0\n")
    assert "is no way" in told(result)[3]
    assert told(result)[4] == "too short"
    assert new_in(after(result), "trays")["T9"].corners == ((600, 600), (6600, 600))

    result = paste(
        ELEMENTS,
        "Name\tKind\tFrom left\tFrom top\tWidth\tDepth\tKept free around\n"
        "C9\tcolumn\t600\t600\t500\t500\t100\nZ\tkeep-out zone\t0\t0\t900\t900\t50\n"
        "tiny\tcolumn\t0\t0\t5\t5\t\n",
    )
    assert told(result)[3] == "Kept free around 50: a zone has none"
    assert told(result)[4] == "smaller than 50 mm"
    made_one = {one.name: one for one in after(result).room.obstacles}["C9"]
    assert (made_one.kind, made_one.clearance_mm) == ("column", 100)


def test_a_cable_needs_ports_that_are_there_and_free_as_one_that_is_drawn_does() -> None:
    layout = Layout(HALL)
    fabric = next(f for f in HALL.fabrics if f.purpose == "compute")
    node = next(p for p in layout.every() if p.part in fabric.nodes)
    leaf = next(p for p in layout.every() if p.fabric == fabric.id)
    head = "Id\tFrom\tTo\tLength m\n"
    result = paste(
        BY_HAND,
        f"{head}c1\t{node.name} port 1\t{leaf.name}:1.1\t12\n"
        f"c2\t{node.name} port 1\t{leaf.name}:1.2\t\n"
        f"c3\t{node.name} port 99\t{leaf.name}:1.2\t\n"
        f"c4\t{node.name}\t{leaf.name}:1.2\t\n"
        f"c5\t{node.name} port 2\t{node.name} port 3\t\n"
        f"\t{node.name} port 2\t{leaf.name}:1.2\t\n",
    )
    said = told(result)
    assert "cable c1 has port 1" in said[3]
    assert "has no port 99" in said[4]
    assert "name device and port" in said[5]
    assert "both ends are at one device" in said[6]
    cables = new_in(after(result), "cables")
    assert cables["c1"].length_m == 12
    assert (cables["c1"].a_port, cables["c1"].b_port) == ("1", "1.1")
    assert len(cables) == 2


def test_a_waiver_accepts_a_finding_that_is_there_and_a_note_is_at_something() -> None:
    report = evaluate(HALL, CATALOG)
    facts = Facts(Layout(HALL), CATALOG, report)
    key = report.checks[0].key
    result = paste(WAIVERS, f"Finding\tReason\n{key}\tagreed\nqqq zzz\tno\n", facts)
    assert "there is no finding qqq zzz" in told(result)[3]
    assert new_in(after(result), "waivers")[key].reason == "agreed"
    result = paste(NOTES, "Text\tAt\nlook\tA01\nhere\tqqq zzz\n")
    assert "there is no device qqq zzz" in told(result)[3]
    assert [n.target for n in new_in(after(result), "notes").values()] == ["A01"]


def test_stages_revisions_spares_doors_and_loops_are_added_with_what_they_need() -> None:
    result = paste(STAGES, "Stage\tRuns from\tOrder\nDay 1\t2028-03\t\nDay 2\tsoon\t\nDay 3\t\t9\n")
    assert [row.number for row in result.rejected] == [3]
    made = new_in(after(result), "stages")
    assert (made["Day 1"].date, made["Day 1"].order, made["Day 3"].order) == ("2028-03", 1, 9)

    result = paste(REVISIONS, "Revision\tDate\tWhat changed\nP7\t2026-11-30\ta row more\nP8\t\tx\n")
    assert told(result)[3] == "no date: give it in a column headed Date"
    assert [one.text for one in new_in(after(result), "revisions").values()] == ["a row more"]

    result = paste(SPARES, "Part\tShare\nswitches\t5\nQM9700\t10\nDGX H100\t\nqqq zzz\t1\n")
    said = told(result)
    assert said[4] == "how many spares? give Share or At least"
    assert "is called qqq zzz" in said[5]
    assert {one.id: one.percent for one in after(result).spares} == {"switch": 5.0, "qm9700": 10.0}

    result = paste(
        DOORS,
        "Door\tKind\tClear width\tWall\tCarries\n"
        "D9\tdoor\t1200\tleft\t\nL9\tlift\t1500\tleft\t900\n",
    )
    assert told(result)[3] == "Wall left: only a door has it"
    door = next(one for one in after(result).room.passages if one.name == "D9")
    assert (door.wall, door.width_mm) == ("left", 1200)

    made = new_in(after(paste(LOOPS, "Loop\tSupply °C\nL9\t32\n")), "loops")
    assert made["L9"].supply_c == 32
    assert "a hall needs walls" in told(paste(HALLS, "Hall\tNote\nH9\tx\n"))[2]


def test_nothing_is_added_where_that_is_not_wanted_and_a_slip_is_told() -> None:
    text = f"Name\tPart\nA0l\t{HALL.racks[0].part}\n"
    assert " meant?" in told(paste(RACKS, text, add=False))[2]
    said = told(paste(RACKS, text))[2]
    assert "a name much like it exists: A0" in said
    assert said.endswith("is A0l meant to be new?")
    other = f"Name\tPart\nA27\t{HALL.racks[0].part}\n"
    assert "much like" not in told(paste(RACKS, other))[2], "both follow one numbering"


def test_numbers_are_taken_in_the_unit_of_their_heading_or_in_the_one_that_is_shown() -> None:
    part = HALL.racks[0].part
    inches = f"Name\tPart\tLeft (in)\tTop in\nQ1\t{part}\t331\t71\n"
    bare = inches.replace(" (in)", "").replace(" in", "")
    metric = inches.replace(" (in)", " mm").replace(" in", " [mm]")

    def place(text: str) -> tuple[int, int]:
        rack = new_in(after(paste(RACKS, text)), "racks")["Q1"]
        return rack.x_mm, rack.y_mm

    assert place(inches) == (8407, 1803)
    assert place(bare.replace("331", "8407").replace("71", "1803")) == (8407, 1803)
    with presenting(Presented(units="imperial")):
        assert place(inches) == place(bare) == (8407, 1803)
        assert place(metric.replace("331", "8407").replace("71", "1803")) == (8407, 1803)
        assert "From left 8,407 mm" in told(paste(RACKS, bare))[2]


def test_a_paste_is_one_step_told_by_its_calls_and_undone_to_the_same_bytes() -> None:
    document, before = Document(HALL), dumps(HALL, CATALOG)
    result = paste(RACKS, f"Name\tPart\tNote\nX1\t{HALL.racks[0].part}\tn\nA01\t\tm\n")
    assert result.edit is not None
    document.apply("Paste", result.edit)
    assert "session.place_rack(" in document.history.call_at(1)
    assert document.undo()
    assert dumps(document.design, CATALOG) == before
    assert document.redo()
    assert {r.name for r in document.design.racks if r.note} == {"X1", "A01"}


WORDS = (
    "", "—", "A01", "B02", "x", "-5", "0", "7", "12", "600", "6000", "é", "front", "left", "none",
    "A", "dgx-h100", "DGX H100", "qm9700", "QM9700", "ups", "feed", "column", "600,600 6600,600",
    "compute", "leaf", "2026-11-01", "1e300", "nan", "dgx-A01-1 port 1", "\x00", "yes", "Day 1",
)  # fmt: skip


def sound(design: Design) -> None:
    """Nothing that a drop would refuse stands anywhere, and no name or id leads nowhere."""
    layout = Layout(design)
    for rack in design.racks:
        at = rack.x_mm, rack.y_mm, rack.rotation
        assert can_place_rack(layout, CATALOG, rack.part, *at, exclude=(rack.id,)).ok
        assert rack.row in {"", *(row.id for row in design.rows)}
    assert len({rack.name for rack in design.racks}) == len(design.racks)
    for one in design.devices:
        at_u = max(one.half_u, 2) if one.face in ("door", "zero-u") else one.half_u
        assert can_place(
            layout, CATALOG, one.part, one.rack, at_u, one.face, exclude=(one.id,), side=one.side
        ).ok, one
    for collection in ("racks", "devices", "power", "fabrics", "cables", "trays", "notes"):
        ids = [one.id for one in getattr(design, collection)]
        assert len(set(ids)) == len(ids)


def likely(chance: Random, facts: Facts, table: Table, column: Column) -> str:
    """Return a cell that a new line may well have; anything at all one time in eight."""
    editing = column.begun
    if editing is None or chance.random() < 0.12:
        return chance.choice(WORDS)
    if column.key == "part":
        of = {"racks": HALL.racks[0].part, "rows": HALL.racks[0].part, "nodes": "dgx-h100",
              "switches": "qm9700", "pdus": PDU, "units": CRAH}  # fmt: skip
        return of.get(table.id, chance.choice(("dgx-h100", "qm9700", PDU)))
    if column.key == "rack":
        return chance.choice(("A01", "A02", "B01", "A11"))
    if editing.choices is not None:
        return chance.choice([said for said, _ in editing.choices(facts)])
    if editing.kind in ("integer", "number", "half-u"):
        return chance.choice(("1", "3", "9", "600", "1200", "5400", "9000", ""))
    return chance.choice(("600,600 6600,600", "A", "", "x", "A01"))


PDU = next(p.part for p in Layout(HALL).every() if CATALOG.require(p.part).traits.names_feed)
CRAH = next(p.id for p in CATALOG.parts if p.stands_on_floor and not p.traits.contains)


@pytest.mark.parametrize("seed", range(3))
def test_random_pastes_leave_a_sound_design_and_undo_gives_the_same_bytes(seed: int) -> None:
    loose = HALL.evolve(racks=tuple(rack.evolve(assembly="") for rack in HALL.racks[:12]))
    chance, document, added = Random(seed), Document(loose), 0
    tables = [table for table in TABLES if table.adds is not None]
    for turn in range(30):
        facts, table = Facts(document.layout, CATALOG), chance.choice(tables)
        assert table.adds is not None
        keys = [table.columns[0].key, *table.adds.needs]
        more = [c.key for c in table.columns if c.begun is not None and c.key not in keys]
        columns = [table.column(key) for key in (*keys, *chance.sample(more, min(len(more), 2)))]
        found = [column for column in columns if column is not None]
        rows = [
            "\t".join([f"n{turn}-{n}", *(likely(chance, facts, table, one) for one in found[1:])])
            for n in range(chance.randint(2, 6))
        ]
        of = [column.key for column in found]
        result = pasted(facts, table, grid("\n".join(rows)), of, heading=False)
        assert all("\n" not in row.told for row in result.rows)
        if result.edit is None:
            continue
        before = dumps(document.design, CATALOG)
        document.apply("Paste", result.edit)
        added += len(result.added)
        sound(document.design)
        if chance.random() < 0.5:
            assert document.undo()
            assert dumps(document.design, CATALOG) == before
    assert added > 10


def test_devices_are_moved_to_another_rack_by_a_cell_in_bulk() -> None:
    loose = HALL.evolve(racks=tuple(rack.evolve(assembly="") for rack in HALL.racks))
    both = paste(
        DEVICES, "Device\tPart\tRack\tU\ns1\tqm9700\tA01\t1\ns2\tqm9700\tA01\t3\n",
        Facts(Layout(loose), CATALOG),
    )  # fmt: skip
    design = after(both, loose)
    facts = Facts(Layout(design), CATALOG)
    moved = after(paste(DEVICES, "Device\tRack\tU\ns1\tA02\t9\ns2\ta02\t\n", facts), design)
    at = {one.name: (one.rack, one.half_u) for one in moved.devices if one.name in ("s1", "s2")}
    assert at == {"s1": ("A02", 18), "s2": ("A02", 6)}
