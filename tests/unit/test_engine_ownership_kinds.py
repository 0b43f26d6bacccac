"""A hall with GPUs of two kinds: each costs and draws by its own nodes, and shares the rest."""

from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.ownership_report import KindOfGpu, Ownership
from designer.engine.report import Report
from designer.engine.why_report import Why
from designer.model.design import Design, Device, PriceOverride, Rack, Site
from designer.model.workload import Workload

DEAR, CHEAP = 400_000, 1_000
NODES = {"dgx-h100": 3, "dgx-a100": 2}
HOURS = 4 * 8760 * 0.8
RUN = Workload(
    id="run", kind="training", model="llama-3-8b", gpu="h100-sxm", gpus=8, tokens=10**10,
    global_batch=64, sequence_tokens=4096,
)  # fmt: skip


def drawn(
    nodes: tuple[tuple[str, int], ...] = tuple(NODES.items()),
    prices: tuple[tuple[str, int], ...] = (("dgx-h100", DEAR), ("dgx-a100", CHEAP)),
    hall: str = "built",
) -> Design:
    """Return some nodes and two servers that all share."""
    racks, devices = [], []
    for part, number in (*nodes, ("mgmt-server", 2)):
        for at in range(number):
            name = f"{part}-{at}"
            x = 3_000 + 1_500 * len(racks)
            racks.append(Rack(id=name, name=name, part="rack-48u", x_mm=x, y_mm=3_000))
            devices.append(Device(id=f"d-{name}", name=name, part=part, rack=name, half_u=2))
    site = Site.model_validate(
        {"cost_years": 4, "utilisation": 0.8, "pue": 1.3, "hall": hall, "residual_share": 0.1,
         "refresh_years": 3, "insurance_share": 0.01, "software_at_first": 50_000}
    )  # fmt: skip
    owner = tuple(PriceOverride(id=part, amount_cents=usd * 100) for part, usd in prices)
    return Design(
        racks=tuple(racks), devices=tuple(devices), prices=owner, site=site, workloads=(RUN,)
    )


@cache
def report(
    nodes: tuple[tuple[str, int], ...] = tuple(NODES.items()), hall: str = "built"
) -> Report:
    """Return the report of them."""
    return evaluate(drawn(nodes, hall=hall), load_shipped())


def kind(found: Ownership, gpu: str) -> KindOfGpu:
    one = found.kind(gpu)
    assert one is not None
    return one


@pytest.mark.parametrize("hall", ["built", "rented", "stands"])
def test_what_kinds_cost_adds_up_to_what_owning_costs(hall: str) -> None:
    found = report(hall=hall).ownership
    total = sum(one.figure("gpu_hour").likely * one.gpus * HOURS for one in found.kinds)
    assert [one.gpus for one in found.kinds] == [16, 24]
    assert total == pytest.approx(found.figure("tco").likely, rel=1e-6)


def test_a_kind_costs_at_least_its_own_nodes_and_at_most_with_all_that_is_shared() -> None:
    """An H100 of a node of 400,000 USD, bought twice and sold for a tenth, never less."""
    found = report().ownership
    dear, cheap = (kind(found, gpu).figure("gpu_hour") for gpu in ("h100-sxm", "a100-sxm-80gb"))
    own = 2 * DEAR * 0.9 / (8 * HOURS)
    assert dear.low > own
    assert dear.low < dear.likely < dear.high
    assert cheap.likely < dear.likely / 4
    tco, average = found.figure("tco"), found.figure("gpu_hour")
    assert cheap.likely < average.likely < dear.likely
    assert dear.high * 24 * HOURS < tco.high
    assert dear.high * 24 * HOURS > tco.high - 2 * (2 * CHEAP + 30_000) - 1_000_000


def test_a_hall_with_no_other_kind_costs_within_the_bounds_of_the_kind() -> None:
    """All shared things are paid by H100 where no A100 stand beside them."""
    alone = report((("dgx-h100", 3),)).ownership
    assert alone.kinds == ()
    mixed = kind(report().ownership, "h100-sxm").figure("gpu_hour")
    hour = alone.figure("gpu_hour")
    assert mixed.low < hour.low
    assert hour.high < mixed.high * 1.02  # racks of the A100 alone are left out


def test_a_run_pays_the_kind_that_it_takes() -> None:
    mixed = report()
    (run,) = mixed.workloads
    one = kind(mixed.ownership, "h100-sxm")
    hours = run.figure("days").times(24).times(run.gpus or 0)
    cost = run.figure("cost")
    assert cost.likely == pytest.approx(hours.likely * one.figure("gpu_hour").likely)
    assert cost.low == pytest.approx(hours.low * one.figure("gpu_hour").low)
    assert cost.high == pytest.approx(hours.high * one.figure("gpu_hour").high)
    energy = run.figure("energy_mwh")
    kw = one.figure("typical_kw")
    assert energy.likely == pytest.approx(hours.likely * kw.likely * 1.3 / 1000)
    (work,) = mixed.choice.work
    own = next(way for way in work.ways if way.way == "own")
    assert own.figure("gpu_hour").likely == pytest.approx(one.figure("gpu_hour").likely)


def test_why_names_each_kind() -> None:
    evaluator = Evaluator(load_shipped())
    evaluator.report(drawn())
    found = evaluator.answer(drawn(), "ownership", "why", {"what": "terms", "tried": None})
    assert isinstance(found, Why)
    told = [line for line in found.lines if "what the kinds share" in line]
    assert [line.split()[:2] for line in told] == [["16", "a100-sxm-80gb:"], ["24", "h100-sxm:"]]


def test_spot_says_that_interruptions_are_not_counted() -> None:
    """A run on spot was the rate times its hours, as if nothing were ever taken away."""
    (work,) = report((("dgx-h100", 3),)).choice.work
    notes = {way.way: way.note for way in work.ways}
    assert notes.pop("spot").startswith("spot: no interruption is counted")
    assert set(notes) == {"own", "on demand", "reserved"}
    assert not any(notes.values())


def test_power_of_a_gpu_is_its_nodes_with_a_share_of_what_else_draws() -> None:
    found = report().ownership
    dear = kind(found, "h100-sxm").figure("typical_kw")
    typical = load_shipped().get("dgx-h100")
    assert typical is not None
    assert typical.power_typical_w is not None
    assert dear.low == pytest.approx(typical.power_typical_w / 8000)
    assert dear.low < dear.likely < dear.high


def test_one_kind_is_told_as_before() -> None:
    alone = report((("dgx-h100", 3),))
    (run,) = alone.workloads
    hours = run.figure("days").times(24).times(run.gpus or 0)
    each = alone.ownership.figure("gpu_hour")
    assert run.figure("cost").likely == pytest.approx(hours.likely * each.likely)


def test_where_nobody_says_of_which_kind_some_are_no_kind_is_told() -> None:
    """Nodes of no stated kind may be of either: what one of a kind costs would be a guess."""
    shipped = load_shipped()
    node = shipped.get("dgx-a100")
    assert node is not None
    assert node.compute is not None
    unnamed = node.evolve(compute=node.compute.evolve(gpu=""))
    assert evaluate(drawn(), shipped).ownership.kinds
    assert evaluate(drawn(), shipped.overlay([unnamed])).ownership.kinds == ()
