"""Edits of the years of hours that a design keeps."""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.records import drop, in_sequence, put, set_fields
from designer.model.design import Design
from designer.model.weather_year import WeatherYear


def take_weather(year: WeatherYear) -> Edit:
    """Keep a year of hours, in the place of one of the same id, and make it the site's climate."""
    return in_sequence(put("weather_years", year), set_fields("site", climate=year.id))


@named
def drop_weather(key: str) -> Edit:
    """Drop a year of hours; a site that named it has no climate then.

    Raises
    ------
    EditError
        From the edit, if the design keeps no such year.
    """

    def edit(design: Design) -> Design:
        left = drop("weather_years", key)(design)
        return set_fields("site", climate="")(left) if design.site.climate == key else left

    return edit
