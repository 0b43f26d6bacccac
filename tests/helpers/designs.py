"""Hypothesis strategies for designs and for the records in them. Shared by all rooms' tests.

`designs()` draws any design that the model allows: unicode and control characters in every text,
references that lead nowhere, empty collections. `sound_designs()` draws designs whose devices stand
in racks that exist. `PART_IDS` are the parts they use; `small_catalog()` holds them.
"""

from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup, Price, Provenance, Psu, RackFigures
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Fabric,
    Loop,
    Note,
    Obstacle,
    PowerNode,
    PriceOverride,
    Rack,
    Revision,
    Room,
    Row,
    Site,
    Slot,
    Stage,
    TitleBlock,
    Tray,
    Waiver,
    Workload,
)

PART_IDS = ("node-x", "switch-y", "rack-z")


def small_catalog() -> Catalog:
    """A catalogue of invented parts, with every nested kind of record that parts can hold."""
    node = Part(
        id="node-x",
        kind="node",
        name="Node “X”",
        height_half_u=16,
        mass_kg=130.0,
        power_max_w=10_000.0,
        psu=Psu(count=6, rating_w=3300.0, redundancy="4+2"),
        ports=(
            PortGroup(name="c", purpose="compute", kind="infiniband", rate_gbps=400.0, count=8),
        ),
        prices=(Price(amount_cents=1, as_of="2024-01-01", source="invented", kind="assumed"),),
        provenance=(Provenance(fields=("mass_kg",), source="invented", kind="assumed"),),
    )
    switch = Part(id="switch-y", kind="switch", name="Switch\nY", height_half_u=2)
    rack = Part(id="rack-z", kind="rack", name="Rack Z", rack=RackFigures(units=48))
    return Catalog((node, switch, rack))


texts = st.text(max_size=12)
notes = st.one_of(st.just(""), st.text(max_size=30), st.just('line\nwith "quotes" and \\ and \t'))
ids = st.one_of(
    st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,4}", fullmatch=True),
    st.text(min_size=1, max_size=6),
)
part_ids = st.sampled_from(PART_IDS)
millimetres = st.integers(-100_000, 100_000)
sizes = st.integers(1, 100_000)
stage_ids = st.sampled_from(("", "day-1", "day-2", "day-10"))
half_units = st.integers(0, 110)
altitudes = st.floats(-430, 9_000)
positive = st.floats(0, 1e5)
amounts_of_cents = st.integers(0, 10**12)
rotations = st.sampled_from((0, 90, 180, 270))
faces = st.sampled_from(("front", "rear", "zero-u", "door"))


def _by_id(records, max_size=5):
    found = st.lists(records, max_size=max_size, unique_by=lambda record: record.id)
    return found.map(lambda some: tuple(sorted(some, key=lambda record: record.id)))


rows = st.builds(Row, id=ids, name=texts, x_mm=millimetres, y_mm=millimetres, rotation=rotations)
racks = st.builds(
    Rack, id=ids, name=texts, part=part_ids, x_mm=millimetres, y_mm=millimetres,
    rotation=rotations, row=ids, assembly=st.one_of(st.just(""), ids), stage=stage_ids,
    note=notes,
)  # fmt: skip
slots = st.builds(
    Slot, id=ids, part=part_ids, half_u=half_units, face=faces, fabric=texts, stage=stage_ids,
    note=notes,
)  # fmt: skip
assemblies = st.builds(
    Assembly, id=ids, name=texts, rack_part=part_ids, slots=_by_id(slots), note=notes
)
devices = st.builds(
    Device, id=ids, name=texts, part=part_ids, rack=ids, half_u=half_units, face=faces,
    fabric=st.one_of(st.just(""), ids), feed=texts, stage=stage_ids, note=notes,
)  # fmt: skip
fabrics = st.builds(
    Fabric, id=ids, name=texts, nodes=st.lists(part_ids, max_size=2).map(tuple),
    rails=st.integers(1, 8), rate_gbps=positive, switch=st.one_of(st.just(""), part_ids),
    oversubscription=st.floats(1, 100), stage=stage_ids, note=notes,
)  # fmt: skip
power_nodes = st.builds(
    PowerNode, id=ids, name=texts, parents=st.lists(ids, max_size=2).map(tuple),
    capacity_kw=st.one_of(st.none(), positive), stage=stage_ids, note=notes,
)  # fmt: skip
cables = st.builds(Cable, id=ids, a=ids, b=ids, length_m=st.one_of(st.none(), positive))
trays = st.builds(
    Tray, id=ids, name=texts, kind=st.sampled_from(("overhead", "underfloor")),
    corners=st.lists(st.tuples(millimetres, millimetres), min_size=2, max_size=5, unique=True)
    .map(tuple),
    height_mm=st.one_of(st.none(), sizes), width_mm=st.one_of(st.none(), sizes), stage=stage_ids,
    note=notes,
)  # fmt: skip
stages = st.builds(
    Stage, id=stage_ids.filter(bool), name=texts, order=st.integers(-1, 2),
    date=st.sampled_from(("", "2027", "2027-03", "2027-03-31")), note=notes,
)  # fmt: skip
rooms = st.builds(
    Room, name=texts,
    outline=st.lists(st.tuples(millimetres, millimetres), min_size=3, max_size=6).map(tuple),
    floor_limit_kpa=st.one_of(st.none(), st.floats(1, 100)),
    obstacles=_by_id(st.builds(Obstacle, id=ids, x_mm=millimetres, y_mm=millimetres,
                               width_mm=sizes, depth_mm=sizes), 2),
)  # fmt: skip
sites = st.builds(
    Site, name=texts, altitude_m=altitudes, electricity_price=st.one_of(st.none(), positive),
    pue=st.one_of(st.none(), st.floats(1, 9)), note=notes,
)  # fmt: skip
# A header is comment lines: text without line breaks other than \n and without controls.
headers = st.lists(
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff"))
).map("\n".join)


def designs():
    """Any design that the model allows, sorted as the model promises."""
    return st.builds(
        Design,
        name=texts,
        note=notes,
        header=headers,
        site=sites,
        title_block=st.builds(TitleBlock, owner=texts, approved_by=texts),
        room=rooms,
        revisions=_by_id(st.builds(Revision, id=ids, date=texts, text=notes), 2),
        stages=_by_id(stages, 3),
        power=_by_id(power_nodes, 3),
        rows=_by_id(rows, 3),
        assemblies=_by_id(assemblies, 2),
        racks=_by_id(racks),
        devices=_by_id(devices),
        fabrics=_by_id(fabrics, 2),
        cables=_by_id(cables, 2),
        trays=_by_id(trays, 2),
        cords=_by_id(st.builds(Cord, id=ids, supply=texts, outlet=texts), 2),
        loops=_by_id(st.builds(Loop, id=ids, units=st.lists(ids, max_size=2).map(tuple)), 2),
        workloads=_by_id(st.builds(Workload, id=ids, tokens=st.one_of(st.none(), positive)), 2),
        prices=_by_id(st.builds(PriceOverride, id=part_ids, amount_cents=amounts_of_cents), 2),
        waivers=_by_id(st.builds(Waiver, id=ids, reason=notes), 2),
        notes=_by_id(
            st.builds(Note, id=ids, text=notes, x_mm=st.one_of(st.none(), millimetres)), 2
        ),
    )


@st.composite
def sound_designs(draw):
    """A design whose devices stand in racks that exist."""
    design = draw(designs())
    if not design.racks:
        return design.evolve(devices=())
    in_racks = st.sampled_from([rack.id for rack in design.racks])
    moved = tuple(device.evolve(rack=draw(in_racks)) for device in design.devices)
    return design.evolve(devices=moved)
