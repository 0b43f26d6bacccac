"""The four totals in large type; hovering says what they rest on and what leaves them open."""

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from designer.engine.preview import IT_POWER
from designer.engine.report import Report
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure, exact
from designer.model.plural import plural
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.style import set_role
from designer.ui.state.capital_words import CAPITAL, capital_step
from designer.ui.state.figure_tips import figure_tip
from designer.ui.state.workspace import Workspace


class Total(QWidget):
    """A figure in large type above its name."""

    def __init__(self, caption: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = self._named = caption
        self.text = self._told = self._figure = UNKNOWN
        self.value = QLabel(UNKNOWN)
        set_role(self.value, "total")
        self.name = ElidedLabel()
        self.name.set_full_text(caption)
        set_role(self.name, "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(self.name)
        self.show_value(UNKNOWN, "")

    def show_value(self, text: str, tip: str) -> None:
        """Show a figure, the bounds of an estimate in small type, and on hovering what it is."""
        self.text = text
        set_role(self.value, "total")
        self._named = self._caption
        self.name.set_full_text(self._caption)
        self.name.setToolTip("")  # the tip of the figure holds here as well
        head, bracket, span = text.partition(" (")
        small = f" <span style='font-size:11px; font-weight:400'>{span[:-1]}</span>"
        self.value.setText(f"{head}{small}" if bracket else head)
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)
        self.setAccessibleName(f"{self._caption}: {text}")

    def show_released(self, after: str, more: str, bounds: str = "") -> None:
        """Show in its place what it would be, and by how much more or less in small type.

        The bounds of that stand beside the name: beside the figure there is no room.
        """
        head = after.partition(" (")[0]
        colour = theme_of(self.palette()).accent
        delta = f" <span style='font-size:12px; font-weight:600; color:{colour}'>{more}</span>"
        self._figure = head
        self.value.setText(f"{head}{delta}" if more else head)
        self._named = f"{self._caption} · {bounds}" if bounds else self._caption
        self.name.set_full_text(self._named)
        told = ", ".join(filter(None, (f"{after} {more}".rstrip(), bounds)))
        self._told = told
        self.setAccessibleName(f"{self._caption} if released here: {told}")

    def set_of_before(self, *, before: bool) -> None:
        """Dim what it would be: it is of the place that the pointer has left; or no longer."""
        set_role(self.value, "stale" if before else "total")
        self.name.set_full_text(f"{self._caption} · place before" if before else self._named)
        if before:
            self.value.setText(self._figure)
            self.setAccessibleName(f"{self._caption} of the place before: {self._told}")


class TotalsView(QWidget):
    """GPUs, IT power, racks and capital."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setAccessibleName("Totals")
        self.gpus, self.power = Total("GPUs"), Total("IT power, maximum")
        self.racks, self.capital = Total("Racks"), Total("Capital")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for place, total in enumerate((self.gpus, self.power, self.racks, self.capital)):
            grid.addWidget(total, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        self.banner = QLabel("")
        set_role(self.banner, "live")
        self.banner.hide()
        grid.addWidget(self.banner, 2, 0, 1, 2)
        self.below = QLabel("Dimmed below: the design as it is")
        set_role(self.below, "caption")
        self.below.hide()
        grid.addWidget(self.below, 3, 0, 1, 2)
        self._report: Report | None = None
        workspace.released.changed.connect(self._show_released)

    def show_report(self, report: Report | None) -> None:
        """Show a report; a dash while there is none."""
        self._report = report
        if report is None:
            for total in (self.gpus, self.power, self.racks, self.capital):
                total.show_value(UNKNOWN, "not sized yet")
            return
        self._show_sums(report)
        self._show_capital(report)
        if self._workspace.released.preview is not None:
            self._show_released()

    def _show_released(self) -> None:
        """Show while something is dragged what each total would be; then again what it is."""
        released, report = self._workspace.released, self._report
        self.banner.setVisible(released.preview is not None)
        self.below.setVisible(released.preview is not None)
        if released.preview is None:
            if report is not None:
                self.show_report(report)
            return
        told = "sizing…" if released.is_stale else "nothing saved yet · Esc: back"
        for total in (self.gpus, self.power, self.racks, self.capital):
            total.set_of_before(before=released.is_stale)
        where = "If released here"
        self.banner.setText(f"{where} · {told}")
        if report is None or released.is_stale:
            return
        changes = {one.what: one for one in released.preview.changes}
        for what, total in (
            ("GPUs", self.gpus), (IT_POWER, self.power), ("racks", self.racks),
            (CAPITAL, self.capital),
        ):  # fmt: skip
            one = changes.get(what)
            if one is None:
                total.show_released(total.text, "")
                continue
            before, after = one.figure("before", one.unit), one.figure("after", one.unit)
            if what == CAPITAL:
                total.show_released(quantity(after), *capital_step(one, released.preview))
            else:
                total.show_released(quantity(after), more_words(before, after))

    def _show_sums(self, report: Report) -> None:
        why = report.why_lost("totals")
        if why:
            for total in (self.gpus, self.power, self.racks):
                total.show_value(UNKNOWN, why)
            return
        sums, name = report.totals, self._workspace.part_name
        gpus, power = sums.figure("gpus"), sums.figure("power_max_kw")
        nodes = sums.figure("nodes")
        count = f"{quantity(nodes)} nodes" if sums.nodes is None else plural(sums.nodes, "node")
        devices = f"{count}, {plural(sums.devices, 'device')}"
        self.gpus.show_value(quantity(gpus), figure_tip(devices, gpus, name))
        self.power.show_value(quantity(power), figure_tip("sum of every device", power, name))
        racks = sums.figure("racks")
        self.racks.show_value(quantity(racks), figure_tip(_mass_tip(report), racks, name))

    def _show_capital(self, report: Report) -> None:
        why = report.why_lost("cost")
        if why:
            self.capital.show_value(UNKNOWN, why)
            return
        cost, name = report.cost, self._workspace.part_name
        capital = cost.figure("capex", cost.currency)
        self.capital.show_value(quantity(capital), figure_tip(_price_tip(report), capital, name))


def more_words(before: Figure, after: Figure) -> str:
    """Return `+8`, `−10.2 kW`, `+~$0.4 M`: by how much more a figure is, of what is likely of it.

    Empty where one of them is not known.
    """
    if before.unknown or after.unknown:
        return ""
    was, now = exact(before.likely, before.unit), exact(after.likely, after.unit)
    if was.low == now.low:
        return ""
    grows = now.low > was.low
    step = now.minus(was) if grows else was.minus(now)
    sure = before.exact and after.exact
    return f"{'+' if grows else '−'}{'' if sure else '~'}{quantity(step)}"


def _price_tip(report: Report) -> str:
    cost = report.cost
    tip = f"prices as of {cost.price_date}" if cost.price_date else ""
    if cost.unpriced:
        tip = f"{tip}\nno published price: {', '.join(cost.unpriced)}".strip()
    return tip


def _mass_tip(report: Report) -> str:
    lines = [f"mass {quantity(report.totals.figure('weight_kg'))}"]
    area = report.totals.floor_area_m2
    if area is not None:
        lines.append(f"{area:,.0f} m² of floor")
    return "\n".join(lines)
