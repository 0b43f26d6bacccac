"""Every template's layout stands: nothing overlaps, everything fits, aisles are wide enough."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack, rack_box
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.floor_plan import COLD_AISLE_MM, LONGEST_ROW
from designer.planning.templates import build
from designer.wiring.power import expand_power

SIZES = (1, 2, 3, 4, 16, 64)


@cache
def superpod(units: int, cooling: str = "rear-door", per_rack: str = "4") -> Design:
    arguments = {"scalable_units": str(units), "cooling": cooling, "nodes_per_rack": per_rack}
    return build("dgx-superpod-h100", arguments, load_shipped())


def drawn_w(part_ids: Iterable[str]) -> float:
    """What the devices draw at most; doors are the building's, and PDUs pass power on."""
    parts = [load_shipped().require(part_id) for part_id in part_ids]
    return sum(part.power_max_w for part in parts if part.traits.draws_it_power)


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
@pytest.mark.parametrize("units", SIZES)
def test_every_rack_stands_free_inside_the_room(units: int, cooling: str):
    design, catalog = superpod(units, cooling), load_shipped()
    layout = Layout(design)
    for rack in design.racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert verdict.ok, f"{rack.id}: {verdict.reason}"


@pytest.mark.parametrize("per_rack", ["1", "2", "4"])
@pytest.mark.parametrize("units", SIZES)
def test_every_device_fits_its_rack(units: int, per_rack: str):
    design, catalog = superpod(units, per_rack=per_rack), load_shipped()
    layout = Layout(design)
    seen = set()
    for rack in design.racks:
        if rack.assembly in seen:
            continue
        seen.add(rack.assembly)
        for placed in layout.in_rack(rack.id):
            verdict = can_place(
                layout, catalog, placed.part, rack.id, placed.half_u, placed.face, {placed.key}
            )
            assert verdict.ok, f"{placed.key}: {verdict.reason}"
    assert {a.id for a in design.assemblies} == seen - {""}


@pytest.mark.parametrize("units", SIZES)
def test_names_are_unique(units: int):
    design = superpod(units)
    racks = [rack.name for rack in design.racks]
    assert len(racks) == len(set(racks))
    names = [placed.name for placed in Layout(design).every()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("units", SIZES)
def test_collections_are_in_order_of_id(units: int):
    design = superpod(units)
    for records in (design.racks, design.rows, design.assemblies, design.fabrics):
        ids = [record.id for record in records]
        assert ids == sorted(ids)
    for assembly in design.assemblies:
        assert [s.id for s in assembly.slots] == sorted(s.id for s in assembly.slots)


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
@pytest.mark.parametrize("units", SIZES)
def test_aisles_alternate_and_are_wide_enough(units: int, cooling: str):
    """Cold 1.2 m, hot at least 1.0 m clear of doors, rows of at most 20 (TIA-942-A, as quoted)."""
    design, catalog = superpod(units, cooling), load_shipped()
    door = catalog.require("rdhx").depth_mm if cooling == "rear-door" else 0
    rows = {}
    for rack in design.racks:
        if rack.row:
            rows.setdefault(rack.row, []).append(rack_box(catalog, rack))
    tile = design.room.tile_mm
    for row in design.rows:
        assert (row.x_mm % tile, row.y_mm % tile) == (0, 0)
        assert len(rows[row.id]) <= LONGEST_ROW
    ordered = sorted(design.rows, key=lambda r: (r.x_mm, r.y_mm))
    for upper, lower in pairwise(ordered):
        if upper.x_mm != lower.x_mm:
            continue
        gap = rows[lower.id][0][1] - rows[upper.id][0][3]
        assert upper.rotation != lower.rotation
        if upper.rotation == 180:
            assert gap == COLD_AISLE_MM
        else:
            assert gap - 2 * door >= 1000


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
@pytest.mark.parametrize("units", SIZES)
def test_cooling_survives_the_loss_of_one_unit(units: int, cooling: str):
    """(n − 1) · capacity covers the heat: doors' heat on CDUs, all else on CRAHs."""
    design, catalog = superpod(units, cooling), load_shipped()
    layout = Layout(design)
    by_door = by_air = 0.0
    for rack in design.racks:
        placed = layout.in_rack(rack.id)
        heat = drawn_w(p.part for p in placed) / 1000
        if any(p.face == "door" for p in placed):
            by_door += heat
            door = catalog.require("rdhx").cooling
            assert heat <= door.capacity_kw
        else:
            by_air += heat

    def spare(part_id: str) -> float:
        count = sum(rack.part == part_id for rack in design.racks)
        return max(count - 1, 0) * catalog.require(part_id).cooling.capacity_kw

    assert spare("cdu-row") >= by_door
    assert spare("crah") >= by_air
    assert (by_door > 0) == (cooling == "rear-door")


@pytest.mark.parametrize("units", SIZES)
def test_racks_keep_running_on_the_feeds_that_are_left(units: int):
    """Any feed lost: what is left of a rack's PDUs carries its maximum (34.5 kVA · 0.95 each)."""
    design, catalog = superpod(units), load_shipped()
    layout = Layout(design)
    pdu_kw = catalog.require("pdu-415v-60a-3ph").pdu.rated_kva * design.site.power_factor
    for rack in design.racks:
        placed = layout.in_rack(rack.id)
        feeds = [p.feed for p in placed if p.feed]
        load = drawn_w(p.part for p in placed) / 1000
        assert len(feeds) == len(set(feeds))
        assert not placed or load <= (len(feeds) - 1) * pdu_kw


def test_sixteen_thousand_gpus_stay_few_records():
    design = superpod(64)
    assert len(design.racks) + len(design.assemblies) + len(design.rows) < 1000
    assert design.devices == ()


def test_the_empty_room():
    design = build("empty-room", {}, load_shipped())
    assert design.room.size_mm() == (12_000, 9_000)
    assert [feed.id for feed in design.feeds] == ["A", "B"]
    assert design.racks == ()
    large = build("empty-room", {"width_m": "30", "feeds": "3"}, load_shipped())
    assert large.room.size_mm() == (30_000, 9_000)
    assert len(large.feeds) == 3


@pytest.mark.parametrize(
    ("template", "units"), [("dgx-superpod-h100", 2), ("dgx-superpod-gb200", 2)]
)
def test_everything_that_draws_power_is_connected(template: str, units: int):
    """Supplies in outlets, power shelves, CDUs and CRAHs on whips: nothing hangs nowhere."""
    design = build(template, {"scalable_units": str(units)}, load_shipped())
    wiring = expand_power(design, load_shipped())
    assert [problem for problem in wiring.problems()] == []
    assert len(wiring.graph.link_from) > 400


def test_filled_racks_and_cooling_units_take_the_feeds_in_turn():
    """Eight shelves over three feeds, 3+3+2: the worst loss leaves 5 × 33 kW for 132 kW."""
    catalog = load_shipped()
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, catalog)
    filled = ["".join(rack.feeds) for rack in design.racks if rack.part == "gb200-nvl72"]
    assert sorted(filled) == ["ABC"] * 3 + ["BCA"] * 3 + ["CAB"] * 2
    units = [rack.feeds for rack in design.racks if catalog.require(rack.part).kind == "crah"]
    assert {len(feeds) for feeds in units} == {2}
    assert {feeds[0] for feeds in units} == {"A", "B", "C"}
