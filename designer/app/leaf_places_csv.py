"""Places of a fabric's leaf switches side by side as CSV: what the window compares, in figures."""

from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits.leaf_racks import order_leaves, place_leaves
from designer.document.errors import EditError
from designer.engine.cable_report import LeafPlace, LeafPlaces
from designer.engine.evaluate import Evaluator
from designer.io.export.csv_table import csv_table
from designer.model.change import diff
from designer.model.design import Design

_FIGURES: Final = (("length_m", "m"), ("longest_m", "longest m"), ("price", "price"))
_COLUMNS: Final = (
    "fabric", "place", "racks moved",
    *(f"{name}{end}" for _, name in _FIGURES for end in ("", " low", " high")),
    "currency", "pieces without a price", "media", "out of reach", "errors gained",
    "warnings gained", "findings lost", "no room",
)  # fmt: skip


def leaf_places_csv(design: Design, catalog: Catalog, fabric: str = "") -> str:
    """Return the ways to place the leaves of a fabric, today's first.

    Parameters
    ----------
    fabric
        Id or name; the first with leaves in rows where it is empty.

    Raises
    ------
    ValueError
        If there is no such fabric, or nothing to compare; the message says why in one line.
    """
    engine = Evaluator(catalog)
    engine.report(design)
    found = _found(engine, design, fabric)
    rows = (_row(engine, design, catalog, found.fabric, place) for place in found.places)
    return csv_table(_COLUMNS, rows)


def _found(engine: Evaluator, design: Design, wanted: str) -> LeafPlaces:
    """Return the ways of the fabric that is asked for."""
    asked = [one.id for one in design.fabrics if not wanted or wanted in (one.id, one.name)]
    if not asked:
        known = ", ".join(one.id for one in design.fabrics) or "none"
        what = f"fabric {wanted!r}" if wanted else "fabric"
        raise ValueError(f"there is no {what}; fabrics are {known}")
    why = ""
    for fabric in asked:
        answer = engine.answer(design, "cables", "places", {"fabric": fabric})
        if isinstance(answer, LeafPlaces) and answer.places:
            return answer
        why = getattr(answer, "problem", "") or why
    raise ValueError(f"there are no places of leaf switches to compare: {why}")


def _row(
    engine: Evaluator, design: Design, catalog: Catalog, fabric: str, place: LeafPlace
) -> dict[str, str]:
    found = {
        "fabric": fabric, "place": place.kind, "racks moved": str(len(place.moves)),
        "media": ", ".join(f"{medium} {count}" for medium, count in place.media),
        "currency": design.site.currency, "pieces without a price": str(place.unpriced),
        "out of reach": str(place.too_far),
    }  # fmt: skip
    for name, column in _FIGURES:
        figure = place.figure(name)
        digits = 2 if name == "price" else 1
        ends = (("", figure.value), (" low", figure.low), (" high", figure.high))
        for end, value in ends:
            known = value is not None and value < inf
            found[f"{column}{end}"] = f"{value:.{digits}f}" if known else ""
    return found | dict(_findings(engine, design, catalog, fabric, place))


def _findings(
    engine: Evaluator, design: Design, catalog: Catalog, fabric: str, place: LeafPlace
) -> Iterator[tuple[str, str]]:
    """Yield how many findings a way brings and ends, or why it cannot be applied."""
    if not place.is_other:
        return
    try:
        after = _edit(catalog, fabric, place)(design)
    except EditError as refusal:
        yield "no room", str(refusal)
        return
    answer = engine.preview(1, design, diff(design, after), ())
    comes = Counter(check.severity for check in answer.comes)
    yield "errors gained", str(comes["error"])
    yield "warnings gained", str(comes["warning"])
    yield "findings lost", str(sum(check.severity != "info" for check in answer.goes))


def _edit(catalog: Catalog, fabric: str, place: LeafPlace) -> Edit:
    if not place.moves:
        return order_leaves(fabric, place.leaf_order)
    return place_leaves(
        catalog, {one.rack: (one.x_mm, one.y_mm, one.rotation, one.row) for one in place.moves}
    )
