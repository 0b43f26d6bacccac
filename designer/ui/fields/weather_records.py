"""The list of weather that a design keeps: years of hours read from files."""

from designer.document.edits import set_fields
from designer.document.edits.weather import drop_weather
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.weather_year import WeatherYear
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import Lines, RecordKind

_RARE = (
    ("design_dry_bulb_c", "Dry bulb, 0.4 %"), ("design_dry_wet_c", "Wet bulb with it"),
    ("design_wet_bulb_c", "Wet bulb, 0.4 %"), ("design_wet_dry_c", "Dry bulb with it"),
    ("coldest_c", "Dry bulb, 99.6 %"),
)  # fmt: skip


def weather_years() -> RecordKind:
    """Return the years of hours that were read from weather files."""
    return RecordKind(
        title="Weather",
        one="weather file",
        lead="Years of hours that the design keeps: File, Read a weather file… adds one and makes "
        "it the site's climate. PUE and water follow from its hours; the hours that 0.4 % exceed "
        "size a plant.",
        lines=_lines,
        fields=_fields,
        remove=drop_weather,
        explain=_explained,
        called=lambda design, key: f"weather of {_found(design, key).name or key}",
    )


def _found(design: Design, key: str) -> WeatherYear:
    return next(year for year in design.weather_years if year.id == key)


def _lines(design: Design) -> Lines:
    chosen = design.site.climate
    return [
        (year.id, f"{year.name or year.id}{' · climate of the site' if year.id == chosen else ''}")
        for year in design.weather_years
    ]


def _fields(design: Design, key: str) -> list[Field]:
    year = _found(design, key)

    def field(name: str, label: str) -> Field:
        return Field(
            name, label, "number", getattr(year, name),
            lambda value: set_fields("weather_years", key, **{name: value}),
            unit="°C", record="WeatherYear", optional=True,
        )  # fmt: skip

    return [
        Field("weather_name", "Place", "text", year.name,
              lambda value: set_fields("weather_years", key, name=value)),
        *(field(name, label) for name, label in _RARE),
        Field("weather_note", "Note", "text", year.note,
              lambda value: set_fields("weather_years", key, note=value)),
    ]  # fmt: skip


def _explained(design: Design, _report: Report | None, key: str) -> str:
    from designer.io.weather.words import rare_hours  # it loads parts of the engine: not before

    year = _found(design, key)
    height = "" if year.elevation_m is None else f" at {year.elevation_m:,.0f} m"
    return f"{year.source}{height}. For sizing: {rare_hours(year) or 'nothing is stated'}."
