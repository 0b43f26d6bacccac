"""The subject of the floor: aisles, and whether racks stand apart."""

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor import calc, rules
from designer.engine.subjects.floor.aisles import AISLES, floor_of
from designer.engine.subjects.floor.standing import STANDING, standing_of

OF_STANDING = Subject(
    key=STANDING,
    title="Racks and units on the floor",
    reads=(CONTENTS,),
    compute=standing_of,
)
SUBJECT = Subject(
    key=AISLES,
    title="Floor",
    design=("racks", "room"),
    compute=floor_of,
    checks=(
        rules.racks_stand_apart,
        rules.aisles_are_wide_enough,
        rules.rows_are_short_enough,
    ),
    calc=(calc.FLOOR, calc.ROLLING, calc.NOISE),
)
