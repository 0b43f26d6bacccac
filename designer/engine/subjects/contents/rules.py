"""Rules of the drawing: every part is known, everything stands somewhere."""

from collections.abc import Iterable, Iterator

from designer.catalog.lost_parts import not_in_catalogue
from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.plural import plural


def parts_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: every part is in the catalogue or in the file."""
    missing = {part for core in facts[CONTENTS].keys_by_core for part in core.filled.missing}
    for part in sorted(missing):
        yield Finding(
            "D02", "error", part, facts[CONTENTS].racks_with(part),
            f"{not_in_catalogue(part)}, or does not belong in a rack; nothing of it is known: "
            "what rests on it has bounds, or cannot be said",
            "Choose a part of the catalogue, or embed it in the file.",
        )  # fmt: skip


def named_parts_are_known(
    facts: Facts, named: Iterable[tuple[str, str]], of: str = ""
) -> Iterator[Finding]:
    """D02: every part that a node of the power tree, a fabric or a cable names is known.

    What stands on the floor as well is told there.

    Parameters
    ----------
    named
        Ids of parts, each with what names it, in words.
    of
        How the causes of findings begin that are not one with what others say of the same part.
    """
    by_part: dict[str, list[str]] = {}
    for part, what in named:
        if part and facts.catalog.get(part) is None:
            by_part.setdefault(part, []).append(what)
    for part in sorted(by_part.keys() - facts[CONTENTS].counts.lost.keys()):
        yield Finding(
            "D02", "error", f"{of}{part}", (),
            f"{not_in_catalogue(part)}; {', '.join(dict.fromkeys(by_part[part]))} "
            "cannot be checked by its figures",
            "Choose a part of the catalogue, or embed it in the file.",
        )  # fmt: skip


def devices_stand_somewhere(facts: Facts) -> Iterator[Finding]:
    """D04: every device's rack exists."""
    contents = facts[CONTENTS]
    gone = contents.own.keys() - contents.cores.keys()
    lost = tuple(d.id for d in facts.design.devices if d.rack in gone) if gone else ()
    if lost:
        yield Finding(
            "D04", "error", "no-rack", lost,
            f"{plural(len(lost), 'device names', 'devices name')} a rack that does not exist; "
            f"{'it counts' if len(lost) == 1 else 'they count'} for nothing",
            "Give them a rack, or remove them.", len(lost),
        )  # fmt: skip


def assemblies_are_there(facts: Facts) -> Iterator[Finding]:
    """D04: every rack's assembly exists."""
    known = {assembly.id for assembly in facts.design.assemblies}
    nameless = {rack.assembly for rack in facts.design.racks} - known - {""}
    bare = tuple(r.id for r in facts.design.racks if r.assembly in nameless) if nameless else ()
    if bare:
        yield Finding(
            "D04", "error", "no-assembly", bare,
            f"{plural(len(bare), 'rack names', 'racks name')} an assembly that does not exist; "
            f"{'it counts' if len(bare) == 1 else 'they count'} as empty",
            "Give them an assembly, or none.", len(bare),
        )  # fmt: skip
