"""Pictures as files: SVG with its texts and scale, PNG twice as sharp, and no widgets needed."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Device, Obstacle, Room, Slot
from designer.model.layout import Layout
from designer.render.drawing import rack_drawing
from designer.render.element_painter import OBSTACLE_WORDS
from designer.render.elevation_frame import frame_in
from designer.render.floor_painter import CONTAINED_WORDS
from designer.render.fonts import load_fonts
from designer.render.lettering import text_width
from designer.render.output import OutputError, picture_scale, write_elevation, write_floor
from designer.render.picture_legend import Key, in_lines
from tests.helpers.marks import marks_in

pytestmark = pytest.mark.usefixtures("qapp")


def test_pictures_as_svg_hold_text_and_their_size(
    tmp_path: Path, drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    floor, rack = tmp_path / "floor.svg", tmp_path / "rack.svg"
    write_floor(floor, drawn, catalog, drawn_report)
    write_elevation(rack, drawn, catalog, drawn_report, "b08")
    for path, wanted in (
        (floor, ("COLD AISLE 1", "B08", "A")),
        (rack, ("Rack B08", "dgx-B08-1")),
    ):
        tree = ElementTree.parse(path).getroot()
        assert tree.attrib["version"] == "1.1"
        text = labels(tree)
        for word in wanted:
            assert any(word in line for line in text), word


def labels(tree: ElementTree.Element) -> list[str]:
    """Return what a picture says: its letters are outlines."""
    return [node.attrib["aria-label"] for node in tree.iter() if "aria-label" in node.attrib]


def test_the_plan_as_a_picture_has_a_scale_bar_in_metres(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    write_floor(tmp_path / "floor.svg", drawn, catalog, None)
    tree = ElementTree.parse(tmp_path / "floor.svg").getroot()
    text = labels(tree)
    ends = [float(line.removesuffix(" m")) for line in text if re.fullmatch(r"[\d.]+ m", line)]
    assert len(ends) == 1
    assert {f"{ends[0] / 5 * step:g}" for step in range(5)} <= set(text)


def test_pictures_as_png_are_twice_as_sharp(
    tmp_path: Path, drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    svg, png = tmp_path / "rack.svg", tmp_path / "rack.png"
    write_elevation(svg, drawn, catalog, drawn_report, "b08")
    write_elevation(png, drawn, catalog, drawn_report, "b08")
    box = [float(n) for n in ElementTree.parse(svg).getroot().attrib["viewBox"].split()]
    image = QImage(str(png))
    assert (image.width(), image.height()) == (round(2 * box[2]), round(2 * box[3]))


def test_a_picture_needs_a_known_ending_and_rack(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    with pytest.raises(OutputError, match=r"ends in \.svg or \.png"):
        write_floor(tmp_path / "floor.bmp", drawn, catalog, None)
    with pytest.raises(OutputError, match="no rack 'z99'"):
        write_elevation(tmp_path / "rack.svg", drawn, catalog, None, "z99")


def test_drawing_needs_no_widgets(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
from designer.catalog.load import load_shipped
from designer.render.output import write_floor, write_pdf
from tests.helpers.drawn_design import drawn_design
folder = Path(sys.argv[1])
design, catalog = drawn_design(), load_shipped()
write_pdf(folder / "set.pdf", design, catalog, None)
write_floor(folder / "floor.png", design, catalog, None)
assert "PySide6.QtWidgets" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.iterdir())) == 2


def test_a_picture_of_a_large_room_is_large_enough_for_names_and_hatches(
    tmp_path: Path, drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    assert picture_scale(11_400) == pytest.approx(1_600 / 11_400)
    assert picture_scale(2_000) == 0.2
    assert picture_scale(67_800) == 0.036
    assert picture_scale(400_000) == 6_000 / 400_000, "no picture is wider than that"
    outline = ((0, 0), (67_800, 0), (67_800, 11_400), (0, 11_400))
    large = drawn.evolve(room=drawn.room.evolve(outline=outline))
    write_floor(tmp_path / "large.svg", large, catalog, drawn_report)
    said = labels(ElementTree.parse(tmp_path / "large.svg").getroot())
    assert {rack.name for rack in large.racks} <= set(said)


def test_a_picture_explains_its_signs_and_says_that_it_is_a_draft(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    # In contained aisles its racks come near what air takes, and beside none beyond it.
    drawn = drawn.evolve(room=drawn.room.evolve(containment="cold"))
    drawn_report = evaluate(drawn, catalog)
    write_floor(tmp_path / "floor.svg", drawn, catalog, drawn_report)
    said = labels(ElementTree.parse(tmp_path / "floor.svg").getroot())
    assert "near a limit" in said
    states = [{limit.state for limit in rack.limits} for rack in drawn_report.racks]
    # A rack has the sign of its worst limit.
    signs = {
        next(s for s in ("error", "warning", "unknown", "ok") if s in {*all_, "ok"})
        for all_ in states
    }
    assert ("a limit cannot be said" in said) is ("unknown" in signs)
    assert "warning" in signs
    assert ("a limit is exceeded, or a fault" in said) is ("error" in signs)
    assert "DRAFT: nobody approved revision B" in said
    write_elevation(tmp_path / "rack.svg", drawn, catalog, drawn_report, "b08")
    rack = labels(ElementTree.parse(tmp_path / "rack.svg").getroot())
    assert any("DRAFT: nobody approved" in line for line in rack)
    block = drawn.title_block.evolve(approved_by="Bob")
    write_floor(tmp_path / "floor.svg", drawn.evolve(title_block=block), catalog, drawn_report)
    issued = labels(ElementTree.parse(tmp_path / "floor.svg").getroot())
    assert not any("DRAFT" in line for line in issued)


def test_a_picture_explains_what_racks_lack_and_where_nothing_can_stand(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    words = {"Needs containment", "nothing can stand here", CONTAINED_WORDS}

    def said(design: Design) -> set[str]:
        write_floor(tmp_path / "floor.svg", design, catalog, evaluate(design, catalog))
        return words & set(labels(ElementTree.parse(tmp_path / "floor.svg").getroot()))

    switches = tuple(Slot(id=f"n{u:02d}", part="qm9700", half_u=2 * u) for u in range(1, 17))
    leaves = Assembly(id="dgx-h100-x4", rack_part="rack-48u", slots=switches)
    warm = drawn.evolve(assemblies=(leaves,))
    assert said(warm) == {"Needs containment"}
    pillar = Obstacle(id="p", x_mm=10_500, y_mm=500, width_mm=400, depth_mm=400)
    closed = warm.room.evolve(containment="cold", obstacles=(pillar,))
    assert said(warm.evolve(room=closed)) == words - {"Needs containment"}


@pytest.mark.parametrize("wide", [0.0, 150.0, 400.0, 5_000.0])
def test_keys_of_a_picture_stand_in_as_many_lines_as_they_need(wide: float) -> None:
    load_fonts()
    keys = [Key("word " * number, lambda painter, box: None) for number in range(1, 9)]
    lines = in_lines(keys, wide)
    assert [key for line in lines for key in line] == keys
    for line in lines:
        assert len(line) == 1 or sum(key.wide for key in line) - 22 <= wide
    assert (len(lines) == 1) is (wide == 5_000.0)
    assert in_lines((), wide) == ()


def test_keys_of_a_narrow_picture_keep_off_its_scale_bar(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    pillar = Obstacle(id="p", x_mm=100, y_mm=100, width_mm=400, depth_mm=400)
    rack = next(rack for rack in drawn.racks if rack.id == "a01")
    room = Room(outline=((0, 0), (2_600, 0), (2_600, 3_000), (0, 3_000)), obstacles=(pillar,))
    narrow = drawn.evolve(racks=(rack,), devices=(), rows=(), room=room)
    narrow = narrow.evolve(racks=(rack.evolve(x_mm=800, row=""),))
    write_floor(tmp_path / "floor.svg", narrow, catalog, evaluate(narrow, catalog))
    marks = marks_in((tmp_path / "floor.svg").read_bytes())
    tall = float(ElementTree.parse(tmp_path / "floor.svg").getroot().attrib["viewBox"].split()[3])
    keys = [mark for mark in marks if mark.words in ("Needs rear door", OBSTACLE_WORDS)]
    assert len(keys) == 2
    assert keys[0].top < keys[1].top < tall - 4
    bar = min(mark.left for mark in marks if mark.kind == "box" and mark.height == 5)
    assert all(key.left + text_width(key.words, 11) < bar - 20 for key in keys)


@pytest.mark.parametrize("top_u", [40, 48, 52, 60, 300])
def test_devices_above_the_roof_leave_front_and_rear_their_titles(
    tmp_path: Path, drawn: Design, catalog: Catalog, top_u: int
) -> None:
    rack = next(rack for rack in drawn.racks if rack.id == "b05")
    high = Device(id="high", name="high", part="qm9700", rack="b05", half_u=2 * top_u, face="rear")
    design = drawn.evolve(racks=(rack,), rows=(), devices=(high,))
    path = tmp_path / "rack.svg"
    write_elevation(path, design, catalog, None, "b05")
    marks = marks_in(path.read_bytes())
    titles = [mark for mark in marks if mark.words in ("FRONT", "REAR")]
    assert len(titles) == 2
    tall = float(ElementTree.parse(path).getroot().attrib["viewBox"].split()[3])
    assert (tall > 974) is (top_u > 48)
    assert tall <= 2 * 900 + 74
    layout = Layout(design)
    drawing = rack_drawing(layout, catalog, rack, None)
    frame = frame_in(QRectF(0, tall - 916, 380, 900), drawing)
    assert top_u == 300 or frame.y_of(2 * top_u + 2) > max(title.top for title in titles)
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    write_elevation(tmp_path / "rack.png", design, catalog, None, "b05")
    image.load(str(tmp_path / "rack.png"))
    bare = drawn.evolve(racks=(rack,), rows=(), devices=())
    write_elevation(tmp_path / "bare.png", bare, catalog, None, "b05")
    without = QImage(str(tmp_path / "bare.png"))
    strip = (48, 38 * 2, image.width() - 96, 17 * 2)
    assert image.copy(*strip) == without.copy(*strip), "nothing is drawn over the titles"
