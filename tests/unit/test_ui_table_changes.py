"""Cells changed in bulk and pasted: what each becomes, why some cannot, and one edit for all."""

import re
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.document.document import Document
from designer.document.errors import EditError
from designer.io.copied_cells import copied_cells as grid
from designer.model.design import Design, PriceOverride
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.fields.tables.column import Column, Table
from designer.ui.fields.tables.devices import DEVICES, NODES, PDUS, SWITCHES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.formula import computed, is_formula, patterned
from designer.ui.fields.tables.listing import done, in_slices
from designer.ui.fields.tables.others import FABRICS, FEEDS
from designer.ui.fields.tables.paper import FINDINGS, PRICES
from designer.ui.fields.tables.paste_columns import guess, has_heading
from designer.ui.fields.tables.pasted import pasted
from designer.ui.fields.tables.racks import RACKS, ROWS
from designer.ui.fields.tables.search import parse
from designer.ui.fields.tables.settle import Settled, settled
from designer.ui.fields.tables.wish import Wish

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
FACTS = Facts(Layout(HALL), CATALOG)


def lines(table: Table, text: str = "", facts: Facts = FACTS) -> Any:
    return done(in_slices(facts, table, parse(text, table), None))


def column(table: Table, key: str) -> Column:
    return next(one for one in table.columns if one.key == key)


def change(table: Table, key: str, text: str, of: str = "", facts: Facts = FACTS) -> Settled:
    wishes = [
        Wish(line, column(table, key), text, n)
        for n, line in enumerate(lines(table, of, facts), start=1)
    ]
    return settled(facts, table, wishes)


def after(result: Settled, design: Design = HALL) -> Design:
    assert result.edit is not None
    return result.edit(design)


@pytest.mark.parametrize(
    ("text", "x", "n", "value"),
    [
        ("+10 %", 200.0, 1, 220.0), ("-2.5%", 200.0, 1, 195.0), ("x * 1.1 + 5", 100.0, 1, 115.0),
        ("1200 * n", None, 3, 3600.0), ("(x+n)/2", 3.0, 1, 2.0), ("-x", 4.0, 1, -4.0),
        ("round(x / 600) * 600", 1300.0, 1, 1200.0), ("max(x, 5)", 3.0, 1, 5.0),
        ("x % 7 + x // 7", 15.0, 1, 3.0), ("2 - 3 - 4 * -x", 1.0, 1, 3.0), ("2 × x", 3.0, 1, 6.0),
    ],
)  # fmt: skip
def test_a_formula_counts_with_the_value_and_the_number_of_the_line(
    text: str, x: float | None, n: int, value: float
) -> None:
    assert is_formula(text)
    assert computed(text, x, n) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x + ", "is no formula"), ("y * 2", "y is no name"), ("x / 0", "divides by 0"),
        ("__import__('os')", "is no formula"), ("x.real", "is no formula"),
        ("x ** 9", "is no formula"), ("round()", "is no formula"),
        ("abs(x)", "there are x, n, round(), min(), max()"), ("x if n else 1", "is no formula"),
        ("'a' * n", "is no formula"), ("±5 %", "write +10 % or -10 %"),
        ("x+" * 200 + "1", "at most 200 letters"), ("round(x, 2, 1)", "is no formula"),
        ("1e308 * 10 * x", "grows too large"), ("(" * 30 + "x" + ")" * 30, "is no formula"),
        ("x n", "is no formula"), ("", "is no formula"), ("min(x", "is no formula"),
    ],
)  # fmt: skip
def test_what_is_no_formula_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(EditError, match=re.escape(said)) as refused:
        computed(text, 1.0, 1)
    assert "\n" not in str(refused.value)


def test_a_formula_on_what_nobody_states_is_refused() -> None:
    with pytest.raises(EditError, match="nothing is stated here"):
        computed("x + 1", None, 1)
    assert not is_formula("12 000")
    assert not is_formula("1e3")


def test_a_pattern_fills_in_names_and_counts() -> None:
    assert patterned("{row}{n:02}", {"row": "A"}, 7) == "A07"
    assert patterned("{row}-{n+10:03}-{n}", {"row": "A"}, 7) == "A-017-7"
    assert patterned("spare", {}, 1) == "spare"
    with pytest.raises(EditError, match=r"\{part.id\} is not known; there are \{n\}"):
        patterned("{part.id}", {"part": "p"}, 1)


def test_racks_are_renamed_by_a_pattern_as_one_edit_also_where_names_change_hands() -> None:
    result = change(RACKS, "name", "{row}{n+1:02}", "row:A")
    assert not result.refused
    names = {r.id: r.name for r in after(result).racks}
    assert (names["A01"], names["A02"]) == ("A02", "A03")
    assert names["B01"] == "B01"


def test_a_name_that_another_has_is_refused_and_nothing_is_half_done() -> None:
    result = change(RACKS, "name", "B01", "name:A01")
    assert [cell.why for cell in result.cells] == ["another rack is called B01, or would be"]
    assert result.edit is None
    result = change(RACKS, "name", "same", "row:A")
    assert len(result.refused) == len(result.cells)


def test_choices_are_typed_by_their_words_or_value_and_others_are_named() -> None:
    result = change(RACKS, "method", "room air", "name:A01 name:A01")
    assert {r.cooling for r in after(result).racks if r.id == "A01"} == {"room-air"}
    result = change(RACKS, "row", "Z", "name:A01")
    assert "'Z' is none of none, A, B" in result.refused[0].why
    result = change(RACKS, "row", "none", "name:A01")
    assert {r.row for r in after(result).racks if r.id == "A01"} == {""}
    assert (result.cells[0].before, result.cells[0].after) == ("A", "")


def test_a_column_that_follows_from_the_design_is_not_typed() -> None:
    assert "is not typed here" in change(RACKS, "kw", "3", "name:A01").refused[0].why


def test_a_number_out_of_its_range_is_refused_with_the_range() -> None:
    result = change(FEEDS, "capacity", "-5")
    assert all(cell.why for cell in result.cells)
    result = change(FEEDS, "capacity", "+10 %")
    before = {f.id: f.capacity_kw for f in HALL.power}
    for feed in after(result).power:
        known = before[feed.id]
        assert feed.capacity_kw == (None if known is None else pytest.approx(known * 1.1))


def test_what_may_be_left_open_is_emptied_and_a_needed_name_is_not() -> None:
    feeds = after(change(FEEDS, "capacity", "")).power
    assert {feed.capacity_kw for feed in feeds} == {None}
    assert change(FABRICS, "name", "").refused[0].why == "a text is needed"


def test_racks_that_move_into_each_others_places_are_tried_in_whatever_order_fits() -> None:
    result = change(RACKS, "x", "x - 800", "name:A01 x>0")
    assert not result.refused, result.refused[0].why
    moved = after(change(RACKS, "x", "x + 800", "row:A"))
    was = {r.id: r.x_mm for r in HALL.racks}
    assert {r.x_mm - was[r.id] for r in moved.racks if r.row == "A"} == {800}


def test_a_rack_that_does_not_fit_is_named_with_the_reason() -> None:
    result = change(RACKS, "x", "900000", "name:A01")
    assert result.refused[0].why == "outside the room"
    assert result.edit is None
    both = change(RACKS, "x", "3600", "name:A0*")
    assert 0 < len(both.refused) < len(both.cells)


def test_a_device_of_an_assembly_becomes_its_racks_own_and_that_is_told() -> None:
    result = change(NODES, "note", "burn in", "rack:A01")
    assert result.remarks == ("detaches 1 rack from its assembly",)
    changed = after(result)
    assert {r.assembly for r in changed.racks if r.id == "A01"} == {""}
    assert {d.note for d in changed.devices if d.rack == "A01" and d.part == "dgx-h100"} == {
        "burn in"
    }
    both = change(NODES, "name", "{rack}/{n}", "rack:A*")
    assert "from their assemblies" in both.remarks[0]


def test_what_all_copies_of_an_assembly_get_alike_is_set_in_the_assembly() -> None:
    result = change(NODES, "note", "burn in")
    names = {assembly.name for assembly in HALL.assemblies}
    assert result.remarks
    assert all(said.startswith("changes assembly ") for said in result.remarks)
    assert all(any(name in said for name in names) for said in result.remarks)
    changed = after(result)
    assert [r.assembly for r in changed.racks] == [r.assembly for r in HALL.racks]
    assert changed.devices == HALL.devices
    nodes = [p for p in Layout(changed).every() if p.part == "dgx-h100"]
    assert {node.note for node in nodes} == {"burn in"}
    assert {p.note for p in Layout(changed).every() if p.part != "dgx-h100"} == {""}


def test_a_name_is_each_devices_own_and_copies_that_differ_are_detached() -> None:
    names = after(change(NODES, "name", "same"))
    assert all(not r.assembly for r in names.racks if r.name in ("A01", "A02"))
    by_rack = change(NODES, "note", "{rack}")
    assert any(said.startswith("detaches") for said in by_rack.remarks)
    assert {d.note for d in after(by_rack).devices if d.rack == "A02"} >= {"A02"}


def test_devices_move_to_other_units_and_their_other_fields_are_set_with_them() -> None:
    node = lines(NODES, "rack:A01")[0]
    wishes = [
        Wish(node, column(NODES, "name"), "first", formula=False),
        Wish(node, column(NODES, "u"), "38", formula=False),
    ]
    changed = after(settled(FACTS, NODES, wishes))
    found = [(d.name, d.half_u) for d in changed.devices if d.name == "first"]
    assert found == [("first", 76)]
    taken = settled(FACTS, NODES, [Wish(node, column(NODES, "u"), "12")])
    assert taken.refused
    assert taken.edit is None


def test_a_field_that_a_device_does_not_have_is_refused_with_the_reason() -> None:
    assert "is in no fabric" in change(NODES, "fabric", "none", "rack:A01").refused[0].why
    assert "names no feed" in change(SWITCHES, "feed", "none").refused[0].why
    assert "rails" in change(PDUS, "u", "3").refused[0].why


def test_a_price_is_typed_in_units_and_held_in_cents() -> None:
    design = HALL.evolve(prices=(PriceOverride(id="dgx-h100", amount_cents=100),))
    facts = Facts(Layout(design), CATALOG)
    changed = after(change(PRICES, "price", "251234.56", facts=facts), design)
    assert changed.prices[0].amount_cents == 25_123_456


def test_what_is_so_already_makes_no_edit() -> None:
    result = change(ROWS, "name", "{x}")
    assert (result.edit, result.refused, result.changed) == (None, (), ())


def test_several_records_are_set_at_once_or_none() -> None:
    both = {"A01": {"name": "A02"}, "A02": {"name": "A01"}}
    names = {r.id: r.name for r in edits.set_each("racks", both)(HALL).racks}
    assert (names["A01"], names["A02"]) == ("A02", "A01")
    for values, said in (
        ({"A01": {"name": "A02"}}, "the name A02 is taken"),
        ({"A01": {"note": "x"}, "no": {"note": "x"}}, "nothing in racks is called 'no'"),
        ({"A01": {"nope": 1}}, "nope"),
        ({"A01": {"x_mm": "left"}}, "x_mm"),
    ):
        with pytest.raises(EditError, match=said):
            edits.set_each("racks", values)(HALL)


def test_a_change_of_many_is_one_step_of_the_history_and_undone_whole() -> None:
    document = Document(HALL)
    edit = change(RACKS, "name", "{row}-{n:02}", "row:A").edit
    assert edit is not None
    document.apply("Rename", edit)
    assert document.history.call_at(1).startswith("session.set_each('racks', {'A01': {'name': ")
    assert document.undo()
    assert document.design.racks == HALL.racks


# Paste


def paste(table: Table, text: str, keys: tuple[str, ...] = (), facts: Facts = FACTS) -> Any:
    rows = grid(text)
    keys = keys or guess(facts, table, rows)
    return pasted(facts, table, rows, keys, heading=has_heading(facts, table, rows))


def test_columns_are_known_by_their_headings_and_rows_by_name_in_any_order() -> None:
    text = "Remark\tHostname\tWhatever\nspare\tA02\t1\ncold\ta01\t2\n"
    assert guess(FACTS, RACKS, grid(text)) == ("note", "name", "")
    result = paste(RACKS, text)
    assert (result.rejected, len(result.fit)) == ((), 2)
    notes = {r.id: r.note for r in result.edit(HALL).racks}
    assert (notes["A01"], notes["A02"], notes["A03"]) == ("cold", "spare", "")
    assert result.rows[0].told == "Note none → spare"


def test_headings_of_a_copied_table_are_known_again() -> None:
    headings = [one.heading for one in RACKS.columns]
    keys = guess(FACTS, RACKS, [headings, ["A01"]])
    known = {one.key for one in RACKS.columns if one.edit} | {"name", "id"}
    assert known - {"method"} <= set(keys)
    assert not set(keys) & {"kw", "kg", "devices"}


def test_rows_without_a_heading_are_matched_by_the_column_that_holds_names() -> None:
    rows = grid("x\tA01\ny\tA02")
    assert not has_heading(FACTS, RACKS, rows)
    assert guess(FACTS, RACKS, rows) == ("", "name")
    result = paste(RACKS, "x\tA01\ny\tA02", ("note", "name"))
    assert {r.note for r in result.edit(HALL).racks if r.id in ("A01", "A02")} == {"x", "y"}


def test_rejected_rows_come_first_with_reason_and_remedy_and_change_nothing() -> None:
    result = paste(
        RACKS,
        "Name\tNote\tFrom left mm\n"
        "A01\tfine\t\nA11\tno\t\nA01\ttwice\t\nA02\tno\tabc\n\tno\t\nA03\tno\t900000\n"
        "A04\t\t\nqqq zzz\tno\t\n",
    )
    told = [(row.number, row.told) for row in result.rows]
    assert told == [
        (3, "no rack is called A11: is A01 meant?"),
        (4, "A01 is in row 2 too: keep one of the two rows"),
        (5, "From left: 'abc' is not a number"),
        (6, "no name: name the rack in the column that rows are matched by"),
        (7, "From left 900,000: outside the room"),
        (9, "no rack is called qqq zzz: correct it; to add racks, give a column headed Part"),
        (2, "Note none → fine"),
        (8, "is so already"),
    ]
    changed = result.edit(HALL)
    assert [(r.id, r.note) for r in changed.racks if r.note] == [("A01", "fine")]
    was = {r.id: r.x_mm for r in HALL.racks}
    assert {r.id: r.x_mm for r in changed.racks} == was


def test_a_name_that_several_have_asks_for_ids() -> None:
    double = HALL.evolve(
        fabrics=tuple(fabric.evolve(name="same") for fabric in HALL.fabrics),
    )
    facts = Facts(Layout(double), CATALOG)
    result = paste(FABRICS, "Name\tNote\nsame\tx\n", facts=facts)
    assert result.rows[0].told.endswith("match rows by id instead")
    by_id = paste(FABRICS, f"Id\tNote\n{HALL.fabrics[0].id}\tx\n", facts=facts)
    assert len(by_id.fit) == 1


def test_names_that_are_pasted_by_id_may_not_collide() -> None:
    result = paste(RACKS, "Id\tName\nA01\tB01\nA02\tfree\n")
    assert [row.number for row in result.rejected] == [2]
    assert {r.name for r in result.edit(HALL).racks if r.id == "A02"} == {"free"}


def test_a_text_that_looks_like_a_formula_is_pasted_as_it_is() -> None:
    result = paste(RACKS, "Name\tNote\nA01\t{row}{n}\n")
    assert {r.note for r in result.edit(HALL).racks if r.id == "A01"} == {"{row}{n}"}


def test_what_is_copied_with_quotes_and_commas_is_read() -> None:
    assert grid('a\t"two\nlines"\r\n\r\nb\t"say ""x"""\r\n') == (
        ("a", "two\nlines"), ("b", 'say "x"'),
    )  # fmt: skip
    assert grid("a,b\n1,2\n") == (("a", "b"), ("1", "2"))
    assert grid("\ufeffa\tb") == (("a", "b"),)
    assert grid(" \n") == ()


def test_without_a_column_of_names_nothing_is_pasted() -> None:
    rows = grid("Note\nx\n")
    assert pasted(FACTS, RACKS, rows, ("note",), heading=True).rows == ()
    assert not any(one.edit for one in FINDINGS.columns)


def test_a_paste_into_devices_of_assemblies_tells_that_racks_are_detached() -> None:
    node = lines(DEVICES, "rack:A01 part:H100")[0]
    result = paste(DEVICES, f"Device\tNote\n{node.name}\tS/N 7\n")
    assert result.remarks == ("detaches 1 rack from its assembly",)
    assert {d.note for d in result.edit(HALL).devices if d.name == node.name} == {"S/N 7"}


def test_a_price_list_becomes_prices_of_ones_own() -> None:
    has = PriceOverride(id="dgx-h100", amount_cents=100, source="old")
    design = HALL.evolve(prices=(has,), site=HALL.site.evolve(currency="EUR"))
    facts = Facts(Layout(design), CATALOG)
    text = (
        "Part\tPrice\tAs of\tSource\tCurrency\n"
        "DGX H100\t300000\t2026-11-01\tQ-17\tusd\n"
        "dgx-h200\t350,000.50\t2026-11-01\tQ-17\t\n"
        "qqq zzz\t1\t\t\t\n"
        "qm9700\t\t2026-11-01\tQ-17\t\n"
        "dgx-h100\t1\t\t\t\n"
    )
    result = paste(PRICES, text, facts=facts)
    told = {row.number: row.told for row in result.rows}
    assert told[4].startswith("no part of the catalogue is called qqq zzz")
    assert told[5] == "no price: give it in a column headed Price"
    assert told[6] == "dgx-h100 is in row 2 too: keep one of the two rows"
    assert told[3].startswith("new · Price 350,000.50 · As of 2026-11-01")
    prices = {price.id: price for price in result.edit(design).prices}
    assert prices.keys() == {"dgx-h100", "dgx-h200"}
    assert prices["dgx-h100"].amount_cents == 30_000_000
    assert prices["dgx-h100"].source == "Q-17"
    h200 = prices["dgx-h200"]
    assert (h200.amount_cents, h200.currency, h200.as_of) == (35_000_050, "EUR", "2026-11-01")


def test_a_price_that_cannot_be_makes_no_price() -> None:
    result = paste(PRICES, "Part id\tPrice\ndgx-h100\t-5\ndgx-h200\tcheap\n")
    assert [bool(row.why) for row in result.rows] == [True, True]
    assert result.edit is None
