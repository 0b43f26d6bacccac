"""Cards of all workloads: name, GPUs, what is asked, and whether it fits; a click chooses one."""

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from designer.engine.workload_report import WorkloadReport
from designer.model.figure_words import UNKNOWN, words
from designer.model.workload import Workload, WorkloadKind
from designer.render.lettering import RIGHT, draw_text, text_width
from designer.ui.kit.glyphs import paint_severity, severity_colour
from designer.ui.kit.style import mixed, set_role
from designer.ui.state.workload_choice import WAITING, Verdict, WorkloadChoice
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import letters, told

_HIGH: Final = 78
_KINDS: Final = (("training", "TRAINING"), ("inference", "INFERENCE"))


class CardWords(NamedTuple):
    """What a card says, line by line."""

    name: str
    gpus: str
    asked: str
    sign: str
    fits: str
    speed: str

    def said(self) -> str:
        """Return it in one line."""
        return ", ".join(filter(None, (self.name, self.gpus, self.asked, self.fits, self.speed)))


def card_words(asked: Workload, one: WorkloadReport | None, verdict: Verdict) -> CardWords:
    """Return what a card says of a workload."""
    needs = " · ".join(filter(None, (asked.model, asked.precision.upper())))
    gpus = f"{one.gpus:,} GPUs" if one is not None and one.gpus is not None else ""
    if one is None or one.missing:
        short = WAITING if one is None else "not computed"
        return CardWords(asked.name or asked.id, gpus, needs, verdict.sign, short, "")
    memory = ""
    if one.fits and one.plan.memory_gb is not None and one.gpu_memory_gb is not None:
        memory = f", {one.plan.memory_gb:.1f} of {one.gpu_memory_gb:.0f} GB"
    fits = f"fits{memory}" if one.fits else "fits: cannot be said"
    if verdict.sign == "warning":
        fits = "fits, network lacks" if one.network_lacks else "fits, too slow"
    if one.fits is False:
        lacking = one.lacking_gb
        fits = "does not fit" + (f", lacks {lacking:.3g} GB" if lacking else "")
    return CardWords(asked.name or asked.id, gpus, needs, verdict.sign, fits, _speed(one))


def _speed(one: WorkloadReport) -> str:
    """Return how fast it is, without the band; what would do where it does not fit."""
    if one.fits is False:
        return f"would on {one.fitting_gpus:,} GPUs" if one.fitting_gpus else ""
    if told(one, "days"):
        said = words(one.figure("days"), 1, "days")
    elif one.kind == "training":
        said = f"{words(one.figure('iteration_s'), 2, 's').partition(' (')[0]} an iteration"
    else:
        said = f"{letters(one.figure('tokens_per_s')).partition(' (')[0]} tokens/s"
    return "" if said.startswith(UNKNOWN) else said.partition(" (")[0]


class WorkloadCard(QAbstractButton):
    """One workload."""

    def __init__(self, workspace: Workspace, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.key = key
        self.words = CardWords("", "", "", "", "", "")
        self.setCheckable(True)
        self.setFixedHeight(_HIGH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Return the size of a card."""
        return QSize(180, _HIGH)

    def show_words(self, said: CardWords) -> None:
        """Say something else."""
        if said != self.words:
            self.words = said
            self.setAccessibleName(said.said())
            self.setToolTip(said.said())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame and its lines."""
        painter, theme, said = QPainter(self), self._space.theme, self.words
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent, ground = QColor(theme.accent), QColor(theme.raised)
        chosen, lit = self.isChecked(), self.hasFocus() or self.underMouse()
        painter.setBrush(mixed(ground, accent, 0.14) if chosen else ground)
        edge = accent if chosen or self.hasFocus() else QColor(theme.dim if lit else theme.line)
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        left, wide = 12.0, self.width() - 24.0
        gpus_px = text_width(said.gpus, 11) + 8 if said.gpus else 0.0
        draw_text(painter, QRectF(left, 8, wide - gpus_px, 18), said.name, 12, theme.text, 600)
        draw_text(painter, QRectF(left, 8, wide, 18), said.gpus, 11, theme.dim, 400, RIGHT)
        draw_text(painter, QRectF(left, 26, wide, 15), said.asked, 11, theme.dim)
        colour = severity_colour(said.sign, theme)
        paint_severity(painter, QRectF(left, 48, 9, 9), said.sign, colour)
        draw_text(painter, QRectF(left + 15, 44, wide - 15, 15), said.fits, 11, theme.text)
        draw_text(painter, QRectF(left + 15, 59, wide - 15, 15), said.speed, 11, theme.dim)
        painter.end()


class CardList(QFrame):
    """The cards by kind, below the button that adds one.

    Signals
    -------
    add_asked
        Somebody wants to add a workload.
    """

    add_asked = Signal()

    def __init__(
        self, workspace: Workspace, choice: WorkloadChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self._space, self._choice = workspace, choice
        self.add = QPushButton("Add a workload…")
        self.add.setAutoDefault(True)  # Enter presses it
        self.add.clicked.connect(lambda _=False: self.add_asked.emit())
        self.cards: dict[str, WorkloadCard] = {}
        self._group = QButtonGroup(self)
        self._seen = ""
        self._shown: list[tuple[str, WorkloadKind]] = []
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName("Workloads of this design")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.add)
        column.addWidget(self._scroll, 1)

    def refresh(self) -> None:
        """Show the workloads of the design, and what hangs over the view to be one of them."""
        hanging, chosen = self._choice.hanging, self._choice.shown_key
        every = (*self._choice.every, *([hanging] if hanging is not None else []))
        shown = [(one.id, one.kind) for one in every]
        if shown != self._shown:
            self._shown = shown
            self._build()
        for one in every:
            key = one.id
            verdict = self._choice.verdict_of(key)
            card = self.cards[key]
            its = self._choice.report if one is hanging else self._choice.report_of(key)
            card.show_words(card_words(one, its, verdict))
            card.setChecked(key == chosen)
        if self._seen != chosen and chosen in self.cards:
            self._seen = chosen
            self._scroll.ensureWidgetVisible(self.cards[self._seen])

    def wanted_px(self) -> int:
        """Return the height at which all cards are seen."""
        page = self._scroll.widget()
        return 60 + (page.sizeHint().height() if page is not None and self.cards else 0)

    def _build(self) -> None:
        held = any(card.hasFocus() for card in self.cards.values())
        self.cards, self._group = {}, QButtonGroup(self)
        page = QWidget()
        set_role(page, "panel")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for kind, title in _KINDS:
            keys = [key for key, its in self._shown if its == kind]
            if keys:
                heading = QLabel(f"{title}  {len(keys)}")
                set_role(heading, "section")
                column.addWidget(heading)
            for key in keys:
                card = WorkloadCard(self._space, key)
                card.clicked.connect(lambda _=False, key=key: self._choice.choose(key))
                self._group.addButton(card)
                self.cards[key] = card
                column.addWidget(card)
        column.addStretch(1)
        self._scroll.setWidget(page)
        self._scroll.setVisible(bool(self.cards))  # without any it would take the button's room
        if held and self._choice.key in self.cards:
            self.cards[self._choice.key].setFocus()
