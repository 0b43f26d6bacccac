"""What all files of hours share: their text, a refusal in one line, gaps filled in, and months."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Final

from designer.catalog.input_file import ReadError
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.model.weather_year import DAYS

HOURS: Final = 8760
LONGEST_GAP_H: Final = 24
"""Hours in a row that are filled in between those beside them; a longer gap is refused."""
STARTS: Final = tuple(accumulate(DAYS, initial=0))
"""Days of the year before each month."""


def text_of(raw: bytes) -> str:
    """Return a file's bytes as text, UTF-8 or Latin-1."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def refused(where: str, what: str, mend: str) -> ReadError:
    """Return the error of a file that is no year of hours."""
    return ReadError(Problem(where=where, what=what, mend=mend))


def id_of(name: str) -> str:
    """Return what a design calls a place; empty where nothing of its name is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def months_of(hours: Sequence[float]) -> Iterator[Sequence[float]]:
    """Yield the hours of each month."""
    for start, days in zip(STARTS, DAYS, strict=False):
        yield hours[start * 24 : (start + days) * 24]


def filled(values: Sequence[float | None], what: str, name: str, notes: list[str]) -> list[float]:
    """Return a column without gaps: on a line between the hours beside them.

    The year is typical, so that its last hour stands beside its first.

    Raises
    ------
    ReadError
        If more hours in a row are missing than can be filled so.
    """
    first = next((at for at, value in enumerate(values) if value is not None), 0)
    around = [*values[first:], *values[:first]]
    gaps = list(_gaps(around))
    for begin, length in gaps:
        start = (begin + first) % len(values)
        if length > LONGEST_GAP_H:
            raise refused(
                name,
                f"{length} hours without a {what} in a row, from hour {start + 1} of the year",
                f"choose another file or year of this place: gaps of at most {LONGEST_GAP_H} hours "
                "are filled in",
            )
    found = list(around)
    for begin, length in gaps:
        before, after = around[begin - 1], around[(begin + length) % len(around)]
        ends = [end for end in (before, after) if end is not None]
        low, high = ends[0], ends[-1]
        for step in range(length):
            found[begin + step] = low + (high - low) * (step + 1) / (length + 1)
    if gaps:
        number = sum(length for _, length in gaps)
        notes.append(f"{plural(number, 'hour')} without a {what}: taken from the hours beside them")
    return [value for value in (*found[-first:], *found[:-first]) if value is not None]


def _gaps(values: Iterable[float | None]) -> Iterator[tuple[int, int]]:
    """Yield the first hour and the length of each run that is missing."""
    at = 0
    for missing, run in groupby(values, lambda value: value is None):
        length = len(list(run))
        if missing:
            yield at, length
        at += length
