"""What would settle it: the figures nobody states that most verdicts wait for, ready to enter."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from designer.engine.report import Report, Settle
from designer.model.figure_ref import can_be_entered, figure_ref
from designer.model.plural import plural
from designer.ui.kit.reveal import reveal
from designer.ui.kit.style import set_role
from designer.ui.views.dashboard.section import Section

AT_FIRST: Final = 3
"""So many are shown before somebody asks for all: the plots above come first."""
GAP_PX: Final = 4
"""Below what waits for a figure: each entry is a block of its own."""
_AFFECTED: Final = {
    "totals.power_max_kw": "highest power",
    "totals.power_peak_kw": "highest observed power",
    "totals.power_typical_kw": "typical power",
    "totals.power_edp_kw": "peak of milliseconds",
    "totals.power_step_kw": "step from idle to maximum",
    "totals.power_idle_kw": "idle power",
    "totals.weight_kg": "mass",
    "totals.gpus": "GPUs",
    "totals.heat_kw": "heat",
    "facility.facility_kw": "power of the building",
    "cost.capex": "capital",
    "cost.energy_mwh_per_year": "energy",
    "cost.opex_per_year": "energy cost",
}
"""Figures of the report that an unknown input leaves open, in words; others are not named here."""


class SettleList(Section):
    """Figures that are not known, what waits for each, and a button to enter it.

    The first three, and all that the report lists after a press on the button below.

    Signals
    -------
    enter_requested
        A part's id, known or not, and the field to enter; or no id and the reference of what is no
        part's, such as `site.pue` or `feed A.capacity_kw`.
    """

    enter_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What would settle it", parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self.body.addLayout(self._grid)
        self.more = QPushButton("Show all")
        set_role(self.more, "link")
        self.more.clicked.connect(self._show_more_or_fewer)
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.rows: list[tuple[QLabel, QLabel, QPushButton]] = []
        self._found: tuple[Settle, ...] = ()
        self._shown: tuple[Settle, ...] = ()
        self._unfolded = False
        self.hide()

    def show_report(self, report: Report | None) -> None:
        """Show a report; nothing where every figure is known or no rack stands."""
        self._found = report.settle if report and report.totals.figure("racks").high else ()
        self.setVisible(bool(self._found))
        self._show_rows()

    def _show_more_or_fewer(self) -> None:
        self._unfolded = not self._unfolded
        self._show_rows()
        # The keyboard goes on with the first that was not there before.
        new = [button for _, _, button in self.rows[AT_FIRST:] if not button.isHidden()]
        reveal(new[0] if self._unfolded and new else self.more)

    def _show_rows(self) -> None:
        count, folds = len(self._found), len(self._found) > AT_FIRST
        found = self._found if self._unfolded else self._found[:AT_FIRST]
        self.more.setVisible(folds)
        self.more.setText("Show fewer" if self._unfolded else f"Show all {count}")
        self.set_note(f"the {len(found)} that matter most" if 1 < len(found) < count else "")
        if found == self._shown:
            return
        self._shown = found
        while len(self.rows) < len(found):
            self._add_row()
        for index, widgets in enumerate(self.rows):
            shown = index < len(found)
            for widget in widgets:
                widget.setVisible(shown)
            if shown:
                what, waits, button = widgets
                words = found[index].what
                what.setText(words[:1].upper() + words[1:])
                waits.setText(waiting_words(found[index]))
                button.setAccessibleName(f"Enter {words}")
                button.setVisible(can_be_entered(found[index].ref))

    def _add_row(self) -> None:
        at = len(self.rows)
        what, waits, button = QLabel(""), QLabel(""), QPushButton("Enter")
        set_role(waits, "caption")
        waits.setContentsMargins(0, 0, 0, GAP_PX)
        set_role(button, "link")
        button.setAutoDefault(True)  # so that Return presses it as Space does
        for label in (what, waits):
            label.setWordWrap(True)
        button.setToolTip("Open the field where this figure is given")
        button.clicked.connect(lambda: self._enter(at))
        self._grid.addWidget(what, 2 * at, 0)
        self._grid.addWidget(waits, 2 * at + 1, 0)
        self._grid.addWidget(button, 2 * at, 1, 2, 1)
        if self.rows:
            QWidget.setTabOrder(self.rows[-1][2], button)
        QWidget.setTabOrder(button, self.more)
        self.rows.append((what, waits, button))

    def _enter(self, index: int) -> None:
        read = figure_ref(self._shown[index].ref)
        if read.of == "part":
            self.enter_requested.emit(read.owner, read.field)
        else:
            self.enter_requested.emit("", self._shown[index].ref)


def waiting_words(entry: Settle) -> str:
    """Return what waits for a figure: `3 verdicts wait for it · leaves open: energy`.

    Where no verdict names it, nothing is said of rules: a verdict names what leaves it most open,
    and this figure may be a lesser part of that.
    """
    words = []
    if entry.verdicts:
        verb = "waits" if entry.verdicts == 1 else "wait"
        words.append(f"{plural(entry.verdicts, 'verdict')} {verb} for it")
    if entry.binding:
        words.append(f"leaves open which limit binds: {plural(entry.binding, 'rack')}")
    open_ = dict.fromkeys(_AFFECTED[name] for name in entry.affects if name in _AFFECTED)
    if open_ or not words:
        words.append(f"leaves open: {', '.join(open_) or 'other figures'}")
    return " · ".join(words)
