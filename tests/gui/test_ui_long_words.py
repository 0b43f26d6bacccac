"""Words that are too long for their place wrap at a word, and none is painted over another."""

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.render.fonts import font, load_fonts
from designer.render.theme import DARK
from designer.ui.kit.line_card import Line, LineCard, broken
from designer.ui.kit.wrapping import wrapped
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.fabric_bars import LINE_PX, ROW_PX, FabricBars, fabric_rows
from designer.ui.views.dashboard.power_data import PowerBars
from designer.ui.views.dashboard.power_items import PowerItems

SHORTAGE = FabricReport(
    id="compute", name="Compute", purpose="compute", nodes=4064, endpoints=32_512,
    injection_gbps=13_004_800.0, leaf=1024, placed_leaf=1023, spine=1024, placed_spine=1019,
    core=512, placed_core=498,
)  # fmt: skip
WORST = (
    "+ 3 errors: feed A carries 612.4 of 600.0 kW after the loss of feed B, because every rack of "
    "rows A to H draws its whole power from what is left, and the 64 rack PDUs of row C too"
)


@pytest.fixture(autouse=True)
def fonts(qtbot: QtBot) -> None:
    load_fonts()


def bars(qtbot: QtBot, space: Workspace, width: int) -> FabricBars:
    made = FabricBars(space)
    qtbot.addWidget(made)
    made.resize(width, 200)
    made.show_rows(fabric_rows(Report(fabrics=(SHORTAGE,))))
    made.show()
    return made


def test_a_shortage_of_three_tiers_stays_inside_its_panel(qtbot: QtBot, space: Workspace) -> None:
    made = bars(qtbot, space, 250)
    (row,) = made.rows
    lines = made.lines_of(row)
    metrics = QFontMetrics(font(11))
    words = "1,023 of 1,024 leaves, 1,019 of 1,024 spines, 498 of 512 core switches placed"
    assert " ".join(lines) == words
    assert max(metrics.horizontalAdvance(line) for line in lines) <= 250
    assert made.height() == ROW_PX + LINE_PX * len(lines)


def test_the_bars_give_back_the_lines_in_a_wider_panel(qtbot: QtBot, space: Workspace) -> None:
    made = bars(qtbot, space, 250)
    made.resize(700, made.height())
    assert made.lines_of(made.rows[0]) == ()
    assert made.height() == ROW_PX


def test_words_stand_beside_a_name_only_where_both_fit(qtbot: QtBot, space: Workspace) -> None:
    made = bars(qtbot, space, 250)
    metrics = QFontMetrics(font(11))
    row = made.rows[0]
    both = metrics.horizontalAdvance(row.name) + metrics.horizontalAdvance(row.words)
    made.resize(both + 8, made.height())
    assert made.lines_of(row) == ()
    made.resize(both + 7, made.height())
    assert made.lines_of(row) != ()


def test_one_of_several_messages_is_cut_in_its_middle(qtbot: QtBot) -> None:
    """Each takes one row, so that unlike ones have room; what tells them apart is at the ends."""
    over = QWidget()
    over.resize(900, 700)
    qtbot.addWidget(over)
    card = LineCard(lambda: DARK, "card", over)
    short = Line("8 of 16 leaves stand", beneath=True)
    card.show_lines([Line("+ 2 errors", "error"), Line(WORST, beneath=True), short])
    rows = [(text, indent) for _, text, indent in card.rows()]
    (head, first), (cut, second), last = rows
    assert (head, first, last) == ("+ 2 errors", 0, ("8 of 16 leaves stand", second))
    assert second > 0
    assert cut.startswith(WORST[:20])
    assert cut.endswith(WORST[-20:])
    assert "…" in cut
    assert QFontMetrics(font(11)).horizontalAdvance(cut) + second <= 400
    assert WORST in card.words(), "a screen reader hears all of it"
    card.show_lines([Line("+ 2 errors", "error"), short])
    needed = QFontMetrics(font(11)).horizontalAdvance(short.text) + second
    assert card.sizeHint().width() >= needed + 20, "what is short is not cut for its indent"


def test_the_worst_message_on_the_card_is_whole(qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(900, 700)
    qtbot.addWidget(over)
    card = LineCard(lambda: DARK, "card", over)
    card.show_lines([Line("✓ A01", "ok"), Line(WORST, "error"), Line("− 2 gone", "dim")])
    face = QFontMetrics(font(12, 600))
    pieces = broken(Line(WORST, "error"))
    assert " ".join(pieces) == WORST
    assert max(face.horizontalAdvance(piece) for piece in pieces) <= 400
    one = LineCard(lambda: DARK, "card", over)
    one.show_lines([Line("✓ A01", "ok"), Line("short", "error"), Line("− 2 gone", "dim")])
    assert card.height() - one.height() == 17 * (len(pieces) - 1)
    assert card.width() <= 400 + 22


@pytest.mark.parametrize(("wide", "high"), [(900, 700), (440, 320), (320, 160), (200, 90)])
@pytest.mark.parametrize("lines", [3, 30])
def test_the_card_stays_inside_its_view_at_every_corner(
    wide: int, high: int, lines: int, qtbot: QtBot
) -> None:
    over = QWidget()
    over.resize(wide, high)
    qtbot.addWidget(over)
    card = LineCard(lambda: DARK, "card", over)
    many = [Line(WORST, "error"), *(Line(f"figure {n}: 1.0 → 2.0 kW") for n in range(lines))]
    card.show_lines(many)
    for x in (0, wide // 2, wide):
        for y in (0, high // 2, high):
            card.place(QPoint(x, y))
            assert over.rect().contains(card.geometry()), (x, y)
    assert card.words().splitlines()[-1] == f"figure {lines - 1}: 1.0 → 2.0 kW"
    face = QFontMetrics(font(12, 600))
    rows = [text for _, text, _ in card.rows()]
    assert max(face.horizontalAdvance(text) for text in rows) <= wide
    assert len(rows) * 17 <= high


def test_a_card_without_room_for_all_lines_says_how_many_rows_are_left_out(qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(440, 320)
    qtbot.addWidget(over)
    card = LineCard(lambda: DARK, "card", over)
    card.show_lines([Line(f"line {n}") for n in range(30)])
    rows = [text for _, text, _ in card.rows()]
    assert rows[:-1] == [f"line {n}" for n in range(len(rows) - 1)]
    assert rows[-1] == f"… {30 - len(rows) + 1} more"
    over.resize(900, 1_100)  # a card takes at most six tenths of it
    card.place(QPoint(0, 0))
    assert len(card.rows()) == 30


def test_every_piece_of_the_card_is_painted_in_its_own_row(qtbot: QtBot) -> None:
    over = QWidget()
    over.resize(900, 700)
    qtbot.addWidget(over)
    card = LineCard(lambda: DARK, "card", over)
    card.show_lines([Line(WORST, "error")])
    picture = card.grab().toImage()
    pieces = len(broken(Line(WORST, "error")))
    inked = [has_ink(picture, 9 + 17 * row, 9 + 17 * (row + 1)) for row in range(pieces)]
    assert inked == [True] * pieces


def has_ink(picture: QImage, top: int, bottom: int) -> bool:
    back = picture.pixelColor(5, picture.height() // 2)
    return any(picture.pixelColor(x, y) != back for y in range(top, bottom) for x in range(12, 380))


def test_wrapping_breaks_at_words_and_cuts_only_what_cannot_be_broken() -> None:
    metrics = QFontMetrics(font(11))
    text = "one two three four five six seven"
    width = metrics.horizontalAdvance("one two three")
    lines = wrapped(text, metrics, width)
    assert lines[0] == "one two three"
    assert " ".join(lines) == text
    cut = wrapped(text, metrics, width, 2)
    assert len(cut) == 2
    assert cut[1].endswith(" …")
    assert all(word in text.split() for word in cut[1].removesuffix(" …").split())
    (single,) = wrapped("x" * 400, metrics, width)
    assert metrics.horizontalAdvance(single) <= width
    assert single == metrics.elidedText("x" * 400, Qt.TextElideMode.ElideMiddle, width)
    (name,) = wrapped(f"sys-{'x' * 400}-tnhr", metrics, width)
    assert name.startswith("sys-")
    assert name.endswith("-tnhr")
    assert wrapped("", metrics, width) == ()


@pytest.mark.parametrize(
    ("cooling", "feed", "named"),
    [
        (55.0, 20.0, {"cooling": "cooling 55", "feed": "feed 20"}),
        (45.0, 40.0, {"cooling": "cooling 45", "feed": "feed 40"}),
        (40.0, 45.0, {"cooling": "cooling 40", "feed": "feed 45"}),
        (45.0, 45.0, {"cooling": "cooling 45", "feed": "feed 45"}),
        (45.0, 0.0, {"cooling": "cooling 45"}),
        (55.0, 65.536, {"cooling": "cooling 55", "feed": "feed 65.5"}),
    ],
)
def test_names_of_limits_lie_on_no_dashes_and_on_no_other_name(
    cooling: float, feed: float, named: dict[str, str], qtbot: QtBot
) -> None:
    """The dashes of racks with a lower limit ran through `cooling 55`; bars through `feed 33`."""
    plot = pg.PlotWidget()
    qtbot.addWidget(plot)
    items = PowerItems(plot)
    two = ("A01", "A02")
    feeds = (feed or None,) * 2
    words, methods = ("50 kW",) * 2, ("room-air",) * 2
    kw = (50.0, 50.0)
    none = ("", "")
    items.show(
        PowerBars(two, two, kw, kw, words, methods, (cooling,) * 2, feeds, kw, none, none), DARK
    )
    shown = {name: item for name, item in items._labels.items() if item.isVisible()}
    assert {name: item.toPlainText() for name, item in shown.items()} == named
    for item in shown.values():
        assert item.fill.color().name() == DARK.panel
        assert item.fill.color().alphaF() > 0.8
