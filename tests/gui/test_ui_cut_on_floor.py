"""The worst cut of a fabric on the floor: which racks, how much of each, what is said of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.engine.evaluate import Evaluator
from designer.model.design import Design
from designer.render.cut_racks import racks_of_cut
from designer.render.theme import DARK
from designer.ui.state import cut_on_floor
from designer.ui.views.floor.cut_layer import part_words
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.fabric_views import ShownFabric, shipped, superpod
from tests.helpers.ui_desk import Desk


class CutInWindow(ShownFabric):
    """The whole window; the engine answers in this process when `answer` is called."""

    def __init__(self, qtbot: QtBot, folder: Path, design: Design) -> None:
        self.desk = Desk(folder, design)
        self.space = self.desk.workspace
        self.evaluator = Evaluator(shipped())
        self.answered = 0
        self.window = MainWindow(self.desk.settings, DARK)
        self.window.populate(self.space, self.desk.session)
        qtbot.addWidget(self.window)
        self.window.resize(1400, 950)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.state, self.view = self.window.fabric_state, self.window.fabric
        self.publish()
        self.draw()

    def draw(self) -> None:
        """Draw the cut in the fabric view, then look at the floor."""
        self.window.views.show_view("Fabric")
        settle()
        self.answer()
        self.view.header.cut.click()
        self.answer()
        self.window.views.show_view("Floor")
        settle()

    @property
    def shares(self) -> dict[str, float]:
        return dict(self.window.floor.floor.cut.shares)

    def blue(self, rack: str, part: float) -> int:
        """How blue a rack is at a part of its depth, from its rear edge on the drawing."""
        view = self.window.floor.view
        box: QRect = view.mapFromScene(view.floor.racks[rack].sceneBoundingRect()).boundingRect()
        at = QPoint(box.right() - 4, round(box.bottom() - part * box.height()))
        colour: QColor = view.viewport().grab().toImage().pixelColor(at)
        return colour.blue() - colour.red()


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path, dark_look: None) -> Iterator[CutInWindow]:
    made = CutInWindow(qtbot, tmp_path, superpod(4))
    yield made
    made.desk.session.document.mark_saved()
    made.desk.close()


def test_as_many_ends_are_tinted_as_the_cut_counts(qtbot: QtBot, tmp_path: Path) -> None:
    """Racks of 4 nodes of 8 ends, one of 3: by unit, by rail, however a cut runs, 508 of 1,016."""
    shown = ShownFabric(qtbot, tmp_path, superpod(4))
    shown.view.header.cut.click()
    shown.answer()
    shown.finish()
    shown.answer()
    cuts = shown.state.cuts
    assert cuts is not None
    assert len(cuts.cuts) > 1
    racks = shown.index.map.racks
    for cut in cuts.cuts:
        shares = racks_of_cut(shown.index, cut)
        ends = {rack: 0 for rack in racks}
        for at in shown.index.map.nodes.rack:
            ends[racks[at]] += 8
        tinted = sum(share * ends[rack] for rack, share in shares.items())
        assert tinted == pytest.approx(cut.ends[0]), cut.by
        assert all(0 < share <= 1 for share in shares.values())


def test_racks_stand_on_a_side_as_far_as_the_drawing_says(qtbot: QtBot, tmp_path: Path) -> None:
    """28 of 32 links of nodes at leaf 2·8: the last four nodes of SU 2 keep seven of 8 rails."""
    shown = ShownFabric(qtbot, tmp_path, superpod(4))
    shown.view.header.cut.click()
    shown.answer()
    shares = shown.view.inset.shares
    assert shares["A01"] == shares["B04"] == 1.0
    assert shares["B10"] == pytest.approx(28 / 32)
    assert shares["A09"] == pytest.approx(15 / 16), "of 16 leaves one stands on the other side"
    assert not {"B03", "C02", "C10", "D01"} & shares.keys()
    shown.view.cut_card.forth.click()
    assert shown.view.inset.shares["D01"] == pytest.approx(0.5), "by rail each node is parted"


def test_the_floor_tints_the_racks_and_says_of_what(shown: CutInWindow) -> None:
    assert shown.shares["A01"] == 1.0
    assert 0.8 < shown.shares["B10"] < 0.9
    bar = shown.window.centre.cut
    assert bar is not None
    assert bar.isVisible()
    assert bar.heading.text() == (
        "Worst balanced cut of Compute: 508 links cross, 25.4 TB/s each way"
    )
    assert "Proven: no halving cuts fewer links" in bar.words.text()
    assert "508 GPUs on each side" in bar.words.text()
    assert shown.blue("A01", 0.5) > shown.blue("C02", 0.5) + 20


def test_what_is_not_said_of_a_cut_leaves_no_gap(
    shown: CutInWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strip said `; ; the worst known` of a cut that parts no leaf from its spines."""
    monkeypatch.setattr(cut_on_floor, "cut_in_words", lambda *_: "")
    cut = cut_on_floor.CutOnFloor(shown.state)
    shown.state.changed.emit()
    _, said, _ = cut.said()
    assert said.startswith("Proven: no halving cuts fewer links; cut 1 of 2 equal: ")


def test_another_equal_cut_is_stepped_to_on_the_floor(shown: CutInWindow) -> None:
    bar = shown.window.centre.cut
    assert bar is not None
    first = shown.shares
    QTest.mouseClick(bar.forth, Qt.MouseButton.LeftButton)
    settle()
    assert shown.shares != first
    assert shown.shares["D01"] == pytest.approx(0.5)
    assert "cut 2 of 2 equal: by rail" in bar.words.text()
    QTest.mouseClick(bar.back, Qt.MouseButton.LeftButton)
    settle()
    assert shown.shares == first


def test_escape_on_the_floor_ends_the_cut_before_the_selection(shown: CutInWindow) -> None:
    shown.space.select(("C02",))
    settle()
    view = shown.window.floor.view
    QTest.keyClick(view, Qt.Key.Key_Escape)
    settle()
    assert shown.shares == {}
    assert not shown.state.cut_wanted
    bar = shown.window.centre.cut
    assert bar is not None
    assert not bar.isVisible()
    assert shown.space.selection == ("C02",)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert shown.space.selection == ()


def test_the_cut_follows_an_edit_while_the_floor_is_looked_at(shown: CutInWindow) -> None:
    placed = shown.space.layout().racks["A01"]
    shown.space.select((placed.id,))
    QTest.keyClick(shown.window.floor.view, Qt.Key.Key_Delete)
    settle()
    shown.publish()
    assert "A01" not in shown.shares
    assert shown.shares


def test_the_bar_stands_on_the_floor_alone(shown: CutInWindow) -> None:
    bar = shown.window.centre.cut
    assert bar is not None
    for view, stands in (
        ("Fabric", False),
        ("Power", False),
        ("Elevation", False),
        ("Floor", True),
    ):
        shown.window.views.show_view(view)
        settle()
        assert bar.isVisible() is stands, view
    bar.hide_button.click()
    settle()
    assert not bar.isVisible()


@pytest.mark.parametrize(("share", "said"), [(0.999, "99 %"), (0.001, "1 %"), (0.5, "50 %")])
def test_a_part_is_never_said_to_be_all_or_nothing(share: float, said: str) -> None:
    assert part_words(share) == said
