"""The commands of *View → Units and numbers* and *Language*: how people read, remembered."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from designer.model.phrases import PhraseBook
from designer.model.presented import Presented, numbers_of
from designer.model.presented import presented as presented_as
from designer.render.edge import presented
from designer.ui.commands.language_turn import LanguageTurn
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.widget_edge import draw_anew, show_as
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

TITLE: Final = "Units and numbers"
_UNITS: Final = {"view.metric": "metric", "view.imperial": "imperial"}
_NUMBERS: Final = {
    "view.numbers_en": "en", "view.numbers_de": "de",
    "view.numbers_fr": "fr", "view.numbers_ch": "ch",
}  # fmt: skip
_LANGUAGES: Final = {"view.language_en": "en", "view.language_de": "de"}
_ACTION_OF: Final = {language: action_id for action_id, language in _LANGUAGES.items()}


class UnitCommands(QObject):
    """Carries them out: what is shown is shown anew, the design is not touched."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        banners: BannerArea,
    ) -> None:
        super().__init__(window)
        self.turn = LanguageTurn(banners, _chosen, window)
        self.turn.read.connect(self._spoken)
        self._workspace, self._settings = workspace, settings
        self._actions = actions
        for ids in (_UNITS, _NUMBERS):
            only_one = QActionGroup(self)
            for action_id in ids:
                only_one.addAction(actions[action_id])
                actions[action_id].triggered.connect(lambda _=False, key=action_id: self._take(key))
        for action_id, language in _LANGUAGES.items():
            actions[action_id].triggered.connect(lambda _=False, key=language: self._speak(key))
        self._tick()

    def _take(self, action_id: str) -> None:
        chosen = presented()
        if action_id in _UNITS:
            chosen = replace(chosen, units=presented_as(_UNITS[action_id], "en").units)
        else:
            chosen = replace(chosen, numbers=_NUMBERS[action_id])
        self._show(chosen)

    def _speak(self, language: str) -> None:
        """Take a language, and numbers as there, once all of it is read."""
        self._tick()  # until then the other is the one that is shown
        if language != presented().language:
            self.turn.begin(language, self._actions[_ACTION_OF[language]].text())
        else:
            self.turn.cancel()

    def _spoken(self, language: str, book: PhraseBook | None) -> None:
        self._settings.set_language(language)
        self._show(_chosen(language, book))

    def _show(self, chosen: Presented) -> None:
        self._settings.set_presented(chosen)
        if show_as(chosen):
            # Every view draws anew for another theme, and panels write what a report says.
            self._workspace.theme_changed.emit()
            self._workspace.report_changed.emit()
            draw_anew()
        self._tick()

    def _tick(self) -> None:
        chosen = presented()
        for action_id, key in (*_UNITS.items(), *_NUMBERS.items()):
            self._actions[action_id].setChecked(key in (chosen.units, chosen.numbers))
        for action_id, language in _LANGUAGES.items():
            self._actions[action_id].setChecked(language == chosen.language)


def _chosen(language: str, book: PhraseBook | None) -> Presented:
    """Return what is chosen now, but in a language."""
    numbers = numbers_of(language)
    return replace(presented(), numbers=numbers, language=language, book=book)


def units_menu(actions: ActionSet, parent: QMenu) -> QMenu:
    """Return the menu of units, and below them of signs in numbers."""
    menu = QMenu(TITLE, parent)
    menu.setAccessibleName(TITLE)
    menu.setToolTipsVisible(True)
    for action_id in _UNITS:
        menu.addAction(actions[action_id])
    menu.addSeparator()
    for action_id in _NUMBERS:
        menu.addAction(actions[action_id])
    return menu
