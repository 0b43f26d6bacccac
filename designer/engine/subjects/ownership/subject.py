"""The subject of ownership: owning over some years against renting the same GPUs."""

from collections.abc import Iterator

from designer.engine.ownership_report import OwnAsked, Ownership
from designer.engine.subject import Headline, Question, Subject
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.facility.year import CLIMATE
from designer.engine.subjects.ownership import rules
from designer.engine.subjects.ownership.calc import CALCULATIONS
from designer.engine.subjects.ownership.ownership import OWNERSHIP, ownership_of, tried
from designer.engine.subjects.ownership.whys import WHY
from designer.engine.subjects.ownership.writing import written
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS


def _headlines(owned: Ownership) -> Iterator[Headline]:
    if owned.is_computed and owned.bound("gpu_hour") is not None:
        yield Headline("GPU-hour, owned", owned.figure("gpu_hour", owned.currency))


SUBJECT = Subject(
    key=OWNERSHIP,
    title="Owning and renting",
    design=("site", "power"),
    reads=(CONTENTS, TOTALS, SUMS, CLIMATE, FACILITY, BILL, CABLES),
    compute=ownership_of,
    section="ownership",
    checks=(
        rules.comparison_is_like_for_like,
        rules.hours_are_the_same,
        rules.gpus_last_as_long,
        rules.licences_are_counted,
    ),
    calc=CALCULATIONS,
    write=written,
    headlines=_headlines,
    questions=(Question("tried", OwnAsked, Ownership, tried), WHY),
)
