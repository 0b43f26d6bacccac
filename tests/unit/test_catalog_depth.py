"""Who wants whose space in the depth of a rack: what is placed, found and drawn agrees."""

import random
from itertools import product

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.depth import conflicts_in, meeting
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document.placement import can_place
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout

STATED = Part(id="stated", kind="rack", name="Stated", width_mm=600, depth_mm=1200,
              rack=RackFigures(units=20, usable_depth_mm=1000))  # fmt: skip
SILENT = Part(id="silent", kind="rack", name="Silent", width_mm=600, depth_mm=1200,
              rack=RackFigures(units=20))  # fmt: skip


def shallow(part_id: str, depth: int | None) -> Part:
    return Part(id=part_id, kind="switch", name=part_id, height_half_u=2, depth_mm=depth,
                full_depth=False)  # fmt: skip


CATALOG = Catalog((
    STATED, SILENT, shallow("s400", 400), shallow("s600", 600), shallow("s601", 601),
    shallow("s900", 900), shallow("open", None),
    Part(id="full", kind="server", name="full", height_half_u=4, depth_mm=700),
    Part(id="deep", kind="server", name="deep", height_half_u=2, depth_mm=1300),
    Part(id="wide-pdu", kind="rack-pdu", name="Wide PDU", width_mm=100, depth_mm=120,
         height_mm=1800, pdu=PduFigures(volts=400, amps=32, phases=3)),
))  # fmt: skip


def held(*devices: tuple[str, int, str], rack: str = "stated") -> Layout:
    return Layout(
        Design(
            racks=(Rack(id="R", name="R", part=rack, x_mm=2400, y_mm=2400),),
            devices=tuple(
                Device(id=f"d{n}", name=f"d{n}", part=part, rack="R", half_u=at, face=face)
                for n, (part, at, face) in enumerate(devices)
            ),
        )
    )


@pytest.mark.parametrize(
    ("one", "other", "same_face", "most", "answer"),
    [
        ("s400", "s600", False, 1000, "no"),
        ("s400", "s601", False, 1000, "yes"),
        ("s400", "s400", True, 1000, "yes"),
        ("s400", "full", False, 1000, "yes"),
        ("s400", "open", False, 1000, "open"),
        ("s400", "gone", False, 1000, "open"),
        ("s400", "s400", False, None, "open"),
    ],
)
def test_two_at_one_height_meet(
    one: str, other: str, same_face: bool, most: int | None, answer: str
) -> None:
    parts = CATALOG.get(one), CATALOG.get(other)
    assert meeting(*parts, most, same_face=same_face) == answer
    assert meeting(*parts[::-1], most, same_face=same_face) == answer


def test_what_is_drawn_as_a_conflict_is_what_is_refused_and_what_is_found() -> None:
    parts = ("s400", "s600", "s601", "s900", "open", "full")
    chance = random.Random(15)
    pairs = list(product(parts, parts, ("front", "rear"), ("front", "rear"), ("stated", "silent")))
    for one, other, face, far, rack in chance.sample(pairs, 60):
        layout = held((one, 4, face), (other, 4, far), rack=rack)
        drawn = [it for it in conflicts_in(layout, CATALOG, "R") if it.state == "error"]
        alone = held((other, 4, far), rack=rack)
        placed = can_place(alone, CATALOG, one, "R", 4, face)
        assert bool(drawn) is not placed.ok, (one, other, face, far, rack, placed.reason)
        found = [it for it in evaluate(layout.design, CATALOG).checks if it.severity == "error"]
        assert bool(drawn) is any(it.rule == "F01" for it in found), (one, other, face, far)


def test_words_say_where_who_and_how_much() -> None:
    (met,) = conflicts_in(held(("s600", 4, "front"), ("s601", 4, "rear")), CATALOG, "R")
    assert met == (("d0", "d1"), "error", "U2: d0 and d1 need 1,201 mm, the rack takes 1,000 mm")
    (deep,) = conflicts_in(held(("deep", 4, "front")), CATALOG, "R")
    assert deep == (("d0",), "error", "d0 is 1,300 mm deep, the rack takes 1,000 mm")
    (full,) = conflicts_in(held(("full", 4, "front"), ("s400", 6, "rear")), CATALOG, "R")
    assert full.text == "U3: d0 and d1 meet, d0 takes the full depth"
    (said,) = conflicts_in(held(("open", 4, "front"), ("s400", 4, "rear")), CATALOG, "R")
    assert said.state == "unknown"
    assert said.text.startswith("U2: d0 and d1 share it, and nobody states the depth of d0")


def test_a_rack_pdu_too_wide_for_the_side_needs_room_behind_the_deepest() -> None:
    beside = held(("s900", 4, "front"), ("wide-pdu", 0, "zero-u"))
    (found,) = conflicts_in(beside, CATALOG, "R")
    assert (found.keys, found.state) == (("d1",), "warning")
    assert "takes 1,020 mm of the rack" in found.text
    assert conflicts_in(held(("s600", 4, "front"), ("wide-pdu", 0, "zero-u")), CATALOG, "R") == ()


def test_a_rack_that_is_not_there_has_no_conflicts() -> None:
    assert conflicts_in(held(("s900", 4, "front")), CATALOG, "qqq zzz") == ()
