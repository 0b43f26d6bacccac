"""The section on figures that are not exact: how much is known, what they rest on and what is open.

May import the report and the words for figures.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.engine.page import Align, Section, Table
from designer.engine.reasons import input_in_words, names_of
from designer.engine.report import FIGURE_WORDS, Report
from designer.model.design import PowerNode
from designer.model.figure_cases import spanning
from designer.model.figure_words import quantity, words
from designer.model.figures import Figure
from designer.model.measured import Bound, Measured
from designer.model.section_words import without_unit
from designer.model.some_names import some

_MONEY = frozenset({"capex", "opex_per_year", "tco", "gpu_hour", "cloud_total", "amount"})
_SHOWN_REFS = 6
_RATIOS = frozenset({"pue", "wue"})
_WORDS = {
    "it": "IT power", "facility": "facility power", "pue": "PUE", "wue": "WUE", "gpus": "GPUs",
    "air": "heat to air", "liquid": "heat to liquid", "energy": "energy a year",
    "capex": "capital cost", "opex_per_year": "energy cost a year", "amount": "capital cost",
    "tco": "cost of ownership", "gpu_hour": "cost of a GPU hour",
    "read": "reading rate", "write": "writing rate", "raw": "raw capacity",
}  # fmt: skip
"""Figures whose names do not read as words."""


@dataclass(frozen=True)
class _Open:
    """A figure of one record that is not exact."""

    where: str
    record: Measured
    bound: Bound


def open_figures(report: Report, catalog: Catalog, power: Iterable[PowerNode] = ()) -> Section:
    """Return what is not exact of a report, alike figures of several racks as one.

    Parameters
    ----------
    catalog
        What the parts are called that figures rest on.
    power
        The room's power, whose records figures rest on as well.
    """
    name_of = names_of(catalog, power)

    def in_words(refs: tuple[str, ...]) -> str:
        return some([input_in_words(ref, name_of) for ref in refs], _SHOWN_REFS)

    columns: tuple[tuple[str, Align], ...] = (
        ("Figure", "left"), ("Of", "left"), ("Value", "right"), ("Known", "right"),
        ("Rests on", "left"), ("What would settle it", "left"),
    )  # fmt: skip
    alike: dict[tuple[object, ...], list[_Open]] = {}
    for found in _found(report):
        bound = found.bound
        kind = type(found.record).__name__
        alike.setdefault((kind, bound.name, bound.basis, bound.gaps), []).append(found)
    rows = tuple(_row(group, report.cost.currency, in_words) for group in alike.values())
    return Section("Figures that are not exact", table=Table(columns, rows))


def _found(report: Report) -> Iterator[_Open]:
    records: list[tuple[str, object]] = [
        ("the whole design", report.totals),
        ("the building", report.facility),
        ("storage", report.storage),
        ("cost", report.cost),
        *((f"cost, {line.category}", line) for line in report.cost.by_category),
        *((fabric.name or fabric.id, fabric) for fabric in report.fabrics),
        *((rack.name or rack.id, rack) for rack in report.racks),
        *report.sections,
    ]
    for where, record in records:
        if isinstance(record, Measured):
            yield from (_Open(where, record, bound) for bound in record.bounds)


def _row(
    group: list[_Open], currency: str, in_words: Callable[[tuple[str, ...]], str]
) -> tuple[str, ...]:
    bound = group[0].bound
    unit = currency if bound.name in _MONEY else ""
    figures = [found.record.figure(bound.name, unit) for found in group]
    return (
        figure_name(type(group[0].record), bound.name),
        some([found.where for found in group]),
        _values(bound.name, figures),
        _share([found.bound.known for found in group]),
        in_words(bound.basis),
        in_words(bound.gaps),
    )


def _values(name: str, figures: list[Figure]) -> str:
    """Return the figure of each, or between which bounds all of them are where they differ."""

    def text(figure: Figure) -> str:
        is_ratio = name in _RATIOS or name.endswith("_ratio")
        return words(figure, 2) if is_ratio else quantity(figure)

    texts = {text(figure) for figure in figures}
    if len(texts) == 1:
        return texts.pop()
    return f"each {text(spanning(figures))}"


def _share(known: list[float]) -> str:
    """Return the known share in per cent, rounded down: 100 % is said of all and nothing less."""
    low, high = (int(share * 100) for share in (min(known), max(known)))
    return f"{low} %" if low == high else f"{low}–{high} %"


def figure_name(kind: type[Measured], name: str) -> str:
    """Return what a figure of the report is called: `typical power` for `power_typical_kw`.

    A figure of an added section is called as in its section.
    """
    stem = without_unit(name)
    known = FIGURE_WORDS.get(f"{stem}_w") or FIGURE_WORDS.get(name) or _WORDS.get(stem)
    return known or kind.model_fields[name].title or stem.replace("_", " ")
