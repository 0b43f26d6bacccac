"""What an entry says of itself: facts, figures, prices; and how a catalogue looks it up."""

import pytest

from designer.catalog.bands import CoolingBand, PlanningDefault
from designer.catalog.catalog import Catalog, UnknownPartError
from designer.catalog.entry import Price, Provenance
from designer.catalog.figures import PortGroup, Psu
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.sizing import accelerators_to_hold, scaling_efficiency
from designer.catalog.updates import differences, updates

PORTS = (
    PortGroup(name="a", purpose="compute", kind="ethernet", rate_gbps=400, count=8),
    PortGroup(name="b", purpose="storage", kind="ethernet", rate_gbps=200, count=2, connector="X"),
)
NODE = Part(
    id="n", name="N", kind="node", vendor="V", summary="S", note="a note", power_max_w=700,
    full_depth=False, gpu="G", psu=Psu(count=2, inlet="C14"), ports=PORTS,
    provenance=(Provenance(fields=("*",), source="s", kind="guide"),),
)  # fmt: skip


def test_facts_are_every_known_scalar_by_its_dotted_name():
    facts = NODE.facts()
    assert (facts["power_max_w"], facts["full_depth"], facts["gpu"]) == (700, False, "G")
    assert (facts["psu.count"], facts["psu.inlet"]) == (2, "C14")
    assert (facts["ports.a.rate_gbps"], facts["ports.a.count"]) == (400, 8)
    assert (facts["ports.b.purpose"], facts["ports.b.connector"]) == ("storage", "X")
    gone = {"id", "name", "vendor", "summary", "note", "prices", "provenance", "mass_kg"}
    gone |= {"psu.rating_w", "ports.a.name", "ports.a.connector", "ports", "airflow"}
    assert not gone & set(facts)


def test_figures_are_the_facts_that_are_numbers():
    figures = NODE.figures()
    assert (figures["power_max_w"], figures["psu.count"]) == (700, 2)
    assert not {"full_depth", "gpu", "psu.inlet", "ports.a.purpose"} & set(figures)
    assert set(figures) < set(NODE.facts())


def test_a_list_of_words_is_one_fact_and_records_with_names_are_told_apart():
    rule = Guideline(
        id="r", name="R", subject="memory",
        variants=(Variant(name="A b", value=3, source="s", kind="guide"),),
    )  # fmt: skip
    assert rule.facts()["variants.A b.value"] == 3
    assert "variants" not in rule.facts()


@pytest.mark.parametrize(
    ("cents", "figure"),
    [
        ({"amount_cents": 5}, 5),
        ({"amount_cents": 0}, 0),
        ({"amount_cents": 5, "low_cents": 1, "high_cents": 3}, 5),
        ({"low_cents": 1, "high_cents": 4}, 2),
        ({"low_cents": 7}, 7),
        ({"high_cents": 9}, 9),
        ({"low_cents": 0, "high_cents": 0}, 0),
    ],
)
def test_the_sum_of_a_price_is_its_amount_or_the_middle_of_its_band(cents, figure: int):
    price = Price.model_validate({"as_of": "2026", "source": "s", "kind": "guide", **cents})
    assert price.figure_cents == figure


def test_a_price_without_a_sum_is_none():
    with pytest.raises(ValueError, match="a price needs amount_cents, or low_cents and high_cents"):
        Price.model_validate({"as_of": "2026", "source": "s", "kind": "guide"})


def test_a_digest_is_of_the_part_that_is_asked_about():
    catalog = Catalog((NODE,))
    other = NODE.evolve(power_max_w=701)
    own = catalog.digest(NODE)
    assert len(own) == 12
    assert own == catalog.digest(NODE) == catalog.digest(NODE.evolve()) == Catalog(()).digest(NODE)
    assert catalog.digest(other) not in ("", own)
    assert catalog.digest(other) == Catalog((other,)).digest(other)


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("dgx-h10", "; did you mean dgx-h100, dgx-h101, dgx-h102?"),
        ("zzz", ""),
    ],
)
def test_an_unknown_part_names_three_near_ones_at_most(wanted: str, hint: str):
    ids = ("dgx-h100", "dgx-h101", "dgx-h102", "dgx-h1033")
    catalog = Catalog([NODE.evolve(id=part_id) for part_id in ids])
    with pytest.raises(UnknownPartError) as error:
        catalog.require(wanted)
    near = str(error.value).partition("; did you mean ")[2].rstrip("?").split(", ")
    assert str(error.value).startswith(f"no part {wanted!r} in the catalogue")
    assert sorted(near) == sorted(hint.partition("; did you mean ")[2].rstrip("?").split(", "))


def test_a_later_part_of_the_same_id_wins_and_keeps_its_place():
    later = NODE.evolve(power_max_w=1)
    catalog = Catalog((NODE, NODE.evolve(id="m"), later))
    assert [part.id for part in catalog.parts] == ["n", "m"]
    assert catalog.require("n") is catalog.get("n") is later


def band(method: str, contained: bool, warn_kw: float) -> CoolingBand:
    return CoolingBand.model_validate(
        {"id": f"{method}-{contained}", "name": "x", "method": method, "contained": contained,
         "warn_kw": warn_kw, "source": "s", "kind": "guide"}
    )  # fmt: skip


def test_a_band_is_the_contained_one_if_there_is_such():
    catalog = Catalog(
        (), [band("room-air", False, 15), band("room-air", True, 20), band("in-row", False, 30)],
        [PlanningDefault(id="pue", name="P", value=1.5, source="s", kind="guide")],
    )  # fmt: skip
    found = [catalog.band("room-air"), catalog.band("room-air", contained=True)]
    found.append(catalog.band("in-row", contained=True))
    assert [one.warn_kw for one in found if one] == [15, 20, 30]
    assert catalog.band("immersion") is None
    assert (catalog.default("x"), catalog.default_figure("x")) == (None, None)


def test_what_differs_between_two_versions_of_a_part():
    new = NODE.evolve(power_max_w=800, note="", psu=None, mass_kg=5, vendor="W")
    found = [(one.field, one.old, one.new) for one in differences(NODE, new)]
    assert found == [
        ("vendor", "V", "W"), ("note", "a note", None), ("power_max_w", 700, 800),
        ("psu.count", 2, None), ("psu.inlet", "C14", None), ("mass_kg", None, 5),
    ]  # fmt: skip
    assert {one.source for one in differences(NODE, new)} == {new.provenance[0]}
    assert differences(NODE, NODE.evolve()) == ()


def test_sources_are_a_difference_only_by_themselves():
    elsewhere = (Provenance(fields=("*",), source="t", kind="vendor"),)
    assert [one.field for one in differences(NODE, NODE.evolve(provenance=elsewhere))] == [
        "provenance"
    ]
    both = NODE.evolve(provenance=elsewhere, power_max_w=1)
    assert [one.field for one in differences(NODE, both)] == ["power_max_w"]
    price = Price(amount_cents=1, as_of="2026", source="s", kind="guide")
    assert [one.field for one in differences(NODE, NODE.evolve(prices=(price,)))] == ["prices"]


def test_updates_are_parts_of_which_the_catalogue_says_something_else():
    newer, lost = NODE.evolve(power_max_w=1), NODE.evolve(id="lost")
    same = NODE.evolve(id="same")
    found = updates([NODE, lost, same], Catalog((newer, same.evolve())))
    assert [(one.old.id, one.new.power_max_w) for one in found] == [("n", 1)]
    assert [one.field for one in found[0].differences] == ["power_max_w"]


@pytest.mark.parametrize(
    ("needed", "memory", "reserve", "multiple", "count"),
    [
        (0, 80, 0, 1, 0),
        (80, 80, 0, 1, 1),
        (80.1, 80, 0, 1, 2),
        (160, 80, 0.5, 1, 4),
        (160, 80, 0.5, 3, 6),
        (90, 100, 0.1, 1, 1),
        (1, 80, 0, 8, 8),
    ],
)
def test_accelerators_that_hold_a_state(
    needed: float, memory: float, reserve: float, multiple: int, count: int
):
    assert accelerators_to_hold(needed, memory, reserve, multiple) == count


@pytest.mark.parametrize(
    ("count", "share"),
    [(1, 1.0), (8, 1.0), (16, 0.95), (32, 0.9), (64, 0.8), (128, 0.7), (129, 0.7), (10_000, 0.7)],
)
def test_efficiency_between_and_beyond_known_points(count: int, share: float):
    """Linear in log2 of the count; the nearest point outside."""
    assert scaling_efficiency(count, {32: 0.9, 8: 1.0, 128: 0.7}) == pytest.approx(share)


def test_efficiency_needs_points():
    with pytest.raises(ValueError, match="at least one"):
        scaling_efficiency(4, {})
