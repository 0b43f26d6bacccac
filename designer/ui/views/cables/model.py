"""The rows of the schedule: as many as the engine says, of which it is asked those in view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from designer.catalog.part_prices import BETWEEN_LENGTHS
from designer.engine.cable_report import CableEnd, CableRow, CableRows, CablesAsked
from designer.engine.reasons import OPEN_WORDS
from designer.model.figure_words import amount, currency_sign, lead_time, quantity
from designer.model.figures import Figure, exact
from designer.render.edge import presented
from designer.ui.kit.model_edge import as_read
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.views.cables.changes import Changes

if TYPE_CHECKING:
    from designer.engine.preview import ChangedCables
    from designer.render.theme import Theme
    from designer.ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
PAGE: Final = 200
"""Rows that are asked for at once."""
_AROUND: Final = 60
"""Rows asked for above and below those in view."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
COLUMNS: Final = (
    ("Label", "label"), ("From", ""), ("To", ""), ("Medium", "medium"), ("Length m", "length"),
    ("Stock m", "stock"), ("Fullest tray", ""), ("Price", "price"), ("State", ""),
)  # fmt: skip
"""Heading of each column, and what the engine sorts by; empty where it cannot."""
_FIGURES: Final = frozenset({4, 5, 7})
_LENGTHS: Final = frozenset({4, 5})
_NOT_YET: Final = "…"
_TRAY: Final = 6
_WRONG: Final = frozenset({"too far", "does not fit"})
BECOMES: Final = " → "
"""Stands between what a cell says and what a drag would make of it."""


class ScheduleModel(QAbstractTableModel):
    """A window on the cables that the engine finds.

    Parameters
    ----------
    workspace
        Whose engine is asked.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._answer = LiveAnswer(
            workspace.client, workspace.report_store, "cables", "items", CableRows, self
        )
        self._answer.changed.connect(self._take)
        self._asked: CablesAsked | None = None
        self._rows: dict[int, CableRow] = {}
        self._changes = Changes(None)
        self.total = 0
        self.found: Callable[[int], None] = lambda _: None
        """Called with the line that is near what was looked for."""
        self.answered: Callable[[], None] = lambda: None
        """Called when rows have come."""

    @property
    def why(self) -> str:
        """Why there are no rows; empty while they may come."""
        return self._answer.why

    @property
    def is_waiting(self) -> bool:
        """Whether rows are on their way."""
        return self._answer.is_stale

    def ask(self, asked: CablesAsked | None) -> None:
        """Show other cables, from the first one on; None shows none and asks for nothing."""
        first = None if asked is None else asked.evolve(first=0, count=PAGE)
        if first is not None and first == self._asked:
            return
        self._asked = first
        self._answer.look_at(first)
        if asked is None:
            self._reset(0)

    def find(self, keys: tuple[str, ...]) -> None:
        """Look for the first line of a cable by hand, device or rack; `found` is called with it."""
        if self._asked is not None:
            self._asked = self._asked.evolve(near=keys)
            self._answer.look_at(self._asked)

    def look_at(self, first: int, last: int) -> None:
        """Ask for rows that are in view and not known; a page of them at once."""
        asked = self._asked
        if asked is None or not self.total or self._answer.is_stale:
            return
        last = min(last, self.total - 1)
        if all(row in self._rows for row in range(max(0, first), last + 1)):
            return
        begin = max(0, first - _AROUND)
        count = max(PAGE, last - begin + 1 + _AROUND)
        self._asked = asked.evolve(first=begin, count=count, near=())
        self._answer.look_at(self._asked)

    def cable(self, row: int) -> CableRow | None:
        """Return a cable that is known."""
        return self._rows.get(row)

    def show_changed(self, changed: ChangedCables | None) -> None:
        """Show beside what cells say what a drag would make of it; None shows none any more."""
        changes = Changes(changed)
        if changes or self._changes:
            self._changes = changes
            self._tell(self._rows)

    def _take(self) -> None:
        found, asked = self._answer.found, self._asked
        if found is None or asked is None:
            if self._answer.why:
                self._reset(0)
            self.answered()
            return
        rows = {asked.first + at: row for at, row in enumerate(found.rows)}
        if found.total != self.total or (asked.first == 0 and not asked.near):
            self._reset(found.total)
        self._rows = self._rows | rows if len(self._rows) < 20 * PAGE else rows
        self._tell(rows)
        if asked.near:
            self._asked = asked.evolve(near=())
            if found.near is not None:
                self.found(found.near)
        self.answered()

    def _reset(self, total: int) -> None:
        self.beginResetModel()
        self._rows, self.total = {}, total
        self.endResetModel()

    def _tell(self, rows: dict[int, CableRow]) -> None:
        if rows:
            last = self.columnCount() - 1
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), last))

    # Of Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many cables there are."""
        return 0 if parent.isValid() else self.total

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    @as_read
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - Qt's own type
        """Return the heading of a column."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section][0]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in _FIGURES else _LEFT
        return None

    @as_read
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - Qt's own type
        """Return what a cell shows."""
        row, column = self._rows.get(index.row()), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column in _FIGURES else _LEFT
        if row is None:
            return _NOT_YET if role == Qt.ItemDataRole.DisplayRole and column == 0 else None
        if role == Qt.ItemDataRole.DisplayRole:
            said = self.changed(row, column) or self.texts(row)[column]
            return presented().cell(said, "m") if column in _LENGTHS else said
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.changed(row, column) or self._tip(row, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(row, column, self._space.theme)
        return None

    def changed(self, row: CableRow, column: int) -> str:
        """Return what a drag makes of a cell, `10 → 12`; empty where it leaves it as it is."""
        after = self._changes.after(row)
        if after is None:
            return ""
        was, now = self.texts(row)[column], self.texts(after)[column]
        if column == _TRAY:
            # Nobody has counted yet how full the trays are then: their names alone are told.
            now = was if after.trays == row.trays else self._way(after)
        return "" if was == now else f"{was}{BECOMES}{now}"

    def _way(self, row: CableRow) -> str:
        return ", ".join(row.trays) if row.trays else self._fullest(row)

    def texts(self, row: CableRow) -> tuple[str, ...]:
        """Return what the cells of a row say."""
        price = row.figure("price", "")
        sign = currency_sign(self._space.document.design.site.currency)
        return (
            row.label,
            end_words(row.a),
            end_words(row.b),
            f"{row.medium or '—'}{', pinned' if row.pinned else ''}",
            about(row.figure("length_m", "m")),
            "none" if row.medium and row.stock_m is None else _number(row.stock_m),
            self._fullest(row),
            price_text(price, sign),
            state_words(row),
        )

    def _fullest(self, row: CableRow) -> str:
        """Return the fullest of the trays that a cable runs along, or why there is none."""
        if not row.trays:
            return "within its rack" if not row.corners else "~ no tray"
        report = self._space.report_store.report
        trays = [one for one in (report.cables.trays if report else ()) if one.name in row.trays]
        fills = {one.name: one.figure("fill_pct", "%") for one in trays}
        known = {name: fill for name, fill in fills.items() if not fill.unknown}
        if not known:
            return f"{row.trays[0]}{' …' if len(row.trays) > 1 else ''}"
        name = max(known, key=lambda one: known[one].low)
        return f"{name} {fill_text(known[name])}"

    def _tip(self, row: CableRow, column: int) -> str:
        currency = self._space.document.design.site.currency
        if column == 0:
            return f"{row.label}\n{end_words(row.a)} to {end_words(row.b)}"
        if column == 3:
            reach = "" if row.reach_m is None else f", reaches {row.reach_m:g} m"
            modules = [end.module for end in (row.a, row.b) if end.module]
            return "\n".join([f"{row.part_name or 'no cable known'}{reach}", *modules])
        if column == 6:
            return "\n".join(row.trays) or "no tray"
        if column == 4:
            length = f"{amount(row.figure('length_m', 'm'))} m"
            return length if row.on_tray else f"{length}; no tray leads there: a straight way"
        if column == 7:
            price = f"{amount(row.figure('price', ''), 0)} {currency}, this link's part of it"
            lead = lead_time(row.figure("lead_weeks", "weeks"), row.lead_unstated)
            return f"{price}{_how_priced(row)}\nlead time {lead}"
        if row.state == OPEN_WORDS:
            why = "no tray leads there: its way may be longer by any length"
            why = "nobody states how far its medium reaches" if row.reach_m is None else why
            return f"whether {row.medium} reaches cannot be said; {why}"
        return self.texts(row)[column]

    def _colour(self, row: CableRow, column: int, theme: Theme) -> QColor | None:
        if self.changed(row, column):
            after = self._changes.after(row) or row
            bad = after.state in _WRONG and column in (3, 4, 5, 8)
            return QColor(theme.error if bad else theme.accent)
        if column == 8:
            doubts = dict.fromkeys(("none known", "may not reach", OPEN_WORDS), theme.warning)
            colours = {"reached": theme.ok, **doubts}
            return QColor(colours.get(row.state, theme.error))
        if row.state in _WRONG and column in (3, 4, 5):
            return QColor(theme.error)
        return QColor(theme.dim) if column == 6 else None


def end_words(end: CableEnd) -> str:
    """Return an end of a cable: `dgx-A10-4 : 2.1`."""
    return f"{end.name} : {end.port}"


def state_words(row: CableRow) -> str:
    """Return whether a medium reaches, with its sign."""
    if row.state == "reached":
        return "✓ reached"
    if row.state == "too far" and row.reach_m is not None and row.length_m is not None:
        over = row.figure("length_m", "m").minus(exact(row.reach_m, "m"))
        return f"✕ {about(over)} m too far"
    return f"{'✕' if row.state in _WRONG else '?'} {row.state}"


def fill_text(fill: Figure) -> str:
    """Return a fill in whole per cent: `82 %`."""
    return f"{amount(fill, 0)} %"


def about(figure: Figure, decimals: int = 1) -> str:
    """Return a figure in few letters: `7.3`, `~7.3`, `≥ 7.3`; its bounds are for a tip."""
    return amount(figure, decimals).partition(" (")[0]


def sum_text(price: Figure) -> str:
    """Return a sum of prices with its bounds: `$91 k`, `~$180 M (110–250)`, `≥ $17.5 M`.

    An estimate without its bounds beside the lower bound of a total reads as more than the total.
    """
    return "no price" if price.unknown else quantity(price)


def bounds_text(price: Figure) -> str:
    """Return the bounds of a sum of prices alone, in few letters: `$100–250 M`, `≥ $17.5 M`."""
    return sum_text(replace(price, value=None) if price.estimated else price)


def price_text(price: Figure, sign: str) -> str:
    """Return the price of one link in few letters: `$1,200`, `~$1,200`, `no price`."""
    if price.unknown:
        return "no price"
    text = about(price, 0)
    mark = next((one for one in ("~", "≥ ", "≤ ") if text.startswith(one)), "")
    return f"{mark}{sign}{text.removeprefix(mark)}"


def _how_priced(row: CableRow) -> str:
    """Return that a price is between those of two lengths, where it is."""
    bound = row.bound("price")
    between = bound is not None and BETWEEN_LENGTHS in bound.basis
    return ", estimated from the prices of other lengths" if between else ""


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:g}"
