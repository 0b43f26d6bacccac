"""What an import found: parts, and per file what is refused, doubtful or missing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from designer.catalog.part import Part
from designer.io import toml_text
from designer.io.netbox.safe_yaml import Node
from designer.model.plural import plural
from designer.model.problem import Problem, Severity

CLASSES: Final[dict[str, tuple[Severity, str]]] = {
    "refused": ("error", "files not read: hostile, damaged or no YAML"),
    "not-a-type": ("error", "files that are no device, rack or module type"),
    "required": ("error", "files without a field that nothing can stand for"),
    "bad-value": ("warning", "values that do not fit their field, left out"),
    "unknown-key": ("warning", "keys nobody reads, mostly misspelt"),
    "repeated-key": ("warning", "keys written twice"),
    "yaml-number": ("info", "texts that other readers turn into numbers; kept as written"),
    "duplicate": ("warning", "slugs or ids met twice"),
    "shipped-id": ("warning", "ids of other parts of the catalogue, imported under another"),
    "shipped-name": ("info", "names that the catalogue has already, under another id"),
    "known": ("info", "parts that the catalogue knows already"),
    "merge": ("error", "parts that the catalogue knows and that were not merged"),
    "slug": ("info", "ids that differ from the slug"),
    "file-name": ("info", "file names that do not fit the model"),
    "skipped": ("info", "files left aside"),
    "tall": ("info", "taller than a 42U rack"),
    "weight": ("info", "weight unknown"),
    "airflow": ("info", "airflow unknown"),
    "depth": ("warning", "depth unknown, full depth taken"),
    "power-unknown": ("info", "no watts filed at all"),
    "not-powered": ("warning", "powered by something else: unknown, not zero"),
    "nameplate": ("info", "watts are nameplates of supplies, which bound the system's draw"),
    "redundancy": ("info", "supplies needed and spare, by the text"),
    "draw-said": ("info", "draws that the text names"),
    "allocated": ("info", "allocated draw filed, not taken"),
    "allocated-above": ("warning", "allocated draw above the maximum"),
    "implausible-power": ("warning", "watts an inlet cannot carry"),
    "supplies-differ": ("warning", "supplies that do not agree"),
    "supply-resolved": ("info", "supplies found among the module types"),
    "supply-asked": ("warning", "supplies in bays: which ones is not filed"),
    "kind": ("info", "kinds guessed"),
    "gpu-bays": ("warning", "GPU bays counted as GPUs"),
    "gpus-said": ("info", "GPUs that the text names"),
    "gpus-unknown": ("warning", "GPU servers without a number of GPUs"),
    "ups": ("info", "UPS: their ratings by their text"),
    "passive": ("info", "panels without anything that takes power"),
    "child": ("info", "children that sit in another device"),
    "parent": ("info", "parents whose ports and heat are their children's"),
    "drive-bays": ("info", "device bays that are for drives"),
    "pdu-unrated": ("warning", "PDUs whose volts or amps nothing fixes"),
    "pdu-differs": ("warning", "PDUs whose text or watts gainsay their inlet"),
    "outlets": ("info", "PDUs with outlets that take C14 and C20 plugs alike"),
    "pdu-derived": ("info", "PDU figures that follow from the inlet's type"),
    "legs-are-banks": ("info", "feed legs on a single-phase inlet: breaker banks"),
    "one-leg": ("warning", "three-phase PDUs with every outlet on one leg"),
    "delta": ("info", "delta PDUs: legs filed as A/B/C stand for line pairs"),
    "infiniband": ("warning", "InfiniBand filed as Ethernet, mended"),
    "many-ports": ("warning", "servers with the ports of a switch"),
    "cages": ("info", "ports filed two to a cage"),
    "cage-gap": ("warning", "cages with a port missing"),
    "management": ("info", "management ports known by their names only"),
    "purpose": ("info", "what ports are for, by their types and names"),
    "ports-left-out": ("info", "interfaces that are no network ports of a plan"),
    "interface-type": ("warning", "interfaces of types nobody knows"),
    "lc-ports": ("info", "LC ports of patch panels, of one fibre or of two: not filed"),
    "front-ports": ("info", "patch mappings of the old form, not needed here"),
    "rack": ("warning", "racks that differ from a 19-inch cabinet"),
    "rack-load": ("info", "rack loads filed without saying standing or rolling"),
}
"""Every class of finding: how serious it is, and its line in the summary."""


MOST_FINDINGS: Final = 200
"""Of one file: no honest file comes near, and a hostile one must not fill the memory with them."""


class Finding(Problem):
    """A problem with its class, one of `CLASSES`."""

    code: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: ids of its parts, empty if none, and what is to be known of it."""

    path: str
    ids: tuple[str, ...]
    problems: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """Everything an import found.

    Attributes
    ----------
    commit
        Of the checkout the files stand in; empty if it has none that can be read.
    read
        Every file that was looked into, also those of power supplies.
    """

    parts: tuple[Part, ...]
    files: tuple[FileReport, ...]
    commit: str = ""
    read: tuple[Path, ...] = ()


class MergeLines(Protocol):
    """What became of a part that the catalogue knows."""

    def lines(self) -> list[str]:
        """Return a line for each figure that is new or differs."""

    def table(self) -> dict[str, Any]:
        """Return part, file and figures as a table of TOML."""


@dataclass(slots=True)
class Notes:
    """Collects the findings of one file; `name` is what messages call the file."""

    name: str
    found: list[Finding] = field(default_factory=list)
    _said: set[tuple[str, str]] = field(default_factory=set)

    def add(self, code: str, what: str, mend: str = "", at: Node | None = None) -> None:
        """Note a finding of a class, at a value's place if it has one."""
        if at is None:
            self.put(code, what, mend)
        else:
            self.put(code, what, mend, at.line, at.column)

    def put(
        self, code: str, what: str, mend: str = "", line: int | None = None, column: int = 1
    ) -> None:
        """Note a finding at a line and column; the same words, of another place, only once."""
        if (code, what) in self._said or len(self.found) >= MOST_FINDINGS:
            return
        self._said.add((code, what))
        where = self.name if line is None else f"{self.name}:{line}:{column}"
        severity = CLASSES[code][0]
        self.found.append(Finding(code=code, severity=severity, where=where, what=what, mend=mend))


def counts(files: Iterable[FileReport]) -> list[tuple[str, int, int]]:
    """Return class, findings and files for each class met, in the order of `CLASSES`."""
    findings: Counter[str] = Counter()
    touched: Counter[str] = Counter()
    for file in files:
        codes = [problem.code for problem in file.problems]
        findings.update(codes)
        touched.update(set(codes))
    return [(code, findings[code], touched[code]) for code in CLASSES if findings[code]]


def as_text(imported: Imported, merges: Iterable[MergeLines] = ()) -> str:
    """Return the report as lines `severity: place: what; what to do`.

    Parameters
    ----------
    merges
        What became of parts that the catalogue knows.
    """
    lines = list(_head(imported))
    told = [line for merge in merges for line in merge.lines()]
    if told:
        lines += ["", "Figures of parts that are known:", *(f"  {line}" for line in told)]
    for file in imported.files:
        lines.append(f"\n{file.path} -> {', '.join(file.ids) or 'nothing'}")
        lines.extend(f"  {p.severity} [{p.code}] {p.line()}" for p in file.problems)
    return "\n".join(lines) + "\n"


def as_toml(imported: Imported, merges: Iterable[MergeLines] = ()) -> str:
    """Return the report as TOML: `[[merge]]` tables with figures, `[[file]]` with problems."""
    lines = list(toml_text.comment("\n".join(_head(imported))))
    for merge in merges:
        lines.extend(("", "[[merge]]", *toml_text.block(merge.table())))
    for file in imported.files:
        problems = [
            {"code": p.code, "severity": p.severity, "where": p.where, "what": p.what}
            | ({"mend": p.mend} if p.mend else {})
            for p in file.problems
        ]
        table = {"path": file.path, "ids": file.ids, "problems": problems}
        lines.extend(("", "[[file]]", *toml_text.block(table)))
    return "\n".join(lines) + "\n"


def _head(imported: Imported) -> Iterator[str]:
    commit = f", commit {imported.commit}" if imported.commit else ""
    yield f"NetBox device-type library{commit}: {plural(len(imported.files), 'file')}, " + (
        plural(len(imported.parts), "part")
    )
    for code, findings, files in counts(imported.files):
        severity, title = CLASSES[code]
        yield f"{severity:<7} {findings:>6} in {files:>5} files  {title} [{code}]"
