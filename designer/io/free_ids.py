"""Ids that nobody has yet, for records whose own id somebody has. Pure."""

from collections.abc import Container


class FreeIds:
    """Finds a number for an id that is taken; the search goes on where the last one ended.

    Parameters
    ----------
    *taken
        Ids that others have: containers that may grow meanwhile, and never shrink.
    """

    def __init__(self, *taken: Container[str]) -> None:
        self._taken = taken
        self._reached: dict[str, int] = {}

    def __contains__(self, key: str) -> bool:
        return any(key in ids for ids in self._taken)

    def free(self, wanted: str) -> str:
        """Return the wanted id where nobody has it, else the next with a number."""
        return self.numbered(wanted) if wanted in self else wanted

    def numbered(self, wanted: str) -> str:
        """Return `wanted-2`, or the next that is free; for an empty one `2`, or the next."""
        before = f"{wanted}-" if wanted else ""
        number = self._reached.get(wanted, 2)
        while f"{before}{number}" in self:
            number += 1
        self._reached[wanted] = number
        return f"{before}{number}"
