"""Tables, notes, scales and limits of a sheet: what is written where, and what gives way."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from designer.render.elevation_frame import frame_in, half_u_at, margin_share, zero_u_rect
from designer.render.rack_painter import u_at
from designer.render.sheets import rack_sheet
from designer.render.sheets.floor_sheet import fit_floor
from designer.render.sheets.ink import Ink
from designer.render.sheets.rack_facts import contents_rows, grouped_rows
from designer.render.sheets.scale_bar import bar_steps, draw_scale_bar, scale_text
from designer.render.sheets.sheet_list import RackGroup, name_ranges, natural
from designer.render.sheets.tables import (
    HEADING,
    Column,
    draw_heading,
    draw_notes,
    draw_table,
    wrapped_rows,
)
from tests.helpers import drawn_racks
from tests.helpers.drawn_hall import hall
from tests.helpers.drawn_racks import device, rack
from tests.helpers.marks import Mark, marks_of, text_mark, texts, token_theme

pytestmark = pytest.mark.usefixtures("qapp")
THEME = token_theme(is_print=True)
COLUMNS = (Column("name", 3), Column("kW", 1, right=True), Column("", 1, right=True, dim=True))


def drawn(draw: object) -> tuple[list[Mark], object]:
    """Return what is drawn on a sheet, in mm, and what the function returned."""
    answers: list[object] = []

    def run(painter: QPainter) -> None:
        answers.append(draw(Ink(painter, 10.0, THEME)))  # type: ignore[operator]  # a function

    return marks_of(200, 200, run, 10.0), answers[0]


def test_a_heading_stands_above_its_table() -> None:
    marks, below = drawn(lambda ink: draw_heading(ink, 10, 20, 50, "Limits"))
    (mark,) = marks
    assert (mark.words, mark.fill, mark.weight) == ("LIMITS", "dim", 600)
    assert mark.left == pytest.approx(10, abs=0.2)
    assert below == pytest.approx(25.2)


def test_columns_share_the_width_and_figures_end_at_the_right() -> None:
    rows = [("first", "1.0", "x"), ("total", "22.5", "y")]
    box = QRectF(10, 20, 100, 0)
    marks, below = drawn(lambda ink: draw_table(ink, box, COLUMNS, rows, strong_last=True))
    assert texts(marks) == ["name", "kW", "first", "1.0", "x", "total", "22.5", "y"]
    assert below == pytest.approx(20 + 3 * 4.6)
    for words in ("name", "first", "total"):
        assert text_mark(marks, words).left == pytest.approx(10, abs=0.3)
    assert text_mark(marks, "1.0").left > text_mark(marks, "22.5").left > 60
    assert text_mark(marks, "1.0").left < 90
    assert text_mark(marks, "y").left > 100
    assert [text_mark(marks, words).weight for words in ("kW", "first", "total")] == [500, 400, 600]
    assert [text_mark(marks, words).fill for words in ("kW", "first", "x")] == [
        "dim",
        "text",
        "dim",
    ]
    lines = [mark for mark in marks if mark.kind == "line"]
    assert [round(mark.top, 1) for mark in lines] == [24.6, 29.2, 29.2]
    assert [round(mark.line, 2) for mark in lines] == [0.26, 0.13, 0.31]
    assert [mark.stroke for mark in lines] == ["text", "line", "text"]
    assert all(mark.width == pytest.approx(100) for mark in lines)


def test_no_line_runs_between_the_lines_of_one_row() -> None:
    rows = [("some words that are too long for it", "1.0", "x"), ("short", "2.0", "y")]
    box = QRectF(10, 20, 30, 0)

    def draw(ink: Ink) -> int:
        lines = wrapped_rows(ink, COLUMNS, rows, box.width(), 2.4)
        draw_table(ink, box, COLUMNS, lines, names=False, row_height=4)
        return len(lines) - 1

    marks, further = drawn(draw)
    assert isinstance(further, int)
    assert further > 1
    ends = [round(mark.top, 1) for mark in marks if mark.kind == "line"]
    assert ends == [20 + 4 * further, 24 + 4 * further]


def test_without_names_and_total_a_table_is_its_rows() -> None:
    box = QRectF(10, 20, 100, 0)
    marks, below = drawn(
        lambda ink: draw_table(ink, box, COLUMNS, [("a", "1", "2")] * 2, names=False, row_height=3)
    )
    assert texts(marks) == ["a", "1", "2"] * 2
    assert below == pytest.approx(26)
    lines = [mark for mark in marks if mark.kind == "line"]
    assert [round(mark.top, 1) for mark in lines] == [23.0, 26.0]


def test_a_figure_gets_small_before_it_loses_its_end_and_a_name_sooner_loses_it() -> None:
    box = QRectF(10, 20, 60, 0)
    rows = [("a name that is far too long for its column, however small", "1,234,567.8", "")]
    marks, _ = drawn(lambda ink: draw_table(ink, box, COLUMNS, rows, names=False))
    name, figure = (mark for mark in marks if mark.kind == "text")
    assert name.words.endswith("…")
    assert name.size == pytest.approx(2.5 * 0.72, abs=0.11)
    assert figure.words == "1,234,567.8"
    assert 2.5 * 0.55 - 0.1 <= figure.size < 2.5


NOTES = ["short one", "another", "the last of them"]


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (100.0, [*NOTES]),
        (13.0, [*NOTES]),
        (8.2, [NOTES[0], "… more in the report"]),
        (4.5, ["… more in the report"]),
    ],
)
def test_notes_are_numbered_and_what_does_not_fit_is_said(room: float, said: list[str]) -> None:
    marks, below = drawn(lambda ink: draw_notes(ink, QRectF(10, 20, 100, room), NOTES))
    words = [line for line in texts(marks) if not line.isdecimal()]
    assert words == said
    numbers = [line for line in texts(marks) if line.isdecimal()]
    shown = [line for line in said if line in NOTES]
    assert numbers == [str(n + 1) for n in range(len(shown))]
    assert below == pytest.approx(20 + len(shown) * (2.4 * 1.45 + 0.5))
    for number in numbers:
        assert text_mark(marks, number).left == pytest.approx(10, abs=0.3)
    assert all(text_mark(marks, line).left == pytest.approx(14, abs=0.3) for line in said)


def test_a_long_note_goes_on_under_itself() -> None:
    note = "words " * 30
    marks, below = drawn(lambda ink: draw_notes(ink, QRectF(10, 20, 60, 90), [note.strip()]))
    lines = [mark for mark in marks if mark.words.startswith("words")]
    assert len(lines) > 2
    steps = {round(b.top - a.top, 2) for a, b in pairwise(lines)}
    assert steps == {round(2.4 * 1.45, 2)}
    assert below == pytest.approx(20 + len(lines) * 2.4 * 1.45 + 0.5)


@pytest.mark.parametrize(("lines", "said"), [(4.0, ["NOTES", "1", "first"]), (3.9, [])])
def test_a_sheet_has_notes_where_their_heading_and_a_line_fit(
    lines: float, said: list[str]
) -> None:
    box = QRectF(10, 20, 90, HEADING + lines)
    marks, _ = drawn(lambda ink: rack_sheet._draw_notes(ink, box, ["first"]))
    assert texts(marks) == said


@pytest.mark.parametrize(
    ("scale", "most", "step"),
    [(10, 80, 100), (10, 50, 100), (10, 49.9, 100), (10, 100, 200), (50, 100, 1_000),
     (50, 99.9, 500), (1000, 0.4, 100), (1000, 1e6, 50_000)],
)  # fmt: skip
def test_a_scale_bar_has_the_longest_round_steps_that_fit(
    scale: float, most: float, step: int
) -> None:
    assert bar_steps(scale, most) == step


@pytest.mark.parametrize(("scale", "unit"), [(10.0, "mm"), (100.0, "m")])
def test_a_scale_bar_is_as_long_as_it_says(scale: float, unit: str) -> None:
    marks, width = drawn(lambda ink: draw_scale_bar(ink, 20, 30, 80, scale))
    step = bar_steps(scale, 80)
    assert width == pytest.approx(5 * step / scale)
    parts = [mark for mark in marks if mark.kind == "box" and mark.stroke]
    assert [round(mark.left, 1) for mark in parts] == [
        round(20 + n * step / scale, 1) for n in range(5)
    ]
    filled = [mark for mark in marks if mark.fill and mark.kind == "box"]
    assert len(filled) == 3, "every second part is black"
    by = 1 if unit == "mm" else 1_000
    assert texts(marks) == [
        *(f"{n * step / by:g}" for n in range(6)), f"{unit} at {scale_text(scale)}"
    ]  # fmt: skip


def test_a_room_is_drawn_at_the_largest_scale_with_room_for_the_names_of_rows() -> None:
    room = QRectF(0, 0, 129, 120)
    assert fit_floor((6_000, 6_000), room) == 50
    assert fit_floor((6_000, 6_000), room.adjusted(0, 0, -0.1, 0)) == 75
    assert fit_floor((6_000, 6_050), room) == 75
    assert fit_floor((10**7, 10), room) == 1000


def many(count: int) -> RackGroup:
    """Return a rack of different devices, each a unit high."""
    base = hall(devices=())
    made = base.racks[3]
    return RackGroup((made,), None)


@pytest.mark.parametrize("count", [6, 12, 24])
@pytest.mark.parametrize("room", [28.0, 40.0, 200.0])
def test_contents_lose_no_row_without_saying_how_many(count: int, room: float) -> None:
    look = drawn_racks.look
    devices = [
        device(f"d{n}x", look("server", id=f"s{n}", name=f"S{n}"), n) for n in range(1, count + 1)
    ]
    drawing = rack(*devices, units=42)
    marks, _ = drawn(
        lambda ink: rack_sheet._draw_contents(ink, QRectF(10, 20, 90, room), many(count), drawing)
    )
    said = texts(marks)
    names = [words for words in said if words.startswith("d") and words.endswith("x")]
    more = [int(words.split()[0]) for words in said if words.endswith(" more rows")]
    assert "with the rack" in said, "the total is always there"
    assert len(names) + sum(more) + ("the rack itself" in said) + 1 == count + 2
    assert names == [f"d{n}x" for n in range(count, 0, -1)][: len(names)]
    if room == 200.0:
        assert more == []
    bottom = max(mark.top for mark in marks)
    assert bottom <= 20 + room + 0.5


def test_neighbours_of_one_part_and_one_series_share_a_line() -> None:
    flat = drawn_racks.FLAT_NODE
    listed = [device(f"n-{n}", flat, n) for n in (1, 2, 3)]
    listed += [
        device("m-4", flat, 4),
        device("n-5", flat, 5, face="rear"),
        device("plain", flat, 6),
    ]
    drawing = rack(*listed)
    rows = [row[:3] for row in grouped_rows(drawing, None)]
    assert rows[:4] == [
        ("6", "plain", "Flat node"), ("5", "n-5", "Flat node"), ("4", "m-4", "Flat node"),
        ("1–3", "n-3…1", "3 × Flat node"),
    ]  # fmt: skip
    assert [row[1] for row in contents_rows(drawing, None)[:6]] == [
        "plain", "n-5", "m-4", "n-3", "n-2", "n-1"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["A1"], "A1"),
        (["A1", "A2"], "A1–A2"),
        (["A2", "A1", "A3", "A5"], "A1–A3, A5"),
        (["A9", "A10"], "A9, A10"),
        (["A09", "A10", "A11"], "A09–A11"),
        (["A1", "B2"], "A1, B2"),
        (["x", "y"], "x, y"),
        (["A1", "A1"], "A1, A1"),
        (["A1x", "A2x"], "A1x, A2x"),
    ],
)
def test_runs_of_names_are_shortened(names: list[str], said: str) -> None:
    assert name_ranges(names) == said


def test_names_are_ordered_by_their_numbers() -> None:
    names = ["A10", "A2", "10", "B1", "A2b", "9"]
    assert sorted(names, key=natural) == ["9", "10", "A2", "A2b", "A10", "B1"]


def test_an_elevation_has_margins_gutters_and_units() -> None:
    box = QRectF(10, 20, 200, 600)
    drawing = rack(units=12, height_mm=600, width_mm=600)
    share = margin_share(drawing)
    assert share == pytest.approx((600 - 12 * 44.45) / 2 / 600)
    frame = frame_in(box, drawing)
    assert frame.unit * 12 == pytest.approx(600 * (1 - 2 * share))
    assert frame.gutter == pytest.approx(min(1.2 * frame.unit, 200 * 0.16))
    assert frame.outer.left() == pytest.approx(10 + frame.gutter)
    assert frame.panel.width() == pytest.approx(frame.outer.width() * (1 - 2 * 0.085))
    real = frame_in(box, drawing, to_scale=True)
    assert real.panel.width() == pytest.approx(real.outer.width() * 482.6 / 600)
    assert margin_share(rack(height_mm=None)) == margin_share(rack(units=0)) == 0.027
    assert margin_share(rack(units=42, height_mm=600)) == 0, "units never reach beyond the rack"
    sealed = frame_in(box, rack(units=0))
    assert (sealed.unit, sealed.gutter) == (0, 0)


def test_half_units_are_found_inside_the_opening_only() -> None:
    box = QRectF(0, 0, 200, 600)
    frame, drawing = frame_in(box, rack()), rack()
    panel = frame.panel
    centre = panel.center()
    assert half_u_at(frame, panel.bottomLeft()) is None
    centre.setY(panel.bottom() - 0.01)
    assert half_u_at(frame, centre) == 2
    centre.setY(panel.top())
    assert half_u_at(frame, centre) == 2 * 12 + 2
    centre.setY(panel.top() - 0.01)
    assert half_u_at(frame, centre) is None
    assert u_at(box, drawing, panel.top() - 1) == 25
    assert u_at(box, drawing, panel.bottom() + 1) == 2
    assert u_at(box, rack(units=0), 100) == 0


def test_pdus_hang_left_right_left_from_outside_in() -> None:
    pdus = [device(f"p{n}", drawn_racks.PDU, 0, face="zero-u", feed=f"{n}") for n in range(3)]
    drawing = rack(*pdus, width_mm=800, height_mm=600)
    frame = frame_in(QRectF(0, 0, 400, 600), drawing, to_scale=True)
    places = [zero_u_rect(frame, drawing, pdu) for pdu in pdus]
    assert places[0].left() == pytest.approx(frame.outer.left() + 1.5)
    assert places[1].right() == pytest.approx(frame.outer.right() - 1.5)
    assert places[2].left() == pytest.approx(places[0].right() + 1.5)
    assert places[2].right() < frame.panel.left()
    tall = 500 / 44.45 * frame.unit
    assert all(place.height() == pytest.approx(tall) for place in places)
    assert all(frame.panel.contains(place.center().x(), place.center().y()) is False
               for place in places)  # fmt: skip
    spare = frame.panel.height() - tall
    assert places[0].bottom() == pytest.approx(frame.panel.bottom() - min(frame.unit, spare) / 2)
    unlisted = device("else", drawn_racks.PDU, 0, face="zero-u")
    assert zero_u_rect(frame, drawing, unlisted).isEmpty()
    endless = drawn_racks.look("rack-pdu", height_mm=None, width_mm=None)
    single = rack(device("p", endless, 0, face="zero-u"))
    place = zero_u_rect(frame_in(QRectF(0, 0, 400, 600), single), single, single.zero_u[0])
    frame = frame_in(QRectF(0, 0, 400, 600), single)
    assert place.height() == pytest.approx(frame.panel.height())
