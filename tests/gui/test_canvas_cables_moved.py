"""A rack that is dragged: what the card says of its cables, their ways, and pins that give way."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import put
from designer.document.edits.fabrics import unpin
from designer.document.errors import EditError
from designer.engine.cable_ways import CableWays
from designer.engine.preview import (
    CablesMoved,
    FigureChange,
    Foreseen,
    MovedWay,
    Preview,
    TrayGain,
)
from designer.engine.report import Report
from designer.model.design import Cable
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.runtime.engine_questions import Answer
from designer.ui.state.cable_words import cable_lines
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.crowded_room import settle
from tests.helpers.shown_views import middle, shown_canvas
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier
MOVED = CablesMoved(
    count_before=32, count=32, length_before_m=70.0, length_m=589.0, longest_before_m=2.9,
    longest_m=19.2, media=(("DAC", 5, 1), ("AOC", 0, 4), ("MMF", 27, 27)), too_far=1,
    pins=("c1",),
    was=(MovedWay(corners=((4000, 2000), (8000, 2000)), cables=32),),
    now=(MovedWay(corners=((4000, 6000), (8000, 6000), (8000, 2000)), cables=32),),
    gains=(TrayGain(tray="t", name="D right", cables=32, x_mm=8000, y_mm=4000),),
)  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    plain = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    nodes = [placed.key for placed in Layout(plain).every()]
    cable = Cable(id="c1", a=nodes[0], b=nodes[-1], fabric="compute", part="cat6")
    made = Desk(tmp_path, plain)
    made.workspace.apply("Lay", put("cables", cable))
    made.report(Report())
    settle()
    yield made
    made.close()


@pytest.fixture
def canvas(qtbot: QtBot, desk: Desk) -> FloorCanvas:
    made = shown_canvas(qtbot, desk.workspace)
    made.fit_all()
    return made


def drag(canvas: FloorCanvas, begin: QPoint, end: QPoint, held: Qt.KeyboardModifier) -> None:
    view = canvas.view.viewport()
    QTest.mousePress(view, LEFT, held, begin)
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove, QPointF(end), QPointF(view.mapToGlobal(end)),
        Qt.MouseButton.NoButton, LEFT, held,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def foresee(desk: Desk) -> None:
    desk.client.previewed.emit(Preview(preview=len(desk.client.previews), cables=MOVED))


def free(canvas: FloorCanvas) -> QPoint:
    """Return a place on free floor, below the last row; at 4,200 a pixel may reach outside."""
    return middle(canvas, "A01") + QPoint(0, round(4150 * canvas.view.scale_factor()))


def test_what_a_drag_does_to_cables_is_shared_while_it_lasts(
    canvas: FloorCanvas, desk: Desk
) -> None:
    drag(canvas, middle(canvas, "A01"), free(canvas), NONE)
    assert canvas.shown_cables.moved is None
    foresee(desk)
    assert canvas.shown_cables.moved == MOVED
    canvas.view.cancel_gesture()
    assert canvas.shown_cables.moved is None


def test_the_card_says_what_becomes_of_the_cables(canvas: FloorCanvas, desk: Desk) -> None:
    drag(canvas, middle(canvas, "A01"), free(canvas), NONE)
    foresee(desk)
    words = canvas.view.card.words()
    for line in (
        "32 cables, all lengths: 70.0 → 589.0 m", "longest: 2.9 → 19.2 m",
        "media: DAC 5 → 1, AOC 0 → 4", "✕ 1 cable out of reach",
        "Drop and unpin: c1 no longer is pinned", "Alt drops as it is",
    ):  # fmt: skip
        assert line in words, words


def test_the_card_tells_the_drop_that_unpins_and_in_a_line_the_one_with_alt(
    canvas: FloorCanvas, desk: Desk
) -> None:
    drag(canvas, middle(canvas, "A01"), free(canvas), NONE)
    error = Foreseen(rule="F10", severity="error", message="too short", key="F10:c1:reach")
    cost = FigureChange(what="capital", section="totals", unit="USD", before=98_000.0,
                        after=87_000.0)  # fmt: skip
    older = error.evolve(key="F10:c2:misfit", message="does not fit", elsewhere=True)
    kept = Preview(preview=1, cables=MOVED, comes=(error, older), changes=(cost,))
    desk.client.previewed.emit(kept)
    assert "sizing…" in canvas.view.card.words(), "the plain drop is not foreseen yet"
    first, second = desk.client.previews
    assert [cable.part for cable in first[1].put_in("cables")] == []
    assert [cable.part for cable in second[1].put_in("cables")] == [""]
    free_of_it = MOVED.evolve(too_far=0, pins=())
    desk.client.previewed.emit(Preview(preview=2, cables=free_of_it))
    words = canvas.view.card.words()
    assert "too short" not in words, words
    assert "out of reach" not in words, words
    assert "Drop and unpin: c1 no longer is pinned" in words, words
    assert "Alt drops as it is: + 1 error; capital: $98 → $87 k" in words, words
    assert canvas.shown_cables.moved == free_of_it, "what is drawn is what the drop does"


def test_while_alt_is_held_the_card_tells_the_drop_that_keeps_pins(
    canvas: FloorCanvas, desk: Desk
) -> None:
    drag(canvas, middle(canvas, "A01"), free(canvas), ALT)
    error = Foreseen(rule="F10", severity="error", message="too short", key="F10:c1:reach")
    desk.client.previewed.emit(Preview(preview=1, cables=MOVED, comes=(error,)))
    assert len(desk.client.previews) == 1, "nothing else is asked"
    words = canvas.view.card.words()
    assert "too short" in words, words
    assert "Alt: c1 stays pinned · without Alt the drop unpins" in words, words


def test_a_drop_unpins_what_reaches_no_more_in_the_same_step(
    canvas: FloorCanvas, desk: Desk
) -> None:
    drag(canvas, middle(canvas, "A01"), free(canvas), NONE)
    foresee(desk)
    QTest.mouseRelease(canvas.view.viewport(), LEFT, NONE, free(canvas))
    assert desk.design.cables[0].part == ""
    assert desk.session.document.history.current.label.endswith("and unpin 1 cable")
    desk.session.document.undo()
    assert desk.design.cables[0].part == "cat6"


def test_with_alt_a_drop_leaves_pins_as_they_are(canvas: FloorCanvas, desk: Desk) -> None:
    before = desk.design.racks[0]
    drag(canvas, middle(canvas, "A01"), free(canvas), ALT)
    foresee(desk)
    QTest.mouseRelease(canvas.view.viewport(), LEFT, ALT, free(canvas))
    assert desk.design.cables[0].part == "cat6"
    assert desk.design.racks[0] != before


def test_old_ways_are_dashed_and_what_trays_gain_is_told_while_cables_are_shown(
    canvas: FloorCanvas, desk: Desk
) -> None:
    desk.workspace.filter.switch("cables", on=True)
    revision = desk.session.document.revision
    desk.client.answered.emit(Answer(len(desk.client.questions), revision, CableWays()))
    drag(canvas, middle(canvas, "A01"), free(canvas), NONE)
    waiting = canvas.view.grab().toImage()
    foresee(desk)
    told = canvas.view.grab().toImage()
    assert told != waiting
    canvas.view.cancel_gesture()
    assert canvas.view.grab().toImage() != told
    assert desk.design.cables[0].part == "cat6"


def test_nothing_is_said_of_no_cables() -> None:
    assert cable_lines(None) == []
    still = CablesMoved(count_before=3, count=3, length_before_m=9.0, length_m=9.0,
                        longest_before_m=3.0, longest_m=3.0, media=(("DAC", 3, 3),))  # fmt: skip
    assert cable_lines(still) == []


def test_unpin_of_what_is_not_there_is_refused(desk: Desk) -> None:
    with pytest.raises(EditError, match="nothing in cables is called 'x'"):
        unpin(("x",))(desk.design)
