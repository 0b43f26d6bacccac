"""What a changed catalogue would change in a design: parts whose figures are not those embedded."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.citation import NOTHING_CITED
from designer.catalog.entry import Price, Provenance
from designer.catalog.part import Part

_WORDS = ("name", "vendor", "summary", "replaces", "note")


@dataclass(frozen=True)
class Difference:
    """One fact that two versions of a part state differently; `None` is unknown.

    Attributes
    ----------
    old, new
        Values of the field; of `prices` all the prices, of `provenance` all the records.
    source
        Where the newer value is from.
    """

    field: str
    old: Any
    new: Any
    source: Provenance | None = None


@dataclass(frozen=True)
class PartUpdate:
    """A part as the design has it and as the catalogue has it now."""

    old: Part
    new: Part
    differences: tuple[Difference, ...]


def differences(old: Part, new: Part) -> tuple[Difference, ...]:
    """Return every fact in which two parts differ, in the order of the schema.

    A list of prices is one fact; sources alone are named as `provenance`, because a figure that
    comes from somewhere else is another figure. Document, revision, page and address of the same
    source are none: a design from before they were known is not out of date.
    """
    before, after = _facts(old), _facts(new)
    found = [
        Difference(name, before.get(name), after.get(name), new.source_of(name))
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]
    if _uncited(old.prices) != _uncited(new.prices):
        found.append(Difference("prices", old.prices, new.prices))
    if not found and _uncited(old.provenance) != _uncited(new.provenance):
        found.append(Difference("provenance", old.provenance, new.provenance))
    return tuple(found)


def updates(used: Iterable[Part], catalog: Catalog) -> tuple[PartUpdate, ...]:
    """Return the parts a design uses of which the catalogue says something else now.

    Parameters
    ----------
    used
        The parts as the design has them.
    catalog
        The catalogue of today; a part that it lacks is no update.
    """
    found = []
    for part in used:
        today = catalog.get(part.id)
        if today is None or today is part or catalog.digest(today) == catalog.digest(part):
            continue
        changed = differences(part, today)
        if changed:
            found.append(PartUpdate(part, today, changed))
    return tuple(found)


def _uncited(records: Iterable[Provenance | Price]) -> list[Provenance | Price]:
    return [record.evolve(cited=NOTHING_CITED) for record in records]


def _facts(part: Part) -> dict[str, Any]:
    words = {name: getattr(part, name) for name in _WORDS if getattr(part, name)}
    return words | part.facts()
