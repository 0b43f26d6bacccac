"""All tables, in the order in which they are listed."""

from typing import Final

from designer.ui.fields.tables.cables import CABLES
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.devices import DEVICES, NODES, PDUS, STORAGE, SWITCHES
from designer.ui.fields.tables.elements import ELEMENTS
from designer.ui.fields.tables.hand_cables import BY_HAND
from designer.ui.fields.tables.others import FABRICS, FEEDS, TRAYS
from designer.ui.fields.tables.paper import FINDINGS, NOTES, PRICES, WAIVERS
from designer.ui.fields.tables.plans import PLANS
from designer.ui.fields.tables.racks import RACKS, ROWS, UNITS

TABLES: Final[tuple[Table, ...]] = (
    RACKS, ROWS, UNITS, DEVICES, NODES, SWITCHES, STORAGE, PDUS, FEEDS, FABRICS, CABLES,
    BY_HAND, TRAYS, ELEMENTS, PRICES, FINDINGS, WAIVERS, NOTES, *PLANS,
)  # fmt: skip
