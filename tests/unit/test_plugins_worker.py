"""The engine's process asks plug-ins that check after its first report, and is not ended by any."""

from pathlib import Path

import pytest

from designer.engine.patch import apply_patch
from designer.engine.plugin_checks import PlugInChecks
from designer.engine.protocol import FrameReader, change_request, open_request
from designer.engine.report import Report
from designer.engine.worker import Worker
from designer.model.change import Change, apply, diff
from designer.plugins.registry import PlugIns
from tests.helpers import engine_designs as parts
from tests.helpers.plugin_dists import install, install_good
from tests.unit.test_engine_worker import asked

CATALOG = parts.small_catalog()
KEY = "plug-in/tall:number"


def worker() -> Worker:
    return Worker(CATALOG, checks=PlugInChecks(PlugIns()))


def later(one: Worker, report: Report | None) -> Report | None:
    """Return the report after all later work."""
    more = True
    while more:
        answers, more = one.work_later()
        for frame in answers:
            for body in FrameReader().feed(frame):
                report = apply_patch(report, body["patch"])
    return report


def keys(report: Report | None) -> set[str]:
    assert report is not None
    return {check.key for check in report.checks}


def test_the_first_report_does_not_wait_and_every_later_one_has_the_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_good(tmp_path, monkeypatch)
    one, design = worker(), parts.superpod(1, own=True)
    (first,) = asked(one, open_request(1, design))
    report = apply_patch(None, first["patch"])
    assert KEY not in keys(report)
    report = later(one, report)
    assert KEY in keys(report)
    changed = apply(design, Change(drop=(("racks", (design.racks[0].id,)),)))
    (second,) = asked(one, change_request(2, 1, diff(design, changed)))
    report = later(one, apply_patch(report, second["patch"]))
    (mine,) = [check for check in report.checks if check.key == KEY]
    assert set(mine.where) == {rack.id for rack in changed.racks}
    (whole, *rest) = asked(worker(), open_request(1, design, whole=True))
    report = apply_patch(None, whole["patch"])
    for piece in rest:
        report = apply_patch(report, piece["patch"])
    assert KEY in keys(report)


@pytest.mark.parametrize(
    "source",
    ["raise RuntimeError('no')", "def x(*a):\n    raise SystemExit(3)", "def x(*a):\n    return 3"],
)
def test_a_faulty_one_is_told_in_the_report_and_the_process_goes_on(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "acme-faulty", source, {"checks": {"bad": "x"}})
    one, design = worker(), parts.superpod(1)
    (first,) = asked(one, open_request(1, design))
    report = later(one, apply_patch(None, first["patch"]))
    assert "plug-in/bad:off" in keys(report)
    changed = apply(design, Change(drop=(("racks", (design.racks[0].id,)),)))
    (second,) = asked(one, change_request(2, 1, diff(design, changed)))
    report = later(one, apply_patch(report, second["patch"]))
    assert "plug-in/bad:off" in keys(report)


def test_without_plug_ins_nothing_is_sent_twice() -> None:
    one, plain, design = worker(), Worker(CATALOG), parts.superpod(1)
    for each in (one, plain):
        asked(each, open_request(1, design))
    sent = []
    for each in (one, plain):
        frames, more = [], True
        while more:
            answers, more = each.work_later()
            frames += answers
        sent.append(len(frames))
    assert sent[0] == sent[1]
