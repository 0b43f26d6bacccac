"""The command line goes on with a hook of a shipped subject that fails, in text and as data."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

from designer.app.main import main
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.io.design_file import save
from tests.unit.test_engine_hooks import CASES, CATALOG, DESIGN, HOOKS, fails


def _fail_in_place(patch: pytest.MonkeyPatch, subject: Subject, hook: str) -> None:
    """Make a hook of a shipped subject fail for the whole program."""
    outer, *inner = HOOKS[hook]
    held = vars(getattr(subject, outer)) if inner else vars(subject)
    patch.setitem(held, inner[0] if inner else outer, (fails,) if "checks" in outer else fails)


SHIPPED: Final = tuple(
    case for case in CASES if case[0] in {s.name for s in SUBJECTS} and case[1] != "preview"
)


def _in_forms() -> Iterator[tuple[str, str, str]]:
    """Yield each hook in both forms, each subject in one: above, all are written in all forms."""
    for hook in HOOKS:
        names = [name for name, at in SHIPPED if at == hook]
        for name, form in zip(names * 2 if len(names) == 1 else names, cycle(("text", "json"))):
            yield name, hook, form


@pytest.mark.parametrize(("name", "hook", "form"), tuple(_in_forms()))
def test_the_command_line_reports_with_a_hook_thatfails(
    name: str,
    hook: str,
    form: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "one.cluster.toml"
    save(file, DESIGN, CATALOG)
    subject = next(subject for subject in SUBJECTS if subject.name == name)
    _fail_in_place(monkeypatch, subject, hook)
    assert main(["report", str(file), "--format", form]) == 0
    text = capsys.readouterr().out
    assert ("no such luck" in text) == (hook != "headlines" and (hook, form) != ("write", "json"))
