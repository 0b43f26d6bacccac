"""Rules of space in a rack (EIA-310)."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.space.space import SPACE, Above
from designer.model.figure_words import amount, words
from designer.model.figures import Figure, within
from designer.model.units import RACK_UNIT_MM


def nothing_overlaps(facts: Facts) -> Iterator[Finding]:
    """F01: no two devices share a place, and none is outside the rails."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        if core[SPACE].clashes:
            more = len(core[SPACE].clashes) - 1
            yield Finding(
                "F01", "error", core.cause, racks,
                core[SPACE].clashes[0] + (f" (and {more} more)" if more else ""),
                "Move one of them to free units.", len(core[SPACE].clashes),
            )  # fmt: skip
        elif core[SPACE].u_used.low and not core[SPACE].u_total.exact:
            yield cannot_be_said(
                "F01", core.cause, racks,
                f"whether {core.summary or 'what it holds'} fits the rails",
                core[SPACE].u_total.basis, facts.name_of,
            )  # fmt: skip
    yield from _of_no_known_height(facts)


def _of_no_known_height(facts: Facts) -> Iterator[Finding]:
    """F01 of each part in the rails that nobody knows how high it is, and of what is above it."""
    holding: dict[tuple[str, str], list[str]] = {}
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        for part_and_ref in core[SPACE].height_open:
            holding.setdefault(part_and_ref, []).extend(racks)
    name_of = facts.name_of
    for (part, ref), racks_of_part in holding.items():
        yield cannot_be_said(
            "F01", f"height:{part}", tuple(sorted(racks_of_part)),
            f"whether {name_of(part)} fits the rails", (ref,), name_of,
        )  # fmt: skip

    above: dict[Above, list[str]] = {}
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        for one in core[SPACE].above_open:
            above.setdefault(one, []).extend(racks)
    for one, racks_of_both in above.items():
        yield cannot_be_said(
            "F01", f"above:{one.part}:{one.below}", tuple(sorted(racks_of_both)),
            f"whether {name_of(one.part)} has room above {name_of(one.below)}", (one.ref,),
            name_of,
        )  # fmt: skip


def devices_fit_the_depth(facts: Facts) -> Iterator[Finding]:
    """F09: no device is deeper than the rack's usable depth."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        if core[SPACE].too_deep:
            yield Finding(
                "F09", "warning", core.cause, racks, core[SPACE].too_deep[0],
                "Choose a deeper rack.", len(core[SPACE].too_deep),
            )  # fmt: skip
        elif core[SPACE].depth_open:
            yield cannot_be_said(
                "F09", core.cause, racks,
                f"whether {core.summary or 'what it holds'} fits the rack's depth",
                core[SPACE].depth_open[:2], facts.name_of,
            )  # fmt: skip


def devices_fit_the_rails(facts: Facts) -> Iterator[Finding]:
    """F09: no device is made for wider rails than those of its rack."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        if core[SPACE].too_wide:
            yield Finding(
                "F09", "error", f"wide:{core.cause}", racks, core[SPACE].too_wide[0],
                "Choose a rack with rails of that width, or a device for these.",
                len(core[SPACE].too_wide),
            )  # fmt: skip


def pdus_fit_beside_devices(facts: Facts) -> Iterator[Finding]:
    """F09: 0U rack PDUs that state their size fit beside the devices, or behind them."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        for one in core[SPACE].behind:
            pdu, cause = one.pdu, f"pdu:{one.pdu.id}:{core.cause}"
            if one.verdict.answer == "no":
                yield Finding(
                    "F09", "warning", cause, racks,
                    f"{pdu.name} is {pdu.width_mm} mm wide, {words(one.side)} are free beside the "
                    f"devices, and behind the deepest it takes {words(one.deep, 0)} of the rack",
                    "Choose a wider rack, or a deeper one.", one.deep.low,
                )  # fmt: skip
            else:
                yield cannot_be_said(
                    "F09", cause, racks, f"whether {pdu.name} fits beside or behind the devices",
                    one.verdict.because[:2], facts.name_of,
                )  # fmt: skip


def stands_firmly(facts: Facts) -> Iterator[Finding]:
    """F16: the centre of gravity of a filled rack is not above the middle of its height."""
    for core, racks in facts[CONTENTS].racks_having(SPACE):
        mass = core[SPACE].mass
        centre, middle = mass.rails_mm, mass.middle_mm
        if centre is None or middle is None or not core.filled.contents.items:
            continue
        verdict = within(centre, middle)
        if verdict.answer == "no":
            highest = f"; {mass.heavy_above} is the heaviest above it" if mass.heavy_above else ""
            yield Finding(
                "F16", "warning", core.cause, racks,
                f"{core.called}: centre of gravity {_units(centre)}U above the lowest unit, the "
                f"middle of the rack is at {_units(middle)}U{highest}",
                "Move the heaviest devices to lower units.", centre.minus(middle).low,
            )  # fmt: skip
        elif verdict.answer == "open":
            yield cannot_be_said(
                "F16", core.cause, racks,
                f"whether {core.summary or 'what it holds'} stands firmly",
                verdict.because, facts.name_of,
            )  # fmt: skip


def _units(height: Figure) -> str:
    return amount(height.times(1 / RACK_UNIT_MM, "U"), 1)
