"""The subject of the bill: what the parts cost to buy, and their energy a year."""

from designer.engine.subject import PreviewWork, Subject
from designer.engine.subjects.bill.bill import BILL, bill_of
from designer.engine.subjects.bill.bought import BOUGHT, bought_of, raised
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS

SUBJECT = Subject(
    key=BILL,
    title="Bill of what is bought",
    design=("site", "prices"),
    reads=(CONTENTS, CABLES, SUMS, TOTALS, FACILITY),
    compute=bill_of,
)
OF_PIECES = Subject(
    key=BOUGHT,
    title="Pieces that are bought",
    design=("site", "prices"),
    reads=(CONTENTS, CABLES),
    compute=bought_of,
    preview=PreviewWork(raised, field="capital"),
)
