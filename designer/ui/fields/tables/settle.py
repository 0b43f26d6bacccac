"""Changes of many cells: what each becomes, or why it cannot, and one edit that makes them all."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import ValidationError

from designer.document.document import Edit
from designer.document.edits import in_sequence, set_each
from designer.document.edits.records import UNIQUE_NAMES, changed_record
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.model.design import Design
from designer.model.layout import Placed
from designer.model.plural import plural
from designer.render.edge import shown as as_read
from designer.ui.fields.field import Field, Value
from designer.ui.fields.reading import read
from designer.ui.fields.tables.column import Cell, Column, Editing, Table
from designer.ui.fields.tables.copies import for_all_copies
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.formula import computed, is_formula, patterned
from designer.ui.fields.tables.wish import Cells, Wish, held_value

_HALVES: Final = 2
_HIGHEST_U: Final = 60
NUMBERS: Final = frozenset({"integer", "number", "half-u"})
_ROUNDED: Final = 9
"""Digits of what a formula gives: 0.1 × 3 is 0.3."""


@dataclass(frozen=True)
class Settled:
    """Changes as they would be.

    Attributes
    ----------
    cells
        What was wished, in order.
    edit
        Makes those that can be, all or none; None where none changes anything.
    remarks
        What else it does.
    """

    cells: tuple[Cells, ...]
    edit: Edit | None = None
    remarks: tuple[str, ...] = ()

    @property
    def refused(self) -> tuple[Cells, ...]:
        """Those that cannot be."""
        return tuple(cell for cell in self.cells if cell.why)

    @property
    def changed(self) -> tuple[Cells, ...]:
        """Those that become something else."""
        return tuple(cell for cell in self.cells if cell.differs)


def why_not_edited(column: Column) -> str:
    """Return why nobody changes a column here; empty where people do."""
    return "" if column.edit else f"{column.title} is not typed here: it follows from other things"


def settled(facts: Facts, table: Table, wishes: Sequence[Wish]) -> Settled:
    """Return what becomes of cells; the design is not touched."""
    cells = [_read(facts, table, wish) for wish in wishes]
    cells = [_fitting(table, cell) for cell in cells]
    if table.collection in UNIQUE_NAMES:
        cells = _own_names(facts, table, cells)
    cells = _in_place(facts, table, cells)
    made = tuple(cells)
    changed = [cell for cell in made if cell.differs]
    if not changed:
        return Settled(made)
    return Settled(made, _edit(facts, table, changed), tuple(_remarks(facts, table, changed)))


def _field(column: Column, editing: Editing) -> Field:
    needed = editing.kind == "half-u" or (editing.kind == "text" and not editing.optional)
    return Field(
        column.key, column.title, editing.kind, None, unit=column.unit, optional=editing.optional,
        record=editing.record, figure=editing.figure or editing.store,
        low=1 if needed else None, high=_HIGHEST_U if editing.kind == "half-u" else None,
    )  # fmt: skip


def _read(facts: Facts, table: Table, wish: Wish) -> Cells:
    """Return a cell with the value that was typed, or why it is none."""
    column, line = wish.column, wish.line
    cell = column.read(facts, line)
    made = Cells(wish, table.called(facts, line), column.text(cell), "")
    editing = column.edit
    why = editing.why_not(facts, line) if editing else why_not_edited(column)
    if why or editing is None:
        return replace(made, after=wish.text, why=why)
    try:
        said, value = value_of(facts, column, editing, _typed(facts, table, wish, editing, cell))
    except EditError as refusal:
        return replace(made, after=wish.text, why=str(refusal))
    return replace(made, after=said, value=value)


def value_of(facts: Facts, column: Column, editing: Editing, text: str) -> tuple[str, Any]:
    """Return what a cell says of which a text was typed, and its value.

    Raises
    ------
    EditError
        If the text is none that it takes.
    """
    if editing.find is not None:
        value, said = editing.find(facts, text)
        return said, value
    if editing.choices is not None:
        said, chosen = choice_meant(editing.choices(facts), text)
        return "" if said == "none" else said, chosen
    value = read(_field(column, editing), text)
    return column.text(_shown(editing, value)), value


def _shown(editing: Editing, value: Value) -> Cell:
    if editing.kind == "half-u" and isinstance(value, int | float):
        return value / _HALVES
    return value if isinstance(value, str | int | float) else None


def _typed(facts: Facts, table: Table, wish: Wish, editing: Editing, cell: Cell) -> str:
    """Return the text for a cell: what was typed, or what the formula or the pattern gives."""
    if not wish.formula:
        return wish.text
    if editing.kind in NUMBERS:
        if not is_formula(wish.text):
            return wish.text
        now = float(cell) if isinstance(cell, int | float) else None
        found = computed(wish.text, now, wish.n)
        digits = 0 if editing.kind == "integer" else _ROUNDED
        return f"{round(found, digits):.{_ROUNDED}f}".rstrip("0").rstrip(".")
    if editing.kind != "text" or "{" not in wish.text:
        return wish.text
    said = {"x": wish.column.text(cell)}
    for column in table.columns:
        if not column.is_number and not column.prose:
            said[column.key] = column.text(column.read(facts, wish.line))
    return patterned(wish.text, said, wish.n)


def choice_meant(choices: Iterable[tuple[str, str]], text: str) -> tuple[str, str]:
    """Return the choice that a text means: by its words, as they are read or not, or its value."""
    wanted = text.strip().casefold()
    known = list(choices)
    for said, value in known:
        if wanted in (said.casefold(), as_read(said).casefold(), value.casefold()):
            return said, value
    raise EditError(f"{text!r} is none of {', '.join(said for said, _ in known)}")


def _fitting(table: Table, cell: Cells) -> Cells:
    """Return a cell with the reason why its record cannot hold the value."""
    editing = cell.wish.column.edit
    if cell.why or editing is None or isinstance(cell.wish.line, Placed):
        return cell
    key = table.key(cell.wish.line)
    try:
        value = held_value(editing, cell.value)
        changed_record(table.collection, key, cell.wish.line, {editing.store: value})
    except EditError as refusal:
        return replace(cell, why=str(refusal).removeprefix(f"{key}: "))
    except ValidationError as error:
        return replace(cell, why=error.errors()[0]["msg"])
    return cell


def _own_names(facts: Facts, table: Table, cells: list[Cells]) -> list[Cells]:
    """Return cells, those of names refused that something else has then."""
    wanted = {
        table.key(cell.wish.line): str(cell.value)
        for cell in cells
        if not cell.why and _stores(cell) == "name"
    }
    if not wanted:
        return cells
    records = getattr(facts.design, table.collection)
    names = Counter(wanted.get(record.id, record.name) for record in records)
    made = []
    for cell in cells:
        taken = _stores(cell) == "name" and not cell.why and names[str(cell.value)] > 1
        why = f"another {table.one} is called {cell.value}, or would be"
        made.append(replace(cell, why=why) if taken and cell.differs else cell)
    return made


def _stores(cell: Cells) -> str:
    return cell.wish.column.edit.store if cell.wish.column.edit else ""


def _in_place(facts: Facts, table: Table, cells: list[Cells]) -> list[Cells]:
    """Return cells, those refused of which the thing does not fit where it would stand.

    Each is tried after all before it; what does not fit yet is tried again when others have moved.
    """
    waiting = [at for at, cell in enumerate(cells) if cell.differs and _moves(cell)]
    if not waiting:
        return cells
    made = list(cells)
    design, owned = _owned(facts.design, table, [cells[at] for at in waiting])
    while waiting:
        left = []
        for at in waiting:
            try:
                design = _moved(facts, design, owned, table, cells[at])
                made[at] = cells[at]
            except EditError as refusal:
                why = str(refusal).removeprefix(f"{cells[at].name}: ")
                made[at] = replace(cells[at], why=why)
                left.append(at)
        if len(left) == len(waiting):
            break
        waiting = left
    return made


def _moves(cell: Cells) -> bool:
    editing = cell.wish.column.edit
    return editing is not None and editing.edit is not None


def _owned(
    design: Design, table: Table, cells: Sequence[Cells]
) -> tuple[Design, Mapping[str, str]]:
    """Return a design in which each device is its rack's own, and its key there."""
    keys = tuple(dict.fromkeys(table.key(cell.wish.line) for cell in cells))
    if not any("/" in key for key in keys) or table.collection != "devices":
        return design, {}
    design, owned = with_own_devices(design, keys)
    return design, dict(zip(keys, owned, strict=True))


def _moved(
    facts: Facts, design: Design, owned: Mapping[str, str], table: Table, cell: Cells
) -> Design:
    editing, key = cell.wish.column.edit, table.key(cell.wish.line)
    if editing is None or editing.edit is None:
        return design
    return editing.edit(facts, design, owned.get(key, key), cell.value)(design)


def _edit(facts: Facts, table: Table, cells: Sequence[Cells]) -> Edit:
    """Return the edit that makes changes: fields first, then what has to fit its place."""
    moves = [cell for cell in cells if _moves(cell)]
    shared, own = for_all_copies(facts, [cell for cell in cells if not _moves(cell)])
    values: dict[str, dict[str, Any]] = {}
    for cell in own:
        if (editing := cell.wish.column.edit) is not None:
            fields = values.setdefault(table.key(cell.wish.line), {})
            fields[editing.store] = held_value(editing, cell.value)
    steps = [set_each("assemblies", shared)] if shared else []
    if not moves:
        return in_sequence(*steps, *([set_each(table.collection, values)] if values else []))

    def edit(design: Design) -> Design:
        for step in steps:
            design = step(design)
        design, owned = _owned(design, table, [*own, *moves])
        if values:
            named = {owned.get(key, key): fields for key, fields in values.items()}
            design = set_each(table.collection, named)(design)
        return _all_moved(design, moves, lambda now, cell: _moved(facts, now, owned, table, cell))

    return edit


def _all_moved(
    design: Design, waiting: Sequence[Cells], move: Callable[[Design, Cells], Design]
) -> Design:
    """Return a design in which all has moved, in whatever order it fits.

    Raises
    ------
    EditError
        If something does not fit.
    """
    while waiting:
        left, refusal = [], EditError("not possible")
        for cell in waiting:
            try:
                design = move(design, cell)
            except EditError as why:
                left.append(cell)
                said = str(why).removeprefix(f"{cell.name}: ")
                refusal = EditError(f"{cell.name}: {said}")
        if len(left) == len(waiting):
            raise refusal
        waiting = left
    return design


def _remarks(facts: Facts, table: Table, cells: Sequence[Cells]) -> Iterable[str]:
    """Yield what a change does beside what it says."""
    if table.collection != "devices":
        return
    shared, own = for_all_copies(facts, [cell for cell in cells if not _moves(cell)])
    for assembly in shared:
        racks = plural(facts.layout.copies.get(assembly, 0), "rack")
        yield f"changes assembly {facts.assembly_names[assembly]} for its {racks}"
    own += [cell for cell in cells if _moves(cell)]
    loose = {cell.wish.line.rack for cell in own if "/" in table.key(cell.wish.line)}
    if loose:
        whose = "its assembly" if len(loose) == 1 else "their assemblies"
        yield f"detaches {plural(len(loose), 'rack')} from {whose}"
