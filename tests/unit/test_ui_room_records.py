"""The lists of the room: what is said of what stands upstream, and of loops, in words."""

from designer.catalog.load import load_shipped
from designer.model.design import Design, Loop, PowerNode
from designer.model.feed_words import words_in_power
from designer.ui.fields.loop_records import loops
from designer.ui.fields.power_fields import power_fields
from designer.ui.fields.room_records import feeds

CATALOG = load_shipped()
UPS = PowerNode.model_validate(
    {"id": "ups-01", "name": "UPS-01", "kind": "ups", "part": "ups-galaxy-vxl"}
)


def test_the_word_for_what_it_is_stands_there_once() -> None:
    nodes = (
        UPS,
        PowerNode(id="2", name="UPS 2", kind="ups"), PowerNode(id="3", name="West", kind="ups"),
        PowerNode.model_validate({"id": "4", "name": "PANEL-01", "kind": "panel"}),
    )  # fmt: skip
    assert list(words_in_power(nodes).values()) == ["UPS-01", "UPS 2", "UPS West", "PANEL-01"]


def lines(*nodes: PowerNode) -> list[str]:
    return [words for _, words in feeds(CATALOG).lines(Design(power=nodes))]


def test_a_list_says_what_the_part_carries() -> None:
    rated = CATALOG.require("ups-galaxy-vxl").ups
    assert rated is not None
    assert lines(UPS) == [f"UPS-01 · {rated.rated_kw:,g} kW by its part"]
    assert lines(UPS.evolve(capacity_kw=500)) == ["UPS-01 · 500 kW"]
    assert lines(UPS.evolve(modules=3)) == ["UPS-01 · by its part and modules"]
    assert lines(UPS.evolve(name="West", part="")) == ["West · UPS · capacity —"]
    assert lines(UPS.evolve(part="transformer-generic")) == ["UPS-01 · capacity —"]


def test_the_form_says_what_counts_without_a_capacity() -> None:
    def without(node: PowerNode) -> str:
        return next(one.source for one in power_fields(node) if one.name == "capacity_kw")

    assert without(UPS) == "that of its part without it"
    assert without(UPS.evolve(part="")) == "not checked without it"


def test_steps_name_a_loop_by_its_name() -> None:
    design = Design(loops=(Loop(id="loop-1a", name="Loop 1"), Loop(id="x", name="West")))
    assert [loops().words(design, loop.id) for loop in design.loops] == ["loop 1", "loop West"]
