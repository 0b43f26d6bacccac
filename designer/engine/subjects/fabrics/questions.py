"""What may be asked of fabrics beside their report: a map, ports of a device, the worst cuts."""

from typing import Final

from designer.engine.fabric_map import (
    DeviceAsked,
    FabricAsked,
    FabricCuts,
    FabricMap,
    FabricMaps,
    MapsAsked,
    PairAsked,
    PairRows,
    PortRows,
)
from designer.engine.subject import Facts, Question
from designer.engine.subjects.fabrics.cutting import cuts_of
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.graph import graph_of
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.fabrics.port_rows import port_rows
from designer.engine.subjects.fabrics.proving import PROOF
from designer.model.layout import Layout
from designer.model.marked_names import with_names
from designer.model.measured import fields_of

NO_FABRIC: Final = "there is no such fabric"


def _map(facts: Facts, asked: FabricAsked) -> FabricMap:
    wiring = facts[NETWORK].wiring.find(asked.fabric)
    if wiring is None:
        return FabricMap(fabric=asked.fabric, problem=NO_FABRIC)
    return fabric_map_of(wiring, facts.catalog)


def _ports(facts: Facts, asked: DeviceAsked) -> PortRows:
    wiring = facts[NETWORK].wiring.find(asked.fabric)
    if wiring is None:
        return PortRows(fabric=asked.fabric, key=asked.key)
    found = port_rows(wiring, asked.key)
    if not any(row.fault for row in found.rows):
        return found
    name_of = Layout(facts.design).name_of
    rows = tuple(row.evolve(fault=with_names(row.fault, name_of)) for row in found.rows)
    return found.evolve(rows=rows)


def _pair(facts: Facts, asked: PairAsked) -> PairRows:
    each = (_ports(facts, DeviceAsked(fabric=asked.fabric, key=key)) for key in asked.keys)
    return PairRows(fabric=asked.fabric, each=tuple(each))


def _maps(facts: Facts, _: MapsAsked) -> FabricMaps:
    fabrics = facts[NETWORK].wiring.fabrics
    cuts = (_cuts(facts, FabricAsked(fabric=one.fabric.id)) for one in fabrics)
    return FabricMaps(
        maps=tuple(fabric_map_of(one, facts.catalog) for one in fabrics), cuts=tuple(cuts)
    )


def _cuts(facts: Facts, asked: FabricAsked) -> FabricCuts:
    wiring = facts[NETWORK].wiring.find(asked.fabric)
    if wiring is None:
        return FabricCuts(fabric=asked.fabric)
    report = next((one for one in facts[FABRICS] if one.id == asked.fabric), None)
    measures, digest = facts[NETWORK].measures, graph_of(wiring).digest
    told = cuts_of(wiring, report, measures.halvings.get(digest))
    proven = measures.narrowed.get(digest)
    if proven is None or told.bisection_gbps is not None:
        return told
    rate = proven.links.times(wiring.fabric.rate_gbps, "Gb/s")
    return told.evolve(**fields_of({"bisection_gbps": rate}))


QUESTIONS: Final = (
    Question("map", FabricAsked, FabricMap, _map),
    Question("maps", MapsAsked, FabricMaps, _maps),
    Question("ports", DeviceAsked, PortRows, _ports),
    Question("pair", PairAsked, PairRows, _pair),
    Question("cuts", FabricAsked, FabricCuts, _cuts),
    PROOF,
)
