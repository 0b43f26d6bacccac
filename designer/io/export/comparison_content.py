"""What is said of two designs beside each other, section by section, before it becomes a text.

May import `model`, `catalog`, the comparison of `document` and the consequences of this room.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.change_groups import Group, grouped
from designer.document.change_words import SIGNS, ChangeWords, titled
from designer.document.comparison import Comparison
from designer.engine.beside import Consequences, signed
from designer.engine.beside_words import severity_words, verdict_of
from designer.engine.page import Align, Section, Table
from designer.engine.preview import Foreseen
from designer.io.export.report_content import Content
from designer.model.plural import plural
from designer.model.some_names import some

SAME: Final = "Both designs are the same."
_KINDS: Final = ("added", "removed", "moved", "changed")


@dataclass(frozen=True)
class Compared:
    """Two designs beside each other.

    Attributes
    ----------
    names
        What either is called: a file, or a file of a revision.
    catalogs
        Of either side.
    consequences
        What follows; None where nobody asked.
    """

    names: tuple[str, str]
    comparison: Comparison
    catalogs: tuple[Catalog, Catalog]
    consequences: Consequences | None = None

    @property
    def words(self) -> ChangeWords:
        """What says the changes in words."""
        return ChangeWords(self.comparison.before, self.comparison.after, self.catalogs)


def comparison_content(compared: Compared) -> Content:
    """Return what is said of two designs beside each other."""
    before, after = compared.comparison.before, compared.comparison.after
    sections = [Section("In short", lines=tuple(_in_short(compared)))]
    sections += _of_records(compared)
    if compared.consequences is not None and not compared.comparison.is_same:
        sections += _of_consequences(compared.consequences)
    names = " → ".join(compared.names)
    called = before.name if before.name == after.name else f"{before.name} → {after.name}"
    return Content(f"Comparison: {called}", names, tuple(sections))


def verdict(compared: Compared) -> str:
    """Return in a sentence what is gained, at which price, and the worst that is new."""
    found = compared.consequences
    return "" if found is None or compared.comparison.is_same else verdict_of(found)


def _in_short(compared: Compared) -> Iterator[str]:
    comparison = compared.comparison
    if comparison.is_same:
        yield SAME
    else:
        counts = ((kind, comparison.counts[kind]) for kind in _KINDS)
        told = [f"{number:,} {kind}" for kind, number in counts if number]
        yield f"{plural(len(comparison.changes), 'record')} differ: {', '.join(told)}.".replace(
            "1 record differ:", "1 record differs:"
        )
    said = verdict(compared)
    if said:
        yield said
    if comparison.other_form:
        names = map(compared.words.rack_name, comparison.other_form)
        one = len(comparison.other_form) == 1
        yield (
            f"{plural(len(comparison.other_form), 'rack')} ({some(names)}) "
            f"{'holds' if one else 'hold'} the same and {'is' if one else 'are'} filled in another "
            "way: by another assembly, or by devices of their own."
        )
    if compared.consequences is not None:
        yield from compared.consequences.not_computed


def _of_records(compared: Compared) -> Iterator[Section]:
    groups = grouped(compared.comparison.changes)
    if not groups:
        return
    words = compared.words
    columns: tuple[tuple[str, Align], ...] = (
        ("Change", "left"), ("What", "left"), ("Which", "left"), ("How", "left"),
    )  # fmt: skip
    rows = tuple(_record_row(words, group) for group in groups)
    yield Section("Records", table=Table(columns, rows))


def _record_row(words: ChangeWords, group: Group) -> tuple[str, str, str, str]:
    return (
        f"{SIGNS[group.kind]} {group.kind}", titled(words.what(group)), words.names(group),
        words.how(group),
    )  # fmt: skip


def _of_consequences(found: Consequences) -> Iterator[Section]:
    columns: tuple[tuple[str, Align], ...] = (("Figure", "left"), ("Before → after", "left"))
    rows = tuple((titled(one.what), one.words) for one in (*found.key, *found.others))
    yield Section("Figures", table=Table(columns, rows))
    if found.limits:
        yield Section("Limits that moved", table=_limits(found))
    yield _findings(found)
    if found.parts:
        yield Section("Bill of materials", table=_parts(found))


def _limits(found: Consequences) -> Table:
    columns: tuple[tuple[str, Align], ...] = (
        ("Limit", "left"), ("Over it", "right"), ("Not known", "right"), ("Fullest", "left"),
    )  # fmt: skip
    rows = tuple(
        (
            one.called, f"{one.was_over:,} → {one.now_over:,}",
            f"{one.was_open:,} → {one.now_open:,}", " → ".join(one.fullest_words),
        )
        for one in found.limits
    )  # fmt: skip
    return Table(columns, rows)


def _findings(found: Consequences) -> Section:
    columns: tuple[tuple[str, Align], ...] = (
        ("Change", "left"), ("Severity", "left"), ("Finding", "left"), ("Places", "right"),
    )  # fmt: skip
    rows = [
        (_finding_change(one, sign, word, elsewhere), severity_words(one), one.message,
         f"{one.places:,}" if one.places else "")
        for side, sign, word, elsewhere in (
            (found.gained, "+", "new", "new at places"),
            (found.gone, "−", "gone", "gone at places"),
        )
        for one in side
    ]  # fmt: skip
    if not rows:
        return Section("Findings", lines=("None is new, and none is gone.",))
    return Section("Findings", table=Table(columns, tuple(rows)))


def _finding_change(one: Foreseen, sign: str, word: str, elsewhere: str) -> str:
    return f"{sign} {elsewhere if one.elsewhere else word}"


def _parts(found: Consequences) -> Table:
    columns: tuple[tuple[str, Align], ...] = (
        ("Part", "left"), ("Was", "right"), ("Now", "right"), ("Difference", "right"),
    )  # fmt: skip
    rows = tuple(
        (one.name, f"{one.was:,}", f"{one.now:,}", signed(one.now - one.was)) for one in found.parts
    )
    return Table(columns, rows)
