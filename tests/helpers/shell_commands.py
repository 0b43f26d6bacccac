"""The commands that a call in a Python file asks for: lists of words, and lines for a shell.

A text is read as a line for a shell wherever it is given, because a function of the tests may hand
it on. What a variable holds cannot be read; it stands as `$x` in its place.
"""

import ast
import re
import shlex
from collections.abc import Iterator

Command = tuple[str, ...]
"""The words of a command, its name without a folder and without what only starts it."""

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash"})
_BEFORE = frozenset(
    {
        "do", "then", "else", "elif", "if", "while", "until", "!", "{", "exec", "command", "eval",
        "sudo", "env", "nohup", "time", "timeout", "nice", "stdbuf", "xargs", "setsid",
    }
)  # fmt: skip
"""Words after which the name of a command comes, with options and figures of their own between."""
_OPTION = re.compile(r"-\S*|\d[\d.]*[smhd]?|\w+=.*")
_SUBSTITUTED = re.compile(r"\$\(([^()]*)\)|`([^`]*)`")


def commands_of(call: ast.Call) -> Iterator[Command]:
    """Yield the commands that a call is given, by place or by name."""
    for given in (*call.args, *(keyword.value for keyword in call.keywords)):
        if isinstance(given, ast.List | ast.Tuple):
            yield from _of_words([_text(one) for one in given.elts])
        elif len(_text(given).split()) > 1:
            yield from of_line(_text(given))
    last = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    words = list(_flat(call.args))
    if last in _STARTS and len(words) > 1:
        # `run("curl", x)`, `run(*("curl", x))`, `process.start("curl", [x])`
        yield from _of_words([_text(one) for one in words])


_STARTS = frozenset({"run", "start", "startDetached", "execute", "execvp", "execlp", "spawnlp"})


def _flat(given: list[ast.expr]) -> Iterator[ast.expr]:
    for one in given:
        inner = one.value if isinstance(one, ast.Starred) else one
        if isinstance(inner, ast.List | ast.Tuple):
            yield from _flat(inner.elts)
        else:
            yield inner


def of_line(line: str) -> Iterator[Command]:
    """Yield the commands of a line for a shell."""
    words: list[str] = []
    for word in (*_split(line), ";"):
        for inside in _SUBSTITUTED.findall(word):
            yield from of_line("".join(inside))
        if word.strip(";&|()\n"):
            words.append(word)
        else:
            yield from _of_words(words)
            words = []


def _split(line: str) -> list[str]:
    """Return the words and signs of a line; a text with an odd quote is no line but prose."""
    read = shlex.shlex(line, posix=True, punctuation_chars=";&|()\n")
    read.whitespace, read.whitespace_split, read.commenters = " \t\r", True, ""
    try:
        return list(read)
    except ValueError:
        return []


def _of_words(words: list[str]) -> Iterator[Command]:
    """Yield the command of some words, and those of the line that it hands to a shell."""
    started = False
    while words:
        starts = words[0] in _BEFORE or re.match(r"\w+=", words[0])
        if not starts and not (started and _OPTION.fullmatch(words[0])):
            break
        words, started = words[1:], True
    if not words:
        return
    name = words[0].rpartition("/")[2]
    yield (name, *words[1:])
    if name in _SHELLS:
        asked = [at for at, word in enumerate(words) if re.fullmatch(r"-\w*c", word)]
        for at in asked[:1]:
            yield from of_line("".join(words[at + 1 : at + 2]))


def _text(node: ast.expr) -> str:
    """Return a text as far as it is written out; `$x` for what is not."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(one) if isinstance(one, ast.Constant) else "$x" for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text(node.left) + _text(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%[\d.]*\w", "$x", _text(node.left))
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    if is_method and node.func.attr == "format":
        return re.sub(r"\{[^{}]*\}", "$x", _text(node.func.value))
    return "python" if ast.unparse(node) == "sys.executable" else "$x"
