"""Turn TOML text into records of known tables, with the place of everything that does not fit."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from designer.catalog.citation import Citation
from designer.catalog.entry import Entry
from designer.catalog.input_file import ReadError, no_utf8, read_input
from designer.catalog.plain_toml import read_plain, too_deep, where_left_open
from designer.catalog.toml_keys import FEWER_LEVELS, DeepKeyError
from designer.model.problem import Problem
from designer.model.ranges import out_of_range
from designer.model.record import Record
from designer.model.source_places import Path as Steps
from designer.model.source_places import SourcePlaces

Sources = Mapping[str, tuple[str, Citation | None]]
"""By their short names: the sentence, and its fields where the file gives them."""
Placer = Callable[..., str]
"""Returns `file:line:column` of a path inside one entry: `place("psu", "count")`."""

_HEADERS: Final = ("sources", "family")
_MEND: Final = {
    "missing": "add {field}",
    "extra_forbidden": "remove {field}, or see its spelling",
    "literal_error": "choose one of these",
}


class Reading:
    """What the files read so far hold.

    Parameters
    ----------
    tables
        Names of the tables that may occur, with their schemas.

    Attributes
    ----------
    records
        Records by table, in the order of the files.
    problems
        What did not fit.
    ids
        Ids of the records that loaded, by what messages call their file.
    empty
        What messages call the files that hold nothing.
    """

    def __init__(self, tables: Mapping[str, type[Record]]) -> None:
        self._tables = tables
        self.records: dict[str, list[Record]] = {name: [] for name in tables}
        self.problems: list[Problem] = []
        self.ids: dict[str, list[str]] = {}
        self.empty: list[str] = []
        self._places: dict[tuple[str, str], Placer] = {}

    def read_file(self, path: Path, folder: Path | None = None) -> None:
        """Add one file; what is wrong with it becomes a problem.

        Parameters
        ----------
        folder
            What messages call the file by its path from here; without it, by its name.
        """
        name = path.relative_to(folder).as_posix() if folder else path.name
        try:
            raw = read_input(path)
            text = raw.decode()
        except ReadError as error:
            self.problems.append(error.problem.evolve(where=name))
            return
        except UnicodeDecodeError as error:
            self.problems.append(no_utf8(raw, error, name))
            return
        self.read_text(text.replace("\r\n", "\n"), name)

    def read_text(self, text: str, name: str) -> None:
        """Add TOML text; `name` is what messages call it."""
        try:
            data = read_plain(text)
        except ValueError as error:
            self.problems.append(_not_read(name, error, text))
            return
        if not data:
            self.empty.append(name)
        places = SourcePlaces(text, name)
        for key in data.keys() - {*self._tables, *_HEADERS}:
            tables = ", ".join(f"[[{table}]]" for table in self._tables)
            self.problems.append(
                Problem(
                    where=places.place((key,)),
                    what=f"unknown table {key!r}",
                    mend=f"tables are {tables} and [sources]",
                )
            )
        sources = self._sources(data.get("sources", {}), places)
        for table, record in self._tables.items():
            self._collect(table, record, data.get(table, []), sources, places)

    def entries(self) -> Iterator[tuple[Entry, Placer]]:
        """Yield the entries that loaded, with where they stand."""
        for table, records in self.records.items():
            for record in records:
                if isinstance(record, Entry):
                    yield record, self._places[table, record.id]

    def _sources(self, sources: Any, places: SourcePlaces) -> Sources:  # noqa: ANN401 - any TOML value
        """Return what `[sources]` holds: sentences, or tables of fields with a sentence `text`."""
        if not isinstance(sources, dict):
            self.problems.append(
                Problem(where=places.place(("sources",)), what="[sources] is not a table")
            )
            return {}
        found: dict[str, tuple[str, Citation | None]] = {}
        for name, value in sources.items():
            if isinstance(value, str):
                found[name] = value, None
            elif isinstance(value, dict):
                self._take_source(name, value, places, found)
            else:
                self.problems.append(
                    Problem(
                        where=places.place(("sources", name)),
                        what=f"{name} is neither text nor a table",
                    )
                )
        return found

    def _take_source(
        self,
        name: str,
        value: dict[str, Any],
        places: SourcePlaces,
        found: dict[str, tuple[str, Citation | None]],
    ) -> None:
        """Add a source that is written in fields; what does not fit it becomes a problem."""

        def place(*path: str | int) -> str:
            return places.place(("sources", name, *path))

        fields = {key: said for key, said in value.items() if key != "text"}
        try:
            cited = Citation.model_validate(fields)
        except ValidationError as error:
            self.problems.extend(explain(error, {"id": f"source {name}"}, place))
            return
        text = value.get("text", cited.sentence())
        if not isinstance(text, str) or not text:
            self.problems.append(
                Problem(
                    where=place(),
                    what=f"source {name} says neither text nor document",
                    mend='give document = "…"',
                )
            )
            return
        self.problems.extend(
            Problem(where=place(*path), what=f"source {name}: {wrong}")
            for path, wrong in out_of_range(cited)
        )
        found[name] = text, cited

    def _collect(
        self,
        table: str,
        record: type[Record],
        entries: Any,  # noqa: ANN401 - any TOML value
        sources: Sources,
        places: SourcePlaces,
    ) -> None:
        """Build the records of one table; report those that do not fit and those met twice."""
        if not isinstance(entries, list):
            where = places.place((table,))
            self.problems.append(
                Problem(where=where, what=f"[{table}] is one table", mend=f"write [[{table}]]")
            )
            return
        for index, entry in enumerate(entries):
            place = _placer(places, table, index)
            if any(too_deep(entry)):
                self.problems.append(
                    Problem(
                        where=place(),
                        what="is nested too deeply",
                        mend=FEWER_LEVELS,
                    )
                )
                continue
            try:
                built = record.model_validate(_with_sources(entry, sources))
            except ValidationError as error:
                self.problems.extend(explain(error, entry, place))
                continue
            impossible = list(out_of_range(built))
            if impossible:
                self.problems.extend(_explain_ranges(impossible, entry, place))
                continue
            key = (table, str(getattr(built, "id", index)))
            known = self._places.get(key)
            if known:
                self.problems.append(
                    Problem(
                        where=place("id"),
                        what=f"{table} {key[1]!r} is already in {known('id')}",
                        mend="give it an id of its own",
                    )
                )
                continue
            self._places[key] = place
            self.records[table].append(built)
            self.ids.setdefault(places.name, []).append(key[1])


def explain(error: ValidationError, entry: Any, place: Placer) -> Iterator[Problem]:  # noqa: ANN401 - any TOML value
    """Yield one problem for each field of an entry that does not fit."""
    name = entry.get("id", "without id") if isinstance(entry, dict) else "without id"
    for detail in error.errors(include_url=False):
        dotted = ".".join(str(step) for step in detail["loc"])
        mend = _MEND.get(detail["type"], "").format(field=dotted)
        yield Problem(
            where=place(*detail["loc"]), what=f"{name}: {dotted}: {detail['msg']}", mend=mend
        )


def _explain_ranges(
    impossible: list[tuple[Steps, str]],
    entry: Any,  # noqa: ANN401 - any TOML value
    place: Placer,
) -> Iterator[Problem]:
    """Yield one problem for each figure of an entry that cannot be."""
    for path, wrong in impossible:
        within = "".join(f"{step}." for step in path[:-1])
        yield Problem(where=place(*path), what=f"{entry.get('id', 'without id')}: {within}{wrong}")


def _placer(places: SourcePlaces, table: str, index: int) -> Placer:
    return lambda *path: places.place((table, index, *path))


def _not_read(name: str, error: ValueError, text: str) -> Problem:
    """Return why a text is not read: a key, what it leaves open, or where the parser stopped."""
    message = str(error)
    place = _syntax_place(name, message, text)
    if isinstance(error, DeepKeyError):
        return Problem(where=place, what=error.words, mend=FEWER_LEVELS)
    left_open = where_left_open(text.split("\n"))
    stopped = re.search(r"line (\d+)", message)
    if left_open and (stopped is None or left_open[0] < int(stopped[1])):
        line, column, mark = left_open
        place, message = f"{name}:{line + 1}:{column}", f"{mark} is never closed"
    return Problem(where=place, what=f"is not TOML: {message}", mend="mend the line it names")


def _syntax_place(name: str, message: str, text: str) -> str:
    """Return `name:line:column` from the parser's own words."""
    if "(at end of document)" in message:
        lines = text.split("\n")
        return f"{name}:{len(lines)}:{len(lines[-1]) + 1}"
    found = re.search(r"line (\d+), column (\d+)", message)
    return f"{name}:{found[1]}:{found[2]}" if found else name


def _with_sources(value: Any, sources: Sources) -> Any:  # noqa: ANN401 - any TOML value
    """Return the data with short source names replaced by what they stand for.

    What a record cites itself, such as the page, goes before what its source says of the document.
    """
    if isinstance(value, list):
        return [_with_sources(item, sources) for item in value]
    if not isinstance(value, dict):
        return value
    filled = {key: _with_sources(item, sources) for key, item in value.items()}
    name = value.get("source")
    if isinstance(name, str) and name in sources:
        filled["source"], cited = sources[name]
        own = value.get("cited")
        if cited is not None and own is None:
            filled["cited"] = cited
        elif cited is not None and isinstance(own, dict):
            filled["cited"] = cited.model_dump(exclude_defaults=True) | own
    return filled
