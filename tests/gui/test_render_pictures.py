"""Pictures as files: SVG with its texts and scale, PNG twice as sharp, and no widgets needed."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.render.output import OutputError, write_elevation, write_floor

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
