"""The volts that a feed brings: its own, or those of what it is one conductor with upstream."""

from designer.model.power_node import PowerNode
from designer.wiring.brought_volts import volts_of_feeds


def _hall(**stated: dict[str, object]) -> list[PowerNode]:
    nodes = (
        PowerNode(id="U", kind="utility"),
        PowerNode(id="G", kind="generator"),
        PowerNode(id="T", kind="transformer", parents=("U",)),
        PowerNode(id="S", kind="switchboard", parents=("T", "G")),
        PowerNode(id="P", kind="ups", parents=("S",)),
        PowerNode(id="W", kind="busway", parents=("P",)),
        PowerNode(id="A", parents=("W",)),
        PowerNode(id="B", parents=("S",)),
    )
    return [node.evolve(**stated.get(node.id, {})) for node in nodes]


def test_what_a_feed_states_goes_before_what_is_upstream() -> None:
    assert volts_of_feeds(_hall(A={"volts": 208}, W={"volts": 415}))["A"] == 208


def test_a_busway_and_a_board_bring_on_what_they_get() -> None:
    assert volts_of_feeds(_hall(W={"volts": 415})) == {"A": 415}
    assert volts_of_feeds(_hall(P={"volts": 415})) == {"A": 415}
    assert volts_of_feeds(_hall(T={"volts": 480})) == {"B": 480}, "the UPS may give other volts"


def test_the_volts_of_a_source_are_not_those_of_a_feed() -> None:
    """13.8 kV of a utility come down in a transformer, drawn or not."""
    assert volts_of_feeds(_hall(U={"volts": 13_800}, G={"volts": 13_800})) == {}


def test_two_statements_say_nothing() -> None:
    two = [
        PowerNode(id="P", kind="ups", volts=415),
        PowerNode(id="Q", kind="ups", volts=480),
        PowerNode(id="A", parents=("P", "Q")),
    ]
    assert volts_of_feeds(two) == {}


def test_direct_current_is_no_volts_of_an_alternating_feed() -> None:
    assert volts_of_feeds(_hall(W={"volts": 800, "dc": True})) == {}
    assert volts_of_feeds(_hall(W={"volts": 800, "dc": True}, A={"dc": True})) == {"A": 800}
    assert volts_of_feeds(_hall(P={"volts": 400}, W={"dc": True})) == {}, "through direct current"


def test_a_circle_ends() -> None:
    circle = [PowerNode(id="W", kind="busway", parents=("A",)), PowerNode(id="A", parents=("W",))]
    assert volts_of_feeds(circle) == {}
