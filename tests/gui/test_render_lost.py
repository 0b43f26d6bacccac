"""What cannot be computed: sheets show a dash and the reason, never a figure, never silence."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.reasons import names_of
from designer.engine.report import Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render.drawing import rack_drawing
from designer.render.output import write_pdf
from designer.render.sheets.floor_lists import lost_notes, total_words
from designer.render.sheets.rack_facts import limit_rows, notes_of, summary_rows
from designer.render.sheets.sheet_list import RackGroup, rack_groups
from designer.ui.views.elevation.limits import remarks
from tests.helpers.drawn_design import drawn_design
from tests.helpers.printed import pages_of

pytestmark = pytest.mark.usefixtures("qapp")
WHY = "cannot be computed, because RuntimeError: no such luck"


def _fails(_: object) -> Any:
    raise RuntimeError("no such luck")


def _broken(subject: Subject) -> Subject:
    if subject.of_contents is not None:
        return replace(subject, of_contents=replace(subject.of_contents, compute=_fails))
    return replace(subject, compute=_fails)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def design() -> Design:
    return drawn_design()


def without(name: str, design: Design, catalog: Catalog) -> Report:
    subjects = tuple(_broken(s) if s.name == name else s for s in SUBJECTS)
    return Evaluator(catalog, subjects).report(design)


def group_a01(report: Report, design: Design, catalog: Catalog) -> RackGroup:
    groups = rack_groups(Layout(design), catalog, report)
    return next(g for g in groups if g.first.name == "A01")


def notes(group: RackGroup, design: Design, catalog: Catalog) -> list[str]:
    layout = Layout(design)
    drawing = rack_drawing(layout, catalog, group.first, group.report)
    return notes_of(group, drawing, layout, names_of(catalog))


def test_a_rack_sheet_without_feeds_says_so_first(design: Design, catalog: Catalog) -> None:
    group = group_a01(without("feeds", design, catalog), design, catalog)
    assert notes(group, design, catalog)[0].startswith(f"Feeds of racks {WHY}")
    assert ("Feeds of racks", "—", "cannot be computed") in summary_rows(group.report, group.lost)
    rows = limit_rows(group.report, group.lost)
    assert (rows[0].label, rows[0].text) == ("Feeds of racks", "— · cannot be computed")
    assert (rows[0].state, rows[0].shares) == ("unknown", None)
    assert len(rows) > 1
    assert not any("binding" in row.text or "may bind" in row.text for row in rows)
    whole = group_a01(Evaluator(catalog).report(design), design, catalog)
    assert whole.lost == ()
    assert whole.report is not None
    # Cooling is past its end; nobody says what the floor carries.
    assert whole.report.binding_open == ("cooling", "floor")
    assert "41.0 of 20.0 kW · OVER, may bind" in [
        row.text for row in limit_rows(whole.report, whole.lost)
    ]
    assert not any("cannot be computed" in note for note in notes(whole, design, catalog))


def test_a_rack_sheet_without_racks_names_the_reason(design: Design, catalog: Catalog) -> None:
    group = group_a01(without("racks", design, catalog), design, catalog)
    assert group.report is None
    assert summary_rows(group.report, group.lost) == [("Racks", "—", "cannot be computed")]
    assert notes(group, design, catalog)[0].startswith(f"Racks {WHY}")


def test_the_printed_sheets_carry_the_reason(
    tmp_path: Path, design: Design, catalog: Catalog
) -> None:
    path = tmp_path / "set.pdf"
    report = without("feeds", design, catalog)
    write_pdf(path, design, catalog, report, sheets=("floor", "racks"), paper="A3")
    pages = pages_of(path)
    first = next(n for n, text in enumerate(pages) if "SIDE, from the right" in text)
    for text in (" ".join(pages[:first]), pages[first]):
        assert "Feeds of racks cannot be computed" in text
    assert "binding" not in pages[first]


def test_the_floor_sheet_counts_nothing_that_is_lost(design: Design, catalog: Catalog) -> None:
    lost = without("totals", design, catalog)
    assert total_words(lost) == ["— racks", "— GPUs", "highest IT power —"]
    (note,) = lost_notes(lost, design)
    assert note.startswith(f"Totals {WHY}")
    whole = Evaluator(catalog).report(design)
    assert lost_notes(whole, design) == []
    assert total_words(whole)[0] == f"{whole.totals.racks} racks"
    no_racks = lost_notes(without("racks", design, catalog), design)
    assert any(f"Racks {WHY}" in said for said in no_racks)
    (of_racks,) = lost_notes(without("feeds", design, catalog), design)
    assert "(A01–A10, B01–B10," in of_racks


def test_the_limits_of_a_rack_say_what_is_lost(design: Design, catalog: Catalog) -> None:
    report = without("feeds", design, catalog)
    rack = report.racks[0]
    first = remarks(rack, report.lost_of(rack.id))[0]
    assert (first.what, first.state) == ("Feeds of racks", "unknown")
    assert first.text.startswith(WHY)
    (of_all,) = without("racks", design, catalog).lost_of(rack.id)
    assert of_all.words.startswith(f"Racks {WHY}")
    assert report.lost_of("no such rack") == ()
