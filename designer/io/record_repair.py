"""Make records from plain data that may be wrong: keep what fits, report what does not.

Import tolerates and says so; only edits are strict. May import `model` and `catalog`.
"""

import copy
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from designer.catalog.plain_toml import too_deep
from designer.model.problem import Problem, Severity
from designer.model.ranges import out_of_range, range_at, range_of
from designer.model.record import Record
from designer.model.source_places import Path

R = TypeVar("R", bound=Record)
_ROUNDS: Final = 40
_SCALARS: Final = (bool, int, float, str)
_NUMBERS: Final = (int, float)
_NUMBER_ERRORS: Final = ("float_", "int_", "finite_")
"""How pydantic begins the types of its errors about numbers."""
_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


def shown(data: object) -> str:
    """Return data as short text for a message, however long or deep it is."""
    return _SHORT.repr(data)


class Findings:
    """Collects problems; `place` turns a path in the data into a place in the file."""

    def __init__(self, place: Callable[[Path], str]) -> None:
        self.problems: list[Problem] = []
        self._place = place

    def say(
        self,
        path: Path,
        what: str,
        mend: str = "",
        severity: Severity = "error",
        *,
        done: str = "",
    ) -> None:
        """Add a problem. `error` means that something of the file is not in the design."""
        where = self._place(path)
        self.problems.append(
            Problem(severity=severity, where=where, what=what, done=done, mend=mend)
        )

    def note(self, where: str, what: str, mend: str) -> None:
        """Add a remark about a place that is known already."""
        self.problems.append(Problem(severity="info", where=where, what=what, mend=mend))


def record_from(cls: type[R], data: Any, path: Path, findings: Findings) -> R | None:  # noqa: ANN401 - plain data of a file
    """Return a record made from plain data, mended where needed; None if nothing can be made.

    Parameters
    ----------
    cls
        The kind of record.
    data
        What the file holds; a table where all is well.
    path
        Where it stands, for messages.
    findings
        Takes what was wrong.
    """
    record = _as_it_stands(cls, data)
    if record is None:
        try:
            record = cls.model_validate(data)
        except (ValidationError, RecursionError):
            record = _mended(cls, data, path, findings)
        else:
            _say_read_otherwise(record, data, path, findings)
    return None if record is None else without_wrong_figures(record, path, findings)


def _as_it_stands(cls: type[R], data: object) -> R | None:
    """Return a record of which each value is of the type of its field; None where one is not.

    Most of a file is so, and need not be asked value by value what it was read as.
    """
    try:
        return cls.model_validate(data, strict=True)
    except (ValidationError, RecursionError):
        return None


def _mended(cls: type[R], data: Any, path: Path, findings: Findings) -> R | None:  # noqa: ANN401 - plain data of a file
    """Return a record made from data that does not fit its fields."""
    if not isinstance(data, dict):
        findings.say(
            path, f"{_name(path)}: a table is wanted, found {shown(data)}", done="left out"
        )
        return None
    try:
        mended = copy.deepcopy(data)
    except RecursionError:
        findings.say(path, f"{_name(path)}: nested too deeply", done="left out")
        return None
    for _ in range(_ROUNDS):
        try:
            record = cls.model_validate(mended)
        except ValidationError as error:
            # One error a round for each place: mending a field can make a second message untrue.
            # From the end, so that what is taken out of a list moves nothing that is still to come.
            wrong = {_reach(mended, e): e for e in reversed(error.errors())}
            for place, detail in wrong.items():
                if not _mend(cls, mended, place, dict(detail), path, findings):
                    findings.say(
                        path, f"{_name(path)}: {detail['msg']}", done="the record is left out"
                    )
                    return None
        else:
            _say_read_otherwise(record, mended, path, findings)
            return record
    findings.say(path, f"{_name(path)}: too much is wrong with it", done="the record is left out")
    return None


def leave_out_depths(data: dict[str, Any], findings: Findings) -> None:
    """Take out of a file's data what is nested deeper than any field, and more than can be copied.

    Whoever walks the data from here on may call itself for each level.
    """
    for path, holder, step in too_deep(data):
        findings.say(path[:2], f"{_name(path[:2])}: nested too deeply", done="left out")
        holder[step] = ""


def without_wrong_figures(record: R, path: Path, findings: Findings) -> R | None:
    """Return a record without the figures that cannot be; None if it cannot be without them.

    What is left out has its default, which for most figures is that they are not known. Where a
    record must state a figure, it goes itself; a position is taken as 0.
    """
    wrong = list(out_of_range(record))
    return _without(record, wrong, path, findings) if wrong else record


def _without(record: R, wrong: list[tuple[Path, str]], path: Path, findings: Findings) -> R | None:
    """Return a record without the figures at some places; the places are grouped on the way."""
    changes: dict[str, Any] = {}
    stays = True
    for step, inner in _by_first_step(wrong).items():
        name, at = str(step), (*path, step)
        held: Any = getattr(record, name)
        field = type(record).model_fields[name]
        if isinstance(held, tuple) and inner[0][0]:
            within = _by_first_step(inner)
            kept = [
                _without(item, within[i], (*at, i), findings) if i in within else item
                for i, item in enumerate(held)
            ]
            changes[name] = tuple(item for item in kept if item is not None)
            continue
        if isinstance(held, Record):
            changes[name] = _without(held, inner, at, findings)
        else:
            changes[name], done = _instead(record, name)
            findings.say(at, f"{_name(path)}: {inner[0][1]}", done=done)
        if changes[name] is None and field.is_required():
            stays = False
        elif changes[name] is None:
            changes[name] = field.get_default()
    try:
        return record.evolve(**changes) if stays else None
    except ValidationError as error:  # a record may ask for one of two figures
        findings.say(path, f"{_name(path)}: {error.errors()[0]['msg']}", done="left out")
        return None


def _instead(record: Record, name: str) -> tuple[int | None, str]:
    """Return what stands for a figure that was left out, and what a message says of it."""
    if not type(record).model_fields[name].is_required():
        return None, "left out"
    bounds = range_of(type(record).__name__, name)
    if bounds is not None and bounds.low < 0:
        return 0, "0 was taken"
    return None, "what must state it is left out"


def _by_first_step(wrong: list[tuple[Path, str]]) -> dict[str | int, list[tuple[Path, str]]]:
    grouped: dict[str | int, list[tuple[Path, str]]] = {}
    for place, message in wrong:
        grouped.setdefault(place[0], []).append((place[1:], message))
    return grouped


def _name(path: Path) -> str:
    return ".".join(map(str, path))


def _say_read_otherwise(read: Any, data: Any, path: Path, findings: Findings) -> None:  # noqa: ANN401 - plain data
    """Report values that were taken for values of another type: `true` for 1, `"5"` for 5."""
    if isinstance(read, Record) and isinstance(data, dict):
        fields = type(read).model_fields
        for name, value in data.items():
            if name not in fields:
                continue
            one = getattr(read, name)
            # Mostly a scalar that is what it was: thousands of them are not asked one by one.
            if type(one) is not type(value) or not isinstance(one, _SCALARS):
                _say_read_otherwise(one, value, (*path, name), findings)
    elif isinstance(read, tuple) and isinstance(data, list):
        for index, (one, value) in enumerate(zip(read, data, strict=False)):
            _say_read_otherwise(one, value, (*path, index), findings)
    elif isinstance(read, _SCALARS) and type(read) is not type(data):
        if type(read) in _NUMBERS and type(data) in _NUMBERS and read == data:
            return  # 46.0 and 46 say the same
        what = f"{_name(path)}: {shown(data)} is read as {shown(read)}"
        findings.say(path, what, "write it so", "warning")


def _reach(data: Any, error: Mapping[str, Any]) -> Path:  # noqa: ANN401 - plain data
    """Return the place of an error as far as the data has it (the rest names union members).

    An error inside a list that stands in a list, a point of an outline, is one of the inner list:
    without one of its numbers it would be another point.
    """
    reached: list[str | int] = []
    for step in error["loc"]:
        known = isinstance(data, dict) and step in data
        listed = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if listed and reached and isinstance(reached[-1], int):
            break
        if known or listed:
            data = data[step]
            reached.append(step)
            continue
        # A missing field belongs to the path although the data lacks it.
        if error["type"] == "missing" and isinstance(data, dict) and isinstance(step, str):
            reached.append(step)
        break
    return tuple(reached)


def _mend(
    cls: type[Record],
    data: dict[str, Any],
    place: Path,
    error: dict[str, Any],
    path: Path,
    findings: Findings,
) -> bool:
    """Mend one place of the data; return whether anything was done."""
    if not place:
        return False
    holder: Any = data
    for step in place[:-1]:
        holder = holder[step]
    last = place[-1]
    field = f"{_name(path)}.{_name(place)}"
    full = (*path, *place)
    if error["type"] == "missing" and isinstance(holder, dict) and last not in holder:
        return _fill(cls, holder, place, full, findings)
    found = holder[last]
    if error["type"] == "extra_forbidden":
        done = f"left out: {shown(found)}"
        findings.say(full, f"{field}: no such field", _known(cls, place), done=done)
    elif error["type"] == "string_type" and not isinstance(found, dict | list):
        holder[last] = str(found)
        findings.say(
            full, f"{field}: text is wanted", f"{shown(str(found))} is read as text", "warning"
        )
        return True
    else:
        wrong = _no_figure(cls, place, error["type"], found)
        if wrong:
            findings.say(full, f"{_name((*path, *place[:-1]))}: {wrong}", done="left out")
        else:
            what = f"{field}: {error['msg']}, found {shown(found)}"
            findings.say(full, what, done="left out")
    del holder[last]
    return True


def _no_figure(cls: type[Record], place: Path, kind: str, found: object) -> str:
    """Return what fits where a number is wanted and something else found; empty elsewhere."""
    names = tuple(step for step in place if isinstance(step, str))
    figure = isinstance(place[-1], str) and kind.startswith(_NUMBER_ERRORS)
    bounds = range_at(cls, names) if figure else None
    if bounds is None:
        return ""
    if isinstance(found, _NUMBERS) and not isinstance(found, bool):
        return bounds.problem(names[-1], found)
    return bounds.refusal(names[-1], shown(found))


def _fill(
    cls: type[Record], holder: dict[str, Any], place: Path, full: Path, findings: Findings
) -> bool:
    """Give a required field that is missing a neutral value, so that the record can be mended."""
    last = str(place[-1])
    neutral = {str: "", int: 0}
    annotation = cls.model_fields[last].annotation if last in cls.model_fields else str
    if annotation not in neutral:
        return False
    value: Any = neutral[annotation]
    if annotation is str and last == "name":
        value = holder.get("id", "")
    holder[last] = value
    findings.say(full, f"{_name(full)} is missing", done=f"{value!r} was taken")
    return True


def _known(cls: type[Record], place: Path) -> str:
    """Return the fields that a file may hold; positions are in rack units there (`folds`)."""
    if len(place) != 1:
        return ""
    names = list(cls.model_fields)
    if "half_u" in names:
        at = names.index("half_u")
        names[at : at + 1] = ["u", "repeat", "pitch"]
    return f"known fields: {', '.join(names)}"
