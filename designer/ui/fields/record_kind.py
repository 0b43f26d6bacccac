"""What a list of records needs to be shown, added to and edited. No widgets."""

from collections.abc import Callable
from dataclasses import dataclass, field

from designer.document.document import Edit
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.model.design import Design
from designer.ui.fields.field import Field

Lines = list[tuple[str, str]]
"""Key and words of each record."""


def _no_lines(_design: Design) -> Lines:
    return []


def _nothing(_design: Design) -> str:
    return ""


def _no_explanation(_design: Design, _report: Report | None, _key: str) -> str:
    return ""


def _no_addition(_design: Design, _choice: str, _text: str) -> tuple[str, Edit]:
    raise EditError("nothing can be added here")


@dataclass(frozen=True)
class RecordKind:
    """One list of the design.

    Attributes
    ----------
    one
        What a record is called in a sentence.
    lead
        What the list is for, in one or two sentences.
    fields
        Fields of the record with a key.
    remove
        The edit that removes the record with a key.
    ask
        What has to be given to add one: the caption of a line; empty where none can be added.
    suggest
        What that line says at first.
    choices
        Key and words of what a record can be made for; empty where that is not asked.
    add
        Makes, from choice and line, the key of the new record and the edit that adds it; raises
        `EditError` with what is wrong.
    called
        What people call the record with a key, within a sentence.
    explain
        Figures of the engine, or a consequence, shown below the fields.
    """

    title: str
    one: str
    lead: str
    lines: Callable[[Design], Lines]
    fields: Callable[[Design, str], list[Field]]
    remove: Callable[[str], Edit]
    ask: str = ""
    suggest: Callable[[Design], str] = field(default=_nothing)
    choices: Callable[[Design], Lines] = field(default=_no_lines)
    add: Callable[[Design, str, str], tuple[str, Edit]] = field(default=_no_addition)
    explain: Callable[[Design, Report | None, str], str] = field(default=_no_explanation)
    called: Callable[[Design, str], str] | None = None

    def words(self, design: Design, key: str) -> str:
        """Return what people call a record within a sentence: `feed West`, `waiver P01:x`."""
        return self.called(design, key) if self.called else f"{self.one} {key}"
