"""Published failure and repair rates, with their spread.

They stand in `catalogs/failure_rates.toml`. An entry without failures is of a thing of which no
rate was found: what rests on it is named and left open.
"""

from collections.abc import Iterator
from typing import Final, Literal

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.model.record import Record
from designer.model.units import HOURS_PER_DAY, HOURS_PER_YEAR

Spread = tuple[float, ...]
"""The low, the likely and the high figure of what is published; of nothing it is empty."""

Per = Literal["year", "million-hours", "thousand-hours", "thousand-node-days", "demand", "share"]
"""What failures are counted over; a `share` is of the time, and is no rate."""

HOURS_OF: Final[dict[str, float]] = {
    "year": HOURS_PER_YEAR, "million-hours": 1e6, "thousand-hours": 1e3,
    "thousand-node-days": 1e3 * HOURS_PER_DAY, "demand": 1.0, "share": 1.0,
}  # fmt: skip
_SPREAD: Final = 3


class FailureRate(Record):
    """How often a thing fails, and how long it is down.

    Attributes
    ----------
    failures
        Low, likely and high, counted over `per`; empty where nobody publishes it.
    repair_h
        Mean time until it is back, hours; empty where `per` is a demand or a share.
    common
        The part of its failures that takes all of its kind at once (beta factor).
    repair_source, common_source
        Where these are from, if elsewhere; graded by `repair_kind`, `common_kind`.
    """

    id: str
    name: str
    per: Per = "million-hours"
    failures: Spread = ()
    repair_h: Spread = ()
    common: Spread = ()
    source: str
    kind: SourceKind
    repair_source: str = ""
    repair_kind: SourceKind = "assumed"
    common_source: str = ""
    common_kind: SourceKind = "assumed"
    note: str = ""
    cited: Citation = NOTHING_CITED

    @property
    def is_rated(self) -> bool:
        """Whether somebody publishes how often it fails and how long it is down."""
        counted = self.per in ("demand", "share") or bool(self.repair_h)
        return bool(self.failures) and counted

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what is no low, likely and high figure in this order, or below 0."""
        for name in ("failures", "repair_h", "common"):
            figures: Spread = getattr(self, name)
            if figures and (len(figures) != _SPREAD or list(figures) != sorted(figures)):
                yield name, f"{name} of {self.id}: give low, likely and high, in this order"
            if min(figures, default=0.0) < 0:
                yield name, f"{name} of {self.id} below 0"
