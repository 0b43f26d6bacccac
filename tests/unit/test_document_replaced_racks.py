"""Filled racks are replaced where they stand: what hangs on them stays, what cannot be is said."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import replace_part
from designer.document.edits.replaced_racks import stands_itself
from designer.document.equivalents import lines
from designer.document.errors import EditError
from designer.document.placement import rack_box
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Rack
from designer.planning.templates import build

CATALOG = load_shipped()


@cache
def hall() -> Design:
    return build("dgx-superpod-gb200", {"scalable_units": "1"}, CATALOG)


def filled(design: Design, part: str = "gb200-nvl72") -> list[Rack]:
    return [rack for rack in design.racks if rack.part == part]


def test_feeds_names_links_and_waivers_stay() -> None:
    document = Document(hall())
    document.apply("Replace", replace_part(CATALOG, "gb200-nvl72", "gb300-nvl72"))
    now = document.design
    assert len(filled(now, "gb300-nvl72")) == 8
    assert now.racks == tuple(
        rack.evolve(part="gb300-nvl72") if rack.part == "gb200-nvl72" else rack
        for rack in hall().racks
    )
    assert (now.waivers, now.cables, now.cords) == (hall().waivers, hall().cables, hall().cords)
    assert all("gb200-nvl72" not in fabric.nodes for fabric in now.fabrics)
    assert any("gb300-nvl72" in fabric.nodes for fabric in now.fabrics)
    was, after = evaluate(hall(), CATALOG), evaluate(now, CATALOG)
    assert after.totals.figure("gpus") == was.totals.figure("gpus")
    document.undo()
    assert document.design == hall()


def test_of_some_the_fabric_takes_both() -> None:
    one = filled(hall())[0]
    now = replace_part(CATALOG, "gb200-nvl72", "gb300-nvl72", (one.id,))(hall())
    assert [rack.id for rack in filled(now, "gb300-nvl72")] == [one.id]
    assert any({"gb200-nvl72", "gb300-nvl72"} <= set(fabric.nodes) for fabric in now.fabrics)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_deeper_rack_keeps_its_front_where_it_was(rotation: int) -> None:
    """1,068 against 1,200 mm: rotation 0 faces up the plan, 90 to the right."""
    alone = filled(hall())[0].evolve(rotation=rotation, x_mm=6000, y_mm=6000)
    design = hall().evolve(racks=(alone,), notes=(), trays=())
    now = replace_part(CATALOG, "gb200-nvl72", "vr-nvl72")(design)
    before, after = rack_box(CATALOG, alone), rack_box(CATALOG, now.racks[0])
    front = {0: 1, 90: 2, 180: 3, 270: 0}[rotation]
    assert before[front] == after[front]
    assert before != after


def test_a_rack_that_is_too_wide_is_refused_with_what_is_in_the_way() -> None:
    one, neighbour = filled(hall())[:2]
    with pytest.raises(EditError) as refused:
        replace_part(CATALOG, "gb200-nvl72", "amd-helios", (one.id,))(hall())
    assert str(refused.value) == (
        f"{one.name}: Helios, 72 × MI455X is 1,200 × 1,219 mm, and {neighbour.name} is in the way"
    )
    with pytest.raises(EditError, match="is in the way"):
        replace_part(CATALOG, "gb200-nvl72", "amd-helios")(hall())


def test_an_empty_rack_is_not_replaced_itself() -> None:
    racks = [rack for rack in hall().racks if CATALOG.require(rack.part).traits.is_cabinet]
    assert racks
    assert not any(stands_itself(CATALOG, rack) for rack in racks)
    with pytest.raises(EditError, match="to replace is there"):
        replace_part(CATALOG, racks[0].part, "rack-42u")(hall())


def test_the_table_tells_the_footprint_and_no_height() -> None:
    told = {line.title: (line.now, line.then)
            for line in lines(hall(), CATALOG, "gb200-nvl72", "amd-helios", 8)}  # fmt: skip
    assert told["Width"] == ("600 mm", "1,200 mm")
    assert told["Depth"] == ("1,068 mm", "1,219 mm")
    assert "Height" not in told
