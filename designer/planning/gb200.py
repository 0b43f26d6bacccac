"""DGX GB200 and GB300 SuperPOD: filled racks of 72 GPUs, their InfiniBand network, liquid cooling.

Sources: NVIDIA's DGX SuperPOD GB200 reference architecture (8 NVL72 racks a scalable unit, two
management switches in each rack, to 128 racks) and published summaries of RA-11338-001 for the
switch counts: 32 leaves and 24 spines for one unit, 64, 48 and 18 cores for two, 256, 192 and 72
for eight. Counts of its Ethernet switches, storage and management are not published in a form
that can be counted again, so they are not drawn.

Of the GB300 the same unit of eight racks is published, at 1.2 MW, with 800 Gb/s for each GPU; its
switch counts were not found. They follow NVIDIA's rule for the same number of GPUs in DGX B300 on
Quantum-X800 (RA-11339-001, Table 3): 72 nodes on a leaf of a rail, 72 links up.
"""

from dataclasses import dataclass, replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.aisle_widths import LONGEST_ROW
from designer.model.design import Design, Fabric, Face, LeafPolicy, Tier
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

RACK: Final = "rack-48u"
SU_RACKS: Final = 8
RAILS: Final = 4
"""Four ConnectX-7 of a compute tray."""
HALL_UNITS: Final = 16
"""Of a hall: 128 racks, the most that the reference architecture joins."""


@dataclass(frozen=True)
class System:
    """A filled rack and the network that joins such racks.

    Attributes
    ----------
    pdu
        Rack PDU of racks of switches, by their inlets.
    most
        Switches of such a rack.
    full_leaves
        Whether a leaf of a rail takes as many nodes as it has ports for; else each rack has leaves
        of its own.
    reference, rule
        What the note says of its source, and the network's note.
    """

    name: str
    rack: str
    switch: str
    rate_gbps: float
    pdu: str
    most: int
    full_leaves: bool
    reference: str
    rule: str


GB200: Final = System(
    name="GB200",
    rack="gb200-nvl72",
    switch="qm9700",
    rate_gbps=400,
    pdu="pdu-415v-60a-3ph-c13",
    most=16,
    full_leaves=False,
    reference="NVIDIA RA-11338-001, as summarised: {units} of 8 GB200 NVL72.",
    rule="one leaf per rack and rail, six spines per rail and scalable unit",
)
GB300: Final = System(
    name="GB300",
    rack="gb300-nvl72",
    switch="q3400-ra",
    rate_gbps=800,
    pdu="pdu-415v-60a-3ph",
    most=4,
    full_leaves=True,
    reference="NVIDIA's DGX SuperPOD GB300: {units} of 8 GB300 NVL72, 1.2 MW each. Ours: switch "
    "counts, by the rule of DGX B300 on Quantum-X800 (RA-11339-001, Table 3).",
    rule="ours, as DGX B300 on Quantum-X800: a leaf for each rail of four racks, 72 links up",
)


def build_gb200(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod, in several halls where one does not hold it."""
    return _build(GB200, arguments, catalog)


def build_gb300(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out pod, in several halls where one does not hold it."""
    return _build(GB300, arguments, catalog)


def _build(system: System, arguments: Arguments, catalog: Catalog) -> Design:
    def hall(units: int) -> Design:
        return _hall(system, arguments.having("scalable_units", units), catalog)

    return in_halls(arguments.number("scalable_units"), HALL_UNITS, catalog, hall)


def _hall(system: System, arguments: Arguments, catalog: Catalog) -> Design:
    """Return a hall, laid out."""
    units = arguments.number("scalable_units")
    node_racks = units * SU_RACKS
    part = catalog.require(system.rack)
    trays = _trays(part)
    fillings = _network_racks(system, catalog, node_racks, trays)
    assemblies = Assemblies(catalog, RACK)
    network = [RackSpec(RACK, assemblies.of_filling(f)) for f in fillings]
    specs: list[RackSpec] = []
    for unit in range(units):
        mine = network[len(network) * unit // units : len(network) * (unit + 1) // units]
        specs += [*[RackSpec(part.id)] * (SU_RACKS // 2), *mine]
        specs += [RackSpec(part.id)] * (SU_RACKS // 2)
    switches = [item.part for f in fillings for item in f.items]
    alone = network_budget(catalog, RACK, system.pdu, POWER_FACTOR).kw
    liquid_kw, air_kw = liquid_and_air(part, node_racks * max_kw(catalog, [part.id]))
    load = HallLoad(
        liquid_kw=liquid_kw,
        coolant_lpm=plates_lpm(liquid_kw),
        air_kw=air_kw + max_kw(catalog, switches, alone),
        airflow_m3h=node_racks * airflow_of(catalog, [part.id])
        + airflow_of(catalog, switches, alone),
    )
    cooling = cooling_units(catalog, load)
    plan = lay_out(catalog, specs, cooling, doors=False, per_row=arguments.racks_per_row())
    design = Design(
        name=f"DGX SuperPOD {system.name}, {units} SU",
        note=(
            f"{system.reference.format(units=plural(units, 'scalable unit'))} Drawn: filled racks, "
            "InfiniBand compute network, CDUs and CRAHs (N+1); 5 kg of cables for each device and "
            "ladders over all rows are assumed. Not drawn, because no counts are published: "
            "Ethernet, storage, management."
            + unbounded_words(catalog, [part.id], "how many cooling units it needs is open")
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
        fabrics=(_fabric(system, trays), _nvlink(system)),
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


def _network_racks(system: System, catalog: Catalog, node_racks: int, trays: int) -> list[Filling]:
    """Return racks of leaves, spines and cores."""
    part = catalog.require(system.switch)
    ports = part.ports[0]
    # What blows from power to connector takes cold air with its ports to the rear.
    face: Face = "rear" if part.airflow == "rear-to-front" else "front"
    size = plan_fabric(
        FabricRequest(
            nodes=node_racks * trays,
            radix=ports.count,
            rate_gbps=ports.rate_gbps,
            rails=RAILS,
            leaf_policy=_policy(system),
            su_nodes=0 if system.full_leaves else SU_RACKS * trays,
            racks=0 if system.full_leaves else node_racks,
        )
    )
    budget = network_budget(catalog, RACK, system.pdu, POWER_FACTOR)
    budget = replace(budget, most=system.most)
    tiers: tuple[tuple[Tier, int], ...] = (
        ("leaf", size.leaf),
        ("spine", size.spine),
        ("core", size.core),
    )
    switches = [
        [Item(system.switch, f"c{tier}", f"c-{tier}", "top", face, "compute", tier)] * count
        for tier, count in tiers
    ]
    return [
        filling for tier in switches for filling in packed(catalog, "compute-net", tier, budget)
    ]


def _policy(system: System) -> LeafPolicy:
    return "rail-per-su" if system.full_leaves else "rail-per-rack"


def _fabric(system: System, trays: int) -> Fabric:
    return Fabric(
        id="compute",
        name="Compute",
        nodes=(system.rack,),
        rails=RAILS,
        rate_gbps=system.rate_gbps,
        switch=system.switch,
        leaf_policy=_policy(system),
        su_nodes=0 if system.full_leaves else SU_RACKS * trays,
        note=system.rule,
    )


def _nvlink(system: System) -> Fabric:
    return Fabric(
        id="nvlink",
        name="NVLink",
        kind="nvlink",
        nodes=(system.rack,),
        note="inside the racks: 72 GPUs on 18 switch chips each, one domain",
    )


_PARAMETERS: Final = (
    Parameter(
        "scalable_units", "int", "1", 1, 1824,
        "scalable units of 8 NVL72 racks; more than 16 stand in several halls",
    ),
    Parameter(
        "racks_per_row", "int", "0", 0, LONGEST_ROW,
        "0: automatic, for a room about square; else 2 and more",
    ),
)  # fmt: skip

SUPERPOD_GB200: Final = Template(
    id="dgx-superpod-gb200",
    name="DGX SuperPOD GB200",
    summary="8 GB200 NVL72 racks a scalable unit, InfiniBand per rack and rail, liquid-cooled",
    parameters=_PARAMETERS,
    builder=build_gb200,
)
SUPERPOD_GB300: Final = Template(
    id="dgx-superpod-gb300",
    name="DGX SuperPOD GB300",
    summary="8 GB300 NVL72 racks a scalable unit, Quantum-X800 InfiniBand, liquid-cooled",
    parameters=_PARAMETERS,
    builder=build_gb300,
)
