"""Text in a box: what is written, how wide, on which side, and what gives way where room lacks."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from designer.render import fonts, lettering
from designer.render.lettering import (
    CENTRE,
    LEFT,
    RIGHT,
    draw_longest,
    draw_text,
    text_width,
    wrapped,
)
from tests.helpers.marks import Mark, marks_of, texts

pytestmark = pytest.mark.usefixtures("qapp")
SIZE = 12.0
BLACK = "#000000"


def written(draw: Callable[[QPainter], object]) -> list[Mark]:
    return marks_of(400, 60, draw)


def written_with_width(words: str, width: float, align: Qt.AlignmentFlag) -> tuple[Mark, float]:
    """Return the one text that is written into a box, and the width it is said to take."""
    taken: list[float] = []
    box = QRectF(0, 0, width, 20)
    (mark,) = written(lambda p: taken.append(draw_text(p, box, words, SIZE, BLACK, 400, align)))
    return mark, taken[0]


def inked(draw: Callable[[QPainter], object], wide: int = 200, tall: int = 30) -> QRectF:
    """Return the box of what was inked on a raster."""
    image = QImage(wide, tall, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    draw(painter)
    painter.end()
    dark = [
        (x, y) for x in range(wide) for y in range(tall) if QColor(image.pixel(x, y)).red() < 128
    ]
    if not dark:
        return QRectF()
    left, top = min(x for x, _ in dark), min(y for _, y in dark)
    right, bottom = max(x for x, _ in dark) + 1, max(y for _, y in dark) + 1
    return QRectF(left, top, right - left, bottom - top)


def test_a_name_that_looks_like_html_is_written_as_it_stands() -> None:
    """On the screen too, where the letters are laid out once."""
    words = "<b>A</b>"
    ink = inked(lambda p: draw_text(p, QRectF(0, 0, 200, 30), words, SIZE, BLACK))
    assert ink.width() == pytest.approx(text_width(words, SIZE), abs=3)


def test_the_width_of_a_text_grows_with_its_letters_its_size_and_its_weight() -> None:
    assert text_width("", SIZE) == 0
    assert text_width("ab", SIZE) == pytest.approx(text_width("a", SIZE) + text_width("b", SIZE))
    assert text_width("a", 2 * SIZE) == pytest.approx(2 * text_width("a", SIZE))
    assert text_width("a", SIZE, 700) > text_width("a", SIZE, 400)
    assert text_width("a", 0.2) == text_width("a", 1), "an em is one dot at least"
    assert text_width("a", 11.6) == text_width("a", 12), "and whole dots"


@pytest.mark.parametrize(("align", "side"), [(LEFT, 0.0), (CENTRE, 0.5), (RIGHT, 1.0)])
def test_a_text_stands_at_its_side_of_the_box(align: Qt.AlignmentFlag, side: float) -> None:
    box = QRectF(20, 5, 150, 20)
    taken = []
    (mark,) = written(lambda p: taken.append(draw_text(p, box, "HHH", SIZE, BLACK, 600, align)))
    spare = box.width() - taken[0]
    assert mark.left == pytest.approx(box.left() + side * spare, abs=0.7)
    assert (mark.size, mark.weight, mark.fill) == (12, 600, "black")
    raster = inked(lambda p: draw_text(p, box, "HHH", SIZE, BLACK, 600, align))
    assert raster.left() == pytest.approx(box.left() + side * spare, abs=2)
    assert raster.width() == pytest.approx(taken[0], abs=3)
    assert raster.center().y() == pytest.approx(box.center().y(), abs=1.5)


def test_no_text_and_no_room_write_nothing() -> None:
    def nothing(text: str, width: float) -> None:
        taken = []
        box = QRectF(0, 0, width, 20)
        assert written(lambda p: taken.append(draw_text(p, box, text, SIZE, BLACK))) == []
        assert taken == [0.0]

    nothing("", 100)
    nothing("HHH", 0.59 * SIZE)
    nothing("WWW", 0.62 * SIZE)


def test_a_text_that_is_too_long_loses_its_middle_and_keeps_the_end_that_differs() -> None:
    words = "a rather long name"
    whole = text_width(words, SIZE)
    for width, lost in ((whole, False), (whole - 0.4, False), (whole - 2, True)):
        mark, taken = written_with_width(words, width, LEFT)
        assert ("…" in mark.words) == lost
        assert mark.words.startswith("a rathe")
        assert mark.words.endswith("ng name"), "what tells names apart stands at their end"
        assert (mark.words == words) != lost
        assert taken == pytest.approx(text_width(mark.words, SIZE), abs=0.01)
        assert taken <= width + 0.5


def test_figures_at_the_right_are_of_equal_width_until_that_would_cost_their_end() -> None:
    narrow = text_width("117–110", SIZE)
    tabular = fonts.metrics(12, 400, tabular=True).horizontalAdvance("117–110")
    assert tabular > narrow + 1
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    for width, expected in ((tabular, tabular), (narrow, narrow)):
        painter = QPainter(image)
        taken = draw_text(painter, QRectF(0, 0, width, 20), "117–110", SIZE, BLACK, 400, RIGHT)
        painter.end()
        assert taken == pytest.approx(expected, abs=0.01)
        mark, taken = written_with_width("117–110", width, RIGHT)
        assert mark.words == "117–110"
        assert taken == pytest.approx(narrow, abs=0.01), "a picture does not say that they are"


def test_the_first_wording_that_fits_is_written_else_the_last_shortened() -> None:
    wordings = ("a long wording", "a shorter", "short")

    def chosen(width: float) -> str:
        box = QRectF(0, 0, width, 20)
        return texts(written(lambda p: draw_longest(p, box, wordings, SIZE, BLACK)))[0]

    assert chosen(text_width(wordings[0], SIZE)) == wordings[0]
    assert chosen(text_width(wordings[0], SIZE) - 0.1) == wordings[1]
    assert chosen(text_width(wordings[2], SIZE)) == wordings[2]
    assert "…" in chosen(text_width(wordings[2], SIZE) - 4)


def test_lines_break_at_blanks_and_only_where_they_must() -> None:
    words = "one two three four"
    whole = text_width(words, SIZE)
    assert wrapped(words, SIZE, 400, whole) == [words]
    assert wrapped(words, SIZE, 400, whole - 0.1) == ["one two three", "four"]
    assert wrapped(words, SIZE, 400, text_width("three", SIZE)) == ["one", "two", "three", "four"]
    room = text_width("unbreak", SIZE)
    assert wrapped("unbreakable", SIZE, 400, room) == ["unbreak", "able"]
    assert wrapped("one unbreakable two", SIZE, 400, room) == ["one", "unbreak", "able", "two"]
    assert wrapped("ab", SIZE, 400, 1) == ["a", "b"], "one letter at least stands on each line"
    assert wrapped("  ", SIZE, 400, 100) == []
    assert len(wrapped(words, SIZE, 700, whole)) == 2, "heavier letters are wider"
    slim = "i" * 700 + "\u0301" * 300 + "W" * 700
    for pieces in (wrapped(slim, SIZE, 400, room), wrapped(f"ab {slim}", SIZE, 400, room)):
        assert "".join(pieces).removeprefix("ab") == slim
        assert all(text_width(piece, SIZE) <= room for piece in pieces)
        assert all(
            text_width(one + other[0], SIZE) > room
            for one, other in pairwise(pieces)
            if one != "ab"
        ), "each line takes as much as it holds"


def test_a_word_of_60_000_letters_is_measured_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[int] = []
    real = lettering.text_width

    def width(text: str, size: float, weight: int = 400) -> float:
        measured.append(len(text))
        return real(text, size, weight)

    monkeypatch.setattr(lettering, "text_width", width)
    assert "".join(lettering.wrapped("x" * 60_000, SIZE, 400, 800)) == "x" * 60_000
    assert sum(measured) < 20 * 60_000 + 200_000


def test_a_missing_font_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts.QFontDatabase, "addApplicationFont", lambda _: -1)
    with pytest.raises(FileNotFoundError, match=r"Inter-Regular\.ttf: cannot be read; install"):
        fonts.load_fonts.__wrapped__()
    monkeypatch.setattr(fonts.QFontDatabase, "addApplicationFont", lambda _: 0)
    assert fonts.load_fonts.__wrapped__() == "Inter"


def test_a_font_has_its_weight_and_size_and_no_hinting() -> None:
    made = fonts.font(13.4, 600)
    assert (made.pixelSize(), made.weight()) == (13, 600)
    assert fonts.font(0.3).pixelSize() == 1
    assert made.hintingPreference() == made.HintingPreference.PreferNoHinting
    assert made.featureValue(made.Tag("calt")) == 0
    assert made.isFeatureSet(made.Tag("tnum"))
    assert not fonts.font(13, 600, tabular=False).isFeatureSet(made.Tag("tnum"))


def test_the_same_words_are_laid_out_once() -> None:
    lettering._static.cache_clear()
    for _ in range(3):
        inked(lambda p: draw_text(p, QRectF(0, 0, 100, 20), "again", SIZE, BLACK))
    assert lettering._static.cache_info().misses == 1
