"""The view of workloads: cards, verdict, five figures, memory, plans, a step, scaling, failures."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.workload_report import WorkloadReport
from designer.model.duration_text import duration
from designer.model.workload import Workload
from designer.ui.fields.workload_fields import ALL_GPUS
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.kit.wrapping import wrapped
from designer.ui.state.beside_words import runs_elsewhere
from designer.ui.state.drag_payload import decode_workload
from designer.ui.state.variants import Variants
from designer.ui.state.workload_choice import Verdict, WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.beside import Plots, show_beside
from designer.ui.views.workloads.box import Box
from designer.ui.views.workloads.curve import ScalingCurve
from designer.ui.views.workloads.figures import leading
from designer.ui.views.workloads.library import as_new
from designer.ui.views.workloads.loss_curve import LossCurve
from designer.ui.views.workloads.plan_table import PlanTable
from designer.ui.views.workloads.saving import NOTE, SavingRows
from designer.ui.views.workloads.serving_curve import ServingCurve
from designer.ui.views.workloads.stack import (
    LEDGER,
    MEMORY,
    SERVING,
    StackView,
    useful_first,
    waiting,
    whole_of,
)
from designer.ui.views.workloads.stages import StageBars
from designer.ui.views.workloads.tiles import Tiles

EMPTY: Final = (
    "Nothing runs on this design yet. Drag a run or a service in from the library, or add one by "
    "its numbers: at once stands whether it fits, how it is split, how long it takes and what it "
    "costs."
)
HINT_PX: Final = 380
TWO_COLUMNS_FROM_PX: Final = 720
_MOST_FINDINGS: Final = 3
_OF_PACE: Final = ("L04", "L08")
"""Rules whose sentence the pace says already."""


class WorkloadsView(QWidget):
    """Shows what the workloads of the design do on it, one of them whole.

    Signals
    -------
    add_asked
        Somebody wants to add a workload.
    why_asked
        Somebody asked why figures of a box are what they are: the tab beside the view says it.
    """

    add_asked = Signal()
    why_asked = Signal()

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, variants: Variants,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._choice, self._variants = workspace, choice, variants
        self.setAccessibleName("Workloads")
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.heading, self.asked = ElidedLabel(), ElidedLabel()
        set_role(self.heading, "title")
        set_role(self.asked, "caption")
        self.sign, self.verdict = SeverityGlyph("info"), LinesLabel(2)
        self.pace_sign, self.pace = SeverityGlyph("warning"), LinesLabel(2)
        self.pin = QPushButton("pin to compare")
        set_role(self.pin, "link")
        self.pin.setToolTip("Keep this run as a variant beside what follows")
        self.pin.clicked.connect(lambda _=False: self._pin())
        self.live = QLabel("")
        set_role(self.live, "live")
        self.beside = WrappedLabel("")
        set_role(self.beside, "caption")
        self.elsewhere = WrappedLabel("")
        self.findings = [(SeverityGlyph("warning"), LinesLabel(2)) for _ in range(_MOST_FINDINGS)]
        self.tiles = Tiles(workspace)
        self.memory = StackView(workspace, "Memory of the fullest GPU", MEMORY, "GB", columns=1)
        self.stages = StageBars(workspace)
        self.plans = PlanTable(workspace)
        self.ledger = StackView(workspace, "One step", LEDGER, "s", columns=4, below=True)
        self.prefill = StackView(workspace, "A prompt", SERVING, "ms", columns=4, below=True)
        self.decode = StackView(workspace, "Between tokens", SERVING, "ms", columns=4, below=True)
        self.serving = ServingCurve(workspace)
        self.curve = ScalingCurve(workspace, high=340)
        self.saving, self.losses = SavingRows(workspace), LossCurve(workspace)
        self.boxes = {
            "memory": Box("Memory per GPU", _stacked(self.memory, self.stages)),
            "plans": Box("Plan", self.plans),
            "ledger": Box("One step", self.ledger),
            "decode": Box("Between two tokens", self.decode),
            "prefill": Box("A prompt", self.prefill),
            "serving": Box("Output and time by requests at a time", self.serving),
            "curve": Box("Scaling", self.curve),
            "saving": Box("Failures and checkpoints", _stacked(self.saving, self.losses)),
        }
        for name, box in self.boxes.items():
            box.why_asked.connect(lambda name=name: self._ask_why(name))
        self.hint = WrappedLabel(EMPTY)
        self.add = QPushButton("Add a training run or a service…")
        self.add.setAutoDefault(True)  # Enter presses it
        self.add.clicked.connect(lambda _=False: self.add_asked.emit())
        self._columns = 0
        self._lay_out()
        self._answer_to_drags()
        choice.changed.connect(self.refresh_if_shown)
        variants.changed.connect(self.refresh_if_shown)
        self.refresh()

    def _answer_to_drags(self) -> None:
        """Try what is dragged or selected in a box, keep what is let go there."""
        self.curve.moved.connect(lambda gpus: self._try(gpus=gpus))
        self.curve.settled.connect(lambda gpus: self._keep("GPUs", gpus=gpus))
        self.losses.moved.connect(lambda seconds: self._try(interval_s=seconds))
        self.losses.settled.connect(
            lambda seconds: self._keep("Interval", interval_s=seconds or None)
        )
        self.plans.tried.connect(lambda split: self._try(plan=split))
        self.plans.settled.connect(lambda split: self._keep("Plan", plan=split))
        for plot in (self.curve, self.losses, self.plans):
            plot.cancelled.connect(self._choice.trial.let_go)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the workload that is chosen, and the cards of all."""
        asked = self._choice.workload
        self._right.setVisible(asked is not None)
        self._nothing.setVisible(asked is None)
        self.elsewhere.setText(runs_elsewhere(self._variants.every) if asked is None else "")
        self.elsewhere.setVisible(bool(self.elsewhere.text()))
        if asked is None:
            return
        one = self._choice.report
        self.heading.set_full_text(asked.name or asked.id)
        self.asked.set_full_text(asked_words(asked))
        self._show_verdict(self._choice.verdict_of(asked.id))
        shown = one is not None and not one.missing
        self.tiles.setVisible(shown)
        for name, box in self.boxes.items():
            box.setVisible(one is not None and shown and (
                _has(one, name) or (name == "curve" and self._searches(one))
            ))  # fmt: skip
        self._show_beside(asked)
        if one is not None and shown:
            self._show_report(one, asked)

    def _show_beside(self, asked: Workload) -> None:
        """Show what variants do of it, and say which do nothing of it."""
        plots = Plots(self.memory, self.ledger, self.prefill, self.decode, self.curve, self.serving)
        said = show_beside(plots, self._variants.every, asked)
        self.beside.setText(said)
        self.beside.setVisible(bool(said))

    def _searches(self, one: WorkloadReport) -> bool:
        """Return whether a curve that stands is being searched anew."""
        tries = self._choice.trial.asked is not None and self._choice.hanging is None
        return tries and self.curve.is_shown and bool(one.fits)

    def _tries_a_plan(self) -> bool:
        """Return whether what is tried differs from what stands by its plan alone."""
        tried, standing = self._choice.trial.asked, self._choice.standing
        if tried is None or standing is None:
            return False
        return tried != standing and tried.evolve(plan=standing.plan) == standing

    def _pin(self) -> None:
        """Keep what is shown as a variant, or let it go."""
        one, pinned = self._choice.report, self._variants.pinned
        if pinned is not None:
            self._variants.remove(pinned.letter)
        elif one is not None:
            gpus = f", {one.gpus:,} GPUs" if one.gpus is not None else ""
            # While its curve is searched anew, the one before stands.
            run = one if one.scaling else one.evolve(scaling=self.curve.points)
            refusal = self._variants.keep(f"{one.called}{gpus}", run)
            if refusal:
                self._space.message.emit(f"Not pinned: {refusal}", "warning")

    def _ask_why(self, name: str) -> None:
        self._choice.why.ask(name)
        self.why_asked.emit()

    def _try(self, **asked: object) -> None:
        standing = self._choice.standing
        if standing is not None:
            self._choice.propose(self._with(standing, asked))

    def _keep(self, what: str, **asked: object) -> None:
        self._try(**asked)
        self._choice.keep(what)

    def _with(self, standing: Workload, asked: dict[str, object]) -> Workload:
        if asked.get("gpus") is not None and asked["gpus"] == self.curve.standing:
            asked = {**asked, "gpus": ALL_GPUS}
        return standing.evolve(**asked)

    def _show_verdict(self, verdict: Verdict) -> None:
        advice = self._choice.advice()
        self.sign.set_severity(verdict.sign)
        said = verdict.words if not advice else f"{verdict.words.rstrip('.')}. {advice}"
        self.verdict.setText(said)
        self._show_pace()
        found = self._choice.findings_of(self._choice.key)
        if self._choice.trial.asked is not None:
            found = ()  # they are of what stands
        elif self.pace.isVisibleTo(self):
            found = tuple(one for one in found if one.rule not in _OF_PACE)
        for at, (sign, label) in enumerate(self.findings):
            for widget in (sign, label):
                widget.setVisible(at < len(found))
            if at < len(found):
                sign.set_severity(found[at].severity)
                label.setText(f"{found[at].message}. {found[at].advice}")
        self._fit_lines()

    def _show_pace(self) -> None:
        one, trial = self._choice.report, self._choice.trial
        said = one.pace if one is not None and one.fits is not False else ""
        for widget in (self.pace_sign, self.pace):
            widget.setVisible(bool(said))
        if one is not None and said:
            signs = {True: "ok", False: "warning", None: "open"}
            self.pace_sign.set_severity(signs[one.in_time])
            self.pace.setText(said)
        can = one is not None and len(one.scaling) > 1
        pinned = self._variants.pinned is not None
        self.pin.setVisible(pinned or can)
        self.pin.setText("unpin" if pinned else "pin to compare")
        tried = trial.found
        self.live.setVisible(trial.asked is not None)
        counted = f" · {tried.plans:,} plans in {trial.took_ms} ms" if tried is not None else "…"
        self.live.setText(f"recomputed while you drag{counted}")

    def _show_report(self, one: WorkloadReport, asked: Workload) -> None:
        self.tiles.show_told(leading(one, asked))
        self.memory.show_parts(one.memory, one.gpu_memory_gb)
        self.boxes["memory"].tell(memory_note(one))
        # While a plan is tried, the rows stay those that it was taken from.
        standing = self._choice.report_of(self._choice.key)
        self.plans.show_plans(standing if self._tries_a_plan() and standing is not None else one)
        hint = "Enter keeps it, Esc lets go" if self.plans.selected is not None else ""
        count = f"{one.tried:,} tried" if one.tried else ""
        self.boxes["plans"].tell(hint or count)
        self.ledger.show_parts(useful_first(one.ledger))
        self.ledger.bar.useful = 1 - waiting(one.ledger)
        self.boxes["ledger"].tell(ledger_note(one))
        self.prefill.show_parts(one.prefill)
        self.decode.show_parts(one.decode)
        for name, parts in (("prefill", one.prefill), ("decode", one.decode)):
            self.boxes[name].tell(f"{1e3 * whole_of(parts):.3g} ms" if parts else "")
        self.serving.show_report(one, asked.token_ms)
        self.boxes["serving"].tell("all servers · the dot is what they do")
        self.stages.show_stages(one.stages, one.binding_stage, one.gpu_memory_gb)
        self.curve.show_report(one)
        self.boxes["curve"].tell("same batch, best plan at each size")
        self.saving.show_report(one)
        self.losses.show_report(one)
        self.boxes["saving"].tell(NOTE)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Try a workload of the library while it hangs over the view."""
        found = decode_workload(event.mimeData())
        if found is not None:
            event.acceptProposedAction()
            self._choice.trial.propose(as_new(found))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Try it no more: nothing is added."""
        self._choice.trial.let_go()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add it."""
        found = decode_workload(event.mimeData())
        if found is not None:
            event.acceptProposedAction()
            self._choice.trial.let_go()
            self._choice.add(found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put boxes beside each other where there is room."""
        super().resizeEvent(event)
        self._arrange()
        self._fit_lines()

    def _fit_lines(self) -> None:
        """Give the sentences of the head as many lines as they need, two at most."""
        width = self._room_px() - 54
        for label in (self.verdict, self.pace, *(words for _, words in self.findings)):
            metrics = label.fontMetrics()
            lines = len(wrapped(label.text(), metrics, width, 2)) or 1
            label.setFixedHeight(metrics.height() + (lines - 1) * metrics.lineSpacing() + 2)

    def _lay_out(self) -> None:
        self._head = QWidget()
        head = QVBoxLayout(self._head)
        head.setContentsMargins(14, 12, 18, 8)
        head.setSpacing(3)
        title = QHBoxLayout()
        title.addWidget(self.heading, 1)
        title.addWidget(self.live)
        title.addWidget(self.pin)
        head.addLayout(title)
        head.addWidget(self.asked)
        lines = ((self.sign, self.verdict), (self.pace_sign, self.pace), *self.findings)
        for sign, words in lines:
            said = QHBoxLayout()
            said.setSpacing(8)
            said.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            said.addWidget(words, 1)
            head.addLayout(said)
        head.addWidget(self.beside)
        self.beside.hide()
        page = QWidget()
        set_role(page, "panel")
        self._grid = QGridLayout(page)
        self._grid.setContentsMargins(14, 4, 18, 18)
        self._grid.setSpacing(10)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName("Figures of the workload")
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(page)
        self._nothing = QWidget()
        empty = QVBoxLayout(self._nothing)
        set_role(self.hint, "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setFixedWidth(HINT_PX)
        set_role(self.add, "primary")
        empty.addStretch(1)
        empty.addWidget(self.hint, 0, Qt.AlignmentFlag.AlignHCenter)
        self.elsewhere.setFixedWidth(HINT_PX)
        self.elsewhere.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.addWidget(self.elsewhere, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.addSpacing(12)
        empty.addWidget(self.add, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.addStretch(1)
        self._right = QWidget()
        right = QVBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self._head)
        right.addWidget(self._scroll, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._right, 1)
        whole.addWidget(self._nothing, 1)
        self._arrange()

    def _room_px(self) -> int:
        """Return the width that the figures have."""
        return self.width()

    def _arrange(self) -> None:
        """Lay the boxes into one column or two."""
        width = self._room_px()
        self.tiles.arrange(width - 32)
        columns = 2 if width >= TWO_COLUMNS_FROM_PX else 1
        legend = 4 if width >= 900 else 3 if width >= 760 else 2 if width >= 440 else 1
        for stack in (self.ledger, self.prefill, self.decode):
            stack.set_columns(legend)
        if columns == self._columns:
            return
        self._columns = columns
        wide = (self.tiles, self.boxes["ledger"])
        for widget in (*wide, *self.boxes.values()):
            self._grid.removeWidget(widget)
        pairs = (("memory", "plans"), ("curve", "saving"))
        self._grid.addWidget(self.tiles, 0, 0, 1, columns)
        for at, (left, right) in enumerate(pairs):
            row = 1 + 3 * at
            self._grid.addWidget(self.boxes[left], row, 0)
            self._grid.addWidget(self.boxes[right], row + 2 - columns, columns - 1)
        for row, name in ((3, "ledger"), (7, "decode"), (8, "prefill"), (9, "serving")):
            self._grid.addWidget(self.boxes[name], row, 0, 1, columns)
        self._grid.setRowStretch(10, 1)
        # Plans and failures have sentences, memory and scaling none.
        for column, share in enumerate((5, 7) if columns == 2 else (1, 0)):
            self._grid.setColumnStretch(column, share)


def _stacked(*widgets: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    for widget in widgets:
        column.addWidget(widget)
    return page


def asked_words(asked: Workload) -> str:
    """Return what is asked of a workload in one line."""
    parts = ["training run" if asked.kind == "training" else "service", asked.model]
    parts.append(asked.precision.upper())
    if asked.tokens is not None:
        parts.append(f"{asked.tokens / 1e12:.3g} T tokens")
    numbers = (
        ("batch", asked.global_batch), ("sequence", asked.sequence_tokens),
        ("prompt", asked.prompt_tokens), ("answer", asked.answer_tokens),
    )  # fmt: skip
    parts += [f"{name} {number:,}" for name, number in numbers if number is not None]
    if asked.requests_per_s is not None:
        parts.append(f"{asked.requests_per_s:g} requests/s")
    return " · ".join(filter(None, parts))


def memory_note(one: WorkloadReport) -> str:
    """Return how much of the memory is taken."""
    taken = whole_of(one.memory)
    if one.gpu_memory_gb is None:
        return f"{taken:.1f} GB; the GPU's is not known"
    left = one.gpu_memory_gb - taken
    beside = f"{left:.1f} left" if left >= 0 else f"lacks {-left:.1f}"
    return f"{taken:.1f} of {one.gpu_memory_gb:g} GB · {beside}"


def ledger_note(one: WorkloadReport) -> str:
    """Return what of a step is useful, and what waits or repeats."""
    whole = whole_of(one.ledger)
    share = waiting(one.ledger)
    useful, waits = duration(whole * (1 - share)), duration(whole * share)
    return (
        f"{duration(whole)}: {useful} useful · {100 * (1 - share):.0f} %, "
        f"{waits} waits or repeats · {100 * share:.0f} %"
    )


def _has(one: WorkloadReport, name: str) -> bool:
    shown = {
        "memory": bool(one.memory), "plans": bool(one.plan.words), "ledger": bool(one.ledger),
        "prefill": bool(one.prefill), "decode": bool(one.decode), "serving": len(one.serving) > 1,
        "curve": len(one.scaling) > 1, "saving": one.checkpoint_gb is not None,
    }  # fmt: skip
    return shown[name]
