"""Which documents stand behind the figures of parts that a sheet prints. No Qt."""

from collections.abc import Iterable
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Provenance

_PRINTED: Final = (
    ("power_max_w", "highest power"),
    ("power_typical_w", "typical power"),
    ("mass_kg", "mass"),
    ("airflow_m3h", "airflow"),
    ("psu.rating_w", "supplies"),
    ("pdu.rated_kva", "rating"),
    ("cooling.capacity_kw", "cooling capacity"),
    ("rack.static_kg", "load that it carries"),
)
"""Figures of parts from which a sheet prints loads, masses and limits, and what they are called."""


def document_rows(part_ids: Iterable[str], catalog: Catalog) -> list[tuple[str, str]]:
    """Return each document with what it states of which part, in the order of the parts.

    What a document does not say itself is marked: derived from it, or assumed. A part that the
    catalogue lacks states nothing.
    """
    found: dict[str, list[str]] = {}
    for part in filter(None, map(catalog.get, dict.fromkeys(part_ids))):
        for document, figures in _stated(part).items():
            found.setdefault(document, []).append(f"{part.name}: {', '.join(figures)}")
    return [(document, "; ".join(said)) for document, said in found.items()]


def _stated(part: Part) -> dict[str, list[str]]:
    """Return the figures that a part's documents state, by document."""
    stated: dict[str, dict[str, list[str]]] = {}
    for field, words in _PRINTED:
        record = part.source_of(field) if _value(part, field) is not None else None
        if record is not None:
            stated.setdefault(record.source, {}).setdefault(_grade(record), []).append(words)
    return {
        document: [f"{', '.join(said)}{grade}" for grade, said in grades.items()]
        for document, grades in stated.items()
    }


def _grade(record: Provenance) -> str:
    """Return how a figure follows from its document, where the document does not state it."""
    own_word = record.kind not in ("derived", "assumed") or "assum" in record.source.lower()
    return "" if own_word else f" ({record.kind})"


def _value(part: Part, field: str) -> Any:  # noqa: ANN401 - any figure of a part
    value: Any = part
    for step in field.split("."):
        value = getattr(value, step, None)
    return value
