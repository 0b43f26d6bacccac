"""How full the trays of a design are, for who plans them: no report is made for it."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import assumptions_of
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, media_of
from designer.engine.subjects.cables.routing import ROUTING, routing_of
from designer.engine.subjects.cables.tray_lines import trays_of
from designer.engine.subjects.fabrics.network import NETWORK, network_of
from designer.model.design import Design
from designer.model.figures import Figure


def tray_fills(design: Design, catalog: Catalog) -> dict[str, Figure]:
    """Return what cables take of what may be filled of each tray, at its fullest place, %."""
    results: dict[str, Any] = {}
    facts = Facts(design, catalog, assumptions_of(design, catalog), results)
    results[NETWORK.name] = network_of(facts)
    results[ROUTING.name] = routing_of(facts)
    results[MEDIA.name] = media_of(facts)
    return {one.id: one.figure("fill_pct") for one in trays_of(design, results[MEDIA.name]).lines}
