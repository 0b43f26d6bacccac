"""The window: builds the strips, the columns and the centre, and remembers how they were left.

No rules here: what commands do stands in `edit_commands`, `view_commands` and `file_commands`.
"""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QVBoxLayout, QWidget

from designer.runtime.design_session import DesignSession
from designer.ui.actions import ActionSet
from designer.ui.canvas.floor import FloorCanvas
from designer.ui.centre import VIEWS, Centre
from designer.ui.command_box import CommandBox
from designer.ui.command_entries import entries
from designer.ui.dashboard.panel import DashboardPanel
from designer.ui.edit_commands import EditCommands
from designer.ui.elevation.panel import ElevationPanel
from designer.ui.engine_state import EngineState
from designer.ui.file_commands import FileCommands
from designer.ui.history_list import HistoryPanel
from designer.ui.menus import build_menu
from designer.ui.outline import OutlinePanel
from designer.ui.palette.panel import PalettePanel
from designer.ui.properties.panel import PropertiesPanel
from designer.ui.settings import Settings
from designer.ui.start_page import StartPage
from designer.ui.status_bar import StatusBar
from designer.ui.style import apply_theme, set_role
from designer.ui.tab_stack import TabStack
from designer.ui.title import design_words
from designer.ui.top_bar import TopBar
from designer.ui.view_commands import ViewCommands
from designer.ui.workspace import Workspace

LEFT_PX: Final = 252
RIGHT_PX: Final = 346
SMALLEST: Final = (1024, 640)
USUAL: Final = (1600, 1000)


class MainWindow(QMainWindow):
    """One window on one design.

    Parameters
    ----------
    workspace
        What the panels share.
    session
        The design's file.
    settings
        What is remembered.

    Signals
    -------
    first_shown
        The window is on the screen: time for heavy imports.
    """

    first_shown = Signal()

    def __init__(self, workspace: Workspace, session: DesignSession, settings: Settings) -> None:
        super().__init__()
        self.workspace, self.session, self.settings = workspace, session, settings
        self.setObjectName("main")
        self.setAccessibleName("Cluster Designer")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.actions_by_id = ActionSet(self)
        self.palette_panel = PalettePanel(workspace, settings)
        self.outline = OutlinePanel(workspace)
        self.history = HistoryPanel(workspace)
        self.dashboard = DashboardPanel(workspace)
        self.properties = PropertiesPanel(workspace)
        self.floor = FloorCanvas(workspace)
        self.elevation = ElevationPanel(workspace)
        self.start_page = StartPage(settings)
        self.centre = Centre(self.floor, self.elevation, self.start_page)
        self.left = self._build_left()
        self.right = self._build_right()
        self.status = StatusBar()
        self.command_box = CommandBox(
            lambda: entries(workspace, self.actions_by_id, self.palette_panel.place)
        )
        self.files = FileCommands(self)
        menu = build_menu(self.actions_by_id, settings, self.files.open, self)
        self.top = TopBar(menu, self.command_box, VIEWS)
        self.edits = EditCommands(workspace, self.actions_by_id, self.palette_panel, self)
        self.views = ViewCommands(self)
        self.engine_state = EngineState(workspace, self.top.pill)
        self._lay_out()
        self._add_actions()
        self._connect()
        self._shown = False
        self._restore()
        self.show_design()

    def show_design(self) -> None:
        """Show name, size and saved state of the design, and its counts."""
        design = self.workspace.document.design
        name, subtitle, saved = design_words(self.workspace, self.session)
        self.top.show_design(name, subtitle, saved)
        self.setWindowTitle(f"{self.session.title} – Cluster Designer")
        self.status.show_snap(design.room.tile_mm)
        self._show_counts()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell, once, that the window stands."""
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            QTimer.singleShot(0, self._after_first_show)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a design file that is dragged onto the window."""
        if _dropped_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a design file that is dropped onto the window."""
        path = _dropped_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.files.open(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, then remember how the window was left."""
        if not self.files.may_close():
            event.ignore()
            return
        self._remember()
        super().closeEvent(event)

    def apply_theme(self) -> None:
        """Give the application the workspace's theme."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, self.workspace.theme)

    def _build_left(self) -> TabStack:
        left = TabStack("Parts, outline, history")
        left.add("Parts", self.palette_panel)
        left.add("Outline", self.outline)
        left.add("History", self.history)
        left.setMinimumWidth(200)
        return left

    def _build_right(self) -> TabStack:
        right = TabStack("Totals and properties")
        right.add("Totals", self.dashboard)
        right.add("Properties", self.properties)
        right.add_corner(self.dashboard.stale)
        right.setMinimumWidth(280)
        return right

    def _lay_out(self) -> None:
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setAccessibleName("Parts, drawing, totals")
        self.columns.setHandleWidth(1)
        self.columns.setChildrenCollapsible(False)
        for widget in (self.left, self.centre, self.right):
            self.columns.addWidget(widget)
        self.columns.setStretchFactor(1, 1)
        self.columns.setSizes([LEFT_PX, USUAL[0] - LEFT_PX - RIGHT_PX, RIGHT_PX])
        whole = QWidget()
        set_role(whole, "page")
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.columns, 1)
        column.addWidget(self.status)
        self.setCentralWidget(whole)

    def _add_actions(self) -> None:
        for action_id, action in self.actions_by_id:
            scope = self.actions_by_id.specs[action_id].scope
            (self.centre if scope == "canvas" else self).addAction(action)

    def _connect(self) -> None:
        workspace = self.workspace
        workspace.message.connect(self.status.show_message)
        workspace.document_changed.connect(lambda _: self.show_design())
        workspace.report_changed.connect(self.show_design)
        workspace.theme_changed.connect(self.apply_theme)
        self.session.title_changed.connect(lambda _: self.show_design())
        self.floor.cursor_moved.connect(self.status.show_position)
        self.floor.view_changed.connect(self._show_zoom)
        self.top.view_chosen.connect(self.views.show_view)
        self.top.print_button.clicked.connect(self.actions_by_id["file.print"].trigger)
        self.top.export_button.clicked.connect(self.actions_by_id["file.export"].trigger)
        self.start_page.template_chosen.connect(self.files.new_from_template)
        self.start_page.file_chosen.connect(self.files.open)
        self.start_page.open_asked.connect(self.actions_by_id["file.open"].trigger)
        self.start_page.empty_asked.connect(self.actions_by_id["file.new"].trigger)
        self.start_page.recovery_chosen.connect(self.files.recover)
        self.start_page.discard_chosen.connect(self.files.discard)

    def _show_zoom(self) -> None:
        self.status.show_zoom(self.floor.zoom_percent())

    def _show_counts(self) -> None:
        report = self.workspace.report_store.report
        design = self.workspace.document.design
        devices = report.totals.devices if report else len(design.devices)
        cables = report.cables.count if report else len(design.cables)
        racks = report.totals.racks if report else len(design.racks)
        self.status.show_counts(racks, devices, cables)

    def _after_first_show(self) -> None:
        self.floor.fit_all()
        self._show_zoom()
        self.first_shown.emit()

    def _restore(self) -> None:
        settings = self.settings
        if not self.restoreGeometry(settings.bytes("geometry")):
            screen = self.screen().availableSize() if self.screen() else None
            width = min(USUAL[0], screen.width() - 40) if screen else USUAL[0]
            height = min(USUAL[1], screen.height() - 60) if screen else USUAL[1]
            self.resize(max(SMALLEST[0], width), max(SMALLEST[1], height))
        self.columns.restoreState(settings.bytes("columns"))
        self.centre.splitter.restoreState(settings.bytes("centre"))
        self.dashboard.splitter.restoreState(settings.bytes("dashboard"))
        self.views.restore(settings)

    def _remember(self) -> None:
        settings = self.settings
        settings.set_bytes("geometry", self.saveGeometry())
        settings.set_bytes("columns", self.columns.saveState())
        settings.set_bytes("centre", self.centre.splitter.saveState())
        settings.set_bytes("dashboard", self.dashboard.splitter.saveState())
        settings.sync()


def _dropped_file(mime: QMimeData) -> Path | None:
    """Return the design file in a drop, or None if it holds none."""
    for url in mime.urls() if mime.hasUrls() else ():
        if url.isLocalFile() and url.toLocalFile().endswith(".toml"):
            return Path(url.toLocalFile())
    return None
