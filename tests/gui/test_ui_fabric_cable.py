"""A cable drawn by dragging in the fabric view: between the first free ports of two devices."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.model.network_keys import cable_key
from designer.render.fabric_things import Thing
from designer.ui.views.fabric.cable_drag import AIM, READING
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, superpod

LEFT = Qt.MouseButton.LeftButton
LEAF, OTHER, SPINE = Thing("leaf", 0), Thing("leaf", 1), Thing("spine", 0)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[ShownFabric]:
    """One scalable unit: each leaf has one free port of 64, each spine has none."""
    made = ShownFabric(qtbot, tmp_path, superpod(1))
    yield made
    made.desk.close()


def middle(shown: ShownFabric, thing: Thing) -> QPoint:
    place = shown.view.canvas.place_of(thing)
    assert not place.isEmpty()
    return place.center()


def pull(shown: ShownFabric, begins: Thing, to: QPoint) -> None:
    """Press at something and move to a point with the button down."""
    canvas, start = shown.view.canvas, middle(shown, begins)
    QTest.mousePress(canvas, LEFT, pos=start)
    for share in (0.5, 1.0):
        QTest.mouseMove(canvas, start + (to - start) * share)
        settle()


def release(shown: ShownFabric, at: QPoint) -> None:
    QTest.mouseRelease(shown.view.canvas, LEFT, pos=at)
    settle()
    shown.answer()


def said(shown: ShownFabric) -> str:
    return shown.view.drop_card.words()


def test_a_cable_from_leaf_to_leaf_takes_their_free_ports_in_one_step(shown: ShownFabric) -> None:
    before = shown.space.document.design
    to = middle(shown, OTHER)
    pull(shown, LEAF, to)
    assert READING in said(shown)
    shown.answer()
    words = said(shown)
    assert words.startswith("✓ ")
    one, other = (shown.space.layout().name_of(shown.key(it)) for it in (LEAF, OTHER))
    assert f"{one}:16.2 to {other}:16.2" in words
    assert "Compute · InfiniBand 400 Gb/s · OSFP twin-port to OSFP twin-port" in words
    assert shown.space.document.design is before
    release(shown, to)
    (laid,) = shown.space.document.design.cables
    assert (laid.a, laid.a_port, laid.b, laid.b_port, laid.fabric) == (
        shown.key(LEAF), "16.2", shown.key(OTHER), "16.2", "compute",
    )  # fmt: skip
    assert shown.space.selection == (cable_key(laid.id),)
    assert not shown.view.drop_card.isVisible()
    shown.publish()
    drawing = shown.view.canvas.drawing
    assert drawing.form == "tiers", "one cable makes no other topology of a tree"
    assert [(one.links, one.missing) for one in drawing.lines
            if (one.lower, one.upper) == (LEAF, OTHER)] == [(1, 0)]  # fmt: skip
    up = next(one for one in drawing.lines if one.lower == LEAF and one.upper.what == "unit")
    assert up.links == 32, "the cable to the other leaf is none of those to spines"
    shown.space.document.undo()
    shown.publish()
    opened, laid_then, undone = (step.bisection for step in shown.state.steps())
    assert opened == undone, "the plot of the session has a step for each"
    assert opened.low <= laid_then.high
    assert shown.space.document.design.cables == ()
    assert not shown.space.document.can_undo


def test_a_device_without_a_free_port_says_so_first_and_nothing_is_laid(
    shown: ShownFabric,
) -> None:
    to = middle(shown, SPINE)
    pull(shown, LEAF, to)
    shown.answer()
    name = shown.space.layout().name_of(shown.key(SPINE))
    assert said(shown).splitlines()[0] == f"✕ {name}: all 64 ports carry links"
    release(shown, to)
    assert shown.space.document.design.cables == ()
    assert f"{name}: all 64 ports carry links" in shown.desk.messages[-1][0]


def test_the_port_of_a_cell_is_that_of_its_rail(shown: ShownFabric) -> None:
    to = middle(shown, Thing("node", 3, 2))
    pull(shown, LEAF, to)
    shown.answer()
    assert "its port of rail 3 has a link" in said(shown)
    release(shown, to)
    assert shown.space.document.design.cables == ()


def test_escape_lets_a_cable_go_and_ends_nothing_else(shown: ShownFabric) -> None:
    shown.view.header.cut.click()
    shown.answer()
    to = middle(shown, OTHER)
    pull(shown, LEAF, to)
    shown.answer()
    QTest.keyClick(shown.view.canvas, Qt.Key.Key_Escape)
    settle()
    assert shown.view.drag.begins is None
    assert not shown.view.drop_card.isVisible()
    assert shown.state.cut_wanted
    release(shown, to)
    assert shown.space.document.design.cables == ()


def test_beside_everything_it_says_where_to_let_go(shown: ShownFabric) -> None:
    pull(shown, LEAF, QPoint(4, 4))
    assert AIM in said(shown)
    release(shown, QPoint(4, 4))
    assert shown.space.document.design.cables == ()


def test_let_go_before_its_ports_are_read_it_is_laid_once_they_are(shown: ShownFabric) -> None:
    to = middle(shown, OTHER)
    pull(shown, LEAF, to)
    QTest.mouseRelease(shown.view.canvas, LEFT, pos=to)
    settle()
    assert shown.space.document.design.cables == ()
    shown.answer()
    assert len(shown.space.document.design.cables) == 1


def test_a_click_draws_no_cable(shown: ShownFabric) -> None:
    at = middle(shown, LEAF)
    QTest.mouseClick(shown.view.canvas, LEFT, pos=at)
    QTest.mouseMove(shown.view.canvas, middle(shown, OTHER))
    settle()
    assert shown.view.drag.begins is None
