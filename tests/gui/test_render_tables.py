"""Tables, notes, scales and limits of a sheet: what is written where, and what gives way."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from designer.render.elevation_frame import frame_in, half_u_at, margin_share, zero_u_rect
from designer.render.rack_painter import u_at
from designer.render.sheets.flow import (
    GAP,
    HEADING,
    Block,
    Filled,
    Laid,
    Piece,
    fill,
    parts_of,
)
from designer.render.sheets.ink import LINE_MM, Ink
from designer.render.sheets.plan import fit_floor
from designer.render.sheets.rack_facts import contents_rows, grouped_rows
from designer.render.sheets.scale_bar import bar_steps, draw_scale_bar, scale_text
from designer.render.sheets.sheet_list import name_ranges, natural
from designer.render.sheets.tables import Column, notes, table
from designer.render.theme import LEAST_EM_MM
from tests.helpers import drawn_racks
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


def put(ink: Ink, made: Block | None, box: QRectF) -> Filled:
    """Draw a block into a space and return what stands there."""
    filled = fill(parts_of([made]), box, must=True)
    filled.draw(ink)
    return filled


@pytest.mark.parametrize(("width", "under"), [(150.0, False), (60.0, True), (26.0, True)])
def test_a_remark_without_room_beside_its_heading_stands_whole_under_it(
    width: float, under: bool
) -> None:
    """A narrow column said "3 errors, 1 warning,…ot be said, 1 remark" beside its heading."""
    said = "3 errors, 1 warning, 2 cannot be said, 1 remark"

    def draw(ink: Ink) -> Filled:
        made = table(ink, "Findings", COLUMNS, [("x", "7", "")], remark=said)
        return put(ink, made, QRectF(10, 20, width, 100))

    marks, _ = drawn(draw)
    words = [mark.words for mark in marks if mark.words]
    assert said in " ".join(words)
    lines = [mark for mark in marks if mark.words and mark.words in said]
    heading = next(mark for mark in marks if mark.words == "FINDINGS")
    below = [mark for mark in lines if mark.top > heading.top + 2]
    assert bool(below) == under
    assert max(mark.top for mark in lines) < min(m.top for m in marks if m.words == "kW")


def test_a_heading_stands_above_its_table_with_a_remark() -> None:
    made = Block("Limits", lambda _: Laid((Piece(4.0, lambda ink, box: None),)), "8 racks")
    marks, filled = drawn(lambda ink: put(ink, made, QRectF(10, 20, 50, 100)))
    heading, remark = marks
    assert (heading.words, heading.fill, heading.weight) == ("LIMITS", "dim", 600)
    assert heading.left == pytest.approx(10, abs=0.2)
    assert remark.words == "8 racks"
    assert remark.left > 45
    assert filled.bottom == pytest.approx(20 + HEADING + 4)


def test_columns_share_the_width_and_figures_end_at_the_right() -> None:
    rows = [("first", "1.0", "x"), ("total", "22.5", "y")]
    box = QRectF(10, 20, 100, 60)
    marks, filled = drawn(
        lambda ink: put(ink, table(ink, "Power", COLUMNS, rows, strong_last=True), box)
    )
    assert texts(marks) == ["POWER", "name", "kW", "first", "1.0", "x", "total", "22.5", "y"]
    for words in ("name", "first", "total"):
        assert text_mark(marks, words).left == pytest.approx(10, abs=0.3)
    assert text_mark(marks, "1.0").left > text_mark(marks, "22.5").left > 60
    assert text_mark(marks, "y").left > 100
    assert [text_mark(marks, words).weight for words in ("kW", "first", "total")] == [500, 400, 600]
    assert [text_mark(marks, words).fill for words in ("kW", "first", "x")] == [
        "dim", "text", "dim"
    ]  # fmt: skip
    lines = [mark for mark in marks if mark.kind == "line"]
    assert [round(mark.line, 2) for mark in lines] == [0.26, 0.13, 0.31]
    assert [mark.stroke for mark in lines] == ["text", "line", "text"]
    assert all(mark.width == pytest.approx(100) for mark in lines)
    assert filled.rest == ()


def test_no_line_runs_between_the_lines_of_one_row() -> None:
    rows = [("some words that are too long for it", "1.0", "x"), ("short", "2.0", "y")]

    def draw(ink: Ink) -> Filled:
        return put(ink, table(ink, "T", COLUMNS, rows, names=False), QRectF(10, 20, 30, 90))

    marks, filled = drawn(draw)
    _, (_, first), (_, second) = filled.places
    assert first.height() > 2.5 * second.height()
    ends = [round(mark.top, 1) for mark in marks if mark.kind == "line"]
    assert ends == [round(first.bottom(), 1), round(second.bottom(), 1)]


def test_a_table_without_names_and_total_is_its_rows_and_none_without_rows() -> None:
    marks, _ = drawn(
        lambda ink: put(
            ink, table(ink, "T", COLUMNS, [("a", "1", "2")] * 2, names=False),
            QRectF(10, 20, 100, 50),
        )
    )  # fmt: skip
    assert texts(marks) == ["T", *["a", "1", "2"] * 2]
    assert drawn(lambda ink: table(ink, "T", COLUMNS, []))[1] is None


def test_nothing_in_a_table_is_cut_or_too_small_to_read() -> None:
    name = "a name that is far too long for its column, and aVeryLongWordWithoutAnySpaceInIt"
    rows = [(name, "1,234,567.8", ""), ("b", "~6,800 m³/h (3,200–8,900)", "")]
    marks, _ = drawn(
        lambda ink: put(ink, table(ink, "T", COLUMNS, rows, names=False), QRectF(10, 20, 60, 90))
    )
    said = "".join(texts(marks)).replace(" ", "")
    assert name.replace(" ", "") in said.replace("1,234,567.8", "")
    assert "1,234,567.8" in texts(marks)
    assert "~6,800m³/h(3,200–8,900)" in said
    assert all(mark.size >= LEAST_EM_MM - 0.01 for mark in marks if mark.kind == "text")


def test_a_table_goes_on_under_its_heading_repeated_and_its_sum_is_not_left_alone() -> None:
    rows = [*((f"d{n}", f"{n}.0", "") for n in range(1, 12)), ("all", "66.0", "")]

    def draw(ink: Ink) -> list[Filled]:
        made = table(ink, "Contents", COLUMNS, rows, strong_last=True)
        filled, rest = [], parts_of([made])
        for left in (10, 80, 150):
            filled.append(fill(rest, QRectF(left, 20, 45, 30)))
            rest = filled[-1].rest
            filled[-1].draw(ink)
        assert rest == ()
        return filled

    marks, filled = drawn(draw)
    said = texts(marks)
    assert [words for words in said if words.startswith("CONTENTS")] == [
        "CONTENTS", "CONTENTS, CONTINUED", "CONTENTS, CONTINUED"
    ]  # fmt: skip
    assert said.count("kW") == 3
    assert [words for words in said if words[0] == "d"] == [f"d{n}" for n in range(1, 12)]
    assert isinstance(filled, list)
    assert len(filled[-1].places) >= 4, "heading, names, at least one row, and the sum"
    assert all(part.bottom <= 50.05 for part in filled)


def test_a_block_does_not_begin_where_hardly_anything_of_it_fits() -> None:
    blocks = [
        Block(title, lambda _: Laid((Piece(5.0, lambda ink, box: None),) * 4))
        for title in ("first", "second")
    ]
    room = HEADING + 20 + GAP + HEADING + 5
    assert len(fill(parts_of(blocks), QRectF(0, 0, 50, room)).places) == 5
    assert len(fill(parts_of(blocks), QRectF(0, 0, 50, room + 10)).places) == 9
    (part,) = fill(parts_of(blocks[:1]), QRectF(0, 0, 50, HEADING + 6), must=True).rest
    assert part.start == 1, "alone in its space it begins in any case"


def test_a_piece_that_is_higher_than_a_sheet_is_drawn_where_it_must() -> None:
    blocks = [Block("tall", lambda _: Laid((Piece(500.0, lambda ink, box: None),)))]
    frame = QRectF(0, 0, 50, 100)
    assert fill(parts_of(blocks), frame).places == ()
    assert len(fill(parts_of(blocks), frame, must=True).places) == 2


NOTES = ["short one", "another", "the last of them"]


def test_notes_are_numbered_and_go_on_in_the_next_space() -> None:
    def draw(ink: Ink) -> list[Filled]:
        made = [fill(parts_of([notes(ink, "Notes", NOTES)]), QRectF(10, 20, 80, HEADING + 8))]
        made.append(fill(made[0].rest, QRectF(10, 60, 80, 40)))
        for part in made:
            part.draw(ink)
        return made

    marks, _ = drawn(draw)
    assert texts(marks) == [
        "NOTES", "1", NOTES[0], "2", NOTES[1], "NOTES, CONTINUED", "3", NOTES[2]
    ]  # fmt: skip
    assert drawn(lambda ink: notes(ink, "Notes", []))[1] is None


def test_a_long_note_goes_on_under_itself() -> None:
    note = "words " * 30
    marks, _ = drawn(
        lambda ink: put(ink, notes(ink, "Notes", [note.strip()]), QRectF(10, 20, 60, 90))
    )
    lines = [mark for mark in marks if mark.words.startswith("words")]
    assert len(lines) > 2
    assert {round(b.top - a.top, 1) for a, b in pairwise(lines)} == {LINE_MM}
    assert {round(mark.left, 1) for mark in lines} == {round(lines[0].left, 1)}


@pytest.mark.parametrize(
    ("scale", "most", "step"),
    [(10, 80, 100), (10, 50, 100), (10, 49.9, 100), (10, 100, 200), (50, 100, 1_000),
     (50, 99.9, 500), (1000, 0.4, 100), (1000, 1e6, 5_000_000)],
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
    assert fit_floor((10**7, 10), room) == 100_000


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
