"""Asks what to print: sheets, paper, racks; writes one vector PDF or prints on paper."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QVBoxLayout, QWidget

from designer.engine.fabric_map import FabricMaps, MapsAsked
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.edge import presented
from designer.runtime.print_job import Earlier, PrintJob, parts_beside_shipped
from designer.ui.kit.form_dialog import named_rows
from designer.ui.kit.widget_edge import given_choice
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.output_dialog import NOT_SIZED, OutputDialog, Start

if TYPE_CHECKING:
    from designer.render.what_if import WhatIf
    from designer.ui.views.dialogs.print_preview import PrintPreview

PAPERS: Final = ("A3", "A4", "A2", "A1", "Letter", "Tabloid")
SHEETS: Final = (
    ("compare", "Comparison"), ("floor", "Floor plan"), ("overlays", "Floor overlays"),
    ("power", "Power one-line"),
    ("fabric", "Fabrics"), ("cables", "Cables"), ("racks", "Rack elevations"),
    ("comments", "Comments, with balloons on the sheets"),
)  # fmt: skip
PLACE: Final = "print"
"""Where racks are looked at for what a loss leaves in them."""
NOT_COMPARED: Final = (
    "The view Compare (Ctrl+7) has no earlier design before this one, or measures it still; of an "
    "early stage no comparison is printed"
)
USUAL: Final = frozenset({"floor", "racks"})


class PrintDialog(OutputDialog):
    """The form; whoever made it prints in the background, and tells what came of it.

    Parameters
    ----------
    start
        Begins to print what was chosen.
    file
        Gives the bytes of the design's file while it holds what is drawn, else None.
    earlier
        Gives what the open design is compared with in the view *Compare*; None of nothing.
    compared
        Tells that this may be another now.
    """

    def __init__(
        self,
        workspace: Workspace,
        folder: str,
        file_name: str,
        start: Start,
        parent: QWidget | None = None,
        file: Callable[[], bytes | None] = lambda: None,
        earlier: Callable[[], Earlier | None] = lambda: None,
        compared: SignalInstance | None = None,
    ) -> None:
        super().__init__("Print", "Write PDF…", workspace, folder, start, parent, self._ask_file)
        self._file_name, self._file = file_name, file
        self.paper = QComboBox()
        self.paper.addItems(PAPERS)
        from designer.ui.views.dialogs.printers import printer_names

        self.printer = QComboBox()
        self.printer.addItems(printer_names())
        if not self.printer.count():
            self.printer.addItem("no printer is set up on this machine")
            self.printer.setEnabled(False)
        # The engine knows who is linked to whom: its maps are asked for where they are printed.
        self._maps = LiveAnswer(
            workspace.client, workspace.report_store, "fabrics", "maps", FabricMaps, self
        )
        self._maps.changed.connect(self._allow)
        self.sheets = {key: QCheckBox(words) for key, words in SHEETS}
        self._find_earlier, self._earlier = earlier, earlier()
        if compared is not None:
            compared.connect(self._follow_comparison)
        self._offer_comparison()
        for key, box in self.sheets.items():
            box.setChecked(key in USUAL or (key == "comments" and bool(workspace.comments.all)))
            box.toggled.connect(lambda _: self._allow())
        self.sheets["fabric"].toggled.connect(
            lambda on: self._maps.look_at(MapsAsked() if on else None)
        )
        self.only_selected = QCheckBox("Only the selected racks")
        chosen = workspace.selected_rack_ids()
        self.only_selected.setEnabled(bool(chosen))
        self.only_selected.setToolTip("" if chosen else "no rack is selected")
        self.only_selected.toggled.connect(lambda _: self._allow())
        self.after_loss = QCheckBox("After the loss that is tried")
        self.after_loss.toggled.connect(self._ask_what_is_left)
        self.to_printer = QPushButton("Print")
        self.to_printer.clicked.connect(lambda _=False: self.print_out())
        self.to_look = QPushButton("Preview…")
        self.to_look.setToolTip("Look at the pages before anything is written")
        self.to_look.clicked.connect(lambda _=False: self.preview())
        self.shown: PrintPreview | None = None
        boxes = QVBoxLayout()
        for box in (*self.sheets.values(), self.only_selected, self.after_loss):
            boxes.addWidget(box)
        form = named_rows((("Paper", self.paper), ("Printer", self.printer), ("Sheets", boxes)))
        self.lay_out((form,), (self.to_printer, self.to_look))
        # Not before: it shows a box that else stood on the window, and asks what may be done.
        self._follow_loss()
        workspace.what_if.changed.connect(self._follow_loss)
        self._allow()

    def _offer_comparison(self) -> None:
        """Offer the sheet of a comparison while the view *Compare* has one."""
        box, was = self.sheets["compare"], self._earlier
        box.setEnabled(was is not None)
        if was is not None:
            box.setText(f"Comparison with {was.names[0]}")
            box.setToolTip("A plan with marks, tables of changes, figures, limits and findings")
        else:
            box.setChecked(False)
            box.setText(dict(SHEETS)["compare"])
            box.setToolTip(NOT_COMPARED)

    def _follow_comparison(self) -> None:
        """Offer the comparison as soon as both designs are measured, or none any more."""
        self._earlier = self._find_earlier()
        self._offer_comparison()
        self._allow()

    def chosen_sheets(self) -> tuple[str, ...]:
        """Return the sheets asked for."""
        return tuple(key for key, box in self.sheets.items() if box.isChecked())

    def chosen_racks(self) -> tuple[str, ...] | None:
        """Return the racks asked for; None for all."""
        if not self.only_selected.isChecked():
            return None
        later = self._workspace.stage.later.racks
        return tuple(key for key in self._workspace.selected_rack_ids() if key not in later)

    def write(self, path: Path) -> bool:
        """Begin to write the PDF, and close; False where nothing can be printed yet."""
        return self._begin(path=path)

    def print_out(self) -> bool:
        """Begin to print on the chosen printer, and close; False where nothing can be yet."""
        return self._begin(printer=given_choice(self.printer))

    def preview(self) -> bool:
        """Show the pages; False where nothing can be printed yet."""
        from designer.ui.views.dialogs.print_preview import PrintPreview

        job = self._job(preview=True)
        if job is None:
            return False
        self.shown = PrintPreview(job, self)
        self.shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.shown.open()
        return True

    def _begin(self, *, path: Path | None = None, printer: str = "") -> bool:
        return self.begin(self._job(path=path, printer=printer))

    def _job(
        self, *, path: Path | None = None, printer: str = "", preview: bool = False
    ) -> PrintJob | None:
        """Return what was chosen as a job; None, and a word, where nothing can be printed yet."""
        space = self._workspace
        report = space.report_store.report
        if report is None:
            self.say(NOT_SIZED, "warning")
            return None
        return PrintJob(
            design=space.sized_design,
            parts=parts_beside_shipped(space.catalog),
            report=report,
            sheets=self.chosen_sheets(),
            paper=given_choice(self.paper),
            path=path,
            printer=printer,
            preview=preview,
            racks=self.chosen_racks(),
            file_name=self._file_name,
            file=self._file(),
            unfolded=space.unfolded,
            lost=self._lost(),
            maps=self._drawn() or FabricMaps(),
            presented=presented(),
            earlier=self._earlier if self.sheets["compare"].isChecked() else None,
            comments=space.comments.all,
            folder=space.plans.folder() if space.plans is not None else None,
        )

    def _drawn(self) -> FabricMaps | None:
        """Return the maps of fabrics that have a sheet; None while they are asked for."""
        if not self.sheets["fabric"].isChecked():
            return FabricMaps()
        found = self._maps.found
        if found is None:
            return None
        return found.evolve(maps=tuple(one for one in found.maps if len(one.leaves)))

    def _lost(self) -> "WhatIf | None":
        """Return the loss that the sheets are to show; None where nobody asked for it."""
        return self._workspace.what_if.shown if self.after_loss.isChecked() else None

    def _follow_loss(self) -> None:
        """Offer the loss that is tried while there is one."""
        shown = self._workspace.what_if.shown
        self.after_loss.setVisible(shown is not None)
        if shown is None:
            self.after_loss.setChecked(False)
            return
        self.after_loss.setText(f"After loss of {shown.title}")
        self.after_loss.setToolTip(
            "Sheets say it in their titles; overlays of what no loss of power changes show the "
            "hall with nothing lost. The design stays as it is."
        )
        self._allow()

    def _ask_what_is_left(self, wanted: bool) -> None:
        """Ask the engine what the loss leaves in every rack, as long as that is to be printed."""
        racks = (rack.id for rack in self._workspace.sized_design.racks)
        self._workspace.what_if.look_at(PLACE, racks if wanted else ())
        self._allow()

    def done(self, result: int) -> None:
        """Look at no racks any more."""
        self._workspace.what_if.look_at(PLACE, ())
        self._maps.look_at(None)
        super().done(result)

    def _is_asking(self) -> bool:
        """Return whether the engine is still to say what the loss leaves in a rack."""
        lost, racks = self._workspace.what_if, self._workspace.sized_design.racks
        return self.after_loss.isChecked() and any(lost.is_asking_of(rack.id) for rack in racks)

    def _ask_file(self) -> None:
        self.ask_file("Write PDF", "pdf", "PDF (*.pdf)", self.write)

    def _allow(self) -> None:
        sheets = self.chosen_sheets()
        drawn = self._drawn()
        ready = bool(sheets) and drawn is not None and not self._is_asking()
        self.accept_button.setEnabled(ready)
        self.to_look.setEnabled(ready)
        self.to_printer.setEnabled(ready and self.printer.isEnabled())
        racks = self.chosen_racks()
        if not sheets:
            self.say("Choose at least one kind of sheet.", "dim")
            return
        groups = self._groups(racks) if "racks" in sheets else 0
        alike = "; racks that are alike share one" if groups else ""
        feeds = bool(self._workspace.document.design.power)
        power, lacks = (("power" in sheets and one) for one in (feeds, not feeds))
        without = "; no power sheet: the design names no feeds" if lacks else ""
        if self._is_asking():
            without += "; asking what the loss leaves in racks"
        if drawn is None:
            without += "; asking how fabrics are linked"
        elif "fabric" in sheets and not drawn:
            without += "; no sheet of a fabric: no switch of one is drawn"
        number = (
            ("floor" in sheets)
            + ("compare" in sheets)
            + power
            + len(drawn.maps if drawn is not None else ())
            + groups
        )
        if "cables" in sheets:
            report = self._workspace.report_store.report
            laid = report is not None and report.cables.figure("count").high > 0
            number += laid
            without += "" if laid else "; no sheet of cables: none has both ends"
        count, which = plural(number, "sheet"), "it" if number == 1 else "them"
        hidden = self._workspace.layers.hidden_words()
        all_of_it = f". Hidden on the screen, and drawn on sheets: {hidden}" if hidden else ""
        self.say(f"{count} and what continues {which}{alike}{without}{all_of_it}", "dim")

    def _groups(self, racks: tuple[str, ...] | None) -> int:
        """Return how many sheets the racks take."""
        from designer.render.sheets.sheet_list import rack_groups

        workspace, lost = self._workspace, self._lost()
        report = workspace.report_store.report
        if report is not None and lost is not None:
            from designer.render.rack_after import report_after

            report = report_after(report, lost, workspace.part_name)
        layout = workspace.layout()
        if workspace.stage.narrows:
            layout = Layout(workspace.sized_design)
        return len(rack_groups(layout, workspace.catalog, report, racks, lost))
