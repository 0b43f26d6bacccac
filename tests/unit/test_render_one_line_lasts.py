"""The one-line tells how long a battery and the fuel of a generator last, beside their names."""

from designer.engine.plant_report import NodeBalance, PlantBalance, lasts_in_words
from designer.engine.power_report import LossReport, PowerReport, RoomFeed
from designer.model.design import PowerNode
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.render.one_line_words import said_of

NODES = (
    PowerNode(id="u", name="UPS 1", kind="ups", capacity_kw=300.0),
    PowerNode(id="g", name="Set 1", kind="generator", capacity_kw=500.0),
    PowerNode(id="A", parents=("u",)),
)
POWER = PowerReport(
    feeds=(RoomFeed(id="A", load_kw=100.0),),
    upstream=(
        RoomFeed(id="u", name="UPS 1", kind="ups", capacity_kw=300.0, load_kw=100.0),
        RoomFeed(id="g", name="Set 1", kind="generator", capacity_kw=500.0, load_kw=0.0),
    ),
)
LEAST = fields_of({"battery_min": Figure(8.6, float("inf"), None, "min", 0.5)})
PLANT = PlantBalance(
    nodes=(
        NodeBalance(id="u", name="UPS 1", kind="ups", **LEAST),
        NodeBalance(id="g", kind="generator", **fields_of({"fuel_h": exact(48.0, "h")})),
        NodeBalance(id="A"),
    )
)


def test_what_lasts_stands_beside_its_name() -> None:
    said = said_of(NODES, POWER, None, "", PLANT)
    assert said["u"].lasts == "battery ≥ 8.6 min"
    assert said["g"].lasts == "fuel 48 h"
    assert said["A"].lasts == ""


def test_what_is_lost_lasts_no_more_and_what_nobody_states_is_not_told() -> None:
    loss = LossReport(id="u", kind="ups", name="UPS 1", feeds=("A",))
    assert said_of(NODES, POWER, loss, "", PLANT)["u"].lasts == ""
    assert said_of(NODES, POWER, None)["u"].lasts == ""
    assert lasts_in_words(NodeBalance(id="x")) == ""
