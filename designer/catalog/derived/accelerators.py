"""Figures that follow for a GPU or AI chip: price per work and memory, intensity, efficiency."""

from collections.abc import Iterator

from designer.catalog.derived.base import (
    Derived,
    cheapest_rate,
    months_until_equal,
    number,
    purchase_of_accelerator,
    rate_words,
)
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.model.units import HOURS_PER_MONTH


def usd_per_pflops(usd: float, dense_tflops: float) -> float:
    """Return dollars per dense petaFLOPS: sparse peaks would halve it on paper only."""
    return usd / (dense_tflops / 1000)


def usd_per_gb_hour(usd_per_hour: float, memory_gb: float) -> float:
    """Return dollars per gigabyte of accelerator memory and hour."""
    return usd_per_hour / memory_gb


def flop_per_byte(dense_tflops: float, memory_gb_s: float) -> float:
    """Return the arithmetic intensity above which a kernel is bound by compute, FLOP per byte."""
    return dense_tflops * 1000 / memory_gb_s


def accelerator_figures(part: Part, library: Library) -> Iterator[Derived]:
    """Yield what follows from an accelerator's own figures, prices and cloud rates."""
    figures = part.accelerator
    if figures is None:
        return
    dense, memory = figures.fp16_dense_tflops, figures.memory_gb
    yield from _purchase(part, dense, memory)
    if dense and figures.memory_gb_s:
        yield Derived(
            "Compute per byte",
            flop_per_byte(dense, figures.memory_gb_s),
            "FLOP/B",
            f"{number(dense)} TFLOPS dense FP16 ÷ {number(figures.memory_gb_s)} GB/s",
        )
    if dense and part.power_max_w:
        yield Derived(
            "Dense FP16 per watt",
            dense / part.power_max_w,
            "TFLOPS/W",
            f"{number(dense)} TFLOPS dense ÷ {number(part.power_max_w)} W maximum",
        )
    if figures.scaleup_gb_s:
        yield Derived(
            "Scale-up bandwidth, one direction",
            figures.scaleup_gb_s / 2,
            "GB/s",
            f"{number(figures.scaleup_gb_s)} GB/s both directions ÷ 2",
        )
    yield from _pod(part, dense, memory)
    yield from _renting(part, library, dense, memory)


def _purchase(part: Part, dense: float | None, memory: float | None) -> Iterator[Derived]:
    bought = purchase_of_accelerator(part)
    if bought is None:
        return
    if dense:
        yield Derived(
            "Purchase per dense FP16 PFLOPS",
            usd_per_pflops(bought.usd, dense),
            "USD/PFLOPS",
            f"{bought.how} ÷ {number(dense / 1000)} PFLOPS dense",
        )
    if memory:
        yield Derived(
            "Purchase per gigabyte of memory",
            bought.usd / memory,
            "USD/GB",
            f"{bought.how} ÷ {number(memory)} GB",
        )


def _pod(part: Part, dense: float | None, memory: float | None) -> Iterator[Derived]:
    chips = part.accelerator.chips_per_pod if part.accelerator else None
    if chips and dense:
        yield Derived(
            "Dense FP16 of a pod",
            chips * dense / 1000,
            "PFLOPS",
            f"{number(chips)} chips × {number(dense)} TFLOPS",
        )
    if chips and memory:
        yield Derived(
            "Memory of a pod",
            chips * memory / 1000,
            "TB",
            f"{number(chips)} chips × {number(memory)} GB",
        )


def _renting(
    part: Part, library: Library, dense: float | None, memory: float | None
) -> Iterator[Derived]:
    rate = cheapest_rate(part.id, library)
    if rate is None:
        return
    basis = f"{number(rate.usd)} USD/h ({rate.offer.name}, {rate.price.as_of})"
    words = f"{rate.offer.name}: {rate_words(rate)}"
    yield Derived("Cheapest on demand", rate.usd, "USD/h", words)
    if memory:
        yield Derived(
            "Renting per gigabyte of memory",
            usd_per_gb_hour(rate.usd, memory),
            "USD/(GB·h)",
            f"{basis} ÷ {number(memory)} GB",
        )
    if dense:
        yield Derived(
            "Renting per dense FP16 PFLOPS",
            usd_per_pflops(rate.usd, dense),
            "USD/(PFLOPS·h)",
            f"{basis} ÷ {number(dense / 1000)} PFLOPS dense",
        )
    bought = purchase_of_accelerator(part)
    months = months_until_equal(bought.usd, rate.usd) if bought else None
    if bought and months is not None:
        yield Derived(
            "Purchase equals renting after",
            months,
            "months",
            f"{bought.how} ÷ ({basis} × {HOURS_PER_MONTH} h): the chip alone, without node, "
            "building, electricity and staff",
        )
