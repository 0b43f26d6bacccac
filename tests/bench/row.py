"""One row of the bench table: a measured figure beside the target it is held against."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, mostly a ratio of two times measured in the same run, and the most it may be.

    Parameters
    ----------
    what
        The row's name, as in the table of resources/guide/bench.md.
    value
        The figure; None when it could not be measured (`detail` says why).
    limit
        The target: met when `value <= limit`.
    unit
        `×` for a ratio, else the unit (`MB`).
    against
        What the ratio is taken of: `a scene of 100,000 plain QGraphicsRectItem`.
    detail
        The two figures behind the ratio: `12.1 ms against 140.3 ms`.
    """

    what: str
    value: float | None
    limit: float
    unit: str = "×"
    against: str = ""
    detail: str = ""

    @property
    def verdict(self) -> str:
        """`met`, `missed` or `not measured`."""
        if self.value is None:
            return "not measured"
        return "met" if self.value <= self.limit else "missed"

    @property
    def target(self) -> str:
        """The target in words."""
        of = f" {self.against}" if self.against else ""
        return f"≤ {self.limit:g} {self.unit}{of}"

    @property
    def share(self) -> float:
        """The figure as a part of its target; what could not be measured is worse than any."""
        return float("inf") if self.value is None else self.value / self.limit

    @property
    def measured(self) -> str:
        """The figure in words."""
        return "—" if self.value is None else f"{self.value:.2f} {self.unit}"


def table(rows: list[Row]) -> str:
    """Return the rows as a markdown table, the one that misses its target by most first."""
    rows = sorted(rows, key=lambda row: row.share, reverse=True)
    lines = ["| what | measured | target | verdict | figures |", "|---|---|---|---|---|"]
    lines += [
        f"| {row.what} | {row.measured} | {row.target} | {row.verdict} | {row.detail} |"
        for row in rows
    ]
    return "\n".join(lines)
