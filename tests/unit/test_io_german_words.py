"""German words of buttons and commands: what does different things is called differently."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from designer.io.languages import languages_folder
from designer.model.po_text import read_catalogue
from tests.helpers.gates import REPOSITORY

BUTTONS: Final = frozenset({"QPushButton", "QToolButton", "ElidedButton", "ActionSpec", "QAction"})
ALIKE: Final = frozenset({
    frozenset({"Add a workload", "Add workload"}),
})  # fmt: skip
"""Do the same, and stand in different panels."""


def _words(node: ast.AST) -> Iterator[str]:
    """Yield what a button, a command, or a pair of words and what is done is called."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUTTONS:
        given: list[ast.expr] = node.args[:2]
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        given = node.elts[:1] if isinstance(node.elts[1], ast.Lambda | ast.Attribute) else []
    else:
        return
    yield from (
        one.value
        for one in given
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value[:1].isupper()
    )


def test_buttons_that_do_different_things_have_different_german_words() -> None:
    text = (languages_folder() / "de.po").read_text(encoding="utf-8")
    german = {one: told for one, _, told, _ in read_catalogue(text)}
    called: dict[str, set[str]] = defaultdict(set)
    for path in sorted((REPOSITORY / "designer" / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for words in _words(node):
                if words in german:
                    called[german[words].strip("&…. ")].add(words.strip("&…. "))
    assert called["Ausblenden"] == {"Dismiss"}
    assert called["Verwerfen"] == {"Discard"}
    assert len(called) > 150
    alike = {told: words for told, words in called.items() if len(words) > 1}
    left = {told: words for told, words in alike.items() if frozenset(words) not in ALIKE}
    assert not left, left
