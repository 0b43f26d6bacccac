"""The purchase price in the form of a part: written once all that a price needs is there.

No widgets.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from designer.document.errors import EditError
from designer.model.dates import DATE_FORMS
from designer.ui.fields.field import Field, Value

DOLLARS: Final = "USD"
"""A price without a word on its currency is one in dollars."""


class PriceDraft:
    """What is known of a price so far."""

    def __init__(self) -> None:
        self._given: dict[str, Any] = {}
        self.is_begun = False

    def show(self, price: Mapping[str, Any]) -> None:
        """Take the price that the part has, unless another one is begun."""
        if not self.is_begun:
            cents = price.get("amount_cents")
            words = ("currency", "as_of", "source")
            self._given = {name: price[name] for name in words if name in price}
            if isinstance(cents, int):
                self._given["amount"] = cents / 100

    def forget(self) -> None:
        """Let go of a price that was begun."""
        self.is_begun = False

    def fields(self) -> tuple[Field, ...]:
        """Return the fields as they stand."""
        words = {name: str(self._given.get(name, "")) for name in ("currency", "as_of", "source")}
        return (
            Field("amount", "Price of one", "number", self._given.get("amount"), low=0,
                  optional=True),
            Field("currency", "Currency", "text", words["currency"], optional=True,
                  fallback=DOLLARS, hint="Three letters, such as USD."),
            Field("as_of", "As of", "text", words["as_of"], optional=True, fallback=DATE_FORMS,
                  hint=DATE_FORMS),
            Field("source", "Source of the price", "text", words["source"], optional=True),
        )  # fmt: skip

    def take(self, name: str, value: Value) -> None:
        """Take one of the values.

        Raises
        ------
        EditError
            If it is no currency.
        """
        if name == "currency" and value and not re.fullmatch(r"[A-Za-z]{3}", str(value)):
            raise EditError(f"{value!r} is not a currency: three letters, such as USD")
        self.is_begun = True
        if value in (None, ""):
            self._given.pop(name, None)
        else:
            self._given[name] = value

    def missing(self) -> str:
        """Return what a begun price still needs, in words; empty if it is whole, or is none."""
        if not self.is_begun or not self._given:
            return ""
        names = {"amount": "its amount", "as_of": "its date", "source": "its source"}
        needed = [words for name, words in names.items() if name not in self._given]
        return f"a price needs {' and '.join(needed)}, too" if needed else ""

    def record(self, kind: str) -> dict[str, Any] | None:
        """Return the price as the part holds it; None for no price at all."""
        if not self._given:
            return None
        return {
            "amount_cents": round(self._given["amount"] * 100),
            "currency": str(self._given.get("currency", DOLLARS)).upper(),
            "as_of": self._given["as_of"],
            "source": self._given["source"],
            "kind": kind,
        }
