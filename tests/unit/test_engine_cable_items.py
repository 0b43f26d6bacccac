"""Cables one by one: pages, filters and order by asking the engine, and as CSV."""

import csv
import io
import math

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.cable_report import CableRows, CablesAsked, CableSorts
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.cables.questions import table_of
from designer.io.export.cable_list import cables_csv, points_csv
from designer.model.change import diff
from designer.model.design import Tray
from designer.planning.templates import build
from tests.helpers.cable_halls import hall, leaf, node
from tests.unit.test_engine_cable_media import (
    FAR,
    LINE,
    MEDIA,
    NEAR,
    by_hand,
    cable,
    design,
)
from tests.unit.test_engine_cable_media import (
    PARTS as PARTS_ALONE,
)

PARTS = load_shipped()
POD = build("dgx-superpod-h100", {"scalable_units": "1"}, PARTS).evolve(trays=())


@pytest.fixture(scope="module")
def pod() -> Evaluator:
    engine = Evaluator(PARTS)
    engine.report(POD)
    return engine


def ask(engine: Evaluator, question: object = POD, **fields: object) -> CableRows:
    answer = engine.answer(POD, "cables", "items", fields)
    assert isinstance(answer, CableRows)
    return answer


def small(made: object, **fields: object) -> CableRows:
    engine = Evaluator(MEDIA)
    engine.report(made)
    answer = engine.answer(made, "cables", "items", fields)
    assert isinstance(answer, CableRows)
    return answer


def test_a_cable_has_its_label_ends_way_and_price() -> None:
    (row,) = small(design(FAR)).rows
    assert row.label == "A-38:1/B-38:1"
    assert (row.a.rack, row.a.unit, row.a.cage, row.a.lane) == ("a", "38", 1, 1)
    assert (row.a.module, row.b.module) == ("glass", "glass")
    assert (row.medium, row.part, row.stock_m, row.reach_m) == ("MMF", "cord", 21, 50)
    assert (row.price, row.trays, row.on_tray, row.state) == (210, ("Main",), True, "reached")
    assert row.corners == ((1000, 1000), (21_000, 1000))
    assert row.length_m == pytest.approx(20.6, abs=0.2)


def test_whether_a_cable_reaches_that_follows_no_tray_cannot_be_said() -> None:
    """It was told as reached beside a length without an upper end."""
    made = design(FAR).evolve(trays=())
    (row,) = small(made).rows
    assert (row.medium, row.on_tray, row.figure("length_m").high) == ("MMF", False, math.inf)
    assert row.state == "cannot be said"
    (line,) = table(cables_csv(made, MEDIA))
    assert (line["m high"], line["note"]) == ("", "whether it reaches cannot be said")
    assert small(made, wrong=True).total == 0
    stated = design(FAR, by_hand(length_m=20.0)).evolve(trays=())
    assert [one.state for one in small(stated).rows] == ["reached"], "its length is stated"


def test_whether_a_cable_reaches_cannot_be_said_where_nobody_states_how_far_it_may() -> None:
    without = Catalog((*PARTS_ALONE.parts, cable("odd", "DAC", None, 10)))
    engine = Evaluator(without)
    engine.report(design(FAR))
    found = engine.answer(design(FAR), "cables", "items", {})
    assert isinstance(found, CableRows)
    told = [(one.part, one.reach_m, one.state) for one in found.rows]
    assert told == [("odd", None, "cannot be said")]


def test_a_drag_off_the_trays_leaves_open_whether_its_cables_reach() -> None:
    made = design(FAR)
    engine = Evaluator(MEDIA)
    engine.report(made)
    away = FAR[1].evolve(y_mm=12_000)
    preview = engine.preview(1, made, diff(made, made.evolve(racks=(made.racks[0], away))), ("b",))
    assert preview.cable_rows is not None
    assert preview.cable_rows.states == ("cannot be said",)


def test_a_cable_that_nothing_reaches_says_so() -> None:
    made = design((FAR[0], FAR[1].evolve(x_mm=80_000)))
    (row,) = small(made, wrong=True).rows
    assert (row.state, row.medium, row.stock_m, row.price) == ("too far", "", None, None)
    assert small(design(FAR), wrong=True).total == 0
    pinned = small(design(NEAR, by_hand("copper-3"))).rows[0]
    assert (pinned.pinned, pinned.by_hand) == (True, "c1")


def test_pages_are_of_all_that_is_asked_for(pod: Evaluator) -> None:
    every = ask(pod, count=10_000)
    assert every.total == len(every.rows) == 798
    page = ask(pod, first=100, count=7)
    assert page.total == 798
    assert page.rows == every.rows[100:107]
    assert len({row.label for row in every.rows}) == 798


def test_filters_keep_what_meets_all_of_them(pod: Evaluator) -> None:
    every = ask(pod, count=10_000).rows

    def same(kept: object, **fields: object) -> None:
        found = ask(pod, count=10_000, **fields)
        assert [row.label for row in found.rows] == [r.label for r in every if kept(r)]
        assert 0 < found.total < 798

    same(lambda r: r.fabric == "storage", fabric="storage")
    same(lambda r: "A01" in (r.a.rack, r.b.rack), rack="A01")
    same(lambda r: r.medium == "DAC", medium="DAC")
    key = every[0].b.device
    same(lambda r: key in (r.a.device, r.b.device), device=key)
    same(lambda r: r.medium == "MMF" and "A01" in (r.a.rack, r.b.rack), medium="MMF", rack="A01")
    words = ask(pod, text="dgx-a01 c-leaf", count=10_000)
    assert words.total
    assert all("dgx-A01" in row.a.name and "c-leaf" in row.b.name for row in words.rows)
    assert ask(pod, tray="nowhere").total == 0


def test_a_tray_shows_the_cables_in_it() -> None:
    aside = Tray(id="u", name="Side", corners=((0, 15_000), (25_000, 15_000)))
    made = design(FAR).evolve(trays=(LINE, aside))
    assert small(made, tray="t").total == 1
    assert small(made, tray="u").total == 0


def test_the_order_is_by_a_column_with_what_is_not_known_last(pod: Evaluator) -> None:
    for column in ("length", "stock", "price"):
        rows = ask(pod, sort=column, count=10_000).rows
        name = {"length": "length_m", "stock": "stock_m", "price": "price"}[column]
        values = [getattr(row, name) for row in rows]
        assert values == sorted(values)
        falling = ask(pod, sort=column, descending=True, count=10_000).rows
        assert [getattr(row, name) for row in falling] == sorted(values, reverse=True)
    made = design((FAR[0], FAR[1].evolve(x_mm=80_000)))
    assert small(made, sort="price").total == 1


def test_sums_of_the_rows_are_those_of_the_report(pod: Evaluator) -> None:
    cables = pod.report(POD).cables
    rows = ask(pod, count=10_000).rows
    assert sum(row.length_m or 0 for row in rows) == pytest.approx(cables.length_m)
    for line in cables.media:
        mine = [row for row in rows if row.medium == line.medium]
        assert len(mine) == line.count
        assert max(row.length_m or 0 for row in mine) == pytest.approx(line.longest_m)


def test_media_are_told_for_each_sort_of_cages(pod: Evaluator) -> None:
    answer = pod.answer(POD, "cables", "sorts", {"fabric": "compute"})
    assert isinstance(answer, CableSorts)
    assert {one.fabric for one in answer.sorts} == {"compute"}
    (trunks,) = [one for one in answer.sorts if one.between == "QM9700 and QM9700"]
    assert trunks.pairing == "cage to cage"
    assert trunks.options[0].startswith("DAC: 2 × 400G OSFP copper (DAC) · to 2 m · 200 USD")
    priced = ["no price" not in one for one in trunks.options]
    assert priced == sorted(priced, reverse=True)
    assert any("its plug is flat" in one for one in trunks.refused)


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_schedule_of_cables_has_a_row_for_each() -> None:
    rows = table(cables_csv(POD, PARTS))
    assert len(rows) == 798
    first = rows[0]
    assert first["from device"] == "dgx-A01-1"
    assert (first["from cage"], first["from lane"], first["from port"]) == ("1", "1", "1.1")
    assert first["trays"] == "none: a straight way"
    assert (first["m high"], first["chosen by"]) == ("", "rule")
    assert (first["lead weeks"], first["lead not stated"][-6:]) == ("", " parts")
    assert {row["price basis"] for row in rows} <= {
        "",
        "estimated from the prices of other lengths",
    }
    (far,) = table(cables_csv(design((FAR[0], FAR[1].evolve(x_mm=80_000))), MEDIA))
    assert far["note"] == "no medium of the catalogue reaches"
    assert (far["price"], far["m bought"]) == ("", "")


def test_the_plan_from_port_to_port_has_both_ends_of_each() -> None:
    (row,) = table(points_csv(design(FAR), MEDIA))
    assert (row["A-Node Name"], row["A-Rack"], row["A-U"], row["A-Port"]) == ("n", "A", "38", "1")
    assert (row["Z-Node Name"], row["Z-Cage"], row["Z-Lane"]) == ("leaf", "1", "1")
    assert (row["Cable"], row["Length"]) == ("cord", "21 m")


def test_what_stands_in_no_unit_is_labelled_by_its_name() -> None:
    held = (node("n", "a", 38).evolve(half_u=0, face="door"), leaf("leaf", "a", 30))
    (row,) = small(hall(NEAR[:1], held)).rows
    assert row.label == "A-n:1/A-30:1"


def test_words_of_names_find_what_every_word_of_a_label_finds() -> None:
    """Words of names are looked for device by device, all others cable by cable: alike."""
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    table = table_of(pod, load_shipped())
    every = [int(at) for at in table.asked_for(CablesAsked())]
    for word in ("leaf", "A01", "a01-", "dgx-a01-2", "b05", "1.1", "a01-03:1", "/b05", "nothing"):
        found = [int(at) for at in table.asked_for(CablesAsked(text=word))]
        assert found == [at for at in every if word.casefold() in table._said(at)], word


def test_the_first_line_near_a_device_a_rack_and_a_cable_by_hand_is_told(
    pod: Evaluator,
) -> None:
    every = ask(pod, count=100_000)
    assert every.near is None
    last = every.rows[-1]
    for key in (last.a.device, last.b.device, last.a.rack, last.b.rack):
        at = next(
            n for n, one in enumerate(every.rows)
            if key in (one.a.device, one.b.device, one.a.rack, one.b.rack)
        )  # fmt: skip
        assert ask(pod, near=(key,), count=1).near == at
        assert ask(pod, near=(key,), count=1, sort="length", descending=True).near is not None
    assert ask(pod, near=("qqq zzz",)).near is None
    laid = small(design(NEAR, by_hand("copper-3")), near=("b", "c1"))
    assert laid.near is not None
    assert laid.rows[laid.near].by_hand == "c1"
