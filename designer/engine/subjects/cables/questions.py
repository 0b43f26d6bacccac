"""What may be asked of cables beside their report: a page of them, and which media join which."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import assumptions_of
from designer.engine.cable_report import (
    CableCells,
    CableRows,
    CablesAsked,
    CableSorts,
    CellsAsked,
    LeafPlaces,
    PlacesAsked,
    SortsAsked,
)
from designer.engine.subject import Facts, Question
from designer.engine.subjects.cables.bill import sort_lines
from designer.engine.subjects.cables.cells import cable_cells
from designer.engine.subjects.cables.items import CableTable, cable_rows
from designer.engine.subjects.cables.leaf_places import leaf_places
from designer.engine.subjects.cables.media import MEDIA, media_of
from designer.engine.subjects.cables.routing import ROUTING, routing_of
from designer.engine.subjects.fabrics.network import NETWORK, network_of
from designer.model.design import Design


def _sorts(facts: Facts, asked: SortsAsked) -> CableSorts:
    found = sort_lines(facts[MEDIA], facts.catalog)
    return CableSorts(
        sorts=tuple(one for one in found if not asked.fabric or one.fabric == asked.fabric)
    )


def table_of(design: Design, catalog: Catalog) -> CableTable:
    """Return all cables of a design, for lists that are made without a report."""
    results: dict[str, object] = {}
    facts = Facts(design, catalog, assumptions_of(design, catalog), results)
    for key, compute in ((NETWORK, network_of), (ROUTING, routing_of), (MEDIA, media_of)):
        results[key.name] = compute(facts)
    return CableTable(facts)


QUESTIONS: Final = (
    Question("items", CablesAsked, CableRows, cable_rows),
    Question("cells", CellsAsked, CableCells, cable_cells),
    Question("sorts", SortsAsked, CableSorts, _sorts),
    Question("places", PlacesAsked, LeafPlaces, leaf_places),
)
