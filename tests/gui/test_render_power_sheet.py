"""The power one-line on paper: the drawing, every single loss, and what does not fit."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.engine.evaluate import evaluate
from designer.model.design import Design, PowerNode, Site
from designer.render.lettering import text_width
from designer.render.one_line import BOX_WIDE
from designer.render.one_line_words import said_of
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
    report = evaluate(design, CATALOG)
    return printed(folder, design, CATALOG, report, sheets=("power",), paper=paper)


def ems(path: Path) -> list[float]:
    """Return the em of every text on the pages of a file, in mm."""
    found: list[float] = []

    def visit(
        text: str, outer: list[float], inner: list[float], _font: object, size: float
    ) -> None:
        if text.strip():
            found.append(abs(size * outer[3] * inner[3]) * 25.4 / 72)

    for page in PdfReader(path).pages:
        page.extract_text(visitor_text=visit)
    return found


def test_the_sheet_draws_loads_and_ranks_the_losses(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, hall(), "A3")
    for words in (
        "Plant 0 13.6 of 25.0 kW 54 %", "20.4 without B", "no rating", "1 rack 3 feeds A + B + C",
        "EVERY SINGLE LOSS UPSTREAM OF THE RACKS", "cannot be said", "DRAFT",
    ):  # fmt: skip
        assert words.casefold() in page.casefold(), words


def test_no_letter_is_too_small_and_what_is_too_large_is_told(tmp_path: Path) -> None:
    pages(tmp_path, hall(), "A4")
    assert min(ems(tmp_path / "printed.pdf")) >= LEAST_EM_MM - 0.01
    wide = pages(tmp_path, hall(30), "A4")
    assert "The one-line is too large for this paper" in " ".join(wide)
    assert "Plant 29" in " ".join(wide)


def test_a_room_without_feeds_has_no_such_sheet() -> None:
    design = hall().evolve(power=())
    assert set_marks(design, CATALOG, evaluate(design, CATALOG), "A4", ("power",)) == {}


def test_a_box_tells_what_is_left_by_2n_and_what_is_taken_over() -> None:
    """By 2N a box said "with all but A's system", which is what is lost, and cut the words."""
    power = (
        feed("A", 100, name="Feed A", parents=("u",)), feed("B", 100, name="Feed B"),
        PowerNode(id="u", kind="ups", capacity_kw=100, parents=("grid", "gen")),
        PowerNode(id="grid", kind="utility", capacity_kw=100),
        PowerNode(id="gen", kind="generator", capacity_kw=100),
    )  # fmt: skip
    for policy, notes_ in (
        ("2N", {"A": "41 on A's system alone", "gen": "41 taking over, A alone"}),
        ("N+1", {"A": "41 without B", "gen": "41 taking over, without B"}),
        ("N", {"A": "41 without B", "gen": "20 when it takes over"}),
    ):
        design = design_of(*nodes(4), *pdus("AB"), power=power, site=Site(feed_policy=policy))
        said = said_of(evaluate(design, CATALOG).power, None)
        assert {key: said[key].note for key in notes_} == notes_
        for key in notes_:
            assert text_width(said[key].note, 11) <= BOX_WIDE - 20, said[key].note
    assert text_width("1,498 on A's system alone", 11) <= BOX_WIDE - 20
    assert text_width("1,498 taking over, without C", 11) <= BOX_WIDE - 20
