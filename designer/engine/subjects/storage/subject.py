"""The subjects of storage: what flows to nodes, and what the placed systems deliver."""

from designer.engine.subject import Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.fabrics.network import NETWORK
from designer.engine.subjects.storage import rules
from designer.engine.subjects.storage.delivery import DELIVERY, delivery_of, later
from designer.engine.subjects.storage.storage import STORAGE, storage_of
from designer.engine.subjects.storage.writing import written

OF_DELIVERY = Subject(
    key=DELIVERY,
    title="What storage sends to nodes",
    design=("racks", "halls"),
    reads=(CONTENTS, NETWORK),
    compute=delivery_of,
    tries_less=True,
    later=later,
)
SUBJECT = Subject(
    key=STORAGE,
    title="Storage",
    reads=(CONTENTS, NETWORK, DELIVERY),
    compute=storage_of,
    section="storage",
    checks=(
        rules.network_carries_storage,
        rules.systems_find_ports,
        rules.systems_reach_a_network,
    ),
    write=written,
)
