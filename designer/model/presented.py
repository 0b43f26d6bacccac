"""How people read quantities: in which units, with which signs in numbers.

Designs, the engine, exports and scripts know nothing of it: they are metric with decimal points.
The window and printed pages present their texts at their edge (`render/edge.py`).

What turns them is imported when a text is turned: most windows turn none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, Protocol

if TYPE_CHECKING:
    from designer.model.imperial_text import Turned
    from designer.model.local_numbers import NumberSigns

Units = Literal["metric", "imperial"]
UNITS: Final[tuple[Units, ...]] = ("metric", "imperial")
NUMBERS: Final = ("en", "de", "fr", "ch")
"""Keys of `NUMBER_SIGNS` in `local_numbers.py`."""


class Book(Protocol):
    """Phrases of a language, as `PhraseBook` is in `phrases.py`."""

    def text(self, text: str) -> str:
        """Return a text in the language."""
        ...

    def knows(self, text: str) -> bool:
        """Return whether a text is a message as it is."""
        ...


class Spared(Protocol):
    """Names in texts, as `GivenNames` knows them in `given_names.py`."""

    def kept(
        self, text: str, told: str, turn: Callable[[str], str], key: object,
        is_own: Callable[[str], bool] | None = None,
    ) -> str:  # fmt: skip
        """Return a text turned, except for the names in it."""
        ...


@dataclass(frozen=True, slots=True)
class Presented:
    """What a reader has chosen; what nobody chooses is metric and English.

    Attributes
    ----------
    numbers
        A key of `NUMBER_SIGNS`.
    book
        The phrases of another language.
    language
        Its name, by which another process opens the same book.
    names
        What people called things: no letter of it is changed. No part of what is chosen.
    """

    units: Units = "metric"
    numbers: str = "en"
    book: Book | None = None
    language: str = "en"
    names: Spared | None = field(default=None, compare=False, repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether texts stay as the program writes them."""
        return self.units == "metric" and self.numbers == "en" and self.book is None

    def text(self, text: str) -> str:
        """Return a text as it is read; one that has been presented comes back as it is."""
        told = self._told(text)
        if told == text or self.names is None:
            return told
        key = (self.units, self.numbers, id(self.book))
        own = None if self.book is None else self.book.knows
        return self.names.kept(text, told, self._told, key, own)

    def _told(self, text: str) -> str:
        if self.book is not None and self.book.knows(text):
            # Before its units and numbers are others: it would be no message then.
            return self._figures(self.book.text(text))
        text = self._figures(text)
        return text if self.book is None else self.book.text(text)

    def _figures(self, text: str) -> str:
        if self.units == "imperial":
            from designer.model.imperial_text import in_imperial

            text = in_imperial(text)
        if self.numbers != "en":
            from designer.model.local_numbers import in_numbers_of

            text = in_numbers_of(text, self.numbers)
        return text

    def lines(self, text: str) -> str:
        """Return a text of many lines, each presented alone."""
        return "\n".join(map(self.text, text.split("\n")))

    def heading(self, text: str) -> str:
        """Return a heading or label that ends in its unit: `Mass kg`, `Width, mm`."""
        if self.units == "metric":
            return text
        from designer.model.imperial_text import heading_shown

        return heading_shown(text)

    def unit_at_end(self, heading: str) -> str:
        """Return the metric unit that such a heading ends in, where another one is shown."""
        if self.units == "metric":
            return ""
        from designer.model.imperial_text import unit_at_end

        return unit_at_end(heading)

    def cell(self, text: str, unit: str) -> str:
        """Return a cell under such a heading, which holds the number alone."""
        if self.units == "imperial":
            from designer.model.imperial_text import cell_shown

            text = cell_shown(text, unit)
        return self.text(text)

    def unit(self, unit: str, about: str = "") -> str:
        """Return the unit that is shown for a metric one, of what a label names.

        Parameters
        ----------
        about
            Words that tell a pressure of water from a load on the floor.
        """
        turned = self._turned(unit, about)
        return turned.unit if turned else unit

    def editable(self, value: float, unit: str, about: str = "") -> str:
        """Return a number as a line to type in holds it: ungrouped, as fine as is meant."""
        turned = self._turned(unit, about)
        text = f"{round(turned.of(value), _TYPED_PLACES):.10g}" if turned else f"{value:.10g}"
        return text.replace(".", self.point)

    @property
    def point(self) -> str:
        """The decimal sign that is read and typed."""
        return "." if self.numbers == "en" else self._signs().point

    def _turned(self, unit: str, about: str) -> "Turned | None":
        if self.units == "metric":
            return None
        from designer.model.imperial_text import turned_of

        return turned_of(unit, about)

    def _signs(self) -> "NumberSigns":
        from designer.model.local_numbers import NUMBER_SIGNS

        return NUMBER_SIGNS[self.numbers]

    def typed(self, text: str, unit: str, *, whole: bool = False, about: str = "") -> str:
        """Return what was typed as a metric number with a decimal point.

        Either system's units are taken; a number alone is in the unit that is shown. What is no
        number comes back as it is.

        Parameters
        ----------
        whole
            Whether the field holds whole numbers: 24 in are 610 mm.
        """
        text = text.strip()
        if self.numbers != "en":
            from designer.model.local_numbers import english_number

            text = english_number(text, self.numbers)
        shown = self.unit(unit, about)
        bare = not any(letter.isalpha() or letter in _OF_UNITS for letter in text)
        if bare and (shown == unit or not text):
            return text
        from designer.model.imperial_text import metric_text

        metric = metric_text(f"{text} {shown}" if bare else text, unit)
        if bare and metric == f"{text} {shown}":
            return text
        if whole and metric != text:
            try:
                return str(round(float(metric.replace(",", ""))))
            except ValueError:
                return metric
        return metric


def numbers_of(language: str) -> str:
    """Return the key of the signs in numbers that the readers of a language use."""
    return language if language in NUMBERS else "en"


_TYPED_PLACES: Final = 2
_OF_UNITS: Final = frozenset("'\"′″°%²³")
METRIC: Final = Presented()


def presented(units: str, numbers: str) -> Presented:
    """Return what was remembered; a word that is not known is the default."""
    return Presented(
        "imperial" if units == "imperial" else "metric",
        numbers if numbers in NUMBERS else "en",
    )
