"""The commands that edit, over a workspace without a window, with stand-ins for the views."""

from PySide6.QtWidgets import QWidget

from designer.catalog.part import Part
from designer.model.design import Design
from designer.ui.commands.assembly import AssemblyCommands
from designer.ui.commands.edit import EditCommands
from designer.ui.commands.note import NoteCommands
from designer.ui.commands.row import RowCommands
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace


class Shelf:
    """Stands for the list of parts."""

    def __init__(self) -> None:
        self.part: Part | None = None
        self.placed: list[str] = []

    def chosen(self) -> Part | None:
        return self.part

    def place(self, part: Part) -> bool:
        self.placed.append(part.id)
        return True

    def place_chosen(self) -> bool:
        self.placed.append("chosen")
        return True

    def aim_chosen(self) -> bool:
        self.placed.append("aimed")
        return True

    def focus_search(self) -> None:
        self.placed.append("search")


class Unseen:
    """Stands for a floor that is not shown."""

    def in_view(self) -> None:
        return None

    def draw_tray(self) -> None:
        return None


class Commands:
    """A workspace with everything that edits it by command."""

    def __init__(self, space: Workspace) -> None:
        self.space = space
        self.window = QWidget()
        self.actions = ActionSet(self.window)
        self.shelf = Shelf()
        self.banners = BannerArea(self.window)
        self.edit = EditCommands(space, self.actions, self.shelf, self.window, Unseen())
        self.assemblies = AssemblyCommands(space, self.actions, self.banners, self.window)
        self.rows = RowCommands(space, self.actions, self.window)
        self.notes = NoteCommands(space, self.window)
        self.told: list[tuple[str, str]] = []
        space.message.connect(lambda text, severity: self.told.append((text, severity)))

    @property
    def design(self) -> Design:
        return self.space.document.design

    def steps(self) -> list[str]:
        return [step.label for step in self.space.document.history.steps[1:]]

    def do(self, action_id: str) -> None:
        action = self.actions[action_id]
        assert action.isEnabled(), self.actions.reason(action_id)
        action.trigger()

    def reasons(self, *ids: str) -> list[str]:
        for action_id in ids:
            assert self.actions[action_id].isEnabled() == (not self.actions.reason(action_id))
        return [self.actions.reason(action_id) for action_id in ids]
