"""Frames and patches: whatever way bytes arrive, and only what changed."""

import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures
from designer.engine.patch import apply_patch, report_patch
from designer.engine.preview import FigureChange, Preview, RackPreview
from designer.engine.protocol import (
    HEADER,
    FrameError,
    FrameReader,
    change_frame,
    change_request,
    decode,
    encode,
    open_frame,
    open_request,
    preview_answer,
    preview_from_answer,
    report_answer,
)
from designer.engine.report import Check, RackReport, Report, Totals
from designer.engine.row_report import RowReport
from designer.model.change import Change, change_from_data
from designer.model.design import Design, Device
from designer.model.measured import Bound


@given(
    frames=st.lists(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=20))),
    cuts=st.lists(st.integers(1, 9), min_size=1),
)
def test_frames_arrive_whole_however_the_bytes_are_cut(frames: list, cuts: list[int]) -> None:
    data = b"".join(encode(frame) for frame in frames)
    reader, found, at, turn = FrameReader(), [], 0, 0
    while at < len(data):
        step = cuts[turn % len(cuts)]
        found += list(reader.feed(data[at : at + step]))
        at, turn = at + step, turn + 1
    assert found == frames


@pytest.mark.parametrize("body", [b"{", b"[1]", b"\xff\xfe", b"7"])
def test_what_is_no_object_is_refused_in_one_line(body: bytes) -> None:
    with pytest.raises(FrameError) as caught:
        decode(body)
    assert "\n" not in str(caught.value)


def test_a_length_beyond_measure_is_a_broken_stream_and_the_reader_goes_on() -> None:
    reader = FrameReader()
    with pytest.raises(FrameError, match="2147483647 bytes"):
        list(reader.feed(b"\xff\xff\xff\xff garbage"))
    assert list(reader.feed(encode({"type": "quit"}))) == [{"type": "quit"}]


def rack(rack_id: str, kw: float = 1.0) -> RackReport:
    return RackReport(id=rack_id, name=rack_id, power_max_kw=kw)


def over_the_pipe(before: Report | None, after: Report) -> Report:
    frame = report_answer(2, None if before is None else 1, report_patch(before, after))
    (answer,) = FrameReader().feed(frame)
    return apply_patch(before, answer["patch"])


def long_patch() -> tuple[Report, bytes]:
    """Return a report of many racks, and the frame that carries it as a change."""
    report = Report(racks=tuple(rack(f"A{number:04d}") for number in range(2_000)))
    return report, report_answer(2, 1, report_patch(Report(), report))


def test_a_long_patch_is_sent_short_and_arrives_whole_however_it_is_cut() -> None:
    report, frame = long_patch()
    assert len(frame) < len(report.model_dump_json(exclude_defaults=True)) / 4
    reader, found = FrameReader(), list[dict[str, Any]]()
    for byte in frame + encode({"type": "quit"}):
        found += reader.feed(bytes([byte]))
    answer, after = found
    assert apply_patch(Report(), answer["patch"]) == report
    assert after == {"type": "quit"}


@pytest.mark.parametrize("spoilt", [b"no zlib", zlib.compress(b"{}" * 99)[:-6]])
def test_bytes_that_are_not_compressed_as_they_say_are_a_broken_stream(spoilt: bytes) -> None:
    reader = FrameReader()
    with pytest.raises(FrameError, match="compressed"):
        list(reader.feed(HEADER.pack(1 << 31 | len(spoilt)) + spoilt))
    assert list(reader.feed(encode({"type": "quit"}))) == [{"type": "quit"}]


def test_a_whole_report_survives_the_pipe() -> None:
    check = Check(rule="P01", severity="error", message="too much", key="P01:A")
    report = Report(
        design="d", totals=Totals(racks=2, power_max_kw=2.0), racks=(rack("A"), rack("B")),
        rows=(RowReport(id="row-1", power_max_kw=2.0),), checks=(check,),
    )  # fmt: skip
    assert over_the_pipe(None, report) == report


def test_a_patch_carries_only_the_racks_that_changed_and_keeps_the_others() -> None:
    before = Report(racks=(rack("A"), rack("B"), rack("D")), totals=Totals(racks=3))
    after = Report(racks=(rack("A"), rack("B", 9.0), rack("C")), totals=Totals(racks=3))
    patch = report_patch(before, after)
    data = patch.data()
    assert [r["id"] for r in data["racks"]["put"]] == ["C"]
    assert data["racks"]["change"] == [{"id": "B", "power_max_kw": 9.0}]
    assert data["racks"]["drop"] == ["D"]
    assert set(data) == {"racks"}
    result = over_the_pipe(before, after)
    assert result == after
    assert result.racks[0] is before.racks[0]


def test_a_section_that_became_empty_is_emptied() -> None:
    check = Check(rule="P01", severity="error", message="too much", key="P01:A")
    before = Report(checks=(check,), racks=(rack("A"),))
    assert over_the_pipe(before, Report()) == Report()


def test_requests_carry_records_that_can_be_read_back() -> None:
    device = Device(id="a-1", name="a-1", part="dgx-h100", rack="A", half_u=2)
    design = Design(name="d", devices=(device,))
    opened = json.loads(json.dumps(open_request(1, design)))
    assert Design.model_validate(opened["design"]) == design
    change = Change(put=(("devices", (device,)),), drop=(("devices", ("b",)),))
    sent = json.loads(json.dumps(change_request(2, 1, change)))
    assert change_from_data(sent["change"]) == change
    (frame,) = FrameReader().feed(change_frame(2, 1, change))
    assert frame == sent


def test_the_frame_of_a_design_holds_what_its_request_says() -> None:
    device = Device(id="a-ü", name='a "1"', part="dgx-h100", rack="A", half_u=2)
    design = Design(name="d", devices=(device,))
    part = load_shipped().parts[0]
    frame = open_frame(7, design, (part,))
    assert decode(frame[HEADER.size :]) == open_request(7, design, (part,))
    assert len(frame) == HEADER.size + HEADER.unpack_from(frame)[0]


def test_a_preview_survives_the_pipe() -> None:
    preview = Preview(
        preview=4, racks=(RackPreview(id="A", before=rack("A"), after=rack("A", 5.0)),),
        free_leaf_ports=(("compute", 8, 0),),
        changes=(
            FigureChange(
                section="cost", what="capital", before=7.0, unit="USD",
                bounds=(Bound(name="after", low=7.5, gaps=("crah.price_cents",)),),
            ),
        ),
        altered=("Cost",), unmeasured=("Fabrics",), not_computed=("Rows cannot be computed",),
    )  # fmt: skip
    (answer,) = FrameReader().feed(preview_answer(preview))
    assert answer["type"] == "preview"
    assert preview_from_answer(answer) == preview


def test_a_patch_that_does_not_fit_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="speed"):
        apply_patch(None, {"speed": 3})


def test_bounds_of_assumed_figures_go_over_the_pipe() -> None:
    """What a part draws and weighs is the same in the engine's process as in this one."""
    shipped = load_shipped()
    bounded = [one for one in shipped.parts if any(p.low is not None for p in one.provenance)]
    assert len(bounded) > 20
    # Of a figure that a record of its own states, one that bounds a wider name says nothing.
    wide = {"fields": ["psu"], "source": "t", "kind": "assumed", "low": 50.0, "high": 200.0}
    own = {"fields": ["psu.rating_w"], "source": "u", "kind": "vendor"}
    part = shipped.require("dgx-h100")
    bounded.append(part.model_validate(part.model_dump() | {"provenance": [wide, own]}))
    sent = open_request(1, Design(), bounded)["parts"]
    assert "note" not in str(sent[0].get("provenance"))
    for part, data in zip(bounded, json.loads(json.dumps(sent)), strict=True):
        there = Part.model_validate(data)
        assert power_figures(there) == power_figures(part)
        assert mass_figure(there) == mass_figure(part)
        assert there.assumed_between("psu.rating_w") == part.assumed_between("psu.rating_w")
