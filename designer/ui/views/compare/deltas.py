"""What follows from the differences: totals, figures, limits and findings, before and after."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.engine.beside import Consequences, LimitBeside, standing_of
from designer.engine.beside_words import difference, severity_words
from designer.engine.preview import Foreseen
from designer.model.figures import Figure, exact, filled
from designer.model.sentence import capital
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.kit.bounded_bar import paint_bounded_bar
from designer.ui.kit.glyphs import SeverityGlyph
from designer.ui.kit.style import set_role
from designer.ui.kit.widget_edge import given_text
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.workspace import Workspace

_LARGE: Final = (
    ("gpus", "GPUs"), ("power_max_kw", "IT power, maximum"), ("racks", "Racks"),
    ("capex", "Capital"),
)  # fmt: skip
_MOST_FINDINGS: Final = 40
_ROW_PX: Final = 38.0
_LINE_PX: Final = 15.0
_BAR_PX: Final = 7.0
_FULL: Final = 1.25
"""Share of a limit at the right end of its bar: what is over it is seen as that."""


class LargeDifferences(QWidget):
    """GPUs, power, racks and capital: how much more or less, and from what to what."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Totals, difference")
        self.values: dict[str, tuple[QLabel, QLabel]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        for at, (name, title) in enumerate(_LARGE):
            value, beside = QLabel("—"), WrappedLabel("")
            set_role(value, "total")
            caption = QLabel(title)
            set_role(caption, "caption")
            set_role(beside, "caption")
            box = QVBoxLayout()
            box.setSpacing(0)
            for label in (value, caption, beside):
                box.addWidget(label)
            grid.addLayout(box, at // 2, at % 2, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(at % 2, 1)
            self.values[name] = (value, beside)

    def show_found(self, found: Consequences | None) -> None:
        """Show differences; dashes where nothing is known yet."""
        for name, title in _LARGE:
            value, beside = self.values[name]
            one = found.figure(name) if found is not None else None
            exact = difference(one.before, one.after) if one is not None else ""
            words = one.words if one is not None else ""
            now = one.side_words[1] if one is not None else "—"
            value.setText(exact or now.partition(" (")[0])
            beside.setText(words if words != given_text(value) else "the same on both sides")
            if one is None:
                beside.setText("")
            value.setAccessibleName(f"{title}: {given_text(value)}, {given_text(beside)}")


class Pairs(QWidget):
    """Rows of a name and both values."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[QLabel, WrappedLabel]] = []
        self.shown: tuple[tuple[str, str, bool], ...] = ()

    def show_rows(self, rows: Iterable[tuple[str, str, bool]]) -> None:
        """Show name, words and whether these differ, of each row."""
        self.shown = tuple(rows)
        while len(self._rows) < len(self.shown):
            caption, value = QLabel(), WrappedLabel()
            set_role(caption, "caption")
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            at = len(self._rows)
            self._grid.addWidget(caption, at, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, at, 1)
            self._rows.append((caption, value))
        for at, (caption, value) in enumerate(self._rows):
            there = at < len(self.shown)
            caption.setVisible(there)
            value.setVisible(there)
            if there:
                name, words, differs = self.shown[at]
                caption.setText(name)
                value.setText(words)
                set_role(value, "value" if differs else "dim")
                value.setAccessibleName(f"{name}: {words}")


class LimitBars(QWidget):
    """Limits that moved: how full they are at most, before as a frame and after as a bar."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space = workspace
        self.limits: tuple[LimitBeside, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Limits")

    def show_limits(self, limits: Sequence[LimitBeside]) -> None:
        """Show other limits."""
        self.limits = tuple(limits)
        self.setFixedHeight(self.sizeHint().height())
        self.setAccessibleDescription("; ".join(map(limit_words, self.limits)))
        self.setToolTip("\n".join(map(limit_words, self.limits)))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all."""
        return QSize(200, round(sum(map(_height, self.limits))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 0.0
        for one in self.limits:
            box = QRectF(0, top, self.width(), _height(one))
            top += box.height()
            head = QRectF(box.left(), box.top(), box.width(), 18)
            room = head if one.has_other_bearer else head.adjusted(0, 0, -110, 0)
            draw_text(painter, room, one.called, 11, theme.dim, 400, LEFT)
            below = box.height() - _ROW_PX
            box.translate(0, below)
            words = short_limit_words(one)
            draw_text(painter, head.translated(0, below), words, 11, theme.text, 600, RIGHT)
            bar = QRectF(box.left() + 0.5, box.top() + 20, box.width() - 1, _BAR_PX)
            ink = QColor(theme.error if one.now_over else theme.ok)
            paint_bounded_bar(painter, bar, _shares(one.now_fullest), ink, QColor(theme.raised))
            self._paint_before(painter, bar, one)

    def _paint_before(self, painter: QPainter, bar: QRectF, one: LimitBeside) -> None:
        """Paint how full it was, and where the limit is."""
        theme = self._space.theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if one.was_fullest is not None and not one.was_fullest.unknown:
            frame = QRectF(bar)
            frame.setWidth(max(2.0, bar.width() * _shares(one.was_fullest)[0]))
            painter.setPen(QPen(QColor(theme.text), 1.2))
            painter.drawRect(frame)
        at = bar.left() + bar.width() / _FULL
        painter.setPen(QPen(QColor(theme.text), 1.4))
        painter.drawLine(round(at), round(bar.top() - 3), round(at), round(bar.bottom() + 3))


def _height(one: LimitBeside) -> float:
    """Return how high a row is: two racks and their shares take a line of their own."""
    return _ROW_PX + (_LINE_PX if one.has_other_bearer else 0.0)


def _shares(share: Figure | None) -> tuple[float, float]:
    """Return how far a bar is certain and possible, of its length."""
    if share is None or share.unknown:
        return 0.0, 0.0
    return filled(share, exact(_FULL))


def short_limit_words(one: LimitBeside) -> str:
    """Return how full a limit is at most on both sides, `136% → 74%`.

    Where another rack bears it then both are named: `77% in R01 → 138% in R02`.
    """
    if one.has_other_bearer:
        return " → ".join(dict.fromkeys(one.fullest_words))
    was, now = (words.partition(" in ")[0] for words in one.fullest_words)
    return was if was == now else f"{was} → {now}"


def limit_words(one: LimitBeside) -> str:
    """Return what is said of a limit: how full it is, where, and in how many places over."""
    over = f", over in {one.was_over:,} → {one.now_over:,}" if one.was_over or one.now_over else ""
    open_ = one.was_open or one.now_open
    unknown = f", not known in {one.was_open:,} → {one.now_open:,}" if open_ else ""
    return f"{one.called}: {' → '.join(one.fullest_words)}{over}{unknown}"


class FindingList(QWidget):
    """Findings that are new and those that are gone, the gravest first."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Findings, new and gone")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._rows: list[tuple[QWidget, SeverityGlyph, WrappedLabel, QLabel]] = []
        self.more = QLabel()
        set_role(self.more, "caption")
        self._column.addWidget(self.more)

    def show_found(self, gained: Sequence[Foreseen], gone: Sequence[Foreseen]) -> None:
        """Show other findings."""
        told = [(one, "new") for one in gained] + [(one, "gone") for one in gone]
        shown = told[:_MOST_FINDINGS]
        while len(self._rows) < len(shown):
            self._add()
        for at, (row, sign, words, state) in enumerate(self._rows):
            row.setVisible(at < len(shown))
            if at < len(shown):
                one, word = shown[at]
                sign.set_severity("ok" if word == "gone" else standing_of(one))
                words.setText(f"{one.rule} · {one.message}{_at_places(one)}")
                set_role(words, "dim" if word == "gone" else "value")
                state.setText(f"{word}, elsewhere still" if one.elsewhere else word)
                set_role(state, "ok" if word == "gone" else _role(one))
                row.setAccessibleName(f"{word}: {severity_words(one)} {one.rule}, {one.message}")
        more = len(told) - len(shown)
        self.more.setText(
            f"{more:,} more" if more else "" if told else "None is new, none is gone."
        )
        self.more.setVisible(bool(self.more.text()))

    def _add(self) -> None:
        row, sign, words, state = QWidget(), SeverityGlyph(), WrappedLabel(), QLabel()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(sign, 0, top)
        line.addWidget(words, 1)
        line.addWidget(state, 0, top)
        self._column.insertWidget(len(self._rows), row)
        self._rows.append((row, sign, words, state))


def _at_places(one: Foreseen) -> str:
    return f" ({one.places:,} places)" if one.places > 1 else ""


def _role(one: Foreseen) -> str:
    standing = standing_of(one)
    return standing if standing in ("error", "warning") else "dim"


def figure_rows(found: Consequences) -> Iterator[tuple[str, str, bool]]:
    """Yield the figures of both sides: first those that read otherwise."""
    large = {name for name, _ in _LARGE}
    figures = [one for one in (*found.key, *found.others) if one.name not in large]
    for one in sorted(figures, key=lambda each: not each.reads_other):
        yield capital(one.what), one.words, one.reads_other
