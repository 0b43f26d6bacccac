"""The subject of the floor: aisles, and whether racks stand apart."""

from designer.engine.subject import Subject
from designer.engine.subjects.floor import calc, rules
from designer.engine.subjects.floor.aisles import AISLES, floor_of

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
    # What else they read, the kind of a rack, changes only together with the racks.
    checks_keep=True,
    calc=(calc.FLOOR,),
)
