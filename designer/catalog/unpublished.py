"""Figures of a part that nobody publishes: where they were looked for, and what bounds them."""

from collections.abc import Iterator

from designer.model.record import Record


class Unpublished(Record):
    """What was looked for and not found.

    Attributes
    ----------
    fields
        Names of the part's fields, dotted for nested ones, such as `mass_kg` or `psu.inlet`; ports
        of a purpose that nobody lists are `ports.storage`, a price is `prices`.
    looked_in
        The documents in which it was looked for.
    bound
        What bounds it all the same, in words.
    low, high
        The bounds, where they are numbers, in the unit of the field; of a sum of cents for `prices`
        there are none: a band that somebody derives is a price of its own.
    not_read
        Whether it may stand in a document of its maker that was not reached: what was read does not
        hold it, and that nobody publishes it cannot be said.
    """

    fields: tuple[str, ...]
    looked_in: str
    bound: str
    low: float | None = None
    high: float | None = None
    not_read: bool = False

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what says nothing, and bounds of several figures at once."""
        if not self.fields:
            yield "fields", "name the figures that nobody publishes"
        for name in ("looked_in", "bound"):
            if not getattr(self, name).strip():
                yield name, f"{name} is empty: say {_SAYS[name]}"
        if (self.low is not None or self.high is not None) and len(self.fields) != 1:
            yield "fields", "low and high are of one figure: write a record for each"
        if self.low is not None and self.high is not None and self.high < self.low:
            yield "high", f"high of {self.high:g} is below low of {self.low:g}"


_SAYS = {"looked_in": "in which documents it was looked for", "bound": "what bounds it"}
