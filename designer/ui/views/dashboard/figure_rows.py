"""A headed list of names and figures; hovering over a row says what its figure rests on."""

from collections.abc import Iterable

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from designer.ui.kit.style import set_role
from designer.ui.views.dashboard.section import Section


class FigureRows(Section):
    """Rows of a name and a figure in words; labels are kept and filled anew."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        self._rows: dict[str, tuple[QLabel, QLabel]] = {}
        self.body.addLayout(self._grid)

    def show_rows(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Show name, figure in words and tip of each row; others that were shown are hidden."""
        shown = set()
        for name, text, tip in rows:
            shown.add(name)
            caption, value = self._row(name)
            value.setText(text)
            caption.setToolTip(tip)
            value.setToolTip(tip)
            value.setAccessibleName(f"{name}: {text}")
        for name, labels in self._rows.items():
            for label in labels:
                label.setVisible(name in shown)

    def texts(self) -> dict[str, str]:
        """Return what each row says, by name."""
        return {name: value.text() for name, (_, value) in self._rows.items()}

    def _row(self, name: str) -> tuple[QLabel, QLabel]:
        known = self._rows.get(name)
        if known is None:
            at = len(self._rows)
            caption, value = QLabel(name), QLabel("")
            set_role(caption, "caption")
            set_role(value, "figure")
            self._grid.addWidget(caption, at, 0)
            self._grid.addWidget(value, at, 1)
            known = self._rows[name] = (caption, value)
        return known
