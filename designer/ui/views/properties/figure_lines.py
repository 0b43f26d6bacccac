"""Figures of a part or a row as lines that fit the narrowest panel: names wrap, figures never."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout

from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.views.properties.part_figures import Figure

LINE_PX: Final = 268
"""What the narrowest panel has beside its margins and the bar that scrolls it."""
GAP_PX: Final = 12
LEAST_NAME_PX: Final = 96
"""A name wraps down to this width beside its value; a value that leaves it less stands below."""


def figure_lines(figures: Iterable[Figure]) -> QVBoxLayout:
    """Return a line for each figure, with its source in the tip."""
    lines = QVBoxLayout()
    lines.setSpacing(2)
    for figure in figures:
        name, value = QLabel(figure.label), QLabel(figure.text)
        left = LINE_PX - GAP_PX - _wide(value)
        below = left < min(_wide(name), LEAST_NAME_PX)
        name = _fitted(name, LINE_PX if below else left)
        value = _fitted(value, LINE_PX)
        set_role(name, "dim")
        name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        source = figure.source or "source not stated"
        for widget in (name, value):
            widget.setToolTip(source)
        value.setAccessibleDescription(source)
        if below:
            lines.addWidget(name)
            lines.addWidget(value)
            continue
        line = QHBoxLayout()
        line.setSpacing(GAP_PX)
        line.addWidget(name, 1)
        line.addWidget(value)
        lines.addLayout(line)
    return lines


def _wide(label: QLabel) -> int:
    label.ensurePolished()
    return label.sizeHint().width()


def _fitted(label: QLabel, room_px: int) -> QLabel:
    """Return a label as it is, or one that wraps where it has less room than its text needs."""
    if _wide(label) <= room_px:
        return label
    wrapped = WrappedLabel(label.text())
    wrapped.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    wrapped.setMinimumWidth(room_px)
    return wrapped
