"""With a loss the one-line draws all that has no source left without voltage, and batteries."""

from designer.engine.cooling_report import CoolingLossReport, UnitsLeft
from designer.engine.plant_report import NodeBalance, PlantBalance
from designer.engine.power_report import LossReport, NodeAfterLoss, PowerReport, RoomFeed
from designer.engine.report import Report
from designer.model.design import PowerNode
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.render.fate import Fate
from designer.render.fates_of_loss import fate_of_node
from designer.render.one_line_words import said_of, verdict_of
from designer.wiring.power_upstream import down_without, lost_without

NODES = (
    PowerNode(id="grid", kind="utility"),
    PowerNode(id="board", kind="switchboard", parents=("grid",)),
    PowerNode(id="u", kind="ups", parents=("board",)),
    PowerNode(id="gen", kind="generator"),
    PowerNode(id="u2", kind="ups", parents=("board", "gen")),
    PowerNode(id="A", parents=("u",)),
    PowerNode(id="B", parents=("u2",)),
)
POWER = PowerReport(
    feeds=(RoomFeed(id="A", load_kw=10.0), RoomFeed(id="B", load_kw=10.0)),
    upstream=tuple(
        RoomFeed(id=one.id, kind=one.kind, load_kw=10.0) for one in NODES if one.kind != "feed"
    ),
)
LASTS = PlantBalance(
    nodes=(
        NodeBalance(
            id="u", kind="ups",
            **fields_of({"battery_min": Figure(8.6, float("inf"), None, "min", 0.5)}),
        ),
    )
)  # fmt: skip
GRID = LossReport(id="grid", kind="utility", name="utility Grid", feeds=("A",))


def test_what_has_no_source_left_is_without_voltage_above_its_feeds_too() -> None:
    """A board of which the only source was lost stood there with its load of 0 kW."""
    said = said_of(NODES, POWER, GRID, "", LASTS)
    assert (said["grid"].mark, said["grid"].value) == ("lost", "lost")
    assert (said["board"].mark, said["board"].value) == ("dark", "no voltage")
    assert (said["A"].mark, said["A"].value) == ("dark", "no voltage")
    assert {said[key].mark for key in ("gen", "u2", "B")} == {""}


def test_a_ups_without_its_mains_runs_on_its_battery_and_tells_how_long() -> None:
    said = said_of(NODES, POWER, GRID, "", LASTS)["u"]
    assert (said.mark, said.value, said.note) == (
        "dark", "on battery", "≥ 8.6 min, then no voltage",
    )  # fmt: skip
    unknown = said_of(NODES, POWER, GRID)["u"]
    assert (unknown.value, unknown.note) == ("on battery", "run time not known")


def test_a_ups_that_is_lost_itself_or_keeps_an_input_is_not_on_its_battery() -> None:
    lost = LossReport(id="u", kind="ups", name="UPS u", feeds=("A",))
    assert said_of(NODES, POWER, lost, "", LASTS)["u"].value == "lost"
    assert said_of(NODES, POWER, GRID, "", LASTS)["u2"].value != "on battery"
    both = LossReport(
        id="grid+gen", kind="utility", name="both", feeds=("A", "B"), together=("grid", "gen")
    )
    assert said_of(NODES, POWER, both, "", LASTS)["u2"].value == "on battery"


def test_the_floor_says_the_same_of_what_stands_there() -> None:
    fates = {one.id: fate_of_node(GRID, one.id, NODES) for one in NODES}
    words = {key: fate.words[0] for key, fate in fates.items() if fate is not None}
    assert words == {"grid": "lost", "board": "no power", "u": "on battery", "A": "no power"}


def test_feeds_that_are_down_are_the_feeds_of_what_is_down() -> None:
    every = down_without(NODES, ("grid",))
    assert every == {"grid", "board", "u", "A"}
    assert lost_without(NODES, ("grid",)) == {"A"}
    assert down_without(NODES, ()) == frozenset()


def test_a_box_of_many_megawatts_has_room_for_what_it_carries_then() -> None:
    """Of `17,255 → 26,494 of 26,500 kW` the middle was cut, and with it the figure that counts."""
    nodes = (PowerNode(id="A"), PowerNode(id="B"))

    def value(times: float) -> str:
        feeds = (
            RoomFeed(id="A", load_kw=100.0 * times, capacity_kw=300.0 * times),
            RoomFeed(id="B", load_kw=150.0 * times, capacity_kw=300.0 * times),
        )
        loads = (NodeAfterLoss(id="B", load_kw=250.0 * times),)
        lost = LossReport(id="A", kind="feed", name="feed A", feeds=("A",), loads=loads)
        return said_of(nodes, PowerReport(feeds=feeds), lost)["B"].value

    assert value(1) == "150 → 250 of 300 kW"
    assert value(100) == "→ 25,000 of 30,000 kW"


def test_from_nine_tenths_on_what_a_loss_leaves_to_carry_warns() -> None:
    """89 and 93 % stood there in the same green."""
    nodes = (PowerNode(id="A"), PowerNode(id="B"), PowerNode(id="C"))
    power = PowerReport(
        feeds=tuple(
            RoomFeed(id=key, capacity_kw=100.0, load_kw=load, state="ok")
            for key, load in (("A", 50.0), ("B", 50.0), ("C", 95.0))
        )
    )
    for after, state in ((89.0, "ok"), (93.0, "warning"), (100.0, "warning")):
        loss = LossReport(
            id="A", kind="feed", name="feed A", feeds=("A",), fullest="B",
            fullest_share=after / 100, state="ok",
            loads=(NodeAfterLoss(id="B", load_kw=after, state="ok"),),
        )  # fmt: skip
        said = said_of(nodes, power, loss)
        assert said["B"].state == state
        assert said["C"].state == "warning", "it is nearly full with or without the loss"
        assert loss.graded == state
        assert ("nearly full" in verdict_of(loss, power)[1]) == (state == "warning")
        assert Report(power=power).state_after(loss) == state


def test_units_that_a_loss_leaves_nearly_full_warn() -> None:
    for share, state in ((0.89, "ok"), (0.93, "warning")):
        left = UnitsLeft(share=share, state="ok")
        loss = CoolingLossReport(id="air:x", kind="air unit", left=(left,), state="ok")
        assert (left.graded, loss.graded) == (state, state)
    short = CoolingLossReport(id="air:x", kind="air unit", left=(left,), state="error")
    assert short.graded == "error"
    assert Fate("tight", ("93 % full",), "").severity == "warning"
