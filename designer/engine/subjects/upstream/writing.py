"""The plant upstream of the racks as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.plant_report import NodeBalance, lasts_in_words
from designer.engine.report import Report
from designer.model.feed_words import kind_in_words
from designer.model.figure_words import words
from designer.model.sentence import capital


def written(report: Report) -> Iterator[Section]:
    """Yield the balance of the plant, where something stands upstream of the feeds."""
    plant = report.plant
    if not plant.is_computed:
        return
    columns: tuple[tuple[str, Align], ...] = (
        ("Node", "left"), ("Kind", "left"), ("Gives", "right"), ("Loses", "right"),
        ("Takes", "right"), ("Takes, apparent", "right"), ("At most of its rating", "right"),
        ("Lasts", "left"),
    )  # fmt: skip
    yield Section(
        "Plant upstream of the racks",
        (
            ("Racks, CDUs and air units", words(plant.figure("load_kw"))),
            ("Lost on the way", words(plant.figure("loss_kw"))),
            ("Taken of the sources", words(plant.figure("source_kw"))),
            ("The same, apparent", words(plant.figure("source_kva"))),
        ),
        table=Table(columns, tuple(map(_row, plant.nodes))),
        lines=(
            "At the highest power of everything, with all up. What goes into a node is what it "
            "gives and what it loses; what stands by is taken for switched off. Losses are those "
            "that its owner or its part states, else between published ranges. Batteries at the "
            "load of now, fuel at what the generator gives when it takes over.",
        ),
    )


def _row(node: NodeBalance) -> tuple[str, ...]:
    ceiling = node.figure("ceiling_pct")
    return (
        node.name or node.id,
        capital(kind_in_words(node.kind)),
        words(node.figure("output_kw")),
        words(node.figure("loss_kw")),
        words(node.figure("input_kw")),
        words(node.figure("input_kva")),
        UNKNOWN if ceiling.unknown else words(ceiling),
        lasts_in_words(node) or UNKNOWN,
    )
