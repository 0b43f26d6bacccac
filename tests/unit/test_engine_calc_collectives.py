"""`calc all-reduce` and `calc latency`: published sums, what stays open, what is refused."""

import pytest

from designer.engine.calc import CalcError, calculate
from designer.engine.calculation import CalcResult


def calc(name: str, **given: object) -> CalcResult:
    return calculate(name, {key: str(value) for key, value in given.items()})


@pytest.mark.parametrize(
    ("given", "moved", "seconds"),
    [
        # NCA-AIIO study page: 70B in FP16, about 280 GB a step; NDR 400 Gb/s is 50 GB/s.
        ({"parameters_b": 70, "ranks": 100_000}, 280, 5.6),
        ({"parameters_b": 70, "ranks": 8}, 245, 4.9),
        # GPU guide: 10B in FP32 over four GPUs on PCIe of 32 GB/s: 1.9 s, printed tens of seconds.
        ({"parameters_b": 10, "bytes_per_parameter": 4, "ranks": 4, "rate_gbps": 256}, 60, 1.875),
        # AI Infrastructure course, question 6: 16 GB over 8 GPUs, NVLink 450 GB/s and PCIe 64 GB/s.
        ({"parameters_b": 8, "ranks": 8, "rate_gbps": 3600}, 28, 0.0622),
        ({"parameters_b": 8, "ranks": 8, "rate_gbps": 512}, 28, 0.4375),
    ],
)
def test_a_ring_moves_what_is_published(
    given: dict[str, object], moved: float, seconds: float
) -> None:
    found = calc("all-reduce", **given).results
    assert found["moved_gb"] == pytest.approx(moved, rel=1e-3)
    assert found["seconds"] == pytest.approx(seconds, rel=1e-3)


def test_switches_that_add_halve_what_a_rank_sends() -> None:
    """SHARP: each rank sends its 140 GB once; Ethernet has no equivalent."""
    found = calc("all-reduce", parameters_b=70, ranks=8, switch="qm9700").results
    assert (found["in_network"], found["moved_in_network_gb"]) == ("SHARPv3", 140)
    assert found["seconds_in_network"] == pytest.approx(2.8)
    plain = calc("all-reduce", parameters_b=70, ranks=8, switch="sn5600").results
    assert plain["in_network"] is None
    assert plain["seconds_in_network"] is None


def test_a_model_that_is_split_reduces_its_parts_over_an_oversubscribed_fabric() -> None:
    found = calc("all-reduce", model="llama-3-70b", ranks=16, tensor=8, pipeline=2,
                 fabric_ratio=0.5)  # fmt: skip
    assert found.results["gpus"] == 256
    assert found.results["gradients_gb"] == pytest.approx(2 * 70.55 / 16)
    assert found.results["gb_s"] == 25
    assert found.inputs["parameters_b"] == 70.55


@pytest.mark.parametrize(
    ("ranks", "rate", "said"),
    [
        (8, 400, "No InfiniBand is needed inside one node"),
        (64, 50, "50 Gb/s are below its minimum of 100"),
        (64, 200, "200 Gb/s are above its minimum, below the 400 it recommends"),
        (1000, 800, "800 Gb/s are what it recommends or more"),
    ],
)
def test_the_network_of_so_many_gpus_is_told(ranks: int, rate: int, said: str) -> None:
    assert said in calc("all-reduce", parameters_b=7, ranks=ranks, rate_gbps=rate).note


def test_beyond_one_node_gpudirect_is_asked_for() -> None:
    """Adapters read the memory of GPUs themselves with it alone; inside a node NVLink does."""
    said = "adapters read GPU memory themselves with GPUDirect RDMA alone"
    assert said in calc("all-reduce", parameters_b=7, ranks=9).note
    assert said not in calc("all-reduce", parameters_b=7, ranks=8).note
    assert said in calc("all-reduce", parameters_b=7, ranks=8, tensor=2).note


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"ranks": 8}, "needs model or parameters_b"),
        ({"ranks": 8, "model": "ghost"}, "there is no model 'ghost'"),
        ({"ranks": 8, "parameters_b": 1, "switch": "ghost"}, "'ghost' is not in the catalogue"),
        ({"ranks": 8, "parameters_b": 1, "fabric_ratio": 0}, "fabric_ratio cannot be 0"),
    ],
)
def test_what_cannot_be_reduced_is_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(CalcError, match=why):
        calc("all-reduce", **given)


def test_a_way_of_three_switches_takes_1_3_microseconds() -> None:
    """Guideline: 0.9 µs at the ends and three hops of 130 ns are about 1.3 µs."""
    found = calc("latency")
    assert found.results["latency_ns"] == pytest.approx(1290)
    assert found.bounds["latency_ns"] == pytest.approx((900, 1450))


def test_cables_and_the_switch_of_the_catalogue_count() -> None:
    found = calc("latency", tiers=3, switch="qm9700", cable_m=100, endpoint_ns=800)
    assert (found.results["switches_on_way"], found.results["switches_ns"]) == (5, 650)
    assert found.results["cables_ns"] == pytest.approx(490)
    assert found.results["latency_ns"] == pytest.approx(1940)


def test_a_switch_that_states_no_latency_leaves_it_open() -> None:
    found = calc("latency", switch="sn5600", endpoint_ns=1500)
    assert found.results["latency_ns"] is None
    assert found.bounds["latency_ns"] == (1500, None)
    assert calc("latency", switch="sn5600", switch_ns=500, hops=1).results["switches_ns"] == 500
    # An InfiniBand switch that states none is taken by the rule of thumb.
    assert calc("latency", switch="q3400-ra").results["switches_ns"] == 390
    with pytest.raises(CalcError, match="'ghost' is not in the catalogue"):
        calc("latency", switch="ghost")
