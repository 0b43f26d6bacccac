"""The chain of a rack with power shelves in its rails, and what a loss takes of it."""

from dataclasses import replace

from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.together_report import InsideLost, LossAsked
from designer.model.layout import Layout
from designer.render.chain_pieces import Chain
from designer.render.drawing import rack_drawing
from designer.render.failing import targets_at
from designer.render.lost_in_rack import LOST, NO_POWER, NO_VOLTAGE, LostInRack, lost_in_rack
from designer.render.rack_chain import chain_of
from designer.render.supplies import cords_in, feeds_of_supplies
from designer.render.unfolded import fullest
from designer.render.what_if import WhatIf, answered
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

DESIGN = DESIGNS["bus bars"]()
LAYOUT = Layout(DESIGN)
REPORT = evaluate(DESIGN, CATALOG)
RACKS = {rack.id: rack for rack in REPORT.racks}


def chain(rack: str, shown: WhatIf | None = None) -> Chain:
    return chain_of(LAYOUT, CATALOG, RACKS[rack], shown)


def tried(rack: str, words: str, device: str = "") -> WhatIf:
    """Return what is shown with something lost, with what the engine says of the rack."""
    failing = next(
        one.failing for one in targets_at(REPORT, RACKS[rack]) if one.words.startswith(words)
    )._replace(device=device)
    shown = answered(REPORT, failing)
    assert shown is not None
    kinds = [loss.kind for loss in RACKS[rack].losses]
    inside = failing.kind == "inside"
    asked = LossAsked(
        upstream=() if inside else (failing.id,), racks=(rack,),
        inside=(InsideLost(rack=rack, at=kinds.index("power shelf"), device=device),)
        if inside else (),
    )  # fmt: skip
    found = Evaluator(CATALOG).together(1, DESIGN, asked)
    return replace(shown, racks={one.id: one for one in found.racks})


def struck(rack: str, shown: WhatIf) -> LostInRack:
    drawing = rack_drawing(LAYOUT, CATALOG, LAYOUT.racks[rack])
    return lost_in_rack(
        shown, drawing, lambda: cords_in(LAYOUT, CATALOG, LAYOUT.racks[rack]), shown.racks.get(rack)
    )


def test_shelves_stand_below_their_feed_under_their_own_names() -> None:
    found = chain("a")
    assert [(lead.letter, lead.number) for lead in found.whips] == [("A", 1), ("B", 1)]
    assert [piece.said.title for piece in found.shelves] == ["a-0", "a-1"]
    assert [piece.selects for piece in found.shelves] == [("a-0",), ("a-1",)]
    assert "of 18.0 kW" in found.shelves[0].said.value
    assert found.bus is not None
    assert found.bus.said.title == "Bus bar, 2 shelves 1+1"
    (taker,) = found.takers
    assert (taker.piece.said.title, taker.on_bus) == ("2 × Tray on a bus bar", True)
    assert taker.piece.said.value == "6.0 kW each"


def test_rack_pdus_and_shelves_stand_in_one_chain() -> None:
    found = chain("b")
    assert len(found.strips) == 2
    assert [lead.number for lead in found.leads] == [1, 1]
    assert [lead.number for lead in found.whips] == [2, 2]
    assert {taker.on_bus for taker in found.takers} == {True, False}
    assert "shelf" in fullest(RACKS["b"]).label


def test_shelves_of_two_sizes_say_what_they_may_give() -> None:
    found = chain("c")
    assert [piece.said.title for piece in found.shelves] == ["c-0", "c-1"]
    assert ["18.0" in found.shelves[0].said.value, "33.0" in found.shelves[1].said.value] == [
        True, True,
    ]  # fmt: skip


def test_what_hangs_on_no_shelf_says_so() -> None:
    (taker,) = chain("e").takers
    assert (taker.piece.said.note, taker.piece.said.state) == ("on no power shelf", "error")


def test_the_letters_of_shelves_are_those_of_their_feeds() -> None:
    found = feeds_of_supplies(LAYOUT, CATALOG, LAYOUT.racks["a"])
    assert (set(found["a-0"]), set(found["a-1"])) == ({"A"}, {"B"})
    assert set(feeds_of_supplies(LAYOUT, CATALOG, LAYOUT.racks["f"])["f-0"]) == {"–"}


def test_a_lost_feed_takes_its_shelves_and_the_others_carry_on() -> None:
    found = struck("a", tried("a", "feed A"))
    assert (found.struck, found.felt) == ({"a-0": NO_VOLTAGE}, {})
    both = struck("b", tried("b", "feed A")).struck
    assert {key for key, why in both.items() if why == NO_VOLTAGE} == {"b-0", "b-2", "b-6"}
    assert "b-4" not in both  # the tray on the bus bar


def test_a_lost_shelf_that_was_meant_is_struck() -> None:
    found = struck("a", tried("a", "one of 2 power shelves", "a-1"))
    assert found.struck == {"a-1": LOST}
    marks = [piece.said.mark for piece in chain("a", tried("a", "one of 2", "a-1")).shelves]
    assert marks == ["", "lost"]


def test_all_that_hangs_on_the_only_feed_goes_dark() -> None:
    found = struck("h", tried("h", "feed A"))
    assert found.struck == {"h-0": NO_VOLTAGE, "h-1": NO_POWER}
