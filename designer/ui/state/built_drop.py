"""What a drop makes together with the building of what it needs, before it is let go.

What is built depends on findings, and what is found on what was built: so the engine is asked of
one design after another, each with one thing more, until nothing more can be built.
"""

from dataclasses import dataclass, field, fields

from designer.document.calls import foreseen
from designer.document.document import Edit
from designer.document.drop_plans import DropPlan
from designer.document.edits.records import in_sequence
from designer.document.errors import EditError
from designer.document.locks import refuse_locked
from designer.document.placement import Box, rack_box
from designer.engine.preview import Preview
from designer.engine.report import Check
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.planning.remedies import Building, RemedyPlan, plan_for, set_apart
from designer.ui.state.workspace import Workspace

_MOST_BUILT = 40
"""Things built after which it ends: rules that undo each other do."""


@dataclass(frozen=True)
class BuiltPlan(DropPlan):
    """A drop with all that is built for it in one edit.

    Attributes
    ----------
    drop
        What the step of the drop alone is called.
    alone
        What the drop alone makes of the design.
    work
        What is built, and for which findings nothing is.
    """

    drop: str = ""
    alone: Design = field(default_factory=Design)
    work: Building = field(default_factory=lambda: Building(lambda _: None))


class BuiltDrop:
    """Finds what is built for a drop; who runs it asks the engine of each `change`.

    Parameters
    ----------
    workspace
        With the report of the design as it stands.
    drop
        With an edit, which is possible.

    Attributes
    ----------
    change
        What all done so far changes of the design: that is to be asked next; None until a thing is
        built.
    answer
        What the engine says of it all, once that is known.
    """

    def __init__(self, workspace: Workspace, drop: DropPlan) -> None:
        if drop.edit is None:
            raise ValueError("nothing is built for a drop that does nothing")
        self._workspace, self._drop = workspace, drop
        self._design = workspace.document.design
        report = workspace.report_store.report
        self._before = report.checks if report is not None else ()
        self._edits: tuple[Edit, ...] = (drop.edit,)
        self._dropped = self._bare = drop.edit(self._design)
        self.change: Change | None = None
        self.answer: Preview | None = None
        self.work = Building(self._plan_of)
        self._asked: Preview | None = None
        self._layout = workspace.layout()

    @property
    def is_done(self) -> bool:
        """Whether nothing more is built."""
        return self.answer is not None

    @property
    def plan(self) -> BuiltPlan:
        """The drop with all that is built for it, as one step."""
        drop = self._drop
        same = {one.name: getattr(drop, one.name) for one in fields(drop)}
        label = self.work.after(drop.label) if self.work.built else drop.label
        edit = self._edit(self._edits, self._bare)
        same |= {"label": label, "edit": edit}
        return BuiltPlan(**same, drop=drop.label, alone=self._dropped, work=self.work)

    def take(self, answer: Preview) -> bool:
        """Take what the engine says of `change`; return whether there is another to ask of."""
        self._asked = answer
        while len(self.work.built) < _MOST_BUILT:
            found = self.work.next(set_apart(self._before, answer.asks))
            if found is None:
                break
            check, label, edit = found
            refusal = self._tried(edit)
            if not refusal:
                self.work.done(check, label)
                return True
            self.work.give_up(check, refusal)
        self.answer = answer
        return False

    def boxes(self) -> tuple[Box, ...]:
        """Return the footprints in mm of the racks and units that are built."""
        stood = {rack.id for rack in self._dropped.racks}
        new = (rack for rack in self._bare.racks if rack.id not in stood)
        return tuple(rack_box(self._workspace.catalog, rack) for rack in new)

    def _tried(self, edit: Edit) -> str:
        """Do an edit as well; return why not, where it cannot be done."""
        edits = (*self._edits, edit)
        try:
            bare = edit(self._bare)
            if bare == self._bare:
                return "it changes nothing"
            self.change = self._changed(edits, bare)
        except EditError as refusal:
            return str(refusal) or "not possible"
        self._edits, self._bare = edits, bare
        return ""

    def _edit(self, edits: tuple[Edit, ...], bare: Design) -> Edit:
        """Return one edit that does several, of which it is known what they make of the design."""
        return foreseen(in_sequence(*edits), self._design, bare)

    def _changed(self, edits: tuple[Edit, ...], bare: Design) -> Change:
        """Return what edits change, with what keeps places.

        Raises
        ------
        EditError
            If they may not be.
        """
        document, edit = self._workspace.document, self._edit(edits, bare)
        change = diff(self._design, document.made(self._workspace.stage.staged(edit)))
        refuse_locked(document.layout, change)
        return change

    def _plan_of(self, check: Check) -> RemedyPlan | None:
        feeds = self._asked.feeds if self._asked is not None else ()
        earlier = (self._design, *self._workspace.document.history.earlier())
        if self._layout.design is not self._bare:
            self._layout = self._layout.after(self._bare)
        catalog = self._workspace.catalog
        return plan_for(check, self._bare, catalog, earlier, feeds, self._layout)
