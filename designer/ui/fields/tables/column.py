"""A column of a table, what its cells say, and how people change them. No widgets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from designer.document.document import Edit
from designer.document.new_things import NewThing
from designer.model.design import Design
from designer.model.figure_words import UNKNOWN, amount, number
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.ui.fields.field import Kind
from designer.ui.fields.tables.facts import Facts
from designer.wiring.network_line import natural

Cell = str | int | float | Figure | None
"""What a cell holds: words, an exact number, a figure with bounds; None is what nobody states."""
Choices = tuple[tuple[str, str], ...]


def _anything(_facts: Facts, _line: Any) -> str:  # noqa: ANN401 - a line is a record of any kind
    return ""


@dataclass(frozen=True, slots=True)
class Editing:
    """How a column is changed.

    Attributes
    ----------
    kind
        What is typed. `half-u` is typed in rack units and held in halves of them.
    store
        The field of the record that is set; with `edit`, what that edit changes.
    record, figure
        Record and figure of the table of physical ranges that bounds it.
    choices
        Words and value of each choice.
    optional
        Whether nothing may be typed, which then is not known.
    why_not
        Why a line does not have it; empty where it does.
    edit
        Makes the edit for the record with an id and a new value, where setting the field alone
        would not do: what stands somewhere has to fit.
    held
        Makes the value of the record from what was typed, where it is another.
    find
        Makes value and words from what was typed, where it names something of the design or the
        catalogue; raises `EditError` where nothing is called so.
    """

    kind: Kind
    store: str
    record: str = ""
    figure: str = ""
    choices: Callable[[Facts], Choices] | None = None
    optional: bool = False
    why_not: Callable[[Facts, Any], str] = _anything
    edit: Callable[[Facts, Design, str, Any], Edit] | None = None
    held: Callable[[Any], Any] | None = None
    find: Callable[[Facts, str], tuple[Any, str]] | None = None


@dataclass(frozen=True, slots=True)
class Adding:
    """How a pasted row that means no line becomes one.

    Attributes
    ----------
    needs
        Keys of the columns without which none is made: with any of them empty, or none of them
        among what is pasted, a row is rejected.
    line
        A line as it would be, by name and values, as far as a column asks whether it has it.
    make
        What makes it; raises `EditError` where it cannot be.
    meant
        The id that a name means, where the name is another; raises `EditError` where it means
        nothing that may be added.
    unnamed
        Whether a row without a name is a new one, which is named by the program.
    placed
        Fields that say where it goes: rows that have them go before those that leave it open.
    chained
        Whether one may name another that the same paste adds.
    """

    make: Callable[[Facts, Layout, str, Mapping[str, Any]], NewThing]
    needs: tuple[str, ...] = ()
    line: Callable[[Facts, str, Mapping[str, Any]], Any] | None = None
    meant: Callable[[Facts, str], str] | None = None
    unnamed: bool = False
    placed: tuple[str, ...] = ()
    chained: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes
    ----------
    key
        By what the filter knows it: `kw` of `kw>30`.
    also
        Other words for it there.
    read
        What a line's cell holds.
    decimals
        Digits after the point.
    sums
        Whether a sum over lines means something.
    prose
        Whether the filter finds a piece of it anywhere, and not whole words alone.
    shown
        Whether it is shown until somebody chooses.
    width
        Of the column at first, px.
    new
        How a line that is added gets its cell, where it is not changed afterwards, or otherwise.
    """

    key: str
    title: str
    read: Callable[[Facts, Any], Cell]
    unit: str = ""
    also: tuple[str, ...] = ()
    decimals: int = 1
    sums: bool = False
    prose: bool = False
    shown: bool = True
    width: int = 90
    is_number: bool = False
    edit: Editing | None = None
    new: Editing | None = None

    @property
    def begun(self) -> Editing | None:
        """How a new line gets its cell: as it is changed, unless it is said once and for all."""
        return self.new or self.edit

    @property
    def heading(self) -> str:
        """Its title with the unit: `Maximum kW`."""
        return f"{self.title} {self.unit}".rstrip()

    def text(self, cell: Cell) -> str:
        """Return what a cell says; `—` where nobody states it."""
        if cell is None:
            return UNKNOWN
        if isinstance(cell, Figure):
            return amount(cell, self.decimals)
        if isinstance(cell, str):
            return cell
        return number(cell, 0 if float(cell).is_integer() else self.decimals)

    def plain(self, cell: Cell) -> str:
        """Return the same for a spreadsheet: exact numbers without commas and unrounded."""
        if isinstance(cell, Figure) and cell.exact:
            cell = cell.low
        if isinstance(cell, int | float):
            return f"{cell:.10g}"
        return self.text(cell)


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of thing.

    Attributes
    ----------
    id
        What settings know it by.
    one, many
        What its lines are called in a sentence.
    collection
        The collection of the design that its lines are records of; empty for none.
    lines, count
        Its lines in order, and how many there are without unfolding any.
    key
        The id of a line.
    selects
        What is selected on the floor with a line.
    empty
        What to do where there is none.
    adds
        How a pasted row that means no line becomes one; None where a paste adds nothing.
    why_none
        Why it adds nothing, and what does.
    touches
        Of what any one that is selected on the floor means a line; without it all that a line
        selects has to be.
    why_read
        Why nothing of it is typed, and what may be done instead.
    by_rack
        Whether its lines stand in racks, in their order: large ones are folded rack by rack.
    """

    id: str
    title: str
    one: str
    many: str
    icon: str
    columns: tuple[Column, ...]
    lines: Callable[[Facts], Iterable[Any]]
    count: Callable[[Facts], int]
    key: Callable[[Any], str]
    selects: Callable[[Facts, Any], Sequence[str]]
    empty: str
    collection: str = ""
    by_rack: bool = False
    adds: Adding | None = None
    why_none: str = ""
    touches: Callable[[Facts, Any], Sequence[str]] | None = None
    why_read: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether people change anything of its lines here."""
        return any(one.edit is not None for one in self.columns)

    def column(self, word: str) -> Column | None:
        """Return the column that a word of the filter, or a heading, means; None for none."""
        wanted = folded(word)
        for column in self.columns:
            if folded(column.key) == wanted:
                return column
        for column in self.columns:
            if wanted in map(folded, (column.title, column.heading, *column.also)):
                return column
        return None

    def called(self, facts: Facts, line: Any) -> str:  # noqa: ANN401 - a record of any kind
        """Return what people call a line: what its first column says, or its id."""
        cell = self.columns[0].read(facts, line)
        return cell if isinstance(cell, str) and cell else self.key(line)


def folded(word: str) -> str:
    """Return a word without capitals, blanks and signs: `Max. kW` is `maxkw`."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


Rank = tuple[int, tuple[str | int, ...], float]
_UNSAID: Final[Rank] = (2, (), 0.0)


def rank(cell: Cell) -> Rank:
    """Return by what a cell is ordered: numbers, then words, what is not known last.

    A figure without a value is ordered by what it is at least.
    """
    if cell is None or cell == "":
        return _UNSAID
    if isinstance(cell, str):
        return 1, natural(cell.casefold()), 0.0
    if isinstance(cell, Figure):
        if cell.unknown:
            return _UNSAID
        return 0, (), cell.likely
    return 0, (), float(cell)
