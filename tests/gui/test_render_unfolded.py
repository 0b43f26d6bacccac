"""Unfolding thousands of racks: how much is laid out and painted, counted and not timed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.together_report import DeviceAfterLoss, PduAfterLoss, RackAfterLoss
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.chain_layout import laid_out
from designer.render.chain_painter import paint_chain
from designer.render.failing import Failing
from designer.render.one_line import Group
from designer.render.one_line_groups import groups_of
from designer.render.rack_chain import chain_of
from designer.render.theme import DARK
from designer.render.unfolded import MOST_CARDS, Unfolding, chosen_of, unfolded
from designer.render.what_if import WhatIf
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG as SIGNED
from tests.unit.test_engine_feeds import design_of, nodes, pdus

pytestmark = pytest.mark.usefixtures("qapp")
CATALOG = load_shipped()
DESIGN = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
LAYOUT = Layout(DESIGN)
REPORT = evaluate(DESIGN, CATALOG)
MANY = 5000
RACKS = {
    f"r{number:04}": REPORT.racks[number % 4].evolve(id=f"r{number:04}", name=f"R{number:04}")
    for number in range(MANY)
}
GROUP = Group(("A", "B", "C"), tuple(RACKS), title=f"{MANY:,} racks", letters=("A", "B", "C"))


def test_of_thousands_the_fullest_are_laid_out_and_the_filter_finds_others() -> None:
    what = Unfolding().with_group(GROUP.key)
    laid = unfolded(LAYOUT, CATALOG, RACKS, (GROUP,), what, (0, 0, 1000))
    cards = [cell for cell in laid.cells if cell.look == "card"]
    assert len(cards) == MOST_CARDS
    assert (
        laid.cells[0].piece.said.note == f"the fullest {MOST_CARDS} of 5,000: filter to see others"
    )
    found, matching = chosen_of(GROUP, RACKS, "r4321")
    assert ([one.name for one in found], matching) == (["R4321"], 1)
    laid = unfolded(LAYOUT, CATALOG, RACKS, (GROUP,), replace(what, filter="R43"), (0, 0, 1000))
    assert laid.cells[0].piece.said.note == f"100 matches of 5,000, the fullest {MOST_CARDS} shown"


def test_only_what_is_visible_is_painted_however_many_chains_are_unfolded() -> None:
    racks = {rack.id: rack for rack in REPORT.racks}
    groups = groups_of(REPORT.racks, LAYOUT, CATALOG)
    what = Unfolding(frozenset(group.key for group in groups), tuple(racks))
    laid = unfolded(LAYOUT, CATALOG, racks, groups, what, (0, 0, 1000))
    assert len(laid.cells) > 200
    target = QPixmap(1000, 600)
    painter = QPainter(target)
    seen = [
        paint_chain(painter, laid, DARK, QRectF(0, top, 1000, 600))
        for top in range(0, int(laid.height), 600)
    ]
    everything = paint_chain(painter, laid, DARK)
    painter.end()
    assert everything == len(laid.cells)
    assert max(seen) < 60
    assert sum(seen) < everything * 1.5


def test_no_two_pieces_overlap_and_none_is_cut_off() -> None:
    racks = {rack.id: rack for rack in REPORT.racks}
    groups = groups_of(REPORT.racks, LAYOUT, CATALOG)
    what = Unfolding(frozenset(group.key for group in groups), tuple(racks))
    laid = unfolded(LAYOUT, CATALOG, racks, groups, what, (0, 0, 1000))
    frames = [
        cell for cell in laid.cells if cell.look in ("card", "lead", "strip", "taker", "head")
    ]
    boxes = [QRectF(one.x, one.y, one.width, one.height) for one in frames]
    for at, box in enumerate(boxes):
        assert box.right() <= laid.width + 0.01
        assert box.bottom() <= laid.height + 0.01
        for other in boxes[at + 1 :]:
            assert not box.intersects(other), (frames[at].piece.key, other)


def test_what_the_engine_says_of_a_rack_after_a_loss_stands_in_its_chain() -> None:
    rack = next(one for one in REPORT.racks if one.name == "A01")
    shown = WhatIf((Failing("power", "A"),), "feed A", "", "", "error", dark_feeds=frozenset("A"))
    before = chain_of(LAYOUT, CATALOG, rack, shown)
    strips = {strip.letter: strip.piece.said for strip in before.strips}
    assert (strips["A"].mark, strips["B"].mark) == ("dark", "")
    item = next(at for at, one in enumerate(before.strips) if one.letter == "B")
    devices = (DeviceAfterLoss(item=0, part="dgx-h100", state="short", left=4, count=6),)
    pdus = (PduAfterLoss(item=5 + item, text="21.6 of 32.8 kW", state="error"),)
    after = RackAfterLoss(id=rack.id, devices=devices, pdus=pdus)
    said = chain_of(LAYOUT, CATALOG, rack, shown, after)
    strip = next(one.piece.said for one in said.strips if one.letter == "B")
    assert (strip.note, strip.state) == ("21.6 of 32.8 kW", "error")
    taker = said.takers[0].piece.said
    assert taker.value == "4 of 6 supplies have voltage"
    assert (taker.note, taker.state) == ("slows down or stops", "error")
    other = chain_of(LAYOUT, CATALOG, rack, shown, after.evolve(id="another"))
    assert other == before


def test_two_rack_pdus_on_a_feed_are_told_apart() -> None:
    design = design_of(*nodes(2), *pdus("AABB", "pdu-415v-60a-3ph"))
    (rack,) = evaluate(design, CATALOG).racks
    chain = chain_of(Layout(design), CATALOG, rack)
    assert [strip.letter for strip in chain.strips] == ["A1", "A2", "B1", "B2"]
    assert [(lead.letter, lead.first, lead.number) for lead in chain.leads] == [
        ("A", 0, 2), ("B", 2, 2),
    ]  # fmt: skip
    laid = laid_out(chain, 0, 0, 700)
    assert {square.words[:2] for square in laid.squares} <= {"A1", "A2", "B1", "B2"}
    leads = [cell for cell in laid.cells if cell.look == "lead"]
    strips = [cell for cell in laid.cells if cell.look == "strip"]
    assert leads[0].x <= strips[0].x
    assert leads[0].x + leads[0].width >= strips[1].x + strips[1].width
    assert leads[1].x == strips[2].x


@pytest.mark.parametrize("name", DESIGNS)
def test_every_sort_of_rack_unfolds_in_order_and_says_no_zero_of_what_is_unknown(name: str) -> None:
    """Rack PDUs that name no feed, parts that are lost, supplies that find no outlet, shelves."""
    design = DESIGNS[name]()
    report, layout = evaluate(design, SIGNED), Layout(design)
    for rack in report.racks:
        if not rack.feeds:
            continue
        chain = chain_of(layout, SIGNED, rack)
        assert sum(lead.number for lead in chain.leads) in (len(chain.strips), len(chain.shelves))
        for lead in chain.leads:
            feed = next((one for one in rack.feeds if one.id == lead.piece.key.item), None)
            if feed is not None and feed.figure("load_kw").unknown:
                assert lead.piece.said.value.startswith("—")
        laid = laid_out(chain, 0, 0, 700)
        boxes = [
            QRectF(one.x, one.y, one.width, one.height)
            for one in laid.cells if one.look in ("lead", "strip", "shelf", "taker", "bus", "head")
        ]  # fmt: skip
        for at, box in enumerate(boxes):
            assert box.right() <= laid.width + 0.01
            assert not any(box.intersects(other) for other in boxes[at + 1 :])
