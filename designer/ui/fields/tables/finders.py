"""What a cell of a new line names: a part, a rack, devices, feeds. Refused with what is known."""

import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from designer.catalog.part import Part
from designer.document.errors import EditError
from designer.ui.fields.tables.facts import Facts

Found = tuple[Any, str]
"""A value as its record holds it, and what people call it."""
_PORT: Final = re.compile(r"^(.+?)(?:\s*:\s*|\s+port\s+)(\S+)$", re.IGNORECASE)
_MOST_SAID: Final = 8


def part_of(means: Callable[[Part], bool], what: str) -> Callable[[Facts, str], Found]:
    """Return what finds a part of some kinds by its name or id.

    Parameters
    ----------
    what
        What such a part is called in a sentence: `rack`.
    """

    def find(facts: Facts, text: str) -> Found:
        wanted = text.strip()
        part = facts.catalog.get(wanted) or facts.parts_called.get(wanted.casefold())
        if part is None:
            known = {one.name for one in facts.catalog.parts if means(one)}
            near = difflib.get_close_matches(wanted, sorted(known), 1, 0.6)
            raise EditError(
                f"no part of the catalogue is called {wanted}"
                + (f"; is {near[0]} meant?" if near else "; give its name or id as it stands there")
            )
        if not means(part):
            raise EditError(f"{part.name} is no {what}: it is a {part.traits.singular}")
        return part.id, part.name

    return find


def find_rack(facts: Facts, text: str) -> Found:
    """Find a rack by its name or id."""
    wanted = text.strip()
    keys = facts.racks_called.get(wanted.casefold(), ())
    if not keys and wanted in facts.layout.racks:
        keys = (wanted,)
    if not keys:
        raise EditError(f"there is no rack {wanted}: add it first, in the table of racks")
    return keys[0], facts.layout.racks[keys[0]].name


def find_device(facts: Facts, text: str) -> Found:
    """Find a device by its name or id, where one alone is called so."""
    wanted = text.strip()
    keys = facts.devices_called.get(wanted.casefold(), ())
    if not keys and facts.layout.find(wanted) is not None:
        keys = (wanted,)
    if not keys:
        raise EditError(f"there is no device {wanted}")
    if len(keys) > 1:
        some = ", ".join(keys[:3])
        raise EditError(f"{len(keys)} devices are called {wanted}: give an id, as {some}")
    return keys[0], facts.layout.name_of(keys[0])


def find_end(facts: Facts, text: str) -> Found:
    """Find a device with a port of it: `dgx-A01-1 port 2.1`, `dgx-A01-1:2.1`."""
    match = _PORT.match(text.strip())
    if match is None:
        raise EditError("name device and port, as dgx-A01-1 port 2.1")
    key, name = find_device(facts, match[1])
    return (key, match[2]), f"{name} port {match[2]}"


def find_feeds(facts: Facts, text: str) -> Found:
    """Find what feeds something: names or ids, with commas between."""
    called = {(node.name or node.id).casefold(): node for node in facts.design.power}
    called |= {facts.layout.feed_name(n.id).casefold(): n for n in facts.design.power}
    called |= {node.id.casefold(): node for node in facts.design.power}
    wanted = [word for one in text.split(",") if (word := one.strip())]
    for word in wanted:
        if word.casefold() not in called:
            raise EditError(f"nothing that feeds is called {word}; there are {_known(facts)}")
    nodes = [called[word.casefold()] for word in wanted]
    return tuple(node.id for node in nodes), ", ".join(node.name or node.id for node in nodes)


def _known(facts: Facts) -> str:
    return _some(node.name or node.id for node in facts.design.power) or "none yet"


def find_anything(facts: Facts, text: str) -> Found:
    """Find what a note is at: a rack, a device, a row, a feed, by name or id."""
    wanted, folded = text.strip(), text.strip().casefold()
    design = facts.design
    for records in (design.racks, design.rows, design.power, design.fabrics, design.trays):
        for one in records:
            if folded in (one.id.casefold(), one.name.casefold()):
                return one.id, one.name or one.id
    return find_device(facts, wanted)


def _some(names: Iterable[str]) -> str:
    known = list(names)
    more = f" and {len(known) - _MOST_SAID} more" if len(known) > _MOST_SAID else ""
    return ", ".join(known[:_MOST_SAID]) + more
