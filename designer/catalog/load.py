"""Read the catalogue's TOML files; say file, line, field and remedy of whatever is wrong.

A family file holds `[[part]]` tables and may open with `[sources]`, short names for the citations
that its `source` fields use. `bands.toml` holds `[[band]]`, `defaults.toml` holds `[[default]]`
and `[[guided_default]]`, whose figures a guideline of the library owns, `climates.toml` holds
`[[climate]]`, `failure_rates.toml` holds `[[failure]]`, `embodied.toml` holds `[[embodied]]`,
`exchange_rates.toml` holds `[[exchange_rate]]`,
`software_profiles.toml` holds `[[training_profile]]` and `[[inference_profile]]`.
The folder `library` holds everything that is no part, in tables of its own names; what GPUs cost in
clouds is read with the parts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from designer.catalog.bands import CoolingBand, GuidedDefault, PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.climate import Climate
from designer.catalog.compiled import compiled
from designer.catalog.data_files import data_folder
from designer.catalog.embodied import EmbodiedCarbon
from designer.catalog.entry import Entry
from designer.catalog.exchange import ExchangeRate
from designer.catalog.failures import FailureRate
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.kinds import KIND_IDS
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline
from designer.catalog.software_profile import InferenceProfile, TrainingProfile
from designer.catalog.vetting import catalog_problems, entry_problems
from designer.model.problem import Problem
from designer.model.record import Record

LIBRARY_FOLDER: Final = "library"
MONEY_FILES: Final = ("cost.toml", "cost_of_ownership.toml")
"""Of guidelines: rules of thumb and thresholds that the engine reckons with."""
CLOUD_FOLDER: Final = "cloud"
PART_TABLES: Final[dict[str, type[Record]]] = {
    "part": Part,
    "band": CoolingBand,
    "default": PlanningDefault,
    "guided_default": GuidedDefault,
    "climate": Climate,
    "failure": FailureRate,
    "exchange_rate": ExchangeRate,
    "embodied": EmbodiedCarbon,
    "training_profile": TrainingProfile,
    "inference_profile": InferenceProfile,
}


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
    folder = data_folder("catalogs")
    files = shipped_files(folder)
    return Catalog(*compiled("catalog", folder, files, lambda: _shipped(folder)))


@cache
def shipped_library() -> Library:
    """Return the library that comes with the program; the same errors as `load_shipped`."""
    folder = data_folder("catalogs")

    def read() -> dict[str, tuple[Entry, ...]]:
        library, problems = load_library(folder)
        _refuse(problems)
        return library.tables

    return Library(compiled("library", folder, library_files(folder), read))


def _shipped(folder: Path) -> tuple[tuple[Record, ...], ...]:
    """Return what a catalogue is made of, read from the files themselves."""
    catalog, problems = load_folder(folder)
    _refuse(problems)
    return catalog.made_of


def load_folder(path: Path) -> tuple[Catalog, list[Problem]]:
    """Return the catalogue of a folder's TOML files, and what could not be read of it.

    A part that does not fit the schema is left out and reported; the others load. Of the folder
    `library` only offers of clouds and guidelines of money are read.
    """
    reading = Reading(PART_TABLES)
    paths = part_files(path)
    if not paths:
        reading.problems.append(
            Problem(where=str(path), what="no catalogue here", mend="name a folder of .toml files")
        )
    for file in paths:
        reading.read_file(file, path)
    money = Reading(dict(LIBRARY_TABLES))
    for file in money_files(path):
        money.read_file(file, path)
    return _catalog(reading, money), [*reading.problems, *money.problems]


def load_library(path: Path) -> tuple[Library, list[Problem]]:
    """Return the library of a folder, and what could not be read of it; none is no problem."""
    reading = Reading(dict(LIBRARY_TABLES))
    for file in library_files(path):
        reading.read_file(file, path)
    return _library(reading), reading.problems


@dataclass(frozen=True)
class OwnFiles:
    """What a user's folder holds.

    Attributes
    ----------
    problems
        What could not be read, and was left out.
    ids
        Ids of the records of each file of parts that holds any.
    """

    parts: tuple[Part, ...]
    library: Library
    problems: tuple[Problem, ...]
    ids: Mapping[Path, tuple[str, ...]]


def load_own(folder: Path) -> OwnFiles:
    """Return what a user's folder holds, which may be empty or not there.

    What cannot be read is left out and reported: one bad file must not take the others away.
    """
    reading = Reading(PART_TABLES)
    for file in part_files(folder):
        reading.read_file(file, folder)
    library, more = load_library(folder)
    ids = {folder / name: tuple(found) for name, found in reading.ids.items()}
    return OwnFiles(_catalog(reading).parts, library, (*reading.problems, *more), ids)


def part_files(folder: Path) -> list[Path]:
    """Return the files of parts, in a folder and its subfolders but `library`."""
    library = folder / LIBRARY_FOLDER
    return sorted(p for p in folder.rglob("*.toml") if library not in p.parents)


def library_files(folder: Path) -> list[Path]:
    """Return the files of the folder's library."""
    return sorted((folder / LIBRARY_FOLDER).rglob("*.toml"))


def shipped_files(folder: Path) -> list[Path]:
    """Return the files that the shipped catalogue is read from."""
    return [*part_files(folder), *money_files(folder)]


def money_files(folder: Path) -> list[Path]:
    """Return the files of the library that a catalogue is read from as well."""
    found = library_files(folder)
    return [f for f in found if f.parent.name == CLOUD_FOLDER or f.name in MONEY_FILES]


def validate(
    folder: Path, catalog: Catalog | None = None, library: Library | None = None
) -> list[Problem]:
    """Return everything wrong with a folder's files: schema, sources, references, dates.

    Parameters
    ----------
    catalog, library
        What ids in the files may refer to beside the folder itself, such as the shipped ones for
        a folder of a user's own parts.
    """
    parts, others = Reading(PART_TABLES), Reading(dict(LIBRARY_TABLES))
    paths = part_files(folder)
    if not paths:
        parts.problems.append(
            Problem(
                where=str(folder), what="no catalogue here", mend="name a folder of .toml files"
            )
        )
    for file in paths:
        parts.read_file(file, folder)
    for file in library_files(folder):
        others.read_file(file, folder)
    problems = parts.problems + others.problems
    problems.extend(
        Problem(
            severity="warning",
            where=name,
            what="holds nothing",
            mend="add tables such as [[part]], or remove the file",
        )
        for name in (*parts.empty, *others.empty)
    )
    for reading in (parts, others):
        for entry, place in reading.entries():
            problems.extend(entry_problems(entry, place))
    placed = [*parts.entries(), *others.entries()]
    known = _catalog(parts) if catalog is None else catalog.overlay(_catalog(parts).parts)
    held = _library(others) if library is None else library.overlay(_library(others))
    problems.extend(catalog_problems(known, held, placed))
    return problems


def _catalog(reading: Reading, money: Reading | None = None) -> Catalog:
    parts = [part for part in reading.records["part"] if isinstance(part, Part)]
    told = money.records["guideline"] if money else ()
    guidelines = {one.id: one for one in told if isinstance(one, Guideline)}
    # Parts are shown in the order of their kinds, then as their files list them.
    return Catalog(
        sorted(parts, key=lambda part: KIND_IDS.index(part.kind)),
        [band for band in reading.records["band"] if isinstance(band, CoolingBand)],
        [*_defaults(reading, guidelines)],
        [value for value in reading.records["climate"] if isinstance(value, Climate)],
        [value for value in reading.records["failure"] if isinstance(value, FailureRate)],
        [value for value in reading.records["embodied"] if isinstance(value, EmbodiedCarbon)],
        [v for v in reading.records["training_profile"] if isinstance(v, TrainingProfile)],
        [v for v in reading.records["inference_profile"] if isinstance(v, InferenceProfile)],
        [
            one
            for one in (money.records["cloud_offer"] if money else ())
            if isinstance(one, CloudOffer)
        ],
        guidelines.values(),
        [value for value in reading.records["exchange_rate"] if isinstance(value, ExchangeRate)],
    )


def _defaults(reading: Reading, guidelines: Mapping[str, Guideline]) -> Iterator[PlanningDefault]:
    """Yield planning defaults, of those that a guideline owns with its figures."""
    for one in (*reading.records["default"], *reading.records["guided_default"]):
        if isinstance(one, PlanningDefault):
            yield one
        elif isinstance(one, GuidedDefault) and one.guideline in guidelines:
            found = one.of(guidelines[one.guideline])
            if found is not None:
                yield found


def _library(reading: Reading) -> Library:
    return Library(
        {
            table: [entry for entry in records if isinstance(entry, Entry)]
            for table, records in reading.records.items()
        }
    )


def _refuse(problems: list[Problem]) -> None:
    errors = [p for p in problems if p.severity == "error"]
    if errors:
        raise ValueError(f"the shipped catalogue is damaged: {errors[0].line()}")
