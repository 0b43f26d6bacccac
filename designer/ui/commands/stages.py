"""The commands of stages: look at one, compare them, put into one what is selected."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document.document import Edit
from designer.document.edits import in_sequence
from designer.document.edits.stages import add_stage, set_stage
from designer.document.errors import EditError
from designer.model.design import Design
from designer.model.stages import in_order
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.actions import ActionSet
from designer.ui.state.removing import words_for
from designer.ui.state.stage_reports import StageReports
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.stages_dialog import StagesDialog

NOTHING = "select something first"
NO_STAGES = "the design has no stages: Design settings, Stages"


class StageCommands(QObject):
    """Carries them out; keeps them allowed or not.

    Parameters
    ----------
    edit_stages
        Opens the list of stages in the settings of the design.
    """

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        actions: ActionSet,
        reports: StageReports,
        edit_stages: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._space, self._actions = window, workspace, actions
        self._reports, self._edit_stages = reports, edit_stages
        self.prompt: TextPrompt | None = None
        self.dialog: StagesDialog | None = None
        actions.bind("arrange.stage", self.ask_stage)
        actions.bind("view.stages", self.show_table)
        actions.bind("view.stage_before", lambda: workspace.stage.step(-1))
        actions.bind("view.stage_after", lambda: workspace.stage.step(1))
        workspace.selection_changed.connect(self.refresh)
        workspace.stage.changed.connect(self.refresh)
        workspace.stage.redrawn.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        allow, stage = self._actions.allow, self._space.stage
        every, looked = stage.every, stage.stage
        allow("arrange.stage", "" if self._space.selection else NOTHING)
        none = "" if every else NO_STAGES
        allow("view.stage_before", none or ("it is the first" if looked == every[0] else ""))
        allow("view.stage_after", none or ("it is the last" if looked == every[-1] else ""))

    def show_table(self) -> None:
        """Show the stages beside each other."""
        if self.dialog is None:
            self.dialog = StagesDialog(self._space, self._reports, self._window)
            self.dialog.editing_wanted.connect(self._edit_stages)
        self.dialog.open_beside()

    def close(self) -> None:
        """Close what is open beside the window, and let go of what is measured."""
        if self.dialog is not None:
            self.dialog.close()
        self._reports.finish()

    def ask_stage(self) -> None:
        """Ask in which stage the selection comes; a name that is new adds a stage after all."""
        if not self._space.may_change():
            return
        keys = self._space.selection
        words = words_for(self._space, keys)
        there = ", ".join(one.called for one in in_order(self._space.document.design.stages))
        hint = (
            f"There are {there}; another name adds a stage after them"
            if there
            else "What is in no stage is in Day 1, which is added as well"
        )

        def attempt(name: str) -> str:
            return self._space.attempt(f"Put {words} into stage {name.strip()}",
                                       into_stage(keys, name))  # fmt: skip

        looked = self._space.stage.stage
        self.prompt = TextPrompt(
            "Stage", f"{words}. {hint}.", "Name of the stage", "Put into stage", self._window,
            looked.called if looked else "Day 2", attempt=attempt,
        )  # fmt: skip
        self.prompt.open()


def into_stage(keys: tuple[str, ...], name: str) -> Edit:
    """Return the edit that puts things into a stage by its name or id; one of a new name is added.

    Of a design without stages the first is added as well, which all the others come in.

    Raises
    ------
    EditError
        From the edit, as those of `add_stage` and `set_stage`.
    """
    wanted = name.strip()

    def edit(design: Design) -> Design:
        known = _named(design, wanted)
        if known:
            return set_stage(keys, known)(design)
        steps = [] if design.stages or wanted.casefold() == "day 1" else [add_stage("Day 1")]
        design = in_sequence(*steps, add_stage(wanted))(design)
        return set_stage(keys, _named(design, wanted))(design)

    return edit


def _named(design: Design, wanted: str) -> str:
    for one in in_order(design.stages):
        if wanted.casefold() in (one.name.casefold(), one.id.casefold()):
            return one.id
    if not wanted:
        raise EditError("a stage needs a name, as Day 2")
    return ""
