"""What cannot be said of power shelves where no catalogue has the rack, or a shelf of it.

A rack that no catalogue has may be a cabinet in which shelves feed a bus bar, and may not; a part
in the rails that none has may be a shelf. So what is asked of a bus bar is open.
"""

from collections.abc import Iterator

from designer.catalog.lost_parts import lost_ref
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.fed_racks import heading
from designer.engine.subjects.shelves.bus_volts import cannot_be_said_of
from designer.wiring.power_bus import on_bus
from designer.wiring.power_filling import needs_power


def lost_racks_may_have_a_bus_bar(facts: Facts) -> Iterator[Finding]:
    """P05, P11, P20, P21: what takes no cord may hang on shelves that are not known to feed it."""
    for core, racks in facts[CONTENTS].racks_by_core.items():
        wiring = core.filled.wiring
        known = [part for part in wiring.parts if part is not None]
        hanging = [part for part in known if needs_power(part) and on_bus(part)]
        may_feed = wiring.perhaps_shelves or any(part.traits.feeds_bus for part in known)
        if wiring.bus is not None or not (hanging and may_feed):
            continue
        if wiring.part is not None and not wiring.perhaps_shelves:
            continue  # It is sold filled, and has a bus bar of its own.
        lost = (lost_ref(core.contents.rack_part),) if wiring.part is None else ()
        refs = (*lost, *wiring.shelves_open_on)[:2]
        for device in {part.id: part for part in hanging}.values():
            yield cannot_be_said_of(facts, racks, device, refs)
        for rule, asked in (
            ("P05", "whether its whips and its bus bar carry their load"),
            ("P20", "whether power shelves take its peak"),
            ("P21", "whether power shelves carry it after a loss"),
        ):
            if rule == "P05" or facts.site.policy != "N":
                yield cannot_be_said(
                    rule, f"shelves:{core.cause}", racks, f"{heading(core)}: {asked}", refs,
                    facts.name_of,
                )  # fmt: skip
