"""Which documents stand behind the figures of parts that a sheet prints. No Qt."""

from collections.abc import Iterable
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.fact_words import label_of
from designer.catalog.part import Part
from designer.catalog.vocabulary import value_at

BETWEEN: Final = " · "
"""Between figures, whose names hold commas."""
_PRINTED: Final = (
    "power_max_w", "power_typical_w", "mass_kg", "airflow_m3h", "psu.rating_w", "pdu.rated_kva",
    "cooling.capacity_kw", "rack.static_kg",
)  # fmt: skip
"""Figures of parts from which a sheet prints loads, masses and limits."""
_NOT_STATED: Final = ("derived", "assumed")
"""Kinds of source that do not say a figure themselves."""


def document_rows(part_ids: Iterable[str], catalog: Catalog) -> list[tuple[str, str]]:
    """Return each document with what it states of which part, in the order of the parts.

    What a document does not say itself is marked: derived from it, or assumed. A part that the
    catalogue lacks states nothing.
    """
    found: dict[str, list[str]] = {}
    for part in filter(None, map(catalog.get, dict.fromkeys(part_ids))):
        for document, figures in _stated(part).items():
            found.setdefault(document, []).append(f"{part.name}: {BETWEEN.join(figures)}")
    return [(document, "; ".join(said)) for document, said in found.items()]


def _stated(part: Part) -> dict[str, list[str]]:
    """Return the figures that a part's documents state, by document."""
    stated: dict[str, dict[str, list[str]]] = {}
    printed = [(name, label_of(name)) for name in _PRINTED if value_at(part, name) is not None]
    for unit in part.inside:
        printed.append((f"inside.{unit.name}", unit.name))
        if unit.spans:
            printed.append((f"inside.{unit.name}.spans", f"place of the {unit.name}"))
    for field, label in printed:
        record = part.source_of(field)
        if record is not None:
            grade = f" ({record.kind})" if record.kind in _NOT_STATED else ""
            stated.setdefault(record.source, {}).setdefault(grade, []).append(label)
    return {
        document: [f"{BETWEEN.join(said)}{grade}" for grade, said in grades.items()]
        for document, grades in stated.items()
    }
