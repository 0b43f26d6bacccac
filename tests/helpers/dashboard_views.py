"""Views of the dashboard on a screen of their own, with a report."""

from typing import Any, TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.engine.report import Report
from tests.helpers.ui_desk import Desk

V = TypeVar("V", bound=QWidget)


def shown_view(qtbot: QtBot, desk: Desk, view: type[V], report: Report | None) -> V:
    """Return a view of the desk's workspace, shown with a report."""
    made: Any = view(desk.workspace)  # type: ignore[arg-type]  # views begin with a workspace
    qtbot.addWidget(made)
    made.resize(360, 200)
    made.show()
    made.show_report(report)
    found: V = made
    return found
