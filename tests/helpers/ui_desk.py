"""A window's services without an engine process, for tests that publish their own reports."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.limit_report import Limit
from designer.engine.report import Check, Facility, RackReport, Report, Totals
from designer.engine.together_report import LossAsked
from designer.model.change import Change
from designer.model.design import Design, Device, Fabric, PowerNode, Rack, Row
from designer.runtime.design_session import DesignSession
from designer.runtime.report_store import ReportStore
from designer.ui.state.settings import Settings
from designer.ui.state.workspace import Workspace
from tests.helpers.ui_reports import compute_fabric, cost_without_switches


class SilentClient(QObject):
    """Stands for the engine client: has its signals, keeps what was asked, answers nothing."""

    reported = Signal(int)
    stepped = Signal(int, int, object)
    preview_begun = Signal(object)
    previewed = Signal(object)
    preview_failed = Signal(int, str)
    lost_together = Signal(object)
    loss_failed = Signal(str)
    answered = Signal(object)
    state_changed = Signal(str, str)
    restarted = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.losses: list[tuple[int, LossAsked]] = []
        self.previews: list[tuple[int, Change, tuple[str, ...]]] = []
        self.questions: list[tuple[object, ...]] = []
        self.asks: list[bool] = []
        self.let_go_of = 0

    def ask(self, *question: object) -> int:
        self.questions.append(question)
        return len(self.questions)

    def let_go(self) -> None:
        self.let_go_of += 1

    def preview(
        self, revision: int, change: Change, rack_ids: tuple[str, ...],
        *, asks: bool = False, drags: bool = True,
    ) -> int:  # fmt: skip
        self.previews.append((revision, change, rack_ids))
        self.asks.append(asks)
        return len(self.previews)

    def lose_together(self, revision: int, asked: LossAsked) -> int:
        self.losses.append((revision, asked))
        return len(self.losses)


class Desk:
    """Session, store, workspace and settings on a design."""

    def __init__(self, folder: Path, design: Design) -> None:
        self.catalog: Catalog = load_shipped()
        self.session = DesignSession(self.catalog)
        self.session.new(design)
        self.store = ReportStore(interval_ms=0)
        self.client = SilentClient()
        self.settings = Settings(folder, folder)
        self.workspace = Workspace(
            self.session.document, self.catalog, self.store, self.client  # type: ignore[arg-type] # stands for the client
        )  # fmt: skip
        self.messages: list[tuple[str, str]] = []
        self.workspace.message.connect(lambda text, kind: self.messages.append((text, kind)))

    @property
    def design(self) -> Design:
        return self.session.document.design

    def report(self, report: Report) -> None:
        """Publish a report for the design as it stands."""
        self.store.expect(self.session.document.revision)
        self.store.accept(self.session.document.revision, report)

    def close(self) -> None:
        self.workspace.close()
        self.session.close()


def small_design() -> Design:
    """Two racks in a row, one node in the first."""
    return Design(
        name="small",
        power=(PowerNode(id="A", name="Feed A"), PowerNode(id="B", name="Feed B")),
        rows=(Row(id="A", name="A", x_mm=1200, y_mm=1200),),
        racks=(
            Rack(id="A01", name="A01", part="rack-48u", x_mm=1200, y_mm=1200, row="A"),
            Rack(id="A02", name="A02", part="rack-48u", x_mm=2000, y_mm=1200, row="A"),
        ),
        devices=(Device(id="n1", name="node 1", part="dgx-h100", rack="A01", half_u=4),),
        fabrics=(Fabric(id="compute", name="compute", nodes=("dgx-h100",), rails=8),),
    )


def small_report() -> Report:
    """What an engine might say of `small_design`; the figures serve as text to look for."""
    cooling = Limit(
        name="cooling",
        group="cooling",
        label="Cooling",
        used=10.2,
        limit=45.0,
        unit="kW",
        state="ok",
    )
    lost = Limit(
        name="power-feed-lost", group="power", label="Power", used=10.2, limit=34.5, unit="kW"
    )
    return Report(
        design="small",
        totals=Totals(racks=2, devices=1, nodes=1, gpus=8, power_max_kw=10.2, power_typical_kw=8.0),
        racks=(
            RackReport(
                id="A01", name="A01", row="A", power_max_kw=10.2, cooling_method="rear-door",
                limits=(cooling, lost),
            ),
            RackReport(id="A02", name="A02", row="A", power_max_kw=None, cooling_method=""),
        ),
        facility=Facility(pue=1.3, pue_source="assumed"),
        fabrics=(
            compute_fabric(
                nodes=1, placed_leaf=6, endpoints=8, injection_gbps=3200.0, bisection_gbps=3200.0
            ),
        ),
        cost=cost_without_switches(
            nodes=340_000.0, racks=10_000.0, switches=6, opex=9_000.0, mwh=91.0
        ),
        checks=(
            Check(
                rule="fabric-count", severity="error", where=("compute",),
                message="6 of 8 leaf switches are placed", advice="Place two more.",
                key="fabric-count:compute",
            ),
            Check(
                rule="feeds", severity="warning", where=("A01",), message="no rack PDU in A01",
                advice="Place one for each feed.", key="feeds:A01",
            ),
        ),
    )  # fmt: skip
