"""Sums of parts' figures, where some parts are in no catalogue and so leave every sum open."""

from collections.abc import Iterable, Mapping

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part_bounds import UNITS, PartFigures
from designer.model.figure_columns import sums
from designer.model.figures import Figure, missing, total


def sums_over(
    figures: PartFigures, names: Iterable[str], numbers: Mapping[str, int], lost: Mapping[str, int]
) -> dict[str, Figure]:
    """Return the sums of several figures of the same parts."""
    asked = tuple(names)
    found = sums((figures.columns[name] for name in asked), figures.counts(numbers))
    return {name: _with_lost(figure, name, lost) for name, figure in zip(asked, found, strict=True)}


def sum_over(
    figures: PartFigures, name: str, numbers: Mapping[str, int], lost: Mapping[str, int]
) -> Figure:
    """Return the sum of a figure of parts.

    Parameters
    ----------
    name
        The figure, `power_max_w`.
    numbers
        How many of each part of the catalogue, by id.
    lost
        How many of each that the catalogue lacks: nothing bounds what these add.
    """
    return _with_lost(figures.columns[name].sum(figures.counts(numbers)), name, lost)


def _with_lost(known: Figure, name: str, lost: Mapping[str, int]) -> Figure:
    if not lost:
        return known
    open_ = (missing(lost_ref(part), UNITS[name]).times(n) for part, n in lost.items())
    return total((known, *open_))
