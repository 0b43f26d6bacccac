"""The table of all cables: those that a rule makes, and those that are laid by hand."""

from collections.abc import Iterable, Sequence
from typing import Final

from designer.document.cable_plans import cable_at
from designer.document.document import Edit
from designer.document.edits import in_sequence
from designer.document.errors import EditError
from designer.model.network_keys import cable_key
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.makers import count, figure, words
from designer.ui.state.cable_line import CableLine, LineEnd

MOST_LAID: Final = 500
"""Cables that are laid by hand at once: each is held against all others of its devices."""
RULE: Final = "rule"
HAND: Final = "hand"
WHY_READ: Final = (
    "Cables that follow a rule are not typed: what the fabric is and where its switches stand "
    "decides. Lay by hand makes chosen ones cables by hand, which are typed in their own table"
)


def _end(end: LineEnd, port: str) -> str:
    return f"{end.name} : {port}"


def _medium(_facts: Facts, line: CableLine) -> str:
    return f"{line.medium or '—'}{', pinned' if line.pinned else ''}"


def _trays(_facts: Facts, line: CableLine) -> str:
    if line.trays:
        return line.trays
    return "within its rack" if line.a.rack == line.b.rack else "no tray"


def _state(_facts: Facts, line: CableLine) -> str:
    return line.state


def _fullest(facts: Facts, line: CableLine) -> str:
    """Return the fullest of the trays that a cable runs along, with how full it is."""
    names = line.trays.split(", ") if line.trays else ()
    known = [(fill, name) for name in names if (fill := facts.tray_fills.get(name)) is not None]
    if not known:
        return _trays(facts, line)
    fill, name = max(known)
    return f"{name} {fill:.0f} %"


def _selects(_facts: Facts, line: CableLine) -> tuple[str, ...]:
    if line.by_hand:
        return (cable_key(line.by_hand),)
    return (line.a.device, line.b.device)


def _touches(_facts: Facts, line: CableLine) -> tuple[str, ...]:
    own = (cable_key(line.by_hand),) if line.by_hand else ()
    return (*own, line.a.device, line.b.device, line.a.rack, line.b.rack)


def _lines(facts: Facts) -> Sequence[CableLine]:
    return facts.cables


def _count(facts: Facts) -> int:
    every = facts.report.cables.count if facts.report else None
    return len(facts.cables) if every is None else every


CABLES: Final = Table(
    "cables", "Cables", "cable", "cables", "cable",
    (
        words("label", "Label", lambda _facts, it: it.label, 154, also=("name", "cable")),
        words("from", "From", lambda _facts, it: _end(it.a, it.a_port), 118, also=("a",)),
        words("to", "To", lambda _facts, it: _end(it.b, it.b_port), 140, also=("b",)),
        words("by", "By", lambda _facts, it: HAND if it.by_hand else RULE, 42),
        words("fabric", "Fabric", lambda _facts, it: it.fabric, 76),
        words("medium", "Medium", _medium, 64),
        figure("m", "Length", "m", lambda _facts, it: it.length, 94, also=("length",), sums=True),
        count("stock", "Stock", lambda _facts, it: it.stock_m, 60, unit="m", sums=True),
        words("tray", "Fullest tray", _fullest, 118, prose=True),
        figure("price", "Price", "", lambda _facts, it: it.price, 118, decimals=0, sums=True),
        words("currency", "Currency", lambda facts, _: facts.design.site.currency, 70,
              shown=False),
        words("state", "State", _state, 66, also=("is",)),
        words("part", "Part", lambda _facts, it: it.part, 200, shown=False),
        words("trays", "Trays", _trays, 200, shown=False, prose=True),
        count("rate", "Rate", lambda _facts, it: it.rate_gbps, 80, unit="Gb/s", shown=False),
        words("racks", "Racks", lambda _facts, it: f"{it.a.rack_name} {it.b.rack_name}", 100,
              shown=False, also=("rack",)),
        words("device", "Devices", lambda _facts, it: f"{it.a.name} {it.b.name}", 200,
              shown=False),
        words("id", "Id by hand", lambda _facts, it: it.by_hand, 100, shown=False),
    ),
    _lines, _count, lambda line: line.key, _selects,
    "No cable yet: a fabric with nodes and switches has cables by its rule.",
    by_rack=True, touches=_touches, why_read=WHY_READ,
)  # fmt: skip


def laid_by_hand(facts: Facts, lines: Iterable[CableLine]) -> tuple[Edit, int]:
    """Return the edit that lays cables by hand as a rule has them, and how many it lays.

    From then on the rule does not move them. Those that are laid by hand already stay.

    Raises
    ------
    EditError
        If none of them follows a rule, they are too many, or one cannot be laid; one line.
    """
    chosen = [line for line in lines if not line.by_hand]
    if not chosen:
        raise EditError("all of them are laid by hand already")
    if len(chosen) > MOST_LAID:
        raise EditError(f"at most {MOST_LAID:,} cables are laid by hand at once")
    layout, edits = facts.layout, []
    called = {fabric.name or fabric.id: fabric.id for fabric in facts.design.fabrics}
    for line in chosen:
        one, other = (line.a.device, line.a_port), (line.b.device, line.b_port)
        plan = cable_at(layout, facts.catalog, one, other, called.get(line.fabric, ""))
        if plan.edit is None:
            raise EditError(f"{line.label}: {plan.verdict.reason}")
        edits.append(plan.edit)
        layout = layout.after(plan.edit(layout.design))
    return in_sequence(*edits), len(edits)
