"""What may be asked of the ways of cables, to be drawn on the plan. Base records only."""

from designer.model.record import Record


class WaysAsked(Record):
    """The ways of the cables of some fabrics, by id; of all of them where none is named."""

    fabrics: tuple[str, ...] = ()


class FabricCables(Record):
    """How many cables with both ends a fabric has, whether they are shown or not."""

    fabric: str
    name: str = ""
    cables: int = 0


class Bundle(Record):
    """A straight piece of a tray: cables at its fullest place, and in it of all fabrics."""

    tray: str
    x_mm: int
    y_mm: int
    end_x_mm: int
    end_y_mm: int
    cables: int = 0
    of_all: int = 0


class Drop(Record):
    """Cables from the middle of a rack to the place of a tray that it reaches."""

    rack: str
    x_mm: int
    y_mm: int
    on_x_mm: int
    on_y_mm: int
    cables: int = 0


class Straight(Record):
    """Cables between two racks that no tray joins: along the axes of the plan, an estimate."""

    a: str
    b: str
    corners: tuple[tuple[int, int], ...] = ()
    cables: int = 0


class CableWays(Record):
    """The ways of cables.

    Attributes
    ----------
    cables
        Those that are shown, with those within racks.
    straight, left_out
        The straight ways with the most cables, and how many cables the others have.
    """

    fabrics: tuple[FabricCables, ...] = ()
    cables: int = 0
    bundles: tuple[Bundle, ...] = ()
    drops: tuple[Drop, ...] = ()
    straight: tuple[Straight, ...] = ()
    left_out: int = 0
