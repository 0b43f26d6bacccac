"""The designs the benches measure: reference designs at the size that the target names."""

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.design import Design

UNITS_FOR_16384_GPUS = 64
"""Scalable units of 32 DGX H100 with 8 GPUs each: 64 × 32 × 8 = 16,384."""


def catalog() -> Catalog:
    """Return the shipped catalogue."""
    return load_shipped()


def pod(parts: Catalog, *, tiny: bool = False) -> Design:
    """Return the DGX SuperPOD H100 with 16,384 GPUs; one scalable unit when tiny."""
    from designer.planning.templates import build

    units = 1 if tiny else UNITS_FOR_16384_GPUS
    return build("dgx-superpod-h100", {"scalable_units": str(units)}, parts)
