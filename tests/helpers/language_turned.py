"""A window turned to another language: its slices done one after another, as time would."""

from designer.ui.commands.language_turn import LanguageTurn
from designer.ui.window.main_window import MainWindow


def turn_of(window: MainWindow) -> LanguageTurn:
    """Return what turns a window to other languages."""
    found = window.findChild(LanguageTurn)
    assert isinstance(found, LanguageTurn)
    return found


def turn_to(window: MainWindow, action_id: str) -> None:
    """Choose a language, and let it be read to its end."""
    window.actions_by_id[action_id].trigger()
    while turn_of(window).is_busy:
        turn_of(window).work()
