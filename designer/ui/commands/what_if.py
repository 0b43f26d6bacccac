"""Losing something in thought: by key, from the menu of the floor, from that of the elevation."""

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from designer.catalog.inside_layout import InsideBox
from designer.catalog.plant_places import loop_of, node_of
from designer.model.design import Face
from designer.model.layout import Placed
from designer.model.sentence import capital
from designer.render.failing import (
    Failing,
    Target,
    targets_of_device,
    targets_of_shelves,
    targets_of_switches,
)
from designer.ui.state.actions import SEPARATOR, ActionSet
from designer.ui.state.what_if import WhatIfState
from designer.ui.state.workspace import Workspace

TITLE = "What if this fails"
UPSTREAM = "What if a feed fails"
NOTHING = "nothing is sized yet"
_ON_DEVICE = (
    "edit.cut", "edit.copy", "edit.paste", "edit.duplicate", SEPARATOR, "edit.rename",
    "edit.replace", "catalog.take_apart", "insert.note", "review.comment", SEPARATOR,
    "edit.remove",
)  # fmt: skip


class DeviceTargets(Protocol):
    """What the drawing of a rack says of a point of it."""

    def device_at(self, at: QPointF) -> tuple[Placed, Face] | None:
        """Return the device there and the face it was hit on."""

    def inside_at(self, at: QPointF) -> InsideBox | None:
        """Return the unit of a filled rack there."""


class RackSurface(Protocol):
    """The drawing of a rack."""

    @property
    def faces(self) -> DeviceTargets:
        """What is where on it."""

    @property
    def rack_id(self) -> str:
        """The rack that is drawn."""


def targets_of(workspace: Workspace, key: str) -> tuple[Target, ...]:
    """Return what may be lost of a thing on the floor or a device; of nothing, what is upstream."""
    layout, report = workspace.layout(), workspace.report_store.report
    if report is None:
        return ()
    if loop_of(key):
        return ()
    if node := node_of(key):
        return tuple(one for one in workspace.what_if.targets(None) if one.failing.id == node)
    placed = layout.find(key) if key and key not in layout.racks else None
    rack = workspace.rack_report(placed.rack if placed else key)
    if placed is None or rack is None:
        switches = targets_of_switches(report, layout.in_rack(key)) if rack else ()
        return (*workspace.what_if.targets(rack), *switches)
    return targets_of_device(report, rack, placed, layout, workspace.catalog)


def add_targets(menu: QMenu, workspace: Workspace, title: str, targets: tuple[Target, ...]) -> None:
    """Add what may be lost to a menu, and the end of a what-if while there is one."""
    lost = workspace.what_if
    inside = menu.addMenu(title)
    for target in targets:
        action = inside.addAction(capital(target.words).replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(target.failing in lost.together)
        action.triggered.connect(lambda _=False, one=target.failing: _lose(lost, one))
    if not targets:
        inside.addAction(NOTHING).setEnabled(False)
    if lost.failing is not None:
        menu.addAction("Restore what is lost\tEsc", lambda: lost.restore())


def _lose(lost: WhatIfState, failing: Failing) -> None:
    """Lose something; with Shift held, besides what is lost."""
    if QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier:
        lost.add(failing)
    else:
        lost.fail(failing)


class WhatIfCommands(QObject):
    """Carries them out.

    Parameters
    ----------
    view, surface
        The drawing of a rack, as a widget that gets a menu, and what it says of a point.
    """

    def __init__(
        self, workspace: Workspace, actions: ActionSet, view: QWidget, surface: RackSurface
    ) -> None:
        super().__init__(view)
        self._workspace, self._actions = workspace, actions
        self._view, self._surface = view, surface
        actions.bind("whatif.fail", self.fail_selected)
        actions.bind("whatif.besides", self.fail_selected_besides)
        actions.bind("whatif.restore", workspace.what_if.restore)
        workspace.what_if.changed.connect(self._refresh)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open)
        self._refresh()

    def fail_selected(self) -> None:
        """Lose what is selected; pressed again the next thing of it, after the last one nothing."""
        space = self._workspace
        key = space.selection[-1] if space.selection else ""
        targets = [target.failing for target in targets_of(space, key)]
        if not targets:
            space.message.emit("Nothing of this can be lost in thought", "info")
            return
        failing = space.what_if.failing
        at = targets.index(failing) + 1 if failing in targets else 0
        if at < len(targets):
            space.what_if.fail(targets[at])
        else:
            space.what_if.restore()

    def fail_selected_besides(self) -> None:
        """Lose what is selected besides what is lost: the first of it that is not lost yet."""
        space = self._workspace
        key = space.selection[-1] if space.selection else ""
        lost = space.what_if.together
        left = [one.failing for one in targets_of(space, key) if one.failing not in lost]
        if left:
            space.what_if.add(left[0])
        else:
            space.message.emit("Nothing of this can be lost besides", "info")

    def menu_at(self, at: QPoint) -> QMenu:
        """Return the menu for what is at a point of the drawing of a rack."""
        space, surface = self._workspace, self._surface
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName("Device")
        point = QPointF(at)
        found, inside = surface.faces.device_at(point), surface.faces.inside_at(point)
        key = found[0].key if found else surface.rack_id
        if found and key not in space.selection:
            space.select((key,))
        targets = targets_of(space, key)
        if inside is not None:
            rack = space.rack_report(surface.rack_id)
            targets = (targets_of_shelves(rack, inside) if rack else ()) or targets
        add_targets(menu, space, TITLE, targets)
        if found:
            menu.addSeparator()
            for action_id in _ON_DEVICE:
                if action_id == SEPARATOR:
                    menu.addSeparator()
                else:
                    menu.addAction(self._actions[action_id])
        return menu

    def _open(self, at: QPoint) -> None:
        if self._surface.rack_id:
            self.menu_at(at).popup(self._view.mapToGlobal(at))

    def _refresh(self) -> None:
        active = self._workspace.what_if.failing is not None
        self._actions.allow("whatif.restore", "" if active else "nothing is lost")
