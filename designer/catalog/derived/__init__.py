"""Figures that follow from others: computed when asked for, never stored in a file.

Every formula is a pure function with a name of its own; `derived_figures` applies those that fit
an entry. What is unknown gives no figure, never 0.
"""

from collections.abc import Iterator

from designer.catalog.catalog import Catalog
from designer.catalog.derived.accelerators import (
    accelerator_figures,
    flop_per_byte,
    usd_per_gb_hour,
    usd_per_pflops,
)
from designer.catalog.derived.base import (
    BASEBOARD_ACCELERATORS,
    Derived,
    Purchase,
    Rate,
    change_percent,
    cheapest_rate,
    electricity_usd_per_year,
    history,
    is_bounded,
    months_until_equal,
    newest_rate,
    purchase_of_accelerator,
    rates,
    usd_per_accelerator_hour,
)
from designer.catalog.derived.cloud import discount_percent, offer_figures, offer_memory_gb
from designer.catalog.derived.fitting import fitting_figures, state_figures
from designer.catalog.derived.inside import inside_figures
from designer.catalog.derived.systems import (
    injection_gb_s,
    peak_pflops,
    storage_figures,
    switch_figures,
    system_figures,
)
from designer.catalog.derived.workloads import (
    BYTES_PER_PARAMETER,
    accelerator_hours,
    batch_1_bound_tokens_s,
    inference_figures,
    kv_bytes_per_token,
    kv_cache_gb,
    model_figures,
    queries_per_second,
    training_figures,
    training_flop_per_token,
    usd_per_million_tokens,
    weights_gb,
)
from designer.catalog.entry import Entry
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.workloads import InferenceRun, Model, TrainingRun

__all__ = [
    "BASEBOARD_ACCELERATORS",
    "BYTES_PER_PARAMETER",
    "Derived",
    "Purchase",
    "Rate",
    "accelerator_hours",
    "batch_1_bound_tokens_s",
    "change_percent",
    "cheapest_rate",
    "derived_figures",
    "discount_percent",
    "electricity_usd_per_year",
    "flop_per_byte",
    "history",
    "injection_gb_s",
    "kv_bytes_per_token",
    "kv_cache_gb",
    "months_until_equal",
    "newest_rate",
    "offer_memory_gb",
    "peak_pflops",
    "purchase_of_accelerator",
    "queries_per_second",
    "rates",
    "training_flop_per_token",
    "usd_per_accelerator_hour",
    "usd_per_gb_hour",
    "usd_per_million_tokens",
    "usd_per_pflops",
    "weights_gb",
]


def derived_figures(entry: Entry, catalog: Catalog, library: Library) -> tuple[Derived, ...]:
    """Return what follows from an entry's figures: totals of a node, $/PFLOPS, $ per GPU-hour.

    Parameters
    ----------
    catalog, library
        Where the entry's accelerator, model and offer are looked up, and where rates are found.
    """
    return tuple(_figures(entry, catalog, library))


def _figures(entry: Entry, catalog: Catalog, library: Library) -> Iterator[Derived]:
    if isinstance(entry, Part):
        yield from _part_figures(entry, catalog, library)
    elif isinstance(entry, CloudOffer):
        yield from offer_figures(entry, catalog)
    elif isinstance(entry, Model):
        yield from model_figures(entry)
        yield from state_figures(entry, library)
    elif isinstance(entry, TrainingRun):
        yield from training_figures(entry, catalog, library)
    elif isinstance(entry, InferenceRun):
        yield from inference_figures(entry, catalog, library)


def _part_figures(part: Part, catalog: Catalog, library: Library) -> Iterator[Derived]:
    if part.traits.accelerates:
        yield from accelerator_figures(part, library)
        yield from fitting_figures(part, library)
    if part.gpus or part.traits.counts_as_node:
        yield from system_figures(part, catalog)
    if part.inside:
        yield from inside_figures(part, catalog)
    if part.traits.switches:
        yield from switch_figures(part)
    if part.traits.stores:
        yield from storage_figures(part)
    change = _purchase_history(part)
    if change:
        yield change


def _purchase_history(part: Part) -> Derived | None:
    """Return the change of what a chip costs; prices of nodes differ in what they include."""
    bought = [
        p
        for p in part.prices
        if part.traits.accelerates
        and p.currency == "USD"
        and p.scope == "purchase"
        and p.per in ("unit", "gpu")
        and is_bounded(p)
        and not p.suspect
    ]
    per = {p.per for p in bought}
    return history([(p.as_of, p.figure_cents / 100) for p in bought]) if len(per) == 1 else None
