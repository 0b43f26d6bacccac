"""Which rule says how many spares of a part lie in stock, and how many that is.

Nothing is counted where no rule is stated: there is no default. Pure.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import KINDS
from designer.catalog.part import Part
from designer.model.design import Design
from designer.model.spare_rule import SpareRule

SUPPLIES: Final = "power-supply"
DRIVES: Final = "drive"
IN_DEVICES: Final[dict[str, tuple[str, str]]] = {
    SUPPLIES: ("power supply", "power supplies"),
    DRIVES: ("NVMe drive", "NVMe drives"),
}
"""What sits in devices, and can have a rule though it is no part of the catalogue: one, several."""


@dataclass(frozen=True, slots=True)
class InDevices:
    """Spares of what sits in devices of one part.

    Attributes
    ----------
    each, installed, spares
        In one device, in all of them, and in stock; None where the part does not state how many.
    """

    rule: str
    part: str
    name: str
    devices: int
    each: int | None
    installed: int | None
    spares: int | None

    @property
    def words(self) -> str:
        """What they are: `power supplies of DGX H100`."""
        return f"{IN_DEVICES[self.rule][1]} of {self.name or self.part}"


def rule_of(design: Design, part_id: str, part: Part | None) -> SpareRule | None:
    """Return the rule of a part: its own, else that of its kind; None where neither is stated."""
    rules = {rule.id: rule for rule in design.spares}
    return rules.get(part_id) or (rules.get(part.kind) if part is not None else None)


def spares_of(rule: SpareRule | None, lengths: Iterable[int]) -> int | None:
    """Return the spares of a part that is installed in so many of each length; None: no rule."""
    return None if rule is None else sum(rule.spares(number) for number in lengths)


def in_devices(
    design: Design, catalog: Catalog, bought: Iterable[tuple[str, int]]
) -> Iterator[InDevices]:
    """Yield spares of what sits in devices, for the rules that are stated of it.

    Parameters
    ----------
    bought
        Each part of the bill with its number.
    """
    rules = [rule for rule in design.spares if rule.id in IN_DEVICES]
    for part_id, number in bought if rules else ():
        part = catalog.get(part_id)
        for rule in rules:
            if part is None or not _may_hold(part, rule.id):
                continue
            each = _each(part, rule.id)
            installed = None if each is None else each * number
            spares = None if installed is None else rule.spares(installed)
            yield InDevices(rule.id, part_id, part.name, number, each, installed, spares)


def idle_rules(design: Design, catalog: Catalog) -> tuple[str, ...]:
    """Return the ids of rules that name neither a kind, nor a part, nor what sits in devices."""
    known = {*IN_DEVICES, *(kind.id for kind in KINDS)}
    return tuple(one.id for one in design.spares if one.id not in known and not catalog.get(one.id))


def _may_hold(part: Part, what: str) -> bool:
    if what == SUPPLIES:
        return part.psu is not None or part.traits.has_supplies
    return part.compute is not None or part.traits.stores


def _each(part: Part, what: str) -> int | None:
    if what == SUPPLIES:
        return None if part.psu is None else part.psu.count
    return None if part.compute is None else part.compute.nvme_drives
