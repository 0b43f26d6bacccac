"""The program makes dataclasses with `designer/model/dataclass.py`: Python's cost each start."""

from collections.abc import Iterator

from tests.helpers.source import Finding, Source

_OF_PYTHON = frozenset({"dataclasses.dataclass", "dataclasses.make_dataclass"})


def of_python(source: Source) -> Iterator[Finding]:
    """Yield where Python's own `dataclass` is named: it compiles all methods at import."""
    for line, name in source.imports:
        if name in _OF_PYTHON:
            yield line, f"import of {name}"
    for node, name in source.references:
        if name in _OF_PYTHON:
            yield node.lineno, name
