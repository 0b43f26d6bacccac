"""Variants in the window: compare with files, keep the open design as one, let go of them."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.ui.commands.file import FILTER
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.variants import Variant, Variants, full_words
from designer.ui.state.workspace import Workspace

TOPIC = "variants"


class VariantCommands(QObject):
    """Carries out the commands; what does not stand beside becomes a notice.

    Parameters
    ----------
    folder
        Where files are asked for.
    """

    def __init__(
        self, window: QWidget, workspace: Workspace, variants: Variants, actions: ActionSet,
        banners: BannerArea,
        folder: Callable[[], str],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._workspace, self._variants = window, workspace, variants
        self._actions, self._banners, self._folder = actions, banners, folder
        self.dialog: QFileDialog | None = None
        self.prompt: TextPrompt | None = None
        self._refusals: list[str] = []
        actions.bind("variants.pick", self.ask_files)
        actions.bind("variants.keep", self.ask_name)
        actions.bind("variants.clear", variants.clear)
        variants.changed.connect(self.refresh)
        variants.refused.connect(self._refuse)
        variants.gone.connect(lambda words: workspace.message.emit(words, "info"))
        variants.measured.connect(self._tell)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        full = "" if self._variants.letters_left else full_words()
        some = self._variants.every or self._variants.under_way
        self._actions.allow("variants.pick", full)
        # Figures that are on their way are there when the name is given; else the question says so.
        self._actions.allow("variants.keep", full)
        self._actions.allow("variants.clear", "" if some else "there are none")

    def ask_files(self) -> None:
        """Ask which files to compare with."""
        dialog = QFileDialog(self._window, "Compare with designs", self._folder(), FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.pick(map(Path, names)))
        self.dialog = dialog
        dialog.open()

    def pick(self, paths: Iterable[Path]) -> None:
        """Read files and measure them; the first is said to be under way."""
        self._banners.dismiss(TOPIC)
        self._variants.pick(paths)
        names = [one.of for one in self._variants.under_way]
        if names:
            self._workspace.message.emit(f"Measuring {', '.join(names)}…", "info")

    def ask_name(self) -> None:
        """Ask what the open design as it stands shall be called beside what becomes of it."""
        document = self._workspace.document
        last = document.history.current.label if document.can_undo else ""
        self.prompt = TextPrompt(
            "Keep as a variant",
            "The design with its figures as they are now stays on the plots of workloads and cost, "
            "beside what you make of it. It is not saved.",
            "Name of the variant", "Keep", self._window, f"after {last}" if last else "as opened",
            self._variants.keep,
        )  # fmt: skip
        self.prompt.given.connect(
            lambda name: self._workspace.message.emit(f"Kept as a variant: {name}", "info")
        )
        self.prompt.open()

    def _tell(self, made: Variant) -> None:
        self._workspace.message.emit(
            f"{made.letter} stands on Workloads and Cost: {made.of}", "info"
        )

    def _refuse(self, why: str) -> None:
        """Tell why one does not stand, below what is told of others and was not taken away."""
        if TOPIC not in self._banners.texts():
            self._refusals = []
        self._refusals.append(why)
        self._banners.show_banner(TOPIC, "error", "\n".join(dict.fromkeys(self._refusals)))
