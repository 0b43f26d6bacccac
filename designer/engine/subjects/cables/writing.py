"""Cables as a reader sees them."""

from collections.abc import Iterator
from math import inf

from designer.engine.network_report import PER_BUNDLE, Cables, MediumReport, TrayReport
from designer.engine.page import UNKNOWN, Align, Section, Table, number
from designer.engine.report import Report
from designer.model.figure_words import lead_time, words
from designer.model.some_names import some


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cables."""
    cables = report.cables
    facts = [("Cables", words(cables.figure("count"), 0))]
    if cables.by_hand:
        facts.append(("of which laid by hand", number(cables.by_hand, 0)))
    if cables.figure("count").high > 0:
        facts.append(("Length of all", words(cables.figure("length_m"), 0)))
        facts.append(("Longest", words(cables.figure("longest_m"), 1)))
    if (off_trays := cables.figure("off_trays")).high > 0:
        facts.append(("Between racks, on no tray", words(off_trays, 0)))
    facts += [(f"Cables, {medium}", number(n, 0)) for medium, n in cables.by_medium]
    if cables.media:
        price = cables.figure("price", cables.currency)
        facts.append(("Cables and modules cost", words(price, 0)))
        watts = cables.figure("optics_w")
        most = ", at most" if watts.high < inf else ""
        facts.append((f"They draw at both ends{most}", words(watts, 0)))
        lead = lead_time(cables.figure("lead_weeks"), cables.lead_unstated)
        facts.append(("The last are there after", lead))
    if cables.unpriced:
        facts.append(("Of these without a price", number(cables.unpriced, 0)))
    if cables.patch_ports:
        facts.append(("Ports of patch panels", number(cables.patch_ports, 0)))
    missing = cables.figure("not_connected")
    if missing.high > 0:
        facts.append(("Not connected", words(missing, 0)))
    lines = tuple(it.words for it in cables.unconnected)
    yield Section("Cables", tuple(facts), _media(cables), lines)
    if cables.bill:
        yield Section("Cables and modules to buy", table=_bought(cables))
    if cables.switches:
        yield Section("Switches as cabled", table=_switches(cables))
    if cables.trays:
        columns: tuple[tuple[str, Align], ...] = (
            ("Tray", "left"), ("Cables", "right"), (f"Bundles of {PER_BUNDLE}", "right"),
            ("Of usable section", "right"), ("Mass", "right"),
        )  # fmt: skip
        yield Section("Cable trays", table=Table(columns, tuple(map(_tray, cables.trays))))


def _media(cables: Cables) -> Table | None:
    """Return the table of media; None without cables."""
    if not cables.media:
        return None
    names = ("Cables", "Length", "Longest", "Reach", "Cost", "Draw at most", "Lead time")
    columns: tuple[tuple[str, Align], ...] = tuple((name, "right") for name in names)
    return Table((("Medium", "left"), *columns), tuple(map(_medium, cables.media)))


def _medium(line: MediumReport) -> tuple[str, ...]:
    reach = UNKNOWN if line.reach_m is None else f"{line.reach_m:g} m"
    return (
        line.medium, number(line.count, 0), words(line.figure("length_m"), 0),
        number(line.longest_m, 1, "m"), reach, words(line.figure("price"), 0),
        words(line.figure("optics_w"), 0),
        lead_time(line.figure("lead_weeks"), line.lead_unstated),
    )  # fmt: skip


def _switches(cables: Cables) -> Table:
    """Return the table of what switches draw as cabled: racks that read alike as one row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for one in cables.switches:
        shown = (
            number(one.number, 0), words(one.figure("cabled_kw", "kW")),
            words(one.figure("most_kw", "kW")),
        )  # fmt: skip
        alike.setdefault(shown, []).append(one.name)
    columns: tuple[tuple[str, Align], ...] = (
        ("Racks", "left"), ("Switches in each", "right"), ("They draw with their cables", "right"),
        ("At most", "right"),
    )  # fmt: skip
    return Table(columns, tuple((some(names), *shown) for shown, names in alike.items()))


def _bought(cables: Cables) -> Table:
    """Return the table of what is bought: by medium, part and length."""
    names = ("Length", "Number", "Cost", "Lead time")
    columns: tuple[tuple[str, Align], ...] = tuple((name, "right") for name in names)
    rows = tuple(
        (
            line.medium, line.name, "" if line.stock_m is None else f"{line.stock_m:g} m",
            number(line.count, 0), words(line.figure("price", cables.currency), 0),
            lead_time(line.figure("lead_weeks")),
        )
        for line in cables.bill
    )  # fmt: skip
    return Table((("Medium", "left"), ("Part", "left"), *columns), rows)


def _tray(line: TrayReport) -> tuple[str, ...]:
    fill = UNKNOWN if line.usable_mm2 is None else words(line.figure("fill_pct"), 0)
    mass = words(line.figure("kg_per_m", "kg/m"), 1)
    return line.name or line.id, number(line.cables, 0), number(line.bundles, 0), fill, mass
