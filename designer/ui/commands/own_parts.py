"""The commands of own parts, and the offer of newer figures when a design opens."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from designer.catalog.updates import PartUpdate
from designer.model.plural import plural
from designer.runtime.design_session import DesignSession
from designer.runtime.own_parts import OwnParts
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.own_parts.unread import unread_words

if TYPE_CHECKING:
    from designer.catalog.part import Part
    from designer.ui.views.own_parts.dialog import OwnPartsDialog
    from designer.ui.views.own_parts.import_dialog import ImportDialog
    from designer.ui.views.own_parts.updates_dialog import UpdatesDialog

TOPIC = "parts"
TAKEN = "parts-taken"
"""Topics of the two notices; what was taken is said until it is saved."""
UNREAD = "own-parts"
NOTHING_NEWER = "The catalogue says the same of every part of this design"


class OwnPartCommands(QObject):
    """Opens the window of own parts; offers, takes and takes back newer figures.

    Parameters
    ----------
    chosen_part
        Gives the part that is marked in the list of parts.

    Signals
    -------
    catalog_changed
        The parts to choose from are others now.
    """

    catalog_changed = Signal()

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
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._session = window, workspace, session
        self._own, self._banners, self._chosen_part = own_parts, banners, chosen_part
        self.dialog: OwnPartsDialog | None = None
        self.updates: UpdatesDialog | None = None
        self.importing: ImportDialog | None = None
        self._entered: tuple[str, frozenset[str]] | None = None
        actions.bind("catalog.own_part", lambda: self.show_own_parts())
        actions.bind("catalog.import", lambda: self.show_import())
        actions.bind("catalog.updates", lambda: self.show_updates())
        self._session.opened.connect(self._offer_soon)
        if own_parts is not None:
            own_parts.changed.connect(self._offer_soon)
            application = QGuiApplication.instance()
            if isinstance(application, QGuiApplication):
                application.applicationStateChanged.connect(self._on_state)
        self._session.opened.connect(self._follow_catalog)
        self._session.catalog_changed.connect(self._on_catalog)

    def show_own_parts(self, part: "Part | None" = None) -> None:
        """Show the window of own parts, on the part marked in the list or on another."""
        from designer.ui.views.own_parts.dialog import OwnPartsDialog

        own, self._entered = self._own, None
        if own is None:
            return
        own.follow()
        if self.dialog is None:
            self.dialog = OwnPartsDialog(own, self._session.todays_catalog(), self._window)
            self.dialog.saved.connect(self._on_saved)
        if part is None and not self.dialog.isVisible():
            part = self._chosen_part()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        if part is not None and part.id != self.dialog.part_id:
            self.dialog.ask_begin_with(part)

    def enter_figure(self, part_id: str, field: str) -> None:
        """Show the field of a part's figure, such as `power_max_w`, ready to be typed into.

        The figure is given for this design: once the part is saved, the design uses it.
        """
        part = self._workspace.catalog.get(part_id)
        self.show_own_parts(part)
        if part is None and self.dialog is not None and self.dialog.part_id != part_id:
            # The design names a part that nobody describes: that is where it is described.
            self.dialog.ask_begin_without(part_id)
        asked = "prices" if field == "price" else field
        self._entered = (part_id, self._differing(part_id) - {asked})
        if self.dialog is not None and self.dialog.part_id == part_id:
            self.dialog.show_field(field)

    def _on_state(self, state: Qt.ApplicationState) -> None:
        """Look for what another program, such as an import, wrote while this one was behind."""
        own = self._own
        if state == Qt.ApplicationState.ApplicationActive and own is not None:
            own.follow()

    def show_import(self) -> None:
        """Show the window in which parts of the NetBox library are imported."""
        from designer.runtime.library_import import LibraryImport
        from designer.ui.views.own_parts.import_dialog import ImportDialog

        own = self._own
        if own is None:
            return
        if self.importing is not None:
            self.importing.deleteLater()
        work = LibraryImport()
        self.importing = ImportDialog(work, self._window)
        work.setParent(self.importing)
        self.importing.imported.connect(self._on_imported)
        self.importing.open()

    def _on_imported(self, parts: int) -> None:
        if self._own is not None:
            self._own.reload()
        words = f"Imported {plural(parts, 'part')} from the NetBox library"
        self._workspace.message.emit(words, "info")

    def show_updates(self) -> None:
        """Show the differences between the design's parts and the catalogue."""
        from designer.ui.views.own_parts.updates_dialog import UpdatesDialog

        found = self._session.updates()
        if not found:
            self._workspace.message.emit(NOTHING_NEWER, "info")
            return
        if self.updates is not None:
            self.updates.deleteLater()
        self.updates = UpdatesDialog(found, self._window)
        self.updates.taken.connect(self.take)
        self.updates.open()

    def take(self, part_ids: list[str]) -> None:
        """Let the design use the newer figures; say so, with the way back."""
        self._session.take_updates(part_ids)
        count = plural(len(part_ids), "part")
        self._banners.dismiss(TOPIC)
        self._banners.show_banner(
            TAKEN,
            "info",
            f"The design uses the newer figures of {count}; save to keep them.",
            [("Take back", lambda: self._take_back())],
        )

    def offer(self) -> None:
        """Offer newer figures, if there are any."""
        found = tuple(update for update in self._session.updates() if _has_figures(update))
        banners = self._banners
        if not found:
            banners.dismiss(TOPIC)
            return
        banners.show_banner(
            TOPIC, "info", offer_words(found), [("Show differences", self.show_updates)]
        )

    def _tell_unread(self) -> None:
        """Say which of the user's files were not read: their parts are missing everywhere."""
        own = self._own
        words = unread_words(own.problems) if own is not None else ""
        banners = self._banners
        if not words:
            banners.dismiss(UNREAD)
        else:
            banners.show_banner(
                UNREAD, "warning", words, [("My own parts", lambda: self.show_own_parts())]
            )

    def _take_back(self) -> None:
        if self._session.take_updates_back():
            self._workspace.message.emit("The design has its own figures again", "info")

    def _on_saved(self, part: "Part") -> None:
        self._workspace.message.emit(f"Saved {part.name} among your own parts", "info")
        part_id, differed = self._entered or ("", frozenset())
        now = self._differing(part.id)
        if part.id == part_id and now and not now & differed:
            self._use(part)
        else:
            # Nobody asked for what was different before: that is offered, figure by figure.
            self.offer()

    def _use(self, part: "Part") -> None:
        """Let the design use the figure that was entered for it; say so, with the way back."""
        self._session.take_updates([part.id])
        self._banners.dismiss(TOPIC)
        self._banners.show_banner(
            TAKEN, "info", f"The design uses your figures of {part.name}; save to keep them.",
            [("Take back", lambda: self._take_back())],
        )  # fmt: skip

    def _differing(self, part_id: str) -> frozenset[str]:
        """Return the fields of a part of which the catalogue says something else by now."""
        return frozenset(
            difference.field
            for update in self._session.updates()
            if update.new.id == part_id
            for difference in update.differences
            if difference.field != "provenance"
        )

    def _on_catalog(self) -> None:
        self.catalog_changed.emit()
        self._follow_catalog()

    def _follow_catalog(self) -> None:
        # An own part begins with what the catalogue says today, not with what a design kept.
        if self.dialog is not None:
            self.dialog.set_catalog(self._session.todays_catalog())

    def _offer_soon(self) -> None:
        # Opening clears the notices of the file before; this one belongs to the new file. Of other
        # own parts the session hears in the same turn.
        QTimer.singleShot(0, self, self._tell)

    def _tell(self) -> None:
        self._tell_unread()
        self.offer()


def _has_figures(update: PartUpdate) -> bool:
    """Return whether more than the wording of sources differs: no design changes by that."""
    return any(difference.field != "provenance" for difference in update.differences)


def offer_words(found: tuple[PartUpdate, ...]) -> str:
    """Return the offer in a sentence that names the parts."""
    named = [f"{u.new.name} ({plural(len(u.differences), 'difference')})" for u in found[:3]]
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return (
        f"The catalogue says something else now of {', '.join(named)}{more}. "
        "The design keeps the figures it was drawn with."
    )
