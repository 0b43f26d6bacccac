"""A main window that knows own parts, and its window of own parts."""

from pytestqt.qtbot import QtBot

from designer.render.theme import DARK
from designer.runtime.own_parts import OwnParts
from designer.ui.views.own_parts.dialog import OwnPartsDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk


def window_with(qtbot: QtBot, desk: Desk, own: OwnParts) -> MainWindow:
    """Return the main window on a desk, which takes up own parts as they change."""
    made = MainWindow(desk.settings, DARK)
    made.own_parts = own
    made.populate(desk.workspace, desk.session)
    own.changed.connect(lambda: desk.session.set_own_parts(own.parts))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def own_parts_dialog(qtbot: QtBot, window: MainWindow) -> OwnPartsDialog:
    """Return the window of own parts, opened on a copy of the DGX H100."""
    window.parts_panel.choose("dgx-h100")
    window.actions_by_id["catalog.own_part"].trigger()
    made = window.own_part_commands.dialog
    assert made is not None
    qtbot.waitExposed(made)
    return made
