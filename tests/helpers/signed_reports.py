"""Whole reports of small halls as text, to be read and signed.

`python -m tests.helpers.signed_reports` writes them anew to `tests/golden/data/reports`; whoever
changed what a report says reads the difference and commits it with the change.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.platform_report import PlatformReport
from designer.engine.report import Report
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design
from tests.helpers import signed_cables
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

HALLS: Final[dict[str, tuple[Callable[[], Design], Catalog]]] = {
    **{name: (draw, CATALOG) for name, draw in DESIGNS.items()},
    "a fabric by hand, off trays": (signed_cables.by_hand, signed_cables.CATALOG),
}
"""By name: what draws a hall, and its catalogue."""
FOLDER = Path(__file__).parents[1] / "golden" / "data" / "reports"
_LEFT_OUT = {"timings", "design", "advice"}


def file_of(name: str) -> Path:
    """Return where the signed report of a hall is."""
    return FOLDER / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.txt"


def told(report: Report) -> str:
    """Return all that a report says, a line for each record: what is no default; then its pages."""
    return "\n".join((*_lines("report", report, 0), *_pages(report))) + "\n"


def told_of(name: str) -> str:
    """Return all that the report of a hall says."""
    draw, catalog = HALLS[name]
    return told(evaluate(draw(), catalog))


def _pages(report: Report) -> Iterator[str]:
    """Yield what a reader of the printed report sees."""
    for section in (s for subject in SUBJECTS if subject.write for s in subject.write(report)):
        yield f"page {section.title}"
        yield from (f"  {name}: {value}" for name, value in section.facts)
        yield from (f"  {line}" for line in section.lines)
        if section.table is not None:
            yield f"  | {' | '.join(f'{name} {side[0]}' for name, side in section.table.columns)}"
            alike = dict.fromkeys(" | ".join(row) for row in section.table.rows)
            yield from (f"  | {row}" for row in alike)


def _lines(called: str, record: BaseModel, depth: int) -> Iterator[str]:
    words, inner = [], []
    for name, field in type(record).model_fields.items():
        value = getattr(record, name)
        if name in _LEFT_OUT or value == field.get_default(call_default_factory=True):
            continue
        if isinstance(value, PlatformReport) and not value.stated:
            continue  # What the drawing alone shows of it stands in the checks and on the page.
        if isinstance(value, BaseModel):
            inner += _lines(name, value, depth + 1)
        elif name == "bounds":
            inner += [f"{'  ' * (depth + 1)}{bound.name}: {_bound(bound)}" for bound in value]
        elif isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            inner += _table(name, value, depth + 1)
        elif name != "id":
            words.append(f"{name} {_plain(value)}")
    yield "  " * depth + "; ".join((called, *words))
    yield from inner


def _table(name: str, records: tuple[Any, ...], depth: int) -> Iterator[str]:
    """Yield the lines of each record; neighbours that differ in id and name share theirs."""
    alike: list[tuple[list[str], list[str]]] = []
    for record in records:
        fields = {"id", "name"} & type(record).model_fields.keys() if hasattr(record, "id") else ()
        named = " ".join(getattr(record, field) for field in sorted(fields)).strip()
        lines = list(_lines("", record.evolve(**dict.fromkeys(fields, "")), depth))
        if not (named and alike and alike[-1][1] == lines):
            alike.append(([], lines))
        alike[-1][0].append(named)
    for names, (first, *rest) in alike:
        indent = "  " * depth
        yield f"{indent}{name} {', '.join(names)}".rstrip() + first.removeprefix(indent)
        yield from rest


def _bound(bound: Any) -> str:
    end = "open" if bound.high is None else _plain(bound.high)
    words = [f"{_plain(bound.low)} to {end}, {_plain(bound.known)} known"]
    words += ["estimated"] if bound.estimated else []
    words += [f"by {', '.join(bound.basis)}"] if bound.basis else []
    words += [f"for want of {', '.join(bound.gaps)}"] if bound.gaps else []
    return "; ".join(words)


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return "(" + ", ".join(_plain(one) for one in value) + ")"
    return str(value)


def main() -> None:
    """Write every report anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in HALLS:
        file_of(name).write_text(told_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
