"""The house rules that no ready-made tool checks, as functions that return what breaks them.

Each takes a folder or files, so that its test can show it a planted violation.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.helpers.source import walked

REPOSITORY = Path(__file__).resolve().parents[2]

FILE_LINES = 600
FUNCTION_LINES = 60

FORBIDDEN_NAMES = frozenset(
    {"lib", "tools", "toolbox", "toolkit", "various", "support", "functions", "generic", "extras",
     "etc", "stuff", "shared"}
)  # fmt: skip
FORBIDDEN_WORDS = frozenset(
    {
        "util", "utils", "utility", "utilities", "common", "misc", "helper", "helpers", "shared",
        "stuff", "toolbox", "various",
    }
)  # fmt: skip
"""These say nothing in any place of a name: `rack_utils` is `utils` for racks."""

_EMPTY_ENDS = ("util", "utils", "helper", "helpers", "utility", "utilities", "common", "misc")

# In pieces, so that this file is no finding of its own rule.
_REGISTRY = re.compile(
    "|".join(
        (
            r"(?:https?|file|ftp)://[^\s\"'<>]*(?:"
            + "|".join(
                (
                    "py" + r"pi\b",
                    "python" + "hosted",
                    "ana" + "conda",
                    "art" + "ifactory",
                    "art" + "ifact-registry",
                    r"pkg\." + "dev",
                    "npm" + "js",
                    r"crates\." + "io",
                    r"deb\." + "debian",
                    r"archive\." + "ubuntu",
                    r"/sim" + r"ple\b",
                )
            )
            + ")",
            # Hosts and paths that serve packages, for everybody or for one company.
            r"(?:https?|file|ftp)://[^\s/\"'<>]*\b(?:"
            + "|".join(
                ("dev" + "pi", "nex" + "us", "jf" + "rog", "mirr" + "ors?", "pkgs", "re" + "gistry")
            )
            + r")\b",
            r"https?://[^\s/@\"'<>]+:[^\s/@\"'<>]+@",  # a password in an address
            r"https?://[^\s\"'<>]+\.(?:whl|conda|deb|rpm|egg)\b",
            "--(?:extra-|default-)?" + r"index(?:-url)?[\s=]+[\"']?(?:https?|file)\b",
            "--(?:extra-)?" + r"index-url\b",
            "--find-" + r"links\b",
            "--trusted-" + r"host\b",
            "--re" + r"gistry\b",
            r"\bpip3?\b[^\n|;&]*\s-" + r"\w*[if][\s=]*[\"']?(?:https?:|file:|/|\.|\$)",
            # Past every index, and settings kept for the next call.
            r"\b(?:pip3?|uv)\b[^\n|;&]*\s(?:inst" + r"all|add|wheel)\s[^\n|;&]*\bhttps?://",
            r"^\s*(?:[\w-]*\.)?find[-_]lin" + r"ks\s*[=:]",
            r"^\s*(?:default[-_]|extra[-_])?ind" + r"ex\s*=\s*\[?\s*\{?.*https?:",
            r"\b(?:PIP|UV|CONDA|NPM_CONFIG|POETRY)_\w*(?:" + "IND" + "EX|FIND_" + "LINKS|"
            "TRUSTED_" + "HOST|RE" + "GISTRY|REPOSI" + "TORIES)",
            r"^\s*(?:extra-|global\.)?ind" + r"ex-url\s*=",
            r"\[\[?\s*(?:tool\.(?:uv\.ind"
            + r"ex|poetry\.so"
            + r"urce|pdm\.so"
            + "urce)|registries)",
            r"\bpip3?\s+con" + r"fig\b[^\n|;&]*\s(?:set|edit)\b",
            # Alone, in a file of requirements or as items of a list of arguments.
            r"^\s*-" + r"[if]\s*(?:https?:|file:|\.{0,2}/)",
            r"""["']-""" + r"""[if]["']\s*,\s*f?["'](?:https?:|file:|\.{0,2}/)""",
            r"@\s*(?:https?|file)://[^\s\"'<>]+\.(?:tar\.(?:gz|bz2|xz)|tgz|zip)\b",
            r"\b(?:git|hg|svn|bzr)" + r"\+(?:https?|ssh|file|git)\b",
            r"\btrusted" + r"[-_]host\b",
            r"\b(?:PIP|UV)_CON" + r"FIG_FILE\b",
            "--" + r"index[\s=]+[\w-]+=(?:https?|file)\b",
            r"^\s*(?:extra[-_])?ind" + r"ex[-_]url\s*[=:]",
            r"^\s*\[\[ind" + r"ex\]\]",
            r"\bpip3?\b[^\n|;&]*\s--pr" + r"oxy\b",
        )
    ),
    re.IGNORECASE,
)
_DOWNLOADS = re.compile(
    r"(?:^|[\s;&|(`/])(?:curl|wget|aria2c|scp|sftp|rsync|n(?:c|cat)|telnet)\s+[^\s;&|>)]"
    r"|\bgit\b(?:\s+-\S+(?:\s+[^\s-]\S*)?)*\s+(?:clone|fetch|pull|submodule|ls-remote)\b"
    r"|\bpip3?\s+download\b|/dev/(?:tcp|udp)/|\burl(?:open|retrieve)\b"
)
_SAID = re.compile(r"\b(?:say|fail|echo)\s+\"([^\"]*)\"")
_RUN_IN_TEXT = re.compile(r"\$\([^()]*(?:\)|$)|`[^`]*`")
"""What a shell runs inside double quotes."""
_ONE_MACHINE = re.compile(r"(?<![\w.$}/-])/(?:work|root|home|Users)/[\w.-]+")


def python_files(folder: Path) -> Iterator[Path]:
    """Yield the Python files below a folder, in order."""
    yield from sorted(p for p in folder.rglob("*.py") if "__pycache__" not in p.parts)


def long_files(folder: Path) -> list[str]:
    """Return the Python files of more than `FILE_LINES` lines."""
    found = []
    for path in python_files(folder):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > FILE_LINES:
            found.append(f"{path.relative_to(folder)}: {lines} lines, at most {FILE_LINES}")
    return found


def long_functions(folder: Path) -> list[str]:
    """Return the functions of more than `FUNCTION_LINES` lines, counted from `def` to the end."""
    found = []
    for path in python_files(folder):
        for node in walked(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                place = f"{path.relative_to(folder)}:{node.lineno}"
                found.append(f"{place}: {node.name}: {lines} lines, at most {FUNCTION_LINES}")
    return found


def forbidden_names(folder: Path) -> list[str]:
    """Return modules and packages whose name says nothing about what is inside."""
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if _says_nothing(path.stem.strip("_").lower())
        and (path.is_dir() or path.suffix == ".py")
        and "__pycache__" not in path.parts
    ]


def _says_nothing(name: str) -> bool:
    words = {word.rstrip("0123456789") for word in name.split("_")}
    return (
        name.rstrip("0123456789") in FORBIDDEN_NAMES
        or not FORBIDDEN_WORDS.isdisjoint(words)
        # Without the underscore: `rackutils`.
        or any(word.endswith(_EMPTY_ENDS) and word != "uncommon" for word in words)
    )


def downloads(scripts: Iterable[Path]) -> list[str]:
    """Return lines of shell scripts that fetch something past the package managers.

    A line that only says so, after `#`, `say` or `fail`, fetches nothing; but what a shell puts
    into a text, it runs.
    """
    found = []
    for path in scripts:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            done = _SAID.sub(lambda said: "".join(_RUN_IN_TEXT.findall(said[1])), line)
            if _DOWNLOADS.search(re.sub(r"(?:^|\s)#.*", "", done)):
                found.append(f"{path}:{number}: {line.strip()}")
    return found


def addresses(paths: Iterable[Path]) -> list[str]:
    """Return lines that name a package registry or a folder of one machine."""
    found = []
    innocent: set[str] = set()  # many lines of recorded data are the same: each is read once
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font: no text, no address
        for number, line in _whole_lines(text):
            if line in innocent:
                continue
            matches = [match for rule in (_REGISTRY, _ONE_MACHINE) if (match := rule.search(line))]
            found += [f"{path}:{number}: {match.group()}" for match in matches]
            if not matches:
                innocent.add(line)
    return found


def _whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number; one that a backslash continues with what follows it."""
    begun, before = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        begun = begun if before else number
        if line.endswith("\\"):
            before += line[:-1]
        else:
            yield begun, before + line
            before = ""
    if before:
        yield begun, before


_INSTALLS = re.compile(
    r"^(?:packaging|\.ci|\.github)/|^pyproject\.toml$|\.(?:sh|cfg|ini|conf|ya?ml)$"
    r"|(?:^|/)(?:(?:[\w.-]*[-_.])?(?:requirements|constraints|lock)[\w.-]*\.txt|[\w.-]*\.lock"
    r"|setup\.py|(?:uv|pdm|poetry)\.toml|\.?(?:pip|conda|npm)rc|Dockerfile[\w.]*|Makefile)$"
)
_WEB = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s\"'<>)]*|\bgit@[\w.-]+:", re.IGNORECASE)
MAY_BE_NAMED: frozenset[str] = frozenset()
"""Addresses that what installs the program may name: none is needed."""


def installs(place: str, text: str) -> bool:
    """Return whether a file, by its name or first line, has a say in what is installed."""
    return bool(_INSTALLS.search(place)) or ("." not in place and text.startswith("#!"))


def web_addresses(folder: Path, paths: Iterable[Path]) -> list[str]:
    """Return the addresses in files that install something; the package managers know theirs."""
    found = []
    for path in paths:
        place = path.relative_to(folder).as_posix()
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        if installs(place, text):
            found += [
                f"{place}:{number}: {match.group()}"
                for number, line in enumerate(text.splitlines(), 1)
                for match in _WEB.finditer(line)
                if match.group() not in MAY_BE_NAMED
            ]
    return found
