"""The list of rules of spares: of a kind of part, of what sits in devices, or of one part."""

from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import KINDS
from designer.catalog.spare_stock import IN_DEVICES, idle_rules
from designer.document.document import Edit
from designer.document.edits import drop, put, set_fields
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.spare_rule import SpareRule
from designer.ui.fields.field import Field
from designer.ui.fields.reading import plain_number
from designer.ui.fields.record_kind import Lines, RecordKind

_KINDS = {kind.id: kind.plural for kind in KINDS if kind.in_bill}
_INSIDE = {rule: f"{words} inside devices" for rule, (_, words) in IN_DEVICES.items()}


def spares(catalog: Catalog) -> RecordKind:
    """Return the list of rules by which spares are counted."""

    def name_of(rule_id: str) -> str:
        part = catalog.get(rule_id)
        known = _INSIDE.get(rule_id) or _KINDS.get(rule_id)
        return known or (part.name if part is not None else rule_id)

    def choices(design: Design) -> Lines:
        taken = {rule.id for rule in design.spares}
        used = {device.part for device in design.devices} | {rack.part for rack in design.racks}
        used |= {slot.part for assembly in design.assemblies for slot in assembly.slots}
        parts = [part for part in catalog.parts if part.traits.in_bill]
        parts.sort(key=lambda part: (part.id not in used, part.name))
        offered = [
            *((key, f"All {words}") for key, words in (*_KINDS.items(), *_INSIDE.items())),
            *((part.id, f"{part.vendor} {part.name}".strip()) for part in parts),
        ]
        return [(key, words) for key, words in offered if key not in taken]

    def explain(design: Design, _report: Report | None, key: str) -> str:
        if key in idle_rules(design, catalog):
            return f"The catalogue has no kind and no part {key!r}: nothing is counted."
        return ""

    return RecordKind(
        title="Spares",
        one="rule of spares",
        lead="What lies in stock beside what is installed. Nothing is counted without a rule; a "
        "part's own goes before that of its kind. Spares stand in the bill, in no sum of cost.",
        lines=lambda design: [(r.id, f"{name_of(r.id)} · {_words(r)}") for r in design.spares],
        fields=_fields,
        remove=lambda key: drop("spares", key),
        ask="Per cent",
        choices=choices,
        add=_add,
        explain=explain,
    )


def _words(rule: SpareRule) -> str:
    share = "" if rule.percent is None else f"{rule.percent:g} %"
    fewest = "" if rule.at_least is None else f"at least {rule.at_least:,}"
    return ", ".join(filter(None, (share, fewest)))


def _fields(design: Design, key: str) -> list[Field]:
    rule = next(r for r in design.spares if r.id == key)

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("spares", key, **{name: value})

    return [
        Field("percent", "Share", "number", rule.percent, setter("percent"), unit="%",
              record="SpareRule", optional=True, fallback="none",
              hint="of those that are installed, rounded up"),
        Field("at_least", "At least", "integer", rule.at_least, setter("at_least"),
              record="SpareRule", optional=True, fallback="none",
              hint="of each part, and of each length of a cable"),
        Field("spare_source", "Source", "text", rule.source, setter("source"),
              hint="who says so: a maker's support plan, an agreement, the house's practice"),
        Field("spare_note", "Note", "text", rule.note, setter("note")),
    ]  # fmt: skip


def _add(_design: Design, choice: str, text: str) -> tuple[str, Edit]:
    if not choice:
        raise EditError("choose what there are spares of")
    percent = plain_number(text.replace("%", "").strip())
    return choice, put("spares", SpareRule(id=choice, percent=percent))
