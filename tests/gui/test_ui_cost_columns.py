"""Figures of the cost view in columns: whole at every width, with the sign of a currency."""

from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.choice_report import Choice, UnitCost, WorkCost
from designer.engine.ownership_report import Ownership, Rented
from designer.engine.report import Report
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.render import lettering
from designer.render.theme import DARK
from designer.ui.views.cost.card import Card
from designer.ui.views.cost.choice_card import WorkCard
from designer.ui.views.cost.terms_card import TermsCard
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import variants_of


def about(low: float, likely: float, high: float, unit: str = "USD") -> Figure:
    return Figure(low, high, likely, unit, estimated=True)


RENTED = Rented(term="on demand", billed="the hours that are used", **fields_of({
    "rate": about(1.3, 4.3, 6.9), "gpu_hour": about(1.7, 6.0, 10.4),
    "total": about(160e6, 270e6, 460e6), "break_even_months": about(6, 13.2, 369, "months"),
    "present_value": about(-20e6, 180e6, 390e6),
}))  # fmt: skip
OWNED = Ownership(
    years=5.0, answer="months until owning has cost less", rented=(RENTED,), **fields_of({
        "capital": about(44e6, 50e6, 77e6), "tco": about(71e6, 91e6, 145e6),
        "gpu_hour": about(1.6, 2.1, 3.3),
    }),
)  # fmt: skip
HOUR = {"gpu_hour": about(1.6, 2.1, 3.3)}
CHOICE = Choice(currency="USD", work=(
    WorkCost(id="chat", name="Chat", kind="serving", ways=(UnitCost(way="own", **fields_of({
        **HOUR, "served": about(0.25, 0.4, 0.8), "prompts": about(0.05, 0.084, 0.17),
        "answers": about(0.14, 0.24, 0.47),
    })),)),
    WorkCost(id="run", name="Llama 405B, 15.6 T tokens", kind="training", ways=(
        UnitCost(way="own", **fields_of({
            **HOUR, "run": about(33e6, 54e6, 107e6), "trained": about(2.1, 3.4, 6.9),
        })),
    )),
))  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    yield made
    made.close()


def drawn_at(card: Card, width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every text as it is drawn, shortened ones with their ellipsis."""
    found: list[str] = []
    made = lettering._static

    def noting(shown: str, em: int, weight: int, tabular: bool) -> object:
        found.append(shown)
        return made(shown, em, weight, tabular)

    card.resize(width, card.height())
    card.show()
    settle()
    monkeypatch.setattr(lettering, "_static", noting)
    card.grab()
    monkeypatch.setattr(lettering, "_static", made)
    return found


def assert_whole(cells: Iterable[str], drawn: list[str]) -> None:
    """Each is drawn, its bounds beside it or below."""
    assert not [text for text in drawn if "…" in text]
    for cell in cells:
        head, _, bounds = cell.partition(" (")
        assert cell in drawn or {head, f"({bounds}"} <= set(drawn), cell


@pytest.mark.parametrize("width", [520, 598, 630, 760, 1100])
def test_no_figure_of_a_unit_is_cut(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    card = TermsCard()
    qtbot.addWidget(card)
    card.show_owned(OWNED, DARK)
    drawn = drawn_at(card, width, monkeypatch)
    cells = [cell for _, _, row in card.rows for cell in row if cell]
    assert "~$270 M (160–460)" in cells
    assert_whole(cells, drawn)


@pytest.mark.parametrize("width", [520, 598, 630, 760, 1100])
def test_no_figure_of_the_work_is_cut(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    card = WorkCard()
    qtbot.addWidget(card)
    card.show_choice(CHOICE)
    card.show_owned(OWNED, DARK)
    drawn = drawn_at(card, width, monkeypatch)
    cells = [cell for work in CHOICE.work for cell in card.cells(work, work.ways[0]) if cell]
    assert "~$54 M (33–107)" in cells
    assert_whole(cells, drawn)
    # No row lies over the next, and none below the card.
    assert card.height() == card.sizeHint().height()


def test_months_after_the_years_have_no_number(qtbot: QtBot) -> None:
    card = TermsCard()
    qtbot.addWidget(card)
    for months, words in (
        (about(6, 13.2, 369, "months"), "month ~13 (6 to > 60)"),
        (about(23, 410, 13_119, "months"), "after the 5 years (≥ 23)"),
        (about(70, 410, 13_119, "months"), "after the 5 years"),
        (about(6, 13, 20, "months"), "month ~13 (6–20)"),
        (Figure(9, inf, 25, "months", estimated=True), "month ~25 (≥ 9)"),
    ):
        rest = tuple(one for one in RENTED.bounds if one.name != "break_even_months")
        fields = fields_of({"break_even_months": months})
        late = RENTED.evolve(**{**fields, "bounds": (*rest, *fields["bounds"])})
        card.show_owned(OWNED.evolve(rented=(late,)), DARK)
        assert card.rows[1][2][2] == words


def test_an_amount_in_another_currency_has_its_sign(qtbot: QtBot, desk: Desk) -> None:
    variants = variants_of(desk)
    least = fields_of({"tco": Figure(4e6, inf, None, "EUR"), "capital": exact(3e6, "EUR"),
                       "gpu_hour": Figure(0.08, inf, None, "EUR")})  # fmt: skip
    desk.report(Report(ownership=Ownership(years=5.0, currency="EUR", **least)))
    settle()
    variants.keep("in euro")
    card = TermsCard()
    qtbot.addWidget(card)
    card.beside = variants.every
    card.show_owned(OWNED, DARK)
    assert card.rows[1][2][0] == "≥ €0.08"
    assert card.rows[0][2][0] == "~2.1 (1.6–3.3)"
