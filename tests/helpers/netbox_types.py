"""Device types as text, and what the importer makes of one."""

from collections.abc import Callable
from pathlib import Path

from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox.report import FileReport, Finding
from designer.io.netbox.walk import import_path

HEAD = """\
---
manufacturer: Acme
model: Box 1
slug: acme-box-1
"""
BODY = """\
u_height: 1
is_full_depth: true
airflow: front-to-rear
weight: 10
weight_unit: kg
"""


class Read:
    """One imported file: its part and its findings by class."""

    def __init__(self, part: Part | None, file: FileReport) -> None:
        self.part = part
        self.file = file

    @property
    def only(self) -> Part:
        assert self.part is not None, [p.line() for p in self.file.problems]
        return self.part

    def said(self, code: str) -> list[Finding]:
        return [problem for problem in self.file.problems if problem.code == code]

    def one(self, code: str) -> Finding:
        found = self.said(code)
        assert len(found) == 1, [p.line() for p in self.file.problems]
        return found[0]

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem in self.file.problems}


def reader(tmp_path: Path, types: str = "device-types") -> Callable[..., Read]:
    """Return a function that imports one device type, with modules of its maker beside it."""

    def import_text(
        text: str, name: str = "Box-1.yaml", folder: str = "Acme", **others: str
    ) -> Read:
        path = tmp_path / "lib" / types / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        for module, content in others.items():
            inside = tmp_path / "lib" / "module-types" / folder
            inside.mkdir(parents=True, exist_ok=True)
            (inside / f"{module}.yaml").write_text(content, encoding="utf-8")
        imported = import_path(path)
        part = imported.parts[0] if imported.parts else None
        if part is not None:
            assert list(entry_problems(part, lambda *_: "here")) == []
        return Read(part, imported.files[0])

    return import_text


def ports(count: int, kind: str, name: str = "Ethernet{}", extra: str = "") -> str:
    return "".join(
        f"  - name: {name.format(n)}\n    type: {kind}\n{extra}" for n in range(1, count + 1)
    )


def supplies(count: int, watts: int | None, inlet: str = "iec-60320-c20") -> str:
    draw = "" if watts is None else f"    maximum_draw: {watts}\n"
    return "power-ports:\n" + ports(count, inlet, "PSU{}", draw)
