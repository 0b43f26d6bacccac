"""The subjects of availability: what fails upstream of the racks, and GPUs over a year."""

from designer.engine.availability_report import Availability
from designer.engine.subject import Subject
from designer.engine.subjects.availability import rules
from designer.engine.subjects.availability.availability import AVAILABILITY, availability_of
from designer.engine.subjects.availability.power_failures import (
    POWER_FAILURES,
    power_failures_of,
)
from designer.engine.subjects.availability.writing import written
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.facility.cooling_losses import COOLING_LOSSES
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.totals.totals import TOTALS

OF_FAILURES = Subject(
    key=POWER_FAILURES,
    title="Failures upstream of the racks",
    design=("power",),
    compute=power_failures_of,
)
SUBJECT = Subject(
    key=AVAILABILITY,
    title="Availability",
    design=("power", "site", "fabrics"),
    reads=(
        CONTENTS,
        FEEDS,
        COOLING,
        POWER_TREE,
        ROOM_POWER,
        NETWORK,
        FABRICS,
        PLANT,
        COOLING_LOSSES,
        TOTALS,
        POWER_FAILURES,
    ),
    compute=availability_of,
    section="availability",
    record=Availability,
    checks=(rules.the_design_has_the_gpus_needed,),
    tries_less=True,
    write=written,
)
