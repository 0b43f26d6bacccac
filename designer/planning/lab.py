"""A lab of workstations in a rack or two: one switch, one UPS, an air conditioner of its own.

Ours, not published: it follows no maker's reference design. Nothing is doubled but the air
conditioner: one feed behind one UPS, one rack PDU in each rack, one switch. The air conditioners
hang on the mains.
"""

from math import ceil
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.electric import units_needed
from designer.engine.spare_units import units_to_place
from designer.model.design import Assembly, Design, Fabric, PowerNode, Slot
from designer.model.plural import plural
from designer.model.units import half_u_of
from designer.planning.arguments import Arguments, Parameter, Template, fail
from designer.planning.floor_plan import FloorPlan, RackSpec, lay_out
from designer.planning.hall import airflow_of, max_kw, room_of, site_of, with_capacity
from designer.planning.node_racks import split_over_racks
from designer.planning.rack_filling import LOWEST_U, SPARE_TOP_U, pdu_slots
from designer.planning.small_pod import BARE_KW
from designer.planning.trays import with_trays

RACK: Final = "rack-42u"
PDU: Final = "pdu-400v-32a-3ph"
SWITCH: Final = "sn4600c"
RATE_GBPS: Final = 100
UPS: Final = "ups-module-20"
UPS_FOOTPRINT_MM: Final = (600, 900)
"""Of a small cabinet for such modules and their batteries, assumed."""
AIR_UNIT: Final = "crac-dx-30"
VOLTS: Final = 400.0
SYSTEMS: Final = {"dgx-spark": "dgx-spark", "l4-server": "l4-pcie-node"}
MOST: Final = 16


def build_lab(arguments: Arguments, catalog: Catalog) -> Design:
    """Return the laid-out lab."""
    node, count = catalog.require(SYSTEMS[arguments.choice("system")]), arguments.number("stations")
    if 4 * count >= 64 and node.gpu_count == 4:
        raise fail(
            "stations", f"{count} × {node.name} are {4 * count} GPUs with 25 Gb/s each: no lab",
            "15 and fewer, or dgx-spark",
        )  # fmt: skip
    held = split_over_racks(count, ceil(count / _per_rack(catalog, node)))
    assemblies = {
        f"stations-{at}": _rack(catalog, node, number, f"stations-{at}", switch=at == 1)
        for at, number in enumerate(held, start=1)
    }
    air = max_kw(catalog, [SWITCH, *[node.id] * count])
    flow = airflow_of(catalog, [SWITCH, *[node.id] * count])
    plan = lay_out(
        catalog, [RackSpec(RACK, name) for name in assemblies], _air_units(catalog, air, flow),
        doors=False, one_row=True,
    )  # fmt: skip
    design = Design(
        name=f"Lab, {count} × {node.name}",
        note=_note(node, count),
        site=site_of(catalog).evolve(feed_policy="N"),
        room=room_of(catalog, plan).evolve(name="Lab", containment="none"),
        power=_power(catalog, plan, air),
        rows=plan.rows,
        assemblies=tuple(assemblies.values()),
        racks=tuple(
            rack.evolve(feeds=("B",)) if rack.part == AIR_UNIT else rack for rack in plan.racks
        ),
        fabrics=(_fabric(node),),
    )
    sized = with_capacity(catalog, with_trays(catalog, design))
    # A UPS is rated by its modules.
    rated = (node.evolve(capacity_kw=None) if node.kind == "ups" else node for node in sized.power)
    return sized.evolve(power=tuple(rated))


def _per_rack(catalog: Catalog, node: Part) -> int:
    """Return the stations of a rack, by its height, its outlets and the room's own air."""
    rack, pdu = catalog.require(RACK).rack, catalog.require(PDU).pdu
    units = (rack.units if rack else 42) - LOWEST_U + 1 - SPARE_TOP_U
    switch = catalog.require(SWITCH)
    kw = max_kw(catalog, [node.id])
    fit = [
        (2 * units - switch.height_half_u) // node.height_half_u,
        int((BARE_KW - max_kw(catalog, [SWITCH])) / kw),
    ]
    if node.psu and node.psu.inlet == "C20" and pdu and pdu.outlets_c19 is not None:
        fit.append(pdu.outlets_c19 // node.psu.count)
    return max(1, min(fit))


def _rack(catalog: Catalog, node: Part, count: int, name: str, *, switch: bool) -> Assembly:
    """Return a rack of stations, the switch below them: it is heavier than a desktop box."""
    low = half_u_of(LOWEST_U)
    slots: list[Slot] = []
    if switch:
        slots.append(
            Slot(
                id="switch", part=SWITCH, half_u=low, face="rear", name="switch-{rack}",
                fabric="lab", tier="leaf",
            )
        )  # fmt: skip
        low += catalog.require(SWITCH).height_half_u
    slots += [
        Slot(
            id=f"n{at + 1:02d}",
            part=node.id,
            half_u=low + at * node.height_half_u,
            name=f"station-{{rack}}-{at + 1}",
        )
        for at in range(count)
    ]
    slots += pdu_slots(PDU, ("A",))
    return Assembly(
        id=name,
        name=f"{count} × {node.name}" + (", switch" if switch else "") + ", feed A",
        rack_part=RACK,
        slots=tuple(sorted(slots, key=lambda slot: slot.id)),
    )


def _air_units(catalog: Catalog, kw: float, flow: float) -> list[str]:
    """Return air conditioners of which one may be lost."""
    unit = catalog.require(AIR_UNIT).cooling
    if unit is None or not unit.capacity_kw or not unit.airflow_m3h:
        return []
    return [AIR_UNIT] * units_to_place((kw, flow), (unit.capacity_kw, unit.airflow_m3h))


def _power(catalog: Catalog, plan: FloorPlan, kw: float) -> tuple[PowerNode, ...]:
    """Return the mains, the UPS in a corner of the room, its feed, and one of the mains for air."""
    ups = catalog.require(UPS).ups
    each = ups.rated_kw if ups and ups.rated_kw else kw
    width, depth = UPS_FOOTPRINT_MM
    _, _, (right, bottom), _ = plan.outline
    return (
        PowerNode(id="A", name="Feed A", parents=("UPS",), volts=VOLTS),
        PowerNode(id="B", name="Feed B", parents=("MAINS",), volts=VOLTS),
        PowerNode(id="MAINS", name="Mains", kind="utility", volts=VOLTS),
        PowerNode(
            id="UPS", name="UPS", kind="ups", part=UPS, parents=("MAINS",), volts=VOLTS,
            modules=units_needed(kw, each), x_mm=right - width, y_mm=bottom - depth,
            width_mm=width, depth_mm=depth,
        ),
    )  # fmt: skip


def _fabric(node: Part) -> Fabric:
    return Fabric(
        id="lab",
        name="Lab",
        kind="ethernet",
        nodes=(node.id,),
        rails=1,
        rate_gbps=RATE_GBPS,
        switch=SWITCH,
        leaf_policy="pooled",
        tiers=1,
        note="ours: one link of each station on one switch",
    )


def _note(node: Part, count: int) -> str:
    return (
        f"Ours, not a published reference: {plural(count, 'workstation')} ({node.name}) in racks, "
        f"one link of {RATE_GBPS} Gb/s of each on one switch. Assumed: one feed behind one UPS "
        "of modules of 20 kVA in a cabinet of 600 × 900 mm, planned as N; air conditioners of "
        "30 kW (N+1) on a feed of the mains, 5 kg of cables for each device, a ladder over the "
        "row. Not drawn: the site's network, desks and screens."
    )


LAB: Final = Template(
    id="lab-workstations",
    name="Lab of workstations",
    summary="1 to 16 workstations in a rack, one switch, one UPS; ours",
    parameters=(
        Parameter("stations", "int", "4", 1, MOST, "workstations"),
        Parameter(
            "system", "choice", "dgx-spark", help="workstation: a desktop box on a shelf, or a "
            "server of 2U with four small cards", choices=tuple(SYSTEMS),
        ),
    ),
    builder=build_lab,
)  # fmt: skip
