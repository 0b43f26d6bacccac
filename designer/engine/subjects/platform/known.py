"""What a rule may ask, as far as it is known: values with bounds, sets that may lack a member."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, isinf
from typing import Final

from designer.catalog.rule_fields import RULE_FIELDS, RuleField
from designer.model.figures import Figure
from designer.model.platform import LABELS, version_of


@dataclass(frozen=True)
class Known:
    """The value of one field, or why there is none.

    Attributes
    ----------
    value
        A text, a switch, a version, or a set of texts; None for a number, or where it is not known.
    low, high
        Bounds of a number.
    whole
        Of a set: whether nothing else may be in it.
    said
        How people call it, where that is not the value.
    refs
        Inputs that leave it open.
    because
        Why it is open, in words; empty for what is not stated.
    """

    value: str | bool | tuple[int, ...] | frozenset[str] | None = None
    low: float = -inf
    high: float = inf
    whole: bool = True
    said: str = ""
    refs: tuple[str, ...] = ()
    because: str = ""

    @property
    def is_number(self) -> bool:
        """Whether it is a number of which anything is known."""
        return self.value is None and (self.low > -inf or self.high < inf)

    @property
    def is_known(self) -> bool:
        """Whether all of it is."""
        if self.value is not None:
            return self.whole
        return self.low == self.high


Facts = Mapping[str, Known]


def number(value: float) -> Known:
    """Return an exact number."""
    return Known(low=float(value), high=float(value))


def measured(figure: Figure) -> Known:
    """Return a figure of a report, with what leaves it open."""
    refs = tuple(gap.ref for gap in figure.gaps)
    return Known(low=figure.low, high=figure.high, refs=refs)


def texts(values: Iterable[str], *, whole: bool = True, said: str = "") -> Known:
    """Return a set of texts."""
    return Known(frozenset(values), whole=whole, said=said)


def version(text: str) -> Known:
    """Return a version; not known where it is none."""
    return Known(version_of(text), said=text)


def unknown(because: str, *refs: str) -> Known:
    """Return what is not known."""
    return Known(because=because, refs=refs)


def known_of(facts: Facts, name: str) -> Known:
    """Return what is known of a field; of one that nobody states, that it is not stated."""
    found = facts.get(name)
    if found is not None:
        return found
    field = RULE_FIELDS[name]
    ref = (f"platform.{field.choice}",) if field.choice else ()
    return Known(refs=ref)


def not_stated(facts: Facts, name: str) -> str:
    """Return the choice that nobody states and from which a field follows; empty for others."""
    found, choice = known_of(facts, name), RULE_FIELDS[name].choice
    return LABELS[choice] if choice and name not in facts and not found.because else ""


def why_open(facts: Facts, name: str) -> str:
    """Return why a field is not known that does not wait for a choice."""
    found, field = known_of(facts, name), RULE_FIELDS[name]
    if found.because:
        return found.because
    if isinstance(found.value, tuple):
        return f"the release of {field.words} {found.said} is not stated"
    if field.choice:
        return f"not all of {LABELS[field.choice]} is stated"
    several = field.words.endswith("s") and " by " not in field.words
    verb = "are" if several else "is"
    return f"the {field.words} {verb} not known"


_SWITCH: Final = {True: "yes", False: "no"}


def words_of(facts: Facts, name: str) -> str:
    """Return what is known of a field in words."""
    return _words(known_of(facts, name), RULE_FIELDS[name])


def _words(found: Known, field: RuleField) -> str:
    if found.said:
        return found.said
    if isinstance(found.value, bool):
        return _SWITCH[found.value]
    if isinstance(found.value, tuple):
        return ".".join(map(str, found.value))
    if isinstance(found.value, frozenset):
        return ", ".join(sorted(found.value)) or "none"
    if isinstance(found.value, str):
        return found.value
    return span(found.low, found.high, field.unit)


def span(low: float, high: float, unit: str = "") -> str:
    """Return a number, or its bounds, with its unit."""
    if isinf(low) and isinf(high):
        return "not known"
    after = f" {unit}" if unit else ""
    if low == high:
        return f"{plain(low)}{after}"
    if isinf(high):
        return f"at least {plain(low)}{after}"
    return f"{plain(max(low, 0))} to {plain(high)}{after}"


def plain(value: float) -> str:
    """Return a number with four digits at most, whole ones whole."""
    if value == round(value) and abs(value) < 1e15:
        return f"{round(value):,}"
    return f"{value:,.4g}" if abs(value) < 1e4 else f"{value:,.0f}"
