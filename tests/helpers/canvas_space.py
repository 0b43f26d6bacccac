"""A workspace for canvas tests: small designs, the real document, an engine client that waits."""

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, RackFigures
from designer.document.document import Document
from designer.engine.report import RackReport, Report
from designer.engine.together_report import LossAsked
from designer.model.change import Change
from designer.model.comments import Comment, Comments
from designer.model.design import Assembly, Design, Device, Rack, Room, Row, Slot
from designer.runtime.report_store import ReportStore
from designer.ui.state.workspace import Workspace

RACK = Part(
    id="rack", kind="rack", name="Rack 48U", width_mm=600, height_mm=2260, depth_mm=1200,
    rack=RackFigures(units=48, static_kg=1500, usable_depth_mm=1100),
)  # fmt: skip
NODE = Part(
    id="node", kind="node", name="Node 8U", height_half_u=16, depth_mm=900, mass_kg=130,
    power_max_w=10_200, power_typical_w=8_000, gpus=8, nodes=1,
)  # fmt: skip
LEAF = Part(id="leaf", kind="switch", name="Leaf 1U", height_half_u=2, depth_mm=600)
CABLE = Part(id="cable", kind="cable", name="Cable")
PARTS = (RACK, NODE, LEAF, CABLE)


class WaitingClient(QObject):
    """Stands in for the engine client: remembers questions; the test gives the answers."""

    reported = Signal(int)
    stepped = Signal(int, int, object)
    preview_begun = Signal(object)
    previewed = Signal(object)
    preview_failed = Signal(int, str)
    lost_together = Signal(object)
    loss_failed = Signal(str)
    answered = Signal(object)
    state_changed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.losses: list[tuple[int, LossAsked]] = []
        self.questions: list[tuple[object, ...]] = []
        self.asked: list[tuple[int, Change, tuple[str, ...]]] = []
        self.with_asks: list[bool] = []
        self.let_go_of = 0

    def let_go(self) -> None:
        self.let_go_of += 1

    def preview(
        self, revision: int, change: Change, rack_ids: tuple[str, ...],
        *, asks: bool = False, drags: bool = True,
    ) -> int:  # fmt: skip
        self.asked.append((revision, change, rack_ids))
        self.with_asks.append(asks)
        return len(self.asked)

    def ask(self, *question: object) -> int:
        self.questions.append(question)
        return len(self.questions)

    def lose_together(self, revision: int, asked: LossAsked) -> int:
        self.losses.append((revision, asked))
        return len(self.losses)


def racks(rows: int, columns: int, assembly: str = "") -> tuple[Rack, ...]:
    """Return racks A01, A02 …: 600 mm wide, 1200 mm deep, rows 3 m apart, from 3 m, 3 m."""
    return tuple(
        Rack(
            id=f"{chr(65 + row)}{column + 1:02d}", name=f"{chr(65 + row)}{column + 1:02d}",
            part="rack", x_mm=3000 + 600 * column, y_mm=3000 + 3000 * row,
            row=chr(65 + row), assembly=assembly,
        )
        for row in range(rows)
        for column in range(columns)
    )  # fmt: skip


def small_design() -> Design:
    """Return two rows of four racks; A01 holds two nodes and a leaf, row B copies an assembly."""
    full = Assembly(
        id="full", name="2 nodes", rack_part="rack",
        slots=(
            Slot(id="n1", part="node", half_u=2, name="{rack}-n1"),
            Slot(id="n2", part="node", half_u=18, name="{rack}-n2"),
        ),
    )  # fmt: skip
    first, second = racks(1, 4), racks(2, 4, "full")[4:]
    devices = (
        Device(id="leaf-1", name="leaf-1", part="leaf", rack="A01", half_u=96),
        Device(id="node-1", name="node-1", part="node", rack="A01", half_u=2),
        Device(id="node-2", name="node-2", part="node", rack="A01", half_u=18),
    )
    rows = tuple(Row(id=n, name=n, x_mm=3000, y_mm=3000 + 3000 * i) for i, n in enumerate("AB"))
    return Design(
        name="small", room=Room(), rows=rows, assemblies=(full,), racks=(*first, *second),
        devices=devices,
    )  # fmt: skip


def space_of(design: Design, parts: tuple[Part, ...] = PARTS) -> Workspace:
    """Return a workspace over a design; `workspace.client` is a `WaitingClient`."""
    store = ReportStore(interval_ms=0)
    client = WaitingClient()
    space = Workspace(Document(design), Catalog(parts), store, client)  # type: ignore[arg-type]  # stands in
    store.setParent(space)
    client.setParent(space)
    return space


def rack_report(rack_id: str, kw: float, method: str = "rear-door", **fields: object) -> RackReport:
    """Return a rack's report with a power figure and a cooling method."""
    return RackReport.model_validate(
        {"id": rack_id, "name": rack_id, "power_max_kw": kw, "cooling_method": method, **fields}
    )


def report_of(*found: RackReport) -> Report:
    """Return a report of racks."""
    return Report(racks=found)


class KeptStore(QObject):
    """Stands in for the file of the comments."""

    changed = Signal()
    told = Signal(str)
    why_not = ""

    def __init__(self, *comments: Comment) -> None:
        super().__init__()
        self.comments: Comments = comments

    def write(self, edit: object) -> Comments:
        """Return the comments, unchanged."""
        return self.comments
