"""The subjects of the engine, in the order in which they are computed and written.

A new subject is a folder here, with a `Subject` in its `subject.py`, and one entry below, after all
that it reads. Nothing else names it.
"""

from typing import Final

from designer.engine.order import in_order
from designer.engine.subject import Subject
from designer.engine.subjects.availability import subject as availability
from designer.engine.subjects.bill import subject as bill
from designer.engine.subjects.cables import subject as cables
from designer.engine.subjects.carbon import subject as carbon
from designer.engine.subjects.choice import subject as choice
from designer.engine.subjects.climate import subject as climate
from designer.engine.subjects.contents import subject as contents
from designer.engine.subjects.cooling import subject as cooling
from designer.engine.subjects.cost import subject as cost
from designer.engine.subjects.fabrics import network
from designer.engine.subjects.fabrics import subject as fabrics
from designer.engine.subjects.facility import subject as facility
from designer.engine.subjects.feeds import subject as feeds
from designer.engine.subjects.floor import subject as floor
from designer.engine.subjects.ownership import subject as ownership
from designer.engine.subjects.platform import subject as platform
from designer.engine.subjects.power import subject as power
from designer.engine.subjects.racks import subject as racks
from designer.engine.subjects.shelves import subject as shelves
from designer.engine.subjects.space import subject as space
from designer.engine.subjects.storage import subject as storage
from designer.engine.subjects.totals import subject as totals
from designer.engine.subjects.upstream import subject as upstream
from designer.engine.subjects.workloads import subject as workloads

SUBJECTS: Final[tuple[Subject, ...]] = in_order(
    (
        power.SUBJECT,
        feeds.SUBJECT,
        shelves.SUBJECT,
        cooling.SUBJECT,
        cooling.OF_INLET,
        space.SUBJECT,
        network.SUBJECT,
        cables.OF_WAYS,
        cables.OF_MEDIA,
        cables.OF_LINES,
        cables.OF_CHANGES,
        cables.OF_BILL,
        cables.OF_TRAYS,
        cables.OF_CABLED,
        cables.OF_OPTICS,
        contents.SUBJECT,
        feeds.OF_TREE,
        feeds.OF_ROOM,
        feeds.OF_PEAKS,
        upstream.SUBJECT,
        upstream.OF_GIVEN,
        upstream.OF_ROOM,
        upstream.REPORT,
        floor.OF_STANDING,
        floor.OF_TILES,
        floor.OF_WAYS,
        floor.OF_LINES,
        floor.SUBJECT,
        totals.OF_SUMS,
        totals.SUBJECT,
        racks.OF_LOSS,
        racks.OF_PLACES,
        racks.SUBJECT,
        racks.OF_LIMITS,
        racks.OF_ALIKE,
        racks.OF_ROWS,
        racks.OF_HALL,
        climate.OF_UNITS,
        climate.SUBJECT,
        facility.OF_PLANT,
        facility.OF_LOSSES,
        facility.OF_CHAIN,
        facility.OF_YEAR,
        facility.SUBJECT,
        fabrics.SUBJECT,
        fabrics.OF_BISECTIONS,
        storage.OF_DELIVERY,
        storage.SUBJECT,
        cables.SUBJECT,
        bill.SUBJECT,
        bill.OF_PIECES,
        ownership.SUBJECT,
        cost.SUBJECT,
        carbon.SUBJECT,
        availability.OF_FAILURES,
        availability.SUBJECT,
        workloads.OF_PLANS,
        workloads.SUBJECT,
        choice.SUBJECT,
        platform.SUBJECT,
    )
)
