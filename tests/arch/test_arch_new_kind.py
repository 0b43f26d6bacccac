"""A new kind of part is an entry in the table and a part in its family's file, nothing else."""

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import copy_package, run_python

END_OF_TABLE = ')  # fmt: skip\n"""In the order in which parts are shown."""'
ENTRY = """    Kind(
        id="heat-pump", singular="heat pump", plural="heat pumps", family="cooling",
        mount="floor", draws="building", cools="coolant-loop",
        symbol="cooling", colour="cooling", cost="cooling units",
        list_group="Power and cooling", name_prefix="CH",
    ),
"""
PART = """
[[part]]
id = "heat-pump-500"
kind = "heat-pump"
vendor = "Maker"
name = "Heat pump 5"
width_mm = 2000
depth_mm = 1000
mass_kg = 3000
power_max_w = 90000
cooling = { method = "direct-to-chip", capacity_kw = 500 }
prices = [{ amount_cents = 100, as_of = "2026-01", source = "Quote", kind = "assumed" }]
provenance = [{ fields = ["*"], source = "Quote", kind = "assumed" }]
"""
USE = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
import designer
from designer.catalog.data_files import data_folder
from designer.catalog.families import family_of
from designer.catalog.load import load_shipped, validate
from designer.document.edits import place_device, place_rack
from designer.engine.evaluate import evaluate
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.io.export.bill_of_materials import bill_of_materials
from designer.model.design import Design, Room
from designer.model.layout import Layout
from designer.render.drawing import rack_drawing
from designer.render.part_signs import paint_sign
from designer.render.rack_top import paint_rack_top
from designer.render.theme import LIGHT, kind_colour
from designer.ui.fields.part_fields import sections_of
from designer.ui.state.part_words import GROUPS
from designer.ui.state.selection_filter import SelectionFilter
from designer.ui.views.catalogue.detail_rows import kind_words
catalog = load_shipped()
part = catalog.require("heat-pump-500")
room = Room(outline=((0, 0), (20_000, 0), (20_000, 10_000), (0, 10_000)))
design = place_rack(catalog, part.id, 0, 0)(Design(room=room))
design = place_rack(catalog, "rack-48u", 6_000, 6_000)(design)
try:
    place_device(catalog, part.id, design.racks[1].id)(design)
    refusal = ""
except Exception as error:
    refusal = str(error)
report = evaluate(design, catalog)
drawing = rack_drawing(Layout(design), catalog, design.racks[0], report.racks[0])
application = QGuiApplication([])
image = QImage(200, 200, QImage.Format.Format_RGB32)
painter = QPainter(image)
paint_sign(painter, QRectF(0, 0, 36, 24), part.kind, LIGHT)
paint_rack_top(painter, QRectF(50, 50, 100, 50), drawing, LIGHT, 0.05)
painter.end()
chosen = SelectionFilter()
chosen.switch("cooling", on=False)
read = loads(dumps(design, catalog))
print(json.dumps({
    "from": str(Path(designer.__file__).parent.parent),
    "problems": [p.line() for p in validate(data_folder("catalogs"))],
    "family": family_of(part).id,
    "name": design.racks[0].name,
    "read": read.design == design and not read.problems,
    "refusal": refusal,
    "units": report.facility.cdu_units,
    "it_kw": report.totals.power_max_kw,
    "cost": [line.category for line in report.cost.by_category],
    "bill": [(line.part, line.kind) for line in bill_of_materials(design, catalog)],
    "colour": kind_colour(part.traits),
    "heading": [title for title, kinds in GROUPS if part.kind in kinds],
    "words": kind_words(part),
    "asked": [title for title, _ in sections_of(part.kind)],
    "taken": chosen.allows_part(part),
}))
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    copy_package(tmp_path)
    shutil.copytree(REPOSITORY / "catalogs", tmp_path / "catalogs")
    (tmp_path / "resources").symlink_to(REPOSITORY / "resources")
    table = tmp_path / "designer/catalog/kinds.py"
    text = table.read_text("utf-8")
    assert text.count(END_OF_TABLE) == 1
    table.write_text(text.replace(END_OF_TABLE, ENTRY + END_OF_TABLE), "utf-8")
    family = tmp_path / "catalogs/cooling/air.toml"
    family.write_text(family.read_text("utf-8") + PART, "utf-8")
    return tmp_path


def test_a_new_kind_is_loaded_placed_sized_drawn_priced_and_listed(program: Path) -> None:
    done = run_python(USE, cwd=program)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "from": str(program),
        "problems": [],
        "family": "cooling",
        "name": "CH01",
        "read": True,
        "refusal": "no room for Heat pump 5 in R01: Heat pump 5 stands on the floor, not in a rack",
        "units": 1,
        "it_kw": 0.0,
        "cost": ["racks", "cooling units"],
        "bill": [["heat-pump-500", "heat-pump"], ["rack-48u", "rack"]],
        "colour": "#56b4e9",
        "heading": ["Power and cooling"],
        "words": "heat pump",
        "asked": ["What it is", "Size and mass", "Power", "Cooling unit"],
        "taken": False,
    }


def test_the_command_line_knows_it(program: Path) -> None:
    code = "import sys; from designer.app.main import main; sys.exit(main(sys.argv[1:]))"
    done = run_python(code, "catalog", "list", "kind:heat-pump", cwd=program)
    assert done.returncode == 0, done.stderr
    assert "heat-pump-500" in done.stdout
    done = run_python(code, "catalog", "import-netbox", "--help", cwd=program)
    assert done.returncode == 0, done.stderr


def test_without_its_entry_the_part_is_refused(program: Path) -> None:
    shutil.copy(REPOSITORY / "designer/catalog/kinds.py", program / "designer/catalog/kinds.py")
    done = run_python(USE, cwd=program)
    assert done.returncode != 0
    assert "should be 'node'" in done.stderr
