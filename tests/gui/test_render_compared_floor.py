"""The floor with two designs over each other, as it is painted; the power of racks beside it."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from designer.document.change_places import ChangePlaces, Mark
from designer.document.comparison import compare
from designer.document.edits import move_racks, remove
from designer.engine.beside_words import difference
from designer.engine.report import RackReport, Report
from designer.model.design import Design, Rack
from designer.model.figures import Figure, exact, missing
from designer.model.layout import Layout
from designer.render.compared_floor import (
    Painted,
    kind_colour,
    mapped,
    paint_chosen,
    paint_ground,
    paint_marks,
    way_words,
)
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.state.rack_powers import RackPowers
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()
SCALE = QTransform.fromScale(0.05, 0.05)
HALL = Design(
    racks=tuple(
        Rack(id=f"R{at}", name=f"R{at}", part="rack-z", x_mm=1000 * at, y_mm=1000)
        for at in range(1, 7)
    )
)


def painted(after: Design, theme: Theme, kinds: frozenset[str] = frozenset()) -> Painted:
    places = ChangePlaces(compare(HALL, after), (CATALOG, CATALOG))
    return Painted(places, Layout(after), CATALOG, theme, kinds)


def picture(shown: Painted, *chosen: str) -> QImage:
    image = QImage(600, 400, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_ground(painter, shown, SCALE)
    paint_marks(painter, shown, SCALE)
    paint_chosen(painter, shown, SCALE, chosen)
    painter.end()
    return image


def has(image: QImage, box: QRectF, colour: QColor) -> bool:
    """Return whether something of about a colour is in a box."""
    around = box.toAlignedRect().adjusted(-3, -3, 3, 3)
    wanted = colour.getRgb()[:3]
    for x in range(max(0, around.left()), around.right()):
        for y in range(max(0, around.top()), around.bottom()):
            seen = image.pixelColor(x, y).getRgb()[:3]
            if all(abs(a - b) < 12 for a, b in zip(seen, wanted, strict=True)):
                return True
    return False


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_marks_stand_where_things_are_and_ghosts_where_they_were(
    theme: Theme, dark_look: None
) -> None:
    after = move_racks(CATALOG, ("R6",), 3000, 2000)(remove(("R2",))(HALL))
    shown = painted(after, theme)
    image = picture(shown)
    mark = shown.places.marks["R6"]
    assert mark.was is not None
    assert has(image, mapped(SCALE, mark.box), kind_colour("moved", theme))
    assert has(image, mapped(SCALE, mark.was), kind_colour("moved", theme))
    gone = mapped(SCALE, shown.places.marks["R2"].box)
    assert has(image, gone, kind_colour("removed", theme))
    same = mapped(SCALE, (4000, 1000, 4600, 2200)).adjusted(4, 4, -4, -4)
    assert not any(has(image, same, kind_colour(kind, theme)) for kind in ("moved", "removed"))
    only = picture(painted(after, theme, frozenset({"moved"})))
    assert not has(only, gone, kind_colour("removed", theme))


def test_what_is_chosen_is_framed_and_says_how_far_it_went(dark_look: None) -> None:
    after = move_racks(CATALOG, ("R6",), 3000, 2000)(HALL)
    shown = painted(after, DARK)
    before, chosen = picture(shown), picture(shown, "R6")
    assert before != chosen
    box = mapped(SCALE, shown.places.marks["R6"].box).adjusted(-2, -2, 2, 2)
    assert chosen.pixelColor(box.bottomLeft().toPoint() + QPointF(8, 0).toPoint()) == QColor(
        DARK.text
    )


@pytest.mark.parametrize(
    ("dx", "dy", "words"),
    [
        (-7200, -3000, "7.2 m left, 3.0 m up"),
        (600, 0, "600 mm right"),
        (0, 1000, "1.0 m down"),
        (0, 0, "turned"),
    ],
)
def test_a_way_is_told_by_side_and_length(dx: int, dy: int, words: str) -> None:
    box = (10_000 + dx, 10_000 + dy, 10_600 + dx, 11_200 + dy)
    assert way_words(Mark("R", "moved", "R", box, (10_000, 10_000, 10_600, 11_200))) == words
    assert way_words(Mark("R", "added", "R", box)) == ""


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (exact(960), exact(1016), "+56"),
        (exact(40.8, "kW"), exact(10.2, "kW"), "−30.6 kW"),
        (exact(5), exact(5), "±0"),
        (exact(5, "kW"), missing("x.kw", "kW", 6.0), ""),
        (None, exact(5), ""),
    ],
)
def test_a_difference_is_told_where_it_is_exact(
    was: Figure | None, now: Figure | None, words: str
) -> None:
    assert difference(was, now) == words


def test_racks_draw_what_their_reports_say_and_nobody_knows_of_others() -> None:
    was = Report(racks=tuple(RackReport(id=f"R{at}", power_max_kw=at) for at in range(1, 7)))
    after = remove(("R2",))(HALL)
    now = Report(racks=(RackReport(id="R1", power_max_kw=1.5), RackReport(id="R3")))
    powers = RackPowers((HALL, was), (after, now))
    assert powers.words(("R1", "R2")) == "−1.5 kW"
    assert powers.words(("power:ups",)) == ""
    assert powers.words(("R4",)) == "4.0 kW → —"
    assert powers.highest_first(0) == [6, 5, 4, 3, 2, 1]
    assert powers.highest_first(1) == [1.5]
    both = powers.of(("R2",))
    assert both == (exact(2, "kW"), exact(0.0, "kW"))
