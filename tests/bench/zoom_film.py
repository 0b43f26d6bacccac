"""A film of frame times: zoom from a million devices to one unit and back, as a plot and a table.

    python -m tests.bench.zoom_film [DEVICES]

writes `out/zoom-film.png` and `out/zoom-film.csv`: processor time of the window's thread for the
frame of every notch, the first time and again with the picture sharp before it, and at a stretch;
how long the picture takes to be sharp after it, by the wall; and the same picture as plain items in
C++.
"""

import gc
import os
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Final

from tests.bench.bench_zoom import FRAME_MS, Notch, film
from tests.bench.floors import canvas_of, floor_of
from tests.bench.measure import REPOSITORY

_WIDE, _HIGH = 1_600, 900
_LEFT, _RIGHT, _TOP, _LOW = 70, 1_560, 70, 820
_MOST_MS: Final = 400.0
_LEAST_MS: Final = 1.0
_WAYS: Final = {
    "first in": "#58a6ff", "first out": "#1f6feb", "again in": "#3fb950", "again out": "#238636",
    "at a stretch in": "#f0b429", "at a stretch out": "#b7791f",
}  # fmt: skip
_SHARP, _PLAIN, _INK, _GROUND, _GRID = "#8b949e", "#f85149", "#e6edf3", "#0d1117", "#2c3641"


def write_table(path: Path, notches: Sequence[Notch]) -> None:
    """Write one line for each notch."""
    lines = ["way,px_per_m,frame_ms,sharp_after_ms,longest_slice_ms,plain_items_ms"]
    lines += [
        f"{one.way},{one.scale * 1e3:.2f},{one.frame * 1e3:.2f},{one.sharp * 1e3:.2f},"
        f"{one.longest * 1e3:.2f},{one.plain * 1e3:.2f}"
        for one in notches
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def draw(path: Path, notches: Sequence[Notch], title: str) -> None:
    """Draw frame times over the scale, both logarithmic."""
    from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
    from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

    scales = [one.scale for one in notches]
    low, high = log(min(scales)), log(max(scales) * 1.02)

    def at(scale: float, seconds: float) -> QPointF:
        ms = min(max(seconds * 1e3, _LEAST_MS), _MOST_MS)
        x = _LEFT + (log(scale) - low) / max(high - low, 1e-9) * (_RIGHT - _LEFT)
        return QPointF(x, _LOW - log(ms / _LEAST_MS) / log(_MOST_MS / _LEAST_MS) * (_LOW - _TOP))

    image = QImage(_WIDE, _HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor(_GROUND))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont("Inter")
    font.setPixelSize(14)
    painter.setFont(font)
    for ms in (1, 2, 4, 8, 16, 33, 66, 133, 266):
        y = at(min(scales), ms / 1e3).y()
        painter.setPen(
            QPen(QColor(_INK if ms == FRAME_MS else _GRID), 1.5 if ms == FRAME_MS else 1)
        )
        painter.drawLine(QLineF(_LEFT, y, _RIGHT, y))
        painter.setPen(QColor(_INK))
        painter.drawText(QRectF(0, y - 10, _LEFT - 8, 20), Qt.AlignmentFlag.AlignRight, f"{ms} ms")
    for scale in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5):
        if min(scales) <= scale <= max(scales):
            x = at(scale, 1).x()
            painter.setPen(QPen(QColor(_GRID), 1))
            painter.drawLine(QLineF(x, _TOP, x, _LOW))
            painter.setPen(QColor(_INK))
            place = QRectF(x - 60, _LOW + 6, 120, 20)
            painter.drawText(place, Qt.AlignmentFlag.AlignHCenter, f"{scale * 1e3:g} px/m")
    plain = {one.scale: one.plain for one in notches if one.plain}
    curves = [(way, colour, [(one.scale, one.frame) for one in notches if one.way == way])
              for way, colour in _WAYS.items()]  # fmt: skip
    curves.append(("plain items in C++, the same picture", _PLAIN, sorted(plain.items())))
    x = float(_LEFT)
    for words, colour, points in curves:
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawPolyline([at(scale, took) for scale, took in sorted(points)])
        painter.drawText(QPointF(x, _TOP - 14), words)
        x += painter.fontMetrics().horizontalAdvance(words) + 24
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(_SHARP))
    for one in notches:
        if one.sharp:
            painter.drawEllipse(at(one.scale, one.sharp), 2.5, 2.5)
    painter.setPen(QColor(_SHARP))
    painter.drawText(QPointF(x, _TOP - 14), "• sharp after (wall)")
    painter.setPen(QColor(_INK))
    painter.drawText(QPointF(_LEFT, 28), title)
    painter.end()
    image.save(str(path))


def main() -> None:
    """Film one floor."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    devices = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    canvas = canvas_of(floor_of(devices, folded=False))
    gc.collect()
    gc.freeze()
    notches = list(film(canvas))
    out = REPOSITORY / "out"
    out.mkdir(exist_ok=True)
    write_table(out / "zoom-film.csv", notches)
    title = (
        f"Zoom from {devices:,} devices to one unit and back: processor time of the window's "
        "thread for each frame"
    )
    draw(out / "zoom-film.png", notches, title)
    worst = max(notches, key=lambda one: one.frame)
    print(f"{len(notches)} frames; longest {worst.frame * 1e3:.1f} ms ({worst.way} at "
          f"{worst.scale * 1e3:.1f} px/m); out/zoom-film.png, out/zoom-film.csv")  # fmt: skip
    sys.stdout.flush()
    del application
    os._exit(0)  # without tidying up a million records


if __name__ == "__main__":
    main()
