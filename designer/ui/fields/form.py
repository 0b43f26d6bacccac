"""The engine of every form: what its fields hold, what is being typed, what was refused and why.

No widgets. A form is told the fields as they stand, takes what is typed, reads and checks it, and
hands a new value to its writer. What the writer refuses, or what is no value at all, stays as it
was typed, with one line that says why, until it is mended or the form is for something else.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from designer.document.errors import EditError
from designer.ui.fields.field import Field, Value
from designer.ui.fields.reading import MIXED, UNKNOWN, read_typed, text_of
from designer.ui.state.workspace import Workspace

Write = Callable[[Field, Value, str], str]
"""Takes field, new value and subject; returns why the value was refused, empty if it was taken."""


class Form:
    """Fields of one subject.

    Parameters
    ----------
    write
        Where a new value goes.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._fields: dict[str, Field] = {}
        self._typed: dict[str, str] = {}
        self._refused: dict[str, str] = {}
        self.subject = self.words = ""

    def show(self, fields: Sequence[Field], subject: str, words: str = "") -> bool:
        """Take the fields as they stand; return whether they are others than before.

        What is being typed into the same fields of the same subject stays.

        Parameters
        ----------
        words
            What people call the subject, where that may change while it stays the same.
        """
        same = subject == self.subject and _editors(fields) == _editors(self._fields.values())
        self.subject, self.words = subject, words or subject
        self._fields = {field.name: field for field in fields}
        if not same:
            self.forget()
        return not same

    @property
    def fields(self) -> dict[str, Field]:
        """The fields by name, in order."""
        return self._fields

    def text(self, name: str) -> str:
        """Return what a line shows: what is being typed, else the value."""
        return self._typed.get(name, text_of(self._fields[name]))

    def placeholder(self, name: str) -> str:
        """Return what an empty line says."""
        field = self._fields[name]
        if field.mixed:
            return MIXED
        return (field.fallback or UNKNOWN) if field.optional else ""

    def choices(self, name: str) -> list[tuple[str, Value]]:
        """Return words and value of each choice; of a single one, what is there now included."""
        field = self._fields[name]
        found: list[tuple[str, Value]] = [*field.choices]
        if field.mixed:
            return [(MIXED, None), *found]
        if field.kind == "choice" and field.value not in {value for _, value in found}:
            found.append((str(field.value), field.value))
        return found

    def refusal(self, name: str) -> str:
        """Return why what was typed or chosen was not taken; empty if nothing was refused."""
        return self._refused.get(name, "")

    def source(self, name: str) -> str:
        """Return where the value is from that holds while none is given."""
        field = self._fields[name]
        return field.source if not field.mixed and field.value in (None, "", ()) else ""

    def problems(self) -> list[str]:
        """Return what was refused, each with the label of its field."""
        return [f"{self._fields[name].label}: {why}" for name, why in self._refused.items()]

    def type(self, name: str, text: str) -> None:
        """Keep what is being typed, unless it is the value again; nothing is read yet."""
        if text == text_of(self._fields[name]):
            self._settle(name)
        else:
            self._typed[name] = text

    def is_typed(self, name: str) -> bool:
        """Return whether a line holds what the value is not."""
        return name in self._typed

    def commit(self, name: str) -> bool:
        """Read what was typed and write it; return whether the value is another now."""
        text = self._typed.get(name)
        field = self._fields[name]
        if text is None:
            return False
        if field.mixed and not text.strip():
            self._settle(name)
            return False
        try:
            value = read_typed(field, text)
        except EditError as refusal:
            self._refused[name] = str(refusal)
            return False
        return self._give(field, value)

    def choose(self, name: str, value: Value) -> bool:
        """Write a chosen value; return whether it is another now."""
        field = self._fields[name]
        if field.mixed and value is None:
            return False
        return self._give(field, value)

    def forget(self) -> None:
        """Let go of what was typed and refused."""
        self._typed.clear()
        self._refused.clear()

    def _give(self, field: Field, value: Value) -> bool:
        if value == field.value and not field.mixed:
            self._settle(field.name)
            return False
        try:
            refusal = self._write(field, value, self.words)
        except EditError as error:
            refusal = str(error)
        if refusal:
            self._refused[field.name] = refusal
            return False
        if self._fields.get(field.name) is field:
            # Until the form is told the fields anew: taking the value back is a change, too.
            self._fields[field.name] = replace(field, value=value, mixed=False)
        self._settle(field.name)
        return True

    def _settle(self, name: str) -> None:
        """Show the value again: it is what was typed, or nothing was."""
        self._typed.pop(name, None)
        self._refused.pop(name, None)


def _editors(fields: Iterable[Field]) -> list[tuple[str, str]]:
    """Return names of fields and how each is edited."""
    return [(f.name, f.kind if f.kind in ("choice", "several") else "line") for f in fields]


def into_design(workspace: Workspace) -> Write:
    """Return the writer that makes each new value one step in the history of the design."""

    def write(field: Field, value: Value, subject: str) -> str:
        label = f"Set {in_a_sentence(field.label)} of {subject}"
        return workspace.attempt(label, field.edit(value))

    return write


def in_a_sentence(label: str) -> str:
    """Return a label as it stands inside a sentence: capitals that are no word stay."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]
