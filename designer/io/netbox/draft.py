"""A part in the making, and the citation of the file it is made from."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

LIBRARY: Final = "netbox-community/devicetype-library"
ADDRESS: Final = "github.com/netbox-community/devicetype-library"
CAUTION: Final = "community library; check against the maker's sheet"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file stands.

    Attributes
    ----------
    folder
        Name of its folder: the maker's.
    file
        Its own name.
    commit
        Of its checkout, empty if unknown.
    """

    folder: str
    file: str
    commit: str = ""

    def cited(self, file: str = "") -> str:
        """Return the citation of this file, or of another file of the same checkout."""
        commit = f", commit {self.commit[:12]}" if self.commit else ""
        return f"{self._document(file)}{commit}"

    def record(
        self, names: Iterable[str], kind: str = "second-hand", *, by: str = "", file: str = ""
    ) -> dict[str, Any]:
        """Return the fields of a `Provenance` for figures of this file, or of another one.

        Parameters
        ----------
        by
            How a derived figure follows from the file, in words.
        """
        cited = {"document": self._document(file), "address": ADDRESS}
        if re.search(r"\d", self.commit[:12]):
            cited["revision"] = f"commit {self.commit[:12]}"
        note = f"{by}; {CAUTION}" if by else CAUTION
        return {"fields": [*names], "source": self.cited(file), "kind": kind, "note": note,
                "cited": cited}  # fmt: skip

    def _document(self, file: str) -> str:
        return f"{LIBRARY}, {file or f'{self.folder}/{self.file}'}"


@dataclass(slots=True)
class Draft:
    """The fields of a part in the making, and sentences for its note."""

    fields: dict[str, Any] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    provenance: list[dict[str, Any]] = field(default_factory=list)

    def finished(self, origin: Origin) -> dict[str, Any]:
        """Return the fields of a `Part`; unknown ones are left out."""
        said = {name: value for name, value in self.fields.items() if value not in (None, "", [])}
        said["provenance"] = [*self.provenance, origin.record(["*"])]
        said["note"] = " ".join(self.remarks)
        return said
