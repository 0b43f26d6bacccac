"""Five questions in a window: what is asked, what comes of it, what Enter makes."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.planning.questions.answers import QUESTIONS, answers_of
from designer.runtime.planner import Assumed, PlanFigures, Planned, Planner
from designer.ui.views.start.questions_dialog import WAIT_MS, QuestionsDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle

PATIENCE_MS = 60_000
FITS = Planned(
    True, "", "Pod, 2 SU", 512, 21, (12.0, 12.6), (Assumed("Cooling", "rear doors", "as usual"),)
)
NOT = Planned(False, "512 GPUs: too many; 256 GPUs fit", "Pod, 1 SU", 256, 12, (9.0, 9.0))
NOTHING = Planned(False, "2 feeds: three are needed")
FIGURES = PlanFigures("724 kW", "≥ 22 USD", "nodes", (), 0, "over", "over 20 USD")


class Fake(QObject):
    """Stands for who plans: keeps what is asked of it."""

    planned = Signal(object)
    measured = Signal(object)
    refused = Signal(str, str)
    made = Signal(object)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict[str, str]] = []
        self.makes = self.ends = 0

    def ask(self, answers: dict[str, str]) -> None:
        self.asked.append(answers)

    def make(self) -> None:
        self.makes += 1

    def end(self) -> None:
        self.ends += 1


@pytest.fixture
def plans() -> Fake:
    return Fake()


@pytest.fixture
def dialog(qtbot: QtBot, plans: Fake) -> QuestionsDialog:
    made = QuestionsDialog(plans)
    qtbot.addWidget(made)
    made.show()
    settle()
    return made


def said(dialog: QuestionsDialog) -> str:
    return "\n".join(dialog.answer.words())


def test_what_stands_there_is_asked_at_once_and_what_is_typed_a_moment_later(
    dialog: QuestionsDialog, plans: Fake, qtbot: QtBot
) -> None:
    assert plans.asked == [{"gpus": "512", "generation": "h100", "volts": "415"}]
    assert dialog.form.line("gpus").hasFocus()
    QTest.keyClicks(dialog.form.line("gpus"), "64")
    assert len(plans.asked) == 1
    qtbot.waitUntil(lambda: len(plans.asked) == 2, timeout=20 * WAIT_MS)
    assert plans.asked[-1]["gpus"] == "64"


def test_every_answer_is_one_that_the_plan_reads(dialog: QuestionsDialog) -> None:
    form = dialog.form
    typed = {
        "length": "24", "width": "18", "count": "3", "kw": "500", "rack_kw": "44",
        "budget": "20,000,000",
    }  # fmt: skip
    for key, text in typed.items():
        form.fill(key, text)
    form.cooling.setCurrentIndex(form.cooling.findData("air"))
    form.design.setCurrentIndex(1)
    read = answers_of(form.answers())
    assert (read.gpus, read.room_m, read.rack_kw, read.cooling) == (512, (24, 18), 44, "air")
    assert read.feeds is not None
    assert (read.feeds.count, read.feeds.kw, read.feeds.volts) == (3, 500, 415)
    assert read.budget is not None
    assert (read.budget.amount, read.budget.currency) == (2e7, "USD")
    assert read.design == "dgx-superpod-h100"
    form.by_run.click()
    for key, text in {"parameters_b": "70", "tokens": "15e12", "days": "60"}.items():
        form.fill(key, text)
    run = answers_of(form.answers())
    assert run.gpus is None
    assert run.run is not None
    assert (run.run.parameters_b, run.run.tokens, run.run.days) == (70, 15e12, 60)
    form.model.setCurrentIndex(form.model.findData("llama-3-70b"))
    named = answers_of(form.answers()).run
    assert named is not None
    assert (named.model, named.parameters_b) == ("llama-3-70b", None)
    assert not form.line("parameters_b").isVisible()
    assert {key for key in form.answers()} <= {question.key for question in QUESTIONS}


def test_the_designs_on_offer_are_those_of_the_gpu(dialog: QuestionsDialog) -> None:
    form = dialog.form
    assert form.design.count() == 4
    form.generation.setCurrentIndex(form.generation.findData("gb200"))
    assert [form.design.itemText(at) for at in range(form.design.count())] == [
        "the one that comes nearest", "DGX SuperPOD GB200",
    ]  # fmt: skip
    assert not form.design.isEnabled()


def test_what_fits_is_shown_with_figures_and_assumptions_and_made_by_enter(
    dialog: QuestionsDialog, plans: Fake, qtbot: QtBot
) -> None:
    plans.planned.emit(FITS)
    plans.measured.emit(FIGURES)
    words = said(dialog)
    for told in ("This fits", "Pod, 2 SU", "512", "21", "724 kW", "12 × 12.6 m", "≥ 22 USD"):
        assert told in words
    assert "✗ Budget: over 20 USD" in words
    shown = [
        label.text() for label in dialog.answer.findChildren(QWidget) if hasattr(label, "text")
    ]
    assert "rear doors – as usual" in shown
    QTest.keyClick(dialog.form.line("gpus"), Qt.Key.Key_Return)
    assert plans.makes == 1
    with qtbot.waitSignal(dialog.chosen) as taken:
        plans.made.emit(Design(name="made"))
    assert taken.args == [Design(name="made")]
    assert not dialog.isVisible()
    assert plans.ends == 1


def test_enter_before_the_answer_makes_it_once_it_is_known_to_fit(
    dialog: QuestionsDialog, plans: Fake
) -> None:
    QTest.keyClicks(dialog.form.line("gpus"), "64")
    QTest.keyClick(dialog.form.line("gpus"), Qt.Key.Key_Return)
    assert plans.asked[-1]["gpus"] == "64"
    assert plans.makes == 0
    plans.planned.emit(FITS)
    assert plans.makes == 1


def test_enter_before_the_answer_makes_nothing_that_does_not_fit(
    dialog: QuestionsDialog, plans: Fake
) -> None:
    QTest.keyClick(dialog.form.line("gpus"), Qt.Key.Key_Return)
    plans.planned.emit(NOT)
    assert plans.makes == 0
    assert dialog.accept_button.text() == "Make the nearest"
    assert "Nearest: Pod, 1 SU" in said(dialog)
    assert "512 GPUs: too many; 256 GPUs fit" in said(dialog)
    QTest.keyClick(dialog.form.line("gpus"), Qt.Key.Key_Return)
    assert plans.makes == 1


TOLD: dict[str, Callable[[Fake], object]] = {
    "2 feeds: three are needed": lambda plans: plans.planned.emit(NOTHING),
    "Room: length x width": lambda plans: plans.refused.emit("room", "length x width"),
    "Nothing was worked out: the planner crashed": lambda plans: plans.failed.emit(
        "the planner crashed"
    ),
}


@pytest.mark.parametrize("words", TOLD)
def test_where_nothing_can_be_made_it_says_why(
    dialog: QuestionsDialog, plans: Fake, words: str
) -> None:
    plans.planned.emit(FITS)
    TOLD[words](plans)
    assert words in said(dialog)
    assert "Pod, 2 SU" not in said(dialog)
    assert not dialog.accept_button.isEnabled()


def test_a_design_is_planned_measured_and_given_by_the_process(qtbot: QtBot) -> None:
    planner = Planner()
    heard: list[object] = []
    planner.planned.connect(heard.append)
    with qtbot.waitSignal(planner.measured, timeout=PATIENCE_MS) as measured:
        planner.ask({"gpus": "8", "generation": "mi300x"})
        planner.ask({"gpus": "16", "generation": "mi300x"})
    assert [one.gpus for one in heard if isinstance(one, Planned)] == [16]
    assert measured.args is not None
    assert measured.args[0].errors == ()
    with qtbot.waitSignal(planner.made, timeout=PATIENCE_MS) as made:
        planner.make()
    assert made.args is not None
    assert made.args[0].name.startswith("MI300X pod")
    with qtbot.waitSignal(planner.refused, timeout=PATIENCE_MS) as refused:
        planner.ask({"gpus": "16", "generation": "mi300x", "room": "9"})
    assert refused.args is not None
    assert refused.args[0] == "room"
    planner.finish()


def test_the_command_opens_it_and_what_it_makes_is_a_new_untitled_design(
    window: MainWindow,
) -> None:
    window.actions_by_id["file.questions"].trigger()
    dialog = window.questions.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.chosen.emit(Design(name="made of answers"))
    settle()
    assert window.workspace.document.design.name == "made of answers"
    assert window.session.path is None
    assert not window.workspace.document.is_saved
    window.actions_by_id["edit.undo"].trigger()
    assert window.workspace.document.design == Design()
    window.actions_by_id["edit.redo"].trigger()
    assert window.workspace.document.design.name == "made of answers"
    dialog.reject()
