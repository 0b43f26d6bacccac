"""Rows of a sign and words: what rules say, and the lines of the check list."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from designer.engine.platform_report import ROWS, ReadyRow, RuleReport, words_of
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel

_READABLE: Final = (
    Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
)
_YES: Final = "yes"
_SIGNS: Final = {"missed": "warning", "open": "open", "met": "ok"}


class Row(NamedTuple):
    """A row: its sign, what it is of, what is said, and why."""

    sign: str
    title: str
    words: str
    why: str = ""


def rule_row(rule: RuleReport) -> Row:
    """Return the row of a rule: what fails has the sign of its severity."""
    sign = {"holds": "ok", "open": "open"}.get(rule.answer, rule.severity)
    said = words_of(rule)
    if rule.answer == "open":
        said = f"Cannot be said: {said}"
    words = f"{said}. {rule.remedy}" if rule.answer == "fails" and rule.remedy else said
    other = f"Another source: {rule.other}" if rule.other else ""
    asks = f"Asked: {rule.asks}" if rule.asks else ""
    why = "\n".join(filter(None, (asks, f"Source: {rule.source}" if rule.source else "", other)))
    words = f"{words[:1].upper()}{words[1:]}"
    return Row("info" if sign == "note" else sign, rule.label or rule.title, words, why)


def ready_row(row: ReadyRow) -> Row:
    """Return the row of a line of the check list: what is asked, and what is drawn."""
    # Of a switch the answer says what is drawn; of a figure both are told.
    both = "" if row.asks == _YES else f": asked {row.asks}; drawn {row.drawn}"
    words = f"{ROWS[row.answer].capitalize()}{both}"
    other = f"Another source: {row.other}" if row.other else ""
    why = "\n".join(filter(None, (row.because, f"Source: {row.source}", other)))
    return Row(_SIGNS[row.answer], row.item, words, why)


class Rows(QWidget):
    """Rows below each other; words can be reached and read with the keyboard."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        set_role(self, "panel")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._made: list[tuple[SeverityGlyph, QLabel, WrappedLabel]] = []
        self.shown: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows in place of those before."""
        if tuple(rows) == self.shown:
            return
        self.shown = tuple(rows)
        while len(self._made) < len(rows):
            self._make()
        for at, (sign, title, words) in enumerate(self._made):
            for widget in (sign, title, words):
                widget.setVisible(at < len(rows))
            if at >= len(rows):
                continue
            row = rows[at]
            sign.set_severity(row.sign)
            title.setText(row.title)
            words.setText(row.words)
            words.setAccessibleName(f"{row.title}: {row.words}")
            for widget in (sign, title, words):
                widget.setToolTip(row.why)

    def _make(self) -> None:
        sign, title, words = SeverityGlyph(""), WrappedLabel(""), WrappedLabel("")
        set_role(words, "caption")
        words.setTextInteractionFlags(_READABLE)
        words.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        at = 2 * len(self._made)
        self._grid.addWidget(sign, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(title, at, 1)
        self._grid.addWidget(words, at + 1, 1)
        self._made.append((sign, title, words))
