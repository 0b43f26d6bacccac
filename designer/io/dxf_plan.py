"""Reads a DXF as lines by layer, for a plan that lies below the floor.

Blocks, arcs, splines and dimensions become lines; what is no line (hatches, pictures, solids) is
counted by its kind. Imports `ezdxf`: import this module only to read. May import `model`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import ezdxf
from ezdxf import disassemble, recover, units
from ezdxf.path import make_path

Line = tuple[tuple[float, float], ...]

MOST_POINTS: Final = 2_000_000
"""Corners of lines after which a drawing is cut: what is more is counted as not drawn."""
_WORDS: Final = frozenset({"TEXT", "MTEXT", "ATTRIB", "ATTDEF"})
_WITH_WIDTH: Final = frozenset({"LWPOLYLINE", "POLYLINE"})
"""Lines that may be as broad as a tray: the line along their middle is drawn."""
_NOTHING: Final = frozenset({"VIEWPORT", "SEQEND"})
_FINE: Final = 2.0
"""How far a line may be from the arc that it stands for, in mm."""
_FAILURES: Final = (
    ezdxf.DXFError, OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError,
    RecursionError, MemoryError,
)  # fmt: skip
"""What a damaged drawing is refused with: its reader checks less than files can hold."""


class DxfError(ValueError):
    """The file cannot be read as DXF; the message says why."""


@dataclass(frozen=True)
class DxfPlan:
    """The lines of a drawing.

    Attributes
    ----------
    lines
        Layer and corners of each, y downwards, from the upper left corner of all.
    wide, high
        Size of the box around them, in units of the drawing.
    mm_per_unit
        How long its unit is; None where the drawing does not say.
    layers
        Names of the layers that hold anything, those that are off left out.
    off
        Names of the layers that are off or frozen in the drawing.
    undrawn
        Kind of entity and how many of it are not drawn.
    """

    lines: tuple[tuple[str, Line], ...]
    wide: float
    high: float
    mm_per_unit: float | None
    layers: tuple[str, ...]
    off: tuple[str, ...]
    undrawn: tuple[tuple[str, int], ...]


def read_dxf(path: Path) -> DxfPlan:
    """Return the lines of a drawing, ASCII or binary; of a damaged one what can be recovered.

    Raises
    ------
    DxfError
        If it is no DXF, cannot be read, or holds no line.
    """
    try:
        return _plan(_opened(path))
    except DxfError:
        raise
    except _FAILURES as error:
        words = str(error) or type(error).__name__
        raise DxfError(f"{path.name}: not read as DXF: {words[:200].strip()}") from error


def _opened(path: Path) -> Any:  # noqa: ANN401 - a drawing of ezdxf
    try:
        return ezdxf.readfile(path)
    except ezdxf.DXFStructureError:
        file, _ = recover.readfile(path)
        return file


def _plan(file: Any) -> DxfPlan:  # noqa: ANN401 - a drawing of ezdxf
    # The table of units is rounded: an inch is 25.4 mm.
    scale = float(f"{units.conversion_factor(file.units, units.MM):.9g}") if file.units else None
    off = {layer.dxf.name for layer in file.layers if layer.is_off() or layer.is_frozen()}
    fine = _FINE / scale if scale else 0.01
    undrawn: Counter[str] = Counter()
    lines = list(_lines(file.modelspace(), fine, off, undrawn))
    if not lines:
        raise DxfError("the drawing holds no line that could be drawn")
    left = min(x for _, line in lines for x, _ in line)
    right = max(x for _, line in lines for x, _ in line)
    low = min(y for _, line in lines for _, y in line)
    top = max(y for _, line in lines for _, y in line)
    shifted = tuple((layer, tuple((x - left, top - y) for x, y in line)) for layer, line in lines)
    names = tuple(sorted({layer for layer, _ in lines}))
    least = 1e-6
    return DxfPlan(
        shifted, max(right - left, least), max(top - low, least), scale, names, tuple(sorted(off)),
        tuple(sorted(undrawn.items())),
    )  # fmt: skip


def _lines(
    entities: Iterable[Any], fine: float, off: set[str], undrawn: Counter[str]
) -> Iterator[tuple[str, Line]]:
    """Yield layer and corners of what can be drawn, and count the rest."""
    points = 0
    for entity in disassemble.recursive_decompose(entities):
        kind, layer = entity.dxftype(), str(entity.dxf.get("layer", "0"))
        if layer in off or kind in _NOTHING:
            continue
        if kind in _WORDS or points > MOST_POINTS:
            undrawn["text" if kind in _WORDS else kind] += 1
            continue
        line = _line(entity, fine)
        if len(line) < 2:
            undrawn[kind] += 1
            continue
        points += len(line)
        yield layer, line


def _line(entity: Any, fine: float) -> Line:  # noqa: ANN401 - an entity of ezdxf
    """Return the corners of an entity; none of what has no line."""
    if entity.dxftype() in _WITH_WIDTH:
        path = make_path(entity)
    else:
        made = disassemble.make_primitive(entity, max_flattening_distance=fine)
        path = None if made.is_empty else made.path
    if path is None:
        return ()
    return tuple((float(at.x), float(at.y)) for at in path.flattening(fine))
