"""As of which stage the window looks at the design: figures, checks and sheets are those of it.

The document stays whole, and is edited whole. What comes later is drawn dashed and is not counted;
what is added comes in the stage that is looked at. Of a design without stages nothing is different.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from designer.document.as_of import AsOf, come_later
from designer.document.document import DocumentChange, Edit
from designer.document.later import NOTHING, Later
from designer.document.staged import staged
from designer.model.design import Design
from designer.model.stages import Stage, in_order


class LookedStage(QObject):
    """The stage that is looked at: the last, unless another was chosen.

    Parameters
    ----------
    design
        Gives the whole design as it stands.

    Signals
    -------
    changed
        Another stage is looked at.
    redrawn
        An edit may have changed which stages there are, or what comes later.
    """

    changed = Signal()
    redrawn = Signal()

    def __init__(self, design: Callable[[], Design], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._whole = design
        self._chosen = ""
        self._as_of = AsOf()
        self._of: list[tuple[Design, str, Design]] = []
        self._later: tuple[Design, str, Later] | None = None

    @property
    def every(self) -> tuple[Stage, ...]:
        """The stages of the design, in order."""
        return in_order(self._whole().stages)

    @property
    def stage(self) -> Stage | None:
        """The one that is looked at; None of a design without stages."""
        return _looked(self._whole(), self._chosen)

    @property
    def narrows(self) -> bool:
        """Whether anything may come later than what is looked at."""
        return self.of(self._whole()) is not self._whole()

    @property
    def later(self) -> Later:
        """What comes later, each kind for itself."""
        whole = self._whole()
        if not self._chosen or not whole.stages:
            return NOTHING
        if self._later is None or self._later[0] is not whole or self._later[1] != self._chosen:
            self._later = whole, self._chosen, come_later(whole, self._chosen)
        return self._later[2]

    def of(self, design: Design) -> Design:
        """Return a design as of the stage that is looked at; the same where that is the last."""
        looked = _looked(design, self._chosen) if self._chosen else None
        if looked is None:
            return design
        for known, stage, narrowed in self._of:
            if known is design and stage == looked.id:
                return narrowed
        made = self._as_of.of(design, looked.id)
        # An edit asks for the design before it and after it.
        self._of = [(design, looked.id, made), *self._of[:1]]
        return made

    def staged(self, edit: Edit) -> Edit:
        """Return an edit of which what is new comes in the stage that is looked at."""
        stage = self.stage
        return staged(edit, stage.id) if stage is not None else edit

    def why_not_sized(self, rack_id: str) -> str:
        """Return in which stage a rack comes, where that is later; empty where it is there."""
        if rack_id not in self.later.racks:
            return ""
        whole, stage = self._whole(), self.stage
        of = next((rack.stage for rack in whole.racks if rack.id == rack_id), "")
        comes = next((one.called for one in whole.stages if one.id == of), of)
        now = stage.called if stage is not None else ""
        return f"Comes in {comes}: as of {now} it is not there, so nothing of it is sized."

    def why_no_building(self) -> str:
        """Return why nothing is built for findings now; empty where it is.

        What an early stage lacks may stand in the design and come later.
        """
        if not self.narrows:
            return ""
        stage = self.stage
        name = stage.called if stage is not None else ""
        return (
            f"what {name} lacks may come in a later stage: put it into {name}, or look at the "
            "last stage to build"
        )

    def look_at(self, stage: str) -> None:
        """Look at a stage by its id; empty for the last."""
        order = self.every
        wanted = "" if order and stage == order[-1].id else stage
        if wanted != self._chosen and (not wanted or any(one.id == wanted for one in order)):
            self._chosen = wanted
            self.changed.emit()

    def step(self, by: int) -> None:
        """Look at the stage before or after, as far as there is one."""
        order, stage = self.every, self.stage
        if stage is not None:
            self.look_at(order[min(max(order.index(stage) + by, 0), len(order) - 1)].id)

    def forget(self) -> None:
        """Look at the whole of another design."""
        self._of, self._later = [], None
        if self._chosen:
            self._chosen = ""
            self.changed.emit()
        self.redrawn.emit()

    def follow(self, change: DocumentChange) -> None:
        """Tell where the design has other stages now, or other things come in them."""
        if self._chosen or change.before.stages is not change.after.stages:
            self.redrawn.emit()


def _looked(design: Design, chosen: str) -> Stage | None:
    order = in_order(design.stages)
    found = next((one for one in order if one.id == chosen), None)
    return found or (order[-1] if order else None)
