"""The work of `catalog import-netbox`: import, merge into catalogue files, say what is doubtful."""

import argparse
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.netbox_merge import merge_lines, merge_outcome
from designer.app.exit_codes import BAD_INPUT
from designer.app.output import STANDARD, deliver, write_failed
from designer.app.terminal import say
from designer.catalog.load import PART_TABLES, load_shipped
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.io import part_file
from designer.io.atomic_file import WriteError, replace_file
from designer.io.netbox.device import made_id
from designer.io.netbox.merge import Outcome
from designer.io.netbox.report import CLASSES, FileReport, Imported, as_text, as_toml, counts
from designer.io.netbox.walk import NothingHereError, import_path
from designer.io.output_file import refuse_one_for_two
from designer.io.user_folders import catalogs_folder
from designer.model.plural import plural

_PREFIX: Final = "netbox-"
_ERRORS_SHOWN: Final = 5
_HEAD: Final = (
    "Imported from the NetBox community device-type library (CC0 1.0), to be checked against the "
    "makers' sheets.\nA further import replaces parts of the same id and keeps the others."
)


def run(arguments: argparse.Namespace) -> int:
    """Import, write, say what is missing or doubtful."""
    if (into := arguments.into) is not None and into.suffix != ".toml" and into.is_file():
        raise CommandError(f"--into: {into} is no .toml file; name one that ends so, or a folder")
    target = _Target(into)
    answers = _answers(arguments.psu)
    others = [*load_shipped().parts, *target.other_parts()]
    try:
        imported = import_path(arguments.path, others=others, answers=answers)
    except NothingHereError as error:
        raise CommandError(error.problem.line()) from error
    kinds = arguments.kind
    known = target.known()
    brought = {part.id for part in imported.parts}
    outcome = merge_outcome(imported, arguments.merge, known, target.own_files())
    imported = outcome.imported
    parts = [part for part in imported.parts if not kinds or part.kind in kinds]
    # All is read and every name judged before anything is written: a damaged or a wrong file stops
    # the whole import.
    merged = target.merged(parts)
    if arguments.report:
        _report(outcome, arguments.report, target, merged)
    if not parts and not outcome.merges:
        raise CommandError(_why_nothing(arguments.path, imported, kinds), BAD_INPUT)
    unused = sorted(answers.keys() - brought)
    if unused:
        raise CommandError(f"--psu: no part {unused[0]!r} was imported; ids are in the report")
    for path, file in merged.items():
        if not arguments.dry_run:
            _write(path, file.parts)
    _say(imported, parts, merged, dry=arguments.dry_run)
    for line in merge_lines(outcome, parts, arguments.merge, known):
        say(line)
    _say_refused(imported.files)
    return 0


@dataclass(frozen=True)
class _Merged:
    """What a catalogue file will hold, and how many of its parts are new and replaced."""

    parts: list[Part]
    new: int
    replaced: int


class _Target:
    """Where parts are written: one file, or a file for each maker in a folder."""

    def __init__(self, into: Path | None) -> None:
        self._into = into
        self._single = into is not None and into.suffix == ".toml" and not into.is_dir()

    @property
    def _folder(self) -> Path:
        if self._into is None:
            return catalogs_folder()
        return self._into.parent if self._single else self._into

    def other_files(self) -> list[Path]:
        """Return the folder's other files, whose ids a part written here must not take."""
        folder = self._folder
        if self._single or not folder.is_dir():
            return []
        return [p for p in sorted(folder.glob("*.toml")) if not p.name.startswith(_PREFIX)]

    def other_parts(self) -> list[Part]:
        """Return the parts of the folder's other files."""
        return [part for path in self.other_files() for part in _parts_of(path)[0]]

    def known(self) -> list[Part]:
        """Return the parts to merge with: the shipped ones under those of the user's own files.

        A file of earlier imports is no source of its own, but for the one that is written to.
        """
        own = [*self.other_parts()]
        if self._single and self._into is not None and self._into.is_file():
            own += _parts_of(self._into)[0]
        return [*load_shipped().overlay(own).parts]

    def own_files(self) -> dict[str, str]:
        """Return the files of the user's own parts that an import does not write, by id."""
        return {part.id: str(path) for path in self.other_files() for part in _parts_of(path)[0]}

    def merged(self, parts: list[Part]) -> dict[Path, _Merged]:
        """Return what each file will hold: the parts beside those already there."""
        by_file: defaultdict[Path, list[Part]] = defaultdict(list)
        for part in parts:
            by_file[self._file(part)].append(part)
        return {path: _merged(path, group) for path, group in by_file.items()}

    def _file(self, part: Part) -> Path:
        if self._single and self._into is not None:
            return self._into
        return self._folder / f"{_PREFIX}{made_id(part.vendor) or 'others'}.toml"


def _merged(path: Path, parts: list[Part]) -> _Merged:
    """Return what a file will hold.

    Raises
    ------
    CommandError
        If the file holds what would be lost.
    """
    if not path.exists():
        return _Merged(parts, len(parts), 0)
    old, problem = _parts_of(path)
    if problem:
        raise CommandError(f"{problem}; mend it, or choose another place with --into")
    new = {part.id for part in parts}
    kept = [part for part in old if part.id not in new]
    replaced = len(old) - len(kept)
    return _Merged([*kept, *parts], len(parts) - replaced, replaced)


def _parts_of(path: Path) -> tuple[list[Part], str]:
    """Return a file's parts, and the first thing that would be lost by writing it anew."""
    reading = Reading(PART_TABLES)
    reading.read_file(path)
    parts = [part for part in reading.records["part"] if isinstance(part, Part)]
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    if errors:
        return parts, f"{path.parent}/{errors[0].line()}"
    if any(records for table, records in reading.records.items() if table != "part"):
        return parts, f"{path}: holds more than parts"
    return parts, ""


def _write(path: Path, parts: list[Part]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        makers = sorted({part.vendor for part in parts})
        family = f"NetBox library: {makers[0]}" if len(makers) == 1 else "NetBox library"
        replace_file(path, part_file.dumps(parts, family, _HEAD).encode(), backup=True)
    except WriteError as error:
        raise write_failed(error) from error
    except OSError as error:
        raise CommandError(f"{path.parent}: cannot be made: {error.strerror}") from error


def _report(outcome: Outcome, path: Path, target: _Target, merged: Mapping[Path, _Merged]) -> None:
    imported = outcome.imported
    written = as_toml if path.suffix == ".toml" else as_text
    text = written(imported, outcome.changed)
    if path != STANDARD:
        try:
            refuse_one_for_two([*merged, path])
        except WriteError as error:
            raise write_failed(error) from error
    deliver(text, path, inputs=[*imported.read, *target.other_files()])


def _answers(words: list[str]) -> dict[str, str]:
    found = {}
    for word in words:
        part_id, equals, model = word.partition("=")
        if not (part_id and equals and model):
            raise CommandError(f"--psu {word}: write it as ID=MODEL")
        found[part_id] = model
    return found


def _why_nothing(path: Path, imported: Imported, kinds: list[str] | None) -> str:
    """Return why there is nothing to write, in one line with the first reason."""
    if imported.parts:
        return (
            f"{path}: {plural(len(imported.parts), 'part')}, none of kind {', '.join(kinds or [])}"
        )
    files = imported.files
    for severity in ("error", "warning", "info"):
        for file in files:
            first = next((p for p in file.problems if p.severity == severity), None)
            if first:
                others = plural(len(files) - 1, "more file")
                more = f" (and {others})" if len(files) > 1 else ""
                return f"{first.line()}{more}; nothing imported"
    return f"{path}: nothing imported"


def _say(
    imported: Imported, parts: list[Part], merged: Mapping[Path, _Merged], *, dry: bool
) -> None:
    commit = f" of commit {imported.commit[:12]}" if imported.commit else ""
    say(f"{plural(len(parts), 'part')} of {plural(len(imported.files), 'file')}{commit}")
    for code, findings, files in counts(imported.files):
        severity, title = CLASSES[code]
        say(f"  {severity:<7} {findings:>6} in {files:>5} files  {title}")
    for path, file in merged.items():
        said = f"{file.new} new" + (f", {file.replaced} replaced" if file.replaced else "")
        say(f"{'would write' if dry else 'wrote'} {path}: {said}")


def _say_refused(files: tuple[FileReport, ...]) -> None:
    errors = [p for file in files for p in file.problems if p.severity == "error"]
    for problem in errors[:_ERRORS_SHOWN]:
        say(f"error: {problem.line()}", error=True)
    if len(errors) > _ERRORS_SHOWN:
        say(f"error: and {len(errors) - _ERRORS_SHOWN} more; see --report FILE", error=True)
