"""The tab of the platform: choices, what the catalogue's rules say, readiness, the kernel."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.catalog.load import shipped_library
from designer.engine.platform_report import PlatformReport, counted, in_order
from designer.ui.fields.field_form import FieldForm
from designer.ui.fields.form import into_design
from designer.ui.fields.platform_fields import software_fields, use_fields
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.workspace import Workspace
from designer.ui.views.platform.rows import Rows, ready_row, rule_row

WAITING: Final = "The platform is not sized yet."
_SUBJECT: Final = "the platform"
_KERNEL_LINES: Final = 8


class PlatformPanel(QScrollArea):
    """Chooses the software of a design, and says beside it what fits together and what does not."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Platform")
        self.sign, self.verdict = SeverityGlyph(""), WrappedLabel(WAITING)
        self.software = FieldForm(into_design(workspace))
        self.use = FieldForm(into_design(workspace))
        self.rules, self.holding = Rows("Rules"), Rows("Rules that hold")
        self.waiting = WrappedLabel("")
        self.more = QPushButton("Show what holds")
        self.more.setCheckable(True)
        set_role(self.more, "quiet")
        self.ready = Rows("Check list of an AI-ready data centre")
        self.kernel = QPlainTextEdit()
        self.kernel.setReadOnly(True)
        self.kernel.setTabChangesFocus(True)
        self.kernel.setAccessibleName("Kernel parameters")
        self.copy = QPushButton("Copy")
        self.copy.setAccessibleName("Copy the kernel parameters")
        set_role(self.copy, "quiet")
        self._lay_out()
        self.more.toggled.connect(self.holding.setVisible)
        self.copy.clicked.connect(self._copy)
        workspace.document_changed.connect(lambda _: self.refresh_if_shown())
        workspace.report_changed.connect(self.refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest design and report, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def reveal_choice(self, name: str) -> None:
        """Give the keyboard to the field of a choice."""
        for form in (self.software, self.use):
            if (editor := form.editors.get(name)) is not None:
                self.ensureWidgetVisible(editor)
                editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Show the choices as they stand, and what is said of them."""
        platform, library = self._space.document.design.platform, shipped_library()
        self.software.show_fields(
            software_fields(platform, library, self._gpus()), _SUBJECT, _SUBJECT
        )
        self.use.show_fields(use_fields(platform, library), _SUBJECT, _SUBJECT)
        report = self._space.report_store.report
        if report is not None:
            self._show_report(report.platform, report.why_lost("platform"))

    def _gpus(self) -> frozenset[str]:
        """Return the kinds of GPUs that stand in the design, for the partitions they take."""
        catalog, design = self._space.catalog, self._space.document.design
        slots = (slot.part for one in design.assemblies for slot in one.slots)
        parts = {
            *(one.part for one in design.racks), *(one.part for one in design.devices), *slots
        }  # fmt: skip
        found = (catalog.get(one) for one in parts)
        return frozenset(part.compute.gpu for part in found if part and part.compute)

    def _show_report(self, one: PlatformReport, lost: str) -> None:
        self.verdict.setText(lost or _verdict(one))
        self.sign.set_severity(_sign(one))
        told = in_order(one.rules)
        asked = [rule for rule in told if rule.asked]
        self.rules.show_rows([rule_row(rule) for rule in asked if rule.answer != "holds"])
        holding = [rule_row(rule) for rule in asked if rule.answer == "holds"]
        self.holding.show_rows(holding)
        self.more.setText(f"{len(holding)} hold")
        self.more.setVisible(bool(holding))
        more = len(told) - len(asked)
        self.waiting.setText(f"{more} more wait for what is not stated." if more else "")
        self.waiting.setVisible(bool(more))
        self.ready.show_rows([ready_row(row) for row in one.readiness])
        self._empty.setVisible(not one.readiness)
        text = kernel_text(one)
        if text != self.kernel.toPlainText():
            self.kernel.setPlainText(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.kernel.toPlainText())

    def _lay_out(self) -> None:
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.verdict, 1)
        column.addLayout(said)
        set_role(self.waiting, "caption")
        self._empty = WrappedLabel("Nothing is drawn that it could be held against.")
        set_role(self._empty, "caption")
        self.holding.hide()
        self.kernel.setFixedHeight(self.kernel.fontMetrics().lineSpacing() * _KERNEL_LINES + 12)
        sections: tuple[tuple[str, tuple[QWidget, ...]], ...] = (
            ("Software", (self.software,)),
            ("Rules of the catalogue", (self.rules, self.waiting, self.more, self.holding)),
            ("AI-ready check list", (self._empty, self.ready)),
            ("Kernel parameters", (self.kernel, self.copy)),
            ("How it is used", (self.use,)),
        )
        for title, widgets in sections:
            column.addWidget(_heading(title))
            for widget in widgets:
                column.addWidget(widget)
            column.addSpacing(6)
        column.addStretch(1)
        self.setWidget(page)


def _heading(title: str) -> QLabel:
    made = QLabel(title)
    set_role(made, "heading")
    return made


def _verdict(one: PlatformReport) -> str:
    if not one.stated:
        return f"Nothing is stated yet. Of the drawing alone: {counted(one)}."
    return f"Rules of the catalogue: {counted(one)}."


def _sign(one: PlatformReport) -> str:
    """Return the gravest sign of what fails beside the check list."""
    failing = {rule.severity for rule in in_order(one.rules) if rule.answer == "fails"}
    return next((level for level in ("error", "warning", "info") if level in failing), "ok")


def kernel_text(one: PlatformReport) -> str:
    """Return kernel parameters as they are written: both files, what is left out as remarks."""
    lines: list[str] = []
    for target in dict.fromkeys(line.target for line in one.kernel):
        lines += ["", f"# {target}"] if lines else [f"# {target}"]
        for line in (each for each in one.kernel if each.target == target):
            if line.advised:
                lines.append(line.line)
            else:
                lines.append(f"# {line.line.removeprefix('# ')}  ({line.because})")
    return "\n".join(lines)
