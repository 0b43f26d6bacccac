"""Figures that belong to no part: what each cooling method handles, and planning defaults.

They stand in `catalogs/bands.toml` and `catalogs/defaults.toml`. Sources give bands, not limits:
each record keeps what was seen and the figure the engine uses, so that a reviewer sees both.
"""

from math import inf

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.catalog.records.guidance import Guideline
from designer.model.design import CoolingMethod
from designer.model.figures import Figure, Gap
from designer.model.record import Record


class CoolingBand(Record):
    """What one cooling method handles per rack.

    Attributes
    ----------
    warn_kw, error_kw
        Heat above which a reviewer asks, and above which the method does not do it; `None` where
        no fixed limit holds and the unit's own rating decides.
    contained
        Whether the figures hold only with hot or cold aisle containment.
    preset, preset_name
        Id and name of the set of bands that a site may choose; empty for those that hold where it
        chooses none. A set takes the place of the methods that it names alone.
    seen
        What each source says, in its own numbers.
    """

    id: str
    method: CoolingMethod
    name: str
    contained: bool = False
    preset: str = ""
    preset_name: str = ""
    warn_kw: float | None = None
    error_kw: float | None = None
    source: str
    kind: SourceKind
    seen: tuple[str, ...] = ()
    note: str = ""
    cited: Citation = NOTHING_CITED


class PlanningDefault(Record):
    """A figure used where a design does not say better, with its range and its source.

    Attributes
    ----------
    low, high
        The lowest and highest that sources hold, of whatever halls and climates: not the range in
        which people plan, and no bound that holds for certain.
    """

    id: str
    name: str
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None
    source: str
    kind: SourceKind
    note: str = ""
    cited: Citation = NOTHING_CITED

    @property
    def figure(self) -> Figure:
        """The value as an estimate between its low and high; a range open at an end stays so."""
        low = 0.0 if self.low is None else min(self.low, self.value)
        high = inf if self.high is None else max(self.high, self.value)
        ref = f"default {self.id}"
        gaps = (Gap(ref, high - low),) if low < high else ()
        return Figure(low, high, self.value, self.unit, 0.0, (ref,), gaps, True)


class GuidedDefault(Record):
    """A planning default whose figures are those of a guideline, which owns them.

    Attributes
    ----------
    factor
        By which the guideline's figures are multiplied: 1,000,000 for a million of the unit.
    """

    id: str
    name: str
    guideline: str
    factor: float = 1.0
    unit: str = ""
    note: str = ""

    def of(self, guideline: Guideline) -> PlanningDefault | None:
        """Return the default with the guideline's figures; None where it has none."""
        middle = guideline.middle
        if middle is None:
            return None
        told = guideline.source_of("value" if guideline.value is not None else "low")
        ends = {
            name: None if end is None else self.factor * end
            for name, end in (("low", guideline.low), ("high", guideline.high))
        }
        return PlanningDefault(
            id=self.id, name=self.name, value=self.factor * middle, unit=self.unit, note=self.note,
            source=told.source if told else guideline.name, kind=told.kind if told else "guide",
            cited=told.cited if told else NOTHING_CITED, **ends,
        )  # fmt: skip
