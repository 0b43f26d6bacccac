"""What would make a run as fast as is wanted: each way with what it takes, and a button to try."""

from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from designer.engine.workload_report import Way, WorkloadReport
from designer.model.figure_words import words
from designer.model.workload import Workload
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.workload_choice import WorkloadChoice

_LABELS: Final = {
    "tokens": "Tokens", "gpus": "GPUs", "precision": "Precision", "both": "Both", "batch": "Batch",
}  # fmt: skip
_TERA: Final = 1e12


class WayRow(NamedTuple):
    """One way in words.

    Attributes
    ----------
    tried
        The workload as it would be; None where it cannot be tried, and `why` says why.
    """

    label: str
    said: str
    tip: str
    tried: Workload | None
    why: str = ""


def way_rows(one: WorkloadReport, asked: Workload) -> list[WayRow]:
    """Return the ways of a workload; of one that does not fit, on how many GPUs it would."""
    if one.fits is False:
        return [] if one.fitting_gpus is None else [_fitting(one, asked, one.fitting_gpus)]
    return [_row(way, one, asked) for way in one.ways]


def _fitting(one: WorkloadReport, asked: Workload, gpus: int) -> WayRow:
    was = f", not {one.gpus:,}" if one.gpus else ""
    tip = "the fewest on which a plan fits"
    lacks = _lacks(one, gpus)
    if lacks is not None:
        return WayRow("GPUs", f"{gpus:,}{was}", f"{tip}; {lacks[1]}", None, lacks[0])
    return WayRow("GPUs", f"{gpus:,}{was}", tip, asked.evolve(gpus=gpus))


def _lacks(one: WorkloadReport, wanted: float) -> tuple[str, str] | None:
    """Return that so many GPUs are not there, in short and whole; None where they are.

    What other workloads take of those that stand is not there either.
    """
    there, others = one.standing_gpus, one.elsewhere_gpus
    if there is None:
        return "fewer stand", "fewer stand in this design"
    if wanted > there:
        return f"{there:,} stand", f"{there:,} stand in this design"
    if wanted <= there - others or (one.gpus is not None and wanted <= one.gpus):
        return None
    left = max(0, there - others)
    return f"{left:,} left", f"other workloads take {others:,} of the {there:,} that stand"


def title_of(one: WorkloadReport, asked: Workload) -> str:
    """Return the question that the ways answer."""
    if one.fits is False:
        return "What would make it fit"
    if one.kind == "training" and one.wanted_days is None:
        return "What would use more GPUs"
    if one.kind == "training":
        return f"What would make it {one.wanted_days:,.4g} days"
    return f"What would answer {asked.requests_per_s:,.4g} requests/s"


def _batch(way: Way, value: float, days: str, asked: Workload) -> WayRow:
    on = f", on {way.gpus:,} GPUs" if way.gpus is not None else ""
    tip = f"{days}{on}; as many sequences for each copy of the model" if way.days else on[2:]
    return WayRow(
        _LABELS["batch"], f"{value:,.0f}, not {asked.global_batch:,}", tip,
        asked.evolve(global_batch=round(value)),
    )  # fmt: skip


def _row(way: Way, one: WorkloadReport, asked: Workload) -> WayRow:
    days = words(way.figure("days", "d"), 0, "days") if one.kind == "training" else "in time"
    short = days.partition(" (")[0]
    value = way.number if way.number is not None else way.surely
    enough = way.number is not None and one.gpus is not None and way.number <= one.gpus
    if way.what == "gpus" and enough:
        value = way.surely  # on those that it has it is in time already, though not surely
    label = way.precision.upper() if way.what == "precision" else _LABELS[way.what]
    surely = ""
    if way.surely is not None:
        surely = f"; {_amount(way.surely, way.what)} so that all of the band is in time"
    if way.what == "precision":
        said = short if way.alone else f"{short}: not alone"
        return WayRow(label, said, f"{way.precision.upper()}: {days}",
                      asked.evolve(precision=way.precision))  # fmt: skip
    if way.what == "batch" and value is not None:
        return _batch(way, value, days, asked)
    if value is None and way.number is not None:
        return WayRow(label, "not surely", f"{days}, and no more GPUs make it sure", None)
    if value is None:
        return WayRow(label, "not alone", f"{days} on the most that were tried", None)
    if way.what == "tokens":
        was = f", not {_amount(asked.tokens, 'tokens')}" if asked.tokens else ""
        return WayRow(label, f"{_amount(value, 'tokens')}{was}", f"{days}{surely}",
                      asked.evolve(tokens=value))  # fmt: skip
    lacks = _lacks(one, value)
    named = f"{way.precision.upper()}, " if way.what == "both" else ""
    was = f", not {one.gpus:,}" if one.gpus and way.what == "gpus" else ""
    said = f"{named}{value:,.0f}{' GPUs' if named else was}"
    if lacks is not None:
        return WayRow(label, said, f"{days}{surely}; {lacks[1]}", None, lacks[0])
    tried = asked.evolve(gpus=round(value))
    if way.precision:
        tried = tried.evolve(precision=way.precision)
    return WayRow(label, said, f"{days}{surely}", tried)


def _amount(value: float, what: str) -> str:
    if what == "tokens":
        return f"{value / _TERA:.3g} T"
    return f"{value:,.0f}"


class WaysCard(QWidget):
    """The rows; hidden where nothing has to be made faster.

    Signals
    -------
    left
        The button with the keyboard goes, and no other takes it.
    """

    left = Signal()

    def __init__(self, choice: WorkloadChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self.rows: list[WayRow] = []
        self.title = QLabel("")
        set_role(self.title, "heading")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 6, 0, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self.title, 0, 0, 1, 3)
        self._lines: list[tuple[QLabel, ElidedLabel, QPushButton, QLabel]] = []
        self.hide()

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons that try, in order; hidden where a way cannot be tried."""
        return [line[2] for line in self._lines[: len(self.rows)]]

    def show_report(self, one: WorkloadReport | None) -> None:
        """Show the ways of a report."""
        standing = self._choice.standing
        asked = self._choice.workload or standing
        known = one is not None and asked is not None
        held = next((at for at, one in enumerate(self._lines) if one[2].hasFocus()), None)
        self.rows = way_rows(one, asked) if one is not None and asked is not None else []
        if held is not None:
            self._hand_on(held)
        self.setVisible(known and bool(self.rows))
        if one is None or standing is None or not self.rows:
            return
        self.title.setText(title_of(one, standing))
        while len(self._lines) < len(self.rows):
            self._add(len(self._lines))
        for at, line in enumerate(self._lines):
            for widget in line:
                widget.setVisible(at < len(self.rows))
            if at < len(self.rows):
                self._show(line, self.rows[at])

    def _hand_on(self, held: int) -> None:
        """Give the keyboard to a button that stays: Qt would give it to the field above."""
        stays = [at for at, row in enumerate(self.rows) if row.tried is not None]
        if held in stays:
            return
        to = next((at for at in stays if at > held), stays[0] if stays else None)
        if to is None:
            self.left.emit()
            return
        while len(self._lines) <= to:
            self._add(len(self._lines))
        button = self._lines[to][2]
        button.show()
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, line: tuple[QLabel, ElidedLabel, QPushButton, QLabel], row: WayRow) -> None:
        label, said, button, why = line
        label.setText(row.label)
        said.set_full_text(row.said)
        said.setToolTip(row.tip)
        button.setVisible(row.tried is not None)
        button.setAccessibleName(f"Try {row.label}: {row.said}")
        why.setVisible(row.tried is None and bool(row.why))
        why.setText(row.why)
        why.setToolTip(row.tip)

    def _add(self, at: int) -> None:
        line = QLabel(""), ElidedLabel(), QPushButton("try"), QLabel("")
        set_role(line[0], "dim")
        set_role(line[2], "link")
        set_role(line[3], "caption")
        line[2].setCursor(Qt.CursorShape.PointingHandCursor)
        line[2].clicked.connect(lambda _=False: self._try(at))
        for column, widget in enumerate((line[0], line[1], line[2])):
            self._grid.addWidget(widget, at + 1, column)
        self._grid.addWidget(line[3], at + 1, 2)
        self._lines.append(line)

    def _try(self, at: int) -> None:
        tried = self.rows[at].tried
        if tried is not None:
            label = self.rows[at].label
            self._choice.propose(tried)
            self._choice.keep(label)
