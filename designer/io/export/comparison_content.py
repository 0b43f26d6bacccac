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
from designer.engine.page import Align, Section, Table
from designer.engine.preview import Foreseen
from designer.engine.reasons import OPEN, OPEN_WORDS
from designer.io.export.consequences import (
    Consequences,
    FigureBeside,
    gravest_first,
    signed,
    standing_of,
)
from designer.io.export.report_content import Content
from designer.model.figure_words import how_many
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
    if found is None or compared.comparison.is_same:
        return ""
    gained = found.figure("gpus")
    said = [_gain(gained)] if gained else []
    priced = [found.figure(name) for name in ("power_max_kw", "capex")]
    price = [f"{one.what} {one.words}" for one in priced if one is not None and one.reads_other]
    said.append(f"for {' and '.join(price)}" if price else "at the same power and capital")
    return f"{' '.join(said)}. {_of_findings(found)}."


def _of_findings(found: Consequences) -> str:
    """Return how many findings came and went, and the worst of those that came.

    One that was there at other places is not new, and reaches more: of infos that says nothing.
    """
    new = [one for one in found.gained if not one.elsewhere]
    gone = [one for one in found.gone if not one.elsewhere]
    wider = [one for one in found.gained if one.elsewhere and standing_of(one) != "info"]
    if not (new or gone or wider):
        return "No finding is new, and none is gone"
    told = [f"{plural(len(gone), 'finding')} gone", f"{len(new):,} new"]
    told += [f"{len(wider):,} at more places"] if wider else []
    worst = gravest_first([*new, *wider])
    more = f"; the worst of what came: {_finding_words(worst[0])}" if worst else ""
    return f"{', '.join(told)}{more}"


def _gain(gpus: FigureBeside) -> str:
    was, now = gpus.was, gpus.now
    if was is None or now is None or not (was.exact and now.exact):
        return f"GPUs {gpus.words}"
    if was.low == now.low:
        return f"The same {gpus.side_words[1]} GPUs"
    if was.low < now.low:
        return f"{how_many(now.minus(was), 'GPU')} more ({gpus.words})"
    return f"{how_many(was.minus(now), 'GPU')} fewer ({gpus.words})"


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
            one.label, f"{one.was_over:,} → {one.now_over:,}",
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
        (_finding_change(one, sign, word, elsewhere), _severity(one), one.message,
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


def _severity(one: Foreseen) -> str:
    standing = standing_of(one)
    return OPEN_WORDS if standing == OPEN else standing


def _finding_words(one: Foreseen) -> str:
    return f"{_severity(one)} {one.rule}, {one.message.rstrip('.')}"


def _parts(found: Consequences) -> Table:
    columns: tuple[tuple[str, Align], ...] = (
        ("Part", "left"), ("Was", "right"), ("Now", "right"), ("Difference", "right"),
    )  # fmt: skip
    rows = tuple(
        (one.name, f"{one.was:,}", f"{one.now:,}", signed(one.now - one.was)) for one in found.parts
    )
    return Table(columns, rows)
