"""Availability as a reader sees it."""

from collections.abc import Iterator

from designer.engine.availability_report import Availability, Taking
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import amount, words

_SAID = (
    "Means over a year. Lost is a GPU whose node is out, that a leaf switch cuts off from the "
    "compute fabric, or that a loss leaves without power or cooling; one that is short of power "
    "counts as lost, and so does one behind what carries too much after a loss. One that nothing "
    "powers or cools even with nothing lost is down all year. Bounds are the spread of the "
    "published rates, and no guarantee.",
    "Faults of GPUs, supplies, NICs and cables are in the rate of their node. Planned work, and "
    "people who make a mistake, are in none.",
)


def written(report: Report) -> Iterator[Section]:
    """Yield the section of availability, where there are GPUs."""
    found = report.section("availability")
    if not isinstance(found, Availability) or not found.is_computed:
        return
    known = found.figure("gpus_of_known_layers")
    facts = [
        ("GPUs installed", words(found.figure("gpus"), 0)),
        *_down(found),
        ("There on average", words(found.figure("gpus_available"), 1)),
        ("Of what has a published rate", words(known, 1)),
        ("Lost on average, of the same", words(found.figure("gpus_lost"), 1)),
        ("Share of the same", words(found.figure("availability_pct"), 3, "%")),
        ("There for 95 % of the time", words(found.figure("gpus_95"), 0)),
    ]
    if found.gpus_needed is not None:
        facts.append((
            f"Time with {found.gpus_needed:,} GPUs", words(found.figure("enough_pct"), 3, "%")
        ))  # fmt: skip
    columns: tuple[tuple[str, Align], ...] = (
        ("What fails", "left"), ("Number", "right"), ("One takes GPUs", "right"),
        ("Down, h a year", "right"), ("GPUs lost", "right"), ("Rate from", "left"),
    )  # fmt: skip
    rows = tuple(_row(one) for one in found.taking) + tuple(_row(one) for one in found.not_rated)
    yield Section(
        "Availability",
        tuple(facts),
        table=Table(columns, rows),
        lines=(*_SAID, *filter(None, (found.assumes,))),
    )


def _down(found: Availability) -> Iterator[tuple[str, str]]:
    for name, said in (
        ("gpus_without_power", "Down all year, with no power path"),
        ("gpus_uncooled", "Down all year, with nothing that cools them"),
    ):
        figure = found.figure(name)
        if figure.high > 0 and not figure.unknown:
            yield said, words(figure, 0)


def _row(one: Taking) -> tuple[str, ...]:
    rated = one.bound("lost_gpus") is not None or one.lost_gpus is not None
    return (
        one.name, amount(one.figure("number"), 0), amount(one.figure("takes_gpus"), 0),
        amount(one.figure("down_h_per_year"), 2) if rated else UNKNOWN,
        amount(one.figure("lost_gpus"), 3) if rated else UNKNOWN,
        one.source,
    )  # fmt: skip
