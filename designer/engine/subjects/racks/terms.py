"""What a rack adds to its row and to the hall."""

from typing import NamedTuple

from designer.model.figures import Figure


def whole(number: float | None) -> int | None:
    """Return a count as a record holds it."""
    return None if number is None else int(number)


class Bound(NamedTuple):
    """What each rack adds to what a limit strands of which it binds, or may bind."""

    racks: Figure
    full_racks: Figure
    stranded: Figure


class Strand(NamedTuple):
    """What a rack adds to what is stranded of one capacity, or may be by one of several limits.

    `open_on` holds the inputs that leave open whether it has this capacity.
    """

    limit: str
    label: str
    unit: str
    stranded: Figure
    capacity: Figure
    open_on: tuple[str, ...] = ()


class Terms(NamedTuple):
    """What a rack adds to its row and to the hall.

    Attributes
    ----------
    is_rack
        Whether it is one: of what stands in a row and is none only power and mass count.
    figures
        Those of its report that are summed, by name.
    power, cabled
        Its highest power, and what it draws as cabled, kW.
    usable
        What it can use of its feeds, kW.
    binding
        The limits that bind or may, by name, each with all that it is called.
    bound
        What it adds to what each of these strands.
    strands
        What it adds to what is stranded of each capacity.
    """

    is_rack: bool
    can_be_filled: bool
    racks: Figure
    power: Figure
    cabled: Figure
    gpus: Figure
    usable: Figure
    stranded: Figure
    stranded_now: Figure
    figures: tuple[tuple[str, Figure], ...]
    binding: tuple[tuple[str, tuple[str, ...]], ...]
    bound: Bound
    strands: tuple[Strand, ...]

    def figure(self, name: str) -> Figure:
        """Return a figure of its report."""
        for called, figure in self.figures:
            if called == name:
                return figure
        raise KeyError(name)


Run = tuple[Terms, int, int]
"""What racks add, how many racks do so, and how many times so many follow one another."""
