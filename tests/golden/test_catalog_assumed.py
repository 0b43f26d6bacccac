"""How much of the shipped catalogue is assumed, and that no assumption carries without bounds."""

from collections import Counter

from designer.catalog.load import load_shipped

MOST_ASSUMED = 0.05
CARRIED = (
    "power_max_w", "mass_kg", "psu.rating_w", "cooling.flow_lpm", "generator.standby_kw",
    "generator.fuel_full_load_lph", "transformer.rated_kva", "transformer.load_w",
)  # fmt: skip
"""Figures that feeds, floors, supplies, pipes, sets and transformers are sized by."""


def test_at_most_a_twentieth_of_all_figures_is_assumed() -> None:
    counted: Counter[str] = Counter()
    for part in load_shipped().parts:
        stated = (f for f in part.figures() if f.partition(".")[0] in part.model_fields_set)
        counted.update(said.kind for f in stated if (said := part.source_of(f)))
    assert counted.total() > 6_000
    assert counted["assumed"] / counted.total() <= MOST_ASSUMED


def test_no_assumption_that_is_sized_by_stands_without_bounds() -> None:
    bare = [
        f"{part.id}.{name}"
        for part in load_shipped().parts
        for name in part.figures()
        if (name in CARRIED or name.startswith("coolant_flow."))
        and (said := part.source_of(name)) is not None
        and said.kind == "assumed"
        and part.assumed_between(name) is None
    ]
    assert bare == []


def test_every_switch_says_of_its_management_ports_or_that_nobody_does() -> None:
    switches = [part for part in load_shipped().parts if part.traits.switches]
    silent = [
        part.id
        for part in switches
        if not any(group.purpose == "out-of-band" for group in part.ports)
        and part.unpublished_of("ports.out-of-band") is None
    ]
    assert len(switches) > 50
    assert silent == []
