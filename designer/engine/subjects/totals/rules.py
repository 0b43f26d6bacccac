"""The rule of figures that sums need."""

from collections.abc import Iterator

from designer.catalog.part_bounds import UNITS, contradictions
from designer.engine.advice import ASK_VENDOR
from designer.engine.findings import Finding, Level
from designer.engine.report import FIGURE_WORDS
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS

_NEEDED = ("power_max_w", "mass_kg")
"""Circuits, cooling and floor rest on these: without them a rack may not be signed."""


def figures_are_known(facts: Facts) -> Iterator[Finding]:
    """D01: figures that sums need are known."""
    lacking: dict[str, list[str]] = {}
    for part, figure in sorted(facts[CONTENTS].unknown):
        if figure in FIGURE_WORDS:
            lacking.setdefault(part, []).append(figure)
    for part, figures in lacking.items():
        severity: Level = "warning" if any(name in _NEEDED for name in figures) else "info"
        known = facts.catalog.get(part)
        names = ", ".join(FIGURE_WORDS[name] for name in figures)
        yield Finding(
            "D01", severity, part, facts[CONTENTS].racks_with(part),
            f"{known.name if known else part}: {names} not known; what rests on it has bounds"
            + _estimated(facts, part, figures),
            ASK_VENDOR, len(figures),
        )  # fmt: skip


def _estimated(facts: Facts, part: str, figures: list[str]) -> str:
    """Return which of some figures are estimated, and by what rule."""
    guesses = [facts.site.figures.of(part, name) for name in figures if name in UNITS]
    rules = [ref for f in guesses if f.estimated for ref in f.basis if ref.startswith("rule ")]
    return f"; estimated: {rules[0].removeprefix('rule ')}" if rules else ""


def figures_agree(facts: Facts) -> Iterator[Finding]:
    """D05: a part's power figures do not contradict each other: idle <= typical <= highest."""
    contents = facts[CONTENTS]
    for part_id in sorted(contents.counts.parts):
        part = facts.catalog.get(part_id)
        if part is None or not contents.counts.parts[part_id]:
            continue
        for above, most, below, less in contradictions(part)[:1]:
            yield Finding(
                "D05", "error", part_id, contents.racks_with(part_id),
                f"{part.name}: {FIGURE_WORDS[below]} {less:,g} W is above {FIGURE_WORDS[above]} "
                f"{most:,g} W; one of them is wrong, and what rests on them with it",
                "Look both figures up, and embed the right one with its source.", less - most,
            )  # fmt: skip
