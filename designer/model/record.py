"""The base of every record: frozen, closed, compared by value, changed only by `evolve`."""

from collections.abc import Iterator
from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen record that refuses unknown fields.

    Records hold scalars, other records and tuples of them; never lists or dicts, which could be
    changed from inside a frozen record.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def evolve(self, **changes: Any) -> Self:  # noqa: ANN401 - the fields decide the types
        """Return a copy with some fields changed, validated as if it were built anew.

        Parameters
        ----------
        **changes
            Field names and their new values.

        Raises
        ------
        pydantic.ValidationError
            If a name is unknown or a value does not fit its field.
        """
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **changes})

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield field and problem of what cannot be beside the record's other fields.

        Each figure by itself is held to `model.ranges`, which asks here as well. None by default.
        """
        return iter(())
