"""Read YAML of strangers: scalars as they are written, in bounded time and memory.

The stream of parse events is turned into tables, lists and scalars without recursion and without
guessing types, so `part_number: 0123` stays the text `0123` and `model: NO` the text `NO`; whoever
reads a field says what it should be. Aliases, anchors, tags and directives are refused: no field of
the library asks for one, and without them a file cannot unfold into more than it is. May import
`catalog.input_file` only.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml

from designer.catalog.input_file import ReadError, read_input

MAX_BYTES: Final = 1_000_000
"""The library's largest files, chassis with hundreds of ports, have some tens of kilobytes."""

MAX_NODES: Final = 100_000
MAX_DEPTH: Final = 12
"""The library needs three levels: file, list of ports, port."""

_BYTE_ORDER_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_UTF8_MARK: Final = b"\xef\xbb\xbf"
# Possessive, so that neither can go back and try again.
_DIRECTIVE: Final = re.compile(r"(?:[ \t\r]*+(?:#[^\n]*+)?\n)*+%")
_NOTHING_MORE: Final = re.compile(r"(?:\s|#[^\n]*+|\.\.\.)*+\Z")
_TEXT_TAG: Final = "tag:yaml.org,2002:str"

FAST: Final = hasattr(yaml, "CSafeLoader")
"""Whether PyYAML was built with libyaml; without it the same files read the same, slower."""

_Parser: Final = yaml.CSafeLoader if FAST else yaml.SafeLoader


class RefusedError(ValueError):
    """A file that is not read at all, with its place and what to do."""

    def __init__(self, what: str, mend: str = "", line: int | None = None, column: int = 1) -> None:
        super().__init__(what)
        self.what = what
        self.mend = mend
        self.line = line
        self.column = column


class Scalar:
    """A value as it is written; where it belongs to a key, its place is the key's.

    Attributes
    ----------
    plain
        Written without quotes or tag, so YAML would have guessed a type.
    line, column
        From 1.
    """

    __slots__ = ("column", "line", "plain", "text")

    def __init__(self, text: str, plain: bool, line: int, column: int) -> None:
        self.text = text
        self.plain = plain
        self.line = line
        self.column = column


class Table(dict[str, "Node"]):
    """A mapping, in the order of the file.

    Attributes
    ----------
    repeated
        Keys written more than once, with their places; the last value counts, as in NetBox.
    """

    __slots__ = ("column", "line", "repeated")

    def __init__(self, line: int, column: int) -> None:
        super().__init__()
        self.line = line
        self.column = column
        self.repeated: list[Scalar] = []


class Items(list["Node"]):
    """A sequence."""

    __slots__ = ("column", "line")

    def __init__(self, line: int, column: int) -> None:
        super().__init__()
        self.line = line
        self.column = column


Node: TypeAlias = Scalar | Table | Items


def read_file(path: Path) -> Table:
    """Return the mapping a file holds.

    Raises
    ------
    RefusedError
        If it is no regular file, too large, no UTF-8, no YAML, or uses what the library does not.
    """
    return parse(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """Return a file's content; never more than `MAX_BYTES`, and never from a pipe or a device.

    Raises
    ------
    RefusedError
        If it cannot be read or is too large.
    """
    try:
        return read_input(path, MAX_BYTES)
    except ReadError as error:
        raise RefusedError(error.problem.what, error.problem.mend or "allow reading it") from error


def parse(data: bytes) -> Table:
    """Return the mapping that YAML text holds.

    Raises
    ------
    RefusedError
        With line and column where they are known.
    """
    text = _decoded(data)
    _refuse_directives(text)
    try:
        return _grown(text)
    except yaml.reader.ReaderError as error:
        line, column = _place(text, error.position)
        raise RefusedError(
            f"holds a character YAML does not allow: {error.reason}", "remove it", line, column
        ) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or str(error)
        raise RefusedError(
            f"is not YAML: {said}",
            "mend the line it names",
            mark.line + 1 if mark else None,
            mark.column + 1 if mark else 1,
        ) from error
    except RefusedError:
        raise
    except (ValueError, OverflowError) as error:
        # The parser written in Python builds \UFFFFFFFF without asking whether there is one.
        raise RefusedError(f"is not YAML: {error}", "remove the escape", None) from error


def _decoded(data: bytes) -> str:
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            raise RefusedError(f"is {name}, not UTF-8", "save it as UTF-8", 1)
    data = data.removeprefix(_UTF8_MARK)
    zero = data.find(b"\0")
    if zero >= 0:
        before = data[:zero]
        column = zero - (before.rfind(b"\n") + 1) + 1
        raise RefusedError(
            "holds a NUL byte; it is UTF-16 or no text",
            "save it as UTF-8",
            before.count(b"\n") + 1,
            column,
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8"), error.start)
        raise RefusedError("is not UTF-8", "save it as UTF-8", line, column) from error


def _place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, from 1, of an index into text."""
    before = text[:index]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def _refuse_directives(text: str) -> None:
    """Refuse `%TAG` and `%YAML`: the scanner compares each directive with all before it."""
    found = _DIRECTIVE.match(text)
    if found:
        line, _ = _place(text, found.end() - 1)
        raise RefusedError("uses a YAML directive", "remove the line with %", line)


def _grown(text: str) -> Table:
    parser = _Parser(text)
    try:
        root = _Growth(text).root(parser.get_event)
    finally:
        parser.dispose()
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        raise RefusedError("is empty", "remove it, or fill it")
    if not isinstance(root, Table):
        mend = "begin with manufacturer: and model:"
        raise RefusedError("holds no mapping at the top", mend, root.line, root.column)
    return root


class _Growth:
    """Builds the tree of the first document from its events.

    `_open` is the table or list being filled, `_key` the key whose value comes next, `_outer` what
    is around them.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._root: Node | None = None
        self._open: Table | Items | None = None
        self._key: Scalar | None = None
        self._outer: list[tuple[Table | Items | None, Scalar | None]] = []

    def root(self, next_event: Callable[[], Any]) -> Node | None:
        """Return the root; the parser is asked for no event more than needed."""
        scalar, nodes = yaml.ScalarEvent, 0
        while True:
            event = next_event()
            kind = type(event)
            nodes += 1
            if nodes > MAX_NODES:
                raise _refused(event, f"holds more than {MAX_NODES:,} values", "split it")
            if kind is scalar:
                if event.anchor is not None or event.tag is not None:
                    _refuse_extras(event)
                mark = event.start_mark
                plain = event.implicit[0]
                self._put(Scalar(event.value, plain, mark.line + 1, mark.column + 1))
            elif kind is yaml.DocumentEndEvent:
                self._refuse_more(event)
                return self._root
            elif kind is yaml.StreamEndEvent:
                return self._root
            else:
                self._structure(event, kind)

    def _structure(self, event: Any, kind: type) -> None:  # noqa: ANN401 - either parser's event
        if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            _refuse_extras(event)
            if len(self._outer) >= MAX_DEPTH:
                what = f"is nested deeper than {MAX_DEPTH} levels"
                raise _refused(event, what, "a device type needs three")
            mark = event.start_mark
            node: Table | Items = (
                Table(mark.line + 1, mark.column + 1)
                if kind is yaml.MappingStartEvent
                else Items(mark.line + 1, mark.column + 1)
            )
            self._put(node)
            self._outer.append((self._open, self._key))
            self._open, self._key = node, None
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._open, self._key = self._outer.pop()
        elif kind is yaml.AliasEvent:
            raise _refused(event, "uses an alias (*)", "write the value out in full")

    def _put(self, node: Node) -> None:
        """Hang a node where it belongs: as key, as value, as item, or as the root."""
        parent = self._open
        if isinstance(parent, Table):
            key = self._key
            if key is None:
                if not isinstance(node, Scalar):
                    what = "has a key that is no text"
                    raise RefusedError(what, "write a name before the colon", node.line)
                self._key = node
                return
            if key.text in parent:
                parent.repeated.append(key)
            node.line, node.column = key.line, key.column
            parent[key.text] = node
            self._key = None
        elif parent is not None:
            parent.append(node)
        else:
            self._root = node

    def _refuse_more(self, event: Any) -> None:  # noqa: ANN401 - either parser's event
        """Refuse a second document without letting the parser look at it."""
        if not _NOTHING_MORE.match(self._text, event.end_mark.index):
            raise _refused(event, "holds more than one document", "keep one a file")


def _refuse_extras(event: Any) -> None:  # noqa: ANN401 - either parser's event
    """Refuse anchors, which aliases repeat, and tags, which ask for types."""
    if event.anchor is not None:
        raise _refused(event, "uses an anchor (&)", "write the value out where it is used")
    if event.tag not in (None, _TEXT_TAG):
        raise _refused(event, f"uses the tag {event.tag[:60]!r}", "remove it")


def _refused(event: Any, what: str, mend: str) -> RefusedError:  # noqa: ANN401 - either parser's event
    mark = event.start_mark
    return RefusedError(what, mend, mark.line + 1, mark.column + 1)
