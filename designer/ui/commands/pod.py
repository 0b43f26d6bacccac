"""Saving racks as a pod, which is dragged from the list of parts; taking placed ones apart."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.clip_plans import pod_of
from designer.document.floor_words import floor_words
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace

NO_RACK = "select racks first"
NO_POD = "select a pod, or racks of one group"


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
        actions.bind("pod.detach", self.detach)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what the selection means."""
        self._actions.allow("pod.save", "" if self._racks() else NO_RACK)
        self._actions.allow("pod.detach", "" if self.pod() else NO_POD)

    def pod(self) -> str:
        """Return the pod, or other group, that every selected rack is in; empty for none."""
        known = self._workspace.layout().racks
        found = {known[key].group for key in self._racks()}
        return found.pop() if len(found) == 1 else ""

    def detach(self) -> None:
        """Take the pod apart: its racks stand alone, with devices of their own."""
        pod = self.pod()
        if pod and self._workspace.apply(f"Detach {pod}", edits.detach_pod(pod)):
            words = f"{pod} is taken apart: its racks stand alone, with devices of their own"
            self._workspace.message.emit(words, "info")

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
