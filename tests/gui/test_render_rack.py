"""The elevation: what is where, from every side and at every size."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from math import inf

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Slot
from designer.model.figures import Figure, exact, missing
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.render.drawing import (
    RackDrawing,
    look_of,
    power_labels,
    rack_drawing,
    with_report,
    worst_state,
)
from designer.render.elevation_frame import frame_in
from designer.render.faces.panel import figure_text
from designer.render.rack_painter import device_at, device_rect, paint_elevation, u_at
from designer.render.rack_top import paint_rack_top
from designer.render.theme import DARK, LIGHT, METHOD_COLOURS, ROLE_COLOURS
from tests.helpers.drawn_design import drawn_design

pytestmark = pytest.mark.usefixtures("qapp")
BOX = QRectF(10, 10, 220, 520)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def node_rack(catalog: Catalog) -> RackDrawing:
    layout = Layout(drawn_design())
    return rack_drawing(layout, catalog, layout.racks["b08"])


@pytest.fixture(scope="module")
def switch_rack(catalog: Catalog) -> RackDrawing:
    layout = Layout(drawn_design())
    return rack_drawing(layout, catalog, layout.racks["b05"])


def fed_rack(feeds: tuple[str, str], *, copied: bool) -> RackDrawing:
    """Return a rack with two rack PDUs on these feeds, its own or those of its assembly."""
    part, beside = "pdu-415v-60a-3ph", tuple(zip(("left", "right"), feeds, strict=True))
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="x" if copied else "")
    slots = tuple(Slot(id=n, name=n, part=part, face="zero-u", feed=f) for n, f in beside)
    own = tuple(Device(id=n, name=n, part=part, rack="r", face="zero-u", feed=f) for n, f in beside)
    design = Design(
        racks=(rack,),
        devices=() if copied else own,
        assemblies=(Assembly(id="x", rack_part="rack-48u", slots=slots),) if copied else (),
        power=(PowerNode(id="A"), PowerNode(id="B")),
    )
    return rack_drawing(Layout(design), load_shipped(), rack)


def painted(draw: Callable[[QPainter], None], width: int = 240, height: int = 540) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#123456"))
    painter = QPainter(image)
    draw(painter)
    painter.end()
    return image


def elevation(drawing: RackDrawing, face: str, **options: object) -> QImage:
    return painted(lambda p: paint_elevation(p, BOX, drawing, face, DARK, **options))


def colours(image: QImage, box: QRectF) -> set[str]:
    area = box.toRect()
    return {
        image.pixelColor(x, y).name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    }


def differ(one: QImage, other: QImage, box: QRectF) -> bool:
    area = box.toRect()
    return one.copy(area) != other.copy(area)


def test_devices_stand_where_their_unit_says(node_rack: RackDrawing) -> None:
    frame = frame_in(BOX, node_rack)
    first = node_rack.mounted[0]
    place = device_rect(BOX, node_rack, first)
    assert place.bottom() == pytest.approx(frame.panel.bottom() - 2 * frame.unit)
    assert place.height() == pytest.approx(8 * frame.unit)
    assert frame.unit * 48 == pytest.approx(frame.panel.height())


def test_heights_and_half_units_answer_each_other(node_rack: RackDrawing) -> None:
    frame = frame_in(BOX, node_rack)
    for half_u in (2, 3, 44, 45, 97):
        y = (frame.y_of(half_u) + frame.y_of(half_u + 1)) / 2
        assert u_at(BOX, node_rack, y) == half_u
    assert u_at(BOX, node_rack, 0) == 97
    assert u_at(BOX, node_rack, 600) == 2


def test_a_point_finds_the_device_under_it(node_rack: RackDrawing) -> None:
    for device in node_rack.devices:
        for face in ("front", "rear"):
            centre = device_rect(BOX, node_rack, device, face).center()
            found = device_at(BOX, node_rack, centre, face)
            assert found is not None
            assert found.key == device.key
    assert device_at(BOX, node_rack, QPointF(0, 0)) is None


def test_the_rear_view_swaps_left_and_right(node_rack: RackDrawing) -> None:
    feed_a = node_rack.zero_u[0]
    rear = device_rect(BOX, node_rack, feed_a, "rear")
    front = device_rect(BOX, node_rack, feed_a, "front")
    assert rear.center().x() < BOX.center().x() < front.center().x()
    assert rear.center().x() + front.center().x() == pytest.approx(2 * BOX.center().x())


def test_rack_pdus_hang_beside_the_rails_and_apart(node_rack: RackDrawing) -> None:
    panel = frame_in(BOX, node_rack).panel
    places = [device_rect(BOX, node_rack, pdu, "rear") for pdu in node_rack.zero_u]
    assert all(not place.intersects(panel) for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[i + 1 :])


@pytest.mark.parametrize("feeds", [("", "B"), ("A", ""), ("", ""), ("B", "A")])
@pytest.mark.parametrize("copied", [False, True])
def test_a_rack_pdu_hangs_where_it_hung_on_another_feed_or_none(
    feeds: tuple[str, str], copied: bool
) -> None:
    """The one that lost its feed went to the other side of the rack."""
    was, now = (
        {pdu.name: device_rect(BOX, drawing, pdu, "rear") for pdu in drawing.zero_u}
        for drawing in (fed_rack(("A", "B"), copied=copied), fed_rack(feeds, copied=copied))
    )
    assert len(was) == 2
    assert was == now


def test_words_name_the_feeds_of_a_rack_in_their_order() -> None:
    assert [pdu.feed for pdu in fed_rack(("B", "A"), copied=False).zero_u_by_feed] == ["A", "B"]


def test_front_and_rear_show_different_panels(node_rack: RackDrawing) -> None:
    place = device_rect(BOX, node_rack, node_rack.mounted[0])
    assert differ(elevation(node_rack, "front"), elevation(node_rack, "rear"), place)


def test_a_switch_shows_its_ports_where_it_is_mounted(switch_rack: RackDrawing) -> None:
    switch = next(d for d in switch_rack.mounted if d.look.id == "qm9700" and d.face == "rear")
    place = device_rect(BOX, switch_rack, switch)
    right = QRectF(place.center().x(), place.top(), place.width() / 2, place.height())
    greens = [c for c in colours(elevation(switch_rack, "rear"), right) if c == DARK.ok]
    assert greens


def test_a_half_depth_device_is_an_outline_from_behind(switch_rack: RackDrawing) -> None:
    hidden = next(d for d in switch_rack.mounted if d.look.id == "sn2201" and d.face == "rear")
    inner = device_rect(BOX, switch_rack, hidden).adjusted(2, 3, -60, -3)
    assert DARK.device in colours(elevation(switch_rack, "rear"), inner)
    assert DARK.device not in colours(elevation(switch_rack, "front"), inner)


def test_what_is_chosen_is_outlined_in_the_accent(node_rack: RackDrawing) -> None:
    place = device_rect(BOX, node_rack, node_rack.mounted[2])
    edge = QRectF(place.left() - 2, place.top() + 20, 5, 10)
    plain = elevation(node_rack, "front")
    chosen = elevation(node_rack, "front", selected={node_rack.mounted[2].key})
    hovered = elevation(node_rack, "front", hover=node_rack.mounted[2].key)
    assert DARK.accent in colours(chosen, edge)
    assert DARK.accent not in colours(plain, edge)
    assert differ(hovered, plain, place)
    assert differ(hovered, chosen, place)


def test_small_pictures_are_blocks_by_kind(node_rack: RackDrawing) -> None:
    box = QRectF(0, 0, 60, 100)
    image = painted(lambda p: paint_elevation(p, box, node_rack, "front", DARK), 60, 100)
    seen = colours(image, QRectF(0, 0, 60, 100))
    assert ROLE_COLOURS["compute"] in seen


def test_level_of_detail_can_be_asked_for(node_rack: RackDrawing) -> None:
    levels = [elevation(node_rack, "front", detail=d) for d in ("blocks", "names", "ports")]
    assert differ(levels[0], levels[1], BOX)
    assert differ(levels[1], levels[2], BOX)


def test_painting_leaves_the_painter_as_it_was(node_rack: RackDrawing) -> None:
    def draw(painter: QPainter) -> None:
        before = painter.pen(), painter.brush(), painter.worldTransform()
        paint_elevation(painter, BOX, node_rack, "rear", LIGHT)
        assert (painter.pen(), painter.brush(), painter.worldTransform()) == before

    painted(draw)


@pytest.mark.parametrize("part", ["gb200-nvl72", "cdu-row", "no-such-rack"])
def test_what_has_no_units_is_painted_all_the_same(catalog: Catalog, part: str) -> None:
    design = drawn_design()
    rack = design.racks[0].evolve(part=part, assembly="")
    drawing = rack_drawing(Layout(design.evolve(racks=(rack,))), catalog, rack)
    image = elevation(drawing, "front")
    assert len(colours(image, BOX)) > 2
    assert u_at(BOX, drawing, 100) == (0 if not drawing.units else u_at(BOX, drawing, 100))


def top(drawing: RackDrawing, width: int, height: int, **options: object) -> QImage:
    box = QRectF(0, 0, width, height)
    return painted(
        lambda p: paint_rack_top(p, box, drawing, DARK, width / 800, **options), width, height
    )


def test_seen_from_far_a_rack_is_a_body_and_a_bar(node_rack: RackDrawing) -> None:
    sized = with_report(node_rack, RackReport(id="b08", cooling_method="rear-door"))
    seen = colours(top(sized, 12, 18), QRectF(0, 0, 12, 18))
    assert METHOD_COLOURS["rear-door"] in seen
    assert len(seen) <= 4


def test_seen_from_near_devices_have_rows_by_kind(node_rack: RackDrawing) -> None:
    far, near = top(node_rack, 30, 40), top(node_rack, 200, 300)
    assert ROLE_COLOURS["compute"] not in colours(far, QRectF(0, 0, 30, 40))
    assert ROLE_COLOURS["compute"] in colours(near, QRectF(0, 0, 200, 300))


def test_the_bar_is_as_long_as_the_cooling_is_used(node_rack: RackDrawing) -> None:
    def bar(load: float) -> int:
        report = RackReport(
            id="b08", cooling_method="room-air", power_max_kw=load, cooling_capacity_kw=40
        )
        image = top(with_report(node_rack, report), 80, 60)
        return sum(image.pixelColor(x, 8).name() == METHOD_COLOURS["room-air"] for x in range(80))

    assert bar(40) == pytest.approx(2 * bar(20), abs=3)
    assert bar(0) == 0


def test_an_empty_rack_has_no_bar_although_nothing_is_said_of_its_capacity(
    node_rack: RackDrawing,
) -> None:
    report = RackReport(id="b08", cooling_method="room-air", power_max_kw=0)
    image = top(with_report(node_rack, report), 80, 60)
    seen = {image.pixelColor(x, 8).name() for x in range(80)}
    assert METHOD_COLOURS["room-air"] not in seen


@pytest.mark.parametrize("state", ["warning", "error"])
def test_a_finding_is_marked(node_rack: RackDrawing, state: str) -> None:
    limits = (Limit(name="power", group="power", label="", state=state),)
    sized = with_report(node_rack, RackReport(id="b08", limits=limits))
    colour = getattr(DARK, state)
    for width, height in ((30, 40), (90, 60), (200, 300)):
        assert colour in colours(top(sized, width, height), QRectF(0, 0, width, height))


def test_the_front_edge_follows_the_rotation(catalog: Catalog) -> None:
    design = drawn_design()
    layout = Layout(design)
    images = []
    for rotation in (0, 90, 180, 270):
        rack = design.racks[0].evolve(rotation=rotation)
        images.append(top(rack_drawing(layout, catalog, rack), 90, 90))
    assert all(differ(a, b, QRectF(0, 0, 90, 90)) for a, b in itertools.pairwise(images))


@pytest.mark.parametrize(("part", "size"), [("cdu-row", (44, 30)), ("crah", (36, 120))])
def test_a_cooling_unit_is_neutral_and_carries_its_name(
    catalog: Catalog, part: str, size: tuple[int, int]
) -> None:
    """A unit has no cooling method, and its own draw is no load: no colour, no figure."""
    design = Design(racks=(Rack(id="u", name="CRAH-02", part=part, x_mm=0, y_mm=0),))
    layout = Layout(design)
    report = RackReport(id="u", name="CRAH-02", power_max_kw=0.0, cooling_method="air")
    drawing = with_report(rack_drawing(layout, catalog, layout.racks["u"]), report)
    image = QImage(*size, QImage.Format.Format_ARGB32)
    image.fill(QColor(DARK.canvas))
    painter = QPainter(image)
    paint_rack_top(painter, QRectF(0, 0, *size), drawing, DARK, 0.04)
    painter.end()
    seen = {QColor(image.pixel(x, y)).name() for x in range(size[0]) for y in range(size[1])}
    assert not seen & {QColor(colour).name() for colour in METHOD_COLOURS.values()}
    bright = [QColor(name).lightness() for name in seen]
    assert max(bright) > 170, "the name is there also where it is written along the unit"


@pytest.mark.parametrize("kind", ["in-row", "immersion"])
@pytest.mark.parametrize("size", [(12, 40), (44, 90)])
def test_a_unit_that_is_a_method_bears_its_colour(
    catalog: Catalog, kind: str, size: tuple[int, int]
) -> None:
    """An in-row unit and a tank are found on the floor by the colour of what they do."""
    part = next(part for part in catalog.parts if part.kind == kind)
    design = Design(racks=(Rack(id="u", name="U-1", part=part.id, x_mm=0, y_mm=0),))
    report = RackReport(id="u", name="U-1", kind=kind, power_max_kw=None)
    drawing = with_report(rack_drawing(Layout(design), catalog, design.racks[0]), report)
    image = QImage(*size, QImage.Format.Format_ARGB32)
    image.fill(QColor(DARK.canvas))
    painter = QPainter(image)
    paint_rack_top(painter, QRectF(0, 0, *size), drawing, DARK, 0.04)
    painter.end()
    seen = {QColor(image.pixel(x, y)).name() for x in range(size[0]) for y in range(size[1])}
    assert METHOD_COLOURS[kind] in seen


def drawn_with(node_rack: RackDrawing, power: Figure, state: str = "ok") -> RackDrawing:
    limits = (Limit(name="power", group="power", label="", state=state),)
    figures = {"power_max_kw": power, "cooling_capacity_kw": exact(40.0, "kW")}
    report = RackReport(id="b08", cooling_method="room-air", limits=limits, **fields_of(figures))
    return with_report(node_rack, report)


@pytest.mark.parametrize(
    ("power", "labels"),
    [
        (exact(40.8, "kW"), ("40.8",)),
        (exact(0.0, "kW"), ("0.0",)),
        (Figure(20.44, inf, None, "kW"), ("≥ 20.4", "≥ 20")),
        (Figure(0.4, inf, None, "kW"), ("≥ 0.4",)),
        (Figure(20.4, 25.2, None, "kW"), ("20.4–25.2", "20–26", "≤ 26")),
        (Figure(141.6, 145.7, 141.9, "kW", estimated=True), ("~142 (141–146)", "~142")),
        (Figure(0.0, 13.21, None, "kW"), ("≤ 13.3",)),
        (missing("x", "kW"), ("—",)),
    ],
)
def test_a_rack_says_what_is_certain_of_its_power(
    node_rack: RackDrawing, power: Figure, labels: tuple[str, ...]
) -> None:
    assert power_labels(drawn_with(node_rack, power)) == labels
    assert power_labels(node_rack) == (), "nothing is said of a rack that nobody sized"


@pytest.mark.parametrize(
    "power",
    [
        Figure(600.0, 750.0, None, "kW"),
        Figure(141.6, 145.7, 141.9, "kW", estimated=True),
        Figure(226.5, 231.7, 227.0, "kW", estimated=True),
    ],
)
def test_a_narrow_rack_says_its_power_though_it_has_bounds(
    node_rack: RackDrawing, power: Figure
) -> None:
    """Filled racks of 600 mm said nothing while the whole floor was in view."""
    sized = drawn_with(node_rack, power)
    silent = replace(sized, power=None)
    assert top(sized, 34, 60) != top(silent, 34, 60)


def test_a_rack_of_switches_says_what_it_draws_as_cabled_before_its_most(
    node_rack: RackDrawing,
) -> None:
    sized = drawn_with(node_rack, exact(27.5, "kW"))
    assert power_labels(replace(sized, cabled=exact(20.7, "kW"))) == ("20.7 / 27.5", "27.5")
    lacking = replace(sized, cabled=Figure(18.2, 27.5, None, "kW"))
    assert power_labels(lacking)[0] == "18.2–27.5 / 27.5"


def test_what_is_drawn_as_cabled_leaves_no_empty_line_where_it_is_too_long(
    node_rack: RackDrawing,
) -> None:
    sized = drawn_with(node_rack, exact(27.5, "kW"))
    lacking = replace(sized, cabled=Figure(118.25, 127.55, 120.45, "kW", estimated=True))
    short = replace(sized, cabled=exact(20.7, "kW"))
    alone, long, fits = (top(one, 34, 60) for one in (sized, lacking, short))
    assert long == alone
    assert fits != alone


def test_the_bar_is_solid_as_far_as_is_certain_and_hatched_as_far_as_is_possible(
    node_rack: RackDrawing,
) -> None:
    def row(power: Figure) -> list[str]:
        image = top(drawn_with(node_rack, power), 80, 60)
        return [image.pixelColor(x, 8).name() for x in range(6, 74)]

    powers = (exact(20.0, "kW"), exact(40.0, "kW"), Figure(20, 40, None, "kW"), missing("x", "kW"))
    half, full, open_, unknown = (row(power) for power in powers)
    assert open_[:30] == full[:30] == half[:30], "the certain half"
    assert open_[40:] not in (half[40:], full[40:]), "what may be used besides looks like neither"
    assert unknown[:30] != full[:30], "a load of unknown size is no full bar"
    assert len(set(unknown)) > 2, "and no empty one"


def test_what_cannot_be_said_is_hatched_and_signed_not_like_ok(node_rack: RackDrawing) -> None:
    power = exact(20.0, "kW")
    for width, height in ((12, 18), (30, 40), (90, 60), (200, 300)):
        box = QRectF(0, 0, width, height)
        pictures = [
            top(drawn_with(node_rack, power, state), width, height)
            for state in ("ok", "unknown", "warning")
        ]
        for one, other in itertools.combinations(pictures, 2):
            assert differ(one, other, box)


@pytest.mark.parametrize(
    ("states", "worst"),
    [
        (("ok", "unknown"), "unknown"),
        (("unknown", "warning"), "warning"),
        (("warning", "error", "unknown"), "error"),
        (("ok",), "ok"),
        ((), ""),
    ],
)
def test_unknown_is_worse_than_ok_and_milder_than_a_warning(
    states: tuple[str, ...], worst: str
) -> None:
    assert worst_state(states) == worst


def test_device_labels_have_bounds_and_never_a_zero_for_what_nobody_states(
    catalog: Catalog,
) -> None:
    bounded, unknown = (look_of(catalog, part) for part in ("qm8700", "no-such-part"))
    assert figure_text(bounded.power).startswith("≤ ")
    assert figure_text(unknown.power) == "— kW"
    assert figure_text(unknown.mass) == "— kg"
    assert figure_text(look_of(catalog, "dgx-h100").power) == "10.2 kW"
