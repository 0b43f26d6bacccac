"""The subject of the building: PUE, coolant and air units."""

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility import calc, rules
from designer.engine.subjects.facility.facility import FACILITY, facility_of
from designer.engine.subjects.facility.writing import written
from designer.engine.subjects.totals.sums import SUMS

SUBJECT = Subject(
    key=FACILITY,
    title="Facility",
    design=("site",),
    reads=(CONTENTS, SUMS),
    compute=facility_of,
    section="facility",
    checks=(
        rules.liquid_racks_have_a_loop,
        rules.coolant_units_n_plus_one,
        rules.room_air_n_plus_one,
        rules.air_units_move_enough_air,
        rules.assumed_pue,
    ),
    calc=(calc.CDU, calc.FACILITY),
    write=written,
)
