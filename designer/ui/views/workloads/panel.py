"""The panel of workloads: chooser, verdict, figures, ledger, memory, scaling, plans."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.document.edits.records import drop, put
from designer.engine.workload_report import PlanReport, WorkloadReport
from designer.model.figure_words import amount, money, percent, words
from designer.model.workload import Workload
from designer.ui.kit.style import set_role
from designer.ui.kit.wheel import ignore_wheel
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.chooser import Chooser
from designer.ui.views.workloads.curve import ScalingCurve
from designer.ui.views.workloads.stack import LEDGER, MEMORY, StackView, waiting

EMPTY: Final = "Nothing runs on this design yet: add a training run or a service below."
WAITING: Final = "not sized yet"
_FIGURES: Final = (
    ("Run, with failures", "days", 1, "days"),
    ("Iteration", "iteration_s", 2, "s"),
    ("Tokens a second", "tokens_per_s", 0, ""),
    ("For each GPU", "tflops_per_gpu", 0, "TFLOP/s"),
    ("Energy", "energy_mwh", 0, "MWh"),
    ("Between two tokens", "token_ms", 1, "ms"),
    ("First token, at least", "first_token_ms", 0, "ms"),
    ("Requests it answers", "requests_per_s", 1, "/s"),
    ("Checkpoints write", "write_gb_s", 1, "GB/s"),
)
_MONEY: Final = (("Cost", "cost"), ("Cost of its energy", "energy_cost"))
_PRICES: Final = (
    ("A million tokens in", "cost_per_million_input"),
    ("A million tokens out", "cost_per_million_output"),
)


def figure_rows(one: WorkloadReport) -> list[tuple[str, str, str]]:
    """Return what is known of a workload: label, value, and the name of its field."""
    rows = [
        (label, words(one.figure(name, unit), decimals, unit), name)
        for label, name, decimals, unit in _FIGURES
        if _told(one, name)
    ]
    if _told(one, "mfu"):
        rows.append(("MFU", percent(one.figure("mfu")), "mfu"))
    rows += [(label, money(one.figure(name, one.currency)), name)
             for label, name in _MONEY if _told(one, name)]  # fmt: skip
    rows += [(label, f"{amount(one.figure(name), 2)} {one.currency}", name)
             for label, name in _PRICES if _told(one, name)]  # fmt: skip
    return rows


def _told(one: WorkloadReport, name: str) -> bool:
    return getattr(one, name) is not None or one.bound(name) is not None


class WorkloadsPanel(QScrollArea):
    """Says what the workloads of the design do on it."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Workloads")
        self.chosen = QComboBox()
        self.chosen.setAccessibleName("Workload")
        ignore_wheel(self.chosen)
        self.remove = QPushButton("Remove")
        set_role(self.remove, "quiet")
        self.verdict, self.note = QLabel(EMPTY), QLabel("")
        self.figures = QGridLayout()
        self._rows: list[tuple[QLabel, QLabel]] = []
        self.ledger = StackView(workspace, "Where an iteration goes", LEDGER, "s")
        self.memory = StackView(workspace, "Memory of the fullest GPU", MEMORY, "GB")
        self.curve = ScalingCurve(workspace)
        self.plans = QLabel("")
        self.chooser = Chooser()
        self._parts: dict[str, tuple[QLabel, QWidget]] = {}
        self._lay_out()
        self.chosen.currentIndexChanged.connect(lambda _: self.refresh())
        self.remove.clicked.connect(lambda _=False: self._remove())
        self.chooser.added.connect(self._add)
        workspace.report_changed.connect(self.refresh_if_shown)
        workspace.document_changed.connect(lambda _: self.refresh_if_shown())
        workspace.theme_changed.connect(self.refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.chooser.load()
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the workload that is chosen."""
        every = self._space.document.design.workloads
        self._list(every)
        one = self._report()
        self.remove.setVisible(bool(every))
        self.chosen.setVisible(bool(every))
        self.verdict.setText(self._verdict(one) if every else EMPTY)
        self.note.setText(_note(one) if one else "")
        self.note.setVisible(bool(self.note.text()))
        self._show_figures(one)
        self._show_part("ledger", bool(one and one.ledger))
        self._show_part("memory", bool(one and one.memory))
        self._show_part("curve", bool(one and len(one.scaling) > 1))
        self._show_part("plans", bool(one and one.plan.words))
        if one is None:
            return
        self.ledger.show_parts(one.ledger)
        self.memory.show_parts(one.memory, one.gpu_memory_gb)
        self.curve.show_points(one.scaling)
        self.plans.setText("<br>".join(map(_plan_line, (one.plan, *one.others))))
        if one.ledger:
            share = 100 * waiting(one.ledger)
            heading = f"Where an iteration goes · {share:.0f} % waits or repeats"
            self._parts["ledger"][0].setText(heading)

    def _list(self, every: tuple[Workload, ...]) -> None:
        ids = [one.id for one in every]
        if ids == [self.chosen.itemData(at) for at in range(self.chosen.count())]:
            return
        key = self.chosen.currentData()
        self.chosen.blockSignals(True)
        self.chosen.clear()
        for one in every:
            self.chosen.addItem(one.name or one.id, one.id)
        self.chosen.setCurrentIndex(max(0, ids.index(key) if key in ids else len(ids) - 1))
        self.chosen.blockSignals(False)

    def _report(self) -> WorkloadReport | None:
        report, key = self._space.report_store.report, self.chosen.currentData()
        found = report.workloads if report else ()
        return next((one for one in found if one.id == key), None)

    def _verdict(self, one: WorkloadReport | None) -> str:
        report = self._space.report_store.report
        lost = report.why_lost("workloads", "plans of workloads") if report else ""
        if one is None:
            return lost or WAITING
        sign = "✓" if one.fits else "⚠" if one.fits is None else "✕"
        return f"Not computed: {one.missing}" if one.missing else f"{sign} {one.verdict}"

    def _show_figures(self, one: WorkloadReport | None) -> None:
        rows = figure_rows(one) if one else []
        while len(self._rows) < len(rows):
            pair = QLabel(""), QLabel("")
            set_role(pair[0], "caption")
            set_role(pair[1], "figure")
            for column, label in enumerate(pair):
                self.figures.addWidget(label, len(self._rows), column)
            self._rows.append(pair)
        for at, (label, value) in enumerate(self._rows):
            label.setVisible(at < len(rows))
            value.setVisible(at < len(rows))
            if at < len(rows) and one is not None:
                label.setText(rows[at][0])
                value.setText(rows[at][1])
                tip = figure_tip("", one.figure(rows[at][2]), self._space.part_name)
                value.setToolTip(tip)

    def _show_part(self, name: str, shown: bool) -> None:
        for widget in self._parts[name]:
            widget.setVisible(shown)

    def _add(self, workload: Workload) -> None:
        taken = {one.id for one in self._space.document.design.workloads}
        number = next(n for n in range(1, len(taken) + 2) if f"workload-{n}" not in taken)
        made = workload.evolve(id=f"workload-{number}")
        if self._space.apply(f"Add workload {made.name}", put("workloads", made)):
            self.refresh()
            self.chosen.setCurrentIndex(self.chosen.findData(made.id))

    def _remove(self) -> None:
        key = self.chosen.currentData()
        if key:
            name = self.chosen.currentText()
            self._space.apply(f"Remove workload {name}", drop("workloads", key))

    def _lay_out(self) -> None:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.chosen, 1)
        top.addWidget(self.remove)
        column.addLayout(top)
        self.verdict.setWordWrap(True)
        set_role(self.verdict, "heading")
        self.note.setWordWrap(True)
        set_role(self.note, "caption")
        column.addWidget(self.verdict)
        self.figures.setColumnStretch(0, 1)
        column.addLayout(self.figures)
        column.addWidget(self.note)
        self.plans.setWordWrap(True)
        set_role(self.plans, "caption")
        for name, title, widget in (
            ("ledger", "Where an iteration goes", self.ledger),
            ("memory", "Memory of the fullest GPU", self.memory),
            ("curve", "Scaling, the same batch", self.curve),
            ("plans", "Plans: the best, and why others lost", self.plans),
        ):
            heading = QLabel(title)
            set_role(heading, "heading")
            column.addSpacing(6)
            column.addWidget(heading)
            column.addWidget(widget)
            self._parts[name] = heading, widget
        heading = QLabel("Add a workload")
        set_role(heading, "heading")
        column.addSpacing(10)
        column.addWidget(heading)
        column.addWidget(self.chooser)
        column.addStretch(1)
        self.setWidget(page)


def _note(one: WorkloadReport) -> str:
    if one.band_pct is None:
        return ""
    return (
        f"Bounds hold the band of {one.profile}, {one.band_pct:g} % either way, set with published "
        "runs in sight, and what is not known of the network."
    )


def _plan_line(plan: PlanReport) -> str:
    sign = "●" if not plan.lost else "○"
    memory = f", {plan.memory_gb:.0f} GB" if plan.memory_gb is not None else ""
    return f"{sign} {plan.words}{memory}" + (f" — {plan.lost}" if plan.lost else "")
