"""Edits of a session that work on any record."""

from collections.abc import Mapping
from typing import Any

from designer.document import edits
from designer.document.edits.grid import drop_grid
from designer.document.edits.stages import add_stage, drop_stage, set_stage
from designer.document.edits.weather import drop_weather
from designer.model import step_words
from designer.model.change import COLLECTIONS
from designer.model.record import Record
from designer.script.acting import Acting, Keys, many
from designer.script.errors import ScriptError, told


class RecordEdits(Acting):
    """Remove, rename, set fields, put records in by hand."""

    def remove(self, keys: Keys) -> None:
        """Remove devices, racks with what is in them, rows with their racks, any other record.

        Raises
        ------
        ScriptError
            If a key names nothing.
        """
        self._do("remove", f"Remove {', '.join(many(keys))}", edits.remove(many(keys)))

    def rename(self, key: str, name: str) -> None:
        """Give a record another name; racks and rows keep names that are unique.

        Raises
        ------
        ScriptError
            If the key names nothing, or the name is empty or taken.
        """
        self._do("rename", step_words.rename(key, name), edits.rename(key, name))

    def set_fields(
        self,
        collection: str,
        key: str = "",
        **fields: Any,  # noqa: ANN401 - validated
    ) -> None:
        """Set fields of one record.

        Parameters
        ----------
        collection
            A collection (`racks`, `devices`, …), a single record (`site`, `room`, `title_block`,
            `platform`), or `design` for its `name` and `note`.
        key
            Id of the record; empty for a single record.

        Raises
        ------
        ScriptError
            If there is no such record or field, or a value does not fit.
        """
        label = f"Set {', '.join(fields)} of {key or collection}"
        self._do("set_fields", label, edits.set_fields(collection, key, **fields))

    def set_each(self, collection: str, values: Mapping[str, Mapping[str, Any]]) -> None:
        """Set fields of several records of a collection at once, all or none.

        Parameters
        ----------
        values
            By the id of each record its fields and their new values.

        Raises
        ------
        ScriptError
            If there is no such record or field, a value does not fit, or two racks or two rows
            would have one name.
        """
        fields = dict.fromkeys(name for one in values.values() for name in one)
        label = f"Set {', '.join(fields)} of {len(values)} {collection}"
        self._do("set_each", label, edits.set_each(collection, values))

    def put(self, collection: str, record: Record | Mapping[str, Any]) -> str:
        """Add a record to a collection by its fields, or replace the one of its id; return its id.

        Raises
        ------
        ScriptError
            If there is no such collection, or the record does not fit.
        """
        kind = COLLECTIONS.get(collection)
        if kind is None:
            known = ", ".join(COLLECTIONS)
            raise ScriptError("put", f"no collection {collection!r}", f"one of {known}")
        with told("put"):
            made = self._as(kind, record)
            key = str(getattr(made, "id", ""))
            self._do("put", f"Put {key}", edits.put(collection, made))
            return key

    def drop(self, collection: str, key: str) -> None:
        """Drop a record of a collection, and nothing else: what names it names nothing then.

        Raises
        ------
        ScriptError
            If there is no such record.
        """
        self._do("drop", f"Remove {key}", edits.drop(collection, key))

    def add_stage(self, name: str, date: str = "", note: str = "") -> str:
        """Add a stage of the design after all others; return its id.

        Raises
        ------
        ScriptError
            If the name is empty or taken, or the date cannot be read.
        """
        return self._one("add_stage", f"Add stage {name}", add_stage(name, date, note), "stages")

    def set_stage(self, keys: Keys, stage: str) -> None:
        """Let racks, devices and other things come in a stage; empty: there from the first.

        Raises
        ------
        ScriptError
            If there is no such stage, a key names nothing that comes in one, or a device would
            come before its rack.
        """
        label = f"Put {', '.join(many(keys))} into stage {stage or 'one'}"
        self._do("set_stage", label, set_stage(many(keys), stage))

    def drop_stage(self, key: str) -> None:
        """Take a stage out; what came in it comes in the one before, else in the first.

        Raises
        ------
        ScriptError
            If there is no such stage.
        """
        self._do("drop_stage", f"Remove stage {key}", drop_stage(key))

    def drop_weather(self, key: str) -> None:
        """Drop a year of weather; a site that named it has no climate then.

        Raises
        ------
        ScriptError
            If the design keeps no such year.
        """
        self._do("drop_weather", f"Remove weather {key}", drop_weather(key))

    def drop_grid(self, key: str) -> None:
        """Drop the hours of a grid; a site that named them has none then.

        Raises
        ------
        ScriptError
            If the design keeps none of that id.
        """
        self._do("drop_grid", f"Remove grid {key}", drop_grid(key))
