"""The designs that are printed: every rack for itself, so that each has a sheet of its own."""

from functools import cache

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design
from tests.bench.designs import catalog, unfolded

UNITS_BY_SHEETS = {10: 1, 100: 9, 400: 37}
"""Scalable units of a DGX SuperPOD that has so many racks at least."""


@cache
def printed_pod(units: int) -> tuple[Design, Catalog, Report]:
    """Return a DGX SuperPOD of so many scalable units, unfolded, with its report."""
    from designer.planning.templates import build

    parts = catalog()
    design = unfolded(build("dgx-superpod-h100", {"scalable_units": str(units)}, parts))
    return design, parts, evaluate(design, parts)
