"""Codes that a camera reads: on labels of 10 mm, in the title block of sheets, at 100 %.

What is drawn is read by another program's reader (ZXing) from a picture of 300 dots to the inch,
as a printer or a telephone resolves a label; nothing is compared with the maker of the code alone.
"""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from pypdf import PageObject, PdfReader
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from designer.app.exports import ExportError
from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.report import Report
from designer.io.design_file import save
from designer.io.export.place_labels import digest_of, place_labels
from designer.model.design import Design, Device, Rack, Revision
from designer.render.code import (
    CODE_MM,
    LEAST_MODULE_MM,
    QUIET,
    boxes_of,
    draw_code,
    modules_of,
    side_mm,
)
from designer.render.label_stock import STOCKS
from designer.render.sheets.drawing_frame import draw_frame
from designer.render.sheets.ink import Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.sheet_context import context_of
from designer.ui.views.dialogs.labels_dialog import LabelsDialog
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk

pytestmark = pytest.mark.usefixtures("qapp")

DOTS_PER_MM = 300 / 25.4
RACKS = ("A01", "lower case, ½ or 漢字", "X" * 60)


def read(picture: QImage) -> list[str]:
    """Return what the codes on a picture say."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    data = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return sorted(one.text for one in zxingcpp.read_barcodes(data[:, : grey.width()].copy()))


def blank(wide_mm: float, high_mm: float, dots: float = DOTS_PER_MM) -> QImage:
    made = QImage(round(wide_mm * dots), round(high_mm * dots), QImage.Format.Format_RGB32)
    made.fill("white")
    return made


def words_of(page: PageObject) -> str:
    return page.extract_text().replace("\t", " ")


@pytest.mark.parametrize("name", RACKS)
def test_a_code_of_10_mm_is_read_back(name: str) -> None:
    text = f"RACK {name} REV C 3F2B1C9D4E5F"
    side = side_mm(text)
    picture = blank(side + 2, side + 2)
    painter = QPainter(picture)
    box = QRectF(DOTS_PER_MM, DOTS_PER_MM, side * DOTS_PER_MM, side * DOTS_PER_MM)
    draw_code(painter, box, text, "#000000", "#ffffff")
    painter.end()
    assert read(picture) == [text]


def test_short_names_need_no_more_than_10_mm_and_long_ones_keep_their_modules() -> None:
    short = "RACK A01 REV C 3F2B1C9D4E5F"
    modules = len(modules_of(short))
    assert modules == 25, "version 2: 38 capitals and figures at level M (ISO/IEC 18004, table 7)"
    assert side_mm(short) == pytest.approx(CODE_MM * (modules + 2 * QUIET) / modules)
    long = f"RACK {'x' * 100} 3F2B1C9D4E5F"
    assert side_mm(long) == pytest.approx(LEAST_MODULE_MM * (len(modules_of(long)) + 2 * QUIET))


def test_the_title_block_says_file_revision_and_digest() -> None:
    revisions = (Revision(id="C", date="2026-01-02", text="issued"),)
    design = hall(revisions=revisions)
    context, _ = context_of(design, CATALOG, None, "A4", "pod.cluster.toml", b"what was read")
    paper = PAPERS["A4"]
    picture = blank(paper.mm.width(), paper.mm.height())
    painter = QPainter(picture)
    draw_frame(Ink(painter, DOTS_PER_MM), paper.mm, context.fields("T", "D", "FL", "1:50", 1, 2))
    painter.end()
    assert read(picture) == [f"pod.cluster.toml rev C {context.digest[:12]}"]
    plain, _ = context_of(design, CATALOG, None, "A4", f"{'long' * 12}.toml", None)
    assert plain.code == f"rev C {plain.digest[:12]}"


def test_labels_of_racks_and_devices_say_where_they_stand() -> None:
    design = Design(
        racks=tuple(Rack(id=key, name=name, part="rack", x_mm=0, y_mm=0)
                    for key, name in (("r1", "A01"), ("r2", "A01"), ("r3", "A03"))),
        devices=(Device(id="n", name="n-1", part="node", rack="r3", half_u=6),),
    )  # fmt: skip
    digest = digest_of(design, CATALOG)
    racks = place_labels(design, CATALOG, "racks")
    assert [one.code for one in racks] == [
        f"RACK A01 r1 {digest.upper()}", f"RACK A01 r2 {digest.upper()}",
        f"RACK A03 {digest.upper()}",
    ], "racks of one name are told apart by their ids"  # fmt: skip
    (device,) = place_labels(design, CATALOG, "devices", b"the file")
    assert (device.name, device.where) == ("n-1", "Rack A03 · U3")
    assert device.code == f"DEVICE n-1 {digest_of(design, CATALOG, b'the file').upper()}"
    assert device.issue == digest_of(design, CATALOG, b"the file")


@pytest.mark.parametrize("name", STOCKS)
def test_labels_lie_on_the_sheet_beside_each_other(name: str) -> None:
    stock = STOCKS[name]
    boxes = [stock.box(at) for at in range(stock.on_page)]
    assert all(QRectF(0, 0, 210, 297).contains(box) for box in boxes)
    assert not any(a.intersects(b) for at, a in enumerate(boxes) for b in boxes[at + 1 :])
    first, last = boxes[0], boxes[-1]
    assert first.left() == pytest.approx(210 - last.right())
    assert first.top() == pytest.approx(297 - last.bottom(), abs=0.1)


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("codes") / "hall.cluster.toml"
    save(path, hall(), CATALOG)
    return path


def test_the_command_writes_sheets_and_a_table(
    pod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = pod.with_name("racks.pdf")
    words = ["export", str(pod), "--to", "rack-labels.pdf", "-o", str(out)]
    assert main([*words, "--stock", "L7163"]) == 0
    pages = PdfReader(out).pages
    racks = len(hall().racks)
    assert len(pages) == 1 + -(-racks // STOCKS["L7163"].on_page)
    assert "print at 100 %" in words_of(pages[0])
    assert all(rack.name in words_of(pages[1]) for rack in hall().racks)
    first = out.read_bytes()
    assert main([*words, "--stock", "L7163"]) == 0
    assert out.read_bytes() == first
    table = pod.with_name("devices.csv")
    assert main(["export", str(pod), "--to", "device-labels.csv", "-o", str(table)]) == 0
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8-sig"))))
    digest = digest_of(hall(), CATALOG, pod.read_bytes()).upper()
    assert all(row["code"].endswith(digest) for row in rows)
    assert main(["export", str(pod), "--to", "json", "-o", str(out), "--stock", "L7160"]) == 2
    assert "--stock: only rack-labels.pdf" in capsys.readouterr().err
    assert main(["export", str(pod), "--to", "json", "-o", str(out), "--codes"]) == 2
    assert "--codes: only labels.pdf" in capsys.readouterr().err


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, hall())
    made.report(Report())
    yield made
    made.close()


def test_the_dialog_offers_what_each_sort_has(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    dialog = LabelsDialog(desk.workspace, str(tmp_path), PrintedAtOnce())
    qtbot.addWidget(dialog)
    assert (dialog.codes.isEnabled(), dialog.stock.isEnabled()) == (True, False)
    dialog.subject.setCurrentIndex(1)
    assert (dialog.codes.isEnabled(), dialog.stock.isEnabled()) == (False, True)
    assert dialog.write(tmp_path / "racks.pdf")
    assert len(PdfReader(tmp_path / "racks.pdf").pages) == 2
    dialog.subject.setCurrentIndex(2)
    dialog.format.setCurrentIndex(1)
    assert dialog.write(tmp_path / "devices.csv")
    assert "DEVICE " in (tmp_path / "devices.csv").read_text(encoding="utf-8")
    dialog.subject.setCurrentIndex(3)
    assert dialog.of == "ports"
    dialog.format.setCurrentIndex(0)
    with pytest.raises(ExportError, match="no ports to label"):  # nothing is plugged in this hall
        dialog.write(tmp_path / "ports.pdf")


def test_cable_labels_bear_their_own_words_as_a_code(tmp_path: Path) -> None:
    from designer.io.export.cable_labels import cable_labels
    from designer.planning.templates import build
    from designer.render.cable_labels import write_labels

    shipped = load_shipped()
    design = build("lab-workstations", {}, shipped)
    labels = cable_labels(design, shipped)[:8]
    pages = write_labels(tmp_path / "plain.pdf", design, shipped, labels)
    coded = write_labels(tmp_path / "codes.pdf", design, shipped, labels, codes=True)
    assert (pages, coded) == (1, 1)
    assert (tmp_path / "codes.pdf").stat().st_size > (tmp_path / "plain.pdf").stat().st_size
    assert all(side_mm(label.text) < 16 for label in labels)


def test_what_is_drawn_of_a_code_is_its_dark_modules_each_once() -> None:
    text = "DEVICE n-1 REV C 3F2B1C9D4E5F"
    rows, side = modules_of(text), len(modules_of(text)) + 2 * QUIET
    picture = blank(side, side, 1)
    painter = QPainter(picture)
    draw_code(painter, QRectF(0, 0, side, side), text, "#000000", "#ffffff")
    painter.end()
    drawn = [
        [picture.pixelColor(x + QUIET, y + QUIET).value() == 0 for x in range(len(rows))]
        for y in range(len(rows))
    ]
    assert drawn == [list(row) for row in rows]
    boxes = boxes_of(rows)
    assert sum(wide * high for *_, wide, high in boxes) == sum(map(sum, rows))
    assert len(boxes) < sum(map(sum, rows)) / 2, "runs are joined"
