"""Subjects in order: each after all that it reads, and what only one can give is one's alone."""

from collections.abc import Iterable, Iterator
from typing import Final

from designer.engine.subject import Subject

_GROUP: Final = "the group of limits"
_LIMIT: Final = "the limit"
_FIELD: Final = "the field of a rack"
_SECTION: Final = "the section"
_PREVIEW: Final = "the field of a preview"

Owned = tuple[str, str]
"""What only one subject can give, in words, and its name."""

FIELDS_OF_PLACE: Final = (
    "id", "name", "row", "kind", "summary", "containment_missing", "floor_load_kpa",
    "footprint_kpa", "limits",
    "binding_constraint", "binding_open", "binding_because", "binding_on", "stranded_kw", "strands",
    "complete", "unknown",
)  # fmt: skip
"""Fields of a rack's report that the subject of racks gives: what follows from where it stands, and
what rests on all that others give."""
_OF_RACKS: Final[tuple[Owned, ...]] = (
    # The load on the floor follows from where a rack stands.
    (_GROUP, "floor"),
    (_LIMIT, "floor"),
    *((_FIELD, name) for name in FIELDS_OF_PLACE),
)
_OF_SUBJECTS: Final = frozenset(
    (
        "racks", "rack_limits", "free_leaf_ports", "worst_loss", "cables", "cable_rows",
        "bisections", "cable_changes", "capital",
    )
)  # fmt: skip
"""Fields of a preview that subjects fill: the others follow from all of them."""


def in_order(subjects: Iterable[Subject]) -> tuple[Subject, ...]:
    """Return subjects, checked: names are unique, and each comes after all that it reads.

    Raises
    ------
    ValueError
        If one is twice in the list, reads what comes later or not at all, or gives what is
        another's: limits of a group or name, a field of a rack, a section of the report.
    """
    ordered = tuple(subjects)
    seen: set[str] = set()
    owners = dict.fromkeys(_OF_RACKS, "racks")
    for subject in ordered:
        if subject.name in seen:
            raise ValueError(f"{subject.name} is twice in the list of subjects")
        late = sorted(subject.names - seen)
        if late:
            raise ValueError(f"{subject.name} reads {late[0]}, which does not come before it")
        seen.add(subject.name)
        field = subject.preview.field if subject.preview is not None else ""
        if field and field not in _OF_SUBJECTS:
            raise ValueError(f"{subject.name} cannot give the field {field} of a preview")
        for what, name in _owned(subject):
            owner = owners.setdefault((what, name), subject.name)
            if owner != subject.name:
                raise ValueError(
                    f"{what} {name} belongs to {owner}: {subject.name} cannot give it too"
                )
    return ordered


def _owned(subject: Subject) -> Iterator[Owned]:
    """Yield what no other subject can give."""
    work = subject.of_contents
    if work is not None:
        yield from ((_GROUP, group) for group in work.groups)
        yield from ((_LIMIT, name) for name in work.limit_names)
        yield from ((_FIELD, name) for name in work.field_names)
    if subject.section:
        yield _SECTION, subject.section
    if subject.preview is not None and subject.preview.field:
        yield _PREVIEW, subject.preview.field
