"""Bars and signs of the dashboard and the top bar: how far they are filled, what they tell."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import rename
from designer.engine.report import NotComputed, Report
from designer.model.figure_words import UNKNOWN
from designer.render.theme import DARK, LIGHT
from designer.ui.kit.style import apply_theme
from designer.ui.views.dashboard.fabric_bars import FabricBars, FabricRow
from designer.ui.views.dashboard.panel import DashboardPanel, lost_words
from designer.ui.window.top_bar import StatePill, TopBar
from tests.helpers.sent_mouse import Menus, Told
from tests.helpers.ui_desk import Desk, small_report


def pixels(image: QImage) -> np.ndarray:
    """Return red, green and blue of each pixel, by line and place."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1, 4)
    return found[:, : plain.width(), 2::-1].astype(int)


def are(image: QImage, colour: str, apart: int = 30) -> np.ndarray:
    """Return which pixels are about of a colour."""
    wanted = QColor(colour)
    away = np.abs(pixels(image) - (wanted.red(), wanted.green(), wanted.blue())).sum(axis=2)
    return away <= apart


def redness(image: QImage) -> float:
    """Return by how much a picture is redder than grey, all pixels together.

    Where the system smooths letters by thirds of pixels, theirs have fringes of every colour, which
    add up to none.
    """
    found = pixels(image)
    return float((found[:, :, 0] - found[:, :, 1:].mean(axis=2)).sum())


@pytest.fixture
def bars(qtbot: QtBot, desk: Desk) -> FabricBars:
    made = FabricBars(desk.workspace)
    qtbot.addWidget(made)
    made.resize(300, 40)
    made.show()
    return made


def row(name: str, words: str, lower: float | None, upper: float | None, **more: str) -> FabricRow:
    return FabricRow(name, words, lower, upper, **more)


def test_a_bar_is_filled_as_far_as_is_certain_and_paler_as_far_as_is_possible(
    bars: FabricBars,
) -> None:
    accent, error = DARK.accent, DARK.error

    def filled(shown: FabricRow, colour: str) -> tuple[int, int]:
        """Return how far the bar is in its full colour, and how far it differs from its track."""
        bars.show_rows([shown])
        QApplication.processEvents()
        image = bars.grab().toImage()
        ((top, _),) = bars.placed()
        line = image.copy(0, top + 24, 300, 1)
        ground = pixels(line)[0, 290]
        # Its ends are round.
        other = (np.abs(pixels(line)[0, :296] - ground).sum(axis=1) > 12).nonzero()[0]
        certain = are(line, colour).nonzero()[1]
        return (
            int(certain.max()) + 1 if len(certain) else 0,
            int(other.max()) + 1 if len(other) else 0,
        )

    assert filled(row("In-band", "x", 0.5, 0.5), accent) == pytest.approx((150, 150), abs=3)
    assert filled(row("In-band", "x", 0.25, 0.75), accent) == pytest.approx((75, 225), abs=3)
    assert filled(row("In-band", "x", 0.25, 0.75, problem="2 of 4"), error) == pytest.approx(
        (75, 225), abs=3
    )
    assert filled(row("In-band", "x", 0.0, 0.5), accent)[0] == 0
    assert filled(row("In-band", UNKNOWN, None, None), accent)[0] == 0


def test_names_and_words_of_rows_are_painted_and_a_problem_in_the_colour_of_errors(
    bars: FabricBars,
) -> None:
    def painted(*rows: FabricRow) -> QImage:
        bars.show_rows(list(rows))
        QApplication.processEvents()
        return bars.grab().toImage()

    empty = painted()
    assert bars.height() == 18
    plain = painted(row("Compute", "88 %", None, None))
    assert painted(row("Storage", "88 %", None, None)) != plain
    assert painted(row("Compute", "77 %", None, None)) != plain
    wrong = painted(row("Compute", "88 %", None, None, problem="6 of 8"))
    other = painted(row("Compute", "77 %", None, None))
    assert redness(wrong) > redness(plain) + 2_000
    assert abs(redness(other) - redness(plain)) < 1_000
    long = row(
        "Compute", "6 of 8 leaf, 3 of 4 spine, 1 of 2 core switches are placed " * 2, None, None
    )
    wrapped = painted(long, row("Storage", "88 %", 1.0, 1.0))
    (first, high), (second, _) = bars.placed()
    assert (first, second) == (0, high)
    assert bars.lines_of(long)
    assert high > plain.height()
    for number in range(len(bars.lines_of(long))):
        strip = wrapped.copy(0, 20 + 15 * number, 300, 12)
        assert (pixels(strip) != pixels(strip)[0, 0]).any(), "each line of its words"
    bars.resize(900, bars.height())
    QApplication.processEvents()
    assert not bars.lines_of(row("Compute", "6 of 8 leaf", None, None))
    assert painted() != plain
    bars.resize(300, 18)
    assert painted() == empty


def test_each_row_explains_itself(bars: FabricBars, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row("A", "1", 1.0, 1.0, tip="of A"), row("B", UNKNOWN, None, None, tip="of B")]
    bars.show_rows(rows)
    assert bars.accessibleDescription() == "A: 1; B: of B"
    told = Told(monkeypatch)
    (first, high), (second, low) = bars.placed()
    assert [told.at(bars, QPoint(5, y)) for y in (first, high - 1, second, second + low - 1)] == [
        "of A", "of A", "of B", "of B",
    ]  # fmt: skip
    assert told.at(bars, QPoint(5, second + low)) == ""


@pytest.mark.parametrize(
    ("state", "colour", "filled"),
    [
        ("idle", DARK.ok, True), ("busy", DARK.accent, False),
        ("restarting", DARK.warning, False), ("failed", DARK.error, False),
    ],
)  # fmt: skip
def test_the_dot_of_the_engine_has_the_colour_of_its_state(
    qtbot: QtBot, state: str, colour: str, filled: bool
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, DARK)
    pill = StatePill()
    qtbot.addWidget(pill)
    assert pill.accessibleName() == "Engine: starting…"
    pill.show_state(state, "words", "more words")
    assert (pill.label.text(), pill.accessibleName()) == ("words", "Engine: words")
    assert pill.toolTip() == "Sizing engine: more words"
    image = pill.grab().toImage()
    dot = image.copy(8, 8, 10, 10)
    assert are(dot, colour, 60).sum() > 4
    assert bool(are(image.copy(12, 12, 2, 2), colour, 60).all()) is filled
    pill.show_state(state, "words")
    assert pill.toolTip() == "Sizing engine: words"
    app.setStyleSheet("")


def test_the_top_bar_chooses_views_and_opens_the_menu(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = QMenu()
    menu.addAction("Quit")
    qtbot.addWidget(menu)
    bar, chosen = TopBar(menu, QWidget(), ("Floor", "Elevation")), list[str]()
    qtbot.addWidget(bar)
    bar.resize(1_200, bar.height())
    bar.show()
    bar.view_chosen.connect(chosen.append)
    bar.show_view("Elevation")
    buttons = {button.text(): button for button in bar._views.buttons()}
    assert [name for name, button in buttons.items() if button.isChecked()] == ["Elevation"]
    assert chosen == [], "what is shown is not chosen"
    QTest.mouseClick(buttons["Floor"], Qt.MouseButton.LeftButton)
    assert chosen == ["Floor"]
    assert [name for name, button in buttons.items() if button.isChecked()] == ["Floor"]
    bar.show_design("pod", "4 scalable units", "edited")
    assert bar.name.full_text() == "pod"
    assert bar.subtitle.full_text() == "edited · 4 scalable units"
    bar.show_design("pod", "", "new")
    assert bar.subtitle.full_text() == "new"
    menus = Menus(monkeypatch)
    QTest.mouseClick(bar.menu_button, Qt.MouseButton.LeftButton)
    assert menus.words() == ["Quit"]
    sign = bar.menu_button.grab().toImage()
    assert len(np.unique(pixels(sign).reshape(-1, 3), axis=0)) > 3, "it has a sign"


def test_the_dashboard_catches_up_when_it_is_shown_and_says_what_holds(
    qtbot: QtBot, desk: Desk
) -> None:
    panel = DashboardPanel(desk.workspace)
    qtbot.addWidget(panel)
    desk.report(small_report())
    QApplication.processEvents()
    assert panel.totals.gpus.text == UNKNOWN, "nothing is drawn while it is hidden"
    panel.resize(346, 900)
    panel.show()
    qtbot.waitExposed(panel)
    assert panel.totals.gpus.text == "8"
    assert panel.stale.text() == ""
    assert panel.stale.accessibleName() == "Figures are up to date"
    desk.report(small_report().evolve(totals=small_report().totals.evolve(gpus=16)))
    qtbot.waitUntil(lambda: panel.totals.gpus.text == "16", timeout=5_000)
    assert desk.workspace.apply("x", rename("A01", "Z01"))
    assert panel.stale.text() == "◌", "a sign with a tip: words would cut those of the tabs"
    assert panel.stale.toolTip() == panel.stale.accessibleName() == "figures of an earlier edit"
    desk.client.state_changed.emit("failed", "the engine ended twice")
    assert panel.stale.text() == "■"
    assert panel.stale.toolTip() == panel.stale.accessibleName() != ""
    shown = panel.grab().toImage()
    desk.workspace.set_theme(LIGHT)
    QApplication.processEvents()
    assert panel.grab().toImage() != shown


def test_what_could_not_be_computed_is_told_with_the_number_of_racks() -> None:
    assert lost_words(None) == lost_words(Report()) == ""
    entries = (
        NotComputed(subject="power", because="x", title="Power", where=("A01", "A02")),
        NotComputed(subject="cost", because="y"),
    )
    assert lost_words(Report(not_computed=entries)).splitlines() == [
        "Power cannot be computed, because x (2 racks)", "cost cannot be computed, because y",
    ]  # fmt: skip
