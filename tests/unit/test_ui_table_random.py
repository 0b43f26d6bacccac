"""Whatever is typed or pasted into tables: refused in one line, or an edit that can be made."""

from random import Random
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.io.copied_cells import copied_cells
from designer.model.design import Cable, Loop, Note, PriceOverride, Revision, Waiver
from designer.model.layout import Layout
from designer.model.room import Obstacle, Passage
from designer.model.spare_rule import SpareRule
from designer.model.stages import Stage
from designer.planning.templates import build
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.every import TABLES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import done, in_slices
from designer.ui.fields.tables.pasted import pasted
from designer.ui.fields.tables.search import parse
from designer.ui.fields.tables.settle import settled
from designer.ui.fields.tables.wish import Wish

CATALOG = load_shipped()
BITS = (
    "x", "n", "+", "10 %", "-5", "0", "1e300", '"', "{", "}", "{n:02}", "{row}", "{x", "none",
    "A01", "front", "", "  ", "9" * 30, "é", "none", "2026-01-01", "nan", "inf", "1,5", "(", ")",
    "//", "%", "**", "\x00", "\u2028", "U", ".5", "up the plan", "leaf", "kw>", "row:",
)  # fmt: skip
ROUNDS = 150


def hall() -> Document:
    """A hall with a record of each kind that people change."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    keys = [placed.key for placed in Layout(design).every()]
    room = design.room.evolve(
        obstacles=(Obstacle(id="c", name="C", x_mm=0, y_mm=0, width_mm=300, depth_mm=300),),
        passages=(Passage(id="d", name="D"), Passage(id="l", name="L", kind="lift")),
    )
    return Document(
        design.evolve(
            room=room,
            stages=(Stage(id="one", name="One"), Stage(id="two", name="Two", order=1)),
            loops=(Loop(id="l", name="L"),),
            spares=(SpareRule(id="switch", percent=5.0),),
            revisions=(Revision(id="A", date="2026-11-30", text="begun"),),
            cables=(Cable(id="by-hand", a=keys[1], b=keys[5]),),
            prices=(PriceOverride(id="dgx-h100", amount_cents=5),),
            waivers=(Waiver(id="w", reason="r"),),
            notes=(Note(id="n", text="t", target="A01"),),
        )
    )


def text(chance: Random) -> str:
    return "".join(chance.choice(BITS) for _ in range(chance.randint(0, 4)))


def some_lines(chance: Random, facts: Facts, table: Table) -> list[Any]:
    found = done(in_slices(facts, table, parse(text(chance), table), None))
    return list(found or done(in_slices(facts, table, parse("", table), None)))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_settled_can_be_made_and_undone(seed: int) -> None:
    chance, document, made = Random(seed), hall(), 0
    tables = [table for table in TABLES if table.is_typed]
    for _ in range(ROUNDS):
        facts, table = Facts(document.layout, CATALOG), chance.choice(tables)
        lines = some_lines(chance, facts, table)
        if not lines:
            continue
        typed = text(chance)
        column = chance.choice([one for one in table.columns if one.edit])
        picked = chance.sample(lines, min(len(lines), chance.randint(1, 6)))
        wishes = [Wish(line, column, typed, n) for n, line in enumerate(picked, start=1)]
        result = settled(facts, table, wishes)
        assert all("\n" not in cell.why for cell in result.refused)
        if result.edit is not None and not result.refused:
            before = document.design
            document.apply("Set", result.edit)
            made += 1
            if chance.random() < 0.5:
                assert document.undo()
                assert document.design == before
    assert made > ROUNDS // 10


@pytest.mark.parametrize("seed", range(3))
def test_what_fits_of_a_paste_can_be_made(seed: int) -> None:
    chance, document = Random(seed), hall()
    tables = [table for table in TABLES if table.is_typed]
    for _ in range(ROUNDS // 4):
        facts, table = Facts(document.layout, CATALOG), chance.choice(tables)
        lines = some_lines(chance, facts, table)
        names = [table.called(facts, line) for line in lines] or ["none"]
        rows = ["\t".join([chance.choice(names), *(text(chance) for _ in range(3))])] * 2
        rows += ["\t".join(text(chance) for _ in range(4)) for _ in range(3)]
        keys = [table.columns[0].key, *(chance.choice(table.columns).key for _ in range(3))]
        result = pasted(facts, table, copied_cells("\n".join(rows)), keys, heading=False)
        assert all("\n" not in row.told for row in result.rejected)
        if result.edit is not None:
            document.apply("Paste", result.edit)
            assert document.undo()
