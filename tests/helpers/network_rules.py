"""Rules against what speaks to other machines: by import, by a command, and in a child's code.

A child process is out of reach of the guard that refuses sockets while a test runs, so what it is
told to do is read. `tests/conftest.py` also sets the environment in which pip, uv, git and most
libraries refuse; a program of its own that opens a socket cannot be seen here.
"""

import ast
import re
import textwrap
from collections.abc import Iterator

from tests.helpers.shell_commands import commands_of
from tests.helpers.source import Finding, Source, is_or_below

_NETWORK = frozenset(
    {
        "socket", "_socket", "socketserver", "ssl", "ftplib", "smtplib", "poplib", "imaplib",
        "telnetlib", "nntplib", "xmlrpc", "requests", "httpx", "aiohttp", "urllib3", "websockets",
        "paramiko", "urllib.request", "http.client", "http.server", "PySide6.QtNetwork",
        "PySide6.QtWebSockets", "webbrowser", "asyncio.open_connection", "asyncio.start_server",
        "multiprocessing.connection", "pip", "ensurepip", "logging.handlers.SocketHandler",
        "logging.handlers.DatagramHandler", "logging.handlers.HTTPHandler",
        "logging.handlers.SMTPHandler", "logging.handlers.SysLogHandler",
    }
)  # fmt: skip
_NETWORK_COMMANDS = frozenset(
    {"curl", "wget", "ssh", "scp", "sftp", "ftp", "nc", "ncat", "telnet", "rsync", "ping"}
)
NO_NETWORK = {
    "GIT_ALLOW_PROTOCOL": "file",
    "PIP_NO_" + "INDEX": "1",
    "UV_OFFLINE": "1",
    # Port 9 discards; nothing listens there.
    **dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), "http://127.0.0.1:9"),
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9"),
    "no_proxy": "",
    "NO_PROXY": "",
}
"""The environment in which what usually fetches something refuses to."""

_PYTHON = re.compile(r"(?:python|pypy)[\d.]*$")
_INSTALLER = re.compile(
    r"(?:pip|uv|pipx|uvx|conda|mamba|poetry|pdm|npm|npx|yarn|cargo|gem|apt|apt-get|dnf|yum|apk"
    r"|brew|snap|docker|podman)[\d.]*$"
)
_FETCHING = frozenset(
    {
        "install", "download", "wheel", "index", "search", "add", "sync", "lock", "pip", "run",
        "tool", "update", "upgrade", "pull", "push", "fetch", "create", "exec", "publish",
    }
)  # fmt: skip
_OFFLINE = "--no-" + "index"
_OF_GIT = frozenset({"fetch", "pull", "push", "ls-remote", "submodule"})
_ELSEWHERE = re.compile(r"(?!file:)[a-z+]+://|[\w.-]+@[\w.-]+:|[\w-]+\.[a-z]{2,}:")
_IMPORTS = re.compile(r"(?:^|[;:])\s*(?:import|from)\s+\w", re.MULTILINE)
_CODE = re.compile(
    r"\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*(?:_?socket|socketserver|ssl|urllib(?!\.parse)|http|ftplib"
    r"|smtplib|xmlrpc|requests|httpx|aiohttp|asyncio|webbrowser|pip|ensurepip)\b(?!\s+import parse)"
    r"|\burl(?:open|retrieve)\(|\bimport QtNetwork\b|\bQtNetwork import\b|/dev/(?:tcp|udp)/"
)
"""What a text says that a child process or a shell is to run, and that asks another machine."""


def network(source: Source) -> Iterator[Finding]:
    """Yield imports of what speaks to other machines."""
    for line, name in source.imports:
        if is_or_below(name, _NETWORK):
            yield line, f"import of {name}"
    for node, name in source.references:
        # `import urllib` gives `urllib.request` as soon as any other module imports that.
        if name in _NETWORK and isinstance(node, ast.Attribute):
            yield node.lineno, name
    for call, _ in source.calls:
        for name, *rest in commands_of(call):
            if name in _NETWORK_COMMANDS and rest:
                yield call.lineno, f"the command {name}"
            elif fetching := _fetching(name, rest):
                yield call.lineno, f"the command {fetching}"
    for node in source.nodes:
        if isinstance(node, ast.Constant | ast.JoinedStr) and _asks(source, _written(node)):
            yield node.lineno, "a text with code for the network"


def _asks(source: Source, text: str) -> bool:
    """Return whether a text is code, for a child, that asks another machine."""
    if _CODE.search(text):
        return True
    if not _IMPORTS.search(text):
        return False
    code = Source(source.place, textwrap.dedent(text))
    try:
        return next(network(code), None) is not None
    except (SyntaxError, ValueError):
        return False  # prose


def _written(node: ast.Constant | ast.JoinedStr) -> str:
    """Return what is written out of a text."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(one.value) for one in parts if isinstance(one, ast.Constant))


def _fetching(name: str, rest: list[str]) -> str:
    """Return the program that a command fetches something by; "" if it fetches nothing."""
    if _PYTHON.match(name) and "-m" in rest[:-1]:
        name, *rest = rest[rest.index("-m") + 1 :]
        if is_or_below(name, _NETWORK - {"pip"}):
            return name
    if _INSTALLER.match(name) and _FETCHING.intersection(rest) and _OFFLINE not in rest:
        return name.rstrip("0123456789.")
    if name == "git":
        asks = _OF_GIT.intersection(rest)
        return name if asks or ("clone" in rest and any(map(_ELSEWHERE.match, rest))) else ""
    return ""
