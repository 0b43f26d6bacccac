"""Ports of two parts side by side, purpose by purpose, and what hangs on them by hand.

What a dialog shows in which ports are mapped: the rule of fabrics goes from group to group, cables
and cords by hand from port to port.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.equivalents import fabric_lines, port_words, supply_words
from designer.document.port_maps import SUPPLY, Port, PortLine, ports_of
from designer.model.design import Design
from designer.wiring.power_dealing import takes_no_cord


@dataclass(frozen=True, slots=True)
class PortGroups:
    """What two parts have for one purpose.

    Attributes
    ----------
    now, then
        In words: `8 × 400 Gb/s OSFP`, `none`.
    by_rule
        What is dealt there by rule: `Compute`; empty for nothing.
    refusal
        Why that does not fit any more; empty where it does, or nothing is dealt there.
    lines
        What hangs there by hand.
    free
        Ports of the new part that may take it; none where nothing hangs there.
    """

    purpose: str
    now: str
    then: str
    by_rule: str = ""
    refusal: str = ""
    lines: tuple[PortLine, ...] = ()
    free: tuple[Port, ...] = ()


def port_groups(
    design: Design, catalog: Catalog, old: Part, new: Part, lines: Sequence[PortLine]
) -> tuple[PortGroups, ...]:
    """Return the ports of both parts by purpose, supplies last.

    Parameters
    ----------
    lines
        What hangs by hand, with where it would hang.
    """
    rules: dict[str, list[tuple[str, str]]] = {}
    for purpose, line in fabric_lines(design, catalog, old, new):
        told = line.then if line.lost else ""
        rules.setdefault(purpose, []).append((line.title.removeprefix("Fabric "), told))
    held: dict[str, list[PortLine]] = {}
    for one in lines:
        held.setdefault(one.port.purpose, []).append(one)
    cabled = any(purpose != SUPPLY for purpose in held)
    free: dict[str, list[Port]] = {}
    for port in ports_of(new):
        if port.purpose in held or (cabled and port.purpose != SUPPLY):
            free.setdefault(port.purpose, []).append(port)
    purposes = dict.fromkeys(group.purpose for part in (old, new) for group in part.ports)
    made = []
    for purpose in purposes:
        dealt = rules.get(purpose, [])
        made.append(PortGroups(
            purpose, port_words(old, purpose), port_words(new, purpose),
            ", ".join(name for name, _ in dealt),
            "; ".join(f"{name}: {told}" for name, told in dealt if told),
            tuple(held.get(purpose, ())), tuple(free.get(purpose, ())),
        ))  # fmt: skip
    unfed = takes_no_cord(new) and not takes_no_cord(old)
    made.append(PortGroups(
        SUPPLY, supply_words(old), supply_words(new), "cords",
        f"{new.name} takes no cord" if unfed else "",
        tuple(held.get(SUPPLY, ())), tuple(free.get(SUPPLY, ())),
    ))  # fmt: skip
    return tuple(made)
