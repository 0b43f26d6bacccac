"""Unfolding thousands of racks: how much is laid out and painted, counted and not timed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.together_report import (
    DeviceAfterLoss,
    LossAsked,
    PduAfterLoss,
    RackAfterLoss,
)
from designer.model.design import Design
from designer.model.figures import exact
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.chain_layout import laid_out
from designer.render.chain_loads import load_said
from designer.render.chain_painter import _that_fits, paint_chain
from designer.render.failing import Failing
from designer.render.lettering import text_width
from designer.render.one_line import Group
from designer.render.one_line_groups import groups_of
from designer.render.rack_chain import READ_TRIED, chain_of
from designer.render.rack_in_chain import NOT_KNOWN
from designer.render.theme import DARK
from designer.render.unfolded import MOST_CARDS, Unfolding, chosen_of, unfolded
from designer.render.what_if import WhatIf
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG as SIGNED
from tests.unit.test_engine_feeds import design_of, feed, nodes, pdus

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
    said = chain_of(LAYOUT, CATALOG, rack, replace(shown, racks={rack.id: after}))
    strip = next(one.piece.said for one in said.strips if one.letter == "B")
    assert (strip.note, strip.state) == ("21.6 of 32.8 kW", "error")
    taker = said.takers[0].piece.said
    assert taker.value == "4 of 6 supplies have voltage"
    assert (taker.note, taker.state) == ("slows down or stops", "error")
    other = chain_of(LAYOUT, CATALOG, rack, replace(shown, racks={"another": after}))
    assert other == before


def tried(design: Design, *lost: str, answered: bool = True) -> WhatIf:
    """Return the loss of feeds, with what the engine says of every rack then."""
    failing = tuple(Failing("power", one) for one in lost)
    racks = tuple(rack.id for rack in design.racks) if answered else ()
    found = Evaluator(CATALOG).together(1, design, LossAsked(upstream=lost, racks=racks))
    told = {one.id: one for one in found.racks}
    return WhatIf(
        failing, "feeds", "", "", "error", dark_feeds=frozenset(lost), loss=found.loss, racks=told
    )


def overloaded() -> Design:
    """Return four nodes on two breakered rack PDUs: one alone carries too much."""
    power = tuple(feed(key, 100) for key in "AB")
    return design_of(*nodes(4), *pdus("AB", "pdu-apc-ap8888"), power=power)


def test_the_chain_has_the_figures_and_colours_of_the_loss_that_is_tried() -> None:
    """It kept those of the design's worst single loss, green beside a red verdict."""
    design = overloaded()
    (rack,) = evaluate(design, CATALOG).racks
    chain = chain_of(Layout(design), CATALOG, rack, tried(design, "A"))
    lead = next(one.piece.said for one in chain.leads if one.letter == "B")
    other = rack.feeds[1]
    assert lead.value == f"20.4 → 40.8 of {other.capacity_kw:.1f} kW"
    assert lead.state == "error"
    strip = next(one for one in chain.strips if one.letter == "B")
    assert strip.piece.said.state == "error"
    for breaker, report in zip(strip.breakers, other.breakers, strict=True):
        then = report.load_after_loss_a
        assert breaker.said.short.endswith(f"→ {then:.1f}"), "two feeds: that is the worst loss"
        assert breaker.said.state == ("error" if then > report.limit_a else "ok")
    for line in strip.lines:
        assert "→" in line.said.value
    gone = next(one for one in chain.strips if one.letter == "A")
    assert {one.said.value for one in (*gone.lines, *gone.breakers)} == {"no voltage"}
    assert chain.head.said.note.endswith(READ_TRIED)
    dark = chain_of(Layout(design), CATALOG, rack, tried(design, "A", "B"))
    assert [one.piece.said.mark for one in dark.takers] == ["dark"] * len(dark.takers)


def test_where_nothing_is_computed_of_a_loss_no_figure_of_another_stands_there() -> None:
    design = overloaded()
    (rack,) = evaluate(design, CATALOG).racks
    chain = chain_of(Layout(design), CATALOG, rack, tried(design, "A", answered=False))
    lead = next(one.piece.said for one in chain.leads if one.letter == "B")
    assert (lead.value[0], lead.state, lead.before) == ("—", "unknown", None)
    strip = next(one for one in chain.strips if one.letter == "B")
    assert {one.said.state for one in (*strip.lines, *strip.breakers)} == {"unknown"}
    assert NOT_KNOWN in chain.head.said.note
    group = groups_of([rack], Layout(design), CATALOG)
    what = Unfolding(frozenset(one.key for one in group))
    shown = tried(design, "A", answered=False)
    laid = unfolded(Layout(design), CATALOG, {rack.id: rack}, group, what, (0, 0, 700), shown)
    (card,) = [cell.piece.said for cell in laid.cells if cell.look == "card"]
    assert (card.before, card.note) == (None, "")


def test_a_loss_that_takes_no_power_leaves_the_loads_as_they_are_now() -> None:
    design = overloaded()
    (rack,) = evaluate(design, CATALOG).racks
    shown = WhatIf((Failing("cooling", "cdu:x", "c"),), "a CDU", "", "", "error")
    chain = chain_of(Layout(design), CATALOG, rack, shown)
    said = [one.piece.said.value for one in chain.leads]
    assert said == [f"20.4 of {one.capacity_kw:.1f} kW" for one in rack.feeds]
    assert {one.said.value[:1] for strip in chain.strips for one in strip.lines} != {"—"}


def test_shelves_and_bus_bar_are_those_of_the_loss() -> None:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, CATALOG)
    report, layout = evaluate(design, CATALOG), Layout(design)
    rack = next(one for one in report.racks if one.shelves)
    first = rack.feeds[0]
    chain = chain_of(layout, CATALOG, rack, tried(design, first.id))
    left = next(one for one in rack.shelves[0].cases if one.name == f"feed {first.called}")
    normal = rack.shelves[0].cases[0]
    values = {one.said.value for one in chain.shelves if not one.said.mark}
    assert values == {
        f"{normal.load_kw:.1f} → {left.load_kw:.1f} of {rack.shelves[0].shelf_kw:.1f} kW"
    }
    assert sum(one.said.mark == "dark" for one in chain.shelves) == normal.left - left.left
    dark = chain_of(layout, CATALOG, rack, tried(design, *(one.id for one in rack.feeds)))
    assert {one.said.mark for one in dark.shelves} == {"dark"}
    assert dark.bus is not None
    assert dark.bus.said.value == "0 A"
    assert {one.piece.said.note for one in dark.takers} == {"no power"}


def test_cards_of_racks_have_the_loads_of_the_loss() -> None:
    design = overloaded()
    (rack,) = evaluate(design, CATALOG).racks
    group = groups_of([rack], Layout(design), CATALOG)
    what = Unfolding(frozenset(one.key for one in group))
    shown = tried(design, "A")
    laid = unfolded(Layout(design), CATALOG, {rack.id: rack}, group, what, (0, 0, 700), shown)
    (card,) = [cell.piece.said for cell in laid.cells if cell.look == "card"]
    assert card.note.startswith("40.8 of")
    assert card.state == "error"


@pytest.mark.parametrize(
    ("amps", "state"), [(8.9, "ok"), (9.1, "warning"), (10.0, "warning"), (10.1, "error")]
)
def test_from_nine_tenths_of_what_may_flow_on_a_load_warns(amps: float, state: str) -> None:
    most = exact(10.0, "A")
    for tried_ in (True, False):
        said = load_said("L1", exact(1.0, "A"), exact(amps, "A"), most, tried=tried_)
        assert said.state == state
    assert load_said("L1", exact(9.5, "A"), exact(1.0, "A"), most, tried=True).state == "ok"


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


def test_a_figure_that_does_not_fit_beside_its_line_leaves_out_what_was_before() -> None:
    told = "~22 (20–25) → ~34 (30–38) of 48.0 A"
    wide = text_width(told, 11.5, 600) + 4
    assert _that_fits(told, wide) == told
    assert _that_fits(told, wide - 1) == "→ ~34 (30–38) of 48.0 A"
    assert _that_fits("~22 (20–25) of 48.0 A", 10) == "~22 (20–25) of 48.0 A"
