"""After many edits the panels say what those say that opened the same design anew.

Reports come as they come over the pipe: as patches of the one before. Whatever a panel keeps of an
earlier report because nothing of it changed would be found here.
"""

import json
import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.document import Edit
from designer.document.edits import place_device, remove, rename
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator
from designer.engine.patch import apply_patch, report_patch
from designer.engine.report import Report
from designer.planning.templates import build
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_space import space_of

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
PARTS = ("dgx-h100", "qm9700", "sn2201", "sn4700")
EDITS = 7


class Panels:
    """Totals, plots, checks and the elevation with its limits, of one workspace."""

    def __init__(self, qtbot: QtBot, space: Workspace) -> None:
        self.space = space
        self.dashboard, self.elevation = DashboardPanel(space), ElevationPanel(space)
        for widget in (self.dashboard, self.elevation):
            qtbot.addWidget(widget)
            widget.resize(420, 700)
            widget.show()
            qtbot.waitExposed(widget)

    def show(self, report: Report) -> None:
        """Show the report of the design as it stands."""
        store, revision = self.space.report_store, self.space.document.revision
        store.expect(revision)
        store.accept(revision, report)
        store._tell()
        self.dashboard._dirty = True
        self.dashboard._refresh_if_dirty()
        self.dashboard.show_all()

    def said(self) -> dict[str, list[str]]:
        """Return what all widgets that are on show say, by class of widget."""
        found: dict[str, list[str]] = {}
        for root in (self.dashboard, self.elevation):
            for widget in (root, *root.findChildren(QWidget)):
                if widget.isVisibleTo(root):
                    found.setdefault(type(widget).__name__, []).extend(words_of(widget))
        return found


def words_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
    if isinstance(widget, QLabel):
        yield widget.text()
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        for row in range(model.rowCount(QModelIndex())):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                yield str(model.index(row, 0).data(role))


def edits(space: Workspace, chance: random.Random) -> Iterator[Edit]:
    """Yield edits by chance: mostly drops, each of the design as it stands when it is asked for."""
    for _ in range(EDITS):
        layout = space.layout()
        kind = chance.choice(("drop", "drop", "drop", "remove", "rename"))
        part = chance.choice(PARTS)
        racks = [
            rack
            for rack in chance.sample(sorted(layout.racks), len(layout.racks))
            if first_fit(layout, CATALOG, part, rack) is not None
        ]
        space.select((racks[0],))
        if kind == "drop":
            yield place_device(CATALOG, part, racks[0], known=layout)
        elif kind == "rename":
            yield rename(racks[0], f"renamed {racks[0]}")
        else:
            held = [placed.key for placed in layout.in_rack(racks[0])]
            yield remove((chance.choice(held),)) if held else rename(racks[0], "empty")


@pytest.mark.parametrize("seed", [1, 2])
def test_after_drops_panels_say_what_they_say_of_the_design_opened_anew(
    qtbot: QtBot, seed: int
) -> None:
    evaluator = Evaluator(CATALOG)
    panels = Panels(qtbot, space_of(HALL, CATALOG.parts))
    space = panels.space
    shown = apply_patch(None, json.loads(report_patch(None, evaluator.whole(HALL)).json()))
    panels.show(shown)
    for edit in edits(space, random.Random(seed)):
        space.document.apply("Edit", edit)
        for now in (evaluator.report(space.document.design), None):
            report = now or evaluator.whole(space.document.design)
            shown = apply_patch(shown, json.loads(report_patch(shown, report).json()))
            panels.show(shown)
    anew = Panels(qtbot, space_of(space.document.design, CATALOG.parts))
    anew.space.select(space.selection)
    anew.show(Evaluator(CATALOG).whole(space.document.design))
    assert panels.said() == anew.said()
    assert sum(map(len, anew.said().values())) > 200
