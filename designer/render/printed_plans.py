"""Building plans on paper and in pictures: those that the design says are printed.

Who draws says where the files are, or has their pictures already. Files that are missing or cannot
be read are told in place of the plan.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform

from designer.io.system_calls import read_regular
from designer.model.design import Design, Underlay
from designer.render.theme import Theme
from designer.render.underlay import (
    LineUnderlay,
    Picture,
    PictureUnderlay,
    Size,
    UnderlayError,
    paint_underlay,
)

Found = tuple[Picture | None, str]
"""A picture, or why there is none."""
Plans = Callable[[Underlay], Found]
_SCALED: Final = {
    "": "not to scale: nothing is to be measured on it",
    "file": "to scale by the units of its file",
    "measured": "to scale by a measured distance",
}


def _nowhere(one: Underlay) -> Found:
    return None, f"{one.file}: the file of the design is not known, from which it would be found"


_NOW: Final[dict[str, Plans]] = {"plans": _nowhere}
"""From where pictures are taken now."""


@contextmanager
def plans_from(source: Path | Plans | None) -> Iterator[None]:
    """Take pictures from a folder, or from who has them, for as long as something is drawn."""
    before = _NOW["plans"]
    if source is not None:
        _NOW["plans"] = _in_folder(source) if isinstance(source, Path) else source
    try:
        yield
    finally:
        _NOW["plans"] = before


def printed(design: Design) -> tuple[Underlay, ...]:
    """Return the building plans that are printed."""
    return tuple(one for one in design.underlays if one.printed and not one.hidden)


def plan_notes(design: Design) -> list[str]:
    """Return a sentence on each plan that is printed: its file, and how it is to scale."""
    return [
        f"Building plan {one.name or one.id} ({one.file}) below the floor, {_SCALED[one.scaled]}."
        for one in printed(design)
    ]


def paint_plans(
    painter: QPainter, design: Design, transform: QTransform, theme: Theme, seen: QRectF,
    px: float = 1.0,
) -> None:  # fmt: skip
    """Paint the plans that are printed; the painter works in units of the device.

    Parameters
    ----------
    transform
        From mm of the floor to units of the device.
    seen
        What of the device is painted.
    px
        Units of the device for a nominal pixel.
    """
    for one in printed(design):
        picture, why = _NOW["plans"](one)
        paint_underlay(painter, one, picture, why, transform, theme, seen, px)


def _in_folder(folder: Path) -> Plans:
    """Return who reads files from a folder, each once."""
    known: dict[str, Found] = {}

    def found(one: Underlay) -> Found:
        if one.file not in known:
            known[one.file] = _read(folder / one.file, one)
        return known[one.file]

    return found


def _read(path: Path, one: Underlay) -> Found:
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return None, f"{one.file} is missing"
    except OSError as error:
        return None, f"{one.file} cannot be read: {error.strerror or error}"
    if one.digest and sha256(data).hexdigest() != one.digest:
        return None, f"{one.file} is not the file that was placed: its contents are others"
    try:
        if path.suffix.lower() == ".dxf":
            return _lines(path), ""
        return PictureUnderlay(data, path.name), ""
    except (UnderlayError, ValueError) as error:
        return None, f"{one.file}: {error}"


def _lines(path: Path) -> LineUnderlay:
    # It takes a while to import, and most designs have no such plan.
    from designer.io.dxf_plan import read_dxf

    plan = read_dxf(path)
    number = {name: at for at, name in enumerate(plan.layers)}
    lines = [(number[layer], np.array(line, dtype=np.float64)) for layer, line in plan.lines]
    return LineUnderlay(lines, plan.layers, Size(plan.wide, plan.high, plan.mm_per_unit))
