"""Find the library's files below a path and import them: a file, a folder or a whole checkout."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from designer.catalog.part import Part
from designer.io.free_ids import FreeIds
from designer.io.netbox.device import device_fields
from designer.io.netbox.draft import Origin
from designer.io.netbox.gpus import GpuNames
from designer.io.netbox.modules import FOLDER as MODULES
from designer.io.netbox.modules import ModuleLibrary
from designer.io.netbox.racks import rack_fields
from designer.io.netbox.report import FileReport, Imported, Notes
from designer.io.netbox.safe_yaml import RefusedError, Table, read_file
from designer.io.netbox.schema import cleaned
from designer.io.netbox.supplies import Answers
from designer.io.record_repair import Findings, without_wrong_figures
from designer.model.problem import Problem

_DEVICES: Final = "device-types"
_RACKS: Final = "rack-types"
_SUFFIXES: Final = (".yaml", ".yml")
_UP: Final = 4
"""How far above a path its checkout is looked for: checkout/device-types/maker/file."""

_SHA: Final = re.compile(r"[0-9a-f]{40}")
_SMALL_FILE: Final = 4_000_000
SHIPPED_PREFIX: Final = "nb-"


class NothingHereError(OSError):
    """There is nothing to import at a path; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.line())
        self.problem = problem


def import_path(
    path: Path, *, others: Iterable[Part] = (), answers: Answers | None = None
) -> Imported:
    """Import everything below a path.

    Parameters
    ----------
    path
        A YAML file, a folder of them, or a checkout with `device-types` and `rack-types`.
    others
        Parts there are already: a part of the same id gets the prefix `nb-`, one of the same name
        is noted.
    answers
        Part id to model of the supply in its bays.

    Raises
    ------
    NothingHereError
        If there is no such path, or no YAML file below it.
    """
    is_file = _is_file(path)
    others = tuple(others)
    base = path.parent if is_file else path
    root = _checkout(base)
    work = _Work(
        base=base,
        modules=ModuleLibrary(root),
        commit=_commit(root) if root else "",
        in_checkout=root is not None,
        taken={part.id: part.name for part in others},
        answers=answers or {},
        gpus=GpuNames(others),
    )
    read = []
    for file in [path] if is_file else _files(path, work):
        read.append(file)
        work.take(file)
    if not read:
        for problem in (p for file in work.files for p in file.problems if p.severity == "error"):
            raise _nothing(path, problem.what, problem.mend)
        raise _nothing(path, "no .yaml or .yml file of device or rack types here",
                       "name a folder of them, or the checkout")  # fmt: skip
    read += work.modules.read
    return Imported(tuple(work.parts), tuple(work.files), work.commit, tuple(read))


@dataclass(slots=True)
class _Work:
    """An import under way."""

    base: Path
    modules: ModuleLibrary
    commit: str
    in_checkout: bool
    taken: dict[str, str]
    answers: Answers
    gpus: GpuNames
    parts: list[Part] = field(default_factory=list)
    files: list[FileReport] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    by_id: dict[str, Part] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    ids: FreeIds = field(init=False)

    def __post_init__(self) -> None:
        self.ids = FreeIds(self.by_id, self.taken)
        self.named = {name.casefold(): part_id for part_id, name in self.taken.items()}

    def take(self, path: Path) -> None:
        """Import one file; whatever is wrong with it stands in its report."""
        notes = Notes(self.name_of(path))
        part = None
        try:
            table = read_file(path)
        except RefusedError as error:
            notes.put("refused", error.what, error.mend, error.line, error.column)
        else:
            fields = self._fields(table, path, notes)
            part = self._part(fields, notes, table) if fields else None
        if part is not None:
            self.parts.append(part)
        self.files.append(FileReport(notes.name, (part.id,) if part else (), tuple(notes.found)))

    def skip(self, path: Path, what: str) -> None:
        """Report something that is left aside."""
        notes = Notes(self.name_of(path))
        notes.put("skipped", what)
        self.files.append(FileReport(notes.name, (), tuple(notes.found)))

    def refuse(self, path: Path, what: str) -> None:
        """Report a folder that cannot be read."""
        notes = Notes(self.name_of(path))
        notes.put("refused", what, "allow reading it")
        self.files.append(FileReport(notes.name, (), tuple(notes.found)))

    def name_of(self, path: Path) -> str:
        """Return what messages call a file: its path below the one asked for."""
        return cleaned(str(path.relative_to(self.base)), 400)

    def _fields(self, table: Table, path: Path, notes: Notes) -> dict[str, Any] | None:
        folder = path.parent.name or path.parent.resolve().name
        origin = Origin(cleaned(folder), cleaned(path.name), self.commit)
        kind = _kind(table, path)
        if kind == _RACKS:
            return rack_fields(table, notes, origin)
        if kind == _DEVICES:
            return device_fields(table, notes, origin, self.modules, self.answers, self.gpus)
        if kind == MODULES:
            notes.put("skipped", "a module type: read where a device's bay asks for it, no part")
        else:
            notes.put("not-a-type", "is no device, rack or module type",
                      "a device type has manufacturer, model, slug and u_height", 1)  # fmt: skip
        return None

    def _part(self, fields: dict[str, Any], notes: Notes, table: Table) -> Part | None:
        fields["id"] = self._free_id(fields, notes, table)
        try:
            part = Part.model_validate(fields)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(step) for step in first["loc"])
            notes.add("required", f"{where}: {first['msg']}", "see the field", table)
            return None
        checked = _possible(part, notes, table)
        if checked is None:
            return None
        part = checked
        known = self.by_id.get(part.id)
        if known is not None:
            return self._second(known, part, notes, table)
        self._remember(part, notes.name)
        return part

    def _free_id(self, fields: dict[str, Any], notes: Notes, table: Table) -> str:
        part_id: str = fields["id"]
        place = table.get("slug", table)
        if part_id in self.taken:
            new = SHIPPED_PREFIX + part_id
            notes.add("shipped-id", f"{part_id} is the id of another part of the catalogue; "
                      f"imported as {new}", "compare the two", place)  # fmt: skip
            return new
        same = self.named.get(fields["name"].casefold())
        if same is not None:
            notes.add("shipped-name", f"the catalogue has {fields['name']} as {same} already",
                      "prefer the one with the better sources", place)  # fmt: skip
        return part_id

    def _second(self, known: Part, part: Part, notes: Notes, table: Table) -> Part | None:
        """Keep a second part of one id only if it says something else, under an id of its own."""
        where = self.places[known.id]
        place = table.get("slug", table)
        words = {"provenance", "note"}
        if known.model_dump(exclude=words) == part.model_dump(exclude=words):
            notes.add("duplicate", f"{known.id} is in {where} already, with the same figures; "
                      "left out", "remove one of the files", place)  # fmt: skip
            return None
        new = part.evolve(id=self.ids.numbered(part.id))
        notes.add("duplicate", f"{known.id} is in {where} already, with other figures; imported as "
                  f"{new.id}", "see which of the two is right", place)  # fmt: skip
        self._remember(new, notes.name)
        return new

    def _remember(self, part: Part, name: str) -> None:
        self.by_id[part.id] = part
        self.places[part.id] = name


def _is_file(path: Path) -> bool:
    """Return whether a path is a file, not a folder; anything else raises `NothingHereError`."""
    try:
        if path.is_file():
            return True
        if path.is_dir():
            return False
        what = "is neither a file nor a folder" if path.exists() else "no such file or folder"
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
    raise _nothing(path, what, "name a YAML file, a folder or a checkout")


def _kind(table: Table, path: Path) -> str:
    """Return which folder of the library a file belongs to: by its place, else by its fields."""
    for folder in (_DEVICES, _RACKS, MODULES):
        if folder in path.parts:
            return folder
    if "form_factor" in table or "starting_unit" in table:
        return _RACKS
    if "u_height" in table or "slug" in table:
        return _DEVICES
    if "manufacturer" in table and "model" in table:
        return MODULES if "power-ports" in table or "interfaces" in table else _DEVICES
    return ""


def _checkout(base: Path) -> Path | None:
    """Return the folder at or above a path that holds the library's folders."""
    folder = base.resolve()
    for candidate in (folder, *folder.parents[:_UP]):
        if any((candidate / name).is_dir() for name in (_DEVICES, MODULES, _RACKS)):
            return candidate
    return None


def _files(path: Path, work: _Work) -> Iterator[Path]:
    """Yield the YAML files of device and rack types, in order; report what lies beside them.

    Without recursion: folders of a stranger may be nested deeper than Python may call.
    """
    inside = [path / name for name in (_DEVICES, _RACKS) if (path / name).is_dir()]
    folders = list(reversed(inside or [path]))
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            work.refuse(folder, f"cannot be read: {error.strerror}")
            continue
        below = []
        for entry in here:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if entry.name != MODULES:
                    below.append(Path(entry.path))
            elif entry.name.lower().endswith(_SUFFIXES):
                yield Path(entry.path)
            elif work.in_checkout:
                work.skip(Path(entry.path), "its name ends neither in .yaml nor in .yml")
        folders.extend(reversed(below))


def _commit(root: Path) -> str:
    """Return the commit a checkout stands at, from git's own files; empty if they do not say."""
    git = root / ".git"
    head = _small_text(git / "HEAD").strip()
    if _SHA.fullmatch(head):
        return head
    reference = head.removeprefix("ref: ")
    if not reference.startswith("refs/") or ".." in reference:
        return ""
    loose = _small_text(git / reference).strip()
    if _SHA.fullmatch(loose):
        return loose
    for line in _small_text(git / "packed-refs").splitlines():
        sha, _, name = line.partition(" ")
        if name.strip() == reference and _SHA.fullmatch(sha):
            return sha
    return ""


def _small_text(path: Path) -> str:
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(_SMALL_FILE).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""


def _possible(part: Part, notes: Notes, table: Table) -> Part | None:
    """Return a part without the figures that cannot be; each is noted."""
    findings = Findings(lambda _path: "")
    left = without_wrong_figures(part, (part.id,), findings)
    for wrong in findings.problems:
        mend = "write what the maker's sheet says"
        notes.add("bad-value", f"{wrong.what}; {wrong.done}", mend, table)
    return left


def _nothing(path: Path, what: str, mend: str) -> NothingHereError:
    return NothingHereError(Problem(where=cleaned(str(path), 400), what=what, mend=mend))
