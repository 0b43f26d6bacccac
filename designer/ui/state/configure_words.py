"""What follows for a system that is being configured, in words: figures, and what is missing."""

from typing import Final, NamedTuple

from designer.catalog.configuration.derive import NO_MAXIMUM, Configured
from designer.catalog.configuration.doubts import doubts
from designer.model.figure_words import quantity, words
from designer.model.figures import Figure
from designer.ui.kit.line_card import Line
from designer.ui.state.part_words import port_words

AS_SOLD: Final = "as sold"
DERIVED: Final = "derived"


class Follows(NamedTuple):
    """One figure of a system, with what it rests on."""

    title: str
    value: str
    why: str


def follows(found: Configured) -> tuple[Follows, ...]:
    """Return the figures of a system in the order in which people ask for them."""
    sign = AS_SOLD if found.as_sold else DERIVED
    power = found.power_max
    above = "its supplies bound it above" if found.capped else ""
    rows = [
        Follows("Components, as far as stated", _kw(found.at_least), NO_MAXIMUM),
        Follows("Highest power", _kw(power), _why(sign, above)),
        Follows("Mass", words(found.mass, 1), sign),
        Follows("Price", words(found.price, 0), sign if not found.price.unknown else
                "a component has no price"),
        Follows("GPUs", f"{found.gpus:,}", ""),
        Follows("CPUs", f"{found.cpus:,}", ""),
        Follows("Memory", "—" if found.memory_gb is None else f"{found.memory_gb:,.0f} GB", ""),
    ]  # fmt: skip
    rows += [
        Follows(f"Ports, {group.purpose}", port_words(group), group.connector)
        for group in found.ports
    ]
    return tuple(rows)


def _why(sign: str, more: str) -> str:
    return f"{sign}; {more}" if more else sign


def _kw(figure: Figure) -> str:
    """Return watts in the unit of their size: `7.37 kW`."""
    return quantity(figure.times(0.001, "kW"))


def missing_lines(found: Configured) -> tuple[Line, ...]:
    """Return what nobody states of its components, a line each."""
    lines = [
        Line(f"{title}: {', '.join(names)}", "dim" if names == ("price",) else "warning")
        for title, names in found.open
    ]
    return tuple(lines) or (Line("Everything is stated or bounded", "ok"),)


def verdict(found: Configured) -> tuple[str, str]:
    """Return what is to be known before the part is made, and its tone."""
    against = doubts(found)
    if against:
        return against[0], "error" if found.refused else "warning"
    if found.as_sold:
        return "As it is sold: its maker's figures hold", "dim"
    return "The part keeps these figures with their bounds", "dim"
