"""The subject of contents: what everything on the floor holds, evaluated once for each filling."""

from designer.engine.optics import OPTICS
from designer.engine.subject import Subject
from designer.engine.subjects.contents import rules
from designer.engine.subjects.contents.fillings import CONTENTS, fillings_of, losing_of, lost_in

SUBJECT = Subject(
    key=CONTENTS,
    title="Contents of racks",
    design=("racks", "devices", "assemblies", "cords", "loops"),
    reads=(OPTICS,),
    compute=fillings_of,
    losing=losing_of,
    lost=lost_in,
    checks=(rules.parts_are_known, rules.devices_stand_somewhere, rules.assemblies_are_there),
)
