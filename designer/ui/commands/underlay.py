"""Building plans below the floor: placed from a file, scaled, moved, hidden; and measuring."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.document.edits import put
from designer.document.edits.naming import fresh_id, slug
from designer.model.design import Underlay
from designer.model.room import ElementKind
from designer.ui.commands.view_protocols import PlanFloor
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.widget_edge import given_text
from designer.ui.state.actions import ActionSet
from designer.ui.state.underlays import PATTERNS, Underlays, file_from
from designer.ui.state.workspace import Workspace

TOPIC: Final = "plan"
NO_PLAN: Final = "place a building plan first"


class UnderlayCommands(QObject):
    """Carries them out on the floor.

    Parameters
    ----------
    show_floor
        Brings the floor to the front.
    """

    def __init__(
        self,
        workspace: Workspace,
        underlays: Underlays,
        actions: ActionSet,
        window: QWidget,
        floor: PlanFloor,
        show_floor: Callable[[], object],
        banners: BannerArea,
    ) -> None:
        super().__init__(window)
        self._workspace, self._underlays, self._actions = workspace, underlays, actions
        self._window, self._floor, self._show_floor = window, floor, show_floor
        self.dialog: QFileDialog | None = None
        self._last = ""
        actions.bind("plan.place", self.ask)
        actions.bind("plan.scale", self.scale)
        actions.bind("plan.move", self.move)
        actions.bind("plan.hide", self.hide)
        actions.bind("view.measure", self.measure)
        for kind in ("column", "wall", "ramp", "keep-out", "ceiling"):
            actions.bind(f"insert.{kind}", partial(self.draw, kind))
        underlays.changed.connect(self._take_size)
        underlays.failed.connect(lambda why: banners.show_banner(TOPIC, "warning", why))
        workspace.document_changed.connect(lambda _: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Allow what can be done now; say why not for the rest."""
        one = self._chosen()
        locked = "it is locked" if one is not None and one.locked else ""
        why = NO_PLAN if one is None else locked
        for action in ("plan.scale", "plan.move"):
            self._actions.allow(action, why)
        self._actions.allow("plan.hide", NO_PLAN if one is None else "")

    def ask(self) -> None:
        """Ask for the file of a building plan."""
        if not self._workspace.may_change():
            return
        folder = str(self._underlays.folder() or "")
        dialog = QFileDialog(
            self._window, "Place a building plan", folder, f"Building plans ({PATTERNS})"
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.place(Path(name)))
        self.dialog = dialog
        dialog.open()

    def place(self, path: Path) -> bool:
        """Place a file below the floor, as wide as the room until it is to scale."""
        space = self._workspace
        if self._underlays.folder() is None:
            why = "save the design first: the plan is found from the folder of its file"
            space.message.emit(f"{path.name} is not placed: {why}", "warning")
            return False
        file = file_from(path, self._underlays.folder())
        room = space.document.design.room
        taken = {one.id for one in space.document.design.underlays}
        key = fresh_id(taken, slug(path.stem))
        left, top = room.tile_origin
        made = Underlay(id=key, name=path.stem, file=file, x_mm=left, y_mm=top)
        held = self._underlays.of(made)
        if held.why:
            space.message.emit(f"{path.name} is not placed: {held.why}", "warning")
            return False
        made = self._sized(made.evolve(digest=held.digest))
        if not space.apply(f"Place building plan {path.stem}", put("underlays", made)):
            return False
        self._last = key
        self._show_floor()
        self._tell(made)
        return True

    def scale(self) -> None:
        """Set the plan to scale by two points and the distance between them."""
        one = self._chosen()
        if one is not None and self._workspace.may_change():
            self._show_floor()
            self._floor.scale_plan(one.id)

    def move(self) -> None:
        """Move the plan from one point to another."""
        one = self._chosen()
        if one is not None and self._workspace.may_change():
            self._show_floor()
            self._floor.move_plan(one.id)

    def draw(self, kind: ElementKind) -> None:
        """Draw columns, walls or zones on the floor."""
        if self._workspace.may_change():
            self._show_floor()
            self._floor.draw_element(kind)

    def measure(self) -> None:
        """Measure on the floor; a second time ends it."""
        self._show_floor()
        self._floor.measure()

    def hide(self) -> None:
        """Hide the plan, or show it again."""
        one = self._chosen()
        if one is not None:
            label = f"{'Show' if one.hidden else 'Hide'} {one.name or one.id}"
            self._workspace.apply(label, put("underlays", one.evolve(hidden=not one.hidden)))

    def _chosen(self) -> Underlay | None:
        """Return the plan that was placed last, else the last of all."""
        known = self._workspace.document.design.underlays
        last = next((one for one in known if one.id == self._last), None)
        return last or (known[-1] if known else None)

    def _take_size(self) -> None:
        """Give a drawing its size once it is read, as a part of the step that placed it."""
        for one in self._workspace.document.design.underlays:
            sized = self._sized(one)
            if one.id == self._last and not one.scaled and sized != one:
                label = f"Place building plan {one.name}"
                self._workspace.apply(label, put("underlays", sized), merge=label)
                self._tell(sized)

    def _sized(self, one: Underlay) -> Underlay:
        """Return a plan with the size that its file has, and the scale that it states."""
        picture = self._underlays.of(one).picture
        if picture is None or one.scaled:
            return one
        size, wide = picture.size, self._workspace.document.design.room.size_mm()[0]
        if (one.wide, one.high) == (size.wide, size.high):
            return one
        scale = size.mm_per_unit or max(wide, 1) / size.wide
        scaled = "file" if size.mm_per_unit else ""
        return Underlay.model_validate(
            {**one.model_dump(), "wide": size.wide, "high": size.high, "mm_per_unit": scale,
             "scaled": scaled}
        )  # fmt: skip

    def _tell(self, one: Underlay) -> None:
        held, name = self._underlays.of(one), one.name or one.id
        if held.picture is None:
            words = f"{name} is being read"
        elif one.scaled:
            words = f"{name} is placed to the scale of its units; {held.told}"
        else:
            scale = given_text(self._actions["plan.scale"])
            words = f"{name} is as wide as the room, and not to scale: Insert → {scale}"
        self._workspace.message.emit(words, "info")
