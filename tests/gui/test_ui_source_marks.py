"""The marks of kinds of sources: each has a shape of its own, so that no colour is needed."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from designer.catalog.fact_words import KIND_WORDS
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.views.catalogue.signs import Legend, paint_mark
from designer.ui.views.own_parts.form import SOURCE_KINDS

SIDE_PX = 24


def ink(kind: str, theme: Theme) -> frozenset[tuple[int, int]]:
    """Return the pixels that a mark covers by half or more, whatever their colour."""
    image = QImage(SIDE_PX, SIDE_PX, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    paint_mark(painter, QRectF(8, 8, 8, 8), kind, theme)
    painter.end()
    return frozenset(
        (x, y)
        for x in range(SIDE_PX)
        for y in range(SIDE_PX)
        if image.pixelColor(x, y).alphaF() > 0.5
    )


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_marks_of_sources_differ_without_their_colours(qtbot: QtBot, theme: Theme):
    shapes = {kind: ink(kind, theme) for kind in KIND_WORDS}
    assert all(len(shape) > 5 for shape in shapes.values()), shapes
    for one, other in combinations(shapes, 2):
        assert len(shapes[one] ^ shapes[other]) >= 6, (one, other)


def test_a_second_hand_figure_has_half_of_a_vendors_square(qtbot: QtBot):
    half, whole = ink("second-hand", DARK), ink("vendor", DARK)
    below, above = (10, 13), (13, 10)
    assert {below, above} <= whole
    assert below in half
    assert above not in half


def test_the_legend_shows_every_kind_within_its_height(qtbot: QtBot):
    legend = Legend()
    qtbot.addWidget(legend)
    legend.resize(300, legend.height())
    for words in KIND_WORDS.values():
        assert words in legend.accessibleName()
    assert legend.lines(300) * legend.LINE_PX <= legend.height()


def test_every_kind_can_be_chosen_for_an_own_part():
    assert set(SOURCE_KINDS) == set(KIND_WORDS)
