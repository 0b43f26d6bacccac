"""The power one-line on paper: the drawing, every single loss, and what does not fit."""

from math import hypot
from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode, Rack, Site
from designer.model.layout import Layout
from designer.render.lettering import text_width
from designer.render.one_line import BOX_WIDE, Group
from designer.render.one_line_groups import groups_of
from designer.render.one_line_words import group_said, said_of
from designer.render.output import OutputError
from designer.render.sheets.chain_sheet import TITLE
from designer.render.theme import LEAST_EM_MM
from tests.helpers.printed import printed, set_marks
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus

pytestmark = pytest.mark.usefixtures("qapp")


def hall(count: int = 2) -> Design:
    plants = [
        PowerNode(id=f"U{at}", name=f"Plant {at}", kind="ups", capacity_kw=25)
        for at in range(count)
    ]
    return design_of(
        *nodes(4), *pdus("ABC"), site=Site(),
        power=(
            feed("A", 100, parents=tuple(one.id for one in plants)), feed("B", None),
            feed("C", 100), *plants,
        ),
    )  # fmt: skip


def pages(folder: Path, design: Design, paper: str) -> list[str]:
    """Return the words of the one-line and what continues it, without those of its chains."""
    report = evaluate(design, CATALOG)
    found = printed(folder, design, CATALOG, report, sheets=("power",), paper=paper)
    return [said for said in found if TITLE not in said]


def ems(path: Path) -> list[float]:
    """Return the em of every text on the pages of a file, in mm."""
    found: list[float] = []

    def visit(
        text: str, outer: list[float], inner: list[float], _font: object, size: float
    ) -> None:
        if text.strip():  # upright or turned: how long the side of a letter is
            across = inner[2] * outer[0] + inner[3] * outer[2]
            up = inner[2] * outer[1] + inner[3] * outer[3]
            found.append(size * hypot(across, up) * 25.4 / 72)

    for page in PdfReader(path).pages:
        page.extract_text(visitor_text=visit)
    return found


def test_the_sheet_draws_loads_and_ranks_the_losses(tmp_path: Path) -> None:
    """By hand: four nodes of 10.2 kW are 40.8 kW, 13.6 on each of three feeds, 20.4 on two.

    This catalogue states no loss of cables and rack PDUs: what a plant gives is that at least.
    """
    (page,) = pages(tmp_path, hall(), "A3")
    for words in (
        "Plant 0 ≥ 13.6 of 25.0 kW", "≥ 20.4 without B", "no rating", "1 rack 3 feeds A + B + C",
        "EVERY SINGLE LOSS UPSTREAM OF THE RACKS", "cannot be said", "DRAFT",
    ):  # fmt: skip
        assert words.casefold() in page.casefold(), words


def test_no_letter_is_too_small_and_what_is_too_large_is_told(tmp_path: Path) -> None:
    pages(tmp_path, hall(), "A4")
    assert min(ems(tmp_path / "printed.pdf")) >= LEAST_EM_MM - 0.01
    wide = pages(tmp_path, hall(30), "A4")
    assert "The one-line is too large for every paper" in " ".join(wide)
    text = " ".join(" ".join(wide).split())
    assert "FEEDS, AND WHAT STANDS UPSTREAM OF THEM" in text
    for words in ("Plant 1 UPS — what it stands by for, and B 25 0 ≥ 20", "Feed Plant 0, Plant 1,",
                  "Plant 29 UPS — what it stands by for, and B 25 0 ≥ 20"):  # fmt: skip
        assert words in text, words
    assert "Under it:" not in text  # What explains the drawing stands with it alone.
    assert "too large for this paper: print it on A3." in " ".join(pages(tmp_path, hall(4), "A4"))


def test_a_room_without_feeds_has_no_such_sheet() -> None:
    design = hall().evolve(power=())
    with pytest.raises(OutputError, match="the design names no feeds"):
        pages(Path("unused"), design, "A4")
    assert set_marks(design, CATALOG, evaluate(design, CATALOG), "A4", ("power",)) == {}


def test_a_box_tells_what_is_left_by_2n_and_what_is_taken_over() -> None:
    """By 2N a box said "with all but A's system", which is what is lost, and cut the words.

    By hand: 40.8 kW on two feeds are 20.4 on each; on one of them alone all of it. The set takes
    over what the UPS gives: no less than that, as nobody states what cables and the UPS lose.
    """
    power = (
        feed("A", 100, name="Feed A", parents=("u",)), feed("B", 100, name="Feed B"),
        PowerNode(id="u", kind="ups", capacity_kw=100, parents=("grid", "gen")),
        PowerNode(id="grid", kind="utility", capacity_kw=100),
        PowerNode(id="gen", kind="generator", capacity_kw=100),
    )  # fmt: skip
    for policy, notes_ in (
        ("2N", {"A": "41 on A's system alone", "gen": "≥ 40 taking over, A alone"}),
        ("N+1", {"A": "41 without B", "gen": "≥ 40 taking over, without B"}),
        ("N", {"A": "41 without B", "gen": "≥ 20 when it takes over"}),
    ):
        design = design_of(*nodes(4), *pdus("AB"), power=power, site=Site(feed_policy=policy))
        said = said_of(design.power, evaluate(design, CATALOG).power, None)
        assert {key: said[key].note for key in notes_} == notes_
        for key in notes_:
            assert text_width(said[key].note, 11) <= BOX_WIDE - 20, said[key].note
    assert text_width("1,498 on A's system alone", 11) <= BOX_WIDE - 20
    assert text_width("1,498 taking over, without C", 11) <= BOX_WIDE - 20


def test_the_sheet_explains_its_marks_and_lists_what_is_found(tmp_path: Path) -> None:
    """A sheet alone said "1 open error", and nothing of it; no mark had a word."""
    power = (
        feed("A", 15, parents=("u",)), feed("B", 100), feed("C", None),
        PowerNode(id="u", kind="ups", capacity_kw=100, parents=("grid", "gen")),
        PowerNode(id="grid", kind="utility", capacity_kw=100),
        PowerNode(id="gen", kind="generator", capacity_kw=100),
    )  # fmt: skip
    design = hall().evolve(power=power)
    (page,) = pages(tmp_path, design, "A2")
    for words in (
        "LEGEND", "generator", "overloaded, now or in the worst case", "cannot be said",
        "thick frame", "tick: rating", "broken line: from what stands by",
        "FINDINGS OF POWER AND OPEN ERRORS", "Feed A would carry 20.4 kW of its 15.0 kW",
    ):  # fmt: skip
        assert words in page, words
    assert "hatched bar" in page  # Nobody states what cables and rack PDUs lose.
    report = evaluate(design, CATALOG)
    both = printed(tmp_path, design, CATALOG, report, sheets=("floor", "power"), paper="A2")
    both = [said for said in both if TITLE not in said]
    assert "FINDINGS OF POWER" in both[-1]
    assert "AND OPEN ERRORS" not in both[-1]


def test_an_open_error_of_another_subject_is_told_where_no_floor_sheet_tells_it(
    tmp_path: Path,
) -> None:
    design = hall()
    on_another = design.racks[0].evolve(id="same", name="Same")
    crowded = design.evolve(racks=(*design.racks, on_another))
    errors = [c for c in evaluate(crowded, CATALOG).checks if c.severity == "error"]
    foreign = [c.message for c in errors if not c.rule.startswith("P")]
    assert foreign
    page = " ".join(pages(tmp_path, crowded, "A2"))
    assert all(message[:30] in page for message in foreign)


def test_what_cannot_be_computed_is_drawn_and_told(tmp_path: Path) -> None:
    """Lines began at nothing: there was no box, and no word of why."""
    design = hall().evolve(power=(feed("A", 1e-310, name="Feed West"), feed("B", 100)))
    (page,) = pages(tmp_path, design, "A3")
    assert "Feed West cannot be computed" in page
    assert "1 Feeds of the room cannot be computed, because" in page


def test_a_line_that_closes_a_circle_is_told(tmp_path: Path) -> None:
    loop = (
        PowerNode(id="x", name="Panel X", kind="panel", parents=("y",)),
        PowerNode(id="y", name="Panel Y", kind="panel", parents=("x",)),
    )
    page = " ".join(pages(tmp_path, hall().evolve(power=(*hall().power, *loop)), "A2"))
    assert "The line that closes a circle is not drawn: Panel X to Panel Y." in page


def test_a_rating_of_nothing_is_a_rating(tmp_path: Path) -> None:
    power = (feed("A", 0), feed("B", -0.0), feed("C", 100))
    (page,) = pages(tmp_path, hall().evolve(power=power), "A3")
    assert "no rating" not in page
    assert page.count("13.6 of 0.0 kW") == 2
    assert "-0" not in page


def test_no_feed_of_a_group_disappears() -> None:
    names = [f"North-east riser {at}" for at in range(1, 9)]
    power = tuple(feed(f"f{at}", 100, name=name) for at, name in enumerate(names))
    strips = [one.evolve(id=f"p{at}", feed=node.id)
              for at, (one, node) in enumerate(zip(pdus("A" * 8), power, strict=True))]  # fmt: skip
    design = design_of(*nodes(1), *strips, power=power)
    (group,) = groups_of(evaluate(design, CATALOG).racks, Layout(design), CATALOG)
    said = group_said(group, None)
    assert said.note == " + ".join(names)
    assert said.short == "A–H"
    several = Group(("a", "b", "d", "x"), (), unsure=True, letters=("A", "B", "D", "AA"))
    assert group_said(several, None).short == "A + B + D + AA + ?"


def test_losses_say_what_is_overloaded_and_how_full_whatever_is_known(tmp_path: Path) -> None:
    power = (feed("A", 15), feed("B", 15, name="West"), feed("C", None))
    (page,) = pages(tmp_path, hall().evolve(power=power), "A2")
    text = " ".join(page.split())
    assert "overloaded or not sure: West" in text
    loss = next(
        one for one in evaluate(hall().evolve(power=power), CATALOG).power.losses if one.id == "A"
    )
    assert loss.fullest_in_words in text
    assert "West (B)" in text  # The letter by which other boxes call it.


def test_losses_of_cooling_units_are_on_the_sheet(tmp_path: Path) -> None:
    power = (feed("A", 100), feed("B", 100))
    design = hall().evolve(power=power)
    unit = Rack(id="k", name="CRAH-1", part="crah", x_mm=9000, y_mm=9000, feeds=("A",))
    design = design.evolve(racks=(*design.racks, unit))
    text = " ".join(" ".join(pages(tmp_path, design, "A3")).split())
    assert "EVERY SINGLE LOSS OF COOLING" in text
    assert "no unit left: 0.0 kW for 40.8 kW of heat" in text
    assert "32 GPUs short of cooling" in text
