"""The panel beside a fabric: bisection, oversubscription, every single loss, ports, the session."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.fabric_map import INSIDE, PortRow, PortRows
from designer.engine.network_report import FabricReport, TierRatio
from designer.model.figure_words import UNKNOWN, amount, number, percent
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.render.fabric_losses import LossRow, loss_rows, thing_of, worst_left
from designer.render.fabric_words import (
    ENDS_LEFT,
    bisection_of,
    in_tb_s,
    of_target,
    over_nvlink,
    proof_of,
    span_of,
    target_in_tb_s,
    worst_ratio,
)
from designer.render.switch_losses import before
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.workspace import Workspace
from designer.ui.views.fabric.columns_list import ColumnsList, Row
from designer.ui.views.fabric.plots import Interval, IntervalBars, SessionPlot
from designer.ui.views.fabric.routes import route_rows

NOT_SIZED: Final = "Not sized yet"
NO_FABRIC: Final = (
    "No fabric is drawn. Its bisection, every single failure and its ports stand here once there "
    "is one: add it under Fabrics in the design settings (Ctrl+,)."
)
LOST: Final = "Lost"
OF_FEWER: Final = "†"
"""Stands at what a loss leaves where that is more than before: of the endpoints that are left."""
NOTHING: Final = "nothing"
OF_INJECTION: Final = "share of injection"
NO_DEVICE: Final = "Select a switch or a node: its ports are listed here."
PORT_COLUMNS: Final = Row(("port", "cage", "to", "their port"), dim=True)
CARRIED: Final = (
    "Other networks say what they carry without it and, where it joins their rails, with it."
)
_CAPTIONS: Final = (
    "Bisection each way", "of a full bisection", "Worst oversubscription",
    "after the worst switch loss",
)  # fmt: skip
_MOST_RACKS: Final = 3
_FEW: Final = 3
"""Ports of each direction that are shown until the rest is asked for."""
_TIERS: Final = ("Leaf", "Spine")


def _down_to_up(rows: Sequence[PortRow]) -> str:
    """Return the oversubscription of a switch as it is linked: `32 : 32 = 1.00`; of others none."""
    linked = Counter(row.side for row in rows if row.to and not row.fault)
    down, up = linked["down"], linked["up"]
    return f"{down} : {up} = {down / up:.2f}" if down and up else ""


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
        self.tiers = ColumnsList("Oversubscription by tier", (False, True, True))
        self.losses = ColumnsList(
            "Every single failure, the gravest first", (False, True, True, True), signs=True
        )
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        set_role(self.verdict, "dim")
        self.ports = ColumnsList("Ports of what is selected", (False, False, False, True), rest=2)
        self.routes = ColumnsList("What routes make of it", (False, True, True))
        self.route = QPushButton("Work out routes")
        set_role(self.route, "link")
        self.route.clicked.connect(lambda: state.proofs.route(state.fabric))
        self.no_routes = QLabel()
        self.no_routes.setWordWrap(True)
        set_role(self.no_routes, "dim")
        self.session = SessionPlot()
        self.notes: dict[str, ElidedLabel] = {}
        self._lay_out()
        self.losses.picked.connect(self._on_loss)
        self.losses.pointed.connect(self._on_loss_pointed)
        self.ports.picked.connect(self._on_port)
        self.ports.pointed.connect(self._on_port_pointed)
        state.changed.connect(self.refresh)
        workspace.theme_changed.connect(self.refresh)

    @property
    def rows(self) -> tuple[LossRow, ...]:
        """Every single loss that is listed."""
        return self._losses

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self._state.set_listed(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for no losses that nobody sees."""
        super().hideEvent(event)
        self._state.set_listed(False)

    def refresh(self) -> None:
        """Show what the newest report and the newest answers say."""
        if not self.isVisible():
            return
        report, index = self._state.report, self._state.index
        self._losses = loss_rows(report, index) if report is not None else ()
        inside = index is not None and index.map.problem == INSIDE
        nothing = not self._state.fabrics or inside
        self.none.setText(f"{capital(self._state.why_unknown)}. {CARRIED}" if inside else NO_FABRIC)
        self.none.setVisible(nothing)
        self._said.setVisible(not nothing)
        if nothing:
            return
        self._show_figures(report)
        self._show_bars(report)
        self._show_tiers(report)
        self._show_losses(report)
        self._show_routes()
        self._show_ports(self._state.ports)
        steps = [span_of(step.bisection) for step in self._state.steps()]
        self.session.show_steps(steps, self._space.theme)
        self.notes["session"].set_full_text(f"TB/s · {plural(max(0, len(steps) - 1), 'edit')}")

    def _show_figures(self, report: FabricReport | None) -> None:
        first, second, third, fourth = self.figures
        if report is None:
            for figure, caption in zip(self.figures, _CAPTIONS, strict=True):
                figure.show_words(UNKNOWN, caption)
            return
        bisection = self._state.bisection() or bisection_of(report)
        islands = report.islands
        apart = islands is not None and islands > 1
        value = f"0 TB/s: {islands:,} islands" if apart else in_tb_s(bisection)
        proof = "" if apart else f", {proof_of(report, bisection)}"
        first.show_words(value, f"{_CAPTIONS[0]}{proof}")
        second.show_words(percent(report.figure("bisection_ratio")), _CAPTIONS[1])
        third.show_words(worst_ratio(report), _CAPTIONS[2])
        left = worst_left(self._losses, "switch")
        fourth.show_words(in_tb_s(left) if left is not None else UNKNOWN, _CAPTIONS[3])

    def _show_bars(self, report: FabricReport | None) -> None:
        rows = []
        if report is not None:
            intact = self._state.bisection() or bisection_of(report)
            said = in_tb_s(intact, "")
            proven = " proven" if intact.exact and not intact.unknown and intact.high else ""
            name = "Network only" if over_nvlink(report) else "Intact"
            rows.append(Interval(name, span_of(intact), f"{said}{proven}"))
            joined = report.figure("bisection_with_nvlink_gbps")
            if over_nvlink(report):
                rows.append(Interval("With NVLink", span_of(joined), in_tb_s(joined, "")))
            rows.append(self._lost())
            for name, form in (("Worst switch", "switch"), ("Worst rack", "rack")):
                worst = worst_left(self._losses, form)
                if worst is not None:
                    rows.append(Interval(name, span_of(worst), in_tb_s(worst, "")))
        target, mark = self._state.target_pct, None
        if report is not None and target is not None:
            mark = target_in_tb_s(report, target)
        note = "TB/s each way" + (f" · target {number(mark, 1)}" if mark is not None else "")
        self.notes["bars"].set_full_text(note)
        self.bars.show_rows(rows, self._space.theme, mark)

    def _lost(self) -> Interval:
        """Return the bar of what is lost; it keeps its place while nothing is."""
        shown = self._space.what_if.shown
        if shown is None:
            return Interval(LOST, None, NOTHING, empty=True)
        figure = self._state.left_of_lost()
        if figure is None:
            return Interval(LOST, None, UNKNOWN, lost=True)
        return Interval(LOST, span_of(figure), in_tb_s(figure, ""), lost=True)

    def _show_tiers(self, report: FabricReport | None) -> None:
        rows = []
        if report is not None and report.drawn_tiers:
            rows = [Row((capital(one.tier), *_ratio_words(one))) for one in report.drawn_tiers]
        elif report is not None:
            for tier, ratio in zip(_TIERS, report.oversubscription, strict=False):
                rows.append(Row((tier, "by the rule", f"{ratio:.2f}")))
        if report is not None and report.nodes:
            top = "Core" if report.core else "Spine" if report.spine else "Leaf"
            rows = [row for row in rows if row.words[0] != top]
            rows.append(Row((top, "top", UNKNOWN)))
        self.tiers.show_columns(rows, self._space.theme)

    def _show_losses(self, report: FabricReport | None) -> None:
        intact = before(report) if report is not None else None
        rows = [
            Row(
                (row.name, number(row.alike, 0), self.left_words(row, intact), row.loses),
                row.state, row.tip, short=row.in_short,
            )
            for row in self._losses
        ]  # fmt: skip
        self.losses.show_columns(rows, self._space.theme, self._marked())
        every = sum(row.alike for row in self._losses)
        note = f"worst first · {plural(every, 'case')}" if every else ""
        if every and over_nvlink(report):
            # Islands send nothing over the network alone: what is left goes over the nodes too.
            note = f"{plural(every, 'case')}, with NVLink"
        if report is not None and self._losses and not self._lists_all(report):
            note = "working out racks, feeds, cables"
        self.notes["losses"].set_full_text(note)
        fewer = any(OF_FEWER in row.words[2] for row in rows)
        note = f" {OF_FEWER} Between halves of the {ENDS_LEFT}: of fewer than before."
        self.verdict.setText(f"{self._verdict(report)}{note if fewer else ''}")

    def left_words(self, row: LossRow, intact: Figure | None) -> str:
        """Return what is left, with a mark where that is more than before, of fewer endpoints."""
        left = self._state.left(row) if self._state.index is not None else row.left
        if left.unknown:
            return UNKNOWN
        more = row.fewer_ends and intact is not None and left.high > intact.high
        return f"{in_tb_s(left, '')}{OF_FEWER}" if more else in_tb_s(left, "")

    def _marked(self) -> list[int]:
        """Return the rows of all that is lost."""
        lost = {row.key for row in self._state.rows_of_lost()}
        return [at for at, row in enumerate(self._losses) if row.key in lost]

    def _lists_all(self, report: FabricReport) -> bool:
        """Return whether losses of racks, feeds and cables are listed: until then of switches."""
        return report.worked_out and (not report.losses or self._state.index is not None)

    def _verdict(self, report: FabricReport | None) -> str:
        """Return what any single loss leaves, in a sentence."""
        if report is None:
            return NOT_SIZED
        if not self._losses:
            return "No switch of it has a link that could be lost."
        worst = worst_left(self._losses, "switch", "cable", "feed")
        if worst is None:
            return "What a loss leaves cannot be said."
        if self._state.target_pct is not None and report.losses and self._lists_all(report):
            return self._of_target(self._state.target_pct)
        least = in_tb_s(Figure(worst.low, worst.low, worst.low, worst.unit))
        # Until all is worked out nothing is said of what is not listed.
        every = report.losses and self._lists_all(report)
        what = "switch, cable or feed" if every else "switch"
        said = f"With any one {what} lost at least {least} are left each way"
        graver = [row for row in self._losses if row.form == "rack" and row.left.high < worst.low]
        if not graver:
            return f"{said}."
        told = [f"{row.name} ({in_tb_s(row.left, '')})" for row in graver[:_MOST_RACKS]]
        more = len(graver) - len(told)
        named = ", ".join(told) + (f" and {more} more" if more else "")
        return f"{said}; not with {named}."

    def _of_target(self, target: float) -> str:
        """Return which single losses keep the target, in a sentence."""
        below, unsure = (
            [row for row in self._losses if of_target(row.ratio, target)[1] == state]
            for state in ("error", "unknown")
        )
        asked = f"{target:g} % of a full bisection"
        if not below and not unsure:
            return f"Keeps its target of {asked} with any one thing lost."
        said = []
        for rows, what in ((below, "not with"), (unsure, "not certainly with")):
            named = [row.name for row in rows[:_MOST_RACKS]]
            more = [f"{len(rows) - len(named)} more"] if len(rows) > len(named) else []
            said += [f"{what} {', '.join([*named, *more])} lost"] if rows else []
        return f"Keeps its target of {asked}, but {'; '.join(said)}."

    def _show_routes(self) -> None:
        proofs, index = self._state.proofs, self._state.index
        found = proofs.routing(self._state.fabric)
        done = found is not None and not found.working
        self.routes.show_columns(route_rows(found) if found and done else (), self._space.theme)
        drawn = index is not None and len(index.map.nodes) > 0
        self.route.setVisible(found is None and drawn and not proofs.is_routing)
        why = found.why if found is not None else ""
        waits = "working out routes" if proofs.is_routing or (found and found.working) else ""
        self.no_routes.setText(capital(why) or capital(waits))
        self.no_routes.setVisible(bool(why or waits))
        self.notes["routes"].set_full_text(", ".join(filter(None, (OF_INJECTION, self._linked()))))

    def _linked(self) -> str:
        """Return how many endpoints routes are between, where not all of them have a link."""
        report = self._state.report
        if report is None or not report.unlinked_endpoints or report.endpoints is None:
            return ""
        linked = report.endpoints - report.unlinked_endpoints
        return f"{number(linked, 0)} of {plural(report.endpoints, 'end')}"

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
            note = " · ".join(filter(None, (_down_to_up(ports.rows), f"{used:,} of {known}")))
            self._ports = _folded(ports.rows, everything=self._all_ports_of == ports.key)
            rows = [PORT_COLUMNS, *(self._port_words(row, ports) for row in self._ports)]
        else:
            self._heads["ports"].setText("Ports")
            rows = [Row((NO_DEVICE,), dim=True)]
        self.notes["ports"].set_full_text(note)
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
        if 0 <= at < len(self._losses):
            self._state.lose_row(self._losses[at])

    def _on_loss_pointed(self, at: int) -> None:
        index = self._state.index
        known = index is not None and 0 <= at < len(self._losses)
        self._state.point_at(thing_of(self._losses[at], index) if index and known else None)

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

    def _lay_out(self) -> None:
        body = QWidget()
        set_role(body, "panel")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.none, self._said = QLabel(NO_FABRIC), QWidget()
        self.none.setWordWrap(True)
        set_role(self.none, "dim")
        outer = QVBoxLayout(body)
        outer.setContentsMargins(14, 10, 12, 12)
        outer.addWidget(self.none)
        outer.addWidget(self._said, 1)
        column = QVBoxLayout(self._said)
        column.setContentsMargins(0, 0, 0, 0)
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
            (
                "routes",
                "What if routing",
                OF_INJECTION,
                (
                    self.routes,
                    self.route,
                    self.no_routes,
                ),
            ),
            ("ports", "Ports", "", (self.ports,)),
            ("session", "Bisection in this session", "", (self.session,)),
        ):
            column.addSpacing(6)
            column.addLayout(self._head(key, title, note))
            for widget in widgets:
                column.addWidget(widget)
        column.addStretch(1)
        outer.addStretch(0)
        self.setWidget(body)

    def _head(self, key: str, title: str, note: str) -> QHBoxLayout:
        row = QHBoxLayout()
        head, said = QLabel(title), ElidedLabel()
        said.set_full_text(note)
        set_role(head, "heading")
        set_role(said, "dim")
        row.addWidget(head)
        row.addStretch(1)
        row.addWidget(said)
        self._heads[key], self.notes[key] = head, said
        return row

    def _columns(self) -> QWidget:
        """Return the heads of the columns of losses."""
        heads = ColumnsList("Columns", (False, True, True, True), signs=True, over=self.losses)
        heads.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        heads.setSelectionMode(ColumnsList.SelectionMode.NoSelection)
        row = Row(("what is lost", "alike", "TB/s left", "lose link"), dim=True)
        heads.show_columns([row], self._space.theme)
        self._space.theme_changed.connect(lambda: heads.show_columns([row], self._space.theme))
        return heads


def _ratio_words(tier: TierRatio) -> tuple[str, str]:
    """Return what is beside the highest ratio of a switch of a tier, and that ratio.

    A tier may be undersubscribed as a whole while some of its switches are not.
    """
    worst, every = tier.figure("worst_ratio"), tier.figure("ratio")
    if worst.unknown:
        return "together", amount(every, 2)
    if worst == every:
        return "each", amount(every, 2)
    alike = number(tier.alike, 0)
    return f"worst, {alike} alike · together {amount(every, 2)}", amount(worst, 2)


class _Figure(QWidget):
    """A large figure with what it is below it."""

    def __init__(self) -> None:
        super().__init__()
        self.value, self.caption = QLabel(), WrappedLabel()
        set_role(self.value, "total")
        set_role(self.caption, "caption")
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
