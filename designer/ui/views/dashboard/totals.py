"""The four totals in large type, and the line below that says how sure they are."""

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from designer.engine.report import Report, Totals
from designer.model.plural import plural
from designer.ui.kit import figures
from designer.ui.kit.style import set_role


class Total(QWidget):
    """A figure in large type above its name."""

    def __init__(self, caption: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = caption
        self.value = QLabel("–")
        set_role(self.value, "total")
        name = QLabel(caption)
        set_role(name, "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(name)
        self.show_value("–", "")

    def show_value(self, text: str, tip: str) -> None:
        """Show a figure, and on hovering how it comes about."""
        self.value.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(f"{self._caption}: {text}")


class TotalsView(QWidget):
    """GPUs, IT power, racks and capital."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def show_report(self, report: Report | None) -> None:
        """Show a report; a dash while there is none."""
        if report is None:
            for total in (self.gpus, self.power, self.racks, self.capital):
                total.show_value("–", "not sized yet")
            return
        sums, cost = report.totals, report.cost
        self.gpus.show_value(
            figures.at_least(figures.count(sums.gpus), "gpus" not in sums.partial),
            f"{plural(sums.nodes, 'node')}, {plural(sums.devices, 'device')}",
        )
        power = _sum(sums, "power_max_kw")
        self.power.show_value(power, _power_tip(report))
        self.racks.show_value(figures.count(sums.racks), _mass_tip(report))
        capital = figures.at_least(figures.money(cost.capex, cost.currency), cost.complete)
        tip = f"prices as of {cost.price_date}" if cost.price_date else ""
        if cost.unpriced:
            tip = f"{tip}\nno published price: {', '.join(cost.unpriced)}".strip()
        self.capital.show_value(capital, tip)


def _sum(sums: Totals, name: str) -> str:
    return figures.partial(getattr(sums, name), name not in sums.partial)


def _power_tip(report: Report) -> str:
    sums = report.totals
    lines = [
        f"highest observed {_sum(sums, 'power_peak_kw')}",
        f"typical {_sum(sums, 'power_typical_kw')}",
        f"idle {_sum(sums, 'power_idle_kw')}",
    ]
    if sums.unknown_figures:
        lines.append(
            f"{plural(sums.unknown_figures, 'figure')} not known; a sum that needs one is ≥"
        )
    return "\n".join(lines)


def _mass_tip(report: Report) -> str:
    mass = report.totals.weight_kg
    area = report.totals.floor_area_m2
    lines = [f"{mass:,.0f} kg" if mass is not None else "mass unknown"]
    if area is not None:
        lines.append(f"{area:,.0f} m² of floor")
    return "\n".join(lines)
