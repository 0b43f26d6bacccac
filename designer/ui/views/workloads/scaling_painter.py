"""Paints a scaling curve: axes, what does not fit, bands, linear scaling, wanted time, the dot."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from designer.engine.workload_report import ScalePoint
from designer.render.hatch import paint_hatch
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.render.variant_ink import paint_variant
from designer.ui.views.workloads.figures import short
from designer.ui.views.workloads.scaling_plot import ScalingPlot, rate_ticks


def paint_scaling(plot: ScalingPlot) -> None:
    """Paint all of it."""
    painter = QPainter(plot)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_axes(plot, painter)
    _paint_unfit(plot, painter)
    _paint_linear(plot, painter)
    _paint_line(plot, painter)
    _paint_efficiency(plot, painter)
    _paint_beside(plot, painter)
    _paint_wanted(plot, painter)
    _paint_published(plot, painter)
    _paint_dot(plot, painter)
    painter.end()


def _paint_axes(plot: ScalingPlot, painter: QPainter) -> None:
    theme, upper, lower = plot.workspace.theme, plot.rates_box, plot.kept_box
    line, (_, (low, high)) = QPen(QColor(theme.line), 1), plot.ends()
    draw_text(painter, QRectF(0, 0, 120, 15), "tokens/s, log", 11, theme.dim)
    for rate in rate_ticks(low, high):
        y = plot.place(plot.points[0].gpus, rate).y()
        painter.setPen(line)
        painter.drawLine(QPointF(upper.left(), y), QPointF(upper.right(), y))
        box = QRectF(0, y - 8, upper.left() - 6, 16)
        draw_text(painter, box, short(rate), 11, theme.dim, 400, RIGHT)
    least = plot.least_efficiency()
    for part in (least, (1 + least) / 2, 1.0):
        y = plot.low_place(plot.points[0].gpus, part).y()
        painter.setPen(line)
        painter.drawLine(QPointF(lower.left(), y), QPointF(lower.right(), y))
        box = QRectF(0, y - 8, lower.left() - 6, 16)
        draw_text(painter, box, f"{100 * part:.0f} %", 11, theme.dim, 400, RIGHT)
    draw_text(painter, QRectF(lower.left(), lower.top() - 19, lower.width(), 15),
              "rate of a GPU, of the best", 11, theme.dim, 400, RIGHT)  # fmt: skip
    _paint_counts(plot, painter)


def _paint_counts(plot: ScalingPlot, painter: QPainter) -> None:
    """Write powers of two below, as many as have room."""
    theme, lower, ((low, high), _) = plot.workspace.theme, plot.kept_box, plot.ends()
    count, taken = 1, lower.left() - 8
    while count < high:
        if count >= low:
            said = f"{count:,}"
            wide = text_width(said, 11)
            x = plot.x_of(count)
            if x - wide / 2 > taken + 12 and x + wide / 2 <= plot.width():
                box = QRectF(x - wide / 2, lower.bottom() + 3, wide + 2, 16)
                draw_text(painter, box, said, 11, theme.dim)
                taken = x + wide / 2
        count *= 2
    draw_text(painter, QRectF(0, lower.bottom() + 3, lower.left() - 6, 16), "GPUs", 11, theme.dim,
              400, RIGHT)  # fmt: skip


def _paint_unfit(plot: ScalingPlot, painter: QPainter) -> None:
    """Hatch what has too few GPUs, where that begins on the axis."""
    first = plot.points[0]
    if first.gpus <= 1:
        return
    theme, upper, lower = plot.workspace.theme, plot.rates_box, plot.kept_box
    right = plot.x_of(first.gpus)
    box = QRectF(upper.left(), upper.top(), right - upper.left(), lower.bottom() - upper.top())
    paint_hatch(painter, box, Qt.BrushStyle.BDiagPattern, QColor(theme.line), pitch=6, line=1)
    said = "does not fit"
    if box.width() > 18:
        painter.save()
        painter.translate(box.center().x() - 8, upper.center().y() + text_width(said, 11) / 2)
        painter.rotate(-90)
        draw_text(painter, QRectF(0, 0, text_width(said, 11) + 4, 16), said, 11, theme.dim)
        painter.restore()


def _paint_linear(plot: ScalingPlot, painter: QPainter) -> None:
    """Draw the rate of the best point's GPUs on all counts."""
    best = max(plot.points, key=lambda one: one.figure("efficiency").low)
    each, (_, (low, high)) = plot.rate_at(best.gpus) / best.gpus, plot.ends()
    counts = [float(plot.points[0].gpus), plot.ends()[0][1]]
    places = []
    for gpus in counts:
        value = each * gpus
        if value > high:
            gpus, value = high / each, high
        places.append(plot.place(gpus, max(value, low)))
    painter.setPen(QPen(QColor(plot.workspace.theme.dim), 1, Qt.PenStyle.DashLine))
    painter.drawLine(places[0], places[1])
    draw_text(painter, QRectF(places[1].x() - 54, plot.rates_box.top() - 17, 52, 15), "linear", 11,
              plot.workspace.theme.dim, 400, RIGHT)  # fmt: skip


def _paint_line(plot: ScalingPlot, painter: QPainter) -> None:
    ink = QColor(plot.workspace.theme.accent)
    figures = [(point, point.figure("tokens_per_s")) for point in plot.points]
    band = [plot.place(point.gpus, one.high) for point, one in figures]
    band += [plot.place(point.gpus, one.low) for point, one in reversed(figures)]
    shade = QColor(ink)
    shade.setAlphaF(0.18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPolygon(QPolygonF(band))
    painter.setPen(QPen(ink, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(_likely(plot, plot.points)))


def _likely(plot: ScalingPlot, points: tuple[ScalePoint, ...]) -> list[QPointF]:
    return [plot.place(one.gpus, one.figure("tokens_per_s").likely) for one in points]


def _paint_beside(plot: ScalingPlot, painter: QPainter) -> None:
    """Draw rate and efficiency of variants, each with its dashes and its letter."""
    theme = plot.workspace.theme
    ink, ground = QColor(theme.text), QColor(theme.panel)
    taken = plot.marks()
    for letter, points in plot.beside:
        paint_variant(painter, _likely(plot, points), letter, ink, ground, taken=taken)
        kept = [plot.low_place(one.gpus, one.efficiency) for one in points
                if one.efficiency is not None]  # fmt: skip
        if len(kept) > 1:
            paint_variant(painter, kept, letter, ink, ground, taken=taken)


def _paint_efficiency(plot: ScalingPlot, painter: QPainter) -> None:
    theme = plot.workspace.theme
    ink = QColor(theme.ok)
    line = [plot.low_place(one.gpus, one.efficiency) for one in plot.points
            if one.efficiency is not None]  # fmt: skip
    if line:
        painter.setPen(QPen(ink, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
    last = plot.points[-1]
    if last.efficiency is not None:
        at = plot.low_place(last.gpus, last.efficiency)
        box = QRectF(at.x() - 60, at.y() - 27 if at.y() > plot.kept_box.top() + 20 else at.y() + 3,
                     58, 15)  # fmt: skip
        draw_text(painter, box, f"{100 * last.efficiency:.0f} %", 11, theme.text, 600, RIGHT)


def _paint_wanted(plot: ScalingPlot, painter: QPainter) -> None:
    if plot.wanted is None:
        return
    gpus, rate, said = plot.wanted
    theme, upper, at = plot.workspace.theme, plot.rates_box, plot.place(gpus, rate)
    amber = QColor(theme.warning)
    painter.setPen(QPen(amber, 1, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(upper.left(), at.y()), QPointF(upper.right(), at.y()))
    left = max(upper.left() + 4, plot.x_of(plot.points[0].gpus) + 6)
    draw_text(painter, QRectF(left, at.y() - 17, upper.right() - left, 15), said, 11,
              theme.warning)  # fmt: skip
    painter.setPen(QPen(amber, 2))
    painter.setBrush(QColor(theme.panel))
    painter.drawEllipse(at, 4.5, 4.5)
    count = f"≈ {gpus:,}"
    wide = text_width(count, 11)
    right = min(at.x() + wide / 2, upper.right())
    draw_text(painter, QRectF(right - wide, at.y() + 7, wide + 2, 15), count, 11, theme.warning)


def _paint_published(plot: ScalingPlot, painter: QPainter) -> None:
    theme, ((_, last), _) = plot.workspace.theme, plot.ends()
    for one in plot.published:
        if not plot.points[0].gpus <= one.gpus <= last:
            continue
        at = plot.place(one.gpus, one.tokens_per_s)
        painter.setPen(QPen(QColor(theme.text), 1.5))
        painter.setBrush(QColor(theme.panel))
        painter.drawPolygon(
            QPolygonF([at + QPointF(0, -5), at + QPointF(5, 0), at + QPointF(0, 5),
                       at + QPointF(-5, 0)])
        )  # fmt: skip
    said, upper = plot.published_said(), plot.rates_box
    if said:
        box = QRectF(upper.left(), upper.bottom() - 17, upper.width(), 15)
        draw_text(painter, box, said, 11, theme.dim, 400, RIGHT)


def _paint_dot(plot: ScalingPlot, painter: QPainter) -> None:
    dot = plot.said_of_dot()
    if plot.dot is None or dot is None:
        return
    theme, lower, (shown, said) = plot.workspace.theme, plot.kept_box, dot
    count = plot.held if plot.held is not None else plot.dot[0]
    x = plot.x_of(count)
    painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DotLine))
    painter.drawLine(QPointF(x, plot.rates_box.top()), QPointF(x, lower.bottom()))
    ring = QPen(QColor(theme.text if plot.hasFocus() else theme.panel), 1.5)
    if plot.held is not None:
        painter.setPen(QPen(QColor(theme.dim), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawEllipse(plot.place(*plot.dot), 4, 4)
    painter.setPen(ring)
    painter.setBrush(QColor(theme.accent))
    painter.drawEllipse(shown, 6, 6)
    lines = [(said, theme.text, 600)]
    if plot.standing and plot.standing != count:
        lines.append((f"{plot.standing:,} stand", theme.dim, 400))
    wide = max(text_width(said, 11, weight) for said, _, weight in lines)
    left = min(shown.x() + 9, plot.rates_box.right() - wide)
    top = min(shown.y() + 10, plot.rates_box.bottom() - 18 - 15 * len(lines))
    for said, colour, weight in lines:
        draw_text(painter, QRectF(left, top, wide + 2, 15), said, 11, colour, weight, LEFT)
        top += 15
