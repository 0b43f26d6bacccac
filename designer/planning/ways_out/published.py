"""How many nodes of a part the published reference design of its maker puts into a rack.

Only what a publisher says of racks: what templates assume where one leaves it open is not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Density:
    """Nodes in a rack, who published it and where, and what else it says of that rack."""

    nodes: int
    publisher: str
    source: str
    beside: str = ""


_H100: Final = "RA-11333-001 V11"
PUBLISHED: Final[Mapping[str, Density]] = MappingProxyType(
    {
        "dgx-h100": Density(4, "NVIDIA", _H100, "more than 40 kW a rack"),
        "dgx-h200": Density(4, "NVIDIA", f"{_H100}; RA-11336-001", "more than 40 kW a rack"),
        "dgx-b200": Density(2, "NVIDIA", "RA-11334-001 V08", "more than 25 kW a rack, in air"),
        "dgx-b300": Density(4, "NVIDIA", "RA-11339-001 V01", "about 56 kW a rack, three rack PDUs"),
    }
)
"""Sources: NVIDIA RA-11333-001 V11 (DGX SuperPOD H100; RA-11336-001 has the H200 in the same
chassis), RA-11334-001 V08 (B200), RA-11339-001 V01 (B300 on AC power)."""
