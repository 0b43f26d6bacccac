"""The menu behind the program's mark, built from the table of actions."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from designer.ui.commands.overlay_menu import OverlayMenu
from designer.ui.commands.units import units_menu
from designer.ui.state.actions import MENUS, SEPARATOR, ActionSet
from designer.ui.state.floor_overlay import FloorOverlay
from designer.ui.state.settings import Settings
from designer.ui.state.submenus import SUBMENUS


def build_menu(
    actions: ActionSet,
    settings: Settings,
    overlay: FloorOverlay,
    open_file: Callable[[Path], object],
    parent: QWidget,
) -> QMenu:
    """Return the whole menu; the recent files are read when their list is opened."""
    menu = QMenu(parent)
    menu.setAccessibleName("Menu")
    menu.setToolTipsVisible(True)
    for title, ids in MENUS:
        below = menu.addMenu(title)
        below.setToolTipsVisible(True)
        for action_id in ids:
            if action_id == SEPARATOR:
                below.addSeparator()
            elif action_id == "recent":
                _add_recent(below, settings, open_file)
            elif action_id in SUBMENUS:
                called, ids_below = SUBMENUS[action_id]
                submenu = below.addMenu(called)
                submenu.setToolTipsVisible(True)
                submenu.addActions([actions[one] for one in ids_below])
            elif action_id == "overlays":
                below.addMenu(OverlayMenu(overlay, below))
            elif action_id == "units":
                below.addMenu(units_menu(actions, below))
            else:
                below.addAction(actions[action_id])
    return menu


def _add_recent(menu: QMenu, settings: Settings, open_file: Callable[[Path], object]) -> None:
    recent = menu.addMenu("Open recent")
    recent.setToolTipsVisible(True)

    def fill() -> None:
        recent.clear()
        for path in settings.recent_files():
            action = recent.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _=False, p=path: open_file(p))
        if recent.isEmpty():
            recent.addAction("no file yet").setEnabled(False)

    recent.aboutToShow.connect(fill)
