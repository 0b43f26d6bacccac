"""The words on the card beside a ghost on findings: those that come, stay and go. No widgets."""

from collections.abc import Iterable, Mapping, Sequence

from designer.engine.preview import Foreseen, Preview
from designer.engine.reasons import is_open
from designer.ui.kit.line_card import Line, Shape, Tone

_MOST_FAILED = 2
_MOST_NAMED = 5
"""Rows below the counts of errors: those named, and how many more; at least one below each."""
_MOST_GONE = 3
"""Rows below the count of what goes."""
_SHAPES: Mapping[str, Shape] = {"warning": "warning", "cannot be said": "open", "note": "info"}


def is_doubtful(preview: Preview) -> bool:
    """Return whether a drop would bring errors or warnings, or what cannot be computed or said.

    What is open anyhow, and is told with another figure, makes no drop doubtful.
    """
    worse = any(check.severity == "warning" and not is_open(check.key) for check in preview.alters)
    return fails(preview) or worse or any(c.severity == "warning" for c in preview.comes)


def fails(preview: Preview) -> bool:
    """Return whether a drop would bring or meet errors, or leave what cannot be computed."""
    return bool(preview.not_computed) or any(
        check.severity == "error" for check in (*preview.comes, *preview.alters, *preview.stays)
    )


def new_errors(preview: Preview) -> int:
    """Return how many errors a change would bring, with what it leaves uncomputed."""
    comes = sum(check.severity == "error" for check in preview.comes)
    return comes + len(preview.not_computed)


def check_lines(preview: Preview) -> list[Line]:
    """Return what fails, then what the checks would say: errors come first."""
    failed = preview.not_computed
    lines = [Line(sentence, "error") for sentence in failed[:_MOST_FAILED]]
    if len(failed) > _MOST_FAILED:
        more = len(failed) - _MOST_FAILED
        lines.append(Line(f"{more} more cannot be computed", "error"))
    comes = [check for check in preview.comes if check.severity != "info"]
    stays = [
        check
        for check in (*preview.alters, *preview.stays)
        if check.severity == "error" or (check.severity == "warning" and not is_open(check.key))
    ]
    sorts = (
        ("+ ", [check for check in comes if not check.elsewhere]),
        ("in more places, ", [check for check in comes if check.elsewhere]),
        ("still ", stays),
    )
    room = _MOST_NAMED
    for before, checks in sorts:
        errors = [check for check in checks if check.severity == "error"]
        lines += _named_errors(before, errors, room)
        room = max(1, room - len(errors))
    for before, checks in sorts:
        lines += counted(before, (check for check in checks if check.severity != "error"))
    return lines + _gone([check for check in preview.goes if check.severity != "info"])


def _named_errors(before: str, errors: Sequence[Foreseen], room: int) -> list[Line]:
    """Return how many errors there are, and below it each of the first; one is told in its line.

    One of each rule comes before the second of any, in the order given.
    """
    if len(errors) <= 1:
        return [
            Line(f"{before}1 error: {check.message}", "error", shape="error") for check in errors
        ]
    nth: dict[str, int] = {}
    ranked: list[tuple[int, str]] = []
    for check in errors:
        ranked.append((nth.get(check.rule, 0), check.message))
        nth[check.rule] = nth.get(check.rule, 0) + 1
    messages = list(dict.fromkeys(words for _, words in sorted(ranked, key=lambda one: one[0])))
    named = messages if len(messages) <= room else messages[: max(1, room - 1)]
    lines = [Line(f"{before}{len(errors)} errors", "error", shape="error")]
    lines += [Line(message, beneath=True) for message in named]
    if len(errors) > len(named):
        lines.append(Line(f"and {len(errors) - len(named)} more", "dim", beneath=True))
    return lines


def note_lines(preview: Preview) -> list[Line]:
    """Return the changes of checks that deserve a line only where there is no other."""
    lines = counted("+ ", (check for check in preview.comes if not check.elsewhere))
    lines += counted("in more places, ", (check for check in preview.comes if check.elsewhere))
    return lines + counted("still ", preview.alters) + _gone(preview.goes)


def _gone(checks: Sequence[Foreseen]) -> list[Line]:
    """Return how many checks would be gone, which, and how many only from some of their places."""
    gone = [check for check in checks if not check.elsewhere]
    fewer = len(checks) - len(gone)
    lines: list[Line] = []
    if len(gone) == 1:
        lines = [Line(f"− 1 gone: {gone[0].message}", "dim", shape="gone")]
    elif gone:
        lines = [Line(f"− {len(gone)} gone", "dim", shape="gone")]
        messages = list(dict.fromkeys(check.message for check in gone))
        named = messages if len(messages) <= _MOST_GONE else messages[: _MOST_GONE - 1]
        lines += [Line(message, "dim", beneath=True) for message in named]
        if len(gone) > len(named):
            lines.append(Line(f"and {len(gone) - len(named)} more", "dim", beneath=True))
    return [*lines, Line(f"{fewer} in fewer places", "dim", shape="gone")] if fewer else lines


def counted(before: str, checks: Iterable[Foreseen]) -> list[Line]:
    """Return a line for each kind of what is no error: `+ 1 warning: near its end`.

    The first of several is told as one of them: the others may be of quite another rule.
    """
    kinds: dict[tuple[str, Tone], list[Foreseen]] = {
        ("warning", "warning"): [],
        ("cannot be said", "warning"): [],
        ("note", "dim"): [],
    }
    for check in checks:
        if is_open(check.key):
            kinds["cannot be said", "warning"].append(check)
        elif check.severity == "warning":
            kinds["warning", "warning"].append(check)
        else:
            kinds["note", "dim"].append(check)
    lines = []
    for (word, tone), among in kinds.items():
        if not among:
            continue
        several = len(among) > 1
        many = "s" if several and word != "cannot be said" else ""
        one_of = ", one of them" if several else ""
        said = f"{before}{len(among)} {word}{many}{one_of}: {among[0].message}"
        lines.append(Line(said, tone, shape=_SHAPES[word]))
    return lines
