"""Read parts that a person wrote: the text of one file, checked as the shipped files are."""

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import PART_TABLES
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.catalog.vetting import catalog_problems, entry_problems
from designer.model.problem import Problem


def read_parts(
    text: str, name: str, catalog: Catalog, library: Library
) -> tuple[tuple[Part, ...], tuple[Problem, ...]]:
    """Return the parts of a text and everything wrong with it, each with line and column.

    Parameters
    ----------
    name
        What messages call the text.
    catalog, library
        What ids in the text may refer to, beside its own parts.
    """
    reading = Reading({"part": PART_TABLES["part"]})
    reading.read_text(text, name)
    problems = list(reading.problems)
    placed = list(reading.entries())
    parts = tuple(entry for entry, _ in placed if isinstance(entry, Part))
    for entry, place in placed:
        problems.extend(entry_problems(entry, place))
    problems.extend(catalog_problems(catalog.overlay(parts), library, placed))
    if not parts and not problems:
        problems.append(
            Problem(where=f"{name}:1:1", what="no part here", mend="begin with [[part]]")
        )
    return parts, tuple(problems)
