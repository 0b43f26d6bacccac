"""A link of a GPU that hangs elsewhere than its unit says: drawn, lit with both of its ends."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from designer.model.design import Cable, Design
from designer.render import fabric_strip_painter
from designer.render.fabric_look import joined_to
from designer.render.fabric_things import Thing
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, indexed, superpod

END, LEAF, OWN = Thing("node", 32, 0), Thing("leaf", 17), Thing("leaf", 8)
"""The first end of the first node of SU 2, a leaf of SU 3, and the one it hangs on by the rule."""


def moved() -> Design:
    """Return the reference design with one link laid to a leaf of another unit by hand."""
    index = indexed(4)
    a, b = index.key(END), index.key(LEAF)
    return superpod(4).evolve(
        cables=(Cable(id="c", fabric="compute", a=a, a_port="1", b=b, b_port="1.1"),)
    )


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> ShownFabric:
    return ShownFabric(qtbot, tmp_path, moved())


def between(shown: ShownFabric) -> QPoint:
    """Return a point of the link between the units of its ends, where nothing else is drawn."""
    drawing = shown.view.canvas.drawing
    strip, box = next(s for s in drawing.strips if END.at in s.nodes), drawing.boxes[LEAF]
    x = strip.x + (strip.nodes.index(END.at) + 0.5) * strip.cell[0]
    y, low, to_x = strip.y + 0.5 * strip.cell[1], strip.y, box.x + box.width / 2
    middle, t = (low + box.bottom) / 2, 0.5
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    points = ((x, y), (x, middle), (to_x, low), (to_x, box.bottom))
    return QPoint(
        round(sum(w * p[0] for w, p in zip(weights, points, strict=True))),
        round(sum(w * p[1] for w, p in zip(weights, points, strict=True))),
    )


def ink(shown: ShownFabric) -> list[QColor]:
    at, image = between(shown), QImage(shown.view.canvas.grab().toImage())
    return [image.pixelColor(at.x() + dx, at.y() + dy) for dx in (-1, 0, 1) for dy in (-2, 0, 2)]


def test_the_link_is_drawn_from_its_cell_to_its_leaf(
    shown: ShownFabric, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown.index.odd_at[LEAF.at] == (END,)
    drawn = max(one.lightness() for one in ink(shown))
    monkeypatch.setattr(fabric_strip_painter, "MOST_ODD", 0)
    shown.view._laid = None
    shown.view.refresh()
    settle()
    assert drawn > max(one.lightness() for one in ink(shown)) + 60


def test_its_leaf_lights_it_and_the_leaf_of_the_rule_does_not(shown: ShownFabric) -> None:
    assert END in shown.index.below(LEAF)
    assert Thing("node", END.at, 0) not in shown.index.below(OWN)
    assert END in joined_to(shown.index, (LEAF,))

    def blue() -> int:
        return max(one.blue() - one.red() for one in ink(shown))

    before = blue()
    shown.state.point_at(LEAF)
    settle()
    assert blue() > before + 60
    shown.state.point_at(OWN)
    settle()
    assert blue() < before + 30
