"""The inside of a filled rack on screen, on sheets, in tooltips and in the catalogue."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.inside import InsideUnit
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.elevation_frame import frame_in
from designer.render.inside_painter import free_lines
from designer.render.output import write_elevation
from designer.render.rack_painter import device_at, inside_at, paint_elevation, u_at
from designer.render.sheets.documents import document_rows
from designer.render.sheets.rack_facts import contents_rows, inside_rows
from designer.render.theme import DARK, LIGHT, PRINT, ROLE_COLOURS, Theme
from designer.ui.state.tips import inside_tip
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_rows import detail_rows
from designer.ui.views.catalogue.entry_index import EntryIndex
from tests.helpers.canvas_space import PARTS, space_of
from tests.helpers.printed import printed
from tests.helpers.shown_views import shown_elevation

pytestmark = pytest.mark.usefixtures("qapp")

BOX = QRectF(0, 0, 300, 900)
RACK = "gb200-nvl72"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def hall(part: str) -> Design:
    return Design(racks=(Rack(id="r", name="R", part=part, x_mm=0, y_mm=0),))


def drawing_of(catalog: Catalog, part: str = RACK) -> RackDrawing:
    design = hall(part)
    return rack_drawing(Layout(design), catalog, design.racks[0])


def painted(drawing: RackDrawing, face: str, theme: Theme = LIGHT, tall: float = 900) -> QImage:
    image = QImage(300, round(tall), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    box = QRectF(0, 0, 300, tall)
    paint_elevation(painter, box, drawing, "rear" if face == "rear" else "front", theme)
    painter.end()
    return image


def stripe_at(image: QImage, drawing: RackDrawing, unit: int) -> str:
    """Return the colour at the left edge of a rack unit, in its middle."""
    frame = frame_in(QRectF(0, 0, image.width(), image.height()), drawing)
    room = frame.span(2 * unit, 2 * unit + 2)
    return image.pixelColor(round(room.left() + 2), round(room.center().y())).name()


def test_each_unit_bears_the_colour_of_its_kind_from_the_front(catalog: Catalog) -> None:
    drawing = drawing_of(catalog)
    image = painted(drawing, "front", DARK)
    expected = {8: "power", 14: "compute", 22: "network", 33: "compute", 41: "power"}
    for unit, role in expected.items():
        assert stripe_at(image, drawing, unit) == ROLE_COLOURS[role], unit  # type: ignore[index]  # roles
    for unit in (3, 10, 38, 47):
        assert stripe_at(image, drawing, unit) == QColor(DARK.rack_inner).name(), unit


def test_a_small_picture_is_blocks_by_kind(catalog: Catalog) -> None:
    drawing = drawing_of(catalog)
    image = painted(drawing, "front", DARK, tall=110)
    assert stripe_at(image, drawing, 23) == ROLE_COLOURS["network"]


@pytest.mark.parametrize(("theme", "tall"), [(LIGHT, 320), (DARK, 320), (PRINT, 420)])
def test_low_units_share_a_line_that_can_be_read(
    catalog: Catalog, theme: Theme, tall: float
) -> None:
    """Units of 6.4 pixels hold no letters of 7, those of 2.2 mm none of 2.5 on paper.

    Touching ones of a sort are named together.
    """
    drawing, written = drawing_of(catalog), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "designer.render.inside_painter.draw_text",
            lambda painter, box, text, *rest, **more: written.append(text) or 0.0,
        )
        painted(drawing, "front", theme, tall)
    assert [text for text in written if text and "tray" in text] == [
        "compute tray 1–8", "NVLink switch tray 1–9", "compute tray 9–18",
    ]  # fmt: skip


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("tall", [200, 320, 900])
def test_the_rear_shows_no_bodies(catalog: Catalog, theme: Theme, tall: float) -> None:
    drawing = drawing_of(catalog)
    front, rear = painted(drawing, "front", theme, tall), painted(drawing, "rear", theme, tall)
    assert front != rear
    assert painted(drawing, "rear", theme, tall) == rear


def test_a_unit_is_found_under_the_pointer_and_is_no_device(catalog: Catalog) -> None:
    drawing = drawing_of(catalog)
    frame = frame_in(BOX, drawing)
    at = frame.span(2 * 20, 2 * 21).center()
    found = inside_at(BOX, drawing, at)
    assert found is not None
    assert found.name == "NVLink switch tray 2"
    assert device_at(BOX, drawing, at) is None
    assert inside_at(BOX, drawing, frame.span(2 * 10, 2 * 11).center()) is None
    assert inside_at(BOX, drawing, QPointF(-5, -5)) is None
    assert u_at(BOX, drawing, at.y()) == 0, "nothing is placed into a filled rack"


def test_what_no_source_places_is_named_in_the_largest_free_span(catalog: Catalog) -> None:
    inside = drawing_of(catalog).inside
    assert inside is not None
    assert inside.largest_free == (1, 5)
    said = [line[0] for line in free_lines(inside, "rear", largest=True)]
    assert said == [
        "at the rear, position not published:", "bus bar", "— × coolant manifold",
        "4 × NVLink cable cartridge",
    ]  # fmt: skip
    assert free_lines(inside, "front", largest=True)[0][0] == "no source says what stands here"
    assert free_lines(inside, "rear", largest=False) == ()


def test_units_without_a_place_are_a_list_and_no_drawing() -> None:
    trays = InsideUnit(name="tray", kind="compute-tray", count=18, height_half_u=2)
    part = Part(id="filled", kind="rack-system", name="Filled", inside_units=42, inside=(trays,))
    drawing = drawing_of(Catalog((part,)), "filled")
    assert drawing.inside is not None
    assert [line[0] for line in free_lines(drawing.inside, "front", largest=True)] == [
        "position not published:", "18 × tray",
    ]  # fmt: skip
    assert inside_rows(drawing) == [("—", "18 × tray", "")]
    assert painted(drawing, "front") != painted(drawing_of(Catalog(()), "none"), "front")


def test_the_sheet_lists_units_without_power_and_mass_of_their_own(catalog: Catalog) -> None:
    drawing = drawing_of(catalog)
    rows = inside_rows(drawing)
    assert [(row[0], row[1]) for row in rows] == [
        ("44–45", "2 × management switch"),
        ("6–9, 39–42", "8 × power shelf"),
        ("11–18, 28–37", "18 × compute tray"),
        ("19–27", "9 × NVLink switch tray"),
        ("rear", "bus bar"),
        ("rear", "— × coolant manifold"),
        ("rear", "4 × NVLink cable cartridge"),
    ]
    assert rows[1][2] == "6 supplies of 5.5 kW; power: AC in, DC to the bus bar"
    assert len(contents_rows(drawing, None)) == 1, "the rack itself has the one line that is summed"


def test_the_sheet_names_the_documents_of_places(catalog: Catalog) -> None:
    told = " ".join(" ".join(row) for row in document_rows([RACK], catalog))
    assert "place of the compute tray" in told
    assert "NVIDIA infra-controller: elevation of its simulated Wiwynn GB200 NVL72" in told


def test_a_printed_sheet_shows_the_inside(catalog: Catalog, tmp_path: Path) -> None:
    text = " ".join(printed(tmp_path, hall(RACK), catalog, None, sheets=("racks",)))
    for wanted in (
        "INSIDE", "compute tray 18", "compute tray 1", "NVLink switch tray 9", "power shelf 8",
        "management switch 2", "18 × compute tray", "bus bar", "from the bottom",
        "No source says what stands in U1–U5, U10, U38, U43, U46–U48.",
    ):  # fmt: skip
        assert wanted in text, wanted
    assert "blanking panels" not in text


def test_a_picture_of_the_rack_names_its_units(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "rack.svg"
    write_elevation(path, hall(RACK), catalog, None, "r")
    assert path.stat().st_size > 10_000


def test_a_tooltip_tells_connections_and_source(catalog: Catalog) -> None:
    drawing, part = drawing_of(catalog), catalog.require(RACK)
    assert drawing.inside is not None
    shelf = next(box for box in drawing.inside.boxes if box.name == "power shelf 5")
    told = inside_tip(shelf, part).splitlines()
    assert told[0] == "power shelf 5 · U39"
    assert told[1] == "8 × power shelf: U6–U9, U39–U42"
    assert "power and mass are within those of the rack" in told
    assert any(line.startswith("Vendor: NVIDIA infra-controller") for line in told)


def test_the_panel_reads_the_inside_aloud(qtbot: QtBot, catalog: Catalog) -> None:
    racks = (Rack(id="A01", name="A01", part=RACK, x_mm=0, y_mm=0),)
    space = space_of(Design(racks=racks), (*PARTS, catalog.require(RACK)))
    panel = shown_elevation(qtbot, space)
    assert panel.about.full_text().startswith("48U · 600 × 1068 mm")
    told = panel.view.accessibleDescription()
    assert told.startswith("management switch 1–2 in U44–U45, power shelf 5–8 in U39–U42")
    assert told.endswith("4 × NVLink cable cartridge at the rear")


def test_the_catalogue_has_a_line_for_each_sort(catalog: Catalog) -> None:
    index = EntryIndex(catalog, Library({}))
    rows = detail_rows(catalog.require(RACK), index)
    titles = [row.label for row in rows if row.kind == "section"]
    assert titles.index("Inside") == titles.index("Ports") + 1
    inside = [row for row in rows if row.field.startswith("inside")]
    found = {row.label: row for row in inside if not row.field.endswith(".each")}
    assert {label: row.value for label, row in found.items()} == {
        "Rack units": "48",
        "Management switch": "2 × 1U, U44–U45",
        "Power shelf": "8 × 1U, U6–U9, U39–U42",
        "Compute tray": "18 × 1U, U11–U18, U28–U37",
        "NVLink switch tray": "9 × 1U, U19–U27",
        "Bus bar": "1, at the rear",
        "Coolant manifold": "number not published, at the rear",
        "NVLink cable cartridge": "4, at the rear",
    }
    tray: Row = found["Compute tray"]
    assert tray.link == ("part", "gb200-nvl72-compute-tray")
    assert tray.mark == "vendor"
    assert "coolant: cold plates on CPUs and GPUs" in tray.tip[0]
