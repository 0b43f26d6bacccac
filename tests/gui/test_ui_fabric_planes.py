"""Planes of a fabric as chips: one alone, one more, all again; a fabric of one plane has none."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.render.fabric_things import Thing
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, superpod

LEFT = Qt.MouseButton.LeftButton


def two_planes() -> Design:
    """Return a unit of 31 nodes whose GPUs have a link of 200 Gb/s into each of two planes."""
    fabrics = tuple(
        one.evolve(planes=2, rate_gbps=200.0, breakout=2) if one.id == "compute" else one
        for one in superpod(1).fabrics
    )
    return superpod(1).evolve(fabrics=fabrics)


def planes_shown(shown: ShownFabric) -> set[int]:
    """Return the planes whose leaves the drawing shows."""
    look, index = shown.state.look(), shown.index
    every = enumerate(index.map.leaves.plane)
    return {plane for at, plane in every if look.shows(index, Thing("leaf", at))}


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> ShownFabric:
    return ShownFabric(qtbot, tmp_path, two_planes())


def test_a_plane_is_shown_alone_and_ctrl_adds_one(shown: ShownFabric) -> None:
    chips = shown.view.header.planes
    assert [chip.text() for chip in chips] == ["1", "2"]
    assert planes_shown(shown) == {0, 1}
    before = shown.view.canvas.grab().toImage()
    QTest.mouseClick(chips[1], LEFT)
    settle()
    assert planes_shown(shown) == {1}
    assert [chip.isChecked() for chip in chips] == [False, True]
    assert shown.view.canvas.grab().toImage() != before
    QTest.mouseClick(chips[0], LEFT, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert planes_shown(shown) == {0, 1}
    assert shown.view.canvas.grab().toImage() == before


def test_a_rail_of_a_plane_is_shown_where_both_are_chosen(shown: ShownFabric) -> None:
    QTest.mouseClick(shown.view.header.planes[0], LEFT)
    QTest.mouseClick(shown.view.header.rails[3], LEFT)
    settle()
    look, leaves = shown.state.look(), shown.index.map.leaves
    seen = [at for at in range(len(leaves)) if look.shows(shown.index, Thing("leaf", at))]
    assert [(leaves.rail[at], leaves.plane[at]) for at in seen] == [(3, 0)]


def test_a_fabric_of_one_plane_has_no_chips(shown: ShownFabric) -> None:
    shown.view.header.fabrics["storage"].click()
    shown.answer()
    assert shown.view.header.planes == []
    assert not shown.view.header.plane_label.isVisible()
