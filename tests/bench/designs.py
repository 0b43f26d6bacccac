"""The designs the benches measure: reference designs at the size that the target names."""

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, PowerNode
from designer.model.layout import Layout

UNITS_FOR_16384_GPUS = 64
"""Scalable units of 32 DGX H100 with 8 GPUs each: 64 × 32 × 8 = 16,384."""

RACKS_ON_A_BUSWAY = 64
"""Draws 82 nodes upstream of 16,384 GPUs, of which 33 are feeds."""


def catalog() -> Catalog:
    """Return the shipped catalogue."""
    return load_shipped()


def pod(parts: Catalog, *, tiny: bool = False, units: int = UNITS_FOR_16384_GPUS) -> Design:
    """Return the DGX SuperPOD H100, with 16,384 GPUs if not said; one scalable unit when tiny."""
    from designer.planning.templates import build

    asked = {"scalable_units": str(1 if tiny else units)}
    return build("dgx-superpod-h100", asked, parts)


SITE_UNITS = {1_000: 4, 16_000: 64, 100_000: 384, 1_000_000: 3_907}
"""Scalable units of 256 GPUs nearest to each size: 1,024, 16,384, 98,304 and 1,000,192 GPUs. More
than 128 stand in several halls."""


def site(parts: Catalog, gpus: int) -> Design:
    """Return the DGX SuperPOD H100 with about 1,000, 16,000, 100,000 or 1,000,000 GPUs."""
    from designer.planning.templates import build

    return build("dgx-superpod-h100", {"scalable_units": str(SITE_UNITS[gpus])}, parts)


def unfolded(design: Design) -> Design:
    """Return a design in which no rack copies an assembly: every device is a record of its own.

    Of a design without cables by hand, cords and notes, as templates draw them.
    """
    if design.cables or design.cords or design.notes:
        raise ValueError("what names devices would have to follow them")
    layout = Layout(design)
    own = [
        Device(
            id=placed.key.replace("/", "-"), name=placed.name, part=placed.part, rack=rack.id,
            half_u=placed.half_u, face=placed.face, fabric=placed.fabric, tier=placed.tier,
            feed=placed.feed, cording=placed.cording, note=placed.note,
        )
        for rack in design.racks
        for placed in layout.in_rack(rack.id)
        if placed.from_assembly
    ]  # fmt: skip
    racks = tuple(rack.evolve(assembly="") for rack in design.racks if rack.assembly)
    put = (("racks", racks), ("devices", tuple(sorted(own, key=lambda one: one.id))))
    return apply(design, Change(put=put)).evolve(assemblies=())


def with_plant(design: Design, on_a_busway: int = RACKS_ON_A_BUSWAY) -> Design:
    """Return a hall of three feeds with all that supplies them: each side to its own sets.

    Utility, transformer or generator, switchboard, UPS of six busways, and a busway with its feed
    for so many racks.
    """
    nodes = {"U": PowerNode(id="U", kind="utility", capacity_kw=40_000.0)}
    held = {one.id: one for one in design.assemblies}
    assemblies: dict[str, Assembly] = {}
    racks = []
    for at, rack in enumerate(design.racks):
        group = at // on_a_busway
        for side in "ABC":
            nodes |= {node.id: node for node in _side(side, group) if node.id not in nodes}
        feeds = tuple(f"{feed}{group:03d}" for feed in rack.feeds)
        key = f"{rack.assembly}~{group:03d}" if rack.assembly else ""
        if key and key not in assemblies:
            slots = (
                slot.evolve(feed=f"{slot.feed}{group:03d}" if slot.feed else "")
                for slot in held[rack.assembly].slots
            )
            assemblies[key] = held[rack.assembly].evolve(id=key, slots=tuple(slots))
        racks.append(rack.evolve(assembly=key) if key else rack.evolve(feeds=feeds))
    return design.evolve(
        power=tuple(nodes[key] for key in sorted(nodes)),
        assemblies=tuple(assemblies[key] for key in sorted(assemblies)),
        racks=tuple(racks),
    )


def _side(side: str, group: int) -> tuple[PowerNode, ...]:
    """Return what supplies one feed of a group of racks, from its source down."""
    ups, busway = f"P{side}{group // 6:03d}", f"W{side}{group:03d}"
    return (
        PowerNode(
            id=f"T{side}", kind="transformer", parents=("U",), capacity_kw=15_000.0, efficiency=0.99
        ),
        PowerNode(
            id=f"G{side}", kind="generator", capacity_kw=15_000.0, fuel_hours=48.0, start_s=10.0
        ),
        PowerNode(
            id=f"S{side}", kind="switchboard", parents=(f"T{side}", f"G{side}"),
            capacity_kw=15_000.0,
        ),
        PowerNode(
            id=ups, kind="ups", parents=(f"S{side}",), capacity_kw=1500.0, efficiency=0.96,
            battery_minutes=5.0, modules=4, spare_modules=1,
        ),
        PowerNode(id=busway, kind="busway", parents=(ups,), capacity_kw=330.0),
        PowerNode(id=f"{side}{group:03d}", parents=(busway,), capacity_kw=330.0),
    )  # fmt: skip
