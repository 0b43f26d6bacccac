"""Two designs beside each other as JSON, under names that other programs may rely on.

A figure is `null` where it cannot be computed, else its `value` (null: not known), its `bounds`
([low, high], null where nothing bounds it), its unit and whether the value is an estimate.
"""

import json
from math import inf
from typing import Any

from designer.document.change_groups import grouped
from designer.document.comparison import RecordChange
from designer.document.field_changes import FieldChange
from designer.engine.beside import Consequences, FigureBeside, standing_of
from designer.engine.preview import Foreseen
from designer.io.export.comparison_content import Compared, verdict
from designer.model.design import Design
from designer.model.figures import Figure
from designer.model.record import Record


def comparison_json(compared: Compared) -> str:
    """Return two designs beside each other as indented JSON; the same two give the same bytes."""
    return json.dumps(comparison_data(compared), indent=2, ensure_ascii=False) + "\n"


def comparison_data(compared: Compared) -> dict[str, Any]:
    """Return the same as plain data."""
    comparison, words = compared.comparison, compared.words
    found = compared.consequences
    return {
        "before": {"file": compared.names[0], "name": comparison.before.name},
        "after": {"file": compared.names[1], "name": comparison.after.name},
        "same": comparison.is_same,
        "verdict": verdict(compared),
        "counts": dict(comparison.counts),
        "groups": [
            {
                "collection": group.collection, "kind": group.kind,
                "ids": [one.id for one in group.members],
                "kept_places": [one.id for one in group.along], "what": words.what(group),
                "how": words.how(group),
            }
            for group in grouped(comparison.changes)
        ],
        "changes": [_change(one) for one in comparison.changes],
        "other_form": list(comparison.other_form),
        "consequences": None if found is None else _consequences(found),
    }  # fmt: skip


def _change(change: RecordChange) -> dict[str, Any]:
    data: dict[str, Any] = {
        "collection": change.collection, "id": change.id, "kind": change.kind,
        "moves": change.moves,
    }  # fmt: skip
    if change.kind in ("added", "removed"):
        return {**data, "record": _plain(change.record)}
    return {**data, "fields": [_field(one) for one in change.fields]}


def _field(field: FieldChange) -> dict[str, Any]:
    return {"path": field.path, "was": _plain(field.old), "now": _plain(field.new)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - the value of any field
    """Return a value as plain data; of a record what is not its default."""
    if isinstance(value, Record) and not isinstance(value, Design):
        return value.model_dump(exclude_defaults=True)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _consequences(found: Consequences) -> dict[str, Any]:
    return {
        "figures": [_beside(one) for one in (*found.key, *found.others)],
        "limits": [
            {
                "limit": one.name, "label": one.label,
                "over": [one.was_over, one.now_over],
                "not_known": [one.was_open, one.now_open],
                "fullest": [_figure(one.was_fullest), _figure(one.now_fullest)],
                "fullest_in": [one.was_where, one.now_where],
            }
            for one in found.limits
        ],
        "findings_new": [_finding(one) for one in found.gained],
        "findings_gone": [_finding(one) for one in found.gone],
        "bill": [
            {"part": one.part, "name": one.name, "was": one.was, "now": one.now}
            for one in found.parts
        ],
        "not_computed": list(found.not_computed),
    }  # fmt: skip


def _beside(one: FigureBeside) -> dict[str, Any]:
    return {
        "what": one.what, "section": one.section, "name": one.name, "differs": one.differs,
        "was": _figure(one.before), "now": _figure(one.after),
    }  # fmt: skip


def _figure(figure: Figure | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    bounds = [None if end in (inf, -inf) else end for end in (figure.low, figure.high)]
    return {
        "value": figure.value, "bounds": bounds, "unit": figure.unit,
        "estimated": figure.estimated,
    }  # fmt: skip


def _finding(one: Foreseen) -> dict[str, Any]:
    return {
        "rule": one.rule, "severity": one.severity, "counts_as": standing_of(one),
        "key": one.key, "message": one.message, "places": one.places,
        "stands_elsewhere": one.elsewhere,
    }  # fmt: skip
