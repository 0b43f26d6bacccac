"""What a list says of a part on its second line and at the right, by what the part is."""

from math import inf

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.ends import Ends
from designer.catalog.figures import (
    CoolingFigures,
    PduFigures,
    PortGroup,
    Psu,
    RackFigures,
    StorageFigures,
)
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.ui.state.part_words import (
    GROUPS,
    ListOrder,
    is_bounded,
    list_name,
    list_names,
    port_words,
    right_figure,
    second_line,
    spoken_power,
)


def ports(kind: str, rate: float, purpose: str = "compute", count: int = 8) -> PortGroup:
    return PortGroup.model_validate(
        {"name": "p", "purpose": purpose, "kind": kind, "rate_gbps": rate, "count": count}
    )


@pytest.mark.parametrize(
    ("kind", "rate", "words"),
    [
        ("infiniband", 400, "8 × NDR400"),
        ("infiniband", 800, "8 × XDR800"),
        ("infiniband", 200, "8 × HDR200"),
        ("infiniband", 100, "8 × EDR100"),
        ("infiniband", 56, "8 × IB 56"),
        ("ethernet", 800, "8 × 800 GbE"),
        ("ethernet", 2.5, "8 × 2.5 GbE"),
        ("nvlink", 1600, "8 × 1600 Gb/s NVLink"),
    ],
)
def test_ports_are_named_by_their_generation(kind: str, rate: float, words: str) -> None:
    assert port_words(ports(kind, rate)) == words


def part(kind: str, **fields: object) -> Part:
    return Part.model_validate({"id": "x", "kind": kind, "name": "X", **fields})


STORAGE = ports("infiniband", 200, "storage", 2)
COMPUTE = ports("infiniband", 400)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (part("node", height_half_u=16, gpus=8, gpu="H100 SXM 80 GB"), "8U · 8 × H100"),
        (part("node", height_half_u=5, gpus=4), "2.5U · 4 GPUs"),
        (part("node", height_half_u=2, ports=(STORAGE, COMPUTE)), "1U · 8 × NDR400"),
        (part("node", height_half_u=2, ports=(STORAGE,)), "1U · 2 × HDR200"),
        (part("node", summary="A server"), "A server"),
        (
            part("switch", height_half_u=2,
                 ports=(ports("ethernet", 1, "other", 1), ports("infiniband", 400, "fabric", 64))),
            "1U · 64 × NDR400",
        ),
        (part("rack-system", gpus=72, gpu="B200"), "rack · 72 × B200"),
        (
            part("rack", width_mm=600, depth_mm=1200, rack=RackFigures(units=48, static_kg=1500)),
            "600 × 1200 mm · 1,500 kg static",
        ),
        (part("rack", width_mm=600, rack=RackFigures(units=48), summary="Plain"), "Plain"),
        (part("rack-pdu", pdu=PduFigures(volts=415, amps=60, phases=3)), "415 V 60 A 3-phase"),
        (part("rack-pdu", pdu=PduFigures(volts=230, amps=32, phases=1)), "230 V 32 A 1-phase"),
        (
            part("cdu", cooling=CoolingFigures(method="direct-to-chip", capacity_kw=1300)),
            "removes 1.30 MW",
        ),
        (part("cdu", cooling=CoolingFigures(method="direct-to-chip"), summary="CDU"), "CDU"),
        (
            part("storage", height_half_u=4, storage=StorageFigures(read_gb_s=90, write_gb_s=65.5)),
            "2U · 90 / 65.5 GB/s",
        ),
        (part("storage", height_half_u=4, storage=StorageFigures(read_gb_s=90)), "2U"),
        (part("cable", cable=CableFigures(medium="AOC", rate_gbps=400)), "AOC · 400 Gb/s"),
    ],
)  # fmt: skip
def test_the_second_line_says_what_a_part_is_bought_for(made: Part, words: str) -> None:
    assert second_line(made) == words


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (part("node", power_max_w=10_200), "10.2 kW"),
        (part("node"), "—"),
        (part("rack"), ""),
        (part("switch", power_max_w=1720, power_passive_w=747), "0.75–1.72 kW"),
        (part("switch", power_max_w=1720, power_passive_w=1720), "1.7 kW"),
        (part("switch", power_max_w=1720), "1.7 kW"),
    ],
)
def test_the_power_stands_at_the_right(made: Part, words: str) -> None:
    assert right_figure(made) == words


def bounded(low: float, high: float) -> Part:
    made = part("switch")
    made.made[Ends] = Ends((low, high), (0, inf), (0, 1))
    return made


@pytest.mark.parametrize(
    ("ends", "words", "spoken"),
    [
        ((8700.0, 17_880.0), "8.7–17.9 kW",
         "power within bounds, 8.7–17.9 kW: no maximum is stated"),
        ((0.0, 1250.0), "≤ 1.3 kW", "power within bounds, ≤ 1.3 kW: no maximum is stated"),
        ((300.0, inf), "≥ 0.30 kW", "power within bounds, ≥ 0.30 kW: no maximum is stated"),
        ((0.0, inf), "—", "power not known"),
    ],
)  # fmt: skip
def test_a_maximum_that_nobody_states_shows_its_bounds(
    ends: tuple[float, float], words: str, spoken: str
) -> None:
    made = bounded(*ends)
    assert right_figure(made) == words
    assert spoken_power(made) == spoken
    assert is_bounded(made) == (words != "—")


def test_what_is_stated_is_no_bound() -> None:
    assert not is_bounded(part("node", power_max_w=10_200))
    assert spoken_power(part("node", power_max_w=10_200)) == "10.2 kW"
    assert not is_bounded(part("rack"))


def test_of_the_shipped_parts_that_draw_each_shows_what_bounds_its_power() -> None:
    """Nothing that can be placed is without a bound: the gate of the catalogue says so."""
    assert [
        one.id for one in load_shipped().parts if one.placeable and right_figure(one) == "—"
    ] == []


def test_no_two_parts_of_one_list_are_called_alike() -> None:
    """Dell sells the XE9680 with four accelerators; *with …* is left out of a narrow list."""
    placed = [one for one in load_shipped().parts if one.placeable]
    names = list_names(placed)
    said = [(one.traits.list_group, names[one.id]) for one in placed]
    assert len(set(said)) == len(said)
    assert names["dell-xe9680-mi300x"] == "PowerEdge XE9680 · MI300X"
    assert names["dgx-h100"] == "DGX H100"


def test_alike_names_are_told_apart_by_supplies_then_by_id() -> None:
    alike = [
        part("node", id=f"n{watts}-{more}", name="Box", psu=Psu(count=6, rating_w=watts))
        for watts, more in ((2800, ""), (3200, "a"), (3200, "b"))
    ]
    assert list(list_names(alike).values()) == [
        "Box · 6 × 2,800 W", "Box · 6 × 3,200 W · n3200-a", "Box · 6 × 3,200 W · n3200-b",
    ]  # fmt: skip


def test_the_list_is_in_the_order_of_kinds_makers_and_names() -> None:
    parts = [
        part("switch", name="S1", vendor="Arista"),
        part("node", name="Any", vendor="generic"),
        part("node", name="PowerEdge 10", vendor="Dell"),
        part("node", name="PowerEdge 9", vendor="Dell"),
        part("node", name="8U", vendor="HPE"),
        part("node", name="XA", vendor="ASUS"),
        part("node", name="DGX", vendor="NVIDIA"),
    ]
    parts = [one.evolve(id=one.name) for one in parts]
    ordered = [one.name for one in ListOrder(parts).sorted(parts)]
    assert ordered == ["DGX", "XA", "PowerEdge 9", "PowerEdge 10", "8U", "Any", "S1"]
    assert [one.name for one in ListOrder(reversed(parts)).sorted(parts)] == ordered


@pytest.mark.parametrize(
    ("gpu", "model"),
    [("RTX PRO 6000 Server 96 GB", "RTX PRO 6000"), ("Gaudi 3 OAM 128 GB", "Gaudi 3"),
     ("H200 SXM 141 GB", "H200"), ("H200 NVL 141 GB", "H200 NVL"), ("B300", "B300"),
     ("GB200 (B200 186 GB)", "GB200")],
)  # fmt: skip
def test_gpus_are_called_by_their_model(gpu: str, model: str) -> None:
    assert second_line(part("node", gpus=8, gpu=gpu)) == f"8 × {model}"


def test_a_server_is_named_without_its_gpus_which_stand_below() -> None:
    named = {"name": "DGX H100 with 8 GPUs"}
    assert list_name(part("node", gpus=8, **named)) == "DGX H100"
    assert list_name(part("switch", name="Tray with fans")) == "Tray with fans"


def test_each_kind_stands_under_one_heading() -> None:
    titles = [title for title, _ in GROUPS]
    kinds = [kind for _, ids in GROUPS for kind in ids]
    assert len(set(titles)) == len(titles)
    assert len(set(kinds)) == len(kinds)
    assert dict(GROUPS)["Racks"] == ("rack",)
    assert all(ids for _, ids in GROUPS)
