"""The comparison: two sides, a verdict, the floor with both designs, the table of changes."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from designer.engine.beside_words import verdict_of
from designer.model.plural import plural
from designer.render.icons import icon
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.lines_label import LinesLabel
from designer.ui.kit.style import set_role
from designer.ui.state.compared_sides import Choice
from designer.ui.state.comparing import Comparing
from designer.ui.state.workspace import Workspace
from designer.ui.views.compare.filters import ChangeFilters
from designer.ui.views.compare.floor import ComparedFloor
from designer.ui.views.compare.panes import WAYS, Way
from designer.ui.views.compare.side_picker import SidePicker
from designer.ui.views.compare.table import ChangeTable

NOTHING: Final = (
    "Choose a design on each side: the open one, its file as it was saved, a variant that you kept "
    "(Ctrl+Shift+K), or another file."
)
SAME: Final = "Both designs are the same."
_CLIPBOARD: Final = (Qt.Key.Key_X, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_A)
_SHARES: Final = (600, 400)
"""How floor and changes share the height at first."""
FILES: Final = "Cluster designs (*.toml);;All files (*)"


class CompareView(QWidget):
    """Shows a comparison.

    Parameters
    ----------
    folder
        Where files are asked for.

    Signals
    -------
    put_back_asked
        The change that is looked at is to be put back.
    """

    put_back_asked = Signal()

    def __init__(
        self, workspace: Workspace, comparing: Comparing, folder: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._comparing, self._folder = workspace, comparing, folder
        self.dialog: QFileDialog | None = None
        self._is_shared = False
        """Whether floor and changes have had their first shares of the height."""
        set_role(self, "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Compare")
        self.before = SidePicker(workspace, "Before", self._choices)
        self.after = SidePicker(workspace, "After", self._choices)
        self.swap = QPushButton()
        self.swap.setAccessibleName("Exchange both sides")
        self.swap.setToolTip("Exchange both sides")
        self.swap.setFixedWidth(40)
        self.sign = SeverityGlyph("info")
        self.verdict = LinesLabel(2)
        self.verdict.setAccessibleName("Verdict")
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.hint = QLabel(NOTHING)
        self.floor = ComparedFloor(workspace, comparing)
        self.ways: dict[str, QPushButton] = {}
        self.filters = ChangeFilters(workspace, comparing)
        self.table = ChangeTable(workspace, comparing)
        self._lay_out()
        self._connect()
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Compare while somebody looks."""
        super().showEvent(event)
        self._comparing.look(shown=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Compare nothing that nobody sees."""
        super().hideEvent(event)
        self._comparing.look(shown=False)

    def refresh(self) -> None:
        """Show the sides, and whether anything differs."""
        comparing = self._comparing
        sides = ((self.before, comparing.before), (self.after, comparing.after))
        for picker, side in sides:
            picker.show_choice(side.choice if side is not None else None)
        self.swap.setIcon(icon("swap", self._space.theme.text))
        there = comparing.comparison is not None
        for button in self.ways.values():
            button.setVisible(there)
        self.hint.setVisible(not there)
        self.splitter.setVisible(there)
        if there and not self._is_shared:
            self._is_shared = True
            self.splitter.setSizes([*_SHARES])
        self._say()

    def ask_file(self, *, before: bool) -> None:
        """Ask for a file that is put on a side."""
        dialog = QFileDialog(self, "Compare with a design", self._folder(), FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.show_file(Path(name), before=before))
        self.dialog = dialog
        dialog.open()

    def show_file(self, path: Path, *, before: bool) -> None:
        """Put a file on a side."""
        self._show(self._comparing.sides.file(path), before=before)

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the drawing from what is selected on a floor that nobody sees."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _is_of_drawing(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icon in the ink of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "swap"):
            self.swap.setIcon(icon("swap", self._space.theme.text))

    def _show(self, choice: Choice, *, before: bool) -> None:
        if before:
            self._comparing.show_before(choice)
        else:
            self._comparing.show_after(choice)

    def _choices(self) -> Iterator[tuple[str, list[Choice]]]:
        every = list(self._comparing.sides.choices())
        yield "", [one for one in every if one.origin != "variant"]
        yield "Revisions in git", self._comparing.past.choices()
        yield "Variants", [one for one in every if one.origin == "variant"]

    def _connect(self) -> None:
        comparing = self._comparing
        comparing.changed.connect(self.refresh)
        comparing.worked_out.connect(self._say)
        comparing.refused.connect(self._refuse)
        self.swap.clicked.connect(lambda _=False: comparing.swap())
        for before, picker in ((True, self.before), (False, self.after)):
            picker.chosen.connect(lambda one, before=before: self._show(one, before=before))
            picker.file_asked.connect(lambda before=before: self.ask_file(before=before))
        self.table.put_back_asked.connect(self.put_back_asked)
        self.table.place_asked.connect(self.floor.show_chosen)

    def _lay_out(self) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(8)
        sides.addWidget(self.before, 1)
        sides.addWidget(self.swap)
        sides.addWidget(self.after, 1)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.verdict, 1)
        said.addLayout(self._way_buttons())
        set_role(self.refusal, "error")
        self.refusal.hide()
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(14, 10, 14, 8)
        column.setSpacing(8)
        column.addLayout(sides)
        column.addLayout(said)
        column.addWidget(self.refusal)
        set_role(self.hint, "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(40, 0, 40, 0)
        lower = QWidget()
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.filters)
        below.addWidget(self.table, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setAccessibleName("Floor above changes")
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.floor)
        self.splitter.addWidget(lower)
        for at, share in enumerate(_SHARES):
            self.splitter.setStretchFactor(at, share)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        line = QFrame()
        line.setFixedHeight(1)
        set_role(line, "line")
        whole.addWidget(head)
        whole.addWidget(line)
        whole.addWidget(self.splitter, 1)
        whole.addWidget(self.hint, 1)
        self.setFocusProxy(self.table)

    def _way_buttons(self) -> QHBoxLayout:
        """Return the buttons for how both floors are looked at."""
        row = QHBoxLayout()
        row.setSpacing(2)
        for way, words, tip in WAYS:
            button = QPushButton(words)
            button.setCheckable(True)
            button.setChecked(way == self.floor.way)
            button.setToolTip(f"{tip} (V on the floor: the next of the three)")
            button.setAccessibleName(f"{tip}")
            set_role(button, "segment")
            button.clicked.connect(partial(self._ask_way, way))
            self.ways[way] = button
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.floor.way_changed.connect(self._show_way)
        return row

    def _ask_way(self, way: Way, _checked: bool = False) -> None:
        self.floor.show_way(way)
        self._show_way(way)

    def _show_way(self, way: str) -> None:
        for key, button in self.ways.items():
            button.setChecked(key == way)

    def _refuse(self, why: str) -> None:
        """Say why a side is not shown; the last comparison stays."""
        self.refusal.setText(why)
        self.refusal.setAccessibleName(why or "No refusal")
        self.refusal.setVisible(bool(why))

    def _say(self) -> None:
        """Say what is gained and lost, or how far that is."""
        words, sign = self._verdict()
        self.verdict.setText(words)
        self.sign.set_severity(sign)

    def _verdict(self) -> tuple[str, str]:
        comparing = self._comparing
        comparison, found = comparing.comparison, comparing.found
        if comparing.is_comparing:
            return "Comparing, record by record…", "info"
        if comparison is None:
            return "", ""
        if comparison.is_same:
            others = len(comparison.other_form)
            form = (
                f" {plural(others, 'rack')} filled in another way, with the same." if others else ""
            )
            return f"{SAME}{form}", "ok"
        number = plural(comparing.counts.total(), "record differs", "records differ")
        if comparing.why:
            return f"{number}. {comparing.why}", "open"
        if found is None:
            wait = comparing.waits_for
            doing = f"measuring {wait}…" if wait else "working out what follows…"
            return f"{number}; {doing}", "info"
        gravest = next((one.severity for one in found.gained if not one.elsewhere), "ok")
        stage = self._space.stage.stage
        as_of = f"As of {stage.called}: " if stage is not None and comparing.as_of_words else ""
        return f"{as_of}{verdict_of(found)}", "ok" if gravest == "info" else gravest


def _is_of_drawing(event: QKeyEvent) -> bool:
    """Return whether a key changes what is selected on the floor: letters, Del, the clipboard."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        return event.key() in _CLIPBOARD and not shifted
    return event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) or event.text().isalnum()
