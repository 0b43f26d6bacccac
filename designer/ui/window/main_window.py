"""The window. It stands before its content is there: `populate` brings that in.

No rules here: what commands do stands in `ui.commands`; what is where, in `window.parts`. This
module imports no more than an empty window needs.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter

from designer.render.theme import Theme
from designer.ui.kit.style import apply_theme, undressed
from designer.ui.state.settings import Settings
from designer.ui.window.frame import SMALLEST, USUAL, BareFrame

if TYPE_CHECKING:
    from designer.runtime.design_session import DesignSession
    from designer.runtime.own_parts import OwnParts
    from designer.ui.commands.catalogue import CatalogueCommands
    from designer.ui.commands.command_box import CommandBox
    from designer.ui.commands.configure import ConfigureCommands
    from designer.ui.commands.console import ConsoleCommands
    from designer.ui.commands.design import DesignCommands
    from designer.ui.commands.edit import EditCommands
    from designer.ui.commands.file import FileCommands
    from designer.ui.commands.guide import GuideCommands
    from designer.ui.commands.own_parts import OwnPartCommands
    from designer.ui.commands.questions import QuestionCommands
    from designer.ui.commands.tables import TableCommands
    from designer.ui.commands.variants import VariantCommands
    from designer.ui.commands.view import ViewCommands
    from designer.ui.kit.tab_stack import TabStack
    from designer.ui.state.actions import ActionSet
    from designer.ui.state.console_lines import LineRunner
    from designer.ui.state.engine_state import EngineState
    from designer.ui.state.fabric_state import FabricState
    from designer.ui.state.variants import Variants
    from designer.ui.state.workload_choice import WorkloadChoice
    from designer.ui.state.workspace import Workspace
    from designer.ui.views.dashboard.panel import DashboardPanel
    from designer.ui.views.elevation.panel import ElevationPanel
    from designer.ui.views.fabric.view import FabricView
    from designer.ui.views.floor.canvas import FloorCanvas
    from designer.ui.views.navigator.history import HistoryPanel
    from designer.ui.views.navigator.outline import OutlinePanel
    from designer.ui.views.parts.panel import PartsPanel
    from designer.ui.views.power.panel import PowerPanel
    from designer.ui.views.properties.panel import PropertiesPanel
    from designer.ui.views.start.page import StartPage
    from designer.ui.window.centre import Centre
    from designer.ui.window.status_bar import StatusBar
    from designer.ui.window.top_bar import TopBar


class MainWindow(QMainWindow):
    """One window on one design.

    Parameters
    ----------
    settings
        What is remembered.
    theme
        The look until there is a workspace, whose theme it is then.

    Signals
    -------
    first_painted
        The bare window is on the screen: time to populate it.
    """

    first_painted = Signal()

    workspace: "Workspace"
    session: "DesignSession"
    actions_by_id: "ActionSet"
    parts_panel: "PartsPanel"
    outline: "OutlinePanel"
    history: "HistoryPanel"
    dashboard: "DashboardPanel"
    properties: "PropertiesPanel"
    floor: "FloorCanvas"
    elevation: "ElevationPanel"
    power: "PowerPanel"
    fabric: "FabricView"
    fabric_state: "FabricState"
    workload_choice: "WorkloadChoice"
    start_page: "StartPage"
    questions: "QuestionCommands"
    centre: "Centre"
    left: "TabStack"
    right: "TabStack"
    status: "StatusBar"
    command_box: "CommandBox"
    files: "FileCommands"
    top: "TopBar"
    edits: "EditCommands"
    design: "DesignCommands"
    views: "ViewCommands"
    catalogue: "CatalogueCommands"
    variants: "Variants"
    variant_commands: "VariantCommands"
    guide: "GuideCommands"
    engine_state: "EngineState"
    own_part_commands: "OwnPartCommands"
    configuring: "ConfigureCommands"
    consoles: "ConsoleCommands"
    tables: "TableCommands"
    own_parts: "OwnParts | None" = None
    line_runner: "LineRunner | None" = None
    columns: QSplitter

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.settings = settings
        self.setObjectName("main")
        self.setAccessibleName("Cluster Designer")
        self.setWindowTitle("Cluster Designer")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        # Nothing is docked, and each word that takes more room would set an animation going.
        self.setAnimated(False)
        self._populated = False
        self._painted = False
        self._meanwhile = ""
        self._frame: BareFrame | None = BareFrame(theme)
        self._frame.painted.connect(self._on_painted)
        self.setCentralWidget(self._frame)
        self._restore_geometry()

    @property
    def is_populated(self) -> bool:
        """Whether the content is in."""
        return self._populated

    def say_meanwhile(self, words: str) -> None:
        """Say in the bare frame what is on its way, then on the floor until it stands there."""
        self._meanwhile = words
        if self._frame is not None:
            self._frame.say(words)
        else:
            self.floor.say_meanwhile(words)

    def populate(self, workspace: "Workspace", session: "DesignSession") -> None:
        """Bring in the content, as it was left the last time."""
        from designer.ui.window.parts import WindowParts

        self._frame = None  # it goes when another takes its place
        with undressed():
            parts = WindowParts(
                self, workspace, session, self.settings, self.own_parts, self.line_runner
            )
        self._parts = parts
        self.workspace, self.session = workspace, session
        self.actions_by_id, self.command_box = parts.actions_by_id, parts.command_box
        self.parts_panel, self.outline, self.history = (
            parts.parts_panel, parts.outline, parts.history,
        )  # fmt: skip
        self.dashboard, self.properties = parts.dashboard, parts.properties
        self.floor, self.elevation, self.start_page = parts.floor, parts.elevation, parts.start_page
        self.power, self.fabric = parts.power, parts.fabric
        self.fabric_state = parts.fabric_state
        self.workload_choice = parts.workload_choice
        self.centre, self.left, self.right = parts.centre, parts.left, parts.right
        self.columns, self.top, self.status = parts.columns, parts.top, parts.status
        self.files, self.edits, self.design = parts.files, parts.edits, parts.design
        self.views, self.catalogue, self.guide = parts.views, parts.catalogue, parts.guide
        self.variants, self.variant_commands = parts.variants, parts.variant_commands
        self.engine_state, self.own_part_commands = parts.engine_state, parts.own_part_commands
        self.configuring, self.consoles = parts.configure, parts.consoles
        self.tables = parts.tables
        self.questions = parts.questions
        workspace.theme_changed.connect(self.apply_theme)
        self._populated = True
        settings = self.settings
        self.columns.restoreState(settings.bytes("columns"))
        self.centre.set_split(*settings.split())
        if sides := settings.sides():
            self.elevation.show_sides(sides)
        self.floor.say_meanwhile(self._meanwhile)
        self.dashboard.splitter.restoreState(settings.bytes("dashboard"))
        self.views.restore(settings)
        parts.show_design()
        parts.travel.watch(self)
        QTimer.singleShot(0, self, self.floor.fit_standing)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell of the first show also where the content came before it, as in tests."""
        super().showEvent(event)
        if self._populated:
            self._on_painted()
            self._parts.travel.watch(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a design file that is dragged onto the window."""
        if self._populated and _dropped_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a design file that is dropped onto the window."""
        path = _dropped_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.files.open(path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End a what-if, or a cut, with Esc also where a panel has the keyboard and wants none."""
        escape = event.key() == Qt.Key.Key_Escape and self._populated
        if not escape or not (self.workspace.what_if.restore() or self.fabric_state.end_cut()):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work, then remember how the window was left."""
        if self._populated and not self.files.may_close():
            event.ignore()
            return
        self._remember()
        super().closeEvent(event)

    def apply_theme(self) -> None:
        """Give the application the workspace's theme."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, self.workspace.theme)
        self.actions_by_id.recolour(self.workspace.theme)

    def _on_painted(self) -> None:
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.first_painted.emit)

    def _restore_geometry(self) -> None:
        if self.restoreGeometry(self.settings.bytes("geometry")):
            return
        screen = self.screen().availableSize() if self.screen() else None
        width = min(USUAL[0], screen.width() - 40) if screen else USUAL[0]
        height = min(USUAL[1], screen.height() - 60) if screen else USUAL[1]
        self.resize(max(SMALLEST[0], width), max(SMALLEST[1], height))

    def _remember(self) -> None:
        settings = self.settings
        settings.set_bytes("geometry", self.saveGeometry())
        if self._populated:
            settings.set_bytes("columns", self.columns.saveState())
            settings.set_split(*self.centre.split())
            settings.set_sides(list(self.elevation.sides.sides()))
            settings.set_bytes("dashboard", self.dashboard.splitter.saveState())
            self.catalogue.close()
            self.guide.close()
            self.consoles.close()
            self.tables.close()
            self.variants.close()
            self._parts.stages.close()
            self._parts.comparing.close()
        settings.sync()


def _dropped_file(mime: QMimeData) -> Path | None:
    """Return the design file in a drop, or None if it holds none."""
    for url in mime.urls() if mime.hasUrls() else ():
        if url.isLocalFile() and url.toLocalFile().endswith(".toml"):
            return Path(url.toLocalFile())
    return None
