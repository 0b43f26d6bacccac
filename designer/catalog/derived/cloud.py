"""Figures that follow for a cloud offer: per accelerator, month and year, memory, discounts."""

from collections.abc import Iterator

from designer.catalog.catalog import Catalog
from designer.catalog.derived.base import (
    Derived,
    Rate,
    change_percent,
    chip_of,
    history,
    is_bounded,
    newest_rate,
    number,
    rate_words,
    rates,
    times,
)
from designer.catalog.records.cloud import CloudOffer
from designer.model.units import HOURS_PER_MONTH, HOURS_PER_YEAR


def offer_memory_gb(offer: CloudOffer, catalog: Catalog) -> float | None:
    """Return the accelerator memory of the whole offer: as stated, or from its accelerator."""
    if offer.accelerator_memory_gb:
        return offer.accelerator_memory_gb
    chip = chip_of(offer, catalog)
    each = chip.accelerator.memory_gb if chip and chip.accelerator else None
    return offer.counted * each if each and offer.counted else None


def discount_percent(offer: CloudOffer) -> float | None:
    """Return how much cheaper spot is than on demand, at the newest date of each, in percent."""
    spot, full = newest_rate(offer, "spot"), newest_rate(offer)
    return -change_percent(full.usd, spot.usd) if spot and full else None


def offer_figures(offer: CloudOffer, catalog: Catalog) -> Iterator[Derived]:
    """Yield what follows from an offer's newest prices and its accelerator."""
    memory, count = offer_memory_gb(offer, catalog), offer.counted
    if memory and count:
        yield Derived(
            "Accelerator memory",
            memory,
            "GB",
            f"{times(count)}{number(memory / count)} GB",
        )
    if offer.network_gbps and count:
        yield Derived(
            "Network per accelerator",
            offer.network_gbps / count,
            "Gb/s",
            f"{number(offer.network_gbps)} Gb/s ÷ {count}",
        )
    rate = newest_rate(offer)
    if rate:
        yield from _rate_figures(rate, memory)
    spot = newest_rate(offer, "spot")
    saved = discount_percent(offer)
    if spot:
        yield Derived("Spot, per accelerator", spot.usd, "USD/h", rate_words(spot))
    if rate and spot and saved is not None:
        yield Derived(
            "Saved by spot",
            saved,
            "%",
            f"1 − {number(spot.usd)} USD/h ÷ {number(rate.usd)} USD/h",
        )
    change = history([(r.price.as_of, r.usd) for r in rates(offer) if is_bounded(r.price)])
    if change:
        yield change


def _rate_figures(rate: Rate, memory: float | None) -> Iterator[Derived]:
    count = rate.offer.counted
    yield Derived("On demand, per accelerator", rate.usd, "USD/h", rate_words(rate))
    if count is None:
        return
    words = f"{times(count)}{number(rate.usd)} USD/h"
    yield Derived(
        "On demand, per month",
        rate.usd * count * HOURS_PER_MONTH,
        "USD",
        f"{words} × {HOURS_PER_MONTH} h",
    )
    yield Derived(
        "On demand, per year",
        rate.usd * count * HOURS_PER_YEAR,
        "USD",
        f"{words} × {number(HOURS_PER_YEAR)} h",
    )
    if memory:
        yield Derived(
            "Renting per gigabyte of memory",
            rate.usd * count / memory,
            "USD/(GB·h)",
            f"{words} ÷ {number(memory)} GB",
        )
