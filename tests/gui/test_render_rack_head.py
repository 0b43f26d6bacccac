"""The head of a rack's sheet: which racks it holds for, and what goes where it is too long."""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.model.design import Assembly, Design, Device, Rack, Slot
from designer.planning.templates import build
from designer.render.lettering import text_width
from tests.helpers.printed import DOTS, printed, set_marks

pytestmark = pytest.mark.usefixtures("qapp")


def row(count: int, name: str = "R{}", assembly: str = "pair") -> Design:
    """Return so many racks of one assembly."""
    node = Slot(id="n", part="dgx-h100", half_u=20)
    return Design(
        name="row",
        racks=tuple(
            Rack(id=f"r{n}", name=name.format(n), part="rack-48u", x_mm=600 * n, y_mm=0,
                 assembly=assembly)
            for n in range(1, count + 1)
        ),
        assemblies=(Assembly(id=assembly, rack_part="rack-48u", slots=(node,)),),
    )  # fmt: skip


def sheet(folder: Path, design: Design, catalog: Catalog, paper: str = "A4") -> str:
    """Return the words of the rack's sheets."""
    found = printed(folder, design, catalog, None, paper=paper)
    return " ".join(page for page in found if "FRONT" in page)


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_two_alike_are_told_as_two(catalog: Catalog, tmp_path: Path, paper: str) -> None:
    assert "one of 2 identical racks: R1–R2" in sheet(tmp_path, row(2), catalog, paper)
    assert "identical" not in sheet(tmp_path, row(1), catalog, paper)


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_names_that_are_too_long_for_the_head_stand_in_the_notes(
    catalog: Catalog, tmp_path: Path, paper: str
) -> None:
    long = "{}-" + "row of the hall beside the river " * 4
    text = sheet(tmp_path, row(2, long), catalog, paper)
    assert "one of 2 identical racks, see the notes" in text
    assert "This sheet holds for 1-row of the hall" in text


def test_no_more_words_go_than_the_line_cannot_hold(catalog: Catalog, tmp_path: Path) -> None:
    text = sheet(tmp_path, row(1, assembly="b" * 110), catalog)
    assert "assembly “bbb" not in text
    part = catalog.get("rack-48u")
    assert part is not None
    assert f"1 × DGX H100 · {part.name}" in text


@pytest.mark.parametrize("long", ["hall-4-north-liquid-loop-two-row-B-{}", "w" * 120 + "-{}"])
def test_a_long_name_loses_its_middle_and_no_word_beside_it(catalog: Catalog, long: str) -> None:
    """Two racks whose names differ at the end had one heading and one title on further sheets."""
    design = row(2, long, assembly="")
    servers = tuple(
        Device(id=f"{rack.id}-{u}", name=f"a server with many words in its name, {u}",
               part="mgmt-server", rack=rack.id, half_u=2 * u)
        for rack in design.racks for u in range(1, 49)
    )  # fmt: skip
    strips = tuple(
        Device(id=f"{rack.id}-strip-{n}", name=f"strip {n}", part="pdu-415v-60a-3ph", rack=rack.id,
               face="zero-u")
        for rack in design.racks for n in range(40)
    )  # fmt: skip
    made = set_marks(design.evolve(devices=servers + strips), catalog, None, "A4", ("racks",))
    further = [marks for title, marks in made.items() if "continued" in title]
    assert len(further) >= 2
    said = set()
    for title, marks in made.items():
        ends = "side, continued" if "continued" in title else "side"
        shown = [m.words for m in marks if m.words.startswith("Rack") and " side" in m.words]
        assert len(shown) == (2 if "continued" in title else 1), "heading and title field"
        for words in shown:
            assert words.startswith("Rack ")
            assert words.partition(": ")[2].startswith(f"elevation, front, rear, {ends}")
            said.add(words.partition(":")[0][-2:])
    assert said == {"-1", "-2"}


@pytest.mark.parametrize("paper", ["A3", "A4", "Tabloid"])
def test_the_head_ends_before_the_lists_beside_it(catalog: Catalog, paper: str) -> None:
    """Views of a smaller scale leave the head less room: it ran into the summary."""
    whole = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    racks = tuple(rack for rack in whole.racks if rack.id == "A06")
    for more in range(0, 60, 6):
        named = (a.evolve(name=a.name + "w" * more) for a in whole.assemblies)
        design = whole.evolve(racks=racks, assemblies=tuple(named), devices=(), fabrics=())
        (marks, *_) = set_marks(design, catalog, None, paper, ("racks",)).values()
        texts = [mark for mark in marks if mark.kind == "text"]
        (head,) = (mark for mark in texts if " · feeds A C" in mark.words)
        lists = [m.left for m in texts if m.words in ("SUMMARY", "CONTENTS")]
        beside = [left for left in lists if left > head.left + 100]
        wide = text_width(head.words, head.size * DOTS, head.weight) / DOTS
        for left in beside:
            assert head.left + wide <= left - 2, (more, head.words)
