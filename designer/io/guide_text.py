"""What a page of the guide consists of: sections by its headings, and the passages of their text.

Markdown is read line by line, only as far as links and the search need it. No Qt.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

MANUAL: Final = "manual.md"
TOPICS: Final = "topic/"
"""Begins the name of a page that is a help text of the catalogue."""

HEADING: Final = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_FENCE: Final = re.compile(r"^(```|~~~)")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
_INLINE: Final = re.compile(r"[*`]")
_BLOCK: Final = re.compile(r"^\s*(?:[->]|#+|\d+\.)\s|\|")
_BEGINS: Final = re.compile(r"^\s*(?:[->|]|\d+\.)")
"""A line that begins a passage of its own: an item of a list, a row of a table."""
_RULE: Final = re.compile(r"[-|: ]+")
_ASIDE: Final = re.compile(r"\*[^*]+\*")
"""A line that only says what a rule can say: in an excerpt it would run into the next sentence."""
_SENTENCE: Final = re.compile(r"(?<=[.;:?!]) ")
_PASSAGE: Final = 240
"""Characters at which a passage ends with the sentence: some forty words, on one thing."""


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it, up to the next heading of any level.

    Attributes
    ----------
    anchor
        What a link to it says after `#`; empty for the page's own heading.
    text
        Plain text, without marks of Markdown.
    passages
        The same text in pieces: rows, items and a few sentences each.
    """

    title: str
    anchor: str
    level: int
    text: str
    passages: tuple[str, ...] = ()

    @cached_property
    def low_title(self) -> str:
        """The title in small letters, as searches compare it."""
        return self.title.casefold()

    @cached_property
    def low_passages(self) -> tuple[str, ...]:
        """The passages in small letters."""
        return tuple(passage.casefold() for passage in self.passages)

    @cached_property
    def low(self) -> str:
        """The text in small letters: its passages, with a blank between them."""
        return " ".join(self.low_passages)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where in `low` each passage begins."""
        lengths = (len(passage) + 1 for passage in self.low_passages[:-1])
        return tuple(accumulate(lengths, initial=0))


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes
    ----------
    name
        Its file, such as `checks.md`, or `topic/ID`.
    group
        The heading under which the contents list it.
    text
        Markdown, without comments.
    """

    name: str
    title: str
    group: str
    text: str

    @cached_property
    def low_title(self) -> str:
        """The title in small letters, as searches compare it."""
        return self.title.casefold()

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """What the page divides into; the first holds what stands before other headings."""
        return tuple(_sections(self.text))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Where links and pictures of the page lead to, as they are written."""
        outside = "\n".join(line for line, is_code in _lines(self.text) if not is_code)
        return tuple(found[2] for found in _LINK.finditer(outside))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield lines, and whether each belongs to a block of code."""
    inside = False
    for line in text.splitlines():
        fence = bool(_FENCE.match(line))
        yield line, inside or fence
        inside ^= fence


def _sections(text: str) -> Iterator[Section]:
    title, anchor, level, seen = "", "", 1, dict[str, int]()
    blocks: list[list[str]] = [[]]
    for line, is_code in _lines(text):
        found = None if is_code else HEADING.match(line)
        if found is None and _ASIDE.fullmatch(line):
            continue
        if found is None:
            if not is_code and (not line or _BEGINS.match(line)):
                blocks.append([])
            blocks[-1].append(plain(line) if not is_code else "" if _FENCE.match(line) else line)
            continue
        if title:
            yield _section(title, anchor, level, blocks)
        title, level, blocks = plain(found[2]), len(found[1]), [[]]
        slug = anchor_of(title)
        # A forge counts headings of the same words.
        anchor = "" if level == 1 else f"{slug}-{seen[slug]}" if slug in seen else slug
        seen[slug] = seen.get(slug, 0) + 1
    yield _section(title, anchor, level, blocks)


def _section(title: str, anchor: str, level: int, blocks: Iterable[Iterable[str]]) -> Section:
    whole = [joined(block) for block in blocks]
    passages = tuple(piece for block in whole for piece in _pieces(block) if piece)
    return Section(title, anchor, level, joined(whole), passages)


def _pieces(block: str) -> Iterator[str]:
    """Yield the sentences of a block, a few at a time."""
    piece = ""
    for sentence in _SENTENCE.split(block):
        piece = f"{piece} {sentence}".strip()
        if len(piece) >= _PASSAGE:
            yield piece
            piece = ""
    yield piece


def anchor_of(title: str) -> str:
    """Return the anchor that forges give to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def plain(line: str) -> str:
    """Return a line of Markdown without its marks."""
    if _RULE.fullmatch(line):
        return ""
    return _BLOCK.sub(" ", _INLINE.sub("", _LINK.sub(r"\1", line))).strip()


def joined(lines: Iterable[str]) -> str:
    """Return lines as one, with single blanks."""
    return " ".join(" ".join(lines).split())
