"""What the reference of a figure is of: the one place that reads and writes such references.

`site.pue`, `room.floor_limit_kpa`, `platform.cuda`, `feed A.capacity_kw` (any record of the room's
power, by its kind), `dgx-h200.psu.rating_w` (a part, in or out of the catalogue); all else, such as
`rule sum of highest powers` and `default psu-efficiency`, is of nothing that can be entered.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from designer.model.design import PowerKind, PowerNode

Of = Literal["site", "room", "platform", "power", "part", "rule"]

_POWER_KINDS: Final = frozenset(get_args(PowerKind))


@dataclass(frozen=True)
class FigureRef:
    """A reference taken apart.

    Attributes
    ----------
    owner
        Id of the part or of the record of the room's power; empty for the others.
    field
        The field, with a point for each record it stands in: `psu.rating_w`.
    """

    of: Of
    owner: str = ""
    field: str = ""


def power_ref(node: PowerNode, field: str) -> str:
    """Return the reference of a figure of the room's power: `feed A.capacity_kw`."""
    return f"{node.kind} {node.id}.{field}"


def figure_ref(ref: str) -> FigureRef:
    """Take a reference apart."""
    kind, space, rest = ref.partition(" ")
    if space:
        # The id is the user's and may hold points; no field of a record of power does.
        owner, _, field = rest.rpartition(".")
        known = kind in _POWER_KINDS and owner and field.isidentifier()
        return FigureRef("power", owner, field) if known else FigureRef("rule")
    owner, _, field = ref.partition(".")
    if owner == "site":
        return FigureRef("site", field=field)
    if owner == "room":
        return FigureRef("room", field=field)
    if owner == "platform":
        return FigureRef("platform", field=field)
    return FigureRef("part", owner, field) if field else FigureRef("rule")


def can_be_entered(ref: str) -> bool:
    """Return whether there is a field where a person gives the figure.

    What hangs on the whips of a feed follows from the racks, a rule or a default from the program.
    """
    read = figure_ref(ref)
    return read.of != "rule" and (read.of, read.field) != ("power", "whips")
