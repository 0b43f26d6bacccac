"""What every edit of a session goes through: the document, steps of several, undo and redo."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from designer.catalog.catalog import Catalog
from designer.document.calls import ExactEdit, of_several
from designer.document.document import Document, Edit
from designer.document.figure_check import refuse_impossible
from designer.document.locks import refuse_locked
from designer.model.change import Change, change_from_data, diff
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.record import Record
from designer.script.errors import ScriptError, told

R = TypeVar("R", bound=Record)
Keys = str | Iterable[str]
"""Ids or keys of several things, or of one."""


@dataclass
class _Open:
    """A step that is not finished: the design as it would be, and the edits that made it so."""

    design: Design
    layout: Layout
    edits: list[Edit] = field(default_factory=list)


class Acting:
    """A design with its history, as the window has it.

    Parameters
    ----------
    document
        The design and its history.
    catalog
        Parts that its ids stand for.
    """

    def __init__(self, document: Document, catalog: Catalog) -> None:
        self._document = document
        self._catalog = catalog
        self._open: _Open | None = None

    @property
    def design(self) -> Design:
        """The design as it stands; within a step, as it would be."""
        return self._open.design if self._open else self._document.design

    @property
    def catalog(self) -> Catalog:
        """The parts: those that ship with the program, and those of the file."""
        return self._catalog

    @property
    def layout(self) -> Layout:
        """The index over the design: its racks, what is in them, their names."""
        return self._open.layout if self._open else self._document.layout

    @property
    def history(self) -> tuple[str, ...]:
        """Labels of the steps, oldest first; the first is how it began."""
        return tuple(step.label for step in self._document.history.steps)

    def calls(self) -> tuple[str, ...]:
        """Return the calls that make the steps, up to where the session stands, as Python."""
        history = self._document.history
        return tuple(history.call_at(at) for at in range(1, history.position + 1))

    def undo(self) -> bool:
        """Take the last step back; return whether there was one.

        Raises
        ------
        ScriptError
            Within a step, or while the design is in review.
        """
        self._refuse_within("undo")
        with told("undo"):
            return self._document.undo()

    def redo(self) -> bool:
        """Do the next step again; return whether there was one.

        Raises
        ------
        ScriptError
            Within a step, or while the design is in review.
        """
        self._refuse_within("redo")
        with told("redo"):
            return self._document.redo()

    @contextmanager
    def step(self, label: str = "Script") -> Iterator[None]:
        """Make one step of all edits within: one undo takes them back.

        After an exception none of them has happened. A step within a step is a part of it.

        Parameters
        ----------
        label
            What the step is called in the history.
        """
        outer = self._open
        self._open = mine = _Open(self.design, self.layout, list(outer.edits) if outer else [])
        done = False
        try:
            yield
            done = True
        finally:
            self._open = outer
        if not done:
            return
        if outer is not None:
            outer.design, outer.layout, outer.edits = mine.design, mine.layout, mine.edits
            return
        if mine.edits:
            edit = of_several(lambda _: mine.design, mine.edits)
            with told("step"):
                self._document.apply(label, edit, stepped=True)

    def apply(self, change: Change | Mapping[str, Any]) -> tuple[str, ...]:
        """Make a change that is given as records: what the history tells where no call does.

        Parameters
        ----------
        change
            `single` with fields of the design, `put` with records by collection, `drop` with ids.

        Returns
        -------
        tuple of str
            Ids of new records.

        Raises
        ------
        ScriptError
            If a name is unknown or a record does not fit.
        """
        with told("apply"):
            made = change if isinstance(change, Change) else change_from_data(dict(change))
            return self._do("apply", "Change records", ExactEdit(made))

    def _do(self, name: str, label: str, edit: Edit) -> tuple[str, ...]:
        """Apply an edit; return the ids of the records that it made.

        Raises
        ------
        ScriptError
            If it is impossible; then nothing happened.
        """
        before = self.design
        with told(name):
            change = self._within(edit) if self._open else self._document.apply(label, edit)
        new: list[str] = []
        for collection, records in change.put:
            known = {record.id for record in getattr(before, collection)}
            new += [record.id for record in records if record.id not in known]
        return tuple(new)

    def _one(self, name: str, label: str, edit: Edit, collection: str) -> str:
        """Apply an edit that makes one record of a collection; return its id."""
        known = {record.id for record in getattr(self.design, collection)}
        self._do(name, label, edit)
        made = [one.id for one in getattr(self.design, collection) if one.id not in known]
        return made[0] if made else ""

    def _within(self, edit: Edit) -> Change:
        """Apply an edit to the step that is open."""
        step = self._open
        if step is None:
            raise ScriptError("step", "no step is open")
        after = edit(step.design)
        change = diff(step.design, after)
        if not change.is_empty():
            refuse_impossible(change)
            refuse_locked(step.layout, change)
            step.layout = step.layout.after(after)
            step.design = after
            step.edits.append(edit)
        return change

    def _name(self, part_id: str) -> str:
        part = self._catalog.get(part_id)
        return part.name if part else part_id

    def _as(self, kind: type[R], record: R | Mapping[str, Any]) -> R:
        """Return a record that is given as such, or by its fields."""
        return record if isinstance(record, kind) else kind.model_validate(record)

    def _refuse_within(self, name: str) -> None:
        if self._open is not None:
            raise ScriptError(name, "a step is not finished", "leave the `with` block first")


def many(keys: Keys) -> tuple[str, ...]:
    """Return keys in a tuple, also where there is one alone."""
    return (keys,) if isinstance(keys, str) else tuple(keys)
