"""Figures of a part or a row as lines that fit the narrowest panel: names wrap, figures never."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy

from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.views.properties.part_figures import Figure

MOST_NAME_PX: Final = 108
"""Width from which a name wraps, if the panel has no more room."""
MOST_VALUE_PX: Final = 152
"""Room for `~18,000 kg (15,000–21,000)`; what is longer is words, which wrap below their name."""


def figure_lines(figures: Iterable[Figure]) -> QGridLayout:
    """Return a line for each figure, with its source in the tip."""
    grid = QGridLayout()
    grid.setVerticalSpacing(2)
    grid.setHorizontalSpacing(12)
    grid.setColumnStretch(0, 1)
    at = 0
    for figure in figures:
        name, value = _fitted(figure.label, MOST_NAME_PX), _fitted(figure.text, MOST_VALUE_PX)
        set_role(name, "dim")
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        source = figure.source or "source not stated"
        for widget in (name, value):
            widget.setToolTip(source)
        value.setAccessibleDescription(source)
        if value.wordWrap():
            grid.addWidget(name, at, 0, 1, 2)
            grid.addWidget(value, at + 1, 0, 1, 2)
            at += 1
        else:
            grid.addWidget(name, at, 0)
            grid.addWidget(value, at, 1)
        at += 1
    return grid


def _fitted(text: str, most_px: int) -> QLabel:
    """Return a label on one line, or one that wraps where it would be wider than that."""
    label = QLabel(text)
    label.ensurePolished()
    if label.sizeHint().width() <= most_px:
        return label
    wrapped = WrappedLabel(text)
    wrapped.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    wrapped.setMinimumWidth(most_px)
    return wrapped
