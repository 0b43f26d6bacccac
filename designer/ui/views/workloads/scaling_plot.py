"""What a plot of scaling shows, and where on it: rates over GPUs, and what each keeps."""

from collections.abc import Iterable
from itertools import pairwise
from math import exp, log, log10
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtWidgets import QWidget

from designer.engine.workload_report import Published, ScalePoint, WorkloadReport
from designer.model.figure_words import words
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import short

HEIGHT_PX: Final = 150
_LEFT, _FOOT, _TOP, _RIGHT = 50.0, 20.0, 20.0, 14.0
_GAP_PX: Final = 26.0
_LOWER: Final = 0.26
"""Part of the height that efficiency has."""
_LEAST_EFFICIENCY: Final = 0.5


def point_words(point: ScalePoint) -> str:
    """Return what a point says when pointed at."""
    rate = words(point.figure("tokens_per_s"), 0, "tokens/s")
    said = f"{point.gpus:,} GPUs: {rate}"
    if point.efficiency is None:
        return said
    return f"{said}\n{100 * point.efficiency:.0f} % of the best rate of a GPU"


def drawn_words(point: ScalePoint) -> str:
    """Return what stands beside the dot of the cluster as drawn."""
    part = f" · {100 * point.efficiency:.0f} %" if point.efficiency is not None else ""
    return f"{point.gpus:,} drawn{part}"


def published_words(one: Published) -> str:
    """Return what a published run says when pointed at."""
    each = "" if one.tflops_per_gpu is None else f", {one.tflops_per_gpu:g} TFLOP/s a GPU"
    return f"{one.name}\n{one.gpus:,} GPUs: {one.tokens_per_s:,.0f} tokens/s{each}"


class ScalingPlot(QWidget):
    """Points, published runs, what is wanted and the dot of the run, with their places."""

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, high: int = HEIGHT_PX
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.points: tuple[ScalePoint, ...] = ()
        self.published: tuple[Published, ...] = ()
        self.beside: tuple[tuple[str, tuple[ScalePoint, ...]], ...] = ()
        """Letters of variants, each with its curve."""
        self.wanted: tuple[int, float, str] | None = None
        """GPUs that are needed, their rate, and what is said of it."""
        self.standing: int | None = None
        self.step = 1
        self.dot: tuple[int, float] | None = None
        self.held: int | None = None
        self.tried: tuple[int, float] | None = None
        """GPUs that a plan takes of those held, and their rate; None until it is known."""
        self._of = ""
        self.setAccessibleName("Tokens a second over GPUs")
        self.setFixedHeight(high)

    def sizeHint(self) -> QSize:
        """Return the height of the plot."""
        return QSize(220, self.height())

    def show_report(self, one: WorkloadReport) -> None:
        """Show a run; while its curve is searched anew, the one before stands.

        While the dot is held, curve and axes stay as they are: a place keeps its count.
        """
        rate = one.figure("tokens_per_s")
        dot = (one.gpus, rate.likely) if one.gpus and rate.likely > 0 else None
        if self.held is not None:
            self.tried = dot if dot != self.dot else None
            self.update()
            return
        if one.scaling or one.id != self._of:
            self._of = one.id
            self.points = one.scaling
            self.published = one.published
        self.standing, self.step = one.standing_gpus, one.domain_gpus or 1
        self.dot = dot
        self.wanted = _wanted(one)
        self._describe()
        self.update()

    def said_of_dot(self) -> tuple[QPointF, str] | None:
        """Return where the dot stands and what is said of it: as tried while it is held."""
        if self.dot is None:
            return None
        if self.held is None or self.held == self.dot[0]:
            (gpus, rate), of, about = self.dot, "", ""
        elif self.tried is not None:
            (gpus, rate), about = self.tried, ""
            of = f" of {self.held:,}" if gpus != self.held else ""
        else:
            gpus, rate, of, about = self.held, self.rate_at(self.held), "", "~"
        return self.place(gpus, rate), f"{gpus:,}{of} GPUs, {about}{short(rate)}/s"

    def show_beside(self, beside: Iterable[tuple[str, tuple[ScalePoint, ...]]]) -> None:
        """Show curves of variants, by their letters, those that are curves."""
        self.beside = tuple((letter, points) for letter, points in beside if len(points) > 1)
        self._describe()
        self.update()

    def marks(self) -> list[QPointF]:
        """Return where dots stand that letters keep off."""
        found = [self.place(one.gpus, one.tokens_per_s) for one in self.published]
        if self.wanted is not None:
            found.append(self.place(*self.wanted[:2]))
        if self.dot is not None:
            found.append(self.place(*self.dot))
        said = self.said_of_dot()
        return found if said is None else [*found, said[0]]

    def published_said(self) -> str:
        """Return what was published of runs like it, against what is computed at their GPUs.

        Nothing is computed beyond the ends of its own curve, however far another one goes.
        """
        first, last = self.points[0].gpus, self.points[-1].gpus
        one = next((one for one in self.published if first <= one.gpus <= last), None)
        if one is None:
            return ""
        each = one.tflops_per_gpu
        said = "published" if each is None else f"published {each:g} TFLOP/s a GPU"
        more = 100 * (self.rate_at(one.gpus) / one.tokens_per_s - 1)
        return f"{said}, computed {more:+.0f} %"

    def _describe(self) -> None:
        said = [point_words(point).replace("\n", ", ") for point in self.points]
        said += [
            f"{letter}: {point_words(point)}".replace("\n", ", ")
            for letter, points in self.beside for point in points
        ]  # fmt: skip
        self.setAccessibleDescription("; ".join(said))

    @property
    def _every(self) -> list[ScalePoint]:
        return [*self.points, *(point for _, points in self.beside for point in points)]

    # places

    @property
    def rates_box(self) -> QRectF:
        """Where rates stand."""
        high = self.height() - _TOP - _FOOT - _GAP_PX
        return QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, high * (1 - _LOWER))

    @property
    def kept_box(self) -> QRectF:
        """Where efficiency stands."""
        upper = self.rates_box
        foot = self.height() - _FOOT
        return QRectF(_LEFT, upper.bottom() + _GAP_PX, upper.width(),
                      foot - upper.bottom() - _GAP_PX)  # fmt: skip

    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ends of GPUs and of rates."""
        every = self._every
        figures = [point.figure("tokens_per_s") for point in every]
        least = min(point.gpus for point in every)
        most = max(point.gpus for point in every)
        rates = [one.low for one in figures], [one.high for one in figures]
        if self.wanted is not None:
            most = max(most, self.wanted[0])
            rates[1].append(self.wanted[1])
        return (least / 2 if least > 1 else 0.7, 1.15 * most), (
            min(rates[0]) / 1.2, 1.3 * max(rates[1])
        )  # fmt: skip

    def x_of(self, gpus: float) -> float:
        """Return where so many GPUs stand: the axis is logarithmic."""
        (low, high), _ = self.ends()
        return self.rates_box.left() + log(gpus / low) / log(high / low) * self.rates_box.width()

    def place(self, gpus: float, rate: float) -> QPointF:
        """Return where so many GPUs and tokens a second stand: both axes are logarithmic."""
        box, (_, (low, high)) = self.rates_box, self.ends()
        y = box.bottom() - log(max(rate, low) / low) / log(high / low) * box.height()
        return QPointF(self.x_of(gpus), y)

    def least_efficiency(self) -> float:
        """Return where the axis of efficiency begins."""
        every = [one.efficiency for one in self._every if one.efficiency]
        return min([_LEAST_EFFICIENCY, *(int(10 * one) / 10 for one in every)])

    def low_place(self, gpus: float, efficiency: float) -> QPointF:
        """Return where an efficiency stands."""
        box, least = self.kept_box, self.least_efficiency()
        part = (efficiency - least) / (1 - least)
        return QPointF(self.x_of(gpus), box.bottom() - part * box.height())

    def count_at(self, x: float) -> float:
        """Return the count of GPUs at a place of the axis."""
        (low, high), _ = self.ends()
        part = min(max((x - self.rates_box.left()) / self.rates_box.width(), 0.0), 1.0)
        return low * exp(part * log(high / low))

    def gpus_at(self, x: float) -> int:
        """Return the whole nodes' GPUs at a place, of those that stand."""
        raw = self.count_at(x)
        most = self.standing or self.points[-1].gpus
        nodes = max(1, round(raw / self.step))
        return min(nodes * self.step, most)

    def rate_at(self, gpus: float) -> float:
        """Return the likely rate on the curve between two of its points."""
        known = [(one.gpus, one.figure("tokens_per_s").likely) for one in self.points]
        if gpus <= known[0][0]:
            return known[0][1]
        for (g0, r0), (g1, r1) in pairwise(known):
            if gpus <= g1:
                part = log(gpus / g0) / log(g1 / g0)
                return float(r0 * (r1 / r0) ** part)
        return known[-1][1]

    @property
    def is_shown(self) -> bool:
        """Whether there is a curve."""
        return len(self.points) > 1


def _wanted(one: WorkloadReport) -> tuple[int, float, str] | None:
    """Return the GPUs that a wanted time asks for, their rate, and the sentence of the line."""
    way = next((way for way in one.ways if way.what == "gpus"), None)
    if way is None or one.wanted_days is None or way.number is None or way.rate is None:
        return None
    said = f"{one.wanted_days:,.4g} days: {short(way.rate)} tokens/s"
    return round(way.number), way.rate, said


def rate_ticks(low: float, high: float) -> list[float]:
    """Return 1, 3, 10, 30 … between two rates."""
    found = []
    for decade in range(int(log10(low)) - 1, int(log10(high)) + 2):
        found += [one for one in (10.0**decade, 3 * 10.0**decade) if low <= one <= high]
    return found
