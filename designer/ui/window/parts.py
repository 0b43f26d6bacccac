"""Fills the window: palette, drawing, dashboard and the commands, once the window stands.

Imported after the first paint: these modules bring numpy and pydantic with them, which cost several
times what the window does.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from designer.runtime.design_session import DesignSession
from designer.ui.commands.catalogue import CatalogCommands
from designer.ui.commands.command_box import CommandBox
from designer.ui.commands.command_entries import entries
from designer.ui.commands.design import DesignCommands
from designer.ui.commands.edit import EditCommands
from designer.ui.commands.file import FileCommands
from designer.ui.commands.menus import build_menu
from designer.ui.commands.own_parts import OwnPartCommands
from designer.ui.commands.view import ViewCommands
from designer.ui.kit.style import set_role
from designer.ui.kit.tab_stack import TabStack
from designer.ui.state.actions import ActionSet
from designer.ui.state.engine_state import EngineState
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.navigator.history import HistoryPanel
from designer.ui.views.navigator.outline import OutlinePanel
from designer.ui.views.parts.panel import PalettePanel
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.views.start.page import StartPage
from designer.ui.window.centre import VIEWS, Centre
from designer.ui.window.frame import LEAST_LEFT_PX, LEAST_RIGHT_PX, LEFT_PX, RIGHT_PX, USUAL
from designer.ui.window.status_bar import StatusBar
from designer.ui.window.title import design_words
from designer.ui.window.top_bar import TopBar

if TYPE_CHECKING:
    from designer.ui.window.main_window import MainWindow


def furnish(window: "MainWindow", workspace: Workspace, session: DesignSession) -> None:
    """Build every part of the window and connect them."""
    settings = window.settings
    window.workspace, window.session = workspace, session
    window.actions_by_id = ActionSet(window)
    window.palette_panel = PalettePanel(workspace, settings)
    window.outline = OutlinePanel(workspace)
    window.history = HistoryPanel(workspace)
    window.dashboard = DashboardPanel(workspace)
    window.properties = PropertiesPanel(workspace)
    window.floor = FloorCanvas(workspace)
    window.elevation = ElevationPanel(workspace)
    window.start_page = StartPage(settings)
    window.centre = Centre(window.floor, window.elevation, window.start_page)
    window.left, window.right = _left(window), _right(window)
    window.status = StatusBar(workspace.filter)
    window.command_box = CommandBox(
        lambda: entries(
            workspace,
            window.actions_by_id,
            window.palette_panel.place,
            window.catalogue.browse,
        )
    )
    window.files = FileCommands(window)
    menu = build_menu(window.actions_by_id, settings, window.files.open, window)
    window.top = TopBar(menu, window.command_box, VIEWS)
    window.edits = EditCommands(workspace, window.actions_by_id, window.palette_panel, window)
    window.design = DesignCommands(window)
    window.views = ViewCommands(window)
    window.catalogue = CatalogCommands(window)
    window.engine_state = EngineState(workspace, window.top.pill)
    window.own_part_commands = OwnPartCommands(window)
    _lay_out(window)
    for action_id, action in window.actions_by_id:
        scope = window.actions_by_id.specs[action_id].scope
        (window.centre if scope == "canvas" else window).addAction(action)
    window.actions_by_id.recolour(workspace.theme)
    _connect(window)


def show_design(window: "MainWindow") -> None:
    """Show name, size and saved state of the design, and its counts."""
    design = window.workspace.document.design
    window.top.show_design(*design_words(window.workspace, window.session))
    window.setWindowTitle(f"{window.session.title} – Cluster Designer")
    window.status.show_snap(design.room.tile_mm)
    report = window.workspace.report_store.report
    if report:
        sums = report.totals
        window.status.show_counts(sums.racks, sums.devices, report.cables.count)
    else:
        window.status.show_counts(len(design.racks), len(design.devices), len(design.cables))


def _left(window: "MainWindow") -> TabStack:
    left = TabStack("Parts, outline, history")
    left.add("Parts", window.palette_panel)
    left.add("Outline", window.outline)
    left.add("History", window.history)
    left.setMinimumWidth(LEAST_LEFT_PX)
    return left


def _right(window: "MainWindow") -> TabStack:
    right = TabStack("Totals and properties")
    right.add("Totals", window.dashboard)
    right.add("Properties", window.properties)
    right.add_corner(window.dashboard.stale)
    right.setMinimumWidth(LEAST_RIGHT_PX)
    return right


def _lay_out(window: "MainWindow") -> None:
    columns = QSplitter(Qt.Orientation.Horizontal)
    columns.setAccessibleName("Parts, drawing, totals")
    columns.setHandleWidth(1)
    columns.setChildrenCollapsible(False)
    for widget in (window.left, window.centre, window.right):
        columns.addWidget(widget)
    columns.setStretchFactor(1, 1)
    columns.setSizes([LEFT_PX, USUAL[0] - LEFT_PX - RIGHT_PX, RIGHT_PX])
    window.columns = columns
    whole = QWidget()
    set_role(whole, "page")
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(window.top)
    column.addWidget(columns, 1)
    column.addWidget(window.status)
    window.setCentralWidget(whole)


def _connect(window: "MainWindow") -> None:
    workspace, actions = window.workspace, window.actions_by_id
    workspace.message.connect(window.status.show_message)
    workspace.document_changed.connect(lambda _: show_design(window))
    workspace.report_changed.connect(lambda: show_design(window))
    workspace.theme_changed.connect(window.apply_theme)
    window.session.title_changed.connect(lambda _: show_design(window))
    window.session.opened.connect(window.palette_panel.refresh)
    window.elevation.filled_changed.connect(window.centre.set_elevation_filled)
    window.floor.cursor_moved.connect(window.status.show_position)
    window.floor.view_changed.connect(lambda: window.status.show_zoom(window.floor.zoom_percent()))
    window.top.view_chosen.connect(window.views.show_view)
    window.top.print_button.clicked.connect(actions["file.print"].trigger)
    window.top.export_button.clicked.connect(actions["file.export"].trigger)
    start, files = window.start_page, window.files
    start.template_chosen.connect(files.new_from_template)
    start.file_chosen.connect(files.open)
    start.open_asked.connect(actions["file.open"].trigger)
    start.empty_asked.connect(actions["file.new"].trigger)
    start.recovery_chosen.connect(files.recover)
    start.discard_chosen.connect(files.discard)
