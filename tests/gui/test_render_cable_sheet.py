"""Cables on paper: by medium with their sum, what is bought, trays; as many pages as it takes."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.app.main import main
from designer.engine.evaluate import evaluate
from designer.io.design_file import save
from designer.model.design import Design
from designer.model.figure_words import number, quantity, words
from designer.render.output import OutputError, write_pdf
from designer.render.theme import LEAST_EM_MM
from tests.gui.test_render_power_sheet import ems
from tests.helpers.fabric_views import shipped, superpod
from tests.helpers.printed import letters

pytestmark = pytest.mark.usefixtures("qapp")


def printed(folder: Path, design: Design, paper: str = "A3") -> list[str]:
    path = folder / "cables.pdf"
    report = evaluate(design, shipped())
    write_pdf(path, design, shipped(), report, sheets=("cables",), paper=paper)
    return [" ".join(letters(page).split()) for page in PdfReader(path).pages]


def test_media_parts_and_trays_are_those_of_the_report(tmp_path: Path) -> None:
    design = superpod(4)
    cables = evaluate(design, shipped()).cables
    (page,) = printed(tmp_path, design)
    assert "Cables: Data hall" in page
    for line in cables.media:
        longest = words(line.figure("longest_m"), 1)
        assert f"{line.medium}, longest {longest}, reaches {line.reach_m:g} m" in page
        assert quantity(line.figure("price", cables.currency)) in page
    assert sum(line.count for line in cables.media) == cables.count == 3141
    assert number(3141, 0) in page
    for tray in cables.trays:
        assert tray.name in page
        assert words(tray.figure("fill_pct"), 0) in page
    assert all(line.name in page for line in cables.bill)


def test_a_plan_shows_how_many_cables_run_where(tmp_path: Path) -> None:
    """Behind row A run 768 at its fullest place: on the plan as in the list of trays."""
    design = superpod(4)
    (page,) = printed(tmp_path, design)
    for tray in evaluate(design, shipped()).cables.trays:
        assert page.count(tray.name) == 2, "in the list, and on the plan"
    for count in ("768", "1,262", "274", "248"):
        assert page.count(count) >= 2
    assert "1 : 100" in page
    assert "A01" in page


def test_without_trays_there_is_no_plan(tmp_path: Path) -> None:
    design = superpod(1).evolve(trays=())
    page = printed(tmp_path, design)[0]
    assert "bundle is as wide" not in page
    assert "A01" not in page


def test_what_does_not_fit_goes_on_and_can_be_read(tmp_path: Path) -> None:
    pages = printed(tmp_path, superpod(4), "A4")
    assert len(pages) > 1
    assert "continued" in pages[1]
    assert "bundles of at most 48" in pages[-1], "the notes go on"
    assert min(ems(tmp_path / "cables.pdf")) >= LEAST_EM_MM - 0.02


def test_without_a_cable_there_is_nothing_to_print(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="has no cable with both ends"):
        printed(tmp_path, Design())


def test_the_command_line_prints_cables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "d.cluster.toml", tmp_path / "d.pdf"
    save(file, superpod(1), shipped())
    assert main(["print", str(file), "--sheets", "cables", "-o", str(out)]) == 0
    assert "1 page" in capsys.readouterr().out
