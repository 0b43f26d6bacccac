"""What is asked of a part: stated, bounded by a rule, said to be published by nobody, or open."""

import pytest

from designer.catalog.completeness import (
    ASPECTS,
    Aspect,
    completeness,
    has_bounds,
    is_complete,
    open_figures,
)
from designer.catalog.figures import (
    GeneratorFigures,
    PortGroup,
    Psu,
    TransformerFigures,
    UpsFigures,
)
from designer.catalog.kinds import KIND_IDS
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures
from designer.catalog.unpublished import Unpublished
from designer.catalog.vetting import entry_problems

SWITCH = Part(id="s", name="S", kind="switch", height_half_u=2)
PORTS = (
    PortGroup(
        name="fabric", purpose="fabric", kind="ethernet", rate_gbps=400, count=32, connector="OSFP"
    ),
)


def aspect(title: str, kind: str) -> Aspect:
    return next(one for one in ASPECTS if one.title == title and kind in one.kinds)


def nobody(*fields: str, **bounds: float) -> Unpublished:
    return Unpublished(fields=fields, looked_in="its data sheet", bound="a rule", **bounds)


def test_what_nobody_says_is_open() -> None:
    found = open_figures(SWITCH)
    assert found["draw"] == ("power_max_w",)
    assert found["supplies"] == ("psu.count", "psu.rating_w")
    assert not is_complete(SWITCH)
    assert not has_bounds(SWITCH)


def test_supplies_bound_a_draw() -> None:
    """The needed one of two supplies of 1,500 W, over an efficiency of at least 0.88."""
    part = SWITCH.evolve(psu=Psu(count=2, rating_w=1500, redundancy="1+1"))
    assert aspect("draw", "switch").state(part) == "bounded"
    assert aspect("draw", "switch").state(part.evolve(power_max_w=1400.0)) == "stated"
    assert aspect("typical, idle, peak", "switch").state(part) == "bounded"


def test_what_nobody_publishes_says_what_bounds_it_and_is_computed_with() -> None:
    part = SWITCH.evolve(
        unpublished=(nobody("mass_kg", low=9.0, high=16.0), nobody("power_max_w", high=900.0))
    )
    assert aspect("mass", "switch").state(part) == "unpublished"
    assert aspect("draw", "switch").state(part) == "unpublished"
    mass, draw = mass_figure(part), power_figures(part)["power_max_w"]
    assert (mass.low, mass.high, mass.value) == (9.0, 16.0, None)
    assert (draw.low, draw.high, draw.value) == (0.0, 900.0, None)
    assert power_figures(part)["power_idle_w"].high == 900.0, "idle is at most the maximum"
    assert aspect("typical, idle, peak", "switch").state(part) == "bounded"
    assert has_bounds(part)
    assert not has_bounds(part.evolve(unpublished=(nobody("mass_kg"),)))


def test_words_bound_less_than_numbers_and_what_was_not_read_less_than_either() -> None:
    part = SWITCH.evolve(unpublished=(nobody("depth_mm"),))
    depth = aspect("depth", "switch")
    assert depth.state(part) == "in words"
    assert depth.state(part.evolve(unpublished=(nobody("depth_mm", high=900.0),))) == "unpublished"
    unread = nobody("depth_mm", high=900.0).evolve(not_read=True)
    assert depth.state(part.evolve(unpublished=(unread,))) == "not read"


def test_a_part_of_which_words_alone_say_everything_is_not_complete() -> None:
    every = tuple(name for one in ASPECTS if "switch" in one.kinds for name in one.fields)
    hollow = SWITCH.evolve(unpublished=(nobody(*every),))
    assert open_figures(hollow) == {}
    assert not is_complete(hollow)


def test_bounds_of_an_entry_give_way_to_what_follows_from_stated_figures() -> None:
    part = SWITCH.evolve(power_typical_w=1000.0, unpublished=(nobody("power_max_w", high=900.0),))
    assert power_figures(part)["power_max_w"].low == 1000.0


@pytest.mark.parametrize(
    ("liquid", "flow", "state"), [(0.0, (), "stated"), (0.8, (), "open"), (None, (), "open")]
)
def test_coolant_is_asked_of_what_is_liquid_cooled(
    liquid: float | None, flow: tuple[()], state: str
) -> None:
    part = SWITCH.evolve(liquid_fraction=liquid, coolant_flow=flow)
    assert aspect("coolant", "switch").state(part) == state


def test_ports_of_each_purpose_are_asked_of_a_node() -> None:
    asked = aspect("ports", "node")
    node = Part(id="n", name="N", kind="node", height_half_u=16, ports=PORTS)
    assert asked.missing(node)[0] == "ports.compute"
    told = node.evolve(unpublished=(nobody(*asked.fields),))
    assert asked.state(told) == "in words"
    compute = node.evolve(ports=(PORTS[0].evolve(purpose="compute"),))
    assert "ports.compute" not in asked.missing(compute)


def test_kinds_are_counted_with_what_is_open() -> None:
    told = (nobody("mass_kg", high=5000.0), nobody("width_mm", "depth_mm", "height_mm", "prices"))
    whole = Part(id="t", name="T", kind="transformer", unpublished=told)
    (switches, transformers) = completeness([SWITCH, SWITCH.evolve(id="b"), whole])
    assert (switches.kind, switches.parts, switches.complete) == ("switch", 2, 0)
    assert switches.unbounded == ("s", "b")
    assert switches.states["mass"]["open"] == 2
    assert (transformers.complete, transformers.share, transformers.unbounded) == (1, 1.0, ())


def test_plant_is_asked_for_its_size_its_price_and_what_it_loses_or_burns() -> None:
    for kind in ("ups", "transformer", "switchboard", "panel", "generator"):
        asked = {one.title for one in ASPECTS if kind in one.kinds}
        assert asked == {"mass", "size", "price", "fuel" if kind == "generator" else "losses"}
    for kind in ("chiller", "dry-cooler", "cooling-tower"):
        asked = {one.title for one in ASPECTS if kind in one.kinds}
        assert {"mass", "size", "price", "own draw", "heat over temperature"} <= asked


def test_a_unit_of_heat_rejection_of_which_nothing_bounds_the_mass_is_told() -> None:
    unit = Part(id="c", name="C", kind="chiller", unpublished=(nobody("mass_kg"),))
    assert not has_bounds(unit)
    assert has_bounds(unit.evolve(unpublished=(nobody("mass_kg", high=9000.0),)))


def test_losses_are_stated_over_the_load_or_lie_between_what_is_published() -> None:
    ups, transformer = aspect("losses", "ups"), aspect("losses", "transformer")
    one = Part(id="u", name="U", kind="ups", ups=UpsFigures(rated_kw=500, efficiency=0.97))
    curve = UpsFigures(
        efficiency_25=0.96, efficiency_50=0.97, efficiency_75=0.97, efficiency_100=0.96
    )
    assert ups.state(one) == "bounded", "a best efficiency is no curve"
    assert ups.state(one.evolve(ups=curve)) == "stated"
    made = Part(id="t", name="T", kind="transformer", transformer=TransformerFigures(load_w=9000))
    assert transformer.state(made) == "bounded"
    both = TransformerFigures(no_load_w=1000, load_w=9000)
    assert transformer.state(made.evolve(transformer=both)) == "stated"
    assert aspect("losses", "switchboard").state(SWITCH.evolve(kind="switchboard")) == "bounded"


def test_fuel_at_half_load_is_bounded_by_that_at_full_load() -> None:
    fuel = aspect("fuel", "generator")
    bare = Part(id="g", name="G", kind="generator")
    assert fuel.missing(bare) == fuel.fields
    full = bare.evolve(generator=GeneratorFigures(fuel_full_load_lph=500))
    assert fuel.state(full) == "bounded"
    both = GeneratorFigures(fuel_full_load_lph=500, fuel_half_load_lph=270)
    assert fuel.state(bare.evolve(generator=both)) == "stated"


def test_every_aspect_is_of_kinds_that_are_known() -> None:
    for one in ASPECTS:
        assert one.kinds <= set(KIND_IDS)
        assert one.fields


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"fields": (), "looked_in": "a", "bound": "b"}, "name the figures"),
        ({"fields": ("mass_kg",), "looked_in": " ", "bound": "b"}, "looked_in is empty"),
        ({"fields": ("mass_kg",), "looked_in": "a", "bound": ""}, "bound is empty"),
        (
            {"fields": ("mass_kg", "prices"), "looked_in": "a", "bound": "b", "high": 1.0},
            "a record for each",
        ),
        (
            {"fields": ("mass_kg",), "looked_in": "a", "bound": "b", "low": 2.0, "high": 1.0},
            "below low",
        ),
    ],
)
def test_a_record_that_says_nothing_is_refused(told: dict[str, object], words: str) -> None:
    part = SWITCH.evolve(unpublished=(Unpublished.model_construct(**told),))
    found = [text for one in part.unpublished for _, text in one.own_problems()]
    assert any(words in text for text in found)


def test_what_is_stated_is_not_said_to_be_published_by_nobody() -> None:
    part = SWITCH.evolve(mass_kg=12.0, unpublished=(nobody("mass_kg"),))
    assert [text for _, text in part.own_problems()] == [
        "mass_kg is stated, and said to be published by nobody"
    ]


def test_a_field_that_no_part_has_is_told() -> None:
    part = SWITCH.evolve(unpublished=(nobody("weight_kg"),))
    found = [one.what for one in entry_problems(part, lambda *_: "a.toml:1:1")]
    assert "s: no part has a 'weight_kg' that somebody could publish" in found
