"""The list of assemblies: what each holds, and which racks copy it."""

from designer.catalog.catalog import Catalog
from designer.document.edits import remove_assembly, set_fields
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.plural import plural
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import Lines, RecordKind

MOST_NAMED = 12


def assemblies(catalog: Catalog) -> RecordKind:
    """Return the list of fillings that racks share."""

    def explain(design: Design, _report: Report | None, key: str) -> str:
        assembly = next(a for a in design.assemblies if a.id == key)
        counts: dict[str, int] = {}
        for slot in assembly.slots:
            part = catalog.get(slot.part)
            name = part.name if part else slot.part
            counts[name] = counts.get(name, 0) + 1
        holds = ", ".join(f"{number} × {name}" for name, number in counts.items()) or "nothing"
        return f"Holds {holds}.\n{_copies(design, key)}"

    return RecordKind(
        title="Assemblies",
        one="assembly",
        lead="Fillings that racks share: change one copy, apply it to all. Right-click a rack "
        "to make one. While racks copy it, it stays.",
        lines=_lines,
        fields=_fields,
        remove=remove_assembly,
        called=_in_words,
        explain=explain,
    )


def _in_words(design: Design, key: str) -> str:
    found = next(one for one in design.assemblies if one.id == key)
    return f"assembly {found.name or key}"


def _lines(design: Design) -> Lines:
    copies: dict[str, int] = {}
    for rack in design.racks:
        copies[rack.assembly] = copies.get(rack.assembly, 0) + 1
    return [
        (a.id, f"{a.name or a.id} · {plural(copies.get(a.id, 0), 'copy', 'copies')}")
        for a in design.assemblies
    ]


def _fields(design: Design, key: str) -> list[Field]:
    assembly = next(a for a in design.assemblies if a.id == key)
    return [
        Field("assembly_name", "Name", "text", assembly.name,
              lambda v: set_fields("assemblies", key, name=v), low=1),
        Field("assembly_note", "Note", "text", assembly.note,
              lambda v: set_fields("assemblies", key, note=v)),
    ]  # fmt: skip


def _copies(design: Design, key: str) -> str:
    names = sorted(rack.name for rack in design.racks if rack.assembly == key)
    if not names:
        return "No rack copies it."
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"Copied by {', '.join(names[:MOST_NAMED])}{more}."
