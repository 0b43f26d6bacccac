"""What is said of own files that were not read."""

from collections.abc import Sequence

from designer.model.problem import Problem


def unread_words(problems: Sequence[Problem]) -> str:
    """Return what is wrong with the user's own files in a sentence, empty for nothing."""
    if not problems:
        return ""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"Among your own parts: {problems[0].line()}{more}"
