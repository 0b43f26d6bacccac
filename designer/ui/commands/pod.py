"""Saving racks as a pod, which is then dragged from the list of parts."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document.clip_plans import pod_of
from designer.document.floor_words import floor_words
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

NO_RACK = "select racks first"


class PodCommands(QObject):
    """Carries it out.

    Parameters
    ----------
    saved
        Lists the pods anew.
    """

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        actions: ActionSet,
        window: QWidget,
        saved: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._workspace, self._settings, self._saved = workspace, settings, saved
        self._actions, self._window = actions, window
        self.prompt: TextPrompt | None = None
        actions.bind("pod.save", self.ask)
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow it where racks are selected."""
        self._actions.allow("pod.save", "" if self._racks() else NO_RACK)

    def _racks(self) -> tuple[str, ...]:
        known = self._workspace.layout().racks
        return tuple(key for key in self._workspace.selection if key in known)

    def ask(self) -> None:
        """Ask what the pod shall be called."""
        racks, layout = self._racks(), self._workspace.layout()
        if not racks:
            return
        words = floor_words(self._workspace.catalog, [layout.racks[key] for key in racks])
        self.prompt = TextPrompt(
            "Save as a pod",
            f"{words} with all that they hold, to be dragged from the list of parts into any "
            "design. A pod of the same name is replaced.",
            "Name of the pod", "Save pod", self._window, layout.design.name,
        )  # fmt: skip
        self.prompt.given.connect(lambda name: self.save(racks, name))
        self.prompt.open()

    def save(self, racks: tuple[str, ...], name: str) -> bool:
        """Save racks as a pod; return whether that was possible."""
        space = self._workspace
        pod = pod_of(space.document.design, racks, name.strip())
        refusal = self._settings.pods.save(pod, space.catalog)
        if refusal:
            space.message.emit(f"Pod {name} is not saved: {refusal}", "warning")
            return False
        self._saved()
        words = floor_words(space.catalog, pod.racks)
        space.message.emit(f"Saved pod {pod.name} of {words}: it is in the list of parts", "info")
        return True
