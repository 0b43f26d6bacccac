"""The subjects of racks and rows: one report for each."""

from designer.engine.subject import PreviewWork, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.aisles import AISLES
from designer.engine.subjects.racks import rules, stranding_rules
from designer.engine.subjects.racks.after_loss import RACKS_AFTER, racks_after
from designer.engine.subjects.racks.alike import ALIKE, alike_of
from designer.engine.subjects.racks.all_racks import RACKS, compared, racks_of
from designer.engine.subjects.racks.all_rows import HALL, ROWS, hall_of, rows_of
from designer.engine.subjects.racks.changed_limits import RACK_LIMITS, limits_changed, limits_of
from designer.engine.subjects.racks.places import PLACES, places_of
from designer.engine.subjects.racks.writing import rows_written, written

OF_LOSS = Subject(
    key=RACKS_AFTER,
    title="Racks after a loss",
    design=("power", "racks"),
    reads=(CONTENTS,),
    together=racks_after,
)
OF_PLACES = Subject(
    key=PLACES,
    title="Places of racks",
    reads=(AISLES,),
    compute=places_of,
)
SUBJECT = Subject(
    key=RACKS,
    title="Racks",
    design=("racks",),
    reads=(CONTENTS, PLACES),
    compute=racks_of,
    section="racks",
    contents_checks=(rules.mass_within_the_rack, rules.rolled_filled),
    checks=(rules.floor_carries_the_rack,),
    write=written,
    preview=PreviewWork(compared, field="racks", at_once=True),
)
OF_LIMITS = Subject(
    key=RACK_LIMITS,
    title="Limits of racks",
    reads=(RACKS,),
    compute=limits_of,
    preview=PreviewWork(limits_changed, field="rack_limits"),
)
OF_ALIKE = Subject(
    key=ALIKE,
    title="Alike racks",
    reads=(CONTENTS, PLACES, RACKS),
    compute=alike_of,
)
OF_ROWS = Subject(
    key=ROWS,
    title="Rows",
    design=("rows", "racks"),
    reads=(CONTENTS, PLACES, RACKS, ALIKE),
    compute=rows_of,
    section="rows",
    checks=(stranding_rules.full_racks_use_their_power,),
)
OF_HALL = Subject(
    key=HALL,
    title="Hall",
    reads=(ALIKE,),
    compute=hall_of,
    section="hall",
    tries_less=True,
    write=rows_written,
)
