"""Tables without a window: what stands in them, the filter, the order, sums, text to copy."""

from datetime import date
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.change import COLLECTIONS
from designer.model.design import Design, Device, Rack
from designer.model.figures import Figure, exact, missing
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.fields.tables.cables import CABLES
from designer.ui.fields.tables.column import Column, Table, rank
from designer.ui.fields.tables.devices import DEVICES, NODES, SWITCHES
from designer.ui.fields.tables.every import TABLES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import SLICE, Order, done, in_slices
from designer.ui.fields.tables.marks import MOST, marked_lines, selected_by
from designer.ui.fields.tables.racks import RACKS, ROWS, UNITS
from designer.ui.fields.tables.search import parse
from designer.ui.fields.tables.sums import sums
from designer.ui.fields.tables.table_text import as_csv, as_tsv, as_workbook
from tests.helpers.opened_workbook import opened

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
FACTS = Facts(Layout(HALL), CATALOG, evaluate(HALL, CATALOG))


def lines(table: Table, text: str = "", facts: Facts = FACTS, order: Order | None = None) -> Any:
    return done(in_slices(facts, table, parse(text, table), order))


def names(table: Table, text: str) -> list[str]:
    return [table.called(FACTS, line) for line in lines(table, text)]


def column(table: Table, key: str) -> Column:
    return next(one for one in table.columns if one.key == key)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_every_table_counts_its_lines_and_reads_each_cell(table: Table) -> None:
    found = lines(table)
    if table is not CABLES:  # the engine gives them, and the report says how many they are
        assert len(found) == table.count(FACTS)
    assert len({table.key(line) for line in found}) == len(found)
    for line in found[:20]:
        for one in table.columns:
            cell = one.read(FACTS, line)
            assert isinstance(one.text(cell), str)
            assert one.is_number is not isinstance(cell, str) or cell is None
            rank(cell)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_a_table_has_each_word_for_one_column_and_says_what_to_do_when_it_is_empty(
    table: Table,
) -> None:
    keys = [one.key for one in table.columns]
    assert len(set(keys)) == len(keys)
    assert all(table.column(key) is one for key, one in zip(keys, table.columns, strict=True))
    assert table.columns[0].shown
    assert table.empty.endswith(".")
    bare = Facts(Layout(Design()), CATALOG)
    assert (table.count(bare), lines(table, facts=bare)) == (0, ())


def test_what_stands_on_the_floor_is_in_one_of_two_tables() -> None:
    assert len(lines(RACKS)) + len(lines(UNITS)) == len(HALL.racks)
    assert {r.name[:3] for r in lines(UNITS)} <= {"CDU", "CRA"}


def test_a_part_that_the_catalogue_lacks_stands_in_the_tables_all_the_same() -> None:
    lost = Design(
        racks=(Rack(id="r", name="R1", part="qqq zzz", x_mm=0, y_mm=0),),
        devices=(Device(id="d", name="d", part="qqq zzz too", rack="r", half_u=2),),
    )
    facts = Facts(Layout(lost), CATALOG)
    assert [rack.id for rack in lines(RACKS, facts=facts)] == ["r"]
    (device,) = lines(DEVICES, facts=facts)
    assert column(DEVICES, "kind").read(facts, device) == "not in the catalogue"
    figure = column(DEVICES, "kw").read(facts, device)
    assert isinstance(figure, Figure)
    assert figure.unknown
    assert not lines(NODES, facts=facts)


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("row:B", lambda r: r.row == "B"),
        ("row:b A01", lambda r: False),
        ("a01", lambda r: r.name == "A01"),
        ("name:A0*", lambda r: r.name.startswith("A0")),
        ("name:A0", lambda r: False),
        ("kw>40 kw<41", lambda r: FACTS.racks[r.id].power_max_kw == pytest.approx(40.8)),
        ("kw=40.8", lambda r: FACTS.racks[r.id].power_max_kw == pytest.approx(40.8)),
        ("note:none", lambda r: True),
        ('part:"48U 800"', lambda r: True),
        ("qqq zzz", lambda r: False),
    ],
)
def test_words_and_tokens_leave_the_lines_that_they_mean(text: str, every: Any) -> None:
    assert lines(RACKS, text) == tuple(r for r in lines(RACKS) if every(r))


def test_a_token_that_says_nothing_is_told_and_left_out() -> None:
    assert "no column foo" in parse("foo:1", RACKS).doubt
    assert "is not a number" in parse("kw>much", RACKS).doubt
    assert "are words" in parse("name>3", RACKS).doubt
    assert lines(RACKS, "foo:1 kw>much") == lines(RACKS)
    assert parse("row:A kw>30 x", RACKS).doubt == ""


def test_brackets_and_question_marks_in_a_pattern_are_letters() -> None:
    assert names(SWITCHES, 'name:"c-leaf*"')
    assert not names(SWITCHES, 'name:"[c]-leaf*"')
    assert not names(SWITCHES, "name:?-leaf*")


@pytest.mark.parametrize(
    ("figure", "fits", "fits_not"),
    [
        (exact(20.0), ("kw>19", "kw=20", "kw<=20"), ("kw>20", "kw:none")),
        (missing("x"), ("kw:none",), ("kw>0", "kw>=0", "kw<1000")),
        (missing("x", low=20.0), ("kw>19", "kw:none"), ("kw>21", "kw<50")),
        (missing("x", low=20.0, high=30.0), ("kw>19", "kw<31"), ("kw>25", "kw<25", "kw=25")),
        (Figure(20.0, 30.0, 24.0, estimated=True), ("kw>23", "kw<25"), ("kw>25", "kw:none")),
    ],
)
def test_a_figure_with_bounds_fits_only_what_is_certain(
    figure: Figure, fits: tuple[str, ...], fits_not: tuple[str, ...]
) -> None:
    one = Column("kw", "kW", lambda _facts, _line: figure, is_number=True)
    table = Table(
        "t", "T", "t", "ts", "rack", (one,), lambda _: (1,), lambda _: 1, str, lambda *_: (), "."
    )
    for text in fits:
        assert done(in_slices(FACTS, table, parse(text, table), None)) == (1,), text
    for text in fits_not:
        assert done(in_slices(FACTS, table, parse(text, table), None)) == (), text


def test_lines_are_sorted_by_value_and_what_is_not_known_stands_last_both_ways() -> None:
    cells: dict[int, Any] = {
        0: exact(9.0), 1: missing("a"), 2: exact(10.0), 3: None, 4: missing("b", low=9.5),
    }  # fmt: skip
    one = Column("kw", "kW", lambda _facts, line: cells[line], is_number=True)
    table = Table(
        "t", "T", "t", "ts", "rack", (one,), lambda _: range(5), lambda _: 5, str, lambda *_: (),
        ".",
    )  # fmt: skip
    up = done(in_slices(FACTS, table, parse("", table), Order(one)))
    down = done(in_slices(FACTS, table, parse("", table), Order(one, descending=True)))
    assert up == (0, 4, 2, 1, 3)
    assert down == (2, 4, 0, 1, 3)


def test_names_are_sorted_with_their_digits_by_value() -> None:
    ids = ("A10", "A2", "b1", "")
    one = Column("name", "Name", lambda _facts, line: ids[line])
    table = Table(
        "t", "T", "t", "ts", "rack", (one,), lambda _: range(4), lambda _: 4, str, lambda *_: (),
        ".",
    )  # fmt: skip
    found = done(in_slices(FACTS, table, parse("", table), Order(one)))
    assert [ids[at] for at in found] == ["A2", "A10", "b1", ""]


def test_work_on_many_lines_gives_way_in_between() -> None:
    number = 5 * SLICE
    one = Column("n", "N", lambda _facts, line: float(-line), is_number=True, sums=True)
    table = Table(
        "t", "T", "t", "ts", "rack", (one,), lambda _: range(number), lambda _: number, str,
        lambda *_: (), ".",
    )  # fmt: skip
    work = in_slices(FACTS, table, parse("", table), Order(one))
    assert sum(1 for _ in work) >= 3 * number // SLICE
    again = done(in_slices(FACTS, table, parse("", table), Order(one)))
    assert again == tuple(reversed(range(number)))
    assert sum(1 for _ in sums(FACTS, (one,), range(number))) == number // SLICE


def test_a_sum_keeps_bounds_and_counts_what_is_not_stated() -> None:
    cells: list[Any] = [exact(10.0, "kW"), missing("x", "kW", low=2.0, high=5.0), exact(1.5, "kW")]
    one = Column("kw", "Max", lambda _facts, line: cells[line], "kW", is_number=True, sums=True)
    (found,) = done(sums(FACTS, (one,), range(3)))
    assert (found.figure.low, found.figure.high, found.figure.value) == (13.5, 16.5, None)
    assert (found.missing, found.text) == (1, "13.5–16.5 kW, 1 not stated")
    cells.append(None)
    (found,) = done(sums(FACTS, (one,), range(4)))
    assert found.text == "≥ 13.5 kW, 2 not stated"
    (found,) = done(sums(FACTS, (one,), (0, 2)))
    assert found.text == "11.5 kW"


def test_the_same_unknown_does_not_average_out_in_a_sum() -> None:
    unknown = missing("x", "kW", low=2.0, high=5.0)
    one = Column("kw", "Max", lambda _facts, _line: unknown, "kW", is_number=True, sums=True)
    (found,) = done(sums(FACTS, (one,), range(10)))
    assert (found.figure.low, found.figure.high, found.missing) == (20.0, 50.0, 10)


def test_sums_of_all_racks_are_those_of_the_report() -> None:
    shown = [column(RACKS, key) for key in ("devices", "kw", "kg", "name")]
    devices, power, mass = done(sums(FACTS, shown, lines(RACKS)))
    report = FACTS.report
    assert report is not None
    whole = report.totals
    assert devices.figure.value == whole.devices
    assert power.figure.value == pytest.approx(whole.power_max_kw)
    racks = [FACTS.racks[r.id].figure("weight_kg") for r in lines(RACKS)]
    assert mass.figure.low == pytest.approx(sum(one.low for one in racks))
    assert mass.figure.high == pytest.approx(sum(one.high for one in racks))


def test_copied_lines_have_headings_and_exact_numbers_whole() -> None:
    shown = [column(RACKS, key) for key in ("name", "kw", "x")]
    first = lines(RACKS, "name:A01")
    assert as_tsv(FACTS, shown, first) == "Name\tMaximum kW\tFrom left mm\nA01\t40.8\t3600\n"
    assert as_csv(FACTS, shown, first).endswith("Name,Maximum kW,From left mm\r\nA01,40.8,3600\r\n")


def test_a_cell_of_a_csv_file_is_no_formula() -> None:
    design = HALL.evolve(
        racks=tuple(r.evolve(note="=1+1") if r.id == "A01" else r for r in HALL.racks)
    )
    facts = Facts(Layout(design), CATALOG)
    shown = [column(RACKS, "note")]
    assert "'=1+1" in as_csv(facts, shown, lines(RACKS, "name:A01", facts))


def test_a_selection_on_the_floor_means_lines_and_lines_mean_a_selection() -> None:
    devices = lines(DEVICES, "rack:A01")
    keys = [placed.key for placed in devices]
    assert selected_by(FACTS, DEVICES, devices) == tuple(keys)
    assert marked_lines(FACTS, DEVICES, lines(DEVICES), ("A01",), ("A01",)) == set(keys)
    assert marked_lines(FACTS, DEVICES, lines(DEVICES), keys[:1], ("A01",)) == {keys[0]}
    assert marked_lines(FACTS, RACKS, lines(RACKS), keys[:1], ("A01",)) == {"A01"}
    row = lines(ROWS)[0]
    racks = selected_by(FACTS, ROWS, (row,))
    assert marked_lines(FACTS, ROWS, lines(ROWS), racks, racks) == {row.id}
    assert marked_lines(FACTS, ROWS, lines(ROWS), racks[:1], racks[:1]) == frozenset()
    assert marked_lines(FACTS, RACKS, lines(RACKS), (), ()) == frozenset()


def test_of_very_many_devices_the_racks_are_selected() -> None:
    devices = lines(DEVICES, "rack:A01")
    many = devices * (MOST // len(devices) + 1)
    assert selected_by(FACTS, DEVICES, many) == ("A01",)


def test_every_kind_of_record_of_a_design_has_a_table() -> None:
    shown = {table.collection for table in TABLES} - {""}
    assert shown == set(COLLECTIONS)
    assert {"elements", "doors", "cables", "findings"} <= {table.id for table in TABLES}
    assert len({table.id for table in TABLES}) == len(TABLES)


def test_every_table_says_why_a_paste_adds_nothing_or_what_it_needs() -> None:
    for table in TABLES:
        assert table.adds or table.why_none or not table.is_typed, table.id
        for key in table.adds.needs if table.adds else ():
            column = table.column(key)
            assert column is not None
            assert column.begun is not None, (table.id, key)


def test_a_workbook_has_numbers_with_their_bounds_and_no_formula() -> None:
    named = HALL.racks[0].evolve(name="=1+1")
    design = HALL.evolve(racks=(named, *HALL.racks[1:]))
    facts = Facts(Layout(design), CATALOG, FACTS.report)
    columns = [column(RACKS, key) for key in ("name", "kw", "devices", "kg")]
    made = as_workbook(facts, RACKS, columns, list(RACKS.lines(facts))[:3], date(2026, 11, 30))
    (rows,) = opened(made).values()
    assert rows[0].keys() == {
        "Name", "Maximum, kW", "Devices", "Mass, kg", "Mass low, kg", "Mass high, kg"
    }  # fmt: skip
    assert rows[0]["Name"] == "=1+1"
    report = facts.racks[design.racks[0].id]
    assert rows[0]["Maximum, kW"] == pytest.approx(report.figure("power_max_kw", "kW").value)
    mass = report.figure("weight_kg", "kg")
    assert rows[0]["Mass low, kg"] == pytest.approx(mass.low)
    assert rows[0]["Mass high, kg"] == pytest.approx(mass.high)
