"""The sheet from feed to supply: which racks it shows, and that all of it is on paper."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.output import write_pdf
from designer.render.sheets.chain_sheet import TITLE, kinds_of
from tests.helpers.printed import words

pytestmark = pytest.mark.usefixtures("qapp")
CATALOG = load_shipped()
DESIGN = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
REPORT = evaluate(DESIGN, CATALOG)


def pages(folder: Path, unfolded: tuple[str, ...] = ()) -> list[str]:
    path = folder / "power.pdf"
    write_pdf(path, DESIGN, CATALOG, REPORT, sheets=("power",), unfolded=unfolded)
    return [said for page in PdfReader(path).pages if TITLE in (said := words(page))]


def test_the_fullest_of_each_kind_stands_for_its_kind() -> None:
    kinds = kinds_of(Layout(DESIGN), CATALOG, REPORT.racks)
    assert [(kind.rack.name, kind.number) for kind in kinds] == [
        ("A01", 8), ("B05", 2), ("A06", 1), ("B06", 1),
    ]  # fmt: skip


def test_the_sheet_has_the_chain_of_each_kind_down_to_its_supplies(tmp_path: Path) -> None:
    said = " ".join(pages(tmp_path))
    for rack in ("RACK A01, THE FULLEST OF 8 RACKS", "RACK B05", "RACK A06", "RACK B06"):
        assert rack in said
    (rack,) = (one for one in REPORT.racks if one.name == "A01")
    pdu = rack.feeds[0].pdus[0]
    assert f"{pdu.line_1_a:.1f} / {pdu.line_1_after_loss_a:.1f} of {pdu.line_limit_a:.1f} A" in said
    assert "1 of 6 C13, 8 of 18 C19" in said
    assert "6 supplies, 3,300 W each" in said
    assert "How to read".upper() in said


def test_racks_that_are_unfolded_stand_alone(tmp_path: Path) -> None:
    said = " ".join(pages(tmp_path, ("A06", "gone")))
    assert "RACK A06" in said
    assert "RACK A01" not in said
