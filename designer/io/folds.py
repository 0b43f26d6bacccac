"""Positions in rack units, and lines that stand for several alike records.

A file says `u = 46.5` where the model keeps half units, and one line with `repeat = 16` where
sixteen devices or slots differ in nothing but the last number of their id and name and in their
position, which goes up by `pitch` rack units (1 where it is not said; without `u` nothing moves).

May import `model` and the repair of records.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from designer.io.free_ids import FreeIds
from designer.io.record_repair import Findings, shown
from designer.model.counting import MOST_ALIKE, counted, member_id, parted
from designer.model.design import Device, KeptPlace, Slot
from designer.model.ranges import problem
from designer.model.source_places import Path

FEWEST_FOLDED: Final = 3
"""Fewer alike records are easier to read, and to edit by hand, on lines of their own."""

MOST_UNFOLDED: Final = 250_000
"""Most records that the folds of one file may add: a small file must not fill the memory."""

_STEP: Final = 2
"""Half units from one member to the next where a file does not say."""

Keyed = tuple[str, dict[str, Any]]
M = TypeVar("M", Device, KeptPlace, Slot)


@cache
def _many(kind: type[M]) -> TypeAdapter[list[M]]:
    """Return what makes many records of a kind at once."""
    return TypeAdapter(list[kind])  # type: ignore[valid-type]  # of a kind that is told


def folded(records: Sequence[Keyed]) -> list[Keyed]:
    """Return the lines of a file for records: id and fields, alike neighbours folded.

    Parameters
    ----------
    records
        Id and fields as the model names them, in the order in which neighbours are looked for.
    """
    lines: list[Keyed] = []
    start = 0
    while start < len(records):
        end, step = _run_end(records, start)
        if end - start < FEWEST_FOLDED:
            end, step = start + 1, 0
        key, fields = records[start]
        lines.append((key, _written(fields, end - start, step)))
        start = end
    return lines


def counting_order(record: Keyed) -> tuple[str, str, int, str]:
    """Return a sort key by which records that count up stand beside each other."""
    before, digits, after = parted(record[0]) or (record[0], "-1", "")
    return before, after, int(digits), record[0]


class Unfolding:
    """Reads the positions and folds of one file."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._left = MOST_UNFOLDED

    def read(self, fields: Mapping[str, Any], path: Path) -> tuple[dict[str, Any], int, int]:
        """Return a record's fields as the model names them, how many it stands for, and the step.

        Parameters
        ----------
        fields
            What the file holds.
        path
            Where it stands, for messages.
        """
        said = dict(fields)
        if "half_u" in said and "u" not in said:
            what = f"{_name(path)}.half_u: positions are written in rack units"
            self.findings.say((*path, "half_u"), what, "write u = half_u / 2", "warning")
        at = self._half_units(said.pop("u"), (*path, "u"), "left out") if "u" in said else None
        if at is not None:
            said["half_u"] = at
        repeat = self._repeat(said.pop("repeat"), path) if "repeat" in said else 1
        step = 0 if at is None else _STEP
        if "pitch" in said:
            done = f"{step / 2:g} was taken"
            pitch = self._half_units(said.pop("pitch"), (*path, "pitch"), done)
            step = step if pitch is None else pitch
        return said, repeat, step

    def members(self, first: M, repeat: int, step: int, path: Path, ids: FreeIds) -> list[M]:
        """Return the records that follow the first of a fold."""
        said = {name: getattr(first, name) for name in type(first).model_fields}
        last = (first.half_u + (repeat - 1) * step) / 2
        stays = not problem("Device", "u", last)
        found = []
        for index in range(1, repeat):
            key = self.id_of(first.id, index, path, ids)
            at = first.half_u + index * step
            if not stays:
                at = self.half_u_of(first.half_u, index, step, path)
            name = counted(first.name, index)
            found.append({**said, "id": key, "name": name, "half_u": at})
        return _many(type(first)).validate_python(found)

    def id_of(self, first: str, index: int, path: Path, ids: FreeIds) -> str:
        """Return the id of a member of a fold; says so where it is not the one it should have."""
        if index == 1 and not parted(first):
            what = f"{_name(path)}: the id has no number to count up"
            self.findings.say(path, what, f"{member_id(first, 1)!r} follows", "warning")
        wanted = member_id(first, index)
        key = ids.free(wanted)
        if key != wanted:
            what = f"the id {wanted!r} is there twice: {_name(path)} counts up to it"
            self.findings.say(path, what, done=f"the one that is counted is now {key!r}")
        return key

    def half_u_of(self, first: int, index: int, step: int, path: Path) -> int:
        """Return the position of a member of a fold; 0, and a problem, where it leaves any rack."""
        at = first + index * step
        wrong = problem("Device", "u", at / 2)
        if wrong:
            self.findings.say(path, f"{_name(path)}, number {index + 1}: {wrong}", done="left out")
        return 0 if wrong else at

    def _repeat(self, value: Any, path: Path) -> int:  # noqa: ANN401 - plain data of a file
        whole = isinstance(value, int) and not isinstance(value, bool)
        wrong = "" if whole else f"repeat cannot be {shown(value)}: give a whole number"
        wrong = wrong or problem("Device", "repeat", value)
        if wrong:
            self.findings.say(
                (*path, "repeat"), f"{_name(path)}: {wrong}", done="read as one record"
            )
            return 1
        if value - 1 > self._left:
            what = f"{_name(path)}.repeat: the lines of this file stand for too many records"
            mend = f"at most {MOST_UNFOLDED:,} may be repeated"
            self.findings.say((*path, "repeat"), what, mend, done="read as one record")
            return 1
        self._left -= value - 1
        return int(value)

    def _half_units(self, value: Any, path: Path, done: str) -> int | None:  # noqa: ANN401 - plain data of a file
        """Return rack units as half units; None, and a problem, where they are none."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and abs(value) < 1e9 and float(value * 2).is_integer():
            wrong = problem("Device", str(path[-1]), value)
            if not wrong:
                return int(value * 2)
            what = f"{_name(path[:-1])}: {wrong}"
        else:
            what = f"{_name(path)}: {shown(value)} is no number of whole or half rack units"
        self.findings.say(path, what, done=done)
        return None


def _run_end(records: Sequence[Keyed], start: int) -> tuple[int, int]:
    """Return where a run of alike records ends, and the half units from one to the next."""
    step = None
    limit = min(len(records), start + MOST_ALIKE)
    end = start + 1
    while end < limit:
        before, after = records[end - 1], records[end]
        apart = after[1].get("half_u", 0) - before[1].get("half_u", 0)
        if (step is not None and apart != step) or not _alike(before, after):
            break
        step = apart
        end += 1
    return end, step or 0


def _alike(before: Keyed, after: Keyed) -> bool:
    """Return whether a record is another's neighbour, and differs in id, name and place only."""
    if not parted(before[0]) or after[0] != counted(before[0], 1):
        return False
    if "name" in before[1] and after[1].get("name") != counted(before[1]["name"], 1):
        return False
    return _shared(before[1]) == _shared(after[1])


def _shared(fields: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in fields.items() if name != "half_u"}
    if "name" in rest:
        rest["name"] = None
    return rest


def _written(fields: dict[str, Any], repeat: int, step: int) -> dict[str, Any]:
    """Return fields as a file names them; position and fold stand where `half_u` stood."""
    at = fields.get("half_u", 0)
    place: dict[str, Any] = {"u": _units(at)} if at or step else {}
    if repeat > 1:
        place["repeat"] = repeat
        if step != (_STEP if "u" in place else 0):
            place["pitch"] = _units(step)
    said: dict[str, Any] = {}
    for name, value in fields.items():
        said.update(place if name == "half_u" else {name: value})
    return {**said, **place}


def _units(half_units: int) -> int | float:
    return half_units / 2 if half_units % 2 else half_units // 2


def _name(path: Path) -> str:
    return ".".join(map(str, path))
