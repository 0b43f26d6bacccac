"""Read the catalogue's TOML files; say file, line, field and remedy of whatever is wrong.

A family file holds `[[part]]` tables and may open with `[sources]`, short names for the citations
that its `source` fields use. `bands.toml` holds `[[band]]`, `defaults.toml` holds `[[default]]`.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

from pydantic import ValidationError

from designer.catalog.bands import CoolingBand, PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.data_files import data_folder
from designer.catalog.part import Part, PartKind
from designer.catalog.source_lines import SourceLines
from designer.catalog.vetting import part_problems
from designer.model.problem import Problem
from designer.model.record import Record

_TABLES: Final = ("part", "band", "default")
_KINDS: Final = get_args(PartKind)
"""Parts are shown in this order of kinds, then as their files list them."""
R = TypeVar("R", bound=Record)


@dataclass
class _Reading:
    """What reading a folder found so far; `places` says where each part stands."""

    parts: list[Part] = field(default_factory=list)
    bands: list[CoolingBand] = field(default_factory=list)
    defaults: list[PlanningDefault] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    vetted: list[Problem] = field(default_factory=list)


@cache
def load_shipped() -> Catalog:
    """Return the catalogue that comes with the program.

    Raises
    ------
    FileNotFoundError
        If the installation is damaged.
    ValueError
        If a shipped file does not read; the message names file, line and field.
    """
    catalog, problems = load_folder(data_folder("catalogs"))
    errors = [p for p in problems if p.severity == "error"]
    if errors:
        raise ValueError(f"the shipped catalogue is damaged: {errors[0].line()}")
    return catalog


def load_folder(path: Path) -> tuple[Catalog, list[Problem]]:
    """Return the catalogue of a folder's TOML files, and what could not be read of it.

    A part that does not fit the schema is left out and reported; the others load.
    """
    reading = _read(path, vet=False)
    parts = sorted(reading.parts, key=lambda part: _KINDS.index(part.kind))
    return Catalog(parts, reading.bands, reading.defaults), reading.problems


def validate(folder: Path) -> list[Problem]:
    """Return everything wrong with a folder's files: schema, sources, duplicates, dates."""
    reading = _read(folder, vet=True)
    return reading.problems + reading.vetted


def _read(folder: Path, *, vet: bool) -> _Reading:
    reading = _Reading()
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        reading.problems.append(
            Problem(
                where=str(folder), what="no catalogue here", mend="name a folder of .toml files"
            )
        )
    for path in paths:
        _read_file(path, reading, vet=vet)
    return reading


def _read_file(path: Path, reading: _Reading, *, vet: bool) -> None:
    """Add one file's records to the reading."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        reading.problems.append(Problem(where=path.name, what=f"cannot be read: {error}"))
        return
    except tomllib.TOMLDecodeError as error:
        reading.problems.append(
            Problem(where=path.name, what=f"is not TOML: {error}", mend="mend the line it names")
        )
        return
    lines = SourceLines(path.name, text)
    for name in data.keys() - {*_TABLES, "sources", "family"}:
        reading.problems.append(
            Problem(
                where=lines.of_key(name),
                what=f"unknown table {name!r}",
                mend="tables are [[part]], [[band]], [[default]] and [sources]",
            )
        )
    sources = data.get("sources", {})
    for name, value in sources.items():
        if not isinstance(value, str):
            reading.problems.append(Problem(where=f"{path.name}: sources.{name}", what="not text"))
    _collect(data, "part", Part, sources, lines, reading.parts, reading)
    _collect(data, "band", CoolingBand, sources, lines, reading.bands, reading)
    _collect(data, "default", PlanningDefault, sources, lines, reading.defaults, reading)
    if vet:
        for index, part in _indexed(data, "part", reading.parts):
            reading.vetted.extend(part_problems(part, _placer(lines, "part", index)))


def _indexed(data: dict[str, Any], table: str, parts: Iterable[Part]) -> Iterator[tuple[int, Part]]:
    """Yield the parts of this file that loaded, with their position in it."""
    loaded = {part.id: part for part in parts}
    for index, entry in enumerate(data.get(table, [])):
        part = loaded.get(entry.get("id", "")) if isinstance(entry, dict) else None
        if part is not None:
            yield index, part


def _collect(
    data: dict[str, Any],
    table: str,
    record: type[R],
    sources: dict[str, Any],
    lines: SourceLines,
    into: list[R],
    reading: _Reading,
) -> None:
    """Build the records of one table; report those that do not fit and those met twice."""
    entries = data.get(table, [])
    if not isinstance(entries, list):
        reading.problems.append(
            Problem(where=lines.of_key(table), what=f"[{table}] is one table", mend=f"[[{table}]]")
        )
        return
    for index, entry in enumerate(entries):
        try:
            built = record.model_validate(_with_sources(entry, sources))
        except ValidationError as error:
            place = _placer(lines, table, index)
            reading.problems.extend(_explain(error, entry, place))
            continue
        key = f"{table} {getattr(built, 'id', index)}"
        where = lines.of_field(table, index, "id")
        if key in reading.places:
            reading.problems.append(
                Problem(
                    where=where,
                    what=f"{key!r} is already in {reading.places[key]}",
                    mend="give it an id of its own",
                )
            )
            continue
        reading.places[key] = where
        into.append(built)


def _placer(lines: SourceLines, table: str, index: int) -> Callable[[str], str]:
    return lambda name: lines.of_field(table, index, name)


def _explain(
    error: ValidationError, entry: dict[str, Any], place: Callable[[str], str]
) -> Iterator[Problem]:
    """Yield one problem for each field that does not fit."""
    name = entry.get("id", "without id") if isinstance(entry, dict) else "without id"
    for detail in error.errors(include_url=False):
        dotted = ".".join(str(step) for step in detail["loc"])
        first = str(detail["loc"][0]) if detail["loc"] else "id"
        mend = {
            "missing": f"add {dotted}",
            "extra_forbidden": "remove it, or see its spelling",
        }.get(detail["type"], "")
        yield Problem(where=place(first), what=f"{name}: {dotted}: {detail['msg']}", mend=mend)


def _with_sources(value: Any, sources: dict[str, Any]) -> Any:  # noqa: ANN401 - any TOML value
    """Return the data with short source names replaced by the citation they stand for."""
    if isinstance(value, list):
        return [_with_sources(item, sources) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: sources.get(item, item)
        if key == "source" and isinstance(item, str)
        else _with_sources(item, sources)
        for key, item in value.items()
    }
