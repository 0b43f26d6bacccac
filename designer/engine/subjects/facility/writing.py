"""The building as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Align, Section, Table
from designer.engine.power_report import CARRIED
from designer.engine.report import Report
from designer.model.figure_words import words
from designer.model.sentence import capital


def written(report: Report) -> Iterator[Section]:
    """Yield the section of the building."""
    f = report.facility
    pue = words(f.figure("pue"), 2) + (f" ({f.pue_source})" if f.pue_source else "")
    cdus, units = f.figure("cdu_units_needed"), f.figure("cooling_units_needed")
    placed = [words(f.figure(name), 0) for name in ("cdu_units", "cooling_units")]
    spare = f" ({f.cdu_redundancy})" if f.cdu_redundancy else ""
    yield Section(
        "Facility",
        (
            ("IT power", words(f.figure("it_kw"))),
            ("Facility power", words(f.figure("facility_kw"))),
            ("PUE", pue),
            ("Heat to air", words(f.figure("air_kw"))),
            ("Heat to liquid", words(f.figure("liquid_kw"))),
            ("Coolant of cold plates and doors", words(f.figure("coolant_lpm"), 0)),
            ("Facility water", f"{words(f.figure('water_c'), 0)} {f.water_class}".rstrip()),
            ("CDUs, placed of needed", f"{placed[0]} of {words(cdus, 0)}{spare}"),
            ("Cooling units, placed of needed", f"{placed[1]} of {words(units, 0)}"),
            *_rejected(report),
        ),
    )


def _rejected(report: Report) -> Iterator[tuple[str, str]]:
    """Yield what drawn coolers, towers and chillers take; nothing where none is drawn."""
    f = report.facility
    if f.rejection_units == 0:
        return
    number = words(f.figure("rejection_units"), 0)
    yield "Heat that they give off outdoors", words(f.figure("rejection_heat_kw"), 0)
    taken, left = (words(f.figure(name), 0) for name in ("rejection_kw", "rejection_left_kw"))
    yield "Units of heat rejection drawn", f"{number}, {taken} on the design day"
    yield "With one of them lost", left


def losses_written(report: Report) -> Iterator[Section]:
    """Yield the section on every single loss of a cooling unit, and of feeds that take some."""
    losses = report.cooling.losses
    if not losses:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Lost", "left"), ("What it does", "left"), ("What is left", "left"), ("State", "left"),
    )  # fmt: skip
    rows = tuple(
        (
            capital(report.cooling_lost_in_words(loss)),
            capital(report.cooling_verdict(loss)),
            loss.text,
            CARRIED[loss.state] + ("" if loss.judged == loss.state else ", not asked"),
        )
        for loss in losses
    )
    not_asked = (
        (
            "Not asked is the loss of a rear door: no check asks a site without a stated rating to "
            "survive it.",
        )
        if any(loss.judged != loss.state for loss in losses)
        else ()
    )
    yield Section(
        "Every single loss of cooling",
        table=Table(columns, rows),
        lines=(
            "One unit or rear door lost by itself, or feeds of the room with the units and doors "
            "that they leave without power, whatever the site must survive. A door that is lost "
            "takes nothing; nobody publishes how much one without power still takes, so that its "
            "heat may be in the room or not. GPUs short of cooling stand in racks that give heat "
            "to the units that are short, or whose own heat the room's air does not take: they "
            "slow down or stop. Racks that go dark with the feeds give no heat then.",
            *not_asked,
        ),
    )
