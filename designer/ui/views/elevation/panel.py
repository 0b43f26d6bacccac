"""The elevation panel: title, the sides of the selected rack, and its limits."""

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.document.document import DocumentChange
from designer.engine.report import RackReport
from designer.model.layout import Layout
from designer.model.network_keys import cable_key
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.state.state_signs import SIGNS
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.floor_unit import unit_remarks
from designer.ui.views.elevation.limits import LimitsList
from designer.ui.views.elevation.remark import Remark
from designer.ui.views.elevation.sides_bar import SidesBar
from designer.ui.views.elevation.view import ElevationView

NOTHING_SELECTED = "Select a rack on the floor to see its front, its rear and its limits."
NOT_SELECTED = "shown last, not selected now"
NO_RACKS = (
    "No rack stands yet: drag one from the parts onto the floor; the selected one is shown here."
)

_LEAST_LIMITS_PX: Final = 200
_STATES: Final = {
    "carries": "plain", "holds": "plain", "open": "unknown", "warm": "warning", "tight": "warning",
}  # fmt: skip
"""States of a remark by fates; all others are errors."""

_VIEW_SHARE: Final = {1: 10, 2: 10, 3: 17}
_LIMITS_SHARE: Final = 9
"""How the drawing, by the number of sides in it, shares the width with the limits."""
_ROLES: Final = {"error": "error", "warning": "warning"}
"""How words look that tell a conflict of depth."""


class ElevationPanel(QWidget):
    """Shows the rack that is selected, or that holds what is selected, or else the last one shown.

    Parameters
    ----------
    workspace
        What every view of the window shares.

    Signals
    -------
    filled_changed
        Whether there is a rack to show; without one a sentence is all, and needs no room.
    """

    filled_changed = Signal(bool)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._stale = workspace.report_store.is_stale
        self.setAccessibleName("Rack elevation and limits")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # They give way: what a rack is called must not make the middle of the window wider.
        self.name, self.about, self.fate = ElidedLabel(), ElidedLabel(), ElidedLabel()
        self.name.setProperty("role", "heading")
        self.about.setProperty("role", "dim")
        self.fate.setProperty("role", "strong")
        self.fate.hide()
        self.hint = QLabel()
        self.hint.setAccessibleName("Hint")
        self.hint.setProperty("role", "dim")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.view = ElevationView(workspace)
        self.sides = SidesBar()
        self.sides.changed.connect(self.show_sides)
        self.meets = ElidedLabel()
        self.meets.setProperty("role", "error")
        self.meets.setAccessibleName("No conflict of depth")
        self.meets.hide()
        self.limits = LimitsList(workspace)
        self._pages = QStackedWidget()
        self._lay_out()
        workspace.selection_changed.connect(self.refresh)
        workspace.document_changed.connect(self._on_document)
        workspace.report_changed.connect(self._on_report)
        workspace.sizing_changed.connect(self._on_report)
        workspace.theme_changed.connect(self._on_theme)
        workspace.what_if.changed.connect(self._on_what_if)
        workspace.stage.changed.connect(self._on_stage)
        workspace.stage.redrawn.connect(self._on_stage)
        self.refresh()

    def _lay_out(self) -> None:
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(16, 8, 12, 6)
        column.setSpacing(2)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self.name)
        title.addWidget(self.fate)
        title.addWidget(self.about, 1)
        title.addWidget(self.sides)
        column.addLayout(title)
        column.addWidget(self.meets)
        body = self._body = QHBoxLayout()
        body.setSpacing(16)
        body.addWidget(self.view, _VIEW_SHARE[2])
        scroll = self._scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName("Limits of this rack, scrolled")
        scroll.viewport().setAutoFillBackground(False)
        self.limits.setAutoFillBackground(False)
        scroll.setWidget(self.limits)
        scroll.setMinimumWidth(_LEAST_LIMITS_PX)
        body.addWidget(scroll, _LIMITS_SHARE)
        column.addLayout(body, 1)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(shown)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
        self.setFocusProxy(self.view)

    def rack_id(self) -> str:
        """Return the rack on show; empty if there is none."""
        return self.view.rack_id

    def show_sides(self, sides: Collection[str]) -> None:
        """Draw some of front, rear and side of the rack."""
        self.view.show_sides(sides)
        self.sides.show_sides(self.view.faces.sides)
        self._body.setStretchFactor(self.view, _VIEW_SHARE[len(self.view.faces.sides)])
        self._show_conflicts()

    def _show_conflicts(self) -> None:
        """Say what has not the depth that it wants: on the button, and above the side."""
        conflicts = self.view.faces.conflicts if self.view.rack_id else ()
        self.sides.show_conflicts(conflicts)
        sure = [it for it in conflicts if it.state != "unknown"] or conflicts
        self.meets.setVisible(bool(sure) and "side" in self.view.faces.sides)
        if sure:
            first, more = sure[0], len(conflicts) - 1
            set_role(self.meets, _ROLES.get(first.state, "dim"))
            beside = f" (and {more} more)" if more else ""
            self.meets.set_full_text(f"{SIGNS.get(first.state, '')}{first.text}{beside}")
            self.meets.setToolTip("\n".join(it.text for it in conflicts))

    def refresh(self) -> None:
        """Show the rack of the selection as it now is."""
        layout = self._workspace.layout()
        selected = self._workspace.selected_rack_ids() or self._racks_of_cables()
        was = self.view.rack_id
        rack_id = selected[-1] if selected else was if was in layout.racks else ""
        self._pages.setCurrentIndex(1 if rack_id else 0)
        self.hint.setText(NOTHING_SELECTED if layout.racks else NO_RACKS)
        self.view.show_rack(rack_id)
        self._show_conflicts()
        self._workspace.what_if.look_at("elevation", (rack_id,))
        if rack_id:
            self._show_title(rack_id, is_selected=bool(selected))
            self._show_limits(rack_id)
            self._show_fate()
        if bool(rack_id) != bool(was):
            self.filled_changed.emit(bool(rack_id))

    def _show_title(self, rack_id: str, *, is_selected: bool) -> None:
        layout = self._workspace.layout()
        part = self._workspace.catalog.get(layout.racks[rack_id].part)
        name = layout.racks[rack_id].name
        self.name.set_full_text(part.traits.titled(name) if part else name)
        about = title_of(self._workspace, layout, rack_id)
        self.about.set_full_text(about if is_selected else f"{NOT_SELECTED} · {about}")

    def _racks_of_cables(self) -> tuple[str, ...]:
        """Return the racks of the cable by hand that is selected, the one on show last."""
        space, layout = self._workspace, self._workspace.layout()
        ends = [
            device
            for cable in space.document.design.cables
            if cable_key(cable.id) in space.selection
            for device in (cable.b, cable.a)
        ]
        racks = [rack for device in ends if (rack := layout.rack_of(device)) in layout.racks]
        return tuple(sorted(racks, key=lambda rack: rack == self.view.rack_id))

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened and self.view.rack_id:
            # Another design is open: a rack of the same name in it is another rack.
            self.view.show_rack("")
            self.filled_changed.emit(False)
        self.refresh()

    def _on_report(self) -> None:
        # Told only when no newer report comes soon: one edit draws the limits once, not twice.
        self._stale = self._workspace.report_store.is_stale
        if self.view.rack_id in self._workspace.layout().racks:
            selected = self._workspace.selected_rack_ids() or self._racks_of_cables()
            self._show_title(self.view.rack_id, is_selected=bool(selected))
            self._show_limits(self.view.rack_id)
            self._show_fate()

    def _on_what_if(self) -> None:
        self._show_fate()
        self.view.update()
        if self.view.rack_id:
            self._show_limits(self.view.rack_id)

    def _on_stage(self) -> None:
        """Draw what comes later as a ghost, and say when the rack itself comes."""
        self.view.update()
        if self.view.rack_id in self._workspace.layout().racks:
            self._show_limits(self.view.rack_id)

    def _show_fate(self) -> None:
        """Say beside the name what a loss that is tried does to this rack."""
        lost = self._workspace.what_if
        fate = lost.fate(self.view.rack_id) if self.view.rack_id else None
        self.fate.setVisible(lost.shown is not None)
        self.fate.set_full_text(capital(fate.text) if fate else "Not touched by this loss")

    def _on_theme(self) -> None:
        self.view.update()
        self.limits.update()

    def _show_limits(self, rack_id: str) -> None:
        later = self._workspace.stage.why_not_sized(rack_id)
        report = None if later else self._workspace.rack_report(rack_id)
        failure = later or self._workspace.engine_failure
        missing = report is None and self._workspace.is_sizing
        stale = not failure and (self._stale or missing)
        lost = self._workspace.rack_lost(rack_id)
        part = self._workspace.catalog.get(self._workspace.layout().racks[rack_id].part)
        about, heading = self._about_unit(rack_id, part, report), heading_of(part)
        report, heading = self._after_loss(report, heading)
        is_other = self.limits.show_report(
            report, stale=stale, failure=failure, lost=lost, about=about, heading=heading
        )
        if is_other:
            # At once: else limits that need another height are painted before it and after.
            QApplication.sendEvent(self._scroll.viewport(), QEvent(QEvent.Type.LayoutRequest))

    def _after_loss(self, report: RackReport | None, heading: str) -> tuple[RackReport | None, str]:
        """Return a rack with its limits after the loss that is tried, and a heading that says so.

        What no loss of power or of its rear door touches keeps its limits, and its heading.
        """
        lost = self._workspace.what_if
        shown = lost.shown
        if shown is None or report is None:
            return report, heading
        after, door = lost.rack_after(report.id), lost.door_after(report.id)
        if after is None and door is None:
            asking = lost.is_asking_of(report.id)
            return report, f"{heading} · before the loss" if asking else heading
        from designer.render.rack_after import limits_after  # not before something is lost

        said = limits_after(report, after, door, self._workspace.part_name)
        return said, f"{heading} after loss of {shown.title}"

    def _about_unit(
        self, rack_id: str, part: Part | None, own: RackReport | None
    ) -> tuple[Remark, ...] | None:
        """Return what is said of a cooling unit; None for what holds devices."""
        if part is None or not part.traits.is_cooling_unit:
            return None
        space = self._workspace
        told = unit_remarks(
            part, space.catalog, own, space.report_store.report,
            estimates=space.document.design.site.estimates,
        )  # fmt: skip
        fate = space.what_if.fate(rack_id)
        if fate is None:
            return told
        state = _STATES.get(fate.state, "error")
        return (Remark("After the loss", capital(fate.text), state), *told)


def heading_of(part: Part | None) -> str:
    """Return what stands above the limits of a thing, or above what a cooling unit does."""
    if part is None or part.traits.is_rack:
        return "Limits of this rack"
    words = part.traits.singular
    return f"This {words}" if part.traits.is_cooling_unit else f"Limits of this {words}"


def title_of(workspace: Workspace, layout: Layout, rack_id: str) -> str:
    """Return what a rack is: `48U · 800 × 1200 · 4 × DGX H100 · assembly (32 copies)`."""
    rack = layout.racks[rack_id]
    part = workspace.catalog.get(rack.part)
    words = []
    units = part.rack.units if part and part.rack else part.inside_units if part else None
    if units is not None:
        words.append(f"{units}U")
    if part is not None and part.width_mm and part.depth_mm:
        words.append(f"{part.width_mm} × {part.depth_mm} mm")
    assembly = layout.assemblies.get(rack.assembly)
    if assembly is not None:
        copies = layout.copies.get(assembly.id, 1)
        many = plural(copies, "copy", "copies")
        own = sum(not placed.from_assembly for placed in layout.in_rack(rack_id))
        beside = f" and {plural(own, 'device')} of its own" if own else ""
        words.append(f"{assembly.name or assembly.id} · assembly ({many}){beside}")
    else:
        report = workspace.rack_report(rack_id)
        if report is not None and report.summary:
            words.append(report.summary)
    if part is None:
        words.append(not_in_catalogue(rack.part))
    return " · ".join(words)
