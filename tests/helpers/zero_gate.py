"""Where 0 is put in place of what is not known: `x or 0`, `x if x else 0`, and other words for it.

A power, price or flow that nobody states is not 0, so that such a place is right only for counts
and texts of which nothing means none. Each of those is listed with its reason.
"""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.helpers.figure_gate import fills_up
from tests.helpers.rooms import EXPORTS, rooms_of

ROOTS: Final = (*rooms_of("zeros"), EXPORTS)
"""Below `designer`."""

RIGHT: Final = {
    "engine/worker.py: number or 0": "a message number",
    "document/placement.py: held.height_half_u if held is not None else 0":
        "what no catalogue has: the least that it may take is asked for in the next line",
    "document/placement.py: in_doubt or 0": "the highest place so far, of which there is none yet",
    **dict.fromkeys(
        (f"document/plant_plans.py: run.{name} or 0" for name in ("x_mm", "y_mm", "end_x_mm",
                                                                  "end_y_mm")),
        "a run that is drawn has both ends",
    ),
    "document/port_maps.py: part.psu.count if part.psu is not None else 0":
        "supplies that can be named: of what states none, none",
    "runtime/engine_client.py: len(self._held.racks) if self._held is not None else 0":
        "how long to wait is told by the size of the design, of which there is none yet",
    **dict.fromkeys(
        ("app/main.py: end.code or 0", "app/script_run.py: end.code or 0"),
        "Python's own: an exit without a code is that with 0",
    ),
    **dict.fromkeys(
        (
            "engine/subjects/fabrics/calc.py: v['breakout'] or 0",
            "engine/subjects/fabrics/calc.py: rate or 0.0",
            "engine/subjects/fabrics/calc.py: spine_radix or 0",
            "engine/subjects/fabrics/calc.py: v['su_nodes'] or 0",
            "engine/subjects/fabrics/calc.py: v['racks'] or 0",
        ),
        "typed inputs: 0 asks for the part's own or for none",
    ),
    "wiring/ends.py: worded[2] or 0": "a lane in an address, 0 where none is written",
    "wiring/ends.py: numbered[2] or 0": "a lane in an address, 0 where none is written",
    "wiring/power_ends.py: rack.compute.power_shelves or 0": "shelves that can be numbered",
    "wiring/network_fabric.py: fit.lanes_each or 0": "a count of lanes beside one that is asked",
    "render/drawing.py: part.gpu_count or 0": "squares drawn on a picture, and no sum",
    "catalog/part_prices.py: low or 0.0": "the lower bound of a price that nobody bounds below",
    "catalog/bands.py: 0.0 if self.low is None else min(self.low, self.value)":
        "the lower bound of a default that nobody bounds below",
    "ui/views/start/template_card.py: 0 if low is None else low":
        "the least a field takes, not a figure",
    "catalog/pointer.py: match['percent'] or 0": "a text without a tolerance has none",
    "catalog/derived/workloads.py: model.hidden or 0": "words; the figure beside it is known",
    "catalog/derived/workloads.py: run.accelerators or 0": "words; the figure beside it is known",
    "catalog/derived/workloads.py: run.days or 0": "words; the figure beside it is known",
    "engine/subjects/workloads/shape.py: found or 0":
        "experts, shared ones, layers without them or with a window, of which there are none",
    "catalog/model_shape.py: model.dense_layers or 0": "a sparse model without dense layers",
    "catalog/model_shape.py: model.experts_shared or 0": "experts that all tokens share, if any",
    "ui/views/catalogue/browse_page.py: self.families.families.count(EVERYTHING) or 0":
        "a count of entries",
}  # fmt: skip
"""Places that are right, with the reason."""


Place = tuple[str, int, str]
"""A module, a line of it, and what stands there."""


def zeros_for_unknown(found: Iterable[Place]) -> list[str]:
    """Return each `x or 0` of a folder as `path:line: text`, but for those that are right."""
    return [f"{place}:{line}: {said}" for place, line, said in found
            if f"{place}: {said}" not in RIGHT]  # fmt: skip


def unused_exceptions(found: Iterable[Place]) -> list[str]:
    """Return the exceptions that are none of the places below a folder."""
    return sorted(RIGHT.keys() - {f"{place}: {said}" for place, _, said in found})


def filled_up(root: Path) -> list[Place]:
    """Return each `x or 0` below a folder."""
    return [
        (path.relative_to(root).as_posix(), node.lineno, ast.unparse(node).splitlines()[0])
        for folder in ROOTS
        for path in sorted((root / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr | ast.If) and fills_up(node)
    ]
