"""The tab of what is assumed of owning and renting: sliders, tried while held, kept when let go."""

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from designer.engine.ownership_report import Ownership
from designer.model.figure_words import currency_sign, quantity, words
from designer.model.figures import Figure
from designer.ui.fields.axis import Axis, with_value
from designer.ui.fields.slider import ValueSlider
from designer.ui.kit.style import set_role
from designer.ui.kit.why_card import WhyCard
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.cost_trial import CostTrial
from designer.ui.state.workspace import Workspace

_PERCENT: Final = 0.01


def _parts(first: int, last: int, step: int) -> Axis:
    stops = tuple(n / 100 for n in range(first, last + 1, step))
    return Axis(stops[0], stops[-1], stops, unit=_PERCENT)


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %"


class Assumed(NamedTuple):
    """A slider: the field of the site, its axis, how it is told, what stands where none does.

    Attributes
    ----------
    term, default
        The term of renting whose rate stands, or the planning default.
    money
        Whether its value is an amount, to be told with the currency's sign.
    """

    field: str
    label: str
    axis: Axis
    told: Callable[[float], str]
    term: str = ""
    default: str = ""
    money: bool = False
    unset: str = "in no sum"


def _cents(value: float) -> str:
    return f"{value:,.2f}"


def _fine(value: float) -> str:
    return f"{value:.4f}"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


SLIDERS: Final = (
    Assumed("utilisation", "GPUs used", _parts(5, 100, 5), _percent),
    Assumed("cost_years", "Years", Axis(1, 10, tuple(map(float, range(1, 11)))),
            lambda value: f"{value:g} years", default="cost-years"),
    Assumed("cloud_per_gpu_hour", "On demand", Axis(0.5, 20), _cents, "on demand", money=True,
            unset="no rate"),
    Assumed("cloud_reserved_per_gpu_hour", "Reserved", Axis(0.3, 20), _cents, "reserved",
            money=True, unset="no rate"),
    Assumed("cloud_spot_per_gpu_hour", "Spot", Axis(0.1, 20), _cents, "spot", money=True,
            unset="no rate"),
    Assumed("electricity_price", "Electricity", Axis(0.01, 1), _fine,
            default="electricity-price", money=True, unset="not known"),
    Assumed("hall_per_kw_month", "Hall, kW-mo.", Axis(20, 1000), _whole, default="hall-rent",
            money=True, unset="not known"),
    Assumed("demand_charge_per_kw_month", "Demand, kW-m", Axis(0.5, 100), _cents, money=True),
    Assumed("support_share", "Support a year", _parts(1, 30, 1), _percent,
            default="support-share", unset="not known"),
    Assumed("person_per_year", "Staff, each", Axis(20_000, 1_000_000), _whole,
            default="person-year", money=True, unset="not known"),
    Assumed("licences_per_gpu_year", "Licences, GPU", Axis(100, 20_000), _whole, money=True),
    Assumed("installation_share", "Installation", _parts(1, 30, 1), _percent),
    Assumed("residual_share", "Resale", _parts(5, 80, 5), _percent, unset="none"),
    Assumed("discount_rate", "Discount", _parts(1, 20, 1), _percent, unset="none"),
)  # fmt: skip


class AssumedPanel(QScrollArea):
    """Sliders of what is assumed; what comes of it stands above them while one is held."""

    def __init__(
        self, workspace: Workspace, trial: CostTrial, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._space, self._trial = workspace, trial
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Assumptions")
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(2)
        self.outcome = WrappedLabel("")
        set_role(self.outcome, "caption")
        column.addWidget(self.outcome)
        column.addSpacing(6)
        self.why_card = WhyCard()
        column.addWidget(self.why_card)
        self.why_card.closed.connect(lambda: trial.why.ask(""))
        trial.why.changed.connect(self.refresh_if_shown)
        self.sliders: dict[str, ValueSlider] = {}
        self._plans: dict[str, float | None] = {}
        self._sought = False
        for one in SLIDERS:
            self.sliders[one.field] = self._slider(one)
            column.addWidget(self.sliders[one.field])
        column.addSpacing(8)
        note = WrappedLabel(
            "Values with ~ are planned by the catalogue, the others stated by the design. Drag to "
            "try, Esc lets go, a release is one step; empty the number to state nothing."
        )
        set_role(note, "caption")
        column.addWidget(note)
        column.addSpacing(10)
        title = QLabel("Why this month")
        set_role(title, "heading")
        column.addWidget(title)
        self.why = WrappedLabel("")
        column.addWidget(self.why)
        column.addStretch(1)
        self.setWidget(page)
        trial.changed.connect(self.refresh_if_shown)
        workspace.report_changed.connect(self.refresh_if_shown)
        workspace.theme_changed.connect(self.refresh_if_shown)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while hidden."""
        super().showEvent(event)
        self.refresh()

    def refresh_if_shown(self) -> None:
        """Show the newest, where anybody looks."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show what is assumed, and what comes of what is tried."""
        site, standing = self._space.document.design.site, self._trial.standing
        asked = self._trial.asked
        for one in SLIDERS:
            # The one that is held comes back to what stands; others follow what is tried elsewhere.
            follows = asked is not None and not self.sliders[one.field].is_held
            value = getattr(asked.site if asked is not None and follows else site, one.field)
            stated = value is not None
            if value is None:
                value = self._planned(one, standing)
            self._plans[one.field] = None if stated else value
            slider = self.sliders[one.field]
            slider.show_value(value, _axis_with(one.axis, value))
            slider.setToolTip("Stated by the design" if stated else self._source(one, standing))
        self.sliders["hall_per_kw_month"].setVisible(site.hall in ("", "rented"))
        self.outcome.setText(outcome_words(standing, self._trial))
        self.why.setText(why_words(self._trial.shown))
        self._trial.why.show_in(self.why_card)
        if self._sought:
            self._bring_why()

    def show_why(self) -> None:
        """Bring what was asked for into sight, now and when it is answered."""
        self._sought = True
        self.refresh()

    def _bring_why(self) -> None:
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            layout.activate()
        self.verticalScrollBar().setValue(0)
        self._sought = self._trial.why.found is None

    def _planned(self, one: Assumed, owned: Ownership) -> float | None:
        if one.term:
            term = owned.term(one.term)
            return term.rate if term is not None else None
        default = self._space.catalog.default(one.default) if one.default else None
        if default is None:
            return None
        foreign = one.money and not default.unit.startswith(owned.currency)
        return None if foreign else default.value

    def _source(self, one: Assumed, owned: Ownership) -> str:
        """Return whose planning value stands."""
        term = owned.term(one.term) if one.term else None
        default = self._space.catalog.default(one.default) if one.default else None
        if term is not None:
            return f"Planned by the catalogue: {term.source}"
        return f"Planned by the catalogue: {default.source}" if default else "Nobody states it"

    def _slider(self, one: Assumed) -> ValueSlider:
        def told(value: float) -> str:
            sign = currency_sign(self._trial.standing.currency) if one.money else ""
            about = "~" if value == self._plans.get(one.field) else ""
            return f"{about}{sign}{one.told(value)}"

        made = ValueSlider(self._space, one.label, told)
        made.unset = one.unset
        made.moved.connect(lambda value: self._trial.propose(one.field, value))
        made.settled.connect(lambda value: self._trial.keep(one.field, one.label, value))
        made.cleared.connect(lambda: self._trial.keep(one.field, one.label, self._empty(one)))
        made.cancelled.connect(self._trial.let_go)
        return made

    def _empty(self, one: Assumed) -> float | None:
        """Return what stands where nothing is stated."""
        return 1.0 if one.field == "utilisation" else None


def _axis_with(axis: Axis, value: float | None) -> Axis:
    """Return an axis that holds a value that stands beyond it, or between its stops."""
    if value is None or value <= 0:
        return axis
    if axis.stops:
        stops = with_value(axis.stops, value)
        return Axis(stops[0], stops[-1], stops, axis.unit)
    return Axis(min(axis.first, value), max(axis.last, value), (), axis.unit)


def outcome_words(before: Ownership, trial: CostTrial) -> str:
    """Return before → after of what is tried; the answers that stand where nothing is."""
    after = trial.shown
    if not before.is_computed:
        return ""
    rows = [
        ("break-even", _months(before), _months(after)),
        ("GPU-hour", _hour(before), _hour(after)),
        (f"{after.years:g} years" if after.years else "", _sum(before), _sum(after)),
    ]
    return "\n".join(
        f"{name}: {old} → {new}" if old != new else f"{name}: {new}" for name, old, new in rows
    )


def _months(owned: Ownership) -> str:
    term = owned.term("on demand")
    if term is None:
        return "no rate"
    return "never" if term.never else short(term.figure("break_even_months", "months"), 0)


def _hour(owned: Ownership) -> str:
    return short(owned.figure("gpu_hour", owned.currency), 2)


def _sum(owned: Ownership) -> str:
    return quantity(owned.figure("tco", owned.currency)).partition(" (")[0]


def short(figure: Figure, digits: int) -> str:
    """Return a figure without its bounds."""
    return words(figure, digits).partition(" (")[0]


def why_words(owned: Ownership) -> str:
    """Return the sum of the break-even, spelt out."""
    term, m = owned.term("on demand"), owned.currency
    if term is None or not owned.is_computed:
        return "Nobody names a rate of these GPUs: there is no month."
    rent, run = term.figure("total", m).times(1 / (12 * (owned.years or 1))), owned.figure(
        "running", m
    ).times(1 / 12)  # fmt: skip
    capital = owned.figure("capital", m)
    lines = [
        f"Capital: {quantity(capital)}",
        f"Rent a month, on demand: {quantity(rent)} ({term.billed})",
        f"Owned a month: {quantity(run)}",
    ]
    months = term.figure("break_even_months", "months")
    if term.never:
        return "\n".join([*lines, "Renting costs no more than running what is owned: never."])
    if months.value is None:  # ends follow from all inputs together, and not from these three
        return "\n".join(
            [*lines, f"Capital ÷ (rent − owned), with what is open: {words(months, 1)}"]
        )
    parts = (quantity(exact_of(one)) for one in (capital, rent, run))
    return "\n".join([*lines, "{} ÷ ({} − {}) = {}".format(*parts, words(months, 1))])


def exact_of(figure: Figure) -> Figure:
    """Return a figure's value alone."""
    value = figure.likely
    return Figure(value, value, value, figure.unit)
