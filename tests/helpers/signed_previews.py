"""What previews of small edits say of figures and checks, as text to be read and signed.

`python -m tests.helpers.signed_previews` writes it anew to `tests/golden/data/previews.txt`.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from designer.engine.evaluate import Evaluator
from designer.engine.preview import FigureChange, Foreseen
from designer.model.change import diff
from designer.model.design import Design
from designer.model.figure_words import words
from tests.helpers.edits import neighbours
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

FILE = Path(__file__).parents[1] / "golden" / "data" / "previews.txt"
_TOLD = (
    "the first of devices less", "a record of racks less", "policy", "an accepted finding",
    "a device elsewhere", "a record of fabrics less", "the first of power less",
)  # fmt: skip


def told() -> str:
    """Return for each hall what some edits would bring, take and alter."""
    return "\n".join(line for name, draw in DESIGNS.items() for line in _hall(name, draw())) + "\n"


def _hall(name: str, design: Design) -> Iterator[str]:
    evaluator = Evaluator(CATALOG)
    racks = [rack.id for rack in design.racks[:1]]
    yield name
    for what, after in neighbours(design):
        if what in _TOLD:
            preview = evaluator.preview(1, design, diff(design, after), racks)
            yield f"  {what}: free ports {preview.free_leaf_ports}"
            yield from _changes(preview.changes)
            yield f"    altered {', '.join(preview.altered) or '-'}"
            if preview.unmeasured:
                yield f"    not measured {', '.join(preview.unmeasured)}"
            for sign, found in (
                ("+", preview.comes), ("-", preview.goes), ("~", preview.alters),
                ("=", preview.stays),
            ):  # fmt: skip
                yield from (f"    {sign} {_line(one)}" for one in found)
            yield from (f"    ! {why}" for why in preview.not_computed)


def _changes(changes: Iterable[FigureChange]) -> Iterator[str]:
    """Yield the figures of each section that a change alters."""
    for section, among in groupby(changes, key=lambda one: one.section):
        yield f"    = {section}: {'; '.join(_change(one) for one in among)}"


def _change(one: FigureChange) -> str:
    was, now = (words(one.figure(side, one.unit)) for side in ("before", "after"))
    return f"{one.what} {was} to {now}"


def _line(one: Foreseen) -> str:
    return f"{one.severity} {one.key} at {one.places}: {one.message}"


def main() -> None:
    """Write the previews anew."""
    FILE.write_text(told(), encoding="utf-8")


if __name__ == "__main__":
    main()
