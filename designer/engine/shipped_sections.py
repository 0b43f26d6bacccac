"""The records of the added sections that the engine ships, for who reads a report.

The window reads what the engine's process sends: to know the shape of a section it must not load
the subjects that compute it. An added subject that is missing here works, only later.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from designer.engine.availability_report import Availability
from designer.model.measured import Measured

SHIPPED_SECTIONS: Final[Mapping[str, type[Measured]]] = MappingProxyType(
    {"availability": Availability}
)
"""Record of each section by name, in the order of the subjects."""
