"""Declared redundancy of power supplies: needed + spare, of as many as there are."""

import pytest

from designer.catalog.part import Psu
from designer.document.errors import EditError
from designer.document.figure_check import check_record
from designer.io.record_repair import without_wrong_figures
from designer.model.ranges import out_of_range
from tests.helpers import engine_designs as parts

WRONG = ("2.9+2.9", "abc", "4+5", "99+2", "N+N", "6", "0+6", "4 + 2", "4+2+0")


@pytest.mark.parametrize("text", WRONG)
def test_a_redundancy_that_cannot_be_is_refused_in_one_line(text: str) -> None:
    part = parts.DGX.evolve(psu=Psu(count=6, redundancy=text))
    ((path, wrong),) = out_of_range(part)
    assert path == ("psu", "redundancy")
    assert wrong == (
        f"redundancy cannot be {text!r}: give needed + spare of the 6 supplies, such as 4+2 of 6"
    )
    with pytest.raises(EditError, match="redundancy cannot be"):
        check_record(part, "part")


@pytest.mark.parametrize(("text", "count"), [("", 6), ("4+2", 6), ("24+24", 48), ("1+0", 1)])
def test_needed_and_spare_that_add_up_are_taken(text: str, count: int) -> None:
    assert not list(out_of_range(Psu(count=count, redundancy=text)))


def test_a_file_loses_a_wrong_redundancy_and_says_so() -> None:
    class Said(list[str]):
        def say(self, path: object, what: str, mend: str = "", *, done: str = "") -> None:
            self.append(f"{path}: {what}; {mend} {done}")

    said = Said()
    part = parts.DGX.evolve(psu=Psu(count=6, rating_w=3300, redundancy="4+5"))
    kept = without_wrong_figures(part, ("parts", "dgx-h100"), said)  # type: ignore[arg-type]  # only `say` is asked for
    assert kept is not None
    assert kept.psu == Psu(count=6, rating_w=3300)
    (line,) = said
    assert "redundancy cannot be '4+5'" in line
    assert "left out" in line
