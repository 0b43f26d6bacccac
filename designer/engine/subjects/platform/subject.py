"""The subject of the platform: choices of software, and the library's rules held against them."""

from typing import Final

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.feeds.peaks import PEAKS
from designer.engine.subjects.platform import rules
from designer.engine.subjects.platform.calc import PLATFORM_CALC
from designer.engine.subjects.platform.platform import PLATFORM, platform_of
from designer.engine.subjects.platform.writing import written
from designer.engine.subjects.racks.alike import ALIKE
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.totals.totals import TOTALS
from designer.engine.subjects.workloads.workloads import WORKLOADS

SUBJECT: Final = Subject(
    key=PLATFORM,
    title="Platform",
    design=("platform", "workloads", "site", "fabrics", "power", "room"),
    reads=(CONTENTS, TOTALS, FABRICS, STORAGE, COST, ALIKE, PEAKS, WORKLOADS),
    compute=platform_of,
    section="platform",
    checks=(
        rules.software_fits_together,
        rules.accelerators_take_the_software,
        rules.networks_suit_the_gpus,
        rules.file_systems_can_be_mounted,
        rules.workloads_suit_the_platform,
        rules.hall_is_ready,
    ),
    calc=(PLATFORM_CALC,),
    write=written,
)
