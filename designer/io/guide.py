"""The guide: its Markdown pages, the help texts of the catalogue as pages of the same form, search.

The pages are files of `resources/guide`, in the order and under the headings of their contents,
`README.md`. No Qt: the window draws them, tests follow their links. A new page is a file there and
a line in the contents.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from designer.catalog.data_files import data_folder
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.library import Library
from designer.catalog.records.guidance import Topic
from designer.io.guide_words import GuideWord, words_of

CONTENTS: Final = "README.md"
CHECKS: Final = "checks.md"
KEYS: Final = "keyboard.md"
TOPICS: Final = "topic/"
"""Begins the name of a page that is a help text of the catalogue."""

_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_HEADING: Final = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_FENCE: Final = re.compile(r"^(```|~~~)")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
_ENTRY: Final = re.compile(r"^(?:\.\./)+catalogs/[\w./-]+\.toml#([a-z_]+/[\w.-]+)$")
_LISTED: Final = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\)")
_INLINE: Final = re.compile(r"[*`]")
_BLOCK: Final = re.compile(r"^\s*(?:[->]|#+|\d+\.)\s|\|")
_RULE: Final = re.compile(r"[-|: ]+")
_SEE, _SOURCES = "See also", "Sources"
_LISTS: Final = frozenset((_SEE, _SOURCES))
"""What ends a help text: names of others, which are found by themselves."""
_RULE_SECTION: Final = r"(?ms)^### {}: (.+?)\n\n\*[^\n]+\*\n(.*?)(?=^#|\Z)"
_ASIDE: Final = re.compile(r"\*[^*]+\*")
"""A line that only says what a rule can say: in an excerpt it would run into the next sentence."""
_EXCERPT: Final = 140
_LEAD: Final = 40
"""So many characters of an excerpt stand before the first word that fits."""
_POINTS_TITLE: Final = 40
_POINTS_WHOLE: Final = 20
_POINTS_PAGE: Final = 8
_MOST_OFTEN: Final = 6


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it, up to the next heading of any level.

    Attributes
    ----------
    anchor
        What a link to it says after `#`; empty for the page's own heading.
    text
        Plain text, without marks of Markdown.
    """

    title: str
    anchor: str
    level: int
    text: str


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
    def sections(self) -> tuple[Section, ...]:
        """What the page divides into; the first holds what stands before other headings."""
        return tuple(_sections(self.text))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Where links and pictures of the page lead to, as they are written."""
        outside = "\n".join(line for line, is_code in _lines(self.text) if not is_code)
        return tuple(found[2] for found in _LINK.finditer(outside))


@dataclass(frozen=True)
class Target:
    """Where a link leads to: a page and a place on it."""

    page: str
    anchor: str = ""


@dataclass(frozen=True)
class RuleHelp:
    """What a design rule asks, for programs that show findings: plain text, without links."""

    title: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A section that a search found.

    Attributes
    ----------
    excerpt
        Plain text around the first word that fits.
    lacks
        Words that it does not hold, as they were typed.
    """

    page: Page
    section: Section
    excerpt: str
    points: int
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guide:
    """Pages in their order, by name.

    Attributes
    ----------
    folder
        Where the files and their pictures are.
    """

    folder: Path
    pages: Mapping[str, Page] = field(default_factory=dict)

    def target(self, link: str, page: str = CONTENTS) -> Target | None:
        """Return the place in the guide that a link on a page leads to; None if it leads out."""
        path, _, anchor = link.partition("#")
        name = page if not path else str(PurePosixPath(page).parent / path) if path else page
        name = name.removeprefix("./")
        found = self.pages.get(name)
        if found is None or (anchor and all(s.anchor != anchor for s in found.sections)):
            return None
        return Target(name, anchor)

    def rule(self, code: str) -> Target | None:
        """Return the section of a design rule, such as `P02`."""
        checks = self.pages.get(CHECKS)
        for section in checks.sections if checks else ():
            if section.title.partition(":")[0] == code:
                return Target(CHECKS, section.anchor)
        return None

    def rule_help(self, code: str) -> RuleHelp | None:
        """Return what the page of checks says of a design rule."""
        checks = self.pages.get(CHECKS)
        found = re.search(_RULE_SECTION.format(re.escape(code)), checks.text if checks else "")
        if found is None:
            return None
        body = found[2].strip()
        text = _joined(plain(line) for line in body.splitlines())
        title = plain(found[1])
        return RuleHelp(title[:1].upper() + title[1:], text)

    def with_topics(self, library: Library) -> "Guide":
        """Return the guide with the catalogue's help texts after its own pages."""
        topics = (entry for entry in library.entries("topic") if isinstance(entry, Topic))
        ordered = sorted(topics, key=lambda topic: topic.subject)
        more = {page.name: page for page in (topic_page(topic, library) for topic in ordered)}
        return Guide(self.folder, {**self.pages, **more})

    def search(self, text: str) -> list[Hit]:
        """Return the sections that hold every word, best first; else those that hold most of them.

        A word fits wherever a word of the text begins with it, and where the text says the same
        otherwise, which counts for less; a search of several words is also taken as a phrase, which
        counts for more. Where none holds every word, those come first whose words are rarest.
        """
        words = words_of(text)
        if not words:
            return []
        phrase = " ".join(text.casefold().split())
        # Stable: the order of the pages among equals.
        found = sorted(self._hits(words, phrase, whole=True), key=lambda hit: -hit.points)
        return [_with_excerpt(hit, words) for hit in found or self._most(words, phrase)]

    def _most(self, words: Sequence[GuideWord], phrase: str) -> list[Hit]:
        """Return the sections that lack fewest of the words; none where that is most of them."""
        hits = list(self._hits(words, phrase, whole=False))
        fewest = min((len(hit.lacks) for hit in hits), default=0)
        if 2 * fewest > len(words):
            return []
        lacking = Counter(word for hit in hits for word in hit.lacks)
        # What few sections hold, most of them lack.
        return sorted(
            (hit for hit in hits if len(hit.lacks) == fewest),
            key=lambda hit: (sum(lacking[word] for word in hit.lacks), -hit.points),
        )

    def _hits(self, words: Sequence[GuideWord], phrase: str, *, whole: bool) -> Iterator[Hit]:
        """Yield the sections that hold any word, or every word."""
        for page in self.pages.values():
            for section in page.sections if page.name != CONTENTS else ():
                if section.title in _LISTS:
                    continue
                hit = _hit(page, section, words, phrase, whole=whole)
                if hit is not None:
                    yield hit


def load_guide(folder: Path | None = None) -> Guide:
    """Read the pages of the guide.

    Raises
    ------
    FileNotFoundError
        If the contents or a page that they list is missing: the installation is damaged.
    """
    folder = folder or data_folder("resources") / "guide"
    contents = _read(folder / CONTENTS)
    pages = {CONTENTS: Page(CONTENTS, _title(contents), "", contents)}
    for group, title, name in _listed(contents):
        pages[name] = Page(name, title, group, _read(folder / name))
    return Guide(folder, pages)


def entry_key(link: str) -> str | None:
    """Return the entry of the catalogue that a link names, as `guideline/air-limit`.

    On a forge such a link opens the file in which the entry stands.
    """
    found = _ENTRY.match(link)
    return found[1] if found else None


def topic_page(topic: Topic, library: Library) -> Page:
    """Return a help text of the catalogue as a page."""
    lines = [f"# {topic.name}", topic.summary, topic.body.strip()]
    seen = [
        f"- [{_seen_name(key, library)}]({_seen_link(key)})" for key in topic.see if _is_shown(key)
    ]
    if seen:
        lines += [f"## {_SEE}", "\n".join(seen)]
    sources = dict.fromkeys(record.source for record in topic.provenance)
    if sources:
        lines += [f"## {_SOURCES}", "\n".join(f"- {source}" for source in sources)]
    name = f"{TOPICS}{topic.id}"
    return Page(name, topic.name, f"Topics: {topic.subject}", "\n\n".join(lines) + "\n")


def _is_shown(key: str) -> bool:
    """Return whether the catalogue's window shows what a help text names."""
    table, slash, _ = key.partition("/")
    return not slash or table in ("part", *LIBRARY_TABLES)


def _seen_link(key: str) -> str:
    """Return the link of a help text to another one, or to an entry of the catalogue."""
    table, slash, entry_id = key.partition(" ")[0].partition("/")
    if not slash:
        return table  # beside this page, among the topics
    return entry_id if table == "topic" else f"../../catalogs/x.toml#{table}/{entry_id}"


def _seen_name(key: str, library: Library) -> str:
    table, slash, entry_id = key.partition(" ")[0].partition("/")
    found = library.get(table, entry_id) if slash else library.get("topic", table)
    return found.name if found else (entry_id or table)


def _read(path: Path) -> str:
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


def _title(text: str) -> str:
    return next(found[2] for line in text.splitlines() if (found := _HEADING.match(line)))


def _listed(contents: str) -> Iterator[tuple[str, str, str]]:
    """Yield group, title and file of the pages that the contents list."""
    group = ""
    for line in contents.splitlines():
        heading, entry = _HEADING.match(line), _LISTED.match(line)
        if heading:
            group = heading[2]
        elif entry:
            yield group, entry[1], entry[2]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield lines, and whether each belongs to a block of code."""
    inside = False
    for line in text.splitlines():
        fence = bool(_FENCE.match(line))
        yield line, inside or fence
        inside ^= fence


def _sections(text: str) -> Iterator[Section]:
    title, anchor, level, seen = "", "", 1, dict[str, int]()
    body: list[str] = []
    for line, is_code in _lines(text):
        found = None if is_code else _HEADING.match(line)
        if found is None and _ASIDE.fullmatch(line):
            continue
        if found is None:
            body.append(plain(line) if not is_code else "" if _FENCE.match(line) else line)
            continue
        if title:
            yield Section(title, anchor, level, _joined(body))
        title, level, body = plain(found[2]), len(found[1]), []
        slug = anchor_of(title)
        # A forge counts headings of the same words.
        anchor = "" if level == 1 else f"{slug}-{seen[slug]}" if slug in seen else slug
        seen[slug] = seen.get(slug, 0) + 1
    yield Section(title, anchor, level, _joined(body))


def anchor_of(title: str) -> str:
    """Return the anchor that forges give to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def plain(line: str) -> str:
    """Return a line of Markdown without its marks."""
    if _RULE.fullmatch(line):
        return ""
    return _BLOCK.sub(" ", _INLINE.sub("", _LINK.sub(r"\1", line))).strip()


def _joined(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())


def _hit(
    page: Page, section: Section, words: Sequence[GuideWord], phrase: str, *, whole: bool
) -> Hit | None:
    """Return what a section has of a search; None where it holds no word, or lacks one of all."""
    places = tuple(t.casefold() for t in (section.title, page.title, section.text))
    points, lacks = 0, list[str]()
    for word in words:
        own = _worth([word.count(text) for text in places])
        # What the text calls otherwise counts half, so that the word as typed comes first.
        worth = own or (_worth([word.count_others(text) for text in places]) + 1) // 2
        points += worth
        if worth:
            continue
        if whole:
            return None
        lacks.append(word.typed)
    if len(lacks) == len(words):
        return None
    title, _, text = places
    if " " in phrase:
        points += _POINTS_TITLE * (phrase in title) + _POINTS_WHOLE * (phrase in text)
    points += _POINTS_TITLE * (phrase == title)
    return Hit(page, section, "", points, tuple(lacks))


def _with_excerpt(hit: Hit, words: Sequence[GuideWord]) -> Hit:
    held = [word for word in words if word.typed not in hit.lacks]
    return replace(hit, excerpt=_excerpt(hit.section.text, held))


def _worth(counts: Sequence[int]) -> int:
    """Return points for how often a word is in a section's title, its page's, and its text."""
    title, name, text = counts
    return _POINTS_TITLE * bool(title) + _POINTS_PAGE * bool(name) + min(text, _MOST_OFTEN)


def _excerpt(text: str, words: Sequence[GuideWord]) -> str:
    low = text.casefold()
    places = [place for word in words if (place := word.place(low)) is not None]
    first = min(places, default=0)
    start = max(0, first - _LEAD)
    if start:
        start = text.find(" ", start, first) + 1 or first
    end = start + _EXCERPT
    shown = text[start:end]
    if end < len(text):
        shown = shown.rpartition(" ")[0] + " …"
    return f"… {shown}" if start else shown
