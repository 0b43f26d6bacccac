"""The type of cables laid by hand: what names a rack as its part has no type that is known."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Cable, Design


def told(*parts: str) -> list[Check]:
    """Return what D02 says of cables of such parts."""
    cables = tuple(Cable(id=f"c{n}", a="x", b="y", part=part) for n, part in enumerate(parts))
    report = evaluate(Design(cables=cables), load_shipped())
    return [one for one in report.checks if one.rule == "D02"]


@pytest.mark.parametrize("part", ["", "acc-osfp-2x400g", "xcvr-osfp-2x400g-mmf"])
def test_a_cable_or_a_transceiver_or_none_is_a_type(part: str) -> None:
    assert told(part) == []


def test_a_part_of_another_kind_is_no_type_of_cable() -> None:
    found = {one.key: one for one in told("rack-48u", "h100-sxm", "rack-48u")}
    rack, chip = found["D02:cable:rack-48u"], found["D02:cable:h100-sxm"]
    assert (rack.severity, rack.where) == ("error", ("c0", "c2"))
    assert rack.message == (
        "2 cables laid by hand name the part rack-48u, whose kind is rack and not cable; their "
        "types are not known"
    )
    assert "whose kind is GPU and not cable; its type is not known" in chip.message


def test_a_part_that_nobody_knows_is_told() -> None:
    (lost,) = told("no-such", "no-such")
    assert (lost.severity, lost.key) == ("error", "D02:no-such")
    assert "not in the catalogue; 2 cables laid by hand" in lost.message
