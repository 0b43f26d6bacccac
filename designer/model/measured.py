"""Records whose figures carry bounds: the number under its name, and beside it what is not exact.

A field holds the value, exact or estimated, or None where there is none. `bounds` has an entry for
every figure of the record that is not exact, so that a record of known figures is as short as it
ever was. A lower bound never stands in the field itself: it would look like the figure.

May import the figures of this room.
"""

from collections.abc import Mapping
from math import inf
from typing import Any, Self

from designer.model.figures import Answer, Figure, Gap, exact, missing
from designer.model.record import Record
from designer.model.units import unit_of


class Bound(Record):
    """What is not exact of one figure of a record.

    Attributes
    ----------
    name
        The field it belongs to.
    low, high
        Bounds; `high` is None where nothing bounds it.
    known
        Share of the inputs that is known.
    estimated
        Whether the field's value rests on a named estimate.
    basis, gaps
        What it rests on; the inputs that leave it open, widest first.
    """

    name: str
    low: float
    high: float | None = None
    known: float = 0.0
    estimated: bool = False
    basis: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


class Measured(Record):
    """A record that says of its figures what is not exact."""

    bounds: tuple[Bound, ...] = ()

    def figure(self, name: str, unit: str = "") -> Figure:
        """Return a field as a figure.

        Raises
        ------
        AttributeError
            If the record has no such field.
        """
        value: float | None = getattr(self, name)
        unit = unit or unit_of(name)
        for bound in self.bounds:
            if bound.name == name:
                high = inf if bound.high is None else bound.high
                # The record keeps the order of what leaves it open, and not the widths.
                gaps = tuple(
                    Gap(ref, (high - bound.low) / at) for at, ref in enumerate(bound.gaps, start=1)
                )
                return Figure(
                    bound.low, high, value, unit, bound.known, bound.basis, gaps, bound.estimated
                )
        return missing(name, unit) if value is None else exact(value, unit)

    def with_figures(self, figures: Mapping[str, Figure]) -> Self:
        """Return the record with some fields that are these figures."""
        fields = fields_of(figures)
        kept = tuple(one for one in self.bounds if one.name not in figures)
        return self.evolve(**{**fields, "bounds": (*kept, *fields["bounds"])})

    def bound(self, name: str) -> Bound | None:
        """Return what is not exact of a field; None where it is exact or not a figure."""
        return next((bound for bound in self.bounds if bound.name == name), None)


def flag_of(answer: Answer) -> bool | None:
    """Return an answer as a record's field holds it: None where it cannot be said."""
    return None if answer == "open" else answer == "yes"


def fields_of(figures: Mapping[str, Figure]) -> dict[str, Any]:
    """Return a measured record's fields for figures by name: values, and `bounds` for the rest."""
    return {
        **{name: figure.value for name, figure in figures.items()},
        "bounds": bounds_of(figures),
    }


def bounds_of(figures: Mapping[str, Figure]) -> tuple[Bound, ...]:
    """Return what is not exact of figures by name."""
    return tuple(
        Bound(
            name=name, low=f.low, high=None if f.high == inf else f.high, known=f.known,
            estimated=f.estimated, basis=f.basis, gaps=tuple(gap.ref for gap in f.gaps),
        )
        for name, f in figures.items()
        if not f.exact
    )  # fmt: skip
