"""A headed list of names and figures; hovering over a row says what its figure rests on."""

from collections.abc import Iterable

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from designer.ui.kit.style import set_role
from designer.ui.views.dashboard.section import Section


class FigureRows(Section):
    """Rows of a name and a figure in words; labels are kept and filled anew."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._column = QVBoxLayout()
        self._column.setSpacing(1)
        self._rows: dict[str, tuple[QLabel, QLabel]] = {}
        self._told: dict[str, tuple[str, str]] = {}
        self.body.addLayout(self._column)

    def show_rows(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Show name, figure in words and tip of each row; others that were shown are hidden."""
        told = {name: (text, tip) for name, text, tip in rows}
        before, self._told = self._told, told
        for name, (text, tip) in told.items():
            caption, value = self._row(name)
            was = before.get(name)
            if was == (text, tip):
                continue
            # What stays is not touched: each of these has the panel laid out or read out anew.
            if was is None or was[0] != text:
                value.setText(text)
                value.setAccessibleName(f"{name}: {text}")
            caption.setToolTip(tip)
            value.setToolTip(tip)
        for name in before.keys() ^ told.keys():
            for label in self._rows[name]:
                label.setVisible(name in told)

    def texts(self) -> dict[str, str]:
        """Return what each row says, by name."""
        return {name: value.text() for name, (_, value) in self._rows.items()}

    def _row(self, name: str) -> tuple[QLabel, QLabel]:
        known = self._rows.get(name)
        if known is None:
            caption, value = QLabel(name), QLabel("")
            set_role(caption, "caption")
            set_role(value, "figure")
            # A long name takes two lines where its own figure leaves it no more: in one it would
            # push the figures of the whole panel out of view.
            caption.setWordWrap(True)
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(caption, 1)
            row.addWidget(value)
            self._column.addLayout(row)
            known = self._rows[name] = (caption, value)
        return known
