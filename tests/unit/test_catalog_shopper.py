"""Plain questions of a shopper become the tokens of the search language."""

import pytest

from designer.catalog.figures import CoolingFigures, PortGroup
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Price
from designer.catalog.search_nearest import look_for
from designer.catalog.shopper import read
from designer.catalog.unpublished import Unpublished
from designer.catalog.vocabulary import SHORT_FIGURES


@pytest.mark.parametrize(
    ("asked", "tokens"),
    [
        ("liquid 8 gpu node under 15 kW", "kind=node power<15 gpus=8 liquid_fraction>0"),
        ("800G switch 64 ports", "kind=switch ports=64 rate=800"),
        ("1.6T switches with at least 128 ports", "kind=switch ports>=128 rate=1600"),
        ("air-cooled node with 8 GPUs below 11 kW", "kind=node power<11 gpus=8 liquid_fraction=0"),
        ("rack PDU 415 V over 60 A", "kind=rack-pdu amps>60 volts=415"),
        ("CDU over 1 MW", "kind=cdu kw>1000"),
        ("UPS 1 MW", "kind=ups kw>=1000"),
        ("10 kW chiller", "kind=chiller kw>=10"),
        ("400 kW CDU", "kind=cdu kw>=400"),
        ("500 kW cooling tower", "kind=cooling-tower kw>=500"),
        ("18 kW power shelf", "kind=power-shelf kw>=18"),
        ("33-kW power shelves", "kind=power-shelf kw>=33"),
        ("2.5 MVA transformer", "kind=transformer rated_kva>=2500"),
        ("transformers over 2,000 kVA", "kind=transformer rated_kva>2000"),
        ("300 kW immersion tank", "kind=immersion kw>=300"),
        ("rear door of 50 kW", "kind=rear-door kw>=50"),
        ("52U rack up to 1,200 mm", "kind=rack depth<=1200 rack.units=52"),
        ("rack over 50U", "kind=rack rack.units>50"),
        ("cabinets of at most 42 U", "kind=rack rack.units<=42"),
        ("node under 6U", "kind=node u<6"),
        (
            "liquid rack 72 gpus under 140 kW",
            "kind=rack-system power<140 gpus=72 liquid_fraction>0",
        ),
        ("racks under 30 kW", "kind=rack-system power<30"),
        ("storage over 100 GB/s", "kind=storage read_gb_s>100"),
        ("Dell 8-GPU nodes under $400,000", "kind=node price<400000 gpus=8 dell"),
        ("800G transceivers under 15 W", "kind=transceiver power<0.015 rate=800"),
        ("node of at most 14.3 kW", "kind=node power<=14.3"),
    ],
)
def test_a_question_is_read(asked: str, tokens: str) -> None:
    question = read(asked)
    assert question is not None
    assert question.text == tokens


@pytest.mark.parametrize(
    "asked",
    [
        "cheap node", "qm9700", "kind:switch ports>=64", "8 gpus under 15 kW",
        "how many ports does a 64-port switch need in a fat tree", "switch",
        "which storage for a cluster of 1,000 GPUs and how fast", "",
    ],
)  # fmt: skip
def test_what_is_no_such_question_is_left_to_the_words(asked: str) -> None:
    assert read(asked) is None


def _switch(name: str, count: int, rate: float) -> Part:
    ports = PortGroup(name="f", purpose="fabric", kind="ethernet", rate_gbps=rate, count=count)
    return Part(id=name.lower(), name=name, kind="switch", ports=(ports,))


def test_it_finds_what_fits_and_says_how_it_was_read() -> None:
    parts = [_switch("A", 64, 800), _switch("B", 64, 400), _switch("C", 128, 800)]
    found = look_for("800G switch 64 ports", parts)
    assert [part.id for part in found.entries] == ["a"]
    assert found.told == "Read as kind=switch ports=64 rate=800"


def test_where_nothing_fits_it_says_so_and_looks_for_the_words() -> None:
    found = look_for("1600G switch 64 ports", [_switch("A", 64, 800)])
    assert found.told.startswith("No part is kind=switch ports=64 rate=1600")


def test_parts_that_do_not_state_what_is_asked_are_counted() -> None:
    known = Part(
        id="k",
        name="K",
        kind="cdu",
        cooling=CoolingFigures(method="direct-to-chip", capacity_kw=2e3),
    )
    silent = Part(id="s", name="S", kind="cdu")
    found = look_for("CDU over 1 MW", [known, silent])
    assert [part.id for part in found.entries] == ["k"]
    assert found.told == "Read as kind=cdu kw>1000; 1 more may be so, which is not stated"


def test_a_rack_is_no_rack_pdu() -> None:
    parts = [
        Part(id="r", name="R", kind="rack", depth_mm=1000),
        Part(id="p", name="P", kind="rack-pdu", depth_mm=50),
    ]
    assert [part.id for part in look_for("rack under 1100 mm", parts).entries] == ["r"]


def test_what_bounds_say_for_certain_fits() -> None:
    """Eleven kilowatts at most are below 15; 8 to 16 may be."""

    def node(part_id: str, low: float, high: float) -> Part:
        told = Unpublished(
            fields=("power_max_w",), looked_in="a sheet", bound="a rule", low=low, high=high
        )
        liquid = Unpublished(
            fields=("liquid_fraction",), looked_in="a sheet", bound="a rule", low=0.5, high=0.9
        )
        return Part(id=part_id, name=part_id, kind="node", gpus=8, unpublished=(told, liquid))

    silent = Part(id="c", name="c", kind="node", gpus=8)
    parts = [node("a", 6e3, 11e3), node("b", 8e3, 16e3), silent, node("d", 15e3, 17e3)]
    found = look_for("liquid 8 gpu node under 15 kW", parts)
    assert [part.id for part in found.entries] == ["a"]
    assert found.told.endswith("; 2 more may be so, which is not stated")
    over = look_for("8 gpu node over 17 kW", parts)
    assert over.told.startswith("No part is")


def test_of_the_shipped_parts_each_carries_what_is_asked() -> None:
    """`10 kW chiller` was looked for as words; chillers say their capacity in a table alone."""
    catalog = load_shipped()
    for asked, some in (
        ("10 kW chiller", "chiller-carrier-30rb390"), ("UPS 1 MW", "ups-galaxy-vxl"),
        ("400 kW CDU", "cdu-coolchip-450"), ("18 kW power shelf", "power-shelf-orv3-18"),
        ("500 kW cooling tower", "tower-evapco-at-5141"),
    ):  # fmt: skip
        found = catalog.find(asked)
        assert found.kind, asked
        assert some in [part.id for part in found.entries]
        size = float(found.told.partition("kw>=")[2].split()[0].rstrip(";"))
        for part in found.entries:
            carried = SHORT_FIGURES["kw"](part)
            assert carried is not None, part.id
            assert carried >= size, part.id
    assert "power-shelf-hpr-33" not in [one.id for one in catalog.find("UPS 40 kW").entries]


@pytest.mark.parametrize(("asked", "ids"), [
    ("rack over 50U", {"rack-52u", "rack-60u", "rack-orv3-legrand-52u"}),
    ("liquid rack 72 gpus under 140 kW", {"gb200-nvl72"}),
])  # fmt: skip
def test_shipped_racks_are_found_by_what_they_hold(asked: str, ids: set[str]) -> None:
    found = look_for(asked, load_shipped().parts)
    assert ids <= {part.id for part in found.entries}


def priced(**cents: int) -> Part:
    price = Price(as_of="2026-01", source="test", kind="assumed", **cents)
    return Part(id="n", kind="node", name="N", prices=(price,))


@pytest.mark.parametrize(("token", "cents", "fits"), [
    ("price<345463", {"amount_cents": 32_000_000, "low_cents": 30_000_000,
                      "high_cents": 50_000_000}, False),
    ("price<600000", {"low_cents": 30_000_000, "high_cents": 50_000_000}, True),
    ("price>=300000", {"amount_cents": 32_000_000, "low_cents": 30_000_000,
                       "high_cents": 50_000_000}, True),
    ("price>310000", {"low_cents": 30_000_000, "high_cents": 50_000_000}, False),
    ("price<345463", {"amount_cents": 32_000_000}, True),
    ("price<345463", {"low_cents": 30_000_000}, False),
    ("price>290000", {"low_cents": 30_000_000}, True),
])  # fmt: skip
def test_a_price_in_a_band_fits_where_all_of_the_band_does(
    token: str, cents: dict[str, int], fits: bool
) -> None:
    assert bool(look_for(token, [priced(**cents)]).entries) is fits
