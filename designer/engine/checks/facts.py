"""What rules look at, and what they say."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions
from designer.engine.fabrics import Counts
from designer.engine.floor import Aisles
from designer.engine.rack import RackCore, finish
from designer.engine.report import Cost, FabricReport, Facility, Limit, Totals
from designer.model.design import Design

Level = Literal["info", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """What one rule says about some racks, devices or fabrics.

    Attributes
    ----------
    cause
        What it is filed under: findings of one rule and cause become one check, whose key is
        `rule:cause`. It names the filling, method or part, never a position, so that it stays the
        same while the cause does. A graver finding of the same rule needs a cause of its own:
        whoever waived the milder one has not accepted it.
    weight
        How bad it is: the worst of a group gives the words.
    """

    rule: str
    severity: Level
    cause: str
    where: tuple[str, ...]
    message: str
    advice: str = ""
    weight: float = 0.0


@dataclass(frozen=True)
class Facts:
    """Everything that has been evaluated when the rules run."""

    design: Design
    catalog: Catalog
    site: Assumptions
    cores: dict[str, RackCore]
    aisles: dict[str, Aisles]
    counts: Counts
    totals: Totals
    facility: Facility
    fabrics: tuple[FabricReport, ...]
    cost: Cost

    @cached_property
    def keys_by_core(self) -> dict[RackCore, list[str]]:
        """Ids of what stands on the floor with each contents."""
        found: dict[RackCore, list[str]] = {}
        for key, core in self.cores.items():
            found.setdefault(core, []).append(key)
        return found

    @cached_property
    def racks_by_core(self) -> dict[RackCore, tuple[str, ...]]:
        """Ids of the racks that have each contents; CDUs and CRAHs are left out."""
        return {core: tuple(keys) for core, keys in self.keys_by_core.items() if core.is_rack}

    @cached_property
    def racks_with_part(self) -> dict[str, tuple[str, ...]]:
        """Ids of everything on the floor that is or holds a part."""
        found: dict[str, list[str]] = {}
        for core, keys in self.keys_by_core.items():
            for part in (*core.parts, *core.filled.missing):
                found.setdefault(part, []).extend(keys)
        return {part: tuple(sorted(keys)) for part, keys in found.items()}

    def limit(self, core: RackCore, name: str) -> Limit | None:
        """Return a limit of a filling, on any place that it stands."""
        fields = next(iter(core.finished.values()), None)
        if fields is None:
            fields = finish(core, self.site.cold_aisle_mm, self.site.hot_aisle_mm, self.site)
        limits: tuple[Limit, ...] = fields["limits"]
        return next((limit for limit in limits if limit.name == name), None)
