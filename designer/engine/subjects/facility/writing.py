"""The building as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import Section, number
from designer.engine.report import Report


def written(report: Report) -> Iterator[Section]:
    """Yield the section of the building."""
    f = report.facility
    pue = number(f.pue, 2) + (f" ({f.pue_source})" if f.pue_source else "")
    yield Section(
        "Facility",
        (
            ("IT power", number(f.it_kw, 1, "kW")),
            ("Facility power", number(f.facility_kw, 1, "kW")),
            ("PUE", pue),
            ("Heat to air", number(f.air_kw, 1, "kW")),
            ("Heat to liquid", number(f.liquid_kw, 1, "kW")),
            ("CDUs, placed of needed", f"{f.cdu_units} of {number(f.cdu_units_needed, 0)}"),
            ("Cooling units, placed of needed",
             f"{f.cooling_units} of {number(f.cooling_units_needed, 0)}"),
        ),
    )  # fmt: skip
