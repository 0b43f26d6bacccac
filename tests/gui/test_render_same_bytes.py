"""The same design gives the same bytes, in any process; a digest says of what it is."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.app.main import main
from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io import design_file
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.render.output import write_pdf
from tests.helpers.gates import REPOSITORY
from tests.helpers.printed import words

pytestmark = pytest.mark.usefixtures("qapp")

WRITE_ALL = """
import sys
from pathlib import Path
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.io.export import EXPORT_FORMATS, REPORT_FORMATS
from designer.render.output import write_elevation, write_floor, write_pdf
from tests.helpers.drawn_design import drawn_design
folder, design, catalog = Path(sys.argv[1]), drawn_design(4), load_shipped()
report = evaluate(design, catalog)
write_pdf(folder / "set.pdf", design, catalog, report)
write_floor(folder / "floor.svg", design, catalog, report)
write_floor(folder / "floor.png", design, catalog, report)
write_elevation(folder / "rack.svg", design, catalog, report, "a01")
for name, write in {**EXPORT_FORMATS, **REPORT_FORMATS}.items():
    (folder / f"report.{name}").write_text(write(design, catalog, report), encoding="utf-8")
"""


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    """Sets, hashes of Qt, clocks and made-up ids all differ between them."""
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {
            **os.environ, "PYTHONHASHSEED": seed, "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(REPOSITORY),
        }  # fmt: skip
        run = [sys.executable, "-c", WRITE_ALL, str(folder)]
        subprocess.run(run, env=environment, check=True, cwd=REPOSITORY)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    first, second = made
    assert {"set.pdf", "floor.svg", "rack.svg", "report.json", "report.bom.csv"} <= set(first)
    assert [name for name in first if first[name] != second[name]] == []


def test_a_set_bears_no_time_of_its_making(
    tmp_path: Path, drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    path = tmp_path / "set.pdf"
    write_pdf(path, drawn, catalog, drawn_report, sheets=("floor",))
    raw = path.read_bytes()
    assert b"CreationDate" not in raw
    assert b"ModDate" not in raw
    assert b"xmp:CreateDate" not in raw
    reader = PdfReader(path)
    assert reader.xmp_metadata is not None
    assert reader.xmp_metadata.dc_title == {"x-default": "drawn"}
    other = tmp_path / "other.pdf"
    write_pdf(other, drawn.evolve(note="x"), catalog, drawn_report, sheets=("floor",))
    assert PdfReader(other).trailer["/ID"] != reader.trailer["/ID"], "an id is of its design"


def test_the_digest_is_of_the_file_whose_bytes_are_attached(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    file = tmp_path / "pod.toml"
    design_file.save(file, drawn, catalog)
    file.write_bytes(b"# a comment that no design keeps its place of\n" + file.read_bytes())
    out = tmp_path / "set.pdf"
    assert main(["print", str(file), "-o", str(out), "--sheets", "floor"]) == 0
    reader = PdfReader(out)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert reader.metadata is not None
    assert f"SHA-256 of the file: {digest}" in str(reader.metadata.subject)
    assert f"SHA-256 of file {digest[:12]}…" in words(reader.pages[0])
    (attached,) = reader.attachments.values()
    assert attached[0] == file.read_bytes()


def test_without_a_file_the_digest_says_that_it_is_of_the_design(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    out = tmp_path / "set.pdf"
    write_pdf(out, drawn, catalog, None, sheets=("floor",))
    text = words(PdfReader(out).pages[0])
    digest = hashlib.sha256(dumps(drawn, catalog).encode()).hexdigest()
    assert f"SHA-256 of unsaved design {digest[:12]}…" in text
    assert not re.search(r"SHA-256 of file", text)
