"""Failures and checkpoints of a training run: how often it saves, what that writes and leaves."""

from typing import Final

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from designer.engine.workload_report import WorkloadReport
from designer.model.duration_text import duration
from designer.model.figure_words import words
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import told

_STOPS: Final = (
    ("A save stops it", "save_s", "or until storage has written it"),
    ("A restart takes", "restart_s", "with what storage takes to read it back"),
)
NOTE: Final = "by the failures of Llama 3"


def saving_rows(one: WorkloadReport) -> list[tuple[str, str, str, str]]:
    """Return label, value, what stands beside it, and the name of the figure; empty of none."""
    rows = []
    if told(one, "checkpoint_gb"):
        size = words(one.figure("checkpoint_gb", "GB"), 0)
        rows.append(("A checkpoint", size, "weights, and Adam's copies", "checkpoint_gb"))
    if one.interval_s is not None:
        guessed = one.bound("interval_s") is not None
        every = f"{'~' * guessed}{duration(one.interval_s)}"
        beside = "the interval that loses least" if guessed else "as the run states"
        rows.append(("Saved every", every, beside, "interval_s"))
    for label, name, beside in _STOPS:
        if told(one, name):
            stop = words(one.figure(name, "s"), 0)
            rows.append((label, stop, beside, name))
    if told(one, "write_gb_s"):
        write = words(one.figure("write_gb_s", "GB/s"), 2)
        rows.append(("Storage writes", write, "done before the next begins", "write_gb_s"))
    if told(one, "goodput_pct"):
        left = words(one.figure("goodput_pct"), 1, "%")
        rows.append(("Time that trains", left, "the rest saves, redoes, restarts", "goodput_pct"))
    if told(one, "iteration_after_loss_s"):
        after = words(one.figure("iteration_after_loss_s", "s"), 2)
        beside = "an iteration, after the worst single loss"
        rows.append(("Network short", after, beside, "iteration_after_loss_s"))
    return [*rows, *storage_rows(one)]


def storage_rows(one: WorkloadReport) -> list[tuple[str, str, str, str]]:
    """Return the same of what storage does for it."""
    rows = []
    if told(one, "stall_s"):
        stall = words(one.figure("stall_s", "s"), 0)
        rows.append(("Written at once", stall, "while training stands still", "stall_s"))
    if told(one, "restore_s"):
        back = words(one.figure("restore_s", "s"), 1)
        rows.append(("Read back", back, "at a restart, one copy that ranks pass on", "restore_s"))
    if one.read_wanted_gb_s is not None:
        fed = words(one.figure("read_wanted_gb_s", "GB/s"), 0)
        rows.append(("GPUs read", fed, "of storage, while they train", "read_wanted_gb_s"))
    if one.dataset_tb is not None:
        wanted = words(one.figure("storage_wanted_tb", "TB"), 0)
        beside = f"for {one.dataset_tb:,g} TB of data, checkpoints, logs"
        rows.append(("Storage to hold", wanted, beside, "storage_wanted_tb"))
    if one.storage_level:
        rows.append(("Storage keeps", one.storage_level, "of NVIDIA's good, better, best", ""))
    if told(one, "storage_network_gb_s"):
        network = words(one.figure("storage_network_gb_s", "GB/s"), 0)
        beside = "over its network, to all nodes"
        rows.append(("Storage sends", network, beside, "storage_network_gb_s"))
    return rows


class SavingRows(QWidget):
    """The rows: label, value, what it is."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(2, 1)
        self._lines: list[tuple[QLabel, QLabel, ElidedLabel]] = []

    def texts(self) -> dict[str, str]:
        """Return what the rows say, by label."""
        shown = (line for line in self._lines if not line[0].isHidden())
        return {name.text(): value.text() for name, value, _ in shown}

    def show_report(self, one: WorkloadReport) -> None:
        """Show what is known."""
        rows = saving_rows(one)
        while len(self._lines) < len(rows):
            line = QLabel(), QLabel(), ElidedLabel()
            for column, label in enumerate(line):
                self._grid.addWidget(label, len(self._lines), column)
            set_role(line[0], "dim")
            set_role(line[2], "caption")
            self._lines.append(line)
        for at, (name, value, beside) in enumerate(self._lines):
            for label in (name, value, beside):
                label.setVisible(at < len(rows))
            if at < len(rows):
                name.setText(rows[at][0])
                value.setText(rows[at][1])
                beside.set_full_text(rows[at][2])
                figure = rows[at][3]
                tip = figure_tip("", one.figure(figure), self._space.part_name) if figure else ""
                value.setToolTip(tip)
