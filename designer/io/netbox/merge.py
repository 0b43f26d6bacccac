"""Device types that the catalogue knows already: they are merged with its parts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from designer.catalog.merging import Choice, Kept, Merge, MergedFigure, merged
from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox.known import Known, KnownParts
from designer.io.netbox.report import CLASSES, FileReport, Finding, Imported
from designer.io.record_repair import Findings, without_wrong_figures
from designer.model.problem import Problem

_CODE: Final = "known"
_COLUMNS: Final = ("field", "ours", "theirs", "kept", "ours_source", "theirs_source")


@dataclass(frozen=True, slots=True)
class PartMerge:
    """A part of the catalogue and the file that says more of it.

    Attributes
    ----------
    file
        What messages call the file.
    """

    file: str
    ours: Part
    theirs: Part
    merge: Merge

    def lines(self) -> list[str]:
        """Return a line for each figure that is new or differs, with both sources."""
        return [figure_line(self.ours.id, figure) for figure in self.merge.figures
                if figure.kept != "same"]  # fmt: skip

    def disputes(self) -> list[str]:
        """Return a line for each figure in which the two differ, with both sources."""
        return [figure_line(self.ours.id, figure) for figure in self.merge.figures
                if figure.kept in ("ours", "theirs")]  # fmt: skip

    def table(self) -> dict[str, Any]:
        """Return part, file and every figure as a table of TOML."""
        figures = [
            {name: value for name in _COLUMNS if (value := getattr(figure, name))}
            for figure in self.merge.figures
        ]
        return {"part": self.ours.id, "file": self.file, "figures": figures}


@dataclass(frozen=True, slots=True)
class Outcome:
    """An import after its merge.

    Attributes
    ----------
    imported
        Its parts, those that are known merged, and those of which nothing is new left out.
    merges
        One for each part that is known, also of those left out.
    refused
        What could not be merged and why; these are left out.
    """

    imported: Imported
    merges: tuple[PartMerge, ...] = ()
    refused: tuple[Problem, ...] = ()

    @property
    def changed(self) -> tuple[PartMerge, ...]:
        """Those of which the library says something new."""
        return tuple(one for one in self.merges if one.merge.changed)

    @property
    def unchanged(self) -> tuple[PartMerge, ...]:
        """Those of which it says nothing new."""
        return tuple(one for one in self.merges if not one.merge.changed)


def known_of(imported: Imported, catalog: Iterable[Part]) -> dict[str, Part]:
    """Return the parts of a catalogue that an import brings again, by the imported part's id.

    Of several files that are one part, that counts which bears its model and not only its number.
    """
    index = KnownParts(catalog)
    found: dict[str, tuple[str, Known]] = {}
    for part in imported.parts:
        known = index.of(part)
        if known.part is None:
            continue
        before = found.get(known.part.id)
        if before is None or (known.by_name and not before[1].by_name):
            found[known.part.id] = (part.id, known)
    return {part_id: known.part for part_id, known in found.values() if known.part is not None}


def merge_known(
    imported: Imported, catalog: Iterable[Part], choice: Choice, own: Mapping[str, str]
) -> Outcome:
    """Merge what an import brings with the parts of a catalogue that it is.

    Parameters
    ----------
    catalog
        Parts to merge with.
    own
        Files of the user's own parts by their ids: these are written by nobody else.
    """
    known = known_of(imported, catalog)
    files = {part_id: file.path for file in imported.files for part_id in file.ids}
    merges: list[PartMerge] = []
    refused: list[Problem] = []
    parts: list[Part] = []
    for theirs in imported.parts:
        ours = known.get(theirs.id)
        if ours is None:
            parts.append(theirs)
            continue
        where = files.get(theirs.id, theirs.id)
        done = _merged(where, ours, theirs, choice, own.get(ours.id, ""))
        if isinstance(done, Problem):
            refused.append(done)
            continue
        merges.append(done)
        if done.merge.changed:
            parts.append(done.merge.part)
    by_id = {one.theirs.id: one for one in merges}
    reports = tuple(_reported(file, by_id, refused) for file in imported.files)
    return Outcome(replace(imported, parts=tuple(parts), files=reports), tuple(merges),
                   tuple(refused))  # fmt: skip


def _merged(
    where: str, ours: Part, theirs: Part, choice: Choice, own_file: str
) -> PartMerge | Problem:
    if own_file:
        return Problem(where=where, what=f"{ours.id} is your own part, in {own_file}: not merged",
                       mend=f"merge into that file: --into {own_file}")  # fmt: skip
    merge = merged(ours, theirs, choice)
    wrong = _wrong(merge.part) if merge.changed else ""
    if wrong:
        what = f"cannot be merged with {ours.id}: {wrong}"
        return Problem(where=where, what=what, mend="use --merge both, and compare the two")
    return PartMerge(where, ours, theirs, merge)


def _wrong(part: Part) -> str:
    """Return what cannot be of a part that was merged; empty if nothing is wrong."""
    findings = Findings(lambda _path: "")
    without_wrong_figures(part, (part.id,), findings)
    for problem in (*findings.problems, *entry_problems(part, lambda *_: part.id)):
        if problem.severity == "error":
            return problem.what
    return ""


def figure_line(part_id: str, figure: MergedFigure) -> str:
    """Return a figure of a merge in a line: `sn0: Mass: 13 kg (sheet) | 14 kg: ours kept`."""
    name = f"{part_id}: {figure.label}"
    if figure.kept == "filled":
        return f"{name}: {figure.theirs}, unknown before"
    ours = f"{figure.ours} ({figure.ours_source})" if figure.ours_source else figure.ours
    return f"{name}: {ours} | {figure.theirs}: {figure.kept} kept"


def _reported(
    file: FileReport, merges: Mapping[str, PartMerge], refused: Iterable[Problem]
) -> FileReport:
    """Return a file's report with what became of its part."""
    gone = [problem for problem in refused if problem.where == file.path]
    ids: list[str] = []
    findings: list[Finding] = []
    for part_id in file.ids:
        one = merges.get(part_id)
        if one is not None:
            counts = [f"{n} {word}" for kept, word in _WORDS.items()
                      if (n := one.merge.counted(kept))]  # fmt: skip
            findings.append(_finding(file.path, f"merged with {one.ours.id}: {', '.join(counts)}"))
            ids += [one.ours.id] if one.merge.changed else []
        elif not gone:
            ids.append(part_id)
    findings += [
        Finding(code="merge", severity="error", where=p.where, what=p.what, mend=p.mend)
        for p in gone
    ]
    if not findings:
        return file
    return replace(file, ids=tuple(ids), problems=(*file.problems, *findings))


def _finding(where: str, what: str) -> Finding:
    return Finding(code=_CODE, severity=CLASSES[_CODE][0], where=where, what=what)


_WORDS: Final[dict[Kept, str]] = {
    "filled": "filled in", "same": "the same", "ours": "kept of ours", "theirs": "taken over",
}  # fmt: skip
