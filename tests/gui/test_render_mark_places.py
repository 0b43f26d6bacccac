"""Signs of findings on the plan stand at their own rack, and names of aisles give way to them."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QTransform

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.model.design import Note
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.floor_painter import aisle_lettering, paint_room
from designer.render.sheets.plan_marks import MARK, MarkPlace, MarkPlaces
from designer.render.theme import LIGHT
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.marks import Mark, marks_of, texts
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")

ROOM = QRectF(0, 0, 200, 200)


def away(point: QPointF, box: QRectF) -> float:
    """Return how far a point is from a box."""
    x = min(max(point.x(), box.left()), box.right())
    y = min(max(point.y(), box.top()), box.bottom())
    return QLineF(point, QPointF(x, y)).length()


def rows_of(wide: float, aisle: float, deep: float = 12.0) -> list[QRectF]:
    """Return three rows of ten racks with aisles between."""
    tops = [40 + row * (deep + aisle) for row in range(3)]
    return [QRectF(40 + n * wide, top, wide, deep) for top in tops for n in range(10)]


def stands_at(place: MarkPlace, rack: QRectF, others: list[QRectF]) -> bool:
    """Return whether a sign stands within its rack's width, touches it, and no other is nearer."""
    centre = place.box.center()
    within = rack.left() <= centre.x() <= rack.right() or rack.top() <= centre.y() <= rack.bottom()
    own = away(centre, rack)
    nearest = min(away(centre, other) for other in others)
    return within and own <= MARK / 2 + 0.3 and own < nearest


@pytest.mark.parametrize("several", [1, 2, 3, 4])
@pytest.mark.parametrize(("wide", "aisle"), [(8, 16), (6, 12), (3, 6), (6, 5)])
def test_a_sign_stands_at_its_own_rack_or_a_line_leads_to_it(
    wide: float, aisle: float, several: int
) -> None:
    racks = rows_of(wide, aisle)
    places = MarkPlaces(ROOM, racks)
    for rack in [rack for rack in racks[8:22] for _ in range(several)]:
        place = places.beside(rack)
        others = [other for other in racks if other != rack]
        if place.leader is None:
            assert stands_at(place, rack, others), (place, rack)
        else:
            assert rack.contains(place.leader.p2())
            assert place.leader.p1() == place.box.center()


def test_two_signs_of_a_rack_stand_above_and_below_it_without_a_line() -> None:
    racks = rows_of(8, 16)
    places = MarkPlaces(ROOM, racks)
    first, second, third = (places.beside(racks[12]) for _ in range(3))
    assert (first.leader, second.leader) == (None, None)
    assert first.box.bottom() < racks[12].top() < racks[12].bottom() < second.box.top()
    assert third.leader is not None
    assert not any(one.box.intersects(two.box) for one, two in pairwise((first, second, third)))


@pytest.mark.parametrize("many", [6, 12, 20])
@pytest.mark.parametrize("wide", [4.0, 8.0])
def test_many_signs_of_a_rack_with_room_around_cover_neither_one_another_nor_it(
    many: int, wide: float
) -> None:
    rack = QRectF(80, 80, wide, 12)
    places = MarkPlaces(ROOM, (rack, QRectF(180, 180, wide, 12)))
    found = [places.beside(rack) for _ in range(many)]
    for number, place in enumerate(found):
        assert not any(place.box.intersects(other.box) for other in found[:number])
        assert not place.box.intersects(rack)


def test_remarks_at_neighbouring_points_stand_apart_and_lead_to_their_points() -> None:
    places = MarkPlaces(ROOM, ())
    points = [QPointF(50 + 2 * n, 50) for n in range(5)]
    found = [places.at(point) for point in points]
    assert found[0] == MarkPlace(QRectF(50 - MARK / 2, 50 - MARK / 2, MARK, MARK))
    for number, place in enumerate(found[1:], start=1):
        assert not any(place.box.intersects(other.box) for other in found[:number])
        assert place.leader is not None
        assert place.leader.p2() == points[number]


def test_a_remark_that_bears_no_mark_on_the_plan_says_so_in_its_list() -> None:
    at = {"on": (2_000, 2_500), "beyond": (90_000, 2_500)}
    notes = [Note(id=key, text=key, x_mm=x, y_mm=y) for key, (x, y) in at.items()]
    notes += [Note(id="row", text="row", target="a"), Note(id="rack", text="rack", target="a1")]
    design = hall(notes=(*notes, Note(id="all", text="all")))
    (marks, *_) = set_marks(design, CATALOG, None, "A3", ("floor",)).values()
    said = " ".join(texts(marks))
    keys = ("on", "beyond", "row", "rack", "all")
    rows = {
        key: said[said.index(f" N{n} ", said.index("REMARKS")) :].split(f" {key} ")[0]
        for n, key in enumerate(keys, start=1)
    }
    assert {key: "not on the plan" in row for key, row in rows.items()} == {
        "on": False, "beyond": True, "row": True, "rack": False, "all": True,
    }  # fmt: skip
    plan = said[: said.index("REMARKS")] + said[said.rindex(" all ") :]
    assert {f"N{n}" for n in range(1, 6) if f"N{n}" in plan.split()} == {"N1", "N4"}


def test_the_words_of_an_aisle_give_way_to_a_sign_and_go_where_none_is_free() -> None:
    design = hall(notes=())
    layout, scale = Layout(design), QTransform.fromScale(0.12, 0.12)

    def painted(signs: tuple[QRectF, ...]) -> list[Mark]:
        made = marks_of(
            900, 900,
            lambda p: (
                p.setWorldTransform(scale),
                paint_room(p, design, layout, CATALOG, LIGHT, 0.12, signs=signs),
            ), 1,
        )  # fmt: skip
        return [mark for mark in made if mark.kind == "text" and "AISLE" in mark.words]

    (before,) = painted(())
    (box,) = aisle_lettering(layout, CATALOG, LIGHT, scale, 1.0)
    sign = QRectF(box.center().x() - 10, box.center().y() - 10, 20, 20)
    (moved,) = painted((sign,))
    assert moved.words == before.words
    right = moved.left + box.width()
    aside = moved.left >= sign.right() or right <= sign.left()
    assert aside or moved.top <= sign.top() or moved.top - moved.size >= sign.bottom()
    assert painted((QRectF(0, 0, 900, 900),)) == []


def test_no_sign_of_a_hall_cooled_by_air_stands_at_another_rack(catalog: Catalog) -> None:
    arguments = {"scalable_units": "4", "cooling": "air", "nodes_per_rack": "2"}
    design = build("dgx-superpod-h100", arguments, catalog)
    # Nobody states the air that these take in: a sign at each rack of theirs (C04).
    silent = ("qm9700", "sn2201", "sn4600c", "mgmt-server", "ddn-es400nvx2", "ufm-appliance")
    catalog = catalog.overlay(
        [
            catalog.require(part).evolve(inlet_min_c=None, inlet_max_c=None, unpublished=())
            for part in silent
        ]
    )
    (marks, *_) = set_marks(design, catalog, evaluate(design, catalog), "A3", ("floor",)).values()
    diamonds = [
        mark for mark in marks
        if mark.kind == "shape" and mark.fill == "background" and abs(mark.width - MARK) < 0.3
    ]  # fmt: skip
    rack = next(mark for mark in marks if mark.kind == "text" and mark.words == "B08")
    # The rack of the compute leaves, whose sign the words of the hot aisle pushed aside.
    assert len(diamonds) == 6
    assert any(
        abs(one.left + MARK / 2 - rack.left - 2) < 3 and abs(one.top - rack.top) < 14
        for one in diamonds
    )
