"""The tables of prices, findings, accepted findings and notes."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from designer.document.edits.naming import fresh_id
from designer.document.errors import EditError
from designer.document.new_things import NewThing, new_named
from designer.engine.report import Check
from designer.model.design import Note
from designer.model.layout import Layout
from designer.ui.fields.tables.column import Adding, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import find_anything, part_of
from designer.ui.fields.tables.makers import (
    count,
    id_of,
    many_of,
    note,
    optional_number,
    records,
    stored,
    words,
)


def _priced(facts: Facts, name: str) -> str:
    """Return the id of the part with a name or an id."""
    return str(part_of(lambda _part: True, "part")(facts, name)[0])


def _new_price(facts: Facts, layout: Layout, name: str, values: Mapping[str, Any]) -> NewThing:
    currency = {"currency": facts.design.site.currency}
    return new_named("prices", layout, name, {**currency, **values}, named=False)


PRICES: Final = Table(
    "prices", "Own prices", "own price", "own prices", "cost",
    (
        words("part", "Part", lambda facts, it: facts.part_name(it.id), 220, also=("name",)),
        count("price", "Price", lambda _facts, it: it.amount_cents / _CENTS, 110, decimals=2,
              edit=Editing("number", "amount_cents", held=lambda typed: round(typed * _CENTS))),
        words("currency", "Currency", stored("currency"), 80,
              edit=Editing("text", "currency", held=str.upper)),
        words("date", "As of", stored("as_of"), 100,
              edit=Editing("date", "as_of", optional=True)),
        words("source", "Source", stored("source"), 200, prose=True,
              edit=Editing("text", "source", optional=True)),
        optional_number("weeks", "Lead time", "weeks", "lead_weeks", "PriceOverride"),
        note(),
        words("id", "Part id", stored("id"), 140),
    ),
    records("prices"), many_of("prices"), id_of, lambda _facts, _price: (),
    "No price of your own yet: paste a list with part, price, date and source (Ctrl+V), or give "
    "quotations in Cost (Ctrl+5) → Prices.", "prices",
    adds=Adding(_new_price, ("price",), meant=_priced),
)  # fmt: skip
_CENTS: Final = 100


def _where(facts: Facts, check: Check) -> str:
    return ", ".join(facts.layout.names_of(check.where))


def _held(facts: Facts, places: Iterable[str]) -> tuple[str, ...]:
    """Return which of some places can be selected on the floor: racks, and what is in them."""
    return tuple(place for place in places if facts.layout.rack_of(place))


def _in_racks(facts: Facts, check: Check) -> tuple[str, ...]:
    return _held(facts, check.where)


def _checks(facts: Facts) -> tuple[Check, ...]:
    return facts.report.checks if facts.report else ()


def _finding(facts: Facts, key: str) -> str:
    """Return a finding's id as the report has it."""
    known = {check.key.casefold(): check.key for check in _checks(facts)}
    if key.casefold() not in known:
        raise EditError(f"there is no finding {key} to accept; the table Findings has their ids")
    return known[key.casefold()]


def _new_waiver(_facts: Facts, layout: Layout, key: str, values: Mapping[str, Any]) -> NewThing:
    return new_named("waivers", layout, key, values, named=False)


def _new_note(_facts: Facts, layout: Layout, key: str, values: Mapping[str, Any]) -> NewThing:
    taken = {one.id for one in layout.design.notes}
    return new_named("notes", layout, key or fresh_id(taken, "note"), values, named=False)


FINDINGS: Final = Table(
    "findings", "Findings", "finding", "findings", "warning",
    (
        words("rule", "Rule", stored("rule"), 60),
        words("severity", "Severity", stored("severity"), 80, also=("is",)),
        words("where", "Where", _where, 170, also=("at", "rack")),
        words("message", "What", stored("message"), 420, also=("what",), prose=True),
        words("advice", "Advice", stored("advice"), 300, prose=True),
        words("waived", "Accepted", lambda _facts, it: "accepted" if it.waived else "", 80),
        words("id", "Id", stored("key"), 200, shown=False),
    ),
    _checks, lambda facts: len(_checks(facts)), lambda check: check.key,
    _in_racks, "No rule finds anything.",
)  # fmt: skip


def _target(facts: Facts, remark: Note) -> str:
    return facts.layout.name_of(remark.target) if remark.target else "on the floor"


NOTES: Final = Table(
    "notes", "Notes", "note", "notes", "note",
    (
        words("id", "Id", stored("id"), 90),
        words("text", "Text", stored("text"), 420, prose=True, edit=Editing("text", "text")),
        words("at", "At", _target, 160, also=("where", "target"),
              new=Editing("text", "target", find=find_anything)),
        count("x", "From left", stored("x_mm"), 90, unit="mm", shown=False,
              new=Editing("integer", "x_mm")),
        count("y", "From top", stored("y_mm"), 90, unit="mm", shown=False,
              new=Editing("integer", "y_mm")),
    ),
    records("notes"), many_of("notes"), id_of,
    lambda facts, it: _held(facts, (it.target,)),
    "No note yet: Insert → Note.", "notes", adds=Adding(_new_note, ("text",), unnamed=True),
)  # fmt: skip
WAIVERS: Final = Table(
    "waivers", "Accepted findings", "accepted finding", "accepted findings", "check",
    (
        words("id", "Finding", stored("id"), 200),
        words("reason", "Reason", stored("reason"), 360, prose=True,
              edit=Editing("text", "reason")),
        words("author", "By", stored("author"), 120, edit=Editing("text", "author", optional=True)),
        words("date", "Date", stored("date"), 100, edit=Editing("date", "date", optional=True)),
    ),
    records("waivers"), many_of("waivers"), id_of, lambda _facts, _waiver: (),
    "No finding was accepted: Totals → Checks does it, with a reason.", "waivers",
    adds=Adding(_new_waiver, ("reason",), meant=_finding),
)  # fmt: skip
