"""Write parts as a catalogue file, in the layout in which people write them by hand."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from designer.catalog.part import Part
from designer.io import toml_text
from designer.io.atomic_file import replace_file

_FIRST = ("id", "kind", "vendor", "name", "summary")
_LAST = ("prices", "provenance", "note")


def dumps(parts: Iterable[Part], family: str = "", comment: str = "") -> str:
    """Return TOML that `catalog.load` reads back to the same parts.

    Parameters
    ----------
    family
        Title of the file.
    comment
        Lines for its head, without `#`.
    """
    lines: list[str] = []
    if comment:
        lines.extend((*toml_text.comment(comment), ""))
    if family:
        lines.extend((f"family = {toml_text.string(family)}", ""))
    for part in parts:
        lines.extend(("[[part]]", *_fields(part), ""))
    return "\n".join(lines).rstrip("\n") + "\n"


def write(path: Path, parts: Iterable[Part], family: str = "", comment: str = "") -> None:
    """Write parts to a file, whole or not at all.

    Raises
    ------
    WriteError
        If it cannot be written; what was there is untouched.
    """
    replace_file(path, dumps(parts, family, comment).encode())


def _fields(part: Part) -> Iterator[str]:
    said = part.model_dump(exclude_defaults=True)
    names = [*_FIRST, *(n for n in said if n not in {*_FIRST, *_LAST}), *_LAST]
    yield from toml_text.block({name: _plain(said[name]) for name in names if name in said})


def _plain(value: Any) -> Any:  # noqa: ANN401 - any TOML value
    """Return a value with whole numbers as people write them: `10200`, not `10200.0`."""
    if isinstance(value, float) and value == round(value):
        return round(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
