"""The subjects of the climate: what stands outdoors, and what the site's plant does in a year."""

from designer.engine.subject import Subject
from designer.engine.subjects.climate.drawn_plant import OUTDOORS, outdoor_units
from designer.engine.subjects.climate.plant_year import PLANT_YEAR, plant_year_of
from designer.engine.subjects.contents.fillings import CONTENTS

OF_UNITS = Subject(
    key=OUTDOORS,
    title="Plant outdoors",
    reads=(CONTENTS,),
    compute=outdoor_units,
)
SUBJECT = Subject(
    key=PLANT_YEAR,
    title="Plant over the year",
    design=("site", "weather_years", "grid_years"),
    reads=(OUTDOORS,),
    compute=plant_year_of,
)
