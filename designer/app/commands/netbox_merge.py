"""What `catalog import-netbox --merge` does with parts that are known, and how it says so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from designer.catalog.part import Part
from designer.io.netbox.merge import Outcome, known_of, merge_known
from designer.io.netbox.report import Imported
from designer.model.plural import plural

_SHOWN: Final = 40
_NAMED: Final = 3

Choice = Literal["keep", "theirs", "both"]


def merge_outcome(
    imported: Imported, choice: Choice, known: Sequence[Part], own: Mapping[str, str]
) -> Outcome:
    """Return an import after its merge; with `both` nothing is merged.

    Parameters
    ----------
    known
        Parts that the catalogue has.
    own
        Files of the user's own parts by id.
    """
    if choice == "both":
        return Outcome(imported)
    return merge_known(imported, known, choice, own)


def merge_lines(
    outcome: Outcome, parts: Sequence[Part], choice: Choice, known: Sequence[Part] = ()
) -> Iterator[str]:
    """Yield the lines that say what became of parts that are known.

    Parameters
    ----------
    parts
        What was written.
    known
        Parts that the catalogue has, of which a merge is offered.
    """
    if choice == "both":
        yield from _offer(outcome.imported, known)
        return
    changed, unchanged = outcome.changed, outcome.unchanged
    merged = {one.ours.id for one in changed}
    new = sum(part.id not in merged for part in parts)
    yield (
        f"{new} new, {len(changed)} merged, {len(unchanged)} unchanged, "
        f"{len(outcome.refused)} refused"
    )
    lines = [line for one in changed for line in one.disputes()]
    yield from (f"  {line}" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"  and {len(lines) - _SHOWN} more that differ; see --report FILE"
    if filled := sum(one.merge.counted("filled") for one in changed):
        yield f"  {plural(filled, 'figure')} that nobody stated before; see --report FILE"


def _offer(imported: Imported, known: Sequence[Part]) -> Iterator[str]:
    """Yield how parts that are known can be merged, if there are any."""
    found = sorted({part.id for part in known_of(imported, known).values()})
    if found:
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        are, them = ("is", "it") if len(found) == 1 else ("are", "them")
        which = f"{', '.join(found[:_NAMED])}{more}"
        yield (
            f"{plural(len(found), 'part')} {are} known already ({which}): "
            f"--merge keep or theirs compares {them}"
        )
