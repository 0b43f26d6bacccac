"""The document: the one place where a design is replaced by another, and everybody is told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from designer.document.calls import Calls, calls_of
from designer.document.errors import IN_REVIEW, DocumentBusyError, EditError
from designer.document.figure_check import refuse_impossible
from designer.document.history import History, Step
from designer.document.kept_places import made
from designer.document.locks import refuse_locked
from designer.document.members import Members
from designer.model.change import Change, diff
from designer.model.design import Design
from designer.model.layout import Layout

UNDO_PREFIX: Final = "Undo "
"""Begins the label of a change that takes a step back."""
Edit = Callable[[Design], Design]
"""A pure function from design to design; raises `EditError` when it is impossible."""


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """What subscribers are told.

    Attributes
    ----------
    initiator
        Whoever caused it, so that a view can ignore its own echo; may be None.
    was
        The index over the design before, as it was known: nobody need make it again.
    whole
        Everything is to be read anew: another design was put in, or its parts mean something else.
    calls
        The calls that made it, where an edit did that has some.
    """

    revision: int
    before: Design
    after: Design
    change: Change
    label: str
    was: Layout
    initiator: object | None = None
    whole: bool = False
    calls: Calls = ()

    @property
    def opened(self) -> bool:
        """Whether another design was put in: what was shown or typed belongs to the one before."""
        return self.whole and self.after is not self.before


Subscriber = Callable[[DocumentChange], None]
OF_A_REVIEW: Final = frozenset(("notes", "waivers", "revisions"))
"""Collections that a review writes in: remarks, accepted findings, what was issued."""


class Document:
    """A design with a history.

    Intent flows in through `apply`, `undo`, `redo`, `go_to` and `replace`; facts flow out to
    subscribers. The two never meet: changing the document from a notification raises.

    Parameters
    ----------
    design
        The design to begin with.
    label
        Name of the first step in the history.

    Attributes
    ----------
    reviewing
        Whether only what a review writes may change; another design may be put in all the same,
        and ends it.
    """

    def __init__(self, design: Design, label: str = "New design") -> None:
        self.reviewing = False
        self._revision = 0
        self._subscribers: list[Subscriber] = []
        self._notifying = False
        self._design = design
        self._members = Members(Layout(design))
        self._saved: Design | None = None
        self._begin(design, label, saved=True)

    @property
    def design(self) -> Design:
        """The design as it stands."""
        return self._design

    @property
    def layout(self) -> Layout:
        """The index over the design as it stands."""
        return self._members.layout

    def prepare(self) -> None:
        """Work out now what the first edit would have to wait for."""
        self._members.prepare()

    def made(self, edit: Edit) -> Design:
        """Return what an edit would make of the design; nothing happens.

        Raises
        ------
        EditError
            If the edit is impossible.
        """
        return made(self._members, edit)

    @property
    def revision(self) -> int:
        """A number that grows with every change, undo and redo included."""
        return self._revision

    @property
    def history(self) -> History:
        """The named steps; read only for others."""
        return self._history

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._history.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return self._history.position < len(self._history.steps) - 1

    @property
    def is_saved(self) -> bool:
        """Whether the design is the one last saved or opened."""
        return self._design is self._saved

    def mark_saved(self) -> None:
        """Remember the design as it stands as the saved one."""
        self._saved = self._design

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Call `callback` after every change; return a function that ends the subscription."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    def apply(
        self,
        label: str,
        edit: Edit,
        *,
        merge: str = "",
        initiator: object | None = None,
        stepped: bool = False,
    ) -> Change:
        """Apply an edit as one named step of the history.

        Parameters
        ----------
        label
            What the step is called: `Place DGX H100 in B09 U30`.
        merge
            Key of a run of edits that count as one step; empty for a step of its own.
        stepped
            It was made edit by edit, each of which was held to what was locked then.

        Returns
        -------
        Change
            What changed; empty, and nothing recorded, when the edit changed nothing.

        Raises
        ------
        EditError
            If the edit is impossible; then nothing happened.
        DocumentBusyError
            If called from inside a notification.
        """
        self._refuse_inside_notification()
        after = self.made(edit)
        change = diff(self._design, after)
        if change.is_empty():
            return change
        refuse_impossible(change)
        self._refuse_in_review(change)
        if not stepped:
            refuse_locked(self.layout, change)
        step = Step(label, self._revision + 1, _calls(edit))
        self._history.push(step, after, merge, may_merge=not self.is_saved)
        self._become(after, change, label, initiator, calls=step.calls)
        return change

    def amend(self, label: str, edit: Edit, *, initiator: object | None = None) -> Change:
        """Apply an edit as a part of the last step, which gets another name.

        One undo takes both back. Where the last step cannot be added to (it was saved, or there is
        none), the edit is a step of its own.

        Raises
        ------
        EditError
            If the edit is impossible; then nothing happened.
        DocumentBusyError
            If called from inside a notification.
        """
        if self.is_saved or not self.can_undo:
            return self.apply(label, edit, initiator=initiator)
        self._refuse_inside_notification()
        after = self.made(edit)
        change = diff(self._design, after)
        if change.is_empty():
            return change
        refuse_impossible(change)
        self._refuse_in_review(change)
        refuse_locked(self.layout, change)
        step = Step(label, self._revision + 1, _calls(edit))
        self._history.replace_current(step, after)
        self._become(after, change, label, initiator, calls=step.calls)
        return change

    def undo(self, initiator: object | None = None) -> bool:
        """Take the last step back; return whether there was one. Raises as `go_to`."""
        return self.can_undo and self.go_to(self._history.position - 1, initiator)

    def redo(self, initiator: object | None = None) -> bool:
        """Do the next step again; return whether there was one. Raises as `go_to`."""
        return self.can_redo and self.go_to(self._history.position + 1, initiator)

    def go_to(self, step: int, initiator: object | None = None) -> bool:
        """Go to a step of the history.

        Raises
        ------
        IndexError
            If there is no such step.
        EditError
            If it changes what a review leaves alone; then nothing happened.
        DocumentBusyError
            If called from inside a notification.
        """
        self._refuse_inside_notification()
        after = self._history.design_at(step)
        change = diff(self._design, after)
        self._refuse_in_review(change)
        back = step < self._history.position
        left = self._history.steps[self._history.position].label
        self._history.position = step
        label = f"{UNDO_PREFIX}{left}" if back else self._history.current.label
        self._become(after, change, label, initiator)
        return True

    def replace(self, design: Design, label: str, *, saved: bool) -> None:
        """Begin anew with another design, outside of review, and an empty history.

        So it is with what is opened, new or recovered.

        Raises
        ------
        DocumentBusyError
            If called from inside a notification.
        """
        self._refuse_inside_notification()
        self.reviewing = False
        self._begin(design, label, saved=saved)
        self._become(design, diff(self._design, design), label, None, whole=True)

    def retell(self, label: str) -> None:
        """Tell everybody to read the design anew: what its part ids stand for has changed.

        The records and the history stay. The change that is told puts every record in again; what
        was saved says something else now.

        Raises
        ------
        DocumentBusyError
            If called from inside a notification.
        """
        self._refuse_inside_notification()
        self._saved = None
        self._become(self._design, diff(Design(), self._design), label, None, whole=True)

    def _begin(self, design: Design, label: str, *, saved: bool) -> None:
        self._saved = design if saved else None
        self._history = History()
        self._history.push(Step(label, self._revision), design, "", may_merge=False)

    def _become(
        self,
        after: Design,
        change: Change,
        label: str,
        initiator: object | None,
        *,
        whole: bool = False,
        calls: Calls = (),
    ) -> None:
        before, self._design, was = self._design, after, self.layout
        self._members = Members(Layout(after)) if whole else self._members.after(after)
        self._revision += 1
        told = DocumentChange(
            self._revision, before, after, change, label, was, initiator, whole, calls
        )  # fmt: skip
        self._notifying = True
        try:
            for callback in tuple(self._subscribers):
                callback(told)
        finally:
            self._notifying = False

    def _refuse_in_review(self, change: Change) -> None:
        touched = {name for name, _ in (*change.put, *change.drop)}
        if self.reviewing and (change.single or not touched <= OF_A_REVIEW):
            raise EditError(IN_REVIEW)

    def _refuse_inside_notification(self) -> None:
        if self._notifying:
            raise DocumentBusyError("the document cannot change while it tells what changed")


def _calls(edit: Edit) -> Calls:
    """Return what is known of how an edit was asked for."""
    calls = calls_of(edit)
    return (calls,) if calls else ()
