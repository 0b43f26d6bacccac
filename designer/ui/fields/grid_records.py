"""The list of grids that a design keeps: hours of carbon read from exports."""

from designer.document.edits import set_fields
from designer.document.edits.grid import drop_grid
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.grid_year import GridYear
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import Lines, RecordKind


def grid_years() -> RecordKind:
    """Return the hours of grids that were read from exports."""
    return RecordKind(
        title="Grid carbon",
        one="hours of a grid",
        lead="Carbon of a grid by the hour: File, Read grid carbon… reads an export of Electricity "
        "Maps, WattTime, ENTSO-E or the like and makes it the site's grid. Operational carbon is "
        "then the sum over the hours, and not energy times a mean.",
        lines=_lines,
        fields=_fields,
        remove=drop_grid,
        explain=_explained,
        called=lambda design, key: f"grid carbon of {_found(design, key).name or key}",
    )


def _found(design: Design, key: str) -> GridYear:
    return next(year for year in design.grid_years if year.id == key)


def _lines(design: Design) -> Lines:
    chosen = design.site.grid_year
    return [
        (year.id, f"{year.name or year.id}{' · grid of the site' if year.id == chosen else ''}")
        for year in design.grid_years
    ]


def _fields(design: Design, key: str) -> list[Field]:
    year = _found(design, key)
    return [
        Field("grid_name", "Zone", "text", year.name,
              lambda value: set_fields("grid_years", key, name=value)),
        Field("grid_hours_source", "Source", "text", year.source,
              lambda value: set_fields("grid_years", key, source=value)),
        Field("grid_utc_h", "Clock against UTC", "number", year.utc_h,
              lambda value: set_fields("grid_years", key, utc_h=value), unit="h",
              record="GridYear", optional=True, source="local standard time of the site"),
        Field("grid_note", "Note", "text", year.note,
              lambda value: set_fields("grid_years", key, note=value)),
    ]  # fmt: skip


def _explained(design: Design, _report: Report | None, key: str) -> str:
    from designer.io.weather.words import grid_summary  # it loads parts of the engine: not before

    return grid_summary(_found(design, key))
