"""Figures that follow for nodes, filled racks, superchips, baseboards, switches and storage."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.derived.base import (
    Derived,
    chip_of,
    newest,
    number,
    purchase_of_accelerator,
    sum_words,
)
from designer.catalog.entry import Price
from designer.catalog.part import Part
from designer.model.figure_words import amount
from designer.model.figure_words import words as figure_words
from designer.model.figures import Figure, product
from designer.model.units import HOURS_PER_YEAR

_PEAKS: Final = (
    ("fp4_dense_tflops", "FP4 dense", "PFLOPS"),
    ("fp4_sparse_tflops", "FP4 sparse", "PFLOPS"),
    ("fp8_dense_tflops", "FP8 dense", "PFLOPS"),
    ("fp8_sparse_tflops", "FP8 sparse", "PFLOPS"),
    ("int8_dense_tops", "INT8 dense", "POPS"),
    ("int8_sparse_tops", "INT8 sparse", "POPS"),
    ("fp16_dense_tflops", "FP16 dense", "PFLOPS"),
    ("fp16_sparse_tflops", "FP16 sparse", "PFLOPS"),
    ("tf32_dense_tflops", "TF32 dense", "PFLOPS"),
    ("tf32_sparse_tflops", "TF32 sparse", "PFLOPS"),
    ("fp32_tflops", "FP32", "PFLOPS"),
    ("fp64_tensor_tflops", "FP64 tensor", "PFLOPS"),
    ("fp64_vector_tflops", "FP64 vector", "PFLOPS"),
)


def peak_pflops(system: Part, catalog: Catalog, field: str) -> float | None:
    """Return a peak of all accelerators of a system, in 1e15 per second, or None if not known.

    Parameters
    ----------
    field
        A peak of `accelerator`, such as `fp16_dense_tflops`.
    """
    chip = chip_of(system, catalog)
    each = getattr(chip.accelerator, field) if chip and chip.accelerator else None
    return each * system.gpus / 1000 if each and system.gpus else None


def injection_gb_s(system: Part) -> float | None:
    """Return what a system can send into the compute fabric, one direction, in GB/s."""
    gbps = sum(g.count * g.rate_gbps for g in system.ports if g.purpose == "compute")
    return gbps / 8 if gbps else None


def system_figures(system: Part, catalog: Catalog) -> Iterator[Derived]:
    """Yield what follows for a part that holds accelerators: totals, power, ports, mass, price."""
    if system.gpus:
        yield from _totals(system, system.gpus, catalog)
        yield from _per_accelerator(system, system.gpus, catalog)
    yield from _injection(system)
    if system.mass_kg and system.height_half_u:
        yield Derived(
            "Mass per rack unit",
            system.mass_kg / (system.height_half_u / 2),
            "kg/U",
            f"{number(system.mass_kg)} kg ÷ {number(system.height_half_u / 2)} U",
        )
    if system.traits.computes:
        yield from _electricity(system, catalog)


def _totals(system: Part, count: int, catalog: Catalog) -> Iterator[Derived]:
    chip = chip_of(system, catalog)
    figures = chip.accelerator if chip else None
    if chip is None or figures is None:
        return
    if figures.memory_gb:
        yield Derived(
            "Accelerator memory",
            count * figures.memory_gb,
            "GB",
            f"{count} × {number(figures.memory_gb)} GB",
        )
    if figures.memory_gb_s:
        yield Derived(
            "Accelerator memory bandwidth",
            count * figures.memory_gb_s / 1000,
            "TB/s",
            f"{count} × {number(figures.memory_gb_s)} GB/s",
        )
    if figures.scaleup_gb_s:
        yield Derived(
            "Scale-up bandwidth, both directions",
            count * figures.scaleup_gb_s / 1000,
            "TB/s",
            f"{count} × {number(figures.scaleup_gb_s)} GB/s",
        )
    for field, words, unit in _PEAKS:
        total = peak_pflops(system, catalog, field)
        if total is not None:
            each = getattr(figures, field)
            yield Derived(words, total, unit, f"{count} × {number(each)} T{unit[1:]} ÷ 1,000")
    dense = peak_pflops(system, catalog, "fp16_dense_tflops")
    if dense and system.power_max_w:
        yield Derived(
            "Dense FP16 per kilowatt",
            dense * 1e6 / system.power_max_w,
            "TFLOPS/kW",
            f"{number(dense)} PFLOPS dense ÷ {number(system.power_max_w / 1000)} kW maximum",
        )


def _per_accelerator(system: Part, count: int, catalog: Catalog) -> Iterator[Derived]:
    chip = chip_of(system, catalog)
    if system.power_max_w:
        yield Derived(
            "Power per accelerator, all in",
            system.power_max_w / count,
            "W",
            f"{number(system.power_max_w)} W maximum ÷ {count}",
        )
    if system.power_max_w and chip and chip.power_max_w:
        yield Derived(
            "Accelerators' share of the maximum power",
            100 * count * chip.power_max_w / system.power_max_w,
            "%",
            f"{count} × {number(chip.power_max_w)} W ÷ {number(system.power_max_w)} W",
        )
    price = next(
        (
            p
            for p in newest(p for p in system.prices if p.scope == "purchase")
            if p.per in ("unit", "rack", "baseboard")
        ),
        None,
    )
    if price is not None:
        usd, band = price.figure_cents / 100, _band(price)
        how = sum_words(price) if band is None else f"{amount(band, 0)} USD"
        yield Derived(
            "Purchase per accelerator",
            usd / count if band is None else None,
            "USD",
            f"{how} ({price.as_of}) ÷ {count}",
            None if band is None else band.times(1 / count),
        )
        dense = peak_pflops(system, catalog, "fp16_dense_tflops")
        if dense:
            yield Derived(
                "Purchase per dense FP16 PFLOPS",
                usd / dense if band is None else None,
                "USD/PFLOPS",
                f"{how} ({price.as_of}) ÷ {number(dense)} PFLOPS dense",
                None if band is None else band.times(1 / dense),
            )
    bought = purchase_of_accelerator(chip) if chip else None
    if bought is not None:
        yield Derived(
            "Purchase of the accelerators alone",
            bought.usd * count,
            "USD",
            f"{count} × {bought.how}",
        )


def _band(price: Price) -> Figure | None:
    """Return the two ends of a price of which nobody names one sum; None of any other."""
    low, high = price.low_cents, price.high_cents
    if price.amount_cents is not None or low is None or high is None:
        return None
    return Figure(low / 100, high / 100, unit="USD")


def _injection(system: Part) -> Iterator[Derived]:
    total = injection_gb_s(system)
    if total is None:
        return
    groups = [g for g in system.ports if g.purpose == "compute"]
    words = " + ".join(f"{g.count} × {number(g.rate_gbps)} Gb/s" for g in groups)
    yield Derived("Injection bandwidth", total, "GB/s", f"({words}) ÷ 8, one direction")
    if system.gpus:
        yield Derived(
            "Injection bandwidth per accelerator",
            total / system.gpus,
            "GB/s",
            f"{number(total)} GB/s ÷ {system.gpus}",
        )


def _electricity(system: Part, catalog: Catalog) -> Iterator[Derived]:
    """Energy goes by the typical power and its bounds, as in the report; never by the maximum."""
    tariff, overhead = catalog.default("electricity-price"), catalog.default("pue")
    if tariff is None or overhead is None:
        return
    typical = catalog.figures().of(system.id, "power_typical_w")
    year = product(product(typical, overhead.figure), tariff.figure)
    cost = year.times(HOURS_PER_YEAR / 1000, "USD")
    if cost.unknown:
        return
    rules = [ref.removeprefix("rule ") for ref in typical.basis if ref.startswith("rule ")]
    named = f" ({'; '.join(rules)})" if rules else ""
    yield Derived(
        "Electricity of a year",
        cost.value,
        "USD",
        f"{figure_words(typical.times(1e-3, 'kW'))} typical{named} × {number(HOURS_PER_YEAR)} h × "
        f"{figure_words(tariff.figure, 4, 'USD/kWh')} × PUE {figure_words(overhead.figure, 2)}",
        None if cost.exact else cost,
    )


def switch_figures(switch: Part) -> Iterator[Derived]:
    """Yield what a switch's ports carry together; makers often print both directions added."""
    gbps = sum(g.count * g.rate_gbps for g in switch.ports if g.purpose == "fabric")
    if not gbps:
        return
    words = " + ".join(
        f"{g.count} × {number(g.rate_gbps)} Gb/s" for g in switch.ports if g.purpose == "fabric"
    )
    yield Derived("Port bandwidth, one direction", gbps / 1000, "Tb/s", words)
    yield Derived("Port bandwidth, both directions", 2 * gbps / 1000, "Tb/s", f"2 × ({words})")
    if switch.power_max_w:
        yield Derived(
            "Power per port bandwidth",
            switch.power_max_w / (gbps / 1000),
            "W per Tb/s",
            f"{number(switch.power_max_w)} W maximum ÷ {number(gbps / 1000)} Tb/s",
        )


def storage_figures(storage: Part) -> Iterator[Derived]:
    """Yield bandwidth per unit of what the source states it of, which alone is comparable."""
    figures = storage.storage
    if figures is None:
        return
    units = figures.scope_units or 1
    scope = figures.scope
    for word, rate in (("Read", figures.read_gb_s), ("Write", figures.write_gb_s)):
        if rate and scope:
            yield Derived(
                f"{word} bandwidth per {scope}",
                rate / units,
                "GB/s",
                f"{number(rate)} GB/s ÷ {units}",
            )
    if figures.read_gb_s and figures.usable_tb:
        yield Derived(
            "Read bandwidth per usable terabyte",
            figures.read_gb_s / figures.usable_tb,
            "(GB/s)/TB",
            f"{number(figures.read_gb_s)} GB/s ÷ {number(figures.usable_tb)} TB",
        )
    if figures.raw_tb and figures.usable_tb:
        yield Derived(
            "Usable share of the raw capacity",
            100 * figures.usable_tb / figures.raw_tb,
            "%",
            f"{number(figures.usable_tb)} TB ÷ {number(figures.raw_tb)} TB",
        )
