"""Boxes for numbers with our margins, so that every form makes them alike."""

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

from designer.ui.kit.wheel import ignore_wheel

INDENT_PX = 6
"""The style sheet does not reach the line inside a spin box."""


def integer_box(low: int, high: int, value: int, unit: str = "") -> QSpinBox:
    """Return a box for whole numbers; it reports when the person is done, not at every key."""
    box = QSpinBox()
    box.setRange(low, high)
    box.setSuffix(f" {unit}" if unit else "")
    box.setGroupSeparatorShown(True)
    box.setValue(value)
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(INDENT_PX, 0, 0, 0)
    ignore_wheel(box)
    return box


def number_box(
    low: float, high: float, value: float, decimals: int, unit: str = ""
) -> QDoubleSpinBox:
    """Return a box for numbers with a fraction; it reports when the person is done."""
    box = QDoubleSpinBox()
    box.setRange(low, high)
    box.setDecimals(decimals)
    box.setSingleStep(1.0 if high > 10 else 0.05)
    box.setSuffix(f" {unit}" if unit else "")
    box.setValue(value)
    box.setKeyboardTracking(False)
    box.lineEdit().setTextMargins(INDENT_PX, 0, 0, 0)
    ignore_wheel(box)
    return box
