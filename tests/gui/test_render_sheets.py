"""Sheets and pictures as files: size, text, fonts, bookmarks, and nothing half-written."""

import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.reasons import names_of
from designer.engine.report import FeedReport, Limit, RackReport, Report
from designer.io.atomic_file import WriteError
from designer.io.design_file import loads
from designer.model.design import Design, Device, Rack
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure, Gap, exact, missing
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.render import output
from designer.render.drawing import rack_drawing
from designer.render.output import OutputError, write_elevation, write_floor, write_pdf
from designer.render.sheets.drawing_frame import field_edges, frame_box, title_box
from designer.render.sheets.floor_sheet import fit_floor, schedule_rows
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.rack_facts import (
    contents_figures,
    contents_rows,
    grouped_rows,
    limit_rows,
    notes_of,
    open_notes,
    summary_rows,
)
from designer.render.sheets.rack_sheet import fit_views
from designer.render.sheets.scale_bar import bar_steps
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, rack_groups
from tests.helpers.drawn_design import drawn_design

pytestmark = pytest.mark.usefixtures("qapp")
MM = 72 / 25.4


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def design() -> Design:
    return drawn_design()


@pytest.fixture(scope="module")
def report(design: Design, catalog: Catalog) -> Report:
    return evaluate(design, catalog)


@pytest.fixture(scope="module")
def pages(
    qapp: object, tmp_path_factory: pytest.TempPathFactory, design: Design, catalog: Catalog,
    report: Report,
) -> dict[str, PdfReader]:  # fmt: skip
    folder = tmp_path_factory.mktemp("sheets")
    made = {}
    for paper in PAPERS:
        path = folder / f"{paper}.pdf"
        write_pdf(path, design, catalog, report, sheets=("floor", "racks"), paper=paper)
        made[paper] = PdfReader(io.BytesIO(path.read_bytes()))
    return made


def words(page: PageObject) -> str:
    return re.sub(r"\s+", " ", page.extract_text())


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [("A4", 210, 297), ("A3", 420, 297), ("Letter", 215.9, 279.4), ("Tabloid", 431.8, 279.4)],
)
def test_every_page_has_the_size_of_its_paper(
    pages: dict[str, PdfReader], paper: str, width: float, height: float
) -> None:
    for page in pages[paper].pages:
        assert float(page.mediabox.width) == pytest.approx(width * MM, abs=1)
        assert float(page.mediabox.height) == pytest.approx(height * MM, abs=1)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_rack_sheet_says_all_that_a_reviewer_asks_for(
    pages: dict[str, PdfReader], paper: str
) -> None:
    text = words(pages[paper].pages[1])
    for wanted in (
        "Rack A01", "FRONT", "REAR", "SIDE", "SUMMARY", "LIMITS", "CONTENTS", "NOTES", "REVISIONS",
        "one of 38 identical racks", "dgx-A01-1", "oob-A01", "DGX H100", "Example GmbH",
        "HALL1-RK-RK-A01", "Legal owner", "2 of 4", "SHA-256", "Cluster Designer", paper,
        "switches moved to B05, B06", "B · 2026-11-12", "1 : ", "40.9", "Power, maximum",
        "Figures of parts: documents that the catalogue names", "rating of the rack",
    ):  # fmt: skip
        assert wanted in text, wanted


@pytest.mark.parametrize("paper", PAPERS)
def test_the_floor_sheet_has_plan_legend_and_scale(pages: dict[str, PdfReader], paper: str) -> None:
    text = words(pages[paper].pages[0])
    for wanted in (
        "COLD AISLE 1", "HOT AISLE 1", "LEGEND", "plan north", "RACK SCHEDULE", "B08", "m at 1 :",
        "Floor plan", "1 of 4",
    ):  # fmt: skip
        assert wanted in text, wanted


@pytest.mark.parametrize("paper", PAPERS)
def test_fonts_are_embedded_and_ours(pages: dict[str, PdfReader], paper: str) -> None:
    for page in pages[paper].pages:
        fonts = page["/Resources"]["/Font"]
        assert fonts
        for reference in fonts.values():
            inner = reference.get_object()["/DescendantFonts"][0].get_object()
            assert "Inter" in inner["/BaseFont"]
            assert "/FontFile2" in inner["/FontDescriptor"].get_object()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_letter_can_be_searched_for(pages: dict[str, PdfReader], paper: str) -> None:
    # Alternate glyphs of Inter carry private code points: text that looks right and finds nothing.
    for page in pages[paper].pages:
        assert not [c for c in page.extract_text() if "\ue000" <= c <= "\uf8ff"]


def test_sheets_are_drawn_as_lines_not_as_pictures(pages: dict[str, PdfReader]) -> None:
    assert all(not page.images for page in pages["A3"].pages)


def test_the_set_has_a_title_bookmarks_and_the_design_inside(
    pages: dict[str, PdfReader], design: Design
) -> None:
    reader = pages["A3"]
    assert reader.metadata is not None
    assert reader.metadata.title == "drawn: 4 sheets"
    assert "SHA-256" in str(reader.metadata.subject)
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles[0].startswith("Floor plan")
    assert titles[1] == "Rack A01: elevation, front, rear, side"
    (attached,) = reader.attachments.values()
    opened = loads(attached[0].decode())
    assert opened.design == design


def test_only_the_racks_asked_for_are_drawn(
    tmp_path: Path, design: Design, catalog: Catalog, report: Report
) -> None:
    path = tmp_path / "one.pdf"
    assert write_pdf(path, design, catalog, report, racks=("b05",)) == 1
    assert "Rack B05" in words(PdfReader(path).pages[0])


def test_a_design_without_a_report_prints_and_says_so(
    tmp_path: Path, design: Design, catalog: Catalog
) -> None:
    path = tmp_path / "unsized.pdf"
    write_pdf(path, design, catalog, None, racks=("b05",))
    assert "the design was not sized" in words(PdfReader(path).pages[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "A7"}, "no paper 'A7'; there are A4, A3, Letter, Tabloid"),
        ({"sheets": ("cover",)}, "no sheet 'cover'; there are floor, racks"),
        ({"racks": ()}, "nothing to print"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_written(
    tmp_path: Path, design: Design, catalog: Catalog, options: dict[str, object], message: str
) -> None:
    path = tmp_path / "none.pdf"
    with pytest.raises(OutputError, match=re.escape(message)):
        write_pdf(path, design, catalog, None, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_while_drawing_leaves_the_old_file(
    tmp_path: Path, design: Design, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.pdf"
    path.write_bytes(b"old")

    def fail(*_: object) -> str:
        raise RuntimeError("planted")

    monkeypatch.setattr(output, "draw_rack_sheet", fail)
    with pytest.raises(RuntimeError, match="planted"):
        write_pdf(path, design, catalog, None)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_said(
    tmp_path: Path, design: Design, catalog: Catalog
) -> None:
    with pytest.raises(WriteError, match="no/such"):
        write_pdf(tmp_path / "no" / "such" / "set.pdf", design, catalog, None, racks=("b05",))


def test_pictures_as_svg_hold_text_and_their_size(
    tmp_path: Path, design: Design, catalog: Catalog, report: Report
) -> None:
    floor, rack = tmp_path / "floor.svg", tmp_path / "rack.svg"
    write_floor(floor, design, catalog, report)
    write_elevation(rack, design, catalog, report, "b08")
    for path, wanted in (
        (floor, ("COLD AISLE 1", "B08", "A")),
        (rack, ("Rack B08", "dgx-B08-1")),
    ):
        tree = ElementTree.parse(path).getroot()
        assert tree.attrib["version"] == "1.1"
        text = {"".join(found.itertext()).strip() for found in tree.iter() if "text" in found.tag}
        for word in wanted:
            assert any(word in line for line in text), word
        assert "Inter" in path.read_text(encoding="utf-8")


def test_the_plan_as_a_picture_has_a_scale_bar_in_metres(
    tmp_path: Path, design: Design, catalog: Catalog
) -> None:
    write_floor(tmp_path / "floor.svg", design, catalog, None)
    tree = ElementTree.parse(tmp_path / "floor.svg").getroot()
    text = ["".join(found.itertext()).strip() for found in tree.iter() if "text" in found.tag]
    ends = [float(line.removesuffix(" m")) for line in text if re.fullmatch(r"[\d.]+ m", line)]
    assert len(ends) == 1
    assert {f"{ends[0] / 5 * step:g}" for step in range(5)} <= set(text)


def test_pictures_as_png_are_twice_as_sharp(
    tmp_path: Path, design: Design, catalog: Catalog, report: Report
) -> None:
    svg, png = tmp_path / "rack.svg", tmp_path / "rack.png"
    write_elevation(svg, design, catalog, report, "b08")
    write_elevation(png, design, catalog, report, "b08")
    box = [float(n) for n in ElementTree.parse(svg).getroot().attrib["viewBox"].split()]
    image = QImage(str(png))
    assert (image.width(), image.height()) == (round(2 * box[2]), round(2 * box[3]))


def test_a_picture_needs_a_known_ending_and_rack(
    tmp_path: Path, design: Design, catalog: Catalog
) -> None:
    with pytest.raises(OutputError, match=r"ends in \.svg or \.png"):
        write_floor(tmp_path / "floor.bmp", design, catalog, None)
    with pytest.raises(OutputError, match="no rack 'z99'"):
        write_elevation(tmp_path / "rack.svg", design, catalog, None, "z99")


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


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("part", ["rack-42u", "rack-48u", "rack-52u", "gb200-nvl72"])
def test_views_keep_clear_of_tables_and_title_block(
    catalog: Catalog, paper: str, part: str
) -> None:
    rack = Rack(id="r", name="R", part=part, x_mm=0, y_mm=0)
    drawing = rack_drawing(Layout(Design(racks=(rack,))), catalog, rack)
    sheet = PAPERS[paper]
    inside = frame_box(sheet.mm)
    views = fit_views(drawing, inside, landscape=sheet.landscape)
    boxes = (views.front, views.rear, views.side)
    assert all(inside.contains(box) for box in boxes)
    assert not any(box.intersects(title_box(sheet.mm)) for box in boxes)
    assert views.front.right() < views.rear.left()
    assert views.rear.right() < views.side.left()
    assert views.bottom <= title_box(sheet.mm).top()
    if sheet.landscape:
        assert inside.right() - views.right >= 60


def test_an_a3_sheet_of_a_48u_rack_is_at_one_to_ten(catalog: Catalog) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    drawing = rack_drawing(Layout(Design(racks=(rack,))), catalog, rack)
    views = fit_views(drawing, frame_box(PAPERS["A3"].mm), landscape=True)
    assert views.scale == 10
    assert views.side.width() == pytest.approx(120)
    assert views.front.height() == pytest.approx(225.8)


def test_the_frame_keeps_the_margins_of_iso_5457() -> None:
    for paper in PAPERS.values():
        inside, size = frame_box(paper.mm), paper.mm
        assert inside.left() == 20
        assert inside.top() == size.height() - inside.bottom() == 10
        assert size.width() - inside.right() == pytest.approx(10)
        assert title_box(size).width() <= 180
        assert title_box(size).bottomRight() == inside.bottomRight()


def test_grid_fields_are_50_mm_from_the_middle() -> None:
    assert field_edges(420) == [0, 60, 110, 160, 210, 260, 310, 360, 420]
    assert len(field_edges(297)) == 7
    assert field_edges(210)[2] == 105


def test_scales_and_bars_fit_their_room() -> None:
    assert fit_floor((14_400, 12_600), QRectF(0, 0, 300, 260)) == 50
    assert fit_floor((14_400, 12_600), QRectF(0, 0, 160, 130)) == 100
    assert bar_steps(10, 80) == 100
    assert 5 * bar_steps(100, 80) / 100 <= 80


def test_tables_repeat_the_report_and_know_what_is_unknown(
    catalog: Catalog, design: Design, report: Report
) -> None:
    layout = Layout(design)
    sized = next(r for r in report.racks if r.id == "b08")
    drawing = rack_drawing(layout, catalog, layout.racks["b08"], sized)
    summary = {label: value for label, value, _ in summary_rows(sized)}
    assert summary["Power, maximum"] == f"{sized.power_max_kw:,.1f} kW"
    assert {"Feed A", "Feed B", "Feed C"} <= set(summary)
    assert len(limit_rows(sized)) == len(sized.limits)
    rows = contents_rows(drawing, sized)
    assert len(rows) == len(drawing.devices) + 2
    assert rows[-2][1:3] == ("the rack itself", drawing.part_name)
    assert rows[0][:3] == ("46", "oob-B08", "SN2201")
    assert rows[1][0] == "30–37"
    assert rows[-1][3] == f"{sized.power_max_kw:,.2f}"
    assert summary_rows(None)[0][1] == "—"
    assert contents_rows(drawing, None)[-1][3] == "—"


def test_the_listed_power_of_a_rack_with_a_cdu_adds_up_to_its_total(catalog: Catalog) -> None:
    cdu = next(
        p for p in catalog.parts if p.traits.cools_loop and p.height_half_u and p.power_max_w
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    devices = tuple(
        Device(id=part, name=part, part=part, rack="r", half_u=half_u)
        for part, half_u in (("dgx-h100", 20), (cdu.id, 2), ("gone", 60))
    )
    design = Design(racks=(rack,), devices=devices)
    layout, report = Layout(design), evaluate(design, catalog).racks[0]
    drawing = rack_drawing(layout, catalog, rack, report)
    power = {row[1]: row[3] for row in contents_rows(drawing, report)}
    assert power == {
        "dgx-h100": "10.20", cdu.id: "", "gone": "—", "the rack itself": "",
        "with the rack": "≥ 10.20",
    }  # fmt: skip
    group = RackGroup((rack,), report)
    drawn = quantity(exact(cdu.power_max_w / 1000, "kW"))
    said = f"Power of the CDU, {drawn}, belongs to the building (PUE)."
    assert said in notes_of(group, drawing, layout, names_of(catalog))


def test_series_of_one_part_share_a_line_where_room_is_short(catalog: Catalog) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    devices = tuple(
        Device(id=f"leaf-{i:02d}", name=f"leaf-{i:02d}", part="qm9700", rack="r", half_u=2 * i)
        for i in range(1, 41)
    )
    drawing = rack_drawing(Layout(Design(racks=(rack,), devices=devices)), catalog, rack)
    first, _, total = grouped_rows(drawing, None)
    assert first[:3] == ("1–40", "leaf-40…01", "40 × QM9700")
    assert total[2] == "40 devices"


def test_a_rack_of_48_devices_loses_no_row_silently(tmp_path: Path, catalog: Catalog) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    parts = ("qm9700", "sn2201")
    devices = tuple(
        Device(
            id=f"d{i:02d}", name=f"mixed-{i:02d}", part=parts[i % 2], rack="r", half_u=2 * i,
        )
        for i in range(1, 49)
    )  # fmt: skip
    design = Design(racks=(rack,), devices=devices)
    for paper in PAPERS:
        path = tmp_path / f"{paper}.pdf"
        write_pdf(path, design, catalog, evaluate(design, catalog), paper=paper)
        text = words(PdfReader(path).pages[0])
        table = text[text.index("CONTENTS") :]
        shown = sum(f"mixed-{i:02d}" in table for i in range(1, 49))
        assert shown == 48 or "more rows" in table
        assert "48 devices" in table


def test_a_figure_is_never_shortened(tmp_path: Path, catalog: Catalog) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    heavy = catalog.require("dgx-h100").evolve(
        id="heavy", name="Heavy", mass_kg=123_456.7, power_max_w=98_765_430
    )
    node = Device(id="n", name="n", part="heavy", rack="r", half_u=6)
    design, more = Design(racks=(rack,), devices=(node,)), catalog.overlay([heavy])
    for paper in PAPERS:
        path = tmp_path / f"{paper}.pdf"
        write_pdf(path, design, more, evaluate(design, more), paper=paper)
        text = words(PdfReader(path).pages[0])
        assert "123,456.7" in text
        assert "98,765.43" in text


OPEN_PARTS = ("q3200-ra", "qm8700", "sn4600", "cisco-n9364e-sg2", "dgx-h200", "gone")
"""Parts of which the catalogue knows no power, an upper bound, a lower bound, no mass, no typical
power; and one that it does not have."""


def open_design(*, second: str = "dgx-h200") -> Design:
    """Return two racks: one of parts with open figures, one of a single part."""
    racks = tuple(
        Rack(id=i, name=i.upper(), part="rack-48u", x_mm=x, y_mm=1200)
        for i, x in (("r1", 1200), ("r2", 2000))
    )
    found = [
        Device(id=f"d{n}", name=f"d{n}", part=part, rack="r1", half_u=4 + 12 * n)
        for n, part in enumerate(OPEN_PARTS)
    ]
    found.append(Device(id="e", name="e", part=second, rack="r2", half_u=6))
    return Design(name="open", racks=racks, devices=tuple(found))


def sheet_of(design: Design, catalog: Catalog, paper: str = "A3") -> SheetContext:
    report = evaluate(design, catalog)
    return SheetContext(design, Layout(design), catalog, report, PAPERS[paper], "open.toml", "ab")


@pytest.mark.parametrize("parts", [(part,) for part in OPEN_PARTS] + [OPEN_PARTS])
def test_the_listed_figures_add_up_to_the_total_bounds_included(
    catalog: Catalog, parts: tuple[str, ...]
) -> None:
    whole = open_design()
    design = whole.evolve(
        devices=tuple(d for d in whole.devices if d.rack == "r1" and d.part in parts)
    )
    report = next(r for r in evaluate(design, catalog).racks if r.id == "r1")
    layout = Layout(design)
    drawing = rack_drawing(layout, catalog, layout.racks["r1"], report)
    for listed, name in zip(contents_figures(drawing), ("power_max_kw", "weight_kg"), strict=True):
        said = report.figure(name)
        assert (listed.low, listed.high) == pytest.approx((said.low, said.high))
        assert (listed.value is None) == (said.value is None)


def test_a_rack_sheet_prints_bounds_and_names_what_leaves_them_open(
    tmp_path: Path, catalog: Catalog
) -> None:
    design = open_design()
    for paper in ("A4", "A3"):
        path = tmp_path / f"{paper}.pdf"
        write_pdf(path, design, catalog, evaluate(design, catalog), racks=("r1",), paper=paper)
        text = words(PdfReader(path).pages[0])
        assert "No source states: " in text
        assert "highest power of Quantum-X800 Q3200-RA" in text
        assert "≥ at least" in text
        assert "cannot be said" in text
    rows = {row[1]: row for row in contents_rows(*_first(design, catalog))}
    assert rows["d0"][3].startswith("≥ "), "its highest power is at least that with passive cables"
    assert rows["d1"][3].startswith("≤ "), "its supplies bound it"
    assert rows["d3"][4] == UNKNOWN
    assert rows["with the rack"][3].startswith("≥ ")


def _first(design: Design, catalog: Catalog) -> tuple[object, RackReport]:
    report = evaluate(design, catalog).racks[0]
    layout = Layout(design)
    return rack_drawing(layout, catalog, layout.racks["r1"], report), report


def test_an_estimate_is_printed_with_its_bounds_and_its_rule(catalog: Catalog) -> None:
    design = open_design()
    report = next(r for r in evaluate(design, catalog).racks if r.id == "r2")
    typical = {label: value for label, value, _ in summary_rows(report)}["Power, typical"]
    assert typical.startswith("~")
    assert "(" in typical
    notes = " ".join(open_notes([report.figure("power_typical_kw")], names_of(catalog)))
    assert "No source states: typical power of DGX H200." in notes
    assert "Estimated by the rule typical = " in notes
    assert "~ estimated" in notes
    assert open_notes([exact(1.0, "kW")], names_of(catalog)) == []


def test_a_long_list_of_open_inputs_says_how_many_more_there_are() -> None:
    gaps = tuple(Gap(f"part-{n}.mass_kg", 1.0) for n in range(6))
    more = missing("other.mass_kg", "kg")
    notes = open_notes([Figure(1, 2, None, "kg", 0.5, (), gaps), more], str)
    assert "mass of part-5 and 1 more, which the report names." in notes[0]


def test_a_limit_that_cannot_be_said_does_not_look_kept() -> None:
    def row(state: str, used: Figure, most: Figure) -> tuple[str, object, str]:
        limit = Limit(
            name="mass", label="Mass", unit="kg", state=state,
            **fields_of({"used": used, "limit": most}),
        )  # fmt: skip
        (made,) = limit_rows(RackReport(id="r", limits=(limit,)))
        return made.text, made.shares, made.state

    least = Figure(500, float("inf"), None, "kg")
    rating = exact(1000, "kg")
    assert row("unknown", least, rating) == (
        "≥ 500 of 1,000 kg · cannot be said", (0.5, 1.0), "unknown"
    )  # fmt: skip
    assert row("ok", exact(500, "kg"), rating) == ("500 of 1,000 kg", (0.5, 0.5), "ok")
    assert row("unknown", exact(500, "kg"), missing("rating", "kg")) == (
        "500 kg · cannot be said", None, "unknown"
    )  # fmt: skip
    assert row("ok", exact(500, "kg"), missing("rating", "kg"))[0] == "500 kg · no fixed limit"
    assert row("error", exact(1500, "kg"), rating)[0] == "1,500 of 1,000 kg · OVER"
    assert row("error", exact(500, "kg"), rating)[0] == "500 of 1,000 kg · fault"


def test_feeds_of_unknown_load_are_no_feeds_without_load() -> None:
    feeds = tuple(
        FeedReport(id=side, side=side, **fields_of({
            "load_kw": Figure(2.0, float("inf"), None, "kW"), "capacity_kw": exact(10.0, "kW"),
            "load_after_loss_kw": missing("x", "kW"),
        }))
        for side in "ab"
    )  # fmt: skip
    rows = summary_rows(RackReport(id="r", feeds=feeds))
    assert ("Feed A / B", "≥ 2.0 kW each", "of 10.0 kW") in rows
    assert ("After losing one", "— each", "of 10.0 kW") in rows


def test_the_schedule_of_racks_sums_with_bounds_and_names_its_scope(
    tmp_path: Path, catalog: Catalog
) -> None:
    design = open_design()
    context = sheet_of(design, catalog)
    rows, powers, masses = schedule_rows(context)
    assert len(rows) == len(powers) == len(masses) == 2
    assert context.report is not None
    whole = context.report.totals.figure("power_max_kw")
    assert sum(f.low for f in powers) == pytest.approx(whole.low)
    assert rows[0][3].startswith("≥ ")
    path = tmp_path / "floor.pdf"
    write_pdf(path, design, catalog, context.report, sheets=("floor",))
    text = words(PdfReader(path).pages[0])
    assert f"≥ {whole.low // 0.1 / 10:,.1f}" in text
    assert "no cooling units, UPS, generators, building" in text
    assert "No source states: " in text
    assert "highest power of Quantum-X800 Q3200-RA" in text
    assert "a limit cannot be said" in text


def test_racks_that_differ_in_bounds_alone_share_no_sheet(catalog: Catalog) -> None:
    """Their values are both unknown: only what bounds them tells them apart."""
    racks = tuple(
        Rack(id=i, name=i, part="rack-48u", x_mm=0, y_mm=0, assembly="same") for i in ("a", "b")
    )
    layout = Layout(Design(racks=racks))

    def groups(low: float) -> int:
        made = tuple(
            RackReport(id=i, **fields_of({"power_max_kw": Figure(least, 9.0, None, "kW")}))
            for i, least in (("a", 1.0), ("b", low))
        )
        return len(rack_groups(layout, catalog, Report(racks=made)))

    assert groups(1.0) == 1
    assert groups(2.0) == 2


def test_notes_that_do_not_fit_leave_room_to_say_so(tmp_path: Path, catalog: Catalog) -> None:
    design = open_design()
    racks = tuple(rack.evolve(note="a long remark " * 60) for rack in design.racks)
    path = tmp_path / "notes.pdf"
    write_pdf(path, design.evolve(racks=racks), catalog, None, racks=("r1",), paper="A4")
    text = words(PdfReader(path).pages[0])
    assert text.count("a long remark") in (0, 60)
    assert text.count("a long remark") == 60 or "… more in the report" in text


@pytest.mark.parametrize("paper", PAPERS)
def test_notes_do_not_cost_the_contents_their_rows(
    tmp_path: Path, catalog: Catalog, paper: str
) -> None:
    """Seven groups of devices and twice as many lines of notes: both find room."""
    names = ("sn4600c", "sn2201", "mgmt-server", "ufm-appliance", "qm9700", "weka-node", "sn5600")
    devices = tuple(
        Device(
            id=f"{part}-{n}", name=f"{part}-{n}", part=part, rack="r", half_u=2 * (6 * at + 2 * n)
        )
        for at, part in enumerate(names)
        for n in range(1, 4)
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, note="to be read " * 40)
    design = Design(racks=(rack,), devices=devices)
    path = tmp_path / "one.pdf"
    write_pdf(path, design, catalog, evaluate(design, catalog), sheets=("racks",), paper=paper)
    text = words(PdfReader(path).pages[0])
    assert "more rows" not in text
    assert text.count("to be read") == 40
