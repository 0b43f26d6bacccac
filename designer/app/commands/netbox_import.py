"""The work of `catalog import-netbox`: import, merge into catalogue files, say what is doubtful."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.netbox_merge import merge_lines, merge_outcome
from designer.app.commands.netbox_target import Held, Target, write_held
from designer.app.exit_codes import BAD_INPUT
from designer.app.output import STANDARD, deliver, write_failed
from designer.app.terminal import say
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.io.atomic_file import WriteError
from designer.io.netbox.merge import Outcome
from designer.io.netbox.report import CLASSES, FileReport, Imported, as_text, as_toml, counts
from designer.io.netbox.walk import NothingHereError, import_path
from designer.io.output_file import refuse_one_for_two
from designer.model.plural import plural

_ERRORS_SHOWN: Final = 5


def run(arguments: argparse.Namespace) -> int:
    """Import, write, say what is missing or doubtful."""
    if (into := arguments.into) is not None and into.suffix != ".toml" and into.is_file():
        raise CommandError(f"--into: {into} is no .toml file; name one that ends so, or a folder")
    target = Target(into)
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
            write_held(path, file.parts)
    _say(imported, parts, merged, dry=arguments.dry_run)
    for line in merge_lines(outcome, parts, arguments.merge, known):
        say(line)
    _say_refused(imported.files)
    return 0


def _report(outcome: Outcome, path: Path, target: Target, merged: Mapping[Path, Held]) -> None:
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


def _say(imported: Imported, parts: list[Part], merged: Mapping[Path, Held], *, dry: bool) -> None:
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
