"""All tables, in the order in which they are listed."""

from typing import Final

from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.devices import DEVICES, NODES, PDUS, STORAGE, SWITCHES
from designer.ui.fields.tables.others import OTHERS
from designer.ui.fields.tables.racks import RACKS, ROWS, UNITS

TABLES: Final[tuple[Table, ...]] = (
    RACKS, ROWS, UNITS, DEVICES, NODES, SWITCHES, STORAGE, PDUS, *OTHERS,
)  # fmt: skip
