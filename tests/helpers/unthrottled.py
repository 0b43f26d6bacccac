"""The shipped catalogue with systems that go down where too few supplies are left.

DGX H100 and H200 run on capped with three of six, by their guide; what is told of a system that
does not is asked of these.
"""

from functools import cache

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped


@cache
def unthrottled(*parts: str) -> Catalog:
    """Return the shipped catalogue with parts whose supplies do not throttle them."""
    shipped = load_shipped()
    changed = []
    for key in parts:
        part = shipped.require(key)
        assert part.psu is not None
        changed.append(part.evolve(psu=part.psu.evolve(throttles=False, throttles_from=None)))
    return shipped.overlay(changed)
