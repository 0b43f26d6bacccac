"""What a review adds to printed sheets: comments beside the room, legends, tables of figures."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.comments import Comment, Comments
from designer.model.design import Design, Device, Obstacle, Rack, Room, Tray, Underlay
from designer.render.element_painter import OBSTACLE_WORDS
from designer.render.sheets.ink import TEXT_MM, Ink, measuring
from designer.render.sheets.legend import ground_entries
from designer.render.sheets.plan import PlanView, draw_clouds, extent_of, placed_view, room_box
from designer.render.sheets.plan_marks import MARK
from designer.render.sheets.sheet_context import SheetContext, context_of
from designer.render.sheets.tables import Column, table
from designer.render.theme import PRINT
from tests.helpers.marks import Mark, recorded
from tests.helpers.printed import DOTS, set_marks

pytestmark = pytest.mark.usefixtures("qapp")
ROOM = Room(outline=((0, 0), (6_000, 0), (6_000, 6_000), (0, 6_000)))
ROOM_BOX = QRectF(0, 0, 6_000, 6_000)
HALL = Design(
    name="hall", room=ROOM,
    racks=(Rack(id="r1", name="A01", part="rack-48u", x_mm=1_800, y_mm=1_800),),
)  # fmt: skip


def comment(number: int, *place: int) -> Comment:
    keys = ("x_mm", "y_mm", "width_mm", "depth_mm")
    about = "cloud" if len(place) == len(keys) else "place"
    given = dict(zip(keys, place, strict=False))
    return Comment.model_validate(
        {"id": f"c{number}", "number": number, "text": "x", "about": about, **given}
    )


BEYOND: Comments = (
    comment(71, 4_000, -2_000, 3_000, 3_000),
    comment(72, -2_500, 2_000, 1_000, 1_000),
    comment(73, 7_000, 7_000),
    comment(74, 900_000, -900_000, 2_000, 2_000),
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def context(catalog: Catalog, comments: Comments) -> SheetContext:
    return context_of(HALL, catalog, None, "A3", "hall", None, comments=comments)[0]


def floor_marks(design: Design, catalog: Catalog, paper: str, comments: Comments) -> list[Mark]:
    made = set_marks(design, catalog, None, paper, ("floor",), comments=comments)
    return next(marks for title, marks in made.items() if title.startswith("Floor plan"))


@pytest.mark.parametrize("paper", ["A4", "A3", "A1"])
def test_a_comment_beside_the_room_keeps_its_number_and_covers_no_title(
    catalog: Catalog, paper: str
) -> None:
    marks = floor_marks(HALL, catalog, paper, BEYOND)
    (heading,) = (mark for mark in marks if mark.words.startswith("6 × 6 m"))
    for number in ("71", "72", "73", "74"):
        (balloon,) = (mark for mark in marks if mark.words == number)
        assert balloon.top - TEXT_MM > heading.top + 0.4, number


def test_the_plan_reaches_as_far_as_comments_near_the_room_and_no_further(
    catalog: Catalog,
) -> None:
    assert extent_of(context(catalog, ())) == room_box(context(catalog, ()))
    found = extent_of(context(catalog, BEYOND))
    for near in (QRectF(4_000, -2_000, 3_000, 3_000), QRectF(-2_500, 2_000, 1_000, 1_000)):
        assert found.contains(near)
    assert found.contains(QPointF(7_000, 7_000))
    assert max(found.width(), found.height()) <= 12_000, "one far away makes no plan small"


def test_comments_make_no_rack_lose_its_name(catalog: Catalog) -> None:
    wide = Room(outline=((0, 0), (18_000, 0), (18_000, 6_000), (0, 6_000)))
    design = HALL.evolve(room=wide, racks=tuple(
        Rack(id=f"r{n}", name=f"A{n:02}", part="rack-48u", x_mm=600 * n + 1_800, y_mm=1_800)
        for n in range(20)
    ))  # fmt: skip
    plain = {mark.words for mark in floor_marks(design, catalog, "A4", ())}
    beside = (comment(71, -4_000, 1_000, 3_000, 3_000), comment(72, 19_000, 1_000, 3_000, 3_000))
    said = {mark.words for mark in floor_marks(design, catalog, "A4", beside)}
    names = {rack.name for rack in design.racks}
    assert said & names == plain & names
    assert {"71", "72"} <= said


def test_a_cloud_ends_at_the_edge_of_the_plan(catalog: Catalog) -> None:
    image = QImage(1_000, 1_000, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    view: PlanView = placed_view(ROOM_BOX, QRectF(20, 30, 60, 60))
    draw_clouds(Ink(painter, DOTS, PRINT), context(catalog, BEYOND), view)
    painter.end()
    dark = [
        (x / DOTS, y / DOTS)
        for x in range(0, 1_000, 2)
        for y in range(0, 1_000, 2)
        if image.pixelColor(x, y).lightness() < 128
    ]
    edge = view.paper.adjusted(-2, -2, 2, 2)
    assert dark
    assert all(edge.contains(QPointF(*point)) for point in dark)


def element(kind: str, at: int, **more: object) -> Obstacle:
    return Obstacle.model_validate({
        "id": f"o{at}", "kind": kind, "x_mm": 600 * at, "y_mm": 4_800, "width_mm": 400,
        "depth_mm": 400, **more,
    })  # fmt: skip


def test_the_legend_of_a_floor_explains_what_stands_in_the_room(catalog: Catalog) -> None:
    words = {
        "column": "column or wall", "ramp": "ramp, up along the arrow",
        "keep-out": "kept free: nothing stands here",
        "ceiling": "ceiling: only what is low enough stands here", "obstacle": OBSTACLE_WORDS,
    }  # fmt: skip
    for kind, said in words.items():
        room = ROOM.evolve(obstacles=(element(kind, 1),))
        legend = {mark.words for mark in floor_marks(HALL.evolve(room=room), catalog, "A3", ())}
        assert said in legend, kind
        assert not legend & (set(words.values()) - {said}), kind
    plan = Underlay(id="p", name="P", file="p.png", wide=1, high=1, mm_per_unit=1, printed=True)
    for printed in (True, False):
        drawn = HALL.evolve(underlays=(plan.evolve(printed=printed),))
        legend = {mark.words for mark in floor_marks(drawn, catalog, "A3", ())}
        assert ("building plan below the floor, as placed" in legend) == printed


def test_the_legend_explains_clouds_that_are_drawn(catalog: Catalog) -> None:
    said = "cloud: what the comment at its corner means"
    marks = floor_marks(HALL, catalog, "A3", BEYOND)
    assert said in {mark.words for mark in marks}
    pin = (comment(1, 3_000, 3_000),)
    assert said not in {mark.words for mark in floor_marks(HALL, catalog, "A3", pin)}


def test_a_rack_says_blanking_only_of_panels_that_stand_in_it(catalog: Catalog) -> None:
    panel = Device(id="p", name="p", part="blank-2u", rack="r1", half_u=20)
    node = Device(id="n", name="n", part="dgx-h100", rack="r1", half_u=40)
    for devices, placed in (((node,), False), ((node, panel), True)):
        made = set_marks(HALL.evolve(devices=devices), catalog, None, "A3", ("racks",))
        said = {mark.words for marks in made.values() for mark in marks}
        assert ("blanking panel" in said) == placed
        assert any(words.startswith("free · ") for words in said)
        assert not any(words.startswith("blanking · ") for words in said)


@pytest.mark.parametrize("paper", ["A4", "A1"])
def test_balloons_stand_at_the_device_they_are_about(catalog: Catalog, paper: str) -> None:
    panel = Device(id="p", name="p", part="mgmt-server", rack="r1", half_u=40)
    said = Comment(id="c", number=71, about="device", target="p", text="x")
    made = set_marks(
        HALL.evolve(devices=(panel,)), catalog, None, paper, ("racks",), comments=(said,)
    )
    marks = next(marks for title, marks in made.items() if "elevation" in title)
    number = next(mark for mark in marks if mark.words == "71" and mark.fill == "background")
    bodies = [
        mark for mark in marks
        if (mark.kind, mark.fill) == ("box", "device")
        and mark.left < number.left < mark.left + mark.width
        and abs(mark.top - number.top) < MARK
    ]  # fmt: skip
    assert bodies, "no body of a device is below the balloon"


def test_an_overlay_explains_what_it_shows_of_the_room_and_no_trays(catalog: Catalog) -> None:
    room = ROOM.evolve(obstacles=(element("column", 1),))
    tray = Tray(id="t", name="T", corners=((0, 0), (6_000, 0)))
    drawn = HALL.evolve(room=room, trays=(tray,))
    entries = ground_entries(context_of(drawn, catalog, None, "A3", "h", None)[0])
    words = [entry.words for entry in entries]
    assert "column or wall" in words
    assert not any("tray" in one for one in words)
    floor = {mark.words for mark in floor_marks(drawn, catalog, "A3", ())}
    assert "cable tray overhead" in floor


@pytest.mark.parametrize("width", [60.0, 100.0, 190.0])
def test_figures_and_words_beside_them_do_not_touch(width: float) -> None:
    columns = (
        Column("Limit", 0.3), Column("Over it", 0.14, right=True),
        Column("Not known", 0.16, right=True), Column("Fullest", 0.4),
    )  # fmt: skip
    block = table(
        measuring(DOTS), "Limits that moved", columns,
        (("Floor, tributary area", "0 → 3", "0 → 0", "~40% in A01 → ~53% in a long name"),),
    )  # fmt: skip
    assert block is not None
    laid = block.lay(width)
    assert laid.head is not None
    painter = QPainter()
    ink = Ink(painter, DOTS, PRINT)
    for piece in (laid.head, *laid.body):
        box = QRectF(0, 0, width, piece.height)
        marks = recorded(
            width, 40, painter, lambda _, piece=piece, box=box: piece.draw(ink, box), DOTS
        )
        said = [mark for mark in marks if mark.words]
        assert len(said) >= len(columns)
        for one in said:
            right = one.left + measuring(DOTS).width_of(one.words, TEXT_MM)
            level = [it for it in said if abs(it.top - one.top) < 0.1 and it.left > one.left]
            assert all(it.left >= right + 0.9 for it in level), one.words
