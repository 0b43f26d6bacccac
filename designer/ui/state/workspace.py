"""What every panel and canvas shares: the document, the catalogue, the report, the selection.

Panels never talk to each other; they change the document through `apply`, the selection through
`select`, and listen to the signals here. Intent flows down, facts flow up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from designer.catalog.plant_places import loop_of, node_of, pipe_key, plant_key
from designer.document.edits.groups import with_groups
from designer.document.errors import IN_REVIEW, EditError
from designer.model.change import Change, apply, diff, went_and_came
from designer.model.given_names import GivenNames
from designer.model.layout import Layout
from designer.model.network_keys import cable_key, element_key, tray_key
from designer.render.drawing import faulty_racks
from designer.render.edge import spare
from designer.render.theme import DARK, Theme
from designer.ui.kit.navigation import Navigation
from designer.ui.state.cable_in_hand import CableInHand
from designer.ui.state.comments import CommentState
from designer.ui.state.floor_overlay import FloorOverlay
from designer.ui.state.layers import Layers
from designer.ui.state.looked_stage import LookedStage
from designer.ui.state.released import Released
from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.state.what_if import WhatIfState

if TYPE_CHECKING:
    from designer.catalog.catalog import Catalog
    from designer.document.document import Document, DocumentChange, Edit
    from designer.engine.report import NotComputed, RackReport, Report
    from designer.model.design import Design
    from designer.runtime.engine_client import EngineClient
    from designer.runtime.report_store import ReportStore
    from designer.ui.state.plan_files import PlanFiles


class Workspace(QObject):
    """The shared state of one window.

    Parameters
    ----------
    document, catalog, report_store, client
        The services of the window; the workspace owns none of them.
    """

    document_changed = Signal(object)
    selection_changed = Signal()
    reviewing_changed = Signal(bool)
    report_changed = Signal()
    preview_begun = Signal(object)
    preview_changed = Signal(object)
    preview_failed = Signal()
    sizing_changed = Signal()
    message = Signal(str, str)
    message_past = Signal(str)
    theme_changed = Signal()
    focus_requested = Signal(object)
    elevation_requested = Signal(str)
    plan_told = Signal(str)
    """Where a part is aimed at by keys, and what placing it there would do, in words."""
    build_wanted = Signal(str, object)
    """A drop was made, by this label, and what the rules need for it is to be built as well.

    With the `Building` of what was built in the same step already; else None.
    """

    _checked: Report | None
    _indexed: Report | None

    is_planning = False
    """Whether a plan is shown of what letting go, or Enter, would do."""
    goes_in_history = False
    """Whether the change that is told now is an undo, a redo or another step of the history."""

    def __init__(
        self,
        document: Document,
        catalog: Catalog,
        report_store: ReportStore,
        client: EngineClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.catalog = document, catalog
        self.report_store, self.client = report_store, client
        self.theme: Theme = DARK
        self.filter = SelectionFilter(self)
        self.layers = Layers(
            self.layout, lambda: self.catalog, lambda: len(self.comments.all), self
        )
        self.stage = LookedStage(lambda: document.design, self)
        self.stage.changed.connect(lambda: self.message.emit("", "info"))
        self.overlay, self.navigation = FloorOverlay(report_store, self), Navigation(self)
        self.cable, self.comments = CableInHand(self, self), CommentState(self)
        self.names = GivenNames(lambda: document.design, lambda: self.comments.kept)
        spare(self.names)
        self.plans: PlanFiles | None = None
        self.released, self.what_if = Released(self), WhatIfState(report_store, self, self._called)
        self._selection: tuple[str, ...] = ()
        self._selected_of: tuple[tuple[str, ...], Layout] | None = None
        self._selected_racks: tuple[str, ...] = ()
        """The racks of that selection in that layout."""
        self.unfolded: tuple[str, ...] = ()
        """Ids of the racks whose chain is unfolded on the one-line."""
        self._next_rack, self._engine_failure, self._wanted_preview = "", "", 0
        document.layout.index_devices()
        self._checked, self._indexed = None, None
        self._faulty: frozenset[str] = frozenset()
        self._unsubscribe: Callable[[], None] = document.subscribe(self._on_document)
        # First: whoever draws a new report draws what it says of a loss.
        report_store.changed.connect(self.what_if.look_again)
        report_store.changed.connect(self.report_changed)
        # A hand comes later than the first report, and does not wait for what it asks first.
        report_store.changed.connect(document.prepare)
        client.preview_begun.connect(self._on_preview_begun)
        client.previewed.connect(self._on_previewed)
        client.preview_failed.connect(self._on_preview_failed)
        client.state_changed.connect(self._on_engine_state)
        client.lost_together.connect(self.what_if.take)
        client.loss_failed.connect(self.what_if.take_failure)
        self.what_if.asked.connect(
            lambda asked: self.client.lose_together(self.document.revision, asked)
        )
        self.what_if.changed.connect(
            lambda: self.overlay.give_way(to_loss=self.what_if.failing is not None)
        )
        self.layers.changed.connect(lambda: self.select(self.layers.shown(self._selection)))
        self.overlay.postponed.connect(
            lambda title: self.message.emit(
                f"{title}: shown when the loss that is tried is restored (Esc)", "info"
            )
        )
        self.what_if.refused.connect(lambda why: self.message.emit(why, "warning"))
        self._rack_reports: dict[str, RackReport] = {}

    @property
    def selection(self) -> tuple[str, ...]:
        """Keys of what is selected: racks by id, devices by key."""
        return self._selection

    @property
    def sized_design(self) -> Design:
        """The design that figures are of: as of the stage that is looked at, mostly the whole."""
        return self.stage.of(self.document.design)

    def layout(self) -> Layout:
        """Return the index over the design as it stands."""
        return self.document.layout

    def apply(self, label: str, edit: Edit, merge: str = "", initiator: object = None) -> bool:
        """Apply an edit to the document; a refusal becomes a message.

        Returns
        -------
        bool
            Whether the edit was possible.
        """
        refusal = self.attempt(label, edit, merge, initiator)
        if refusal:
            self.message.emit(refusal, "warning")
        return not refusal

    def attempt(self, label: str, edit: Edit, merge: str = "", initiator: object = None) -> str:
        """Apply an edit to the document; return why it was refused, or an empty string."""
        try:
            staged = self.stage.staged(edit)
            self.document.apply(label, staged, merge=merge, initiator=initiator)
        except EditError as refusal:
            return str(refusal) or "not possible"
        return ""

    def go_to(self, step: int) -> bool:
        """Go to a step of the history; a refusal becomes a message. Return whether it went."""
        self.goes_in_history = True
        try:
            return self.document.go_to(step)
        except EditError as refusal:
            self.message.emit(str(refusal), "warning")
            return False
        finally:
            self.goes_in_history = False

    def may_move(self) -> bool:
        """Return whether a drag may begin; in a review it is told why not."""
        if self.document.reviewing:
            self.message.emit(IN_REVIEW, "info")
        return not self.document.reviewing

    def may_change(self) -> bool:
        """Return whether a command may change the design; in a review it is told why not."""
        if self.document.reviewing:
            self.message.emit(IN_REVIEW, "warning")
        return not self.document.reviewing

    def set_reviewing(self, on: bool) -> None:
        """Let nothing change but what a review writes, or everything again."""
        if on != self.document.reviewing:
            self.document.reviewing = on
            self.reviewing_changed.emit(on)

    def select(self, keys: Iterable[str]) -> None:
        """Select records by key; an empty iterable selects nothing."""
        wanted = tuple(dict.fromkeys(keys))
        self._next_rack = ""
        if wanted != self._selection:
            self._selection = wanted
            self.selection_changed.emit()

    def still_there(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return those keys of records that are in the design and can be selected."""
        layout, design = self.layout(), self.document.design
        plant = {plant_key(node.id) for node in design.power if node.x_mm is not None}
        plant |= {pipe_key(loop.id) for loop in design.loops if loop.x_mm is not None}
        plant |= {tray_key(tray.id) for tray in design.trays}
        plant |= {element_key(one.id) for one in design.room.obstacles}
        plant |= {cable_key(cable.id) for cable in design.cables}
        return tuple(
            key
            for key in keys
            if key in layout.racks or key in plant or layout.find(key) is not None
        )

    def click_on(self, key: str, *, alone: bool = False) -> tuple[str, ...]:
        """Return what a click on a thing chooses: all of its group, or the thing.

        Parameters
        ----------
        alone
            The thing itself is meant (Alt); so it is where just its group is chosen already.
        """
        every = (key,) if alone else with_groups(self.layout(), (key,))
        return (key,) if set(every) == set(self._selection) else every

    def with_or_without(self, key: str) -> tuple[str, ...]:
        """Return the selection with a thing and its group, or without them where it is in it."""
        some = with_groups(self.layout(), (key,))
        rest = tuple(one for one in self._selection if one not in set(some))
        return rest if key in self._selection else (*rest, *some)

    def selected_plant(self) -> tuple[str, ...]:
        """Return what of power and coolant is selected on the plan, by what it is selected by."""
        return tuple(key for key in self._selection if node_of(key) or loop_of(key))

    def place_next_in(self, rack_id: str) -> None:
        """Remember where the next part goes while nothing is selected."""
        self._next_rack = rack_id

    def target_rack_ids(self) -> tuple[str, ...]:
        """Return the racks that the next part may go into, or beside."""
        if self._selection or self._next_rack not in self.layout().racks:
            return self.selected_rack_ids()
        return (self._next_rack,)

    def selected_rack_ids(self) -> tuple[str, ...]:
        """Return the racks that are selected or hold a selected device, in order."""
        layout = self.layout()
        asked = self._selection, layout
        if self._selected_of is None or any(
            one is not other for one, other in zip(asked, self._selected_of, strict=True)
        ):
            self._selected_of, self._selected_racks = asked, _racks_of(self._selection, layout)
        return self._selected_racks

    def part_name(self, part_id: str) -> str:
        """Return what people call a part, or its id where the catalogue does not have it.

        It also knows the other owners of inputs, the records of the room's power.

        Of a planning default, `default pue`, it is its name with the source in short.
        """
        default = self.catalog.default(part_id.removeprefix("default "))
        if default is not None and part_id.startswith("default "):
            return f"{default.name} ({default.source.partition(';')[0]})"
        part = self.catalog.get(part_id)
        owners = self.layout().owners_in_power
        return (part.name if part else "") or owners.get(part_id, part_id)

    def rack_report(self, rack_id: str) -> RackReport | None:
        """Return what the shown report says of a rack."""
        report = self.report_store.report
        if report is not self._indexed:
            last, self._indexed = self._indexed, report
            went, came = went_and_came(last.racks if last else (), report.racks if report else ())
            for rack in went:
                self._rack_reports.pop(rack.id, None)
            self._rack_reports.update(zip(map(attrgetter("id"), came), came, strict=True))
        return self._rack_reports.get(rack_id)

    def faulty_racks(self) -> frozenset[str]:
        """Return the racks at which an error stands in the shown report that nobody accepted."""
        report = self.report_store.report
        if report is not self._checked:
            self._checked = report
            self._faulty = faulty_racks(report, self.layout())
        return self._faulty

    def rack_lost(self, rack_id: str) -> tuple[NotComputed, ...]:
        """Return what of a rack the shown report could not compute."""
        report = self.report_store.report
        return report.lost_of(rack_id) if report else ()

    def _called(self, owner: str) -> str:
        """Return what people call the owner of an input."""
        from designer.engine.reasons import names_of  # not before something is lost

        return names_of(self.catalog, self.document.design.power)(owner)

    def request_preview(
        self, intent: Edit | Change, rack_ids: Iterable[str],
        *, asks: bool = False, drags: bool = True,
    ) -> bool:  # fmt: skip
        """Ask the engine what an edit would do; the document is untouched.

        Parameters
        ----------
        asks
            What could be built then is wanted as well.
        drags
            It is of a drag: what a release gives is computed ahead.

        Returns
        -------
        bool
            Whether the edit is possible; the answer comes in `preview_changed`, and before it in
            `preview_begun` what is told of it at once, if anything is.
        """
        try:
            change = self._change_of(intent)
        except EditError:
            self.cancel_preview()
            return False
        self._wanted_preview = self.client.preview(
            self.document.revision, change, tuple(rack_ids), asks=asks, drags=drags
        )
        return True

    def _change_of(self, intent: Edit | Change) -> Change:
        """Return what an edit changes, of what is there at the stage that is looked at."""
        whole = self.document.design
        if isinstance(intent, Change) and not self.stage.narrows:
            return intent
        if isinstance(intent, Change):
            after = apply(whole, intent)
        else:
            after = self.stage.staged(intent)(whole) if self.stage.narrows else intent(whole)
        return diff(self.stage.of(whole), self.stage.of(after))

    @property
    def asked_preview(self) -> int:
        """Number of the preview that was asked for last; 0 where none is wanted any more."""
        return self._wanted_preview

    def cancel_preview(self) -> None:
        """Take no notice of an answer that may still be on its way."""
        self._wanted_preview = 0

    def end_preview(self) -> None:
        """Do so, and let the engine keep nothing of it after the edit that may follow at once."""
        if self._wanted_preview:
            QTimer.singleShot(0, self, self._let_go)
        self.cancel_preview()

    def _let_go(self) -> None:
        if not self._wanted_preview:
            self.client.let_go()

    @property
    def engine_failure(self) -> str:
        """Why the engine has no figures of the design as it stands; empty while it may have."""
        if self.report_store.is_current(self.document.revision):
            return ""
        return self._engine_failure

    @property
    def is_sizing(self) -> bool:
        """Whether figures of the design as it stands are on their way."""
        current = self.report_store.is_current(self.document.revision)
        return not current and not self._engine_failure

    def set_theme(self, theme: Theme) -> None:
        """Draw everything with another theme."""
        if theme is not self.theme:
            self.theme = theme
            self.theme_changed.emit()

    def focus(self, keys: Iterable[str]) -> None:
        """Select records and ask the canvas to show them."""
        wanted = tuple(keys)
        self.select(wanted)
        self.focus_requested.emit(wanted)

    def close(self) -> None:
        """Stop listening to the document."""
        self._unsubscribe()

    def _on_document(self, change: DocumentChange) -> None:
        layout = self.layout()
        # At once: the first step of a drag would wait for it.
        layout.index_devices()
        held = self.cable.begins
        if held is not None and (change.opened or layout.find(held.device) is None):
            self.cable.let_go()
        if change.opened:
            self._next_rack = ""
            self.layers.forget()
            self.stage.forget()
            self.what_if.restore()
            self.reviewing_changed.emit(self.document.reviewing)
        if change.opened and self._selection:
            # A rack of the same name in another design is another rack.
            self._selection = ()
            self.document_changed.emit(change)
            self.selection_changed.emit()
            return
        kept = self.still_there(self._selection)
        self.document_changed.emit(change)
        self.stage.follow(change)
        if kept != self._selection:
            self._selection = kept
            self.selection_changed.emit()

    def _on_engine_state(self, state: str, words: str) -> None:
        failure = words if state == "failed" else ""
        if failure != self._engine_failure:
            self._engine_failure = failure
            self.sizing_changed.emit()

    def _on_preview_failed(self, number: int, _words: str) -> None:
        if number == self._wanted_preview:
            self.preview_failed.emit()

    def _on_preview_begun(self, preview: object) -> None:
        if getattr(preview, "preview", 0) == self._wanted_preview:
            self.preview_begun.emit(preview)

    def _on_previewed(self, preview: object) -> None:
        if getattr(preview, "preview", 0) == self._wanted_preview:
            self.preview_changed.emit(preview)


def _racks_of(keys: Iterable[str], layout: Layout) -> tuple[str, ...]:
    """Return the racks among keys of records, and those that hold the devices, in order."""
    found: dict[str, None] = dict.fromkeys(keys)
    if layout.racks.keys() >= found.keys():
        return tuple(found)
    found = {}
    for key in keys:
        if key in layout.racks:
            found[key] = None
            continue
        placed = layout.find(key)
        if placed:
            found[placed.rack] = None
    return tuple(found)
