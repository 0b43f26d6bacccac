"""What a name means when one searches: short names, which price is shown, how ports count."""

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.compute_figures import AcceleratorFigures, ComputeFigures
from designer.catalog.entry import Price
from designer.catalog.figures import CoolingFigures, PortGroup
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.search import parse
from designer.catalog.vocabulary import (
    figures_named,
    port_count,
    port_rate,
    shown_price,
    text_names,
)


def part(kind: str = "node", **more: object) -> Part:
    return Part.model_validate({"id": "x", "name": "X", "kind": kind, **more})


def group(purpose: str, count: int, gbps: float) -> PortGroup:
    return PortGroup.model_validate(
        {"name": purpose, "purpose": purpose, "kind": "ethernet", "rate_gbps": gbps, "count": count}
    )


def price(scope: str, per: str, as_of: str, cents: int, currency: str = "USD") -> Price:
    return Price.model_validate(
        {"scope": scope, "per": per, "as_of": as_of, "amount_cents": cents, "source": "s",
         "kind": "guide", "currency": currency}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "name", "found"),
    [
        (part(power_max_w=10_200), "power", (10.2,)),
        (part(), "power", ()),
        (part(height_half_u=9), "u", (4.5,)),
        (part(height_half_u=0), "u", ()),
        (part(), "nodes", (1,)),
        (part(), "gpus", ()),
        (part(gpus=8), "gpus", (8,)),
        (part("switch"), "gpus", (0,)),
        (part("cdu", cooling=CoolingFigures(method="direct-to-chip", capacity_kw=1300)), "kw",
         (1300,)),
        (part("gpu", accelerator=AcceleratorFigures(fp64_vector_tflops=34)), "fp64", (34,)),
        (part("gpu", accelerator=AcceleratorFigures(fp64_vector_tflops=34, fp64_tensor_tflops=67)),
         "fp64", (67,)),
        (part(compute=ComputeFigures(memory_gb=2048)), "memory", (2048,)),
        (CloudOffer(id="o", name="O", provider="p", accelerator="a", memory_gb=100), "memory",
         (100,)),
        (CloudOffer(id="o", name="O", provider="p", accelerator="a", memory_gb=100,
                    accelerator_memory_gb=80), "memory", (80,)),
        (part(full_depth=True), "full_depth", ()),
    ],
)  # fmt: skip
def test_a_short_name_is_the_first_figure_that_an_entry_has(
    entry: Part, name: str, found: tuple[float, ...]
) -> None:
    assert figures_named(entry, name) == pytest.approx(found)


@pytest.mark.parametrize(
    ("groups", "count", "rate"),
    [
        ([], None, None),
        ([("compute", 8, 400), ("storage", 2, 200)], 10, 400),
        ([("fabric", 64, 400), ("out-of-band", 2, 1)], 64, 400),
        ([("fabric", 48, 25), ("fabric", 8, 100), ("uplink", 4, 400)], 56, 400),
    ],
)
def test_ports_of_a_switch_are_those_of_its_fabric(
    groups: list[tuple[str, int, float]], count: float | None, rate: float | None
) -> None:
    switch = part("switch", ports=tuple(group(*one) for one in groups))
    assert (port_count(switch), port_rate(switch)) == (count, rate)


def test_a_cable_has_its_rate_and_an_offer_none() -> None:
    cable = part("cable", cable=CableFigures(medium="DAC", rate_gbps=800))
    assert (port_count(cable), port_rate(cable)) == (None, 800)
    offer = CloudOffer(id="o", name="O", provider="p", accelerator="a", network_gbps=3200)
    assert (port_count(offer), port_rate(offer)) == (None, None)


UNIT, HOUR = ("purchase", "unit"), ("on-demand", "gpu-hour")


@pytest.mark.parametrize(
    ("prices", "shown"),
    [
        ([], None),
        ([price(*HOUR, "2026", 2), price(*UNIT, "2024", 3)], 3),
        ([price(*UNIT, "2024", 3), price(*UNIT, "2026", 4), price(*UNIT, "2025", 5)], 4),
        ([price(*UNIT, "2026", 4, "EUR"), price(*UNIT, "2024", 3)], 3),
        ([price("purchase", "gpu", "2026", 6), price("purchase", "rack", "2020", 7)], 7),
        ([price("on-demand", "instance-hour", "2026", 8), price(*HOUR, "2020", 9)], 9),
        ([price("spot", "gpu-hour", "2020", 1), price("spot", "gpu-hour", "2021", 2)], 2),
    ],
)
def test_the_price_of_a_list_is_of_the_thing_then_of_an_hour_the_newest_in_dollars(
    prices: list[Price], shown: int | None
) -> None:
    found = shown_price(part(prices=tuple(prices)))
    assert (found.amount_cents if found else None) == shown


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("power<10.2", False), ("power<=10.2", True), ("power>10.2", False), ("power>=10.2", True),
        ("power=10.2", True), ("power:10.2", True), ("power:10", False), ("power<10_000", True),
        ("mass>1", False), ("vendor:nvi", True), ("vendor=nvi", True), ("vendor:amd", False),
        ("power<20 vendor:amd", False),
    ],
)  # fmt: skip
def test_comparisons(query: str, fits: bool) -> None:
    entry = part(vendor="NVIDIA", power_max_w=10_200)
    assert bool(parse(query).rank([entry])) == fits


def test_rules_are_no_words_of_a_search():
    """A condition is of other conditions: a search for a word with a colon never came back."""
    assert not [name for name in text_names() if name.startswith("rules")]
