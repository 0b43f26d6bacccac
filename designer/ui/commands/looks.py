"""Commands for how the window looks and how it is moved about in: theme, letters, navigation."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.render.theme import theme_named
from designer.ui.kit.navigation import SCHEMES
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import LETTERS, Settings
from designer.ui.state.workspace import Workspace


class LookCommands(QObject):
    """Carries them out, and remembers what was chosen."""

    def __init__(
        self, window: QWidget, workspace: Workspace, settings: Settings, actions: ActionSet
    ) -> None:
        super().__init__(window)
        self._workspace, self._settings, self._actions = workspace, settings, actions
        workspace.navigation.choose(settings.navigation())
        actions.bind("view.theme", self.switch_theme)
        actions["view.contrast"].triggered.connect(self.set_contrast)
        for scheme in SCHEMES:
            action = actions[f"view.navigation_{scheme.id}"]
            action.setToolTip(
                "\n".join(f"{how}: {does}".replace("`", "") for how, does in scheme.keys)
            )
            action.triggered.connect(lambda _=False, key=scheme.id: self.navigate_by(key))
        for percent in LETTERS:
            action = actions[f"view.letters_{percent}"]
            action.setToolTip("Takes effect when the program starts again")
            action.triggered.connect(lambda _=False, size=percent: self.set_letters(size))
        actions[f"view.letters_{settings.letters()}"].setChecked(True)
        workspace.theme_changed.connect(self._show)
        workspace.navigation.changed.connect(self._show)
        self._show()

    def switch_theme(self) -> None:
        """Change from dark to light or back."""
        theme = self._workspace.theme
        self._set_theme(dark=not theme.is_dark, contrast=theme.is_high_contrast)

    def set_contrast(self, high: bool) -> None:
        """Change to high contrast or back, as dark or light as it is."""
        self._set_theme(dark=self._workspace.theme.is_dark, contrast=high)

    def navigate_by(self, scheme_id: str) -> None:
        """Move about in the drawings by another scheme."""
        self._workspace.navigation.choose(scheme_id)
        self._settings.set_navigation(scheme_id)

    def set_letters(self, percent: int) -> None:
        """Write and draw larger or smaller from the next start on."""
        if percent == self._settings.letters():
            return
        self._settings.set_letters(percent)
        said = f"Letters and controls of {percent} % from the next start of the program"
        self._workspace.message.emit(said, "info")

    def _set_theme(self, *, dark: bool, contrast: bool) -> None:
        theme = theme_named(f"{'high-' if contrast else ''}{'dark' if dark else 'light'}")
        self._workspace.set_theme(theme)
        self._settings.set_theme(theme.name)

    def _show(self) -> None:
        """Tick what holds."""
        self._actions["view.contrast"].setChecked(self._workspace.theme.is_high_contrast)
        self._actions[f"view.navigation_{self._workspace.navigation.scheme.id}"].setChecked(True)
