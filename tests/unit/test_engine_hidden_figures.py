"""Hiding a figure of a part never narrows a result, and silences no rule without saying so."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.reasons import OPEN
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Rack, Slot
from designer.model.figures import Figure
from designer.model.measured import Measured
from designer.planning.templates import build
from tests.helpers.contents_once import SharedContents
from tests.helpers.sections import OF_POWER, read_by

FIELDS = (
    "power_max_w", "power_typical_w", "power_peak_w", "mass_kg", "gpus", "psu", "prices",
    "cooling", "coolant_max_c", "airflow_m3h", "height_half_u",
)  # fmt: skip
GONE: dict[str, Any] = {"prices": (), "height_half_u": 0}
SLACK = 1e-9

SUBJECT_RULES = ("C", "K", "F", "P")
"""Rules of cooling, cost, floor and power: those that rest on figures of parts."""
ASKED = read_by(
    "totals", "storage", "cost", "facility", "cooling", "cooling-losses", "temperatures", "plant",
    "rows", "hall", "space", "standing", "tiles", "ways", "lines", "floor", *OF_POWER,
    rules=True, sums=True,
)  # fmt: skip
"""Subjects that have these rules, or figures that are looked at."""


def crowded() -> Design:
    """Return a hall in which most rules of cooling have something to say."""
    slots = tuple(
        Slot(id=f"n{n}", part=part, half_u=2 + 20 * n)
        for n, part in enumerate(("dgx-h100", "hgx-b200-8u", "dgx-b200", "weka-node"))
    )
    pdus = tuple(
        Slot(id=f"p{feed}", part="pdu-415v-60a-3ph", face="zero-u", feed=feed) for feed in "AB"
    )
    filling = Assembly(id="a", rack_part="rack-48u", slots=(*slots, *pdus))
    racks = [
        Rack(id=f"r{n}", name="R", part="rack-48u", x_mm=1000 * n, y_mm=2000, assembly="a")
        for n in range(6)
    ]
    units = ("gb200-nvl72", "gb200-nvl72", "cdu-row", "crah", "crah", "in-row-crv-50")
    racks += [
        Rack(id=f"u{n}", name="U", part=part, x_mm=1000 * n, y_mm=6000)
        for n, part in enumerate(units)
    ]
    return Design(assemblies=(filling,), racks=tuple(racks))


@cache
def designs() -> dict[str, Design]:
    shipped = load_shipped()
    return {
        "h100": build("dgx-superpod-h100", {"scalable_units": "1"}, shipped),
        "gb200": build("dgx-superpod-gb200", {"scalable_units": "1"}, shipped),
        "crowded": crowded(),
    }


@cache
def shared() -> SharedContents:
    return SharedContents(load_shipped())


@cache
def reported(name: str) -> Report:
    return evaluate(designs()[name], load_shipped())


def parts_of(design: Design) -> Iterator[Part]:
    named = {rack.part for rack in design.racks}
    named |= {slot.part for filling in design.assemblies for slot in filling.slots}
    return (load_shipped().require(part_id) for part_id in sorted(named))


def cases() -> Iterator[Any]:
    for name, design in designs().items():
        for part in parts_of(design):
            for field in FIELDS:
                if getattr(part, field):
                    yield pytest.param(name, part.id, field, id=f"{name}-{part.id}-{field}")


def figures(report: Report) -> dict[str, Figure]:
    """Return the figures of totals, building, storage, cost and racks, by where they stand."""
    found: dict[str, Figure] = {}
    records: list[tuple[str, Measured]] = [
        ("totals", report.totals), ("facility", report.facility), ("storage", report.storage),
        ("cost", report.cost), *((rack.id, rack) for rack in report.racks),
    ]  # fmt: skip
    for where, record in records:
        for name in type(record).model_fields:
            value = getattr(record, name)
            number = isinstance(value, float) or record.bound(name) is not None
            if number and name not in _NOT_FIGURES:
                found[f"{where}.{name}"] = record.figure(name)
    return found


_NOT_FIGURES = {
    # Which of several limits binds, and the method that takes the air, may change.
    "stranded_kw", "cooling_capacity_kw", "unknown_figures",
    # A site's decision, and what is counted and not measured.
    "water_c", "floor_area_m2", "u_total",
}  # fmt: skip


_SPEAKS_FOR = {
    "P03": {"P02"}, "P07": {"P01", "P02", "P08"}, "P08": {"P01", "P02"},
}  # fmt: skip
"""Where nobody counted supplies, P02 may be the one that says that a loss is open; where nobody can
say what a rack PDU carries as a whole, its rules say it for the lines."""


def said(report: Report) -> dict[str, set[str]]:
    """Return the keys of findings by rule."""
    found: dict[str, set[str]] = {}
    for check in report.checks:
        if check.rule.startswith(SUBJECT_RULES) and check.severity != "info":
            found.setdefault(check.rule, set()).add(check.key)
    return found


@pytest.mark.parametrize(("name", "part_id", "field"), list(cases()))
def test_hiding_a_figure(name: str, part_id: str, field: str) -> None:
    before = reported(name)
    part = load_shipped().require(part_id).evolve(**{field: GONE.get(field)})
    after = shared().report(designs()[name], load_shipped().overlay([part]), ASKED)
    hidden, shown = figures(after), figures(before)
    narrowed = [
        f"{where}: {old.low:g}–{old.high:g} became {new.low:g}–{new.high:g}"
        for where, old in shown.items()
        if (new := hidden.get(where)) is not None
        and (new.low > old.low + SLACK * abs(old.low) or new.high < old.high * (1 - SLACK))
    ]
    assert narrowed == []
    now = said(after)
    silenced = [
        key
        for rule, keys in said(before).items()
        for key in keys
        if key not in now.get(rule, set())
        and not any(
            f":{OPEN}:" in other
            for speaker in (rule, *_SPEAKS_FOR.get(rule, ()))
            for other in now.get(speaker, set())
        )
    ]
    assert silenced == []


@pytest.mark.parametrize("name", designs())
def test_what_is_asked_says_the_same_as_a_whole_report(name: str) -> None:
    alone = shared().report(designs()[name], load_shipped(), ASKED)
    assert figures(alone) == figures(reported(name))
    assert said(alone) == said(reported(name))
