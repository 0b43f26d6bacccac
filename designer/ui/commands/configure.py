"""Configure a system…, and Take apart…: the same dialog, begun with what is marked or selected."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from designer.runtime.design_session import DesignSession
from designer.runtime.own_parts import OwnPartError, OwnParts
from designer.ui.commands.replace import ReplaceCommands
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.catalog.part import Part
    from designer.ui.views.configure.dialog import ConfigureDialog

TOPIC: Final = "configured"
NO_FOLDER: Final = "There is no folder for parts of your own"
NO_NODE: Final = "select a node, or a rack that holds one"
UNSAID: Final = "nobody says what it is made of"


class ConfigureCommands(QObject):
    """Opens the dialog; what it makes is a part of one's own, which may take a node's place.

    Parameters
    ----------
    chosen_part
        Gives the part that is marked in the list of parts.
    replacing
        Puts a part in place of another, as one step.
    """

    made = Signal(str)
    """Id of a part that stands among the user's own now."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        session: DesignSession,
        actions: ActionSet,
        own_parts: OwnParts | None,
        *,
        banners: BannerArea,
        chosen_part: "Callable[[], Part | None]",
        replacing: ReplaceCommands,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._session = window, workspace, session
        self._actions, self._own, self._banners = actions, own_parts, banners
        self._chosen_part, self._replacing = chosen_part, replacing
        self.dialog: ConfigureDialog | None = None
        actions.bind("catalog.configure", lambda: self.configure(self._begin_with()))
        actions.bind("catalog.take_apart", self.take_apart)
        if own_parts is None:
            actions.allow("catalog.configure", NO_FOLDER)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow taking apart where the selection names a part that says what it is made of."""
        part_id = self._replacing.part_id()
        part = self._session.todays_catalog().get(part_id) if part_id else None
        if self._own is None:
            reason = NO_FOLDER
        elif part is None or not part.traits.computes:
            reason = NO_NODE
        else:
            reason = "" if part.made_of else UNSAID
        self._actions.allow("catalog.take_apart", reason)

    def _begin_with(self) -> "Part | None":
        """Return the part that is marked in the list, else the one that is selected."""
        marked = self._chosen_part()
        if marked is not None and marked.made_of:
            return marked
        return self._session.todays_catalog().get(self._replacing.part_id())

    def configure(self, system: "Part | None" = None) -> None:
        """Ask what a system is to be made of, beginning with one of them."""
        from designer.ui.views.configure.dialog import ConfigureDialog

        self._open(ConfigureDialog, system)

    def take_apart(self) -> None:
        """Show what the selected node is made of; another one may take its place."""
        from designer.ui.views.configure.dialog import APART, ConfigureDialog

        part = self._session.todays_catalog().get(self._replacing.part_id())
        if part is not None:
            self._open(ConfigureDialog, part, title=APART)

    def _open(
        self, dialog: "type[ConfigureDialog]", system: "Part | None", title: str = ""
    ) -> None:
        own = self._own
        if own is None:
            self._workspace.message.emit(NO_FOLDER, "warning")
            return
        own.follow()
        catalog = self._session.todays_catalog()
        if self.dialog is not None:
            self.dialog.deleteLater()
        ids = frozenset(part.id for part in own.parts)
        shown = None if system is None else catalog.get(system.id)
        named = {"title": title} if title else {}
        self.dialog = dialog(catalog, ids, shown, self._window, **named)
        self.dialog.made.connect(self._keep)
        self.dialog.open()

    def _keep(self, part: "Part", begun: str) -> None:
        """Write the part into the user's folder; offer to put it where the other is mounted."""
        from designer.io.part_file import dumps

        own = self._own
        if own is None:
            return
        try:
            own.save(dumps([part]), self._session.todays_catalog())
        except OwnPartError as error:
            self._workspace.message.emit(f"Not saved: {error}", "error")
            return
        self.made.emit(part.id)
        if any(one.part == begun for one in self._workspace.layout().every()) and begun != part.id:
            name = self._workspace.part_name(begun)
            self._banners.show_banner(
                TOPIC, "info", f"{part.name} stands among your own parts.",
                [(f"Replace {name}…", lambda: self._replace(begun, part.id))],
            )  # fmt: skip
        else:
            words = f"{part.name} stands among your own parts: drag it into a rack"
            self._workspace.message.emit(words, "info")

    def _replace(self, part_id: str, by: str) -> None:
        self._banners.dismiss(TOPIC)
        self._replacing.ask(part_id, by)
