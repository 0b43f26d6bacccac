"""Which lines of a card that is too high are left out."""

from designer.ui.kit.folding import Goes, left_out

CARD = [
    (Goes.NEVER, 1), (Goes.IN_NEED, 2), (Goes.NEXT, 1), *[(Goes.FIRST, 1)] * 6, (Goes.NEVER, 1)
]  # fmt: skip
"""11 rows: the title, what is wrong, a limit, six figures, what a release does."""


def test_a_card_that_is_low_enough_leaves_nothing_out() -> None:
    assert left_out(CARD, 11, 40) == frozenset()


def test_the_last_of_the_small_print_goes_first_and_one_row_says_how_much() -> None:
    gone = left_out(CARD, 8, 40)
    assert gone == {5, 6, 7, 8}
    assert 11 - len(gone) + 1 == 8


def test_what_is_wrong_goes_only_where_there_is_no_room_at_all() -> None:
    assert left_out(CARD, 1, 40) == {2, 3, 4, 5, 6, 7, 8}, "higher than wanted, and whole"
    assert left_out(CARD, 1, 3) == {1, 2, 3, 4, 5, 6, 7, 8}, "title and release stay"
