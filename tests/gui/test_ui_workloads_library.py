"""The library of workloads: rows that come while looked at, dragged in, added, stopped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.engine.workload_report import LibraryAsked, LibraryRow, Tried, WorkloadLibrary
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.model.workload import Workload
from designer.runtime.engine_questions import Answer
from designer.ui.state.drag_payload import (
    WORKLOAD_MIME,
    decode_workload,
    encode_part,
    encode_workload,
)
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads import library
from designer.ui.views.workloads.library import HINT, row_words
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.side import WorkloadsSide
from designer.ui.views.workloads.view import WorkloadsView
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of
from tests.helpers.workload_reports import RUN, show

ASKED = Workload(
    id="train-x", name="X, 15 T", model="llama-3-70b", tokens=15e12, global_batch=1024,
    sequence_tokens=8192,
)  # fmt: skip
DAYS = {"days": Figure(80.0, 120.0, 100.0, "d", estimated=True)}
ROWS = (
    LibraryRow(workload=ASKED, fits=True, **fields_of(DAYS)),
    LibraryRow(workload=ASKED.evolve(id="b", name="Big"), fits=False, lacking_gb=12.3),
    LibraryRow(
        workload=Workload(id="s", name="Serve X", kind="inference", model="llama-3-70b"),
        fits=True, tokens_per_s=91_000.0,
    ),
    LibraryRow(workload=ASKED.evolve(id="m", name="Missing"), missing="no software was measured"),
)  # fmt: skip
COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NO = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


@pytest.fixture
def choice(desk: Desk) -> WorkloadChoice:
    return WorkloadChoice(desk.workspace)


@pytest.fixture
def side(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> WorkloadsSide:
    made = WorkloadsSide(desk.workspace, choice)
    made.resize(250, 800)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def view(qtbot: QtBot, desk: Desk, choice: WorkloadChoice) -> WorkloadsView:
    made = WorkloadsView(desk.workspace, choice, variants_of(desk))
    made.resize(1000, 900)
    qtbot.addWidget(made)
    made.show()
    return made


def asked(desk: Desk) -> int:
    return sum(isinstance(one[3], LibraryAsked) for one in desk.client.questions)


def answer(desk: Desk, *rows: LibraryRow, working: bool = False) -> None:
    found = WorkloadLibrary(rows=rows, total=len(ROWS), working=working)
    number = max(
        at for at, one in enumerate(desk.client.questions, 1) if isinstance(one[3], LibraryAsked)
    )
    desk.client.answered.emit(Answer(number, desk.workspace.document.revision, found))


def names(desk: Desk) -> list[str]:
    return [one.name for one in desk.workspace.document.design.workloads]


def test_rows_come_in_slices_while_somebody_looks(
    side: WorkloadsSide, desk: Desk, qtbot: QtBot
) -> None:
    show(desk, RUN)
    assert asked(desk) == 1
    answer(desk, ROWS[0], working=True)
    assert side.library.count.text() == "1 of 4"
    assert side.library.stop.isVisible()
    qtbot.waitUntil(lambda: asked(desk) == 2)
    answer(desk, *ROWS)
    assert side.library.count.text() == "4"
    assert not side.library.stop.isVisible()
    lines = side.library.list.lines.lines
    assert [one if isinstance(one, str) else one.workload.name for one in lines] == [
        "RUNS", "X, 15 T", "Big", "Missing", "SERVICES", "Serve X",
    ]  # fmt: skip
    assert side.library.hint.text() == HINT
    side.hide()
    before = asked(desk)
    desk.report(desk.store.report)  # type: ignore[arg-type] # it was shown
    settle()
    assert asked(desk) == before, "nobody looks"


def test_it_is_stopped_with_the_button_or_esc_and_goes_on(
    side: WorkloadsSide, desk: Desk, qtbot: QtBot
) -> None:
    show(desk, RUN)
    answer(desk, ROWS[0], working=True)
    QTest.mouseClick(side.library.stop, LEFT)
    assert side.state.is_stopped
    assert side.library.stop.text() == "go on"
    before = asked(desk)
    answer(desk, *ROWS[:2], working=True)
    settle()
    assert asked(desk) == before
    assert side.library.count.text() == "1 of 4", "what was under way is not taken"
    QTest.mouseClick(side.library.stop, LEFT)
    assert asked(desk) == before + 1
    QTest.keyClick(side.library, Qt.Key.Key_Escape)
    assert side.state.is_stopped


def test_a_row_says_whether_it_fits_and_how_fast() -> None:
    assert [row_words(row)[:2] for row in ROWS] == [
        ("fits", "~100 d"), ("no fit", "—"), ("fits", "91.0 k/s"), ("—", ""),
    ]  # fmt: skip
    short = ROWS[0].evolve(**fields_of({"days": Figure(0.3, 0.5, 0.4, "d", estimated=True)}))
    assert row_words(short)[1] == "~0.4 d"
    assert row_words(ROWS[1])[2] == "each GPU lacks 12.3 GB"
    assert row_words(ROWS[3])[2] == "no software was measured"
    assert row_words(ROWS[0].evolve(fits=None))[0] == "perhaps"


def test_enter_and_a_double_click_add_it(side: WorkloadsSide, desk: Desk) -> None:
    show(desk, RUN)
    answer(desk, *ROWS)
    rows = side.library.list
    rows.setCurrentIndex(rows.lines.index(1))
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert names(desk) == ["Run", "X, 15 T"]
    added = desk.workspace.document.design.workloads[1]
    assert (added.id, added.tokens) == ("workload-1", 15e12)
    rows.doubleClicked.emit(rows.lines.index(5))
    assert names(desk)[-1] == "Serve X"
    desk.workspace.document.undo()
    rows.doubleClicked.emit(rows.lines.index(0))
    assert len(names(desk)) == 2, "a heading adds nothing"


def test_a_drag_carries_the_row(
    side: WorkloadsSide, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(desk, RUN)
    answer(desk, *ROWS)
    carried: list[QMimeData] = []
    monkeypatch.setattr(
        library, "carry", lambda _source, mime, *_rest: carried.append(mime) or COPY
    )
    rows = side.library.list
    rows.setCurrentIndex(rows.lines.index(1))
    rows.startDrag(COPY)
    assert decode_workload(carried[0]) == ASKED
    assert carried[0].text() == "X, 15 T"


def test_over_the_view_it_is_tried_and_nothing_added_until_the_drop(
    view: WorkloadsView, desk: Desk, choice: WorkloadChoice
) -> None:
    show(desk, RUN)
    mime, at = encode_workload(ASKED), QPoint(300, 300)
    view.dragEnterEvent(QDragEnterEvent(at, COPY, mime, LEFT, NO))
    assert choice.trial.asked == ASKED.evolve(id="new")
    assert view.heading.full_text() == "X, 15 T"
    tried = Tried(report=RUN.evolve(id="new", verdict="X would fit"), plans=9)
    desk.client.answered.emit(
        Answer(len(desk.client.questions), desk.workspace.document.revision, tried)
    )
    assert view.verdict.text() == "X would fit"
    assert names(desk) == ["Run"]
    view.dragLeaveEvent(QDragLeaveEvent())
    assert view.heading.full_text() == "Run"
    assert names(desk) == ["Run"]
    view.dragEnterEvent(QDragEnterEvent(at, COPY, mime, LEFT, NO))
    view.dropEvent(QDropEvent(QPointF(at), COPY, mime, LEFT, NO))
    assert names(desk) == ["Run", "X, 15 T"]
    assert view.heading.full_text() == "X, 15 T"
    desk.workspace.document.undo()
    assert names(desk) == ["Run"]


def test_it_can_be_dropped_where_nothing_runs_yet(view: WorkloadsView, desk: Desk) -> None:
    mime = encode_workload(ASKED)
    view.dropEvent(QDropEvent(QPointF(50, 50), COPY, mime, LEFT, NO))
    assert names(desk) == ["X, 15 T"]


def test_let_go_over_the_library_or_the_cards_it_adds_nothing(
    side: WorkloadsSide, desk: Desk
) -> None:
    show(desk, RUN)
    answer(desk, *ROWS)
    mime = encode_workload(ASKED)
    for over in (side, side.library, side.library.list.viewport(), side.cards, side.map):
        at = QPointF(over.rect().center())
        enter = QDragEnterEvent(at.toPoint(), COPY, mime, LEFT, NO)
        enter.ignore()
        QApplication.sendEvent(over, enter)
        QApplication.sendEvent(over, QDropEvent(at, COPY, mime, LEFT, NO))
        assert not over.acceptDrops()
        assert not enter.isAccepted()
    assert names(desk) == ["Run"]


def test_what_hangs_there_stands_beside_the_others_and_replaces_none(
    view: WorkloadsView, side: WorkloadsSide, desk: Desk, choice: WorkloadChoice, qtbot: QtBot
) -> None:
    panel = WorkloadsPanel(desk.workspace, choice)
    qtbot.addWidget(panel)
    panel.show()
    show(desk, RUN.evolve(standing_gpus=512, domain_gpus=8))
    hung = ASKED.evolve(tokens=0.3e12, global_batch=64)
    mime = encode_workload(hung)
    view.dragEnterEvent(QDragEnterEvent(QPoint(9, 9), COPY, mime, LEFT, NO))
    assert not view.tiles.isVisible(), "nothing of the other one stands below its name"
    tried = RUN.evolve(id="new", gpus=384, standing_gpus=512, domain_gpus=8)
    desk.client.answered.emit(
        Answer(len(desk.client.questions), desk.workspace.document.revision, Tried(report=tried))
    )
    assert side.map.lines() == [("Run", 32), ("X, 15 T", 48), ("more than stand", 16)]
    assert [card.words.name for card in side.cards.cards.values()] == ["Run", "X, 15 T"]
    assert [card.isChecked() for card in side.cards.cards.values()] == [False, True]
    assert panel.chosen.currentText() == "X, 15 T"
    assert "→" not in panel.trial.asked.full_text() + panel.trial.outcome.full_text()
    assert panel.trial.hint.text() == "not added yet"
    assert panel.inputs.sliders["global_batch"].shown == 64
    assert not panel.form.isVisible(), "it would ask the other one otherwise"
    view.dragLeaveEvent(QDragLeaveEvent())
    assert side.map.lines() == [("Run", 32), ("spare", 32)]
    assert [card.words.name for card in side.cards.cards.values()] == ["Run"]
    assert panel.chosen.currentText() == "Run"
    assert panel.form.isVisible()
    assert panel.inputs.isEnabled()


def test_what_is_no_workload_is_refused(view: WorkloadsView, desk: Desk) -> None:
    show(desk, RUN)
    part = encode_part("dgx-h100")
    enter = QDragEnterEvent(QPoint(5, 5), COPY, part, LEFT, NO)
    enter.ignore()
    view.dragEnterEvent(enter)
    assert not enter.isAccepted()
    view.dropEvent(QDropEvent(QPointF(5, 5), COPY, part, LEFT, NO))
    assert names(desk) == ["Run"]
    damaged = QMimeData()
    damaged.setData(WORKLOAD_MIME, b"{]")
    assert decode_workload(damaged) is None
