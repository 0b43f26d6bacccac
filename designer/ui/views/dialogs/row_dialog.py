"""Asks for a row of racks: which, how many, how far apart, where, and which way they face."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import add_row
from designer.document.errors import EditError
from designer.document.placement import footprint, free_row
from designer.model.aisle_widths import COLD_AISLE_MM
from designer.model.design import Rotation
from designer.model.plural import plural
from designer.ui.kit.form_dialog import FormDialog, named_rows
from designer.ui.kit.number_boxes import RefusedNumbers, integer_box
from designer.ui.state.workspace import Workspace

FACES: tuple[tuple[str, Rotation], ...] = (
    ("up the plan", 0),
    ("right", 90),
    ("down the plan", 180),
    ("left", 270),
)


@dataclass(frozen=True)
class RowPlan:
    """What was asked for; lengths in mm."""

    rack_part: str
    count: int
    x_mm: int
    y_mm: int
    pitch_mm: int
    name: str
    rotation: Rotation

    def edit(self, catalog: Catalog) -> Edit:
        """Return what adds the row to a design."""
        return add_row(
            catalog, self.rack_part, self.count, self.x_mm, self.y_mm, self.pitch_mm, self.name,
            self.rotation,
        )  # fmt: skip


class RowDialog(FormDialog):
    """The form; `planned` brings the answer."""

    planned = Signal(object)

    def __init__(
        self, workspace: Workspace, racks: Sequence[Part], part_id: str, parent: QWidget | None
    ) -> None:
        super().__init__("Row of racks", "Add row", parent)
        self._workspace, self._racks = workspace, {part.id: part for part in racks}
        self.part, self.face = QComboBox(), QComboBox()
        for part in racks:
            self.part.addItem(part.name, part.id)
        self.part.setCurrentIndex(max(0, self.part.findData(part_id)))
        for words, rotation in FACES:
            self.face.addItem(words, rotation)
        self.name = QLineEdit(self._next_letter())
        self.count = integer_box(1, 200, 8)
        self.pitch = integer_box(300, 4000, 600, "mm")
        self.x_box = integer_box(-100_000, 1_000_000, 1200, "mm")
        self.y_box = integer_box(-100_000, 1_000_000, 1200, "mm")
        boxes = (self.count, self.pitch, self.x_box, self.y_box)
        self._refused = RefusedNumbers(boxes, self)
        self._lay_out()
        self._suggest()
        self.part.currentIndexChanged.connect(lambda _: self._suggest())
        for box in boxes:
            box.edited.connect(self._judge)
            box.valueChanged.connect(lambda _: self._judge())
        self._refused.changed.connect(self._judge)
        self.name.textChanged.connect(lambda _: self._judge())
        self.face.currentIndexChanged.connect(lambda _: self._judge())
        self.accepted.connect(lambda: self.planned.emit(self.plan()))
        self._judge()

    def plan(self) -> RowPlan:
        """Return the form's figures."""
        return RowPlan(
            rack_part=str(self.part.currentData()),
            count=self.count.number(),
            x_mm=self.x_box.number(),
            y_mm=self.y_box.number(),
            pitch_mm=self.pitch.number(),
            name=self.name.text().strip(),
            rotation=FACES[self.face.currentIndex()][1],
        )

    def _lay_out(self) -> None:
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Rack", self.part), ("Name", self.name), ("Racks", self.count),
            ("Pitch", self.pitch), ("From left", self.x_box), ("From top", self.y_box),
            ("Faces", self.face),
        )  # fmt: skip
        self.lay_out((named_rows(rows),))

    def _next_letter(self) -> str:
        taken = {row.name for row in self._workspace.document.design.rows}
        return next((c for c in "ABCDEFGHJKLMNPQRSTUVWXYZ" if c not in taken), "")

    def _suggest(self) -> None:
        """Suggest the rack's width as pitch, and a place where the row can stand."""
        part = self._racks[str(self.part.currentData())]
        width, _ = footprint(part, 0)
        self.pitch.setValue(width)
        spot = free_row(
            self._workspace.layout(),
            self._workspace.catalog,
            part.id,
            self.count.number(),
            width,
            COLD_AISLE_MM,
        )
        if spot:
            self.x_box.setValue(spot[0])
            self.y_box.setValue(spot[1])

    def _judge(self) -> None:
        """Say whether the row can stand there; one that cannot is not taken."""
        plan = self.plan()
        refusal = self._refusal(plan)
        if self._refused.words:
            self.say(self._refused.words, "warning")
            self.accept_button.setEnabled(not refusal and not self._refused.stand)
            return
        long = plan.count * plan.pitch_mm / 1000
        words = refusal or f"{plural(plan.count, 'rack')}, {long:.2f} m long"
        self.say(words, "warning" if refusal else "ok")
        self.accept_button.setEnabled(not refusal)

    def _refusal(self, plan: RowPlan) -> str:
        try:
            plan.edit(self._workspace.catalog)(self._workspace.document.design)
        except EditError as refusal:
            return str(refusal)
        return ""
