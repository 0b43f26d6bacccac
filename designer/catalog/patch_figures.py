"""Figures of patch panels. Unknown is `None`, never 0: 0 is a panel that takes none of a sort."""

from typing import Final

from designer.model.record import Record

PLUGS: Final = ("MPO", "LC")
"""Sorts of plug that panels take: an adapter for MPO takes rows of 12 and of 16 fibres."""


class PatchFigures(Record):
    """What a patch panel offers in front when it is fitted with as much of one sort as it takes.

    Attributes
    ----------
    mpo_ports, lc_ports
        Adapters for one MPO, and for one LC duplex: one or the other, or a share of both.
    fibres
        The most that end in it.
    modules
        Cassettes, modules or adapter plates that it takes.
    """

    mpo_ports: int | None = None
    lc_ports: int | None = None
    fibres: int | None = None
    modules: int | None = None

    def ports(self, plug: str) -> int | None:
        """Return the ports for one sort of `PLUGS`; None where nobody says."""
        return self.mpo_ports if plug == "MPO" else self.lc_ports


def plug_of(fibre: str) -> str:
    """Return the sort of plug of a fibre, such as MPO of MPO-12; empty for one no panel takes."""
    return next((plug for plug in PLUGS if fibre.startswith(plug)), "")
