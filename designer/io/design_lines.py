"""A design as lines that each say what they are of: `racks.A01 = {…}`, `site.pue = 1.2`.

For whoever compares lines and knows nothing of designs: a record keeps its line, whatever stands
around it, and no line stands for several. May import `model`, `catalog` and the writing of TOML.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from designer.catalog.part import Part
from designer.io import toml_text
from designer.io.design_text import BLOCK_COLLECTIONS
from designer.model.change import COLLECTIONS, SINGLES
from designer.model.design import Design
from designer.model.record import Record
from designer.model.units import u_of


def design_lines(design: Design, parts: Iterable[Part] = ()) -> Iterator[str]:
    """Yield a design and the parts that its file brings, line by line."""
    for name in SINGLES:
        value = getattr(design, name)
        if isinstance(value, Record):
            yield from _block(name, value)
        elif value:
            yield f"{name} = {toml_text.string(value)}"
    for name in COLLECTIONS:
        for record in getattr(design, name):
            path = f"{name}.{toml_text.key(record.id)}"
            if name in BLOCK_COLLECTIONS:
                yield path
                yield from _block(path, record)
            else:
                yield f"{path} = {toml_text.inline_table(_fields(record))}"
    for part in parts:
        yield from _block(f"parts.{toml_text.key(part.id)}", part)


def _block(path: str, record: Record) -> Iterator[str]:
    """Yield a line for each field, and for each record in a list."""
    for name, value in _fields(record).items():
        records = isinstance(value, list | tuple) and value and isinstance(value[0], dict)
        if not records:
            yield f"{path}.{name} = {toml_text.value(value)}"
            continue
        for number, one in enumerate(value, start=1):
            key = toml_text.key(str(one.pop("id", number)))
            yield f"{path}.{name}.{key} = {toml_text.inline_table(_placed(one))}"


def _fields(record: Record) -> dict[str, Any]:
    """Return what a record says, as a file names it: positions in rack units."""
    said = _placed(record.model_dump(exclude_defaults=True))
    said.pop("id", None)
    return {name: value for name, value in said.items() if value is not None}


def _placed(said: dict[str, Any]) -> dict[str, Any]:
    """Return fields with the position as a file has it."""
    return {
        "u" if name == "half_u" else name: _units(value) if name == "half_u" else value
        for name, value in said.items()
    }


def _units(half_u: int) -> int | float:
    return half_u // 2 if half_u % 2 == 0 else u_of(half_u)
