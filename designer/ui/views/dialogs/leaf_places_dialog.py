"""Compares where a fabric's leaf switches could stand; the one that is chosen is applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QTableView, QWidget

from designer.document.errors import EditError
from designer.engine.cable_report import LeafPlace, LeafPlaces, PlacesAsked
from designer.engine.preview import Preview
from designer.ui.kit.form_dialog import FormDialog, named_rows
from designer.ui.kit.plain_table import set_up_rows
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.views.dialogs.leaf_place_rows import (
    NAMES,
    PlaceRow,
    PlaceRows,
    does_text,
    finding_lines,
    findings_text,
)

if TYPE_CHECKING:
    from designer.document.document import Edit
    from designer.ui.state.workspace import Workspace

_WIDTHS: Final = (150, 94, 172, 146, 146, 146, 84, 100)
_ROW_PX: Final = 52
_MOST_TOLD: Final = 3
"""Findings of a way that are told; of more, one gives its line to their number."""


class LeafPlacesDialog(FormDialog):
    """Asks the engine for the ways, and of each what it would do to the checks.

    Parameters
    ----------
    workspace
        Whose engine is asked.
    fabrics
        Id and name of each fabric that can be chosen.
    edit_of
        Makes the edit that applies a way to a fabric.

    Signals
    -------
    asked
        A way is to be applied: the id of the fabric, and its `LeafPlace`.
    """

    asked = Signal(str, object)

    def __init__(
        self,
        workspace: Workspace,
        fabrics: list[tuple[str, str]],
        edit_of: Callable[[str, LeafPlace], Edit],
        parent: QWidget | None,
    ) -> None:
        super().__init__("Compare places of leaf switches", "Apply", parent, width_px=1080)
        self._space, self._edit_of = workspace, edit_of
        self._asked_row = -1
        self.fabric = QComboBox()
        for key, name in fabrics:
            self.fabric.addItem(name, key)
        self.places = PlaceRows(self)
        self.table = _table(self.places)
        self.lay_out((named_rows((("Fabric", self.fabric),)), self.table))
        # The button stays under the pointer, whatever is said of the row that is chosen.
        self.words.keep_room(_MOST_TOLD + 1)
        self._answer = LiveAnswer(
            workspace.client, workspace.report_store, "cables", "places", LeafPlaces, self
        )
        self._answer.changed.connect(self._take)
        workspace.preview_changed.connect(self._on_preview)
        workspace.preview_failed.connect(self._on_failure)
        self.fabric.currentIndexChanged.connect(lambda _: self._ask())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._judge())
        self.accepted.connect(self._tell)
        self.finished.connect(lambda _: self._end())
        self._ask()

    @property
    def chosen(self) -> PlaceRow | None:
        """The way of the current row."""
        at = self.table.currentIndex().row()
        return self.places.rows[at] if 0 <= at < len(self.places.rows) else None

    def _ask(self) -> None:
        self._space.end_preview()
        self._asked_row = -1
        self.places.show_rows([])
        self._answer.look_at(PlacesAsked(fabric=self.fabric.currentData() or ""))
        self._judge()

    def _take(self) -> None:
        found, report = self._answer.found, self._space.report_store.report
        if found is None or found.problem or report is None:
            self.places.show_rows([])
            self._judge()
            return
        rows = [
            PlaceRow(place, report.cables.currency, self._refusal(place)) for place in found.places
        ]
        at = max(0, self.table.currentIndex().row())
        self._asked_row = -1
        self.places.show_rows(rows)
        self.table.selectRow(min(at, len(rows) - 1))
        self._look_ahead()
        self._judge()

    def _refusal(self, place: LeafPlace) -> str:
        """Return why a way cannot be applied to the design as it stands."""
        if not place.is_other:
            return ""
        try:
            self._edit_of(self.fabric.currentData(), place)(self._space.document.design)
        except EditError as refusal:
            return str(refusal)
        return ""

    def _look_ahead(self) -> None:
        """Ask what the next way would do of which nobody has said it: one after another."""
        for at, row in enumerate(self.places.rows):
            if not row.is_settled:
                self._asked_row = at
                edit = self._edit_of(self.fabric.currentData(), row.place)
                self._space.request_preview(edit, (), drags=False)
                return
        self._asked_row = -1

    def _on_preview(self, preview: object) -> None:
        if self._asked_row >= 0 and isinstance(preview, Preview):
            self._settle(preview=preview)

    def _on_failure(self) -> None:
        if self._asked_row >= 0:
            self._settle(failed=True)

    def _settle(self, preview: Preview | None = None, *, failed: bool = False) -> None:
        at = self._asked_row
        self.places.put(at, replace(self.places.rows[at], preview=preview, failed=failed))
        self._look_ahead()
        self._judge()

    def _judge(self) -> None:
        """Say what holds of the chosen way, and allow it where it is another than today's."""
        row = self.chosen
        self.accept_button.setEnabled(row is not None and row.place.is_other and not row.refusal)
        if row is None:
            found = self._answer.found
            why = self._answer.why or (found.problem if found is not None else "")
            self.say(
                f"Nothing to compare: {why}" if why else "Sizing…", "warning" if why else "dim"
            )
            return
        name = NAMES.get(row.place.kind, row.place.kind)
        if row.refusal:
            self.say(f"{name}: no room: {row.refusal}", "warning")
            return
        if not row.place.is_other:
            self.say(f"{name}: {findings_text(row)}")
            return
        lines, does = finding_lines(row), does_text(row.place)
        if len(lines) > _MOST_TOLD:
            shown = _MOST_TOLD - 1
            lines = [*lines[:shown], f"… {len(lines) - shown} more"]
        told = [f"{name}: {does}, {findings_text(row)}", *lines]
        gains = row.preview is not None and any(c.severity != "info" for c in row.preview.comes)
        self.say("\n".join(told), "warning" if gains or row.failed else "ok")

    def _tell(self) -> None:
        row = self.chosen
        if row is not None:
            self.asked.emit(self.fabric.currentData(), row.place)

    def _end(self) -> None:
        self._answer.look_at(None)
        self._asked_row = -1
        self._space.end_preview()


def _table(places: PlaceRows) -> QTableView:
    table = QTableView()
    table.setModel(places)
    table.setWordWrap(True)
    set_up_rows(table, "Places of leaf switches", _ROW_PX, _WIDTHS, many=False)
    head = table.horizontalHeader()
    head.setSectionsClickable(False)
    head.setStretchLastSection(True)
    table.setMinimumHeight(6 * _ROW_PX)
    return table
