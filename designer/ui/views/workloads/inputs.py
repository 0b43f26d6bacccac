"""What is asked of a workload, as sliders and segments: tried while held, kept when let go."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.engine.workload_report import WorkloadReport
from designer.model.duration_text import duration
from designer.model.ranges import problem
from designer.model.workload import Workload
from designer.ui.fields.axis import Axis, doubling, with_value
from designer.ui.fields.slider import ValueSlider
from designer.ui.fields.workload_fields import ALL_GPUS
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import short
from designer.ui.views.workloads.segments import Segments

_PRECISIONS: Final = (("BF16", "bf16"), ("FP16", "fp16"), ("FP8", "fp8"), ("FP4", "fp4"))
_STATED: Final = {
    "bf16": "fp16_dense_tflops", "fp8": "fp8_dense_tflops", "fp4": "fp4_dense_tflops",
}  # fmt: skip
"""What the catalogue states of a GPU for each precision; FP16 is shown where it stands."""
_RECOMPUTES: Final = (("best", ""), ("none", "none"), ("all", "full"))
_CONTEXT: Final = doubling(1024, 131_072)
_BATCH: Final = doubling(16, 16_384)
_PROMPT: Final = doubling(64, 131_072)
_TERA: Final = 1e12
_DAYS: Final = 1.0, 2000.0


class Input(NamedTuple):
    """A slider: the field that it sets, its axis, and how its value is told."""

    field: str
    label: str
    axis: Axis
    told: Callable[[float], str]
    whole: bool = True
    optional: bool = True


def _tokens(value: float) -> str:
    return f"{value / _TERA:.3g} T" if value >= 0.1 * _TERA else f"{short(value)}"


RUN: Final = (
    Input("tokens", "Tokens", Axis(1e10, 1e14, unit=_TERA), _tokens, whole=False),
    Input("sequence_tokens", "Sequence", Axis(1024, 131_072, _CONTEXT, whole=True),
          lambda value: f"{value:,.0f}"),
    Input("global_batch", "Batch", Axis(16, 16_384, _BATCH, whole=True),
          lambda value: f"{value:,.0f} seq."),
    Input("wanted_days", "Wanted within", Axis(*_DAYS), lambda value: f"{value:,.4g} days",
          whole=False),
    Input("save_s", "Stop per save", Axis(1, 600), duration, whole=False),
    Input("interval_s", "Saved every", Axis(60, 86_400), duration, whole=False),
    Input("restart_s", "Restart takes", Axis(10, 7200), duration, whole=False),
)  # fmt: skip
SERVICE: Final = (
    Input("prompt_tokens", "Prompt", Axis(64, 131_072, _PROMPT, whole=True),
          lambda value: f"{value:,.0f} tokens"),
    Input("answer_tokens", "Answer", Axis(64, 131_072, _PROMPT, whole=True),
          lambda value: f"{value:,.0f} tokens"),
    Input("requests_per_s", "Load", Axis(0.1, 100_000), lambda value: f"{value:,.4g} /s",
          whole=False),
    Input("token_ms", "Token within", Axis(1, 1000), lambda value: f"{value:,.4g} ms",
          whole=False),
    Input("first_token_ms", "First within", Axis(1, 60_000), lambda value: f"{value:,.4g} ms",
          whole=False),
)  # fmt: skip
_UNSET: Final = {
    "wanted_days": "not asked", "save_s": "10 s or more", "interval_s": "loses least",
    "restart_s": "10 min or more",
    "requests_per_s": "all they answer", "token_ms": "not asked", "first_token_ms": "not asked",
}  # fmt: skip


class Inputs(QWidget):
    """Sliders and segments of the chosen workload."""

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._choice = workspace, choice
        self.setAccessibleName("What is asked")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.gpus = self._slider("GPUs", "GPUs", lambda value: f"{value:,.0f}")
        self.gpus.unset = "all of a kind"
        self.sliders: dict[str, ValueSlider] = {"gpus": self.gpus}
        for one in (*RUN, *SERVICE):
            made = self._slider(one.field, one.label, one.told)
            made.unset = _UNSET.get(one.field, "not stated")
            self.sliders[one.field] = made
        self.precision = Segments("Precision", _PRECISIONS)
        self.recompute = Segments("Recompute", _RECOMPUTES)
        for row in (self.precision, self.recompute):
            self._column.addWidget(row)
        self.precision.chosen.connect(lambda value: self._settle("precision", value, "Precision"))
        self.recompute.chosen.connect(lambda value: self._settle("recompute", value, "Recompute"))

    def show_workload(
        self, asked: Workload, standing: Workload, one: WorkloadReport | None
    ) -> None:
        """Show what is asked; what a dot of a plot asks while it is held moves its knob as well."""
        trains = asked.kind == "training"
        self._show_gpus(standing, one)
        for each in RUN:
            self._show(each, standing, shown=trains)
        for each in SERVICE:
            self._show(each, standing, shown=not trains)
        for name, slider in self.sliders.items():
            tried = getattr(asked, name)
            if tried and tried != getattr(standing, name) and not slider.is_held:
                slider.show_tried(float(tried))
        self.precision.show_value(asked.precision, self._precisions(one))
        self.recompute.setVisible(trains)
        self.recompute.show_value(asked.recompute)

    def _precisions(self, one: WorkloadReport | None) -> tuple[str, ...]:
        """Return the precisions of which the GPU's peak is stated; all where no GPU is known."""
        part = self._space.catalog.get(one.gpu) if one is not None and one.gpu else None
        chip = part.accelerator if part is not None else None
        if chip is None:
            return tuple(_STATED)
        return tuple(name for name, field in _STATED.items() if getattr(chip, field) is not None)

    def _show_gpus(self, standing: Workload, one: WorkloadReport | None) -> None:
        most = (one.standing_gpus or one.gpus) if one is not None else None
        self.gpus.setEnabled(most is not None and most > 1)
        if most is None or most <= 1:
            return
        step = min(one.domain_gpus or 1 if one is not None else 1, most)
        nodes = [float(step * number) for number in range(1, most // step + 1)]
        taken = float(standing.gpus or most)
        stops = with_value((*nodes, float(most)), taken)
        self.gpus.show_value(taken, Axis(stops[0], stops[-1], stops, whole=True))

    def _show(self, each: Input, standing: Workload, *, shown: bool) -> None:
        slider = self.sliders[each.field]
        slider.setVisible(shown)
        if not shown:
            return
        value = getattr(standing, each.field)
        axis = each.axis
        if value is not None and axis.stops:
            stops = with_value(axis.stops, float(value))
            axis = Axis(stops[0], stops[-1], stops, axis.unit, whole=axis.whole)
        elif value is not None:
            axis = Axis(min(axis.first, value), max(axis.last, value), (), axis.unit)
        slider.show_value(None if value is None else float(value), axis)

    def _slider(self, field: str, label: str, told: Callable[[float], str]) -> ValueSlider:
        name = "gpus" if field == "GPUs" else field
        made = ValueSlider(self._space, label, told)
        made.moved.connect(lambda value: self._try(name, value))
        made.settled.connect(lambda value: self._settle(name, value, label))
        made.cleared.connect(lambda: self._settle(name, None, label))
        made.cancelled.connect(self._choice.trial.let_go)
        self._column.addWidget(made)
        return made

    def _draft(self, name: str, value: Any) -> Workload | None:  # noqa: ANN401 - of any field
        standing = self._choice.standing
        if standing is None:
            return None
        if name == "gpus":
            most = self.gpus.axis.last
            value = ALL_GPUS if value is None or value >= most else round(value)
        elif value is not None and name in _WHOLE:
            value = round(value)
        return standing.evolve(**{name: value})

    def _try(self, name: str, value: float) -> None:
        draft = self._draft(name, value)
        if draft is not None:
            self._choice.propose(draft)

    def _settle(self, name: str, value: object, label: str) -> None:
        draft = self._draft(name, value)
        if draft is None:
            return
        refused = problem("Workload", name, getattr(draft, name)) if name != "gpus" else ""
        if refused:
            self._space.message.emit(f"{label}: {refused}", "warning")
            self._choice.trial.let_go()
            self._choice.changed.emit()
            return
        self._choice.propose(draft)
        self._choice.keep(label)


_WHOLE: Final = {one.field for one in (*RUN, *SERVICE) if one.whole}
