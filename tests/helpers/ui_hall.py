"""A hall with one of everything the window shows, and what an engine might say of it.

Two rows, copies of an assembly, switches, rack PDUs, a CDU, remarks, an obstacle, two fabrics. The
figures of the report are made up, each one different, so that a mix-up shows.
"""

from designer.catalog.catalog import Catalog
from designer.engine.limit_report import Limit
from designer.engine.network_report import FabricReport
from designer.engine.report import Check, Facility, RackReport, Report, Totals
from designer.io.design_text import dumps
from designer.model.design import (
    Assembly,
    Design,
    Device,
    Fabric,
    Note,
    Obstacle,
    PowerNode,
    Rack,
    Revision,
    Room,
    Row,
    Slot,
    Waiver,
)
from designer.model.measured import Bound
from tests.helpers.ui_reports import compute_fabric, cost_without_switches


def hall() -> Design:
    """Row A: a filled rack, a switch rack, two empty ones. Row B: three copies and a CDU."""
    filled = Assembly(
        id="pair", name="2 × DGX H100", rack_part="rack-48u",
        slots=(
            Slot(id="n1", part="dgx-h100", half_u=4, name="{rack}-n1"),
            Slot(id="n2", part="dgx-h100", half_u=24, name="{rack}-n2"),
        ),
    )  # fmt: skip
    row_a = tuple(
        Rack(
            id=f"A{n:02d}", name=f"A{n:02d}", part="rack-48u", x_mm=1800 + 800 * n, y_mm=2400,
            row="A",
        )
        for n in range(1, 5)
    )  # fmt: skip
    row_b = tuple(
        Rack(
            id=f"B{n:02d}", name=f"B{n:02d}", part="rack-48u", x_mm=1800 + 800 * n, y_mm=6000,
            row="B", rotation=180, assembly="pair",
        )
        for n in range(1, 4)
    )  # fmt: skip
    cdu = Rack(id="CDU1", name="CDU1", part="cdu-row", x_mm=5000, y_mm=6000, row="B", rotation=180)
    column = Obstacle(id="column", name="Column", x_mm=9000, y_mm=600, width_mm=600, depth_mm=600)
    return Design(
        name="hall",
        room=Room(obstacles=(column,)),
        power=(
            PowerNode(id="A", name="Feed A", capacity_kw=200.0),
            PowerNode(id="B", name="Feed B", capacity_kw=200.0),
        ),
        rows=(
            Row(id="A", name="A", x_mm=2600, y_mm=2400),
            Row(id="B", name="B", x_mm=2600, y_mm=6000, rotation=180),
        ),
        assemblies=(filled,),
        racks=(*row_a, *row_b, cdu),
        devices=_devices(),
        fabrics=(
            Fabric(id="compute", name="compute", nodes=("dgx-h100",), rails=8, switch="qm9700"),
            Fabric(
                id="storage", name="storage", purpose="storage", nodes=("dgx-h100",), rails=2,
                switch="qm9700",
            ),
        ),
        revisions=(Revision(id="1", date="2026-03-01", text="first issue"),),
        notes=(
            Note(id="note-1", text="mind the column", x_mm=9300, y_mm=900),
            Note(id="note-2", text="check the fill", target="A01"),
        ),
        waivers=(
            Waiver(id="feeds:B01", reason="delivered later", author="N. N.", date="2026-03-02"),
        ),
    )  # fmt: skip


def _devices() -> tuple[Device, ...]:
    return (
        Device(
            id="leaf-1", name="leaf 1", part="qm9700", rack="A02", half_u=84,
            fabric="compute", tier="leaf",
        ),
        Device(
            id="leaf-2", name="leaf 2", part="qm9700", rack="A02", half_u=88,
            fabric="compute", tier="leaf",
        ),
        Device(id="node-1", name="node 1", part="dgx-h100", rack="A01", half_u=4),
        Device(id="node-2", name="node 2", part="dgx-h100", rack="A01", half_u=24),
        Device(
            id="pdu-a", name="PDU A", part="pdu-415v-60a-3ph", rack="A01", face="zero-u",
            feed="A",
        ),
    )  # fmt: skip


def hall_report() -> Report:
    """Return a report on `hall`: ok, warning, error and what cannot be said, each somewhere."""
    return Report(
        design="hall",
        totals=Totals(
            racks=8, devices=12, nodes=8, gpus=64, power_max_kw=81.6, power_typical_kw=64.0,
            bounds=(Bound(name="weight_kg", low=7_000.0, gaps=("cdu-row.mass_kg",)),),
        ),
        racks=tuple(_rack_report(number, rack) for number, rack in enumerate(hall().racks)),
        facility=Facility(pue=1.25, pue_source="stated", it_kw=81.6, facility_kw=102.0),
        fabrics=(
            compute_fabric(
                nodes=8, placed_leaf=2, endpoints=64, injection_gbps=25_600.0,
                bisection_gbps=12_800.0, bisection_ratio=1.0, exact=True,
            ),
            FabricReport(
                id="storage", name="storage", purpose="storage", nodes=8, leaf=2, endpoints=16,
                bisection_lower_gbps=1_600.0, bisection_upper_gbps=3_200.0,
            ),
        ),
        cost=cost_without_switches(
            nodes=3_000_000.0, racks=150_000.0, switches=2, opex=90_000.0, mwh=910.0,
            scope="nodes, network, racks; no building", price_date="2026-05",
        ),
        checks=_checks(),
    )  # fmt: skip


def _rack_report(number: int, rack: Rack) -> RackReport:
    states = {"A01": "warning", "A02": "ok", "A03": "unknown", "A04": "error"}
    methods = {"A01": "rear-door", "A02": "room-air", "B01": "direct-to-chip", "B02": "in-row"}
    return RackReport(
        id=rack.id, name=rack.name, row=rack.row, summary=f"what {rack.id} holds",
        power_max_kw=None if rack.id == "B03" else 10.0 + number, power_typical_kw=8.0 + number,
        cooling_method=methods.get(rack.id, ""), air_kw=4.0 + number, liquid_kw=6.0,
        airflow_m3h=1500.0 + number, weight_kg=500.0 + number, u_used=16.0, u_total=48.0,
        limits=(
            Limit(
                name="cooling", group="cooling",
                label="Cooling", used=10.0 + number, limit=45.0, unit="kW",
                state=states.get(rack.id, "ok"), text=f"cooling of {rack.id}",
            ),
            Limit(
                name="power-feed-lost", group="power",
                label="Power, one feed lost", used=10.0, limit=34.5,
                unit="kW", state="ok", text="holds",
            ),
            Limit(name="mass", group="mass",
                  label="Mass", used=900.0, limit=1701.0, unit="kg", state="ok"),
        ),
        binding_constraint="cooling" if rack.id == "A04" else "",
    )  # fmt: skip


def _checks() -> tuple[Check, ...]:
    return (
        Check(
            rule="P01", severity="error", where=("A04",), message="A04 draws too much",
            advice="Move a node.", key="P01:A04",
        ),
        Check(
            rule="F01", severity="error", where=("compute",), message="2 of 8 leaf are placed",
            advice="Place six more.", key="F01:compute",
        ),
        Check(
            rule="P05", severity="warning", where=("A02", "B01"), message="no rack PDU",
            advice="Place one for each feed.", key="P05:A02",
        ),
        Check(
            rule="F02", severity="warning", where=("storage",), key="F02:open:storage",
            message="cannot be said, because the ports of QM9700 are not known",
        ),
        Check(
            rule="N01", severity="info", where=("A03",), message="A03 is empty", key="N01:A03",
        ),
    )  # fmt: skip


def design_lines(design: Design, catalog: Catalog) -> list[str]:
    """Return the file of a design without the parts that it carries along."""
    lines = dumps(design, catalog).splitlines()
    return [line for line in _before_parts(lines) if line.strip()]


def _before_parts(lines: list[str]) -> list[str]:
    for number, line in enumerate(lines):
        if line.startswith(("[parts", "[[parts", "parts")):
            return lines[:number]
    return lines
