"""The shipped catalogue is complete enough to be placed, connected and computed with."""

import pytest

from designer.catalog.completeness import Completeness, completeness
from designer.catalog.load import load_shipped

LEAST = {
    "node": 1.0, "rack-system": 0.95, "switch": 1.0, "storage": 1.0, "server": 1.0,
    "appliance": 1.0, "rack": 1.0, "rack-pdu": 1.0, "cdu": 1.0, "rear-door": 1.0, "crah": 1.0,
    "in-row": 1.0, "immersion": 1.0, "patch-panel": 1.0,
    "dry-cooler": 1.0, "cooling-tower": 1.0, "chiller": 1.0,
    "power-shelf": 1.0, "battery-shelf": 1.0, "rack-ups": 1.0,
    "ups": 1.0, "generator": 1.0, "transformer": 1.0, "switchboard": 1.0, "panel": 1.0,
}  # fmt: skip
"""The least part of a kind that is complete: raised as figures come, never lowered."""

UNBOUNDED: dict[str, int] = {}
"""The most parts of a kind whose draw or mass nothing bounds: lowered as figures come."""


@pytest.fixture(scope="module")
def kinds() -> dict[str, Completeness]:
    return {one.kind: one for one in completeness(load_shipped().parts)}


@pytest.mark.parametrize("kind", LEAST)
def test_parts_of_a_kind_are_complete(kinds: dict[str, Completeness], kind: str) -> None:
    assert kinds[kind].share >= LEAST[kind]


def test_draw_and_mass_have_bounds(kinds: dict[str, Completeness]) -> None:
    for kind, one in kinds.items():
        assert len(one.unbounded) <= UNBOUNDED.get(kind, 0), one.unbounded
