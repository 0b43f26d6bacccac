"""Fills the window: palette, drawing, dashboard and the commands, once the window stands.

Imported after the first paint: these modules bring numpy and pydantic with them, which cost several
times what the window does.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QVBoxLayout, QWidget

from designer.model.figure_ref import figure_ref
from designer.runtime.aside_engine import AsideEngine
from designer.runtime.comment_store import CommentStore
from designer.runtime.design_session import DesignSession
from designer.runtime.git_revisions import GitRevisions
from designer.runtime.own_parts import OwnParts
from designer.ui.commands.arrange import ArrangeCommands
from designer.ui.commands.build import BuildCommands
from designer.ui.commands.catalogue import CatalogueCommands
from designer.ui.commands.clipboard import ClipboardCommands
from designer.ui.commands.command_box import CommandBox
from designer.ui.commands.command_entries import Findable
from designer.ui.commands.comments import CommentCommands
from designer.ui.commands.configure import ConfigureCommands
from designer.ui.commands.console import ConsoleCommands
from designer.ui.commands.design import DesignCommands
from designer.ui.commands.edit import EditCommands
from designer.ui.commands.file import FileCommands
from designer.ui.commands.guide import GuideCommands
from designer.ui.commands.looks import LookCommands
from designer.ui.commands.menus import build_menu
from designer.ui.commands.own_parts import OwnPartCommands
from designer.ui.commands.pod import PodCommands
from designer.ui.commands.questions import QuestionCommands
from designer.ui.commands.stages import StageCommands
from designer.ui.commands.tables import TableCommands
from designer.ui.commands.travel import TravelCommands
from designer.ui.commands.underlay import UnderlayCommands
from designer.ui.commands.units import UnitCommands
from designer.ui.commands.variants import VariantCommands
from designer.ui.commands.view import ViewCommands
from designer.ui.commands.what_if import WhatIfCommands
from designer.ui.kit.card_place import keep_cards_off
from designer.ui.kit.laid_out import lay_out_now
from designer.ui.kit.style import set_role
from designer.ui.kit.tab_stack import TabStack
from designer.ui.state.actions import ActionSet
from designer.ui.state.announcer import Announcer
from designer.ui.state.cable_news import CableNews
from designer.ui.state.comparing import Comparing
from designer.ui.state.console_lines import LineRunner
from designer.ui.state.cost_trial import CostTrial
from designer.ui.state.cut_on_floor import CutOnFloor
from designer.ui.state.engine_state import EngineState
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.settings import Settings
from designer.ui.state.stage_reports import StageReports
from designer.ui.state.variants import Variants
from designer.ui.state.workload_choice import WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.cables.panel import CablesPanel
from designer.ui.views.cables.schedule import SchedulePanel
from designer.ui.views.comments.panel import CommentsPanel
from designer.ui.views.compare.panel import ComparePanel
from designer.ui.views.compare.view import CompareView
from designer.ui.views.cost.assumed import AssumedPanel
from designer.ui.views.cost.panel import CostPanel
from designer.ui.views.cost.prices import PricesPanel
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.fabric.panel import FabricPanel
from designer.ui.views.fabric.view import FabricView
from designer.ui.views.floor import rulers
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.navigator.history import HistoryPanel
from designer.ui.views.navigator.outline import OutlinePanel
from designer.ui.views.parts.panel import PartsPanel
from designer.ui.views.platform.panel import PlatformPanel
from designer.ui.views.power.panel import PowerPanel
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.views.start.page import StartPage
from designer.ui.views.workloads.panel import WorkloadsPanel
from designer.ui.views.workloads.side import WorkloadsSide
from designer.ui.views.workloads.view import WorkloadsView
from designer.ui.window.centre import VIEWS, Centre
from designer.ui.window.counts import UNCOUNTED, counts_of
from designer.ui.window.cut_bar import CutBar
from designer.ui.window.frame import LEAST_LEFT_PX, LEAST_RIGHT_PX, LEFT_PX, RIGHT_PX, USUAL
from designer.ui.window.hidden_chip import HiddenChip
from designer.ui.window.lower_panel import ELEVATION, LowerPanel
from designer.ui.window.overlay_chip import OverlayChip
from designer.ui.window.review_chip import ReviewChip
from designer.ui.window.speech import speak
from designer.ui.window.stage_chip import StageChip
from designer.ui.window.stages_bar import StagesBar
from designer.ui.window.status_bar import StatusBar
from designer.ui.window.title import design_words
from designer.ui.window.top_bar import TopBar
from designer.ui.window.variants_bar import VariantsBar
from designer.ui.window.what_if_bar import WhatIfBar


class WindowParts:
    """Every part of the window, built and connected.

    Parameters
    ----------
    window
        Owns what has no other owner; its close is what leaving the program does.
    workspace, session, settings, own_parts, line_runner
        The services of the window; without `own_parts` the user has no parts of their own, without
        `line_runner` the console takes no lines.
    """

    def __init__(
        self,
        window: QMainWindow,
        workspace: Workspace,
        session: DesignSession,
        settings: Settings,
        own_parts: OwnParts | None,
        line_runner: LineRunner | None = None,
    ) -> None:
        self.window, self.workspace, self.session = window, workspace, session
        self.settings, self.own_parts, self._line_runner = settings, own_parts, line_runner
        self.actions_by_id = ActionSet(window)
        self._build_views()
        self._build_commands()
        self._lay_out()
        for action_id, action in self.actions_by_id:
            scope = self.actions_by_id.specs[action_id].scope
            (self.centre if scope == "canvas" else window).addAction(action)
        self.actions_by_id.recolour(workspace.theme)
        self._connect()
        self._connect_start_page()

    def show_design(self) -> None:
        """Show name, size and saved state of the design, and its counts."""
        self.top.show_design(*design_words(self.workspace, self.session))
        self.window.setWindowTitle(f"{self.session.title} – Cluster Designer")
        self.status.show_snap(self.workspace.document.design.room.tile_mm)
        report = self.workspace.report_store.report
        # The records of a design are not what stands: an assembly's devices are none of them.
        self.status.show_counts(counts_of(report) if report else UNCOUNTED)

    def _build_views(self) -> None:
        workspace = self.workspace
        self.comments_panel = self._comments()
        self.parts_panel = PartsPanel(workspace, self.settings)
        self.outline = OutlinePanel(workspace)
        self.cable_news = CableNews(workspace, self.window)
        self.history = HistoryPanel(workspace, self.cable_news)
        self.dashboard = DashboardPanel(workspace)
        self.properties = PropertiesPanel(workspace)
        self.floor = FloorCanvas(workspace)
        self.elevation = ElevationPanel(workspace)
        self.start_page = StartPage(self.settings)
        self.power = PowerPanel(workspace)
        self._build_comparing()
        self.cost_trial = CostTrial(workspace, self.window)
        self.cost = CostPanel(workspace, self.variants, trial=self.cost_trial)
        self.assumed = AssumedPanel(workspace, self.cost_trial)
        self.prices = PricesPanel(workspace, self.cost_trial)
        self.fabric_state = FabricState(workspace, self.window)
        self.cut = CutOnFloor(self.fabric_state, self.window)
        self.cut.changed.connect(lambda: self.floor.floor.cut.show_shares(self.cut.shares))
        self.floor.view.ends_besides = self.cut.end
        self.fabric = FabricView(workspace, self.fabric_state)
        self.fabric_panel = FabricPanel(workspace, self.fabric_state)
        self.cables_panel = CablesPanel(workspace, self.floor.shown_cables)
        self._build_more_views()

    def _build_more_views(self) -> None:
        workspace = self.workspace
        self.workload_choice = WorkloadChoice(workspace, self.window)
        self.workloads = WorkloadsView(workspace, self.workload_choice, self.variants)
        self.workloads_panel = WorkloadsPanel(workspace, self.workload_choice)
        self.workloads_side = WorkloadsSide(workspace, self.workload_choice)
        self.platform_panel = PlatformPanel(workspace)
        self.schedule = SchedulePanel(workspace, self.floor.shown_cables)
        self.lower = LowerPanel(self.elevation, self.schedule, self.floor.shown_cables)
        self.stages_bar = StagesBar(workspace)
        self.centre = Centre(
            self.floor, self.lower, self.power, self.fabric, self.workloads, self.cost,
            self.compare, self.start_page,
            ruler_px=rulers.HIGH, what_if=WhatIfBar(workspace.what_if), cut=CutBar(self.cut),
            variants=VariantsBar(workspace, self.variants, self.workload_choice),
            stages=self.stages_bar,
        )  # fmt: skip
        self.left, self.right = self._left(), self._right()
        self.overlay_chip = OverlayChip(workspace.overlay)
        self.status = StatusBar(
            workspace.filter,
            (
                self.overlay_chip,
                ReviewChip(workspace),
                StageChip(workspace),
                HiddenChip(workspace),
            ),
        )
        self.command_box = CommandBox(
            Findable(
                workspace,
                self.actions_by_id,
                self.parts_panel.place,
                lambda part_id: self.catalogue.browse(part_id),
            ).pools
        )

    def _build_comparing(self) -> None:
        workspace = self.workspace
        self.variants = Variants(workspace, self.session, AsideEngine(self.window), self.window)
        self.comparing = Comparing(
            workspace,
            self.session,
            self.variants,
            AsideEngine(self.window),
            GitRevisions(self.window),
            self.window,
        )
        self.compare = CompareView(workspace, self.comparing, lambda: self.files.folder())
        self.compare_panel = ComparePanel(workspace, self.comparing)

    def _comments(self) -> CommentsPanel:
        """Return the list of comments, on the file beside the design."""
        comments = self.workspace.comments
        comments.author = self.settings.author
        comments.attach(CommentStore(self.session, self.window))
        return CommentsPanel(self.workspace)

    def _build_commands(self) -> None:
        window, workspace, actions = self.window, self.workspace, self.actions_by_id
        self.files = FileCommands(
            window, workspace, self.session, self.settings, actions, floor=self.floor,
            centre=self.centre, start_page=self.start_page,
            show_view=lambda view: self.views.show_view(view),
            listed_cables=self.schedule.listed, earlier=self.comparing.earlier,
            compared=self.comparing.worked_out,
        )  # fmt: skip
        self.questions = QuestionCommands(window, actions, self.files.new_from_design)
        menu = build_menu(actions, self.settings, workspace.overlay, self.files.open, window)
        self.top = TopBar(menu, self.command_box, VIEWS)
        keep_cards_off(window, (self.top, self.status, self.right))
        self.edits = EditCommands(workspace, actions, self.parts_panel, window, self.floor)
        self.underlays = self._make_underlays()
        self.arranging = ArrangeCommands(workspace, actions, window)
        self.pods = PodCommands(
            workspace, self.settings, actions, window, self.parts_panel.blocks.reload
        )
        self.build = BuildCommands(actions, self.dashboard.checks.build_all, window)
        self.clipboard = ClipboardCommands(workspace, actions, window, self.floor, self.session)
        self.comments = self._make_comments()
        self.design = DesignCommands(
            window, workspace, actions, banners=self.centre.banners,
            floor_view=self.floor.view, targets=self.floor.view,
            paste_at=self.clipboard.paste_at, comment_at=self.comments.ask_place,
        )  # fmt: skip
        self.views = ViewCommands(
            window, workspace, self.settings, actions, floor=self.floor, centre=self.centre,
            parts=self.parts_panel, top=self.top, left=self.left, right=self.right,
            command_line=self.command_box,
        )  # fmt: skip
        self.units = UnitCommands(window, workspace, self.settings, actions, self.centre.banners)
        self.looks = LookCommands(window, workspace, self.settings, actions)
        self.what_if = WhatIfCommands(workspace, actions, self.elevation.view, self.elevation.view)
        self._build_more_commands()

    def _build_more_commands(self) -> None:
        window, workspace, actions = self.window, self.workspace, self.actions_by_id
        self.catalogue = CatalogueCommands(
            window, workspace, self.session, self.settings, actions, self.own_parts
        )
        self.variant_commands = VariantCommands(
            window, workspace, self.variants, actions, self.centre.banners, self.files.folder
        )
        self.guide = GuideCommands(window, workspace, self.settings, actions)
        self.consoles = ConsoleCommands(
            window, workspace, actions, self._line_runner, self.files.folder
        )
        self.tables = TableCommands(window, workspace, self.settings, actions, self.files.folder)
        self.stages = StageCommands(
            window, workspace, actions,
            StageReports(AsideEngine(window), lambda: self.session.extra_parts, window),
            lambda: self.design.show_settings("Stages"),
        )  # fmt: skip
        self.stages_bar.table_wanted.connect(self.stages.show_table)
        self.travel = self._make_travel()
        self.announcer = Announcer(workspace, window)
        self.announcer.spoken.connect(partial(speak, window))
        self.engine_state = EngineState(workspace, window)
        self.own_part_commands = OwnPartCommands(
            window, workspace, self.session, actions, self.own_parts,
            banners=self.centre.banners, chosen_part=self.parts_panel.chosen,
        )  # fmt: skip
        self.configure = ConfigureCommands(
            window, workspace, self.session, actions, self.own_parts,
            banners=self.centre.banners, chosen_part=self.parts_panel.chosen,
            replacing=self.design.replacing,
        )  # fmt: skip
        self.configure.made.connect(self.catalogue.show_made)

    def _make_underlays(self) -> UnderlayCommands:
        plans = self.workspace.plans = self.floor.floor.underlays
        plans.folder = lambda: self.session.path.parent if self.session.path else None
        return UnderlayCommands(
            self.workspace, plans, self.actions_by_id, self.window, self.floor,
            lambda: self.views.show_view("Floor"), self.centre.banners,
        )  # fmt: skip

    def _make_comments(self) -> CommentCommands:
        return CommentCommands(
            self.window, self.workspace, self.settings, self.actions_by_id, floor=self.floor,
            show_floor=lambda: self.views.show_view("Floor"), show_panel=self._show_comments,
            cloud_drawn=self.floor.view.comment_hand.cloud_drawn,
        )  # fmt: skip

    def _make_travel(self) -> TravelCommands:
        travel = TravelCommands(
            self.window, self.workspace, self.actions_by_id, centre=self.centre,
            drawings={"Floor": self.floor, "Power": self.power, "Fabric": self.fabric},
            show_view=lambda view: self.views.show_view(view),
            tables=lambda: self.tables.tables, show_tables=self.tables.show,
        )  # fmt: skip
        self.centre.view_changed.connect(travel.look_soon)
        self.floor.view_changed.connect(travel.look_soon)
        self.tables.shown.connect(travel.watch)
        self.tables.shown.connect(travel.look_soon)
        return travel

    def _left(self) -> TabStack:
        left = TabStack("Parts, outline, history", least_px=LEAST_LEFT_PX)
        left.add("Parts", self.parts_panel)
        left.add("Outline", self.outline)
        left.add("History", self.history)
        left.add("Comments", self.comments_panel)
        left.add("Workloads", self.workloads_side)
        left.add("Prices", self.prices)
        left.show_word("Workloads", shown=False)
        left.show_word("Prices", shown=False)
        return left

    def _right(self) -> TabStack:
        right = TabStack("Totals, properties, fabric", least_px=LEAST_RIGHT_PX)
        right.add("Totals", self.dashboard)
        right.add("Properties", self.properties)
        right.add("Fabric", self.fabric_panel)
        right.add("Cables", self.cables_panel)
        right.add("Workloads", self.workloads_panel)
        right.add("Cost", self.assumed)
        right.add("Platform", self.platform_panel)
        right.add("Compare", self.compare_panel)
        right.show_word("Compare", shown=False)
        right.add_corner(self.dashboard.stale)
        return right

    def _lay_out(self) -> None:
        columns = QSplitter(Qt.Orientation.Horizontal)
        columns.setAccessibleName("Parts, drawing, totals")
        columns.setHandleWidth(1)
        columns.setChildrenCollapsible(False)
        for widget in (self.left, self.centre, self.right):
            columns.addWidget(widget)
        columns.setStretchFactor(1, 1)
        columns.setSizes([LEFT_PX, USUAL[0] - LEFT_PX - RIGHT_PX, RIGHT_PX])
        self.columns = columns
        whole = QWidget()
        set_role(whole, "page")
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(columns, 1)
        column.addWidget(self.status)
        self.window.setCentralWidget(whole)

    def _enter_decision(self, ref: str) -> None:
        """Show where a decision is made: that of the platform in its tab."""
        read = figure_ref(ref)
        if read.of == "platform":
            self.right.show_page("Platform")
            self.platform_panel.reveal_choice(read.field)
        else:
            self.design.enter_figure(ref)

    def _enter_figure(self, part_id: str, field: str) -> None:
        """Open the form in which a figure that is not known is given."""
        if part_id:
            self.own_part_commands.enter_figure(part_id, field)
        else:
            self._enter_decision(field)

    def _show_comments(self) -> None:
        """Bring the comments to the front."""
        self.actions_by_id["view.left"].setChecked(True)
        self.left.show_page("Comments")

    def _offer_workloads(self) -> None:
        """Bring the chooser of workloads to the front."""
        self.actions_by_id["view.right"].setChecked(True)
        self.right.show_page("Workloads")
        self.workloads_panel.offer_adding()

    def _show_why(self) -> None:
        """Bring what a figure of a workload follows from to the front."""
        self.actions_by_id["view.right"].setChecked(True)
        self.right.show_page("Workloads")
        self.workloads_panel.show_why()

    def _show_why_of_cost(self) -> None:
        """Bring what a figure of cost follows from to the front."""
        self.actions_by_id["view.right"].setChecked(True)
        self.right.show_page("Cost")
        self.assumed.show_why()

    def _aim(self, part_id: str) -> None:
        """Let arrows place a part: a device in the elevation, all else on the floor."""
        part = self.workspace.catalog.get(part_id)
        if part is None:
            return
        if part.stands_on_floor or part.traits.drawn_on_plan or part.traits.holds_cables:
            self.views.show_view("Floor")
            self.floor.view.setFocus()
            self.floor.view.aim.begin(part_id)
        else:
            if self.centre.view not in ("Floor", "Elevation") or self.centre.on_start_page():
                self.views.show_view("Floor")
            self.elevation.view.aim.begin(part_id)

    def _show_changed(self) -> None:
        """Show on the floor what the change touches that is looked at."""
        row = self.comparing.chosen
        if row is not None:
            self.views.show_view("Floor")
            self.workspace.focus(self.comparing.keys_now(row))

    def _after_command(self) -> None:
        """Give the keyboard to the drawing, with its selection, where nothing else has it."""
        if QApplication.focusWidget() is None and QApplication.activeModalWidget() is None:
            self.centre.take_keyboard()

    def _on_document(self) -> None:
        # First: a command that says something says it once the design is changed.
        self.status.forget_past()
        self.show_design()

    def _connect(self) -> None:
        self.dashboard.settle.enter_requested.connect(self._enter_figure)
        self.dashboard.checks.list.guide_asked.connect(self.guide.show_rule)
        self.guide.entry_asked.connect(self.catalogue.browse)
        self.guide.catalogue_asked.connect(self.catalogue.search)
        workspace, actions, parts = self.workspace, self.actions_by_id, self.parts_panel
        workspace.message.connect(self.status.show_message)
        workspace.message_past.connect(self.status.withdraw)
        workspace.document_changed.connect(lambda _: self._on_document())
        workspace.report_changed.connect(self.show_design)
        workspace.report_changed.connect(lay_out_now)
        self.session.title_changed.connect(lambda _: self.show_design())
        self.session.opened.connect(parts.refresh)
        parts.part_chosen.connect(lambda _: self.edits.refresh())
        parts.catalogue_asked.connect(self.catalogue.browse)
        parts.aim_asked.connect(self._aim)
        parts.canvas_asked.connect(self.centre.take_keyboard)
        self.overlay_chip.chosen.connect(self.centre.take_keyboard)
        self.catalogue.marks_changed.connect(parts.refresh)
        self.catalogue.own_part_asked.connect(self.own_part_commands.show_own_parts)
        self.catalogue.configure_asked.connect(self.configure.configure)
        self.own_part_commands.catalog_changed.connect(parts.refresh)
        self.own_part_commands.catalog_changed.connect(self.properties.refresh_soon)
        self.compare.put_back_asked.connect(self.compare_panel.put_back)
        self.compare_panel.floor_asked.connect(self._show_changed)
        self.cost.why_asked.connect(self._show_why_of_cost)
        self.cost.settings_asked.connect(lambda: self.design.show_settings("Ownership"))
        self.prices.quotation_asked.connect(self.design.enter_price)
        self.workloads.add_asked.connect(self._offer_workloads)
        self.workloads.why_asked.connect(self._show_why)
        self.workloads_side.add_asked.connect(self._offer_workloads)
        self.properties.command_asked.connect(lambda name: self.actions_by_id[name].trigger())
        self.properties.settings_asked.connect(lambda: self.design.show_settings())
        self.dashboard.checks.list.comment_asked.connect(self.comments.ask_finding)
        panel, comments = self.comments_panel, self.comments
        panel.comment_asked.connect(comments.ask)
        panel.reword_asked.connect(comments.ask_words)
        panel.go_asked.connect(comments.go)
        panel.author_given.connect(comments.set_author)
        dashboard = self.dashboard
        self.engine_state.wait_for(lambda: dashboard.is_behind, dashboard.caught_up)
        self.engine_state.changed.connect(self.top.pill.show_state)
        self.centre.covered_changed.connect(self.floor.set_covered)
        self.centre.view_changed.connect(self.lower.show_view)
        workspace.elevation_requested.connect(lambda _: self.lower.show_page(ELEVATION))
        self.command_box.ran.connect(self._after_command)
        self.floor.view.room_wanted.connect(self.centre.let_notices_step_aside)
        self.elevation.filled_changed.connect(self.lower.set_filled)
        self.lower.filled_changed.connect(self.centre.set_elevation_filled)
        self.cables_panel.places_asked.connect(actions["cables.leaf_places"].trigger)
        self.schedule.export_asked.connect(self.files.ask_export_cables)
        self.schedule.labels_asked.connect(actions["file.labels"].trigger)
        self.cables_panel.labels_asked.connect(actions["file.labels"].trigger)
        self.floor.cursor_moved.connect(self.status.show_position)
        self.floor.view_changed.connect(lambda: self.status.show_zoom(self.floor.zoom_percent()))
        self.top.view_chosen.connect(self.views.show_view)
        self.top.print_button.clicked.connect(actions["file.print"].trigger)
        self.top.export_button.clicked.connect(actions["file.export"].trigger)

    def _connect_start_page(self) -> None:
        start, files, actions = self.start_page, self.files, self.actions_by_id
        start.return_asked.connect(lambda: self.views.show_view("Floor"))
        start.template_chosen.connect(files.new_from_template)
        start.file_chosen.connect(files.open)
        start.questions_asked.connect(actions["file.questions"].trigger)
        start.open_asked.connect(actions["file.open"].trigger)
        start.empty_asked.connect(actions["file.new"].trigger)
        start.recovery_chosen.connect(files.recover)
        start.discard_chosen.connect(files.discard)
