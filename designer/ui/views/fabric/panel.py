"""The panel beside a fabric: bisection, oversubscription, every single loss, ports, the session."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.fabric_map import PortRow, PortRows
from designer.engine.network_report import FabricReport
from designer.model.figure_words import UNKNOWN, number, percent
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.render.fabric_losses import LossRow, first_thing, loss_rows, worst_left
from designer.render.fabric_things import Thing
from designer.render.fabric_words import bisection_of, in_tb_s, proof_of, span_of, worst_ratio
from designer.render.switch_losses import lost_switch
from designer.ui.kit.style import set_role
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.workspace import Workspace
from designer.ui.views.fabric.columns_list import ColumnsList, Row
from designer.ui.views.fabric.plots import Interval, IntervalBars, SessionPlot

NOT_SIZED: Final = "Not sized yet"
NO_DEVICE: Final = "Select a switch or a node: its ports are listed here."
PORT_COLUMNS: Final = Row(("port", "cage", "to", "their port"), dim=True)
_FEW: Final = 3
"""Ports of each direction that are shown until the rest is asked for."""
_TIERS: Final = ("Leaf", "Spine")


class FabricPanel(QScrollArea):
    """Says in figures what the drawing shows."""

    def __init__(
        self, workspace: Workspace, state: FabricState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._state = workspace, state
        self._losses: tuple[LossRow, ...] = ()
        self._ports: tuple[PortRow | None, ...] = ()
        self._all_ports_of = ""
        self.setAccessibleName("Fabric in figures")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.figures = [_Figure() for _ in range(4)]
        self.bars = IntervalBars()
        self.tiers = ColumnsList("Oversubscription by tier", (0.45, 0.35, 0.2), (False, True, True))
        self.losses = ColumnsList(
            "Every single failure, the gravest first", (0.4, 0.12, 0.26, 0.22),
            (False, True, True, True), signs=True,
        )  # fmt: skip
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        set_role(self.verdict, "dim")
        self.ports = ColumnsList(
            "Ports of what is selected", (0.16, 0.22, 0.36, 0.26), (False, False, False, True)
        )
        self.session = SessionPlot()
        self._notes: dict[str, QLabel] = {}
        self._lay_out()
        self.losses.picked.connect(self._on_loss)
        self.losses.pointed.connect(self._on_loss_pointed)
        self.ports.picked.connect(self._on_port)
        self.ports.pointed.connect(self._on_port_pointed)
        state.changed.connect(self.refresh)
        workspace.theme_changed.connect(self.refresh)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Show what the newest report and the newest answers say."""
        if not self.isVisible():
            return
        report = self._state.report
        self._show_figures(report)
        self._show_bars(report)
        self._show_tiers(report)
        self._show_losses(report)
        self._show_ports(self._state.ports)
        steps = [span_of(step.bisection) for step in self._state.steps()]
        self.session.show_steps(steps, self._space.theme)
        self._notes["session"].setText(f"TB/s · {plural(max(0, len(steps) - 1), 'edit')}")

    def _show_figures(self, report: FabricReport | None) -> None:
        first, second, third, fourth = self.figures
        if report is None:
            for figure, caption in zip(
                self.figures, ("Bisection each way", "of a full bisection",
                               "Worst oversubscription", "after the worst loss"), strict=True,
            ):  # fmt: skip
                figure.show_words(UNKNOWN, caption)
            return
        bisection = bisection_of(report)
        islands = report.islands is not None and report.islands > 1
        value = (
            f"0 TB/s: {plural(report.islands or 0, 'island')}" if islands else in_tb_s(bisection)
        )
        first.show_words(value, f"Bisection each way, {proof_of(report)}")
        second.show_words(percent(report.figure("bisection_ratio")), "of a full bisection")
        third.show_words(worst_ratio(report), "Worst oversubscription")
        left = worst_left(report)
        fourth.show_words(
            in_tb_s(left) if left is not None else UNKNOWN, "after the worst single loss"
        )

    def _show_bars(self, report: FabricReport | None) -> None:
        rows = []
        if report is not None:
            intact = bisection_of(report)
            said = in_tb_s(intact, "")
            proven = " proven" if intact.exact and not intact.unknown else ""
            rows.append(Interval("Intact", span_of(intact), f"{said}{proven}"))
            lost = self._lost()
            if lost is not None:
                name, figure = lost
                rows.append(Interval(name, span_of(figure), in_tb_s(figure, ""), lost=True))
            worst = worst_left(report)
            if worst is not None:
                rows.append(Interval("Worst loss", span_of(worst), in_tb_s(worst, "")))
        self.bars.show_rows(rows, self._space.theme)

    def _lost(self) -> tuple[str, Figure] | None:
        """Return what is lost and what is left, where the report tells the loss of one switch."""
        what_if, report = self._space.what_if, self._space.report_store.report
        failing, index = what_if.failing, self._state.index
        if failing is None or report is None or index is None or len(what_if.together) > 1:
            return None
        found = lost_switch(report, failing.id) if failing.kind == "network" else None
        thing = next(iter(self._state.lost), None)
        if found is None or thing is None:
            return None
        return f"{index.title(thing)} lost", found.loss.figure("bisection_gbps")

    def _show_tiers(self, report: FabricReport | None) -> None:
        rows = []
        if report is not None:
            for tier, ratio in zip(_TIERS, report.oversubscription, strict=False):
                rows.append(Row((tier, "down : up", f"{ratio:.2f}")))
            top = "Core" if report.core else "Spine" if report.spine else "Leaf"
            rows.append(Row((top, "top", UNKNOWN)))
        self.tiers.show_columns(rows, self._space.theme)

    def _show_losses(self, report: FabricReport | None) -> None:
        index = self._state.index
        self._losses = loss_rows(report, index) if report is not None else ()
        rows = [
            Row(
                (row.name, number(row.alike, 0),
                 UNKNOWN if row.left.unknown else in_tb_s(row.left, ""), row.loses),
                row.state, row.tip,
            )
            for row in self._losses
        ]  # fmt: skip
        lost = {self._key(thing) for thing in self._state.lost}
        current = next((at for at, row in enumerate(self._losses) if lost & set(row.keys)), -1)
        self.losses.show_columns(rows, self._space.theme, current)
        every = sum(row.alike for row in self._losses)
        self._notes["losses"].setText(f"worst first · {plural(every, 'case')}" if every else "")
        self.verdict.setText(self._verdict(report))

    def _verdict(self, report: FabricReport | None) -> str:
        """Return what any single loss leaves, in a sentence."""
        if report is None:
            return NOT_SIZED
        if not self._losses:
            return "No switch of it has a link that could be lost."
        worst = worst_left(report)
        cut = [row for row in self._losses if row.state == "error"]
        if cut:
            names = ", ".join(row.name for row in cut[:2])
            return f"Single points of failure: {names}."
        if worst is None:
            return "What a loss leaves cannot be said."
        least = in_tb_s(Figure(worst.low, worst.low, worst.low, worst.unit))
        at_least = "" if worst.exact else "at least "
        return f"With any one switch lost {at_least}{least} are left each way."

    def _show_ports(self, ports: PortRows | None) -> None:
        index = self._state.index
        note = ""
        rows: list[Row] = []
        self._ports = ()
        if ports is not None and index is not None and ports.rows:
            thing = index.things.get(ports.key)
            title = index.title(thing) if thing is not None else index.name_of(ports.key)
            self._heads["ports"].setText(f"Ports of {title}")
            used = sum(bool(row.to) and not row.fault for row in ports.rows)
            known = "?" if ports.ports is None else number(ports.ports, 0)
            note = f"{number(used, 0)} of {known}"
            self._ports = _folded(ports.rows, everything=self._all_ports_of == ports.key)
            rows = [PORT_COLUMNS, *(self._port_words(row, ports) for row in self._ports)]
        else:
            self._heads["ports"].setText("Ports")
            rows = [Row((NO_DEVICE,), dim=True)]
        self._notes["ports"].setText(note)
        self.ports.show_columns(rows, self._space.theme)

    def _port_words(self, row: PortRow | None, ports: PortRows) -> Row:
        index = self._state.index
        if row is None or index is None:
            hidden = len(ports.rows) - sum(one is not None for one in self._ports)
            return Row((f"… {number(hidden, 0)} more ports",), dim=True)
        cage = f"{row.cage}"
        if ports.links_each > 1:
            cage += f" · {row.lane} of {ports.links_each}"
        to = index.name_of(row.to) if row.to else "free"
        if row.fault:
            return Row((row.port, cage, to, "not connected"), tip=row.fault)
        return Row((row.port, cage, to, row.to_port), dim=not row.to)

    # What a click does

    def _on_loss(self, at: int) -> None:
        thing = self._thing_of_loss(at)
        if thing is not None:
            self._state.lose(thing)

    def _on_loss_pointed(self, at: int) -> None:
        self._state.point_at(self._thing_of_loss(at))

    def _thing_of_loss(self, at: int) -> Thing | None:
        index = self._state.index
        if index is None or not 0 <= at < len(self._losses):
            return None
        row = self._losses[at]
        return first_thing(row, index, row.name.partition(",")[0].lower())

    def _on_port(self, at: int) -> None:
        """Select the device at the other end; of folded ports show all."""
        ports, at = self._state.ports, at - 1
        row = self._ports[at] if 0 <= at < len(self._ports) else None
        if row is None and ports is not None and at == len(self._ports) - 1 >= 0:
            self._all_ports_of = ports.key
            self._show_ports(ports)
        elif row is not None and row.to:
            self._space.select((row.to,))

    def _on_port_pointed(self, at: int) -> None:
        index = self._state.index
        row = self._ports[at - 1] if 0 < at <= len(self._ports) else None
        known = index is not None and row is not None
        self._state.point_at(index.things.get(row.to) if known else None)  # type: ignore[union-attr] # both are there

    def _key(self, thing: Thing) -> str:
        index = self._state.index
        return index.key(thing) if index is not None else ""

    def _lay_out(self) -> None:
        body = QWidget()
        set_role(body, "panel")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(body)
        column.setContentsMargins(14, 10, 12, 12)
        column.setSpacing(6)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(6)
        for at, figure in enumerate(self.figures):
            grid.addWidget(figure, at // 2, at % 2)
        column.addLayout(grid)
        self._heads: dict[str, QLabel] = {}
        for key, title, note, widgets in (
            ("bars", "Bisection", "TB/s each way", (self.bars,)),
            ("tiers", "Oversubscription by tier", "down : up", (self.tiers,)),
            ("losses", "Every single failure", "", (self._columns(), self.losses, self.verdict)),
            ("ports", "Ports", "", (self.ports,)),
            ("session", "Bisection in this session", "", (self.session,)),
        ):
            column.addSpacing(6)
            column.addLayout(self._head(key, title, note))
            for widget in widgets:
                column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(body)

    def _head(self, key: str, title: str, note: str) -> QHBoxLayout:
        row = QHBoxLayout()
        head, said = QLabel(title), QLabel(note)
        set_role(head, "heading")
        set_role(said, "dim")
        row.addWidget(head)
        row.addStretch(1)
        row.addWidget(said)
        self._heads[key], self._notes[key] = head, said
        return row

    def _columns(self) -> QWidget:
        """Return the heads of the columns of losses."""
        heads = ColumnsList(
            "Columns", (0.4, 0.12, 0.26, 0.22), (False, True, True, True), signs=True
        )
        heads.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        heads.setSelectionMode(ColumnsList.SelectionMode.NoSelection)
        row = Row(("what is lost", "alike", "TB/s left", "lose link"), dim=True)
        heads.show_columns([row], self._space.theme)
        self._space.theme_changed.connect(lambda: heads.show_columns([row], self._space.theme))
        return heads


class _Figure(QWidget):
    """A large figure with what it is below it."""

    def __init__(self) -> None:
        super().__init__()
        self.value, self.caption = QLabel(), QLabel()
        set_role(self.value, "total")
        set_role(self.caption, "caption")
        self.caption.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(self.caption)

    def show_words(self, value: str, caption: str) -> None:
        """Show another figure; a long one in smaller letters."""
        set_role(self.value, "total" if len(value) <= 12 else "heading")
        self.value.setText(value)
        self.caption.setText(caption)
        self.setAccessibleName(f"{caption}: {value}")


def _folded(rows: tuple[PortRow, ...], *, everything: bool) -> tuple[PortRow | None, ...]:
    """Return the first ports of each direction, those of which a link is missing, and the rest.

    None stands for the ports that are left out.
    """
    if everything:
        return rows
    found: list[PortRow | None] = []
    seen: dict[str, int] = {}
    for row in rows:
        seen[row.side] = seen.get(row.side, 0) + 1
        if seen[row.side] <= _FEW or row.fault:
            found.append(row)
    return (*found, None) if len(found) < len(rows) else tuple(found)
