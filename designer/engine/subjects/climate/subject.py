"""The subject of the climate: the year outdoors, and what the site's plant does in it."""

from designer.engine.subject import Subject
from designer.engine.subjects.climate.plant_year import PLANT_YEAR, plant_year_of

SUBJECT = Subject(
    key=PLANT_YEAR,
    title="Plant over the year",
    design=("site", "weather_years", "grid_years"),
    compute=plant_year_of,
)
