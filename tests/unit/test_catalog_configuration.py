"""What follows for a system from its components: sums with bounds, ports, the part it becomes."""

from math import inf

import pytest

from designer.catalog.bands import PlanningDefault
from designer.catalog.catalog import Catalog
from designer.catalog.component import ROLES, Component, role_named
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.configuration.build import part_of
from designer.catalog.configuration.choices import (
    ChoiceError,
    read_choice,
    read_components,
    systems,
    words_of,
)
from designer.catalog.configuration.derive import configured, exchanged, memory_of, ports_of
from designer.catalog.configuration.shares import one_mass, one_power, one_price, title_of
from designer.catalog.entry import Price, Provenance
from designer.catalog.figures import PortGroup, Psu
from designer.catalog.kinds import KINDS
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.catalog.own_text import read_parts
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures
from designer.catalog.unpublished import Unpublished
from designer.io.part_file import dumps

SHEET = (Provenance(fields=("*",), source="its data sheet", kind="vendor"),)


def made(kind: str, part_id: str, **fields: object) -> Part:
    return Part.model_validate(
        {"id": part_id, "name": part_id.upper(), "kind": kind, "provenance": SHEET, **fields}
    )


def ports(purpose: str, count: int, nic: str = "", rate: float = 400) -> PortGroup:
    name = purpose if nic or rate > 1 else "bmc"
    return PortGroup.model_validate(
        {
            "name": name, "purpose": purpose, "kind": "ethernet", "rate_gbps": rate,
            "count": count, "nic": nic,
        }
    )  # fmt: skip


def usd(cents: int, per: str = "unit") -> Price:
    return Price(amount_cents=cents, as_of="2026-01", source="a list", kind="guide", per=per)


CARD = made("gpu", "card", power_max_w=600, mass_kg=1.5, prices=(usd(800_000),))
CHIP = made("gpu", "chip", power_max_w=1000)
BOARD = made(
    "baseboard", "board8", gpus=8, gpu="CHIP 100 GB", prices=(usd(30_000_000, "baseboard"),),
    compute=ComputeFigures(gpu="chip", nvlink_domain_gpus=8),
)  # fmt: skip
CPU = made("cpu", "cpu-a", power_max_w=350, mass_kg=0.5)
HOT_CPU = made("cpu", "cpu-b", power_max_w=500, mass_kg=0.5)
NIC = made("nic", "nic-a", power_max_w=30, mass_kg=0.2, ports=(ports("compute", 1),))
DUAL = made(
    "dpu", "dpu-b", power_max_w=150, mass_kg=0.2,
    ports=(ports("in-band", 2), ports("out-of-band", 1, rate=1)),
)  # fmt: skip
DARK = made("nic", "dark", ports=(ports("compute", 1),))
MODULE = PlanningDefault(
    id="memory-module-power", name="a module", value=6, low=4, high=10, unit="W",
    source="a table", kind="guide",
)  # fmt: skip
SLOT = MODULE.evolve(id="adapter-power", value=35, low=15, high=150)
MODULE_KG = MODULE.evolve(id="memory-module-mass", value=0.05, low=0.02, high=0.1, unit="kg")
SOLD = (
    Component(role="gpus", part="card", count=4),
    Component(role="cpus", part="cpu-a", count=2),
    Component(role="memory", size_gb=64, count=8),
    Component(role="nics", part="nic-a", purpose="compute", count=2),
)
SYSTEM = made(
    "node", "box", height_half_u=8, gpus=4, gpu="CARD", mass_kg=40.0, power_max_w=4000,
    power_typical_w=3000, made_of=SOLD, compute=ComputeFigures(gpu="card", cpu="cpu-a", cpus=2),
    psu=Psu(count=4, rating_w=2000, redundancy="2+2", efficiency=0.95),
    ports=(ports("compute", 2, "nic-a"), ports("out-of-band", 1, rate=1)),
    prices=(usd(10_000_000),), airflow_m3h=900.0,
)  # fmt: skip
CATALOG = Catalog(
    [CARD, CHIP, BOARD, CPU, HOT_CPU, NIC, DUAL, DARK, SYSTEM],
    defaults=[MODULE, SLOT, MODULE_KG],
)


_NO_LIBRARY = Library({})


def with_other(*components: Component, without: str = "") -> tuple[Component, ...]:
    roles = {one.role for one in components} | {without}
    return (*(one for one in SOLD if one.role not in roles), *components)


def test_a_system_as_sold_keeps_what_its_maker_states() -> None:
    found = configured(SYSTEM, SOLD, SYSTEM.psu, CATALOG)
    assert found.as_sold
    assert found.power_max.exact
    assert found.power_max.value == 4000
    assert found.mass.value == 40
    assert found.price.value == 100_000
    assert found.ports == SYSTEM.ports
    assert (found.gpus, found.cpus, found.memory_gb) == (4, 2, 512)


def test_the_sum_of_components_is_no_upper_bound_of_the_draw() -> None:
    # 4 × 600 + 2 × 350 + 8 × 4…10 + 2 × 30 W
    found = configured(SYSTEM, SOLD, SYSTEM.psu, CATALOG)
    assert (found.at_least.low, found.at_least.high) == (3192, 3240)
    assert found.listed.value == pytest.approx(2400 + 700 + 8 * 6 + 60)
    assert found.listed.high < found.power_max.low


def test_other_processors_move_the_stated_maximum_by_their_watts_over_the_efficiency() -> None:
    parts = with_other(Component(role="cpus", part="cpu-b", count=2))
    found = configured(SYSTEM, parts, SYSTEM.psu, CATALOG)
    assert not found.as_sold
    # 300 W more at supplies that turn 95 % of what they take into what they give.
    assert found.power_max.exact
    assert found.power_max.value == pytest.approx(4000 + 300 / 0.95)
    part = part_of(SYSTEM, read_choice(SYSTEM, {"cpus": "2xcpu-b"}, CATALOG), CATALOG)
    assert part.power_max_w == 4316


def test_an_efficiency_that_nobody_states_widens_what_is_exchanged() -> None:
    parts = with_other(Component(role="cpus", part="cpu-b", count=2))
    system = SYSTEM.evolve(psu=Psu(count=4, rating_w=2000, redundancy="2+2"))
    found = configured(system, parts, system.psu, CATALOG)
    assert found.power_max.low == pytest.approx(4000 + 300 / 0.965)
    assert found.power_max.high == pytest.approx(4000 + 300 / 0.88)
    assert not found.capped
    hot = system.evolve(made_of=parts)
    less = configured(hot.evolve(psu=system.psu), SOLD, system.psu, CATALOG)
    assert less.power_max.low == pytest.approx(4000 - 300 / 0.88)
    assert less.power_max.high == pytest.approx(4000 - 300 / 0.965)


def test_what_may_be_more_or_less_widens_a_draw_both_ways() -> None:
    system = SYSTEM.evolve(psu=Psu(count=4, rating_w=2000, redundancy="2+2"))
    dark = with_other(Component(role="nics", part="dark", count=1))
    found = configured(system, dark, system.psu, CATALOG)
    assert found.power_max.low == pytest.approx(4000 - 60 / 0.88)
    assert found.power_max.high == pytest.approx(4000 + 150 / 0.88 - 60 / 0.965)


def test_supplies_that_are_exchanged_cap_the_draw_of_the_same_components() -> None:
    weak = Psu(count=4, rating_w=1800, redundancy="2+2", efficiency=1.0)
    open_above = SYSTEM.evolve(power_max_w=None, power_typical_w=None)
    found = configured(open_above, SOLD, weak, CATALOG)
    assert (found.power_max.low, found.power_max.high) == (3192, 3600)
    assert found.capped


def test_another_gpu_leaves_nothing_of_the_stated_maximum_but_what_supplies_bound() -> None:
    parts = with_other(Component(role="board", part="board8", count=1), without="gpus")
    strong = Psu(count=6, rating_w=5000, redundancy="3+3", efficiency=0.95)
    found = configured(SYSTEM, parts, strong, CATALOG)
    assert found.power_max.low == pytest.approx((8000 + 700 + 8 * 4 + 60) / 0.95)
    assert found.power_max.high == pytest.approx(15_000 / 0.95)
    assert found.capped
    bare = configured(SYSTEM, parts, None, CATALOG)
    assert bare.power_max.high == inf
    assert found.gpus == 8


def test_what_nobody_states_of_a_component_opens_the_sum_and_is_never_none() -> None:
    dark = Component(role="nics", part="dark", count=4)
    assert (one_power(dark, CATALOG).low, one_power(dark, CATALOG).high) == (0, 150)
    assert one_power(dark, Catalog([DARK])).high == inf
    found = configured(SYSTEM, with_other(dark), SYSTEM.psu, CATALOG)
    assert found.mass.high == inf
    assert found.mass.low == pytest.approx(40 - 2 * 0.2)
    assert ("DARK", ("mass", "price")) in found.open
    assert found.price.unknown


def test_a_module_larger_than_the_default_covers_is_open_above() -> None:
    figures = [
        one_power(Component(role="memory", size_gb=size, count=1), CATALOG) for size in (128, 256)
    ]
    assert [figure.high for figure in figures] == [10, inf]
    assert one_power(Component(role="memory", count=1), CATALOG).high == inf


def test_a_baseboard_draws_its_gpus_at_least_and_costs_what_the_board_does() -> None:
    board = Component(role="board", part="board8", count=1)
    assert (one_power(board, CATALOG).low, one_power(board, CATALOG).high) == (8000, inf)
    assert one_price(board, CATALOG, "USD").value == 300_000
    assert one_price(board, CATALOG, "EUR").unknown
    assert one_mass(board, CATALOG).unknown


def test_mass_and_price_move_by_what_is_exchanged() -> None:
    two = with_other(Component(role="gpus", part="card", count=2))
    found = configured(SYSTEM, two, SYSTEM.psu, CATALOG)
    assert found.mass.value == pytest.approx(40 - 2 * 1.5)
    assert found.price.value == pytest.approx(100_000 - 16_000)


def test_what_is_exchanged_is_counted_not_told() -> None:
    came, went = exchanged(SOLD, with_other(Component(role="gpus", part="card", count=6)))
    assert [(one.part, one.count) for one in came] == [("card", 2)]
    assert went == ()
    split = with_other(
        Component(role="memory", size_gb=64, count=5), Component(role="memory", size_gb=64, count=3)
    )
    assert exchanged(SOLD, split) == ((), ())


def test_adapters_bring_their_ports_for_the_purpose_that_is_asked() -> None:
    storage = Component(role="nics", part="nic-a", purpose="storage", count=3)
    dual = Component(role="nics", part="dpu-b", count=2)
    parts = with_other(SOLD[3], storage, dual)
    found = [(g.name, g.purpose, g.count, g.nic) for g in ports_of(SYSTEM, parts, CATALOG)]
    assert found == [
        ("compute", "compute", 2, "nic-a"),
        ("storage", "storage", 3, "nic-a"),
        ("in-band", "in-band", 4, "dpu-b"),
        ("out-of-band", "out-of-band", 2, "dpu-b"),
        ("bmc", "out-of-band", 1, ""),
    ]
    both = Component(role="nics", part="dpu-b", purpose="storage", count=1)
    named = [g.name for g in ports_of(SYSTEM, with_other(storage, both), CATALOG)]
    assert named == ["storage", "storage-2", "out-of-band", "bmc"]


def test_memory_without_a_capacity_leaves_the_sum_open() -> None:
    assert memory_of(SOLD) == 512
    assert memory_of([Component(role="memory", count=4)]) is None
    assert memory_of([]) is None


def test_a_configured_system_is_a_part_that_reads_back_with_its_bounds() -> None:
    choice = read_choice(SYSTEM, {"cpus": "2xcpu-b", "nics": "1xdark:storage"}, CATALOG)
    part = part_of(SYSTEM, choice, CATALOG)
    assert part.id == "box-configured"
    assert part.based_on == "box"
    assert part.power_max_w is None
    assert part.power_typical_w is None
    assert part.airflow_m3h == 900
    assert part.compute is not None
    assert (part.compute.cpu, part.compute.memory_gb) == ("cpu-b", 512)
    bounds = power_figures(part)["power_max_w"]
    told = configured(SYSTEM, choice.components, choice.psu, CATALOG)
    assert bounds.low == pytest.approx(told.power_max.low, abs=1)
    assert bounds.high == pytest.approx(told.power_max.high, abs=1)
    parts, problems = read_parts(dumps([part]), "own", CATALOG, _NO_LIBRARY)
    assert [problem.line() for problem in problems] == []
    assert parts == (part,)


def test_a_part_keeps_all_of_its_maker_where_nothing_is_exchanged() -> None:
    part = part_of(SYSTEM, read_choice(SYSTEM, {"name": "Mine"}, CATALOG), CATALOG)
    assert (part.id, part.name, part.power_max_w, part.mass_kg) == ("mine", "Mine", 4000, 40)
    assert part.provenance == SYSTEM.provenance


def test_another_gpu_drops_what_the_maker_states_with_the_old_ones() -> None:
    values = {"gpus": "none", "board": "board8", "supplies": "6x5000", "redundancy": "3+3"}
    part = part_of(SYSTEM, read_choice(SYSTEM, values, CATALOG), CATALOG)
    assert part.airflow_m3h is None
    assert part.gpu == "CHIP 100 GB"
    assert part.gpus == 8
    assert part.compute is not None
    assert part.compute.gpu == "chip"
    assert part.psu == Psu(count=6, rating_w=5000, redundancy="3+3", efficiency=0.95)
    assert part.unpublished_of("mass_kg") is not None
    # Neither the board's mass nor an upper bound of it is known here.
    assert mass_figure(part).high == inf


def test_a_figure_that_follows_is_not_said_to_be_published_by_nobody_twice() -> None:
    looked = (
        Unpublished(fields=("ports.storage", "psu.inlet"), looked_in="its sheet", bound="a slot"),
        Unpublished(
            fields=("power_max_w",), looked_in="its sheet", bound="4 kW", low=3500, high=5e3
        ),
    )
    system = SYSTEM.evolve(unpublished=looked, power_max_w=None)
    catalog = CATALOG.overlay([system])
    part = part_of(system, read_choice(system, {"nics": "1xnic-a:storage"}, catalog), catalog)
    assert next(one.fields for one in part.unpublished) == ("psu.inlet",)
    assert sum("power_max_w" in one.fields for one in part.unpublished) == 1
    assert list(part.own_problems()) == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"gpu": "8xcard"}, "did you mean gpus?"),
        ({"cpus": "2xcpu-z"}, "did you mean cpu-"),
        ({"cpus": "2xnic-a"}, "no 'nic-a' among CPUs"),
        ({"memory": "32xbig"}, "write for instance 32x64"),
        ({"memory": "8x-4"}, "write for instance 32x64"),
        ({"nics": "2xnic-a:fast"}, "'fast' is none of compute"),
        ({"cpus": "0xcpu-a"}, "give a count from 1"),
        ({"board": "2xboard8"}, "box has room for 1"),
        ({"board": "board8,board8"}, "box has room for 1"),
        ({"supplies": "some"}, "write for instance 6x3000"),
        ({"supplies": "6xmuch"}, "write for instance 6x3000"),
        ({"supplies": "6x3000", "redundancy": "4+3"}, "redundancy cannot be '4+3'"),
    ],
)
def test_a_choice_that_cannot_be_is_said_with_what_would_do(
    values: dict[str, str], words: str
) -> None:
    with pytest.raises(ChoiceError) as error:
        read_choice(SYSTEM, values, CATALOG)
    assert words in str(error.value)


def test_components_are_written_as_they_are_read() -> None:
    for role in ROLES:
        text = words_of(SOLD, role)
        again = read_components(role, text, CATALOG)
        assert words_of(again, role) == text
    assert words_of(SOLD, role_named("drives")) == "none"


def test_a_component_is_a_part_or_has_a_capacity() -> None:
    wrong = [
        Component(role="memory", count=1, part="nic-a"),
        Component(role="cpus", count=1),
        Component(role="cpus", count=0, part="cpu-a"),
    ]
    assert [field for one in wrong for field, _ in one.own_problems()] == ["part", "part", "count"]
    assert title_of(Component(role="drives", count=1, size_gb=3840), CATALOG) == "3.84 TB"
    assert title_of(Component(role="drives", count=1), CATALOG) == "capacity not stated"


def test_kinds_play_roles_that_there_are() -> None:
    roles = {role.id for role in ROLES}
    assert {kind.role for kind in KINDS if kind.role} <= roles


def test_shipped_systems_name_parts_of_the_catalogue_and_hold_what_they_state() -> None:
    catalog = load_shipped()
    found = systems(catalog)
    assert len(found) >= 12
    for system in found:
        told = configured(system, system.made_of, system.psu, catalog)
        assert told.as_sold, system.id
        assert told.ports == system.ports, system.id
        assert told.gpus == system.gpus, system.id
        compute = system.compute
        assert compute is not None
        assert told.cpus == compute.cpus, system.id
        assert compute.memory_gb in (None, told.memory_gb), system.id
        assert compute.nvme_drives in (None, told.drives), system.id
        # What is in it draws no more than the system is bounded to.
        assert told.at_least.low <= told.power_max.high, system.id
        assert all(one.source for one in system.made_of), system.id
