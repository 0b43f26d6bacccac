"""Before and after while something is tried: what changes, and that Esc undoes it."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from designer.engine.workload_report import WorkloadReport
from designer.model.figure_words import words
from designer.model.workload import Workload
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.views.workloads.figures import letters, told

_NAMES: Final = {
    "tokens": "tokens", "sequence_tokens": "sequence", "global_batch": "batch",
    "wanted_days": "wanted days", "save_s": "s a save", "interval_s": "s between saves",
    "restart_s": "s a restart",
    "precision": "", "recompute": "recompute", "prompt_tokens": "prompt",
    "answer_tokens": "answer", "requests_per_s": "requests/s", "token_ms": "ms a token",
    "first_token_ms": "ms to the first", "gpus": "GPUs",
}  # fmt: skip


def asked_change(before: Workload, after: Workload, taken: int | None) -> str:
    """Return what is asked otherwise: `896 → 448 GPUs`."""
    for name, unit in _NAMES.items():
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        if name == "gpus":
            old, new = before.gpus or taken, after.gpus or taken
        return f"{_said(old)} → {_said(new)} {unit}".strip()
    return ""


def _said(value: object) -> str:
    if value is None or value == "":
        return "not stated"
    if isinstance(value, float | int):
        return f"{value / 1e12:.3g} T" if value >= 1e11 else f"{value:,.4g}" if (
            isinstance(value, float)
        ) else f"{value:,}"  # fmt: skip
    return str(value).upper()


def outcome_change(before: WorkloadReport | None, after: WorkloadReport) -> list[str]:
    """Return what comes of it, the figure that leads first: `1,217 → 1,034 days`."""
    if after.missing:
        return [f"not computed: {after.missing}"]
    if after.fits is False:
        lacking = f"each lacks {after.lacking_gb:.3g} GB" if after.lacking_gb else "does not fit"
        return [lacking]
    found = []
    for name, unit in (("days", "days"), ("iteration_s", "s a step"), ("token_ms", "ms a token")):
        if told(after, name):
            found.append(_pair(before, after, name, unit))
    if told(after, "tokens_per_s"):
        new = letters(after.figure("tokens_per_s")).partition(" (")[0]
        found.append(f"{new} tokens/s")
    if after.plan.memory_gb is not None:
        found.append(_memory(before.plan.memory_gb if before else None, after.plan.memory_gb))
    return found


def _memory(old: float | None, new: float) -> str:
    said = f"{new:.1f} GB"
    return said if old is None or f"{old:.1f}" == f"{new:.1f}" else f"{old:.1f} → {said}"


def _pair(before: WorkloadReport | None, after: WorkloadReport, name: str, unit: str) -> str:
    new = words(after.figure(name), 0 if name == "days" else 2, "").partition(" (")[0].strip()
    if before is None or not told(before, name):
        return f"{new} {unit}"
    old = words(before.figure(name), 0 if name == "days" else 2, "").partition(" (")[0].strip()
    return f"{old} → {new} {unit}" if old != new else f"{new} {unit}"


def outcome_role(before: WorkloadReport | None, after: WorkloadReport) -> str:
    """Return the colour of what comes of it: green where it is faster, amber where it is slower."""
    if after.missing or after.fits is False:
        return "warning"
    name = "days" if told(after, "days") else "token_ms"
    if before is None or not told(before, name) or not told(after, name):
        return ""
    was, now = before.figure(name).likely, after.figure(name).likely
    return "" if was == now else "ok" if now < was else "warning"


class TrialCard(QFrame):
    """The card; it keeps its place while nothing is tried, so that nothing jumps."""

    def __init__(self, choice: WorkloadChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "card")
        self._choice = choice
        self.setAccessibleName("Before and after")
        self.asked, self.plan = ElidedLabel(), ElidedLabel()
        self.outcome, self.beside, self.hint = ElidedLabel(), ElidedLabel(), QLabel("")
        set_role(self.hint, "caption")
        for label in (self.hint, self.plan):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        set_role(self.plan, "caption")
        set_role(self.beside, "caption")
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 6, 10, 6)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        for row, label in enumerate((self.asked, self.outcome, self.beside)):
            grid.addWidget(label, row, 0)
        grid.addWidget(self.hint, 0, 1)
        grid.addWidget(self.plan, 1, 1)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 2)

    def refresh(self) -> None:
        """Show what is tried now."""
        after, before = self._choice.workload, self._choice.standing
        trial = self._choice.trial
        if self._choice.hanging is not None:
            before = None
        if trial.asked is None or after is None:
            for label in (self.asked, self.plan, self.outcome, self.beside):
                label.set_full_text("")
            self.asked.set_full_text("Hold a knob: figures follow")
            set_role(self.asked, "caption")
            self.outcome.set_full_text("")
            self.hint.setText("")
            return
        set_role(self.asked, "")
        was = self._choice.report_of(before.id) if before is not None else None
        found = trial.found
        now = found.report if found is not None else None
        taken = was.standing_gpus if was is not None else None
        asks = "beside the others" if before is None else asked_change(before, after, taken)
        self.asked.set_full_text(asks)
        self.hint.setText("not added yet" if before is None else "Esc undoes")
        if now is None:
            set_role(self.outcome, "")
            self.outcome.set_full_text(trial.why or "…")
            self.beside.set_full_text("")
            self.plan.set_full_text("")
            return
        changed = outcome_change(was, now)
        set_role(self.outcome, outcome_role(was, now))
        self.outcome.set_full_text(changed[0] if changed else "")
        self.beside.set_full_text(" · ".join(changed[2:] or changed[1:]))
        self.plan.set_full_text(now.plan.words.partition(" · micro")[0])
