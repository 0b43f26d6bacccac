"""Building plans on paper and in pictures: only those that are to be printed, and what is wrong."""

from hashlib import sha256
from pathlib import Path

import ezdxf
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from designer.app.main import main
from designer.catalog.catalog import Catalog
from designer.io.design_text import dumps
from designer.model.design import Design, Underlay
from designer.render.output import pdf_of, write_floor
from designer.render.printed_plans import paint_plans, plans_from
from designer.render.theme import LIGHT

pytestmark = pytest.mark.usefixtures("qapp")
BLACK = Underlay(
    id="p", name="Hall", file="hall.png", wide=100, high=100, mm_per_unit=10, x_mm=2_000,
    y_mm=2_000, opacity_pct=100, printed=True,
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a black picture and a drawing of one line."""
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    # PySide takes the format as text only, its stubs as bytes only.
    assert image.save(str(tmp_path / "hall.png"), "PNG")  # type: ignore[call-overload]  # see above
    drawing = ezdxf.new(units=4)
    drawing.modelspace().add_line((0, 0), (1_000, 0))
    drawing.modelspace().add_line((0, 0), (0, 1_000))
    drawing.saveas(tmp_path / "hall.dxf")
    return tmp_path


def painted(plan: Underlay, folder: Path | None) -> QImage:
    """Return what is painted at 10 mm for a pixel of 5 × 5 m."""
    image = QImage(500, 500, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    with plans_from(folder):
        to_device = QTransform.fromScale(0.1, 0.1)
        design = Design(underlays=(plan,))
        paint_plans(painter, design, to_device, LIGHT, QRectF(image.rect()))
    painter.end()
    return image


def is_white(image: QImage) -> bool:
    white = QColor(Qt.GlobalColor.white)
    points = [(x, y) for x in range(0, 500, 5) for y in range(0, 500, 5)]
    return all(image.pixelColor(x, y) == white for x, y in points)


def test_a_plan_is_painted_where_it_lies_if_it_is_to_be_printed(folder: Path) -> None:
    assert painted(BLACK, folder).pixelColor(250, 250).lightness() < 20
    assert is_white(painted(BLACK.evolve(printed=False), folder))
    assert is_white(painted(BLACK.evolve(hidden=True), folder))
    lines = painted(BLACK.evolve(file="hall.dxf", wide=1_000, high=1_000, mm_per_unit=1), folder)
    assert min(lines.pixelColor(250, y).lightness() for y in range(298, 303)) < 200
    assert lines.pixelColor(250, 250) == QColor(Qt.GlobalColor.white)


@pytest.mark.parametrize(
    "plan",
    [BLACK.evolve(file="gone.png"), BLACK.evolve(digest="0" * 64), BLACK.evolve(file="hall.gif")],
)
def test_what_cannot_be_drawn_is_told_in_its_place(folder: Path, plan: Underlay) -> None:
    image = painted(plan, folder)
    assert image.pixelColor(250, 250) == QColor(Qt.GlobalColor.white)
    assert not is_white(image), "its frame and why it is not there"


def test_sheets_and_pictures_have_it_and_the_sheet_says_how_it_is_to_scale(
    folder: Path, drawn: Design, catalog: Catalog
) -> None:
    digest = sha256((folder / "hall.png").read_bytes()).hexdigest()
    design = drawn.evolve(underlays=(BLACK.evolve(digest=digest),))
    pictures = []
    for one in (drawn, design):
        with plans_from(folder):
            write_floor(folder / "floor.png", one, catalog, None)
            pictures.append(QImage(str(folder / "floor.png")))
            assert pdf_of(one, catalog, None, sheets=("floor",))[1] > 0
    assert pictures[0].size() == pictures[1].size()
    assert pictures[0] != pictures[1]


def test_the_command_line_finds_plans_beside_the_file(
    folder: Path, drawn: Design, catalog: Catalog
) -> None:
    sizes = []
    for printed in (False, True):
        design = drawn.evolve(underlays=(BLACK.evolve(printed=printed),))
        file = folder / "hall.cluster.toml"
        file.write_text(dumps(design, catalog), encoding="utf-8")
        out = folder / "out.png"
        assert main(["export", str(file), "--to", "floor.png", "-o", str(out)]) == 0
        sizes.append(QImage(str(out)))
        out.unlink()
    assert sizes[0] != sizes[1]
