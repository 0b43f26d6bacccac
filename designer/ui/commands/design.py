"""Commands on the design as a whole: its settings, assemblies, rows, remarks."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.model.figure_ref import figure_ref
from designer.ui.commands.assembly import AssemblyCommands
from designer.ui.commands.floor_menu import FloorMenu, FloorTargets
from designer.ui.commands.grid import GRID
from designer.ui.commands.leaf_places import LeafPlacesCommands
from designer.ui.commands.note import NoteCommands
from designer.ui.commands.read_file import ReadFileCommands
from designer.ui.commands.replace import ReplaceCommands
from designer.ui.commands.row import RowCommands
from designer.ui.commands.weather import WEATHER
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.reveal import reveal
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.design_settings.window import DesignSettings


class DesignCommands(QObject):
    """Carries them out; the settings window is made when it is first asked for."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        actions: ActionSet,
        *,
        banners: BannerArea,
        floor_view: QWidget,
        targets: FloorTargets,
        paste_at: Callable[[int, int], object] | None = None,
        comment_at: Callable[[int, int], object] | None = None,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._actions = window, workspace, actions
        self.settings: DesignSettings | None = None
        self.assemblies = AssemblyCommands(workspace, actions, banners, window)
        self.rows = RowCommands(workspace, actions, window)
        self.replacing = ReplaceCommands(workspace, actions, window)
        self.leaf_places = LeafPlacesCommands(workspace, actions, window)
        self.weather = ReadFileCommands(WEATHER, window, workspace, actions, banners)
        self.grid = ReadFileCommands(GRID, window, workspace, actions, banners)
        self.notes = NoteCommands(workspace, window)
        self.floor_menu = FloorMenu(
            floor_view, targets, workspace, actions, self.notes, paste_at, comment_at
        )  # fmt: skip
        actions.bind("edit.settings", self.show_settings)

    def enter_figure(self, ref: str) -> None:
        """Show where a decision of the site or a figure of a feed is given.

        Parameters
        ----------
        ref
            The field of the site or the room, as `site.pue`, or of a record of the room's power:
            `feed A.capacity_kw`.
        """
        read, settings = figure_ref(ref), self.show_settings()
        if read.of == "power":
            settings.show_page("Feeds")
            feeds = settings.records["Feeds"]
            feeds.choose(read.owner)
            if (editor := feeds.form.editors.get(read.field)) is not None:
                reveal(editor)
            return
        if page := settings.form_with(read.field):
            settings.show_page(page)
            reveal(settings.forms[page].editors[read.field])

    def enter_price(self, part: str) -> None:
        """Show the prices of the design, with a part's ready to be entered if one is named."""
        self.show_settings("Prices").records["Prices"].begin(part)

    def show_settings(self, page: str = "") -> DesignSettings:
        """Show the design's settings beside the drawing, at a page if one is named."""
        if self.settings is None:
            self.settings = made = DesignSettings(self._workspace, self._actions, self._window)
            # The settings lie over the notices of the window.
            self.weather.refused.connect(lambda words: made.records["Weather"].tell(words))
            self.grid.refused.connect(lambda words: made.records["Grid carbon"].tell(words))
        if page:
            self.settings.show_page(page)
        self.settings.show()
        self.settings.raise_()
        self.settings.activateWindow()
        return self.settings
