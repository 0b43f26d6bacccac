"""The subjects of the floor: aisles, tiles, ways, and whether racks stand apart."""

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor import calc, plant_rules, rules
from designer.engine.subjects.floor.aisles import AISLES, floor_of
from designer.engine.subjects.floor.delivery_rules import people_get_out, racks_come_in
from designer.engine.subjects.floor.feet import TILES, tiles_of
from designer.engine.subjects.floor.height_rules import room_is_high_enough
from designer.engine.subjects.floor.lines import LINES, lines_of
from designer.engine.subjects.floor.noise_rules import quiet_enough
from designer.engine.subjects.floor.row_ends import no_long_dead_end, rows_are_short_enough
from designer.engine.subjects.floor.standing import STANDING, standing_of
from designer.engine.subjects.floor.tile_rules import tiles_carry_the_feet
from designer.engine.subjects.floor.ways import WAYS, ways_of
from designer.engine.subjects.floor.working_space import live_parts_have_working_space

OF_STANDING = Subject(
    key=STANDING,
    title="Racks and units on the floor",
    reads=(CONTENTS,),
    compute=standing_of,
    checks=(room_is_high_enough, quiet_enough),
)
OF_TILES = Subject(
    key=TILES,
    title="Feet on tiles",
    design=("racks", "room"),
    reads=(CONTENTS,),
    compute=tiles_of,
    checks=(tiles_carry_the_feet,),
)
OF_WAYS = Subject(
    key=WAYS,
    title="Ways on the floor",
    design=("racks", "room", "power"),
    compute=ways_of,
    checks=(people_get_out, racks_come_in),
)
OF_LINES = Subject(
    key=LINES,
    title="Racks in line",
    design=("racks", "room", "power"),
    compute=lines_of,
    checks=(rows_are_short_enough, no_long_dead_end, live_parts_have_working_space),
)
SUBJECT = Subject(
    key=AISLES,
    title="Floor",
    design=("racks", "room", "power", "halls"),
    compute=floor_of,
    checks=(
        rules.racks_stand_apart,
        plant_rules.plant_stands_apart,
        rules.aisles_are_wide_enough,
    ),
    calc=(calc.FLOOR, calc.ROLLING, calc.NOISE, calc.TRAY),
)
