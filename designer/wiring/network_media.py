"""Which links of a fabric nothing in the catalogue can make, whatever their length and way."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.model.design import Fabric
from designer.model.figures import missing
from designer.wiring.cable_media import Socket, Stock, offer, socket_of
from designer.wiring.network_columns import CONNECTED, Links, Nodes, Places, Refusal
from designer.wiring.network_members import Members
from designer.wiring.network_ports import PortFit

_CATALOGUES_KEPT = 4
_PAIRS_KEPT = 256


@dataclass(frozen=True)
class Unmade:
    """Looks for pairs of parts whose ports no cable and no modules of the catalogue join.

    Attributes
    ----------
    fits
        Ports of the members' parts, as nodes and as switches.
    """

    fabric: Fabric
    members: Members
    nodes: Nodes
    places: Places
    fits: tuple[tuple[PortFit, ...], tuple[PortFit, ...]]

    def of(self, links: Links, catalog: Catalog) -> tuple[Refusal, ...]:
        """Return each pair with the number of its links; none where the catalogue has no cables."""
        found = list(self._pairs(catalog))
        return tuple(self._counted(links, found)) if found else ()

    def _pairs(self, catalog: Catalog) -> Iterator[tuple[bool, int, int]]:
        """Yield whether the lower part is a switch, and the numbers of both parts."""
        node_fits, switch_fits = self.fits
        above = [(number, fit) for number, fit in enumerate(switch_fits) if _is_known(fit)]
        for on_switch, fits in ((False, node_fits), (True, switch_fits)):
            for number, fit in enumerate(fits):
                if not _is_known(fit):
                    continue
                for other, its in above:
                    ends = socket_of(fit, on_switch=on_switch), socket_of(its, on_switch=True)
                    if not _is_made(catalog, ends, self.fabric.rate_gbps):
                        yield on_switch, number, other

    def _counted(self, links: Links, pairs: list[tuple[bool, int, int]]) -> Iterator[Refusal]:
        """Yield the pairs that links join."""
        made, parts = links.fault == CONNECTED, self.members.parts
        of_node = made & (links.end >= 0)
        first = np.int32(len(self.nodes))
        upper = self._switch(links.b - first)
        for on_switch, one, other in pairs:
            if on_switch:
                rows = made & (links.end < 0)
                lower = self._switch(links.a[rows] - first)
            else:
                rows = of_node
                lower = self.members.node_parts[self.nodes.device[links.a[rows]]]
            mine = (lower == one) & (upper[rows] == other)
            number = int(links.count[rows][mine].sum())
            if number:
                reason = f"nothing in the catalogue joins its ports to those of {parts[other]}"
                yield Refusal(reason, parts[one], number)

    def _switch(self, place: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the parts of the switches at places; -1 where none stands."""
        table = np.append(self.members.switch_parts, np.int32(-1))
        found: NDArray[np.int32] = table[self.places.switch[place]]
        return found


def _is_known(fit: PortFit) -> bool:
    """Return whether a part has ports of a known form for the fabric."""
    return bool(fit.connector and fit.lanes and not fit.refusal and not fit.doubt)


@lru_cache(maxsize=_CATALOGUES_KEPT)
def _stock(catalog: Catalog) -> Stock | None:
    """Return what a catalogue has to join cages; None where it has no cables at all."""
    stock = Stock.of(catalog.parts)
    return stock if stock.cables or stock.modules or stock.fibres else None


@lru_cache(maxsize=_PAIRS_KEPT)
def _is_made(catalog: Catalog, ends: tuple[Socket, Socket], rate_gbps: float) -> bool:
    """Return whether something joins two cages, whichever way their links go."""
    stock = _stock(catalog)
    if stock is None:
        return True
    found = offer(ends, rate_gbps, stock, lambda part: missing(f"{part.id}.price"))
    return bool(found.options)
