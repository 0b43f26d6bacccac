"""What feeds the loops of a hall, kept while nothing that decides it changed."""

from dataclasses import dataclass
from functools import partial

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import Assumptions
from designer.engine.subject import Facts
from designer.engine.subjects.contents.coolants import Coolants
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.design import Loop, Rack, Row
from designer.model.layout import Layout
from designer.wiring.coolant import CoolantWiring, expand_coolant, wants_coolant


@dataclass(frozen=True, eq=False)
class Wired:
    """What feeds loops, and what that rests on. Compared by identity: it is kept as an object.

    Attributes
    ----------
    site
        The decisions for which loads of the loops were computed.
    coolants
        The same object as long as no distribution unit came or went.
    liquid
        Ids of the racks that want coolant.
    """

    wiring: CoolantWiring
    site: Assumptions
    coolants: Coolants
    liquid: tuple[str, ...]
    loops: tuple[Loop, ...]
    racks: tuple[Rack, ...]
    rows: tuple[Row, ...]


def wired_of(facts: Facts, layout: Layout, last: Wired | None) -> Wired:
    """Return what feeds the loops of a design that declares some."""
    contents, design = facts[CONTENTS], facts.design
    liquid = _liquid(facts, last)
    rest = contents.coolants, liquid, design.loops, design.racks, design.rows
    if last is not None and last.coolants is contents.coolants:
        kept = last.coolants, last.liquid, last.loops, last.racks, last.rows
        if kept == rest:
            return last if last.site is facts.site else Wired(last.wiring, facts.site, *rest)
    return Wired(expand_coolant(design, facts.catalog, liquid, layout), facts.site, *rest)


def _liquid(facts: Facts, last: Wired | None) -> tuple[str, ...]:
    """Return the racks that want coolant: those of before where no rack wants other than it did."""
    contents, before = facts[CONTENTS], facts.last(CONTENTS)
    changed = contents.changed_since(before)
    if last is not None and before is not None and changed is not None:
        was, now = before.cores, contents.cores
        if all(
            _wants_coolant(facts, was[key]) == _wants_coolant(facts, now[key]) for key in changed
        ):
            return last.liquid
    return tuple(key for key, core in contents.cores.items() if _wants_coolant(facts, core))


def _wants_coolant(facts: Facts, core: RackCore) -> bool:
    shared = core.by_order
    return shared.once("wants coolant", partial(_reads, facts.catalog, shared))


def _reads(catalog: Catalog, core: RackCore) -> bool:
    names = (core.contents.rack_part, *(item.part for item in core.contents.items))
    return wants_coolant(map(catalog.get, dict.fromkeys(names)))
