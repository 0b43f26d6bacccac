"""A hall with feeds of its own for each row: a rack looks at the losses that take its feeds."""

from unittest.mock import patch

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.feeds.case import Case
from designer.model.design import Design, PowerNode
from designer.planning.templates import build

SHIPPED = load_shipped()


def with_feeds(groups: int) -> Design:
    """Return a pod whose racks hang on the first of so many groups of three feeds."""
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    more = tuple(
        PowerNode(id=f"{name}{at:03d}", kind="feed", capacity_kw=850.0, volts=415.0)
        for at in range(1, groups)
        for name in "ABC"
    )
    return pod.evolve(power=tuple(sorted((*pod.power, *more), key=lambda node: node.id)))


def lines_asked(design: Design) -> int:
    """Return how often racks ask which of their lines a loss takes."""
    asked, real = 0, Case.lines_on

    def noted(*given: object) -> object:
        nonlocal asked
        asked += 1
        return real(*given)  # type: ignore[arg-type]

    with patch.object(Case, "lines_on", staticmethod(noted)):
        Evaluator(SHIPPED).report(design)
    return asked


def test_feeds_of_other_rows_are_not_asked_of_a_rack() -> None:
    assert lines_asked(with_feeds(20)) == lines_asked(with_feeds(2))
