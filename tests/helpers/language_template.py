"""Writes the template of the languages: `python -m tests.helpers.language_template`.

`resources/languages/designer.pot` lists every text of the program that people may read, as gettext
knows them: sentences of rules as well as menus. It is read out of the program's own source, so that
no place has to be marked and none is forgotten; a test fails while it is out of date. A text with
values becomes a message with named gaps, `{used} of {limit}`. What is listed and never shown costs
a translator nothing: what has no translation stays English.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from designer.model.po_text import read_catalogue, read_template
from tests.helpers.composed_messages import COMPOSED
from tests.helpers.gates import REPOSITORY

ROOMS: Final = (
    "ui", "render", "runtime", "io", "planning", "document", "engine", "wiring", "catalog", "model",
    "script", "plugins", "app",
)  # fmt: skip
"""Rooms of which texts may come into the window: all that there are."""
OF_TERMINALS: Final = frozenset({
    "app/commands", "app/desktop", "app/git_program", "app/git_set_up", "app/guide_pages",
    "app/leaf_places_csv", "app/main", "app/output", "app/signals", "app/system_libraries",
    "app/terminal",
})  # fmt: skip
"""What writes to terminals, files and the guide alone, which are English."""
OF_CALCULATIONS: Final = re.compile(r"/engine/subjects/\w+/(?:calc\w*|\w+_calc)\.py$")
"""Calculations by `cluster-designer calc`, of which the window shows nothing."""
OF_NOBODY: Final = frozenset({"catalog/search_words", "catalog/spellings", "io/word_forms"})
"""Words that are searched for, and shown nowhere."""
COMMAND: Final = "python -m tests.helpers.language_template"
TEMPLATE: Final = "resources/languages/designer.pot"
_HEAD: Final = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)
_NOT_READ: Final = frozenset({
    "set_role", "setObjectName", "setProperty", "compile", "sub", "fullmatch", "finditer", "match",
    "findall", "import_module", "getattr", "TypeVar", "ValueError", "TypeError", "RuntimeError",
    "KeyError", "AssertionError", "AttributeError", "flag", "set_flag", "bytes", "set_bytes",
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split",
    "encode", "decode", "strptime", "strftime", "get", "pop", "find", "index", "count", "warn",
})  # fmt: skip
"""Calls whose texts nobody reads."""
_KEYWORDS_NOT_READ: Final = frozenset({"words", "also", "key", "icon", "id", "role", "encoding"})
_COUNTED: Final = {"plural": 1, "how_many": 1}
"""Calls that count things, and which of their arguments is the thing."""
_SENTENCE: Final = re.compile(
    r"[A-Za-z]+\W* +\W*[A-Za-z]{2,}|[A-Za-z]{2,}\W* +\W*[A-Za-z]|[A-Za-z]{3,}\W* +\{"
    r"|\} +\W*[A-Za-z]{2,}"
)
_WORD: Final = re.compile(
    r"[&‹✕] ?[A-Za-z][a-z]+|[A-Z][a-z]+(?:-[a-z]+)*(?: ?…|:)?|[a-z]{3,}(?:-[a-z]+)*(?:…| ›)?"
    r"|no|in-[a-z]+"
)
_FORMATTED: Final = re.compile(r"(\{[a-z_]+\})")
_CODE: Final = re.compile(
    r"\\[a-z]|\(\?|^(?:[<#]|\{\{)|(?:\{\{|;)\s*$|://|\.(?:py|toml|svg|json)\b|__|=\""
)
_SHOWN_ROOMS: Final = frozenset({"ui", "render", "model", "catalog"})
"""Where a word alone is mostly read by people."""
_HEADING_ROOMS: Final = frozenset({"engine", "io"})
"""Where one with a capital is the heading of a table or of a section."""
_WIDTH: Final = 88


def messages(source: str, room: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a file with its plural, empty where nothing is counted, in order."""
    tree = ast.parse(source)
    above: dict[ast.AST, ast.AST] = {}
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            above[child] = node
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (counted := _counted(node)):
            yield counted
        if isinstance(node, ast.JoinedStr):
            text = _with_gaps(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = _plain_text(node.value)
        else:
            continue
        for one in _kinds_of_files(text):
            if not isinstance(above[node], ast.JoinedStr) and _is_read(node, one, above, room):
                yield one, ""


def _kinds_of_files(text: str) -> Iterator[str]:
    """Yield the names of kinds of files, of `Designs (*.toml);;All files (*)`; else the text."""
    for kind in text.split(";;") if " (*" in text else (text,):
        yield kind.rpartition(" (*")[0] or kind


def _counted(call: ast.Call) -> tuple[str, str] | None:
    name = _called(call)
    at = _COUNTED.get(name)
    if at is None or len(call.args) <= at:
        return None
    words = [one.value for one in call.args[at:] if isinstance(one, ast.Constant)]
    if not words or not all(isinstance(word, str) for word in words):
        return None
    one = str(words[0])
    many = str(words[1]) if len(words) > 1 and words[1] else f"{one}s"
    return f"{{n}} {one}", f"{{n}} {many}"


def _plain_text(value: str) -> str:
    """Return a text as a message: what `format` fills is a gap, another brace is itself."""
    pieces = _FORMATTED.split(value)
    return "".join(
        piece if number % 2 else piece.replace("{", "{{").replace("}", "}}")
        for number, piece in enumerate(pieces)
    )


def _with_gaps(text: ast.JoinedStr) -> str:
    """Return an f-string as a message: gaps are called as what fills them, where it has a name."""
    found, names = [], dict[str, int]()
    for piece in text.values:
        if isinstance(piece, ast.Constant):
            found.append(str(piece.value).replace("{", "{{").replace("}", "}}"))
        elif isinstance(piece, ast.FormattedValue):
            name = _name_of(piece.value)
            names[name] = names.get(name, 0) + 1
            found.append(f"{{{name}{names[name] if names[name] > 1 else ''}}}")
    return "".join(found)


def _name_of(value: ast.expr) -> str:
    if isinstance(value, ast.Name):
        return value.id.strip("_") or "it"
    if isinstance(value, ast.Attribute):
        return value.attr.strip("_")
    if isinstance(value, ast.Call):
        return _called(value).strip("_") or "it"
    return "it"


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_read(node: ast.AST, text: str, above: dict[ast.AST, ast.AST], room: str) -> bool:
    """Return whether people may read a text, by its words and by where it stands."""
    if _CODE.search(text.replace("{{", "").replace("}}", "")):
        return False
    is_word = _WORD.fullmatch(text) is not None
    is_heading = room in _HEADING_ROOMS and text[:1].isupper()
    is_shown = (
        is_heading or room in _SHOWN_ROOMS or _is_choice(node, above) or _says_words(node, above)
    )
    if not _SENTENCE.search(text) and not (is_word and is_shown):
        return False
    inner, outer = node, above[node]
    if isinstance(outer, ast.Expr):
        return False  # a docstring
    if is_word and isinstance(outer, ast.Compare | ast.Subscript | ast.Set):
        return False
    while not isinstance(outer, ast.Module):
        if isinstance(outer, ast.arg | ast.AnnAssign) and inner is outer.annotation:
            return False
        if isinstance(outer, ast.FunctionDef) and inner is outer.returns:
            return False
        if isinstance(outer, ast.keyword) and outer.arg in _KEYWORDS_NOT_READ:
            return False
        if isinstance(outer, ast.Call) and inner is not outer.func and _called(outer) in _NOT_READ:
            return False
        if isinstance(outer, ast.stmt):
            return True
        inner, outer = outer, above[outer]
    return True


def _is_choice(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a word is one of those that a parameter offers."""
    outer = above[above[node]]
    return isinstance(outer, ast.keyword) and outer.arg == "choices"


def _says_words(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether a function returns a word that by its own name is for people."""
    inner, is_returned = node, False
    while not isinstance(inner, ast.Module | ast.FunctionDef):
        is_returned = is_returned or isinstance(inner, ast.Return)
        inner = above[inner]
    return is_returned and isinstance(inner, ast.FunctionDef) and inner.name.endswith("words")


def template(checkout: Path) -> str:
    """Return the template of a checkout, sorted by message."""
    found: dict[str, tuple[str, set[str]]] = {one: ("", set()) for one in COMPOSED}
    for room in ROOMS:
        for path in sorted((checkout / "designer" / room).rglob("*.py")):
            where = path.relative_to(checkout / "designer").as_posix().split("/")[:2]
            if "/".join(where).removesuffix(".py") in OF_TERMINALS | OF_NOBODY:
                continue
            if OF_CALCULATIONS.search(path.as_posix()):
                continue
            for text, many in messages(path.read_text(encoding="utf-8"), room):
                known, places = found.get(text, ("", set()))
                places.add("/".join(where).removesuffix(".py"))
                found[text] = (many or known, places)
    entries = [_entry(text, many) for text, (many, _) in sorted(found.items())]
    return _HEAD + "\n" + "\n".join(entries)


def _entry(text: str, many: str, of_one: str = "", of_many: str = "") -> str:
    """Return a message as gettext writes it, with its translations."""
    rest = f"msgstr {_quoted(of_one)}\n"
    if many:
        told = f"msgstr[0] {_quoted(of_one)}\nmsgstr[1] {_quoted(of_many)}\n"
        rest = f"msgid_plural {_quoted(many)}\n{told}"
    return f"msgid {_quoted(text)}\n{rest}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\t", "\\t")
    if len(escaped) <= _WIDTH:
        return f'"{escaped}"'
    lines, line = [], ""
    for word in re.split(r"(?<= )", escaped):
        if len(line) + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line += word
    return "\n".join(['""', *(f'"{one}"' for one in (*lines, line))])


def kept_of(catalogue: str, known: Mapping[str, str]) -> str:
    """Return a language's catalogue without what the program says no longer, sorted.

    Parameters
    ----------
    known
        The program's messages, each with its plural.
    """
    head = catalogue.partition("\n\n")[0]
    entries = {
        one: _entry(one, many, of_one, of_many)
        for one, many, of_one, of_many in read_catalogue(catalogue)
        if of_one and known.get(one) == many
    }
    return "\n".join([f"{head}\n", *(entries[one] for one in sorted(entries))])


def run() -> int:
    """Write the template of this checkout, and drop from the languages what it lost."""
    path = REPOSITORY / TEMPLATE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(template(REPOSITORY), encoding="utf-8")
    known = dict(read_template(path.read_text(encoding="utf-8")))
    for language in sorted(path.parent.glob("*.po")):
        kept = kept_of(language.read_text(encoding="utf-8"), known)
        language.write_text(kept, encoding="utf-8")
    sys.stdout.write(f"wrote {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run())
