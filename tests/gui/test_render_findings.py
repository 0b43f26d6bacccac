"""Findings, waivers and remarks on paper: listed, marked on the plan, explained in the legend."""

import re
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.design import Design, Device, Note, Rack, Revision, TitleBlock, Waiver
from designer.model.layout import Layout
from designer.model.revisions import not_issued
from designer.planning.templates import build
from designer.render.lettering import text_width
from designer.render.sheets.findings import (
    Finding,
    counts,
    finding_rows,
    findings_of,
    remark_rows,
    unused_waivers,
)
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.plan_marks import MARK
from designer.render.sheets.rack_facts import told_apart
from designer.render.theme import CAPITALS, LEAST_EM_MM
from tests.helpers.drawn_hall import CATALOG, hall, report
from tests.helpers.marks import Mark, texts
from tests.helpers.printed import DOTS, printed, set_marks

pytestmark = pytest.mark.usefixtures("qapp")

CHECKS = (
    Check(rule="P01", severity="error", where=("a1",), message="A1 draws too much",
          advice="Move a node.", key="P01:a1"),
    Check(rule="F02", severity="error", where=("s1", "b2/n1"), message="Two devices meet",
          key="F02:s1"),
    Check(rule="F06", severity="warning", where=("a2", "a3"), message="The aisle is narrow",
          key="F06:a", waived=True),
    Check(rule="D01", severity="info", where=("b1",), message="Idle power is not known",
          key="D01:x"),
    Check(rule="K01", severity="warning", where=("compute",), message="No cable is priced",
          key="K01:c"),
)  # fmt: skip
WAIVERS = (
    Waiver(id="F06:a", reason="doors open one row at a time", author="ME", date="2026-11-12"),
    Waiver(id="R09:gone", reason="agreed", author="EL"),
)
NOTES = (
    Note(id="n1", text="Crane access from here.", x_mm=5_400, y_mm=5_400),
    Note(id="n2", text="Leave this one for last.", target="b1"),
)


def found_hall(**changes: object) -> tuple[Design, Report]:
    """Return the hall with two errors, a warning, a waived finding, a remark, and two notes."""
    given = {"waivers": WAIVERS, "notes": NOTES} | changes
    return hall(**given), report().evolve(checks=CHECKS)


def test_findings_are_numbered_errors_first_and_find_their_racks() -> None:
    design, sized = found_hall()
    found = findings_of(sized, Layout(design))
    assert [(f.number, f.check.rule, f.state) for f in found] == [
        (1, "F02", "error"), (2, "P01", "error"), (3, "K01", "warning"), (4, "F06", "waived"),
        (5, "D01", "info"),
    ]  # fmt: skip
    assert [f.racks for f in found] == [("b1", "b2"), ("a1",), (), ("a2", "a3"), ("b1",)]
    assert [f.marked for f in found] == [("b1", "b2"), ("a1",), (), ("a2", "a3"), ()]
    assert counts(found) == "2 errors, 1 warning, 1 waived, 1 remark"
    assert findings_of(None, Layout(design)) == ()
    many = Check(rule="X", severity="error", message="", key="x")
    assert len(Finding(1, many, tuple(f"r{n}" for n in range(40))).marked) == 6


@pytest.mark.parametrize(("places", "in_part"), [(6, False), (7, True)])
def test_the_legend_says_that_only_the_first_places_bear_a_number(
    places: int, *, in_part: bool
) -> None:
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="rack", x_mm=600 * n, y_mm=2_000, assembly="pair")
        for n in range(1, 9)
    )
    where = tuple(rack.id for rack in racks[:places])
    wide = Check(rule="C01", severity="error", where=where, message="Too warm", key="C01:x")
    remark = Check(rule="D01", severity="info", where=tuple(r.id for r in racks), message="Idle",
                   key="D01:x")  # fmt: skip
    sheets = set_marks(hall(racks=racks, devices=()), CATALOG,
                       report().evolve(checks=(wide, remark)), "A3", ("floor",))  # fmt: skip
    said = [words for marks in sheets.values() for words in texts(marks)]
    words = "finding, see the list" + ("; at its first 6 places" if in_part else "")
    assert [line for line in said if line.startswith("finding, see")] == [words]


def test_what_cannot_be_said_is_no_warning_on_paper() -> None:
    """As the list of the window counts and orders it."""
    unsaid = Check(rule="C04", severity="warning", where=("b1",), message="Inlet air of B1",
                   key="C04:open:inlet")  # fmt: skip
    design, sized = found_hall()
    layout = Layout(design)
    found = findings_of(sized.evolve(checks=(unsaid, *sized.checks)), layout)
    assert [(f.number, f.check.rule, f.state) for f in found][2:5] == [
        (3, "K01", "warning"), (4, "C04", "open"), (5, "F06", "waived")
    ]  # fmt: skip
    assert counts(found) == "2 errors, 1 warning, 1 cannot be said, 1 waived, 1 remark"
    assert finding_rows(found, layout)[3][4] == "cannot be said"
    assert found[3].marked == ("b1",)
    accepted = findings_of(sized.evolve(checks=(unsaid.evolve(waived=True),)), layout)
    assert counts(accepted) == "1 waived"
    assert finding_rows(accepted, layout)[0][4] == "waived"


def test_a_row_says_where_what_and_who_accepted_it_why() -> None:
    design, sized = found_hall()
    layout = Layout(design)
    rows = finding_rows(findings_of(sized, layout), layout)
    assert rows[0] == ("1", "F02", "leaf-1, n-B2-1", "Two devices meet", "error", "")
    assert rows[1][2:4] == ("A1", "A1 draws too much. Move a node.")
    assert rows[2][2] == "compute", "what stands nowhere is named by its id"
    assert rows[3][4:] == ("waived", "doors open one row at a time · ME, 2026-11-12")
    assert [row[0] for row in finding_rows(findings_of(sized, layout), layout, ["b1"])] == [
        "1", "5"
    ]  # fmt: skip
    (of_b2,) = finding_rows(findings_of(sized, layout), layout, ["b2"])
    assert of_b2[2] == "n-B2-1", "of several places only those on this sheet"
    (unused,) = unused_waivers(design, sized)
    assert unused[4:] == ("unused", "agreed · EL")
    assert "R09:gone" in unused[3]
    assert unused_waivers(design, None) == []
    bare = findings_of(sized, Layout(design.evolve(waivers=())))
    assert finding_rows(bare, layout)[3][5] == "without a reason"


def test_very_many_places_are_counted_not_lost() -> None:
    racks = tuple(f"a{n}" for n in range(1, 4))
    wide = Check(rule="X", severity="error", message="m", key="x", where=racks)
    layout = Layout(hall())
    assert finding_rows(findings_of(Report(checks=(wide,)), layout), layout)[0][2] == "A1–A3"
    apart = tuple(f"x{2 * n:03d}" for n in range(20))
    found = findings_of(Report(checks=(wide.evolve(where=apart),)), layout)
    assert finding_rows(found, layout)[0][2] == ", ".join(apart), "nothing else tells them"


def test_only_what_has_a_sheet_in_the_set_is_told_there() -> None:
    """Twelve runs of racks, three of which have sheets, and what stands beside them without."""
    racks = tuple(
        Rack(id=f"k{n}", name=f"K{2 * n}", part="rack", x_mm=600 * n, y_mm=2_000, assembly="pair")
        for n in range(10, 30)
    )
    layout = Layout(hall(racks=racks, devices=()))
    where = tuple(rack.id for rack in racks)
    wide = Check(rule="X", severity="error", message="m", key="x", where=where)
    found = findings_of(Report(checks=(wide,)), layout)
    told = where[:10]
    row = finding_rows(found, layout, told=told)[0]
    assert all(f"K{2 * n}" in row[2] for n in range(20, 30)), "these have no sheet"
    assert row[2].endswith("K58, K20, K22 and 8 more, each told on its own sheet")
    assert "more" not in finding_rows(found, layout, only=where)[0][2], "a sheet names its own"


def test_cooling_units_are_all_named_on_the_floor_sheet(tmp_path: Path) -> None:
    names = [f"Unit {chr(ord('A') + 2 * n)}" for n in range(13)] + ["Aft", "Zulu"]
    racks = tuple(
        Rack(id=f"c{n}", name=name, part="crah", x_mm=200 * n, y_mm=2_000)
        for n, name in enumerate(names)
    )
    catalog = load_shipped()
    design = hall(racks=racks, devices=())
    for sheets in (("floor",), ("floor", "racks")):
        said = " ".join(
            printed(tmp_path, design, catalog, evaluate(design, catalog), sheets=sheets)
        )
        listed = said.partition("FINDINGS AND WAIVERS")[2]
        assert all(name in listed for name in names), sheets
        assert "each told on its own sheet" not in said


def test_remarks_are_named_and_placed() -> None:
    layout = Layout(found_hall()[0])
    assert remark_rows(NOTES, layout) == [
        ("N1", "5.4 m, 5.4 m", "Crane access from here."),
        ("N2", "B1", "Leave this one for last."),
    ]
    assert remark_rows(NOTES, layout, ["b1"]) == [("N2", "B1", "Leave this one for last.")]
    assert remark_rows(NOTES, layout, ["a1"]) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_set_lists_and_marks_all_that_was_found(paper: str) -> None:
    design, sized = found_hall()
    sheets = set_marks(design, CATALOG, sized, paper)
    floor = [marks for title, marks in sheets.items() if title.startswith("Floor plan")]
    said = " ".join(words for marks in floor for words in texts(marks))
    assert "FINDINGS AND WAIVERS" in said
    assert "REMARKS" in said
    listed = said.replace(" ", "")
    for words in (
        "A1 draws too much. Move a node.",
        "doors open one row at a time · ME,",
        "No finding answers to the waiver R09:gone",
        "Crane access from here.",
    ):
        assert words.replace(" ", "") in listed, words
    for entry in ("finding, see the list", "remark, see the list", "a limit is exceeded",
                  "front, air goes in"):  # fmt: skip
        assert entry in said, entry
    assert "a limit cannot be said" not in said, "the only such rack has an error as well"
    numbers = [mark.words for mark in floor[0] if in_diamond(mark, floor[0])]
    assert sorted(numbers) == ["1", "1", "1", "2", "4", "4"], "and one in the legend"
    rack = " ".join(
        words
        for title, marks in sheets.items()
        if title.startswith("Rack B1")
        for words in texts(marks)
    )
    assert "Two devices meet" in rack
    assert "Leave this one for last." in rack
    assert "A1 draws too much" not in rack


@pytest.mark.parametrize(
    ("place", "more"),
    [({"x_mm": 5_400, "y_mm": 5_400}, 1), ({"target": "b1"}, 1), ({}, 0),
     ({"x_mm": 90_000, "y_mm": 90_000}, 0)],
    ids=["in the room", "at a rack", "nowhere", "beyond the plan"],
)  # fmt: skip
def test_a_remark_has_a_mark_on_the_plan_where_it_was_made(
    place: dict[str, object], more: int
) -> None:
    """The other time its name stands in the list."""
    remark = Note.model_validate({"id": "n2", "text": "Here.", **place})
    design, sized = found_hall(notes=(NOTES[1], remark))
    (marks, *_) = set_marks(design, CATALOG, sized, "A1", ("floor",)).values()
    assert texts(marks).count("N2") == 1 + more


def in_diamond(mark: Mark, marks: list[Mark]) -> bool:
    """Return whether a number stands in the diamond of a finding."""
    if mark.kind != "text" or not mark.words.isdecimal():
        return False
    return any(
        box.kind == "shape" and box.fill == "background" and MARK - 1.5 < box.width < MARK + 0.1
        and box.left < mark.left < box.left + box.width
        and box.top < mark.top < box.top + box.height
        for box in marks
    )  # fmt: skip


def test_marks_cover_neither_each_other_nor_racks_where_there_is_room() -> None:
    design, sized = found_hall()
    marks = set_marks(design, CATALOG, sized, "A3", ("floor",))["Floor plan: Hall 1"]
    shapes = [mark for mark in marks if mark.kind == "shape" and mark.fill == "background"]
    diamonds = [mark for mark in shapes if MARK - 0.3 < mark.width < MARK + 0.3]
    assert len(diamonds) == 5
    racks = [
        m for m in marks if m.kind == "box" and m.stroke == "text" and round(m.line, 2) == 0.25
    ]
    assert len(racks) >= 6
    for one in diamonds:
        others = [d for d in diamonds if d is not one]
        assert not any(overlap(one, other) > 0.1 for other in (*others, *racks))


@pytest.mark.parametrize("turned", [False, True])
def test_marks_leave_names_of_rows_and_aisles_free(turned: bool) -> None:
    """Racks get ten findings each: more than fit beside them on the free sides.

    The name of the aisle gives way to signs at their racks: it moves, or gets short.
    """
    design = hall(notes=())
    standing = [rack for rack in design.racks if rack.row]
    if turned:
        standing = [
            rack.evolve(x_mm=rack.y_mm, y_mm=rack.x_mm, rotation=90 if rack.rotation else 270)
            for rack in standing
        ]
    several = tuple(
        Check(rule="P01", severity="error", message="It draws too much.", key=f"{n}:{rack.id}",
              where=(rack.id,))
        for n in range(10) for rack in standing
    )  # fmt: skip
    sized = report().evolve(checks=several)
    marks = next(iter(set_marks(
        design.evolve(racks=tuple(standing)), CATALOG, sized, "A3", ("floor",)
    ).values()))  # fmt: skip
    diamonds = [
        mark for mark in marks
        if mark.kind == "shape" and mark.fill == "background" and abs(mark.width - MARK) < 0.3
    ]  # fmt: skip
    assert len(diamonds) == len(several)
    aisle = next(mark for mark in marks if mark.kind == "text" and mark.words.startswith("COLD "))
    assert aisle.turned == turned
    names = [
        mark for mark in marks
        if mark.kind == "text" and mark.words in ("A", "Beta") and mark.fill == "dim"
        and mark.weight == 600 and any(mark.size == pytest.approx(em, abs=0.1)
                                       for em in (2.9, 3.4))
    ]  # fmt: skip
    assert len(names) >= 2
    for words in (aisle, *names):
        hidden = [one for one in diamonds if overlap(one, lettered(words)) > 0.1]
        assert hidden == [], words


def lettered(words: Mark) -> Mark:
    """Return the box of the capitals of a text."""
    wide = text_width(words.words, words.size * DOTS, words.weight) / DOTS
    high = words.size * CAPITALS
    if words.turned:
        return Mark("box", words.left - high, words.top - wide, high, wide)
    return Mark("box", words.left, words.top - high, wide, high)


def overlap(one: Mark, other: Mark) -> float:
    wide = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    high = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return max(0.0, wide) * max(0.0, high)


def test_a_design_without_findings_says_so_and_one_without_report_does_not() -> None:
    sized = " ".join(
        texts(set_marks(hall(), CATALOG, report(), "A2", ("floor",))["Floor plan: Hall 1"])
    )
    assert "no finding" in sized
    assert "finding, see the list" not in sized, "no legend for what is not there"
    assert "no finding" not in floor_words(None)


def floor_words(sized: Report | None) -> str:
    (marks,) = set_marks(hall(), CATALOG, sized, "A2", ("floor",)).values()
    return " ".join(texts(marks))


ISSUED = {
    "title_block": TitleBlock(approved_by="Bob"),
    "revisions": (Revision(id="C", date="2026-11-20", text="issued"),),
}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, ""),
        ({"revisions": ()}, "no revision is entered"),
        ({"revisions": (Revision(id="P02", date="2026-11-20", text=""),)},
         "revision P02 is preliminary"),
        ({"revisions": (Revision(id="C", date="soon", text=""),)},
         "revision C has no date that can be read"),
        ({"revisions": (Revision(id="C", date=" ", text=""),)}, "revision C has no date"),
        ({"title_block": TitleBlock(created_by="Ada")}, "nobody approved revision C"),
    ],
)  # fmt: skip
def test_what_is_not_issued_is_a_draft_on_every_sheet(changes: dict[str, object], why: str) -> None:
    design = hall(**(ISSUED | changes))
    assert not_issued(design) == why
    for marks in set_marks(design, CATALOG, report(), "A4").values():
        shown = {mark.words: mark for mark in marks if mark.kind == "text"}
        assert shown["DRAFT"].fill == ("background" if why else "dim")
        assert shown["ISSUED"].fill == ("dim" if why else "background")
        assert any(f"not issued: {why}" in words for words in shown) == bool(why)


def test_an_issued_drawing_with_open_errors_says_how_many() -> None:
    design, sized = found_hall(**ISSUED)
    for marks in set_marks(design, CATALOG, sized, "A4").values():
        assert any(words == "C · 2026-11-20 · 2 open errors" for words in texts(marks))
    accepted = sized.evolve(checks=tuple(c.evolve(waived=True) for c in sized.checks))
    for marks in set_marks(design, CATALOG, accepted, "A4").values():
        assert not any("open error" in words for words in texts(marks))


@pytest.mark.parametrize("paper", PAPERS)
def test_no_lettering_on_paper_is_too_small_to_read(paper: str) -> None:
    """Capitals of 1.8 mm are the smallest of ISO 3098."""
    design, sized = found_hall()
    for title, marks in set_marks(design, CATALOG, sized, paper).items():
        small = [m.words for m in marks if m.kind == "text" and m.size < LEAST_EM_MM - 0.05]
        assert small == [], title
        assert not any(m.kind == "text" and "more in the report" in m.words for m in marks)


def test_a_real_design_prints_its_findings_with_advice(
    tmp_path: Path, catalog: Catalog, drawn: Design, drawn_report: Report
) -> None:
    assert drawn_report.checks
    text = " ".join(printed(tmp_path, drawn, catalog, drawn_report, sheets=("floor",)))
    squeezed = re.sub(r"\s", "", text)
    for check in drawn_report.checks:
        assert re.sub(r"\s", "", check.message)[:40] in squeezed, check.key


@pytest.mark.parametrize(
    ("template", "units"), [("dgx-superpod-h100", "4"), ("dgx-superpod-h100", "16"),
                            ("dgx-superpod-gb200", "1")],
)  # fmt: skip
def test_headings_of_sheets_tell_their_racks_apart(
    catalog: Catalog, tmp_path: Path, template: str, units: str
) -> None:
    """Racks of leaves, spines and cores are of one part: fabric, tier, feeds, loads differ."""
    design = build(template, {"scalable_units": units}, catalog)
    pages = printed(tmp_path, design, catalog, evaluate(design, catalog), sheets=("racks",))
    first = [page for page in pages if "SIDE, from the right" in page]
    said = []
    for page in first:
        found = re.search(r" Rack \w+ (?P<words>.*?) FRONT REAR ", page[page.index("Sheet ") :])
        assert found, page[:400]
        words = re.sub(r"assembly “.*|one of \d+ identical racks.*", "", found["words"])
        said.append(words.strip(" ·"))
    assert len(said) > 6
    assert len(set(said)) == len(said)
    if units == "4":
        assert "16 × QM9700, Compute spine · feeds A C · Rack 48U 800 × 1200" in said


def test_what_tells_alike_words_apart_is_a_figure_that_differs() -> None:
    alike = [("Power", "9 kW", ""), ("Feed A", "3 kW", "")]
    other = [("Power", "9 kW", ""), ("Feed A", "6 kW", "")]
    assert told_apart(["x", "x", "y"], [alike, other, alike]) == ["Feed A 3 kW", "Feed A 6 kW", ""]
    assert told_apart(["x", "x"], [alike, alike]) == ["", ""]
    third = [("Power", "8 kW", ""), ("Feed A", "6 kW", "")]
    assert told_apart(["x"] * 3, [alike, other, third])[1] == "Power 9 kW", "as far as it goes"


@pytest.mark.parametrize("paper", PAPERS)
def test_no_heading_of_a_rack_is_cut(catalog: Catalog, drawn: Design, paper: str) -> None:
    """What does not fit the line is said in the notes."""
    crowded = tuple(
        Device(id=f"d{n}", name=f"d{n}", part=part, rack="b05", half_u=2 * n, fabric=fabric,
               tier=tier)
        for n, (part, fabric, tier) in enumerate(
            [("qm9700", "a-fabric-of-a-long-name", "leaf"), ("qm9700", "another-fabric", "spine"),
             ("sn4600c", "a-third-fabric", "core"), ("sn2201", "a-fourth-fabric", "leaf")], start=2
        )
    )  # fmt: skip
    design = drawn.evolve(devices=crowded)
    sheets = set_marks(design, catalog, evaluate(design, catalog), paper, ("racks",))
    heads = [
        next(mark for mark in marks if mark.kind == "text" and 2.85 < mark.size < 2.95)
        for title, marks in sheets.items()
        if "continued" not in title
    ]
    assert len(heads) >= 3
    said = " ".join(words for marks in sheets.values() for words in texts(marks))
    for head in heads:
        assert "…" not in head.words or f"Holds {head.words.partition('…')[0][:12]}" in said
    assert "1 a-fourth-fabric leaf" in said.replace("  ", " ")
