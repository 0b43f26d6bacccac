"""What a list says of a part on its second line and at the right, by what the part is."""

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.figures import (
    CoolingFigures,
    PduFigures,
    PortGroup,
    RackFigures,
    StorageFigures,
)
from designer.catalog.part import Part
from designer.ui.state.part_words import GROUPS, list_name, port_words, right_figure, second_line


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
            "600 × 1200 · 1,500 kg static",
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
