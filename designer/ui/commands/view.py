"""The commands of the View and Help menus: which panels stand, which theme, where to look."""

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from designer.document.document import DocumentChange
from designer.ui.commands.view_protocols import Centre, CommandLine, FloorPlan, PartsList, TopBar
from designer.ui.kit.tab_stack import TabStack
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.about_dialog import AboutDialog

_BESIDE: Final = ("Fabric", "Workloads", "Cost", "Compare")
"""Views that have a tab of their own at the right, called as they are."""
_NOT_BESIDE_COMPARE: Final = ("Fabric", "Cables", "Workloads", "Cost", "Platform")
"""Tabs whose words give way to that of the comparison, which stands beside its view alone."""
_AT_LEFT: Final = {"Workloads": "Workloads", "Cost": "Prices"}
"""Views that have a tab of their own at the left; beside other views its word is hidden."""


class ViewCommands(QObject):
    """Carries them out on the window and the views in it."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        *,
        floor: FloorPlan,
        centre: Centre,
        parts: PartsList,
        top: TopBar,
        left: TabStack,
        right: TabStack,
        command_line: CommandLine,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self._settings, self._actions = settings, actions
        self._floor, self._centre, self._parts, self._top = floor, centre, parts, top
        self._left, self._right = left, right
        self.dialog: AboutDialog | None = None
        actions.bind("view.command", command_line.open)
        actions.bind("view.find_part", self.find_part)
        actions.bind("view.fit", floor.fit_all)
        actions.bind("view.zoom_selection", self.zoom_selection)
        actions.bind("view.floor_only", lambda: self.show_view("Floor"))
        actions.bind("view.elevation_only", lambda: self.show_view("Elevation"))
        actions.bind("view.power_only", lambda: self.show_view("Power"))
        actions.bind("view.fabric_only", lambda: self.show_view("Fabric"))
        actions.bind("view.workloads_only", lambda: self.show_view("Workloads"))
        actions.bind("view.cost_only", lambda: self.show_view("Cost"))
        actions.bind("view.compare_only", lambda: self.show_view("Compare"))
        actions.bind("view.properties", self.show_properties)
        actions.bind("view.overlay", workspace.overlay.toggle)
        actions.bind("view.next_overlay", workspace.overlay.step)
        actions.bind("help.about", self.show_about)
        actions["view.left"].toggled.connect(lambda on: self._toggle("left", on))
        actions["view.right"].toggled.connect(lambda on: self._toggle("right", on))
        actions["view.elevation"].toggled.connect(lambda on: self._toggle("elevation", on))
        actions["view.full_screen"].toggled.connect(self._full_screen)
        actions["view.review"].toggled.connect(workspace.set_reviewing)
        workspace.reviewing_changed.connect(actions["view.review"].setChecked)
        workspace.focus_requested.connect(lambda _: self._reveal())
        workspace.elevation_requested.connect(self.open_elevation)
        workspace.selection_changed.connect(self._on_selection)
        workspace.document_changed.connect(self._on_document)

    def restore(self, settings: Settings) -> None:
        """Show the panels that were shown last time."""
        actions = self._actions
        for name in ("left", "elevation", "right"):
            shown = settings.flag(f"show_{name}", default=True)
            actions[f"view.{name}"].setChecked(shown)
            self._apply(name, shown)
        self._top.show_view(self._centre.view)

    def show_view(self, view: str) -> None:
        """Show a view, leaving the start page."""
        before = self._centre.view
        self._centre.show_view(view)
        self._top.show_view(self._centre.view)
        if self._centre.view in ("Power", "Fabric"):
            # Its keys are for the drawing: Esc restores what is lost.
            self._centre.take_keyboard()
        # Their own tabs stand beside them, and give way to the totals with them.
        view, page = self._centre.view, self._right.page()
        if page in ("Fabric", "Compare") or (page == before and page in _BESIDE):
            page = "Totals"
        if page == "Totals" and view in _BESIDE:
            page = view
        self._right.show_page(page)
        self._right.show_word("Compare", shown=view == "Compare")
        for name in _NOT_BESIDE_COMPARE:
            self._right.show_word(name, shown=view != "Compare" or name == page)
        self._show_at_left(view)

    def _show_at_left(self, view: str) -> None:
        """Bring the tab of a view to the front in place of the parts, and the parts back after."""
        own, page = _AT_LEFT.get(view, ""), self._left.page()
        if page in _AT_LEFT.values() and page != own:
            page = "Parts"
        self._left.show_page(own if own and page == "Parts" else page)
        # There is room for four words: those of other views come with them.
        for name in _AT_LEFT.values():
            self._left.show_word(name, shown=name in (own, self._left.page()))

    def open_elevation(self, rack_id: str) -> None:
        """Show a rack in the elevation, which gets the keyboard."""
        if rack_id not in self._workspace.selection:
            self._workspace.select((rack_id,))
        self._actions["view.elevation"].setChecked(True)
        self._centre.focus_elevation()

    def find_part(self) -> None:
        """Bring the palette to the front and give its search the keyboard."""
        self._actions["view.left"].setChecked(True)
        self._left.show_page("Parts")
        self._parts.focus_search()

    def show_properties(self) -> None:
        """Bring the properties to the front, or the totals back."""
        right = self._right
        self._actions["view.right"].setChecked(True)
        right.show_page("Totals" if right.page() == "Properties" else "Properties")

    def zoom_selection(self) -> None:
        """Zoom to what is selected."""
        racks = self._workspace.selected_rack_ids()
        if racks:
            self._floor.zoom_to(racks)
        else:
            self._workspace.message.emit("Nothing is selected", "info")

    def show_about(self) -> None:
        """Show the version."""
        self.dialog = AboutDialog(self._window)
        self.dialog.open()

    def _toggle(self, name: str, shown: bool) -> None:
        self._floor.keep_scale()
        self._apply(name, shown)
        self._settings.set_flag(f"show_{name}", shown)

    def _apply(self, name: str, shown: bool) -> None:
        if name == "elevation":
            self._centre.set_elevation_shown(shown)
        else:
            (self._left if name == "left" else self._right).setVisible(shown)
        if QApplication.focusWidget() is None:
            self._floor.setFocus()

    def _full_screen(self, on: bool) -> None:
        if on:
            self._window.showFullScreen()
        else:
            self._window.showNormal()

    def _on_selection(self) -> None:
        if self._workspace.selection:
            self._reveal()

    def _on_document(self, change: DocumentChange) -> None:
        """Show an edit, an undo, a part that Enter places: never behind the start page."""
        if change.after is not change.before:
            self._reveal()

    def _reveal(self) -> None:
        """Leave the start page when something on the floor is to be shown."""
        if self._centre.on_start_page():
            self.show_view("Floor")
