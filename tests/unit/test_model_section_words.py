"""Results without a view of their own, in words."""

from pydantic import Field

from designer.model.figures import Figure, missing
from designer.model.measured import Measured, fields_of
from designer.model.section_words import SectionRow, section_rows, section_title, without_unit


class Water(Measured):
    """What a plant needs."""

    flow_lpm: float | None = None
    loops: int = 2
    makers: str = ""
    tested: bool = False
    warmest_c: float | None = Field(default=None, title="Warmest supply")
    names: tuple[str, ...] = ("a", "b")


def test_each_field_is_a_row_under_its_name_or_title() -> None:
    flow = Figure(10, 20, 15, "L/min", estimated=True)
    water = Water(makers="A", **fields_of({"flow_lpm": flow}))
    assert [(row.label, row.text) for row in section_rows(water)] == [
        ("Flow", "~15 L/min (10–20)"),
        ("Loops", "2"),
        ("Makers", "A"),
        ("Tested", "no"),
        ("Warmest supply", "—"),
    ]


def test_a_row_has_its_figure_with_what_leaves_it_open() -> None:
    water = Water(**fields_of({"flow_lpm": missing("cdu.flow_lpm", "L/min")}))
    flow, loops, tested, *_ = section_rows(water)
    assert flow.figure is not None
    assert [gap.ref for gap in flow.figure.gaps] == ["cdu.flow_lpm"]
    assert loops.figure is not None
    assert loops.figure.exact
    assert tested == SectionRow("Tested", "no"), "a text that says nothing is left out"


def test_names_become_headings_and_lose_their_units() -> None:
    assert section_title("noise-of_racks") == "Noise of racks"
    assert without_unit("heat_kw") == "heat"
    assert without_unit("racks") == "racks"
