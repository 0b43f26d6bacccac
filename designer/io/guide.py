"""The guide: its Markdown pages, the help texts of the catalogue as pages of the same form, search.

The pages are files of `resources/guide`, in the order and under the headings of their contents,
`README.md`. No Qt: the window draws them, tests follow their links. A new page is a file there and
a line in the contents.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from designer.catalog.data_files import data_folder
from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.library import Library
from designer.catalog.records.guidance import Topic
from designer.io.guide_search import SEE_ALSO, SOURCES, Hit, search
from designer.io.guide_text import HEADING, TOPICS, Page, joined, plain

CONTENTS: Final = "README.md"
CHECKS: Final = "checks.md"
KEYS: Final = "keyboard.md"

_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_ENTRY: Final = re.compile(r"^(?:\.\./)+catalogs/[\w./-]+\.toml#([a-z_]+/[\w.-]+)$")
_LISTED: Final = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\)")
_RULE_SECTION: Final = r"(?ms)^### {}: (.+?)\n\n\*[^\n]+\*\n(.*?)(?=^#|\Z)"


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
        text = joined(plain(line) for line in body.splitlines())
        title = plain(found[1])
        return RuleHelp(title[:1].upper() + title[1:], text)

    def with_topics(self, library: Library) -> "Guide":
        """Return the guide with the catalogue's help texts after its own pages."""
        topics = (entry for entry in library.entries("topic") if isinstance(entry, Topic))
        ordered = sorted(topics, key=lambda topic: topic.subject)
        more = {page.name: page for page in (topic_page(topic, library) for topic in ordered)}
        return Guide(self.folder, {**self.pages, **more})

    def search(self, text: str) -> list[Hit]:
        """Return the sections that answer a search, best first; none of the contents."""
        return search([page for name, page in self.pages.items() if name != CONTENTS], text)


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
        lines += [f"## {SEE_ALSO}", "\n".join(seen)]
    sources = dict.fromkeys(record.source for record in topic.provenance)
    if sources:
        lines += [f"## {SOURCES}", "\n".join(f"- {source}" for source in sources)]
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
    return next(found[2] for line in text.splitlines() if (found := HEADING.match(line)))


def _listed(contents: str) -> Iterator[tuple[str, str, str]]:
    """Yield group, title and file of the pages that the contents list."""
    group = ""
    for line in contents.splitlines():
        heading, entry = HEADING.match(line), _LISTED.match(line)
        if heading:
            group = heading[2]
        elif entry:
            yield group, entry[1], entry[2]
