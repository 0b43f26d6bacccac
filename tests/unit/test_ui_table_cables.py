"""The table of all cables: as the schedule has them, by rule and by hand, and laid by hand."""

from collections import Counter
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.errors import EditError
from designer.engine.cable_report import CableCells, CableRows
from designer.engine.evaluate import Evaluator
from designer.model.design import Cable, Design
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.fields.tables.cables import CABLES, laid_by_hand
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import Order, done, in_slices
from designer.ui.fields.tables.marks import MOST, marked_lines, selected_by
from designer.ui.fields.tables.search import parse
from designer.ui.fields.tables.sums import sums
from designer.ui.state.cable_line import CableLine, lines_in

CATALOG = load_shipped()
PLAIN = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)


def known(design: Design) -> tuple[Facts, Evaluator]:
    engine = Evaluator(CATALOG)
    report = engine.whole(design)
    lines: list[CableLine] = []
    met = Counter[tuple[str, str]]()
    while True:
        page = engine.answer(design, "cables", "cells", {"first": len(lines), "count": 700})
        assert isinstance(page, CableCells)
        lines += lines_in(CableCells.model_validate(page.model_dump(mode="json")), met)
        if len(lines) >= page.total:
            return Facts(Layout(design), CATALOG, report, tuple(lines)), engine


FACTS, ENGINE = known(PLAIN)


def found(text: str, facts: Facts = FACTS, order: Order | None = None) -> Any:
    search = parse(text, CABLES)
    assert not search.doubt
    return done(in_slices(facts, CABLES, search, order))


def cell(key: str, line: CableLine, facts: Facts = FACTS) -> str:
    column = CABLES.column(key)
    assert column is not None
    return column.text(column.read(facts, line))


def test_lines_say_of_every_cable_what_the_schedule_says() -> None:
    rows = ENGINE.answer(PLAIN, "cables", "items", {"first": 0, "count": 10_000})
    assert isinstance(rows, CableRows)
    assert len(FACTS.cables) == rows.total > 500
    for line, row in zip(FACTS.cables, rows.rows, strict=True):
        assert (line.number, line.label, line.medium) == (row.number, row.label, row.medium)
        assert (line.a.device, line.a_port, line.a.rack) == (row.a.device, row.a.port, row.a.rack)
        assert (line.b.device, line.b_port, line.b.rack) == (row.b.device, row.b.port, row.b.rack)
        assert (line.fabric, line.rate_gbps) == (row.fabric_name, row.rate_gbps)
        assert (line.state, line.stock_m, line.pinned) == (row.state, row.stock_m, row.pinned)
        assert (line.part, line.trays) == (row.part_name, ", ".join(row.trays))
        for mine, theirs in (
            (line.length, row.figure("length_m", "m")), (line.price, row.figure("price", "")),
        ):  # fmt: skip
            assert (mine.low, mine.high, mine.value) == (theirs.low, theirs.high, theirs.value)


def test_tokens_sorts_and_sums_are_those_of_every_table() -> None:
    assert len(found("by:rule")) == len(FACTS.cables)
    assert found("by:hand") == ()
    dac = found("medium:DAC m<2")
    assert dac
    assert all(line.medium == "DAC" and line.length.high < 2 for line in dac)
    longest = found("", order=Order(CABLES.columns[6], descending=True))
    assert longest[0].length.likely == max(line.length.likely for line in FACTS.cables)
    rack = found("rack:A01")
    assert {"A01"} <= {line.a.rack_name for line in rack} | {line.b.rack_name for line in rack}
    length = next(
        one for one in done(sums(FACTS, CABLES.columns, FACTS.cables)) if one.column.key == "m"
    )
    assert FACTS.report is not None
    assert length.figure.likely == pytest.approx(FACTS.report.cables.length_m)
    assert CABLES.count(FACTS) == FACTS.report.cables.count == len(FACTS.cables)


def test_a_cable_is_chosen_with_its_ends_and_marked_by_either_and_by_its_racks() -> None:
    line = next(one for one in FACTS.cables if one.a.rack != one.b.rack)
    assert selected_by(FACTS, CABLES, [line]) == (line.a.device, line.b.device)
    key = CABLES.key(line)
    for chosen in (line.a.device, line.b.device, line.a.rack, line.b.rack):
        assert key in marked_lines(FACTS, CABLES, FACTS.cables, (chosen,), (line.a.rack,))
    marked = marked_lines(FACTS, CABLES, FACTS.cables, (line.a.device,), (line.a.rack,))
    known = {CABLES.key(one): one for one in FACTS.cables}
    ends = {known[one].a.device for one in marked}
    ends |= {known[one].b.device for one in marked}
    assert line.a.device in ends
    assert len(marked) < len(FACTS.cables) / 2
    many = list(FACTS.cables) * (MOST // len(FACTS.cables) + 1)
    assert set(selected_by(FACTS, CABLES, many)) <= {rack.id for rack in PLAIN.racks}


def test_nothing_of_a_cable_by_rule_is_typed_and_the_reason_names_the_way() -> None:
    assert not CABLES.is_typed
    assert "Lay by hand makes chosen ones cables by hand" in CABLES.why_read
    assert cell("by", FACTS.cables[0]) == "rule"


def test_cables_are_laid_by_hand_where_their_rule_has_them_and_nothing_else_changes() -> None:
    document = Document(PLAIN)
    chosen = found("fabric:compute")[:6]
    keys = {CABLES.key(line): line.label for line in FACTS.cables}
    assert len(keys) == len(FACTS.cables)
    edit, many = laid_by_hand(FACTS, chosen)
    document.apply("Lay", edit)
    assert many == len(document.design.cables) == 6
    facts, _ = known(document.design)
    by_hand = found("by:hand", facts)
    assert {line.label for line in by_hand} == {line.label for line in chosen}
    assert {line.by_hand for line in by_hand} == {cable.id for cable in document.design.cables}
    assert sorted(line.label for line in facts.cables) == sorted(
        line.label for line in FACTS.cables
    )
    assert {CABLES.key(line): line.label for line in facts.cables} == keys, "known as before"
    before, after = FACTS.report, facts.report
    assert before is not None
    assert after is not None
    assert {c.key for c in after.checks if c.severity == "error"} <= {c.key for c in before.checks}
    with pytest.raises(EditError, match="laid by hand already"):
        laid_by_hand(facts, by_hand)
    with pytest.raises(EditError, match="at most 500 cables"):
        laid_by_hand(FACTS, FACTS.cables[:501])
    assert document.undo()
    assert document.design == PLAIN


def test_a_cable_that_takes_a_port_of_another_by_hand_is_refused() -> None:
    line = found("fabric:compute")[0]
    other = found("fabric:compute")[7]
    held = Cable(
        id="held", a=line.a.device, a_port=line.a_port, b=other.b.device, b_port=other.b_port,
        fabric=next(f.id for f in PLAIN.fabrics if (f.name or f.id) == line.fabric),
    )  # fmt: skip
    facts = Facts(Layout(PLAIN.evolve(cables=(held,))), CATALOG, FACTS.report, FACTS.cables)
    with pytest.raises(EditError, match="cable held has port"):
        laid_by_hand(facts, [line])
