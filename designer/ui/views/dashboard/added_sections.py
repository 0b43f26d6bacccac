"""Results of subjects that have no view of their own: a headed list of figures for each.

A subject that is added to the engine is shown by this; it needs no file here.
"""

from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.engine.report import Report
from designer.model.section_words import SectionRow, section_rows, section_title
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.figure_rows import FigureRows

_LONGEST: Final = 28
"""Letters that fit beside a row's name in a panel as it opens."""


class AddedSections(QWidget):
    """The added sections of a report, one under the other."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._views: dict[str, FigureRows] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.hide()

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        sections = dict(report.sections) if report else {}
        # Of what there is nothing to compute of, as in an empty room: no rows of dashes.
        sections = {
            name: result
            for name, result in sections.items()
            if getattr(result, "is_computed", True)
        }
        for name, result in sections.items():
            self._view(name).show_rows(map(self._row, section_rows(result)))
        for name, view in self._views.items():
            view.setVisible(name in sections)
        self.setVisible(bool(sections))

    def texts(self) -> dict[str, dict[str, str]]:
        """Return what the rows of each section shown say, by its heading."""
        return {
            view.accessibleName(): view.texts()
            for view in self._views.values()
            if not view.isHidden()
        }

    def _row(self, row: SectionRow) -> tuple[str, str, str]:
        if row.figure is None:
            # Words are as long as they are: the panel is not, and hovering says all of them.
            return row.label, _shortened(row.text), row.text if len(row.text) > _LONGEST else ""
        return row.label, row.text, figure_tip("", row.figure, self._workspace.part_name)

    def _view(self, name: str) -> FigureRows:
        known = self._views.get(name)
        if known is None:
            known = self._views[name] = FigureRows(section_title(name))
            self._column.addWidget(known)
        return known


def _shortened(text: str) -> str:
    """Return the first words of a long text."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST].rpartition(' ')[0].rstrip(',;:')} …"
