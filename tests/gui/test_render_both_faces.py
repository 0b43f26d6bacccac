"""A device at the front and another at the rear of the same units: the near one hides the other."""

import itertools

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from designer.catalog.load import load_shipped
from designer.model.design import Design, Device, Face, Rack
from designer.model.layout import Layout
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.rack_painter import Detail, device_at, device_rect, paint_elevation
from designer.render.rack_top import paint_rack_top
from designer.render.theme import LIGHT, PRINT
from tests.helpers.marks import Mark, marks_of, texts

pytestmark = pytest.mark.usefixtures("qapp")
BOX = QRectF(10, 60, 260, 900)
CATALOG = load_shipped()
Place = tuple[str, str, float, Face]


def drawing_of(*devices: Place) -> RackDrawing:
    """Return a rack with devices of name, part, lowest unit and face, their ids in that order."""
    design = Design(
        name="both faces",
        racks=(Rack(id="r1", name="r1", part="rack-48u", x_mm=0, y_mm=0),),
        devices=tuple(
            Device(id=f"d{n}", name=name, part=part, rack="r1", half_u=int(2 * u), face=face)
            for n, (name, part, u, face) in enumerate(devices)
        ),
    )
    layout = Layout(design)
    return rack_drawing(layout, CATALOG, layout.racks["r1"])


def marks(drawing: RackDrawing, face: Face, detail: Detail = "ports", **how: bool) -> list[Mark]:
    theme = PRINT if how.get("to_scale") else LIGHT
    return marks_of(
        280, 980,
        lambda p: paint_elevation(p, BOX, drawing, face, theme, detail=detail, **how),
    )  # fmt: skip


FRONT = ("front-one", "sn2201", 20, "front")
REAR = ("rear-one", "sn2201", 20, "rear")
ORDERS = tuple(itertools.permutations((FRONT, REAR)))


@pytest.mark.parametrize("detail", ["names", "ports"])
@pytest.mark.parametrize("order", ORDERS, ids=["a", "b"])
def test_of_two_at_one_height_the_near_one_is_named(
    order: tuple[Place, ...], detail: Detail
) -> None:
    drawing = drawing_of(*order)
    for face, near, far in (("front", "front-one", "rear-one"), ("rear", "rear-one", "front-one")):
        said = " ".join(texts(marks(drawing, face, detail)))
        assert near in said
        assert far not in said


@pytest.mark.parametrize("order", ORDERS, ids=["a", "b"])
def test_what_is_behind_is_drawn_first_and_not_hit(order: tuple[Place, ...]) -> None:
    drawing = drawing_of(*order)
    for face in ("front", "rear"):
        assert [seen.device.face == face for seen in drawing.seen_from(face)] == [False, True]
        place = device_rect(BOX, drawing, drawing.mounted[0], face)
        hit = device_at(BOX, drawing, place.center(), face)
        assert hit is not None
        assert hit.face == face
        made = marks(drawing, face)
        filled = [m for m in made if m.kind != "text" and abs(m.top - place.top()) < 2 and m.fill]
        dashed = [m for m in made if m.kind != "text" and m.dashes]
        assert made.index(dashed[0]) < made.index(filled[-1])


def test_a_name_stands_where_nothing_covers_it() -> None:
    """Eight units behind a switch before the lowest of them, and behind a switch before each."""
    tall = ("tall", "dgx-h100", 20, "rear")
    drawing = drawing_of(FRONT, tall)
    (named,) = [m for m in marks(drawing, "front") if m.kind == "text" and "tall" in m.words]
    near = next(d for d in drawing.mounted if d.name == "front-one")
    assert named.top < device_rect(BOX, drawing, near).top()
    before: list[Place] = [(f"s{u}", "sn2201", u, "front") for u in range(20, 28)]
    for covering in (before, before[:2] + before[3:]):
        said = " ".join(texts(marks(drawing_of(*covering, tall), "front")))
        assert ("tall" in said) == (len(covering) < 8)


def test_the_floor_names_only_what_is_in_front() -> None:
    for order in ORDERS:
        drawing = drawing_of(*order)

        def draw(painter: QPainter, drawing: RackDrawing = drawing) -> None:
            paint_rack_top(painter, QRectF(10, 10, 300, 900), drawing, LIGHT, 0.5)

        said = " ".join(texts(marks_of(320, 920, draw)))
        assert "front-one" in said
        assert "rear-one" not in said


def test_on_a_sheet_nothing_is_drawn_above_the_rack() -> None:
    """A device higher than the rack covered the words FRONT and REAR above it."""
    drawing = drawing_of(("in", "sn2201", 47, "front"), ("out", "dgx-h100", 46, "front"))
    for face in ("front", "rear"):
        made = marks(drawing, face, to_scale=True)
        assert min(mark.top for mark in made if mark.kind != "text") >= BOX.top() - 1
    assert min(m.top for m in marks(drawing, "front") if m.kind != "text") < BOX.top() - 1


def test_the_words_on_the_door_keep_clear_of_a_device_that_reaches_above_the_rails() -> None:
    """They were written over the label of a system of 8 units that stands at U46."""
    door = ("door", "rdhx", 0, "door")
    tops = {}
    for name, unit in (("within", 30), ("above", 46)):
        made = marks(drawing_of(("top", "dgx-h100", unit, "front"), door), "rear", to_scale=True)
        (words,) = [mark for mark in made if "on the door" in mark.words]
        tops[name] = words.top
    assert tops["within"] < BOX.top() + 0.05 * BOX.height()
    assert tops["above"] > BOX.bottom() - 0.05 * BOX.height()


def test_free_units_are_said_whole_or_without_words() -> None:
    """In a tank drawn small `free · 42U` lost its middle, and said `fr…2U`."""
    drawing = drawing_of()
    for wide in range(30, 200, 5):
        box = QRectF(10, 10, wide, 900)
        said = texts(
            marks_of(
                280, 980,
                lambda p, box=box: paint_elevation(p, box, drawing, "front", PRINT, to_scale=True),
            )
        )  # fmt: skip
        assert not [words for words in said if "…" in words], wide
        if wide >= 80:
            assert {"48U", "free · 48U"} & set(said), wide
