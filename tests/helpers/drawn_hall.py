"""A small hall to draw on sheets: parts, design and report are made up, figure by figure."""

from math import inf

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PduFigures, PortGroup, Psu, RackFigures
from designer.engine.limit_report import Limit
from designer.engine.power_report import FeedReport
from designer.engine.report import NotComputed, RackReport, Report, Totals
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Obstacle,
    PowerNode,
    Rack,
    Revision,
    Room,
    Row,
    Slot,
    TitleBlock,
)
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.measured import fields_of

PARTS = (
    Part(
        id="node", kind="node", name="Test node", height_half_u=8, depth_mm=800, mass_kg=50,
        power_max_w=4_000, gpus=4, nodes=1, psu=Psu(count=2),
        ports=(PortGroup(name="c", purpose="compute", kind="infiniband", rate_gbps=400, count=4,
                         connector="OSFP flat"),),
    ),
    Part(
        id="switch", kind="switch", name="Test switch", height_half_u=2, depth_mm=500,
        full_depth=False, mass_kg=12.5, power_max_w=600, psu=Psu(count=2),
        ports=(PortGroup(name="f", purpose="fabric", kind="infiniband", rate_gbps=400, count=16,
                         cages=8, connector="OSFP"),),
    ),
    Part(id="pdu", kind="rack-pdu", name="Test PDU", mass_kg=8, height_mm=500, width_mm=56,
         depth_mm=55, pdu=PduFigures(volts=400, amps=32, phases=3)),
    Part(id="rack", kind="rack", name="Test rack 12U", width_mm=600, depth_mm=1_000,
         height_mm=700, mass_kg=80, rack=RackFigures(units=12)),
    Part(id="rack-silent", kind="rack", name="Silent rack 12U", width_mm=600, depth_mm=1_000,
         rack=RackFigures(units=12)),
    Part(id="filled", kind="rack-system", name="Test rack, sold filled", width_mm=600,
         depth_mm=1_068, gpus=16, nodes=4, power_max_w=40_000),
    Part(id="crah", kind="crah", name="Test CRAH", width_mm=900, depth_mm=800, power_max_w=2_000),
)  # fmt: skip
CATALOG = Catalog(PARTS)
ASSEMBLY = Assembly(
    id="pair", name="pair", rack_part="rack", note="Cables from above.",
    slots=(
        Slot(id="n1", part="node", half_u=2, name="n-{rack}-1"),
        Slot(id="n2", part="node", half_u=12, name="n-{rack}-2"),
        Slot(id="pa", part="pdu", face="zero-u", name="{rack}-A", feed="a"),
        Slot(id="sw", part="switch", half_u=22, face="rear", name="oob-{rack}"),
    ),
)  # fmt: skip


def hall(**changes: object) -> Design:
    """Return two rows that face each other, a CRAH at the wall, a column, and a rack of its own."""
    racks = [
        Rack(id=f"a{n}", name=f"A{n}", part="rack", x_mm=600 * n, y_mm=1_000, rotation=180,
             row="a", assembly="pair")
        for n in (1, 2, 3)
    ]  # fmt: skip
    racks += [
        Rack(id="b1", name="B1", part="rack", x_mm=600, y_mm=3_200, row="b", note="Keep free."),
        Rack(id="b2", name="B2", part="rack", x_mm=1_200, y_mm=3_200, row="b", assembly="pair"),
        Rack(id="c1", name="CRAH-1", part="crah", x_mm=4_000, y_mm=600),
    ]
    devices = [
        Device(id=f"s{n}", name=f"leaf-{n}", part="switch", rack="b1", half_u=2 + 2 * n)
        for n in (1, 2, 3)
    ]
    devices.append(Device(id="x", name="lost-1", part="gone", rack="b1", half_u=20))
    given: dict[str, object] = {
        "name": "small",
        "title_block": TitleBlock(
            owner="Example GmbH", drawing_number="H1", created_by="desk", checked_by="Ada",
            approved_by="Bob",
        ),
        "room": Room(
            name="Hall 1", outline=((0, 0), (6_000, 0), (6_000, 6_000), (0, 6_000)),
            containment="cold",
            obstacles=(Obstacle(id="col", name="column", x_mm=4_200, y_mm=4_000, width_mm=600,
                                depth_mm=600),),
        ),
        "revisions": (
            Revision(id="A", date="2026-11-03", text="first issue"),
            Revision(id="B", date="2026-11-12", text="second issue"),
        ),
        "rows": (
            Row(id="a", name="A", x_mm=600, y_mm=1_000, rotation=180),
            Row(id="b", name="Beta", x_mm=600, y_mm=3_200),
        ),
        "assemblies": (ASSEMBLY,), "racks": tuple(racks), "devices": tuple(devices),
        "power": (PowerNode(id="a"), PowerNode(id="b")),
    }  # fmt: skip
    return Design(**(given | changes))


def pair_report(rack: str) -> RackReport:
    """Return what is known exactly of a rack of the assembly."""
    feeds = tuple(
        FeedReport(
            id=side, side=side.upper(), load_kw=4.3, load_after_loss_kw=8.6, capacity_kw=17.7
        )
        for side in "ab"
    )
    limits = (
        Limit(name="power", group="power",
              label="Power", used=8.6, limit=17.7, unit="kW", state="ok",
              source="rating of the feeds"),
        Limit(name="cooling", group="cooling",
              label="Cooling, air", used=8.6, limit=10.0, unit="kW",
              state="warning", source="survey"),
        Limit(name="mass", group="mass",
              label="Mass", used=208.5, limit=1_000.0, unit="kg", state="ok",
              source="survey"),
        Limit(name="floor", group="floor",
              label="Floor load", used=5.0, limit=4.0, unit="kPa", state="error"),
        Limit(name="units", label="Rack units", used=9.0, limit=12.0, unit="U", state="ok"),
    )  # fmt: skip
    return RackReport(
        id=rack, name=rack.upper(), row=rack[0], summary="2 × Test node", power_max_kw=8.6,
        power_typical_kw=6.1, cooling_method="room-air", cooling_capacity_kw=10.0,
        cooling_reason="below 15 kW", airflow_m3h=1_450.0, coolant_lpm=0.0, weight_kg=208.5,
        floor_load_kpa=5.0, u_used=9.0, u_total=12.0, feeds=feeds, limits=limits,
        binding_constraint="mass",
    )  # fmt: skip


def open_report() -> RackReport:
    """Return what is known of the rack with a part that nobody knows."""
    power = Figure(1.8, inf, None, "kW", 0.75, (), (Gap("gone.power_max_w", 1.0),))
    mass = Figure(117.5, 300.0, None, "kg", 0.8, (), (Gap("gone.mass_kg", 1.0),))
    typical = Figure(1.0, 1.8, 1.4, "kW", 0.5, ("rule typical",), (), estimated=True)
    figures = {
        "power_max_kw": power, "power_typical_kw": typical, "weight_kg": mass,
        "airflow_m3h": missing("gone.airflow_m3h", "m³/h"),
        "coolant_lpm": exact(12.0, "l/min"), "floor_load_kpa": Figure(2.0, 5.0, None, "kPa"),
        "cooling_capacity_kw": exact(10.0, "kW"),
    }  # fmt: skip
    feed = fields_of({
        "load_kw": power, "load_after_loss_kw": power, "capacity_kw": exact(17.7, "kW"),
    })  # fmt: skip
    because = "Power cannot be said, because the highest power of gone is not known"
    limits = (
        Limit(name="power", group="power", label="Power", unit="kW", state="unknown", text=because,
              **fields_of({"used": power, "limit": exact(17.7, "kW")})),
        Limit(name="mass", group="mass", label="Mass", unit="kg", state="ok",
              **fields_of({"used": mass, "limit": missing("rack.static_kg", "kg")})),
    )  # fmt: skip
    return RackReport(
        id="b1", name="B1", row="b", u_total=0.0, cooling_method="rear-door", feeds=(FeedReport(
            id="a", side="A", **feed),), limits=limits, **fields_of(figures),
    )  # fmt: skip


def report(*, lost: bool = False) -> Report:
    """Return the report of the hall; with something that could not be computed if asked for."""
    racks = (*(pair_report(rack) for rack in ("a1", "a2", "a3", "b2")), open_report())
    totals = Totals(
        racks=5, **fields_of({
            "gpus": exact(32.0, ""), "power_max_kw": Figure(36.2, inf, None, "kW"),
        }),
    )  # fmt: skip
    gone = NotComputed(subject="feeds", title="Feeds of racks", because="no such luck",
                       where=("a1", "a2", "a3", "b2"))  # fmt: skip
    return Report(racks=racks, totals=totals, not_computed=(gone,) if lost else ())
