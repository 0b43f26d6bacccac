"""What a drag of a rack does to its cables: ways, what trays gain, pins that reach no more."""

from functools import cache
from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.engine.cable_report import CableRow
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.preview import COST_OF_CABLES, CablesMoved, Preview
from designer.engine.subjects.cables.questions import table_of
from designer.model.change import Change, apply, diff
from designer.model.design import Cable, Design, Tray
from designer.model.layout import Layout
from designer.planning.templates import build

SHIPPED = load_shipped()
TRAYS = (
    Tray(id="a", name="Near", corners=((3000, 1500), (9000, 1500))),
    Tray(id="b", name="Up", corners=((9000, 1500), (9000, 6000))),
    Tray(id="c", name="Far", corners=((3000, 6000), (9000, 6000))),
)


@cache
def pod(*trays: Tray, cables: tuple[Cable, ...] = ()) -> Design:
    plain = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    return plain.evolve(trays=trays, cables=cables)


def leaf_rack() -> str:
    layout = Layout(pod())
    leaf = next(p for p in layout.every() if p.fabric == "compute" and p.tier == "leaf")
    return leaf.rack


def moved(design: Design, rack: str, dx: int, dy: int) -> CablesMoved:
    found = tried(design, rack, dx, dy).cables
    assert found is not None
    return found


def tried(design: Design, rack: str, dx: int, dy: int) -> Preview:
    racks = tuple(
        one.evolve(x_mm=one.x_mm + dx, y_mm=one.y_mm + dy) if one.id == rack else one
        for one in design.racks
    )
    engine = Evaluator(SHIPPED)
    engine.report(design)
    return engine.preview(1, design, diff(design, design.evolve(racks=racks)), (rack,))


def test_a_rack_that_moves_has_longer_cables_and_other_ways() -> None:
    found = moved(pod(), leaf_rack(), 20_000, 0)
    assert found.count == found.count_before > 0
    assert found.figure("length_m").low > found.figure("length_before_m").low
    assert found.was
    assert len(found.now) == len(found.was)
    assert not any(way.on_tray for way in found.now)
    assert found.gains == ()
    ends = {way.corners[-1] for way in found.was} | {way.corners[0] for way in found.was}
    assert len(ends) > 1


def test_cables_of_a_rack_that_moves_are_told_before_the_rest() -> None:
    design, rack = pod(*TRAYS), leaf_rack()
    engine = Evaluator(SHIPPED)
    engine.report(design)
    racks = tuple(
        one.evolve(x_mm=one.x_mm + 9000) if one.id == rack else one for one in design.racks
    )
    move = diff(design, design.evolve(racks=racks))
    begun, more, limits, whole = engine.previewed(7, design, move, (rack,))
    assert begun.model_dump(exclude_defaults=True).keys() == {"preview", "rest_follows", "cables"}
    assert more.cables is begun.cables
    assert more.model_fields_set == begun.model_fields_set | {"cable_rows"}
    assert more.cable_rows is not None
    assert limits.model_fields_set == more.model_fields_set | {"racks"}
    assert [one.id for one in limits.racks] == [rack]
    assert whole.racks is limits.racks
    assert whole.cable_rows is more.cable_rows
    assert begun.cables is not None
    assert begun.cables.figure("length_m") != begun.cables.figure("length_before_m")
    assert (whole.rest_follows, whole.cables) == (False, begun.cables)
    assert whole.changes
    assert Evaluator(SHIPPED).preview(7, design, move, (rack,)) == whole
    of_others = next(one.id for one in design.racks if one.row == "")
    parts = list(engine.previewed(8, design, move, (of_others,)))
    assert [part.rest_follows for part in parts] == [True, False]
    assert parts[0].cables is None, "cables of others are not asked for"
    name = diff(design, design.evolve(name="other"))
    assert [part.rest_follows for part in engine.previewed(9, design, name, (rack,))] == [False]


def test_cables_with_another_medium_are_counted_one_by_one() -> None:
    near, far = (moved(pod(), leaf_rack(), dx, 0) for dx in (100, 70_000))
    assert near.other_media == 0
    gained = sum(max(0, now - was) for _, was, now in far.media)
    assert far.other_media is not None
    assert far.other_media >= gained > 0


def test_pieces_without_a_price_are_counted_on_both_sides() -> None:
    engine, design = Evaluator(SHIPPED), pod()
    engine.report(design)
    rack = leaf_rack()
    racks = tuple(
        one.evolve(x_mm=one.x_mm + 70_000) if one.id == rack else one for one in design.racks
    )
    answer = engine.preview(1, design, diff(design, design.evolve(racks=racks)), (rack,))
    after = engine.report(design.evolve(racks=racks)).cables
    (price,) = (one for one in answer.changes if one.what == COST_OF_CABLES)
    assert price.unpriced == after.unpriced > 0
    assert price.unpriced_before == evaluate(design, SHIPPED).cables.unpriced


def test_trays_say_what_they_gain_and_lose() -> None:
    rack = leaf_rack()
    design = pod(*TRAYS)
    y = next(one.y_mm for one in design.racks if one.id == rack)
    found = moved(design, rack, 0, -y)
    gains = {gain.tray: gain.cables for gain in found.gains}
    assert gains
    assert sorted(gains.values(), reverse=True) == [gain.cables for gain in found.gains]
    assert all(abs(more) <= found.count for more in gains.values())
    assert moved(design, rack, 0, 0).gains == ()
    assert moved(design, rack, 0, 0).now == ()


def table(design: Design) -> list[CableRow]:
    return list(table_of(design, SHIPPED).rows())


def test_lines_of_the_schedule_that_differ_are_those_of_the_design_after_the_drop() -> None:
    rack, dx = leaf_rack(), 1200
    for design in (pod(), pod(*TRAYS)):
        rows = tried(design, rack, dx, 0).cable_rows
        assert rows is not None
        (home,) = (one for one in design.racks if one.id == rack)
        change = Change(put=(("racks", (home.evolve(x_mm=home.x_mm + dx),)),))
        after = apply(design, change)
        told = {number: at for at, number in enumerate(rows.numbers)}
        differ = 0
        for was, now in zip(table(design), table(after), strict=True):
            assert (was.number, was.label) == (now.number, now.label)
            if was.number not in told:
                same = [(one.stock_m, one.medium, one.state, one.trays) for one in (was, now)]
                assert same[0] == same[1]
                continue
            at, differ = told[was.number], differ + 1
            length = now.figure("length_m")
            assert rows.metres[at] == pytest.approx(now.length_m)
            assert rows.low_m[at] == pytest.approx(length.low)
            assert (rows.high_m[at] is None) == (length.high == inf)
            assert (rows.stock_m[at], rows.media[at]) == (now.stock_m, now.medium)
            assert (rows.price[at], rows.states[at]) == (now.price, now.state)
            assert (rows.trays[rows.ways[at]] or ()) == now.trays
        assert differ == len(rows.numbers) > 0
    still = tried(pod(), rack, 0, 0).cable_rows
    assert still is not None
    assert still.numbers == ()


def test_a_pin_that_reaches_no_more_is_named() -> None:
    layout = Layout(pod())
    leaves = [p for p in layout.every() if p.fabric == "compute" and p.tier == "leaf"]
    node = next(p for p in layout.every() if p.part == "dgx-h100")
    pinned = Cable(
        id="c1", a=node.key, b=leaves[0].key, a_port="1.1", b_port="1.1", fabric="compute",
        part="fiber-mpo12-mmf",
    )  # fmt: skip
    design = pod(cables=(pinned,))
    far = moved(design, node.rack, 60_000, 0)
    near = moved(design, node.rack, 0, 0)
    assert near.pins == ()
    assert far.pins == ("c1",), "50 m of multimode fibre"
    assert far.too_far > near.too_far


def test_what_has_no_cables_moves_none() -> None:
    design = apply(pod(), Change(drop=(("fabrics", tuple(f.id for f in pod().fabrics)),)))
    rack = design.racks[0].id
    engine = Evaluator(SHIPPED)
    engine.report(design)
    change = diff(design, design.evolve(racks=(
        design.racks[0].evolve(y_mm=9_000), *design.racks[1:])))  # fmt: skip
    assert engine.preview(1, design, change, (rack,)).cables is None
