"""Overlays on paper: each a sheet with plan, scale and list; nothing is only a colour."""

from pathlib import Path

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design
from designer.planning.templates import build
from designer.render.output import OutputError, write_pdf
from designer.render.overlays import overlays_of
from designer.render.theme import LEAST_EM_MM
from tests.gui.test_render_power_sheet import ems
from tests.helpers.printed import printed

pytestmark = pytest.mark.usefixtures("qapp")


def hall(**arguments: str) -> tuple[Design, Report]:
    design = build("dgx-superpod-h100", {"scalable_units": "1"} | arguments, load_shipped())
    return design, evaluate(design, load_shipped())


def pages(folder: Path, design: Design, report: Report | None, *chosen: str) -> list[str]:
    return printed(
        folder, design, load_shipped(), report, sheets=("overlays",), overlays=chosen or None
    )


def test_each_overlay_with_a_load_has_a_sheet(tmp_path: Path) -> None:
    design, report = hall()
    told = pages(tmp_path, design, report)
    loaded = [
        overlay.title
        for overlay in overlays_of(report)
        if any(overlay.reading(rack).state != "none" for rack in report.racks)
    ]
    assert len(told) == len(loaded) > 8
    for page, title in zip(told, loaded, strict=True):
        assert title.casefold() in page.casefold()
    assert min(ems(tmp_path / "printed.pdf")) >= LEAST_EM_MM - 0.01


def test_racks_are_named_with_their_reading_on_plan_and_list(tmp_path: Path) -> None:
    design, report = hall()
    (page,) = pages(tmp_path, design, report, "limit:cooling")
    text = " ".join(page.split())
    for words in (
        "A01 77 % 40.8", "A01–A04, B02–B04 40.8 of 53.1 kW 77 %", "12 RACKS BY COOLING",
        "off the scale: 4 without such a load (bare)", "limit",
    ):  # fmt: skip
        assert words.casefold() in text.casefold(), words


def test_racks_of_switches_are_printed_by_their_ports(tmp_path: Path) -> None:
    design, report = hall()
    (page,) = pages(tmp_path, design, report, "ports")
    text = " ".join(page.split())
    for words in ("Ports of switches", "64 of 64 ports of a switch of Compute 100 %",
                  "without such a load (bare)", "no switch of a fabric"):  # fmt: skip
        assert words.casefold() in text.casefold(), words


def test_what_is_over_and_what_cannot_be_said_are_off_the_scale(tmp_path: Path) -> None:
    design, _ = hall()
    weak = design.evolve(room=design.room.evolve(floor_limit_kpa=3.0))
    unknown = design.evolve(room=design.room.evolve(floor_limit_kpa=None))
    for changed, words in (
        (weak, "8 over their limit (dark, hatched)"),
        (unknown, "12 cannot be said (light, hatched)"),
    ):
        told = pages(tmp_path, changed, evaluate(changed, load_shipped()), "limit:floor")
        assert words in " ".join(" ".join(told).split())


def test_a_large_hall_fits_and_small_paper_continues_its_list(tmp_path: Path) -> None:
    design, report = hall(scalable_units="8")
    told = printed(
        tmp_path, design, load_shipped(), report, sheets=("overlays",), paper="A4",
        overlays=("airflow",),
    )  # fmt: skip
    assert min(ems(tmp_path / "printed.pdf")) >= LEAST_EM_MM - 0.01
    text = " ".join(" ".join(told).split())
    airflow = next(one for one in overlays_of(report) if one.id == "airflow")
    readings = {airflow.reading(rack) for rack in report.racks}
    assert len(readings) > 5
    for reading in readings:
        assert reading.text in text


def test_without_a_report_there_is_nothing_to_shade(tmp_path: Path) -> None:
    design, _ = hall()
    with pytest.raises(OutputError, match="has no rack to shade"):
        write_pdf(tmp_path / "none.pdf", design, load_shipped(), None, sheets=("overlays",))
