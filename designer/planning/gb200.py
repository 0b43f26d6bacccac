"""DGX GB200 SuperPOD: filled racks of 72 GPUs, their InfiniBand compute network, liquid cooling.

Sources: NVIDIA's DGX SuperPOD GB200 reference architecture (8 NVL72 racks a scalable unit, two
management switches in each rack, to 128 racks) and published summaries of RA-11338-001 for the
switch counts: 32 leaves and 24 spines for one unit, 64, 48 and 18 cores for two, 256, 192 and 72
for eight. Counts of its Ethernet switches, storage and management are not published in a form
that can be counted again, so they are not drawn.
"""

from dataclasses import replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Design, Fabric
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.planning.arguments import Arguments, Parameter, Template, TemplateError
from designer.planning.campus import in_halls
from designer.planning.floor_plan import RackSpec, lay_out
from designer.planning.hall import (
    FEEDS,
    POWER_FACTOR,
    HallLoad,
    airflow_of,
    cooling_units,
    liquid_and_air,
    max_kw,
    on_feeds,
    plates_lpm,
    room_of,
    site_of,
    unbounded_words,
    with_capacity,
)
from designer.planning.rack_filling import Assemblies, Filling, Item, network_budget, packed
from designer.planning.trays import with_trays
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric

NODE_RACK: Final = "gb200-nvl72"
RACK: Final = "rack-48u"
PDU: Final = "pdu-415v-60a-3ph-c13"
SU_RACKS: Final = 8
RAILS: Final = 4
"""Four ConnectX-7 of a compute tray."""
SWITCHES_PER_RACK: Final = 16
HALL_UNITS: Final = 16
"""Of a hall: 128 racks, the most that the reference architecture joins."""


def build_gb200(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod, in several halls where one does not hold it."""

    def hall(units: int) -> Design:
        return _hall(arguments.having("scalable_units", units), catalog)

    return in_halls(arguments.number("scalable_units"), HALL_UNITS, catalog, hall)


def _hall(arguments: Arguments, catalog: Catalog) -> Design:
    """Return a hall, laid out."""
    units = arguments.number("scalable_units")
    node_racks = units * SU_RACKS
    part = catalog.require(NODE_RACK)
    trays = _trays(part)
    fillings = _network_racks(catalog, node_racks, trays)
    assemblies = Assemblies(catalog, RACK)
    network = [RackSpec(RACK, assemblies.of_filling(f)) for f in fillings]
    specs: list[RackSpec] = []
    for unit in range(units):
        mine = network[len(network) * unit // units : len(network) * (unit + 1) // units]
        specs += [*[RackSpec(NODE_RACK)] * (SU_RACKS // 2), *mine]
        specs += [RackSpec(NODE_RACK)] * (SU_RACKS // 2)
    switches = [item.part for f in fillings for item in f.items]
    alone = network_budget(catalog, RACK, PDU, POWER_FACTOR).kw
    liquid_kw, air_kw = liquid_and_air(part, node_racks * max_kw(catalog, [NODE_RACK]))
    load = HallLoad(
        liquid_kw=liquid_kw,
        coolant_lpm=plates_lpm(liquid_kw),
        air_kw=air_kw + max_kw(catalog, switches, alone),
        airflow_m3h=node_racks * airflow_of(catalog, [NODE_RACK])
        + airflow_of(catalog, switches, alone),
    )
    cooling = cooling_units(catalog, load)
    plan = lay_out(catalog, specs, cooling, doors=False, per_row=arguments.racks_per_row())
    design = Design(
        name=f"DGX SuperPOD GB200, {units} SU",
        note=(
            f"NVIDIA RA-11338-001, as summarised: {plural(units, 'scalable unit')} of 8 GB200 "
            "NVL72. Drawn: filled racks, InfiniBand compute network, CDUs and CRAHs (N+1); 5 kg of "
            "cables for each device and ladders over all rows are assumed. Not "
            "drawn, because no counts are published: Ethernet, storage, management."
            + unbounded_words(catalog, [NODE_RACK], "how many cooling units it needs is open")
            + unbounded_words(
                catalog,
                switches,
                f"each stands in a rack by itself, planned with the {alone:.1f} kW that a rack "
                "may draw",
            )
        ),
        site=site_of(catalog),
        room=room_of(catalog, plan),
        power=FEEDS,
        rows=plan.rows,
        assemblies=assemblies.every(),
        racks=on_feeds(catalog, plan.racks, FEEDS),
        fabrics=(_fabric(trays), _NVLINK),
    )
    return with_capacity(catalog, with_trays(catalog, design))


def _trays(part: Part) -> int:
    """Return the compute nodes of a filled rack.

    Raises
    ------
    TemplateError
        If nobody states them: a network cannot be drawn for any number.
    """
    if part.node_count is None:
        raise TemplateError(
            Problem(
                where=f"{part.id}.nodes",
                what="how many nodes it holds is not known",
                mend="fill in the number with its source",
            )
        )
    return part.node_count


def _network_racks(catalog: Catalog, node_racks: int, trays: int) -> list[Filling]:
    """Return racks of leaves, spines and cores."""
    ports = catalog.require("qm9700").ports[0]
    size = plan_fabric(
        FabricRequest(
            nodes=node_racks * trays,
            radix=ports.count,
            rate_gbps=ports.rate_gbps,
            rails=RAILS,
            leaf_policy="rail-per-rack",
            su_nodes=SU_RACKS * trays,
            racks=node_racks,
        )
    )
    budget = replace(network_budget(catalog, RACK, PDU, POWER_FACTOR), most=SWITCHES_PER_RACK)
    leaf = Item("qm9700", "cleaf", "c-leaf", "top", "rear", "compute", "leaf")
    spine = Item("qm9700", "cspine", "c-spine", "top", "rear", "compute", "spine")
    core = Item("qm9700", "ccore", "c-core", "top", "rear", "compute", "core")
    switches = [[leaf] * size.leaf, [spine] * size.spine, [core] * size.core]
    return [
        filling for tier in switches for filling in packed(catalog, "compute-net", tier, budget)
    ]


def _fabric(trays: int) -> Fabric:
    return Fabric(
        id="compute",
        name="Compute",
        nodes=(NODE_RACK,),
        rails=RAILS,
        rate_gbps=400,
        switch="qm9700",
        leaf_policy="rail-per-rack",
        su_nodes=SU_RACKS * trays,
        note="one leaf per rack and rail, six spines per rail and scalable unit",
    )


_NVLINK: Final = Fabric(
    id="nvlink",
    name="NVLink",
    kind="nvlink",
    nodes=(NODE_RACK,),
    note="inside the racks: 72 GPUs on 18 switch chips each, one domain",
)

SUPERPOD_GB200: Final = Template(
    id="dgx-superpod-gb200",
    name="DGX SuperPOD GB200",
    summary="8 GB200 NVL72 racks a scalable unit, InfiniBand per rack and rail, liquid-cooled",
    parameters=(
        Parameter(
            "scalable_units", "int", "1", 1, 1824,
            "scalable units of 8 NVL72 racks; more than 16 stand in several halls",
        ),
        Parameter(
            "racks_per_row",
            "int",
            "0",
            0,
            LONGEST_ROW,
            "0: automatic, for a room about square; else 2 and more",
        ),
    ),
    builder=build_gb200,
)  # fmt: skip
