"""What is written in the drawing of a fabric: names of islands, figures of a cut, and where."""

from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from designer.engine.evaluate import Evaluator
from designer.engine.fabric_map import FabricCut, FabricCuts
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render import fabric_cut_painter, fabric_painter
from designer.render.fabric_layout import laid_out
from designer.render.fabric_look import FabricLook
from designer.render.fabric_things import FabricIndex, Thing
from designer.render.fabric_words import sides_in_words
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import DARK
from designer.wiring.network import expand_network
from tests.helpers.fabric_views import indexed, shipped, superpod

pytestmark = pytest.mark.usefixtures("qapp")


class Written:
    """Words with the room that they take."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: list[tuple[str, QRectF]] = []
        self.tags: list[tuple[str, QRectF]] = []
        patch.setattr(fabric_painter, "draw_text", lambda *a, **k: self._write(self.found, *a, **k))
        patch.setattr(
            fabric_cut_painter, "draw_text", lambda *a, **k: self._write(self.tags, *a, **k)
        )

    def _write(self, into: list[tuple[str, QRectF]], *given: Any) -> float:
        took = draw_text(*given)
        _, box, text, size, _, weight, align = (*given, 400, Qt.AlignmentFlag.AlignLeft)[:7]
        wide = text_width(text, size, weight)
        left = box.center().x() - wide / 2 if align == CENTRE else box.left()
        into.append((text, QRectF(left, box.center().y() - size / 2, wide, size)))
        return took

    def paint(self, index: FabricIndex, room: tuple[float, float], look: FabricLook) -> None:
        drawing = laid_out(index, room)
        image = QImage(int(drawing.width), int(drawing.height), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        fabric_painter.paint_fabric(painter, drawing, index, look, DARK)
        painter.end()

    @property
    def islands(self) -> list[str]:
        return [text for text, _ in self.found if "sland" in text or text.startswith("Rail")]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


def rail_only(units: int) -> FabricIndex:
    drawn = superpod(units)
    fabrics = tuple(
        one.evolve(topology="rail-only") if one.id == "compute" else one for one in drawn.fabrics
    )
    return index_of(drawn.evolve(fabrics=fabrics))


def index_of(design: Design) -> FabricIndex:
    wiring = expand_network(design, shipped()).find("compute")
    assert wiring is not None
    return FabricIndex(fabric_map_of(wiring, shipped()), Layout(design).name_of)


def test_islands_with_nodes_of_their_own_say_which_of_how_many(written: Written) -> None:
    written.paint(indexed(4, "out-of-band"), (1000, 520), FabricLook())
    assert written.islands == [f"Island {at} of 7" for at in range(1, 8)]


def test_a_wide_frame_says_its_nodes_as_well(written: Written) -> None:
    written.paint(indexed(4, "out-of-band"), (2600, 520), FabricLook())
    assert written.islands[0] == "Island 1 of 7 · 48 nodes"


def test_islands_of_rails_are_named_over_their_spines(written: Written) -> None:
    index = indexed(1, template="dgx-superpod-gb200")
    written.paint(index, (1200, 520), FabricLook())
    assert written.islands == [f"Rail {at} · island {at} of 4" for at in range(1, 5)]
    assert [island.spines for island in index.rail_islands] == [
        tuple(range(at, at + 6)) for at in range(0, 24, 6)
    ]
    named = dict(written.found)
    spines = laid_out(index, (1200, 520)).boxes
    for at in range(4):
        name = named[f"Rail {at + 1} · island {at + 1} of 4"]
        first, last = (spines[Thing("spine", one)] for one in (6 * at, 6 * at + 5))
        assert first.x - 1 <= name.left() < name.right() <= last.x + last.width
        assert name.bottom() < first.y


def test_islands_without_spines_are_named_over_their_leaves(written: Written) -> None:
    index = rail_only(2)
    written.paint(index, (1000, 520), FabricLook())
    assert written.islands == [f"Rail {at}" for at in range(1, 9)]
    assert all(one.names[0] == f"Rail {one.rail + 1} · island {one.rail + 1} of 8"
               for one in index.rail_islands)  # fmt: skip


def test_what_is_one_network_has_no_islands(written: Written) -> None:
    written.paint(indexed(4), (1000, 520), FabricLook())
    assert written.islands == []
    assert indexed(4).rail_islands == ()


@pytest.fixture(scope="module")
def cuts() -> FabricCuts:
    evaluator = Evaluator(shipped())
    found = evaluator.answer(superpod(4), "fabrics", "cuts", {"fabric": "compute"})
    assert isinstance(found, FabricCuts)
    return found


@pytest.mark.parametrize("room", [(1000, 520), (860, 480), (1500, 900)])
def test_the_tag_of_a_cut_hides_no_count_beside_it(
    room: tuple[float, float], cuts: FabricCuts, written: Written
) -> None:
    index = indexed(4)
    for cut in cuts.cuts:
        written.tags.clear()
        written.found.clear()
        written.paint(index, room, FabricLook(cut=cut))
        counts = [box for text, box in written.found if text.isdigit() and len(text) == 2]
        wide = [(text, box) for text, box in written.tags if " of " in text]
        for _, box in wide:
            assert not any(box.adjusted(-2, -2, 2, 2).intersects(one) for one in counts)
        for (_, one), (_, other) in combinations(written.tags, 2):
            assert not one.intersects(other)
    assert any(cut.nodes for cut in cuts.cuts)


def test_two_such_tags_side_by_side_name_the_cut_links_alone(
    cuts: FabricCuts, written: Written
) -> None:
    leaves = (14, 15)
    cut = cuts.cuts[0].evolve(nodes=tuple((leaf, 28) for leaf in leaves))
    written.paint(indexed(4), (1000, 520), FabricLook(cut=cut))
    assert [text for text, _ in written.tags][-2:] == ["28 of 32", "28"]


def test_halves_are_of_endpoints_where_an_end_is_no_gpu() -> None:
    cut = FabricCut(ends=(62, 62))
    plain = superpod(1)
    fabrics = tuple(f.evolve(rails=4) if f.id == "compute" else f for f in plain.fabrics)
    fewer = index_of(plain.evolve(fabrics=fabrics))
    assert sides_in_words(fewer, cut) == "62 endpoints on each side"
    assert sides_in_words(index_of(plain), cut) == "62 GPUs on each side"
