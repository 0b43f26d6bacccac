"""Asks what to write and where: pictures of the floor and of a rack, the report, the parts list."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from designer.io.export_asked import ExportAsked
from designer.plugins.registry import PlugIn, PlugIns
from designer.runtime.export_look import ExportLook, Looked
from designer.runtime.print_job import PrintJob
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.export_preview import ExportPreview
from designer.ui.views.dialogs.output_dialog import NOT_SIZED, OutputDialog, Start


@dataclass(frozen=True)
class ExportFormat:
    """One way to write: words, suffix, what it says, and what it needs.

    Attributes
    ----------
    kind
        As the command line calls it; empty where that is the key.
    needs_rack
        Whether a rack is to be selected.
    of_fabric
        Whether it is of an InfiniBand fabric.
    """

    key: str
    words: str
    suffix: str
    about: str
    kind: str = ""
    needs_rack: bool = False
    of_fabric: bool = False


def _has_infiniband(workspace: Workspace) -> bool:
    return any(one.kind == "infiniband" for one in workspace.document.design.fabrics)


FORMATS: Final = (
    ExportFormat("floor.svg", "Floor plan, SVG", "svg", "vector drawing to scale"),
    ExportFormat("floor.png", "Floor plan, PNG", "png", "picture"),
    ExportFormat(
        "floor.dxf", "Floor plan, DXF", "dxf", "for CAD: true mm, a layer for each kind",
    ),
    ExportFormat(
        "rack.svg", "Elevation of the selected rack, SVG", "svg", "front and rear", "racks.svg",
        needs_rack=True,
    ),
    ExportFormat(
        "rack.png", "Elevation of the selected rack, PNG", "png", "front and rear", "racks.png",
        needs_rack=True,
    ),
    ExportFormat(
        "xlsx", "Bill and schedules, workbook", "xlsx",
        "bill with spares, cables and their totals, racks, feeds: a sheet each",
    ),
    ExportFormat(
        "bom.csv", "Bill of materials, CSV", "csv", "parts, quantities, prices and their dates",
    ),
    ExportFormat(
        "cords.csv", "Cords, CSV", "csv",
        "each supply with its outlet, breaker, line and current",
    ),
    ExportFormat(
        "cables.csv", "Cables, CSV", "csv",
        "each cable with its ends, way, medium, length and price",
    ),
    ExportFormat(
        "p2p.csv", "Ports, CSV", "csv", "both ends of each cable with cage and lane",
    ),
    ExportFormat(
        "ibnetdiscover", "InfiniBand fabric, ibnetdiscover", "topo",
        "the first InfiniBand fabric as ibnetdiscover prints one, for ibsim and OpenSM",
        of_fabric=True,
    ),
    ExportFormat("html", "Report, HTML", "html", "one page for a browser"),
    ExportFormat("md", "Report, Markdown", "md", "for notes and reviews"),
    ExportFormat(
        "json", "Report as data, JSON", "json", "every figure; unknown is null"
    ),
)  # fmt: skip


def formats_of(plugins: PlugIns) -> tuple[ExportFormat, ...]:
    """Return the formats of plug-ins; those that are off say so when they are asked to write."""
    return tuple(_of_plugin(one) for one in plugins.of("exporters"))


def _of_plugin(plugin: PlugIn) -> ExportFormat:
    _, dot, ending = plugin.name.rpartition(".")
    return ExportFormat(
        plugin.name, f"{plugin.name}, {plugin.distribution}", ending if dot else "out",
        f"by the {plugin.title}",
    )  # fmt: skip


CABLES: Final = "cables.csv"
_OF_CABLES: Final = frozenset({CABLES, "p2p.csv"})
"""Formats with a line for each cable, whatever the schedule shows."""


MOST_RACKS: Final = 100
"""So large may a design be whose export is made as soon as its format is chosen."""
MAKING: Final = "Making what would be written…"
STOPPED: Final = "The preview was cancelled."
LOOK: Final = "Preview"
STOP: Final = "Cancel preview"
WORKBOOK: Final = "A workbook for a spreadsheet: no text to look at."
LARGE: Final = "The design is large: press Preview to make what would be written."
_SOON_MS: Final = 150
"""Formats that are walked through are not made one by one."""


class ExportDialog(OutputDialog):
    """The form; a file is written, and a preview made, in a process of its own.

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
        self, workspace: Workspace, folder: str, start: Start, parent: QWidget | None = None,
        *, first: str = "", filtered: str = "", plugins: PlugIns | None = None,
    ) -> None:  # fmt: skip
        super().__init__("Export", "Export…", workspace, folder, start, parent, self._ask_file)
        self._looking: ExportLook | None = None
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
        self.look = QPushButton(LOOK)
        self.look.setToolTip("Make what would be written, to look at it; nothing is kept")
        self.look.clicked.connect(lambda _=False: self._look_or_stop())
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
        """Begin to write the file, and close; False where nothing is sized yet."""
        return self.begin(self._job(path))

    def show_preview(self) -> None:
        """Make what would be written, and show it; a failure is said in its place."""
        self.stop_preview()
        room = self.preview.room_px()
        job = self._job(look_px=room)
        if job is None:
            self.preview.say(NOT_SIZED)
        elif self.chosen().suffix == "xlsx":
            self.preview.say(WORKBOOK)
        else:
            self.preview.wait(MAKING)
            self.look.setText(STOP)
            self._looking = ExportLook(job, self)
            self._looking.looked.connect(self._show)
            self._looking.failed.connect(lambda why: self._show(f"It would fail: {why}"))

    def stop_preview(self) -> None:
        """Make it no longer."""
        looking, self._looking = self._looking, None
        self.look.setText(LOOK)
        if looking is not None:
            looking.close()

    def _look_or_stop(self) -> None:
        if self._looking is None:
            self.show_preview()
        else:
            self.stop_preview()
            self.preview.say(STOPPED)

    def _show(self, found: Looked | str) -> None:
        self._looking = None
        self.look.setText(LOOK)
        if isinstance(found, str):
            self.preview.say(found)
        else:
            self.preview.show_looked(found)

    def _job(
        self, path: Path | None = None, look_px: tuple[int, int] | None = None
    ) -> PrintJob | None:
        chosen, space = self.chosen(), self._workspace
        racks = space.selected_rack_ids() if chosen.needs_rack else ()
        asked = ExportAsked(
            chosen.kind or chosen.key, rack=racks[0] if racks else "", look_px=look_px
        )
        # An elevation is of the rack as it stands, whatever the stage.
        design = space.document.design if chosen.needs_rack else space.sized_design
        return self.export_job(asked, design, path)

    def done(self, result: int) -> None:
        """Make no preview any more."""
        self._soon.stop()
        self.stop_preview()
        super().done(result)

    def _offer_preview(self, *, ready: bool) -> None:
        """Show the preview of a small design by itself; that of a large one when asked."""
        self._soon.stop()
        self.stop_preview()
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
