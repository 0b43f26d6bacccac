"""Asks what to write and where: pictures of the floor and of a rack, the report, the parts list."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from designer.engine.report import Report
from designer.io.output_file import write_output
from designer.io.plugin_exports import exported
from designer.plugins.registry import PlugIn, PlugInError, PlugIns
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.export_preview import PICTURES, ExportPreview
from designer.ui.views.dialogs.output_dialog import NOT_SIZED, OutputDialog

Writer = Callable[[Path, Workspace, Report], None]


@dataclass(frozen=True)
class ExportFormat:
    """One way to write: words, suffix, what it says, and what it needs.

    Attributes
    ----------
    needs_rack
        Whether a rack is to be selected.
    of_fabric
        Whether it is of an InfiniBand fabric.
    """

    key: str
    words: str
    suffix: str
    about: str
    write: Writer
    needs_rack: bool = False
    of_fabric: bool = False


def _floor(path: Path, workspace: Workspace, report: Report) -> None:
    from designer.render.output import write_floor
    from designer.render.printed_plans import plans_from

    plans = workspace.plans
    with plans_from(plans.picture_of if plans is not None else None):
        write_floor(path, workspace.sized_design, workspace.catalog, report)


def _elevation(path: Path, workspace: Workspace, report: Report) -> None:
    from designer.render.output import write_elevation

    rack_id = workspace.selected_rack_ids()[0]
    write_elevation(path, workspace.document.design, workspace.catalog, report, rack_id)


def _data(kind: str) -> Writer:
    def write(path: Path, workspace: Workspace, report: Report) -> None:
        from designer.io.export import DATA_FORMATS, EXPORT_FORMATS, REPORT_FORMATS

        made = EXPORT_FORMATS.get(kind) or REPORT_FORMATS.get(kind) or DATA_FORMATS[kind]
        write_output(path, made(workspace.sized_design, workspace.catalog, report))

    return write


def _fabric(path: Path, workspace: Workspace, report: Report) -> None:
    from designer.io.export import OF_ONE_FABRIC

    text = OF_ONE_FABRIC["ibnetdiscover"](workspace.sized_design, workspace.catalog, report)
    write_output(path, text)


def _has_infiniband(workspace: Workspace) -> bool:
    return any(one.kind == "infiniband" for one in workspace.document.design.fabrics)


FORMATS: Final = (
    ExportFormat("floor.svg", "Floor plan, SVG", "svg", "vector drawing to scale", _floor),
    ExportFormat("floor.png", "Floor plan, PNG", "png", "picture", _floor),
    ExportFormat(
        "floor.dxf", "Floor plan, DXF", "dxf", "for CAD: true mm, a layer for each kind",
        _data("floor.dxf"),
    ),
    ExportFormat(
        "rack.svg", "Elevation of the selected rack, SVG", "svg", "front and rear", _elevation,
        needs_rack=True,
    ),
    ExportFormat(
        "rack.png", "Elevation of the selected rack, PNG", "png", "front and rear", _elevation,
        needs_rack=True,
    ),
    ExportFormat(
        "xlsx", "Bill and schedules, workbook", "xlsx",
        "bill with spares, cables and their totals, racks, feeds: a sheet each", _data("xlsx"),
    ),
    ExportFormat(
        "bom.csv", "Bill of materials, CSV", "csv", "parts, quantities, prices and their dates",
        _data("bom.csv"),
    ),
    ExportFormat(
        "cords.csv", "Cords, CSV", "csv",
        "each supply with its outlet, breaker, line and current", _data("cords.csv"),
    ),
    ExportFormat(
        "cables.csv", "Cables, CSV", "csv",
        "each cable with its ends, way, medium, length and price", _data("cables.csv"),
    ),
    ExportFormat(
        "p2p.csv", "Ports, CSV", "csv", "both ends of each cable with cage and lane",
        _data("p2p.csv"),
    ),
    ExportFormat(
        "ibnetdiscover", "InfiniBand fabric, ibnetdiscover", "topo",
        "the first InfiniBand fabric as ibnetdiscover prints one, for ibsim and OpenSM", _fabric,
        of_fabric=True,
    ),
    ExportFormat("html", "Report, HTML", "html", "one page for a browser", _data("html")),
    ExportFormat("md", "Report, Markdown", "md", "for notes and reviews", _data("md")),
    ExportFormat(
        "json", "Report as data, JSON", "json", "every figure; unknown is null", _data("json")
    ),
)  # fmt: skip


def formats_of(plugins: PlugIns) -> tuple[ExportFormat, ...]:
    """Return the formats of plug-ins; those that are off say so when they are asked to write."""
    return tuple(_of_plugin(one) for one in plugins.of("exporters"))


def _of_plugin(plugin: PlugIn) -> ExportFormat:
    def write(path: Path, workspace: Workspace, report: Report) -> None:
        try:
            data = exported(plugin, workspace.sized_design, workspace.catalog, report)
        except PlugInError as error:
            raise ValueError(str(error)) from error
        write_output(path, data)

    _, dot, ending = plugin.name.rpartition(".")
    return ExportFormat(
        plugin.name, f"{plugin.name}, {plugin.distribution}", ending if dot else "out",
        f"by the {plugin.title}", write,
    )  # fmt: skip


CABLES: Final = "cables.csv"
_OF_CABLES: Final = frozenset({CABLES, "p2p.csv"})
"""Formats with a line for each cable, whatever the schedule shows."""


MOST_RACKS: Final = 100
"""So large may a design be whose export is made as soon as its format is chosen."""
MAKING: Final = "Making what would be written…"
LARGE: Final = "The design is large: press Preview to make what would be written."
_SOON_MS: Final = 150
"""Formats that are walked through are not made one by one."""


class ExportDialog(OutputDialog):
    """The form; `written` tells the file that was made.

    Parameters
    ----------
    first
        The key of the format that is chosen at first; empty for the first of all.
    filtered
        What the schedule of cables is filtered by: each table of cables says that it has all.
    plugins
        Those whose formats stand below ours; None for what is installed.
    """

    def __init__(
        self, workspace: Workspace, folder: str, parent: QWidget | None = None,
        *, first: str = "", filtered: str = "", plugins: PlugIns | None = None,
    ) -> None:  # fmt: skip
        super().__init__("Export", "Export…", workspace, folder, parent, self._ask_file)
        self._filtered = filtered
        self.formats = (*FORMATS, *formats_of(plugins or PlugIns()))
        self.format = QComboBox()
        self.format.setAccessibleName("Format")
        for each in self.formats:
            self.format.addItem(each.words)
        keys = [each.key for each in self.formats]
        self.format.setCurrentIndex(keys.index(first) if first else 0)
        self.format.currentIndexChanged.connect(lambda _: self._allow())
        self.preview = ExportPreview()
        self.look = QPushButton("Preview")
        self.look.setToolTip("Make what would be written, to look at it; nothing is kept")
        self.look.clicked.connect(lambda _=False: self.show_preview())
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._soon.timeout.connect(self.show_preview)
        self.lay_out((self.format, self.preview), (self.look,))
        self._allow()

    def chosen(self) -> ExportFormat:
        """Return the format asked for."""
        return self.formats[self.format.currentIndex()]

    def write(self, path: Path) -> bool:
        """Write the file; a failure is said in the dialog."""
        chosen = self.chosen()
        return self.write_file(
            path, lambda report: chosen.write(path, self._workspace, report), "Not exported"
        )

    def show_preview(self) -> None:
        """Make what would be written, and show it; a failure is said in its place."""
        chosen, report = self.chosen(), self._workspace.report_store.report
        if report is None:
            self.preview.say(NOT_SIZED)
            return
        # A picture of the same drawing: what paints it goes by the ending.
        ending = "png" if chosen.suffix in PICTURES else chosen.suffix
        with TemporaryDirectory(prefix="cluster-designer-") as folder:
            path = Path(folder) / f"preview.{ending}"
            try:
                chosen.write(path, self._workspace, report)
                self.preview.show_file(path)
            except (OSError, ValueError) as error:
                self.preview.say(f"It would fail: {error}")

    def done(self, result: int) -> None:
        """Make no preview any more."""
        self._soon.stop()
        super().done(result)

    def _offer_preview(self, *, ready: bool) -> None:
        """Show the preview of a small design by itself; that of a large one when asked."""
        self._soon.stop()
        self.look.setEnabled(ready)
        if not ready:
            self.preview.say("")
        elif len(self._workspace.document.design.racks) <= MOST_RACKS:
            self.preview.say(MAKING)
            self._soon.start()
        else:
            self.preview.say(LARGE)

    def _allow(self) -> None:
        chosen = self.chosen()
        lacks = chosen.needs_rack and not self._workspace.selected_rack_ids()
        none = chosen.of_fabric and not _has_infiniband(self._workspace)
        self.accept_button.setEnabled(not lacks and not none)
        self._offer_preview(ready=not lacks and not none)
        if lacks:
            self.say("Select a rack first.", "warning")
        elif none:
            self.say("The design has no InfiniBand fabric.", "warning")
        elif self._filtered and chosen.key in _OF_CABLES:
            self.say(f"{chosen.about}: of all cables, not only those of {self._filtered}")
        else:
            self.say(chosen.about)

    def _ask_file(self) -> None:
        suffix = self.chosen().suffix
        self.ask_file("Export", suffix, f"*.{suffix}", self.write)
