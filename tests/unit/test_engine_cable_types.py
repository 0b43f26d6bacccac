"""The type of cables laid by hand: what names a rack as its part has no type that is known."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Cable, Design, PowerNode


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
    assert (lost.severity, lost.key) == ("error", "D02:cable:no-such")
    assert "not in the catalogue; 2 cables laid by hand" in lost.message


def test_what_a_cable_and_a_ups_name_alike_is_told_of_both() -> None:
    node = PowerNode(id="U", kind="ups", part="no-such")
    cables = (Cable(id="c", a="x", b="y", part="no-such"),)
    report = evaluate(Design(cables=cables, power=(node,)), load_shipped())
    keys = {one.key for one in report.checks if one.rule == "D02"}
    assert keys == {"D02:no-such", "D02:cable:no-such"}


@pytest.mark.parametrize("part", ["rack-48u", "h100-sxm"])
def test_what_stands_upstream_and_gives_no_power_is_told(part: str) -> None:
    nodes = tuple(PowerNode(id=name, kind="ups", part=part) for name in ("U1", "U2"))
    report = evaluate(Design(power=nodes), load_shipped())
    (found,) = [one for one in report.checks if one.rule == "D02"]
    assert (found.severity, found.key) == ("error", f"D02:power:{part}")
    assert found.message.startswith(f"UPS U1, UPS U2 name the part {part}, whose kind is ")


@pytest.mark.parametrize("kind", ["ups", "generator", "busway"])
def test_a_part_that_gives_power_is_no_fault(kind: str) -> None:
    catalog = load_shipped()
    for part in catalog.parts:
        if part.kind == kind:
            node = PowerNode(id="U", kind="ups", part=part.id)
            report = evaluate(Design(power=(node,)), catalog)
            assert not [one for one in report.checks if one.rule == "D02"]
