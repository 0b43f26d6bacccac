"""The library's fields: which keys there are, and reading one as text, number or switch.

Keys after the library's own schema (`schema/devicetype.json`, `components.json`, `moduletype.json`,
`racktype.json`). Whatever does not fit is noted with its place and left out.
"""

import difflib
import re
from collections.abc import Iterator
from typing import Final

from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import Items, Node, Scalar, Table

_COMMON: Final = frozenset({"name", "label", "type", "description"})
COMPONENTS: Final[dict[str, frozenset[str]]] = {
    "console-ports": _COMMON | {"_is_power_source"},
    "console-server-ports": _COMMON,
    "power-ports": _COMMON | {"maximum_draw", "allocated_draw"},
    "power-outlets": _COMMON | {"power_port", "feed_leg", "color", "status"},
    "interfaces": _COMMON
    | {"enabled", "mgmt_only", "bridge", "poe_mode", "poe_type", "rf_role", "parent", "lag"},
    "front-ports": _COMMON | {"color", "positions", "rear_port", "rear_port_position"},
    "rear-ports": _COMMON | {"color", "positions", "_is_power_source"},
    "module-bays": frozenset({"name", "label", "position", "description", "enabled"}),
    "device-bays": frozenset({"name", "label", "description", "enabled"}),
    "inventory-items": frozenset(
        {"name", "label", "manufacturer", "part_id", "description", "role"}
    ),
    "port-mappings": frozenset(
        {"front_port", "front_port_position", "rear_port", "rear_port_position"}
    ),
}
"""Arrays of a device or module type, with the keys of their items."""

_TYPE: Final = frozenset(
    {"manufacturer", "model", "part_number", "weight", "weight_unit", "airflow"}
) | {"description", "comments", *COMPONENTS}
DEVICE_KEYS: Final = _TYPE | {"slug", "u_height", "is_full_depth", "front_image", "rear_image"} | {
    "subdevice_role", "is_powered", "exclude_from_utilization", "default_platform",
}  # fmt: skip
RACK_KEYS: Final = frozenset(
    {"manufacturer", "model", "slug", "description", "form_factor", "width", "u_height"}
    | {"outer_width", "outer_height", "outer_depth", "outer_unit", "weight", "max_weight"}
    | {"weight_unit", "mounting_depth", "starting_unit", "desc_units", "comments"}
)

# What is worth correcting is short; longer keys are no misspelling of one.
_LONGEST_KEY: Final = 40
_NAMED_KEYS: Final = 20
_TEXT_MAX: Final = 200
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_NUMBER: Final = re.compile(r"[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][-+]?\d{1,2})?")
_OCTAL: Final = re.compile(r"[-+]?0[0-7_]+")
_BASE_60: Final = re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+")
_PADDED: Final = re.compile(r"[-+]?0\d+(?:\.\d*)?")
_NULLS: Final = frozenset({"~", "null", "Null", "NULL"})
_WORDS: Final = {
    "true": True, "yes": True, "on": True, "y": True,
    "false": False, "no": False, "off": False, "n": False,
}  # fmt: skip


def cleaned(text: str, longest: int = _TEXT_MAX) -> str:
    """Return text on one line that can be printed and saved, cut at `longest` characters."""
    text = _CONTROL.sub(" ", text[: 4 * longest])
    if not text.isascii():
        # Lone halves of surrogate pairs can come from file names and escapes; UTF-8 has no place.
        text = text.encode("utf-8", "replace").decode("utf-8")
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def other_reading(text: str) -> str | None:
    """Return what YAML 1.1 makes of an unquoted text, where it is not the text itself.

    Source: YAML 1.1 type repository (`int`, `bool`); PyYAML reads so, hence NetBox.
    """
    if not text or text[0] not in "0123456789-+yYnNtTfFoO~":
        return None
    if _OCTAL.fullmatch(text):
        return str(int(text.replace("_", ""), 8))
    if _BASE_60.fullmatch(text) and len(text) < 16:
        total = 0
        for digits in text.lstrip("+-").replace("_", "").split(":"):
            total = total * 60 + int(digits)
        return str(-total if text[0] == "-" else total)
    lowered = text.lower()
    if lowered in _WORDS and len(lowered) > 1:
        return "true" if _WORDS[lowered] else "false"
    if lowered in ("~", "null"):
        return "nothing"
    return None


def _is_nothing(node: Node) -> bool:
    """Return whether a value is empty or null: exports of NetBox write every unset field so."""
    if not isinstance(node, Scalar):
        return False
    text = node.text.strip()
    return not text or (node.plain and text in _NULLS)


class Fields:
    """Reads the fields of one table and notes what does not fit."""

    __slots__ = ("notes", "table")

    def __init__(self, table: Table, notes: Notes) -> None:
        self.table = table
        self.notes = notes

    def at(self, key: str) -> Node:
        """Return what a key's place is read from: its value, or the table itself."""
        return self.table.get(key, self.table)

    def text(self, key: str, longest: int = _TEXT_MAX) -> str:
        """Return a text as it is written; empty if there is none."""
        node = self.table.get(key)
        if node is None:
            return ""
        if not isinstance(node, Scalar):
            self.notes.add("bad-value", f"{key} is no text", "write one value", node)
            return ""
        text = cleaned(node.text, longest)
        return "" if _is_nothing(node) else text

    def exact_text(self, key: str) -> str:
        """Return a text; say so where other readers make a number or a switch of it."""
        text = self.text(key)
        node = self.table.get(key)
        if text and isinstance(node, Scalar) and node.plain:
            other = other_reading(text)
            if other is not None and other != text:
                self.notes.add(
                    "yaml-number",
                    f"{key} is {text} here; unquoted, YAML 1.1 reads {other}",
                    "put it into quotes",
                    node,
                )
        return text

    def number(self, key: str) -> float | None:
        """Return a number as it is written in decimal; None if there is none or it is none."""
        node = self.table.get(key)
        if node is None or _is_nothing(node):
            return None
        text = node.text.strip() if isinstance(node, Scalar) else ""
        if not _NUMBER.fullmatch(text):
            self.notes.add("bad-value", f"{key} is {self.written(key)!r}, no number; left out",
                           "write a decimal number", node)  # fmt: skip
            return None
        if _PADDED.fullmatch(text):
            other = other_reading(text)
            read = f"; YAML 1.1 reads {other}" if other else ""
            self.notes.add("yaml-number", f"{key} is {text}, taken as decimal{read}",
                           "remove the leading zero", node)  # fmt: skip
        return float(text)

    def written(self, key: str) -> str:
        """Return what stands for a key, for people and cut short; "" if nothing does."""
        node = self.table.get(key)
        if node is None or _is_nothing(node):
            return ""
        text = node.text.strip() if isinstance(node, Scalar) else ""
        return cleaned(text, 40) or "a list or table"

    def switch(self, key: str) -> bool | None:
        """Return true or false; None if there is neither."""
        node = self.table.get(key)
        if node is None or _is_nothing(node):
            return None
        value = _WORDS.get(node.text.lower()) if isinstance(node, Scalar) else None
        if value is None:
            self.notes.add("bad-value", f"{key} is neither true nor false; left out",
                           "write true or false", node)  # fmt: skip
        return value

    def items(self, key: str) -> list[Table]:
        """Return the tables of a list; what is no table in it is noted once and left out."""
        node = self.table.get(key)
        if node is None or _is_nothing(node):
            return []
        if not isinstance(node, Items):
            self.notes.add("bad-value", f"{key} is no list; left out", "write - name: …", node)
            return []
        tables = [item for item in node if isinstance(item, Table)]
        if len(tables) < len(node):
            wrong = next(item for item in node if not isinstance(item, Table))
            self.notes.add(
                "bad-value", f"{len(node) - len(tables)} of {key} are no tables; left out",
                "write - name: …", wrong,
            )  # fmt: skip
        return tables

    def check_keys(self, known: frozenset[str]) -> None:
        """Note keys that nobody reads, here and in the lists of components."""
        self._unknown(((key, value) for key, value in self.table.items()), known, "")
        for name, keys in COMPONENTS.items():
            node = self.table.get(name) if name in known else None
            if isinstance(node, Items):
                tables = [item for item in node if isinstance(item, Table)]
                if not all(table.keys() <= keys for table in tables):
                    pairs = (pair for table in tables for pair in table.items())
                    self._unknown(pairs, keys, name)
                repeated = [key for table in tables for key in table.repeated]
                self._repeated(repeated, name)
        self._repeated(self.table.repeated, "")

    def _unknown(
        self, pairs: Iterator[tuple[str, Node]], known: frozenset[str], group: str
    ) -> None:
        """Note each unknown key once, with how often it occurs and what it may mean."""
        met: dict[str, list[Node]] = {}
        for key, value in pairs:
            if key not in known:
                met.setdefault(key, []).append(value)
        where = f" in {group}" if group else ""
        for key, values in list(met.items())[:_NAMED_KEYS]:
            near = _nearest(key, known)
            times = f" ({len(values)} times)" if len(values) > 1 else ""
            mend = f"did you mean {near}?" if near else "remove it"
            self.notes.add(
                "unknown-key", f"nobody reads {cleaned(key, 40)!r}{where}{times}", mend, values[0]
            )
        if len(met) > _NAMED_KEYS:
            self.notes.add("unknown-key", f"and {len(met) - _NAMED_KEYS} more such keys{where}")

    def _repeated(self, keys: list[Scalar], group: str) -> None:
        if keys:
            where = f" in {group}" if group else ""
            more = f" and {len(keys) - 1} more are" if len(keys) > 1 else " is"
            what = f"{cleaned(keys[0].text, 40)!r}{more} written twice{where}; the last one counts"
            self.notes.add("repeated-key", what, "remove one", keys[0])


def _nearest(key: str, known: frozenset[str]) -> str:
    if len(key) > _LONGEST_KEY:
        return ""
    plain = {name.replace("-", "_"): name for name in sorted(known)}
    lowered = key.lower().replace("-", "_").replace(" ", "_")
    near = difflib.get_close_matches(lowered, plain, n=1, cutoff=0.7)
    return plain[near[0]] if near else ""
