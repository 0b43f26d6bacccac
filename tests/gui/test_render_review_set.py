"""The review set of the reference designs, page by page: nothing lost that a reviewer needs."""

import re
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.reasons import names_of
from designer.engine.report import RackReport, Report
from designer.model.design import Design
from designer.model.figure_words import words
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import rack_drawing
from designer.render.output import write_pdf
from designer.render.sheets.floor_lists import schedule_rows
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.rack_facts import contents_rows, grouped_rows, limit_rows, summary_rows
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, rack_groups
from tests.helpers.printed import pages_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def four(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)


@pytest.fixture(scope="module")
def report(four: Design, catalog: Catalog) -> Report:
    return evaluate(four, catalog)


@pytest.fixture(scope="module")
def groups(four: Design, catalog: Catalog, report: Report) -> list[RackGroup]:
    return list(rack_groups(Layout(four), catalog, report))


@pytest.fixture(scope="module", params=["A3", "Tabloid"])
def pages(
    request: pytest.FixtureRequest, qapp: object, tmp_path_factory: pytest.TempPathFactory,
    four: Design, catalog: Catalog, report: Report,
) -> list[str]:  # fmt: skip
    path = tmp_path_factory.mktemp("set") / "set.pdf"
    write_pdf(path, four, catalog, report, sheets=("racks",), paper=request.param)
    return sheets_of(pages_of(path))


def sheets_of(pages: list[str]) -> list[str]:
    """Return the words of each sheet with those of the sheets that continue it."""
    found: list[str] = []
    for page in pages:
        if ", continued" in page and found and "SIDE, from the right" not in page:
            found[-1] += f" {page}"
        else:
            found.append(page)
    return found


def test_bounds_of_airflow_are_printed_whole(pages: list[str], groups: list[RackGroup]) -> None:
    open_ = 0
    for page, group in zip(pages, groups, strict=True):
        assert group.report is not None
        airflow = group.report.figure("airflow_m3h")
        open_ += not airflow.exact
        assert words(airflow, 0) in page, group.first.name
    assert open_, "or this shows nothing"


def test_no_limit_loses_the_end_of_its_name(
    pages: list[str], groups: list[RackGroup], catalog: Catalog
) -> None:
    parts, name_of = [part.name for part in catalog.parts], names_of(catalog)
    for page, group in zip(pages, groups, strict=True):
        for row in limit_rows(group.report, group.lost, parts=parts, name_of=name_of):
            assert row.label in page
            assert row.text in page


def test_the_supplies_of_the_fullest_devices_are_told_and_whose_they_are(
    groups: list[RackGroup], catalog: Catalog
) -> None:
    """A rear door whose supplies' rating nobody states does not hide four DGX H100."""
    parts, name_of = [part.name for part in catalog.parts], names_of(catalog)
    said = {
        group.first.name: row.text
        for group in groups
        for row in limit_rows(group.report, group.lost, parts=parts, name_of=name_of)
        if row.label == "Power supplies, one feed lost"
    }
    assert said["A01"] == "DGX H100: ~9.6 (8.9–9.9) of 13.2 kW"
    assert said["B03"] == "not known (rating of the power supplies of QM9700)"


def test_no_part_of_the_contents_is_cut(
    pages: list[str], groups: list[RackGroup], four: Design, catalog: Catalog
) -> None:
    for page, group in zip(pages, groups, strict=True):
        drawing = rack_drawing(Layout(four), catalog, group.first, group.report)
        series = {row[1] for row in grouped_rows(drawing, group.report)}
        lists = re.sub(r"DRAFT ISSUED.*?Sheet \d+ of \d+", "", page)
        contents = lists[lists.index("CONTENTS") : lists.index("NOTES")]
        cut = {word for word in contents.split() if "…" in word} - series
        assert cut == set(), page[:60]


def test_the_masses_of_the_contents_add_up_as_they_are_printed(
    groups: list[RackGroup], four: Design, catalog: Catalog
) -> None:
    layout, checked = Layout(four), 0
    for group in groups:
        drawing = rack_drawing(layout, catalog, group.first, group.report)
        *rows, total = contents_rows(drawing, group.report)
        masses = [row[-1] for row in rows]
        spans = [_span(mass) for mass in masses]
        whole = _span(total[-1])
        if whole is None or None in spans:
            continue
        for end in (0, 1):
            summed = sum(span[end] for span in spans if span)
            # An assumed mass, and a sum with one, is printed in two or three digits.
            rounding = 0.051 if whole[0] == whole[1] else 0.06 * whole[end]
            assert summed == pytest.approx(whole[end], abs=rounding)
        checked += 1
    assert checked >= 3


def _span(mass: str) -> tuple[float, float] | None:
    """Return the ends of a mass as printed: `130.4`, or `~820 (790–1,020)`; None of another."""
    found = re.fullmatch(r"([\d,.]+)|~[\d,.]+ \(([\d,.]+)–([\d,.]+)\)", mass)
    if found is None:
        return None
    ends = (found[1], found[1]) if found[1] else (found[2], found[3])
    low, high = (float(end.replace(",", "")) for end in ends)
    return low, high


@pytest.fixture(scope="module")
def largest(catalog: Catalog) -> tuple[Design, Report]:
    design = build("dgx-superpod-h100", {"scalable_units": "128"}, catalog)
    return design, evaluate(design, catalog)


@pytest.mark.parametrize("paper", ["A3", "Tabloid"])
def test_the_floor_of_128_units_lists_every_group_and_names_every_row(
    tmp_path: Path, catalog: Catalog, largest: tuple[Design, Report], paper: str
) -> None:
    design, report = largest
    path = tmp_path / "floor.pdf"
    write_pdf(path, design, catalog, report, sheets=("floor",), paper=paper)
    page = " ".join(pages_of(path))
    context = SheetContext(design, Layout(design), catalog, report, PAPERS[paper], "x", "")
    rows, _, _ = schedule_rows(context)
    assert len(rows) > 30
    assert "more lines" not in page
    assert "more groups" not in page
    for row in rows:
        first = row[1].split(",")[0]
        assert first in page
        assert row[5] in page
    for row_ in design.rows:
        assert re.search(rf"\b{row_.name or row_.id}\b", page), row_.id


def test_the_end_of_the_air_is_not_printed_as_that_of_cold_plates() -> None:
    limits = (
        Limit(
            name="cooling-air",
            group="cooling",
            label="Cooling, in-row air",
            used=17.2,
            limit=45.0,
            unit="kW",
        ),
        Limit(
            name="cooling-liquid",
            group="liquid",
            label="Cooling, cold plates",
            used=114.8,
            unit="kW",
        ),
    )
    both = RackReport(
        id="A01", cooling_method="direct-to-chip", cooling_capacity_kw=45.0, limits=limits
    )
    air = both.evolve(cooling_method="in-row", limits=limits[:1])
    cooling = [{row[0]: row for row in summary_rows(one)}["Cooling"] for one in (both, air)]
    assert cooling[0][2] == ""
    assert cooling[1][2] == "of 45 kW"
