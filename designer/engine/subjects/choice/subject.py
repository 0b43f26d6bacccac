"""The subject of choosing: published advice held against the design, and unit costs each way."""

from designer.engine.subject import Subject
from designer.engine.subjects.choice.calc import CALCULATIONS
from designer.engine.subjects.choice.choice import CHOICE, choice_of
from designer.engine.subjects.choice.whys import WHY
from designer.engine.subjects.choice.writing import written
from designer.engine.subjects.ownership.ownership import OWNERSHIP
from designer.engine.subjects.workloads.planned import PLANS
from designer.engine.subjects.workloads.workloads import WORKLOADS

SUBJECT = Subject(
    key=CHOICE,
    title="Own or rent",
    design=("site",),
    reads=(OWNERSHIP, PLANS, WORKLOADS),
    compute=choice_of,
    section="choice",
    calc=CALCULATIONS,
    write=written,
    questions=(WHY,),
)
