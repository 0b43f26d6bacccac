"""Rules of cables: those laid by hand are of a type that is known."""

from collections import Counter
from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.rules import named_parts_are_known
from designer.model.plural import plural


def types_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: the part of a cable laid by hand is in the catalogue or in the file, and is a cable."""
    number = Counter(cable.part for cable in facts.design.cables if cable.part)
    named = ((part, f"{plural(n, 'cable')} laid by hand") for part, n in number.items())
    yield from named_parts_are_known(facts, named, "cable:")
    for part_id, count in sorted(number.items()):
        part = facts.catalog.get(part_id)
        if part is None or part.traits.is_cable:
            continue
        yield Finding(
            "D02", "error", f"cable:{part_id}",
            tuple(cable.id for cable in facts.design.cables if cable.part == part_id),
            f"{plural(count, 'cable')} laid by hand {'names' if count == 1 else 'name'} the part "
            f"{part_id}, whose kind is {part.traits.singular} and not cable; "
            f"{'its type is' if count == 1 else 'their types are'} not known",
            "Choose a cable or a transceiver of the catalogue, or none.", count,
        )  # fmt: skip
