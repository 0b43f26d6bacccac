"""Rules of what joins links: lengths that are alike within a leaf, and power that has modules."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from designer.engine.findings import Finding
from designer.engine.optics import OPEN_MODULES
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.cables.media import MEDIA, Chosen, Media
from designer.engine.subjects.cables.optics import modules_of_devices
from designer.model.figure_words import words
from designer.model.figures import exact, stated, total, within
from designer.model.layout import Layout
from designer.model.plural import plural

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


def lengths_are_alike(facts: Facts) -> Iterator[Finding]:
    """F13: links from nodes to one leaf differ in length by no more than the fabric states."""
    limits = {one.id: one.length_spread_m for one in facts.design.fabrics}
    media, names, start = facts[MEDIA], Layout(facts.design), 0
    for chosen in media.fabrics:
        rows = slice(start, start + len(chosen.ends))
        start = rows.stop
        most = limits.get(chosen.ends.wiring.fabric.id)
        if most is not None:
            yield from _spread(facts, chosen, rows, most, names)


def _spread(
    facts: Facts, chosen: Chosen, rows: slice, most: float, names: Layout
) -> Iterator[Finding]:
    """Yield which leaves of a fabric have links of unlike lengths."""
    wiring = chosen.ends.wiring
    at = np.flatnonzero(chosen.ends.a < wiring.first_place)
    if not len(at):
        return
    low, likely, high = (case[rows][at] for case in facts[MEDIA].routing.metres)
    off = facts[MEDIA].routing.off_trays[rows][at]
    leaf, of = np.unique(chosen.ends.b[at], return_inverse=True)
    surely = _most(of, low, len(leaf)) - _least(of, np.where(off, np.inf, high), len(leaf))
    perhaps = _most(of, likely, len(leaf)) - _least(of, likely, len(leaf))
    fabric, name = wiring.fabric.id, wiring.fabric.name or wiring.fabric.id
    wide = np.flatnonzero(surely > most)
    if len(wide):
        worst = int(wide[np.argmax(perhaps[wide])])
        key = wiring.key(int(leaf[worst]))
        has = "has" if len(wide) == 1 else "have"
        yield Finding(
            "F13", "info", f"{fabric}:spread", (fabric, key),
            f"{name}: {plural(len(wide), 'leaf', 'leaves')} {has} links to nodes that differ by "
            f"more than {most:g} m in length, {names.name_of(key)} by {perhaps[worst]:.1f} m",
            "Stand the racks of its nodes closer together, or the leaf in their middle (Compare "
            "places of leaf switches).",
            float(perhaps[worst]),
        )  # fmt: skip
    elif (perhaps > most).any():
        worst = int(np.argmax(perhaps))
        key = wiring.key(int(leaf[worst]))
        yield cannot_be_said(
            "F13", f"{fabric}:spread", (fabric, key),
            f"whether the links of {names.name_of(key)} to nodes differ by more than {most:g} m",
            facts[MEDIA].routing.laid.open_on or ("cable trays",), facts.name_of,
        )  # fmt: skip


def _most(of: Places, values: Floats, number: int) -> Floats:
    found = np.full(number, -np.inf)
    np.maximum.at(found, of, values)
    return found


def _least(of: Places, values: Floats, number: int) -> Floats:
    found = np.full(number, np.inf)
    np.minimum.at(found, of, values)
    return found


def modules_are_in_the_power(facts: Facts) -> Iterator[Finding]:
    """F14: what a switch draws at most leaves room for the modules of its cables."""
    media, names, start = facts[MEDIA], Layout(facts.design), 0
    for chosen in media.fabrics:
        rows = slice(start, start + len(chosen.ends))
        start = rows.stop
        yield from _modules(facts, media, chosen, rows, names)


def _modules(
    facts: Facts, media: Media, chosen: Chosen, rows: slice, names: Layout
) -> Iterator[Finding]:
    """Yield of which parts the switches of a fabric are stated without their modules."""
    ends, wiring = chosen.ends, chosen.ends.wiring
    places = np.flatnonzero(wiring.places.switch >= 0)
    if not len(places) or not len(ends):
        return
    watts, unsure = modules_of_devices(chosen, media.routing.off_trays[rows])
    parts = ends.switch_parts[places]
    for number in np.unique(parts).tolist():
        part = facts.catalog.get(wiring.members.parts[number])
        if part is None or part.power_max_w is None:
            continue
        mine = wiring.first_place + places[parts == number]
        mine = mine[np.isfinite(watts[0][ends.devices[mine]])]
        if not len(mine):
            continue
        each = watts[0][ends.devices[mine]]
        worst = int(mine[np.argmax(each)])
        key, drawn = wiring.key(worst), exact(float(each.max()), "W")
        # Nobody says what it draws beside its modules where none states its power without them.
        passive = stated(part.power_passive_w, f"{part.id}.power_passive_w", "W")
        load, most = total((passive, drawn), "W"), stated(part.power_max_w, part.id, "W")
        if within(load, most).answer != "no":
            continue
        cause, where = f"{wiring.fabric.id}:{part.id}", (wiring.fabric.id, key)
        if bool(unsure[ends.devices[worst]]):
            yield cannot_be_said(
                "F14", cause, where,
                f"whether the {words(most, 0)} of {part.name} hold the modules of "
                f"{names.name_of(key)}", (OPEN_MODULES,), facts.name_of,
            )  # fmt: skip
            continue
        without = f" beside the {words(passive, 0)} that it draws without them"
        beyond = load.minus(most)
        yield Finding(
            "F14", "warning", cause, where,
            f"the modules of {names.name_of(key)} draw {words(drawn, 0)}"
            f"{without if passive.exact else ''}: {words(exact(beyond.low, 'W'), 0)} more than "
            f"the {words(most, 0)} at most that racks, feeds and cooling are sized for",
            "State the power of the switch with its modules (Use my own part), or choose cables "
            "that draw less.",
            beyond.low,
        )  # fmt: skip
