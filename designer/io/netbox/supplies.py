"""A device's power supplies: nameplates, which bound the draw of the system and never are it.

`maximum_draw` is filed per supply. Its sum is what the supplies could deliver together, spares
included, not what the device takes: it goes into `psu.rating_w` and never into `power_max_w`. The
supplies that the device needs bound its draw, all of them where nobody says how many it needs.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from designer.io.netbox.inlets import label_of, plausible_w
from designer.io.netbox.modules import Supply
from designer.io.netbox.redundancy import draw_said, redundancy_said
from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import Node, Table
from designer.io.netbox.schema import Fields

_BAY: Final = re.compile(
    r"(?:psu|psm|ps|pem|pm|pwr|power(?:[ _-]?(?:supply|supplies|module|tray|bay|slot))?)"
    r"(?:[ _-]?(?:bay|slot|unit|module))?[\s_./#-]*[a-z]?\d{0,2}(?:[/.-]\d{1,2})?",
    re.IGNORECASE,
)
_BATTERY: Final = re.compile(r"battery|(?<![a-z])ebm(?![a-z])", re.IGNORECASE)
"""Where a UPS takes its batteries: no supply of its own."""

_TWICE: Final = 2
_LEAST: Final = 0.05
"""Part of one supply's rating below which a text's draw is no maximum: supplies are not that large
for what they feed."""


@dataclass(slots=True)
class Power:
    """What a file says of a device's power.

    Attributes
    ----------
    psu
        Fields of `Psu`; empty if nothing is known.
    source
        File of the module type the supplies were found in, `<maker>/<file>`; empty if none.
    together_w
        What all of them deliver, where they have no common rating; None where one is unknown.
    draw_w
        The most that the device draws, by its text; None where that says nothing.
    remarks
        Sentences for the part's note.
    """

    psu: dict[str, Any] = field(default_factory=dict)
    source: str = ""
    together_w: float | None = None
    draw_w: float | None = None
    remarks: list[str] = field(default_factory=list)


def power_bays(bays: list[Table], notes: Notes) -> list[Table]:
    """Return the module bays that take a power supply, by their names."""
    return [bay for bay in bays if _BAY.fullmatch(Fields(bay, notes).text("name"))]


def power_of(
    fields: Fields,
    bays: list[Table],
    of_maker: tuple[Supply, ...],
    wanted: str,
    spoken: str,
) -> Power:
    """Return what a device's file, and the module types beside it, say of its supplies.

    Parameters
    ----------
    bays
        Its bays for supplies.
    of_maker
        Supplies of its maker.
    wanted
        Model of the supply that the user named for it; empty if none.
    spoken
        All text of the file that may name a supply, in small letters.
    """
    notes = fields.notes
    ports = [
        port
        for port in fields.items("power-ports")
        if not _BATTERY.search(Fields(port, notes).text("name"))
    ]
    power = Power()
    powered = fields.switch("is_powered")
    if ports:
        _filed(ports, power, notes)
        if bays and len(bays) != len(ports):
            notes.add(
                "supplies-differ",
                f"{len(ports)} power ports, but {len(bays)} bays for supplies",
                "see the maker's sheet for how many are fitted",
                fields.at("power-ports"),
            )
    elif bays:
        _in_bays(fields, bays, of_maker, wanted, spoken, power)
    _needed(power, spoken, notes, fields.table)
    power.draw_w = _said_draw(power, spoken, notes, fields.table)
    if powered is False:
        notes.add(
            "not-powered",
            "is_powered is false: a busbar, a shelf or its parent feeds it; its power is unknown, "
            "not zero",
            "fill in the draw from the maker's sheet",
            fields.at("is_powered"),
        )
        power.remarks.append("Fed by a busbar, a shelf or its parent: its draw is not filed.")
    elif not ports and not bays:
        notes.add("power-unknown", "no power port, no supply: power is unknown", at=fields.table)
    return power


def _filed(ports: list[Table], power: Power, notes: Notes) -> None:
    """Read supplies filed as power ports of the device itself."""
    kinds: Counter[str] = Counter()
    ratings: list[float | None] = []
    for port in ports:
        said = Fields(port, notes)
        kind = said.text("type").lower()
        kinds[kind] += 1
        ratings.append(_rating(said, kind))
    inlet = kinds.most_common(1)[0][0]
    if len(kinds) > 1:
        notes.add(
            "supplies-differ",
            f"power ports of {len(kinds)} types ({', '.join(sorted(kinds))}); {inlet or '?'} taken",
            "see the maker's sheet",
            ports[0],
        )
    power.psu = {"count": len(ports), "inlet": label_of(inlet)}
    known = {rating for rating in ratings if rating is not None}
    if not known:
        notes.add("power-unknown", "power ports without a maximum_draw", at=ports[0])
    elif len(known) == 1 and None not in ratings:
        rating = known.pop()
        power.psu["rating_w"] = rating
    else:
        if None not in ratings:
            power.together_w = sum(rating for rating in ratings if rating is not None)
        notes.add(
            "supplies-differ",
            f"supplies of {', '.join(f'{w:g} W' for w in sorted(known))}"
            f"{' and unknown' if None in ratings else ''}: no common rating",
            "see the maker's sheet",
            ports[0],
        )


def _rating(port: Fields, kind: str) -> float | None:
    """Return a supply's nameplate in watts; None if none is filed or it cannot be."""
    draw, allocated = port.number("maximum_draw"), port.number("allocated_draw")
    notes = port.notes
    if allocated is not None:
        notes.add(
            "allocated",
            f"allocated_draw {allocated:g} W is somebody's plan, not a measured draw; not taken",
            at=port.at("allocated_draw"),
        )
        if draw is not None and allocated > draw:
            notes.add(
                "allocated-above",
                f"allocated_draw {allocated:g} W exceeds maximum_draw {draw:g} W",
                "NetBox refuses this; see which of them is wrong",
                port.at("allocated_draw"),
            )
    if draw is None:
        return None
    place = port.at("maximum_draw")
    if draw <= 0:
        notes.add("bad-value", f"maximum_draw {draw:g} W: unknown, not zero", "remove it", place)
        return None
    limit = plausible_w(kind)
    if limit is None or draw <= limit:
        return draw
    # One that is off by a factor may be a peak or a system's sum; twice is no nameplate any more.
    kept = draw <= _TWICE * limit
    milli = "; milliwatts?" if draw / 1000 <= limit and not kept else ""
    notes.add(
        "implausible-power",
        f"maximum_draw {draw:,.0f} W on {label_of(kind) or 'an unknown inlet'}, which carries at "
        f"most {limit:,.0f} W; {'kept, but doubtful' if kept else 'left out'}{milli}",
        "see the supply's nameplate",
        place,
    )
    return draw if kept else None


def _in_bays(
    fields: Fields,
    bays: list[Table],
    of_maker: tuple[Supply, ...],
    wanted: str,
    spoken: str,
    power: Power,
) -> None:
    """Find the supply that stands in the bays among the maker's module types, or ask."""
    notes = fields.notes
    if wanted:
        named = [s for s in of_maker if wanted.lower() in (s.model.lower(), s.part_number.lower())]
    else:
        named = [s for s in of_maker if s.named_in(spoken)]
    power.psu = {"count": len(bays)}
    if len({(s.inlet, s.rating_w) for s in named}) == 1:
        supply = named[0]
        power.psu |= {"inlet": label_of(supply.inlet)}
        power.source = supply.source
        by = "you named" if wanted else "its text names"
        notes.add(
            "supply-resolved",
            f"{len(bays)} bays for supplies; {by} {supply.model} ({supply.source})",
            at=bays[0],
        )
        if supply.rating_w is None:
            notes.add("power-unknown", f"{supply.model} has no maximum_draw", at=bays[0])
        else:
            power.psu["rating_w"] = supply.rating_w
        return
    choice = [s.model for s in (named or of_maker)]
    verb = "is" if len(choice) == 1 else "are"
    offer = (
        f"; {_some(choice)} {verb} there" if choice else "; no module types of this maker are here"
    )
    missed = f" ({wanted} is not among them)" if wanted else ""
    notes.add(
        "supply-asked",
        f"{len(bays)} bays for supplies, and which ones is not filed{missed}{offer}",
        "name one with --psu ID=MODEL" if choice else "import a checkout with module-types",
        bays[0],
    )
    power.remarks.append("Its supplies sit in bays; which ones is not filed.")


def _needed(power: Power, spoken: str, notes: Notes, at: Node) -> None:
    """Read how many supplies carry the device, and say what that makes of its draw."""
    count, rating = power.psu.get("count", 0), power.psu.get("rating_w")
    redundancy = redundancy_said(spoken, count)
    if redundancy:
        power.psu["redundancy"] = redundancy
        notes.add("redundancy", f"{redundancy} of {count} supplies, by its text", at=at)
    if rating is None:
        return
    needed = int(redundancy.partition("+")[0]) if redundancy else count
    which = f"the {needed} of {count} supplies that it needs" if redundancy else "all its supplies"
    most = f"at most what {which} give together, {needed * rating:,.0f} W over their efficiency"
    notes.add(
        "nameplate",
        f"{count} x {rating:g} W is what the supplies can deliver; the system draws {most}",
        "fill in power_max_w from the maker's sheet",
        at,
    )
    power.remarks.append(f"Watts are nameplates of supplies: the system draws {most}.")


def _said_draw(power: Power, spoken: str, notes: Notes, at: Node) -> float | None:
    """Return the draw that a text names, unless the supplies make it implausible."""
    draw = draw_said(spoken)
    rating = power.psu.get("rating_w")
    given = power.psu["count"] * rating if rating else power.together_w
    if draw is None:
        return None
    if given and draw > _TWICE * given:
        notes.add("implausible-power", f"its text names a draw of {draw:,.0f} W, its supplies give "
                  f"{given:,.0f} W; left out", "see the maker's sheet", at)  # fmt: skip
        return None
    if given and draw < _LEAST * given / power.psu["count"]:
        notes.add("implausible-power", f"its text names {draw:,.4g} W as the most that it draws, "
                  f"one of its supplies gives {given / power.psu['count']:,.0f} W; left out",
                  "see the maker's sheet", at)  # fmt: skip
        return None
    notes.add("draw-said", f"its text names {draw:,.0f} W as the most that it draws", at=at)
    return draw


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:6])
    return shown if len(names) <= 6 else f"{shown} and {len(names) - 6} more"


Answers = Mapping[str, str]
"""Part id to model of the supply in its bays, as the user named it."""
